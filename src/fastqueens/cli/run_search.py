"""Searches that fill an answer: counts, solutions printed as they are found, and live views."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, TypeVar

import click

from fastqueens.cli.live_view import LiveScreen
from fastqueens.cli.options import Options
from fastqueens.cli.reports import Answer, print_error
from fastqueens.cli.stdio import ProgressLine, progress_line
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.search import Solutions
from fastqueens.search_frames import Frames

__all__ = ["count_into", "find_into", "found_so_far", "watch_into"]

Found = TypeVar("Found")


def count_into(
    answer: Answer,
    count: Callable[..., Count],
    *,
    quiet: bool,
    watch: Callable[[ProgressLine], Any] = lambda line: line.tick,
) -> Count | None:
    """Run a count and put its result into an answer, also the partial result if it is stopped.

    `count` gets the progress callback that `watch` makes for a progress line.
    """
    with progress_line(quiet=quiet) as line:
        try:
            number: object = count(progress=watch(line))
        except SearchStopped as stop:
            number = stop.partial
            answer.stop(stop.reason)
            if stop.reason == "workers":
                line.clear()
                print_error(stop)
        except InputError as error:
            if error.partial is None:
                raise
            number = error.partial
            answer.stop("ledger")
            line.clear()
            print_error(error)
        except KeyboardInterrupt as stop:
            number = getattr(stop, "partial", None)
            answer.stop("interrupt")
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
    gap: bool = True,
) -> list[Found]:
    """Find one solution or several, and record in the answer how the search ended.

    Each solution is shown as soon as it is found; with `gap`, a blank line separates them.
    """
    kept: list[Found] = []
    wanted = options.limit if options.all_solutions else 1
    with progress_line(quiet=options.quiet) as line:
        solutions.search.progress = line.tick
        solutions.keep_clock_running()  # the time to print solutions counts
        try:
            for solution in islice(solutions, wanted):
                if options.as_json or options.out is not None:
                    kept.append(solution)
                if options.verbose:
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
    if options.all_solutions:
        answer.facts = found_so_far(solutions)
    return kept


def watch_into(
    answer: Answer,
    make: Callable[[], Frames[Any]],
    options: Options,
    show: Callable[[Any], object],
    screen: LiveScreen,
    *,
    time_limit: float | None = None,
    gap: bool = True,
) -> Frames[Any]:
    """Show a search while it runs, and record in the answer how the search ended.

    The last frame stays on the terminal. With --all, the solutions are printed below it.
    """
    with screen:
        frames = make()
        try:
            screen.play(frames, make, time_limit=time_limit)
        except KeyboardInterrupt:
            answer.stop("interrupt")
        else:
            if frames.status == "stopped":
                answer.stop(frames.reason)
            elif frames.status == "solved":
                answer.status = "solved"
    screen.print_last()
    answer.method, answer.stats = frames.method, frames.stats
    if options.all_solutions:
        answer.facts = {"count": frames.found, "exact": frames.exact}
    for solution in frames.solutions if options.all_solutions else []:
        if gap:
            click.echo()
        show(solution)
    return frames


def found_so_far(solutions: Solutions[Any]) -> dict[str, Any]:
    """Return the number of solutions found, and whether the search found all of them."""
    exact = solutions.status in ("solved", "unsolvable")
    return {"count": solutions.found, "exact": exact}
