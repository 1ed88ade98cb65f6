"""Pauses the collection of garbage while the package is imported: what that makes lives as long as the process.

A collection of the oldest generation falls due meanwhile and walks all that torch has made: half the time of an import.
"""

from __future__ import annotations

import gc

__all__ = ["resume"]

_was_enabled = gc.isenabled()
gc.disable()


def resume() -> None:
    """Let garbage be collected as before the import."""
    if _was_enabled:
        gc.enable()
