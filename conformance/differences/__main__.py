"""Makes the tables of `docs/differences.md` anew: `python -m conformance.differences`."""

from __future__ import annotations

from pathlib import Path

from conformance.differences import write

if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "docs" / "differences.md")
