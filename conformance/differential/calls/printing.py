"""Printing and the settings for errors: no call is drawn of what NumPy does or nothing."""

NOT_DRAWN = {
    **dict.fromkeys(
        ("array2string", "array_repr", "array_str", "format_float_positional", "format_float_scientific"),
        "NumPy prints",
    ),
    **dict.fromkeys(("base_repr", "binary_repr"), "takes no array"),
    **dict.fromkeys(("get_printoptions", "printoptions", "set_printoptions"), "an option of NumPy's"),
    **dict.fromkeys(("errstate", "geterr", "geterrcall", "getbufsize"), "a setting that nothing depends on"),
    **dict.fromkeys(("seterr", "seterrcall", "setbufsize"), "a setting that nothing depends on"),
}
