"""Every public function asks whether an argument is a guest: its source has the line, for all arguments with arrays."""

import ast
import importlib
import inspect
import pathlib
import re
import textwrap

import numpy as np
import pytest

import xp_torch as xp

#: The modules of public functions, and what their names begin with here.
_BASES = ("polynomial", "chebyshev", "legendre", "hermite", "hermite_e", "laguerre", "polyutils")
MODULES = {
    "xp_torch": "",
    "xp_torch.linalg": "linalg.",
    "xp_torch.fft": "fft.",
    "xp_torch.random": "random.",
    "xp_torch.special": "special.",
    "xp_torch.lib.scimath": "scimath.",
    "xp_torch.lib.stride_tricks": "lib.",
    **{f"xp_torch.polynomial.{name}": "" for name in _BASES},
}
#: Functions without the line, by the reason.
WITHOUT = {
    "it has no argument with an array": """
        __array_namespace_info__ base_repr binary_repr broadcast_shapes compile format_float frompyfunc fromregex
        get_printoptions getbufsize geterr geterrcall isdtype issubdtype lib.broadcast_shapes mintypecode printoptions
        promote_types register_dtype set_default_dtype set_printoptions setbufsize seterr seterrcall show_versions
        special.bernoulli typename
    """,
    "it asks for the class, the shape or the text": "debug_print get_namespace isscalar iterable ndim shape size",
    "it only calls functions that ask": """
        chebinterpolate chebpts1 chebpts2 getdomain mask_indices random.ranf random.sample require
    """,
    "its result asks, by `transformed`": "grad hessian jacobian value_and_grad vjp vmap",
    "its result is a function of what torch records": "checkpoint custom_jvp custom_vjp",
}
#: Arguments with arrays that the line doesn't name, by the reason.
UNNAMED = {
    "the general path asks for `__array_ufunc__`": {
        **{name: {"out", "initial", "where"} for name in ("max", "min", "prod", "sum")},
        **{name: {"out", "where"} for name in ("all", "any")},
    },
    "it only calls functions that ask": {
        "amax": {"out", "initial", "where"}, "amin": {"out", "initial", "where"}, "around": {"out"}, "polyint": {"k"},
        "trapezoid": {"dx"},
    },
    "it is converted by `tolist`": {"random.default_rng": {"seed"}},
    "it is memory, which these arrays don't show": {"frombuffer": {"buffer"}},
    "it is a number": {"argpartition": {"kth"}, "partition": {"kth"}, "arange": {"first"}},
    "it is a pair of numbers": {
        "histogram": {"range"}, "histogram2d": {"range"}, "histogram_bin_edges": {"range"}, "histogramdd": {"range"},
        "pad": {"pad_width"},
    },
}  # fmt: skip
EXCEPTIONS = {name: reason for reason, names in WITHOUT.items() for name in names.split()}


def functions():
    """Return the public functions that are no ufuncs, and the methods of generators, by name."""
    found = {}
    for module, prefix in MODULES.items():
        public = importlib.import_module(module)
        for name in public.__all__:
            value = getattr(public, name)
            if inspect.isclass(value) and hasattr(value, "_elsewhere"):
                for method, function in inspect.getmembers(value, inspect.isfunction):
                    if method[0] != "_":
                        found[f"random.{name}.{method}"] = function
            elif inspect.isfunction(value) and not isinstance(value, xp.ufunc):
                found[prefix + name] = inspect.unwrap(value)
    return found


def tree_of(function):
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def lines_of(function):
    """Return the conditions under which a function returns `call_override`."""
    ifs = [node for node in ast.walk(tree_of(function)) if isinstance(node, ast.If)]
    return [i.test for i in ifs if any("call_override(" in ast.unparse(statement) for statement in i.body)]


def arrays_of(function):
    """Return the parameters of a function that may be arrays."""
    a = tree_of(function).body[0].args
    parameters = [*a.posonlyargs, *a.args, *a.kwonlyargs, *([a.vararg] if a.vararg else [])]
    texts = {p.arg: ast.unparse(p.annotation) for p in parameters if p.annotation}
    return {name for name, text in texts.items() if "ArrayLike" in text or "ndarray" in text} - {"like"}


FUNCTIONS = functions()
#: Methods of generators that draw nothing.
_STREAM = {"bit_generator", "bytes", "get_state", "seed", "set_state", "spawn"}


def is_exception(name):
    return name in EXCEPTIONS or name.rpartition(".")[2] in _STREAM


def test_every_public_function_asks():
    missing = [name for name, function in FUNCTIONS.items() if not (lines_of(function) or is_exception(name))]
    assert missing == []


def test_the_line_names_every_argument_with_an_array():
    unnamed = {name: names for cases in UNNAMED.values() for name, names in cases.items()}
    missing = {}
    for name, function in FUNCTIONS.items():
        tests = lines_of(function)
        named = {node.id for test in tests for node in ast.walk(test) if isinstance(node, ast.Name)}
        if tests and "args" not in named and (left := arrays_of(function) - named - unnamed.get(name, set())):
            missing[name] = left
    assert missing == {}


def test_the_line_is_left_out_for_plain_arrays_only():
    plain = re.compile(r"\bis ndarray\b|(?<!not )isinstance\(|\b(out|where|mean|device) is (None|True|NO_VALUE)\b")
    conditions = {name: [ast.unparse(test) for test in lines_of(function)] for name, function in FUNCTIONS.items()}
    assert [name for name, tests in conditions.items() if any(map(plain.search, tests))] == []


