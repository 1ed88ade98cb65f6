"""Members of `ndarray`, and their attachment: NumPy's methods, and what concerns elements, gradients and memory."""

from xp_torch._array import flat as flat
from xp_torch._array import indexing as indexing
from xp_torch._array.ufunc import elements as element_operators  # noqa: F401  # attaches them
from xp_torch._members import methods as methods
