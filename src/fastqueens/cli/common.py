"""What the commands share: options, exit codes, answers, the progress line, files."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from fastqueens.formats import check_size
from fastqueens.results import Count, InputError, SearchStopped, Stats
from fastqueens.search import Progress

# Exit codes; of several files the gravest counts, in the order of GRAVITY.
SOLVED, UNSOLVABLE, BAD_INPUT, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
GRAVITY = (SOLVED, UNSOLVABLE, STOPPED, BAD_INPUT, INTERRUPTED)
CODES = {"solved": SOLVED, "unsolvable": UNSOLVABLE, "stopped": STOPPED}
REASONS = {
    "time": "stopped by the time limit",
    "nodes": "stopped by the node limit",
    "memory": "stopped: counting on would need more memory",
    "iterations": "stopped: the iterations are used up",
    "interrupt": "interrupted",
}

# ---- Options that several commands have --------------------------------------------------------

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_DRAWN = 100  # solutions on a sheet
SEED = click.IntRange(0, 2**64 - 1)

files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
all_option = click.option("--all", "every", is_flag=True, help="Print all solutions.")
count_option = click.option("--count", is_flag=True, help="Print the number of solutions.")
limit_option = click.option(
    "--limit", type=click.IntRange(min=1), metavar="K", help="With --all or --count: stop at K."
)
at_most_one_option = click.option(
    "--at-most-one",
    is_flag=True,
    help="Accept any number of regions; each holds at most one queen.",
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print errors only.")


def time_limit_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """--time-limit, of the whole command or of each file or board."""
    told = f"Stop a {each} after S seconds of searching." if each else "Stop after S seconds."
    return click.option("--time-limit", type=click.FloatRange(min=0), metavar="S", help=told)


def json_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """--json, for one object or one for each of something."""
    told = "Print one JSON object" + (f" a {each}." if each else ".")
    return click.option("--json", "as_json", is_flag=True, help=told)


def out_option(kinds: str) -> Callable[[Decorated], Decorated]:
    """-o, of a command that takes several FILEs."""
    told = f"Write to {kinds}; for several FILEs put {{name}} into it, which stands for each one's "
    return click.option("-o", "--out", metavar="OUT", help=told + "name.")


# ---- Reading what was asked for ----------------------------------------------------------------


def parse_settings(given: tuple[str, ...], *, dotted: bool) -> dict[str, list[Any]]:
    """Read ``--set name=value,value``: numbers, true and false as such, all else as text."""
    settings: dict[str, list[Any]] = {}
    for text in given:
        name, equals, values = text.partition("=")
        form = "METHOD.OPTION=VALUE,VALUE" if dotted else "OPTION=VALUE"
        if not equals or not name or not values or dotted != ("." in name):
            raise click.UsageError(f"--set {text}: expected {form}")
        if name in settings:
            raise click.UsageError(f"--set {text}: {name} is set twice")
        settings[name.replace("-", "_") if not dotted else name] = [
            _value(part.strip()) for part in values.split(",")
        ]
    return settings


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def read_square(word: str) -> tuple[int, int] | None:
    """Read b3, a column letter (aa after z) and a row number from 1, as (row, column) from 0."""
    found = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]{0,3})", word.lower())
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return int(found[2]) - 1, column - 1


def square_name(row: int, column: int) -> str:
    """Return b3 for (2, 1): what `read_square` reads."""
    first = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('a') + column % 26)}{row + 1}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def check_suffix(out: str, kinds: tuple[str, ...]) -> str:
    """Return the kind of a file to write, refusing one that cannot be, before any search."""
    kind = Path(out).suffix
    if kind not in kinds:
        raise click.UsageError(f"-o {out}: expected a file named *{' or *'.join(kinds)}")
    if kind in (".png", ".gif"):
        try:
            import PIL  # noqa: F401
        except ImportError:
            raise click.UsageError(f"a {kind} needs Pillow: pip install pillow") from None
    return kind


def check_out(
    out: str | None, files: tuple[str, ...], kinds: tuple[str, ...], *, numbers: str = ""
) -> None:
    """Refuse an OUT for these files that cannot work, before any search.

    `numbers` names the option, if given, whose answer only a .json can hold.
    """
    if out is None:
        return
    kind = check_suffix(out, kinds)
    if numbers and kind != ".json":
        raise click.UsageError(f"with {numbers}, -o writes .json only")
    if len(files) > 1 and "{name}" not in out:
        raise click.UsageError(f"-o for several files needs {{name}}, as in {{name}}{kind}")
    targets = [str(target_of(out, file)) for file in files]
    for file, target in zip(files, targets, strict=True):
        if targets.count(target) > 1:
            raise click.UsageError(f"-o {out}: several files would be written to {target}")
        if file != "-" and Path(file).resolve() == Path(target).resolve():
            raise click.UsageError(f"-o {out}: {file} would be overwritten")


def target_of(out: str, file: str) -> Path:
    """Return what to write for a file: OUT with the file's name in the place of {name}."""
    many, _, number = file.rpartition(".jsonl:")  # a line of it
    stem = f"{Path(many).stem}-{number}" if many else Path(file.replace("-:", "stdin-", 1)).stem
    return Path(out.replace("{name}", "stdin" if file == "-" else stem))


