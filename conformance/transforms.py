"""What torch's transforms make of each public function: its gradients, graph, batched form, export and fake result.

The calls are those of `conformance.calls`. `outcome` runs one of them under one transform and compares with the
eager result; `table` gives the least favourable outcome of each function's calls, by column.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_leaves

import xp_torch as xp
from conformance.calls import ARRAY_EXAMPLES, EAGER_EXAMPLES, EXAMPLES, OPERANDS, operands_of, public_functions
from xp_torch._array.ufunc.records import OPS

__all__ = ["ALIASES", "COLUMNS", "OUTCOMES", "WHY", "Call", "calls", "names", "outcome", "row", "without_calls"]

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
    "values": "A shape, a Python number or a branch depends on the values of the array.",
    "host": "NumPy or Python computes on the host, or the result is written to a file.",
    "memory": "The call depends on where the array is in memory.",
    "untraced": "Dynamo, torch's tracer, does not follow the Python code: text, files and warnings.",
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
    (r"[Dd]ata.?[Dd]ependent|DynamicOutputShape|unbacked|not linked with support|dynamic shape", "values"),
    (r"Could not guard|vmap: It looks like|\.item\(\)|tolist", "values"),
    (r"\.numpy\(", "host"),
    (r"^Unsupported:", "untraced"),
)

_TOLERANCE = 1e-9
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
    for table in (EXAMPLES, EAGER_EXAMPLES):
        for name, acts in table.items():
            if (not wanted or name in wanted) and name in _PUBLIC:
                for i, act in enumerate(acts):
                    yield Call(name, f"{name}-{i}", act, _operands(act))
    for label, act in ARRAY_EXAMPLES.items():
        if not wanted or label in wanted:
            yield Call(label, label, act, _operands(act))


def names() -> list[str]:
    """Return the names of the functions and groups that have calls, in their order."""
    return list(dict.fromkeys(call.name for call in calls()))


_PUBLIC = public_functions()
#: other names of functions that the table has.
ALIASES = {alias: name for name, op in OPS.items() for alias in op.aliases}


def without_calls() -> list[str]:
    """Return the public functions that the table of calls has no call of."""
    return sorted(_PUBLIC - {call.name for call in calls()})


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
        if not (torch.allclose(g, e, _TOLERANCE, _TOLERANCE, equal_nan=True) if close else torch.equal(g, e)):
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
        return tuple(t for t in _tensors(call(*arrays)) if t.dtype in (torch.float64, torch.complex128))

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
        results = act(*leaves) if leaves else ()
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


def _compiled(call: Call, backend: str) -> Callable[..., Any]:
    torch._dynamo.reset()
    return torch.compile(call.__call__, fullgraph=True, backend=backend)


def _one_graph(call: Call) -> str:
    expected, got = call(*call.arrays()), _compiled(call, "eager")(*call.arrays())
    _compare(_tensors(got), _tensors(expected), "compiled")
    if not _tensors(expected):
        return "no arrays"
    return "yes"


def _graph_with_gradient(call: Call) -> str:
    def derivatives(run: Callable[..., Any]) -> list[torch.Tensor]:
        given, leaves = _leaves(call)
        results = _continuous(_tensors(run(*map(xp.asarray, given))))
        found = _first(results, leaves)
        return [*results, *(torch.zeros_like(x) if g is None else g for g, x in zip(found, leaves, strict=False))]

    expected = derivatives(call)
    if not any(t.requires_grad for t in expected):
        return _RUNS["gradient"](call)
    _compare(derivatives(_compiled(call, "aot_eager")), expected, "compiled, with its gradient")
    return "yes"


def _vmap(call: Call) -> str:
    arrays = call.arrays()
    if not arrays:
        return "no arrays"
    other = [a * 1.0009765625 if a.dtype in ("float64", "complex128") else a for a in arrays]
    expected = [call(*map(xp.copy, arrays)), call(*map(xp.copy, other))]
    leaves = tree_leaves(expected, is_leaf=lambda r: isinstance(r, xp.ndarray))
    if not all(isinstance(leaf, xp.ndarray) for leaf in leaves):
        return "no arrays"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = torch.vmap(lambda *a: _tensors(call(*a)))(*[xp.stack(pair) for pair in zip(arrays, other, strict=True)])
    for i, result in enumerate(expected):
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


def _fake(call: Call) -> str:
    expected = _tensors(call(*call.arrays()))
    with FakeTensorMode(), torch.device("cuda"):
        fakes = [xp.asarray(torch.empty(a.shape, dtype=a.dtype.torch, device="cuda")) for a in call.arrays()]
        got = _tensors(call(*fakes))
    for g, e in zip(got, expected, strict=True):
        if (g.dtype, g.shape) != (e.dtype, e.shape):
            raise _WrongError(f"fake: {g.dtype} {tuple(g.shape)} for {e.dtype} {tuple(e.shape)}")
        if g.device.type != "cuda":
            raise _WrongError(f"fake: on {g.device}")
    return "yes" if expected else "no arrays"


_CHECK = torch.autograd.gradcheck
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


def row(name: str, columns: Iterable[str] = COLUMNS) -> dict[str, tuple[str, str, str]]:
    """Return the least favourable outcome of a function's calls by column, the call's label and its message."""
    order = list(OUTCOMES)
    found: dict[str, tuple[str, str, str]] = {}
    for call in calls([name]):
        for column in columns:
            kind, text = outcome(call, column)
            if column not in found or order.index(kind) > order.index(found[column][0]):
                found[column] = kind, call.label, text
    return found
