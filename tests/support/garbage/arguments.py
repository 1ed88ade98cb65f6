"""Arguments as Python text: those that a parameter's name suggests, and any others."""

from __future__ import annotations

from random import Random

from support.values import DTYPES

SHAPES = (
    "()", "0", "3", "(0,)", "(3,)", "(4,)", "(2, 3)", "(3, 3)", "(3, 1)", "(0, 3)", "(3, 0)", "(2, 3, 4)", "(2, 0, 3)",
    "(1, 1, 1, 1)", "(1,) * 33", "(1,) * 64",
)  # fmt: skip
WRONG_SHAPES = (
    "-1", "(2, -3)", "(1,) * 65", "2**31", "2**62", "(2**62, 4)", "(0, 2**62, 4)", "(2**40, 2**40)", "2**63",
    "(3, 2**63)", "-2**63", "2**70", "(2**46,)", "(1.5, 2)", "'a'", "[2, [3]]", "np.array([2, 3])", "np.array(2)",
    "None", "True",
)  # fmt: skip
SMALL = ("0", "1", "2", "3", "-1", "-2", "5")
LARGE = (
    "99", "2**31 - 1", "2**31", "-2**31", "2**32", "10**12", "2**62", "2**63 - 1", "2**63", "-2**63", "-2**63 - 1",
    "2**64", "2**70", "10**30", "10**400", "-10**30",
)  # fmt: skip
FLOATS = ("0.5", "-1.5", "2.0", "nan", "inf", "-inf", "1e308", "1e-320", "-0.0")
OTHERS = (
    "None", "True", "False", "1j", "'a'", "''", "'float64'", "'ij,jk'", "b'a'", "...", "()", "[]", "{}", "{1}",
    "set()", "slice(None)", "slice(2**70, None, -1)", "slice('a')", "range(3)", "range(0)", "range(2**62)", "object()",
    "len", "lambda *x, **k: x[0] if x else None", "np.float32", "np.dtype('int8')", "np.add", "np", "int", "float",
    "np.ndarray", "numpy.float64(1.5)", "numpy.int8(2)", "numpy.datetime64('2000-01-01')", "fractions.Fraction(1, 3)",
    "np.floating", "decimal.Decimal('1.5')", "iter([1, 2])", "memoryview(b'abcd')", "bytearray(b'ab')",
    "NotImplemented", "ValueError", "SELF", "DEEP", "[1, [2]]", "[[1, 2], [3]]", "['a', 1]", "[None]", "[[]]",
    "[nan, None]", "(1, 2)", "(2, 3)", "[0, 1]", "(0, 0)", "(1, -2)", "[2**64]", "[10**400]", "[1e400]",
    "[0.0] * 32768", "'x' * 32768", "{'a': np.ones(3)}", "[np.ones(2), np.ones(3)]", "(np.ones(3), None)",
    "[np.ones(3), np.ones(3)]", "np.random.default_rng(1)", "np.poly1d([1, 2])", "torch.ones(3)",
    "torch.ones(2, dtype=torch.float16)", "torch.float32", "torch.sin", "UNREADABLE", "io.BytesIO()",
    "array.array('d', [1.0])", "collections.OrderedDict(a=1)", "types.SimpleNamespace(dtype='int8')",
)  # fmt: skip
FOREIGN = (
    "numpy.ones(3)", "numpy.ones((2, 3), 'float32')", "numpy.array(['a', 'b'])", "numpy.array([None, 1], object)",
    "numpy.array(['2000-01-01'], 'datetime64[D]')", "numpy.zeros(2, [('x', 'f8')])", "numpy.ones(3, '>f8')",
    "numpy.ones(2, 'longdouble')", "numpy.ma.masked_array([1.0, 2.0], [True, False])",
    "numpy.matrix([[1, 2], [3, 4]])",
)  # fmt: skip
TYPES = (
    *(f"'{name}'" for name in DTYPES), "float", "int", "bool", "complex", "np.float32", "np.int8", "np.dtype('uint8')",
    "np.bfloat16", "numpy.dtype('float64')", "torch.float32", "object", "'S3'", "'M8[D]'", "'>f8'", "'nonsense'",
    "'f4,i4'", "np.integer", "np.floating", "'e'", "'V8'", "'longdouble'", "str", "type", "numpy.float16",
)  # fmt: skip
FUNCTIONS = (
    "lambda *x, **k: x[0] if x else None", "np.sin", "np.add", "len", "lambda *x: 'a'", "lambda *x: np.ones(3)",
    "float", "lambda *x: [][1]", "lambda *x: [[1], [2, 3]]", "np.sum", "3",
)  # fmt: skip
WORDS = (
    "'C'", "'F'", "'K'", "'raise'", "'wrap'", "'clip'", "'left'", "'right'", "'full'", "'valid'", "'same'", "'unsafe'",
    "'no'", "'ij'", "'xy'", "'constant'", "'reflect'", "'linear'", "'nearest'", "'stable'", "'fro'", "'nuc'",
    "'ortho'", "'ij,jk'", "'i->'", "'...i,i...'", "'a'", "'auto'", "'sturges'", "'big'", "'reduced'", "'little'",
    "None", "1",
)  # fmt: skip
FILES = (
    "io.BytesIO()", "io.BytesIO(b'abc')", "io.StringIO('1 2\\n3 x')", "io.StringIO('1,2\\n3,4')", "'missing/file'",
    "''", "'\\0'", "None", "1.5", "[]", "['1 2', '3 4']", "object()",
)  # fmt: skip
FILL = ("np.ones({}, {})", "np.zeros({}, {})", "np.full({}, nan).astype({})", "np.full({}, -3).astype({})")
FORMS = (
    "np.arange(4.0)[::-1]", "np.arange(3.0)[1]", "np.ones((2, 3)).T", "np.broadcast_to(np.ones(1), (3,))", "np.eye(3)",
    "np.arange(12.0).reshape(3, 4)[:, ::2]", "np.array([3, 1, 2])", "np.array([0, 2**62])",
    "np.array([True, False, True])", "np.array([nan, 1.0, inf])", "np.array([1 + 2j, nan])", "np.array(2)",
    "np.array(2**40)", "np.array([[1.0, 2], [3, 4]])", "np.broadcast_to(np.ones(1), (2**40,))[:3]",
    "np.array([-1, 5])", "np.ones(3, 'uint8') * 255", "np.arange(6).reshape(2, 3)",
)  # fmt: skip

