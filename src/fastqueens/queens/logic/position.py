"""The position of a player, and its candidates as sets of bits.

A set of cells is an integer: bit ``row * n + column`` stands for a cell. A placement of a unit puts
the missing queens of the unit on some of its candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.placements import Cell

__all__ = [
    "MAX_PLACEMENTS",
    "Candidates",
    "Geometry",
    "PlayerPosition",
    "Unit",
    "bits",
    "candidates_of",
    "common_of",
    "join_lines",
    "list_placements",
    "numbered_placements",
]

Unit = tuple[str, int]
MAX_PLACEMENTS = 2048  # the placements of a unit are listed only up to this number, as in bounds.c


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """A board with the queens and the eliminated cells of a player.

    Attributes
    ----------
    board : Board
        The board.
    queens : tuple of (row, column)
        The queens on the board.
    eliminated : tuple of (row, column)
        The eliminated cells.
    """

    board: Board
    queens: tuple[Cell, ...] = ()
    eliminated: tuple[Cell, ...] = ()

    def after(self, placed: Sequence[Cell], eliminated: Sequence[Cell]) -> PlayerPosition:
        """Return the position after a step."""
        queens = (*self.queens, *(cell for cell in placed if cell not in self.queens))
        return PlayerPosition(self.board, queens, (*self.eliminated, *eliminated))


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity, to be a quick key of caches
class Geometry:
    """The units of a board, numbered: first the regions, then the rows, then the columns.

    Attributes
    ----------
    n, stars : int
        The size of the board, and the queens of each unit.
    units : tuple of (kind, number)
        The units.
    cells : tuple of int
        The cells of each unit.
    required : tuple of bool
        Whether a unit needs its queens; if not, it may have fewer.
    own : tuple of (int, int, int)
        The units of each cell.
    near : tuple of int
        The cells that touch each cell.
    """

    n: int
    stars: int
    units: tuple[Unit, ...]
    cells: tuple[int, ...]
    required: tuple[bool, ...]
    own: tuple[tuple[int, int, int], ...]
    near: tuple[int, ...]

    @property
    def regions(self) -> int:
        """The number of regions."""
        return len(self.units) - 2 * self.n

    def number(self, unit: Unit) -> int:
        """Return the number of a unit."""
        kind, i = unit
        return i + {"region": 0, "row": self.regions, "column": self.regions + self.n}[kind]

    def cell(self, number: int) -> Cell:
        """Return a cell as (row, column)."""
        return divmod(number, self.n)

    def cells_in(self, mask: int) -> tuple[Cell, ...]:
        """Return a set of cells as (row, column) pairs, in reading order."""
        return tuple(self.cell(i) for i in bits(mask))

    def cells_of(self, units: Iterable[Unit]) -> int:
        """Return the cells of units."""
        found = 0
        for unit in units:
            found |= self.cells[self.number(unit)]
        return found

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return (row, column) pairs as a set of cells."""
        found = 0
        for row, column in cells:
            found |= 1 << row * self.n + column
        return found


