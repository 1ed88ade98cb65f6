"""The names of the namespace: the standard's, the modules' own lists, and that what is public is documented."""

import ast
import functools
import importlib
import inspect
import operator
import pickle
import re

import numpy as np
import pytest
from numpydoc.docscrape import FunctionDoc
from support.cases import cases, initial
from support.sources import PACKAGE, nodes, trees

import xp_torch as xp
from tools.calls import namespaces
from xp_torch._array.ufunc.records import OPS

#: the names of the standard, version 2025.12, by chapter.
STANDARD = {
    "constants": "e inf nan newaxis pi",
    "creation": "arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid ones ones_like tril "
    "triu zeros zeros_like",
    "data types": "bool complex64 complex128 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64",
    "data type functions": "astype can_cast finfo iinfo isdtype result_type",
    "elementwise": "abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_invert "
    "bitwise_or bitwise_right_shift bitwise_xor ceil clip conj copysign cos cosh divide equal exp expm1 floor "
    "floor_divide greater greater_equal hypot imag isfinite isinf isnan less less_equal log log1p log2 log10 logaddexp "
    "logical_and logical_not logical_or logical_xor maximum minimum multiply negative nextafter not_equal positive pow "
    "real reciprocal remainder round sign signbit sin sinh square sqrt subtract tan tanh trunc",
    "indexing": "take take_along_axis",
    "inspection": "__array_namespace_info__",
    "linear algebra": "matmul matrix_transpose tensordot vecdot",
    "manipulation": "broadcast_arrays broadcast_shapes broadcast_to concat expand_dims flip moveaxis permute_dims "
    "repeat reshape roll squeeze stack tile unstack",
    "searching": "argmax argmin count_nonzero nonzero searchsorted where",
    "set": "isin unique_all unique_counts unique_inverse unique_values",
    "sorting": "argsort sort",
    "statistical": "cumulative_prod cumulative_sum max mean min prod std sum var",
    "utility": "all any diff",
    "version": "__array_api_version__",
}
LINALG = (
    "cholesky cross det diagonal eig eigh eigvals eigvalsh inv matmul matrix_norm matrix_power matrix_rank "
    "matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot vector_norm"
)
FFT = "fft fftfreq fftn fftshift hfft ifft ifftn ifftshift ihfft irfft irfftn rfft rfftfreq rfftn"
ARRAY = (
    "T device dtype mT ndim shape size to_device __abs__ __add__ __and__ __array_namespace__ __bool__ __complex__ "
    "__dlpack__ __dlpack_device__ __eq__ __float__ __floordiv__ __ge__ __getitem__ __gt__ __index__ __int__ __invert__ "
    "__le__ __lshift__ __lt__ __matmul__ __mod__ __mul__ __ne__ __neg__ __or__ __pos__ __pow__ __rshift__ __setitem__ "
    "__sub__ __truediv__ __xor__"
)
REFLECTED = ["add", "and", "floordiv", "lshift", "matmul", "mod", "mul", "or", "pow", "rshift", "sub", "truediv", "xor"]


@pytest.mark.parametrize("chapter", sorted(STANDARD))
def test_the_standards_names_are_there(chapter):
    missing = [name for name in STANDARD[chapter].split() if name not in dir(xp) or not hasattr(xp, name)]
    assert not missing
    assert [name for name in STANDARD[chapter].split() if name not in xp.__all__] == []


def test_the_extensions_names_are_there():
    assert [name for name in LINALG.split() if name not in xp.linalg.__all__] == []
    assert [name for name in FFT.split() if name not in xp.fft.__all__] == []


def test_the_array_objects_names_are_there():
    names = ARRAY.split() + [f"__{letter}{name}__" for name in REFLECTED for letter in "ri"]
    assert [name for name in names if not hasattr(xp.ndarray, name)] == []


def test_the_version_is_the_one_that_the_names_are_of():
    assert xp.__array_api_version__ == "2025.12"


def declared(path):
    """The `__all__` of a module, from its source."""
    for node in trees()[path.relative_to(PACKAGE).as_posix()].body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(getattr(t, "id", None) == "__all__" for t in targets):
            return ast.literal_eval(node.value)
    return None


#: the modules of the public functions; those of `random` hold base classes of its generators.
FUNCTIONS = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path
    for path in sorted((PACKAGE / "_functions").rglob("*.py"))
    if path.stem != "__init__" and path.parent.stem != "random"
}


