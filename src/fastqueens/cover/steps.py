"""The steps of an exact cover search: which option is chosen, for which item, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover.search import Cover
from fastqueens.cover.problem import ExactCover
from fastqueens.search import DONE, FOUND
from fastqueens.validation import check_whole, join_short

__all__ = ["Step", "steps"]


@dataclass(frozen=True, slots=True)
class Step:
    """A choice of an exact cover search.

    Attributes
    ----------
    back : int
        The number of options that were taken back before this choice.
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


def steps(cover: ExactCover, *, most: int = 1000) -> tuple[list[Step], bool]:
    r"""Return the first steps of a search for all solutions.

    Parameters
    ----------
    cover : ExactCover
        The problem.
    most : int
        The largest number of steps.

    Returns
    -------
    list of Step
    complete : bool
        Whether these are all steps of the search.

    Examples
    --------
    >>> from fastqueens.cover import ExactCover
    >>> found, complete = steps(ExactCover.from_text("a b c\na b\nb c\nc\n"))
    >>> for step in found:
    ...     print(step.sentence)
    Item a has the fewest options left, 1: option 1 (a b) is chosen.
    Item c has the fewest options left, 1: option 3 (c) is chosen. This is a solution.
    Every option has been tried: there is no further solution.
    """
    check_whole(most, "most", least=1)
    solutions = cover.solutions(method="dlx")
    kernel = cast("Cover", solutions.search.kernel)
    buffer = np.empty(max(1, kernel.max_chosen), np.int32)
    follow = _Follower(cover)
    found: list[Step] = []
    chosen: list[int] = []
    while True:
        status = kernel.step(1)
        if status == DONE:
            found.append(follow.end(chosen))
            return found, True
        now = buffer[: kernel.peek(buffer)].tolist()
        if now != chosen:
            same = 0
            while same < len(chosen) and now[same : same + 1] == chosen[same : same + 1]:
                same += 1
            back = len(chosen) - same
            for option in now[same:]:  # two options after a solution, otherwise one
                if len(found) == most:
                    return found, False
                found.append(follow.choose(back, option))
                back = 0
            chosen = now
        if status == FOUND and found:
            found[-1] = follow.solved(found[-1])


class _Follower:
    """Follows a search: the options that are left after the chosen ones."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover
        self.entries = np.repeat(np.arange(len(cover)), np.diff(cover._start))
        self.item = cover._item
        colour = cover._colour
        self.colour = np.zeros_like(self.item) if colour is None else colour
        self.live: list[NDArray[np.bool_]] = [np.ones(len(cover), bool)]
        self.covered: list[NDArray[np.bool_]] = [np.zeros(len(cover.items), bool)]
        self.was_solved = False

    def counts(self) -> NDArray[np.intp]:
        """Return the number of options left for each item; for covered items, a large number."""
        live = self.live[-1][self.entries]
        counts = np.bincount(self.item[live], minlength=len(self.cover.items))
        counts = counts[: self.cover.primary]
        counts[self.covered[-1][: self.cover.primary]] = len(self.cover) + 1
        return counts

    def choose(self, back: int, option: int) -> Step:
        start = "After the solution, back: " if self.was_solved else ""
        if back and not self.was_solved:
            counts = self.counts()
            dead = int(counts.argmin()) if len(counts) else -1
            if dead >= 0 and counts[dead] == 0:
                start = f"Item {self.cover.items[dead]} has no option left, back: "
        self.was_solved = False
        if back:
            del self.live[-back:], self.covered[-back:]
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
        return Step(back, option, item, left, False, text)

    def _cover(self, option: int) -> None:
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

    def solved(self, step: Step) -> Step:
        self.was_solved = True
        text = f"{step.sentence} This is a solution."
        return Step(step.back, step.option, step.item, step.left, True, text)

    def end(self, chosen: list[int]) -> Step:
        text = "Every option has been tried: there is no further solution."
        if not chosen:
            counts = self.counts()
            dead = int(counts.argmin()) if len(counts) else -1
            if dead >= 0 and counts[dead] == 0:
                text = f"Item {self.cover.items[dead]} is in no option: there is no solution."
        return Step(len(chosen), None, None, 0, False, text)
