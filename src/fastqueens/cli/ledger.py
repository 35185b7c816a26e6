"""The command ``ledger``: shows the progress that a ledger has recorded."""

from __future__ import annotations

from typing import Any

import click

from fastqueens.cli.file_claims import READ
from fastqueens.cli.options import Command, complete_file, json_option
from fastqueens.cli.reports import envelope, print_json
from fastqueens.cli.stdio import duration
from fastqueens.parallel.ledger import COUNT_SCHEMA, LedgerSummary, SlowTask, read_ledger
from fastqueens.parallel.sqlite_store import find_schema
from fastqueens.queens.generation.ledger import (
    BOARD_SCHEMA,
    BoardLedgerSummary,
    Run,
    read_board_ledger,
)
from fastqueens.results import escape_control
from fastqueens.validation import plural

__all__ = ["ledger"]


@click.command(
    cls=Command,
    help="""Show the progress recorded in a ledger: the work that is done and the work that is left.

    A count or `generate` with --ledger FILE writes a ledger. This command can read the ledger while
    the other command is still running. With --import, the command makes a new ledger of boards
    if FILE does not exist.
    """,
)
@click.argument("file", type=READ, metavar="FILE", shell_complete=complete_file)
@click.option(
    "--import", "imported", type=READ, multiple=True, metavar="BOARDS",
    help="First record the boards of this file, so that `generate --ledger FILE` never makes them. "
    "May be repeated.",
)  # fmt: skip
@json_option()
def ledger(file: str, imported: tuple[str, ...], as_json: bool) -> None:
    if imported:
        _import_files(file, imported)
    if find_schema(file, COUNT_SCHEMA, BOARD_SCHEMA) is BOARD_SCHEMA:
        boards = read_board_ledger(file)
        facts, text = _describe_boards(boards), _boards_text(boards)
    else:
        state = read_ledger(file)
        facts, text = _describe_count(state), _count_text(state)
    if as_json:
        print_json(envelope("solved", file=file) | facts)
    else:
        click.echo(escape_control(text, lines=True))


def _import_files(file: str, names: tuple[str, ...]) -> None:
    """Record the boards of files in a ledger of boards."""
    from fastqueens.queens.board.read_files import read_boards
    from fastqueens.queens.generation.ledger_import import import_boards

    found = [read_boards(name) for name in names]  # before anything is recorded
    for name, boards in zip(names, found, strict=True):
        import_boards(file, boards, name)


def _seconds_left(state: LedgerSummary) -> float | None:
    """Estimate the seconds of work left; all tasks take about the same time."""
    if not state.done:
        return None
    return state.seconds / state.done * (state.tasks - state.done)


def _describe_count(state: LedgerSummary) -> dict[str, Any]:
    header = state.header
    return {
        "holds": header.get("count"),
        "problem": header.get("problem", {}),
        "cut": header.get("plan", {}),
        "version": header.get("version"),
        "tasks": state.tasks,
        "done": state.done,
        "left": state.tasks - state.done,
        "count": state.total,
        "exact": state.done == state.tasks,
        "workers": state.workers,
        "seconds": state.seconds,
        "seconds_left": _seconds_left(state),
        "slowest": _slowest(state.slowest),
        "counters": state.work,
    }


def _slowest(tasks: list[SlowTask]) -> list[dict[str, Any]]:
    return [{"task": x.number, "seconds": x.seconds, "worker": x.worker} for x in tasks]


def _count_text(state: LedgerSummary) -> str:
    header = state.header
    problem = header.get("problem", {})
    rules = ", ".join(f"{name} {value}" for name, value in problem.items())
    share = state.done / state.tasks if state.tasks else 1.0
    lines = [
        f"{header.get('count')}: {rules} (fastqueens {header.get('version')})",
        f"{state.done:,} of {plural(state.tasks, 'task')} done ({share:.1%}), "
        f"{state.tasks - state.done:,} left",
        f"{plural(state.total, 'solution')}{'' if share == 1 else ' so far'}",
    ]
    if state.done:
        work = ", ".join(f"{value:,} {name}" for name, value in state.work.items())
        lines.append(
            f"{duration(state.seconds)} of work by {plural(state.workers, 'worker')}, "
            f"{state.seconds / state.done:.3g} s per task; {work}"
        )
    left = _seconds_left(state)
    if left:
        lines.append(f"about {duration(left)} of work left")
    if state.slowest:
        lines.append("slowest tasks:")
        lines += [f"  {x.number}: {x.seconds:.3g} s, {x.worker}" for x in state.slowest]
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------ boards


def _boards_left(state: BoardLedgerSummary) -> tuple[int, float | None]:
    """Return the number of boards left and the seconds for them; None if no board is made yet."""
    left, seconds = 0, 0.0
    for run in state.runs:
        missing = max(0, run.size - run.made)
        left += missing
        if missing:
            seconds += run.seconds / run.made * missing if run.made else float("inf")
    return left, None if seconds == float("inf") else seconds


def _describe_boards(state: BoardLedgerSummary) -> dict[str, Any]:
    left, seconds_left = _boards_left(state)
    return {
        "holds": "generate",
        "tasks": state.made + left,
        "done": state.made,
        "left": left,
        "count": state.made,
        "exact": left == 0,
        "workers": state.workers,
        "seconds": state.seconds,
        "seconds_left": seconds_left,
        "slowest": _slowest(state.slowest),
        "runs": [
            {"n": x.n, "stars": x.stars, **x.options, "version": x.version}
            | {"size": x.size, "made": x.made, "seconds": x.seconds}
            for x in state.runs
        ],
    }


def _boards_text(state: BoardLedgerSummary) -> str:
    left, seconds_left = _boards_left(state)
    lines = [f"generate: {plural(state.made, 'board')}, no two alike; {left:,} left"]
    if state.made:
        lines.append(f"{duration(state.seconds)} of work by {plural(state.workers, 'driver')}")
    if seconds_left:
        lines.append(f"about {duration(seconds_left)} of work left")
    lines += [f"run {i}: {_run_text(run)}" for i, run in enumerate(state.runs, 1)]
    return "\n".join(lines)


def _run_text(run: Run) -> str:
    made = f"{run.made:,} of {plural(run.size, 'board')}"
    rules = {"stars": run.stars} | run.options
    rules |= {name: None for name in ("stars", "pieces") if rules.get(name) == 1}
    shown = [
        f"{name.replace('_', ' ')} {escape_control(str(value))}"
        for name, value in rules.items()
        if value not in (None, "")
    ]
    return f"{made} of {run.n} rows, {', '.join(shown)} (fastqueens {escape_control(run.version)})"
