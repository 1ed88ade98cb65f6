"""NumPy's products of two arrays besides the standard's (`dot`, `outer`, `cross` ...), `diagonal` and `trace`."""

from __future__ import annotations

import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish, promote_arrays, write_out
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.reduction import accumulator, loop_dtype
from xp_torch._facts.dtype_sets import SUMMED
from xp_torch._facts.dtypes import DETOUR, KIND
from xp_torch._facts.errors import AxisError
from xp_torch._facts.shapes import broadcast_shapes, normalize_axis
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["cross", "diagonal", "dot", "inner", "kron", "outer", "trace", "vdot"]

_dot, _trace = torch.dot, torch.trace
_new = object.__new__


def _write_exactly(name: str, t: torch.Tensor, out: Any) -> ndarray:
    """Return `t`, in `out` if given: its shape and dtype must be those of `t`, and in C order, as `dot` has it."""
    if out is None:
        return wrap(t)
    if isinstance(out, ndarray):
        target = out._tensor
        if target.dtype is not t.dtype or target.shape != t.shape or not target.is_contiguous():
            raise ValueError(
                "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)"
            )
    return write_out(name, t, out)


def _not_aligned(a: torch.Tensor, i: int, b: torch.Tensor, j: int) -> ValueError:
    """Return NumPy's error for axes of different sizes."""
    shapes = " and ".join(str(tuple(t.shape)).replace(" ", "") for t in (a, b))
    return ValueError(f"shapes {shapes} not aligned: {a.shape[i]} (dim {i}) != {b.shape[j]} (dim {j})")


def _is_empty_list(x: Any) -> bool:
    """Tell whether `x` is a list or tuple without elements, however nested."""
    return isinstance(x, (list, tuple)) and all(map(_is_empty_list, x))


def _promote(name: str, a: Any, b: Any) -> list[torch.Tensor]:
    """Return the operands in their common dtype; a second one that is a list of nothing takes that of the first."""
    if _is_empty_list(b):
        left, right = as_tensors(name, a, b)
        return [left, cast(right, left.dtype)]
    return promote_arrays(name, a, b)


def _contract(name: str, a: Any, b: Any, second_to_last: bool) -> torch.Tensor:
    """Return the sum over the last axis of `a` and the last (or second to last) of `b`; 0-D arguments multiply."""
    left, right = _promote(name, a, b)
    if not left.ndim or not right.ndim:
        return left * right
    i, j = left.ndim - 1, max(right.ndim - 2, 0) if second_to_last else right.ndim - 1
    if left.shape[i] != right.shape[j]:
        raise _not_aligned(left, i, right, j)
    return kernels.tensordot(left, right, (i,), (j,))


def plain_product(x1: ndarray, x2: ndarray) -> ndarray | None:
    """Return the matrix product of arrays of one dtype, else None."""
    own = x1._dtype
    if own is x2._dtype:
        a, b = x1._tensor, x2._tensor
        # torch's matmul takes a meta tensor beside a CPU one; rule 7 does not.
        if a.is_cpu is b.is_cpu:
            try:
                t = a @ b if own in kernels.FIRM else kernels.matmul(a, b)
            except RuntimeError:
                return None  # the general path says what is wrong
            new = _new(ndarray)
            new._tensor = t
            new._dtype = own
            return new
    return None


def dot(a: Any, b: Any, out: Any = None) -> ndarray:
    """Compute NumPy's dot product: inner for vectors, matrix product for matrices, multiplication for 0-D arrays.

    Parameters
    ----------
    a, b : array_like
        Operands. In general the sum is over the last axis of `a` and the second to last of `b`.
    out : ndarray, optional
        Where to write the result; it must have the result's shape and dtype and be C-contiguous.

    Returns
    -------
    ndarray
        The product. Nothing is conjugated and nothing broadcasts (`vecdot`, `matmul` do).

    Raises
    ------
    ValueError
        If the axes differ in size.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.dot(xp.asarray([1, 2]), xp.asarray([3, 4]))
    array(11)
    """
    if type(a) is ndarray and type(b) is ndarray and out is None:
        rows, columns = a._tensor.ndim, b._tensor.ndim
        if rows == columns == 1 and a._dtype is b._dtype and a._dtype in kernels.FIRM:
            try:
                return wrap_as(_dot(a._tensor, b._tensor), a._dtype)
            except RuntimeError:
                pass  # the checks below say what is wrong, in NumPy's words
        elif 0 < rows < 3 and 0 < columns < 3:
            plain = plain_product(a, b)
            if plain is not None:
                return plain
    product = _contract("dot", a, b, True)
    if out is not None:
        sizes = [as_tensor(x).ndim for x in (a, b)]
        native = KIND[product.dtype] in "fc" and product.dtype not in DETOUR and max(sizes) < 3
        if not native and not all(sizes):
            # what BLAS has no dtype or dimensions for NumPy multiplies, with the `out` of a ufunc
            return write_out("multiply", product, out)
    return _write_exactly("dot", product, out)


