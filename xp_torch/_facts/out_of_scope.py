"""Why names and dtypes of NumPy are not in the package, and what to use instead.

The texts are in the errors for these names and dtypes, and in `docs/support.md`.
"""

from __future__ import annotations

import numpy as np

_TEXT = (
    "torch holds numbers only; keep text in a NumPy array of dtype str beside this one, and use integers as codes here"
)
_RECORDS = "torch has no structured storage; keep one array for each field, in a dict or a dataclass"
_TIME = (
    "torch has no dates; keep them in a NumPy array of datetime64 beside this one, or hold its integers, "
    "dates.view('int64')"
)
_OBJECT = "torch holds numbers only; keep Python objects in a NumPy array of dtype object, or a list, beside this one"
_EXTENDED = "torch has no floating dtype wider than float64; use float64, complex128, or NumPy"
_MATRIX = "NumPy itself advises against matrices; use 2-D arrays and the @ operator"
_ITERATOR = "torch has no element-by-element iterator; use whole-array operations, xp.ndindex or xp.ndenumerate"
_BUILD = "there is nothing to compile against here; use NumPy's"
_PRIVATE = "it is private in NumPy"
_NUMPYS_OWN = "it is about NumPy itself; use NumPy's"
_HELP = "use help() and the reference"
_REPORT = "xp.show_versions() prints versions and devices, python -m torch.utils.collect_env how torch was built"

#: the reason for each kind of NumPy dtypes.
DTYPES = {
    "O": _OBJECT,
    "S": _TEXT,
    "U": _TEXT,
    "T": _TEXT,
    "V": _RECORDS,
    "M": _TIME,
    "m": _TIME,
    "f": _EXTENDED,
    "c": _EXTENDED,
}

#: the reason for dtypes in another byte order.
BYTE_ORDERS = "torch stores arrays in native byte order only"

#: the reason for each public name of ``numpy``.
NAMES: dict[str, str] = {
    "matlib": _MATRIX,
    "nested_iters": _ITERATOR,
    "row_stack": "NumPy 2.5 removed it; use xp.vstack",
    "chararray": "NumPy 2.5 removed it; use an array of text, or xp.char.chararray",
    "core": _PRIVATE,
    "ctypeslib": "give C code the memory of np.asarray(x), by numpy.ctypeslib",
    "dtypes": "there is one class of dtypes here, xp.dtype, and one object of it for each",
    "f2py": _BUILD,
    "get_include": _BUILD,
    "info": _HELP,
    "lib.Arrayterator": _ITERATOR,
    **dict.fromkeys(("lib.add_docstring", "lib.add_newdoc", "lib.introspect", "lib.tracemalloc_domain"), _NUMPYS_OWN),
    "lib.test": "run the package's own tests, from its repository",
    "show_config": _REPORT,
    "show_runtime": _REPORT,
    "test": "run the package's own tests, from its repository",
}


#: What to write for names of JAX and torch.
ELSEWHERE = {
    "Tensor": "xp.ndarray, or torch.Tensor for what x.tensor is",
    "bmm": "xp.matmul(x, y)",
    "cat": "xp.concat([x, y])",
    "clamp": "xp.clip(x, min, max)",
    "cuda": "torch.cuda",
    "device": 'device="cuda:0"',
    "eq": "xp.equal(x, y)",
    "erf": "xp.special.erf(x)",
    "flatten": "x.ravel()",
    "from_numpy": "xp.asarray(data)",
    "gather": "xp.take_along_axis(x, indices, axis)",
    "jacfwd": "xp.jacobian(fun), or xp.jvp in forward mode",
    "jacrev": "xp.jacobian(fun)",
    "jit": "xp.compile(fun)",
    "lax": "xp.cond, xp.scan, xp.while_loop and xp.fori_loop",
    "manual_seed": "xp.random.seed(seed), or rng = xp.random.default_rng(seed)",
    "mm": "xp.matmul(x, y)",
    "nn": "torch.nn, whose modules take arrays",
    "no_grad": "torch.no_grad()",
    "numel": "x.size",
    "optim": "torch.optim, with parameters, or with [x.tensor]",
    "rand": "xp.random.default_rng(seed).random(shape)",
    "randn": "xp.random.default_rng(seed).standard_normal(shape)",
    "random.PRNGKey": "xp.random.default_rng(seed)",
    "random.key": "xp.random.default_rng(seed)",
    "random.split": "rng.spawn(n) of a generator rng",
    "relu": "xp.maximum(x, 0)",
    "remat": "xp.checkpoint(fun)",
    "sigmoid": "xp.special.expit(x)",
    "softmax": "xp.special.softmax(x, axis)",
    "tensor": "xp.asarray(data)",
    "tree": "the trees themselves: transforms take nested tuples, lists and dicts",
}


def reason(name: str) -> str | None:
    """Return why a name of NumPy, such as ``lib.format``, is not in the package; None for other names."""
    if name in NAMES:
        return NAMES[name]
    removed = getattr(np, "__expired_attributes__", {}).get(name)
    return None if removed is None else f"NumPy 2 removed it; {removed}"


def missing_name(module: str, name: str) -> AttributeError:
    """Return the error for a name that a module of the package lacks."""
    inner = module.partition(".")[2]
    full = f"{inner}.{name}" if inner else name
    advice = f"write {ELSEWHERE[full]}" if full in ELSEWHERE else reason(full)
    text = f"module {module!r} has no attribute {name!r}"
    # Python suggests a name that is spelled alike, unless the error has a `name` already.
    return AttributeError(text) if advice is None else AttributeError(f"{text}: {advice}", name=None)
