"""Random numbers: the streams move on from call to call, so `tests/functions/random/test_random.py` traces them."""

CALLS = {"random.default_rng": ()}
