"""The gallery: programs of ``examples/gallery``, which are run when the documentation is built, and their pictures."""

import ast
import contextlib
import runpy
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

PROGRAMS = Path(__file__).resolve().parents[1] / "examples" / "gallery"


def draw_pictures(app) -> None:
    """Run each program that is newer than its picture; it saves the picture, named as the program, to its folder."""
    folder = Path(app.srcdir) / "pictures"
    folder.mkdir(exist_ok=True)
    mpl.use("agg")
    for program in sorted(PROGRAMS.glob("*.py")):
        picture = folder / f"{program.stem}.png"
        if not picture.exists() or picture.stat().st_mtime < program.stat().st_mtime:
            with contextlib.chdir(folder):
                runpy.run_path(str(program))
            plt.close("all")


class Program(SphinxDirective):
    """``.. program-of-gallery:: heat`` shows what a program does, its picture and its text."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        source = (PROGRAMS / f"{name}.py").read_text(encoding="utf-8")
        module = ast.parse(source)
        lines = [*(ast.get_docstring(module) or "").replace("`", "``").splitlines(), ""]
        lines += [f".. image:: /pictures/{name}.png", f"   :alt: the picture that {name}.py draws"]
        lines += ["   :class: map", ""] if "cmap=" in source else [""]
        lines += [f".. literalinclude:: /../examples/gallery/{name}.py", f"   :lines: {module.body[1].lineno}-", ""]
        holder = nodes.Element()
        self.state.nested_parse(StringList(lines, name), self.content_offset, holder)
        return holder.children


def setup(app) -> dict:
    app.add_directive("program-of-gallery", Program)
    app.connect("builder-inited", draw_pictures)
    return {"parallel_read_safe": True}
