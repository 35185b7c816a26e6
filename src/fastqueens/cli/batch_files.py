"""Files of millions of boards: answered as a stream, to a file that can be gone on with."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import click

from fastqueens.cli.board_input import asked_format
from fastqueens.cli.output_files import check_suffix
from fastqueens.cli.reports import (
    BAD_INPUT,
    CODES,
    INTERRUPTED,
    REASONS,
    envelope,
    print_json,
    worst,
)
from fastqueens.cli.stdio import ProgressLine, progress_line
from fastqueens.parallel.threads import default_threads
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.registry import is_by_line, is_for_many, is_named
from fastqueens.queens.streams.pipeline import Query, SliceAnswer, answer_blocks
from fastqueens.queens.streams.readers import Source, open_source
from fastqueens.queens.streams.writers import ENDINGS, open_target
from fastqueens.results import InputError, SearchStopped, escape_control
from fastqueens.validation import deadline_of, plural

__all__ = ["ANSWERS", "SBN", "Log", "answer_many", "appended", "stream_of"]

ANSWERS = (".jsonl", *ENDINGS)  # the endings of files of answers
SBN = ".sbn"  # and of such of solutions


def stream_of(
    files: tuple[str, ...],
    out: str | None,
    options: Mapping[str, object],
    kinds: tuple[str, ...] = ANSWERS,
) -> str | None:
    """Return the format of a file of many boards that is to be answered to a file of `kinds`.

    None for anything else, which does not go with `options`.
    """
    format = asked_format()
    if len(files) == 1 and out is not None and "{" not in out and out.lower().endswith(kinds):
        (file,) = files
        if file.lower().endswith(".parquet"):
            return "jsonl"
        if format is not None:
            if is_by_line(format) or (format == "npy" and file != "-"):
                return format
        elif is_named(file, "npy"):
            return "npy"
        elif is_for_many(file):
            return next(x for x in ("jsonl", "sbn", "webtask", "puzzlink") if is_named(file, x))
    for name, value in options.items():
        if value:
            raise click.UsageError(
                f"{name} goes with one file of many boards (.jsonl, .sbn, .task, .puzzlink, .npy, "
                f".parquet) and -o *{' or *'.join(kinds)}"
            )
    return None


@dataclass
class Log:
    """A file that lines are added to; what a line is, is whole whatever happens.

    Attributes
    ----------
    path : Path
        The file.
    lines : int
        Lines that it had at the beginning.
    last : bytes
        The last of them.
    """

    path: Path
    lines: int = 0
    last: bytes = b""
    _file: IO[bytes] | None = field(default=None, repr=False)
    _size: int = 0

    def open(self, *, resume: bool) -> None:
        """Open it; to go on, cut off a line that was not written to its end."""
        exists = self.path.exists()
        try:
            if resume and exists:
                self._file = open(self.path, "r+b", buffering=0)  # noqa: SIM115 - closed below
                self._find_end(self._file)
            else:
                self._file = open(self.path, "wb", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise self._failed(error) from None

    def _find_end(self, file: IO[bytes]) -> None:
        """Count the lines, find the last, and cut off what follows it."""
        end = 0
        start = 0
        while block := file.read(1 << 20):
            self.lines += block.count(b"\n")
            if (at := block.rfind(b"\n")) >= 0:
                end = start + at + 1
            start += len(block)
        file.truncate(end)
        self._size = end
        keep, step = b"", 1 << 12
        while end and len(keep) < end and b"\n" not in keep[:-1]:
            file.seek(max(0, end - step))
            keep = file.read(min(step, end))
            step *= 2
        self.last = keep.rstrip(b"\n").rpartition(b"\n")[2]
        file.seek(end)

    def add(self, text: bytes) -> None:
        """Write lines."""
        file = self._file
        assert file is not None
        left = memoryview(text)
        try:
            while left:
                left = left[file.write(left) :]
        except OSError as error:
            raise self._failed(error) from None
        self._size += len(text)

    def close(self) -> None:
        """Close it, without a line that was begun when something happened."""
        if self._file is not None:
            if self.path.is_file():
                self._file.truncate(self._size)
            self._file.close()

    def _failed(self, error: OSError) -> InputError:
        return InputError(f"cannot be written: {error.strerror}", source=str(self.path))


@contextmanager
def appended(out: str, *, resume: bool) -> Iterator[Log]:
    """Open a file for lines that are added to it, and close it."""
    log = Log(Path(out))
    log.open(resume=resume)
    try:
        yield log
    finally:
        log.close()


def answer_many(
    file: str,
    out: str,
    format: str,
    asked: Query,
    *,
    words: tuple[str, str],
    resume: bool,
    keep_going: bool,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    executor: str | None = None,
) -> int:
    """Answer a stream of boards to a file; return the exit code.

    `words` tell a person of the boards whose answer is a yes, and of the others.
    """
    kind = check_suffix(out, (*ANSWERS, SBN))
    if file != "-" and Path(file).resolve() == Path(out).resolve():
        raise click.UsageError(f"-o {out}: {file} would be overwritten")
    start = perf_counter()
    deadline = deadline_of(time_limit)
    name = "<stdin>" if file == "-" else file
    source = open_source(name, format=format, file=sys.stdin.buffer if file == "-" else None)
    boards = failed = skipped = 0
    codes = [CODES["solved"]]
    reason: str | None = None
    wrong: dict[str, Any] = {}  # what is said of the first bad line
    try:
        with (
            _opened(out, asked, source, resume=resume, keep_going=keep_going) as (add, done),
            progress_line(quiet=quiet or as_json) as line,
        ):
            forms: dict[str, Any] = {".npy": "rows", SBN: "sbn"}
            asked = replace(asked, form=forms.get(kind, "jsonl"))
            try:
                for answered in _blocks(
                    source, asked, executor, done=done, keep_going=keep_going, deadline=deadline
                ):
                    add(answered)
                    boards += answered.boards
                    failed += answered.failed
                    skipped += len(answered.bad)
                    for error in answered.bad:
                        line.clear()
                        click.echo(f"error: {error}", err=True)
                        codes.append(BAD_INPUT)
                        place = {"line": error.line, "column": error.column}
                        wrong = wrong or {"error": {"message": error.message, **place}}
                    if answered.stopped:
                        reason = "time"
                    _tell(line, boards, start)
            except KeyboardInterrupt:
                reason = "interrupt"
            except SearchStopped as stop:  # no worker could answer a slice
                reason = stop.reason
                line.clear()
                click.echo(f"error: {stop}", err=True)
    finally:
        source.close()
    if failed:
        codes.append(CODES["unsolvable"])
    if reason is not None:
        codes.append(INTERRUPTED if reason == "interrupt" else CODES["stopped"])
    seconds = perf_counter() - start
    if as_json:
        status = "unsolvable" if failed else "solved"
        status = "error" if skipped else "stopped" if reason else status
        found = {"boards": boards, "failed": failed, "skipped": skipped, "resumed": done}
        told = envelope(status, file=file, reason=reason) | wrong | found
        print_json(told | {"ms": seconds * 1e3})
    elif not quiet:
        parts = [REASONS[reason]] if reason else []
        parts.append(plural(boards, "board"))
        parts += [f"{boards - failed:,} {words[0]}", f"{failed:,} {words[1]}"] if boards else []
        parts += [f"{plural(skipped, 'line')} no board"] if skipped else []
        parts += [f"after {plural(done, 'line')} of a run before"] if done else []
        click.echo(" · ".join([*parts, f"{seconds * 1e3:.3f} ms"]))
    return worst(codes)


def _blocks(
    source: Source, asked: Query, executor: str | None, **options: Any
) -> Iterator[SliceAnswer]:
    """Answer a stream, here or by an executor."""
    if executor is None:
        return answer_blocks(source, asked, threads=default_threads(), **options)
    from fastqueens.queens.streams.remote import answer_with_executor

    return answer_with_executor(source, asked, executor, **options)


@contextmanager
def _opened(
    out: str, asked: Query, source: Source, *, resume: bool, keep_going: bool
) -> Iterator[tuple[Callable[[SliceAnswer], None], int]]:
    """Open a file of answers; give what adds to it, and how far those of a run before go."""
    if out.lower().endswith(ENDINGS):
        target = open_target(out, asked, source=source.name, resume=resume)
        try:
            yield partial(target.add, keep_going=keep_going), target.done
        finally:
            target.close()
    else:
        with appended(out, resume=resume) as log:
            yield lambda answered: log.add(answered.text), _answered(log, source)


def _answered(log: Log, source: Source) -> int:
    """Return how far the answers of a run before this one go in the stream."""
    if not log.lines:
        return 0
    if log.path.suffix.lower() == SBN:  # a line for each line of the input
        if log.last.startswith(b"#"):
            return log.lines
        Board.from_bytes(log.last, format="sbn", source=str(log.path))
        return log.lines
    try:
        answer: Any = json.loads(log.last)
        done = answer["line"]
        if type(done) is int and done > 0:
            return done
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise InputError(
        'found no answer with a "line" at its end, '
        f"expected the answers for {escape_control(source.name)}"
        "; without --resume it is written anew",
        source=str(log.path),
        line=log.lines,
    )


def _tell(line: ProgressLine, boards: int, start: float) -> None:
    """Show how many boards are done."""
    seconds = perf_counter() - start
    if line.wanted and seconds >= 1:
        line.show(f"{plural(boards, 'board')}, {seconds:.0f} s: {boards / seconds:,.0f} a second")
