"""What a command knows about one problem: as JSON, as text for a person, as an exit code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import click

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
from fastqueens.results import Stats
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
    "envelope",
    "error_envelope",
    "print_json",
    "worst",
]

CODES = {"solved": SOLVED, "unsolvable": UNSOLVABLE, "stopped": STOPPED}
REASONS = {
    "time": "stopped by the time limit",
    "nodes": "stopped by the node limit",
    "memory": "stopped: going on would need more memory",
    "iterations": "stopped: the iterations are used up",
    "workers": "stopped: no worker could do a task",
    "interrupt": "interrupted",
}


def envelope(
    status: str,
    *,
    file: str | None = None,
    reason: str | None = None,
    command: str | None = None,
) -> dict[str, Any]:
    """Begin a JSON object as every command does: the schema, the command, how it ended.

    The command is the one that runs, if none is named.
    """
    context = click.get_current_context(silent=True)
    opened: dict[str, Any] = {"schema": SCHEMA}
    opened |= {"command": command or (context.info_name if context else None)}
    opened |= {"file": file} if file is not None else {}
    return opened | {"status": status} | ({"reason": reason} if reason else {})


def error_envelope(
    message: str,
    *,
    file: str | None = None,
    line: int | None = None,
    column: int | None = None,
    command: str | None = None,
) -> dict[str, Any]:
    """Say as JSON what is wrong, and where in the file, counted from 1."""
    place = {"line": line, "column": column}
    opened = envelope("error", file=file, command=command)
    return opened | {"error": {"message": message, **place}}


def print_json(answer: dict[str, Any]) -> None:
    """Print a JSON object on a line of its own."""
    click.echo(dumps(answer))


@dataclass(kw_only=True)
class Answer:
    """What is known about one problem; each command derives its own.

    Attributes
    ----------
    file : str or None
        Where the problem came from, if from a file.
    method : str or None
        The method that was used.
    status : {"solved", "unsolvable", "stopped"}
        How the search ended.
    reason : str or None
        Why it stopped, a key of `REASONS`.
    stats : Stats or None
        The work it took, where that is known.
    every : bool
        Whether all solutions were asked for.
    facts : dict
        What else is known: ``count`` and ``exact`` of a number of solutions, and more.
    """

    file: str | None = None
    method: str | None = None
    status: str = "unsolvable"
    reason: str | None = None
    stats: Stats | None = None
    every: bool = False
    facts: dict[str, Any] = field(default_factory=dict)

    def stop(self, reason: str | None) -> None:
        """Say that the search did not come to its end."""
        self.status, self.reason = "stopped", reason

    @property
    def exit_code(self) -> int:
        """The exit code of a command that has only this to answer."""
        return INTERRUPTED if self.reason == "interrupt" else CODES[self.status]

    def about(self) -> dict[str, Any]:
        """Describe the problem, for JSON."""
        return {}

    def found(self) -> dict[str, Any]:
        """Describe the solutions, for JSON."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Return the whole answer, ready for JSON."""
        answer = envelope(self.status, file=self.file, reason=self.reason)
        answer |= self.about() | ({"method": self.method} if self.method is not None else {})
        answer |= self.found() | self.facts
        if self.stats is not None:
            answer |= {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return answer

    def verdict(self) -> str:
        """Say in a few words how it ended."""
        count = self.facts.get("count")
        if self.reason:
            text = REASONS[self.reason]
            if count is not None:
                text += f", {count:,} found until then"
        elif count is not None and self.status != "unsolvable":
            text = plural(count, "solution")
            if not self.facts["exact"]:
                text += " (the limit; there may be more)"
        else:
            text = {"solved": "solved", "unsolvable": "no solution"}[self.status]
        return text

    def summary(self) -> str:
        """Return the line that ends what a person reads, "" if there is nothing to add."""
        work = "" if self.stats is None else str(self.stats)
        return " · ".join(filter(None, [self.verdict(), self.method, work]))
