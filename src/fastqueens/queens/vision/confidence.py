"""Sure or silent: which of the regions that a picture may show are the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.cell_names import cell_name
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.queens.vision.region_colours import Guess
from fastqueens.search import STOPPED, Search, count_solutions
from fastqueens.validation import join_short

__all__ = ["Verdict", "judge"]

_NODES = 300_000  # of the search for a second solution
_MARGINS = {"colours": 1.25, "lines": 1.25, "colours and lines": 1.25}  # the least of a sure board
_FAR = 5  # times the margin of another guess
_EXACT = 5.0  # the margin of colours that leave no doubt, whatever the solutions


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """The regions that a picture most likely shows.

    `problem` says why they are not sure; `note` what is odd about a board that is.
    """

    guess: Guess
    by: str
    stars: int
    confidence: NDArray[np.float64]
    problem: str | None
    note: str | None = None


def judge(guesses: Sequence[Guess], stars: int | None) -> Verdict:
    """Choose among guesses, the first of which has the widest margin.

    What has one solution is the board, if it is the only one of them that stands out. Colours and
    lines that tell different boards, both with one solution, leave it open.
    """
    clear = [guess for guess in guesses if guess.margin >= _MARGINS[guess.by]]
    if not clear:
        best = guesses[0]
        return _verdict(best, guesses, stars or 1, "the regions do not stand out")
    boards: list[tuple[Guess, int | None]] = []  # with the stars that leave one solution
    for guess in clear:
        if not any(np.array_equal(guess.regions, other.regions) for other, _ in boards):
            boards.append((guess, _stars_of(guess.regions, stars)))
    unique = _best([(guess, found) for guess, found in boards if found is not None], clear)
    if len(unique) > 1:
        (guess, found), (other, _), *_ = unique
        apart = np.argwhere(guess.regions != other.regions)
        cells = join_short([cell_name(int(r), int(c)) for r, c in apart])
        problem = f"it can be read in two ways that differ in {cells}"
        return _verdict(guess, guesses, found or 1, problem)
    if unique:
        guess, found = unique[0]
        return _verdict(guess, guesses, found or 1, None)
    guess, number = boards[0][0], stars or 1
    solved = _count(guess.regions, number)
    if solved == 0:
        return _verdict(guess, guesses, number, "as read it has no solution")
    note = "it has several solutions" if solved else "whether it has one solution was not found out"
    if len(boards) == 1 and guess.margin >= _EXACT:
        return _verdict(guess, guesses, number, None, note)
    return _verdict(guess, guesses, number, f"as read {note}")


def _best(
    unique: list[tuple[Guess, int | None]], clear: Sequence[Guess]
) -> list[tuple[Guess, int | None]]:
    """Leave out what may be the board but for others that are it far more likely.

    That is those that colours and lines tell alike, if there are any, and those whose colours
    stand out far more than those of others.
    """

    def kinds(guess: Guess) -> set[str]:
        return {x.by for x in clear if np.array_equal(x.regions, guess.regions)}

    both = [x for x in unique if {"colours", "lines"} <= kinds(x[0])]
    if both:
        return both
    most = max((guess.margin for guess, _ in unique), default=0.0)
    return [x for x in unique if x[0].by != "colours" or x[0].margin > most / _FAR]


def _verdict(
    guess: Guess,
    guesses: Sequence[Guess],
    stars: int,
    problem: str | None,
    note: str | None = None,
) -> Verdict:
    """Put a verdict together; what colours and lines say of a cell counts where they agree."""
    agree = {g.by for g in guesses if np.array_equal(g.regions, guess.regions)} | {guess.by}
    told = agree & {
        g.by for g in guesses if g.margin >= _MARGINS[g.by] and g.by != "colours and lines"
    }
    by = told.pop() if len(told) == 1 else "colours and lines"
    doubt = np.ones(guess.weak.shape)
    for kind in ("colours", "lines"):
        same = [g for g in guesses if g.by == kind and np.array_equal(g.regions, guess.regions)]
        weak = same[0].weak if same else (guess.weak if kind not in ("colours", "lines") else None)
        if weak is not None:
            over = np.maximum(weak - 1, 0)
            doubt = np.minimum(doubt, 0.2 / (over + 0.2))
    return Verdict(guess, by, stars, 1 - doubt, problem, note)


def _stars_of(regions: NDArray[np.uint8], stars: int | None) -> int | None:
    """Return the number of stars for which a board has one solution, or None."""
    least = int(np.bincount(regions.ravel()).min())
    most = min(MAX_STARS, len(regions) // 4, least)
    numbers = [stars] if stars else [1, *range(2, most + 1)]
    return next((k for k in numbers if (k == 1 or k <= most) and _count(regions, k) == 1), None)


def _count(regions: NDArray[np.uint8], stars: int) -> int | None:
    """Return how many solutions a board has, 2 for several, None where that takes too long."""
    flat = np.ascontiguousarray(regions)
    rules = Rules(stars)
    kernel = _regions.Search(flat, rules, 0) if stars == 1 else _stars.Search(flat, rules)
    found, event = count_solutions(Search(kernel, node_limit=_NODES), 2)
    return None if event == STOPPED else found
