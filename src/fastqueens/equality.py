"""Objects that are equal if their values are equal, arrays included."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from typing import Any, ClassVar

__all__ = ["EqualByValue", "ReadOnlyArrays", "hashable"]


class EqualByValue:
    """The base of classes whose objects are equal if their types and values are equal.

    For a dataclass, these values are the fields with ``compare=True``. The dataclass needs
    ``eq=False``, because otherwise its own comparison replaces this one. Any other class returns
    its values from the method `_value`.
    """

    __slots__ = ()

    def _value(self) -> Hashable:
        """Return the value that objects are compared by."""
        public: Any = self
        return tuple(hashable(getattr(self, x.name)) for x in fields(public) if x.compare)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())


class ReadOnlyArrays:
    """The base of dataclasses whose arrays are read-only, also in copies and after pickling.

    A subclass lists the names of the attributes that hold arrays. The value of such an attribute is
    an array or None.
    """

    __slots__ = ()

    _arrays: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        for name in self._arrays:
            array = getattr(self, name)
            if array is not None:
                array.setflags(write=False)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        public: Any = self
        return _restore, (type(self), {x.name: getattr(self, x.name) for x in fields(public)})


def _restore(kind: type[ReadOnlyArrays], values: dict[str, Any]) -> ReadOnlyArrays:
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    made.__post_init__()
    return made


def hashable(value: Any) -> Hashable:
    """Return a hashable stand-in for a value: equal values have equal stand-ins.

    Examples
    --------
    >>> hashable({"a": [1, 2]}) == hashable({"a": [1, 2]}), hashable([1]) == hashable([2])
    (True, False)
    """
    if isinstance(value, list | tuple):
        return tuple(map(hashable, value))
    if isinstance(value, Mapping):
        return frozenset((key, hashable(entry)) for key, entry in value.items())
    if isinstance(value, set):
        return frozenset(value)
    if hasattr(value, "tobytes"):  # an array
        return str(value.dtype), value.shape, value.tobytes()
    found: Hashable = value
    return found
