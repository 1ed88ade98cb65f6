"""The ``docstrings`` command: the examples in NumPy's docstrings, with NumPy and with this package as ``np``."""

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import re
import tempfile
import types
import warnings

import numpy as np

import xp_torch
from tools import reports
from xp_torch._facts import out_of_scope

MODULES = ("", "linalg", "fft", "random", "testing", "lib", "lib.stride_tricks", "lib.array_utils", "exceptions")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)j?")
#: an element: what NumPy prints for a scalar, and this package for a 0-D array.
ELEMENT = re.compile(r"\b(?:numpy\.\w+|np\.\w+|array)\(([^\s()\[\],]+|\([^\s()\[\],]+\))(?:, dtype=\w+)?\)")
#: a scalar type of NumPy; the package has dtypes in their place, which make 0-D arrays as these make scalars.
SCALAR_TYPE = re.compile(r"<class 'numpy\.([a-z]+\d+)'>")
#: examples with random numbers, times or memory that is not set: that they run is compared, not what they print.
UNDETERMINED = re.compile(r"\b(random|default_rng|rng|rvs|gen|time\w*|empty\w*|ndarray\(shape|id|__version__)\b")
#: what NumPy writes beside an output in a docstring that its own doctests do not compare.
MARKED = re.compile(r"# ?(may vary|random|uninitialized)")
#: names that are private in NumPy, which other libraries need not have.
PRIVATE = re.compile(r"\.\b_[a-z]")
#: what the package's errors say of names and dtypes that it leaves to NumPy.
REASONS = {*out_of_scope.DTYPES.values(), *out_of_scope.NAMES.values(), out_of_scope.BYTE_ORDERS}
EPILOG = """exit status:
  0  the examples of every object give NumPy's output
  1  an object's do not: it is named
"""


def objects(modules=MODULES):
    """Yield the public objects of NumPy that have examples, each once, as pairs of name and docstring."""
    seen = set(out_of_scope.NAMES)
    derived = ("matrix", "memmap")  # they inherit docstrings of methods
    for module in modules:
        space = importlib.import_module(f"numpy.{module}".rstrip("."))
        listed = sorted(getattr(space, "__all__", ()) or vars(space), key=lambda name: (name in derived, name))
        for name in (name for name in listed if name[0] != "_" and name not in seen):
            thing = getattr(space, name)
            # The methods of scalars are those of arrays.
            inside = inspect.isclass(thing) and not issubclass(thing, (np.generic, Exception))
            members = [f".{key}" for key in dir(thing) if key[0] != "_"] if inside else []
            for part in ["", *members]:
                found = inspect.getattr_static(thing, part[1:]) if part else thing
                text = getattr(found, "__doc__", None)
                if isinstance(found, types.ModuleType) or not isinstance(text, str) or ">>>" not in text:
                    continue
                if text not in seen:
                    seen.add(text)
                    yield f"{module}.{name}{part}".lstrip("."), text


def outcomes(text, namespace):
    """Run the examples of a docstring with `namespace` as ``np``; return what each prints, or its error."""
    names = {"np": namespace, "__name__": "example"}
    found = []
    for example in doctest.DocTestParser().get_examples(text):
        if example.options.get(doctest.SKIP) or "matplotlib" in example.source:
            continue
        source = re.sub(r"\b(from|import) numpy\b(?! as)", rf"\1 {namespace.__name__}", example.source)
        source = re.sub(r"\b(from|import) numpy as\b", rf"\1 {namespace.__name__} as", source)
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(source, "example", "single"), names)
            found.append((example, "ran", printed.getvalue()))
        except Exception as error:
            found.append((example, type(error).__name__, str(error)))
    return found


def names_in(source, context):
    """Return the names that a piece of source loads or stores, imported names among them."""
    nodes = list(ast.walk(ast.parse(source)))
    imported = {n.asname or n.name for n in nodes if isinstance(n, ast.alias)} if context is ast.Store else set()
    return imported | {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, context)}


