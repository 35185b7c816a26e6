"""What a request asks for, checked key by key."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.formats.registry import grid_from_bytes
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import RuleOverrides
from fastqueens.results import InputError
from fastqueens.validation import check_choice, check_flag, check_whole, describe, did_you_mean
from fastqueens.web.url_codec import decode

__all__ = ["Asked", "playable_of"]


class Asked:
    """The object that came with a request.

    Parameters
    ----------
    body : bytes
        JSON.
    keys : collection of str
        The keys that may be there.

    Raises
    ------
    InputError
        For what is no object of such keys.
    """

    def __init__(self, body: bytes, keys: Collection[str]) -> None:
        try:
            document = json.loads(body, parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise InputError("found no JSON in the request, expected an object") from None
        if not isinstance(document, dict):
            raise InputError(f"found {describe(document)} as the request, expected an object")
        for key in document:
            if key not in keys:
                known = ", ".join(keys)
                raise InputError(
                    f"found the key {describe(key)} in the request, expected {known}"
                    f"{did_you_mean(key, keys)}"
                )
        self._document: Mapping[str, Any] = document

    def __getitem__(self, key: str) -> Any:
        """Return what stands under a key; None where nothing does."""
        return self._document.get(key)

    def whole(self, key: str, default: int | None, *, least: int = 0, most: int) -> int | None:
        """Return a whole number."""
        value = self[key]
        if value is None:
            return default
        if check_whole(value, key, least=least) > most:
            raise InputError(f"{key} is {describe(value)}, expected {most:,} at most")
        return int(value)

    def number(self, key: str, default: float, *, most: float) -> float:
        """Return a number of 0 or more; one that is larger than `most` counts as that."""
        value = self[key]
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise InputError(f"{key} is {describe(value)}, expected a number of 0 or more")
        return float(min(value, most))

    def seed(self, default: int | None) -> int | None:
        """Return a seed, which may be a text of digits: JavaScript rounds large numbers."""
        value = self["seed"]
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
            value = int(value)
        if value is None:
            return default
        if isinstance(value, str):
            raise InputError(f"seed is {describe(value)}, expected digits, at most 2**64 - 1")
        if check_whole(value, "seed") >= 2**64:
            raise InputError("seed is too large, expected 2**64 - 1 at most")
        return int(value)

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self[key]
        return default if value is None else check_flag(value, key)

    def choice(self, key: str, choices: Collection[str], default: str | None = None) -> str | None:
        """Return one of some names, or the default."""
        value = self[key]
        if value is None:
            return default
        check_choice(value, key, choices)
        return str(value)

    def text(self, key: str, default: str | None = None, *, most: int = 1 << 30) -> str | None:
        """Return a text."""
        value = self[key]
        if value is None:
            return default
        if not isinstance(value, str):
            raise InputError(f"{key} is {describe(value)}, expected a text")
        if len(value) > most:
            raise InputError(f"{key} is a text of {len(value):,} characters, expected {most:,}")
        return value

    def cells(self, key: str, n: int) -> list[Cell]:
        """Return cells of a board of n rows, as (row, column) pairs in the order given."""
        value = self[key]
        if value is None:
            return []
        if not isinstance(value, list):
            raise InputError(f"{key} is {describe(value)}, expected a list of [row, column]")
        found: dict[Cell, None] = {}
        for cell in value:
            whole = isinstance(cell, list) and [type(x) for x in cell] == [int, int]
            if not whole or not all(0 <= x < n for x in cell):
                raise InputError(
                    f"{key}: found {describe(cell) if not whole else cell}, expected a "
                    f"[row, column] of 0 to {n - 1} each"
                )
            found[cell[0], cell[1]] = None
        return list(found)

    def parts(self, key: str, keys: Collection[str], *, most: int) -> list[Asked]:
        """Return the objects of a list, each with keys of its own."""
        value = self[key]
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise InputError(f"{key} is no list of 1 to {most} objects")
        return [Asked(json.dumps(part).encode(), keys) for part in value]

    def grid(self) -> Grid:
        """Return the board, which may have any number of regions."""
        return _grid(self["board"])

    def board(self) -> Board:
        """Return the board, or raise `InputError` if it cannot be played."""
        return self.board_of(self["board"])

    def board_of(self, value: object) -> Board:
        """Return a board that stands elsewhere in the request."""
        return playable_of(_grid(value), self.flag("allow_empty_regions"))


def _grid(value: object) -> Grid:
    if isinstance(value, str):
        return decode(value)
    if not isinstance(value, dict):
        raise InputError(f"board is {describe(value)}, expected a code or an object")
    try:
        return grid_from_bytes(json.dumps(value).encode())
    except InputError as error:  # the place is that in a text which nobody has written
        raise InputError(error.message) from None


def playable_of(grid: Grid, allow_empty_regions: bool) -> Board:
    """Return a board that can be played.

    Parameters
    ----------
    grid : Grid
        The board as it was read.
    allow_empty_regions : bool
        Whether it may have any number of regions. It may if it says so itself.

    Returns
    -------
    Board

    Raises
    ------
    InputError
        If the number of regions is wrong, or the stars have no room.
    """
    rules = RuleOverrides(allow_empty_regions=allow_empty_regions).apply(grid.rules)
    rules.check_region_count(grid.regions, grid.labels, advise=False)
    return playable(Board(grid, rules))


def _no_number(_: str) -> NoReturn:
    raise ValueError