@lru_cache(16)  # an explanation asks for the same board in every step
def geometry_of(board: Board) -> Geometry:
    """Return the units of a board."""
    n, regions = board.n, board.regions.tolist()
    count = len(board.labels)
    cells = [0] * (count + 2 * n)
    own, near = [], []
    for r in range(n):
        for c in range(n):
            units = regions[r][c], count + r, count + n + c
            own.append(units)
            for unit in units:
                cells[unit] |= 1 << r * n + c
            around = 0
            for y in range(max(r - 1, 0), min(r + 2, n)):
                for x in range(max(c - 1, 0), min(c + 2, n)):
                    around |= 1 << y * n + x
            near.append(around & ~(1 << r * n + c))
    units_of = [("region", i) for i in range(count)]
    units_of += [(kind, i) for kind in ("row", "column") for i in range(n)]
    required = (count == n,) * count + (True,) * (2 * n)
    return Geometry(
        n, board.stars, tuple(units_of), tuple(cells), required, tuple(own), tuple(near)
    )


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of a position.

    Attributes
    ----------
    geometry : Geometry
        The units of the board.
    open : int
        The cells that may still hold a queen.
    queens : int
        The cells with a queen.
    missing : tuple of int
        The number of queens that each unit may still get.
    root : Candidates or None
        An earlier position with fewer queens and more candidates, at the start of a chain. The
        placements of regions are filtered from those of this position.
    """

    geometry: Geometry
    open: int
    queens: int
    missing: tuple[int, ...]
    root: Candidates | None = field(default=None, repr=False, compare=False)

    def place(self, queens: int) -> Candidates:
        """Return the candidates after these queens, which must be candidates."""
        geometry, left, missing = self.geometry, self.open & ~queens, list(self.missing)
        for cell in bits(queens):
            left &= ~geometry.near[cell]
            for unit in geometry.own[cell]:
                missing[unit] -= 1
                if missing[unit] <= 0:
                    left &= ~geometry.cells[unit]
        return Candidates(geometry, left, self.queens | queens, tuple(missing), self.root)

    def as_root(self) -> Candidates:
        """Return the same candidates as the start of a chain."""
        return replace(self, root=self)

    def without(self, cells: int) -> Candidates:
        """Return the candidates without these cells."""
        return replace(self, open=self.open & ~cells)

    def of_unit(self, unit: int) -> int:
        """Return the candidates in a unit."""
        return self.open & self.geometry.cells[unit]

    def needy(self) -> Iterator[int]:
        """Return the numbers of the units that still need a queen."""
        required = self.geometry.required
        return (u for u, missing in enumerate(self.missing) if missing > 0 and required[u])


def candidates_of(position: PlayerPosition) -> Candidates:
    r"""Return the candidates of a position: the cells neither attacked nor eliminated.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> left = candidates_of(PlayerPosition(board, ((0, 2),), ((1, 1),)))
    >>> left.geometry.cells_in(left.open)
    ((1, 0), (2, 0), (2, 1), (2, 3), (3, 0), (3, 1), (3, 3))
    """
    geometry = geometry_of(position.board)
    missing = (geometry.stars,) * len(geometry.units)
    every = Candidates(geometry, (1 << geometry.n**2) - 1, 0, missing)
    return every.place(geometry.mask(position.queens)).without(geometry.mask(position.eliminated))


def bits(mask: int) -> Iterator[int]:
    """Return the numbers of the bits that are set, in ascending order.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def list_placements(now: Candidates, unit: int, limit: int = MAX_PLACEMENTS) -> list[int] | None:
    """Return all placements of a unit as sets of cells; None if there are more than `limit`."""
    if now.root is not None and unit < now.geometry.regions:
        known = _all_placements(now.root, unit, limit)
        if known is not None:
            return [placed & ~now.queens for placed in _still_possible(now, unit, known)]
    return _all_placements(now, unit, limit)


def numbered_placements(now: Candidates, region: int) -> tuple[list[int], list[int]] | None:
    """Return the placements of a region at the root, and the numbers of those still possible."""
    known = _all_placements(now.root or now, region, MAX_PLACEMENTS)
    if known is None:
        return None
    possible = {*_still_possible(now, region, known)}
    return known, [i for i, placed in enumerate(known) if placed in possible]


def _still_possible(now: Candidates, unit: int, known: list[int]) -> list[int]:
    """Return the placements from the root that agree with the position."""
    root = now.root or now
    geometry = now.geometry
    must = now.queens & ~root.queens & geometry.cells[unit]
    excluded = ~(now.open | must)
    found = [placed for placed in known if not placed & excluded and must & ~placed == 0]
    need = now.missing[unit]
    for line in range(geometry.regions, len(geometry.units)):
        room = now.missing[line]
        if 0 < room < need:
            cells = geometry.cells[line] & ~must
            if (now.of_unit(unit) & cells).bit_count() > room:
                found = [placed for placed in found if (placed & cells).bit_count() <= room]
    return found