def inner(a: Any, b: Any, /) -> ndarray:
    """Sum products over the last axes of both arguments.

    Parameters
    ----------
    a, b : array_like
        Operands; 0-D ones multiply.

    Returns
    -------
    ndarray
        Shape ``a.shape[:-1] + b.shape[:-1]``. Nothing is conjugated.

    Raises
    ------
    ValueError
        If the last axes differ in size.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.inner(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]))
    array([12, 34])
    """
    if type(a) is ndarray and type(b) is ndarray and b._tensor.ndim == 1 and a._tensor.ndim:
        plain = plain_product(a, b)
        if plain is not None:
            return plain
    return wrap(_contract("inner", a, b, False))


def vdot(a: Any, b: Any, /) -> ndarray:
    """Compute the dot product of two arrays flattened, the first conjugated.

    Parameters
    ----------
    a, b : array_like
        Operands of one size.

    Returns
    -------
    ndarray
        0-D.

    Raises
    ------
    ValueError
        If the sizes differ.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.vdot(xp.asarray([1j, 2]), xp.asarray([1j, 3]))
    array(7.+0.j)
    """
    left, right = (t.reshape(-1) for t in _promote("vdot", a, b))
    if left.shape != right.shape:
        raise ValueError(f"cannot reshape array of size {right.shape[0]} into shape ({left.shape[0]},)")
    return wrap(kernels.vecdot(left, right))


def outer(a: Any, b: Any, out: Any = None) -> ndarray:
    """Multiply every element of `a` by every element of `b`.

    Parameters
    ----------
    a, b : array_like
        Operands, flattened (`linalg.outer` wants them 1-D).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Shape ``(a.size, b.size)``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.outer(xp.asarray([1, 2]), xp.asarray([3, 4, 5]))
    array([[ 3,  4,  5],
           [ 6,  8, 10]])
    """
    if type(a) is ndarray and type(b) is ndarray and out is None and a._dtype is b._dtype:
        try:
            return wrap_as(torch.outer(a._tensor, b._tensor), a._dtype)
        except RuntimeError:
            pass  # other numbers of dimensions, devices, dtypes
    left, right = promote_arrays("outer", a, b)
    return finish("outer", kernels.outer(left.reshape(-1), right.reshape(-1)), out)


def kron(a: Any, b: Any) -> ndarray:
    """Compute the Kronecker product: blocks of `b` scaled by the elements of `a`.

    Parameters
    ----------
    a, b : array_like
        Operands; the one with fewer dimensions gets leading ones.

    Returns
    -------
    ndarray
        Along each dimension the sizes multiply.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.kron(xp.asarray([1, 10]), xp.asarray([1, 2, 3]))
    array([ 1,  2,  3, 10, 20, 30])
    """
    return wrap(kernels.kron(*promote_arrays("kron", a, b)))


