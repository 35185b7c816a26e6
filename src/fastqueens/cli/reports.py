"""The answer of a command to one problem: as JSON, as text and as an exit code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click

from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.exit_codes import (
    BAD_INPUT,
    INTERNAL,
    INTERRUPTED,
    SOLVED,
    STOPPED,
    UNSOLVABLE,
    worst,
)
from fastqueens.output import SCHEMA, dumps
from fastqueens.results import InputError, Stats, escape_control
from fastqueens.validation import plural

__all__ = [
    "BAD_INPUT",
    "CODES",
    "INTERNAL",
    "INTERRUPTED",
    "REASONS",
    "SOLVED",
    "STOPPED",
    "UNSOLVABLE",
    "Answer",
    "ErrorLines",
    "envelope",
    "error_envelope",
    "print_error",
    "print_json",
    "worst",
]

_MAX_SAME_ERRORS = 3  # errors with the same message that are printed one by one
CODES = {"solved": SOLVED, "unsolvable": UNSOLVABLE, "stopped": STOPPED}
_CODES_OF_REASONS = {"interrupt": INTERRUPTED, "ledger": BAD_INPUT}
REASONS = {
    "time": "stopped by the time limit",
    "nodes": "stopped by the node limit",
    "memory": "stopped: going on would need more memory",
    "iterations": "stopped: the iterations are used up",
    "incomplete": "stopped: the method has tried all its cases, but it may miss solutions",
    "workers": "stopped: no worker could do a task",
    "ledger": "stopped: the ledger cannot be written",
    "interrupt": "interrupted",
}


def envelope(
    status: str,
    *,
    file: str | None = None,
    reason: str | None = None,
    command: str | None = None,
) -> dict[str, Any]:
    """Return the first keys of every JSON answer: schema, command, file, status and reason.

    By default the command is the running command.
    """
    context = click.get_current_context(silent=True)
    head: dict[str, Any] = {"schema": SCHEMA}
    head |= {"command": command or (context.info_name if context else None)}
    head |= {"file": file} if file is not None else {}
    return head | {"status": status} | ({"reason": reason} if reason else {})


def error_envelope(
    message: str,
    *,
    file: str | None = None,
    line: int | None = None,
    column: int | None = None,
    command: str | None = None,
) -> dict[str, Any]:
    """Return a JSON answer for an error; line and column count from 1."""
    place = {"line": line, "column": column}
    head = envelope("error", file=file, command=command)
    return head | {"error": {"message": message, **place}}


def print_error(error: object) -> None:
    """Print an error message to standard error, in the form of all commands."""
    click.echo(f"error: {escape_control(str(error), lines=True)}", err=True)


class ErrorLines:
    """Prints the errors of many inputs; of errors with the same message only the first ones."""

    def __init__(self) -> None:
        self._numbers: Counter[str] = Counter()

    def add(self, error: InputError, file: str | None = None) -> None:
        """Print an error, unless its message was printed several times.

        `file` is the source to print if the error has none.
        """
        self._numbers[error.message] += 1
        if self._numbers[error.message] <= _MAX_SAME_ERRORS:
            source, line, column = error.source or file, error.line, error.column
            print_error(InputError(error.message, source=source, line=line, column=column))

    def end(self) -> None:
        """Print how many errors were not printed."""
        for message, number in self._numbers.items():
            if number > _MAX_SAME_ERRORS:
                print_error(f"{number - _MAX_SAME_ERRORS:,} more times: {message}")


def print_json(answer: dict[str, Any]) -> None:
    """Print a JSON object on one line."""
    click.echo(dumps(answer))


@dataclass(kw_only=True)
class Answer:
    """The answer to one problem; each command has its own subclass.

    Attributes
    ----------
    file : str, BoardRef or None
        The file with the problem.
    method : str or None
        The method of the search.
    status : {"solved", "unsolvable", "stopped"}
        How the search ended.
    reason : str or None
        Why the search stopped, a key of `REASONS`.
    stats : Stats or None
        The work of the search, if it is known.
    all_solutions : bool
        Whether the command searches all solutions.
    facts : dict
        More results: ``count`` and ``exact`` of a number of solutions, and others.
    """

    file: str | BoardRef | None = None
    method: str | None = None
    status: str = "unsolvable"
    reason: str | None = None
    stats: Stats | None = None
    all_solutions: bool = False
    facts: dict[str, Any] = field(default_factory=dict)

    def stop(self, reason: str | None) -> None:
        """Record that the search stopped before its end."""
        self.status, self.reason = "stopped", reason

    @property
    def exit_code(self) -> int:
        """The exit code of this answer alone."""
        return _CODES_OF_REASONS.get(self.reason or "", CODES[self.status])

    def about(self) -> dict[str, Any]:
        """Describe the problem for JSON."""
        return {}

    def found(self) -> dict[str, Any]:
        """Describe the solutions for JSON."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Return the whole answer for JSON."""
        file = None if self.file is None else str(self.file)
        answer = envelope(self.status, file=file, reason=self.reason)
        answer |= self.about() | ({"method": self.method} if self.method is not None else {})
        answer |= self.found() | self.facts
        if self.stats is not None:
            answer |= {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return answer

    def verdict(self) -> str:
        """Describe the result in a few words."""
        count = self.facts.get("count")
        if self.reason:
            text = REASONS[self.reason]
            if count is not None:
                text += f", {count:,} found so far"
        elif count is not None and self.status != "unsolvable":
            text = plural(count, "solution")
            if not self.facts["exact"]:
                text += " (the limit; there may be more)"
        else:
            text = {"solved": "solved", "unsolvable": "no solution"}[self.status]
        return text

    def summary(self) -> str:
        """Return the last line of the printed answer; "" for none."""
        work = "" if self.stats is None else str(self.stats)
        return " · ".join(filter(None, [self.verdict(), self.method, work]))
