"""Tensors of dtypes that torch lacks, whose elements are encoded in a dtype that it has, the storage.

`EncodedTensor` is a subclass of `torch.Tensor` over the storage, and an `Encoding` takes the place of its
`torch.dtype`. torch's functions accept both and call `__torch_function__` with them. Functions that only move elements
run on the storage; all others compute in the detour, and the parts of their results in the detour are encoded.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import torch

from xp_torch._facts.dtypes import ExtensionDtype, as_dtype, of_kind
from xp_torch._facts.torch_state import is_differentiated, is_traced
from xp_torch._kernels.cast import cast

#: Functions that move elements, or describe the memory: they run on the storage.
_MOVES = frozenset((
    "__getitem__", "__len__", "_is_view", "alias", "as_strided", "as_strided_", "atleast_1d", "atleast_2d",
    "atleast_3d", "block_diag", "broadcast_to", "cat", "chunk", "clone", "concat", "concatenate", "contiguous", "cpu",
    "cuda", "data_ptr", "detach", "detach_", "diag", "diag_embed", "diagflat", "diagonal", "dim", "dsplit", "dstack",
    "element_size", "expand", "expand_as", "flatten", "flip", "fliplr", "flipud", "gather", "get_device", "hsplit",
    "hstack", "index", "index_select", "is_conj", "is_contiguous", "is_inference", "is_neg", "is_pinned",
    "is_same_size", "is_set_to", "is_shared", "masked_select", "moveaxis", "movedim", "narrow", "narrow_copy",
    "ndimension", "nelement", "numel", "permute", "pin_memory", "positive", "ravel", "register_hook", "repeat",
    "repeat_interleave", "requires_grad_", "reshape", "resize_", "resolve_conj", "resolve_neg", "retain_grad", "roll",
    "rot90", "row_stack", "select", "size", "slice", "split", "split_with_sizes", "squeeze", "squeeze_", "stack",
    "storage_offset", "stride", "swapaxes", "swapdims", "t", "take", "take_along_dim", "tensor_split", "tile",
    "transpose", "transpose_", "tril", "tril_", "triu", "triu_", "unbind", "unflatten", "unfold", "unsafe_chunk",
    "unsafe_split", "unsqueeze", "unsqueeze_", "untyped_storage", "view_as", "vsplit", "vstack", "zero_",
))  # fmt: skip
#: Functions that write values among elements, and the positions of the values, which are encoded first.
_WRITES: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("copy_", "fill_", "diagonal_scatter", "select_scatter", "slice_scatter"), (1,)),
    **dict.fromkeys(("index_put", "index_put_", "masked_fill", "masked_fill_", "__setitem__"), (2,)),
    **dict.fromkeys(("masked_scatter", "masked_scatter_"), (2,)),
    **dict.fromkeys(("index_copy", "index_copy_", "index_fill", "index_fill_", "scatter", "scatter_"), (3,)),
    "where": (1, 2),
}
#: Functions whose integers are places or counts, and not values.
_COUNTS = frozenset((
    "argmax", "argmin", "argsort", "argwhere", "bincount", "bucketize", "count_nonzero", "nonzero", "searchsorted",
))  # fmt: skip
#: Functions whose results are elements of their arguments: dtypes for storage have these, too.
SELECTS = frozenset((
    "amax", "amin", "aminmax", "clamp", "clamp_max", "clamp_min", "clip", "cummax", "cummin", "fmax", "fmin",
    "kthvalue", "max", "maximum", "min", "minimum", "mode", "msort", "nan_to_num", "sort", "topk", "unique",
    "unique_consecutive", "unique_dim", "_unique2",
))  # fmt: skip
#: Functions that make a tensor without computing its elements.
_EMPTY = frozenset(("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided"))
#: Methods that cast, whose results must not share memory.
_CASTS: dict[str, torch.dtype | None] = {str(d).removeprefix("torch."): d for d in of_kind("biufc")}
_CASTS.update(double=torch.float64, float=torch.float32, half=torch.float16)
_CASTS.update(long=torch.int64, int=torch.int32, short=torch.int16, to=None, type=None)
#: Attributes whose tensor shares the storage.
_VIEWS = frozenset((".H", ".T", ".data", ".mH", ".mT", ".real"))


#: Functions of complex tensors that return views, computed on the last axis, which holds real and imaginary parts.
_PARTS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    **dict.fromkeys((".real", "real"), lambda t: t[..., 0]),
    **dict.fromkeys((".imag", "imag"), lambda t: t[..., 1]),
    "view_as_real": lambda t: t,
}
#: Functions that accept tensors of two such dtypes.
_OF_TWO = frozenset(("to", "copy_", "type", "type_as", "where", "__setitem__"))


class Encoding(ExtensionDtype):
    """A dtype that torch lacks: the dtype that keeps its elements, and their meaning.

    Parameters
    ----------
    name, kind
        Name and NumPy's kind character.
    storage, detour : torch.dtype
        Dtype that keeps the elements; dtype that represents every value exactly.
    encode, decode : callable
        Function that rounds a tensor of `detour` and returns one of `storage`; function that returns the values of a
        tensor of `storage` in `detour`.
    computes : bool
        Whether functions compute with the dtype; if not, all but comparisons raise.
    format : callable, optional
        Function that returns the text of an element.
    view_parts : callable, optional
        For a complex dtype, a function of the storage: real and imaginary parts as the last axis of a view.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        storage: torch.dtype,
        detour: torch.dtype,
        encode: Callable[[torch.Tensor], torch.Tensor],
        decode: Callable[[torch.Tensor], torch.Tensor],
        computes: bool,
        format: Callable[[Any], str] | None = None,
        view_parts: Callable[[torch.Tensor], torch.Tensor] | None = None,
    ) -> None:
        self.name, self.storage, self.detour, self.encode, self.decode = name, storage, detour, encode, decode
        self.computes, self.format, self.view_parts = computes, format, view_parts
        self.itemsize = storage.itemsize
        self.is_floating_point, self.is_complex, self.is_signed = kind == "f", kind == "c", kind != "u"
        #: Kernels of its own by name of a ufunc or of a function of torch: functions of tensors of `storage`.
        self.kernels: dict[str, Callable[..., torch.Tensor]] = {}
        #: The subclass of tensors whose elements have the dtype.
        self.tensor_type: type[EncodedTensor] = type("EncodedTensor", (EncodedTensor,), {"encoding": self})

    @property
    def has_gradients(self) -> bool:
        """Whether autograd differentiates with respect to tensors of the dtype: its storage must be floating."""
        return self.is_floating_point and self.storage.is_floating_point

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple:
        return _encoding, (self.name,)

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return call(func, args, kwargs or {})


