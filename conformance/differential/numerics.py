"""Says of reductions, sets, ranges, `linalg` and `fft` how they differ from NumPy by a documented difference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from conformance.differential.compare import Outcome, as_numpy
from conformance.differential.excuse import (
    Also,
    as_documented,
    cast_of,
    gives,
    is_numpys,
    last_name,
    leaves,
    mapped,
    numpy_gives,
    only_at,
    operands,
    raised,
    text_of,
    without,
)
from conformance.differential.nodes import Arr, Call, Dtype

PRODUCTS = ("prod", "cumprod", "cumulative_prod")
SOLVERS = ("solve", "inv", "pinv", "tensorsolve", "tensorinv", "matrix_power", "cond", "slogdet")


def counted_where(call: Any, ours: Any, theirs: Any, mismatch: Any, also: Also) -> bool:
    """A mask of numbers is their truth, where NumPy counts an element as often as its number says."""
    where = call.kwargs.get("where", True)
    if last_name(call).removeprefix("nan") not in ("mean", "std", "var") or isinstance(where, bool | Arr):
        return False
    truth = Arr(np.asarray(where).astype(bool))
    other = call.changed(kwargs={**call.kwargs, "where": truth})
    return mismatch.what == "value" and not ours.failed and as_documented(other, ours, also)


def half_deviations(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`var` and `std` in a narrow dtype are those of a wider one, rounded once, where NumPy rounds the mean."""
    asked, out = call.kwargs.get("dtype"), call.kwargs.get("out")
    if last_name(call) not in ("std", "var") or not isinstance(asked, Dtype) or ours.failed:
        return False
    if asked.name not in ("float16", "float32"):
        return False
    keep = {key: value for key, value in call.kwargs.items() if key != "out"}
    wide = numpy_gives(call.changed(kwargs={**keep, "dtype": Dtype("float64")}))
    if wide.failed or mismatch.what != "value":
        return False
    found = cast_of(wide.value, asked.name)
    return gives(call, ours, Outcome(cast_of(found, out.data.dtype) if isinstance(out, Arr) else found)) is None


