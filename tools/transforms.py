"""What torch's transforms make of each public function: its gradients, graph, batched form, export and fake result.

The calls are those of `tools.calls`. `outcome` runs one of them under one transform and compares with the
eager result; `row` gives the least favourable outcome of each function's calls, by column. It compiles the calls of a
function as one graph with its gradient, for every size.
"""

from __future__ import annotations

import ast
import contextlib
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import xp_torch as xp
from tools.calls import (
    ARRAY_EXAMPLES,
    EAGER_EXAMPLES,
    EXAMPLES,
    FORMS,
    OPERANDS,
    operands_of,
    public_functions,
)
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import of_kind

__all__ = [
    "ALIASES",
    "COLUMNS",
    "MAKES",
    "OUTCOMES",
    "WHY",
    "Call",
    "calls",
    "has_literal",
    "names",
    "outcome",
    "row",
    "without_calls",
]

#: the transforms, in the order in which the page has them.
COLUMNS = (
    "gradient",
    "second derivative",
    "forward mode",
    "one graph",
    "graph with gradient",
    "vmap",
    "export",
    "fake device",
)

#: what a cell may say, and what it means; of a function's calls, the last of these counts.
OUTCOMES = {
    "no arrays": "The call takes no array, or returns none: a Python number, a dtype, text or a file.",
    "integers": "No array that is given and returned is floating-point.",
    "zero": "The derivative is zero: the function is a step function, or linear for the second derivative.",
    "yes": "The result, or the derivative, is right.",
    "loop": "The result is right; torch computes the batch by a loop.",
    "sizes": "The result is right; each size is compiled by itself.",
    "values": "A shape, a Python number or a branch depends on the values of the array.",
    "host": "NumPy or Python computes on the host, or the result is written to a file.",
    "memory": "The call depends on where the array is in memory.",
    "untraced": "Dynamo, torch's tracer, does not follow the Python code: text, files and warnings.",
    "slow": "Not measured: torch compiles the graph for more than 20 minutes.",
    "torch": "torch lacks a derivative, a batching rule or an operator.",
    "?": "The result differs, or an error is raised that has another reason.",
}

#: reasons of single cells, by function and column.
WHY: dict[tuple[str, str], str] = {}

#: patterns of error messages, and the outcome that they show.
_ERRORS = (
    (r"[Dd][Ll][Pp]ack|data_ptr|storage|memory", "memory"),
    (r"derivative for .* is not implemented|Batching rule not implemented|does not support it because", "torch"),
    # the last two are what torch raises for nonzero and unique on a fake GPU of a build without CUDA, and batched
    (
        r"[Dd]ata.?[Dd]ependent|DynamicOutputShape|unbacked|not linked with support|dynamic shape",
        "values",
    ),
    (r"Could not guard|vmap: It looks like|\.item\(\)|tolist", "values"),
    (r"\.numpy\(", "host"),
    (r"^Unsupported:", "untraced"),
)

#: relative and absolute tolerance by the size of the dtype's real numbers in bytes.
_TOLERANCES = {8: 1e-9, 4: 1e-5, 2: 1e-2}
#: the sizes of an axis of so many elements of an operand, in larger operands.
_LARGER = {2: 4, 3: 5, 4: 6, 5: 7}
#: calls that are made with their own operands only: places beside the k-th element are not defined, reductions that
#: torch lacks have as many steps as elements, and values are repeated or cut off to the places that are written.
_OWN_SIZES = re.compile(r"argpartition-0|write through flat|\w+\.(reduce|accumulate)$")
#: where the functions of the records are smooth, for those whose domain is not (0.1, 0.9).
_DOMAINS = {"acosh": (1.5, 3.0)}
#: functions of matrices whose result is defined up to signs or phases, and what of it is unique.
_UNIQUE = {"linalg.eig": lambda r: (r[0], xp.abs(r[1]))}


@dataclass(frozen=True)
class Call:
    """One call of a public function: its operands by name, and a function of the namespace and the operands."""

    name: str
    label: str
    act: Callable[..., Any]
    operands: dict[str, np.ndarray] = field(hash=False)

    def arrays(self) -> list[xp.ndarray]:
        """Return new arrays of the operands."""
        return [xp.asarray(value.copy()) for value in self.operands.values()]

    def larger(self) -> Call:
        """Return the call with larger operands."""
        return Call(self.name, self.label, self.act, {name: _grown(name, a) for name, a in self.operands.items()})

    @property
    def text(self) -> str:
        """The source of the call; that of ufuncs has no literal."""
        return getattr(self.act, "text", "0")

    def __call__(self, *arrays: xp.ndarray) -> Any:
        """Return the result for arrays."""
        # Matrices that a function takes as symmetric stay so.
        given = [(a + a.T) / 2 if name == "s" else a for name, a in zip(self.operands, arrays, strict=True)]
        result = self.act(xp, *given)
        return _UNIQUE[self.name](result) if self.name in _UNIQUE else result


