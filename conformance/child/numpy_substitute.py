"""Puts the module under test in place of NumPy in one of NumPy's test files.

``import numpy as np`` in a test file becomes ``np = module("numpy")``, and ``from numpy.x import y`` becomes
``y = name("numpy.x", "y")``. A name is looked up in the module under test, in the part of the same public name; a
private module of NumPy's (``numpy._core.shape_base``, ``numpy.lib._index_tricks_impl``) stands for the public one.

What the module under test lacks is NumPy's own while a file is read, so that one missing dtype in a table of parameters
doesn't hide a file; while tests run it raises ``AttributeError``. Helpers that are no part of an array library are
NumPy's in any case: ``numpy.testing``, ``numpy.exceptions``, names with an underscore, and private modules' own names.
"""

import importlib
import os
import types

import numpy as np

MODULE = "CONFORMANCE_MODULE"
#: public modules that tests use but don't test.
HELPERS = ("numpy.testing", "numpy.exceptions", "numpy.ma", "numpy.polynomial", "numpy.typing", "numpy.ctypeslib")


#: lists of dtypes, which are NumPy's while a file is read, so that tests have the same parameters for every module.
LISTS = ("typecodes", "sctypeDict")


class State:
    """Whether test files are being read, or tests run."""

    reading = True


def under_test():
    """The module that is tested."""
    return importlib.import_module(os.environ.get(MODULE, "xp_torch"))


def theirs(path):
    """NumPy's own module of the dotted name, or None."""
    try:
        return importlib.import_module(path)
    except ImportError:
        return None


def walk(path):
    """The part of the module under test that has the public dotted name `path`, or None."""
    found = under_test()
    for part in path.split(".")[1:]:
        found = getattr(found, part, None)
        if found is None:
            return None
    return found


def is_private(path):
    """Whether a dotted name of NumPy's goes through a private module."""
    return any(part.startswith("_") for part in path.split(".")[1:])


def places(path):
    """The parts of the module under test that stand for NumPy's module `path`, the likeliest first."""
    yield walk(path)
    if is_private(path):
        public = [part.strip("_").removesuffix("_impl") for part in path.split(".")]
        while len(public) > 1:
            yield walk(".".join(public))
            public.pop()
        yield under_test()


def name(path, wanted):
    """Return the result of ``from path import wanted``."""
    if under_test() is np:
        found = importlib.import_module(path)
        return getattr(found, wanted) if hasattr(found, wanted) else importlib.import_module(f"{path}.{wanted}")
    whole = f"{path}.{wanted}"
    if State.reading and wanted in LISTS:
        return getattr(theirs(path), wanted)
    if not wanted.startswith("_"):
        for place in places(path):
            if place is not None and hasattr(place, wanted):
                return packed(whole, getattr(place, wanted))
    own = getattr(theirs(path), wanted, None)
    own = theirs(whole) if own is None else own
    if isinstance(own, types.ModuleType):
        return Part(whole)
    if own is not None and (State.reading or is_private(whole) or path.startswith(HELPERS)):
        return own
    return getattr(walk(path) or under_test(), wanted)  # which says what is missing


def packed(path, value):
    """Return `value`, with a module of the module under test wrapped as NumPy's."""
    return Part(path) if isinstance(value, types.ModuleType) else value


class Part(types.ModuleType):
    """The module that stands for NumPy's module of its dotted name."""

    @property
    def __dict__(self):
        """Raise while a file is read: a table made of every name that NumPy has is made with NumPy itself."""
        if State.reading:
            raise AttributeError("__dict__")
        return super().__dict__

    def __getattr__(self, wanted):
        """Look a name up in the module under test."""
        if wanted.startswith("__") and wanted != "__version__":
            raise AttributeError(wanted)
        return name(self.__name__, wanted)


def module(path):
    """Return the result of ``import path as ...``."""
    return importlib.import_module(path) if under_test() is np else Part(path)
