"""NumPy's products of two arrays besides the generalized ufuncs: `dot`, `outer`, `tensordot`, `cross` ..."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import OUTPUTS, as_ndarray, copy_shared, finish, output_dtype, promote_arrays, write_out
from xp_torch._array.door import call_override, has_foreign, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.overrides import overrides, subclass_operand, wrap_result
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtype_sets import SUMMED
from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.errors import AxisError, shape_text, without_frames
from xp_torch._facts.inspection import known_or, same_shape
from xp_torch._facts.shapes import broadcast_shapes, is_sequence, listed_axes, normalize_axis
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._functions.elementwise import multiply
from xp_torch._kernels import host_functions
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.host import is_large
from xp_torch._kernels.layout import raveled

__all__ = ["cross", "dot", "inner", "kron", "outer", "tensordot", "vdot"]


def direct_matmul(x1: Any, x2: Any) -> ndarray | None:
    """Return the matrix product of arrays of one dtype; None if the fast path does not apply."""
    dtype = x1._dtype
    if dtype is x2._dtype:
        a, b = x1._tensor, x2._tensor
        # torch's matmul accepts a meta tensor beside another one, against rule 7
        if a.is_cpu is b.is_cpu and (a.is_cpu or a.device == b.device):
            try:
                # the kernel chooses how a graph multiplies a vector, and whether autocast applies
                if b.ndim == 1 or dtype not in kernels.AUTOCAST_KEEPS:
                    return wrap_as(kernels.matmul(a, b), dtype)
                if is_large(a):
                    result = host_functions.gram(a, b)
                    if result is not None:
                        return wrap_as(result, dtype)
                return wrap_as(a @ b, dtype)
            except (IndexError, RuntimeError) as error:
                if _are_aligned(a, b):
                    raise_explained("matmul", (), error)
                # else the general path says which sizes differ
    return None


def _are_aligned(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether two tensors have shapes that a matrix product accepts."""
    if not a.ndim or not b.ndim or a.shape[-1] != b.shape[max(b.ndim - 2, 0)]:
        return False
    return all(m == n or 1 in (m, n) for m, n in zip(a.shape[-3::-1], b.shape[-3::-1], strict=False))


@without_frames
def _contract(name: str, a: Any, b: Any, second_to_last: bool, out: Any = None) -> torch.Tensor:
    """Return the sum over the last axis of `a` and the last, or second to last, of `b`.

    0-D arguments multiply.
    """
    left, right = copy_shared(promote_arrays(name, a, b), out)
    if not left.ndim or not right.ndim:
        return left * right
    i, j = left.ndim - 1, max(right.ndim - 2, 0) if second_to_last else right.ndim - 1
    if known_or(False, left.shape[i] != right.shape[j]):
        shapes = " and ".join(shape_text(t.shape) for t in (left, right))
        raise ValueError(f"shapes {shapes} not aligned: {left.shape[i]} (dim {i}) != {right.shape[j]} (dim {j})")
    return kernels.tensordot(left, right, (i,), (j,))


