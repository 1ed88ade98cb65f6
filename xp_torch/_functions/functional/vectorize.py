"""Functions of Python numbers made into functions of arrays, by a loop in Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, write_out
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._array.ufunc.call import attach
from xp_torch._facts.dtypes import KIND, as_dtype, torch_dtype
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._functions.creation.from_data import asanyarray, asarray
from xp_torch._kernels import layout
from xp_torch._kernels.cast import cast

__all__ = ["frompyfunc", "vectorize"]

_CORE = r"\(\s*(?:\w+\s*(?:,\s*\w+\s*)*)?\)"
_SIGNATURE = re.compile(rf"\s*{_CORE}\s*(?:,\s*{_CORE}\s*)*->\s*{_CORE}\s*(?:,\s*{_CORE}\s*)*")
_EMPTY = "cannot call `vectorize` on size 0 inputs unless `otypes` is set"


def _elements(tensors: list[torch.Tensor]) -> tuple[tuple[int, ...], Iterable[tuple]]:
    """Return the shape that tensors broadcast to and, in row-major order, their elements as Python numbers."""
    shape = broadcast_shapes(*[t.shape for t in tensors])
    return shape, zip(*[t.broadcast_to(shape).reshape(-1).tolist() for t in tensors], strict=True)


def _gathered(values: list, shape: tuple[int, ...], dtype: torch.dtype | None) -> torch.Tensor:
    """Return results of a Python function as a tensor of `shape`, by default of the dtype in which they meet."""
    t = as_tensor(values) if values or dtype is None else torch.empty(0, dtype=dtype)
    if t.ndim != 1:
        raise ValueError("setting an array element with a sequence.")
    return (t if dtype is None else cast(t, dtype)).reshape(shape)


def _looped(function: Callable, nout: int, tensors: list[torch.Tensor], dtypes: list | None) -> list[torch.Tensor]:
    """Return the results of a Python function of every element."""
    shape, elements = _elements(tensors)
    found = [function(*given) for given in elements]
    columns = [found] if nout == 1 else [list(column) for column in zip(*found, strict=True)] or [[]] * nout
    if len(columns) != nout:
        raise ValueError(f"wrong number of outputs from pyfunc: expected {nout}, got {len(columns)}")
    return [_gathered(c, shape, None if dtypes is None else dtypes[i]) for i, c in enumerate(columns)]


def frompyfunc(func: Callable, /, nin: int, nout: int, *, identity: Any = NO_VALUE) -> Any:
    """Make a ufunc of a Python function: it is called once an element, in a loop in Python.

    Parameters
    ----------
    func : callable
        Takes `nin` Python numbers, and returns one or, as a tuple, `nout`.
    nin, nout : int
        How many operands and results there are.
    identity : object, optional
        What `reduce` gives of nothing, or None. Given either way, `reduce` takes several axes, whose order is not told.

    Returns
    -------
    function
        A ufunc, with NumPy's attributes and methods. Operands broadcast; the results' dtype is what `asarray` makes of
        them all.

    Raises
    ------
    TypeError
        If `func` is not callable.
    ValueError
        If there are more than 64 arguments, or a negative number.

    Notes
    -----
    Differs from NumPy, whose results have the dtype object: there is none here, and results that are no numbers raise.
    Elements are read back to the host, so calls can't be traced.

    Examples
    --------
    >>> import xp_torch as xp
    >>> clipped = xp.frompyfunc(lambda a, b: a if a < b else b, 2, 1)
    >>> clipped([1, 5, 3], 3), clipped.reduce([4, 2, 8])
    (array([1, 3, 3]), array(2))
    """
    if not callable(func):
        raise TypeError("function must be callable")
    if nin < 0 or nout < 0 or nin + nout > 64:
        raise ValueError(f"Cannot construct a ufunc with {nin} operands and {nout} results; at most 64 arguments")
    reorderable = identity is not NO_VALUE
    identity = identity if reorderable else None

    def function(
        *inputs: Any,
        out: Any = None,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
    ) -> Any:
        if not nin <= len(inputs) <= nin + nout:
            raise TypeError(
                f"{name}() takes from {nin} to {nin + nout} positional arguments but {len(inputs)} were given"
            )
        outs = inputs[nin:] or (out if isinstance(out, tuple) else (None if out is ... else out,))
        outs = (*outs, *[None] * (nout - len(outs)))
        tensors = [as_tensor(x) for x in inputs[:nin]]
        asked = None if dtype is None else [torch_dtype(dtype)] * nout
        results = _looped(func, nout, tensors, asked)
        given = inputs[:nin] if subok else ()
        source = next((x for x in given if isinstance(x, ndarray) and type(x) is not ndarray), None)
        mask = None if where is True else as_tensor(where)
        found = []
        for t, target in zip(results, outs, strict=True):
            if target is not None:
                found.append(write_out(name, t, target, casting, mask))
            else:
                t = t if order in ("K", "A") else layout.in_order(t, order)
                found.append(wrap_like(ndarray if source is None else type(source), t, source))
        return found[0] if nout == 1 else tuple(found)

    name = f"{getattr(func, '__name__', '?')} (vectorized)"
    function.__doc__ = f"The Python function {name}, element by element."
    function._op = SimpleNamespace(  # type: ignore[attr-defined]
        name=name,
        nin=nin,
        loops=_EveryDtype(lambda *tensors: function(*map(wrap, tensors))._tensor),
        resolution={d: d for d in KIND},
        result="same",
        integers="smallest",
        no_bool=None,
        integer_second=False,
        comparison=False,
        identity=identity,
        reorderable=reorderable,
    )
    return attach(function, name, nin, nout, ["O" * nin + "->" + "O" * nout], identity)


class _EveryDtype(dict[Any, Any]):
    """Loops by dtype, which are the same for every one."""

    def __init__(self, loop: Callable) -> None:
        super().__init__(dict.fromkeys(KIND, loop))


class vectorize:
    """Call a Python function on every element of arrays, or on parts of them, in a loop in Python.

    Parameters
    ----------
    pyfunc : callable, optional
        Takes Python numbers, or arrays where `signature` says so. Without it, the result is a decorator.
    otypes : str or list of dtype_like, optional
        Dtype of each result. By default that of the results of the first elements, for which `pyfunc` is called once
        more.
    doc : str, optional
        The docstring; by default that of `pyfunc`.
    excluded : set of str or int, optional
        Names and positions of the arguments that are passed as they are.
    cache : bool, default: False
        Whether the first call's results are kept, so that `pyfunc` is called once an element.
    signature : str, optional
        Core dimensions as in ``"(m,n),(n)->(m)"``: `pyfunc` takes and gives arrays of these.

    Raises
    ------
    TypeError
        If `pyfunc` is not callable.
    ValueError
        If `otypes` or `signature` is none, when called, if the shapes don't match, or if there is no element to tell
        the dtypes.

    Notes
    -----
    It is a convenience, no gain in speed: elements are read back to the host, so calls can't be traced.
    Differs from NumPy: there are no results of the dtype object.

    Examples
    --------
    >>> import xp_torch as xp
    >>> distance = xp.vectorize(lambda a, b: a - b if a > b else b - a)
    >>> distance([[1, 2], [3, 4]], 3)
    array([[2, 1],
           [0, 1]])
    """

    def __init__(
        self,
        pyfunc: Any = NO_VALUE,
        otypes: Any = None,
        doc: str | None = None,
        excluded: Any = None,
        cache: bool = False,
        signature: str | None = None,
    ) -> None:
        if pyfunc is not NO_VALUE and not callable(pyfunc):
            raise TypeError("When used as a decorator, only accepts keyword arguments.")
        self.pyfunc = pyfunc
        self.cache = cache
        self.signature = signature
        self._doc = doc
        self.__doc__ = doc
        if pyfunc is not NO_VALUE:
            self._named(pyfunc)
        if isinstance(otypes, str):
            for char in otypes:
                if char not in np.typecodes["All"]:
                    raise ValueError(f"Invalid otype specified: {char}")
        elif isinstance(otypes, Iterable):
            otypes = [as_dtype(x) for x in otypes]
        elif otypes is not None:
            raise ValueError("Invalid otype specification")
        self.otypes = otypes
        self.excluded = set() if excluded is None else set(excluded)
        self._core = None if signature is None else _read_signature(signature)

    def _named(self, pyfunc: Any) -> None:
        """Take the name and the docstring of the function."""
        if hasattr(pyfunc, "__name__"):
            self.__name__ = pyfunc.__name__
        if self._doc is None:
            self.__doc__ = getattr(pyfunc, "__doc__", None)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the results of the function; without one yet, take the function that is decorated."""
        if self.pyfunc is NO_VALUE:
            (self.pyfunc,) = args
            self._named(self.pyfunc)
            return self
        names = [n for n in kwargs if n not in self.excluded]
        places = [i for i in range(len(args)) if i not in self.excluded]

        def function(*values: Any) -> Any:
            if not names and len(places) == len(args):
                return self.pyfunc(*values, **kwargs)
            positional = list(args)
            for i, value in zip(places, values, strict=False):
                positional[i] = value
            return self.pyfunc(*positional, **{**kwargs, **dict(zip(names, values[len(places) :], strict=True))})

        values = [args[i] for i in places] + [kwargs[n] for n in names]
        if self._core is not None:
            return self._parts(function, values)
        return self._elements(function, values) if values else function()

    def _elements(self, function: Callable, values: list) -> Any:
        """Return the results of a function of numbers."""
        arrays = [asanyarray(v) for v in values]
        tensors = [x._tensor for x in arrays]
        kept: list = []
        if self.otypes is not None:
            dtypes = [torch_dtype(t) for t in self.otypes]
        else:
            if any(not t.numel() for t in tensors):
                raise ValueError(_EMPTY)
            first = function(*[x.reshape(-1)[0] for x in arrays])
            dtypes = [asarray(v)._tensor.dtype for v in (first if isinstance(first, tuple) else (first,))]
            kept = [first] if self.cache else []
        step = (lambda *given: kept.pop() if kept else function(*given)) if kept else function
        results = _looped(step, len(dtypes), tensors, dtypes)
        source = next((x for x in arrays if type(x) is not ndarray), None)
        found = tuple(wrap_like(ndarray if source is None else type(source), t, source) for t in results)
        return found[0] if len(found) == 1 else found

    def _parts(self, function: Callable, values: list) -> Any:
        """Return the results of a function of the arrays that the signature has."""
        inputs, outputs = self._core  # type: ignore[misc]
        if len(values) != len(inputs):
            raise TypeError(f"wrong number of positional arguments: expected {len(inputs)}, got {len(values)}")
        arrays = [asanyarray(v) for v in values]
        sizes: dict[str, int] = {}
        for x, core in zip(arrays, inputs, strict=True):
            _learn(sizes, x, core)
        loop = broadcast_shapes(*[x.shape[: x.ndim - len(core)] for x, core in zip(arrays, inputs, strict=True)])
        dtypes = None if self.otypes is None else [torch_dtype(t) for t in self.otypes]
        source = next((x for x in arrays if type(x) is not ndarray), None)
        spread = []
        for x, core in zip(arrays, inputs, strict=True):
            t = x._tensor.broadcast_to(loop + tuple(sizes[d] for d in core))
            spread.append(wrap_like(type(x), t, x))
        found: list[list] = [[] for _ in outputs]
        for index in product(*map(range, loop)):
            results = function(*[x[(*index, ...)] for x in spread])
            results = results if isinstance(results, tuple) else (results,)
            if len(results) != len(outputs):
                raise ValueError(f"wrong number of outputs from pyfunc: expected {len(outputs)}, got {len(results)}")
            for i, (result, core) in enumerate(zip(results, outputs, strict=True)):
                part = asarray(result)
                _learn(sizes, part, core)
                own = found[i][0].dtype if found[i] else part._tensor.dtype if dtypes is None else dtypes[i]
                shape = tuple(sizes[d] for d in core)
                found[i].append(cast(part._tensor, own).broadcast_to(shape))
        if not found[0]:
            if dtypes is None:
                raise ValueError(_EMPTY)
            if any(d not in sizes for core in outputs for d in core):
                raise ValueError(
                    "cannot call `vectorize` with a signature including new output dimensions on size 0 inputs"
                )
        whole = []
        for i, (parts, core) in enumerate(zip(found, outputs, strict=True)):
            shape = loop + tuple(sizes[d] for d in core)
            t = torch.stack(parts).reshape(shape) if parts else torch.empty(shape, dtype=dtypes[i])  # type: ignore[index]
            whole.append(wrap_like(ndarray if source is None else type(source), t, source))
        return whole[0] if len(whole) == 1 else tuple(whole)


def _read_signature(signature: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Return the names of the core dimensions of inputs and outputs."""
    if not _SIGNATURE.fullmatch(signature):
        raise ValueError(f"not a valid gufunc signature: {signature}")
    sides = signature.split("->")
    cores = [[tuple(re.findall(r"\w+", core)) for core in re.findall(r"\(([^)]*)\)", side)] for side in sides]
    return cores[0], cores[1]


def _learn(sizes: dict[str, int], x: ndarray, core: tuple[str, ...]) -> None:
    """Note the sizes of the core dimensions of an array, which have to be those that are known."""
    if x.ndim < len(core):
        raise ValueError(
            f"{x.ndim}-dimensional argument does not have enough dimensions for all core dimensions {core}"
        )
    for name, size in zip(core, x.shape[x.ndim - len(core) :], strict=True):
        if sizes.setdefault(name, size) != size:
            raise ValueError(f"inconsistent size for core dimension {name!r}: {size} vs {sizes[name]}")
