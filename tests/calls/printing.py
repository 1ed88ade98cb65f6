"""Calls of what prints: nothing of it can be traced."""

CALLS = dict.fromkeys(
    (
        "array2string",
        "array_repr",
        "array_str",
        "base_repr",
        "binary_repr",
        "format_float_positional",
        "format_float_scientific",
        "get_printoptions",
        "printoptions",
    ),
    (),
)
