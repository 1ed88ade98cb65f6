"""scikit-learn's calls give NumPy's results in the way that docs/guide/scikit_learn.md says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sklearn")


def listed(checkout: Path) -> dict[str, list[str]]:
    """The names in each row of the page's table of calls."""
    page = (checkout / "docs" / "guide" / "scikit_learn.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (work[^|]*) \| (.*) \|$", page, re.MULTILINE)
    return {title: re.findall(r"`(\w+)`", names) for title, names in rows}


@pytest.mark.slow
def test_calls_work_as_the_page_says(checkout):
    rows = listed(checkout)
    environment = os.environ | {"SCIPY_ARRAY_API": "1"}
    command = [sys.executable, str(Path(__file__).with_name("scikit_learn_calls.py"))]
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=600).stdout
    outcomes = json.loads(printed)
    assert sorted(outcomes) == sorted(name for names in rows.values() for name in names)
    assert {name: without for name, (_, without) in outcomes.items() if without} == {}
    with_dispatch = rows["work"] + (rows["work on Python 3.12 or newer"] if sys.version_info >= (3, 12) else [])
    assert {name: outcomes[name][0] for name in with_dispatch if outcomes[name][0]} == {}
