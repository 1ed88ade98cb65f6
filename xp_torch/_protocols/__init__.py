"""Older versions of the standard, NumPy's and torch's protocols, and what other libraries call."""

from xp_torch._protocols import einops as einops
from xp_torch._protocols import pytree as pytree
from xp_torch._protocols import torch_registries as torch_registries
