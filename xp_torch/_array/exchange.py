"""Export of arrays: DLPack, `numpy.asarray` and other devices, methods of `ndarray`."""

from __future__ import annotations

import operator
from contextlib import nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.utils.dlpack import DLDeviceType

from xp_torch._array.coercion import as_device
from xp_torch._array.door import call_override, has_ruled, is_elsewhere
from xp_torch._array.ndarray import host, ndarray, wrap_like
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.annotations import DeviceLike
from xp_torch._facts.errors import TransferError
from xp_torch._facts.inspection import converted
from xp_torch._facts.torch_state import in_forward_mode, is_transforming, outside_of_transforms


def __dlpack__(
    self: ndarray,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[Any, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """Export the array as a DLPack capsule, for `from_dlpack` of another library.

    Parameters
    ----------
    stream : int, optional
        CUDA stream of the consumer; None on the CPU.
    max_version : tuple of two ints, optional
        Newest version of DLPack that the consumer supports.
    dl_device : tuple of two ints, optional
        Device (type, index) of the capsule.
    copy : bool, optional
        True copies always, False never, None if needed.

    Returns
    -------
    PyCapsule
        It shares memory with the array unless it had to be copied.

    Raises
    ------
    BufferError
        If the array requires grad, or if a copy is needed and `copy` is False.

    Examples
    --------
    >>> import torch
    >>> x = xp.zeros(2)
    >>> torch.from_dlpack(x)[0] = 1
    >>> x
    array([1., 0.])
    """
    if copy is False and isinstance(self, ReversedView):
        raise BufferError("a view with negative steps can't be exported by DLPack without a copy")
    t = self._tensor
    if t.requires_grad:
        raise BufferError(
            "an array that requires grad can't be exported by DLPack; export xp.asarray(x.tensor.detach())"
        )
    if t.device.type == "cpu" and stream is not None and not (isinstance(stream, int) and stream == -1):
        raise BufferError(f"an array on the CPU has no stream: pass stream=None, not {stream!r:.80}")
    if copy is not None and not isinstance(copy, bool):
        raise TypeError(f"__dlpack__: copy must be a bool or None (got {copy!r:.80})")
    if dl_device is not None:
        if not isinstance(dl_device, tuple) or len(dl_device) != 2:
            raise TypeError(f"__dlpack__: dl_device must be a tuple of two ints (got {dl_device!r:.80})")
        kind, index = map(operator.index, dl_device)
        if kind == DLDeviceType.kDLCPU and index:
            raise BufferError(f"__dlpack__: the CPU is the device (1, 0) (got {dl_device!r:.80})")
    try:
        return t.__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)
    except (ValueError, RuntimeError, AssertionError) as error:
        # Without an accelerator, torch's text is about drivers.
        if dl_device is not None and dl_device[0] != DLDeviceType.kDLCPU:
            raise BufferError(f"__dlpack__: torch has no memory on the device {dl_device!r:.80} here") from None
        raise BufferError(f"__dlpack__: {error}") from None


def __dlpack_device__(self: ndarray) -> tuple[Any, int]:
    """Return the type (an enum member) and the index of the device, as defined by DLPack.

    Examples
    --------
    >>> kind, index = xp.zeros(2).__dlpack_device__()
    >>> int(kind), index
    (1, 0)
    """
    return self._tensor.__dlpack_device__()


def __array__(self: ndarray, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
    """Return the array as a NumPy array: what `numpy.asarray` calls.

    Parameters
    ----------
    dtype : dtype_like, optional
        Data type of the result.
    copy : bool, optional
        True copies always, False never, None if needed.

    Returns
    -------
    numpy.ndarray
        It shares memory with the array unless it had to be copied.

    Raises
    ------
    TypeError
        If the array requires grad or is not on the CPU: detach it or move it first.
    ValueError
        If a copy is needed and `copy` is False.

    Examples
    --------
    >>> import numpy as np
    >>> x = xp.zeros(2)
    >>> np.asarray(x)[0] = 1
    >>> x
    array([1., 0.])
    """
    t = self._strided
    if is_transforming() or in_forward_mode():
        t = converted("a NumPy array", t)
    elif t.requires_grad:
        raise TypeError(
            "can't convert an array that requires grad to a NumPy array, which has no autograd graph; "
            "use numpy.asarray(x.tensor.detach())"
        )
    if t.device.type != "cpu":
        raise TypeError(f"can't convert an array on {t.device} to a NumPy array; call x.to_device('cpu') first")
    try:
        with outside_of_transforms() if is_transforming() else nullcontext():
            a = host(t)
    except TransferError:
        raise
    except RuntimeError:
        raise TypeError("can't convert an array to a NumPy array while it is traced") from None
    if isinstance(self, ReversedView):
        a = np.flip(a, self._flips)
    if dtype is not None and a.dtype != np.dtype(dtype):
        if copy is False:
            raise ValueError(f"Unable to avoid copy while casting {a.dtype} to {np.dtype(dtype)}")
        return a.astype(dtype)
    return a.copy() if copy else a


def to_numpy(self: ndarray) -> np.ndarray:
    """Return the array as a NumPy array, as `numpy.asarray` does: what matplotlib calls, and pandas has.

    Returns
    -------
    numpy.ndarray
        It shares memory with the array unless it had to be copied.

    Raises
    ------
    TypeError
        If the array requires grad or is not on the CPU: detach it or move it first.

    Examples
    --------
    >>> xp.asarray([[1, 2], [3, 4]]).to_numpy()
    array([[1, 2],
           [3, 4]])
    """
    return __array__(self)


def to_device(self: ndarray, device: DeviceLike, /, *, stream: torch.cuda.Stream | int | None = None) -> ndarray:
    """Return the array on a device.

    Parameters
    ----------
    device : device_like
        Such as "cpu" or "cuda:1".
    stream : torch.cuda.Stream, optional
        Stream on which to copy; the current one by default.

    Returns
    -------
    ndarray
        The array itself if it is on that device, else a copy in its autograd graph.

    Examples
    --------
    >>> x = xp.zeros(2)
    >>> x.to_device("cpu") is x
    True
    """
    if has_ruled(self) or (device is not None and is_elsewhere(device)):
        return call_override(to_device, locals())
    t = self._tensor
    target = as_device(device)
    if stream is not None and not isinstance(stream, torch.Stream):
        raise ValueError(f"to_device: stream must be a torch.Stream or None, got {type(stream).__name__}")
    if t.device == target:
        return self
    if stream is None:
        new = t.to(target)
    else:
        with stream:
            new = t.to(target)
    return wrap_like(type(self), new, self)
