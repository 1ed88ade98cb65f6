"""Global alignment of two sequences by Needleman and Wunsch."""

import numpy as np


def main():
    a, b = "GATTACAGT", "GCATGCUTA"
    match, mismatch, gap = 2, -1, -2
    code = {letter: k for k, letter in enumerate(sorted(set(a + b)))}
    x = np.array([code[c] for c in a])
    y = np.array([code[c] for c in b])
    pair = np.where(x[:, None] == y, match, mismatch)
    F = np.zeros((len(a) + 1, len(b) + 1), int)
    F[:, 0] = gap * np.arange(len(a) + 1)
    F[0] = gap * np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            F[i, j] = max(F[i - 1, j - 1] + pair[i - 1, j - 1], F[i - 1, j] + gap, F[i, j - 1] + gap)
    i, j, top, bottom = len(a), len(b), "", ""
    while i or j:
        if i and j and F[i, j] == F[i - 1, j - 1] + pair[i - 1, j - 1]:
            i, j = i - 1, j - 1
            top, bottom = a[i] + top, b[j] + bottom
        elif i and F[i, j] == F[i - 1, j] + gap:
            i -= 1
            top, bottom = a[i] + top, "-" + bottom
        else:
            j -= 1
            top, bottom = "-" + top, b[j] + bottom
    print("score", F[-1, -1])
    print(top, bottom, sep="\n")
    print(F)
    return F
