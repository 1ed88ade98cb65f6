"""The differences from NumPy that the fuzzer accepts, each with the condition under which it accepts them.

A condition is about the call: which function, which arguments. It never accepts a result for its value alone, and the
functions of every condition are also drawn with arguments for which it does not hold, so a bug in them is still found.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from support.fuzzer.compare import NUMPY, Mismatch, Outcome, leaves, quietly
from support.fuzzer.nodes import Alias, Arr, Call, Dtype
from support.oracle import to_numpy
from tools.calls import ROWS

POWERS = "power pow ipow float_power"
SETS = "intersect1d setxor1d setdiff1d union1d isin searchsorted"
MATRIX_PRODUCTS = "dot inner multi_dot matmul imatmul tensordot kron outer einsum vecdot"


class Case:
    """A call that differs from NumPy's, and what the conditions ask about it."""

    def __init__(self, call: Call, ours: Outcome, theirs: Outcome, mismatch: Mismatch) -> None:
        self.call, self.ours, self.theirs, self.what = call, ours, theirs, mismatch.what
        self.name = call.name.rpartition(".")[2]
        self.their_text = str(theirs.error) if theirs.failed else ""
        self.out = self._array(call.kwargs.get("out"))
        #: the dtype argument, if there is one.
        asked = next((x for x in (*call.kwargs.values(), *call.args) if isinstance(x, Dtype)), None)
        self.asked = np.dtype(asked.name) if asked is not None and asked.name != "bfloat16" else None

    def _array(self, node: Any) -> Arr | None:
        node = self.call.args[0] if isinstance(node, Alias) else node
        return node if isinstance(node, Arr) else None

    @cached_property
    def values(self) -> list[np.ndarray]:
        """The arrays and numbers among the arguments, `out` excepted."""
        kwargs = {k: v for k, v in self.call.kwargs.items() if k != "out"}
        numbers = (x for x in self.call.changed(kwargs=kwargs).leaves() if isinstance(x, Arr | int | float | complex))
        return [np.asarray(x.data if isinstance(x, Arr) else x) for x in numbers]

    @cached_property
    def pairs(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The results and the arrays given, as they are after the call: ours and NumPy's."""
        if self.ours.failed or self.theirs.failed:
            return []
        here, there = ([*leaves(o.value), *o.inputs] for o in (self.ours, self.theirs))
        return [(to_numpy(a), to_numpy(b)) for a, b in zip(here, there, strict=True)] if len(here) == len(there) else []

    @property
    def here(self) -> np.ndarray:
        """Our first result."""
        return self.pairs[0][0]

    @property
    def there(self) -> np.ndarray:
        """NumPy's first result."""
        return self.pairs[0][1]

    def has(self, test: Callable[[np.ndarray], Any], kinds: str = "fc") -> bool:
        """Return whether `test` is true of some element of an argument of these kinds of dtypes."""
        with np.errstate(all="ignore"):
            return any(bool(np.any(test(x))) for x in self.values if x.dtype.kind in kinds)

    def numpy(self, *left_out: str, **changed: Any) -> Outcome:
        """Return NumPy's outcome of the call with other keywords."""
        kwargs = {k: v for k, v in self.call.kwargs.items() if k not in left_out} | changed
        return quietly(self.call.changed(kwargs=kwargs), NUMPY)

    def only_where(self, mask: Any) -> bool:
        """Return whether the results are NumPy's except for the elements of `mask`."""
        close = ROWS[self.call.name].close
        scale = (*self.theirs.inputs, *self.values)
        for x, y in self.pairs:
            if x.tobytes() == y.tobytes():
                continue
            if x.shape != y.shape or x.dtype != y.dtype or np.broadcast_shapes(np.shape(mask), x.shape) != x.shape:
                return False
            if not close(np.where(mask, y, x), y, scale, y.dtype.name):
                return False
        return bool(self.pairs)


def cast_of(value: Any, dtype: Any) -> np.ndarray:
    """Return NumPy's cast of a value, without warnings."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(value).astype(dtype)


#: every excuse: what it is about, the functions ("" for all) and its condition.
EXCUSES: list[tuple[str, frozenset[str], Callable[[Case], Any]]] = []


def excuse(text: str, names: str = "") -> Callable[[Callable[[Case], Any]], Callable[[Case], Any]]:
    """Add a condition for some functions to the table."""

    def add(condition: Callable[[Case], Any]) -> Callable[[Case], Any]:
        EXCUSES.append((text, frozenset(names.split()), condition))
        return condition

    return add


def excused(call: Call, ours: Outcome, theirs: Outcome, mismatch: Mismatch) -> str:
    """Return which excuse a difference has, or ""."""
    case = Case(call, ours, theirs, mismatch)
    for text, names, condition in EXCUSES:
        try:
            if (not names or case.name in names) and condition(case):
                return text
        except (TypeError, ValueError, IndexError, OverflowError, AttributeError):
            continue  # the condition is about other arguments
    return ""


# ------------------------------------------------------------------ errors on one side only

#: what NumPy refuses and this package accepts: functions, part of NumPy's message.
NUMPY_REFUSES = (
    ("", "cannot reshape array of size 0"),
    ("", "exceed the maximum number of dimension"),
    ("", "Unable to avoid c"),
    ("", "Input should be a NumPy array"),
    ("clip", "missing 1 required"),
    ("fftshift ifftshift roll", "not enough values to unpack"),
    ("dot", "C-Array"),
    ("finfo", "object_"),
    ("ldexp", ""),
    ("put_along_axis", "read-only"),
    ("quantile percentile", "out of bounds for axis"),
    ("round around", "ufunc 'divide' output"),
    ("round", "__round__"),
    ("tensorinv", "newaxis"),
    ("tensorinv", "reshape()"),
    ("view", "must be"),
)


@excuse("arguments that NumPy refuses and this package accepts")
def _(c: Case) -> bool:
    if not c.theirs.failed or c.ours.failed:
        return False
    listed = any((not names or c.name in names.split()) and text in c.their_text for names, text in NUMPY_REFUSES)
    # A list or a number where NumPy's code reads an attribute of an array.
    no_arrays = any(not isinstance(x, Arr) or x.form != "array" for x in c.call.args[:2])
    return listed or (no_arrays and isinstance(c.theirs.error, AttributeError | TypeError))


@excuse("an assignment to no elements checks shapes", "setitem")
def _(c: Case) -> bool:
    return not c.theirs.failed and "shape mismatch" in str(c.ours.error) and not c.theirs.inputs[0].size


@excuse("NumPy cuts a list at its length along any axis", "array_split split")
def _(c: Case) -> bool:
    return c.what == "shape" and not (isinstance(c.call.args[0], Arr) and c.call.args[0].form == "array")


@excuse("an element of integers is assigned as an array is", "iadd imul")
def _(c: Case) -> bool:
    return c.call.name.startswith("setitem") and c.theirs.failed != c.ours.failed


@excuse("a 0-D array times a list is the product of arrays", "imul")
def _(c: Case) -> bool:
    return any(isinstance(x, list) or getattr(x, "form", "") == "list" for x in c.call.args[1:])


@excuse("a list or a value without elements for one element is refused", "setitem fill insert put_along_axis")
def _(c: Case) -> bool:
    empty = any(isinstance(x, Arr) and not x.data.size for x in c.call.args[1:])
    lists = any(isinstance(x, list) or getattr(x, "form", "") == "list" for x in c.call.args[1:])
    return isinstance(c.ours.error, ValueError) and (empty or lists)


@excuse("a Python int that the dtype does not hold is refused", "where union1d")
def _(c: Case) -> bool:
    return isinstance(c.ours.error, OverflowError)


@excuse("integers beyond 64 bits make no array of objects")
def _(c: Case) -> bool:
    big = any(isinstance(x, int) and not -(2**63) <= x < 2**63 for x in c.call.leaves())
    return big and (c.ours.failed or c.theirs.failed or c.there.dtype.kind == "O" or c.name.startswith("logical"))


@excuse("NumPy before 2.5 casts `out` to the array, not the result to `out`", "take compress")
def _(c: Case) -> bool:
    return c.out is not None and not c.ours.failed and c.their_text.startswith("Cannot cast ")


@excuse("vectors of two are refused, as by NumPy 2.5", "cross")
def _(c: Case) -> bool:
    return "3-dimensional vectors" in str(c.ours.error)


@excuse("integers that a list has as floats are refused, as by NumPy 2.5", "bincount")
def _(c: Case) -> bool:
    return str(c.ours.error).startswith("bincount: cannot cast dtype")


@excuse("`out` of a running sum has the shape of the result", "cumsum cumprod")
def _(c: Case) -> bool:
    return c.out is not None and isinstance(c.ours.error, ValueError)


@excuse("`out` of `dot` has the shape and dtype of the product, also where an operand is 0-D", "dot")
def _(c: Case) -> bool:
    return c.out is not None and isinstance(c.ours.error, ValueError) and any(not x.ndim for x in c.values[:2])


@excuse("elements that repeat, though `assume_unique` says that they do not", "isin intersect1d setdiff1d setxor1d")
def _(c: Case) -> bool:
    return c.call.kwargs.get("assume_unique") is True and any(np.unique(x).size < x.size for x in c.values[:2])


@excuse("a negative length is refused", "rfftfreq")
def _(c: Case) -> bool:
    return isinstance(c.ours.error, ValueError) and bool(c.values[0] < 0)


@excuse("a label of size 0 and another is refused", "einsum")
def _(c: Case) -> bool:
    return isinstance(c.ours.error, ValueError) and any(0 in x.shape for x in c.values)


@excuse("a negative Python int as the power of integers is refused whatever `where` says", POWERS)
def _(c: Case) -> bool:
    return isinstance(c.ours.error, ValueError) and "where" in c.call.kwargs


@excuse("complex numbers have no cast to bfloat16 of the same kind")
def _(c: Case) -> bool:
    return isinstance(c.ours.error, TypeError) and any(x.dtype.name == "bfloat16" for x in c.values)


@excuse("`linalg` computes float16 in float32")
def _(c: Case) -> bool:
    return c.their_text == "array type float16 is unsupported in linalg" and not c.ours.failed


# ------------------------------------------------------------------ dtypes, types and shared memory


@excuse("a 0-D `out` is returned")
def _(c: Case) -> bool:
    return c.what == "sharing" and c.out is not None and np.ndim(c.there) == 0


@excuse("Python numbers and lists that NumPy returns as they are become arrays", "diff meshgrid")
def _(c: Case) -> bool:
    return c.what == "type"


@excuse("a transform over no axes is complex, and checks `norm`")
def _(c: Case) -> bool:
    return c.call.name.startswith("fft.") and (c.call.kwargs.get("axes") == () or c.values[0].ndim == 0)


@excuse("`min_scalar_type` of an array is its dtype", "min_scalar_type")
def _(c: Case) -> bool:
    return isinstance(c.call.args[0], Arr)


@excuse("`pinv` of an empty matrix is floating", "pinv")
def _(c: Case) -> bool:
    return c.what == "dtype" and c.there.size == 0


@excuse("the dtype of quantiles does not depend on NaN", "nanquantile nanpercentile")
def _(c: Case) -> bool:
    return c.what == "dtype" and c.has(np.isnan)


@excuse("results of bfloat16, for which `ml_dtypes` has other rules")
def _(c: Case) -> bool:
    def single(node: Any) -> Any:
        half = isinstance(node, Arr) and node.data.dtype.name == "bfloat16"
        return Arr(node.data.astype(np.float32), "C", node.form) if half else node

    if not any(x.dtype.name == "bfloat16" for x in c.values) or not c.pairs:
        return False
    if c.name in ("nextafter", "spacing") or c.out is not None or c.name.startswith("i"):
        return c.what in ("dtype", "value")
    plain = c.call.changed([single(x) for x in c.call.args])
    wide = [cast_of(x, "bfloat16").astype(np.float32) for x in leaves(quietly(plain, NUMPY).value)]
    here = [to_numpy(x) for x in leaves(c.ours.value)]
    close = ROWS[c.call.name].close
    return all(close(np.abs(x), np.abs(y), (), "bfloat16") for x, y in zip(here, wide, strict=True))


# ------------------------------------------------------------------ values


def _beyond(values: Any, dtype: np.dtype) -> bool:
    """Return whether some of the values is a float that an integer dtype does not hold."""
    values = np.asarray(values)
    if values.dtype.kind not in "fcV":
        return False
    with np.errstate(all="ignore"):
        cut = np.trunc(values.real.astype(np.float64))
    info = np.iinfo(dtype)
    return not bool(((cut >= float(info.min)) & (cut < float(int(info.max) + 1))).all())


@excuse("a float cast to an integer dtype that does not hold it")
def _(c: Case) -> bool:
    targets = [x.dtype for pair in c.pairs for x in pair] + ([c.asked] if c.asked is not None else [])
    sources = list(c.values)
    if c.out is not None or c.asked is not None:
        plain = c.numpy("out", "dtype", "where")
        sources += [] if plain.failed else leaves(plain.value)
    return any(_beyond(x, t) for t in targets if t.kind in "iu" for x in sources)


@excuse("a reduction into a narrower `out` or dtype is cast once",
        "sum prod max min amax amin cumsum cumprod mean std var")  # fmt: skip
def _(c: Case) -> bool:
    if c.out is not None and not np.can_cast(np.asarray(c.numpy("out").value).dtype, c.out.data.dtype, "safe"):
        return True
    if c.name not in ("mean", "std", "var") or c.asked is None:
        return False
    return c.asked.kind in "biu" or not np.can_cast(c.values[0].dtype, c.asked, "safe")


@excuse("division at infinities follows the standard", "floor_divide floordiv ifloordiv divmod")
def _(c: Case) -> bool:
    dtype = c.asked or c.there.dtype  # complex for an `out` to which the floats are cast
    return dtype.kind in "fc" and any(np.isinf(cast_of(x, dtype)).any() for x in c.values)


@excuse("complex functions at infinities follow the standard", "expm1 sign tanh")
def _(c: Case) -> bool:
    return c.there.dtype.kind == "c" and c.only_where(~np.isfinite(c.there) | ~np.isfinite(c.values[0]))


@excuse("NumPy's `-inf ** 0.5` is a square root", POWERS)
def _(c: Case) -> bool:
    return c.has(lambda x: x == 0.5) and c.has(lambda x: ~np.isfinite(cast_of(x, c.asked or x.dtype)))


@excuse("`nextafter` of zeros in float16", "nextafter")
def _(c: Case) -> bool:
    return c.has(lambda x: x == 0, "fciub")


@excuse("NumPy leaves elements of a strided `out` unwritten", "isfinite isinf isnan signbit")
def _(c: Case) -> bool:
    return c.out is not None and c.out.layout != "C" and c.out.data.size >= 16


@excuse("products of complex numbers whose partial products are not finite",
        f"multiply square mul imul {POWERS}")  # fmt: skip
def _(c: Case) -> bool:
    finite = np.isfinite(c.here) & np.isfinite(c.there)
    return c.there.dtype.kind == "c" and c.only_where(~finite)


@excuse("products that overflow on the way", "prod cumprod cumulative_prod nanprod nancumprod matrix_power")
def _(c: Case) -> bool:
    half = np.float16 in (c.there.dtype, c.asked, c.values[0].dtype)
    return half or c.only_where(~np.isfinite(c.here) | ~np.isfinite(c.there))


@excuse("0 times infinity is NaN, which BLAS leaves out", MATRIX_PRODUCTS)
def _(c: Case) -> bool:
    return c.has(lambda x: ~np.isfinite(x)) and c.only_where(np.isnan(c.here))


@excuse("NumPy loses digits or overflows on the way: in a wider dtype it has our value")
def _(c: Case) -> bool:
    function, dtype = getattr(np, c.call.name, None), c.there.dtype
    if not isinstance(function, np.ufunc) or dtype.kind not in "fc" or len(c.pairs) > len(c.values) + 2:
        return False
    loop = c.asked or np.result_type(*c.values)
    values = [cast_of(cast_of(x, loop), np.clongdouble if loop.kind == "c" else np.longdouble) for x in c.values]
    with np.errstate(all="ignore"):
        if c.name == "log1p" and loop.kind == "c":
            z = values[0]
            near = np.log1p(z.real * (z.real + 2) + z.imag * z.imag) / 2
            real = np.where(np.abs(z) < 0.5, near, np.log(np.hypot(1 + z.real, z.imag)))
            wide = real + 1j * np.arctan2(z.imag, 1 + z.real)
        else:
            wide = function(*values)
        info = np.finfo(dtype)
        near = np.abs(c.here - wide) <= 4 * (info.eps * np.abs(wide) + info.smallest_subnormal)
        rounded = wide.astype(dtype)
        return c.only_where(near | (c.here == rounded) | (np.isnan(c.here) & np.isnan(rounded)))


@excuse("integers that meet in floats are compared exactly", SETS)
def _(c: Case) -> bool:
    first, second = c.values[:2]
    return first.dtype != second.dtype and any(x.dtype.kind in "iu" and x.dtype.itemsize == 8 for x in (first, second))


@excuse("a Python number has the precision of the array beside it", "isin searchsorted")
def _(c: Case) -> bool:
    return any(not isinstance(x, Arr) or x.form != "array" for x in c.call.args[:2])


@excuse("rows of float16 put NaN last", "unique")
def _(c: Case) -> bool:
    return c.values[0].dtype == np.float16 and c.has(np.isnan)


@excuse("bounds of `clip` are exact, and NaN propagates", "clip")
def _(c: Case) -> bool:
    given = dict(zip(("a", "min", "max"), c.call.args, strict=False)) | c.call.kwargs
    ints = any(isinstance(given.get(key), int) for key in ("min", "max"))
    return (ints and c.values[0].dtype.kind in "iu") or any(x.dtype.kind == "c" and np.isnan(x).any() for x in c.values)


@excuse("a mask takes overlapping values as they were", "setitem")
def _(c: Case) -> bool:
    return isinstance(c.call.args[2], Alias) and any(x.data.dtype == bool for x in c.call.arrays()[1:])


@excuse("memory that NumPy does not write is zeros")
def _(c: Case) -> bool:
    listed = c.name == "unpackbits" or c.call.name.startswith("fft.")
    return listed and not c.values[0].size and not c.here.any()


@excuse("matrices that are singular within rounding",
        "solve inv pinv tensorsolve tensorinv matrix_power cond slogdet")  # fmt: skip
def _(c: Case) -> bool:
    x = c.values[0]
    if c.name.startswith("tensor"):
        x = x.reshape(round(x.size**0.5), -1)
    s = np.linalg.svd(x.astype(np.complex128), compute_uv=False)
    eps = np.finfo(x.dtype if x.dtype.kind in "fc" else np.float64).eps
    return bool((s[..., -1] <= 16 * max(x.shape[-2:]) * eps * np.maximum(s[..., 0], 1e-300)).any())
