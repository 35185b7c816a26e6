"""A method of a search: its summary, its settings, and how to make its kernel."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastqueens.results import InputError
from fastqueens.validation import check_choice, did_you_mean, is_flag, quote

__all__ = [
    "Choice",
    "Flag",
    "Folder",
    "Method",
    "Number",
    "Order",
    "Setting",
    "UnknownOption",
    "Whole",
    "check_options",
    "choose",
    "setting_of",
]

_FLAGS = {"true": True, "yes": True, "on": True, "1": True,
          "false": False, "no": False, "off": False, "0": False}  # fmt: skip


class UnknownOption(InputError):
    """An option that a method does not have.

    Attributes
    ----------
    option : str
        The name of the option.
    near : str
        The end of the message, with the nearest option of the method; "" if none is near.
    """

    def __init__(self, option: str, message: str, near: str = "") -> None:
        super().__init__(message + near)
        self.option = option
        self.near = near

    def __reduce__(self) -> tuple[object, ...]:
        return InputError, (self.message,)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a method. Each type of value has its own subclass.

    If the default is None, None is a valid value.

    Attributes
    ----------
    name : str
        The name in Python and after ``--set``.
    meaning : str
        What the setting does, in one sentence.
    default : object
        The value if the user gives no value. None means no value, or a value that the method
        chooses.
    chosen : str
        The text that tables show for a default of None.

    Examples
    --------
    >>> order = Choice("order", "Which comes next.", "static", ("static", "mrv"))
    >>> order.check("mvr")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: order is 'mvr', expected one of static, mrv; did you mean 'mrv'?
    """

    name: str
    meaning: str
    default: Any = None
    chosen: str = field(default="none", kw_only=True)

    @property
    def values(self) -> str:
        """The valid values, in words."""
        raise NotImplementedError

    @property
    def default_text(self) -> str:
        """The default in words, as it is written on the command line."""
        if self.default is None:
            return self.chosen
        return str(self.default).lower()

    def check(self, value: Any) -> Any:
        """Check a value.

        Parameters
        ----------
        value : object
            The value that the user gave.

        Returns
        -------
        object
            The value, converted to the type that the kernels accept.

        Raises
        ------
        InputError
            For an invalid value.

        Examples
        --------
        >>> Whole("size", "How many.", 50, most=100).check(20)
        20
        """
        return None if value is None and self.default is None else self._check(value)

    def read(self, text: str) -> Any:
        """Read a value from the command line.

        Examples
        --------
        >>> Flag("restarts", "Begin anew.", False).read("off")
        False
        """
        if text.lower() == "none" and self.default is None:
            return None
        return self.check(self._read(text))

    def _check(self, value: Any) -> Any:
        raise NotImplementedError

    def _read(self, text: str) -> Any:
        """Convert a text to a value; return the text itself if that fails."""
        return text

    def _wrong(self, value: Any, expected: str) -> InputError:
        return InputError(f"{self.name} is {quote(value)}, expected {expected}")


