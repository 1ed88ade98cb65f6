"""Special functions: SciPy's, which NumPy has none of."""

import xp_torch as xp

NOT_DRAWN = {
    "special": "a module",
    **dict.fromkeys(
        (f"special.{name}" for name in xp.special.__all__),
        "NumPy has none; `tests/functions/test_special.py` compares with SciPy",
    ),
}
