"""The default of arguments for which None means something."""

from __future__ import annotations

import enum
from typing import Any


class _NoValue(enum.Enum):
    """The marker of an argument that was not given: an enum member, because Dynamo guards these."""

    NO_VALUE = enum.auto()

    def __repr__(self) -> str:
        return "<no value>"


# Any, because it is the default of parameters of every type.
NO_VALUE: Any = _NoValue.NO_VALUE
