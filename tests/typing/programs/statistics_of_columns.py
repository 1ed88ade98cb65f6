"""Reduce arrays to numbers."""

import xp_torch as xp

x = xp.arange(12.0).reshape(3, 4)
m = x.max(axis=1, keepdims=True)
s = xp.sum(x, axis=(0, 1), dtype=xp.float64, where=x > 1, initial=0.0)
q = xp.quantile(x, [0.1, 0.9], axis=0)
cum = xp.cumsum(x, axis=1)
hist, edges = xp.histogram(x, bins=5)
vals, counts = xp.unique(x, return_counts=True)
only = xp.unique(x)
any_true: bool = bool(xp.any(x > 3))
truth: bool = xp.all(x >= 0).item()
k: int = xp.argmin(x).item()
smallest: float = min(x.min().item(), 3.0)
var: float = x.var(ddof=1).item()
print(m, s, q, cum, hist, edges, vals, counts, only.size, any_true, truth, k, smallest, var)
