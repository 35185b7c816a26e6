"""Tables of comparisons: rows for a terminal, Markdown and CSV."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from fastqueens.comparison.record import COLUMNS, Comparison
from fastqueens.results import escape_control, format_count

__all__ = [
    "Summary",
    "duration",
    "rows_by_problem",
    "rows_by_size",
    "summarise",
    "to_csv",
    "to_markdown",
]


@dataclass(slots=True)
class Summary:
    """The runs of one method on all problems of a size.

    Attributes
    ----------
    size : int
        The size of the problems; see `Comparison`.
    label : str
        The method with its settings.
    problems, runs : int
        The number of problems, and the number of runs on all problems.
    solved, unsolvable, stopped : int
        The number of problems with each status.
    success : float
        The share of runs that found a solution.
    work : str
        The median of the method's first counter, with the counter's name.
    seconds : float
        The median time over the problems.
    """

    size: int
    label: str
    problems: int
    runs: int
    solved: int
    unsolvable: int
    stopped: int
    success: float
    work: str
    seconds: float


def summarise(results: Sequence[Comparison]) -> list[Summary]:
    """Summarise the comparisons of each size, the smallest size first.

    Examples
    --------
    >>> rows = [Comparison(family="queens", problem=name, size=8, method="mac", status="solved",
    ...                    seconds=0.1, counters={"steps": steps})
    ...         for name, steps in (("a", 10), ("b", 30))]
    >>> (line,) = summarise(rows)
    >>> line.problems, line.solved, line.work
    (2, 2, '10 steps')
    """
    from statistics import median, median_low

    groups: dict[tuple[int, str], list[Comparison]] = {}
    for result in results:
        groups.setdefault((result.size, result.label), []).append(result)
    lines = []
    for (size, label), group in sorted(groups.items(), key=lambda item: item[0][0]):
        first = next(iter(group[0].counters), None)
        work = ""
        if first is not None:
            work = format_count(
                median_low([result.counters.get(first, 0) for result in group]), first
            )
        ended = dict.fromkeys(("solved", "unsolvable", "stopped"), 0)
        for result in group:
            ended[result.status] += 1
        runs = sum(result.runs for result in group)
        lines.append(
            Summary(
                size, label, len(group), runs, **ended,
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


def rows_by_problem(results: Sequence[Comparison]) -> list[list[str]]:
    """Return the table of one problem: a header, then one row for each method."""
    several = any(result.runs > 1 for result in results)
    counted = any(result.solutions > 1 for result in results)
    bounded = any(result.bound is not None for result in results)
    value = "moves" if any(result.family == "sliding" for result in results) else "value"
    head = ["method", "status", *["solved"] * several, *[value] * bounded]
    lines = [[*head, "work", "best", "median", *["solutions"] * counted]]
    for result in results:
        status: str = result.status
        if result.objective is not None and status == "stopped" and not bounded:
            status += f" at {result.objective:g}"
        best = result.seconds if result.best is None else result.best
        lines.append(
            [
                result.label,
                status,
                *[f"{result.solved} of {result.runs}"] * several,
                *[_objective(result)] * bounded,
                result.work,
                duration(best),
                duration(result.seconds),
                *[f"{result.solutions:,}"] * counted,
            ]
        )
    return lines


def _objective(result: Comparison) -> str:
    """Write the objective, or what is known of it."""
    if result.objective is None:
        return "" if result.bound is None else f">={result.bound:g}"
    if result.bound is not None and result.bound < result.objective:
        return f"{result.bound:g}..{result.objective:g}"
    return f"{result.objective:g}"


def rows_by_size(results: Sequence[Comparison]) -> list[list[str]]:
    """Return the table with one row for each size and method, below a header."""
    boards = all(result.family in ("queens", "nqueens") for result in results)
    lines = [
        ["n" if boards else "size", "method", "solved", "none", "stopped", "runs", "work", "median"]
    ]
    for s in summarise(results):
        lines.append(
            [str(s.size), s.label, f"{s.solved} of {s.problems}", str(s.unsolvable),
             str(s.stopped), f"{s.success:.0%}", s.work, duration(s.seconds)]
        )  # fmt: skip
    return lines


def to_markdown(results: Sequence[Comparison], *, by: str = "problem") -> str:
    """Write tables as Markdown.

    Examples
    --------
    >>> row = Comparison(family="queens", problem="a", size=6, method="mac", status="solved",
    ...                  seconds=0.002, counters={"steps": 7})
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
    for name, group in itertools.groupby(results, key=lambda result: result.problem):
        rows = list(group)
        text += [
            f"### {_escape_markdown(name)} ({rows[0].size_text})",
            "",
            *table(rows_by_problem(rows)),
        ]
    return "\n".join(text)


def _escape_markdown(text: str) -> str:
    """Escape the characters that begin a tag, a table cell or emphasis in Markdown."""
    return re.sub(r"([\\`*\[<|&])", r"\\\1", escape_control(text))


def to_csv(results: Sequence[Comparison]) -> str:
    """Write CSV: a line for each problem and method; see `Comparison.as_row`.

    Examples
    --------
    >>> row = Comparison(family="queens", problem="a", size=6, method="mac", status="solved",
    ...                  seconds=0.002, counters={"steps": 7}, version="1.0")
    >>> print(to_csv([row]))
    family,problem,size,method,settings,status,reason,runs,solved,solutions,objective,bound,\
seconds,best,timings,seed,time_limit,node_limit,version,steps
    queens,a,6,mac,,solved,,1,0,0,,,0.002,,0,0,,,1.0,7
    <BLANKLINE>
    """
    import csv
    import io

    counters = dict.fromkeys(name for result in results for name in result.counters)
    names = [*COLUMNS, *counters]
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(names)
    for result in results:
        row = result.as_row() | {"problem": _escape_csv(result.problem)}
        out.writerow([row.get(name, "") for name in names])
    return text.getvalue()


def _escape_csv(text: str) -> str:
    """Quote a text that a spreadsheet would treat as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
