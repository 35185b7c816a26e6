"""The command ``ledger``: what a ledger holds, while drivers may be at work."""

from __future__ import annotations

from typing import Any

import click

from fastqueens.cli.options import Command, complete_file, json_option
from fastqueens.cli.reports import envelope, print_json
from fastqueens.cli.stdio import duration
from fastqueens.parallel.ledger import Held, Slow, read_ledger
from fastqueens.parallel.sqlite_store import kind_of
from fastqueens.queens.generation.ledger import BoardLedgerSummary, Run, read_board_ledger
from fastqueens.results import escape_control
from fastqueens.validation import plural

__all__ = ["ledger"]


@click.command(cls=Command)
@click.argument("file", metavar="FILE", shell_complete=complete_file)
@json_option()
def ledger(file: str, as_json: bool) -> None:
    """Show what a ledger holds: what is done, what is left.

    FILE is what a count or `generate` with --ledger FILE writes; it may be at work meanwhile.
    """
    if kind_of(file) == "generate":
        boards = read_board_ledger(file)
        facts, text = _facts_of_boards(boards), _text_of_boards(boards)
    else:
        held = read_ledger(file)
        facts, text = _facts(held), _text(held)
    if as_json:
        print_json(envelope("solved", file=file) | facts)
    else:
        click.echo(text)


def _seconds_left(held: Held) -> float | None:
    """Guess the work left, by the tasks done; they are about equally large, the largest first."""
    if not held.done:
        return None
    return held.seconds / held.done * (held.tasks - held.done)


def _facts(held: Held) -> dict[str, Any]:
    header = held.header
    return {
        "holds": header.get("count"),
        "problem": header.get("problem", {}),
        "cut": header.get("plan", {}),
        "version": header.get("version"),
        "tasks": held.tasks,
        "done": held.done,
        "left": held.tasks - held.done,
        "count": held.total,
        "exact": held.done == held.tasks,
        "workers": held.workers,
        "seconds": held.seconds,
        "seconds_left": _seconds_left(held),
        "slowest": _slowest(held.slowest),
        "counters": held.work,
    }


def _slowest(tasks: list[Slow]) -> list[dict[str, Any]]:
    return [{"task": x.number, "seconds": x.seconds, "worker": x.worker} for x in tasks]


def _text(held: Held) -> str:
    header = held.header
    problem = header.get("problem", {})
    rules = ", ".join(f"{name} {value}" for name, value in problem.items())
    share = held.done / held.tasks if held.tasks else 1.0
    lines = [
        f"{header.get('count')}: {rules} (fastqueens {header.get('version')})",
        f"{held.done:,} of {plural(held.tasks, 'task')} done ({share:.1%}), "
        f"{held.tasks - held.done:,} left",
        f"{plural(held.total, 'solution')}{'' if share == 1 else ' so far'}",
    ]
    if held.done:
        work = ", ".join(f"{value:,} {name}" for name, value in held.work.items())
        lines.append(
            f"{duration(held.seconds)} of work by {plural(held.workers, 'worker')}, "
            f"{held.seconds / held.done:.3g} s a task; {work}"
        )
    left = _seconds_left(held)
    if left:
        lines.append(f"about {duration(left)} of work left")
    if held.slowest:
        lines.append("slowest tasks:")
        lines += [f"  {x.number}: {x.seconds:.3g} s, {x.worker}" for x in held.slowest]
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------ boards


def _left(held: BoardLedgerSummary) -> tuple[int, float | None]:
    """Return the boards that are left, and how long they will take; None if nobody knows."""
    left, seconds = 0, 0.0
    for run in held.runs:
        missing = max(0, run.size - run.made)
        left += missing
        if missing:
            seconds += run.seconds / run.made * missing if run.made else float("inf")
    return left, None if seconds == float("inf") else seconds


def _facts_of_boards(held: BoardLedgerSummary) -> dict[str, Any]:
    left, seconds_left = _left(held)
    return {
        "holds": "generate",
        "tasks": held.made + left,
        "done": held.made,
        "left": left,
        "count": held.made,
        "exact": left == 0,
        "workers": held.workers,
        "seconds": held.seconds,
        "seconds_left": seconds_left,
        "slowest": _slowest(held.slowest),
        "runs": [
            {"n": x.n, "stars": x.stars, **x.options, "version": x.version}
            | {"size": x.size, "made": x.made, "seconds": x.seconds}
            for x in held.runs
        ],
    }


def _text_of_boards(held: BoardLedgerSummary) -> str:
    left, seconds_left = _left(held)
    lines = [f"generate: {plural(held.made, 'board')}, no two alike; {left:,} left"]
    if held.made:
        lines.append(f"{duration(held.seconds)} of work by {plural(held.workers, 'driver')}")
    if seconds_left:
        lines.append(f"about {duration(seconds_left)} of work left")
    lines += [f"run {i}: {_text_of_run(run)}" for i, run in enumerate(held.runs, 1)]
    return "\n".join(lines)


def _text_of_run(run: Run) -> str:
    made = f"{run.made:,} of {plural(run.size, 'board')}"
    rules = {"stars": run.stars if run.stars > 1 else None} | run.options
    rules["connected"] = None if run.options.get("connected") else "no"
    shown = [f"{name} {escape_control(str(x))}" for name, x in rules.items() if x not in (None, "")]
    return f"{made} of {run.n} rows, {', '.join(shown)} (fastqueens {escape_control(run.version)})"
