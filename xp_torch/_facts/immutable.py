"""Objects and classes whose attributes cannot be set: they are shared by the whole process."""

from __future__ import annotations

from typing import Any, NoReturn


class ImmutableType(type):
    """A metaclass: attributes of its classes cannot be set or deleted."""

    def __setattr__(cls, name: str, value: Any) -> NoReturn:
        raise TypeError(f"cannot set {name!r} attribute of immutable type {cls.__name__!r}")

    def __delattr__(cls, name: str) -> NoReturn:
        raise TypeError(f"cannot delete {name!r} attribute of immutable type {cls.__name__!r}")

    def __subclasscheck__(cls, subclass: Any) -> bool:
        """Answer as `type` does.

        Dynamo asks when an object is made, and traces this function.
        """
        return subclass is cls or super().__subclasscheck__(subclass)


class Immutable:
    """Base of objects whose attributes cannot be set or deleted; `set_once` sets them on a new object."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"attribute {name!r} of {self!r} is not writable", name=name, obj=self)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"attribute {name!r} of {self!r} cannot be deleted", name=name, obj=self)


def set_once(obj: Immutable, **attributes: Any) -> None:
    """Set the attributes of an object that was just made."""
    for name, value in attributes.items():
        object.__setattr__(obj, name, value)
