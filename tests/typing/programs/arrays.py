"""Standardize the columns of an array."""

import xp_torch as xp


def normalized(x: xp.ndarray) -> xp.ndarray:
    mean = x.mean(axis=0)
    std = x.std(axis=0, ddof=1)
    return (x - mean) / xp.where(std == 0, 1.0, std)


data = xp.linspace(0, 1, 12).reshape(4, 3)
z = normalized(data)
total: float = z.sum().item()
count: int = xp.count_nonzero(z > 0).item()
rows, columns = z.shape
best: int = int(z.argmax())
for row in z:
    print(row.tolist(), row[0])
text: str = f"{total:.3f} {count} {best}"
a = xp.arange(10)
a[2:5] = 0
b = a[a > 3]
c = xp.concatenate([a, b])
d = xp.stack((a, a), axis=1)
print(a.T, a.dtype == xp.int64, d.shape[0] * 2, len(c))