@functools.cache
def imported():
    """Return (module, name) of the imports in the package."""
    found = [node for name in trees() for node in nodes(name) if isinstance(node, ast.ImportFrom)]
    return {(node.module, alias.name) for node in found for alias in node.names}


@pytest.mark.parametrize("module", [module for _, module in namespaces()], ids=lambda m: m.__name__)
def test_all_is_sorted_and_defined(module):
    assert sorted(set(module.__all__)) == list(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)
    assert set(module.__all__) <= set(dir(module))


#: Public names that a star import leaves out, because they hide a builtin function that NumPy's leaves as it is.
HIDING = {"map"}


@cases("module", FUNCTIONS)
def test_a_chapter_lists_exactly_its_public_names(module):
    names = declared(FUNCTIONS[module])
    assert names is not None
    assert sorted(set(names)) == names
    defined = vars(importlib.import_module(module))
    assert [name for name in names if name not in defined] == []
    public = {name for namespace in [*dict(namespaces()).values(), xp.testing] for name in namespace.__all__}
    assert [name for name in names if name not in public | HIDING] == []


#: Functions of modules that are imported on first use, by their names.
ON_FIRST_USE = {("xp_torch._functions.transforms.inductor.compiler", "compiled")}


@cases("module", FUNCTIONS)
def test_a_function_that_a_chapter_does_not_list_is_shared(module):
    tree = trees()[FUNCTIONS[module].relative_to(PACKAGE).as_posix()]
    functions = {n.name for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")}
    unlisted = functions - set(declared(FUNCTIONS[module]))
    assert [name for name in unlisted if (module, name) not in imported() | ON_FIRST_USE] == []


def test_everything_public_in_the_package_is_listed():
    public = {name for name, value in vars(xp).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert public - set(xp.__all__) == HIDING
    assert {"fft", "linalg"} <= set(xp.__all__)


def test_every_record_is_a_function_under_its_name_and_aliases():
    for name, op in OPS.items():
        for public in (name, *op.aliases):
            assert public in xp.__all__
            assert getattr(xp, public)._op is op


def is_function(value):
    """Return whether a value is a function or a ufunc, not a method of an object, such as those of `random`."""
    return inspect.isfunction(value) or isinstance(value, xp.ufunc)


PUBLIC = [
    pytest.param(name, module, id=prefix + name)
    for prefix, module in [*namespaces(), *((f"{m}.", getattr(xp, m)) for m in ("exceptions", "testing"))]
    for name in module.__all__
    if is_function(getattr(module, name)) or inspect.isclass(getattr(module, name))
]


@cases(("name", "module"), PUBLIC, by=initial)
def test_functions_and_classes_show_their_public_path_and_pickle_by_it(module, name):
    value = getattr(module, name)
    assert not value.__module__.startswith("xp_torch._")
    assert pickle.loads(pickle.dumps(value)) is value
    for inherited in value.__mro__ if inspect.isclass(value) else ():
        for member in vars(inherited).values():
            function = getattr(member, "fget", member)
            assert not inspect.isfunction(function) or not function.__module__.startswith("xp_torch._")


# Looked up in the test: `xp_torch.distributed`, which other tests import, has functions of its own.
@pytest.mark.parametrize("name", [
    "ndarray.sum", "ndarray.copy", "ndarray.__add__", "ndarray.item", "ufunc.outer", "random.Generator.normal",
])  # fmt: skip
def test_methods_pickle(name):
    method = operator.attrgetter(name)(xp)
    assert pickle.loads(pickle.dumps(method)) is method


def test_functions_of_older_versions_pickle():
    function = xp.asarray(0).__array_namespace__(api_version="2022.12").sum
    assert pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize("x", [
    xp.float64, xp.asarray([1, 2]), xp.random.default_rng(1), xp.random.RandomState(2), xp.finfo(xp.float32),
    xp.iinfo(xp.int8), xp.poly1d([1, 2]), xp.unique_all([1, 1]), xp.linalg.svd(xp.eye(2)), xp.random.PCG64(3),
], ids=lambda x: type(x).__name__)  # fmt: skip
def test_objects_pickle(x):
    assert type(pickle.loads(pickle.dumps(x))) is type(x)


def functions():
    for prefix, module in namespaces():
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value) and not name.startswith("__"):
                yield pytest.param(value, id=prefix + name)


@pytest.mark.filterwarnings("ignore::UserWarning:numpydoc")
@cases("function", list(functions()), by=lambda function: initial(function.__name__))
def test_every_function_is_documented(function):
    doc = FunctionDoc(function)
    assert " ".join(doc["Summary"]).endswith(".")
    assert doc["Examples"], "no Examples section"
    returns_none = inspect.signature(function).return_annotation in (None, "None")
    assert returns_none or doc["Returns"] or doc["Yields"], "no Returns section"
    parameters = list(inspect.signature(function).parameters)
    told = {name.lstrip("*") for row in doc["Parameters"] for name in re.split(r",\s*", row.name)}
    if isinstance(function, xp.ufunc):
        told |= {"out1", "out2"}
    untold = [p for p in parameters if p not in told and not p.startswith("_")]
    assert untold == [], f"parameters that the docstring does not tell: {untold}"
    assert told - {"out1", "out2"} <= set(parameters), f"parameters that are not there: {told - set(parameters)}"


@cases("name", [n for n in dir(xp.ndarray) if not n.startswith("_") and hasattr(xp.ndarray, n)])
def test_every_member_of_the_array_is_documented(name):
    assert inspect.getdoc(getattr(xp.ndarray, name))


#: What NumPy has names in, beside ours.
SHARED = [
    *((prefix, module, operator.attrgetter(prefix[:-1])(np) if prefix else np) for prefix, module in namespaces()
      if prefix != "special."),
    ("testing.", xp.testing, np.testing),
    *(
        (f"{name}.", operator.attrgetter(name)(xp), operator.attrgetter(name)(np))
        for name in (
            "add", "broadcast", "finfo", "flatiter", "iinfo", "memmap", "ndarray", "poly1d", "random.Generator",
            "random.PCG64", "random.RandomState", "ufunc", "vectorize",
        )
    ),
    ("element.", xp.asarray([1.0])[0], np.asarray([1.0])[0]),
]  # fmt: skip
#: dtypes of one object here, and classes: ufuncs are functions, elements are arrays.
OTHER_NAMES = {"longlong", "ulonglong", "add.__class__", "element.__class__", "ufunc.__class__"} | {
    f"{name}.__class_getitem__" for name in ("finfo", "iinfo")
}


@pytest.mark.cpu_only(prefix=["element.", "memmap.", "ndarray."])
@pytest.mark.parametrize(("prefix", "ours", "theirs"), SHARED, ids=[prefix or "xp" for prefix, _, _ in SHARED])
def test_functions_have_numpys_names(prefix, ours, theirs):
    others = []
    for name in dir(ours):
        function = getattr(theirs, name, None)
        if callable(function) and prefix + name not in OTHER_NAMES | HIDING:
            named = getattr(ours, name).__name__
            if named != function.__name__:
                others.append((name, named))
    assert others == []


def test_functions_of_the_standard_that_numpy_lacks_have_its_names():
    assert xp.linalg.matrix_transpose.__name__ == "matrix_transpose"
    assert xp.top_k.__name__ == "top_k"


@cases("name", [n for n in xp.__all__ if is_function(getattr(xp, n))])
def test_the_name_of_a_function_is_one_of_the_namespace(name):
    function = getattr(xp, name)
    assert getattr(xp, function.__name__) is function
    assert function.__qualname__.removesuffix(".__func__") == function.__name__


def test_methods_are_named_in_their_class():
    assert xp.ndarray.reshape.__qualname__ == "ndarray.reshape"
    assert xp.ndarray.__getitem__.__qualname__ == "ndarray.__getitem__"


def test_methods_of_ufuncs_find_the_record_by_numpys_name():
    assert xp.pow.outer([2, 3], [1, 2]).tolist() == [[2, 4], [3, 9]]
    assert xp.bitwise_left_shift.reduce([1, 2, 3]) == 32


@pytest.mark.parametrize("module", [xp, xp.lib, xp.linalg, xp.fft, xp.random], ids=lambda m: m.__name__)
def test_python_suggests_a_name_that_is_spelled_alike(module):
    """It does for an error with the module and the name."""
    with pytest.raises(AttributeError) as raised:
        module.concatenat
    assert (raised.value.name, raised.value.obj) == ("concatenat", module)


def test_python_suggests_nothing_for_a_name_that_is_out_of_scope():
    with pytest.raises(AttributeError, match="NumPy itself advises against matrices") as raised:
        xp.matlib
    assert raised.value.name is None
