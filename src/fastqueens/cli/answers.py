"""A command's answer to each file: text, JSON, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from fastqueens.cli.options import Options, plural
from fastqueens.cli.streams import progress_line
from fastqueens.results import Count, InputError, SearchStopped, Stats

__all__ = []


# Exit codes; of several files the gravest counts, in the order of GRAVITY.
SOLVED, UNSOLVABLE, BAD_INPUT, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
GRAVITY = (SOLVED, UNSOLVABLE, STOPPED, BAD_INPUT, INTERRUPTED)
CODES = {"solved": SOLVED, "unsolvable": UNSOLVABLE, "stopped": STOPPED}
REASONS = {
    "time": "stopped by the time limit",
    "nodes": "stopped by the node limit",
    "memory": "stopped: counting on would need more memory",
    "iterations": "stopped: the iterations are used up",
    "interrupt": "interrupted",
}
_DRAWN = 100  # solutions on a sheet


def each_file(files: tuple[str, ...], handle: Callable[[str], int], *, apart: bool) -> int:
    """Handle files one by one, up to Ctrl-C; return the gravest exit code."""
    worst = SOLVED
    for i, file in enumerate(files):
        if i and apart:
            click.echo()
        code = handle(file)
        worst = max(worst, code, key=GRAVITY.index)
        if code == INTERRUPTED:
            break
    return worst


def tell_error(file: str, error: InputError, *, as_json: bool) -> int:
    """Say what is wrong with a file; return the exit code."""
    if as_json:
        told: dict[str, Any] = {"file": file, "status": "error", "error": error.message}
        click.echo(json.dumps(told | {"line": error.line, "column": error.column}))
    else:
        click.echo(f"error: {error}", err=True)
    return BAD_INPUT


@dataclass(kw_only=True)
class Answer:
    """What is known about one file: a solution, all of them, or their number."""

    file: str
    method: str
    status: str = "unsolvable"
    stats: Stats = field(default_factory=Stats)
    reason: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)  # what --count and --all add

    def stop(self, reason: str | None) -> None:
        """Say that the search did not come to its end."""
        self.status, self.reason = "stopped", reason

    def about(self) -> dict[str, Any]:
        """Describe the problem, for JSON."""
        raise NotImplementedError

    def found(self, *, every: bool) -> dict[str, Any]:
        """Describe the solutions, for JSON."""
        raise NotImplementedError

    def as_json(self, *, every: bool) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        answer = {"file": self.file, "status": self.status, **self.about(), "method": self.method}
        if self.reason:
            answer["reason"] = self.reason
        answer |= self.found(every=every) | self.facts
        return answer | {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}

    def verdict(self) -> str:
        """Say in a few words how it ended."""
        if self.reason:
            told = REASONS[self.reason]
            if "count" in self.facts:
                told += f", {self.facts['count']:,} found until then"
        elif "count" in self.facts and self.status != "unsolvable":
            told = plural(self.facts["count"], "solution")
            if not self.facts["exact"]:
                told += " (the limit; there may be more)"
        else:
            told = {"solved": "solved", "unsolvable": "no solution"}[self.status]
        return told

    def summary(self) -> str:
        """Return the line that ends what a person reads."""
        return f"{self.verdict()} · {self.method} · {self.stats}"


Problem = TypeVar("Problem")
Found = TypeVar("Found")
Answered = TypeVar("Answered", bound=Answer)
Asked = TypeVar("Asked", bound=Options)


def answer_files(
    files: tuple[str, ...],
    options: Asked,
    load: Callable[[str], Problem],
    solve: Callable[[str, Problem, Asked], Answered],
    save: Callable[[Answered, Asked], None],
) -> int:
    """Load each file, solve it and tell what came of it; return the gravest exit code."""

    def handle(file: str) -> int:
        try:
            problem = load(file)
            if options.talks and len(files) > 1:
                click.echo(f"{file}:")
            answer = solve(file, problem, options)
            if options.out is not None:
                save(answer, options)
            if options.as_json:
                click.echo(json.dumps(answer.as_json(every=options.every)))
            elif options.talks:
                click.echo(answer.summary())
        except InputError as error:
            return tell_error(file, error, as_json=options.as_json)
        return exit_code(answer.status, answer.reason)

    return each_file(files, handle, apart=options.talks)


def exit_code(status: str, reason: str | None) -> int:
    """Return the exit code of a search that ended so."""
    return INTERRUPTED if reason == "interrupt" else CODES[status]


def count_into(answer: Answer, count: Callable[..., Count], *, quiet: bool) -> Count | None:
    """Put into an answer what `count`, given a progress callback, returns or had come to."""
    with progress_line(quiet=quiet) as line:
        try:
            number: object = count(progress=line.tick)
        except SearchStopped as stop:
            number = stop.partial
            answer.stop(stop.reason)
        except KeyboardInterrupt:
            answer.stop("interrupt")
            return None
    if not isinstance(number, Count):
        return None
    answer.method, answer.stats = number.method, number.stats
    if answer.status != "stopped" and number:
        answer.status = "solved"
    answer.facts = {"count": int(number), "exact": number.exact}
    return number


def show_each(solutions: Sequence[Found], show: Callable[[Found], object]) -> None:
    """Show solutions with a blank line between them."""
    for i, solution in enumerate(solutions):
        if i:
            click.echo()
        show(solution)


def on_a_sheet(path: str | Path, solutions: list[Found]) -> list[Found]:
    """Return as many solutions as are drawn in one file; say so where there are more."""
    if len(solutions) > _DRAWN:
        click.echo(f"{path}: the first {_DRAWN} of {len(solutions):,} solutions", err=True)
    return solutions[:_DRAWN]


def not_written(path: str | Path) -> None:
    """Say that there is nothing to write."""
    click.echo(f"{path}: not written, there is no solution to show", err=True)
