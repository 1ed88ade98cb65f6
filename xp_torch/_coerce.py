"""From what users pass to tensors: array-likes, Python scalars, dtypes, devices, `out=`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ._array import ndarray, wrap, wrap_like
from ._defaults import default_device
from ._dtypes import BOUNDS, KIND, as_dtype
from ._errors import ComplexWarning, UFuncTypeError
from ._kernels.cast import cast, scalar_tensor
from ._promotion import can_cast, promote, promote_dtypes, python_dtype, scalar_kind

__all__ = ["as_device", "as_tensor", "as_tensors", "assigned", "common_device", "finish", "promote_args", "write_out"]

_SCALARS = (bool, int, float, complex)


def as_device(device: Any) -> torch.device:
    """Return the torch device that `device` names; None is where new arrays are created."""
    if device is None:
        return default_device()
    try:
        found = torch.device(device)
    except (RuntimeError, TypeError) as error:
        raise ValueError(f"unsupported device {device!r}") from error
    if found.index is None and found.type not in ("cpu", "meta"):
        return torch.empty(0, device=found).device
    return found


def from_numpy(a: np.ndarray, copy: bool | None = None) -> torch.Tensor:
    """Return a NumPy array as a tensor, sharing memory unless `copy`, or unless torch cannot (copy=False raises)."""
    kind = as_dtype(a.dtype)
    shareable = a.flags.writeable and a.dtype.isnative and all(s >= 0 for s in a.strides) and a.flags.aligned
    shareable = shareable and all(s % a.itemsize == 0 for s in a.strides)
    if not shareable and copy is False:
        raise ValueError(
            "unable to avoid a copy of a NumPy array that is read-only, byte-swapped, unaligned or has negative strides"
        )
    if copy or not shareable:
        a = np.array(a, dtype=a.dtype.newbyteorder("="), copy=True, order="C")
    if kind.torch is torch.bfloat16:
        return torch.from_numpy(a.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(a)


def _leaves(obj: Any) -> list[Any]:
    """Return the elements of nested lists and tuples that are not lists or tuples themselves."""
    found: list[Any] = []
    for x in obj:
        if isinstance(x, (list, tuple)):
            found.extend(_leaves(x))
        else:
            found.append(x)
    return found


def _stack(obj: Any, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return nested lists that hold arrays as one tensor, keeping autograd graphs."""
    if isinstance(obj, (list, tuple)):
        parts = [_stack(x, dtype, device) for x in obj]
        if not parts:
            return torch.empty(0, dtype=dtype, device=device)
        if any(p.shape != parts[0].shape for p in parts):
            raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")
        return torch.stack(parts)
    t = as_tensor(obj, device=device)
    return cast(t, dtype)


def _from_sequence(obj: Any, dtype: torch.dtype | None, device: torch.device | None) -> torch.Tensor:
    """Return nested lists and tuples as a tensor."""
    leaves = _leaves(obj)
    arrays = [x for x in leaves if isinstance(x, (ndarray, torch.Tensor))]
    if arrays:
        where = device or common_device("asarray", arrays)
        parts = [x if scalar_kind(x) else as_tensor(x) for x in leaves]
        if dtype is None:
            dtype = promote_dtypes(
                [p.dtype for p in parts if isinstance(p, torch.Tensor)],
                [],
            )
            for kind in {scalar_kind(p) for p in parts if not isinstance(p, torch.Tensor)}:
                dtype = promote(dtype, python_dtype(kind))
        return _stack(obj, dtype, where)
    where = device or default_device()
    if all(type(x) in _SCALARS for x in leaves):
        kinds = {scalar_kind(x) for x in leaves}
        natural = python_dtype("f") if not kinds else promote_dtypes([], sorted(kinds))
        if KIND[natural] == "i" and (dtype is None or KIND[dtype] in "iu"):
            low, high = BOUNDS[dtype or natural]
            if dtype is None and max(leaves) > high:
                natural, low, high = torch.uint64, 0, BOUNDS[torch.uint64][1]
            for x in leaves:
                if not low <= x <= high:
                    raise OverflowError(f"Python integer {x} out of bounds for {as_dtype(dtype or natural).name}")
            natural = dtype or natural
        if torch.compiler.is_compiling():
            return torch.tensor(obj, dtype=dtype or natural, device=where)
    else:
        natural = None
    a = np.asarray(obj) if natural is None else np.asarray(obj, dtype=as_dtype(natural).name)
    t = from_numpy(a, copy=None).to(where)
    return t if dtype is None else cast(t, dtype)