def dot(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute NumPy's dot product: inner for vectors, matrix product for matrices, multiplication for 0-D arrays.

    Parameters
    ----------
    a, b : array_like
        Operands. In general the sum is over the last axis of `a` and the second to last of `b`.
    out : ndarray, optional
        Array to write the result to. It must have the shape and the dtype of the result and be C-contiguous.

    Returns
    -------
    ndarray
        The product. Unlike in `vecdot` and `matmul`, nothing is conjugated and nothing broadcasts.

    Raises
    ------
    ValueError
        If the axes differ in size, or `out` doesn't fit.

    Examples
    --------
    >>> xp.dot(xp.asarray([1, 2]), xp.asarray([3, 4]))
    array(11)
    """
    if type(a) is ndarray and type(b) is ndarray and out is None:
        ndim, other_ndim = a._tensor.ndim, b._tensor.ndim
        if ndim == other_ndim == 1 and a._dtype is b._dtype and a._dtype in kernels.AUTOCAST_KEEPS:
            try:
                return wrap_as(torch.dot(a._tensor, b._tensor), a._dtype)
            except RuntimeError as error:
                if _are_aligned(a._tensor, b._tensor):
                    raise_explained("dot", [a._tensor, b._tensor], error)
                # else the general path says which sizes differ
        elif 0 < ndim < 3 and 0 < other_ndim < 3:
            direct = direct_matmul(a, b)
            if direct is not None:
                return direct
    if has_override(a, b, out):
        return call_override(dot, locals())
    product = _contract("dot", a, b, True, out)
    if isinstance(out, OUTPUTS):
        alike = output_dtype(out) is product.dtype and out.shape == tuple(product.shape)
        if not alike or not out.flags.c_contiguous:
            raise ValueError(
                "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)"
            )
    return wrap_result(product, subclass_operand((a, b))) if out is None else write_out("dot", product, out)


def inner(a: ArrayLike, b: ArrayLike, /) -> ndarray:
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
    >>> xp.inner(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]))
    array([12, 34])
    """
    if has_override(a, b):
        return call_override(inner, locals())
    if type(a) is ndarray and type(b) is ndarray and b._tensor.ndim == 1 and a._tensor.ndim:
        direct = direct_matmul(a, b)
        if direct is not None:
            return direct
    return wrap_result(_contract("inner", a, b, False), subclass_operand((a, b)))


def vdot(a: ArrayLike, b: ArrayLike, /) -> ndarray:
    """Compute the dot product of two flattened arrays; the first is conjugated.

    Parameters
    ----------
    a, b : array_like
        Operands with the same number of elements.

    Returns
    -------
    ndarray
        The product, 0-D.

    Raises
    ------
    ValueError
        If the numbers of elements differ.

    Examples
    --------
    >>> xp.vdot(xp.asarray([1j, 2]), xp.asarray([1j, 3]))
    array(7.+0.j)
    """
    if has_override(a, b):
        return call_override(vdot, locals())
    left, right = (raveled(t) for t in promote_arrays("vdot", a, b))
    if known_or(False, left.shape[0] != right.shape[0]):
        raise ValueError(f"cannot reshape array of size {right.shape[0]} into shape ({left.shape[0]},)")
    return wrap(kernels.vecdot(left, right))


def outer(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Multiply every element of `a` by every element of `b`.

    Parameters
    ----------
    a, b : array_like
        Operands, which are flattened (`linalg.outer` accepts 1-D arrays only).
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Shape ``(a.size, b.size)``.

    Examples
    --------
    >>> xp.outer(xp.asarray([1, 2]), xp.asarray([3, 4, 5]))
    array([[ 3,  4,  5],
           [ 6,  8, 10]])
    """
    if type(a) is ndarray and type(b) is ndarray and out is None and a._dtype is b._dtype:
        t, other = a._tensor, b._tensor
        # Dynamo does not catch errors of torch: they are avoided where the general path has a result.
        if t.ndim == other.ndim == 1 and (t.is_cpu or a._dtype not in SAME_WIDTH_SIGNED):
            try:
                return wrap_as(torch.outer(t, other), a._dtype)
            except RuntimeError as error:
                if t.device == other.device:
                    raise_explained("outer", (), error)
                # else the general path says what is wrong with the devices
    if has_override(a, b, out):
        return call_override(outer, locals())
    left, right = copy_shared(promote_arrays("outer", a, b), out)
    return finish("outer", kernels.outer(raveled(left), raveled(right)), out)


def kron(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Compute the Kronecker product: blocks of `b` scaled by the elements of `a`.

    Parameters
    ----------
    a, b : array_like
        Operands; the one with fewer dimensions gets leading ones.

    Returns
    -------
    ndarray
        The product; its sizes are the products of the sizes of `a` and `b`.

    Examples
    --------
    >>> xp.kron(xp.asarray([1, 10]), xp.asarray([1, 2, 3]))
    array([ 1,  2,  3, 10, 20, 30])
    """
    if has_foreign(a, b):
        return call_override(kron, locals())
    if overrides(a) or overrides(b):
        return _kron_by_ufunc(as_ndarray(a), as_ndarray(b))
    return wrap_result(kernels.kron(*promote_arrays("kron", a, b)), subclass_operand((a, b)))


def _kron_by_ufunc(a: ndarray, b: ndarray) -> Any:
    """Return the Kronecker product by `multiply`, which a subclass of `ndarray` may compute itself."""
    ndim = max(a.ndim, b.ndim)
    rows, columns = ((1,) * (ndim - x.ndim) + x.shape for x in (a, b))
    product = multiply(
        a.reshape([n for size in rows for n in (size, 1)]), b.reshape([n for size in columns for n in (1, size)])
    )
    return product.reshape([i * j for i, j in zip(rows, columns, strict=True)])


def tensordot(
    a: ArrayLike,
    b: ArrayLike,
    axes: int | tuple[SupportsIndex | Sequence[SupportsIndex], SupportsIndex | Sequence[SupportsIndex]] = 2,
) -> ndarray:
    """Sum products of elements over pairs of axes.

    Parameters
    ----------
    a, b : array_like
        Operands.
    axes : int or pair of ints or of sequences of ints, default: 2
        An int N pairs the last N axes of `a` with the first N axes of `b`, in order. A pair gives the axes of `a` and
        those of `b`.

    Returns
    -------
    ndarray
        The sums, in the common dtype; the unpaired axes of `a` come before those of `b`.

    Raises
    ------
    ValueError
        If paired axes differ in size, or an axis is repeated.

    Examples
    --------
    >>> xp.tensordot(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]), axes=1)
    array([12, 34])
    """
    if has_override(a, b):
        return call_override(tensordot, locals())
    arrays = type(a) is ndarray and type(b) is ndarray
    if arrays and type(axes) is int and axes == 1 and 0 < a._tensor.ndim < 3 and 0 < b._tensor.ndim < 3:  # type: ignore[union-attr]
        direct = direct_matmul(a, b)
        if direct is not None:
            return direct
    left, right = promote_arrays("tensordot", a, b)
    axes_a: Sequence[Any]
    axes_b: Sequence[Any]
    if is_sequence(axes):
        axes_a, axes_b = map(listed_axes, axes)
    else:
        n = operator.index(axes)  # type: ignore[arg-type]
        axes_a, axes_b = range(-n, 0), range(n)
    axes_a = [normalize_axis(i, left.ndim) for i in axes_a]
    axes_b = [normalize_axis(i, right.ndim) for i in axes_b]
    if len(set(axes_a)) != len(axes_a) or len(set(axes_b)) != len(axes_b):
        raise ValueError("duplicate axes are not allowed in tensordot")
    if not same_shape([left.shape[i] for i in axes_a], [right.shape[i] for i in axes_b]):
        raise ValueError("shape-mismatch for sum")
    return wrap(kernels.tensordot(left, right, axes_a, axes_b))


def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: SupportsIndex = -1,
    axisb: SupportsIndex = -1,
    axisc: SupportsIndex = -1,
    axis: SupportsIndex | None = None,
) -> ndarray:
    """Compute the cross product of vectors.

    Parameters
    ----------
    a, b : array_like
        Vectors of size 3 along `axisa` and `axisb`; the other dimensions broadcast.
    axisa, axisb, axisc : int, default: -1
        Axis of the vectors in `a`, in `b` and in the result.
    axis : int, optional
        Axis of the vectors in all three, instead of `axisa`, `axisb` and `axisc`.

    Returns
    -------
    ndarray
        The products, in the common dtype.

    Raises
    ------
    ValueError
        If the size of a vector is not 3, or the other dimensions don't broadcast.
    TypeError
        If the arguments are boolean.

    Examples
    --------
    >>> xp.cross(xp.asarray([1, 0, 0]), xp.asarray([0, 1, 0]))
    array([0, 0, 1])
    """
    ints = type(axisa) is type(axisb) is type(axisc) is int
    plain = axis is None and ints and axisa == axisb == axisc == -1
    if plain and type(a) is ndarray and type(b) is ndarray and a._dtype is b._dtype and a._dtype in SUMMED:
        t, other = a._tensor, b._tensor
        # Dynamo does not catch errors of torch.
        three = t.ndim and same_shape(t.shape, other.shape) and known_or(True, t.shape[-1] == 3)
        if three and t.is_cpu is other.is_cpu and (t.is_cpu or t.device == other.device):
            return wrap_as(torch.linalg.cross(t, other), a._dtype)
    if has_override(a, b):
        return call_override(cross, locals())
    left, right = promote_arrays("cross", a, b)
    if not (left.ndim and right.ndim):
        # NumPy's cross raises ValueError here and its linalg.cross IndexError; AxisError is both
        raise AxisError("At least one array has zero dimension")
    if axis is not None:
        axisa = axisb = axisc = axis
    i, j = normalize_axis(axisa, left.ndim, "axisa"), normalize_axis(axisb, right.ndim, "axisb")
    sizes = left.shape[i], right.shape[j]
    if not same_shape(sizes, (3, 3)):
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{sizes[0]} and {sizes[1]} dimensional instead."
        )
    if KIND[left.dtype] == "b":
        raise TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, "
            "use the bitwise_xor, the `^` operator, or the logical_xor function instead."
        )
    left, right = left.movedim(i, -1), right.movedim(j, -1)
    shape = broadcast_shapes(left.shape[:-1], right.shape[:-1])
    product = kernels.cross(left, right, -1)
    return wrap(product.movedim(-1, normalize_axis(axisc, len(shape) + 1, "axisc")))
