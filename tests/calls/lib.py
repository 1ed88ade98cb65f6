"""Calls of NumPy's lib beside its views: axes and addresses are no arrays."""

CALLS = dict.fromkeys(
    (
        "lib.array_utils.byte_bounds",
        "lib.array_utils.normalize_axis_index",
        "lib.array_utils.normalize_axis_tuple",
    ),
    (),
)
