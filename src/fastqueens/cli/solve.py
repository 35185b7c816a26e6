"""The command ``solve``: solves boards of coloured Queens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens import queens
from fastqueens.cli import output_files as outputs
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    about_board,
    format_option,
    show_board,
    stars_option,
)
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import BOARD_STYLES, drawing_options, text_of
from fastqueens.cli.image_input import boards_argument, picture_options
from fastqueens.cli.live_view import LiveScreen, Pace, check_live, draw_position, live_options
from fastqueens.cli.options import (
    SEED,
    Options,
    all_option,
    allow_empty_regions_option,
    count_option,
    exclude,
    executor_option,
    json_option,
    keep_going_option,
    limit_option,
    need,
    out_option,
    quiet_option,
    read_settings,
    refuse_together,
    resume_option,
    time_limit_option,
)
from fastqueens.cli.reports import UNSOLVABLE, Answer
from fastqueens.cli.run_search import count_into, find_into, watch_into
from fastqueens.cli.stream_formats import ANSWERS, SBN, stream_of
from fastqueens.method import choose
from fastqueens.queens.grid.placements import kernel_cells
from fastqueens.queens.solving.methods import COUNT_METHODS
from fastqueens.validation import plural

__all__ = ["solve"]

_COUNT_ONLY = ("auto", "rows")  # methods that count but do not list solutions


@dataclass(kw_only=True)
class _Answer(Answer):
    board: queens.Board
    solutions: list[NDArray[np.int16]] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """The exit code: with --unique, `UNSOLVABLE` if the board has several solutions."""
        if self.status == "solved" and not self.facts.get("unique", True):
            return UNSOLVABLE
        return super().exit_code

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        if self.all_solutions:
            return {"solutions": [x.tolist() for x in self.solutions]}
        return {"queens": self.solutions[0].tolist()} if self.solutions else {}

    def verdict(self) -> str:
        facts = self.facts
        if self.reason:
            text = super().verdict()
            if "fitness" in facts:
                text += f", the best placement has fitness {facts['fitness']:g}"
            return text
        if "unique" in facts and self.status == "solved":
            return "unique" if facts["unique"] else "several solutions"
        if facts.get("count") == 0:
            return plural(0, "solution")
        return super().verdict()


@dataclass(kw_only=True)
class _Options(Options):
    method: str | None
    settings: dict[str, Any]
    live: Pace | None
    count: bool
    unique: bool
    limits: dict[str, Any]


@click.command(
    cls=BoardCommand,
    help="""Solve coloured Queens boards in files of any format.

    Give - as FILE to read standard input. The format is guessed from the content of a file: a
    drawing, JSON, SBN, a puzz.link address or another format. A file may contain many boards; a
    .jsonl or .sbn file has a board on each line. The name boards.sbn:3 means the third board of a
    file. With -o answers.jsonl (or .npy, .csv, .parquet), the answer to each board of one FILE is
    written at once, so the file may be of any length; --time-limit is then the limit for the whole
    file.

    The rules: each row, column and region has one queen (or K queens with --stars K), and no two
    queens touch.
    """,
)
@boards_argument
@picture_options
@click.option(
    "--method",
    type=click.Choice(list(COUNT_METHODS)),
    help="The method of the search, bitboard by default; `fastqueens methods` describes them.",
)
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A setting of the method, as in order=mrv; may be repeated. `fastqueens methods NAME` "
    "lists the settings of a method.",
)
@live_options
@all_option
@count_option
@click.option("--unique", is_flag=True, help="Report whether there is exactly one solution.")
@limit_option
@time_limit_option("board")
@click.option(
    "--node-limit",
    type=click.IntRange(min=0),
    metavar="N",
    help="Stop the search on each board after N nodes.",
)
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="The seed of random choices.",
)
@stars_option
@format_option
@allow_empty_regions_option
@json_option("file")
@out_option(
    "a .txt, .json, .jsonl, .sbn, .svg, .png or .pdf file; for a file of many boards also .npy, "
    ".csv, .parquet"
)
@keep_going_option
@resume_option
@executor_option
@drawing_options(styles=BOARD_STYLES)
@quiet_option
def solve(
    reader: BoardReader,
    method: str | None,
    words: tuple[str, ...],
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: float | None,
    all_solutions: bool,
    count: bool,
    unique: bool,
    limit: int | None,
    time_limit: float | None,
    node_limit: int | None,
    seed: int,
    as_json: bool,
    out: str | None,
    keep_going: bool,
    resume: bool,
    executor: str | None,
    quiet: bool,
) -> int:
    counts = {"--count": count, "--unique": unique}
    refuse_together({"--all": all_solutions, **counts})
    need({"--limit": limit}, {"--all": all_solutions, "--count": count})
    view = check_live(live, fps, stride, delay, {**counts, "--json": as_json, "--quiet": quiet})
    if method in _COUNT_ONLY:
        need({f"--method {method}": True}, {"--count": count})
    settings = read_settings(words, COUNT_METHODS, method or "bitboard")
    choose(
        COUNT_METHODS,
        method or "bitboard",
        settings,
        all_solutions=all_solutions or count or unique,
    )
    single = {
        "--all": all_solutions,
        "--live": live,
        "--node-limit": node_limit,
        "--set": bool(words),
    }
    single["--method"] = method not in (None, "bitboard")
    kinds: tuple[str, ...] = ANSWERS
    if not any((*single.values(), *counts.values())):
        kinds = (*ANSWERS, SBN)
    streaming = {"--keep-going": keep_going, "--resume": resume, "--executor": executor}
    streamed = stream_of(reader, out, streaming, kinds)
    if streamed is not None and out is not None:
        exclude(f"-o {out}", True, single)
        from fastqueens.cli.batch_files import answer_many
        from fastqueens.queens.streams.pipeline import Query

        asked = Query(
            limit=limit if count else 2 if unique else 1, unique=unique, count=count, seed=seed,
            overrides=reader.overrides,
        )  # fmt: skip
        return answer_many(
            reader.refs[0].file, out, streamed, asked,
            words=("unique", "not unique") if unique else ("solved", "without solution"),
            resume=resume, keep_going=keep_going, time_limit=time_limit, as_json=as_json,
            quiet=quiet, executor=executor,
        )  # fmt: skip
    refs = reader.find()
    numbers = "--count or --unique" if count or unique else ""
    kinds = (*outputs.endings_of_boards("queens"), *outputs.PICTURES)
    outputs.check_out(out, refs, kinds, numbers=numbers)
    limits = {"time_limit": time_limit, "node_limit": node_limit}
    options = _Options(
        method=method,
        settings=settings,
        live=view,
        all_solutions=all_solutions,
        count=count,
        unique=unique,
        limit=limit,
        limits={**limits, "seed": seed},
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    return outputs.answer_files(refs, options, reader.load, _solve, _save)


def _solve(file: BoardRef, board: queens.Board, options: _Options) -> _Answer:
    counting = options.count or options.unique
    return (_count_solutions if counting else _find_solutions)(file, board, options)


def _find_solutions(file: BoardRef, board: queens.Board, options: _Options) -> _Answer:
    """Find one solution, or with --all every solution."""
    search: Any = {"method": options.method or "bitboard", **options.settings, **options.limits}
    answer = _Answer(file=file, board=board, all_solutions=options.all_solutions)
    show = partial(show_board, board)
    if options.live is not None:
        make = partial(
            queens.frames, board, limit=options.limit if options.all_solutions else 1, **search
        )
        piece = "queen" if board.stars == 1 else "star"
        screen = LiveScreen(options.live, partial(draw_position, board, piece))
        frames = watch_into(
            answer, make, options, show, screen, time_limit=options.limits["time_limit"]
        )
        answer.solutions, kernel = frames.solutions, frames.search.kernel
    else:
        found = queens.solutions(board, **search)
        answer.solutions = find_into(answer, found, options, show)
        kernel = found.search.kernel
    solved = answer.status == "solved"
    if (fitness := getattr(kernel, "fitness", None)) is not None and not solved:
        best = kernel_cells(kernel, board.n, best=True)
        answer.facts |= {"fitness": fitness, "best": best.tolist()}
        if options.verbose and options.live is None:
            show(best)
    elif options.verbose and not (solved or options.all_solutions or options.live):
        show(None)
    return answer


def _count_solutions(file: BoardRef, board: queens.Board, options: _Options) -> _Answer:
    """Count the solutions, for --count and --unique."""
    answer = _Answer(file=file, board=board, method=options.method or "bitboard")
    count = partial(
        queens.count,
        board,
        limit=2 if options.unique else options.limit,
        method=options.method or "auto",
        **options.settings,
        **options.limits,
    )
    number = count_into(answer, count, quiet=options.quiet)
    if options.unique and answer.reason != "interrupt":
        known = answer.status != "stopped"
        answer.facts = {"unique": number == 1 if known else None}
    return answer


def _save(answer: _Answer, path: Path) -> None:
    board = answer.board

    def text(found: Sequence[NDArray[np.int16]]) -> str:
        return "\n\n".join(text_of(board, x) for x in found) + "\n"

    def written(found: Sequence[NDArray[np.int16]]) -> str | bytes:
        boards = [board.with_position(x) for x in found]
        return outputs.board_makers(boards)[path.suffix.lower()]()

    makers: dict[str, outputs.Maker] = dict.fromkeys(outputs.endings_of_boards("queens"), written)
    makers |= {".txt": text, **outputs.pictures(board)}
    outputs.save(answer, path, answer.solutions, makers)
