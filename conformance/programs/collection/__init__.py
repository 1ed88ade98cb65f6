"""Complete programs of the kind that scientists write, one a file; `docs/programs.md` says how to add one."""

from pathlib import Path

from tools.npbench import Program

FOLDER = Path(__file__).resolve().parent
PRESETS = ("S", "M", "L")


def programs(folder=FOLDER):
    """The programs of a folder, by name: the function `main` of each file, which takes nothing."""
    found = {}
    for file in sorted(folder.glob("[!_]*.py")):
        source = file.read_text(encoding="utf-8")
        subject = source.partition("\n")[0].strip('".')
        about = {"func_name": "main", "input_args": [], "parameters": {key: {} for key in PRESETS}, "domain": subject}
        found[file.stem] = Program(file.stem, source, "", about)
    return found
