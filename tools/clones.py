"""Public repositories at pinned commits, cloned into a cache folder."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GIT_SECONDS = 900


class SuiteUnavailable(Exception):
    """The suite is not available, so nothing was tested."""


def cache_dir():
    """Where clones are kept: ``$XDG_CACHE_HOME/xp_torch``, else ``.cache`` in the checkout."""
    home = os.environ.get("XDG_CACHE_HOME")
    return Path(home) / "xp_torch" if home else ROOT / ".cache"


def commit_of(path, without=()):
    """The commit checked out in the folder `path`, a checkout of its own, and "-dirty" if its files were changed.

    Changes of files that match a pattern of `without` don't count.
    """
    try:
        top = git("rev-parse", "--show-toplevel", at=path)
        if Path(top).resolve() != path.resolve():
            return "unknown"
        excluded = [f":(exclude){pattern}" for pattern in without]
        dirty = git("status", "--porcelain", "--untracked-files=no", "--", ".", *excluded, at=path)
        return git("rev-parse", "HEAD", at=path) + ("-dirty" if dirty else "")
    except SuiteUnavailable:
        return "unknown"


def clone(url, commit, path, missing):
    """Clone `url` with its submodules at `commit` into `path`, all or nothing; `missing` says what a clone lacks."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        ignore = path.parent / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        temporary = Path(tempfile.mkdtemp(prefix=f"{path.name}-", dir=path.parent))
    except OSError as error:
        raise SuiteUnavailable(f"no cache folder: {error}") from error
    try:
        git("clone", "--quiet", "--no-checkout", url, str(temporary))
        git("checkout", "--quiet", "--detach", commit, at=temporary)
        # git refuses the file transport in submodules, which is what a mirror configured by insteadOf looks like.
        git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", at=temporary)
        if reason := missing(temporary):
            raise SuiteUnavailable(f"the clone of {url} at {commit} {reason}")
        shutil.rmtree(path, ignore_errors=True)
        temporary.rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def git(*arguments, at=None):
    """Return the output of git; raise ``SuiteUnavailable`` with its last message if it fails."""
    command = ["git", *arguments]
    # Without this git may wait for a password.
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=at,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=GIT_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SuiteUnavailable(f"{' '.join(command)}: {error}") from error
    if done.returncode:
        words = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        raise SuiteUnavailable(f"{' '.join(command)}: {words}")
    return done.stdout.strip()
