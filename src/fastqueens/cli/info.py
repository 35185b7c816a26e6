"""The command ``info``: the version, the compiler, the instruction sets."""

from __future__ import annotations

from typing import Any

import click

from fastqueens.build_info import facts
from fastqueens.cli.options import Command, json_option
from fastqueens.cli.reports import envelope, print_json

__all__ = ["info"]


@click.command(cls=Command)
@json_option()
def info(as_json: bool) -> None:
    """Print the version, the compiler and the instruction sets in use."""
    told = facts()
    if as_json:
        print_json(envelope("solved") | told)
    else:
        click.echo(_text(told))


def _text(told: dict[str, Any]) -> str:
    forced = f"FASTQUEENS_ISA={told['forced']}" if told["forced"] else "the best is used"
    lines = [
        f"fastqueens {told['version']}",
        f"Python {told['python']}, NumPy {told['numpy']}",
        f"compiled by {told['compiler']}",
        f"instruction sets of this machine: {', '.join(told['cpu'])} ({forced})",
    ]
    width = max(map(len, told["kernels"])) + 1
    lines += [f"  {name:<{width}} {isa}" for name, isa in told["kernels"].items()]
    return "\n".join(lines)
