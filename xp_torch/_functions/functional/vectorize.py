"""Functions of arrays made from Python functions of numbers, by a loop in Python."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, foreign_error, has_more, write_out
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._array.numpys import by_numpy, check_host, is_numpys
from xp_torch._array.ufunc.call import as_mask, attach
from xp_torch._array.ufunc.ufuncs import ufunc
from xp_torch._facts.annotations import DTypeLike
from xp_torch._facts.dtypes import KIND, dtype, numpys_dtype, torch_dtype
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import as_bool, broadcast_shapes
from xp_torch._facts.torch_state import is_transformed
from xp_torch._functions.creation.from_data import asanyarray, asarray
from xp_torch._kernels import layout
from xp_torch._kernels.cast import cast

__all__ = ["frompyfunc", "vectorize"]

_CORE = r"\(\s*(?:\w+\s*(?:,\s*\w+\s*)*)?\)"
_SIGNATURE = re.compile(rf"\s*{_CORE}\s*(?:,\s*{_CORE}\s*)*->\s*{_CORE}\s*(?:,\s*{_CORE}\s*)*")
_EMPTY = "cannot call `vectorize` on size 0 inputs unless `otypes` is set"


def _elements(operands: Sequence[Any]) -> tuple[tuple[int, ...], Iterable[tuple]]:
    """Return the broadcast shape of operands, and their elements in row-major order as Python numbers and objects.

    They are 0-D arrays under transforms, and of an array that requires grad, so that results keep the autograd graph.
    """
    shape = broadcast_shapes(*[x.shape for x in operands])
    seen = is_transformed()

    def listed(x: Any) -> Iterable[Any]:
        if isinstance(x, np.ndarray):
            return np.broadcast_to(x, shape).reshape(-1).tolist()
        t = x._tensor.broadcast_to(shape).reshape(-1)
        return map(wrap, t.unbind()) if seen or t.requires_grad else t.tolist()

    return shape, zip(*map(listed, operands), strict=True)


def _dtype_of_results(dtype: Any) -> Any:
    """Return a dtype-like as a torch dtype; as NumPy's if torch lacks it."""
    theirs = numpys_dtype(dtype)
    if theirs is None:
        return torch_dtype(dtype)
    return np.dtype(theirs.char) if theirs.kind in "SU" else theirs  # as long as the longest text


