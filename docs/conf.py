"""Configuration of Sphinx, and the directive that fills a chapter's reference page from its module's ``__all__``."""

import importlib
import inspect
import sys
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

import xp_torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.public_names import public_names

project = "xp_torch"
author = "xp_torch developers"
copyright = "2026, xp_torch developers"
release = version = xp_torch.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_title = f"xp_torch {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_use_param = False
napoleon_custom_sections = ["Differs from NumPy"]


class Chapter(Directive):
    """``.. chapter:: sets`` documents the names that ``xp_torch/_functions/sets`` makes public as ``xp_torch.name``.

    A second argument is another public module, all of whose names are documented.
    """

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        public = self.arguments[1] if len(self.arguments) > 1 else "xp_torch"
        lines = StringList()
        namespace = importlib.import_module(public)
        for name in public_names(self.arguments[0], public):
            value = getattr(namespace, name)
            own = str(getattr(value, "__module__", "xp_torch")).startswith("xp_torch")
            if callable(value) and not own:
                kind = "class" if inspect.isclass(value) else "function"
                entry = [f".. py:{kind}:: {public}.{name}", "", f"   ``{value.__module__}.{name}`` itself."]
            elif inspect.isclass(value):
                entry = [f".. autoclass:: {public}.{name}", "   :members:"]
            elif inspect.isroutine(value):
                entry = [f".. autofunction:: {public}.{name}"]
            else:
                # A dtype's or a constant's docstring is its class's.
                entry = [f".. py:data:: {public}.{name}", f"   :value: {value!r}"]
            for line in [*entry, ""]:
                lines.append(line, self.arguments[0])
        holder = nodes.Element()
        self.state.nested_parse(lines, self.content_offset, holder)
        return holder.children


def setup(app) -> dict:
    app.add_directive("chapter", Chapter)
    return {"parallel_read_safe": True}
