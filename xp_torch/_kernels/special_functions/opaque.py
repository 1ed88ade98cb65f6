"""Kernels of many steps, which take much memory: one operation in graphs, and in blocks of large arrays.

Inductor computes operands anew wherever they are used, so that it compiles some hundred steps for a minute.
"""

import functools
import math

import torch

from xp_torch._facts.inspection import is_plain
from xp_torch._facts.torch_state import in_dispatch_mode, is_compiling, is_differentiated, is_exporting

#: Number of elements of a block; a kernel may need some hundred numbers for each.
_BLOCK = 2**12
#: The kernels by name, how many results they have, and the size of their blocks.
_KERNELS: dict = {}
#: Where inductor computes this function itself, it loses digits: `inductor/passes.py` calls it by this name.
ERFINV = "erfinv"
_KERNELS[ERFINV] = torch.special.erfinv, 1, _BLOCK
_library = torch.library.Library("xp_torch", "FRAGMENT")


def _compute(name, operands):
    """Return the results of a kernel as a list of contiguous tensors."""
    kernel, count, block = _KERNELS[name]
    results = _in_blocks(kernel, operands, block)
    return [t.contiguous() for t in ([results] if count == 1 else results)]


def _shaped(name, operands):
    """Return tensors of the shape and dtype of the results."""
    shape = torch.broadcast_shapes(*[t.shape for t in operands])
    return [operands[0].new_empty(shape) for _ in range(_KERNELS[name][1])]


def _in_blocks(kernel, operands, size):
    """Return the result of one or more elementwise kernels, computed one block after the other."""
    shape = torch.broadcast_shapes(*[t.shape for t in operands])
    if math.prod(shape) <= size or in_dispatch_mode() or not all(map(is_plain, operands)):
        return kernel(*operands)
    flat = [t.expand(shape).reshape(-1).split(size) for t in operands]
    blocks = [kernel(*block) for block in zip(*flat, strict=True)]
    if isinstance(blocks[0], torch.Tensor):
        return torch.cat(blocks).reshape(shape)
    return tuple([torch.cat(parts).reshape(shape) for parts in zip(*blocks, strict=True)])


_library.define("special(str name, Tensor[] operands) -> Tensor[]", tags=(torch.Tag.pt2_compliant_tag,))
_library.impl("special", _compute, "CompositeExplicitAutograd")
torch.library.register_fake("xp_torch::special", _shaped, lib=_library)


def opaque(kernel, count=1, block=_BLOCK):
    """Make a kernel one operation in graphs; where a derivative may be wanted, its steps are traced."""
    name = f"{kernel.__module__}.{kernel.__name__}"
    _KERNELS[name] = kernel, count, block

    @functools.wraps(kernel)
    def called(*operands):
        if not is_compiling():
            return _in_blocks(kernel, operands, block)
        if is_exporting() or is_differentiated(*operands):
            return kernel(*operands)
        results = torch.ops.xp_torch.special(name, operands)
        return results[0] if count == 1 else tuple(results)

    return called
