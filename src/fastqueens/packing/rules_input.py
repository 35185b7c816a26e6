"""Reads the rules of a puzzle in space from arguments, and writes them as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.packing.pieces import Piece
from fastqueens.packing.rules import Rules
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_items, check_whole, describe, quote, quote_name

__all__ = ["cell_indices", "limit_empty", "multiply", "read_rules", "rules_as_dict"]

Place = tuple[int, int, int]
MAX_COLOUR = 63


def multiply(
    items: list[tuple[Any, Any]], copies: Mapping[str, Any] | None
) -> tuple[list[tuple[Any, Any]], list[str]]:
    """Repeat pieces with copies; return the pieces, and the names of those that may stay out.

    Examples
    --------
    >>> multiply([("I", [(0, 0)])], {"I": (1, 2)})
    ([('I1', [(0, 0)]), ('I2', [(0, 0)])], ['I2'])
    """
    if copies is None:
        return items, []
    if not isinstance(copies, Mapping):
        raise InputError(f"copies is {quote(copies)}, expected a mapping from names to numbers")
    names = [str(name) for name, _ in items]
    for name in copies:
        if name not in names:
            raise InputError(
                f"copies: found the piece {quote_name(name)}, expected one of {', '.join(names)}"
            )
    found: list[tuple[Any, Any]] = []
    optional = []
    for name, cells in items:
        if str(name) not in copies:
            found.append((name, cells))
            continue
        least, most = _read_range(copies[str(name)], str(name))
        for k in range(most):
            found.append((f"{name}{k + 1}", cells))
            if k >= least:
                optional.append(f"{name}{k + 1}")
    if len({str(name) for name, _ in found}) != len(found):
        raise InputError("copies: found two pieces of the same name after numbering the copies")
    return found, optional


def _read_range(value: Any, name: str) -> tuple[int, int]:
    what = f"the copies of piece {name}"
    pair = list(value) if isinstance(value, (tuple, list)) else [value, value]
    if len(pair) != 2:
        raise InputError(f"{what}: found {quote(value)}, expected a number or (least, most)")
    least, most = (check_whole(number, what) for number in pair)
    if not least <= most <= limits.PIECES:
        raise InputError(
            f"{what}: found {quote(least)} to {quote(most)}, expected a range from 0 to "
            f"{limits.PIECES}"
        )
    return least, most


def cell_indices(cells: Any, name: str, board: NDArray[np.bool_]) -> list[Place]:
    """Read (layer, row, column) triples, or a boolean array of the shape of the container."""
    if not isinstance(cells, (tuple, list)) or (cells and not isinstance(cells[0], (tuple, list))):
        array = array_of(cells)
        if array.dtype == bool and array.shape == board.shape:
            cells = np.argwhere(array & board)
        elif array.ndim == 2 and array.shape[1] == 3 and array.dtype.kind in "iu":
            cells = array
        elif array.size:
            raise InputError(
                f"{name}: found {array.dtype} of shape {array.shape}, expected (layer, row, "
                f"column) triples, or bool and the shape {board.shape}"
            )
        cells = array_of(cells).tolist() if array.size else []
    elif cells and isinstance(cells[0][0] if cells[0] else None, (tuple, list)):
        return cell_indices(array_of(cells), name, board)
    found = []
    for cell in check_items(cells, name, "cells"):
        try:
            place = tuple(map(index, cell))
        except (TypeError, NotImplementedError):
            place = ()
        inside = len(place) == 3 and all(
            0 <= x < size for x, size in zip(place, board.shape, strict=True)
        )
        if not inside or not board[place]:
            raise InputError(
                f"{name}: found {quote(cell)}, expected a cell as (layer, row, column)"
            )
        found.append((place[0], place[1], place[2]))
    return found


def read_rules(
    board: NDArray[np.bool_] | None,
    cells: Sequence[Place],
    pieces: Sequence[Piece],
    reflect: bool,
    optional_pieces: Iterable[str],
    optional_cells: Any,
    colours: Any,
    max_empty: int | None = None,
) -> Rules:
    """Check the rules of a puzzle; `board` is None for a puzzle that is not in space."""
    names = {piece.name: k for k, piece in enumerate(pieces)}
    may_stay_out = []
    for name in optional_pieces:
        if not isinstance(name, str) or name not in names:
            raise InputError(
                f"optional_pieces: found {quote_name(name)}, expected one of {', '.join(names)}"
            )
        may_stay_out.append(names[name])
    if board is None:
        given = {
            "reflect": reflect,
            "optional pieces": may_stay_out,
            "optional_cells": bool(array_of(optional_cells).size),
            "colours": colours is not None,
            "max_empty": max_empty is not None,
        }
        for word, found in given.items():
            if found:
                raise InputError(
                    f"found {word} with a flat board or pyramid, expected a board of (layers, "
                    "rows, columns)"
                )
        return Rules()
    numbers = {cell: k for k, cell in enumerate(cells)}
    empty = sorted({numbers[x] for x in cell_indices(optional_cells, "optional_cells", board)})
    cell_colours, piece_colours, pairs = _read_colours(colours, len(cells), pieces)
    return Rules(
        reflect,
        tuple(empty),
        tuple(sorted(set(may_stay_out))),
        cell_colours,
        piece_colours,
        pairs,
        limit_empty(max_empty, len(empty)),
    )


def limit_empty(max_empty: Any, cells: int) -> int | None:
    """Return the checked number of cells that may stay empty, or None if it does not matter.

    Examples
    --------
    >>> limit_empty(2, 3), limit_empty(3, 3), limit_empty(None, 3)
    (2, None, None)
    """
    if max_empty is None:
        return None
    most = check_whole(max_empty, "max_empty")
    return most if most < cells else None


def _read_colours(
    colours: Any, cells: int, pieces: Sequence[Piece]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
    if colours is None:
        return (), (), ()
    keys = {"cells", "pieces", "pairs"}
    if not isinstance(colours, Mapping) or not set(colours) <= keys:
        raise InputError(
            f"colours: found {describe(colours)}, expected an object with cells, pieces and pairs"
        )
    of_cells = _read_numbers(colours.get("cells", [0] * cells), cells, "the cells")
    given = colours.get("pieces", {})
    names = [piece.name for piece in pieces]
    if not isinstance(given, Mapping) or not set(given) <= set(names):
        raise InputError(
            f"colours: found {describe(given)} as pieces, expected an object with names of pieces"
        )
    of_pieces = tuple(
        _read_numbers(
            given.get(piece.name, [0] * len(piece.cells)), len(piece.cells), f"piece {piece.name}"
        )
        for piece in pieces
    )
    pairs = set()
    for pair in check_items(colours.get("pairs", ()), "the pairs of colours", "pairs"):
        numbers = _read_numbers(pair, 2, "a pair")
        pairs.add((numbers[0], numbers[1]))
    if not any(of_cells) or not any(map(any, of_pieces)):
        return (), (), ()  # nothing is restricted
    return of_cells, of_pieces, tuple(sorted(pairs))


def _read_numbers(values: Any, many: int, what: str) -> tuple[int, ...]:
    found = check_items(values, f"the colours of {what}", "numbers")
    if len(found) != many:
        raise InputError(f"the colours of {what}: found {len(found)} numbers, expected {many}")
    numbers = tuple(check_whole(x, f"the colours of {what}") for x in found)
    if max(numbers, default=0) > MAX_COLOUR:
        raise InputError(
            f"the colours of {what}: found {quote(max(numbers))}, expected 0 to {MAX_COLOUR}"
        )
    return numbers


def rules_as_dict(rules: Rules, names: Sequence[str]) -> dict[str, Any]:
    """Return the rules as plain data, without the cells that may stay empty."""
    found: dict[str, Any] = {}
    if rules.reflect:
        found["reflect"] = True
    if rules.max_empty is not None:
        found["max_empty"] = rules.max_empty
    if rules.optional_pieces:
        found["optional_pieces"] = [names[k] for k in rules.optional_pieces]
    if rules.cell_colours:
        found["colours"] = {
            "cells": list(rules.cell_colours),
            "pieces": {
                name: list(colours)
                for name, colours in zip(names, rules.piece_colours, strict=True)
                if any(colours)
            },
            "pairs": [list(pair) for pair in rules.colour_pairs],
        }
    return found
