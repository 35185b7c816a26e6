"""The group of all commands, and how a run of it ends."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from fastqueens import __version__
from fastqueens.cli.answers import BAD_INPUT, INTERRUPTED, SOLVED
from fastqueens.results import InputError

# The module of each command, imported when the command is run or listed.
_MODULES = {
    "compare": "compare",
    "cover": "cover",
    "explain": "logic",
    "generate": "generate",
    "hint": "logic",
    "info": "info",
    "levels": "levels",
    "nqueens": "nqueens",
    "pack": "pack",
    "rate": "logic",
    "slide": "slide",
    "solve": "solve",
}


class _Commands(click.Group):
    """A group that imports a command when it is asked for."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None if there is none of that name."""
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"fastqueens.cli.{_MODULES[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(
    cls=_Commands,
    commands={name: click.Command(name) for name in _MODULES},  # click reads their names here
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__)
def app() -> None:
    """Solve placement puzzles, fast."""


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit.

    Parameters
    ----------
    args : list of str, optional
        The arguments; those of the process by default.

    Raises
    ------
    SystemExit
        Always, with the exit code.
    """
    try:
        _settle_streams()
        # Not app.main(), which turns a closed pipe into exit code 1: that means "no solution".
        given = sys.argv[1:] if args is None else args
        with app.make_context("fastqueens", list(given)) as context:
            code = app.invoke(context)
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
