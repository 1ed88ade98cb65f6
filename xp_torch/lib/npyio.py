"""Files of arrays: NumPy's ``lib.npyio``."""

from __future__ import annotations

from numpy.lib.npyio import DataSource

from xp_torch._functions.io.files import NpzFile

__all__ = ["DataSource", "NpzFile"]
