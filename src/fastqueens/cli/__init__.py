"""The command line."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

import click
import numpy as np

from fastqueens import __version__
from fastqueens.cli.answers import BAD_INPUT, INTERRUPTED, SOLVED
from fastqueens.cli.compare import compare
from fastqueens.cli.cover import cover
from fastqueens.cli.explain import explain, hint, rate
from fastqueens.cli.generate import generate, levels
from fastqueens.cli.nqueens import nqueens
from fastqueens.cli.options import json_option
from fastqueens.cli.pack import pack
from fastqueens.cli.queens import solve
from fastqueens.cli.slide import slide
from fastqueens.results import InputError


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    try:
        _settle_streams()
        # Not cli.main(), which turns a closed pipe into exit code 1: that means "no solution".
        given = sys.argv[1:] if args is None else args
        with cli.make_context("fastqueens", list(given)) as context:
            code = cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:  # --help, --version
        code = leave.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except InputError as error:
        click.echo(f"error: {error}", err=True)
        code = BAD_INPUT
    except MemoryError:
        click.echo("error: not enough memory", err=True)
        code = BAD_INPUT
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe, head for one, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = SOLVED
    except OSError as error:  # a full disk, for one
        click.echo(f"error: {error.strerror}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = BAD_INPUT
    sys.exit(code if isinstance(code, int) else 0)


def _settle_streams() -> None:
    """Make standard streams that were closed, or cannot write every character, harmless."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Solve placement puzzles, fast."""


cli.add_command(solve)
cli.add_command(nqueens)
cli.add_command(compare)
cli.add_command(cover)
cli.add_command(slide)
cli.add_command(generate)
cli.add_command(levels)
cli.add_command(explain)
cli.add_command(hint)
cli.add_command(rate)
cli.add_command(pack)


@cli.command()
@json_option()
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
        click.echo(f"  {name:<24} {isa}")
