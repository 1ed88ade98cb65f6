"""NumPy's other names of dtypes: no call is drawn of them."""

ALIASES = """
    bool_ byte short intc int_ long longlong intp ubyte ushort uintc uint ulong ulonglong uintp half single double
    csingle cdouble
"""

NOT_DRAWN = {
    **dict.fromkeys(ALIASES.split(), "another name of a dtype that is drawn"),
    **dict.fromkeys(("True_", "False_", "ScalarType", "little_endian", "sctypeDict", "typecodes"), "a constant"),
    **dict.fromkeys(("flexible", "character"), "a type that is not called"),
}
