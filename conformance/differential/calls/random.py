"""Random numbers: no two libraries draw the same."""

import xp_torch as xp

NOT_DRAWN = {
    "random": "a module",
    **dict.fromkeys(
        (f"random.{name}" for name in xp.random.__all__),
        "the streams are not NumPy's; `tests/functions/random/test_random.py` holds the distributions",
    ),
}
