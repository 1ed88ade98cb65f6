"""Letters of a text: frequencies, entropy, bigrams, Caesar's cipher broken by chi-squared."""

import numpy as np


def main():
    text = (
        "it was the best of times it was the worst of times it was the age of wisdom "
        "it was the age of foolishness it was the epoch of belief it was the season of light"
    )
    codes = np.frombuffer(text.encode(), dtype=np.uint8)
    letters = codes[(codes >= ord("a")) & (codes <= ord("z"))] - ord("a")
    counts = np.bincount(letters, minlength=26)
    p = counts[counts > 0] / counts.sum()
    print(f"{letters.size} letters, entropy {-(p * np.log2(p)).sum():.4f} bits")
    for k in np.argsort(counts, kind="stable")[::-1][:5]:
        print(chr(ord("a") + k), counts[k], f"{counts[k] / counts.sum():.2%}")

    bigram = np.zeros((26, 26), int)
    np.add.at(bigram, (letters[:-1], letters[1:]), 1)
    i, j = np.unravel_index(bigram.argmax(), bigram.shape)
    print("commonest pair", chr(97 + i) + chr(97 + j), bigram.max())

    english = np.array(
        [
            8.2,
            1.5,
            2.8,
            4.3,
            12.7,
            2.2,
            2.0,
            6.1,
            7.0,
            0.2,
            0.8,
            4.0,
            2.4,
            6.7,
            7.5,
            1.9,
            0.1,
            6.0,
            6.3,
            9.1,
            2.8,
            1.0,
            2.4,
            0.2,
            2.0,
            0.1,
        ]
    )
    english /= english.sum()
    secret = (letters + 11) % 26
    observed = np.bincount(secret, minlength=26)
    score = [((np.roll(observed, -s) - english * secret.size) ** 2 / (english * secret.size)).sum() for s in range(26)]
    shift = int(np.argmin(score))
    plain = (secret.astype(int) - shift) % 26
    print("shift", shift, bytes((plain[:20] + 97).astype(np.uint8).tolist()).decode())
    return counts, bigram, plain
