"""`einsum_path` makes no arrays."""

NOT_DRAWN = {"einsum_path": "of subscripts that fit; its tests compare it with NumPy's on random ones"}