def test_each_question_decides_by_itself():
    """The condition is one question, or several with `or` between them."""
    question = re.compile(r"\b(has_(override|override_within|foreign|ruled)|is_elsewhere|numpys_dtype|is_numpys)\(")
    wrong = set()
    for name, function in FUNCTIONS.items():
        for test in lines_of(function):
            parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
            if any(len(question.findall(ast.unparse(part))) > 1 for part in parts):
                wrong.add(name)
    assert wrong == set()


def test_every_function_that_makes_arrays_asks_for_the_device():
    line = "(BLOCKS or device is not None) and is_elsewhere(device)"
    makes = {name for name, f in FUNCTIONS.items() if "is_elsewhere" in inspect.getsource(f)}
    assert len(makes) > 35
    assert [name for name in makes if not any(line in ast.unparse(test) for test in lines_of(FUNCTIONS[name]))] == []


def test_no_exception_is_out_of_date():
    assert {name for name in EXCEPTIONS if name not in FUNCTIONS or lines_of(FUNCTIONS[name])} == set()
    for cases in UNNAMED.values():
        for name, names in cases.items():
            assert names <= set(inspect.signature(FUNCTIONS[name]).parameters), name


def test_one_function_decides():
    """No module but the door looks for the rules of a class."""
    package = pathlib.Path(xp.__file__).parent
    files = {path.relative_to(package).as_posix(): path.read_text() for path in package.rglob("*.py")}
    found = {name for name, text in files.items() if re.search(r"(?<!\w)_xp_function_\b", text)}
    assert {name for name in found if not name.startswith("_distributed/")} == {"_array/door.py", "distributed.py"}


class Ruled(xp.ndarray):
    """A subclass whose rules return what they were called with."""

    @staticmethod
    def _xp_function_(function, arguments):
        return function, arguments


RULED = xp.ones(2).view(Ruled)


@pytest.mark.parametrize(
    ("call", "function", "given"),
    [
        (lambda: xp.sum(RULED), xp.sum, {"a": RULED, "axis": None}),
        (lambda: np.sum(RULED, axis=0), xp.sum, {"a": RULED, "axis": 0}),
        (lambda: RULED.sum(axis=0), xp.sum, {"a": RULED, "axis": 0}),
        (lambda: xp.take(xp.ones(2), RULED), xp.take, {"indices": RULED}),
        (lambda: xp.mean(xp.ones(2), where=RULED), xp.mean, {"where": RULED}),
        (lambda: xp.mean(xp.ones(2), out=RULED), xp.mean, {"out": RULED}),
        (lambda: xp.linalg.norm(RULED), xp.linalg.norm, {"x": RULED}),
        (lambda: xp.special.zeta(2.0, RULED), xp.special.zeta, {"q": RULED}),
        (lambda: xp.polynomial.legendre.legval(RULED, [1.0]), xp.polynomial.legendre.legval, {"x": RULED}),
        (lambda: xp.ones(2).to_device("cpu") is not None and RULED.to_device("cpu"), xp.ndarray.to_device, {}),
        (lambda: xp.ones(2)[RULED], xp.ndarray.__getitem__, {"key": RULED}),
        (lambda: xp.random.default_rng(0).normal(RULED), xp.random.Generator.normal, {"loc": RULED}),
    ],
)
def test_rules_get_the_function_and_its_arguments(call, function, given):
    called, arguments = call()
    assert called is function
    assert list(arguments) == list(inspect.signature(function).parameters)
    assert all(arguments[name] is value for name, value in given.items())


#: Functions that compute with what the rules return, return nothing, or look at the shape first.
_BEYOND = """
    apply_over_axes arange astype common_type copyto diag_indices_from fill_diagonal frombuffer kron place put
    put_along_axis putmask random.Generator.shuffle random.RandomState.shuffle random.default_rng save savetxt savez
    savez_compressed scimath.arccos scimath.arcsin scimath.arctanh scimath.log scimath.log10 scimath.log2 scimath.logn
    scimath.power scimath.sqrt trapezoid tril_indices_from triu_indices_from
"""
_ALIASES = {"amax": "max", "amin": "min", "around": "round"}


def call_with_guest(name):
    """What a function returns for an array with rules as its required arguments, or its first optional one."""
    function, positional = FUNCTIONS[name], []
    parameters, arrays = inspect.signature(function).parameters, arrays_of(function)
    for p in parameters.values():
        if p.name == "self":
            positional.append((xp.random.default_rng if ".Generator." in name else xp.random.RandomState)(0))
        elif p.kind is p.VAR_POSITIONAL:
            positional.append(RULED)
        elif p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
            positional.append(RULED if p.name in arrays else 1)
    keywords = {} if any(x is RULED for x in positional) else {next(n for n in parameters if n in arrays): RULED}
    return function(*positional, **keywords)


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated")
@pytest.mark.parametrize(
    "name", [name for name, f in FUNCTIONS.items() if arrays_of(f) and lines_of(f) and name not in _BEYOND.split()]
)
def test_every_function_gives_a_guest_to_its_rules(name):
    function, arguments = call_with_guest(name)
    assert inspect.unwrap(function) is FUNCTIONS[_ALIASES.get(name, name)]
    values = [x for value in arguments.values() for x in (value if isinstance(value, tuple) else (value,))]
    assert any(x is RULED for x in values)


@pytest.mark.parametrize("arrays", [[RULED, 1.0], (xp.ones(2), RULED), [[xp.ones(2)], [RULED]]])
def test_arrays_in_lists_are_found(arrays):
    assert xp.asarray(arrays)[0] is xp.asarray
    assert xp.concat(arrays[:1] + type(arrays)([RULED]))[0] is xp.concat


def test_a_list_that_contains_itself_raises():
    items = [xp.ones(2)]
    items += [items, items]
    with pytest.raises(ValueError, match="dimension"):
        xp.asarray(items)
