"""The command line."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

import click
import numpy as np

from fastqueens import __version__
from fastqueens.cli.common import BAD_INPUT, INTERRUPTED, SOLVED
from fastqueens.cli.nqueens import nqueens
from fastqueens.cli.queens import solve
from fastqueens.results import InputError


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    try:
        code = cli.main(args=args, prog_name="fastqueens", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except InputError as error:
        click.echo(f"error: {error}", err=True)
        code = BAD_INPUT
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe, head for one, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = SOLVED
    sys.exit(code if isinstance(code, int) else 0)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Solve placement puzzles, fast."""


cli.add_command(solve)
cli.add_command(nqueens)


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def info(as_json: bool) -> None:
    """Print the version, the compiler and the instruction sets in use."""
    from fastqueens._kernels import VARIANTS, cpu

    usable = cpu.NAMES[: cpu.chosen() + 1]
    facts: dict[str, Any] = {
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
    if as_json:
        click.echo(json.dumps(facts))
        return
    forced = f"FASTQUEENS_ISA={facts['forced']}" if facts["forced"] else "the best is used"
    click.echo(f"fastqueens {__version__}")
    click.echo(f"Python {facts['python']}, NumPy {facts['numpy']}")
    click.echo(f"compiled by {cpu.compiler}")
    click.echo(
        f"instruction sets of this machine: {', '.join(cpu.NAMES[: cpu.best + 1])} ({forced})"
    )
    for name, isa in facts["kernels"].items():
        click.echo(f"  {name:<18} {isa}")