def excluded(source, ours):
    """Return whether an example uses a private name, or the package says that what it asks for is out of scope."""
    return bool(PRIVATE.search(source)) or ours[1] == "UnsupportedError" or any(r in ours[2] for r in REASONS)


def same(numpys, ours):
    """Return whether two outcomes of an example are the same, apart from scalars and the last digits of numbers."""
    if numpys[1] != ours[1] or numpys[1] != "ran":
        return numpys[1] == ours[1]
    texts = [plain(outcome[2]) for outcome in (numpys, ours)]
    if texts[0] == texts[1]:
        return True
    if len({NUMBER.sub("#", text).replace(" ", "") for text in texts}) > 1:
        return False
    pairs = zip(*(map(complex, NUMBER.findall(text)) for text in texts), strict=True)
    return all(abs(one - other) <= 1e-6 * abs(one) + 1e-12 for one, other in pairs)


def plain(text):
    """Return printed text without the marks of scalars, and with single spaces between numbers."""
    text = re.sub(r"np\.(True|False)_", r"\1", text.replace("xp_torch", "numpy"))
    text = SCALAR_TYPE.sub(r"dtype('\1')", text)
    return re.sub(r" ?([][(),]) ?", r"\1", re.sub(r"\s+", " ", ELEMENT.sub(element, text))).strip()


def element(match):
    """Return the number of an element; NumPy prints complex scalars without a real part of zero."""
    return str(complex(match[1])) if match[1].endswith(("j", "j)")) else match[1]


def compare(text):
    """Return the number of examples of a docstring that count, and those that differ."""
    runs = []
    for namespace in (np, np, xp_torch):
        kept = namespace.printoptions(), namespace.errstate()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), kept[0], kept[1]:
            runs.append(outcomes(text, namespace))
    left_out, drawn, assigned = set(), set(), set()
    counted, different = 0, []
    for numpys, again, ours in zip(*runs, strict=True):
        source = numpys[0].source
        loaded, stored = names_in(source, ast.Load), names_in(source, ast.Store)
        # An example in place, or that neither assigns nor prints, writes to its operands or to files that they name.
        acts = "inplace=True" in source or not (stored or numpys[2])
        written = loaded & assigned if acts else stored
        # What an example out of scope writes, the examples after it lack.
        if excluded(source, ours) or loaded & left_out:
            left_out |= written
            continue
        left_out -= stored
        imports = source.startswith(("import", "from"))
        assigned |= set() if imports else stored
        # These need an example that was skipped, or a library that is not installed.
        if numpys[1] in ("NameError", "ModuleNotFoundError"):
            continue
        counted += not imports
        varies = UNDETERMINED.search(source) or MARKED.search(numpys[0].want) or loaded & drawn or numpys[2] != again[2]
        drawn = drawn | written if varies else drawn - stored
        if not (numpys[1] == ours[1] if varies else same(numpys, ours)):
            different.append({"example": source, "numpy": numpys[2], "xp_torch": ours[2]})
    return counted, different


def run_docstrings(arguments):
    """Compare, print and write the report; return the exit status."""
    parser = reports.parser("conformance docstrings", __doc__, EPILOG, kinds=("json",), again="")
    parser.add_argument("names", nargs="*", metavar="NAME", help="as argsort or linalg.eig; default: all")
    asked = parser.parse_args(arguments)
    known = dict(objects())
    reports.check_known("object with examples", asked.names, known)
    report = {}
    for name in asked.names or known:
        counted, different = compare(known[name])
        report[name] = {"examples": counted, "different": different}
        for found in different:
            print(f"{name}: >>> {found['example']}  NumPy: {found['numpy']}\n  here: {found['xp_torch']}", flush=True)
    if asked.json:
        reports.write(report, asked.json)
    in_scope = [found for found in report.values() if found["examples"]]
    equal = sum(not found["different"] for found in in_scope)
    others = len(report) - len(in_scope)
    print(f"{equal} of {len(in_scope)} objects give NumPy's output; all examples of {others} are out of scope")
    return 0 if equal == len(in_scope) else 1
