"""Imports go down the floors of docs/design/floors.md, and a stem is found in its four places."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "xp_torch"

STEMS = {
    "attributes", "bitwise", "creation", "data_type", "elementwise", "error_state", "fft", "functional",
    "histograms", "index_tricks", "indexing", "info", "io", "linear_algebra", "logic", "manipulation",
    "mathematical", "memory", "nan_functions", "pad", "polynomial", "printing", "random", "searching", "set", "sorting",
    "special", "statistical", "type_names", "utility",
}  # fmt: skip

# A module in no row fails the test: whoever adds it decides where it belongs. "_kernels" stands for all below it.
FLOORS = {
    0: {
        "_collector", "_defaults", "_dtypes", "_errors", "_out_of_scope", "_promotion", "_promotion_table", "_shapes",
        "exceptions",
    },
    1: {"_kernels"},
    2: {"_array", "_coerce", "_direct", "_flat", "_indexing", "_op", "_operators", "_records", "_reduction", "_ufunc",
        "_ufunc_document", "_ufunc_methods", "_ufunc_resolution"},
    3: {f"_{stem}" for stem in STEMS}
    | {"lib", "linalg", "fft", "random", "special", "_linalg", "_constants", "_array_memory", "_array_ufunc", "_dlpack",
       "_methods"},
    4: {"__init__", "_namespace", "_pytree", "_versions", "testing"},
}  # fmt: skip

# What the two lowest floors may know besides the standard library: NumPy and ml_dtypes for error and dtype types only.
OUTSIDE = {0: {"numpy", "ml_dtypes", "torch"}, 1: {"torch"}}

# (module, imported name): why it can't stand at the top of the file.
IMPORTS_IN_FUNCTIONS = {
    ("_dtypes", "ml_dtypes"): "optional: NumPy's side of bfloat16",
}

SOURCES = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
TREES = {name: ast.parse(path.read_text(encoding="utf-8"), str(path)) for name, path in SOURCES.items()}


def floor_of(module: str) -> int:
    """Floor of a module, named relative to the package ("_kernels.set")."""
    name = module.split(".")[0]
    for floor, modules in FLOORS.items():
        if name in modules:
            return floor
    # A chapter that was split: _creation_matrix stands beside _creation.
    if any(name.startswith(f"_{stem}_") for stem in STEMS | {"linalg"}):
        return 3
    pytest.fail(f"xp_torch/{module.replace('.', '/')}.py stands on no floor: add it to FLOORS in {__file__}")


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
    """``xp_torch._kernels.set`` as a key of SOURCES; None for what is not ours."""
    if dotted.split(".")[0] != "xp_torch":
        return None
    inner = dotted.removeprefix("xp_torch").removeprefix(".")
    for name in (inner, f"{inner}.__init__".removeprefix(".")):
        if name in SOURCES:
            return name
    if (PACKAGE / f"{inner}.pyi").exists():
        # A stub is for type checkers: nothing imports it when the program runs.
        return None
    pytest.fail(f"{dotted} is imported but does not exist")


def imports(tree: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_imports_go_down_only(module):
    floor = floor_of(module)
    for node in imports(TREES[module]):
        for dotted in resolve(module, node):
            target = local_name(dotted)
            if target is not None and (module, dotted) not in IMPORTS_IN_FUNCTIONS:
                assert floor_of(target) <= floor, (
                    f"line {node.lineno}: floor {floor} imports {dotted}, which is above it"
                )


@pytest.mark.parametrize("module", sorted(name for name in SOURCES if name.split(".")[0] in FLOORS[0] | FLOORS[1]))
def test_low_floors_know_torch_and_the_standard_library(module):
    allowed = OUTSIDE[floor_of(module)] | sys.stdlib_module_names | {"xp_torch"}
    allowed |= (
        {"numpy"} if module in ("_kernels.host", "_kernels.host_functions") else set()
    )  # whose kernels are NumPy's
    for node in imports(TREES[module]):
        for dotted in resolve(module, node):
            assert dotted.split(".")[0] in allowed, f"line {node.lineno} imports {dotted}"


def test_modules_of_one_floor_import_each_other_without_a_cycle():
    edges = {
        module: {
            target
            for node in imports(tree)
            for dotted in resolve(module, node)
            if (target := local_name(dotted)) and (module, dotted) not in IMPORTS_IN_FUNCTIONS
        }
        for module, tree in TREES.items()
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


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_no_import_stands_inside_a_function(module):
    functions = [node for node in ast.walk(TREES[module]) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in functions:
        for node in imports(function):
            for dotted in resolve(module, node):
                assert (module, dotted) in IMPORTS_IN_FUNCTIONS, f"line {node.lineno}: {function.name} imports {dotted}"


def test_every_exception_to_the_import_rule_is_in_use():
    used = {
        (module, dotted)
        for module, tree in TREES.items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in imports(function)
        for dotted in resolve(module, node)
    }
    assert IMPORTS_IN_FUNCTIONS.keys() <= used


@pytest.mark.parametrize("stem", sorted(STEMS))
def test_a_stem_is_found_in_its_places_by_guessing(stem):
    root = PACKAGE.parent
    assert list(PACKAGE.glob(f"_{stem}*.py")) or (PACKAGE / f"{stem}.py").exists()
    assert list((root / "tests").glob(f"test_{stem}*.py"))
    assert (root / "docs" / "api" / f"{stem}.md").exists()
