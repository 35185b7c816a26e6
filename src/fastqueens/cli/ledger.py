"""The command ``ledger``: what a ledger holds, while drivers may be at work."""

from __future__ import annotations

from typing import Any

import click

from fastqueens.checks import plural
from fastqueens.cli.answers import envelope, print_json
from fastqueens.cli.options import Command, complete_file, json_option
from fastqueens.cli.streams import duration
from fastqueens.parallel.ledger import Held, read_ledger

__all__ = ["ledger"]


@click.command(cls=Command)
@click.argument("file", metavar="FILE", shell_complete=complete_file)
@json_option()
def ledger(file: str, as_json: bool) -> None:
    """Show what a count's ledger holds: what is done, what is left.

    FILE is what a count with --ledger FILE writes; it may be at work meanwhile.
    """
    held = read_ledger(file)
    if as_json:
        print_json(envelope("solved", file=file) | _facts(held))
    else:
        click.echo(_text(held))


def _seconds_left(held: Held) -> float | None:
    """Guess the work left, by the units done; they are about equally large, the largest first."""
    if not held.done:
        return None
    return held.seconds / held.done * (held.units - held.done)


def _facts(held: Held) -> dict[str, Any]:
    header = held.header
    return {
        "holds": header.get("count"),
        "problem": header.get("problem", {}),
        "cut": header.get("plan", {}),
        "version": header.get("version"),
        "units": held.units,
        "done": held.done,
        "left": held.units - held.done,
        "count": held.total,
        "exact": held.done == held.units,
        "workers": held.workers,
        "seconds": held.seconds,
        "seconds_left": _seconds_left(held),
        "slowest": [
            {"unit": x.number, "seconds": x.seconds, "worker": x.worker} for x in held.slowest
        ],
        "counters": held.work,
    }


def _text(held: Held) -> str:
    header = held.header
    problem = header.get("problem", {})
    rules = ", ".join(f"{name} {value}" for name, value in problem.items())
    share = held.done / held.units if held.units else 1.0
    lines = [
        f"{header.get('count')}: {rules} (fastqueens {header.get('version')})",
        f"{held.done:,} of {plural(held.units, 'unit')} done ({share:.1%}), "
        f"{held.units - held.done:,} left",
        f"{plural(held.total, 'solution')}{'' if share == 1 else ' so far'}",
    ]
    if held.done:
        work = ", ".join(f"{value:,} {name}" for name, value in held.work.items())
        lines.append(
            f"{duration(held.seconds)} of work by {plural(held.workers, 'worker')}, "
            f"{held.seconds / held.done:.3g} s a unit; {work}"
        )
    left = _seconds_left(held)
    if left:
        lines.append(f"about {duration(left)} of work left")
    if held.slowest:
        lines.append("slowest units:")
        lines += [f"  {x.number}: {x.seconds:.3g} s, {x.worker}" for x in held.slowest]
    return "\n".join(lines)
