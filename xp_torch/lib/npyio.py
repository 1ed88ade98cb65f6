"""Files of arrays: NumPy's ``lib.npyio``."""

from __future__ import annotations

from numpy.lib.npyio import DataSource

from .._io import NpzFile

__all__ = ["DataSource", "NpzFile"]