def _encoding(name: str) -> torch.dtype:
    """Return the encoding of a registered dtype."""
    return as_dtype(name).torch


class _Encode(torch.autograd.Function):
    """Encode values; the derivative of rounding is 1."""

    generate_vmap_rule = True

    @staticmethod
    def forward(values: torch.Tensor, encode: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        return encode(values)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.dtype, ctx.storage = inputs[0].dtype, output.dtype

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return grad.to(ctx.dtype), None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, encode: None) -> torch.Tensor:
        return tangent.to(ctx.storage)


def _leaves(x: Any) -> Iterator[Any]:
    """Yield the arguments or results in tuples, lists and dicts."""
    if isinstance(x, (list, tuple, dict)):
        for part in x.values() if isinstance(x, dict) else x:
            yield from _leaves(part)
    else:
        yield x


def _map_leaves(function: Callable[[Any], Any], x: Any) -> Any:
    """Return `x` with `function` applied to everything in its tuples, lists and dicts."""
    if isinstance(x, (list, tuple)):
        parts = [_map_leaves(function, part) for part in x]
        # `torch.return_types` take a sequence, other named tuples the parts.
        return type(x)(parts) if type(x) in (list, tuple, torch.Size) or hasattr(x, "n_fields") else type(x)(*parts)
    return {key: _map_leaves(function, part) for key, part in x.items()} if type(x) is dict else function(x)


def _stored(values: torch.Tensor, encoding: Encoding) -> torch.Tensor:
    """Return the elements that encode `values` of the detour, in new memory."""
    return _of_dtype("encode", encoding.encode(values), values, encoding, encoding.storage)


def _of_dtype(name: str, result: Any, t: torch.Tensor, encoding: Encoding, dtype: torch.dtype) -> torch.Tensor:
    """Return the result of `encode` or `decode` in new memory; raise TypeError if it has another dtype."""
    if result.dtype is not dtype:
        raise TypeError(f"{encoding}: {name} must return a tensor of {dtype}, but returned one of {result.dtype}")
    return result.clone() if result is t else result