def half_rows(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`unique` of rows of float16 puts NaN last, as NumPy does for float32."""
    x = np.asarray(operands(call)[0]) if call.args else np.zeros(0)
    if call.name != "unique" or x.dtype != np.float16 or not np.isnan(x).any() or ours.failed:
        return False
    wide = numpy_gives(mapped(call, lambda node: Arr(node.data.astype(np.float32)) if isinstance(node, Arr) else node))
    if wide.failed:
        return False
    first, *rest = leaves(wide.value)
    values = (cast_of(first, np.float16), *rest)
    return gives(call, ours, Outcome(values if isinstance(ours.value, tuple) else values[0])) is None


def weak_number(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A Python number beside an array has the precision of the array."""
    if last_name(call) not in ("isin", "searchsorted") or mismatch.what != "value":
        return False
    numbers = [
        i
        for i, x in enumerate(call.args[:2])
        if type(x) in (int, float, complex) or (isinstance(x, Arr) and x.form == "list" and x.shape == ())
    ]
    if len(numbers) != 1 or not isinstance(call.args[1 - numbers[0]], Arr):
        return False
    number, other = operands(call)[numbers[0]], np.asarray(operands(call)[1 - numbers[0]])
    number = number.item() if isinstance(number, np.ndarray | np.generic) else number
    if other.dtype.kind not in "fc":
        return False
    with np.errstate(all="ignore"):
        weak = Arr(np.asarray(number).astype(np.result_type(other, number)))
    return is_numpys(call, ours, call.changed([weak if i == numbers[0] else x for i, x in enumerate(call.args)]))


def _overflowing_power(call: Any, ours: Any, theirs: Any) -> bool:
    """A power of a matrix that ends in infinity or NaN, where it differs, in both: infinities cancel by their order."""
    if ours.failed or theirs.failed:
        return False
    there = as_numpy(theirs.value)
    lost = there.dtype.kind in "fc" and ~np.isfinite(there) & ~np.isfinite(as_numpy(ours.value))
    return bool(np.any(lost)) and only_at(call, ours, theirs, lost)


def overflowing_products(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Factors of which some product is beyond the largest number: what comes of it goes by their order."""
    if last_name(call) == "matrix_power":
        return _overflowing_power(call, ours, theirs)
    if last_name(call) not in PRODUCTS or mismatch.what not in ("value", "input 1 afterwards"):
        return False
    if ours.failed or theirs.failed:
        return False
    here, there = as_numpy(ours.value), as_numpy(theirs.value)
    asked = call.kwargs.get("dtype")
    loop = np.dtype(asked.name) if isinstance(asked, Dtype) and here.dtype.kind not in "fc" else here.dtype
    if loop.kind not in "fc" or not call.args:
        return False
    x = np.asarray(operands(call)[0])
    wide = x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble)
    factors = np.abs(wide)
    axis = call.kwargs.get("axis")
    keep = {"axis": axis, "keepdims": True} if axis is not None or last_name(call) == "prod" else {}
    with np.errstate(all="ignore"):
        size = np.log2(np.maximum(factors, 1)).sum(**keep)
        beyond = size > np.log2(float(np.finfo(loop).max)) - 1
    if last_name(call) == "prod" and not call.kwargs.get("keepdims"):
        beyond = beyond.reshape(here.shape)
    # What an integer `out` holds of a product that is not finite is anything.
    odd = ~np.isfinite(here) | ~np.isfinite(there) | (here.dtype.kind not in "fc")
    if not set(call.kwargs) & {"where", "initial", "dtype", "out"}:
        # A finite product is the exact one.
        exact = numpy_gives(mapped(call, lambda node: Arr(wide) if node is call.args[0] else node))
        with np.errstate(all="ignore"):
            far = np.abs(here - exact.value) > 64 * np.finfo(here.dtype).eps * np.abs(exact.value)
        odd &= ~(np.isfinite(here) & far)
    return only_at(call, ours, theirs, odd & np.broadcast_to(beyond, here.shape))


def unchecked_norm(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A transform over no axes looks at `norm` as others do, where NumPy returns the input."""
    if not call.name.startswith("fft.") or "Invalid norm value" not in text_of(ours) or theirs.failed:
        return False
    return raised(ours, "ValueError") and np.array_equal(theirs.value, operands(call)[0], equal_nan=True)


def wrapped_length(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A range of 2**63 elements and more is refused, where NumPy's length wraps."""
    huge = any(type(x) is int and abs(x) >= 2**63 for x in call.leaves())
    refused = raised(ours, "ValueError") and ("Maximum allowed" in text_of(ours) or "too big" in text_of(ours))
    named = call.name in ("arange", "tri", "tril_indices", "triu_indices", "diag_indices", "linspace", "logspace")
    return named and huge and refused and not theirs.failed and np.size(theirs.value) == 0


def _condition(x: np.ndarray) -> np.ndarray:
    """Return how far matrices are from singular ones, as a part of their size."""
    s = np.linalg.svd(x.astype(np.complex128), compute_uv=False)
    return s[..., -1] / np.maximum(s[..., 0], np.finfo(float).tiny)


def singular_within_rounding(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Whether a matrix is singular goes by rounding where it is no further from a singular one."""
    name = last_name(call)
    if not call.name.startswith("linalg.") or name not in SOLVERS or not call.args:
        return False
    x = np.asarray(operands(call)[0])
    if name.startswith("tensor") and x.size:
        side = round(x.size**0.5)
        x = x.reshape(side, side) if side * side == x.size else x
    if x.ndim < 2 or not x.size or not np.isfinite(x).all():
        return False
    eps = np.finfo(x.dtype if x.dtype.kind in "fc" else np.float64).eps
    near = _condition(x) <= 16 * max(x.shape[-2:]) * eps
    if ours.failed or theirs.failed:
        said = [outcome for outcome in (ours, theirs) if outcome.failed]
        return bool(near.any()) and all("Singular" in text_of(o) and raised(o, "LinAlgError") for o in said)
    if name == "slogdet":
        size = max(x.shape[-2:])
        largest = np.linalg.norm(x.astype(np.complex128), axis=(-2, -1))
        bound = np.log(64 * size * eps) + size * np.log(np.maximum(largest, np.finfo(float).tiny))
        logs = np.maximum(*(as_numpy(leaves(o.value)[1]) for o in (ours, theirs)))
        return only_at(call, ours, theirs, near & (logs <= bound))
    if name != "cond":
        shape = np.shape(theirs.value)
        near = near.reshape(near.shape + (1,) * (len(shape) - near.ndim))
        return only_at(call, ours, theirs, np.broadcast_to(near, shape))
    large = np.minimum(as_numpy(ours.value), as_numpy(theirs.value)) >= 1 / (64 * max(x.shape[-2:]) * eps)
    return only_at(call, ours, theirs, near & large)


def rank_within_rounding(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Which singular values exceed a tolerance goes by rounding where they are no further from it."""
    if last_name(call) != "matrix_rank" or not call.args or ours.failed or theirs.failed:
        return False
    x, given = np.asarray(operands(call)[0]), call.kwargs.get("tol", call.args[1] if len(call.args) > 1 else None)
    if x.ndim < 2 or not isinstance(given, int | float | None) or set(call.kwargs) - {"tol"}:
        return False
    s = np.linalg.svd(x.astype(np.complex128), compute_uv=False)
    eps = np.finfo(x.dtype if x.dtype.kind in "fc" else np.float64).eps
    large = s.max(-1, keepdims=True, initial=0)
    bound = large * eps * max(x.shape[-2:]) if given is None else given
    off = 16 * max(x.shape[-2:]) * eps * large
    least, most = (s > bound + off).sum(-1), (s > bound - off).sum(-1)
    return all(bool(((least <= r) & (r <= most)).all()) for r in (as_numpy(ours.value), np.asarray(theirs.value)))


def first_slice(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Quantiles have one dtype, where NumPy's are of the elements' if the first slice has nothing but NaN."""
    if call.name not in ("nanquantile", "nanpercentile") or mismatch.what != "dtype" or ours.failed or theirs.failed:
        return False
    first = np.asarray(operands(call)[0])
    wide = first.dtype.kind == "f" and first.dtype.itemsize < 8 and as_numpy(theirs.value).dtype == first.dtype
    other = Outcome(cast_of(theirs.value, as_numpy(ours.value).dtype))
    return wide and bool(np.isnan(first).any()) and gives(call, ours, other) is None


def undifferenced(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`diff` of order 0 is an array, where NumPy returns the list that it was given."""
    order = call.kwargs.get("n", call.args[1] if len(call.args) > 1 else 1)
    if call.name != "diff" or mismatch.what != "type" or order != 0 or not isinstance(theirs.value, list):
        return False
    return gives(call, ours, Outcome(np.asarray(theirs.value))) is None


def indices_of_collapsed(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`intersect1d` of integers that meet in floats: the indices name values that are the same and distinct."""
    if call.name != "intersect1d" or not call.kwargs.get("return_indices") or ours.failed:
        return False
    a, b = (np.asarray(x).reshape(-1) for x in operands(call)[:2])
    kinds = {x.dtype.kind for x in (a, b)}
    if len(kinds) == 1 or not any(x.dtype.kind in "iu" and x.dtype.itemsize == 8 for x in (a, b)):
        return False
    common, first, second = (as_numpy(x) for x in ours.value)
    if not ((first < a.size) & (first >= 0)).all() or not ((second < b.size) & (second >= 0)).all():
        return False
    mine, other = a[first].astype(common.dtype), b[second].astype(common.dtype)
    shared = np.unique(np.intersect1d(*(x.astype(common.dtype) for x in (a, b))))
    known = np.array_equal(mine, common) and np.array_equal(other, common) and np.array_equal(np.unique(common), shared)
    return known and (raised(theirs, "IndexError") or not theirs.failed)


def empty_diagonal(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`einsum` of a label with size 0 and another is refused, where NumPy reads what is not there."""
    if call.name != "einsum" or not raised(ours, "ValueError") or "for collapsing index" not in text_of(ours):
        return False
    return not theirs.failed and any(0 in x.shape and any(x.shape) for x in call.arrays())


def number_of_no_dtype(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A product of matrices refuses a number for its shape before it looks whether the dtype holds it."""
    if last_name(call) not in ("matmul", "vecdot", "matvec", "vecmat") or not raised(theirs, "OverflowError"):
        return False
    numbers = [x for x in operands(call)[:2] if np.ndim(x) == 0]
    dtypes = [x.dtype for x in operands(call)[:2] if isinstance(x, np.ndarray) and x.dtype.kind in "iu"]
    beyond = any(not np.iinfo(d).min <= int(x) <= np.iinfo(d).max for d in dtypes for x in numbers)
    return beyond and raised(ours, "ValueError", "TypeError")


def main_namespace(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A function that `linalg` has from the main namespace takes what it takes there."""
    head, _, name = call.name.partition(".")
    if head != "linalg" or not hasattr(np, name) or not raised(theirs, "TypeError"):
        return False
    refused = any(text in text_of(theirs) for text in ("positional argument", "unexpected keyword"))
    # `...` for `out` asks for what is given anyway.
    there = numpy_gives(Call(name, [x for x in call.args if x is not Ellipsis], call.kwargs))
    return refused and not ours.failed and not there.failed and gives(call, ours, there) is None


def norm_of_one(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """The norm of one element is its modulus, where NumPy's power of it overflows or vanishes."""
    if call.name not in ("linalg.norm", "linalg.vector_norm") or ours.failed or theirs.failed or not call.args:
        return False
    x, here, there = np.asarray(operands(call)[0]), as_numpy(ours.value), np.asarray(theirs.value)
    if x.size != here.size or mismatch.what != "value":
        return False
    modulus = np.abs(x).reshape(here.shape)
    return only_at(call, ours, theirs, np.isclose(here, modulus) & (~np.isfinite(there) | (there == 0)))


def vectors_of_two(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`cross` wants vectors of three."""
    two = any(2 in x.shape for x in call.arrays()) or call.hostile
    return last_name(call) == "cross" and two and raised(ours, "ValueError") and "3-dimensional" in text_of(ours)


def half_products(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Products of float16 are those of float32, rounded once."""
    if last_name(call) not in ("prod", "cumprod", "cumulative_prod") or mismatch.what != "value":
        return False
    if ours.failed or theirs.failed:
        return False
    plain, given = without(call, "out"), as_numpy(leaves(theirs.value)[0]).dtype
    narrow, wide = numpy_gives(plain), numpy_gives(plain.changed(kwargs={**plain.kwargs, "dtype": Dtype("float32")}))
    if wide.failed or narrow.failed or as_numpy(narrow.value).dtype != np.float16:
        return False
    return gives(call, ours, Outcome(cast_of(cast_of(wide.value, np.float16), given))) is None


def tuple_of_grids(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`meshgrid(copy=False)` is a tuple of what NumPy gives."""
    if call.name != "meshgrid" or mismatch.what != "type" or type(ours.value) is not tuple:
        return False
    return gives(call, ours, replace(theirs, value=tuple(theirs.value))) is None


def zeros_in_geomspace(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`geomspace` from or to a zero in an array is NaN."""
    if call.name != "geomspace" or "cannot include zero" not in text_of(theirs) or ours.failed:
        return False
    ends = [np.asarray(x) for x in operands(call)[:2]]
    zero = np.logical_or.reduce(np.broadcast_arrays(*[x == 0 for x in ends]))
    # The other columns are NumPy's.
    there = numpy_gives(call.changed([*(Arr(np.where(x == 0, x + 1, x)) for x in ends), *call.args[2:]]))
    return any(x.ndim and not x.all() for x in ends) and only_at(
        call, replace(ours, inputs=()), replace(there, inputs=()), zero
    )


def empty_pinv(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`pinv` of an empty matrix of integers is floating."""
    if call.name != "linalg.pinv" or ours.failed or theirs.failed or mismatch.what != "dtype":
        return False
    return gives(call, ours, Outcome(theirs.value.astype(np.float64))) is None and theirs.value.size == 0


def negative_rfftfreq(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`rfftfreq` of a negative number is refused, as `fftfreq` of one."""
    negative = call.name == "fft.rfftfreq" and "negative dimensions" in text_of(ours)
    return negative and isinstance(call.args[0], int) and call.args[0] < 0
