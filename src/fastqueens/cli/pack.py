"""The command ``pack``: packs pieces into boards, pyramids and boxes in space."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fastqueens import packing
from fastqueens.cli import output_files as outputs
from fastqueens.cli.board_ref import STDIN, BoardRef
from fastqueens.cli.comparison_report import (
    check_table_file,
    compare_option,
    read_problems,
    report_comparison,
)
from fastqueens.cli.drawing_options import chosen, drawing_options, paint_pages
from fastqueens.cli.live_view import PANEL, LiveScreen, Pace, check_live, live_options
from fastqueens.cli.options import (
    Command,
    Options,
    all_option,
    check_count_options,
    count_option,
    exclude,
    executor_option,
    files_argument,
    json_option,
    ledger_option,
    limit_option,
    need,
    out_option,
    quiet_option,
    refuse_together,
    time_limit_option,
)
from fastqueens.cli.reports import Answer
from fastqueens.cli.run_search import count_into, find_into, watch_into
from fastqueens.cli.stdio import read_stdin, show
from fastqueens.method import choose
from fastqueens.packing import boxed_text as boxes
from fastqueens.packing import drawing, formats
from fastqueens.packing.search import Distinct
from fastqueens.results import Stats, escape_control
from fastqueens.search import Clock, Search, Solutions
from fastqueens.validation import plural

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.text import Text

    from fastqueens.search_frames import Frame

__all__ = ["pack"]


@dataclass(kw_only=True)
class _Answer(Answer):
    puzzle: packing.Puzzle
    infeasible: str | None = None
    solutions: list[packing.Packing] = field(default_factory=list)

    def about(self) -> dict[str, Any]:
        return {"puzzle": self.puzzle.as_dict()}

    def found(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"infeasible": self.infeasible} if self.infeasible else {}
        found = [x.placements_as_dict() for x in self.solutions]
        if self.all_solutions:
            answer["solutions"] = found
        elif found:
            answer |= found[0]
        return answer

    def verdict(self) -> str:
        return super().verdict() + (f": {self.infeasible}" if self.infeasible else "")


@dataclass(kw_only=True)
class _Options(Options):
    method: Any
    count: bool
    count_options: dict[str, Any]
    distinct: Distinct
    live: Pace | None
    time_limit: float | None


@click.command(
    cls=Command,
    help="""Fill boards with pieces, as in IQ Puzzler Pro. Give - as FILE to read standard input.

    The first line of FILE has the numbers of rows, columns and pieces, the second line the word
    DEFAULT, CUSTOM or PYRAMID. After CUSTOM, the next lines draw the board, with X for a cell and
    . for a hole. The remaining lines draw the pieces, each with its own letter. All pieces must be
    used; they may be turned and mirrored. A box of cubes has four numbers in its first line, with
    the layers first, and a blank line between layers; its pieces may be turned, not mirrored.
    FILE may also be JSON or an .xmpuzzle file of BurrTools; p.xmpuzzle:2 is the second problem of
    such a file.
    """,
)
@files_argument
@click.option(
    "--method",
    type=click.Choice(list(packing.COUNT_METHODS)),
    default="auto",
    show_default=True,
    help="The method of the search; memo works with --count only.",
)
@all_option
@count_option
@click.option(
    "--distinct",
    is_flag=True,
    help="With --all or --count: count solutions that are rotations or reflections of each other "
    "as one solution. In a box of cubes, mirror images are different solutions unless --mirror is "
    "given.",
)
@click.option(
    "--mirror",
    is_flag=True,
    help="With --distinct, for a box of cubes: count mirror images as one solution.",
)
@limit_option
@compare_option
@live_options
@executor_option
@ledger_option
@time_limit_option("file")
@json_option("file")
@out_option("a .txt, .json, .svg, .png, .pdf or .gif file (the pieces are lowered one by one)")
@drawing_options(views=True)
@quiet_option
def pack(
    files: tuple[str, ...],
    method: str,
    all_solutions: bool,
    count: bool,
    distinct: bool,
    mirror: bool,
    limit: int | None,
    compare: bool,
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: float | None,
    executor: str | None,
    ledger: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    refuse_together({"--all": all_solutions, "--count": count})
    need({"--limit": limit, "--distinct": distinct}, {"--all": all_solutions, "--count": count})
    need({"--mirror": mirror}, {"--distinct": distinct})
    refs = tuple(map(BoardRef.parse, files))
    if compare:
        others = {"--count": count, "--distinct": distinct, "--limit": limit, "--live": live}
        given = {"--fps": fps, "--stride": stride, "--delay": delay, "--executor": executor}
        exclude("--compare", compare, others)
        exclude("--compare", compare, given | {"--ledger": ledger})
        exclude("--compare", compare, {"--method": method != "auto"})
        check_table_file(out)
        return report_comparison(
            read_problems(refs, _load),
            packing.compare,
            lambda puzzle: {"puzzle": puzzle.as_dict()},
            out=out,
            as_json=as_json,
            quiet=quiet,
            all_solutions=all_solutions,
            time_limit=time_limit,
        )
    if method == "memo" and (not count or limit is not None):
        raise click.UsageError("--method memo needs --count and does not support --limit")
    choose(packing.COUNT_METHODS, method, all_solutions=all_solutions or count)
    view = check_live(
        live, fps, stride, delay, {"--count": count, "--json": as_json, "--quiet": quiet}
    )
    kinds = (".txt", ".json", *outputs.PICTURES, ".gif")
    if all_solutions and out is not None and out.lower().endswith(".gif"):
        raise click.UsageError("-o FILE.gif shows one solution, so it cannot be used with --all")
    count_options = {"executor": executor, "ledger": ledger}
    check_count_options(count_options, {"--count": count}, files, limit)
    outputs.check_out(out, refs, kinds, numbers="--count" if count else "")
    options = _Options(
        method=method,
        all_solutions=all_solutions,
        count=count,
        count_options=count_options,
        distinct="mirror" if mirror else distinct,
        limit=limit,
        live=view,
        time_limit=time_limit,
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    return outputs.answer_files(refs, options, _load, _solve, _save)


def _load(ref: BoardRef) -> packing.Puzzle:
    """Read a puzzle; the number in the reference selects a problem of an .xmpuzzle file."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", packing.PackingWarning)
        if ref.file == STDIN:
            data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
            puzzle = packing.Puzzle.from_bytes(data, source=ref.source, problem=ref.number)
        else:
            puzzle = packing.Puzzle.from_file(ref.file, problem=ref.number)
    for warning in caught:
        click.echo(f"warning: {escape_control(ref.source)}: {warning.message}", err=True)
    return puzzle


