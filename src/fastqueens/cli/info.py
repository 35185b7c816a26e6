"""The command ``info``: the version, the compiler and the instruction sets."""

from __future__ import annotations

from typing import Any

import click

from fastqueens.build_info import facts
from fastqueens.cli.options import Command, json_option
from fastqueens.cli.reports import envelope, print_json

__all__ = ["info"]


@click.command(
    cls=Command,
    help="Print the version, the compiler and the instruction sets in use.",
)
@json_option()
def info(as_json: bool) -> None:
    found = facts()
    if as_json:
        print_json(envelope("solved") | found)
    else:
        click.echo(_text(found))


def _text(found: dict[str, Any]) -> str:
    forced = f"FASTQUEENS_ISA={found['forced']}" if found["forced"] else "the best one is used"
    lines = [
        f"fastqueens {found['version']}",
        f"Python {found['python']}, NumPy {found['numpy']}",
        f"compiled by {found['compiler']}",
        f"instruction sets of this machine: {', '.join(found['cpu'])} ({forced})",
    ]
    width = max(map(len, found["kernels"])) + 1
    lines += [f"  {name:<{width}} {isa}" for name, isa in found["kernels"].items()]
    return "\n".join(lines)
