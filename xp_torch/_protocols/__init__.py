"""Methods of `ndarray`, older versions of the standard, NumPy's and torch's protocols."""

from xp_torch._array import flat as flat
from xp_torch._array import indexing as indexing
from xp_torch._array.ufunc import elements as elements
from xp_torch._protocols import einops as einops
from xp_torch._protocols import methods as methods
from xp_torch._protocols import pytree as pytree
from xp_torch._protocols import torch_registries as torch_registries
