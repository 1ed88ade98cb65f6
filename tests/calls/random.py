"""Random numbers: their streams move on from call to call, so that `tests/test_random.py` traces them itself."""

CALLS = {"random.default_rng": ()}
