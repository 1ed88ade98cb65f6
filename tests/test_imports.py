"""Imports go down the folders of docs/design/floors.md, and a stem is found in its places."""

import ast
import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.cases import cases
from support.sources import nodes

PACKAGE = Path(__file__).resolve().parent.parent / "xp_torch"

#: the folders, from the lowest up; the public modules stand above all of them.
FOLDERS = ("_facts", "_kernels", "_array", "_functions", "_encoded", "_protocols", "_members", "_distributed")

#: what the two lowest folders may import besides the standard library; NumPy for its error and dtype types, and in the
#: kernels that call NumPy's loops.
OUTSIDE = {"_facts": {"numpy", "ml_dtypes", "torch"}, "_kernels": {"torch"}}
NUMPY_KERNELS = {"_kernels.host", "_kernels.host_functions"}

#: (module, imported name) of the only imports inside functions: optional packages.
IMPORTS_IN_FUNCTIONS = {("_facts.dtypes", "ml_dtypes"), ("_protocols.arrow", "pyarrow")}

SOURCES = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}


def floor_of(module: str) -> int:
    """Floor of a module, named relative to the package ("_kernels.sets"): the place of its folder."""
    folder = module.split(".")[0]
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)


def resolve(module: str, node: ast.Import | ast.ImportFrom) -> list[str]:
    """Absolute dotted names that an import statement of ``module`` reads, submodules told from names in them."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level:
        parents = ["xp_torch", *module.split(".")][: -node.level] if SOURCES[module].name != "__init__.py" else None
        if parents is None:
            parents = ["xp_torch", *module.split(".")[:-1]]
            parents = parents[: len(parents) - node.level + 1]
        base = ".".join([*parents, *([node.module] if node.module else [])])
    else:
        base = node.module or ""
    if base.split(".")[0] != "xp_torch":
        return [base]
    found = []
    for alias in node.names:
        inner = f"{base}.{alias.name}".removeprefix("xp_torch.")
        is_module = inner in SOURCES or f"{inner}.__init__" in SOURCES
        found.append(f"xp_torch.{inner}" if is_module else base)
    return found


def local_name(dotted: str) -> str | None:
    """``xp_torch._kernels.sets`` as a key of SOURCES; None for what is not ours."""
    if dotted.split(".")[0] != "xp_torch":
        return None
    inner = dotted.removeprefix("xp_torch").removeprefix(".")
    for name in (inner, f"{inner}.__init__".removeprefix(".")):
        if name in SOURCES:
            return name
    if (PACKAGE / f"{inner.replace('.', '/')}.pyi").exists():
        # A stub is for type checkers: nothing imports it when the program runs.
        return None
    pytest.fail(f"{dotted} is imported but does not exist")


def nodes_of(module: str) -> list[ast.AST]:
    return nodes(SOURCES[module].relative_to(PACKAGE).as_posix())


@functools.cache
def imports(module: str) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in nodes_of(module) if isinstance(node, ast.Import | ast.ImportFrom)]


@functools.cache
def imports_in_functions(module: str) -> list[tuple[str, str]]:
    """The imports inside functions of a module: the function with its line, and what it imports."""
    functions = [node for node in nodes_of(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [
        (f"line {node.lineno}: {function.name}", dotted)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for dotted in resolve(module, node)
    ]


@cases("module", sorted(SOURCES))
def test_imports_go_down_only(module):
    floor = floor_of(module)
    for node in imports(module):
        for dotted in resolve(module, node):
            target = local_name(dotted)
            if target is not None and (module, dotted) not in IMPORTS_IN_FUNCTIONS:
                assert floor_of(target) <= floor, (
                    f"line {node.lineno}: floor {floor} imports {dotted}, which is above it"
                )


@cases("module", sorted(name for name in SOURCES if name.split(".")[0] in OUTSIDE))
def test_low_floors_know_torch_and_the_standard_library(module):
    allowed = OUTSIDE[module.split(".")[0]] | sys.stdlib_module_names | {"xp_torch"}
    allowed |= {"numpy"} if module in NUMPY_KERNELS else set()
    for node in imports(module):
        for dotted in resolve(module, node):
            assert dotted.split(".")[0] in allowed, f"line {node.lineno} imports {dotted}"


def test_modules_of_one_floor_import_each_other_without_a_cycle():
    edges = {
        module: {
            target
            for node in imports(module)
            for dotted in resolve(module, node)
            if (target := local_name(dotted)) and (module, dotted) not in IMPORTS_IN_FUNCTIONS
        }
        for module in SOURCES
    }
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join([*path[path.index(module) :], module])
        if module not in done:
            for target in sorted(edges[module]):
                visit(target, (*path, module))
            done.add(module)

    for module in sorted(edges):
        visit(module, ())


@cases("module", sorted(SOURCES))
def test_no_import_stands_inside_a_function(module):
    for where, dotted in imports_in_functions(module):
        assert (module, dotted) in IMPORTS_IN_FUNCTIONS, f"{where} imports {dotted}"


def test_every_exception_to_the_import_rule_is_in_use():
    used = {(module, dotted) for module in SOURCES for _, dotted in imports_in_functions(module)}
    assert used >= IMPORTS_IN_FUNCTIONS


def test_the_top_of_the_package_holds_folders_and_public_modules():
    names = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    public = {
        "__init__.py",
        "__main__.py",
        "char.py",
        "ma.py",
        "py.typed",
        "rec.py",
        "strings.py",
        "distributed.py",
        "exceptions.py",
        "fft.py",
        "lib",
        "linalg.py",
        "polynomial",
        "random",
        "special.py",
        "testing.py",
        "typing.py",
        "version.py",
    }
    assert names == {*FOLDERS, *public}


@cases("chapter", sorted(p.stem for p in (PACKAGE / "_functions").iterdir() if p.stem[0] != "_"))
def test_a_chapter_has_a_test_and_a_page_of_its_name(chapter):
    if chapter in {"array_utils", "stride_tricks"}:
        chapter = "lib"
    tests = PACKAGE.parent / "tests" / "functions"
    assert (tests / f"test_{chapter}.py").exists() or list((tests / chapter).glob("test_*.py"))
    assert (PACKAGE.parent / "docs" / "api" / f"{chapter}.md").exists()


def test_dynamo_is_not_imported():
    # It takes a second, in every program.
    code = "import sys, xp_torch; print(sorted({'torch._dynamo', 'torch._inductor', 'sympy'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_module_of_numpys_is_loaded_at_its_first_use():
    code = "import sys, xp_torch as xp; print('numpy.fft' in sys.modules); xp.fft.fftshift(['a', 'b'])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_what_dask_imports_with_itself_does_not_import_torch():
    code = "import sys, xp_torch_dask; print(sorted({'numpy', 'torch', 'xp_torch'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux lists the threads of a process there")
def test_no_thread_is_started():
    # Linear algebra at import would start torch's threads: that takes time, and a forked process does not have them.
    threads = "len(os.listdir('/proc/self/task'))"
    code = f"import os, torch; before = {threads}; import xp_torch; print({threads} - before)"
    given = {**os.environ, "OMP_NUM_THREADS": "4"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=given)
    assert run.stdout == "0\n"


#: the folders beside the tests, each with those that it may import: the tests import all of them.
COMMANDS = {"tools": set(), "benchmarks": {"tools"}, "conformance": {"tools"}}


@pytest.mark.parametrize("folder", COMMANDS)
def test_commands_import_neither_the_tests_nor_each_other(folder, checkout):
    others = {"support", "tests", *COMMANDS} - {folder, *COMMANDS[folder]}
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in (checkout / folder).rglob("*.py")}
    hits = [
        f"{path}: {name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
        if name.split(".")[0] in others
    ]
    assert not hits, "\n".join(hits)
