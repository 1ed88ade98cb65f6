"""Gets array-api-tests: a pinned clone in a cache folder, or a folder that the caller names."""

from dataclasses import dataclass
from pathlib import Path

from tools.clones import SuiteUnavailable, cache_dir, clone, commit_of

URL = "https://github.com/data-apis/array-api-tests"
COMMIT = "55fcc60179efa2680ddd6cd926ddf17b83530e2b"
# The versions in which the pinned commit has defects that no namespace can pass (child/suite_defects.py).
MENDED = ("2021.12", "2022.12")


@dataclass(frozen=True)
class Suite:
    """A usable checkout of array-api-tests."""

    path: Path
    commit: str  # "unknown" where the folder is no git checkout, "...-dirty" where it was changed


def local_suite(path):
    """The suite in the folder `path`, whatever its commit."""
    path = Path(path).expanduser().resolve()
    if reason := what_is_missing(path):
        raise SuiteUnavailable(f"{path} {reason}")
    return Suite(path, commit_of(path))


def pinned_suite(url=URL, commit=COMMIT, cache=None):
    """The suite at `commit`, cloned from `url` unless the cache holds it already."""
    cache = cache_dir() if cache is None else Path(cache)
    path = cache / f"array-api-tests-{commit}"
    if what_is_missing(path) or commit_of(path) != commit:
        clone(url, commit, path, what_is_missing)
    return Suite(path, commit)


def what_is_missing(path):
    """Return why the folder `path` is not a usable suite, or None."""
    if not (path / "array_api_tests" / "__init__.py").is_file():
        return "holds no array_api_tests"
    if not (path / "array-api" / "spec").is_dir():
        return "lacks its submodule array-api: run `git submodule update --init` there"
    return None
