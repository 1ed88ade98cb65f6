"""Makes the packages of the checkout that the tests call importable beside an installed wheel."""

import importlib.util
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def load_package(name):
    """Import a package of the checkout, without putting the checkout, and xp_torch with it, on the path."""
    folder = CHECKOUT / name
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    spec.loader.exec_module(package)


for _name in ("benchmarks", "conformance", "tools"):
    if _name not in sys.modules:
        load_package(_name)