#: the names of parameters that suggest an argument of a kind.
NAMES = {
    "axis": "axis axis1 axis2 axisa axisb axisc source destination start axes dim",
    "integer": "n N M k m deg degree num ndim decimals digits precision nbins minlength length periods width maxdims "
    "kth nin nout lbnd scl indices_or_sections repeats shift reps p unroll order_ initial_order lag rowvar nsample low "
    "high count offset upper lower itemsize new_order number max_rows usecols minor maxiter",
    "shape": "shape newshape size new_shape dims window_shape s strides A_shape",
    "type": "dtype dtype1 dtype2 type arg1 arg2 from_ to dtypes rtype otypes fp_dtype int_dtype",
    "function": "func func1d function pyfunc f fun mask_func callback body_fun cond_fun",
    "word": "mode order casting side kind method norm indexing sorter_ UPLO ord bitorder subscripts device api_version "
    "copy keepdims bins trim out_kind signature sig optimize pad_mode boundary",
    "file": "file fname fid filename path dest",
}
KINDS = {name: kind for kind, names in NAMES.items() for name in names.split()}


def array(rng: Random) -> str:
    """Return the text of an array."""
    if rng.random() < 0.3:
        return rng.choice(FORMS)
    return rng.choice(FILL).format(rng.choice(SHAPES), f"'{rng.choice(DTYPES)}'")


def suggested(rng: Random, name: str) -> str:
    """Return an argument of the kind that a parameter's name suggests; an array for other names."""
    kind = KINDS.get(name, "array")
    pick = rng.random()
    if kind == "axis":
        return rng.choice(SMALL) if pick < 0.6 else rng.choice(LARGE) if pick < 0.8 else f"({rng.choice(SMALL)}, 0)"
    if kind == "integer":
        return rng.choice(SMALL) if pick < 0.5 else rng.choice(LARGE) if pick < 0.8 else rng.choice(FLOATS)
    if kind == "shape":
        return rng.choice(SHAPES if pick < 0.6 else WRONG_SHAPES)
    if kind == "array":
        return array(rng) if pick < 0.85 else rng.choice(SMALL + FLOATS)
    return rng.choice({"type": TYPES, "function": FUNCTIONS, "word": WORDS, "file": FILES}[kind])


def anything(rng: Random) -> str:
    """Return an argument of any kind."""
    if rng.random() < 0.25:
        return array(rng)
    groups = (SMALL, LARGE, FLOATS, OTHERS, OTHERS, OTHERS, FOREIGN, TYPES, SHAPES, WRONG_SHAPES, WORDS)
    return rng.choice(rng.choice(groups))


def argument(rng: Random, name: str) -> str:
    """Return an argument for the parameter `name`.

    A file is never a number, which could be the number of a stream. A function is never None, of which Python says that
    it is not callable.
    """
    if KINDS.get(name) == "file":
        return rng.choice(FILES)
    if KINDS.get(name) == "function":
        return rng.choice(FUNCTIONS)
    return suggested(rng, name) if rng.random() < 0.6 else anything(rng)
