"""The command line: the group of all commands, and the exit code of a run."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO, cast

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
from fastqueens.cli.reports import error_envelope, print_error, print_json
from fastqueens.results import InputError, SearchStopped
from fastqueens.validation import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

TRACE = "FASTQUEENS_TRACE"  # environment variable: print the traceback of internal errors
COMPLETE = "_FASTQUEENS_COMPLETE"  # environment variable: set by shells that complete a command

_LONG_NUMBER = re.compile(r"\d{100,}")

# The commands, the most common first, and the first sentence of the help of each. The module of a
# command has its name. Modules are imported only for the command that runs: the list of commands
# comes from this table, so that --help and the completion of a shell start fast.
_SUMMARIES = {
    "example": "List the example files, or print one of them: example iq-pyramid > puzzle.txt.",
    "solve": "Solve coloured Queens boards in files of any format.",
    "check": "Report the rules that a placement breaks: rows, columns, regions and touching pairs.",
    "hint": "Show the next step from a position on a coloured Queens board.",
    "explain": "Solve a coloured Queens board step by step, in words, and rate its difficulty.",
    "rate": "Rate coloured Queens boards: the hardest rule needed, a score and the rules used.",
    "generate": "Make boards of N rows with exactly one solution; no two are equal up to symmetry.",
    "repair": "Find the fewest cells to change so that a board has exactly one solution.",
    "levels": "List the levels of the package, or print the level NAME.",
    "convert": "Write coloured Queens boards in another format.",
    "compare": "Compare methods on coloured Queens boards: work, time and results.",
    "tree": "Draw the tree of a search: every queen that the search placed, and the result.",
    "nqueens": "Count, list or draw the placements of N queens.",
    "pack": "Fill boards with pieces, as in IQ Puzzler Pro.",
    "slide": "Solve sliding tiles in the fewest moves.",
    "cover": "Choose options so that every item is covered exactly once.",
    "ledger": "Show the progress recorded in a ledger: the work that is done and the work that is "
    "left.",
    "web": "Open a page to play, make and solve boards, until Ctrl-C.",
    "site": "Write the page as a folder of files that any web host can publish.",
    "methods": "List the methods of all puzzles, or describe the settings of one method.",
    "completion": "Print the script that makes a shell complete this command.",
    "info": "Print the version, the compiler and the instruction sets in use.",
}


class _Commands(click.Group):
    """A group that imports the module of a command only when it is needed."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None."""
        if cmd_name not in _SUMMARIES:
            return None
        module = import_module(f"fastqueens.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, the most common first."""
        return list(_SUMMARIES)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = did_you_mean(args[0], self.list_commands(ctx))
            if not near or "did you mean" in error.format_message().casefold():
                raise
            # Older versions of click suggest options, but no commands.
            raise click.UsageError(error.message.removesuffix(".") + near, ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; long summaries are wrapped, not cut off."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_SUMMARIES.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command or an option of the group."""
        from click.shell_completion import CompletionItem

        items = [
            CompletionItem(name, help=summary)
            for name, summary in _SUMMARIES.items()
            if name.startswith(incomplete)
        ]
        return items + click.Command.shell_complete(self, ctx, incomplete)


@click.group(
    cls=_Commands,
    commands={name: click.Command(name) for name in _SUMMARIES},  # click needs their names
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=help_of(EXIT_CODES),
    help="Solve placement puzzles, fast.",
)
@click.version_option(__version__)
def app() -> None:
    pass


def run(args: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    words = sys.argv[1:] if args is None else args
    try:
        _repair_streams()
        _handle_sigterm()
        # Not app.main(): it ends with exit code 1, "no solution", when a pipe is closed.
        if instruction := os.environ.get(COMPLETE):  # a shell completes a command
            from click.shell_completion import shell_complete

            return shell_complete(app, {}, "fastqueens", COMPLETE, instruction)
        with app.make_context("fastqueens", list(words)) as context:
            code = app.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:  # --help, --version
        code = leave.exit_code
    except click.ClickException as error:
        message = error.format_message().replace("\n\t", " ")  # a list of choices
        _print_json_error(words, message)
        if words:
            _print_usage(error)
            print_error(message)
        else:  # the message is the help text, see `no_args_is_help` of click
            click.echo(message, err=True)
        code = error.exit_code
    except InputError as error:
        _print_json_error(words, error.message, error)
        print_error(error)
        code = BAD_INPUT
    except SearchStopped as stop:
        code = _report_failure(words, str(stop), STOPPED)
    except MemoryError:
        code = _report_failure(words, "not enough memory", STOPPED)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of the pipe has closed it, as head does
        _discard_output()
        code = SOLVED
    except Exception as error:
        if _is_out_of_memory(error):
            code = _report_failure(words, "not enough memory", STOPPED)
        elif isinstance(error, OSError):  # such as a full disk
            print_error(error.strerror)
            _discard_output()
            code = BAD_INPUT
        else:
            code = _report_failure(words, _bug_message(error), INTERNAL)
    return code if isinstance(code, int) else SOLVED


def _print_usage(error: click.ClickException) -> None:
    """Print the usage of the command that was misused."""
    context = getattr(error, "ctx", None)
    if context is not None:
        help = f"Try '{context.command_path} --help' for help."
        click.echo(f"{context.get_usage()}\n{help}\n", err=True)


def _report_failure(words: list[str], message: str, code: int) -> int:
    """Print an error message, with --json also as JSON; return the exit code."""
    _print_json_error(words, message)
    print_error(message)
    return code


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Whether an error means too little memory; not all of them are a MemoryError."""
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


def _bug_message(error: Exception) -> str:
    """Return the message for an internal error; print the traceback if `TRACE` is set."""
    from traceback import extract_tb, format_exception

    if os.environ.get(TRACE):
        click.echo("".join(format_exception(error)), nl=False, err=True)
    *_, last = extract_tb(error.__traceback__)
    return (
        f"this is a bug of fastqueens {__version__}: {type(error).__name__}: {error} "
        f"({os.path.basename(last.filename)}:{last.lineno}). Please report it with the command and "
        f"its input; {TRACE}=1 prints the traceback."
    )


def _print_json_error(words: list[str], message: str, where: InputError | None = None) -> None:
    """With --json, print the error as JSON; if that is impossible, the exit code stays the same."""
    if "--json" not in words:
        return
    place: dict[str, Any] = {}
    if where is not None:
        place = {"file": where.source, "line": where.line, "column": where.column}
    command = next((word for word in words if word in _SUMMARIES), None)
    try:
        print_json(error_envelope(_shorten_numbers(message), command=command, **place))
    except OSError:
        _discard_output()


def _discard_output() -> None:
    """Drop the rest of standard output, because it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _handle_sigterm() -> None:
    """Treat SIGTERM as Ctrl-C: the command prints its results so far and restores the cursor."""
    with suppress(ValueError):  # only the main thread can set signal handlers
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _shorten_numbers(text: str) -> str:
    """Shorten the numbers of hundreds of digits in a message, which would fill the screen."""
    return _LONG_NUMBER.sub(lambda m: f"{m[0][:10]}... ({len(m[0]):,} digits)", text)


class _Messages:
    """Standard error; messages that cannot be written are dropped and raise no error.

    So a full disk or a closed pipe does not change the exit code of a command. Long numbers are
    shortened.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(_shorten_numbers(text))
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def _repair_streams() -> None:
    """Replace closed standard streams, and make writing to the others more forgiving.

    Characters that a stream cannot write are replaced. Errors of standard error are ignored.
    """
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if not isinstance(sys.stderr, _Messages):
        sys.stderr = cast("TextIO", _Messages(sys.stderr))
