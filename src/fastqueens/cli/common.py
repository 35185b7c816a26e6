"""What the commands share: exit codes, the progress line, writing files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from fastqueens.formats import check_size
from fastqueens.results import InputError
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
            raise click.UsageError(
                f"a {kind} needs Pillow: pip install 'fastqueens[image]'"
            ) from None
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
    return Path(out.replace("{name}", "stdin" if file == "-" else Path(file).stem))


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


def read_stdin(expected: str, most: int) -> bytes:
    """Read standard input, or raise `InputError` where it holds more than `most` bytes."""
    return check_size(sys.stdin.buffer.read(most + 1), expected, most, source="<stdin>")


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
