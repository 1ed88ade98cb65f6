"""Random programs of NumPy, each run by NumPy and by `xp_torch.compile`, which must agree or refuse.

A program has arguments that may share memory, globals, a closure, lists, dictionaries, objects and a module, masks and
dtypes of every kind. After each of three calls the results, the arguments, the globals and what shares memory with
what are compared. `python -m support.compiled_programs --seed 0 --count 100` in the folder `tests` prints differences.
"""

import argparse
import contextlib
import itertools
import math
import random
import types
import warnings

import numpy as np
import torch

import xp_torch as xp

DTYPES = ["float64"] * 5
DTYPES += ["float32", "float16", "int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64"]
#: How many elements arrays have: fewer than a vector of the processor, and more.
SIZES = (4, 36)
#: How an argument or a global is made of `2 * N` numbers; most have `N` elements.
LAYOUTS = ["v[:N].copy()"] * 8 + [
    "v[::2].copy()[::-1]",
    "v[::2]",
    "v[2 : N + 2]",
    "v[N - 1 :: -1]",
    "readonly(v[:N])",
    "swapped(v[:N])",
]
#: Arguments that share memory with the first.
ALIASES = ["a", "a[::-1]", "a[:]", "a.reshape(K, K).T.reshape(N)", "v[1 : N + 1]", "v[:N]"]
MATRICES = ["np.outer(v[:3], v[:3])", "np.outer(v[:3], v[:3]).T", "np.outer(v[:3], v[:3])[::-1]"]
#: What a statement reads.
ARRAYS = ["a", "b", "t", "G", "w", "R", "a[::-1]", "b[::-1]", "items[0]", "L[0]", "D['x']", "LOCAL[0]"]
NUMBERS = ["n", "s", "2", "SCALE", "CFG.scale", "len(a)", "a.shape[0]", "True", "np.float64(2)", "np.float32(1.5)"]
UNARY = [
    "np.abs({0})", "-{0}", "np.square({0})", "np.where({0} > {1}, {0}, {2})", "np.maximum({0}, {1})", "np.sort({0})",
    "np.cumsum({0})", "{0}.astype('float')", "{0}.astype(np.int64)", "{0}[I]", "np.roll({0}, 1)",
    "{0}.copy()", "np.minimum({0}, {2})", "np.concatenate([{0}[1:], {0}[:1]])", "np.flip({0})", "helper({0})",
    "scaled({0})", "{0}.reshape(N)", "{0}.ravel()", "{0}[:]", "np.asarray({0})", "np.clip({0}, 0, 5)",
    "{0}.reshape(K, K).T.reshape(-1)", "np.zeros_like({0})", "np.full(N, {2})", "np.arange(N) * {2}",
    "operator.eq({0}, {2}) * 1", "({0} == {2}) * 1", "np.sum({0}) + {1}", "np.mean({0}) * np.ones(N)",
    "M[0, 0] * {0}", "M.T[1].sum() + {0}", "{0}[::-1].reshape(-1)", "np.broadcast_to({0}, (2, N))[1]",
]  # fmt: skip
BINARY = [
    "{0} + {1}", "{0} - {2}", "{0} * {2}", "{0} / 2", "{0} * {1}", "{0} + {2}", "{0} // 2", "{0} > {1}", "{0} ** 2",
]  # fmt: skip
STATEMENTS = [
    "t = {e}", "t = {e}", "t = {e}", "t = {e}", "t = t + {e}", "a += {e}", "a *= 2", "a[1:] = {e}[:-1]", "a[0] = {k}",
    "b[...] = {e}", "a[a > {k}] = {k}", "a[m] = {e}[m]", "t = a[::-1]; t += 1", "t = b.reshape(-1); t *= 0",
    "np.add(a, {e}, out=a)", "M[1] = 0", "t = a[1:]; t[0] = 7; t = a", "t = b.ravel(); t[1] = 5", "M.T[0] += 1",
    "doubled(a)", "t = a if n > 2 else b", "G[1] = {k}", "a[1:] = a[:-1]",
    "b[:-1] = np.roll(b, 1)[1:]", "for i in range(n): t = t + i", "t = np.where(m, {e}, t)",
    "LOCAL.append(t)", "LOCAL[0] = {e}", "t = sum(LOCAL[1:], t)",
    "with np.errstate(all='ignore'): t = t / (a - a[0])", "t = t + n if n in [1, 3] else t", "t = inner(t)",
    "np.copyto(t, {e}, casting='unsafe')",
]  # fmt: skip
#: Statements that no graph can make.
OUTSIDE = [
    "L.append({e})", "L[0] = {e}", "D['new'] = {e}", "CFG.scale = 3.0", "BOX.total = {e}", "f.calls += 1",
    "items.append({e})", "items[0] = {e}", "r = np.random.rand(N); t = t + r", "t = t + 1 if a[0] > 0 else t",
    "t = t * float(np.sum(a))", "try:\n    t = a[np.argmax(b) + 3] + t\nexcept IndexError:\n    t = t + 1",
    "BOX.calls += 1", "R[0] = {k}", "with np.errstate(divide='raise'): t = t / 2", "t = t + BOX.w",
    "D.pop('y', None)", "L.reverse()", "setattr(CFG, 'scale', 4.0)",
]  # fmt: skip
RESULTS = [
    "t", "a", "b", "a[1:]", "a[::-1]", "M.T", "L", "items", "n", "np.sum(t)", "(t, a)", "[t, t]", "{'t': t, 'b': b}",
    "G", "R[:2]", "t.dtype", "t[:2]", "D", "a.reshape(K, K)", "b.ravel()", "LOCAL", "t.sum() > 2", "w",
    "x if False else t", "BOX", "(y for y in LOCAL)",
]  # fmt: skip

