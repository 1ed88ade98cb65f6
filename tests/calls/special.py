"""Special functions: the gates compare with NumPy, which has none; `tests/functions/test_special.py` traces them."""

import inspect

import xp_torch as xp

#: those of the main namespace are ufuncs.
CALLS = {
    f"special.{name}": ()
    for name in xp.special.__all__
    if inspect.isfunction(getattr(xp.special, name)) and not isinstance(getattr(xp.special, name), xp.ufunc)
}