def _as_objects(values: list, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return results of a Python function as an array of NumPy's."""
    check_host("vectorize")
    a = np.empty(len(values), object)
    a[:] = values
    return a.astype(dtype).reshape(shape)


def _as_results(values: list, shape: tuple[int, ...], dtype: Any) -> Any:
    """Return results of a Python function as a tensor of `shape`, by default of their common dtype.

    Text, objects, and results of a `dtype` that torch lacks are an array of NumPy's.
    """
    if isinstance(dtype, np.dtype) or (dtype is None and is_numpys(values)):
        return _as_objects(values, shape, object if dtype is None else dtype)
    t = as_tensor(values) if values or dtype is None else torch.empty(0, dtype=dtype)
    if t.ndim != 1:
        raise ValueError("setting an array element with a sequence.")
    return (t if dtype is None else cast(t, dtype)).reshape(shape)


def _looped(function: Callable, nout: int, operands: Sequence[Any], dtypes: list | None) -> list[Any]:
    """Return the `nout` results of a Python function for all elements."""
    for x in operands:
        if has_more(type(x)):
            raise foreign_error(type(x))
    shape, elements = _elements(operands)
    results = [function(*values) for values in elements]
    columns = [results] if nout == 1 else [list(column) for column in zip(*results, strict=True)] or [[]] * nout
    if len(columns) != nout:
        raise ValueError(f"wrong number of outputs from pyfunc: expected {nout}, got {len(columns)}")
    return [_as_results(c, shape, None if dtypes is None else dtypes[i]) for i, c in enumerate(columns)]


def _subclass_instance(values: Iterable[Any]) -> ndarray | None:
    """Return the first instance of a subclass of `ndarray` among `values`, or None."""
    return next((x for x in values if isinstance(x, ndarray) and type(x) is not ndarray), None)


def _wrap_as_subclass(t: Any, source: ndarray | None) -> Any:
    """Return a tensor as an array of the class of `source`; NumPy arrays stay unchanged."""
    if isinstance(t, np.ndarray):
        return t
    return wrap_like(ndarray if source is None else type(source), t, source)


def frompyfunc(func: Callable[..., Any], /, nin: int, nout: int, *, identity: object = NO_VALUE) -> ufunc:
    """Make a ufunc from a Python function, which is called for each element in a loop in Python.

    Parameters
    ----------
    func : callable
        Function of `nin` Python numbers that returns one number, or a tuple of `nout`.
    nin, nout : int
        Number of operands and of results.
    identity : object, optional
        Result of `reduce` for no elements, or None. If it is given, `reduce` accepts several axes, in any order.

    Returns
    -------
    function
        A ufunc, with NumPy's attributes and methods. Operands broadcast; the dtype of the results is that of `asarray`.

    Notes
    -----
    Differs from NumPy: the results are numbers, not objects. Elements are read back to the host. In traced code, under
    transforms and for arrays that require grad, the function gets 0-D arrays instead.

    Examples
    --------
    >>> clipped = xp.frompyfunc(lambda a, b: a if a < b else b, 2, 1)
    >>> clipped([1, 5, 3], 3), clipped.reduce([4, 2, 8])
    (array([1, 3, 3]), array(2))
    """
    if not callable(func):
        raise TypeError("function must be callable")
    nin, nout = operator.index(nin), operator.index(nout)
    if nin < 0 or nout < 0 or nin + nout > 64:
        raise ValueError(f"Cannot construct a ufunc with {nin} operands and {nout} results; at most 64 arguments")
    reorderable = identity is not NO_VALUE
    identity = identity if reorderable else None

    def function(
        cls: Any,
        /,
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
        dtypes = None if dtype is None else [_dtype_of_results(dtype)] * nout
        results = _looped(func, nout, [asanyarray(x) for x in inputs[:nin]], dtypes)
        source = _subclass_instance(inputs[:nin] if subok else ())
        mask = None if where is True else as_mask(where, None)
        arrays = []
        for t, target in zip(results, outs, strict=True):
            if target is not None:
                arrays.append(write_out(name, t, target, casting, mask))
            else:
                t = t if order in ("K", "A") or isinstance(t, np.ndarray) else layout.in_order(t, order)
                arrays.append(_wrap_as_subclass(t, source))
        return arrays[0] if nout == 1 else tuple(arrays)

    name = f"{getattr(func, '__name__', '?')} (vectorized)"
    function.__doc__ = f"The Python function {name}, element by element."
    function._op = SimpleNamespace(  # type: ignore[attr-defined]
        name=name,
        nin=nin,
        loops=dict.fromkeys(KIND, lambda *tensors: function(None, *map(wrap, tensors))._tensor),
        resolution={d: d for d in KIND},
        result="same",
        integers="smallest",
        no_bool=None,
        integer_second=False,
        comparison=False,
        identity=identity,
        reorderable=reorderable,
    )
    return attach(function, name, nin, nout, ["O" * nin + "->" + "O" * nout], identity, public=False)


class vectorize:
    """Apply a Python function to all elements of arrays, or to subarrays, in a loop in Python.

    Parameters
    ----------
    pyfunc : callable, optional
        Function of Python numbers, or of arrays if `signature` is given. Without it, the result is a decorator.
    otypes : str or list of dtype_like, optional
        Data types of the results; by default those of the results of one more call, for the first elements.
    doc : str, optional
        Docstring; by default that of `pyfunc`.
    excluded : set of str or int, optional
        Names and positions of arguments that are passed unchanged.
    cache : bool, default: False
        Whether to keep the results of the first call, so that `pyfunc` is called only once for each element.
    signature : str, optional
        Core dimensions, as in ``"(m,n),(n)->(m)"``: `pyfunc` takes and returns arrays with these dimensions.

    Notes
    -----
    A convenience, not faster than a loop: elements are read back to the host. In traced code, under transforms and of
    arrays that require grad they are 0-D arrays. Differs from NumPy: the results are numbers, not objects.

    Examples
    --------
    >>> distance = xp.vectorize(lambda a, b: a - b if a > b else b - a)
    >>> distance([[1, 2], [3, 4]], 3)
    array([[2, 1],
           [0, 1]])
    """

    def __init__(
        self,
        pyfunc: Callable[..., Any] = NO_VALUE,
        otypes: str | Sequence[DTypeLike] | None = None,
        doc: str | None = None,
        excluded: Collection[str | int] | None = None,
        cache: bool = False,
        signature: str | None = None,
    ) -> None:
        if pyfunc is not NO_VALUE and not callable(pyfunc):
            raise TypeError("When used as a decorator, only accepts keyword arguments.")
        self.pyfunc = pyfunc
        self.cache = as_bool(cache, "cache")
        self.signature = signature
        self._doc = doc
        self.__doc__ = doc
        if pyfunc is not NO_VALUE:
            self._set_name(pyfunc)
        if isinstance(otypes, str):
            for char in otypes:
                if char not in np.typecodes["All"]:
                    raise ValueError(f"Invalid otype specified: {char}")
        elif isinstance(otypes, Iterable):
            otypes = [dtype(x) for x in otypes]
        elif otypes is not None:
            raise ValueError("Invalid otype specification")
        self.otypes = otypes
        self.excluded = set() if excluded is None else set(excluded)
        self._core = None if signature is None else _read_signature(signature)

    def _set_name(self, pyfunc: Any) -> None:
        """Set the name and the docstring from the function."""
        if hasattr(pyfunc, "__name__"):
            self.__name__ = pyfunc.__name__
        if self._doc is None:
            self.__doc__ = getattr(pyfunc, "__doc__", None)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the results of the function; as a decorator, set the function first."""
        if self.pyfunc is NO_VALUE:
            (self.pyfunc,) = args
            self._set_name(self.pyfunc)
            return self
        names = [n for n in kwargs if n not in self.excluded]
        positions = [i for i in range(len(args)) if i not in self.excluded]

        def function(*values: Any) -> Any:
            if not names and len(positions) == len(args):
                return self.pyfunc(*values, **kwargs)
            positional = list(args)
            for i, value in zip(positions, values, strict=False):
                positional[i] = value
            return self.pyfunc(*positional, **{**kwargs, **dict(zip(names, values[len(positions) :], strict=True))})

        values = [args[i] for i in positions] + [kwargs[n] for n in names]
        if self._core is not None:
            return self._call_on_subarrays(function, values)
        return self._call_on_elements(function, values) if values else function()

    def _call_on_elements(self, function: Callable, values: list) -> Any:
        """Return the results of a function of numbers."""
        arrays = [asanyarray(v) for v in values]
        if any(has_more(type(x)) for x in arrays):  # of a masked array and a matrix, NumPy keeps the class
            given: Any = self.otypes
            otypes = None if given is None else [np.dtype(t) for t in given]
            return by_numpy(np.vectorize(function, otypes, cache=self.cache), arrays, {})
        cached: list = []
        if self.otypes is not None:
            dtypes = [_dtype_of_results(t) for t in self.otypes]
        else:
            if any(not x.size for x in arrays):
                raise ValueError(_EMPTY)
            first = function(*[x.reshape(-1)[0] for x in arrays])
            dtypes = [_dtype_of_results(asarray(v).dtype) for v in (first if isinstance(first, tuple) else (first,))]
            cached = [first] if self.cache else []
        step = (lambda *elements: cached.pop() if cached else function(*elements)) if cached else function
        source = _subclass_instance(arrays)
        results = tuple(_wrap_as_subclass(t, source) for t in _looped(step, len(dtypes), arrays, dtypes))
        return results[0] if len(results) == 1 else results

    def _call_on_subarrays(self, function: Callable, values: list) -> Any:
        """Return the results of a function of subarrays with the core dimensions of the signature."""
        inputs, outputs = self._core  # type: ignore[misc]
        if len(values) != len(inputs):
            raise TypeError(f"wrong number of positional arguments: expected {len(inputs)}, got {len(values)}")
        arrays = [asanyarray(v) for v in values]
        sizes: dict[str, int] = {}
        for x, core in zip(arrays, inputs, strict=True):
            _add_sizes(sizes, x, core)
        loop = broadcast_shapes(*[x.shape[: x.ndim - len(core)] for x, core in zip(arrays, inputs, strict=True)])
        dtypes = None if self.otypes is None else [torch_dtype(t) for t in self.otypes]
        source = _subclass_instance(arrays)
        broadcast = []
        for x, core in zip(arrays, inputs, strict=True):
            t = x._tensor.broadcast_to(loop + tuple(sizes[d] for d in core))
            broadcast.append(wrap_like(type(x), t, x))
        collected: list[list] = [[] for _ in outputs]
        for index in product(*map(range, loop)):
            results = function(*[x[(*index, ...)] for x in broadcast])
            results = results if isinstance(results, tuple) else (results,)
            if len(results) != len(outputs):
                raise ValueError(f"wrong number of outputs from pyfunc: expected {len(outputs)}, got {len(results)}")
            for i, (result, core) in enumerate(zip(results, outputs, strict=True)):
                part = asarray(result)
                _add_sizes(sizes, part, core)
                own = collected[i][0].dtype if collected[i] else part._tensor.dtype if dtypes is None else dtypes[i]
                shape = tuple(sizes[d] for d in core)
                collected[i].append(cast(part._tensor, own).broadcast_to(shape))
        if not collected[0]:
            if dtypes is None:
                raise ValueError(_EMPTY)
            if any(d not in sizes for core in outputs for d in core):
                raise ValueError(
                    "cannot call `vectorize` with a signature including new output dimensions on size 0 inputs"
                )
        joined = []
        for i, (parts, core) in enumerate(zip(collected, outputs, strict=True)):
            shape = loop + tuple(sizes[d] for d in core)
            t = torch.stack(parts).reshape(shape) if parts else torch.empty(shape, dtype=dtypes[i])  # type: ignore[index]
            joined.append(_wrap_as_subclass(t, source))
        return joined[0] if len(joined) == 1 else tuple(joined)


def _read_signature(signature: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Return the names of the core dimensions of inputs and outputs."""
    if not _SIGNATURE.fullmatch(signature):
        raise ValueError(f"not a valid gufunc signature: {signature}")
    sides = signature.split("->")
    cores = [[tuple(re.findall(r"\w+", core)) for core in re.findall(r"\(([^)]*)\)", side)] for side in sides]
    return cores[0], cores[1]


def _add_sizes(sizes: dict[str, int], x: ndarray, core: tuple[str, ...]) -> None:
    """Add the sizes of an array's core dimensions to `sizes`; sizes that are there already must agree."""
    if x.ndim < len(core):
        raise ValueError(
            f"{x.ndim}-dimensional argument does not have enough dimensions for all core dimensions {core}"
        )
    for name, size in zip(core, x.shape[x.ndim - len(core) :], strict=True):
        if sizes.setdefault(name, size) != size:
            raise ValueError(f"inconsistent size for core dimension {name!r}: {size} vs {sizes[name]}")