PRELUDE = """
import operator
import types
import numpy as np

class Box:
    calls = 0

def readonly(x):
    x = x.copy()
    x.flags.writeable = False
    return x

def swapped(x):
    return x.astype(x.dtype.newbyteorder())

def helper(x):
    return x * SCALE + G.sum()

def doubled(x):
    x *= 2

def made(w):
    def scaled(x):
        return x + w
    def f(a, b, m, items, n, s):
        t = {start}
        LOCAL = [b + 0, a + 0]
        def inner(x):
            nonlocal t
            t = x + 1
            return t * 2
        {body}
        return {result}
    f.calls = 0
    return f

def arguments(v, mask):
    a = {a}
    b = {b}
    return [a, b, mask.copy(), [b, {item}], {n}, {s}]

N, K, I = {N}, {K}, {places}
v = numbers.astype("{dtype}")
G, R, M = {G}, {R}, {M}
SCALE, CFG, BOX = 2.0, types.ModuleType("cfg"), Box()
CFG.scale = 1.5
BOX.w = v[N:].copy()
L, D = [v[:N] + 1, 3], {{"x": v[N:], "y": 1}}
f = made({w})
"""


def program(seed: int) -> tuple[str, np.ndarray]:
    """Return the source of a random program, and its numbers."""
    rng = random.Random(seed)
    pick = rng.choice
    size = SIZES[seed % len(SIZES)]

    def number() -> str:
        return pick(NUMBERS)

    def expression() -> str:
        return pick(UNARY + BINARY * 3).format(pick(ARRAYS), pick(ARRAYS), number())

    lines = []
    for _ in range(rng.randint(1, 5)):
        template = pick(OUTSIDE) if rng.random() < 0.06 else pick(STATEMENTS)
        lines.append(template.format(e=expression(), k=pick(["1", "n", "s", "2"])))
    body = "\n".join(lines).replace("\n", "\n        ")
    dtype = pick(DTYPES)
    source = PRELUDE.format(
        start=pick(["a + 0", "b", "G * 2", "a[::-1]", "b + w", "R - 1"]),
        body=body,
        result=pick(RESULTS),
        a=pick(LAYOUTS),
        b=pick(ALIASES) if rng.random() < 0.4 else f"{pick(LAYOUTS)} + 1" if rng.random() < 0.5 else pick(LAYOUTS),
        item=pick(["a", "b", "v[:N] * 2"]),
        n=rng.randint(0, 4),
        s=pick([0.5, 1.5, -2.0]),
        G=pick(LAYOUTS),
        R=pick([*LAYOUTS, "v[:N].copy()[::-1]", "v[N - 1 :: -1]"]),
        M=pick(MATRICES),
        w=pick(["v[N:].copy()", "v[N:].copy()", "v[N:]", "v[2 * N - 1 : N - 1 : -1]"]),
        dtype=dtype,
        N=size,
        K=math.isqrt(size),
        places=[rng.randrange(size) for _ in range(size)],
    )
    values = [rng.randint(0, 9) for _ in range(2 * size)]
    if dtype.startswith("float") and rng.random() < 0.3:
        values[rng.randrange(2 * size)] = pick([np.nan, np.inf, -np.inf, -0.0])
    return source, np.asarray(values, dtype=np.float64)


