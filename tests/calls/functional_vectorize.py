"""What calls a Python function on every element can't be traced: the elements are read back to the host."""

CALLS = {"frompyfunc": ()}