def as_tensor(
    obj: Any, dtype: torch.dtype | None = None, device: torch.device | None = None, copy: bool | None = None
) -> torch.Tensor:
    """Return the array-like `obj` as a tensor, sharing memory and the autograd graph where it can.

    Arrays and tensors keep their device unless `device` is given; other things go to the default device. With
    ``copy=False`` what cannot be shared raises ValueError, with ``copy=True`` the result is always new memory.
    """
    kind = type(obj)
    if kind is ndarray or isinstance(obj, ndarray):
        t = obj._tensor
    elif isinstance(obj, torch.Tensor):
        t = obj
        if t.dtype not in KIND:
            raise TypeError(f"torch dtype {t.dtype} has no counterpart in xp_torch")
        # Dynamo traces the resolving, not the asking
        if torch.compiler.is_compiling() or t.is_conj() or t.is_neg():
            t = t.resolve_conj().resolve_neg()
        if t.layout is not torch.strided:
            raise TypeError(f"a dense tensor is needed, got layout {t.layout}; call its to_dense()")
    elif kind in _SCALARS:
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array from a Python scalar")
        found = dtype or python_dtype(scalar_kind(obj))  # type: ignore[arg-type]
        if kind is int and dtype is None and obj > BOUNDS[found][1]:
            found = torch.uint64
        return scalar_tensor(_fit(obj, found), found, device or default_device())
    elif isinstance(obj, (list, tuple, range)):
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array from a sequence")
        return _from_sequence(list(obj) if isinstance(obj, range) else obj, dtype, device)
    elif isinstance(obj, np.ndarray):
        t = from_numpy(obj, copy)
        device = device or default_device()
    elif isinstance(obj, np.generic):
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array from a NumPy scalar")
        t = from_numpy(np.array(obj))
        device = device or default_device()
    elif hasattr(obj, "__dlpack__") and not hasattr(obj, "__array__"):
        t = torch.from_dlpack(obj)
    else:
        a = np.asarray(obj)
        if a.dtype.kind in "OSUVMm":
            raise TypeError(f"cannot make an array of {kind.__name__!r}: dtype {a.dtype} is not supported by xp_torch")
        t = from_numpy(a, copy)
        device = device or default_device()
    new = t
    if device is not None and t.device != device:
        if copy is False:
            raise ValueError(f"Unable to avoid copy while moving an array from {t.device} to {device}")
        new = new.to(device)
    if dtype is not None and new.dtype is not dtype:
        if copy is False:
            raise ValueError(f"Unable to avoid copy while casting {as_dtype(new.dtype)} to {as_dtype(dtype)}")
        new = cast(new, dtype)
    return new.clone() if copy and new is t and not isinstance(obj, np.ndarray) else new


def _fit(value: Any, dtype: torch.dtype) -> Any:
    """Return the Python scalar `value` as NumPy converts it for `dtype`; what does not fit raises."""
    if KIND[dtype] in "iu" and type(value) is float:
        if value != value:
            raise ValueError("cannot convert float NaN to integer")
        if value in (float("inf"), -float("inf")):
            raise OverflowError("cannot convert float infinity to integer")
        return int(value)
    if KIND[dtype] in "iuf" and type(value) is complex:
        name = "float" if KIND[dtype] == "f" else "int"
        raise TypeError(f"{name}() argument must be a real number, not 'complex'")
    return value


def common_device(name: str, arrays: Sequence[Any]) -> torch.device:
    """Return the one device of `arrays` (arrays or tensors); two devices raise ValueError."""
    found = arrays[0].device
    for a in arrays[1:]:
        if a.device != found:
            raise ValueError(
                f"{name}: arrays are on different devices, {found} and {a.device}; move one with to_device()"
            )
    return found


