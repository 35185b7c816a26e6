"""The command ``generate``: boards with exactly one solution."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from secrets import randbits
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens.cli.batch_files import Log
from fastqueens.cli.board_input import show_board, written_option
from fastqueens.cli.drawing_options import Shown, drawing_options, painters, texts_of
from fastqueens.cli.options import (
    SEED,
    Command,
    Options,
    exclude,
    executor_option,
    json_option,
    need,
    quiet_option,
    resume_option,
    time_limit_option,
)
from fastqueens.cli.output_files import (
    board_makers,
    check_fields,
    check_suffix,
    endings_of_boards,
    give,
)
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.cli.stdio import ProgressLine, progress_line
from fastqueens.output import dumps, write_file
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.registry import write_boards
from fastqueens.queens.formats.writers import describe_board, region_sizes
from fastqueens.queens.generation import generator, unique
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice, fingerprints_of
from fastqueens.queens.grid.rules import MAX_STARS
from fastqueens.queens.streams.pipeline import boards_as_lines, read_generated_boards
from fastqueens.results import InputError, Interrupted, SearchStopped
from fastqueens.validation import plural

if TYPE_CHECKING:
    from fastqueens.queens.generation.ledger import BoardLedger

__all__ = ["generate"]

_KINDS = (*endings_of_boards(), ".svg", ".png")  # of files that hold all boards
_OTHERS = (".csv", ".md", ".gif", ".pdf")


@dataclass(kw_only=True)
class _Answer(Answer):
    """The boards that were made, all of them or up to a limit."""

    n: int
    stars: int
    seed: int
    difficulty: str | None
    region_style: str
    connected: bool
    boards: list[Board]
    seconds: float
    made: int  # boards, whether they are kept here or not
    sizes: tuple[int, int] = (0, 0)  # of the smallest and the largest region
    before: int = 0  # boards that a run before this one has made
    listed: bool  # whether the boards are part of the answer, or in files
    format: str | None  # to write, where that is not told by the name of a file

    def about(self) -> dict[str, Any]:
        asked = {"n": self.n, "stars": self.stars, "seed": self.seed, "count": self.made}
        rules = {"region_style": self.region_style, "connected": self.connected}
        return asked | {"difficulty": self.difficulty} | rules

    def found(self) -> dict[str, Any]:
        return {"boards": [describe_board(x.grid) for x in self.boards]} if self.listed else {}

    def verdict(self) -> str:
        parts = [plural(self.made, "board")]
        if self.reason == "iterations":
            parts.insert(0, f"stopped: no {'other' if self.made else 'such'} board found")
        elif self.reason:
            parts.insert(0, REASONS[self.reason])
        if self.before:
            parts.append(f"{self.before:,} of them by a run before")
        if self.sizes[1]:
            parts.append(f"regions of {self.sizes[0]} to {self.sizes[1]} cells")
        return " · ".join(parts)

    def summary(self) -> str:
        return f"{self.verdict()} · seed {self.seed} · {self.seconds * 1e3:.3f} ms"


@click.command(cls=Command)
@click.argument("n", type=click.IntRange(4, 64))
@click.option(
    "--difficulty",
    type=click.Choice(generator.DIFFICULTIES),
    help="The hardest rule that a player needs; any by default.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="K",
    help="How many boards.",
)  # fmt: skip
@click.option(
    "--seed", type=SEED,
    help="The same seed makes the same boards; another one each time by default.",
)  # fmt: skip
@click.option(
    "--region-style",
    type=click.Choice(generator.REGION_STYLES),
    help="Sizes of the regions; mixed by default.",
)
@click.option(
    "--stars", type=click.IntRange(1, MAX_STARS), default=1, show_default=True, metavar="K",
    help="Queens in each row, column and region; N must be 4 K or more.",
)  # fmt: skip
@click.option("--scattered", is_flag=True, help="Allow regions in several pieces.")
@click.option("--threads", type=click.IntRange(min=1), metavar="T")
@executor_option
@click.option(
    "--ledger",
    metavar="FILE",
    help="Make no board that is like one of any run with this FILE, which keeps what they made; "
    "`fastqueens ledger FILE` shows it.",
)
@time_limit_option()
@json_option()
@click.option(
    "-o", "--out", metavar="DIR|FILE",
    help="Write each board to a text file in a directory (with --stars, a JSON file, which tells "
    "them), or all to a file: .txt, .json, .jsonl, a JSON object a line, .sbn, .task, .puzzlink, "
    ".ts, .npy, or .svg or .png, a sheet.",
)  # fmt: skip
@resume_option
@written_option
@drawing_options(styles="--style")
@quiet_option
def generate(
    n: int,
    difficulty: generator.Difficulty | None,
    count: int,
    seed: int | None,
    region_style: generator.RegionStyle | None,
    stars: int,
    scattered: bool,
    threads: int | None,
    executor: str | None,
    ledger: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    resume: bool,
    format: str | None,
    quiet: bool,
) -> int:
    """Make boards of N rows with exactly one solution, no two alike.

    They are drawn. The larger the board the rarer are easy ones: --time-limit stops after S
    seconds, and what was made until then is written. With -o boards.jsonl millions are written as
    they are made; --resume, with the same N, options and --seed, goes on after a kill. Runs that
    share a --ledger, also at the same time, never make two boards alike.
    """
    if resume:
        need({"--resume": True}, {"--seed": seed})
    seed = randbits(64) if seed is None else seed
    if out is None:
        exclude("--format", format, {"--json": as_json})
    target = None if out is None else _target(out, format)
    streamed = (
        target is not None and format in (None, "jsonl") and target.suffix.lower() == ".jsonl"
    )
    if resume and not streamed:
        raise click.UsageError("--resume goes with -o *.jsonl")
    reason: str | None = None
    start = perf_counter()
    made, sizes, before = 0, (0, 0), 0
    with progress_line(quiet=quiet) as line:
        asked: dict[str, Any] = {
            "stars": stars, "difficulty": difficulty, "count": count, "seed": seed,
            "connected": not scattered, "region_style": region_style, "threads": threads,
            "executor": executor, "time_limit": time_limit,
        }  # fmt: skip
        progress = _bar(line, start)
        boards: list[Board] = []
        try:
            if streamed and target is not None:
                stream = _Stream(n, asked, target, resume=resume, ledger=ledger)
                before = stream.made
                try:
                    stream.run(progress)
                finally:
                    made, sizes = stream.made, stream.sizes
            else:
                boards = generator.generate(n, ledger=ledger, progress=progress, **asked)
        except SearchStopped as stop:
            reason = stop.reason
            if not streamed:
                boards = cast("list[Board]", stop.partial)
            if reason == "workers":
                line.clear()
                click.echo(f"error: {stop}", err=True)
        except Interrupted as stop:
            boards, reason = stop.partial, "interrupt"
        except KeyboardInterrupt:
            reason = "interrupt"
    if boards:
        every = [region_sizes(board.grid) for board in boards]
        made, sizes = len(boards), (min(x[0] for x in every), max(x[-1] for x in every))
    answer = _Answer(
        n=n,
        stars=stars,
        seed=seed,
        difficulty=difficulty,
        region_style=region_style or "mixed",
        connected=not scattered,
        boards=boards,
        made=made,
        sizes=sizes,
        before=before,
        seconds=perf_counter() - start,
        listed=target is None,
        format=format,
        status="solved",
    )
    if reason is not None:
        answer.stop(reason)
    options = Options(as_json=as_json, out=out, quiet=quiet)
    if target is None and options.verbose and boards:
        if format is not None:
            click.echo(write_boards([board.grid for board in boards], format), nl=False)
        else:
            _show(boards)
    return give(answer, options, _save, err=target is None)


class _Stream:
    """Boards that are written as they are made; none is kept."""

    def __init__(
        self, n: int, asked: dict[str, Any], path: Path, *, resume: bool, ledger: str | None
    ) -> None:
        self.made = 0
        self.sizes = (0, 0)
        self._n, self._asked, self._path = n, asked, path
        self._resume = resume and path.exists()
        names = ("stars", "difficulty", "seed", "connected", "region_style")
        self._rules = {name: asked[name] for name in names}
        self._known, self._first = Fingerprints(), 0
        self._lost: list[Slice] = []  # what the ledger has of this run
        self._ledger: BoardLedger | None = None
        if ledger is not None:
            options = generator.check_options(n, **self._rules)
            self._ledger = generator.open_ledger(ledger, n, options)
            self._known = self._ledger.known
        try:
            if self._resume:
                self._read()
            if self._ledger is not None and not self.made:
                self._first = self._ledger.begin(asked["count"], generator.ATTEMPT_STRIDE)
        except BaseException:
            self._close()
            raise

    def _read(self) -> None:
        """Find out what a run before this one has written."""
        name = str(self._path)
        expected = np.empty(0, np.uint64)
        for labels in read_generated_boards(name, self._n, self._asked["stars"]):
            marks = fingerprints_of(labels, self._asked["stars"])
            if not self.made:
                expected = self._expected(int(marks[0]), labels[0])
            if self._ledger is None:
                self._known.add(marks)
            else:
                found = expected[self.made : self.made + len(marks)]
                same = np.append(found == marks[: len(found)], [False] * (len(found) < len(marks)))
                if not same.all():
                    raise InputError(
                        "found another board than the ledger has here",
                        source=name,
                        line=self.made + int(np.argmin(same)) + 1,
                    )
            self._take(labels)

    def _expected(self, mark: int, board: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """Return the marks that a ledger has of the run that begins with a board."""
        if self._ledger is not None:
            self._first, self._lost = self._ledger.resume(mark, self._asked["count"])
            return np.concatenate([one.fingerprints for one in self._lost])
        (first,) = next(unique.generate_slices(self._n, **self._rules, count=1, threads=1))
        if not np.array_equal(Board.from_array(board).regions, first):
            raise InputError(
                f"found another board than the first of seed {self._asked['seed']}, expected what "
                "the same command has made",
                source=str(self._path),
                line=1,
            )
        return np.empty(0, np.uint64)

    def _take(self, labels: NDArray[np.uint8]) -> None:
        self.made += len(labels)
        least, most = self.sizes
        for board in labels:
            sizes = np.unique(board, return_counts=True)[1]
            least = min(least or int(sizes.min()), int(sizes.min()))
            most = max(most, int(sizes.max()))
        self.sizes = (least, most)

    def run(self, progress: Callable[[int, int], object] | None) -> None:
        """Make the boards that are left."""
        log: Log | None = None
        made = self._making(progress)
        try:
            for labels in made:
                if log is None:  # where there is no board, there is no file
                    log = Log(self._path)
                    log.open(resume=self._resume)
                log.add(boards_as_lines(labels, self._asked["stars"]))
                self._take(labels)
                if progress is not None:
                    progress(self.made, self._asked["count"])
        finally:
            made.close()
            if log is not None:
                log.close()
            self._close()

    def _making(
        self, progress: Callable[[int, int], object] | None
    ) -> Generator[NDArray[np.uint8], None, None]:
        yield from unique.regenerate(
            self._n, **self._rules, base=self._first, slices=self._lost, delivered=self.made
        )
        yield from unique.generate_slices(
            self._n, made=self.made, known=self._known, base=self._first, ledger=self._ledger,
            progress=progress, **self._asked,
        )  # fmt: skip

    def _close(self) -> None:
        if self._ledger is not None:
            self._ledger.close()


def _show(boards: list[Board]) -> None:
    """Draw boards, with a blank line between them."""
    for i, board in enumerate(boards):
        click.echo("\n" if i else "", nl=False)
        show_board(board)


def _bar(line: ProgressLine, start: float) -> Callable[[int, int], object] | None:
    if not line.wanted:
        return None

    def tick(made: int, wanted: int) -> None:
        seconds = perf_counter() - start
        if seconds < 1:
            return
        text = f"{made:,} of {plural(wanted, 'board')}, {seconds:.0f} s"
        line.show_bar(made / wanted, text)

    return tick


def _target(out: str, format: str | None) -> Path:
    """Return where to write, refusing what cannot be before any board is made."""
    check_fields(out)
    path = Path(out)
    if format is not None:
        if path.is_dir() or not path.parent.is_dir():
            raise click.UsageError(f"-o {out}: expected a file in a folder that there is")
        return path
    kind = path.suffix.lower()
    # A new directory named board.pdf or - is not what anybody wants.
    odd = not path.is_dir() and (path.exists() or out == "-" or kind in _OTHERS)
    if not out or (path.is_dir() if kind in _KINDS else odd):
        expected = f"a directory or a file named *{', *'.join(_KINDS[:-1])} or *{_KINDS[-1]}"
        raise click.UsageError(f"-o {out}: expected {expected}")
    if kind in _KINDS:
        check_suffix(out, _KINDS)
        if not path.parent.is_dir():
            raise InputError("found no such directory", source=str(path.parent))
    return path


def _save(answer: _Answer, target: Path) -> None:
    """Write the boards, if there are any, to one file or to one each in a directory."""
    boards = answer.boards  # none where they were written as they came
    if not boards:
        return
    if answer.format is not None:
        write_file(target, write_boards([board.grid for board in boards], answer.format))
        return
    if target.suffix.lower() in _KINDS:
        shown = [Shown(board) for board in boards]
        makers = board_makers(boards) | painters(shown)
        makers |= {".txt": lambda: texts_of(shown)}
        write_file(target, makers[target.suffix.lower()]())
        return
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", source=str(target)) from None
    digits = len(str(len(boards)))
    for i, board in enumerate(boards, start=1):
        number = f"{answer.n}-{answer.seed}-{i:0{digits}}"
        if board.stars == 1:
            write_file(target / f"queens-{number}.txt", f"{board}\n")
        else:
            described = dumps(describe_board(board.grid))
            write_file(target / f"stars{board.stars}-{number}.json", f"{described}\n")
