"""Configuration of Sphinx."""

import sys
import urllib.request
from pathlib import Path

from docutils import nodes

import xp_torch

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

project = "xp_torch"
author = "xp_torch developers"
copyright = "2026, xp_torch developers"
release = version = xp_torch.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
    "reference",
    "gallery",
    "notebooks",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
# Plots have a white background: in dark mode white and black change places, and hues stay; maps of colours are dimmed.
html_theme_options = {
    "dark_css_variables": {"plot-filter": "invert(0.92) hue-rotate(180deg)", "map-filter": "brightness(0.8)"}
}
html_search_scorer = str(DOCS / "_static" / "search.js")
html_title = f"xp_torch {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

#: Other projects whose names are linked. Without a network the names are shown without a link.
PROJECTS = {
    "numpy": "https://numpy.org/doc/stable/",
    "torch": "https://docs.pytorch.org/docs/stable/",
    "array_api": "https://data-apis.org/array-api/2025.12/",
}


def is_reachable(url: str) -> bool:
    """Return whether a project's list of names can be read now."""
    try:
        with urllib.request.urlopen(f"{url}objects.inv", timeout=5):
            return True
    except OSError:
        return False


intersphinx_mapping = {name: (url, None) for name, url in PROJECTS.items() if is_reachable(url)}

# The button copies the statements of an example, without prompts and results.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_use_param = False
napoleon_custom_sections = ["Differs from NumPy"]


def strip_code(app, doctree) -> None:
    """Remove the blank line that ends an example: doctest needs it, a reader does not."""
    for node in doctree.findall(nodes.literal_block):
        if node.rawsource == node.astext():  # other blocks hold marked text
            node.rawsource = node.astext().rstrip()
            node.children = [nodes.Text(node.rawsource)]


def setup(app) -> None:
    app.connect("doctree-read", strip_code)