def _operands(act: Callable[..., Any]) -> dict[str, np.ndarray]:
    """Return the operands of an example, the floating ones shifted off whole numbers, ties and edges of bins."""
    given = {name: OPERANDS[name] for name in operands_of(act)}
    return {name: value * 1.03125 + 0.0087 if value.dtype.kind in "fc" else value for name, value in given.items()}


def _grown(name: str, values: np.ndarray) -> np.ndarray:
    """Return an operand with longer axes: matrices keep their rank, and points their order."""
    shape = tuple(_LARGER[n] for n in values.shape)
    if name in "stc":
        return np.kron(np.eye(3), values)[: shape[0], : shape[1]].astype(values.dtype)
    return np.arange(1, 1 + shape[0]) * 1.5 if name == "z" else np.resize(values, shape)


def _loop_calls(name: str, function: Any, op: Any) -> Iterator[Call]:
    """Give calls of an elementwise function for each dtype but float64, some with an operand of int16 or a number."""
    for dtype in of_kind("biufc"):
        if dtype is torch.float64 or not (
            dtype in op.resolution or (op.integers == "default" and dtype not in op.loops)
        ):
            continue
        x, y = np.asarray([1, 2, 3]), np.asarray([1, 3, 1])
        if name in ("acos", "asin", "atanh") and dtype.is_floating_point:
            x = np.asarray([0.25, 0.5, 0.75])
        if dtype is torch.complex128:
            x, y = np.asarray([0.3 + 0.4j, -0.45 + 0.2j, 0.6 - 0.7j]), np.asarray([0.55 - 0.3j, 0.2 + 0.6j, 0.9 + 0.4j])
        kind = str(dtype).partition(".")[2]
        if kind == "bfloat16":  # which NumPy lacks
            call = lambda m, *operands: function(
                *[a.astype(m.bfloat16) if a.dtype == m.float32 else a for a in operands]
            )
            kind = "float32"
        else:
            call = lambda m, *operands: function(*operands)
        values = {"x": x.astype(kind), "y": y.astype("int64" if op.integer_second else kind)}
        label = f"{name} {str(dtype).partition('.')[2]}"
        yield Call(name, label, call, values if op.nin == 2 else {"x": values["x"]})
        if op.nin == 2 and kind in ("int32", "float16", "complex64") and dtype in op.loops:
            yield Call(name, f"{label} number", lambda m, x: function(x, 2), {"x": values["x"]})
            if not op.integer_second:
                yield Call(name, f"{label} int16", call, values | {"y": y.astype("int16")})


def _ufunc_calls(name: str, function: Any, op: Any) -> Iterator[Call]:
    """Give the forms of an elementwise function: arrays, a number, and the reduction."""
    if any(d.is_floating_point for d in op.loops):
        low, high = _DOMAINS.get(name, (0.1, 0.9))
        # Not multiples of each other, so that remainders and extrema are differentiable between them.
        x, y = np.linspace(low + 0.013, high, 5), np.linspace(low + 0.07, high - 0.02, 5)[::-1].copy()
    else:
        x, y = np.asarray([1, 2, 3, 6, 4]), np.asarray([1, 3, 2, 1, 2])
    if op.integer_second:
        y = np.asarray([1, 2, 3, -1, 0])
    if op.nin == 1:
        yield Call(name, name, lambda m, x: function(x), {"x": x})
        return
    number = y.tolist()[1]
    yield Call(name, name, lambda m, x, y: function(x, y), {"x": x, "y": y})
    yield Call(name, f"{name} number", lambda m, x: function(x, number), {"x": x})
    yield Call(name, f"{name} 2", lambda m, x: function(x, 2), {"x": x})
    if op.nout == 1 and op.result == "same" and not op.integer_second:
        yield Call(name, f"{name}.reduce", lambda m, x: function.reduce(x), {"x": x})
        yield Call(name, f"{name}.accumulate", lambda m, x: function.accumulate(x), {"x": x})


