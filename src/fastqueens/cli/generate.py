"""The command ``generate``: makes boards with exactly one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import randbits
from time import perf_counter
from typing import Any

import click

from fastqueens.cli.board_input import show_board, written_option
from fastqueens.cli.board_stream import BoardStream
from fastqueens.cli.drawing_options import (
    BOARD_STYLES,
    Shown,
    drawing_options,
    paint,
    paint_pages,
    texts_of,
)
from fastqueens.cli.file_claims import LEDGER, READ, WRITTEN, claim
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
    PICTURES,
    board_makers,
    check_fields,
    check_suffix,
    endings_of_boards,
    report_answer,
    sheet_names,
    write_sheets,
)
from fastqueens.cli.reports import REASONS, Answer, print_error
from fastqueens.cli.shape_options import read_shape, shape_options
from fastqueens.cli.stdio import ProgressLine, progress_line
from fastqueens.output import dumps, series_number, write_file
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.read_files import read_boards
from fastqueens.queens.board.symmetry import find_symmetry
from fastqueens.queens.books.book import PuzzleBook, make_boards
from fastqueens.queens.books.plan import Part, read_plan
from fastqueens.queens.books.record import make_record
from fastqueens.queens.formats.json import describe_board, region_sizes
from fastqueens.queens.formats.registry import write_boards
from fastqueens.queens.generation import generator
from fastqueens.queens.generation.options import DIFFICULTIES, MAX_PIECES, REGION_STYLES, Difficulty
from fastqueens.queens.grid.rules import MAX_STARS
from fastqueens.results import InputError, Interrupted, SearchStopped, escape_control
from fastqueens.validation import plural

__all__ = ["generate"]

_KINDS = (*endings_of_boards(), *PICTURES, ".csv")  # endings of files that hold all boards
_NO_FOLDERS = (".md", ".gif", ".parquet")  # OUT is probably meant as a file


@dataclass(kw_only=True)
class _Answer(Answer):
    """The boards that were made."""

    n: int
    stars: int
    seed: int
    difficulty: str | None
    plan: dict[str, int] | None
    region_style: str
    pieces: int
    shape: dict[str, Any]  # the options of the module `shape_options` that were given
    boards: list[Board]
    seconds: float
    count: int  # the number of boards that the user asked for
    made: int  # the number of boards, also if `boards` is empty because they are in a file
    sizes: tuple[int, int] = (0, 0)  # cells of the smallest and the largest region
    before: int = 0  # boards that an earlier run has made
    listed: bool  # whether the JSON output contains the boards
    format: str | None  # the format of the output; None if the file name decides

    def about(self) -> dict[str, Any]:
        request = {"n": self.n, "stars": self.stars, "seed": self.seed, "count": self.made}
        rules = {"region_style": self.region_style, "pieces": self.pieces}
        plan = {} if self.plan is None else {"plan": self.plan}
        return request | {"difficulty": self.difficulty} | plan | rules | self.shape

    def found(self) -> dict[str, Any]:
        return {"boards": [self._describe(x) for x in self.boards]} if self.listed else {}

    def _describe(self, board: Board) -> dict[str, Any]:
        """Return a board as data for JSON; with --symmetry also its flawed cells."""
        data = describe_board(board.grid)
        if "symmetry" in self.shape:
            found = find_symmetry(board)
            data["symmetry"] = {"name": found.name, "flaws": [list(cell) for cell in found.flaws]}
        return data

    def _flaws(self) -> str:
        """Return how many cells of the boards break their symmetry; "" if none does."""
        # Boards with another symmetry have it exactly.
        if self.shape.get("symmetry") not in ("mirror", "any") or not self.boards:
            return ""
        counts = [len(find_symmetry(board).flaws) for board in self.boards]
        least, most = min(counts), max(counts)
        if not most:
            return ""
        return plural(most, "flawed cell") if least == most else f"{least} to {most} flawed cells"

    def verdict(self) -> str:
        parts = [plural(self.made, "board")]
        if self.reason == "iterations":
            parts.insert(0, f"stopped: no {'other' if self.made else 'such'} board found")
        elif self.reason:
            parts.insert(0, REASONS[self.reason])
        if self.before:
            parts.append(f"{self.before:,} of them by an earlier run")
        if flaws := self._flaws():
            parts.append(flaws)
        if self.sizes[1]:
            parts.append(f"regions of {self.sizes[0]} to {self.sizes[1]} cells")
        return " · ".join(parts)

    def summary(self) -> str:
        return f"{self.verdict()} · seed {self.seed} · {self.seconds * 1e3:.3f} ms"


@click.command(
    cls=Command,
    help="""Make boards of N rows with exactly one solution; no two are equal up to symmetry.

    Large boards are rarely easy. After the seconds of --time-limit, the boards made so far are
    written. With -o boards.jsonl, each board is written at once. If the command is stopped, the
    same command with --resume continues the file; N, the options and --seed must be the same.
    Commands with the same --ledger never make equal boards, even if they run at the same time.

    For a book, run: generate 9 --plan easy:100,hard:200 -o book.pdf -o index.csv -o book.jsonl.
    """,
)
@click.argument("n", type=click.IntRange(4, 64))
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES),
    help="The tier of the hardest rule that a player needs; by default any tier.",
)
@click.option(
    "--count", type=click.IntRange(min=1), metavar="K", help="The number of boards; 1 by default.",
)  # fmt: skip
@click.option(
    "--plan", metavar="TIER:K,...",
    help="The number of boards of each tier, in this order, as in easy:100,medium:200,hard:200. A "
    "part may have options of its own: hard/symmetry=mirror:20, any/motif=heart/style=drawn:5.",
)  # fmt: skip
@click.option(
    "--seed", type=SEED,
    help="The seed of the random choices; the same seed makes the same boards. By default each "
    "run uses another seed.",
)  # fmt: skip
@click.option(
    "--region-style",
    type=click.Choice(REGION_STYLES),
    help="The look of the regions, by default mixed. drawn imitates boards that people drew; it "
    "is for one star only.",
)
@click.option(
    "--stars", type=click.IntRange(1, MAX_STARS), default=1, show_default=True, metavar="K",
    help="Queens in each row, column and region; N must be at least 4 times K.",
)  # fmt: skip
@click.option(
    "--pieces", type=click.IntRange(1, MAX_PIECES), default=1, show_default=True,
    metavar="K",
    help="The maximum number of connected pieces of a region. With 2 or more, each board has a "
    "region in several pieces.",
)  # fmt: skip
@shape_options
@click.option(
    "--unlike", type=READ, multiple=True, metavar="FILE",
    help="Make no board that is equal to a board of FILE up to symmetry, and no board that has the "
    "same solution and differs in few cells. May be repeated.",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), metavar="T", help="The number of threads.")
@executor_option
@click.option(
    "--ledger",
    type=LEDGER,
    metavar="FILE",
    help="Make no board that is equal, up to symmetry, to a board of another run with the same "
    "FILE. `fastqueens ledger FILE` shows the runs.",
)
@time_limit_option()
@json_option()
@click.option(
    "-o", "--out", type=WRITTEN, metavar="DIR|FILE", multiple=True,
    help="Write each board to a text file in a directory (with --stars to a JSON file), or all "
    "boards to one file: .txt, .json, .jsonl (one JSON object on each line), .sbn, .task, "
    ".puzzlink, .ts, .npy, a sheet in .svg or .png, a book in .pdf, an index in .csv. May be "
    "repeated.",
)  # fmt: skip
@click.option(
    "--facts/--no-facts", default=True,
    help="Whether the lines of a .jsonl file have the tier, the score, the rules, the solution and "
    "the seed of each board; without them, large numbers of boards are written faster.",
)  # fmt: skip
@resume_option
@written_option
@drawing_options(styles=BOARD_STYLES, solutions=True)
@quiet_option
def generate(
    n: int,
    difficulty: Difficulty | None,
    count: int | None,
    plan: str | None,
    seed: int | None,
    region_style: str | None,
    stars: int,
    pieces: int,
    unlike: tuple[str, ...],
    threads: int | None,
    executor: str | None,
    ledger: str | None,
    time_limit: float | None,
    as_json: bool,
    out: tuple[str, ...],
    facts: bool,
    resume: bool,
    format: str | None,
    quiet: bool,
    **shape: Any,
) -> int:
    if resume:
        need({"--resume": True}, {"--seed": seed})
    exclude("--plan", plan, {"--count": count, "--difficulty": difficulty})
    parts = [Part(difficulty, count or 1)] if plan is None else read_plan(plan)
    total = sum(part.count for part in parts)
    seed = randbits(64) if seed is None else seed
    shape = read_shape(n, **shape)
    if not out:
        exclude("--format", format, {"--json": as_json})
    if format is not None and len(out) > 1:
        raise click.UsageError("--format allows only one -o")
    targets = [_check_target(name, format) for name in out]
    streams = [x for x in targets if format in (None, "jsonl") and x.suffix.lower() == ".jsonl"]
    if len(streams) > 1:
        raise click.UsageError("-o *.jsonl can be given once")
    if resume and not streams:
        raise click.UsageError("--resume needs -o *.jsonl")
    need({"--no-facts": not facts or None}, {"-o *.jsonl": bool(streams)})
    for target in targets:
        if ledger is not None or len(targets) > 1:
            for path in _series_of(target, format, n, stars, seed, total):
                claim("-o", path)
    options: dict[str, Any] = {
        "stars": stars, "seed": seed, "pieces": pieces, "style": region_style,
        "unlike": unlike,
        "threads": threads, "executor": executor, "time_limit": time_limit, **shape,
    }  # fmt: skip
    start = perf_counter()
    boards: list[Board] = []
    made = _Made()
    with progress_line(quiet=quiet) as line:
        progress = _progress_bar(line, start)
        try:
            if streams:
                stream = BoardStream(
                    n, options, parts, streams[0], resume=resume, ledger=ledger, facts=facts
                )
                made.before = stream.made
                try:
                    stream.run(progress)
                finally:
                    made.count, made.sizes = stream.made, stream.sizes
            elif len(parts) == 1 and not parts[0].options:
                boards = generator.generate(
                    n, difficulty=parts[0].tier, count=total, ledger=ledger, progress=progress,
                    **options,
                )  # fmt: skip
            else:
                make_boards(n, parts, boards, ledger=ledger, progress=progress, **options)
        except SearchStopped as stop:
            made.reason = stop.reason
            boards = boards or _partial_boards(stop.partial)
            if stop.reason == "workers":
                line.clear()
                print_error(stop)
        except InputError as error:
            if error.partial is None:
                raise
            boards, made.reason = _partial_boards(error.partial), "ledger"
            line.clear()
            print_error(error)
        except Interrupted as stop:
            boards, made.reason = _partial_boards(stop.partial), "interrupt"
        except KeyboardInterrupt:
            made.reason = "interrupt"
    if streams and len(targets) > 1 and made.count:
        boards = read_boards(streams[0])
    if boards:
        cells = [region_sizes(board.grid) for board in boards]
        made.count, made.sizes = len(boards), (min(x[0] for x in cells), max(x[-1] for x in cells))
    answer = _Answer(
        n=n,
        stars=stars,
        seed=seed,
        difficulty=difficulty,
        plan=None if plan is None else {part.name: part.count for part in parts},
        shape=shape,
        region_style=region_style or "mixed",
        pieces=pieces,
        boards=boards,
        count=total,
        made=made.count,
        sizes=made.sizes,
        before=made.before,
        seconds=perf_counter() - start,
        listed=not targets,
        format=format,
        status="solved",
    )
    if made.reason is not None:
        answer.stop(made.reason)
    output = Options(as_json=as_json, quiet=quiet)
    if not targets and output.verbose and boards:
        if format is not None:
            click.echo(write_boards([board.grid for board in boards], format), nl=False)
        else:
            _show_boards(boards)
    for target in targets:
        if target not in streams:
            _save(answer, target)
    return report_answer(answer, output, err=not targets)


@dataclass
class _Made:
    """What a run has made: the number of boards, their regions, and why it stopped."""

    count: int = 0
    before: int = 0  # boards that an earlier run has made
    sizes: tuple[int, int] = (0, 0)
    reason: str | None = None


def _partial_boards(partial: object) -> list[Board]:
    """Return the boards that a stopped run has made; none if they are in a file."""
    return partial if isinstance(partial, list) else []


def _show_boards(boards: list[Board]) -> None:
    """Draw boards, with a blank line between them."""
    for i, board in enumerate(boards):
        click.echo("\n" if i else "", nl=False)
        show_board(board)


def _progress_bar(line: ProgressLine, start: float) -> Callable[[int, int], object] | None:
    if not line.wanted:
        return None

    def tick(made: int, wanted: int) -> None:
        seconds = perf_counter() - start
        if seconds < 1:
            return
        text = f"{made:,} of {plural(wanted, 'board')}, {seconds:.0f} s"
        line.show_bar(made / wanted, text)

    return tick


def _check_target(out: str, format: str | None) -> Path:
    """Return the file or directory to write; refuses an OUT that cannot be written."""
    check_fields(out)
    path = Path(out)
    if format is not None:
        if path.is_dir() or not path.parent.is_dir():
            raise click.UsageError(f"-o {out}: expected a file in an existing folder")
        return path
    kind = path.suffix.lower()
    # A new directory is never named board.pdf or -.
    odd = not path.is_dir() and (path.exists() or out == "-" or kind in _NO_FOLDERS)
    if not out or (path.is_dir() if kind in _KINDS else odd):
        expected = f"a directory or a file named *{', *'.join(_KINDS[:-1])} or *{_KINDS[-1]}"
        raise click.UsageError(f"-o {out}: expected {expected}")
    if kind in _KINDS:
        check_suffix(out, _KINDS)
        if not path.parent.is_dir():
            raise InputError("found no such directory", source=str(path.parent))
    return path


def _is_folder(target: Path, format: str | None) -> bool:
    """Whether each board gets its own file in this directory."""
    return format is None and target.suffix.lower() not in _KINDS


def _save(answer: _Answer, target: Path) -> None:
    """Write the boards to one file, or each to its own file in a directory."""
    boards = answer.boards  # empty if a stream has written them
    if not boards:
        return
    if answer.format is not None:
        write_file(target, write_boards([board.grid for board in boards], answer.format))
        return
    if not _is_folder(target, answer.format):
        shown = [Shown(board) for board in boards]
        kind = target.suffix.lower()
        if kind == ".pdf":
            _write_book(answer, target)
        elif kind == ".csv":
            write_file(target, _book_of(answer).to_csv())
        elif kind in PICTURES:
            write_sheets(target, shown, partial(paint, kind))
        else:
            makers = board_makers(boards) | {".txt": lambda: texts_of(shown)}
            write_file(target, makers[kind]())
        return
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the directory: {error.strerror}", source=str(target)
        ) from None
    paths = _series(target, answer.n, answer.stars, answer.seed, answer.count)
    for path, board in zip(paths, boards, strict=False):
        text = str(board) if board.stars == 1 else dumps(describe_board(board.grid))
        write_file(path, f"{text}\n")


def _book_of(answer: _Answer) -> PuzzleBook:
    """Rate and solve the boards."""
    records = (make_record(x, k, answer.seed) for k, x in enumerate(answer.boards, 1))
    return PuzzleBook(tuple(records))


def _write_book(answer: _Answer, target: Path) -> None:
    """Draw the boards with their tiers and scores; if Ctrl-C stops this, keep the boards."""
    try:
        captions = [record.caption for record in _book_of(answer).records]
        write_file(target, paint_pages(answer.boards, captions=captions))
    except KeyboardInterrupt:
        saved = _free_name(target)
        write_file(saved, texts_of([Shown(board) for board in answer.boards]))
        click.echo(
            f"interrupted while drawing; the boards are in {escape_control(str(saved))}: "
            f"`fastqueens convert {escape_control(str(saved))} -o {escape_control(str(target))}` "
            "draws them",
            err=True,
        )
        raise


def _free_name(target: Path) -> Path:
    """Return the name of a new text file beside a book."""
    names = (target.with_name(f"{target.stem}-boards{x}.txt") for x in ("", *range(2, 1000)))
    return next((name for name in names if not name.exists()), target.with_suffix(".txt"))


def _series_of(
    target: Path, format: str | None, n: int, stars: int, seed: int, count: int
) -> Iterable[Path]:
    """Return the files that are written beside or in the target; none if it is one file."""
    if _is_folder(target, format):
        return _series(target, n, stars, seed, count)
    is_picture = format is None and target.suffix.lower() in PICTURES
    sheets = sheet_names(target, count) if is_picture else []
    return sheets if len(sheets) > 1 else []


def _series(folder: Path, n: int, stars: int, seed: int, count: int) -> Iterator[Path]:
    """Return the files in a directory, one for each board."""
    for i in range(1, count + 1):
        number = f"{n}-{seed}-{series_number(i, count)}"
        name = f"queens-{number}.txt" if stars == 1 else f"stars{stars}-{number}.json"
        yield folder / name
