"""What the documentation shows is run, what it names exists, and every public name has a reference entry."""

import doctest
import importlib
import pkgutil
import re
import runpy
from pathlib import Path

import numpy as np
import pytest
import torch

import xp_torch
from tools.calls.others import NUMPYS
from tools.check_links import broken_links
from tools.check_pages import installed_browser, what_is_wrong
from tools.public_names import public_names

ROOT = Path(__file__).resolve().parent.parent
GUIDE = sorted(f"docs/guide/{page.name}" for page in (ROOT / "docs" / "guide").glob("*.md"))
TUTORIALS = sorted(f"docs/tutorials/{page.name}" for page in (ROOT / "docs" / "tutorials").glob("*.md"))
PAGES = ["README.md", "docs/index.md", "docs/quickstart.md", "docs/versions.md", *GUIDE, *TUTORIALS]
PAGES_BY_CHAPTER = sorted(page for page in (ROOT / "docs" / "api").glob("*.md") if page.stem not in {"index", "array"})


def chapters_named(page: Path) -> list[tuple[str, str]]:
    """Chapters that the page's directives name, and the public module that each is documented in."""
    found = re.findall(r"^\.\. chapter:: (\S+)(?: (\S+))?$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [(chapter, namespace or "xp_torch") for chapter, namespace in found]


@pytest.mark.torch_before(page=["docs/guide/compilation.md", "docs/guide/control_flow.md"])
@pytest.mark.compiled(
    page=[
        "docs/quickstart.md",
        "docs/guide/compilation.md",
        "docs/guide/control_flow.md",
        "docs/tutorials/4_compilation.md",
    ]
)
@pytest.mark.parametrize("page", PAGES)
def test_examples_of_a_page_run(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    # Every block keeps its line, so that a failure names it; what lies between is no example.
    lines, inside = [], False
    for line in text.splitlines():
        fence = line.startswith("```")
        inside = line.startswith("```pycon") if fence and not inside else inside and not fence
        lines.append(line if inside and not fence else "")
    examples = doctest.DocTestParser().get_doctest("\n".join(lines), {}, page, str(ROOT / page), 0)
    assert examples.examples or page in GUIDE
    check(examples)


def check(examples: doctest.DocTest) -> None:
    """Run examples, and fail with what the runner says of those that fail."""
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=flags)
    # Dynamo keeps names in the globals of the functions that it compiles, and deletes them later.
    runner.run(examples, out=said.append, clear_globs=False)
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("page", TUTORIALS)
def test_tutorials_are_notebooks(page):
    """Their cells of code are the examples of the page, which the tests above run, and stand between its text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    made = runpy.run_path(str(ROOT / "docs" / "notebooks.py"))["notebook"](text)
    code = ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code"]
    assert "\n".join(code).splitlines() == re.findall(r"^(?:>>>|\.\.\.) (.*)$", text, re.MULTILINE)
    for source in code:
        compile(source, page, "exec")
    prose = "".join("".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "markdown")
    assert prose.startswith("# ")
    assert ".md)" not in prose
    assert len({cell["id"] for cell in made["cells"]}) == len(made["cells"])


#: The modules of the package, without those that are NumPy's.
MODULES = ["xp_torch", *(module.name for module in pkgutil.walk_packages(xp_torch.__path__, "xp_torch."))]
MODULES = [name for name in MODULES if importlib.import_module(name).__name__ == name]


@pytest.mark.basic(module=["xp_torch"])
@pytest.mark.compiled(module=["xp_torch", "xp_torch.__main__"])
@pytest.mark.parametrize("module", MODULES)
def test_examples_of_docstrings_run(module):
    """As numpydoc has it, examples assume ``import xp_torch as xp``; they are a user's, not the package's own code."""
    known = {"xp": xp_torch, "__name__": "__main__"}
    for examples in doctest.DocTestFinder().find(importlib.import_module(module), extraglobs=known):
        check(examples)


def test_every_public_name_has_a_reference_entry():
    documented = {"ndarray", "ufunc"}  # on pages of their own
    for page in PAGES_BY_CHAPTER:
        for chapter, namespace in chapters_named(page):
            if namespace == "xp_torch":
                documented |= set(public_names(chapter, namespace))
    modules = {"fft", "lib", "linalg", "polynomial", "random", "special"}
    beside = {"__array_api_version__", "__version__", "emath"}
    # NumPy's own objects are on one page.
    page = (ROOT / "docs/guide/text_and_objects.md").read_text(encoding="utf-8")
    numpys = {name for name in NUMPYS if f"`{name}`" in page}
    assert set(xp_torch.__all__) - documented - modules - beside - numpys == set()


def test_every_decision_has_its_page():
    listed = re.search(
        r"```{toctree}\n.*?\n\n(.*?)\n```", (ROOT / "docs/design/index.md").read_text(encoding="utf-8"), re.DOTALL
    )
    pages = {page.stem for page in (ROOT / "docs" / "design").glob("*.md")} - {"index"}
    assert set(listed.group(1).split()) == pages


#: What the commands have published, by page: the text between its markers by name.
PUBLISHED = {
    path.relative_to(ROOT).as_posix(): dict(re.findall(r"<!-- (\S+) -->\n(.*?)\n<!-- /\1 -->", text, re.DOTALL))
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    if "<!-- /" in (text := path.read_text(encoding="utf-8"))
}


def test_results_are_of_a_version_and_a_commit():
    """`tools.reports.subject_words` says which; results of a checkout with changes are not published."""
    subject = re.compile(r"\bxp_torch \d+\.\d+\.\d+ \(commit [0-9a-f]{7}, \d{4}-\d\d-\d\d\)")
    shown = {(page, name): text for page, blocks in PUBLISHED.items() for name, text in blocks.items()}
    conditions = {key: text for key, text in shown.items() if key[1].endswith("conditions")}
    assert len(conditions) > 12
    assert [key for key, text in conditions.items() if len(subject.findall(text)) != 1] == []
    assert [key for key, text in shown.items() if re.search(r"xp_torch \d", subject.sub("", text))] == []


@pytest.mark.parametrize("page", ["README.md", "docs/conformance.md"])
def test_conformance_says_of_which_version_it_is(page):
    versions = re.findall(r"^\| `xp_torch` \| (\S+) \|", PUBLISHED[page]["conformance:summary"], re.MULTILINE)
    run = PUBLISHED["docs/conformance.md"]["conformance:conditions"]
    assert versions == re.findall(r"\bxp_torch (\S+) \(commit ", run)


def test_the_readme_shows_the_results_of_the_other_pages():
    for name, text in PUBLISHED["README.md"].items():
        assert [page for page, blocks in PUBLISHED.items() if blocks.get(name, text) != text] == []
        assert sum(name in blocks for blocks in PUBLISHED.values()) > 1


FROM_JAX = (ROOT / "docs" / "guide" / "from_jax.md").read_text(encoding="utf-8")
#: JAX's features and what the page says is here.
FEATURES = re.findall(r"^\| `([^|]+)` \| ([^|]+) \|.*\|$", FROM_JAX, re.MULTILINE)


def runs_as_shown(code: str) -> None:
    """Run code of a table, whose letters are arrays and functions."""
    scope = {"xp": xp_torch, "np": np, "torch": torch, "d": "cpu", "c": True, "i": [0, 0, 1]}
    scope |= {"x": xp_torch.ones((2, 3)), "v": xp_torch.arange(3.0)}
    scope |= {"t": torch.ones(3, requires_grad=True), "rng": xp_torch.random.default_rng(0)}
    scope |= {"j": xp_torch.zeros((2, 3), dtype=int), "f": lambda a: xp_torch.sum(a**2)}
    scope |= {"g": xp_torch.sin, "h": xp_torch.cos}
    with xp_torch.set_default_dtype():
        exec(code, scope)


@pytest.mark.compiled(feature=["jax.jit"])
@pytest.mark.parametrize(("feature", "here"), FEATURES, ids=[feature for feature, _ in FEATURES])
def test_features_of_jax_are_here_or_missing_as_the_page_says(feature, here):
    if here == "—":
        name = feature.rpartition(".")[2].strip("()")
        assert not hasattr(xp_torch, name)
        assert not hasattr(xp_torch.ndarray, name)
    for code in re.findall(r"`([^`]+)`", here):
        runs_as_shown(code)


def test_the_page_for_users_of_jax_is_read_whole():
    assert len(FEATURES) == FROM_JAX.count("\n| `") > 35


CHEAT_SHEET = (ROOT / "docs" / "guide" / "cheat_sheet.md").read_text(encoding="utf-8")
#: The cells of its column of this package.
HERE = re.findall(r"^\|[^|]*\| ((?:`[^`]+`(?:, )?)+) \|", CHEAT_SHEET, re.MULTILINE)


@pytest.mark.parametrize("code", [code for cell in HERE for code in re.findall(r"`([^`]+)`", cell)])
def test_the_column_of_this_package_in_the_cheat_sheet_runs(code):
    runs_as_shown(code)


def test_the_cheat_sheet_is_read_whole():
    rows = [line for line in CHEAT_SHEET.splitlines() if "| `" in line]
    assert len(HERE) == len(rows) > 35


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a> <a href="https://x.org/c.html">c</a> <p id="up">')
    (tmp_path / "b.html").write_text('<p id="here"> <a href="a.html#up"> <a href="a.html#down"> <img src="c.png">')
    assert broken_links(tmp_path) == (4, ["b.html: a.html#down", "b.html: c.png"])


def test_the_order_of_a_search_can_be_declared_after_sphinxs():
    """Sphinx's own is declared first, in another file of the page: `const` or `let` would end the script."""
    script = (ROOT / "docs" / "_static" / "search.js").read_text(encoding="utf-8")
    assert re.findall(r"^(\w+) Scorer\b", script, re.MULTILINE) == ["var"]


@pytest.mark.skipif(installed_browser() is None, reason="no Chromium")
def test_pages_that_a_browser_shows_wrongly_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<!doctype html><article style="width: 500px"><img alt="" src="b.png"></article><script>c()</script>'
    )
    (tmp_path / "search.html").write_text('<ul class="search"><li><a href="api/b.html">b</a></ul>')
    found = "\n".join(what_is_wrong(tmp_path, installed_browser()))
    for part in ("c is not defined", "a.html: 508 pixels wide", "a.html: no image", "api/b.html first"):
        assert part in found
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "search.html"]
