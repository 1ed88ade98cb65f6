"""A dtype of 16 bits that the suite is given as float32, so that it draws and checks real floating numbers of it."""

import importlib
import math
import os
import types

from hypothesis import strategies
from hypothesis.extra import array_api

DTYPE = "CONFORMANCE_LOW_PRECISION"


def offer(xp, name):
    """Return a copy of the namespace `xp` whose float32 is the dtype called `name`."""
    copied = types.ModuleType(xp.__name__, xp.__doc__)
    copied.__dict__.update({key: getattr(xp, key) for key in dir(xp)})
    copied.float32 = getattr(importlib.import_module("xp_torch"), name)
    return copied


def draw():
    """Let Hypothesis draw the numbers of bfloat16, which it does not have: float32's, rounded."""
    if os.environ.get(DTYPE) != "bfloat16":
        return
    usual = array_api._from_dtype

    def from_dtype(xp, api_version, dtype, **limits):
        narrow = xp.float32
        if dtype not in (narrow, "float32"):
            return usual(xp, api_version, dtype, **limits)
        info = xp.finfo(narrow)
        least, most = (limits.get(key) for key in ("min_value", "max_value"))
        least, most = -info.max if least is None else least, info.max if most is None else most

        def belongs(x):
            if not math.isfinite(x):
                return limits.get("allow_infinity") is not False or x != x
            inside = least <= x <= most and not (limits.get("exclude_min") and x == least)
            normal = x == 0 or abs(x) >= info.smallest_normal
            return inside and normal and not (limits.get("exclude_max") and x == most)

        numbers = strategies.floats(width=32, **{key: value for key, value in limits.items() if value is not None})
        return numbers.map(lambda x: float(xp.asarray(x, dtype=narrow))).filter(belongs)

    array_api._from_dtype = from_dtype


def teach():
    """Tell the suite the limits of the dtype; call it before the test modules are imported."""
    helpers = importlib.import_module("array_api_tests.dtype_helpers")
    narrow = helpers.xp.float32
    largest = float(helpers.xp.finfo(narrow).max)
    pairs = [(d, r) for d, r in helpers.dtype_ranges.items() if d != narrow]
    helpers.dtype_ranges = helpers.EqualityMapping([*pairs, (narrow, helpers.MinMax(-largest, largest))])
    # Transforms of these dtypes are complex64, which is not tested itself: its components are float32.
    helpers._name_to_dtype["complex64"] = transform = helpers.xp.complex64
    helpers.dtype_to_name = helpers.EqualityMapping([*helpers.dtype_to_name.items(), (transform, "complex64")])
