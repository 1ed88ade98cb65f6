"""The wheel holds the package, all of it and nothing else; one set of pins serves every tool."""

import importlib.metadata
import os
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

import xp_torch
from tools.versions import pins


@pytest.fixture(scope="module")
def shipped(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Paths of the installed wheel's files under ``xp_torch``; of a wheel built here where none is installed."""
    if os.environ.get("XP_TORCH_TESTED") == "wheel":
        paths = [file.as_posix() for file in importlib.metadata.files("xp_torch") or []]
    else:
        from hatchling.builders.wheel import WheelBuilder

        [wheel] = WheelBuilder(str(checkout)).build(
            directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"]
        )
        paths = zipfile.ZipFile(wheel).namelist()
    return {path for path in paths if "__pycache__" not in path}


def test_wheel_holds_the_package_and_nothing_else(shipped, checkout):
    here = {
        path.relative_to(checkout).as_posix()
        for package in ("xp_torch", "xp_torch_dask")
        for path in (checkout / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {path for path in shipped if ".dist-info/" not in path} == here


def test_wheel_carries_its_licence_and_type_marker(shipped):
    assert "xp_torch/py.typed" in shipped
    assert any(path.endswith(".dist-info/licenses/LICENSE") for path in shipped)


def test_one_version_is_written_everywhere(checkout):
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert xp_torch.__version__ == xp_torch.version.version == project["version"]
    citation = (checkout / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [project["version"]]


def test_version_is_that_of_numpys_semantics():
    """Those of the newest one, which the pinned Python may be too old for."""
    newest = pins("constraints-newest.txt")["numpy"]
    assert xp_torch.__version__.split(".")[:2] == newest.split(".")[:2]
    assert xp_torch.lib.NumpyVersion(xp_torch.__version__) >= "2.0.0"
    assert {"version", "short_version", "full_version", "release"} <= set(dir(xp_torch.version))


def test_every_direct_dependency_is_pinned(checkout):
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    names = {re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", line).group()).lower() for line in asked}
    assert names - {"xp-torch"} <= pins().keys()


def test_pre_commit_runs_the_pinned_ruff(checkout):
    text = (checkout / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"ruff==([\d.]+)", text)) == {pins()["ruff"]}
