"""Boards from files as arrays, for programs that handle many boards at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.equality import EqualByValue
from fastqueens.input import Input, check_path, read_file
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.formats.registry import (
    check_format,
    format_of_name,
    has_board_per_line,
    read_grids,
)
from fastqueens.queens.grid.rules import Rules, override_rules
from fastqueens.queens.streams.pipeline import Query, boards_by_kind
from fastqueens.queens.streams.readers import open_source
from fastqueens.validation import check_whole

__all__ = ["BoardArray", "read_arrays"]

_BYTES_OF_BOARD = 200  # a guess, for the size of the first slice of a file


@dataclass(frozen=True, slots=True, eq=False)
class BoardArray(EqualByValue):
    """Boards of one size and with the same rules, as one array.

    Attributes
    ----------
    regions : ndarray of uint8, shape (B, n, n)
        The boards. All cells of a region have the same number. The numbers are arbitrary and need
        not begin at 0.
    numbers : ndarray of int64, shape (B,)
        For each board, its line in the file or its position among the boards, counted from 1.
    rules : Rules
        The rules of the boards.

    Examples
    --------
    >>> boards = BoardArray(np.zeros((2, 1, 1), np.uint8), np.array([1, 2]), Rules())
    >>> len(boards), boards.n
    (2, 1)
    """

    regions: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    rules: Rules

    @property
    def n(self) -> int:
        """Number of rows and columns."""
        return int(self.regions.shape[1])

    def __len__(self) -> int:
        return len(self.regions)


def read_arrays(
    path: str | os.PathLike[str],
    *,
    stars: int | None = None,
    allow_empty_regions: bool = False,
    format: str | None = None,
    size: int = 10_000,
) -> Iterator[BoardArray]:
    r"""Read a file of many boards as arrays, some thousand boards at a time.

    This is the fastest way from a file to `solve_many` and `rate_many`: lines of JSON and of SBN
    become arrays without a `Board` for each line. The file may be larger than the memory.

    Parameters
    ----------
    path : str or path-like
        The file. It may contain a JSON object or a board of another format on each line; a NumPy
        array of shape (B, n, n); a Parquet table with a column ``regions``; or drawings and other
        content that `read_boards` reads.
    stars, allow_empty_regions, format
        See `Board.from_text`.
    size : int
        The approximate number of boards that are read at a time, 1 or more.

    Yields
    ------
    BoardArray
        Consecutive boards of the file. Boards of another size, or with other rules, are in
        another array.

    Raises
    ------
    InputError
        If the file or one of its boards cannot be read. The error names the file and the line.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from fastqueens import queens
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "boards.jsonl")
    ...     _ = path.write_text("".join(f"{x.to_json()}\n" for x in queens.generate(8, count=50)))
    ...     for boards in queens.read_arrays(path):
    ...         counts, first = queens.solve_many(boards.regions, rules=boards.rules)
    ...         print(boards.regions.shape, boards.numbers[-1], counts.sum())
    (50, 8, 8) 50 50
    """
    overrides = override_rules(stars, allow_empty_regions)
    size = check_whole(size, "size", least=1)
    source = check_path(path)
    check_format(format)
    named = format_of_name(source) if format is None else format
    table = source.lower().endswith(".parquet")
    if not (table or named == "npy" or has_board_per_line(named)):
        data = read_file(path, "boards", limits.BOARDS)
        grids = read_grids(Input(data, source), format)
        return _stacked((Board(grid, overrides.apply(grid.rules)) for grid in grids), size)
    return _read_lines(path, "jsonl" if table else named, Query(overrides=overrides), size)


def _read_lines(
    path: str | os.PathLike[str], format: str, query: Query, size: int
) -> Iterator[BoardArray]:
    """Read a file of one board on each line, an array or a table."""
    source = open_source(path, format=format)
    source.size = source.max_size = size * _BYTES_OF_BOARD
    try:
        for block in source.blocks():
            read = 0
            for regions, numbers, rules in boards_by_kind(block, query, source.name):
                read += len(regions)
                yield BoardArray(regions, numbers, rules)
            if read and block.text:  # now the bytes of a board are known
                source.size = max(1, len(block.text) * size // read)
    finally:
        source.close()


def _stacked(boards: Iterator[Board], size: int) -> Iterator[BoardArray]:
    """Stack boards that have been read one by one."""
    held: list[Board] = []
    number = 1
    for board in boards:
        playable(board)
        if held and ((held[0].n, held[0].rules) != (board.n, board.rules) or len(held) == size):
            yield _stack(held, number)
            number += len(held)
            held = []
        held.append(board)
    if held:
        yield _stack(held, number)


def _stack(boards: list[Board], first: int) -> BoardArray:
    numbers = np.arange(first, first + len(boards), dtype=np.int64)
    return BoardArray(np.stack([board.regions for board in boards]), numbers, boards[0].rules)
