"""The shared part of ``explain``, ``rate`` and ``hint``: a rating, and pictures of steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from fastqueens import queens
from fastqueens.canvas.annotations import Marks
from fastqueens.cli.board_input import about_board
from fastqueens.cli.drawing_options import Shown, marked_text, paint_pages, paint_told
from fastqueens.cli.output_files import Maker, save
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic import hints
from fastqueens.queens.logic.sentences import sentence_of_wrong
from fastqueens.queens.logic.steps import RULES, TIERS, Step, cross_out, picture_of_step
from fastqueens.results import Count, SearchStopped

__all__ = ["RatingReport", "joined", "save_pictures"]

_STATUS = {"solved": "solved", "open": "stopped"}  # by outcome; "unsolvable" for any other
_PER_SHEET = 24  # the most steps on a sheet
_COUNT_NODES = 1_000_000  # node limit for counting solutions: about a second
max_rule_option = click.option(
    "--max-rule",
    type=click.Choice([*RULES, *TIERS[:-1]]),
    help="The hardest rule or tier to use.",
)


@dataclass(kw_only=True)
class RatingReport(Answer):
    """The difficulty of a board and, for `explain`, the steps that solve it.

    Attributes
    ----------
    board : Board
        The board.
    rating : Rating
        Its difficulty.
    steps : list of Step or None
        The steps.
    title : str
        The beginning of the summary.
    count : Count or None
        The number of solutions if the rules did not solve the board; None if it is unknown.
    wrong : sequence of cells
        The queens of the player that are wrong.
    """

    board: queens.Board
    rating: logic.Rating
    steps: list[Step] | None = None
    title: str = ""
    count: Count | None = None
    wrong: Sequence[Cell] = ()

    def __post_init__(self) -> None:
        """Count the solutions if the rules are stuck: no rule solves a board with several."""
        self.status = _STATUS.get(self.rating.outcome, "unsolvable")
        if self.rating.outcome == "stuck":
            self.count = _count_solutions(self.board)
        if self.count is not None:
            self.facts = {"count": int(self.count), "exact": self.count.exact}

    def about(self) -> dict[str, Any]:
        """Describe the board."""
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        """Describe the rating and the steps."""
        rating = self.rating
        found: dict[str, Any] = {"outcome": rating.outcome, "tier": rating.tier}
        found |= {"score": rating.score, "histogram": rating.histogram, "limit": rating.limit}
        if self.steps is not None:
            found["steps"] = [step.as_dict() for step in self.steps]
        if self.wrong:
            found["wrong"] = [list(cell) for cell in self.wrong]
        return found

    def verdict(self) -> str:
        """Describe the difficulty in a few words, or name the wrong queens."""
        if self.wrong:
            return " ".join(sentence_of_wrong(cell, self.board.stars) for cell in self.wrong)
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
        """Return the last line: verdict, score and the rules used."""
        used = [f"{number} {name}" for name, number in self.rating.histogram.items() if number]
        parts = [f"{self.title}{self.verdict()}", f"score {self.rating.score}", ", ".join(used)]
        return " · ".join(filter(None, parts))


def _count_solutions(board: queens.Board) -> Count | None:
    """Count the solutions of a board in a short search; None if it finds fewer than two."""
    try:
        return queens.count(board, node_limit=_COUNT_NODES)
    except SearchStopped as stop:
        found = cast(Count, stop.partial)
        return Count(found, exact=False) if found > 1 else None


def joined(steps: Sequence[Step]) -> list[tuple[str, Step]]:
    """Return steps with their numbers; cells that a new queen attacks are joined to its step."""
    found: list[tuple[list[int], Step]] = []
    for number, step in enumerate(steps, 1):
        last = found[-1][1] if found else None
        if last is None or step.rule != "queen" or step.cells[0] not in last.placed:
            found.append(([number], step))
            continue
        numbers = [*found[-1][0], number]
        found[-1] = numbers, cross_out(last, step.eliminated)
    return [
        (f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0]), step)
        for numbers, step in found
    ]


def save_pictures(
    answer: Answer, path: Path, captioned: Sequence[tuple[str, Step | hints.Hint]]
) -> None:
    """Write steps or hints with captions: as pictures, or as sentences with boards."""

    def drawing(thing: Step | hints.Hint) -> tuple[queens.Board, list[Cell], Marks]:
        return picture_of_step(thing) if isinstance(thing, Step) else hints.picture_of_hint(thing)

    def text(found: Sequence[Any]) -> str:
        return "\n".join(marked_text(*drawing(thing), thing.sentence) for _, thing in found)

    def draw(kind: str, found: Sequence[Any]) -> str | bytes:
        shown = [Shown(*drawing(thing), caption, thing.sentence) for caption, thing in found]
        return paint_told(kind, shown)

    def draw_pages(found: Sequence[Any]) -> bytes:
        return paint_pages([thing for _, thing in found])

    makers: dict[str, Maker] = {".txt": text, ".pdf": draw_pages}
    makers |= {kind: partial(draw, kind) for kind in (".svg", ".png")}
    save(answer, path, captioned, makers, "step", per_sheet=_PER_SHEET)
