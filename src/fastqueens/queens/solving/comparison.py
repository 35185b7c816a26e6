"""The comparison of methods: run each method with each of its settings on the same boards."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fastqueens.keywords import explain_keywords
from fastqueens.method import choose
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.solving.methods import METHODS
from fastqueens.queens.solving.solve import QueensResult, solutions, solve
from fastqueens.results import InputError, SearchStopped, escape_control, format_count
from fastqueens.search import Clock
from fastqueens.validation import (
    check_callable,
    check_flag,
    check_items,
    check_seconds,
    check_seed,
    check_whole,
    check_words,
    did_you_mean,
    quote,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastqueens.search import CancelEvent, Solutions

MEASURE = 0.2  # seconds for which the runs of a method on a board are repeated

__all__ = [
    "MEASURE",
    "Comparison",
    "Summary",
    "compare",
    "summarise",
    "to_csv",
    "to_json",
    "to_markdown",
]


@dataclass(slots=True)
class Comparison:
    """The runs of one method on one board.

    Attributes
    ----------
    board : str
        The name of the board.
    n : int
        The number of rows of the board.
    method : str
        The name of the method.
    settings : dict
        The options that the caller set.
    status : {"solved", "unsolvable", "stopped"}
        ``"solved"`` if any run found a solution.
    runs, solved : int
        The number of runs, and the number of runs that found a solution.
    solutions : int
        The largest number of solutions that a run found. It is at most 1, except with
        ``all_solutions``.
    counters : dict of str to int
        The deterministic work: medians over the runs. Runs differ only if the seed matters.
    seconds : float
        The median time of a run, which counts only the search.
    times : list of float
        The time of each run, or the median time of its repetitions.
    fitness : float or None
        The median over the runs of the best fitness, for the methods that have a fitness.
    best : float or None
        The shortest time of any run.
    timings : int
        The number of measured times: the runs and their repetitions.
    """

    board: str
    n: int
    method: str
    settings: dict[str, Any]
    status: str
    runs: int
    solved: int
    solutions: int
    counters: dict[str, int]
    seconds: float
    times: list[float] = field(default_factory=list)
    fitness: float | None = None
    best: float | None = None
    timings: int = 0

    @property
    def label(self) -> str:
        """The method with its settings, as in ``"mac order=mrv"``."""
        return " ".join([self.method, *(f"{k}={v}" for k, v in self.settings.items())])

    @property
    def work(self) -> str:
        """The method's first counter with its name, as in ``"720 permutations"``."""
        return next((format_count(value, name) for name, value in self.counters.items()), "")


@dataclass(slots=True)
class Summary:
    """The runs of one method on all boards of a size.

    Attributes
    ----------
    n : int
        The number of rows of the boards.
    label : str
        The method with its settings.
    boards, runs : int
        The number of boards, and the number of runs on all boards.
    solved, unsolvable, stopped : int
        The number of boards with each status.
    success : float
        The share of runs that found a solution.
    work : str
        The median of the method's first counter, with the counter's name.
    seconds : float
        The median time over the boards.
    """

    n: int
    label: str
    boards: int
    runs: int
    solved: int
    unsolvable: int
    stopped: int
    success: float
    work: str
    seconds: float


