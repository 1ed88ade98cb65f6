"""The package follows the style of CONTRIBUTING.md: the glossary's terms, and one text for a repeated parameter."""

import ast
import inspect
import io
import operator
import re
import tokenize
from collections.abc import Iterator

import pytest
from support.sources import PACKAGE, nodes, trees

import xp_torch
from xp_torch._array.ufunc.records import OPS
from xp_torch._array.ufunc.special_records import SPECIAL

#: The modules of public functions.
PUBLIC = {"xp_torch", *[f"xp_torch.{name}" for name in ("fft", "linalg", "random", "special")]}

#: phrases that the glossary replaces
AVOIDED = re.compile(
    r"\b(Return what|Tells? whether|nobody|looks? on|ha(s|ve) not got|of which|goes along"
    r"|(lies?|lying) (beside|apart)|is none of|gives? away|meets? in|short ways?|(is|are) (asked for|worked in)"
    r"|takes? no notice|in so many words|has nothing to say|outside of graphs|where it lies|unseen"
    r"|how many stand there|what (they are below|is no number)|where the stream begins)\b"
)

#: a summary that is a clause without a main verb
CLAUSE = re.compile(r"(What|Where|Whether|Of|As|That|How|Which) ")

#: a code span, which counts as one word
CODE = re.compile(r"``[^`]+``|`[^`]+`")

#: repeated parameters, and the pattern that their text begins with
PARAMETERS = {
    "out : ndarray, optional": r"Array to write the result to",
    "keepdims : bool, default: False": r"Whether to keep the reduced ax[ei]s, with size one\.",
    'norm : {"backward", "ortho", "forward"}, default: "backward"': r"Direction that is scaled by ``1/n``",
    "overwrite_input : bool, default: False": r"Whether `a` may be overwritten: a contiguous array",
    "like : array_like, optional": r"Reference object, as in NumPy: an `ndarray` of this package or None\.",
}


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and the string literals of a source, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.start[0], " ".join(token.string.split())


def public_docstrings() -> Iterator[tuple[str, str]]:
    """Yield the names and the docstrings of the public functions, classes and methods."""
    for module in (xp_torch, xp_torch.linalg, xp_torch.fft, xp_torch.special, xp_torch.random):
        for name in module.__all__:
            value = getattr(module, name)
            yield f"{module.__name__}.{name}", inspect.getdoc(value) or ""
            if inspect.isclass(value) and value.__module__.startswith("xp_torch"):
                for member, method in vars(value).items():
                    if not member.startswith("_") and callable(method):
                        yield f"{module.__name__}.{name}.{member}", inspect.getdoc(method) or ""


def test_prose_uses_the_terms_of_the_glossary():
    hits = [
        f"{name}:{line}: {match.group()}"
        for name in trees()
        for line, text in prose((PACKAGE / name).read_text(encoding="utf-8"))
        for match in AVOIDED.finditer(text)
    ]
    assert not hits, "\n".join(hits)


def test_summaries_are_sentences():
    hits = [
        f"{name}:{node.lineno}: {doc.splitlines()[0]}"
        for name in trees()
        for node in nodes(name)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and CLAUSE.match(doc := ast.get_docstring(node) or "")
        and not any(ast.unparse(decorator) == "property" for decorator in node.decorator_list)
    ]
    assert not hits, "\n".join(hits)


def test_summaries_have_at_most_twenty_words():
    hits = [
        f"{name}:{getattr(node, 'lineno', 1)}: {summary}"
        for name in trees()
        for node in nodes(name)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and len(CODE.sub("code", summary := (ast.get_docstring(node) or "").split("\n\n")[0]).split()) > 20
    ]
    assert not hits, "\n".join(hits)


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_repeated_parameter_has_one_text(parameter):
    entry = re.compile(rf"^{re.escape(parameter)}\n((?: +\S.*\n?)+)", re.MULTILINE)
    texts = {
        name: " ".join(match.group(1).split()) for name, doc in public_docstrings() for match in entry.finditer(doc)
    }
    assert texts
    hits = [f"{name}: {text}" for name, text in texts.items() if not re.match(PARAMETERS[parameter], text)]
    assert not hits, "\n".join(hits)


def test_docstrings_stand_whole_in_the_source():
    """Editors, type checkers and readers see them without running the package. Ufuncs have theirs from records."""
    written = {
        ast.get_docstring(node)
        for name in trees()
        for node in nodes(name)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    composed = [
        name
        for name, doc in public_docstrings()
        if inspect.cleandoc(doc) not in written
        and str(getattr(value := operator.attrgetter(name.partition(".")[2])(xp_torch), "__module__", None)) in PUBLIC
        and value.__name__ not in {*OPS, *[op.ufunc_name for op in (*OPS.values(), *SPECIAL.values())]}
    ]
    assert not composed