@dataclass(frozen=True, slots=True)
class Choice(Setting):
    """One of several names."""

    choices: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The names."""
        return ", ".join(self.choices)

    def _check(self, value: Any) -> Any:
        check_choice(value, self.name, self.choices)
        return value


@dataclass(frozen=True, slots=True)
class Order(Choice):
    """One of several names, or a sequence, which the search checks."""

    sequence: str = ""  # describes the sequence

    @property
    def values(self) -> str:
        """The names and the description of the sequence."""
        return f"{', '.join(self.choices)}, or {self.sequence}"

    def _check(self, value: Any) -> Any:
        return value

    def _read(self, text: str) -> Any:
        return text.split(",") if "," in text else text


@dataclass(frozen=True, slots=True)
class Flag(Setting):
    """True or False; other types are refused, for example the str ``"false"``."""

    @property
    def values(self) -> str:
        """True and false."""
        return "true, false"

    def _check(self, value: Any) -> Any:
        if not is_flag(value):
            raise self._wrong(value, "True or False")
        return bool(value)

    def _read(self, text: str) -> Any:
        return _FLAGS.get(text.lower(), text)


@dataclass(frozen=True, slots=True)
class Whole(Setting):
    """A whole number."""

    least: int = 1
    most: int = 2**63 - 1

    @property
    def values(self) -> str:
        """The range."""
        upper = "or more" if self.most >= 2**63 - 1 else f"to {self.most:,}"
        return f"{self.least:,} {upper}"

    def _check(self, value: Any) -> Any:
        try:
            number = operator.index(value)
        except TypeError:
            raise self._wrong(value, "a whole number") from None
        if is_flag(value):
            raise self._wrong(value, "a whole number")
        if number < self.least:
            raise self._wrong(value, f"{self.least} or more")
        if number > self.most:
            raise self._wrong(value, f"{self.most} at most")
        return number

    def _read(self, text: str) -> Any:
        return _number(text, int)


@dataclass(frozen=True, slots=True)
class Number(Setting):
    """A number from `least` to `most`; if `above` is true, greater than `least`."""

    least: float = 0.0
    most: float = 1.0
    above: bool = False

    @property
    def values(self) -> str:
        """The range."""
        if self.above:
            return f"above {self.least:g}, up to {self.most:g}"
        return f"{self.least:g} to {self.most:g}"

    def _check(self, value: Any) -> Any:
        try:
            number = math.nan if isinstance(value, str | bytes | bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        enough = self.least < number if self.above else self.least <= number
        if not enough or number > self.most:
            start = "" if self.above else "from "
            raise self._wrong(value, f"a number {start}{self.values}")
        return number

    def _read(self, text: str) -> Any:
        return _number(text, float)


@dataclass(frozen=True, slots=True)
class Folder(Setting):
    """The path of a folder."""

    @property
    def values(self) -> str:
        """A path."""
        return "a folder"

    def _check(self, value: Any) -> Any:
        if not isinstance(value, str | os.PathLike):
            raise self._wrong(value, "the path of a folder")
        return value


def _number(text: str, kind: Callable[[str], float]) -> Any:
    try:
        return kind(text)
    except ValueError:
        return text


@dataclass(frozen=True, slots=True)
class Method:
    """One way to search.

    Attributes
    ----------
    summary : str
        What the method does, in a line.
    make : callable
        Makes the kernel; a comment at each table of methods describes its arguments.
    settings : tuple of Setting
        The settings besides seed and limits.
    complete : bool
        Whether the method finds every solution, and so can prove that there is none.
    stars : bool
        Whether the method accepts boards with several queens in each unit.
    unit : str
        The name of one unit of its work, in the singular.
    """

    summary: str
    make: Callable[..., Any]
    settings: tuple[Setting, ...] = ()
    complete: bool = True
    stars: bool = False
    unit: str = "node"

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the settings."""
        return tuple(setting.name for setting in self.settings)


def choose(
    table: Mapping[Any, Method],
    method: str,
    options: Mapping[str, object] | None = None,
    *,
    all_solutions: bool = False,
) -> Method:
    """Look up a method and check its options.

    Examples
    --------
    >>> table = {"plain": Method("every permutation", list)}
    >>> choose(table, "plain").summary
    'every permutation'
    >>> choose(table, "plan")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: unknown method 'plan', expected one of plain; did you mean 'plain'?
    """  # noqa: E501
    try:
        found = table.get(method)
    except (TypeError, ValueError):  # not hashable; a memoryview raises ValueError
        found = None
    if found is None:
        known = ", ".join(table)
        raise InputError(
            f"unknown method {quote(method)}, expected one of {known}{did_you_mean(method, table)}"
        )
    if options:
        for name, value in options.items():
            _setting(found, method, name).check(value)
    if all_solutions and not found.complete:
        raise InputError(f"method {method!r} finds one solution at most, never all of them")
    return found


def check_options(table: Mapping[Any, Method], options: Iterable[str]) -> None:
    """Raise `InputError` for an option that no method of a table has."""
    known = {name for method in table.values() for name in method.options}
    for name in options:
        if name not in known:
            near = did_you_mean(name, known)
            raise UnknownOption(name, f"no method has the option {name!r}", near)


def setting_of(table: Mapping[Any, Method], method: str, name: str) -> Setting:
    """Look up a setting of a method.

    Examples
    --------
    >>> table = {"plain": Method("every permutation", list, (Whole("size", "How many.", 5),))}
    >>> setting_of(table, "plain", "size").default
    5
    """
    return _setting(choose(table, method), method, name)


def _setting(found: Method, method: str, name: str) -> Setting:
    """Return a setting of a method that was looked up."""
    for setting in found.settings:
        if setting.name == name:
            return setting
    known = ", ".join(found.options) or "none"
    message = f"method {method!r} has no option {name!r} (it has: {known})"
    raise UnknownOption(name, message, did_you_mean(name, found.options))