def compare(
    boards: Sequence[Board | ArrayLike] | Mapping[str, Board | ArrayLike],
    methods: Sequence[str] | None = None,
    *,
    settings: Mapping[str, Sequence[object]] | None = None,
    repeat: int = 1,
    measure: float = MEASURE,
    all_solutions: bool = False,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Comparison, int, int], object] | None = None,
) -> list[Comparison]:
    r"""Run each method on each board.

    Parameters
    ----------
    boards : sequence of boards, or mapping of names to boards
        The boards. The boards of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `queens.METHODS`. By default all methods that can solve the board: not all of
        them take several stars or find all solutions.
    settings : mapping, optional
        The values to try, by ``"method.option"``: ``{"pso.swarm_size": [20, 50]}``. If several
        options of a method are set, it runs with every combination of their values.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        Seconds. The runs of a method on a board are repeated with the same seeds for at least this
        time, because the first run is slower than later runs (cold caches). Solutions and counters
        are those of the first runs.
    all_solutions : bool
        Find all solutions instead of one. Local searches cannot do this.
    time_limit, node_limit : optional
        The limits of each run: seconds, and units of work.
    cancel : threading.Event, optional
        Stops the comparison soon after this event is set, also from another thread.
    seed : int
        The seed of the first run.
    progress : callable, optional
        Called after each comparison with the comparison, its number from 1, and the number of all
        comparisons.

    Returns
    -------
    list of Comparison
        The comparisons, board by board in the order of the methods.

    Raises
    ------
    InputError
        If a method or an option is unknown. This is checked before the first run.

    Examples
    --------
    >>> board = "\n".join(["AAAAAA", "BBBBAA", "BBAAAA", "CCCDDD", "DDDDDD", "EEEEEF"])
    >>> from fastqueens.queens import Board
    >>> for line in compare([Board.from_text(board)], ["permutation", "bitboard"]):
    ...     print(line.label, line.status, line.work)
    permutation unsolvable 720 permutations
    bitboard unsolvable 1 node
    """
    seed = check_seed(seed)
    repeat = check_whole(repeat, "repeat", least=1)
    if measure is None:
        raise InputError("measure is None, expected 0 or more seconds")
    least_seconds = check_seconds(measure, "measure") or 0.0
    check_callable(progress, "progress")
    check_flag(all_solutions, "all_solutions")
    given = _boards(boards)
    if methods is not None:
        methods = check_words(methods, "methods")
        for method in methods:
            choose(METHODS, method)
    known = [name for name, method in METHODS.items() if method.complete or not all_solutions]
    plan = _plan(known if methods is None else methods, {} if settings is None else settings)
    for method, options in plan:
        choose(METHODS, method, options, all_solutions=all_solutions)
    jobs = [
        (name, board, method, options)
        for name, board in given.items()
        for method, options in plan
        # Without `methods`, skip the methods that cannot solve boards with several stars.
        if methods is not None or board.stars == 1 or METHODS[method].stars
    ]
    results: list[Comparison] = []
    clock = Clock(None, cancel)
    for name, board, method, options in jobs:
        limits = {"time_limit": time_limit, "cancel": cancel, "node_limit": node_limit, **options}
        seeds = range(seed, seed + repeat)
        start = perf_counter()
        runs = [_run(board, method, all_solutions, {**limits, "seed": x}) for x in seeds]
        times = [[end.stats.seconds] for end, _ in runs]
        while perf_counter() - start < least_seconds and not clock.cancelled:
            for x, taken in zip(seeds, times, strict=True):
                end, _ = _run(board, method, all_solutions, {**limits, "seed": x})
                taken.append(end.stats.seconds)
        if clock.cancelled:
            raise SearchStopped(
                f"the comparison was cancelled after {len(results)} of {len(jobs)} lines",
                partial=results,
                reason="cancelled",
            )
        results.append(_comparison(name, board.n, method, options, runs, times))
        if progress is not None:
            progress(results[-1], len(results), len(jobs))
    return results


def _boards(
    boards: Sequence[Board | ArrayLike] | Mapping[str, Board | ArrayLike],
) -> dict[str, Board]:
    """Return the boards by name."""
    if isinstance(boards, Board):
        raise InputError("found one board, expected several: compare([board])")
    if not isinstance(boards, Mapping):
        listed = check_items(boards, "boards", "boards")
        boards = {str(i): board for i, board in enumerate(listed, 1)}
    given = {}
    for name, board in boards.items():
        try:
            given[name] = playable(board)
        except InputError as error:
            raise InputError(f"board {name}: {error.message}") from None
    return given


