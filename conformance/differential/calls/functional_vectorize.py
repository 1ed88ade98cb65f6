"""Functions of functions of Python numbers."""

NOT_DRAWN = {
    "frompyfunc": "takes a function of the user's",
    "vectorize": "takes a function of the user's",
}
