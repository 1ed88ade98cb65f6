"""Export to Arrow: what `pyarrow.array`, `polars.Series` and other libraries of Arrow's C data interface call."""

from __future__ import annotations

from typing import Any

from xp_torch._array.exchange import __array__
from xp_torch._array.ndarray import ndarray

__all__ = ["__arrow_array__", "__arrow_c_array__"]


def __arrow_array__(self: ndarray, type: Any = None) -> Any:
    """Return a one-dimensional array on the CPU as a `pyarrow.Array`, which shares memory where pyarrow allows it.

    Parameters
    ----------
    type : pyarrow.DataType, optional
        Data type of the result.
    """
    if self.ndim != 1:
        raise ValueError(f"Arrow's arrays have one dimension, and this one has {self.ndim}: pass numpy.asarray(x)")
    a = __array__(self)
    try:
        import pyarrow as pa  # optional: makes Arrow's arrays
    except ImportError as error:
        raise ImportError("pyarrow makes Arrow's arrays and is not installed; pass numpy.asarray(x)") from error
    return pa.array(a, type=type)


def __arrow_c_array__(self: ndarray, requested_schema: Any = None) -> tuple[Any, Any]:
    """Return the capsules of Arrow's C data interface (schema and array) of a one-dimensional array on the CPU.

    Parameters
    ----------
    requested_schema : PyCapsule, optional
        Schema to convert to, if pyarrow can.
    """
    return __arrow_array__(self).__arrow_c_array__(requested_schema)