def _plan(
    methods: list[str], settings: Mapping[str, Sequence[Any]]
) -> list[tuple[str, dict[str, Any]]]:
    """Return each method with each combination of its settings."""
    if not isinstance(settings, Mapping):
        raise InputError(f"settings is {quote(settings)}, expected {{'method.option': [values]}}")
    swept: dict[str, dict[str, Sequence[Any]]] = {}
    for key, values in settings.items():
        check_items(values, f"setting {key}", "values")
        method, _, option = str(key).partition(".")
        if method not in methods or not option:
            raise InputError(
                f"found the setting {key!r}, expected METHOD.OPTION with one of the methods "
                f"{', '.join(methods)}{did_you_mean(method, methods)}"
            )
        swept.setdefault(method, {})[option] = values
    plan: list[tuple[str, dict[str, Any]]] = []
    for method in dict.fromkeys(methods):
        options = swept.get(method, {})
        for values in itertools.product(*options.values()):
            plan.append((method, dict(zip(options, values, strict=True))))
    return plan


def _run(
    board: Board, method: Any, all_solutions: bool, options: dict[str, Any]
) -> tuple[QueensResult | Solutions[Any], int]:
    """Return the result of a run, and the number of solutions that it found."""
    if all_solutions:
        found = solutions(board, method=method, **options)
        return found, sum(1 for _ in found)
    result = solve(board, method=method, **options)
    return result, int(result.solved)


def _comparison(
    name: str,
    n: int,
    method: str,
    options: dict[str, Any],
    runs: list[tuple[QueensResult | Solutions[Any], int]],
    times: list[list[float]],
) -> Comparison:
    from statistics import median, median_low

    ends = [end for end, _ in runs]
    numbers = [number for _, number in runs]
    statuses = [end.status for end in ends]
    status = next(x for x in ("solved", "unsolvable", "stopped") if x in statuses)
    taken = [seconds for run in times for seconds in run]
    fitness = [x for end in ends if (x := getattr(end, "fitness", None)) is not None]
    counters = {
        key: median_low([end.stats.counters[key] for end in ends]) for key in ends[0].stats.counters
    }
    return Comparison(
        name, n, method, options, status, len(runs), sum(x > 0 for x in numbers), max(numbers),
        counters, median(taken), list(map(median, times)), median(fitness) if fitness else None,
        min(taken), len(taken),
    )  # fmt: skip


def summarise(results: Sequence[Comparison]) -> list[Summary]:
    """Summarise the comparisons of each board size, the smallest size first.

    Examples
    --------
    >>> rows = [Comparison(name, 8, "mac", {}, "solved", 1, 1, 1, {"steps": steps}, 0.1)
    ...         for name, steps in (("a", 10), ("b", 30))]
    >>> (line,) = summarise(rows)
    >>> line.boards, line.solved, line.work
    (2, 2, '10 steps')
    """
    from statistics import median, median_low

    groups: dict[tuple[int, str], list[Comparison]] = {}
    for result in results:
        groups.setdefault((result.n, result.label), []).append(result)
    lines = []
    for (n, label), group in sorted(groups.items(), key=lambda item: item[0][0]):
        first = next(iter(group[0].counters), None)
        work = ""
        if first is not None:
            work = format_count(median_low([result.counters[first] for result in group]), first)
        ended = dict.fromkeys(("solved", "unsolvable", "stopped"), 0)
        for result in group:
            ended[result.status] += 1
        runs = sum(result.runs for result in group)
        lines.append(
            Summary(
                n, label, len(group), runs, **ended,
                success=sum(result.solved for result in group) / runs,
                work=work, seconds=median([result.seconds for result in group]),
            )
        )  # fmt: skip
    return lines


def duration(seconds: float) -> str:
    """Write a time with three digits in seconds, milliseconds or microseconds.

    Examples
    --------
    >>> duration(0.00125), duration(3)
    ('1.25 ms', '3 s')
    """
    for unit, length in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= length:
            return f"{seconds / length:,.3g} {unit}" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds * 1e6:.3g} us"


