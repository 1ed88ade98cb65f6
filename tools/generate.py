"""Write what is generated after functions were added: ``python -m tools.generate special.powm1``, a minute a function.

These are the stubs, the tables of NumPy's names and of NumPy's functions on our arrays, and the functions' rows of the
table of transforms. ``python -m tools.generate_transforms`` runs all functions again. It needs the packages of the
extra `dev` in the versions of ``constraints.txt``, which ``.tox/tests/bin/python`` has once tox has run.
"""

import sys

from tools import reports

HERE = "python -m tools.generate"
HINT = (
    f". Run `.tox/tests/bin/{HERE}` (`tox run -e tests --notest` makes that environment), "
    "or first `python -m pip install -e .[dev] -c constraints.txt`"
)


def generate(functions: list[str]) -> int:
    """Write the files, with the rows of `functions` in the table of transforms."""
    stubs, support, through_numpy, transforms = (
        reports.needed(f"tools.generate_{name}", HERE, HINT)
        for name in ("stubs", "support", "through_numpy", "transforms")
    )
    check_versions()
    reports.check_known("function", functions, transforms.names())
    for path, text in stubs.texts().items():
        path.write_text(text, encoding="utf-8")
    support.PAGE.write_text(support.text(), encoding="utf-8")
    support.TABLE.write_text(support.table(), encoding="utf-8")
    through_numpy.PAGE.write_text(through_numpy.text(), encoding="utf-8")
    if functions:
        transforms.update(functions, write=True)
    return reports.OK


def check_versions() -> None:
    """Raise an error if the tables would be those of another version of torch or NumPy than the pinned one."""
    versions = reports.needed("tools.versions", HERE, HINT)
    for name, found, pinned in (
        ("torch", versions.TORCH, versions.PINNED_TORCH),
        ("numpy", versions.NUMPY, versions.PINNED_NUMPY),
    ):
        if found != pinned:
            shown = [".".join(map(str, version)) for version in (pinned, found)]
            raise reports.CannotRun(f"{HERE} needs {name} {shown[0]}, and this is {shown[1]}{HINT}")


if __name__ == "__main__":
    sys.exit(reports.status_of(generate, sys.argv[1:]))
