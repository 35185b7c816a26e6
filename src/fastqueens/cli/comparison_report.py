"""Comparisons of methods in one form, for the command ``compare`` and for options ``--compare``."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import click

from fastqueens.cli.output_files import check_suffix
from fastqueens.cli.reports import (
    BAD_INPUT,
    CODES,
    INTERRUPTED,
    ErrorLines,
    envelope,
    error_envelope,
    print_json,
    worst,
)
from fastqueens.cli.stdio import progress_line
from fastqueens.comparison import tables
from fastqueens.comparison.record import Comparison
from fastqueens.comparison.run import TIME_LIMIT
from fastqueens.comparison.table import ComparisonTable
from fastqueens.output import dumps, write_file
from fastqueens.results import InputError, escape_control
from fastqueens.validation import plural

__all__ = ["Problems", "check_table_file", "read_problems", "report_comparison"]

File = TypeVar("File")
Problem = TypeVar("Problem")
_KINDS = (".csv", ".json", ".md", ".svg", ".png")
_WIDTH = 80
_LARGE = re.compile(r"\d{1,3}(,\d{3}){4,}")  # numbers from 10**12
_NARROWEST = 12  # columns for the names of methods, at least
_FEW = 4  # problems up to which each has its own table

compare_option = click.option(
    "--compare",
    is_flag=True,
    help="Compare all methods: a table of results, work and time. -o then writes a .csv, .json or "
    ".md table, or an .svg or .png chart; --time-limit stops each run, by default after "
    f"{TIME_LIMIT:g} seconds.",
)


@dataclass
class Problems(Generic[Problem]):
    """The problems to compare by the names of their files, and the errors of the other files."""

    known: dict[str, Problem] = field(default_factory=dict)
    wrong: dict[str, InputError] = field(default_factory=dict)


def read_problems(files: Sequence[File], load: Callable[[File], Problem]) -> Problems[Problem]:
    """Load files. Report each file that cannot be read, and go on with the next one."""
    found: Problems[Problem] = Problems()
    errors = ErrorLines()
    for file in files:
        try:
            found.known[str(file)] = load(file)
        except InputError as error:
            found.wrong[str(file)] = error
            errors.add(error)
    errors.end()
    return found


def check_table_file(out: str | None) -> None:
    """Refuse a file that cannot hold a comparison."""
    if out is not None:
        check_suffix(out, _KINDS)


def report_comparison(
    problems: Problems[Problem],
    compare: Callable[..., ComparisonTable],
    about: Callable[[Problem], dict[str, Any]],
    *,
    out: str | None,
    as_json: bool,
    quiet: bool,
    by: str | None = None,
    **options: Any,
) -> int:
    """Compare methods on the problems, print the table, and return the exit code.

    `compare` gets the problems by name and `options`; `about` describes a problem for JSON. `by` is
    ``"board"``, ``"size"`` or None for the usual choice.
    """
    if options.get("time_limit") is None:  # the default of `compare`
        options.pop("time_limit", None)
    results = ComparisonTable()
    interrupted = False
    with progress_line(quiet=quiet) as line:

        def report(result: Comparison, done: int, total: int) -> None:
            results.append(result)
            if line.wanted:
                name = escape_control(result.problem)
                line.show(f"{done} of {total} done: {name}, {result.label}")

        try:
            if problems.known:
                compare(problems.known, progress=report, **options)
        except KeyboardInterrupt:
            interrupted = True
    by = by or ("board" if len(problems.known) <= _FEW else "size")
    document = _describe(problems, results, about, interrupted)
    if as_json:
        print_json(document)
    elif not quiet and results:
        _print_results(results, by)
    if interrupted:
        click.echo("interrupted" + "; the finished runs are above" * bool(results), err=True)
    if out is not None and results:
        write_file(out, _make_file(check_suffix(out, _KINDS), results, by, document))
    if interrupted:
        return INTERRUPTED
    ends = (CODES[status] for status in _status_of_problems(results).values())
    return worst([*ends, *(BAD_INPUT for _ in problems.wrong)])


def _print_results(results: ComparisonTable, by: str) -> None:
    if by == "size":
        _print_table(tables.rows_by_size(results), names=1, right=(0, 2, 3, 4, 5, 7))
        return
    groups = itertools.groupby(results, key=lambda result: result.problem)
    for i, (name, group) in enumerate(groups):
        rows = list(group)
        if i:
            click.echo()
        runs = plural(rows[0].runs, "run")
        click.echo(f"{escape_control(name)} ({rows[0].size_text}, {runs} each)")
        _print_table(tables.rows_by_problem(rows), names=0, right=())


def _print_table(lines: list[list[str]], *, names: int, right: tuple[int, ...]) -> None:
    """Print a table; if it is too wide, round large numbers and wrap the names of methods."""

    def measure_columns() -> tuple[list[int], int]:
        widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
        return widths, sum(widths) + 2 * len(widths) - 2 - _WIDTH

    widths, excess = measure_columns()
    if excess > 0:
        lines = [[_LARGE.sub(_round_number, cell) for cell in line] for line in lines]
        widths, excess = measure_columns()
    if excess > 0:
        widths[names] = max(widths[names] - excess, _NARROWEST)
    for line in lines:
        first, *more = textwrap.wrap(
            line[names], widths[names], subsequent_indent="  ", break_on_hyphens=False
        )
        cells = [
            x.rjust(width) if k in right else x.ljust(width)
            for k, (x, width) in enumerate(
                zip([*line[:names], first, *line[names + 1 :]], widths, strict=True)
            )
        ]
        click.echo("  ".join(cells).rstrip())
        before = " " * (sum(widths[:names]) + 2 * names)
        for part in more:
            click.echo(before + part)


def _round_number(count: re.Match[str]) -> str:
    return f"{int(count[0].replace(',', '')):.3g}"


def _make_file(
    kind: str, results: ComparisonTable, by: str, document: dict[str, Any]
) -> str | bytes:
    if kind == ".json":
        return dumps(document) + "\n"
    if kind == ".md":
        return results.to_markdown(by="size" if by == "size" else "problem")
    makers: dict[str, Callable[[], str | bytes]] = {
        ".csv": results.to_csv, ".svg": results.to_svg, ".png": results.to_png,
    }  # fmt: skip
    return makers[kind]()


def _status_of_problems(results: Sequence[Comparison]) -> dict[str, str]:
    """Return the status of each problem: the result of the methods that finished on it."""
    problems: dict[str, set[str]] = {}
    for result in results:
        problems.setdefault(result.problem, set()).add(result.status)
    return {
        name: next((x for x in ("solved", "unsolvable") if x in ends), "stopped")
        for name, ends in problems.items()
    }


def _describe(
    problems: Problems[Problem],
    results: Sequence[Comparison],
    about: Callable[[Problem], Mapping[str, Any]],
    interrupted: bool,
) -> dict[str, Any]:
    """Return the comparison for JSON: an object for each problem, and for each file with an error.

    It is the answer of the command ``compare``, also for an option ``--compare``.
    """
    ends = _status_of_problems(results)
    found: list[dict[str, Any]] = []
    for name, group in itertools.groupby(results, key=lambda result: result.problem):
        described = about(problems.known[name])
        methods = list(map(_describe_result, group))
        found.append({"file": name, "status": ends[name], **described, "methods": methods})
    for file, error in problems.wrong.items():
        facts = error_envelope(error.message, file=file, line=error.line, column=error.column)
        found.append({name: facts[name] for name in ("file", "status", "error")})
    status = next((x for x in ("stopped", "unsolvable") if x in ends.values()), "solved")
    if problems.wrong:
        message = f"{plural(len(problems.wrong), 'file')} of {len(found)} cannot be used"
        return error_envelope(message, command="compare") | {"problems": found}
    if interrupted:
        return envelope("stopped", reason="interrupt", command="compare") | {"problems": found}
    return envelope(status, command="compare") | {"problems": found}


def _describe_result(result: Comparison) -> dict[str, Any]:
    given = ("reason", "objective", "bound", "time_limit", "node_limit")
    times = {"ms": result.seconds, "best_ms": result.best or result.seconds}
    return {
        "family": result.family,
        "size": result.size,
        "method": result.method,
        "settings": result.settings,
        "status": result.status,
        "runs": result.runs,
        "solved": result.solved,
        "solutions": result.solutions,
        **{name: value for name in given if (value := getattr(result, name)) is not None},
        "counters": result.counters,
        **{name: seconds * 1e3 for name, seconds in times.items()},
        "timings": result.timings,
        "seed": result.seed,
        "version": result.version,
    }
