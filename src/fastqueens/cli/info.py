"""The command ``info``: the version, the compiler, the instruction sets."""

from __future__ import annotations

import os
import sys
from typing import Any

import click
import numpy as np

from fastqueens import __version__
from fastqueens._kernels import VARIANTS, cpu
from fastqueens.cli.answers import envelope, print_json
from fastqueens.cli.options import Command, json_option

__all__ = ["info"]


@click.command(cls=Command)
@json_option()
def info(as_json: bool) -> None:
    """Print the version, the compiler and the instruction sets in use."""
    facts = _facts()
    if as_json:
        print_json(envelope("solved") | facts)
    else:
        click.echo(_text(facts))


def _facts() -> dict[str, Any]:
    usable = cpu.NAMES[: cpu.chosen() + 1]
    return {
        "version": __version__,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "compiler": cpu.compiler,
        "cpu": list(cpu.NAMES[: cpu.best + 1]),
        "forced": os.environ.get("FASTQUEENS_ISA") or None,
        "kernels": {
            name: [isa for isa in variants if isa in usable][-1]
            for name, variants in VARIANTS.items()
        },
    }


def _text(facts: dict[str, Any]) -> str:
    forced = f"FASTQUEENS_ISA={facts['forced']}" if facts["forced"] else "the best is used"
    lines = [
        f"fastqueens {facts['version']}",
        f"Python {facts['python']}, NumPy {facts['numpy']}",
        f"compiled by {facts['compiler']}",
        f"instruction sets of this machine: {', '.join(facts['cpu'])} ({forced})",
    ]
    width = max(map(len, facts["kernels"])) + 1
    lines += [f"  {name:<{width}} {isa}" for name, isa in facts["kernels"].items()]
    return "\n".join(lines)
