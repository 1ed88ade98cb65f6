"""NumPy's lib beside its views."""

NOT_DRAWN = {
    **dict.fromkeys(("lib.NumpyVersion", "lib.mixins.NDArrayOperatorsMixin"), "NumPy's own"),
    **dict.fromkeys(("lib.array_utils", "lib.mixins", "lib.npyio"), "a module"),
    "lib.array_utils.byte_bounds": "addresses differ",
    **dict.fromkeys(("lib.array_utils.normalize_axis_index", "lib.array_utils.normalize_axis_tuple"), "takes no array"),
    **dict.fromkeys(("lib.npyio.DataSource", "lib.npyio.NpzFile"), "reads files"),
}
