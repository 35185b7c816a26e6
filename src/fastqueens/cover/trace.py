"""The steps of an exact cover search: which option is chosen, for which item, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover.search import Cover
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.cover.problem import ExactCover
from fastqueens.results import InputError
from fastqueens.search import DONE, FOUND
from fastqueens.validation import join_short, quote

__all__ = ["CoverStep", "steps"]


@dataclass(frozen=True, slots=True)
class CoverStep(Drawn):
    """A choice of an exact cover search. Its picture shows the options and their items.

    Attributes
    ----------
    back : int
        The number of earlier choices that were undone before this choice.
    option : int or None
        The option that was chosen, counted from 0; None for the end of the search.
    item : int or None
        The item for which the option was chosen: the first item with the fewest options left.
    left : int
        The number of options that this item had left.
    solved : bool
        Whether the chosen options are a solution.
    sentence : str
        The step in words.
    """

    back: int
    option: int | None
    item: int | None
    left: int
    solved: bool
    sentence: str
    _position: _Position | None = field(default=None, repr=False, compare=False)

    def _scene(self, cell: int, look: Look) -> Scene:
        if self._position is None:
            raise InputError("found a step without its problem, expected a step of `cover.steps`")
        return self._position.scene(self, cell, look)

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class _Position:
    """The position of a search after a step, for its picture."""

    cover: ExactCover
    chosen: tuple[int, ...]
    live: NDArray[np.bool_]

    def scene(self, step: CoverStep, cell: int, look: Look) -> Scene:
        """Return the scene: a row for each option, and a column for each item."""
        from fastqueens.canvas import matrix

        cover = self.cover
        shape = len(cover), len(cover.items)
        if shape[0] * shape[1] > matrix.MAX_CELLS:
            raise InputError(f"found {shape[0]:,} options of {shape[1]:,} items, too many to draw")
        states = np.full(shape, matrix.ABSENT, np.uint8)
        row_states = np.where(self.live, matrix.LEFT, matrix.GONE).astype(np.uint8)
        row_states[list(self.chosen)] = matrix.CHOSEN
        options = np.repeat(np.arange(len(cover)), np.diff(cover._start))
        states[options, cover._item] = row_states[options]
        drawn = matrix.Matrix(
            [str(k + 1) for k in range(len(cover))], [str(name) for name in cover.items], states,
            row=step.option, column=step.item,
        )  # fmt: skip
        return matrix.matrix_scene(drawn, cell=cell, look=look, title=step.sentence)


def steps(cover: ExactCover) -> Iterator[CoverStep]:
    r"""Watch a search for all solutions: yield its steps.

    Each step chooses an option for the item with the fewest options left (Algorithm X).

    Parameters
    ----------
    cover : ExactCover
        The problem.

    Returns
    -------
    iterator of CoverStep
        The steps. The last step says that every option has been tried. A search may have a great
        many steps; `itertools.islice` takes the first of them.

    Raises
    ------
    InputError
        If `cover` is no `ExactCover`, or the method ``"dlx"`` cannot solve the problem.

    Examples
    --------
    >>> from fastqueens.cover import ExactCover
    >>> for step in steps(ExactCover.from_text("a b c\na b\nb c\nc\n")):
    ...     print(step.sentence)
    Item a has the fewest options left, 1: option 1 (a b) is chosen.
    Item c has the fewest options left, 1: option 3 (c) is chosen. This is a solution.
    Every option has been tried: there is no further solution.
    """
    if not isinstance(cover, ExactCover):
        raise InputError(f"found {quote(cover)}, expected an ExactCover")
    kernel = cast("Cover", cover.solutions(method="dlx").search.kernel)
    return _steps(cover, kernel)


def _steps(cover: ExactCover, kernel: Cover) -> Iterator[CoverStep]:
    buffer = np.empty(max(1, kernel.max_chosen), np.int32)
    follow = _Follower(cover)
    last: CoverStep | None = None  # it may turn out to be a solution
    chosen: list[int] = []
    while True:
        status = kernel.step(1)
        if status == DONE:
            if last is not None:
                yield last
            yield follow.end(chosen)
            return
        now = buffer[: kernel.peek(buffer)].tolist()
        if now != chosen:
            same = 0
            while same < len(chosen) and now[same : same + 1] == chosen[same : same + 1]:
                same += 1
            back = len(chosen) - same
            for option in now[same:]:  # two options after a solution, otherwise one
                if last is not None:
                    yield last
                last = follow.choose(back, option)
                back = 0
            chosen = now
        if status == FOUND and last is not None:
            last = follow.solved(last)


class _Follower:
    """Follows a search: the options that are left after the chosen ones."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover
        self.entries = np.repeat(np.arange(len(cover)), np.diff(cover._start))
        self.item = cover._item
        colour = cover._colour
        self.colour = np.zeros_like(self.item) if colour is None else colour
        self.live: list[NDArray[np.bool_]] = [np.ones(len(cover), bool)]
        self.chosen: list[int] = []
        self.covered: list[NDArray[np.bool_]] = [np.zeros(len(cover.items), bool)]
        self.was_solved = False

    def counts(self) -> NDArray[np.intp]:
        """Return the number of options left for each item; for covered items, a large number."""
        live = self.live[-1][self.entries]
        counts = np.bincount(self.item[live], minlength=len(self.cover.items))
        counts = counts[: self.cover.primary]
        counts[self.covered[-1][: self.cover.primary]] = len(self.cover) + 1
        return counts

    def position(self) -> _Position:
        return _Position(self.cover, tuple(self.chosen), self.live[-1])

    def choose(self, back: int, option: int) -> CoverStep:
        start = "After the solution, the search goes back: " if self.was_solved else ""
        if back and not self.was_solved:
            counts = self.counts()
            dead = int(counts.argmin()) if len(counts) else -1
            if dead >= 0 and counts[dead] == 0:
                start = (
                    f"Item {self.cover.items[dead]} has no option left, so the search goes back: "
                )
        self.was_solved = False
        if back:
            del self.live[-back:], self.covered[-back:], self.chosen[-back:]
        counts = self.counts()
        item = int(counts.argmin())
        left = int(counts[item])
        self._cover(option)
        names = join_short(map(str, self.cover.option(option)), most=6).replace(",", "")
        what = f"option {option + 1} ({names}) is chosen"
        if back:
            text = f"{start}{what} for item {self.cover.items[item]} instead."
            text = text[0].upper() + text[1:]
        else:
            name = self.cover.items[item]
            text = f"Item {name} has the fewest options left, {left}: {what}."
        return CoverStep(back, option, item, left, False, text, self.position())

    def _cover(self, option: int) -> None:
        self.chosen.append(option)
        live, covered = self.live[-1].copy(), self.covered[-1].copy()
        for entry in range(self.cover._start[option], self.cover._start[option + 1]):
            item, colour = self.item[entry], self.colour[entry]
            same = self.item == item
            if colour:
                same &= self.colour != colour
            live[self.entries[same]] = False
            covered[item] = True
        self.live.append(live)
        self.covered.append(covered)

    def solved(self, step: CoverStep) -> CoverStep:
        self.was_solved = True
        return replace(step, solved=True, sentence=f"{step.sentence} This is a solution.")

    def end(self, chosen: list[int]) -> CoverStep:
        text = "Every option has been tried: there is no further solution."
        if not chosen:
            counts = self.counts()
            dead = int(counts.argmin()) if len(counts) else -1
            if dead >= 0 and counts[dead] == 0:
                text = f"Item {self.cover.items[dead]} is in no option: there is no solution."
        del self.live[1:], self.chosen[:]
        return CoverStep(len(chosen), None, None, 0, False, text, self.position())
