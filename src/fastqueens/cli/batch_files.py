"""Solves or rates a file of many boards and writes the answers to another file.

A later run can continue the file of answers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import click

from fastqueens.atomic_file import AtomicFile, write_errors
from fastqueens.cli.output_files import check_suffix
from fastqueens.cli.reports import (
    BAD_INPUT,
    CODES,
    INTERRUPTED,
    REASONS,
    envelope,
    print_error,
    print_json,
    worst,
)
from fastqueens.cli.stdio import ProgressLine, progress_line
from fastqueens.cli.stream_formats import ANSWERS, SBN
from fastqueens.parallel.threads import default_threads
from fastqueens.queens.board.board import Board
from fastqueens.queens.streams.endings import ENDINGS
from fastqueens.queens.streams.pipeline import Query, SliceAnswer, answer_blocks
from fastqueens.queens.streams.readers import open_source
from fastqueens.queens.streams.source import Source
from fastqueens.queens.streams.writers import open_target
from fastqueens.results import InputError, SearchStopped, escape_control
from fastqueens.search import Clock
from fastqueens.validation import plural

__all__ = ["Log", "answer_many", "open_log"]


class Log:
    """A file to which whole lines are appended; it never keeps a part of a line.

    A new file replaces an older one with its first lines, so that a later run can continue it.

    Parameters
    ----------
    path : Path
        The file.
    resume : bool
        Whether to continue an existing file; an incomplete last line is cut off.

    Attributes
    ----------
    path : Path
        The file.
    lines : int
        The number of lines in the file when it was opened.
    last : bytes
        The last of these lines.
    """

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        self.lines = 0
        self.last = b""
        self._file = AtomicFile(path, update=resume)
        if self._file.updated:
            with write_errors(path):
                self._find_end(self._file.file)

    def _find_end(self, file: IO[bytes]) -> None:
        """Count the lines, find the last one, and cut off an incomplete line after it."""
        end = 0
        start = 0
        while block := file.read(1 << 20):
            self.lines += block.count(b"\n")
            if (at := block.rfind(b"\n")) >= 0:
                end = start + at + 1
            start += len(block)
        file.truncate(end)
        keep, step = b"", 1 << 12
        while end and len(keep) < end and b"\n" not in keep[:-1]:
            file.seek(max(0, end - step))
            keep = file.read(min(step, end))
            step *= 2
        self.last = keep.rstrip(b"\n").rpartition(b"\n")[2]
        file.seek(end)

    def add(self, text: bytes) -> None:
        """Append whole lines."""
        self._file.write(text)
        self._file.publish()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def discard(self) -> None:
        """Close the file after an error; a new file without lines does not replace an older one."""
        self._file.discard()


@contextmanager
def open_log(path: Path, *, resume: bool) -> Iterator[Log]:
    """Open a file for appending lines, and close it at the end."""
    log = Log(path, resume=resume)
    try:
        yield log
    except BaseException:
        log.discard()
        raise
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

    The two `words` describe the boards with the answer yes and the other boards.
    """
    kind = check_suffix(out, (*ANSWERS, SBN))
    start = perf_counter()
    clock = Clock(time_limit)
    name = "<stdin>" if file == "-" else file
    source = open_source(name, format=format, file=sys.stdin.buffer if file == "-" else None)
    boards = failed = skipped = 0
    codes = [CODES["solved"]]
    reason: str | None = None
    wrong: dict[str, Any] = {}  # the error of the first bad line
    try:
        with (
            _opened(out, asked, source, resume=resume, keep_going=keep_going) as (add, done),
            progress_line(quiet=quiet or as_json) as line,
        ):
            forms: dict[str, Any] = {".npy": "rows", ".csv": "rows", SBN: "sbn"}
            asked = replace(asked, form=forms.get(kind, "jsonl"))
            try:
                for answered in _blocks(
                    source, asked, executor, done=done, keep_going=keep_going, clock=clock
                ):
                    add(answered)
                    boards += answered.boards
                    failed += answered.failed
                    skipped += len(answered.bad)
                    for error in answered.bad:
                        line.clear()
                        print_error(error)
                        codes.append(BAD_INPUT)
                        place = {"line": error.line, "column": error.column}
                        wrong = wrong or {"error": {"message": error.message, **place}}
                    if answered.stopped:
                        reason = "time"
                    _show_progress(line, boards, start)
            except KeyboardInterrupt:
                reason = "interrupt"
            except SearchStopped as stop:  # no worker could answer a slice
                reason = stop.reason
                line.clear()
                print_error(stop)
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
        answer = envelope(status, file=file, reason=reason) | wrong | found
        print_json(answer | {"ms": seconds * 1e3})
    elif not quiet:
        parts = [REASONS[reason]] if reason else []
        parts.append(plural(boards, "board"))
        parts += [f"{boards - failed:,} {words[0]}", f"{failed:,} {words[1]}"] if boards else []
        parts += [f"{plural(skipped, 'line')} without a board"] if skipped else []
        parts += [f"after {plural(done, 'line')} of an earlier run"] if done else []
        click.echo(" · ".join([*parts, f"{seconds * 1e3:.3f} ms"]))
    return worst(codes)


def _blocks(
    source: Source, asked: Query, executor: str | None, **options: Any
) -> Iterator[SliceAnswer]:
    """Answer a stream with threads or with an executor."""
    if executor is None:
        return answer_blocks(source, asked, threads=default_threads(), **options)
    from fastqueens.queens.streams.remote import answer_with_executor

    return answer_with_executor(source, asked, executor, **options)


@contextmanager
def _opened(
    out: str, asked: Query, source: Source, *, resume: bool, keep_going: bool
) -> Iterator[tuple[Callable[[SliceAnswer], None], int]]:
    """Open a file of answers; yields a function that appends and the number of answered lines."""
    if out.lower().endswith(ENDINGS):
        target = open_target(out, asked, source=source.name, resume=resume)
        try:
            yield partial(target.add, keep_going=keep_going), target.done
        except BaseException:
            target.discard()
            raise
        target.close()
    else:
        with open_log(Path(out), resume=resume) as log:
            yield lambda answered: log.add(answered.text), _count_answered(log, source)


def _count_answered(log: Log, source: Source) -> int:
    """Return the number of input lines that an earlier run has answered."""
    if not log.lines:
        return 0
    if log.path.suffix.lower() == SBN:  # one line for each line of the input
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
        'found a last line without "line", '
        f"expected the answers for {escape_control(source.name)}"
        "; without --resume the file is overwritten",
        source=str(log.path),
        line=log.lines,
    )


def _show_progress(line: ProgressLine, boards: int, start: float) -> None:
    """Show the number of finished boards."""
    seconds = perf_counter() - start
    if line.wanted and seconds >= 1:
        line.show(f"{plural(boards, 'board')}, {seconds:.0f} s: {boards / seconds:,.0f} a second")
