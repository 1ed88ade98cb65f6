"""NPBench: some fifty kernels written for NumPy by others, at a pinned commit."""

import json
from dataclasses import dataclass
from pathlib import Path

from tools.clones import SuiteUnavailable, cache_dir, clone, commit_of
from tools.imports import imported_from

URL = "https://github.com/spcl/npbench"
COMMIT = "f2d7f27d87ba4881991e62c18a607aa6ba52b260"


@dataclass(frozen=True)
class Program:
    """One kernel of NPBench.

    `source` is the module for NumPy, `data` the module that makes the arguments, `about` NPBench's description with the
    names of functions and arguments, and `jax` the module for JAX, empty if there is none.
    """

    name: str
    source: str
    data: str
    about: dict
    jax: str = ""


def missing(path):
    """Return why the folder `path` is not a usable checkout, or None."""
    return None if (path / "bench_info").is_dir() else "holds no bench_info"


def checkout(folder=None, url=URL):
    """The folder of NPBench: the one named, or a clone of the pinned commit in the cache."""
    if folder:
        path = Path(folder).expanduser().resolve()
        if reason := missing(path):
            raise SuiteUnavailable(f"{path} {reason}")
        return path
    path = cache_dir() / f"npbench-{COMMIT}"
    if missing(path) or commit_of(path) != COMMIT:
        clone(url, COMMIT, path, missing)
    return path


def programs(path):
    """The programs of the checkout `path`, by name."""
    found = {}
    for file in sorted((path / "bench_info").glob("*.json")):
        about = json.loads(file.read_text(encoding="utf-8"))["benchmark"]
        folder = path / "npbench" / "benchmarks" / about["relative_path"]
        source = (folder / f"{about['module_name']}_numpy.py").read_text(encoding="utf-8")
        data = folder / f"{about['module_name']}.py"
        text = data.read_text(encoding="utf-8") if data.is_file() else ""
        jax = folder / f"{about['module_name']}_jax.py"
        for_jax = jax.read_text(encoding="utf-8") if jax.is_file() else ""
        found[about["short_name"]] = Program(about["short_name"], source, text, about, for_jax)
    return found


def arguments(program, preset):
    """The arguments of a program, drawn by NumPy."""
    values = dict(program.about["parameters"][preset])
    if made := program.about.get("init"):
        module = _module(program, program.data, f"{program.name}.py")
        result = module[made["func_name"]](*[values[name] for name in made["input_args"]])
        names = made["output_args"]
        values.update(zip(names, (result,) if len(names) == 1 else result, strict=True))
    return [values[name] for name in program.about["input_args"]]


def function(program, module):
    """The function of a program that imports `module` for NumPy."""
    text = imported_from(program.source, module)
    return _module(program, text, f"{program.name}_numpy.py")[program.about["func_name"]]


def function_for_jax(program):
    """The function of a program that NPBench's authors wrote for JAX; None if they did not."""
    return _module(program, program.jax, f"{program.name}_jax.py")[program.about["func_name"]] if program.jax else None


def _module(program, text, file):
    """The names that a source text of a program defines."""
    names = {"__name__": program.name}
    exec(compile(text, file, "exec"), names)
    return names