def _all_placements(now: Candidates, unit: int, limit: int) -> list[int] | None:
    need = now.missing[unit]
    caps = tuple(need if room > need else room for room in now.missing)
    return _list_placements(now.geometry, unit, now.of_unit(unit), caps, limit)


@lru_cache(4096)
def _list_placements(
    geometry: Geometry, unit: int, cells: int, caps: tuple[int, ...], limit: int
) -> list[int] | None:
    """Return the placements on these cells, at most `caps` queens in each unit."""
    found: list[int] = []

    def extend(left: int, need: int, placed: int, missing: list[int]) -> bool:
        if not need:
            found.append(placed)
            return len(found) <= limit
        while left.bit_count() >= need:
            low = left & -left
            left ^= low
            cell = low.bit_length() - 1
            after, fewer = left & ~geometry.near[cell], missing.copy()
            for own in geometry.own[cell]:
                fewer[own] -= 1
                if not fewer[own]:
                    after &= ~geometry.cells[own]
            if not extend(after, need - 1, placed | low, fewer):
                return False
        return True

    return found if extend(cells, caps[unit], 0, list(caps)) else None


def common_of(now: Candidates, unit: int) -> tuple[int, int] | None:
    """Return the queens that all placements of a unit share, and the candidates they all exclude.

    None if the unit has no placement. If it has too many placements, nothing is shared.
    """
    placements = list_placements(now, unit)
    if placements is None:
        return 0, 0
    if not placements:
        return None
    shared, excluded = now.open, now.open
    for placed in placements:
        shared &= placed
        excluded &= ~(now.place(placed).open | placed)
        if not shared and not excluded:
            break
    return shared, excluded


def join_lines(now: Candidates, first: int) -> tuple[int, int] | None:
    """Return what all placements of two neighbouring lines share and exclude.

    `first` is the number of the upper row, or of the left column. None if there is no placement.
    """
    cells, needs = now.of_unit(first) | now.of_unit(first + 1), now.missing[first : first + 2]
    return _join_lines(now.geometry, first, cells, *needs)


@lru_cache(4096)
def _join_lines(
    geometry: Geometry, first: int, cells: int, above: int, below: int
) -> tuple[int, int] | None:
    """Join the placements of two lines that need `above` and `below` queens on these cells.

    In the 2 x 2 blocks of two lines at most one cell has a queen. So the positions along the lines
    are visited in order, and each of them has a queen in one line, in the other line, or none.
    """
    lines = zip(*(bits(geometry.cells[first + k]) for k in (0, 1)), strict=True)
    moves = []  # for each position: the queens in both lines, and the cell of the queen
    # For each position, the numbers of queens in both lines before it, and whether the position
    # before it has a queen.
    before: list[set[tuple[int, int, bool]]] = [{(0, 0, False)}]
    for pair in lines:
        options = [(0, 0, 0)]
        options += [(1 - k, k, 1 << pair[k]) for k in (0, 1) if cells >> pair[k] & 1]
        moves.append(options)
        before.append(
            {
                (a + up, b + down, bit > 0)
                for a, b, full in before[-1]
                for up, down, bit in options
                if not bit or not (full or a + up > above or b + down > below)
            }
        )
    good = {(above, below, full) for full in (False, True)} & before[-1]
    if not good:
        return None
    used, unused = 0, 0  # cells with a queen in some placement, and cells without one in some
    for options, reached in zip(reversed(moves), reversed(before[:-1]), strict=True):
        both = sum(bit for _, _, bit in options)
        here = set()
        for a, b, full in reached:
            for up, down, bit in options:
                if not (bit and full) and (a + up, b + down, bit > 0) in good:
                    here.add((a, b, full))
                    used |= bit
                    unused |= both & ~bit
        good = here
    return cells & ~unused, cells & ~used