def rows_by_board(results: Sequence[Comparison]) -> list[list[str]]:
    """Return the table of one board: a header, then one row for each method."""
    several = any(result.runs > 1 for result in results)
    counted = any(result.solutions > 1 for result in results)
    head = ["method", "status"] + ["solved"] * several + ["work", "best", "median"]
    lines = [head + ["solutions"] * counted]
    for result in results:
        status = result.status
        if result.fitness is not None and status == "stopped":
            status += f" at {result.fitness:g}"
        line = [result.label, status] + [f"{result.solved} of {result.runs}"] * several
        best = result.seconds if result.best is None else result.best
        line += [result.work, duration(best), duration(result.seconds)]
        lines.append(line + [f"{result.solutions:,}"] * counted)
    return lines


def rows_by_size(results: Sequence[Comparison]) -> list[list[str]]:
    """Return the table with one row for each board size and method, below a header."""
    lines = [["n", "method", "solved", "none", "stopped", "runs", "work", "median"]]
    for s in summarise(results):
        lines.append(
            [str(s.n), s.label, f"{s.solved} of {s.boards}", str(s.unsolvable), str(s.stopped),
             f"{s.success:.0%}", s.work, duration(s.seconds)]
        )  # fmt: skip
    return lines


def to_markdown(results: Sequence[Comparison], *, by: str = "board") -> str:
    """Write tables as Markdown.

    Examples
    --------
    >>> row = Comparison("a", 6, "mac", {}, "solved", 1, 1, 1, {"steps": 7}, 0.002)
    >>> print(to_markdown([row]))
    ### a (6 x 6)
    <BLANKLINE>
    | method | status | work | best | median |
    |---|---|---|---|---|
    | mac | solved | 7 steps | 2 ms | 2 ms |
    <BLANKLINE>
    """

    def table(lines: list[list[str]]) -> list[str]:
        rows = ["| " + " | ".join(map(_escape_markdown, line)) + " |" for line in lines]
        return [rows[0], "|" + "---|" * len(lines[0]), *rows[1:], ""]

    if by == "size":
        return "\n".join(table(rows_by_size(results)))
    text: list[str] = []
    for name, group in itertools.groupby(results, key=lambda result: result.board):
        rows = list(group)
        text += [
            f"### {_escape_markdown(name)} ({rows[0].n} x {rows[0].n})",
            "",
            *table(rows_by_board(rows)),
        ]
    return "\n".join(text)


def _escape_markdown(text: str) -> str:
    """Escape the characters that begin a tag, a table cell or emphasis in Markdown."""
    return re.sub(r"([\\`*\[<|&])", r"\\\1", escape_control(text))


def to_csv(results: Sequence[Comparison]) -> str:
    """Write CSV: a line for each board and method, with a column for each counter.

    Examples
    --------
    >>> row = Comparison("a", 6, "mac", {"order": "mrv"}, "solved", 1, 1, 1, {"steps": 7}, 0.002)
    >>> print(to_csv([row]))
    board,n,method,settings,status,runs,solved,solutions,seconds,best,timings,fitness,steps
    a,6,mac,order=mrv,solved,1,1,1,0.002,,0,,7
    <BLANKLINE>
    """
    import csv
    import io

    names = list(dict.fromkeys(name for result in results for name in result.counters))
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    fields = ["status", "runs", "solved", "solutions", "seconds", "best", "timings", "fitness"]
    out.writerow(["board", "n", "method", "settings", *fields, *names])
    for result in results:
        settings = " ".join(f"{key}={value}" for key, value in result.settings.items())
        facts = [getattr(result, name) for name in fields]
        counters = [result.counters.get(name, "") for name in names]
        out.writerow(
            [_escape_csv(result.board), result.n, result.method, settings, *facts, *counters]
        )
    return text.getvalue()


def _escape_csv(text: str) -> str:
    """Quote a text that a spreadsheet would treat as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def to_json(results: Sequence[Comparison]) -> str:
    """Write JSON: a list of objects with the fields of `Comparison`.

    Parameters
    ----------
    results : sequence of Comparison
        As `compare` returns them.

    Returns
    -------
    str

    Examples
    --------
    >>> row = Comparison("a", 6, "mac", {}, "solved", 1, 1, 1, {"steps": 7}, 0.002)
    >>> "counters" in to_json([row])
    True
    """
    import json

    return json.dumps([asdict(result) for result in results], indent=1) + "\n"


explain_keywords(__name__)
