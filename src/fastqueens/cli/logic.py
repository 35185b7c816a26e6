"""The commands ``explain``, ``rate`` and ``hint``: coloured Queens as a person solves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from fastqueens import queens
from fastqueens.canvas.annotations import Marks
from fastqueens.cli.batch_files import answer_many, stream_of
from fastqueens.cli.board_input import (
    about_board,
    every_board,
    format_option,
    load,
    place_option,
    position_of,
    read_position,
    show_board,
    stars_option,
)
from fastqueens.cli.drawing_options import Shown, drawing_options, marked_text, painters
from fastqueens.cli.image_input import board_argument, boards_argument, picture_options
from fastqueens.cli.options import (
    Command,
    Options,
    at_most_one_option,
    exclude,
    executor_option,
    json_option,
    keep_going_option,
    need,
    out_option,
    resume_option,
    time_limit_option,
)
from fastqueens.cli.output_files import answer_files, check_out, save
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.queens.formats.writers import describe_queens
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import RuleOverrides
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic import hints
from fastqueens.queens.logic.steps import RULES, TIERS, Step, picture_of_step
from fastqueens.queens.streams.pipeline import Query
from fastqueens.results import Count, SearchStopped, escape_control
from fastqueens.validation import plural

__all__ = ["explain", "hint", "rate"]

_STATUS = {"solved": "solved", "open": "stopped"}  # of an outcome; of any other, unsolvable
_PATIENCE = 1_000_000  # nodes for counting solutions: about a second
_RULES = [*RULES, *TIERS[:-1]]


@dataclass(kw_only=True)
class _Rated(Answer):
    """How hard a board is; of `explain` with the steps."""

    board: queens.Board
    rating: logic.Rating
    steps: list[Step] | None = None
    name: str = ""  # what a person reads first
    count: Count | None = None  # solutions, where the rules did not solve it and they were counted

    def __post_init__(self) -> None:
        """Count the solutions where the rules are stuck: with several, none could do it."""
        self.status = _STATUS.get(self.rating.outcome, "unsolvable")
        if self.rating.outcome == "stuck":
            self.count = _count(self.board)
        if self.count is not None:
            self.facts = {"count": int(self.count), "exact": self.count.exact}

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        rating = self.rating
        found: dict[str, Any] = {"outcome": rating.outcome, "tier": rating.tier}
        found |= {"score": rating.score, "histogram": rating.histogram, "limit": rating.limit}
        return found | (
            {"steps": [x.as_dict() for x in self.steps]} if self.steps is not None else {}
        )

    def verdict(self) -> str:
        if self.count is not None and self.count > 1:
            return f"not unique: {'' if self.count.exact else 'at least '}{self.count:,} solutions"
        if self.count is not None and self.count.exact and not self.count:
            return "no solution"
        if self.rating.outcome == "stuck" and self.rating.limit is not None:
            return f"not solved by the rules: {logic.LIMITS[self.rating.limit]}"
        return {
            "solved": self.rating.tier,
            "stuck": "not unique",
            "contradiction": "no solution",
            "open": REASONS["time"],
        }[self.rating.outcome]

    def summary(self) -> str:
        used = [f"{number} {name}" for name, number in self.rating.histogram.items() if number]
        parts = [f"{self.name}{self.verdict()}", f"score {self.rating.score}", ", ".join(used)]
        return " · ".join(filter(None, parts))


def _count(board: queens.Board) -> Count | None:
    """Return how many solutions a board has, or at least has, without a long search for them."""
    try:
        return queens.count(board, node_limit=_PATIENCE)
    except SearchStopped as stop:
        found = cast(Count, stop.partial)
        return Count(found, exact=False) if found > 1 else None


@dataclass(kw_only=True)
class _Hinted(Answer):
    """A hint; none if the time was over before."""

    board: queens.Board
    hint: hints.Hint | None = None

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        if self.hint is None:
            return {}
        found = self.hint.as_dict()
        if self.hint.solution is not None:
            found["queens"] = describe_queens(self.board.grid, self.hint.solution)
        return found

    def verdict(self) -> str:
        if self.hint is None:
            return super().verdict()
        return self.hint.sentence


@dataclass(kw_only=True)
class _Left(Answer):
    """The cells left to a position; none if the time was over before."""

    board: queens.Board
    left: queens.Candidates | None = None

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        if self.left is None:
            return {}
        return {name: value for name, value in self.left.as_dict().items() if name != "counters"}

    def verdict(self) -> str:
        if self.left is None:
            return super().verdict()
        left = f"{len(self.left)} of {plural(self.left.left.size, 'cell')} left"
        return left if self.left else f"no solution from here, {left} when that was seen"


_cross = click.option("--eliminated", "cross", metavar="CELLS", help="Cells crossed out already.")
_max_rule = click.option(
    "--max-rule", type=click.Choice(_RULES), help="The hardest rule or tier to use."
)


@click.command(cls=Command)
@board_argument
@picture_options
@place_option
@_cross
@_max_rule
@stars_option
@format_option
@at_most_one_option
@time_limit_option()
@json_option()
@out_option(
    "a .txt, .json, .svg or .png file, the steps on a sheet; with {step} in its name a file each",
    several=False,
)
@drawing_options(axes=True)
@click.option("--boards/--no-boards", default=True, help="Whether a board follows each step.")
def explain(
    file: str,
    place: str | None,
    cross: str | None,
    max_rule: str | None,
    stars: int | None,
    allow_empty_regions: bool,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    boards: bool,
) -> int:
    """Solve a coloured Queens board step by step, in words, and say how hard it is.

    The board of a step shows its cells (* as text), those that it rules out (x), and those ruled
    out before (.).
    """
    check_out(out, (file,), (".txt", ".json", ".svg", ".png"), fields=("name", "step"))

    def solve(file: str, board: queens.Board, options: Options) -> _Rated:
        placed = read_position(place, "--placed", board)
        eliminated = read_position(cross, "--eliminated", board)
        steps, rating = logic.explained(board, placed, eliminated, max_rule, time_limit)
        answer = _Rated(file=file, board=board, rating=rating, steps=steps)
        if options.verbose:
            if steps and answer.count is not None and answer.count != 1:
                click.echo(answer.verdict())
            width = len(str(len(steps)))
            for i, step in enumerate(steps, 1):
                click.echo(f"{i:>{width}}. {step.sentence}")
                if boards:
                    show_board(*picture_of_step(step))
                    click.echo()
        return answer

    load_board = partial(load, allow_empty_regions=allow_empty_regions, stars=stars)
    options = Options(as_json=as_json, out=out)
    return answer_files((file,), options, load_board, solve, _save_steps)


def _save_steps(answer: _Rated, path: Path) -> None:
    """Write the steps to one file, or each to one of its own."""
    steps = list(enumerate(answer.steps or [], 1))
    if "{step}" not in str(path):
        _save_pictures(answer, path, [(f"{i}. {step.rule}", step) for i, step in steps])
        return
    width = len(str(len(steps)))
    for i, step in steps:
        target = Path(str(path).replace("{step}", f"{i:0{width}}"))
        _save_pictures(answer, target, [(f"{i}. {step.rule}", step)])


def _save_pictures(
    answer: Answer, path: Path, told: Sequence[tuple[str, Step | hints.Hint]]
) -> None:
    """Write steps or hints, each with a caption: as pictures, or in words with the boards."""

    def parts(thing: Step | hints.Hint) -> tuple[queens.Board, list[Cell], Marks]:
        return picture_of_step(thing) if isinstance(thing, Step) else hints.picture_of_hint(thing)

    def text(_: Sequence[Any]) -> str:
        return "\n".join(marked_text(*parts(thing), thing.sentence) for _, thing in told)

    shown = [Shown(*parts(thing), caption) for caption, thing in told]
    painted = painters(shown, "steps")
    makers = {".txt": text} | {kind: lambda _, make=make: make() for kind, make in painted.items()}
    save(answer, path, told, makers, "step")


@click.command(cls=Command)
@boards_argument
@picture_options
@_max_rule
@stars_option
@format_option
@at_most_one_option
@time_limit_option()
@json_option("file")
@click.option(
    "-o", "--out", metavar="OUT",
    help="Of one file of many boards: write to OUT.jsonl, a line for each board, however many; or "
    "to OUT.npy or OUT.parquet.",
)  # fmt: skip
@keep_going_option
@resume_option
@executor_option
def rate(
    files: tuple[str, ...],
    max_rule: str | None,
    stars: int | None,
    allow_empty_regions: bool,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    keep_going: bool,
    resume: bool,
    executor: str | None,
) -> int:
    """Say how hard coloured Queens boards are: the hardest rule needed, a score, the rules used.

    Tiers are easy, medium, hard and expert, after the hardest rule; a board that the rules do not
    solve is a guess: it has several solutions or none, or nothing but trying finds its only one.
    --time-limit is for each board, with -o for all together.
    """
    streamed = stream_of(
        files,
        out,
        {
            "-o": out is not None,
            "--keep-going": keep_going,
            "--resume": resume,
            "--executor": executor,
        },
    )
    if streamed is not None and out is not None:
        return answer_many(
            files[0], out, streamed,
            Query(
                rate=True, overrides=RuleOverrides(stars, allow_empty_regions), max_rule=max_rule
            ),
            words=("solved by the rules", "not"), resume=resume, keep_going=keep_going,
            time_limit=time_limit, as_json=as_json, quiet=False, executor=executor,
        )  # fmt: skip
    files = every_board(files)

    def solve(file: str, board: queens.Board, _: Options) -> _Rated:
        try:
            rating = logic.rate(board, max_rule=max_rule, time_limit=time_limit)
        except SearchStopped as stop:
            rating = cast("logic.Rating", stop.partial)
        return _Rated(
            file=file,
            board=board,
            rating=rating,
            name=f"{escape_control(file)}: " if len(files) > 1 else "",
        )

    load_board = partial(load, allow_empty_regions=allow_empty_regions, stars=stars)
    return answer_files(files, Options(as_json=as_json), load_board, solve, apart=False)


@click.command(cls=Command)
@board_argument
@picture_options
@place_option
@_cross
@click.option("--show-solution", "show_solution", is_flag=True, help="Tell the full solution.")
@click.option(
    "--candidates",
    is_flag=True,
    help="Show the cells that may still hold a queen, after arc consistency.",
)
@click.option(
    "--variables",
    type=click.Choice(["regions", "rows", "units"]),
    help="With --candidates: what needs its queen, regions by default; units are rows, columns "
    "and regions together.",
)
@time_limit_option()
@stars_option
@format_option
@at_most_one_option
@json_option()
@out_option("a .txt, .json, .svg or .png file", several=False)
@drawing_options(axes=True)
def hint(
    file: str,
    place: str | None,
    cross: str | None,
    show_solution: bool,
    candidates: bool,
    variables: queens.Variables | None,
    time_limit: float | None,
    stars: int | None,
    allow_empty_regions: bool,
    as_json: bool,
    out: str | None,
) -> int:
    """Help with a coloured Queens board on from a position.

    The next step if the position is right; what is wrong, if something is. The position is that
    of the file, without --placed and --eliminated. The board shows the cells of the step (* as
    text), those that it rules out (x), and a queen that is wrong (!).
    """
    exclude("--candidates", candidates, {"--show-solution": show_solution})
    need({"--variables": variables}, {"--candidates": candidates})
    check_out(out, (file,), (".txt", ".json", ".svg", ".png"))

    def look(file: str, board: queens.Board, options: Options) -> _Left:
        answer = _Left(file=file, board=board)
        placed, eliminated = position_of(board, place, cross)
        try:
            answer.left = found = queens.candidates(
                board,
                placed,
                eliminated=eliminated,
                variables=variables,
                time_limit=time_limit,
            )
        except SearchStopped as stop:
            answer.stop(stop.reason)
            return answer
        answer.stats = found.stats
        answer.status = "solved" if found else "unsolvable"
        if options.verbose:
            show_board(board, found.queens, found.marks)
            click.echo()
        return answer

    def save_left(answer: _Left, path: Path) -> None:
        found = answer.left
        shown = [] if found is None else [Shown(found.board, found.queens, found.marks)]

        def text(_: Sequence[Any]) -> str:
            if found is None:
                return ""
            return marked_text(found.board, found.queens, found.marks, answer.verdict())

        makers: dict[str, Any] = {".txt": text}
        makers |= {kind: lambda _, make=make: make() for kind, make in painters(shown).items()}
        save(answer, path, shown, makers, "board")

    def solve(file: str, board: queens.Board, options: Options) -> _Hinted:
        placed, eliminated = position_of(board, place, cross)
        answer = _Hinted(file=file, board=board)
        try:
            answer.hint = hints.hint(
                board, placed, eliminated, show_solution, time_limit=time_limit
            )
        except SearchStopped as stop:
            answer.stop(stop.reason)
        else:
            answer.status = "unsolvable" if answer.hint.kind == "unsolvable" else "solved"
            if options.verbose:
                show_board(*hints.picture_of_hint(answer.hint))
                click.echo()
        return answer

    def save_hint(answer: _Hinted, path: Path) -> None:
        _save_pictures(answer, path, [] if answer.hint is None else [("", answer.hint)])

    load_board = partial(load, allow_empty_regions=allow_empty_regions, stars=stars)
    options = Options(as_json=as_json, out=out)
    if candidates:
        return answer_files((file,), options, load_board, look, save_left)
    return answer_files((file,), options, load_board, solve, save_hint)
