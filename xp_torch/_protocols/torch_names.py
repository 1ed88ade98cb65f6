"""torch's names on arrays: they raise AttributeError with what to write, so that `hasattr` stays false."""

from __future__ import annotations

from typing import Any, NoReturn

from xp_torch._facts.torch_state import is_compiling

#: what to write for the attributes and methods of tensors, for an array `x`.
ANSWERS = {
    "bfloat16": "x.astype(xp.bfloat16)",
    "block_until_ready": "np.asarray(x)",
    "bmm": "x @ y",
    "bool": "x.astype(xp.bool)",
    "cat": "xp.concat([x, y])",
    "clone": "x.copy()",
    "contiguous": "xp.ascontiguousarray(x)",
    "copy_": "x[...] = y",
    "cpu": 'x.to_device("cpu")',
    "cuda": 'x.to_device("cuda")',
    "dim": "x.ndim",
    "double": "x.astype(xp.float64)",
    "exp": "xp.exp(x)",
    "expand": "xp.broadcast_to(x, shape)",
    "flip": "xp.flip(x, axis=0)",
    "float": "x.astype(xp.float32)",
    "gather": "xp.take_along_axis(x, indices, axis=0)",
    "grad_fn": "x.tensor.grad_fn",
    "half": "x.astype(xp.float16)",
    "index_select": "xp.take(x, indices, axis=0)",
    "int": "x.astype(xp.int32)",
    "is_cuda": 'x.device.type == "cuda"',
    "is_floating_point": 'xp.isdtype(x.dtype, "real floating")',
    "is_leaf": "x.tensor.is_leaf",
    "log": "xp.log(x)",
    "long": "x.astype(xp.int64)",
    "masked_fill": "xp.where(mask, value, x)",
    "mm": "x @ y",
    "norm": "xp.linalg.norm(x)",
    "numel": "x.size",
    "numpy": "np.asarray(x)",
    "permute": "x.transpose(1, 0)",
    "pow": "x ** y",
    "register_hook": "x.tensor.register_hook(hook)",
    "relu": "xp.maximum(x, 0)",
    "retain_grad": "x.tensor.retain_grad()",
    "sigmoid": "xp.special.expit(x)",
    "softmax": "xp.special.softmax(x, axis=0)",
    "sqrt": "xp.sqrt(x)",
    "stride": "x.strides, in bytes",
    "t": "x.T",
    "to": "x.to_device(device) or x.astype(dtype)",
    "topk": "xp.top_k(x, k)",
    "type": "x.astype(dtype)",
    "unsqueeze": "xp.expand_dims(x, axis=0)",
    "zero_": "x[...] = 0",
    # What `torch.nn.Parameter` sets.
    "_is_param": "torch.nn.Parameter(x.tensor)",
}


class TorchName:
    """An attribute of tensors that arrays lack."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: Any = None) -> NoReturn:
        kind = "ndarray" if owner is None else owner.__name__
        text = f"'{kind}' object has no attribute {self.name!r}: write {ANSWERS[self.name]}"
        if is_compiling():
            raise AttributeError(text)
        # With a `name`, even None, Python adds no suggestion of its own.
        raise AttributeError(text, name=None)


class _Parameter(TorchName):
    """The attribute that `torch.nn.Parameter` sets on objects that are not tensors."""

    def __set__(self, instance: Any, value: Any) -> NoReturn:
        raise TypeError(f"a parameter holds a tensor: write {ANSWERS[self.name]}")


NAMES = {name: _Parameter(name) if name == "_is_param" else TorchName(name) for name in ANSWERS}
