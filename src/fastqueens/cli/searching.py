"""Searches that fill an answer: counting, and finding solutions that are shown as they come."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from typing import Any, TypeVar

import click

from fastqueens.cli.answers import Answer
from fastqueens.cli.live import LiveScreen
from fastqueens.cli.options import Options
from fastqueens.cli.streams import ProgressLine, progress_line
from fastqueens.results import Count, SearchStopped
from fastqueens.search import Solutions

__all__ = ["count_into", "find_into", "found_so_far"]

Found = TypeVar("Found")


def count_into(
    answer: Answer,
    count: Callable[..., Count],
    *,
    quiet: bool,
    watch: Callable[[ProgressLine], Any] = lambda line: line.tick,
) -> Count | None:
    """Put into an answer what `count` returns or had come to when it was stopped.

    It is called with the progress callback that `watch` makes of a progress line.
    """
    with progress_line(quiet=quiet) as line:
        try:
            number: object = count(progress=watch(line))
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


def find_into(
    answer: Answer,
    solutions: Solutions[Found],
    options: Options,
    show: Callable[[Found], object],
    *,
    live: LiveScreen | None = None,
    gap: bool = True,
) -> list[Found]:
    """Find one solution, or all that are wanted; say in the answer how that ended.

    They are shown as they come, with a blank line between them if there is to be a `gap`. Those
    of a search that is shown live come after it: the other screen takes away what it showed.

    Returns
    -------
    list
        The solutions, if anything is done with them afterwards.
    """
    kept: list[Found] = []
    wanted = options.limit if options.every else 1
    with ExitStack() as stack:
        line = stack.enter_context(progress_line(quiet=options.quiet))
        if live is None:
            solutions.search.progress = line.tick
        else:
            stack.enter_context(live).attach(solutions.search)
        try:
            for solution in islice(solutions, wanted):
                if live is not None or options.as_json or options.out is not None:
                    kept.append(solution)
                if live is None and options.verbose:
                    line.clear()
                    if gap and solutions.found > 1:
                        click.echo()
                    show(solution)
        except KeyboardInterrupt:
            answer.stop("interrupt")
        else:
            if solutions.status == "stopped":
                answer.stop(solutions.reason)
            elif solutions.found:
                answer.status = "solved"
    answer.method, answer.stats = solutions.method, solutions.stats
    if options.every:
        answer.facts = found_so_far(solutions)
    for i, solution in enumerate(kept if live is not None else []):
        if i:
            click.echo()
        show(solution)
    return kept


def found_so_far(solutions: Solutions[Any]) -> dict[str, Any]:
    """Return how many solutions were found, and whether that is all of them."""
    exact = solutions.status in ("solved", "unsolvable")
    return {"count": solutions.found, "exact": exact}
