"""Random bits, checksums and codes: wrapping integers, CRC-32, Gray codes and Hamming's code."""

import numpy as np


def lcg(seed, n):
    out = np.empty(n, dtype=np.uint32)
    state = np.uint32(seed)
    with np.errstate(over="ignore"):
        for i in range(n):
            state = state * np.uint32(1664525) + np.uint32(1013904223)
            out[i] = state
    return out


def xorshift(state, n):
    out = np.zeros(n, np.uint64)
    x = np.uint64(state)
    for i in range(n):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        out[i] = x
    return out


def crc_table():
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(0xEDB88320), table >> 1)
    return table


def crc32(data, table):
    crc = np.uint32(0xFFFFFFFF)
    for byte in np.frombuffer(data, np.uint8):
        crc = table[(crc ^ byte) & 0xFF] ^ (crc >> np.uint32(8))
    return crc ^ np.uint32(0xFFFFFFFF)


def popcount(x):
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return (x * np.uint32(0x01010101)) >> 24


def adler(data):
    a, b = 1, 0
    for v in np.frombuffer(data, dtype=np.uint8).tolist():
        a = (a + v) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def hamming_encode(nibbles):
    G = np.array([[1, 1, 0, 1], [1, 0, 1, 1], [1, 0, 0, 0], [0, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    return nibbles @ G.T % 2


def hamming_decode(words):
    H = np.array([[1, 0, 1, 0, 1, 0, 1], [0, 1, 1, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1, 1]])
    syndrome = (words @ H.T % 2) @ [1, 2, 4]
    wrong = np.nonzero(syndrome)[0]
    fixed = words.copy()
    fixed[wrong, syndrome[wrong] - 1] ^= 1
    return fixed[:, [2, 4, 5, 6]], len(wrong)


def main():
    r = lcg(42, 200)
    x = xorshift(88172645463325252, 20)
    print(r[:3], x[:2], r.dtype, x.dtype)
    table = crc_table()
    c = crc32(b"123456789", table)
    print(hex(c), f"{c:#010x}", f"{adler(b'Wikipedia'):x}", c == 0xCBF43926)
    bits = popcount(r)
    assert (bits == np.bitwise_count(r)).all()
    gray = np.arange(16, dtype=np.uint8) ^ (np.arange(16, dtype=np.uint8) >> 1)
    print([f"{g:04b}" for g in gray], np.binary_repr(gray[5], 6))
    nibbles = np.unpackbits(r[:6].view(np.uint8)).reshape(-1, 4)
    words = hamming_encode(nibbles)
    words[::5, 3] ^= 1
    decoded, wrong = hamming_decode(words)
    print(wrong, np.array_equal(decoded, nibbles), nibbles.dtype, words.dtype)
    rotated = (r << 7) | (r >> 25)
    mean = (r / 2**32).mean()
    print(f"{mean:.6f}", rotated[:2], r.astype(np.int32)[:3], np.left_shift(1, [3, 5]), ~r[0])
    small = np.int8(100)
    with np.errstate(over="ignore"):
        print(np.add(small, small, dtype=np.int8), (np.array([100], np.int8) + np.int8(100))[0], -np.uint8(3))
    return r, x, table, bits, gray, decoded, rotated, mean
