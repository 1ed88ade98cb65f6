"""European and American options: Black and Scholes, a binomial tree, and the implied volatility."""

import math

import numpy as np


def main():
    S, K, r, sigma, T = 100.0, np.array([90.0, 100.0, 110.0]), 0.03, 0.25, 1.0
    normal = np.vectorize(lambda v: 0.5 * (1 + math.erf(v / math.sqrt(2))))

    def black_scholes(S, K, r, sigma, T):
        d1 = (np.log(S / K) + (r + sigma**2 / 2) * T) / (sigma * np.sqrt(T))
        d2 = d1 - sigma * np.sqrt(T)
        call = S * normal(d1) - K * np.exp(-r * T) * normal(d2)
        return call, call - S + K * np.exp(-r * T)

    def tree(S, K, r, sigma, T, n, american):
        dt = T / n
        up = np.exp(sigma * np.sqrt(dt))
        p = (np.exp(r * dt) - 1 / up) / (up - 1 / up)
        price = S * up ** (2.0 * np.arange(n + 1) - n)
        value = np.maximum(K - price, 0)
        for step in range(n - 1, -1, -1):
            value = np.exp(-r * dt) * (p * value[1:] + (1 - p) * value[:-1])
            if american:
                price = S * up ** (2.0 * np.arange(step + 1) - step)
                value = np.maximum(value, K - price)
        return value[0]

    call, put = black_scholes(S, K, r, sigma, T)
    print("calls", call.round(4), "puts", put.round(4))
    for k in K:
        european, american = (tree(S, k, r, sigma, T, 200, way) for way in (False, True))
        print(f"strike {k:5.1f}: put {european:.4f}, early exercise worth {american - european:.4f}")

    low, high = np.full(3, 0.01), np.full(3, 1.0)
    for _ in range(50):
        middle = (low + high) / 2
        dear = black_scholes(S, K, r, middle, T)[0] > call + 0.5
        high, low = np.where(dear, middle, high), np.where(dear, low, middle)
    print("implied", np.array2string(middle, precision=5))
    return call, put, middle
