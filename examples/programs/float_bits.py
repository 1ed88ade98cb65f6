"""The bits of numbers: views as other dtypes, bytes in both orders, an xorshift generator and a hash of text."""

import numpy as np


def main():
    values = np.array([1.0, -0.0, 0.1, np.inf, np.nan])
    bits = values.view(np.uint64)
    exponents = ((bits >> 52) & 0x7FF).astype(int) - 1023
    for value, word, exponent in zip(values, bits, exponents):
        print(f"{value:>6} {word:016x} exponent {exponent:5d} {'negative' if word >> np.uint64(63) else ''}")

    words = np.arange(1, 9, dtype=np.uint32).view(np.uint8).reshape(-1, 4)
    print(words[:, ::-1], words.view("<u4").ravel(), words[:2].tobytes().hex(" "))
    halves = np.frombuffer(b"\x01\x00\x02\x80", "<i2")
    print(halves, halves.byteswap(), np.array([72, 105], np.uint8).tobytes().decode())

    steps = np.array([1.5, 2.5], np.float32).view(np.int32)
    steps += 1
    print("next floats", steps.view(np.float32) == np.nextafter(np.float32([1.5, 2.5]), np.float32(9)))

    x = np.uint64(88172645463325252)
    draws = np.empty(5, np.uint64)
    for i in range(draws.size):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        draws[i] = x
    print("xorshift", draws, (draws >> 11) * 2.0**-53)

    digest = np.uint32(2166136261)
    with np.errstate(over="ignore"):
        for byte in np.frombuffer(b"attack at dawn", np.uint8):
            digest = (digest ^ byte) * np.uint32(16777619)
    key = np.resize(np.frombuffer(b"key", np.uint8), 14)
    cipher = key ^ np.frombuffer(b"attack at dawn", np.uint8)
    print(
        f"hash {digest:08x}, {digest.dtype}; cipher {bytes(cipher).hex()} with {np.bitwise_count(cipher).sum()} bits set"
    )
    return bits, exponents, words, draws, cipher
