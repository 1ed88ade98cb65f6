"""Kernels of hundreds of steps, which take much memory: one operation in graphs, and in blocks of large arrays.

Inductor would compile the steps for a minute.
"""

import functools
import math

import torch

from xp_torch._facts.inspection import is_plain
from xp_torch._facts.torch_state import in_dispatch_mode, is_compiling, is_differentiated

#: Number of elements of a block. A kernel may take some hundred numbers for each.
_BLOCK = 2**12
_KERNELS = {}
_library = torch.library.Library("xp_torch", "FRAGMENT")


def _compute(name, operands):
    return _in_blocks(_KERNELS[name], operands).contiguous()


def _in_blocks(kernel, operands):
    """Return the result of an elementwise kernel, which computes a block after the other."""
    shape = torch.broadcast_shapes(*[t.shape for t in operands])
    if math.prod(shape) <= _BLOCK or in_dispatch_mode() or not all(map(is_plain, operands)):
        return kernel(*operands)
    flat = [t.expand(shape).reshape(-1).split(_BLOCK) for t in operands]
    return torch.cat([kernel(*block) for block in zip(*flat, strict=True)]).reshape(shape)


def _shaped(name, operands):
    """Return a tensor of the shape and dtype of the result."""
    return operands[0].new_empty(torch.broadcast_shapes(*[t.shape for t in operands]))


_library.define("special(str name, Tensor[] operands) -> Tensor", tags=(torch.Tag.pt2_compliant_tag,))
_library.impl("special", _compute, "CompositeExplicitAutograd")
torch.library.register_fake("xp_torch::special", _shaped, lib=_library)


def opaque(kernel):
    """Make a kernel one operation in graphs, which has no derivatives: where one may be wanted, its steps are traced."""
    name = kernel.__name__
    _KERNELS[name] = kernel

    @functools.wraps(kernel)
    def called(*operands):
        if is_compiling() and not is_differentiated(*operands):
            return torch.ops.xp_torch.special(name, operands)
        return kernel(*operands) if is_compiling() else _in_blocks(kernel, operands)

    return called
