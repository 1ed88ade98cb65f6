"""Python's operators by the names of their functions in `operator`."""

import operator

#: operators by the name of their function, as a reader writes them.
INFIX = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=",
}  # fmt: skip
INPLACE = {"i" + name.rstrip("_"): sign + "=" for name, sign in INFIX.items() if sign[0] not in "<>=!" or len(sign) > 1}
INPLACE = {name: sign for name, sign in INPLACE.items() if hasattr(operator, name)}
