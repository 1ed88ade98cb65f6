"""Connected components of a picture by flood fill, with their sizes, boxes and centres."""

import numpy as np


def main():
    picture = """
..##....#...
.###....##..
.....#......
#...###...##
##...#....##
......#####.
"""
    image = np.array([[c == "#" for c in row] for row in picture.split()])
    labels = np.zeros(image.shape, dtype=np.int32)
    count = 0
    for seed in np.argwhere(image):
        if labels[tuple(seed)]:
            continue
        count += 1
        stack = [tuple(seed)]
        while stack:
            i, j = stack.pop()
            if not (0 <= i < image.shape[0] and 0 <= j < image.shape[1]):
                continue
            if image[i, j] and not labels[i, j]:
                labels[i, j] = count
                stack += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    print(labels)
    sizes = np.bincount(labels.ravel())[1:]
    for k in range(1, count + 1):
        rows, cols = np.nonzero(labels == k)
        box = rows.min(), rows.max(), cols.min(), cols.max()
        print(k, "size", sizes[k - 1], "box", *box, "centre", f"({rows.mean():.2f}, {cols.mean():.2f})")
    print("largest", np.argmax(sizes) + 1, "of", count)
    return labels, sizes
