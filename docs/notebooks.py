"""The tutorials as notebooks: when the documentation is built, their examples run, and each page can be downloaded."""

import contextlib
import doctest
import json
import re
from pathlib import Path

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
PARSER = doctest.DocTestParser()


def cells_of(text: str) -> list[tuple[str, str]]:
    """Return a page's parts in order: ("markdown", text without links to pages) or ("code", statements).

    A cell of code ends with the statement whose result the page shows, since a notebook shows the last one's.
    """
    cells = []
    for i, part in enumerate(re.split(r"^```pycon\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)):
        if i % 2 == 0:
            cells.append(("markdown", re.sub(r"\[([^]]*)\]\(\S+\.md\S*\)", r"\1", part)))
            continue
        source = ""
        for example in PARSER.get_examples(part):
            source += example.source
            if example.want:
                cells.append(("code", source))
                source = ""
        cells.append(("code", source))
    return [(kind, part.strip("\n")) for kind, part in cells if part.strip()]


def notebook(text: str) -> dict:
    """Return a page as a notebook in nbformat 4.5, without results."""
    cells = []
    for i, (kind, source) in enumerate(cells_of(text)):
        cell = {"cell_type": kind, "id": f"cell-{i}", "metadata": {}, "source": source.splitlines(keepends=True)}
        cells.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def run_examples(page: Path) -> None:
    """Run the examples of a page in order; raise RuntimeError if one fails."""
    said: list[str] = []
    examples = PARSER.get_doctest(page.read_text(encoding="utf-8"), {"__name__": "__main__"}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(examples, out=said.append, clear_globs=False)
    if runner.failures:
        raise RuntimeError("".join(said))


def write_notebooks(app) -> None:
    """Run each tutorial that is newer than its notebook, and write the notebook to the folder ``notebooks``."""
    folder = Path(app.srcdir) / "notebooks"
    folder.mkdir(exist_ok=True)
    for page in sorted((Path(app.srcdir) / "tutorials").glob("[0-9]*.md")):
        target = folder / f"{page.stem}.ipynb"
        if not target.exists() or target.stat().st_mtime < page.stat().st_mtime:
            with contextlib.chdir(folder):
                run_examples(page)
            target.write_text(json.dumps(notebook(page.read_text(encoding="utf-8")), indent=1) + "\n", encoding="utf-8")


def add_download(app, docname: str, source: list[str]) -> None:
    """Put the link to the notebook under the title of a tutorial."""
    if docname.startswith("tutorials/"):
        name = docname.removeprefix("tutorials/")
        title, _, rest = source[0].partition("\n")
        source[0] = f"{title}\n\n{{download}}`This page as a notebook </notebooks/{name}.ipynb>`\n{rest}"


def setup(app) -> dict:
    app.connect("builder-inited", write_notebooks)
    app.connect("source-read", add_download)
    return {"parallel_read_safe": True}