def _on_storage(func: Any, args: Any, kwargs: Any) -> Any:
    """Return the result of a function of torch of the storage of encoded tensors."""
    return torch.Tensor.__torch_function__(func, (), args, kwargs)  # type: ignore[no-untyped-call]


def storage(t: torch.Tensor) -> torch.Tensor:
    """Return the tensor of a dtype of torch's that shares the memory and the graph of an encoded one."""
    return t.as_subclass(torch.Tensor)


def decoded(t: torch.Tensor) -> torch.Tensor:
    """Return the values of an encoded tensor in the detour, in new memory; other tensors unchanged."""
    if not isinstance(t, EncodedTensor):
        return t
    elements, encoding = storage(t), t.encoding
    return _of_dtype("decode", encoding.decode(elements), elements, encoding, encoding.detour)


def encoded(t: torch.Tensor, encoding: Encoding) -> torch.Tensor:
    """Return a tensor of any dtype rounded to the dtype that `encoding` describes."""
    if isinstance(t, EncodedTensor) and t.encoding is encoding:
        return t
    values = cast(decoded(t), encoding.detour)
    if encoding.has_gradients and is_differentiated(values):
        elements = _Encode.apply(values, lambda values: _stored(values, encoding))  # type: ignore[no-untyped-call]
    elif values.requires_grad and torch.is_grad_enabled():
        raise RuntimeError(f"an array that requires grad has no derivative in {encoding}; detach it first")
    else:
        elements = _stored(values, encoding)
    return elements.as_subclass(encoding.tensor_type)


def restored(t: Any, encoding: Encoding) -> Any:
    """Return the storage that a transform returns, such as a derivative, as an encoded tensor."""
    if not isinstance(t, torch.Tensor) or t.dtype is not encoding.storage:
        return t
    return encoded(decoded(t.as_subclass(encoding.tensor_type)), encoding)


def refused(name: str, encoding: Encoding) -> Callable[..., Any]:
    """Return a function that raises TypeError: the dtype is for storage."""

    def compute(*args: Any, **options: Any) -> Any:
        wide = "complex64" if encoding.is_complex else "float32"
        raise TypeError(f"{name}: {encoding} is a dtype for storage; cast it first, as x.astype(xp.{wide})")

    return compute


def through_detour(kernel: Callable[..., Any], encoding: Encoding) -> Callable[..., Any]:
    """Return a function of encoded tensors that computes in the detour, and rounds its result once."""

    def compute(*tensors: torch.Tensor) -> Any:
        return _in_encoding(kernel(*map(decoded, tensors)), encoding)

    return compute


def on_storage(kernel: Callable[..., Any], encoding: Encoding) -> Callable[..., Any]:
    """Return a function of tensors of the storage as one of encoded tensors."""

    def compute(*tensors: torch.Tensor) -> Any:
        return _wrapped(kernel(*map(storage, tensors)), encoding)

    return compute


def _wrapped(result: Any, encoding: Encoding) -> Any:
    """Return results on the storage as encoded tensors."""

    def wrap(x: Any) -> Any:
        is_storage = isinstance(x, torch.Tensor) and x.dtype is encoding.storage
        return x.as_subclass(encoding.tensor_type) if is_storage else x

    return _map_leaves(wrap, result)


def _in_encoding(result: Any, encoding: Encoding) -> Any:
    """Return the parts of a result in the detour encoded."""

    def encode(x: Any) -> Any:
        return encoded(x, encoding) if isinstance(x, torch.Tensor) and x.dtype is encoding.detour else x

    if isinstance(result, tuple) and hasattr(result, "indices"):
        return type(result)((encode(result[0]), result[1]))
    return _map_leaves(encode, result)


class EncodedTensor(torch.Tensor):
    """Tensor whose elements encode values of a dtype that torch lacks."""

    encoding: ClassVar[Encoding]

    @property
    def storage_tensor(self) -> torch.Tensor:
        """The elements as they are kept, in a plain tensor that shares the memory."""
        return storage(self)

    def is_floating_point(self) -> bool:
        """Return whether the dtype is a floating one."""
        return self.encoding.is_floating_point

    def is_complex(self) -> bool:
        """Return whether the dtype is a complex one."""
        return self.encoding.is_complex

    def is_signed(self) -> bool:
        """Return whether the dtype has negative values."""
        return self.encoding.is_signed

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        return f"{decoded(self.detach())!r} in {self.encoding}"

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError(
            f"DLPack has no {self.encoding}; export the values with astype({str(self.encoding.detour)[6:]!r})"
        )

    def __reduce_ex__(self, protocol: Any) -> tuple:
        return _rebuild, (storage(self), self.encoding)

    def __deepcopy__(self, memo: dict) -> torch.Tensor:
        return storage(self).detach().clone().requires_grad_(self.requires_grad).as_subclass(type(self))

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return call(func, args, kwargs or {})


