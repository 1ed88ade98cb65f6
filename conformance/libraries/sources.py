"""Gets a library and its tests, by pip and git, into the cache folder; the caller's packages stay as they are."""

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tools.clones import SuiteUnavailable, cache_dir, clone, commit_of

PIP_SECONDS = 900


def site(library):
    """The folder with the installed library and what it needs beside this interpreter's packages."""
    folder = cache_dir() / "libraries" / f"{library.name}-{library.version}"
    scheme = {"base": str(folder), "platbase": str(folder)}
    path = Path(sysconfig.get_path("purelib", vars=scheme))
    done = folder / "installed"
    wanted = [f"{library.name}=={library.version}", *library.needs]
    if not done.is_file() or done.read_text(encoding="utf-8").split() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # What this interpreter has stays as it is: the library runs with the NumPy and SciPy that are tested.
        fixed = folder / "constraints.txt"
        found = {part.metadata["Name"]: part.version for part in importlib.metadata.distributions()}
        fixed.write_text("".join(f"{name}=={version}\n" for name, version in found.items()), encoding="utf-8")
        pip("install", "--quiet", "--prefix", folder, "--constraint", fixed, *wanted)
        done.write_text("\n".join(wanted), encoding="utf-8")
    return path


def packages(library, path):
    """The files and folders in `path`, of `site`, that are the library's own."""
    (found,) = importlib.metadata.distributions(name=library.name, path=[str(path)])
    first = {Path(file).parts[0] for file in found.files or ()}
    return sorted(name for name in first if name != ".." and not name.endswith(".dist-info"))


def tests(library):
    """The folder with the library's source that holds its tests, or None if they are installed with it."""
    if library.source == "wheel":
        return None
    folder = cache_dir() / "libraries" / f"{library.name}-{library.version}-source"
    url, _, commit = library.source.rpartition("@")
    if url:
        if commit_of(folder) != commit:
            clone(url, commit, folder, lambda path: None)
    elif not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            # The metadata of a source distribution may need any build tool, which pip then installs apart.
            wanted = f"{library.name}=={library.version}"
            pip("download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", scratch, wanted)
            (archive,) = Path(scratch).iterdir()
            unpacked = Path(scratch) / "unpacked"
            shutil.unpack_archive(archive, unpacked, filter="data")
            (root,) = unpacked.iterdir()
            root.rename(folder)
    return folder


def pip(*arguments):
    """Run pip; raise ``SuiteUnavailable`` with its last message if it fails."""
    line = [sys.executable, "-m", "pip", *map(str, arguments), "--disable-pip-version-check", "--no-input"]
    # The caller's pins are for the caller's tests.
    kept = {name: value for name, value in os.environ.items() if name != "PIP_CONSTRAINT"}
    try:
        done = subprocess.run(line, check=False, env=kept, capture_output=True, text=True, timeout=PIP_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SuiteUnavailable(f"pip {arguments[0]}: {error}") from error
    if done.returncode:
        words = [row for row in done.stderr.splitlines() if row.startswith("ERROR")] or done.stderr.splitlines()[-1:]
        raise SuiteUnavailable(f"pip {arguments[0]}: {(words or [f'status {done.returncode}'])[0]}")
