"""Choose among the possible regions of a board, or report that none of them is certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.cell_names import cell_name
from fastqueens.queens.grid.placements import Cell, cells_of, kernel_solution
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.queens.vision.joined_regions import Areas, name_regions_in_pieces
from fastqueens.queens.vision.region_colours import Guess
from fastqueens.search import DONE, FOUND, STOPPED, Search, count_solutions
from fastqueens.validation import join_short

__all__ = ["Verdict", "choose_regions", "find_solution"]

_NODE_LIMIT = 300_000  # for the search for a second solution
# Minimum margin of a certain board.
_MIN_MARGINS = {"colours": 1.25, "lines": 1.25, "colours and lines": 1.25}
_FAR_LARGER = 5  # a margin this many times larger rules out the other guess
_TWO_WAYS = "it can be read in two ways"
_CERTAIN_MARGIN = 5.0  # with this margin a board with several solutions is accepted too


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """The most likely regions of the board in a picture.

    `problem` is the reason why the regions are uncertain. `note` describes something unusual about
    a certain board.
    """

    guess: Guess
    by: str
    stars: int
    confidence: NDArray[np.float64]
    problem: str | None
    note: str | None = None


def choose_regions(
    guesses: Sequence[Guess],
    stars: int | None,
    *,
    areas: Areas | None = None,
    legend: Guess | None = None,
) -> Verdict:
    """Choose among guesses, which are sorted by decreasing margin.

    The board is the only clear guess with exactly one solution. If colours and lines suggest
    different boards and both have one solution, the board is uncertain. A board of `legend` needs
    no other guess. A board whose pieces are joined by colour must have exactly one solution.
    """
    if legend is not None:
        return _verdict_of_legend(legend, stars)
    if areas is None:
        return _choose(guesses, stars)
    if areas.guess is not None:
        # A mouse pointer shades a cell, but it draws no thick lines around it.
        bordered = areas.guess.by != "colours"
        guesses = [guess for guess in guesses if not (bordered and guess.shaded)]
        guesses = sorted([*guesses, areas.guess], key=lambda guess: -guess.margin)
    verdict = _choose(guesses, stars)
    if verdict.guess.joined:
        if verdict.problem is None and verdict.note is None:
            names = name_regions_in_pieces(verdict.guess.regions)
            return replace(verdict, note=f"the pieces of {names} were joined by colour")
        if verdict.problem is None or not verdict.problem.startswith(_TWO_WAYS):
            return replace(verdict, problem=areas.describe(), note=None)
    elif verdict.guess.shaded and areas.guess is not None:
        # The assumed shade has exactly the colour of another region.
        return replace(verdict, problem=areas.describe(), note=None)
    elif verdict.problem is not None and not verdict.problem.startswith(_TWO_WAYS):
        return replace(verdict, problem=areas.describe())
    return verdict


def _verdict_of_legend(guess: Guess, stars: int | None) -> Verdict:
    """Return the verdict on a board whose regions a legend states and the colours confirm."""
    number = _unique_stars(guess.regions, stars)
    names = name_regions_in_pieces(guess.regions)
    is_or_are = "are" if names.startswith("regions") else "is"
    note = f"its legend says that {names} {is_or_are} in several pieces"
    if number is not None:
        return _make_verdict(guess, [guess], number, None, note)
    solved = _count_up_to_two(guess.regions, stars or 1)
    if solved == 0:
        return _make_verdict(guess, [guess], stars or 1, "as read it has no solution", note)
    return _make_verdict(guess, [guess], stars or 1, None, f"{note}; {_several(solved)}")


def _several(solved: int | None) -> str:
    return "it has several solutions" if solved else "whether it has only one solution is not known"


def _choose(guesses: Sequence[Guess], stars: int | None) -> Verdict:
    """Choose among guesses, which are sorted by decreasing margin."""
    clear = [guess for guess in guesses if guess.margin >= _MIN_MARGINS[guess.by]]
    if not clear:
        best = guesses[0]
        return _make_verdict(best, guesses, stars or 1, "the regions do not stand out")
    # Each board, with the number of stars for which it has one solution.
    boards: list[tuple[Guess, int | None]] = []
    for guess in clear:
        if not any(np.array_equal(guess.regions, other.regions) for other, _ in boards):
            boards.append((guess, _unique_stars(guess.regions, stars)))
    unique = _most_likely([(guess, found) for guess, found in boards if found is not None], clear)
    if len(unique) > 1:
        (guess, found), (other, _), *_ = unique
        apart = np.argwhere(guess.regions != other.regions)
        cells = join_short([cell_name(int(r), int(c)) for r, c in apart])
        problem = f"{_TWO_WAYS} that differ in {cells}"
        return _make_verdict(guess, guesses, found or 1, problem)
    if unique:
        guess, found = unique[0]
        return _make_verdict(guess, guesses, found or 1, None)
    guess, number = boards[0][0], stars or 1
    solved = _count_up_to_two(guess.regions, number)
    if solved == 0:
        return _make_verdict(guess, guesses, number, "as read it has no solution")
    note = _several(solved)
    if len(boards) == 1 and guess.margin >= _CERTAIN_MARGIN:
        return _make_verdict(guess, guesses, number, None, note)
    return _make_verdict(guess, guesses, number, f"as read {note}")


def _most_likely(
    unique: list[tuple[Guess, int | None]], clear: Sequence[Guess]
) -> list[tuple[Guess, int | None]]:
    """Remove the boards that are much less likely than others.

    If colours and lines agree on some boards, only these boards are kept. Otherwise a board
    recognised by colours is removed if another board has a much larger margin.
    """

    def kinds(guess: Guess) -> set[str]:
        return {x.by for x in clear if np.array_equal(x.regions, guess.regions)}

    both = [x for x in unique if {"colours", "lines"} <= kinds(x[0])]
    if both:
        return both
    most = max((guess.margin for guess, _ in unique), default=0.0)
    return [x for x in unique if x[0].by != "colours" or x[0].margin > most / _FAR_LARGER]


def _make_verdict(
    guess: Guess,
    guesses: Sequence[Guess],
    stars: int,
    problem: str | None,
    note: str | None = None,
) -> Verdict:
    """Make a verdict; a cell is doubtful if neither colours nor lines separate it clearly."""
    agree = {g.by for g in guesses if np.array_equal(g.regions, guess.regions)} | {guess.by}
    clear_kinds = agree & {
        g.by for g in guesses if g.margin >= _MIN_MARGINS[g.by] and g.by != "colours and lines"
    }
    by = clear_kinds.pop() if len(clear_kinds) == 1 else "colours and lines"
    kinds = {"colours", "lines"}
    if guess.joined:
        by = guess.by
        kinds.add(by)
    doubt = np.ones(guess.weak.shape)
    for kind in kinds:
        same = [g for g in guesses if g.by == kind and np.array_equal(g.regions, guess.regions)]
        if same:
            over = np.maximum(same[0].weak - 1, 0)
            doubt = np.minimum(doubt, 0.2 / (over + 0.2))
    return Verdict(guess, by, stars, 1 - doubt, problem, note)


def _unique_stars(regions: NDArray[np.uint8], stars: int | None) -> int | None:
    """Return the number of stars with which a board has one solution, or None."""
    least = int(np.bincount(regions.ravel()).min())
    most = min(MAX_STARS, len(regions) // 4, least)
    numbers = [stars] if stars else [1, *range(2, most + 1)]
    return next(
        (k for k in numbers if (k == 1 or k <= most) and _count_up_to_two(regions, k) == 1), None
    )


def _count_up_to_two(regions: NDArray[np.uint8], stars: int) -> int | None:
    """Count solutions up to 2; return None if the node limit was reached."""
    found, event = count_solutions(_start_search(regions, stars), 2)
    return None if event == STOPPED else found


def find_solution(regions: NDArray[np.uint8], stars: int) -> frozenset[Cell] | None:
    """Return the queens of the only solution of a board, or None if there is not exactly one."""
    search = _start_search(regions, stars)
    if search.run() != FOUND:
        return None
    solution = kernel_solution(search.kernel, len(regions), stars)
    return frozenset(cells_of(solution)) if search.run() == DONE else None


def _start_search(regions: NDArray[np.uint8], stars: int) -> Search:
    """Return a search for the solutions of a board, with a node limit."""
    flat, rules = np.ascontiguousarray(regions), Rules(stars)
    kernel = _regions.Search(flat, rules, 0) if stars == 1 else _stars.Search(flat, rules)
    return Search(kernel, node_limit=_NODE_LIMIT)