def _as_method(function: Callable[..., Any], swapped: bool) -> Callable[..., Any]:
    """Return an operator as a method, whose TypeError is raised: torch's methods return NotImplemented instead."""

    def method(self: torch.Tensor, other: Any) -> Any:
        return call(function, (other, self) if swapped else (self, other), {})

    return method


for _operator in (
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
    operator.matmul,
):  # fmt: skip
    setattr(EncodedTensor, f"__{_operator.__name__}__", _as_method(_operator, swapped=False))
    setattr(EncodedTensor, f"__r{_operator.__name__}__", _as_method(_operator, swapped=True))


def _rebuild(elements: torch.Tensor, encoding: Encoding) -> torch.Tensor:
    """Return a pickled tensor."""
    return elements.as_subclass(encoding.tensor_type)


def call(func: Any, args: Any, kwargs: Any) -> Any:
    """Return the result of a function of torch that was called with encoded tensors or encodings."""
    if is_traced():
        raise TypeError(
            "arrays of float8 and complex32 and of dtypes from register_dtype can't be traced (torch.compile, "
            "torch.export, torch.jit.trace, make_fx): convert them before, as x.astype(xp.float32)"
        )
    name = _name_of(func)
    if name in _PARTS and args[0].encoding.is_complex:
        return _PARTS[name](args[0].encoding.view_parts(storage(args[0])))
    if name.startswith("."):
        return _attribute(func, name, args, kwargs)
    encodings = _encodings((kwargs, args))
    if len(encodings) > 1 and name not in _OF_TWO:
        raise TypeError(f"{name}: tensors of two dtypes, {encodings[0]} and {encodings[1]}; cast them to one first")
    encoding = encodings[0]
    if name == "type" and len(args) == 1 and not kwargs:
        return str(encoding)
    if name == "as_subclass":
        return _on_storage(func, args, kwargs)
    requested = [x for x in (*args, *kwargs.values()) if isinstance(x, (torch.dtype, Encoding))]
    if name in _CASTS:
        target = _CASTS[name] or (requested[0] if requested else args[0].encoding)
        return _cast(func, args, kwargs, target, requested)
    if name in ("type_as", "view_as") and not isinstance(args[0], EncodedTensor):
        return encoded(args[0], encoding)
    if name == "view":
        return _viewed(func, args, kwargs, requested[0] if requested else args[0].encoding)
    if name in _EMPTY:
        return _empty(func, args, kwargs, requested[0] if requested else encoding)
    if (name in _MOVES or name in _WRITES) and (name == "where" or _has_encoded(args[0])):
        return _moved(func, name, args, kwargs, args[0].encoding if isinstance(args[0], EncodedTensor) else encoding)
    kernel = encoding.kernels.get(name)
    if kernel is not None and not kwargs and all(isinstance(t, EncodedTensor) for t in args):
        return on_storage(kernel, encoding)(*args)
    return _computed(func, name, args, kwargs, encoding, any(isinstance(d, torch.dtype) for d in requested))


def _name_of(func: Any) -> str:
    """Return the name of a torch function without its overload; the names of attributes start with a dot."""
    name = getattr(func, "__name__", "").partition(".")[0]
    return f".{func.__self__.__name__}" if name in ("__get__", "__set__", "__delete__") else name


def _encodings(x: Any) -> list[Encoding]:
    """Return the distinct encodings in `x`: its own items, and those of its tensors."""
    encodings = (leaf.encoding if isinstance(leaf, EncodedTensor) else leaf for leaf in _leaves(x))
    return list(dict.fromkeys(e for e in encodings if isinstance(e, Encoding)))


def _is_inplace(name: str) -> bool:
    """Return whether a method of this name writes to its tensor."""
    return (name.endswith("_") and not name.endswith("__")) or (name.startswith("__i") and hasattr(operator, name))