def as_tensors(name: str, *objs: Any) -> list[torch.Tensor]:
    """Return array-likes as tensors on one device, each in its own dtype; array-likes without one follow the arrays."""
    arrays = [x for x in objs if isinstance(x, (ndarray, torch.Tensor))]
    device = common_device(name, arrays) if arrays else None
    return [as_tensor(x, device=device) for x in objs]


def promote_args(name: str, *objs: Any) -> list[torch.Tensor]:
    """Return array-likes as tensors of their common dtype on one device; Python scalars are weak (NEP 50)."""
    arrays = [x for x in objs if isinstance(x, (ndarray, torch.Tensor))]
    device = common_device(name, arrays) if arrays else None
    kinds = [scalar_kind(x) for x in objs]
    parts = [x if k else as_tensor(x, device=device) for x, k in zip(objs, kinds, strict=True)]
    found = promote_dtypes([p.dtype for p in parts if isinstance(p, torch.Tensor)], [k for k in kinds if k])
    return [
        scalar_tensor(p, found, device or default_device()) if k else cast(p, found)
        for p, k in zip(parts, kinds, strict=True)
    ]


def write_out(name: str, t: torch.Tensor, out: Any, casting: str = "same_kind", where: Any = None) -> ndarray:
    """Write `t` into the array `out` under `casting` and return `out`; shapes must match, or broadcast to it."""
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(f"{name}: the 'out' tuple must have exactly one entry per output")
        out = out[0]
    if not isinstance(out, ndarray):
        raise TypeError(f"{name}: return arrays must be of ArrayType, got out={type(out).__name__}")
    target = out._tensor
    if not can_cast(t.dtype, target.dtype, casting):
        raise _cast_error(name, t.dtype, target.dtype, casting)
    if t.shape != target.shape:
        try:
            t = t.broadcast_to(target.shape)
        except RuntimeError:
            raise ValueError(
                f"{name}: non-broadcastable output operand with shape {tuple(target.shape)} "
                f"doesn't match the broadcast shape {tuple(t.shape)}"
            ) from None
    if target.device != t.device:
        raise ValueError(f"{name}: out is on {target.device}, the inputs are on {t.device}")
    new = cast(t, target.dtype)
    target.copy_(new if where is None else torch.where(where, new, target))
    return out


def _cast_error(name: str, from_: torch.dtype, to: torch.dtype, casting: str) -> TypeError:
    return UFuncTypeError(
        f"Cannot cast ufunc '{name}' output from {as_dtype(from_)!r} to {as_dtype(to)!r} with casting rule '{casting}'"
    )


def finish(name: str, t: torch.Tensor, out: Any = None, like: Any = None) -> ndarray:
    """Return `t` as an array: in `out` if given, else of the class of the array `like`."""
    if out is not None:
        return write_out(name, t, out)
    if like is None or type(like) is ndarray or not isinstance(like, ndarray):
        return wrap(t)
    return wrap_like(type(like), t, like)


def assigned(value: Any, target: torch.Tensor) -> tuple[torch.Tensor, bool]:
    """Return `value` as a tensor to be written into `target`, and whether its memory is new.

    A Python scalar that the dtype cannot hold raises; an array is cast as NumPy casts on assignment (integers wrap).
    """
    if type(value) in _SCALARS:
        return scalar_tensor(_fit(value, target.dtype), target.dtype, target.device), True
    array = isinstance(value, (ndarray, torch.Tensor))
    if isinstance(value, (list, tuple)):
        t = as_tensor(value, dtype=None, device=target.device)
        array = False
    else:
        t = as_tensor(value, device=None if array else target.device)
    if t.device != target.device:
        if t.ndim:
            raise ValueError(f"the value is on {t.device}, the array on {target.device}; move it with to_device()")
        t = t.to(target.device)
    if t.is_complex() and not target.is_complex() and KIND[target.dtype] != "b":
        warnings.warn("Casting complex values to real discards the imaginary part", ComplexWarning, stacklevel=4)
    new = cast(t, target.dtype)
    return new, new is not t
