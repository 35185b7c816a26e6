"""The command ``slide``: solves sliding tiles such as the 15-puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from fastqueens import sliding
from fastqueens.cli import output_files as outputs
from fastqueens.cli.comparison_report import (
    check_table_file,
    compare_option,
    read_problems,
    report_comparison,
)
from fastqueens.cli.drawing_options import chosen, drawing_options, paint_pages
from fastqueens.cli.file_claims import READ
from fastqueens.cli.live_view import LiveScreen, Pace, check_live, frame_options
from fastqueens.cli.options import (
    SEED,
    Command,
    Options,
    complete_file,
    exclude,
    json_option,
    need,
    out_option,
    quiet_option,
    refuse_together,
)
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.cli.stdio import ProgressLine, progress_line, read_stdin, show
from fastqueens.results import Interrupted, Stats
from fastqueens.search import Progress
from fastqueens.sliding import drawing, formats
from fastqueens.sliding import solution_report as report
from fastqueens.validation import plural

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.text import Text

    from fastqueens.search_frames import Frame

__all__ = ["slide"]

_KINDS = (".txt", ".json", *outputs.PICTURES, ".gif")
_MEGABYTE = 1 << 20
_MEGABYTES = 1024  # default memory for boards
_DELAY = 300  # default milliseconds for each move
_SEARCH_SECONDS = 4.0  # the time for which a search is shown, before its moves


@dataclass(kw_only=True)
class _Options(Options):
    search: dict[str, Any]  # keywords of sliding.solve
    live: Pace | None
    delay: int


@dataclass(kw_only=True)
class _Answer(Answer):
    puzzle: sliding.Puzzle
    kurang: sliding.Kurang
    result: sliding.SlidingResult | None = None

    @property
    def moves(self) -> list[str] | None:
        """The moves, if a solution was found."""
        return None if self.result is None else self.result.moves

    def about(self) -> dict[str, Any]:
        return self.puzzle.as_dict() | {"kurang": self.kurang.as_dict()}

    def found(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.result is not None:
            found |= {"heuristic": self.result.heuristic, "visited": self.result.visited}
            if self.result.moves is not None:
                found |= {
                    "length": self.result.length,
                    "optimal": self.result.optimal,
                    "moves": self.result.moves,
                }
            found["bound"] = self.result.bound
        return found

    def verdict(self) -> str:
        result = self.result
        if result is None:
            return "interrupted" if self.reason else ""
        if self.reason:
            return f"{REASONS[self.reason]}, {plural(result.bound, 'move')} at least"
        if result.moves is None:
            return "cannot be solved"
        return "solved" + ", no solution is shorter" * result.optimal

    def summary(self) -> str:
        result = self.result
        if result is None:
            return super().summary()
        if result.moves is None and not result.reason:
            return f"{self.verdict()} · {result.stats.seconds * 1e3:.3f} ms"
        last = f"{self.verdict()} · {result.method}, {result.heuristic} · {result.stats}"
        if result.moves is None:
            return last
        least = "" if result.optimal else f", at least {result.bound}"
        moves = f"{plural(len(result.moves), 'move')}{least}: {' '.join(result.moves)}".rstrip(": ")
        return f"{moves}\n{last}"


@click.command(
    cls=Command,
    help="""Solve sliding tiles in the fewest moves. Give - as FILE to read standard input.

    A file has a line of numbers for each row, with 0 for the blank; boards have 2 to 5 rows and
    columns. The name of a move is the direction in which the blank moves.

    Boards of more than 16 cells are solved by the method anytime: the solution found within the
    limit may not be a shortest one, and the answer states a lower bound on the number of moves.
    """,
)
@click.argument("files", nargs=-1, type=READ, metavar="FILE...", shell_complete=complete_file)
@click.option(
    "--method",
    type=click.Choice(list(sliding.METHODS)),
    help="The method of the search; by default ida up to 16 cells, and anytime for more cells.",
)
@click.option(
    "--heuristic",
    type=click.Choice(sliding.HEURISTICS),
    help="The lower bound that guides the search; by default the best one for the method.",
)
@click.option(
    "--visited",
    type=click.Choice(get_args(sliding.Visited)),
    help="For branch-and-bound: when a board is marked as visited. expanded-again (the default): "
    "when it is expanded; copies of it in the queue are expanded again, as in the 15-puzzle "
    "report. expanded-once: the same, but the copies are dropped. generated: when it is generated.",
)
@click.option("--goal", type=READ, metavar="FILE", help="A file with the arrangement to reach.")
@compare_option
@click.option("--random", "randomly", is_flag=True, help="Solve a random puzzle.")
@click.option("--seed", type=SEED, help="The seed of --random; by default 0.")
@click.option("--size", metavar="RxC", help="The size of the puzzle of --random; by default 4x4.")
@click.option("--live", is_flag=True, help="Show the search in the terminal, then the moves.")
@frame_options
@click.option(
    "--delay",
    type=click.IntRange(1, 60_000),
    metavar="MS",
    help="Milliseconds for each move, for --live and .gif; 300 by default.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Stop after S seconds.",
)
@click.option(
    "--node-limit",
    type=click.IntRange(min=0),
    metavar="N",
    help="Stop after N boards; without any limit, anytime stops after 100 million.",
)
@click.option(
    "--max-mb",
    type=click.IntRange(1, 1 << 24),
    metavar="MB",
    help="Memory for the boards of a-star, branch-and-bound and anytime; 1024 by default.",
)
@json_option("puzzle")
@out_option(
    "a .txt (each move with its board), .json, .svg, .png or .pdf (the boards as a filmstrip) or "
    ".gif (an animation)"
)
@drawing_options(axes=None, regions=False)
@quiet_option
def slide(
    files: tuple[str, ...],
    method: sliding.MethodName | None,
    heuristic: sliding.Heuristic | None,
    visited: sliding.Visited | None,
    goal: str | None,
    compare: bool,
    randomly: bool,
    seed: int | None,
    size: str | None,
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: int | None,
    time_limit: float | None,
    node_limit: int | None,
    max_mb: int | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    if randomly == bool(files):
        raise click.UsageError("expected either FILEs or --random" + ", not both" * randomly)
    need({"--size": size, "--seed": seed}, {"--random": randomly})
    refuse_together({"--compare": compare, "--live": live})
    chosen_search = {"--method": method, "--heuristic": heuristic, "--visited": visited}
    exclude("--compare", compare, chosen_search)
    limits: dict[str, Any] = {"time_limit": time_limit, "node_limit": node_limit}
    wanted = None if goal is None else _load(goal, None)
    if compare:
        exclude("--compare", compare, {"--fps": fps, "--stride": stride, "--delay": delay})
        check_table_file(out)
        names = ("random",) if randomly else files
        load = partial(_make_or_load, randomly, size, seed or 0, wanted)
        return report_comparison(
            read_problems(names, load),
            sliding.compare,
            lambda puzzle: puzzle.as_dict() | {"kurang": sliding.kurang(puzzle).as_dict()},
            out=out,
            as_json=as_json,
            quiet=quiet,
            **limits,
            max_bytes=(max_mb or _MEGABYTES) * _MEGABYTE,
        )
    search = _search_options(method, heuristic, visited, max_mb, limits)
    animated = out is not None and out.lower().endswith(".gif")
    need({"--delay": delay}, {"--live": live, "-o FILE.gif": animated})
    view = check_live(live, fps, stride, None, {"--json": as_json, "--quiet": quiet})
    outputs.check_out(out, files, _KINDS)
    options = _Options(
        search=search,
        live=view,
        delay=delay or _DELAY,
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    save = partial(_save, delay=options.delay)
    load = partial(_make_or_load, randomly, size, seed or 0, wanted)
    return outputs.answer_files(("random",) if randomly else files, options, load, _solve, save)


def _make_or_load(
    randomly: bool, size: str | None, seed: int, goal: sliding.Puzzle | None, file: str
) -> sliding.Puzzle:
    """Return the puzzle of a file, or a random one."""
    if not randomly:
        return _load(file, goal)
    rows, columns = _size(size)
    return sliding.random(rows, columns=columns, seed=seed, goal=goal)


def _search_options(
    method: sliding.MethodName | None,
    heuristic: sliding.Heuristic | None,
    visited: sliding.Visited | None,
    max_mb: int | None,
    limits: dict[str, Any],
) -> dict[str, Any]:
    """Check the options of a search, and return the keywords of `sliding.solve`."""
    need({"--visited": visited}, {"--method branch-and-bound": method == "branch-and-bound"})
    keeps_boards = ("a-star", "branch-and-bound", "anytime")
    keeping = {f"--method {name}": method == name for name in keeps_boards}
    need({"--max-mb": max_mb}, keeping | {"--compare": False})
    if heuristic and heuristic not in sliding.METHOD_HEURISTICS[method or "ida"]:
        known = ", ".join(sliding.METHOD_HEURISTICS[method or "ida"])
        raise click.UsageError(f"--heuristic {heuristic}: method {method} supports {known}")
    search: dict[str, Any] = {"method": method, "heuristic": heuristic}
    if visited is not None:
        search["visited"] = visited
    return search | limits | _memory(max_mb)


def _memory(max_mb: int | None) -> dict[str, int]:
    return {"max_bytes": (max_mb or _MEGABYTES) * _MEGABYTE}


def _size(size: str | None) -> tuple[int, int]:
    rows, by, columns = (size or "4x4").lower().partition("x")
    if not by or not (rows.isdecimal() and columns.isdecimal()):
        raise click.UsageError(f"--size {size}: expected rows and columns, as in 4x4")
    return int(rows), int(columns)


def _load(file: str, goal: sliding.Puzzle | None) -> sliding.Puzzle:
    if file == "-":
        data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
        return sliding.Puzzle.from_bytes(data, goal=goal, source="<stdin>")
    return sliding.Puzzle.from_file(file, goal=goal)


def _solve(file: str, puzzle: sliding.Puzzle, options: _Options) -> _Answer:
    answer = _Answer(file=file, puzzle=puzzle, kurang=sliding.kurang(puzzle), status="stopped")
    if options.verbose:
        show(
            lambda: drawing.text(puzzle.tiles),
            lambda: drawing.ansi(puzzle.tiles, puzzle.goal, look=chosen().look),
        )
        click.echo(report.kurang_text(answer.kurang))
    if options.live is not None:
        _watch(answer, options, replace(options.live, run=_SEARCH_SECONDS))
    else:
        _search(answer, options)
    return answer


class _StatsRecorder:
    """Records the work of a search, for an answer after an interrupt."""

    def __init__(self, line: ProgressLine) -> None:
        self.line = line
        self.stats = Stats({"nodes": 0}, 0.0)

    def __call__(self, progress: Progress) -> None:
        self.stats = Stats(progress.counters, progress.seconds)
        if self.line.tick is not None:
            self.line.tick(progress)


def _search(answer: _Answer, options: _Options) -> None:
    with progress_line(quiet=options.quiet) as line:
        watch = _StatsRecorder(line)
        try:
            answer.result = sliding.solve(answer.puzzle, progress=watch, **options.search)
        except Interrupted as stop:
            answer.result = stop.partial
            answer.method, answer.stats = stop.partial.method, stop.partial.stats
            answer.stop("interrupt")
        except KeyboardInterrupt:
            answer.stats = watch.stats
            answer.stop("interrupt")
        else:
            answer.status, answer.reason = answer.result.status, answer.result.reason
            answer.method, answer.stats = answer.result.method, answer.result.stats


def _watch(answer: _Answer, options: _Options, pace: Pace) -> None:
    """Show the search, then the moves one by one; the last board stays on the terminal."""
    puzzle, search = answer.puzzle, options.search
    screen = LiveScreen(pace, partial(_draw, puzzle))
    frames = None
    with screen:
        try:
            make = partial(sliding.frames, puzzle, **search)
            frames = make()
            screen.play(frames, make, time_limit=search["time_limit"])
            moves = frames.solutions[-1] if frames.solutions else []
            screen.show_all(_pictures(puzzle, moves), options.delay / 1e3)
        except KeyboardInterrupt:
            answer.stop("interrupt")
    screen.print_last()
    if frames is not None:
        answer.method, answer.stats = frames.method, frames.stats
        if frames.status != "running":
            answer.result = frames.result()
            if answer.reason is None:
                answer.status, answer.reason = answer.result.status, answer.result.reason


def _draw(
    puzzle: sliding.Puzzle, frame: Frame[sliding.Tiles], size: ConsoleDimensions
) -> tuple[Text, list[str]]:
    """Draw the current board of a search."""
    shown = frame.view
    picture = drawing.ansi(shown.tiles, puzzle.goal, moved=shown.hand, look=chosen().look)
    facts = [f"{plural(len(shown.moves), 'move')} from the start"]
    if shown.bound is not None:
        facts.append(f"{plural(shown.bound, 'move')} at least")
    if shown.length is not None:
        facts.append(f"solved in {plural(shown.length, 'move')}, looking for fewer")
    return picture, facts


def _pictures(puzzle: sliding.Puzzle, moves: Sequence[str]) -> Iterator[tuple[Text, list[str]]]:
    """Draw the boards from the start to the goal, each with the moved tile marked."""
    boards = sliding.replay(puzzle, moves)
    for number, move in enumerate(moves, start=1):
        tile = int(boards[number][boards[number - 1] == 0][0])
        picture = drawing.ansi(boards[number], puzzle.goal, moved=tile, look=chosen().look)
        yield picture, [f"move {number} of {len(moves)}: {move}"]


def _save(answer: _Answer, path: Path, *, delay: int) -> None:
    """Write the boards from the start to the goal; only the start if there is no solution."""
    puzzle, moves = answer.puzzle, answer.moves or []
    boards = sliding.replay(puzzle, moves)
    look = chosen().look
    filmstrips = (
        [boards] if answer.moves is not None or path.suffix.lower() in outputs.PICTURES else []
    )
    outputs.save(
        answer,
        path,
        filmstrips,
        {
            ".txt": lambda _: report.text(puzzle, moves, answer.stats or Stats()),
            ".svg": lambda _: drawing.svg(boards, puzzle.goal, look=look),
            ".png": lambda _: drawing.png(boards, puzzle.goal, look=look),
            ".pdf": lambda _: _draw_pages(puzzle, moves),
            ".gif": lambda _: drawing.gif(boards, puzzle.goal, delay=delay, look=look),
        },
    )


def _draw_pages(puzzle: sliding.Puzzle, moves: Sequence[str]) -> bytes:
    """Draw the boards from the start to the goal, each with the move that leads to it."""
    boards = sliding.replay(puzzle, moves)
    shown = [sliding.Puzzle.from_array(board, goal=puzzle.goal) for board in boards]
    return paint_pages(shown, captions=["", *moves])
