"""Numbers on the command line: the error for a wrong one says what was expected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from fastqueens.results import InputError
from fastqueens.validation import read_span

if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:  # in click 8.1, this class has no type parameter
    _ParamType = click.ParamType

__all__ = ["SPAN", "with_messages"]

_SECONDS = {"ms": 0.001, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_SECONDS_METAVAR = "S"


class _Number(_ParamType):
    """A number; the errors of click's types say only that the value is not valid."""

    noun = "a whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or raise an error that says what was expected."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            in_seconds = param is not None and param.metavar == _SECONDS_METAVAR
            expected = f"{self.noun}{' of seconds' * in_seconds}{self._range_words()}"
            near = _find_number(str(value), in_seconds=in_seconds)
            found = f"found {value!r}, expected {expected}"
            raise click.BadParameter(
                found + (f"; did you mean {near}?" if near else ""), ctx, param
            ) from None

    def _range_words(self) -> str:
        """Return the limits in words, after a comma or a space; "" without limits."""
        if not isinstance(self, click.IntRange | click.FloatRange) or self.min is None:
            return ""
        if self.min_open:
            return f" above {self.min:,}" + ("" if self.max is None else f", up to {self.max:,}")
        return f", {self.min:,} or more" if self.max is None else f" from {self.min} to {self.max}"


class _AnyWhole(_Number, click.types.IntParamType):
    """A whole number."""


class _Whole(_Number, click.IntRange):
    """A whole number in a range."""


class _Real(_Number, click.FloatRange):
    """A number in a range."""

    noun = "a number"


def with_messages(kind: _ParamType) -> _ParamType:
    """Return a type with better messages in place of click's type of a number."""
    if isinstance(kind, click.IntRange):
        return _Whole(kind.min, kind.max, kind.min_open, kind.max_open, kind.clamp)
    if isinstance(kind, click.FloatRange):
        return _Real(kind.min, kind.max, kind.min_open, kind.max_open, kind.clamp)
    return _AnyWhole() if kind is click.INT else kind


def _find_number(text: str, *, in_seconds: bool) -> str:
    """Return the number that a text with commas or a unit of time means; "" if there is none."""
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+", text):
        return text.replace(",", "")
    timed = re.fullmatch(r"(\d{1,9}(?:\.\d+)?) *([a-z]+)", text.lower())
    if not in_seconds or timed is None or timed[2] not in _SECONDS:
        return ""
    return f"{float(timed[1]) * _SECONDS[timed[2]]:.12g}"


class _Span(_ParamType):
    """Two whole numbers, the first at most the second, such as 2-20; one number is both."""

    name = "span"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the numbers, or raise an error that says what was expected."""
        if isinstance(value, tuple):
            return value
        try:
            return read_span(str(value))
        except InputError as error:
            raise click.BadParameter(str(error), ctx, param) from None


SPAN = _Span()