def _has_floats(result: Any) -> bool:
    """Return whether there is a tensor of numbers with fractions among results."""
    return any(isinstance(x, torch.Tensor) and (x.is_floating_point() or x.is_complex()) for x in _leaves(result))


def _has_encoded(first: Any) -> bool:
    """Return whether the first argument of a function is an encoded tensor, or a sequence with one."""
    return any(isinstance(t, EncodedTensor) for t in (first if isinstance(first, (tuple, list)) else (first,)))


def _attribute(func: Any, name: str, args: Any, kwargs: Any) -> Any:
    """Return an attribute of a tensor, or set it."""
    encoding = args[0].encoding
    if name == ".dtype":
        return encoding
    result = _on_storage(func, args, kwargs)
    return _wrapped(result, encoding) if name in _VIEWS else result


def _cast(func: Any, args: Any, kwargs: Any, target: Any, requested: list) -> torch.Tensor:
    """Return a tensor in the dtype `target`, and on the device that the arguments of `to` name."""
    t = args[0]
    rest = tuple(x for x in args[1:] if not any(x is d for d in requested))
    options = {key: x for key, x in kwargs.items() if key != "dtype"}
    if rest or options:
        t = _on_storage(func, (t, *rest), options).as_subclass(type(t))
    if t.dtype is target:
        return t
    return encoded(t, target) if isinstance(target, Encoding) else cast(decoded(t), target)


def _viewed(func: Any, args: Any, kwargs: Any, target: Any) -> torch.Tensor:
    """Return a view of the elements, in another shape or as the dtype `target`."""
    if isinstance(target, Encoding):
        args, kwargs = _map_leaves(lambda x: target.storage if x is target else x, (args, kwargs))
    result = _on_storage(func, args, kwargs)
    return result.as_subclass(target.tensor_type) if isinstance(target, Encoding) else result


def _empty(func: Any, args: Any, kwargs: Any, target: Any) -> torch.Tensor:
    """Return a tensor of the dtype `target` whose elements are not computed."""
    if not isinstance(target, Encoding):
        return _on_storage(func, args, {**kwargs, "dtype": target})
    return _on_storage(func, args, {**kwargs, "dtype": target.storage}).as_subclass(target.tensor_type)


def _moved(func: Callable, name: str, args: tuple, kwargs: dict, encoding: Encoding) -> Any:
    """Return the result of a function that moves elements; values to write are encoded first."""
    positions = _WRITES.get(name, ())

    def value(x: Any) -> Any:
        if isinstance(x, torch.Tensor):
            return encoded(x, encoding)
        like = args[1] if name == "where" and isinstance(args[1], torch.Tensor) else args[0]
        return torch.full((), x, dtype=encoding, device=like.device)  # type: ignore[call-overload]

    args = tuple(value(x) if i in positions else x for i, x in enumerate(args))
    kwargs = {key: value(x) if key in ("value", "values", "source", "src", "other") else x for key, x in kwargs.items()}
    if name.startswith(("cat", "concat")) or name.endswith("stack"):
        args = [encoded(t, encoding) for t in args[0]], *args[1:]
    return _wrapped(_on_storage(func, args, kwargs), encoding)


def _computed(func: Callable, name: str, args: tuple, kwargs: dict, encoding: Encoding, requested: bool) -> Any:
    """Return the result of `func` of the values in the detour; the parts of it in the detour are encoded.

    If a dtype of torch's was `requested`, the result has it.
    """
    computes = encoding.computes or name in SELECTS or name in _COUNTS or name.endswith("_like")
    written = args[0] if args and isinstance(args[0], EncodedTensor) and _is_inplace(name) else kwargs.get("out")
    kwargs = {key: x for key, x in kwargs.items() if key != "out"}
    values, options = _map_leaves(
        lambda x: encoding.detour if x is encoding else decoded(x) if isinstance(x, torch.Tensor) else x, (args, kwargs)
    )
    result = func(*values, **options)
    if not computes and _has_floats(result) and _has_encoded((*args, *kwargs.values())):
        refused(name, encoding)()
    if written is not None:
        parts = (result,) if isinstance(result, torch.Tensor) else result
        for target, part in zip(written if isinstance(written, (tuple, list)) else (written,), parts, strict=True):
            target.copy_(part)
        return written
    return result if requested or name in _COUNTS else _in_encoding(result, encoding)