def each_file(files: tuple[str, ...], handle: Callable[[str], int], *, apart: bool) -> int:
    """Handle files one by one, up to Ctrl-C; return the gravest exit code."""
    worst = SOLVED
    for i, file in enumerate(files):
        if i and apart:
            click.echo()
        code = handle(file)
        worst = max(worst, code, key=GRAVITY.index)
        if code == INTERRUPTED:
            break
    return worst


def tell_error(file: str, error: InputError, *, as_json: bool) -> int:
    """Say what is wrong with a file; return the exit code."""
    if as_json:
        told: dict[str, Any] = {"file": file, "status": "error", "error": error.message}
        click.echo(json.dumps(told | {"line": error.line, "column": error.column}))
    else:
        click.echo(f"error: {error}", err=True)
    return BAD_INPUT


# ---- An answer to each file --------------------------------------------------------------------


@dataclass(kw_only=True)
class Options:
    """What a command was asked for, and what follows from it."""

    every: bool = False
    as_json: bool
    out: str | None
    quiet: bool

    @property
    def talks(self) -> bool:
        """Whether it is for a person to read."""
        return not (self.quiet or self.as_json)


@dataclass(kw_only=True)
class Answer:
    """What is known about one file: a solution, all of them, or their number."""

    file: str
    method: str
    status: str = "unsolvable"
    stats: Stats = field(default_factory=Stats)
    reason: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)  # what --count and --all add

    def stop(self, reason: str | None) -> None:
        """Say that the search did not come to its end."""
        self.status, self.reason = "stopped", reason

    def about(self) -> dict[str, Any]:
        """Describe the problem, for JSON."""
        raise NotImplementedError

    def found(self, *, every: bool) -> dict[str, Any]:
        """Describe the solutions, for JSON."""
        raise NotImplementedError

    def as_json(self, *, every: bool) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        answer = {"file": self.file, "status": self.status, **self.about(), "method": self.method}
        if self.reason:
            answer["reason"] = self.reason
        answer |= self.found(every=every) | self.facts
        return answer | {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}

    def verdict(self) -> str:
        """Say in a few words how it ended."""
        if self.reason:
            told = REASONS[self.reason]
            if "count" in self.facts:
                told += f", {self.facts['count']:,} found until then"
        elif "count" in self.facts and self.status != "unsolvable":
            told = plural(self.facts["count"], "solution")
            if not self.facts["exact"]:
                told += " (the limit; there may be more)"
        else:
            told = {"solved": "solved", "unsolvable": "no solution"}[self.status]
        return told

    def summary(self) -> str:
        """Return the line that ends what a person reads."""
        return f"{self.verdict()} · {self.method} · {self.stats}"