def calls(only: Iterable[str] = ()) -> Iterator[Call]:
    """Give the calls of every public function, or of those in `only`, and of reads, writes and operators of arrays."""
    wanted = set(only)
    for name, op in OPS.items():
        if not wanted or name in wanted:
            yield from _ufunc_calls(name, getattr(xp, name), op)
            yield from _loop_calls(name, getattr(xp, name), op)
    labelled = {label: (act,) for label, act in ARRAY_EXAMPLES.items()}
    for mark, table in (("", EXAMPLES), ("e", EAGER_EXAMPLES), ("", labelled), ("f", FORMS)):
        for name, acts in table.items():
            if (not wanted or name in wanted) and (table in (FORMS, labelled) or name in _PUBLIC):
                for i, act in enumerate(acts):
                    label = name if table is labelled else f"{name}-{mark}{i}"
                    yield Call(name, label, act, _operands(act))


def names() -> list[str]:
    """Return the names of the functions and groups that have calls, in their order."""
    return list(dict.fromkeys(call.name for call in calls()))


_PUBLIC = public_functions()
#: other names of functions that the table has.
ALIASES = {alias: name for name, op in OPS.items() for alias in op.aliases}


def without_calls() -> list[str]:
    """Return the public functions that the table of calls has no call of; `polynomial` has tests of its own."""
    return sorted(name for name in _PUBLIC - {call.name for call in calls()} if not name.startswith("polynomial."))


def _tensors(result: Any) -> tuple[torch.Tensor, ...]:
    """Return the tensors of the arrays in a result, those of nested tuples and lists included."""
    leaves = tree_leaves(result, is_leaf=lambda r: isinstance(r, xp.ndarray))
    return tuple(leaf.tensor for leaf in leaves if isinstance(leaf, xp.ndarray))


