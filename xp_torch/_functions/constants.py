"""The constants of the standard, and NumPy's `euler_gamma`: Python scalars, so that they are weak in promotion."""

import math

import numpy as np

__all__ = ["e", "euler_gamma", "inf", "nan", "newaxis", "pi"]

e = math.e
euler_gamma = 0.57721566490153286060651209008240243
inf = math.inf
nan = np.nan  # libraries compare with `is`
newaxis = None
pi = math.pi
