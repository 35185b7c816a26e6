"""Marks of boards: a number of 64 bits each, the same for boards that are alike.

Millions are kept as sorted arrays, each at least twice as long as the next: 8 bytes a mark, 24 for
a moment where two of them become one. Tried: a set of Python, which takes 70 bytes a mark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import generate as _generate

__all__ = ["Marks", "Slice", "marks_of"]


class Marks:
    """A set of marks.

    Examples
    --------
    >>> marks = Marks()
    >>> marks.add(np.array([7, 5, 7], np.uint64)).tolist(), len(marks)
    ([True, True, False], 2)
    >>> marks.add(np.array([5, 6], np.uint64)).tolist(), len(marks)
    ([False, True], 3)
    """

    def __init__(self) -> None:
        self._parts: list[NDArray[np.uint64]] = []

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def new(self, marks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which marks are not here, of those that are equal the first."""
        values, where = np.unique(marks, return_index=True)
        fresh = np.ones(len(values), bool)
        for part in self._parts:
            at = np.minimum(part.searchsorted(values), len(part) - 1)
            fresh &= part[at] != values
        found = np.zeros(len(marks), bool)
        found[where[fresh]] = True
        return found

    def add(self, marks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Add marks; return which of them were new."""
        new = self.new(marks)
        if new.any():
            self._parts.append(np.sort(marks[new]))
        while len(self._parts) > 1 and len(self._parts[-2]) < 2 * len(self._parts[-1]):
            both = np.concatenate([self._parts.pop(), self._parts.pop()])
            both.sort(kind="stable")  # two sorted runs, which it merges
            self._parts.append(both)
        return new


@dataclass(slots=True)
class Slice:
    """Boards that follow each other in a run.

    Attributes
    ----------
    marks : ndarray of uint64
        Their marks.
    anew : dict or None
        Which of them were made anew, counted from 0 here, and in which attempt; None where that
        was not kept.
    """

    marks: NDArray[np.uint64]
    anew: dict[int, int] | None = field(default_factory=dict)


def marks_of(labels: NDArray[np.uint8], stars: int = 1) -> NDArray[np.uint64]:
    """Return the mark of each board: of its canonical form, its size and its stars.

    Of ten million boards two that are not alike have one mark with a chance of 1 to 300,000; then
    one of them is made anew, and nothing is lost.
    """
    forms = np.empty_like(labels)
    if len(labels):
        _generate.canonical(np.ascontiguousarray(labels), forms)
    rules = bytes([labels.shape[1], stars])
    digests = (blake2b(rules + form.tobytes(), digest_size=8).digest() for form in forms)
    return np.frombuffer(b"".join(digests), "<u8")
