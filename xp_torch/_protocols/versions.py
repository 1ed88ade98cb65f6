"""The namespaces of older versions of the standard, the modules ``xp_torch.v2021_12`` to ``xp_torch.v2024_12``.

They have all public names of the package; the functions here replace those that differ in a version.
"""

from __future__ import annotations

import operator
import sys
import types
from importlib.machinery import ModuleSpec
from typing import Any, Literal

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.defaults import default_complex, default_float
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import AxisError
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.public import set_module
from xp_torch._functions import info
from xp_torch._functions.creation import matrices
from xp_torch._functions.linear_algebra import gufuncs, linalg_products
from xp_torch._functions.manipulation import broadcast
from xp_torch._functions.statistics import reductions
from xp_torch._protocols.namespace import NAMESPACES


def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: Literal["xy", "ij"] = "xy") -> list[ndarray]:
    """Return coordinate matrices as a list: `xp_torch.meshgrid` before 2025.12.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2024.12")
    >>> old.meshgrid([1, 2], [3])
    [array([[1, 2]]), array([[3, 3]])]
    """
    return list(matrices.meshgrid(*xi, copy=copy, sparse=sparse, indexing=indexing))


def broadcast_arrays(*arrays: Any, subok: bool = False) -> list[ndarray]:
    """Return the broadcast arrays as a list: `xp_torch.broadcast_arrays` before 2025.12.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2024.12")
    >>> old.broadcast_arrays([1, 2], 3)
    [array([1, 2]), array([3, 3])]
    """
    return list(broadcast.broadcast_arrays(*arrays, subok=subok))


class ListInfo(info.Info):
    """The result of `__array_namespace_info__` before 2025.12, whose ``devices()`` returns a list."""

    def devices(self) -> list[torch.device]:  # type: ignore[override]
        """Return the available devices as a list.

        Examples
        --------
        >>> old = xp.asarray(0).__array_namespace__(api_version="2024.12")
        >>> old.__array_namespace_info__().devices()[0]
        device(type='cpu')
        """
        return list(super().devices())


_LIST_INFO = ListInfo()


def __array_namespace_info__() -> ListInfo:
    """Return capabilities, devices and dtypes: `xp_torch.__array_namespace_info__` before 2025.12.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2024.12")
    >>> list(old.__array_namespace_info__().dtypes(kind="bool"))
    ['bool']
    """
    return _LIST_INFO


def _accumulated(a: Any, dtype: Any, out: Any) -> Any:
    """Return the dtype to sum `a` in before 2023.12: the default float dtype, or a wider dtype of `a`."""
    if dtype is not None or out is not None:
        return dtype
    own = as_tensor(a).dtype
    kind = KIND[own]
    if kind not in "fc":
        return None
    default = default_float() if kind == "f" else default_complex()
    return None if own is default or torch.finfo(default).max < torch.finfo(own).max else default


