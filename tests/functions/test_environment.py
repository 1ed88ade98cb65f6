"""`show_versions`."""

import contextlib
import importlib.metadata
import re
import sys

import numpy as np
import pytest
import torch

import xp_torch as xp


def rows(printed):
    return dict(re.split(r"\s{2,}", line, maxsplit=1) for line in printed.splitlines())


@pytest.mark.compiled
def test_versions_devices_and_settings(monkeypatch, capsys):
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")
    monkeypatch.delenv("THP_MEM_ALLOC_ENABLE", raising=False)
    xp.show_versions()
    printed = rows(capsys.readouterr().out)
    assert printed["numpy"] == np.__version__
    assert printed["torch"] == importlib.metadata.version("torch")
    assert "cpu" in printed["devices"]
    assert printed["threads"] == str(torch.get_num_threads())
    assert printed["SCIPY_ARRAY_API"] == "1"
    assert printed["THP_MEM_ALLOC_ENABLE"] == "not set"
    assert printed["torch.compile"].startswith("works (")
    assert printed["SciPy, scikit-learn"] == "accept arrays"
    assert printed["memoryview(x)"].startswith("works" if sys.version_info >= (3, 12) else "needs Python 3.12")


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["matmul", "invert"])
def test_what_is_said_of_operators_in_compiled_code_holds(name, capsys):
    xp.show_versions()
    works = rows(capsys.readouterr().out)["compiled x @ y, ~x"] == "work"
    x = xp.ones((2, 2), dtype=xp.int64)
    with contextlib.nullcontext() if works else pytest.warns(xp.exceptions.NotCompiledWarning, match=name):
        xp.compile((lambda x: x @ x) if name == "matmul" else (lambda x: ~x + 1), backend="eager")(x)


@pytest.mark.compiled
def test_a_package_that_is_not_installed(monkeypatch, capsys):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    xp.show_versions()
    assert rows(capsys.readouterr().out)["scipy"] == "not installed"


@pytest.mark.compiled
@pytest.mark.parametrize("text", ["no compiler", "no compiler\nand a log"])
def test_compilation_that_fails(monkeypatch, capsys, text):
    def fails(function):
        raise RuntimeError(text)

    monkeypatch.setattr(torch, "compile", fails)
    xp.show_versions()
    assert rows(capsys.readouterr().out)["torch.compile"] == "does not work: RuntimeError: no compiler"