Problem = TypeVar("Problem")
Found = TypeVar("Found")
Answered = TypeVar("Answered", bound=Answer)
Asked = TypeVar("Asked", bound=Options)


def answer_files(
    files: tuple[str, ...],
    options: Asked,
    load: Callable[[str], Problem],
    solve: Callable[[str, Problem, Asked], Answered],
    save: Callable[[Answered, Asked], None],
) -> int:
    """Load each file, solve it and tell what came of it; return the gravest exit code."""

    def handle(file: str) -> int:
        try:
            problem = load(file)
            if options.talks and len(files) > 1:
                click.echo(f"{file}:")
            answer = solve(file, problem, options)
            if options.out is not None:
                save(answer, options)
            if options.as_json:
                click.echo(json.dumps(answer.as_json(every=options.every)))
            elif options.talks:
                click.echo(answer.summary())
        except InputError as error:
            return tell_error(file, error, as_json=options.as_json)
        return exit_code(answer.status, answer.reason)

    return each_file(files, handle, apart=options.talks)


def exit_code(status: str, reason: str | None) -> int:
    """Return the exit code of a search that ended so."""
    return INTERRUPTED if reason == "interrupt" else CODES[status]


def count_into(answer: Answer, count: Callable[..., Count], *, quiet: bool) -> Count | None:
    """Put into an answer what `count`, given a progress callback, returns or had come to."""
    with progress_line(quiet=quiet) as line:
        try:
            number: object = count(progress=line.tick)
        except SearchStopped as stop:
            number = stop.partial
            answer.stop(stop.reason)
        except KeyboardInterrupt:
            answer.stop("interrupt")
            return None
    if not isinstance(number, Count):
        return None
    answer.method, answer.stats = number.method, number.stats
    if answer.status != "stopped" and number:
        answer.status = "solved"
    answer.facts = {"count": int(number), "exact": number.exact}
    return number


# ---- Streams and files -------------------------------------------------------------------------


def read_stdin(expected: str, most: int) -> bytes:
    """Read standard input, or raise `InputError` where it holds more than `most` bytes."""
    return check_size(sys.stdin.buffer.read(most + 1), expected, most, source="<stdin>")


def show_each(solutions: Sequence[Found], show: Callable[[Found], object]) -> None:
    """Show solutions with a blank line between them."""
    for i, solution in enumerate(solutions):
        if i:
            click.echo()
        show(solution)


def on_a_sheet(path: str | Path, solutions: list[Found]) -> list[Found]:
    """Return as many solutions as are drawn in one file; say so where there are more."""
    if len(solutions) > _DRAWN:
        click.echo(f"{path}: the first {_DRAWN} of {len(solutions):,} solutions", err=True)
    return solutions[:_DRAWN]


def not_written(path: str | Path) -> None:
    """Say that there is nothing to write."""
    click.echo(f"{path}: not written, there is no solution to show", err=True)


def write(path: str | Path, data: str | bytes) -> None:
    """Write a file, or say why not."""
    try:
        if isinstance(data, str):
            Path(path).write_text(data, encoding="utf-8")
        else:
            Path(path).write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None


def colourful() -> bool:
    """Whether standard output is a terminal that wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


class ProgressLine:
    """A line on standard error, once a search has taken a second and if someone watches."""

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted and sys.stderr.isatty()
        self.tick = self._tick if self.wanted else None
        self._shown = False

    def _tick(self, progress: Progress) -> None:
        if progress.seconds < 1:
            return
        work = ", ".join(f"{value:,} {name}" for name, value in progress.counters.items())
        self.show(f"searching, {progress.seconds:.0f} s: {work}")

    def show(self, text: str) -> None:
        """Show a text in place of the last one."""
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
        self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False


@contextmanager
def progress_line(*, quiet: bool) -> Iterator[ProgressLine]:
    """Show a progress line while the block runs."""
    line = ProgressLine(wanted=not quiet)
    try:
        yield line
    finally:
        line.clear()