def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> ndarray:
    """Compute the cross product of 3-vectors.

    Parameters
    ----------
    a, b : array_like
        Vectors of size 3 along `axisa` and `axisb`; the other dimensions broadcast.
    axisa, axisb, axisc : int, default: -1
        The axis of the vectors in `a`, in `b` and in the result.
    axis : int, optional
        All three at once.

    Returns
    -------
    ndarray
        The products, in the common dtype.

    Raises
    ------
    ValueError
        If a vector has not size 3, or the other dimensions don't broadcast.
    TypeError
        If the arguments are boolean.

    Notes
    -----
    Differs from NumPy: vectors of size 2, which NumPy deprecated, raise.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.cross(xp.asarray([1, 0, 0]), xp.asarray([0, 1, 0]))
    array([0, 0, 1])
    """
    plain = type(a) is ndarray and type(b) is ndarray and axis is None and axisa == axisb == axisc == -1
    if plain and a._dtype is b._dtype and a._dtype in SUMMED and a._tensor.is_cpu is b._tensor.is_cpu:
        try:
            return wrap_as(torch.linalg.cross(a._tensor, b._tensor), a._dtype)
        except (RuntimeError, IndexError):
            pass  # the general path says what is wrong
    left, right = promote_arrays("cross", a, b)
    if not (left.ndim and right.ndim):
        # NumPy's cross raises ValueError here and its linalg.cross IndexError: this is both
        raise AxisError("At least one array has zero dimension")
    if axis is not None:
        axisa = axisb = axisc = axis
    i, j = normalize_axis(axisa, left.ndim, "axisa"), normalize_axis(axisb, right.ndim, "axisb")
    if left.shape[i] != 3 or right.shape[j] != 3:
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{left.shape[i]} and {right.shape[j]} dimensional instead."
        )
    if KIND[left.dtype] == "b":
        raise TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, "
            "use the bitwise_xor, the `^` operator, or the logical_xor function instead."
        )
    left, right = left.movedim(i, -1), right.movedim(j, -1)
    shape = broadcast_shapes(left.shape, right.shape)
    return wrap(kernels.cross(left, right, -1).movedim(-1, normalize_axis(axisc, len(shape), "axisc")))


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray:
    """Return the diagonal of two dimensions as the last dimension.

    Parameters
    ----------
    a : array_like
        Input with at least two dimensions.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.
    axis1, axis2 : int, default: 0, 1
        The dimensions (`linalg.diagonal` takes the last two).

    Returns
    -------
    ndarray
        A view; it can be written to, unlike NumPy's.

    Raises
    ------
    ValueError
        If `a` has fewer than two dimensions or the axes are equal.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.diagonal(xp.asarray([[1, 2], [3, 4]]))
    array([1, 4])
    """
    t = as_tensor(a)
    return finish("diagonal", _diagonal(t, offset, axis1, axis2), like=a)


def _diagonal(t: torch.Tensor, offset: Any, axis1: Any, axis2: Any) -> torch.Tensor:
    """Return the diagonal of checked axes."""
    if t.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first, second = normalize_axis(axis1, t.ndim, "axis1"), normalize_axis(axis2, t.ndim, "axis2")
    if first == second:
        raise ValueError("axis1 and axis2 cannot be the same")
    return kernels.diagonal(t, operator.index(offset), first, second)


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> ndarray:
    """Sum the diagonal of two dimensions.

    Parameters
    ----------
    a : array_like
        Input with at least two dimensions.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.
    axis1, axis2 : int, default: 0, 1
        The dimensions (`linalg.trace` takes the last two).
    dtype : dtype_like, optional
        Dtype to sum in; by default that of `sum`: small integers grow to the default integer dtype.
    out : ndarray, optional
        Where to write the result; it must have the result's shape.

    Returns
    -------
    ndarray
        The sums; the other dimensions remain.

    Raises
    ------
    ValueError
        If `a` has fewer than two dimensions, the axes are equal, or `out` has another shape.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.trace(xp.asarray([[1, 2], [3, 4]]))
    array(5)
    """
    plain = type(a) is ndarray and type(offset) is int and offset == 0 and dtype is None and out is None
    if plain and a._dtype in SUMMED and ((axis1 == 0 and axis2 == 1) or (axis1 == -2 and axis2 == -1)):
        try:
            return wrap_as(_trace(a._tensor), a._dtype)
        except RuntimeError:
            pass  # no matrix
    t = _diagonal(as_tensor(a), offset, axis1, axis2)
    total = kernels.sum_along(t, loop_dtype(t.dtype, dtype, out, accumulator))
    if isinstance(out, ndarray) and out._tensor.shape != total.shape:
        raise ValueError(f"trace: out has shape {out.shape}, the result {tuple(total.shape)}")
    return finish("trace", total, out, like=a)
