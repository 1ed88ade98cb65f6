"""Whole numbers: a sieve, divisions with signs, modular powers, digits, wrapping dtypes and Pythagorean triples."""

import math

import numpy as np


def main():
    sieve = np.ones(100, bool)
    sieve[:2] = False
    for i in range(2, math.isqrt(sieve.size) + 1):
        if sieve[i]:
            sieve[i * i :: i] = False
    primes, *_ = sieve.nonzero()
    gaps = np.diff(primes)
    print(primes, "largest gap", gaps.max(), "after", primes[gaps.argmax()])

    n, d = np.ix_([7, -7], [3, -3])
    for act in (np.floor_divide, np.remainder, np.fmod, np.divmod):
        print(act.__name__, *act(n, d))
    print(np.gcd.outer([12, 18], [8, 27]), np.lcm.reduce(np.arange(1, 11)))

    base, exponent, power = 3, 200, np.int64(1)
    while exponent:
        if exponent & 1:
            power = power * base % 1000007
        base, exponent = base * base % 1000007, exponent >> 1
    print("modular power", power, power == pow(3, 200, 1000007))
    starts = np.arange(1, 16)
    steps, now = np.zeros_like(starts), starts.copy()
    while (active := now > 1).any():
        steps += active
        now = np.where(active, np.where(now % 2 == 0, now // 2, 3 * now + 1), now)
    print("Collatz", dict(zip(starts.tolist(), steps.tolist())))

    small = np.array([127, -128, 5], np.int8)
    print(
        small + np.int8(1),
        abs(small),
        small // np.int8(-2),
        -small,
        small.sum(),
        np.uint8(3) * np.array([100], np.uint8),
    )
    kinds = OverflowError, ValueError, TypeError
    for wrong in (lambda: small + 200, lambda: np.array([300], np.uint8), lambda: small**-1, lambda: small << 0.5):
        try:
            print(wrong())
        except kinds as error:
            print(*(kind.__name__ for kind in kinds if isinstance(error, kind)))
    digits = np.array([int(c) for c in "3141592653589793"])
    print(
        np.bincount(digits, minlength=10),
        digits @ 10 ** np.arange(15, -1, -1),
        np.base_repr(1000, 7),
        np.binary_repr(-5, 8),
    )
    a, b = np.mgrid[1:20, 1:20]
    c = np.sqrt(a**2 + b**2).round().astype(int)
    triples = np.c_[a.ravel(), b.ravel(), c.ravel()][((a < b) & (c**2 == a**2 + b**2)).ravel()]
    print(triples[np.gcd.reduce(triples, axis=1) == 1])
    return primes, steps, triples, np.cumprod(starts)
