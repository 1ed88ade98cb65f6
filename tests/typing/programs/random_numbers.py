"""Draw random numbers."""

import xp_torch as xp

rng = xp.random.default_rng(0)
x = rng.normal(0, 1, size=(3, 2))
i = rng.integers(0, 10, size=5)
c = rng.choice(xp.arange(5), size=2, replace=False)
rng.shuffle(x)
p = rng.permutation(5)
u: float = rng.random().item()
print(x.mean(), i.max(), c, p, u)
xp.random.seed(3)
print(xp.random.rand(3, 2) + 1, xp.random.uniform(size=3))


def draw(generator: xp.random.Generator) -> xp.ndarray:
    return generator.standard_normal(3)


print(draw(rng))
