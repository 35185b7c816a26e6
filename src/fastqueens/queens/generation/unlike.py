"""Boards that the user has already, which the made boards must not repeat or nearly repeat."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.board.board import Board
from fastqueens.queens.generation.fingerprints import fingerprints_of
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import Clock
from fastqueens.validation import check_items, quote

__all__ = ["Unlike", "UnlikeBoards", "read_unlike"]

_Source: TypeAlias = str | os.PathLike[str] | Board
Unlike: TypeAlias = _Source | Sequence[_Source]


class UnlikeBoards:
    """Boards of one size that the made boards must not repeat or nearly repeat.

    Two boards with one queen per unit are near twins if the same turn or reflection maps the
    solution of one onto that of the other, and at most n // 2 cells then belong to other regions,
    where regions with the same queen are the same.

    Attributes
    ----------
    fingerprints : ndarray of uint64
        The fingerprints of the boards.
    """

    def __init__(self, boards: Sequence[Board], n: int, stars: int, clock: Clock) -> None:
        chosen = [board.regions for board in boards if (board.n, board.stars) == (n, stars)]
        labels = np.array(chosen, np.uint8).reshape(-1, n, n)
        self.fingerprints = fingerprints_of(labels, stars)
        self._most = n // 2
        self._places: dict[bytes, list[int]] = {}  # the boards with each smallest solution
        if stars == 1 and chosen:
            whole = np.array([len(np.unique(one)) == n for one in chosen])
            labels, columns = _solve(labels[whole], clock)
            numbers: list[NDArray[np.int16]] = []
            for i, image, placed in _smallest_images(labels, columns):
                if i == len(numbers):  # the first image is enough: `find_twins` takes all of them
                    self._places.setdefault(placed.tobytes(), []).append(i)
                    numbers.append(_number_regions(image, placed))
            self._numbers = np.array(numbers, np.int16)

    def find_twins(self, labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return a mask of the boards that are near twins of one of these boards.

        The boards must have one solution.
        """
        twins = np.zeros(len(labels), bool)
        if self._places and len(labels):
            for i, image, placed in _smallest_images(*_solve(labels, Clock(None))):
                same = self._places.get(placed.tobytes())
                if same is not None and not twins[i]:
                    differ = self._numbers[same] != _number_regions(image, placed)
                    twins[i] = differ.sum(axis=(1, 2)).min() <= self._most
        return twins


def read_unlike(
    unlike: Unlike | UnlikeBoards | None, n: int, stars: int, clock: Clock
) -> UnlikeBoards:
    """Check the argument `unlike`, and read its files. Boards of other sizes are left out."""
    if isinstance(unlike, UnlikeBoards):
        return unlike
    if unlike is None:
        sources: Sequence[object] = ()
    elif isinstance(unlike, str | os.PathLike | Board):
        sources = (unlike,)
    else:
        sources = check_items(unlike, "unlike", "paths and boards")
    boards: list[Board] = []
    for source in sources:
        if isinstance(source, Board):
            boards.append(source)
        elif isinstance(source, str | os.PathLike):
            from fastqueens.queens.board.read_files import read_boards

            boards += read_boards(source)
        else:
            raise InputError(f"unlike has {quote(source)}, expected a path or a Board")
    return UnlikeBoards(boards, n, stars, clock)


def _solve(labels: NDArray[np.uint8], clock: Clock) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Return the boards with exactly one solution, and the column of the queen of each row."""
    from fastqueens.queens.solving.batch import solve_many

    try:
        result = solve_many(labels, threads=1, time_limit=clock.left(), cancel=clock.cancel)
    except SearchStopped as stop:
        raise SearchStopped(
            "time limit reached while the boards of unlike were solved", partial=[],
            reason=stop.reason,
        ) from None  # fmt: skip
    one = result.counts == 1
    return labels[one], result.first[one].astype(np.int16)


def _number_regions(labels: NDArray[np.uint8], columns: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the regions of a board, numbered by the rows of their queens."""
    rows = np.arange(len(columns), dtype=np.int16)
    numbers = np.zeros(256, np.int16)
    numbers[labels[rows, columns]] = rows
    return numbers[labels]


def _smallest_images(
    labels: NDArray[np.uint8], columns: NDArray[np.int16]
) -> Iterator[tuple[int, NDArray[np.uint8], NDArray[np.int16]]]:
    """Yield for each board its number and its images whose solution is the smallest."""
    images = list(_images(labels, columns))
    keys = ([one.tobytes() for one in placed] for _, placed in images)
    for i, own in enumerate(zip(*keys, strict=True)):
        smallest = min(own)
        for (boards, placed), key in zip(images, own, strict=True):
            if key == smallest:
                yield i, boards[i], placed[i]


def _images(
    labels: NDArray[np.uint8], columns: NDArray[np.int16]
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int16]]]:
    """Yield the eight turned and reflected images of boards, with their solutions."""
    n = labels.shape[1]
    for _ in range(2):
        for boards, placed in ((labels, columns), (labels[:, ::-1], columns[:, ::-1])):
            yield boards, placed
            yield boards[:, :, ::-1], np.int16(n - 1) - placed
        labels = labels.swapaxes(1, 2)
        columns = columns.argsort(axis=1).astype(np.int16)  # the inverse permutation