def _continuous(tensors: Iterable[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    return tuple(t for t in tensors if t.is_floating_point() or t.is_complex())


class _WrongError(Exception):
    """A result that differs from the eager one."""


def _compare(got: Iterable[torch.Tensor], expected: Iterable[torch.Tensor], what: str) -> None:
    for g, e in zip(got, expected, strict=True):
        if (g.dtype, g.shape) != (e.dtype, e.shape):
            raise _WrongError(f"{what}: {g.dtype} {tuple(g.shape)} for {e.dtype} {tuple(e.shape)}")
        close = _continuous([e])
        g, e = g.detach().resolve_conj(), e.detach().resolve_conj()
        near = _TOLERANCES[e.itemsize // (2 if e.is_complex() else 1)] if close else 0
        if not (torch.allclose(g, e, near, near, equal_nan=True) if close else torch.equal(g, e)):
            raise _WrongError(f"{what}: {g.tolist()} for {e.tolist()}")


def _leaves(call: Call) -> tuple[list[Any], list[torch.Tensor]]:
    """Return a call's operands, tensors that require grad where they are floating, and those tensors."""
    given = [a.tensor for a in call.arrays()]
    leaves = [t.requires_grad_() for t in given if t.is_floating_point() or t.is_complex()]
    return given, leaves


def _differentiable(call: Call) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    """Return a function of the floating operands to the floating results, and the operands."""
    given, leaves = _leaves(call)

    def act(*tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        rest = iter(tensors)
        arrays = [xp.asarray(next(rest) if t.requires_grad else t) for t in given]
        # Differences of narrower numbers are too rough.
        return tuple(t for t in _tensors(call(*arrays)) if t.dtype in _WIDE)

    return act, leaves


def _first(results: Iterable[torch.Tensor], leaves: list[torch.Tensor], **how: Any) -> list[torch.Tensor | None]:
    """Return the gradients of a sum of the results with fixed random weights; None where there is none."""
    kept = [t for t in results if t.requires_grad]
    torch.manual_seed(0)
    weights = [torch.randn_like(t) for t in kept]
    return list(torch.autograd.grad(kept, leaves, weights, allow_unused=True, **how)) if kept else []


def _checked(check: Callable[..., bool], order: int, **how: Any) -> Callable[[Call], str]:
    """Return a function that checks a call's derivative of an order against differences."""

    def run(call: Call) -> str:
        act, leaves = _differentiable(call)
        # Differences of narrower operands are too rough, too.
        results = act(*leaves) if leaves and all(t.dtype in _WIDE for t in leaves) else ()
        if not results:
            return "integers" if call.operands else "no arrays"
        kept = [i for i, t in enumerate(results) if t.requires_grad]
        found = _first(results, leaves, create_graph=order == 2)
        if not kept:
            # Raises if the numerical derivative is not zero: then the graph was cut.
            torch.autograd.gradcheck(act, leaves, fast_mode=False)
            return "zero"
        zero = not any(g is not None and (g.requires_grad if order == 2 else g.any()) for g in found)
        torch.manual_seed(0)
        differs = torch.autograd.gradcheck if zero else check
        differs(lambda *t: tuple(act(*t)[i] for i in kept), leaves, fast_mode=True, **({} if zero else how))
        return "zero" if zero else "yes"

    return run


def _program(run: Callable[..., Any], backend: str) -> Callable[..., Any]:
    """Return a function compiled into one graph for every size."""
    torch._dynamo.reset()
    return torch.compile(run, fullgraph=True, backend=backend, dynamic=True)


def _count(run: Any) -> int:
    """Return how many graphs were made of a function."""
    return len(torch._dynamo.eval_frame._debug_get_cache_entry_list(run.__code__))


def _sized(calls: Sequence[Call]) -> list[Sequence[Call]]:
    """Return calls, and the same ones with larger operands unless one does not accept those."""
    try:
        larger = [call.larger() for call in calls if not _OWN_SIZES.match(call.label)]
        for call in larger:
            call(*call.arrays())
    except Exception:
        return [calls]
    return [calls, larger] if len(larger) == len(calls) else [calls]


def _graphs(calls: Sequence[Call]) -> int:
    """Compile calls as one function, and compare its results and their gradients; return the number of graphs."""

    def together(operands: list[Any]) -> list[Any]:
        return [call(*given) for call, given in zip(calls, operands, strict=True)]

    program = _program(together, "aot_eager")
    for sized in _sized(calls):
        found = []
        for run in (together, program):
            given, leaves = zip(*map(_leaves, sized), strict=True)
            results = run([[*map(xp.asarray, tensors)] for tensors in given])
            tensors, flat = _tensors(results), [t for part in leaves for t in part]
            # Eigenvectors of equal eigenvalues, which larger operands may have, have no gradient.
            gradients = _first(_continuous(tensors), flat) if sized is calls else []
            found.append([*tensors, *(torch.zeros(()) if g is None else g for g in gradients)])
        _compare(found[1], found[0], "compiled")
    return _count(together)


def _one_graph(call: Call) -> str:
    program = _program(call.__call__, "eager")
    for (sized,) in _sized([call]):
        _compare(_tensors(program(*sized.arrays())), _tensors(sized(*sized.arrays())), "compiled")
    if not _tensors(call(*call.arrays())):
        return "no arrays"
    return "yes" if _count(Call.__call__) == 1 else "sizes"


def _graph_with_gradient(call: Call) -> str:
    given, _ = _leaves(call)
    if not any(t.requires_grad for t in _tensors(call(*map(xp.asarray, given)))):
        return _RUNS["gradient"](call)
    return "yes" if _graphs([call]) == 1 else "sizes"


def _vmap(call: Call) -> str:
    arrays = call.arrays()
    if not arrays:
        return "no arrays"
    other = [a * 1.0009765625 if a.dtype in ("float64", "complex128") else a for a in arrays]
    first = call(*map(xp.copy, arrays))
    leaves = tree_leaves(first, is_leaf=lambda r: isinstance(r, xp.ndarray))
    if not all(isinstance(leaf, xp.ndarray) for leaf in leaves):
        return "no arrays"
    # All operands, along the first axis and the last, and each operand alone.
    forms = {(axis,) * len(arrays) for axis in (0, -1)}
    forms |= {tuple(0 if j == i else None for j in range(len(arrays))) for i in range(len(arrays))}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for axes in forms:
            second = call(*[xp.copy(a if axis is None else b) for a, b, axis in zip(arrays, other, axes, strict=True)])
            pairs = zip(arrays, other, axes, strict=True)
            batches = [xp.copy(a) if axis is None else xp.stack([a, b], axis) for a, b, axis in pairs]
            got = torch.vmap(lambda *a: _tensors(call(*a)), in_dims=axes)(*batches)
            for i, result in enumerate((first, second)):
                _compare([t[i] for t in got], _tensors(result), "batched")
    return "loop" if any("performance drop" in str(w.message) for w in caught) else "yes"


class _Exported(torch.nn.Module):
    def __init__(self, call: Call) -> None:
        super().__init__()
        self._call = call

    def forward(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return _tensors(self._call(*map(xp.asarray, tensors)))


def _export(call: Call) -> str:
    given = tuple(a.tensor for a in call.arrays())
    expected = _tensors(call(*call.arrays()))
    if not given or not expected:
        return "no arrays"
    got = torch.export.export(_Exported(call), given).module()(*given)
    _compare(got, expected, "exported")
    return "yes"


class Transfers(TorchDispatchMode):
    """Notes the kernels that read values of a CUDA tensor, and the copies between the host and the device."""

    READING = ("_local_scalar_dense", "nonzero", "masked_select", "_linalg_check_errors", "equal", "is_nonzero")

    def __init__(self) -> None:
        super().__init__()
        self.to_device: list[str] = []
        self.to_host: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        tensors = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        name = func._schema.name.partition("::")[2]
        if name in self.READING and any(t.is_cuda for t in tensors):
            self.to_host.append(name)
        result = func(*args, **(kwargs or {}))
        if name in ("_to_copy", "copy_"):
            source, target = (tensors[0], result) if name == "_to_copy" else (tensors[1], tensors[0])
            if source.is_cuda != target.is_cuda and source.numel():
                (self.to_host if source.is_cuda else self.to_device).append(name)
        return result


#: calls that make an array themselves: the default device counts.
MAKES = re.compile(
    r"\bm\.(zeros|ones|eye|tri|full|asarray|indices|\w*_indices|ix_|iscomplexobj|isscalar|common_type|shape)\("
)


def has_literal(call: Call) -> bool:
    """Return whether a call has a list or a tuple of its own, whose numbers go to the device."""
    return any(isinstance(node, (ast.List, ast.Tuple)) for node in ast.walk(ast.parse(call.text, mode="eval")))


def _fake(call: Call) -> str:
    expected = _tensors(call(*call.arrays()))
    own = not call.operands or MAKES.search(call.text)
    with FakeTensorMode(), torch.device("cuda") if own else contextlib.nullcontext(), Transfers() as transfers:
        fakes = [xp.asarray(torch.empty(a.shape, dtype=a.dtype.torch, device="cuda")) for a in call.arrays()]
        transfers.to_device.clear()
        got = _tensors(call(*fakes))
    for g, e in zip(got, expected, strict=True):
        if (g.dtype, g.shape) != (e.dtype, e.shape):
            raise _WrongError(f"fake: {g.dtype} {tuple(g.shape)} for {e.dtype} {tuple(e.shape)}")
        if g.device.type != "cuda":
            raise _WrongError(f"fake: on {g.device}")
    if transfers.to_host:
        return "values"
    if transfers.to_device and not has_literal(call):
        raise _WrongError(f"fake: copied to the device by {transfers.to_device}")
    return "yes" if expected else "no arrays"


_CHECK = torch.autograd.gradcheck
_WIDE = (torch.float64, torch.complex128)
_RUNS: dict[str, Callable[[Call], str]] = {
    "gradient": _checked(_CHECK, 1),
    "second derivative": _checked(torch.autograd.gradgradcheck, 2),
    "forward mode": _checked(_CHECK, 1, check_forward_ad=True, check_backward_ad=False),
    "one graph": _one_graph,
    "graph with gradient": _graph_with_gradient,
    "vmap": _vmap,
    "export": _export,
    "fake device": _fake,
}


def outcome(call: Call, column: str) -> tuple[str, str]:
    """Return the outcome of a call under a transform, one of `OUTCOMES`, and the message of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _RUNS[column](call), ""
        except _WrongError as error:
            return "?", str(error)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
    return next((kind for pattern, kind in _ERRORS if re.search(pattern, text)), "?"), text


def _in_one_graph(every: Iterable[Call]) -> set[str]:
    """Return the labels of calls that are right, with their gradients, when they are compiled together."""
    found: set[str] = set()
    groups: tuple[list[Call], list[Call]] = ([], [])
    for call in every:
        if not re.search(r"-e\d+$", call.label):
            # Among calls of one size, those of two sizes would need another graph.
            groups[len(_sized([call])) - 1].append(call)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for group in groups:
            with contextlib.suppress(Exception):
                if group and _graphs(group) == 1:
                    found |= {call.label for call in group}
    return found


def _traced_outcome(call: Call, column: str) -> tuple[str, str]:
    """Return the outcome of a call that is right in a graph with others."""
    given, _ = _leaves(call)
    results = _tensors(call(*map(xp.asarray, given)))
    if column == "one graph":
        return "yes" if results else "no arrays", ""
    return ("yes", "") if any(t.requires_grad for t in results) else outcome(call, "gradient")


def row(name: str, columns: Iterable[str] = COLUMNS) -> dict[str, tuple[str, str, str]]:
    """Return the least favourable outcome of a function's calls by column, the call's label and its message."""
    order = list(OUTCOMES)
    found: dict[str, tuple[str, str, str]] = {}
    every, columns, traced = list(calls([name])), tuple(columns), ("one graph", "graph with gradient")
    compiled = _in_one_graph(every) if set(traced) <= set(columns) else set()
    for call in every:
        for column in columns:
            run = _traced_outcome if column in traced and call.label in compiled else outcome
            kind, text = run(call, column)
            if column not in found or order.index(kind) > order.index(found[column][0]):
                found[column] = kind, call.label, text
    return found
