"""The reference: a page for each public function, and the tables of a chapter's functions.

The pages are written to ``docs/api/generated`` when the documentation is built, and are not committed.
"""

import ast
import functools
import importlib
import inspect
import re
import sys
import typing
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.ext.autosummary import Autosummary, extract_summary
from sphinx.pycode import ModuleAnalyzer

import xp_torch
from tools.public_names import public_names

#: Directives in the pages of chapters: a file or folder of ``xp_torch/_functions``, and the module it is public in.
_CHAPTER = re.compile(r"^\.\. chapter:: (\S+)(?: (\S+))?$", re.MULTILINE)
#: The module that holds the records of elementwise functions, by the public module of these.
_RECORDS = {"xp_torch": "xp_torch._array.ufunc.records", "xp_torch.special": "xp_torch._array.ufunc.special_records"}
#: The link from a name in a source to its page: what precedes the anchor, the name, and the name of the page.
_BACK = re.compile(
    r'(<div class="viewcode-block" id="([^"]+)">\n'
    r'<a class="viewcode-back" href="[^"]*/api/generated/([\w.]+)\.html#)[^"]+'
)


def _chapters(docs: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the page, the file or folder of functions and the public module of each chapter."""
    for page in sorted((docs / "api").glob("*.md")):
        for chapter, module in _CHAPTER.findall(page.read_text(encoding="utf-8")):
            yield page.stem, chapter, module or "xp_torch"


def _public(module: str, name: str) -> typing.Any:
    return getattr(importlib.import_module(module), name)


def _has_page(value: typing.Any) -> bool:
    """Return whether a name gets a page: that of a function or class of the package, not of a constant."""
    documented = inspect.isroutine(value) or inspect.isclass(value)
    return documented and str(getattr(value, "__module__", "")).partition(".")[0] == "xp_torch"


def _canonical(module: str, name: str) -> str:
    """Return the name that a function calls itself, if it is public in the module; other names are aliases of it."""
    value = _public(module, name)
    own = getattr(value, "__name__", name)
    return own if getattr(importlib.import_module(module), own, None) is value else name


def _page(module: str, name: str, chapter: str, aliases: list[str]) -> str:
    """Return the source of the page of a function or class."""
    value = _public(module, name)
    full = f"{module}.{name}"
    lines = [":orphan:", "", full, "=" * len(full), "", f":doc:`Reference </api/index>` / :doc:`/api/{chapter}`", ""]
    if inspect.isclass(value):
        lines += [f".. autoclass:: {full}", "   :members:", ""]
    else:
        lines += [f".. autofunction:: {full}", ""]
    for alias in aliases:
        lines += [f".. py:data:: {module}.{alias}", "   :no-contents-entry:", "", f"   Alias of `{name}`.", ""]
    inside = module.removeprefix("xp_torch").strip(".")
    theirs = np
    for part in filter(None, [*inside.split("."), name]):
        theirs = getattr(theirs, part, None)
    if theirs is not None:
        lines += [f"In NumPy: :py:obj:`{'.'.join(filter(None, ['numpy', inside, name]))}`.", ""]
    return "\n".join(lines)


def write_pages(app) -> None:
    """Write a page for each public function; a page that is the same as before keeps its time."""
    _sources()  # before the build divides into processes
    docs = Path(app.srcdir)
    folder = docs / "api" / "generated"
    folder.mkdir(exist_ok=True)
    pages = {}
    for page, chapter, module in list(_chapters(docs)):
        aliases: dict[str, list[str]] = {}
        for name in public_names(chapter, module):
            if _has_page(_public(module, name)):
                aliases.setdefault(_canonical(module, name), [])
                if _canonical(module, name) != name:
                    aliases[_canonical(module, name)].append(name)
        for name, others in aliases.items():
            pages[f"{module}.{name}.rst"] = _page(module, name, page, others)
    for old in folder.glob("*.rst"):
        if old.name not in pages:
            old.unlink()
    for file, text in pages.items():
        if not (folder / file).exists() or (folder / file).read_text(encoding="utf-8") != text:
            (folder / file).write_text(text, encoding="utf-8")


class Table(Autosummary):
    """``.. functions:: sets`` is the table of a chapter's public names, each with its summary or its value."""

    required_arguments = 1
    optional_arguments = 1
    has_content = False

    def run(self) -> list[nodes.Node]:
        self.module = self.arguments[1] if len(self.arguments) > 1 else "xp_torch"
        items = self.get_items(public_names(self.arguments[0], self.module))
        table = self.get_table(items) if items else []
        return folded(table, first_names(items)) if self.name == "functions" and len(items) > 1 else table

    def get_items(self, names: list[str]) -> list[tuple[str, str | None, str, str]]:
        items = []
        for name in names:
            value = _public(self.module, name)
            canonical = _canonical(self.module, name)
            if not _has_page(value):
                summary = "" if inspect.ismodule(value) else f"``{_shortened(value)}``"
            elif canonical != name:
                summary = f"Alias of :py:obj:`{canonical} <{self.module}.{canonical}>`."
            else:
                summary = extract_summary((inspect.getdoc(value) or "").splitlines(), self.state.document.settings)
            items.append((name, None, summary, f"{self.module}.{name}"))
        return items


def _shortened(value: typing.Any) -> str:
    """Return the text of a constant in one line, or what another library's object is."""
    if inspect.isclass(value) or inspect.isroutine(value):
        return f"{value.__module__}.{value.__name__}"
    text = repr(value)
    return text if len(text) < 60 and "\n" not in text and " at 0x" not in text else f"{type(value).__name__} object"


def first_names(items: list[tuple[str, str | None, str, str]]) -> str:
    """Return how many names a table has, and the first of them, in a line."""
    names = [name for name, *_ in items]
    shown = names[:3] if len(", ".join(names[:3])) < 36 else names[:2]
    return f"{len(names)} names: {', '.join(shown)}{', …' if len(shown) < len(names) else ''}"


def folded(content: list[nodes.Node], summary: str) -> list[nodes.Node]:
    """Return nodes that show a summary, which opens the content."""
    opening = nodes.raw("", f"<details><summary>{summary}</summary>", format="html")
    return [opening, *content, nodes.raw("", "</details>", format="html")]


class Chapter(Table):
    """``.. chapter:: sets`` is a chapter's table, and an entry for each name without a page: constants and dtypes."""

    def run(self) -> list[nodes.Node]:
        table = super().run()
        lines = StringList()
        for name in public_names(self.arguments[0], self.module):
            value = _public(self.module, name)
            if not _has_page(value) and not inspect.ismodule(value):
                entry = [
                    f".. py:data:: {self.module}.{name}",
                    "   :no-contents-entry:",
                    f"   :value: {_shortened(value)}",
                ]
                for line in [*entry, ""]:
                    lines.append(line, self.arguments[0])
        entries = nodes.Element()
        self.state.nested_parse(lines, self.content_offset, entries)
        return [*table, *entries.children]

    def get_items(self, names: list[str]) -> list[tuple[str, str | None, str, str]]:
        values = {name: _public(self.module, name) for name in names}
        return super().get_items([name for name in names if _has_page(values[name]) or inspect.ismodule(values[name])])


def _parameters(doc: str) -> dict[str, list[str]]:
    """Return the lines of each entry in the section Parameters of a docstring, by its first line."""
    section = doc.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    entries: dict[str, list[str]] = {}
    for line in section.splitlines():
        if line[:1].strip():
            entries[line] = key = [line]
        else:
            key.append(line)
    return entries


def _shared() -> dict[str, list[str]]:
    """Return the parameters that all elementwise functions have."""
    entries = _parameters(inspect.getdoc(_public("xp_torch", "add")) or "")
    return {first: lines for first, lines in entries.items() if not first.startswith("x1")}


class UfuncParameters(Directive):
    """``.. ufunc-parameters::`` lists the parameters that all elementwise functions have."""

    def run(self) -> list[nodes.Node]:
        lines = StringList()
        for first, *rest in _shared().values():
            name, _, kind = first.partition(" : ")
            for line in [f"``{name}`` : {kind}", *rest, ""]:
                lines.append(line, "ufunc-parameters")
        holder = nodes.Element()
        self.state.nested_parse(lines, self.content_offset, holder)
        return holder.children


def keep_whole_summaries(app, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Say that the summary of a property has no type: napoleon takes the words before its first colon for one."""
    if what in ("attribute", "property") and lines and ":" in lines[0]:
        lines[0] = f": {lines[0]}"


def refer_to_shared_parameters(app, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Replace the parameters of an elementwise function that all of them have by a reference to their page."""
    doc = "\n".join(lines)
    entries, shared = _parameters(doc), _shared()
    if not all(entries.get(first) == text for first, text in shared.items()):
        return
    for text in shared.values():
        doc = doc.replace("\n".join(text) + "\n", "", 1)
    names = ", ".join(first.partition(" : ")[0] for first in shared)
    entry = f"{names}\n    :ref:`Parameters of all elementwise functions <ufunc-parameters>`.\n"
    before, parameters, after = doc.partition("Parameters\n----------\n")
    section, _, after = after.partition("\n\n")
    section = section.rstrip("\n")
    lines[:] = f"{before}{parameters}{section}\n{entry}\n{after}".splitlines()


@functools.cache
def _sources() -> tuple[dict[tuple[str, str], str], dict[str, tuple[str, dict]]]:
    """Return the module in which each public name is written, and of each module the source and the lines of names."""
    modules: dict[tuple[str, str], str] = {}
    sources: dict[str, tuple[str, dict]] = {}
    for _, chapter, module in _chapters(Path(__file__).parent):
        for name in public_names(chapter, module):
            value = _public(module, name)
            if not _has_page(value):
                continue
            if inspect.isclass(value):
                place = _class(value)
            else:
                place = (_is_ufunc(value) and _record(value)) or _function(value)
            if place is None:
                continue
            written, first, last = place
            modules[module, name] = written
            if written not in sources:
                analyzer = ModuleAnalyzer.for_module(written)
                analyzer.find_tags()
                sources[written] = analyzer.code, dict(analyzer.tags)
            sources[written][1].setdefault(name, ("def", first, last))
    return modules, sources


def _is_ufunc(value: typing.Any) -> bool:
    return isinstance(value, _public("xp_torch", "ufunc"))


def _record(value: typing.Any) -> tuple[str, int, int] | None:
    """Return the module and the lines of the record of an elementwise function; None if the function has none."""
    module = value.__module__
    return (_RECORDS[module], *_records(module)[value.__name__]) if value.__name__ in _records(module) else None


@functools.cache
def _records(module: str) -> dict[str, tuple[int, int]]:
    """Return the lines of the records of a module's elementwise functions by the names that the functions have."""
    lines = {}
    written = importlib.import_module(_RECORDS[module]).__file__
    for node in ast.walk(ast.parse(Path(written).read_text(encoding="utf-8"))):
        first = node.args[0] if isinstance(node, ast.Call) and node.args else None
        if isinstance(first, ast.Constant):
            function = getattr(importlib.import_module(module), str(first.value), None)
            if isinstance(function, xp_torch.ufunc):
                lines[function.__name__] = node.lineno, node.end_lineno
    return lines


def _function(value: typing.Any) -> tuple[str, int, int] | None:
    """Return the module and the lines of a function of Python."""
    function = inspect.unwrap(value)
    if not inspect.isfunction(function) or not function.__globals__["__name__"].startswith("xp_torch"):
        return None
    lines, first = inspect.getsourcelines(function)
    return function.__globals__["__name__"], first, first + len(lines) - 1


def _class(value: typing.Any) -> tuple[str, int, int] | None:
    """Return the module and the lines of a class."""
    for name, module in list(sys.modules.items()):
        if name.startswith("xp_torch._") and vars(module).get(value.__name__) is value:
            for node in ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and node.name == value.__name__:
                    return name, node.lineno, node.end_lineno
    return None


def module_of_source(app, module: str, name: str) -> str:
    """Return the module in which a public name, or the class of a member, is written, for the link to its source."""
    return _sources()[0].get((module, name.partition(".")[0]), "xp_torch")


def source_of_module(app, module: str) -> tuple | None:
    """Return the source of a module and the lines of the names in it."""
    return _sources()[1].get(module)


def break_title(app, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Let the title of a function's page break after a dot, so that names stay whole on a narrow screen."""
    if pagename.startswith("api/generated/"):
        context["body"] = re.sub(r"<h1>[\w.]+", lambda m: m[0].replace(".", ".<wbr>"), context["body"], count=1)


def link_back(app, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Correct the anchors of links from a source: viewcode takes one public module for all the names of a file."""
    if pagename.startswith("_modules/"):
        context["body"] = _BACK.sub(lambda m: f"{m[1]}{m[3].rpartition('.')[0]}.{m[2]}", context["body"])


def setup(app) -> dict:
    app.setup_extension("sphinx.ext.autosummary")
    app.setup_extension("sphinx.ext.viewcode")
    app.add_directive("chapter", Chapter)
    app.add_directive("functions", Table)
    app.add_directive("ufunc-parameters", UfuncParameters)
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-docstring", refer_to_shared_parameters, priority=400)
    app.connect("autodoc-process-docstring", keep_whole_summaries, priority=400)
    app.connect("viewcode-follow-imported", module_of_source)
    app.connect("viewcode-find-source", source_of_module)
    app.connect("html-page-context", break_title)
    app.connect("html-page-context", link_back)
    return {"parallel_read_safe": True}