class Run:
    """A program with the objects that its calls share."""

    def __init__(self, source: str, numbers: np.ndarray, compiler) -> None:
        self.names = {"numbers": numbers.copy(), "__name__": "a_program"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # of items of numbers, which raise when they are read
            exec(compile(source, "<program>", "exec"), self.names)
        self.function = compiler(self.names["f"])
        self.mask = np.resize([True, False, True, True], len(numbers) // 2)
        self.arguments = self.names["arguments"](self.names["v"], self.mask)

    def call(self, step: int) -> list:
        """Call the function, and return the outcome and everything that it may have changed."""
        names, arguments = self.names, self.arguments
        if step == 1:  # the user changes what the function reads
            names["SCALE"], names["CFG"].scale = 3.0, 2.5
            names["v"][len(names["v"]) // 2 :] += 1
            names["L"][0] = names["L"][0] * 2
        elif step == 2:
            arguments[4] += 1
            arguments[0] = arguments[0].astype("float64") + 1
        np.random.seed(step)  # noqa: NPY002 - what the programs draw from
        try:
            result = self.function(*arguments)
        except Exception as error:
            return [error]
        state = [*arguments, *[names[key] for key in ("G", "R", "M", "L", "D", "SCALE")], names["CFG"].scale]
        state += [names["f"].calls, vars(names["BOX"]), np.random.rand()]  # noqa: NPY002
        result = list(result) if isinstance(result, types.GeneratorType) else result
        return [result, state]


def leaves(value) -> list:
    """Return the arrays, lists, dictionaries and numbers in an outcome, each as often as it occurs."""
    if isinstance(value, (list, tuple)):
        return [value, *[leaf for item in value for leaf in leaves(item)]]
    if isinstance(value, dict):
        return [value, *[leaf for key in value for leaf in [key, *leaves(value[key])]]]
    return [value]


def difference(found: list, wanted: list) -> str:
    """Return how an outcome differs from NumPy's, "" if it does not; a refusal is none."""
    if len(found) == 1 or len(wanted) == 1:
        error, other = found[0], wanted[0]
        if len(found) == 1 and len(wanted) == 1:
            return ""
        if len(found) == 1 and isinstance(error, xp.exceptions.UnsupportedError):
            return ""
        return f"{error!r} instead of {other!r}"
    ours, theirs = leaves(found), leaves(wanted)
    if len(ours) != len(theirs):
        return f"{found} instead of {wanted}"
    for one, other in zip(ours, theirs, strict=True):
        if type(one).__name__ != type(other).__name__:
            return f"{type(one)} instead of {type(other)}: {found[0]} instead of {wanted[0]}"
        if isinstance(one, (np.ndarray, np.generic)):
            loose = {"rtol": 2e-3 if one.dtype.itemsize == 2 else 1e-6, "equal_nan": True}
            if one.dtype != other.dtype or one.shape != other.shape:
                return f"{one!r} instead of {other!r}"
            equal = np.allclose(one, other, **loose) if one.dtype.kind in "fc" else np.array_equal(one, other)
            if not equal:
                return f"{one!r} instead of {other!r}"
        elif isinstance(one, (int, float, str)) and one != other and not (one != one and other != other):
            return f"{one!r} instead of {other!r}"
    containers = [[x for x in values if isinstance(x, (list, dict, np.ndarray))] for values in (ours, theirs)]
    for i, j in itertools.combinations(range(len(containers[0])), 2):
        (a, b), (c, d) = [(values[i], values[j]) for values in containers]
        if (a is b) != (c is d):
            return f"identity of {i} and {j}: {a is b} instead of {c is d}"
        if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and np.shares_memory(a, b) != np.shares_memory(c, d):
            return f"memory of {i} and {j} is shared: {np.shares_memory(a, b)} instead of {np.shares_memory(c, d)}"
    return ""


def check(seed: int, backend: str = "inductor") -> tuple[str, bool]:
    """Return the difference of a random program, "" if there is none, and whether it was compiled."""
    source, numbers = program(seed)
    torch.compiler.reset()
    try:
        theirs = Run(source, numbers, lambda f: f)
    except Exception:
        return "", False
    ours = Run(source, numbers, lambda f: xp.compile(f, backend=backend))
    with warnings.catch_warnings(), contextlib.redirect_stdout(None):
        warnings.simplefilter("ignore")
        for step in range(3):
            wanted = theirs.call(step)
            text = difference(ours.call(step), wanted)
            if text:
                begin = source.index("def f(")
                return f"seed {seed}, call {step}: {text}\n{source[begin:]}numbers {numbers.tolist()}", True
            if len(wanted) == 1:
                break
    return "", ours.function.is_compiled


def main() -> None:
    """Check many programs, and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--backend", default="inductor")
    options = parser.parse_args()
    compiled = 0
    for seed in range(options.seed, options.seed + options.count):
        text, is_compiled = check(seed, options.backend)
        compiled += is_compiled
        if text:
            print(text, "\n", flush=True)  # noqa: T201
    print(f"{options.count} programs, {compiled} compiled")  # noqa: T201


if __name__ == "__main__":
    main()
