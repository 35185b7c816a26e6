"""Boards from arrays: squares of integers or strings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, islice
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.queens.formats.text_layouts import split_row
from fastqueens.queens.grid.grid import (
    MAX_N,
    CellError,
    Grid,
    assemble,
    assemble_letters,
    grid_of_bytes,
)
from fastqueens.results import InputError
from fastqueens.validation import array_of, describe, is_whole

__all__ = ["describe_cell", "grid_from_array", "grid_from_rows"]


def grid_from_array(array: ArrayLike) -> Grid:
    """Make a board from a square array of integers or strings.

    Examples
    --------
    >>> import numpy as np
    >>> grid = grid_from_array(np.array([[5, 5], [5, 9]]))
    >>> grid.labels, grid.regions.tolist()
    (('5', '9'), [[0, 0], [0, 1]])
    >>> grid_from_array([[0, 1], [0.5, 1]])
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: row 1, column 0 (counted from 0): found 0.5, \
expected an integer or a string
    """
    rows: Sequence[object]
    if isinstance(array, list | tuple):
        rows = array
    else:
        cells = array_of(array)
        if cells.ndim != 2:
            found = f"an array of shape {cells.shape}" if cells.ndim else describe(array)
            raise InputError(f"found {found}, expected an array of shape (n, n)")
        if cells.dtype == np.uint8 and 0 < len(cells) == cells.shape[1] <= MAX_N:
            return _from_bytes_array(cells)
        rows = cells[: MAX_N + 1, : MAX_N + 1].tolist()
    if not rows:
        raise InputError("found an array without rows, expected an array of shape (n, n)")
    return grid_from_rows(
        rows, lambda message, row, column: InputError(f"{describe_cell(row, column)}: {message}")
    )


_BYTES = tuple(map(str, range(256)))  # the label of each byte of an array


def _from_bytes_array(cells: NDArray[np.uint8]) -> Grid:
    """Make a board from bytes, without a Python loop over the cells: every byte is a label."""
    return grid_of_bytes(cells.tobytes(), len(cells), _BYTES)


def grid_from_rows(rows: Sequence[object], fail: CellError) -> Grid:
    """Make a grid of at least one row; a row is a string or a sequence of integers or strings."""
    if (simple := _from_simple_rows(rows)) is not None:
        return simple
    labelled: list[list[str]] = []

    def fail_at(row: int, message: str, at: int) -> InputError:
        return fail(f"character {at} (counted from 0): {message}", row, None)

    for at, row in enumerate(rows[: MAX_N + 1]):
        if hasattr(row, "__array__"):
            row = array_of(row).tolist()
        if isinstance(row, str):
            labels, _ = split_row(row, partial(fail_at, at))
        elif isinstance(row, Sequence) and not isinstance(row, bytes | bytearray | memoryview):
            labels = []
            for column, value in enumerate(islice(row, MAX_N + 1)):
                if not _is_label(value):
                    message = f"found {describe(value)}, expected an integer or a string"
                    raise fail(message, at, column)
                labels.append(str(value))
        else:
            raise fail(f"found {describe(row)}, expected a row: a list or a string", at, None)
        labelled.append(labels)
    return assemble(labelled, fail)


def _from_simple_rows(rows: Sequence[object]) -> Grid | None:
    """Make a grid of rows of letters, or of lists of small whole numbers; None for other rows."""
    n, kinds = len(rows), set(map(type, rows))
    if not 1 <= n <= MAX_N:
        return None
    if kinds == {str}:
        return assemble_letters(cast("Sequence[str]", rows))
    if not kinds <= {list, tuple}:
        return None
    lists = cast("Sequence[Sequence[object]]", rows)
    cells = list(chain.from_iterable(lists))
    if set(map(len, lists)) != {n} or set(map(type, cells)) != {int}:
        return None
    try:
        return grid_of_bytes(bytes(cast("list[int]", cells)), n, _BYTES)
    except ValueError:  # a number below 0 or above 255
        return None


def _is_label(value: object) -> bool:
    if isinstance(value, str):
        return True
    if is_whole(value):
        return -(2**63) <= int(value) < 2**64
    return False


def describe_cell(row: int, column: int | None) -> str:
    """Name a cell or, without a column, a row in an error message."""
    return f"row {row}{'' if column is None else f', column {column}'} (counted from 0)"
