"""The group of all commands, and how a run of it ends."""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import click

from fastqueens._version import __version__
from fastqueens.cli.exit_codes import (
    BAD_INPUT,
    EXIT_CODES,
    INTERNAL,
    INTERRUPTED,
    SOLVED,
    STOPPED,
    help_of,
)
from fastqueens.cli.reports import error_envelope, print_json
from fastqueens.results import InputError, SearchStopped, escape_control

TRACE = "FASTQUEENS_TRACE"  # the variable that has the trace of an internal error printed
COMPLETE = "_FASTQUEENS_COMPLETE"  # the variable by which shells ask for completions

# The module of each command, imported when the command is run or listed; what people do first
# comes first.
_MODULES = {
    "example": "example",
    "solve": "solve",
    "check": "check",
    "hint": "hint",
    "explain": "explain",
    "rate": "rate",
    "generate": "generate",
    "levels": "levels",
    "convert": "convert",
    "compare": "compare",
    "tree": "tree",
    "nqueens": "nqueens",
    "pack": "pack",
    "slide": "slide",
    "cover": "cover",
    "ledger": "ledger",
    "web": "web",
    "methods": "methods",
    "completion": "completion",
    "info": "info",
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

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands, what people do first at the top."""
        return list(_MODULES)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; a long summary goes on in the next line."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, found.get_short_help_str(1000)) for name, found in commands if found]
            )


@click.group(
    cls=_Commands,
    commands={name: click.Command(name) for name in _MODULES},  # click reads their names here
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=help_of(EXIT_CODES),
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
    given = sys.argv[1:] if args is None else args
    try:
        _settle_streams()
        _settle_signals()
        # Not app.main(), which turns a closed pipe into exit code 1: that means "no solution".
        if instruction := os.environ.get(COMPLETE):  # the shell asks what could come next
            from click.shell_completion import shell_complete

            sys.exit(shell_complete(app, {}, "fastqueens", COMPLETE, instruction))
        with app.make_context("fastqueens", list(given)) as context:
            code = app.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:  # --help, --version
        code = leave.exit_code
    except click.ClickException as error:
        _print_json_error(given, error.format_message())
        told = StringIO()
        error.show(told)
        click.echo(escape_control(told.getvalue(), lines=True), nl=False, err=True)
        code = error.exit_code
    except InputError as error:
        _print_json_error(given, error.message, error)
        click.echo(f"error: {error}", err=True)
        code = BAD_INPUT
    except SearchStopped as stop:
        code = _failed(given, str(stop), STOPPED)
    except MemoryError:
        code = _failed(given, "not enough memory", STOPPED)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe, head for one, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = SOLVED
    except Exception as error:
        if _is_want_of_memory(error):
            code = _failed(given, "not enough memory", STOPPED)
        elif isinstance(error, OSError):  # a full disk, for one
            click.echo(f"error: {error.strerror}", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = BAD_INPUT
        else:
            code = _failed(given, _bug(error), INTERNAL)
    sys.exit(code if isinstance(code, int) else 0)


def _failed(given: list[str], message: str, code: int) -> int:
    """Say what happened, as JSON too where that was asked for; return the exit code."""
    _print_json_error(given, message)
    click.echo(f"error: {message}", err=True)
    return code


def _is_want_of_memory(error: BaseException | None) -> bool:
    """Whether an error comes of too little memory: Python tells some of those by other names."""
    while error is not None:
        text = str(error)
        if (
            isinstance(error, MemoryError)
            or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
            or (isinstance(error, ImportError) and "failed to map segment" in text)
            or (isinstance(error, RuntimeError) and text == "can't start new thread")
        ):
            return True
        error = error.__cause__ or error.__context__
    return False


def _bug(error: Exception) -> str:
    """Return what a report of an error needs; print the trace where it was asked for."""
    from traceback import extract_tb, format_exception

    if os.environ.get(TRACE):
        click.echo("".join(format_exception(error)), nl=False, err=True)
    *_, last = extract_tb(error.__traceback__)
    return (
        f"this is a bug of fastqueens {__version__}: {type(error).__name__}: {error} "
        f"({Path(last.filename).name}:{last.lineno}). Please report it with the command and its "
        f"input; {TRACE}=1 shows more."
    )


def _print_json_error(given: list[str], message: str, where: InputError | None = None) -> None:
    """Say as JSON why the command did not run, if --json was asked for."""
    if "--json" not in given:
        return
    place: dict[str, Any] = {}
    if where is not None:
        place = {"file": where.source, "line": where.line, "column": where.column}
    command = next((word for word in given if word in _MODULES), None)
    print_json(error_envelope(message, command=command, **place))


def _settle_signals() -> None:
    """Let SIGTERM end a command as orderly as Ctrl-C, with what was found and the cursor back."""
    with suppress(ValueError):  # a thread that is not the main one hears no signals
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _settle_streams() -> None:
    """Make standard streams that were closed, or cannot write every character, harmless."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
