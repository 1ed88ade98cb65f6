"""What Hypothesis draws: arrays of every dtype, with extreme values, in every memory layout."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from support.values import DTYPES, extremes


@st.composite
def layouts(draw: Any, a: np.ndarray) -> np.ndarray:
    """Return an array of the same values in some memory layout: contiguous, transposed, strided, reversed."""
    way = draw(st.sampled_from(["C", "F", "strided", "offset", "reversed"]))
    if a.ndim == 0 or way == "C":
        return a
    if way == "F":
        return np.asfortranarray(a)
    if way == "reversed":
        return np.ascontiguousarray(a[::-1])[::-1]
    sizes = [2 * s if way == "strided" else s + 1 for s in a.shape]
    memory = np.zeros(sizes, a.dtype)
    view = memory[tuple(slice(0, None, 2) if way == "strided" else slice(1, None) for _ in sizes)]
    view[...] = a
    return view


def elements(dtype: str) -> st.SearchStrategy:
    """Return values of a dtype, extreme ones often."""
    return st.one_of(st.sampled_from(list(extremes(dtype))), npst.from_dtype(np.dtype(dtype)))


@st.composite
def arrays(draw: Any, dtype: str | None = None, shape: tuple[int, ...] | None = None) -> np.ndarray:
    """Return a NumPy array: any dtype, 0-D and zero-size ones among them, in some layout."""
    dtype = draw(st.sampled_from(DTYPES)) if dtype is None else dtype
    if shape is None:
        shape = draw(npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
    return draw(layouts(draw(npst.arrays(dtype, shape, elements=elements(dtype)))))