def sum(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Return the sum over axes: `xp_torch.sum` before 2023.12, which adds floats in the default dtype.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2022.12")
    >>> x = xp.asarray([1.0, 2.0], dtype=xp.float32)
    >>> old.sum(x).dtype, xp.sum(x).dtype
    (dtype('float64'), dtype('float32'))
    """
    return reductions.sum(a, axis, _accumulated(a, dtype, out), out, keepdims, initial, where)


def prod(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Return the product over axes: `xp_torch.prod` before 2023.12, which multiplies floats in the default dtype.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2022.12")
    >>> old.prod(xp.asarray([2.0, 3.0], dtype=xp.float32))
    array(6.)
    """
    return reductions.prod(a, axis, _accumulated(a, dtype, out), out, keepdims, initial, where)


def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> ndarray:
    """Return the trace: `xp_torch.linalg.trace` before 2023.12, which adds floats in the default dtype.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2022.12")
    >>> old.linalg.trace(xp.eye(2, dtype=xp.float32))
    array(2.)
    """
    return linalg_products.trace(x, offset=offset, dtype=_accumulated(x, dtype, None))


def _from_the_end(name: str, axis: Any, x1: Any, x2: Any) -> int:
    """Return `axis`, which may count from the front of the broadcast shape, as a negative axis, as in 2023.12."""
    dim = operator.index(axis)
    if dim < 0:
        return dim
    ndim = max(as_tensor(x1).ndim, as_tensor(x2).ndim)
    if dim >= ndim:
        raise AxisError(dim, ndim, name)
    return dim - ndim


def vecdot(
    x1: Any,
    x2: Any,
    /,
    out: Any = None,
    *,
    axes: Any = None,
    axis: Any = None,
    keepdims: bool = False,
    casting: str = "same_kind",
    order: str = "K",
    dtype: Any = None,
    subok: bool = True,
    signature: Any = None,
) -> ndarray:
    """Return the dot product of vectors: `xp_torch.vecdot` before 2023.12.

    A non-negative `axis` counts from the front of the broadcast shape.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2022.12")
    >>> old.vecdot(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]), axis=1)
    array([12, 34])
    """
    given = {"keepdims": keepdims, "casting": casting, "order": order, "dtype": dtype, "subok": subok}
    if axis is not None:
        given["axis"] = _from_the_end("vecdot", axis, x1, x2)
    if axes is not None:
        given["axes"] = axes
    return gufuncs.vecdot(x1, x2, out, signature=signature, **given)


def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> ndarray:
    """Return the cross product of 3-vectors: `xp_torch.linalg.cross` before 2023.12.

    A non-negative `axis` counts from the front of the broadcast shape.

    Examples
    --------
    >>> old = xp.asarray(0).__array_namespace__(api_version="2022.12")
    >>> old.linalg.cross(xp.asarray([[1, 0, 0]]), xp.asarray([0, 1, 0]), axis=1)
    array([[0, 0, 1]])
    """
    return linalg_products.cross(x1, x2, axis=_from_the_end("cross", axis, x1, x2))


_LISTS: dict[str, Any] = {
    "__array_namespace_info__": __array_namespace_info__,
    "broadcast_arrays": broadcast_arrays,
    "meshgrid": meshgrid,
}
_BEFORE_2023: dict[str, Any] = {**_LISTS, "prod": prod, "sum": sum, "vecdot": vecdot}
_LINALG_BEFORE_2023: dict[str, Any] = {"cross": cross, "trace": trace, "vecdot": vecdot}

#: the functions that differ in each version: of the main namespace, and of the extension `linalg`.
OVERRIDES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "2021.12": (_BEFORE_2023, _LINALG_BEFORE_2023),
    "2022.12": (_BEFORE_2023, _LINALG_BEFORE_2023),
    "2023.12": (_LISTS, {}),
    "2024.12": (_LISTS, {}),
}


def _module(name: str, of: types.ModuleType, doc: str, overrides: dict[str, Any]) -> types.ModuleType:
    """Return a new importable module with the public names of the module `of`, except for `overrides`."""
    made = types.ModuleType(name, doc)
    held = vars(of)
    made.__dict__.update({key: held[key] for key in of.__all__ if key in held} | overrides)

    def __getattr__(wanted: str) -> Any:
        # Modules that the package imports on first use.
        if wanted in of.__all__:
            return getattr(of, wanted)
        raise AttributeError(f"module {name!r} has no attribute {wanted!r}", name=wanted, obj=made)

    made.__dict__["__getattr__"] = __getattr__
    made.__dict__.update(__all__=list(of.__all__), __package__=name.rpartition(".")[0])
    # Registered, so that pickles find this module.
    made.__spec__ = ModuleSpec(name, None, origin=__file__)
    sys.modules[name] = made
    return made


def publish() -> None:
    """Make the namespaces, for `__array_namespace__`; called at the end of the import of the package."""
    package = sys.modules["xp_torch"]
    NAMESPACES[None] = NAMESPACES[package.__array_api_version__] = package
    for version, (main, extension) in OVERRIDES.items():
        attribute = "v" + version.replace(".", "_")
        name, doc = f"{package.__name__}.{attribute}", f"The namespace of version {version} of the array API standard."
        set_module(name, main, main)
        overrides = {**main, "__array_api_version__": version}
        if extension:
            set_module(f"{name}.linalg", extension, set(extension) - set(main))
            own = f"The extension `linalg` of version {version} of the array API standard."
            overrides["linalg"] = _module(f"{name}.linalg", package.linalg, own, extension)
        made = _module(name, package, doc, overrides)
        NAMESPACES[version] = made
        setattr(package, attribute, made)