def _solve(file: BoardRef, puzzle: packing.Puzzle, options: _Options) -> _Answer:
    answer = _Answer(
        file=file, puzzle=puzzle, method=options.method, all_solutions=options.all_solutions
    )
    if options.count:
        count = partial(
            packing.count,
            puzzle,
            method=options.method,
            distinct=options.distinct,
            limit=options.limit,
            time_limit=options.time_limit,
            **options.count_options,
        )
        count_into(answer, count, quiet=options.quiet)
        return answer
    clock = Clock(options.time_limit)
    filling = packing.PackingSearch(puzzle, method=options.method, distinct=options.distinct)
    answer.infeasible = filling.infeasible
    if options.live is not None:
        make = partial(
            packing.frames,
            puzzle,
            method=options.method,
            distinct=options.distinct,
            limit=options.limit if options.all_solutions else 1,
            time_limit=options.time_limit,
        )
        screen = LiveScreen(options.live, _draw)
        frames = watch_into(answer, make, options, _show, screen, time_limit=options.time_limit)
        answer.solutions = frames.solutions
        return answer
    search = Search(filling, time_limit=clock)
    solutions = Solutions(
        search,
        filling.packing,
        method=filling.method,
        complete=packing.METHODS[filling.method].complete,
    )
    answer.solutions = find_into(answer, solutions, options, _show)
    return answer


def _show(solution: packing.Packing) -> None:
    show(lambda: str(solution), lambda: drawing.ansi(solution.layout, look=chosen().look))


def _save(answer: _Answer, path: Path) -> None:
    makers: dict[str, outputs.Maker] = {
        ".txt": partial(_text, answer),
        ".svg": partial(_paint, drawing.svg),
        ".png": partial(_paint, drawing.png),
        ".pdf": paint_pages,
        ".gif": _animate,
    }
    outputs.save(answer, path, answer.solutions, makers)


def _animate(solutions: Sequence[packing.Packing]) -> bytes:
    """Draw the assembly of a solution; say in which order the pieces are lowered."""
    solution = solutions[0]
    picture = solution.to_gif(**chosen().options)
    if not click.get_current_context().params["quiet"]:
        groups = solution.drop_order()
        words = ", ".join(escape_control("+".join(group)) for group in groups)
        locked = any(len(group) > 1 for group in groups)
        note = "; pieces joined by + lock each other and are lowered together" if locked else ""
        click.echo(f"lowered from above in this order: {words}{note}", err=True)
    return picture


def _paint(draw: Callable[..., str | bytes], solutions: Sequence[packing.Packing]) -> str | bytes:
    """Draw the solutions in the style of the command's options."""
    return draw([x.layout for x in solutions], look=chosen().look)


def _text(answer: _Answer, solutions: Sequence[packing.Packing]) -> str:
    """Write the solutions in boxes, the cells of each block, the work and the time."""
    return boxes.solution_text(solutions, boxes.work_lines(answer.stats or Stats()))


def _draw(frame: Frame[packing.Pieces], size: ConsoleDimensions) -> tuple[Text, list[str]]:
    """Draw the pieces on the board during a search."""
    from rich.text import Text

    standing, puzzle = frame.view.packing, frame.view.packing.puzzle
    picture = Text(str(standing), no_wrap=True)
    if 2 * len(standing.rows()[0]) + PANEL <= size.width:
        picture = drawing.ansi(standing.layout, hand=frame.view.hand, look=chosen().look)
    facts = [f"{len(standing.numbers)} of {plural(len(puzzle.pieces), 'piece')}"]
    if frame.view.piece is not None and frame.status == "running":
        facts.append(f"trying: {puzzle.pieces[frame.view.piece].name}")
    return picture, facts
