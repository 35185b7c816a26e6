"""Read the queens and crosses that a player has put on a board.

Signs that look alike are judged together. The rules, in this order:

1. Signs far from the middle of their cells are no marks: badges, pointers, coordinates.
2. Signs in nearly all cells are labels, such as the letters of regions, and signs evenly spread
   over their cells are hatching. Among them only three or more like signs that stand on the
   solution, and resemble no other sign, are queens. Crosses in nearly all cells leave the solution
   free.
3. Like signs that are more than a solution has queens, or most of which attack each other, are
   crosses if they look like crosses or dots.
4. Two or more like signs that all stand on the solution are queens; of signs that look like crosses
   or dots, three or more.
5. A sign that is symmetric like a cross or a dot is a cross, any other sign a queen. Most signs of
   this kind must look alike. A cross on the solution, and a queen that is unlike the other queens,
   need more evidence.

A sign without enough evidence stays unread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.vision.rectify import Sheet
from fastqueens.queens.vision.signs import Group, cut_signs, group_signs

__all__ = ["Symbols", "read_symbols"]

_Floats = NDArray[np.float32]
_MAX_OFFSET = 0.13  # maximum distance of a mark from the centre of its cell, in cells
_MAX_DRAWN = 0.8  # signs in more than this share of the cells are part of the drawing
_MIN_STANDING_OUT = 3  # minimum number of like queens among signs in nearly all cells
_MIN_CROSSED = 0.7  # minimum share of crosses among signs in nearly all cells
_MIN_SYMMETRY = 0.95  # minimum symmetry of a cross or a dot
_MIN_CROSS_SYMMETRY = 0.85  # minimum symmetry of a cross with clear arms
_MIN_ARMS = 0.7  # minimum share of the outer ink of a cross that lies in its four arms
_MIN_ROUND = 0.97  # minimum correlation of a dot with itself, turned by 90 degrees
_CLEAR_ARMS = 0.8  # the same for a cross that only its shape shows
_MAX_DOT_WIDTH = 0.42  # cells; a larger disc is a queen
_MAX_CROSS_AREA = 0.25  # share of the cell
_MIN_QUEEN_AREA = 0.03  # share of the cell
_MAX_FIGURE_SYMMETRY = 0.9  # maximum symmetry of a queen that only its shape shows
_MIN_DISC_WIDTH = 0.5  # cells; minimum width of a disc that is a queen
_MIN_CROSSES = 8  # minimum number of crosses beside a cross on the solution
_SAME_AREA = 1.15  # maximum ratio between the areas of equal signs
_SAME, _RELATED = 0.97, 0.8  # minimum correlations of equal and of related signs
_SAME_KIND = 0.88  # minimum correlation of signs of one kind
_MIN_LABELS = 4  # minimum number of kinds of labels
_MAX_MARKED = 0.75  # maximum share of the labels that are of the two commonest kinds
_FULL_WIDTH = 0.74  # cells; a sign of this size is cut off at the rim of its cell
# Maximum ink near the rim of cells with crosses, relative to the ink in their middle.
_MAX_RING = 0.35
_MAX_HATCH_WIDTH = 0.5  # cells; a wider cross reaches the rim itself
Kind = Literal["queens", "crosses"]


@dataclass(frozen=True, slots=True)
class Symbols:
    """The cells with queens, with crosses or dots, and with signs that were not read.

    `labelled` says that nearly all cells have signs that are no marks; `unread` is empty then.
    """

    queens: tuple[Cell, ...]
    crosses: tuple[Cell, ...]
    unread: tuple[Cell, ...]
    labelled: bool = False


def read_symbols(
    sheet: Sheet,
    colours: _Floats,
    regions: NDArray[np.uint8],
    stars: int,
    solution: Collection[Cell] | None,
) -> Symbols:
    """Return the cells with queens, crosses and unread signs.

    `solution` is the only solution of the board, or None if the board has not exactly one.
    """
    if sheet.coarse:
        return Symbols((), (), ())
    signs = cut_signs(sheet, colours)
    groups = found = group_signs([sign for sign in signs if sign.offset <= _MAX_OFFSET])
    judge = _Judge(regions, stars, solution)
    drawn = len(signs) > _MAX_DRAWN * regions.size
    crossed_out = judge.cross_out_the_rest(found, _MIN_CROSSED * len(signs))
    if _are_labels(found) or (drawn and not crossed_out):
        groups = [group for group in found if judge.stands_out(group, found)]
    queens, crosses = judge.divide(groups, len(signs) - sum(len(x.signs) for x in groups))
    others = [group for group in found if not set(queens).issuperset(group.cells)]
    hatched = _hatched_regions(others, regions)
    crossed = [x for group in crosses for x in judge.crossed_cells(group) if
               regions[x] not in hatched]  # fmt: skip
    unread = {sign.cell for sign in signs if regions[sign.cell] not in hatched}
    unread -= {*queens, *crossed}
    labelled = drawn and len(unread) > _MAX_DRAWN * (regions.size - len(queens))
    if labelled:
        unread = set()
    return Symbols(tuple(sorted(queens)), tuple(sorted(crossed)), tuple(sorted(unread)), labelled)


@dataclass(frozen=True, slots=True, eq=False)
class _Judge:
    """Tells queens from crosses by their shape, their number and the solution."""

    regions: NDArray[np.uint8]
    stars: int
    solution: Collection[Cell] | None

    @property
    def most(self) -> int:
        """The number of queens in a solution."""
        return len(self.regions) * self.stars

    def divide(self, groups: Sequence[Group], strange: int) -> tuple[list[Cell], list[Group]]:
        """Return the queens, and the groups of crosses; `strange` counts signs that are neither.

        Groups that are sure come first, because other signs may resemble them.
        """
        queens = [group for group in groups if self.is_surely_queen(group)]
        crosses = [group for group in groups if self.is_surely_cross(group)]
        rest = [group for group in groups if group not in queens and group not in crosses]
        related = {id(group): self._relation(group, queens, crosses) for group in rest}
        crosses += [group for group in rest if related[id(group)] == "crosses"]
        queens += [group for group in rest if related[id(group)] == "queens"]
        rest = [group for group in rest if related[id(group)] is None]
        kinds = [(group, self._kind(group)) for group in rest]
        strange += sum(len(group.signs) for group, kind in kinds if kind is None)
        trusted = [(group, kind) for group, kind in kinds if 2 * len(group.signs) > strange]
        crosses += [group for group, kind in trusted if kind == "crosses"]
        shapes = [group for group, kind in trusted if kind == "queens"]
        queens += self._alike(queens, shapes, strange)
        return self._join_queens(queens), crosses

    def _alike(self, queens: Sequence[Group], shapes: Sequence[Group], strange: int) -> list[Group]:
        """Return the groups that are queens by their shape and look like the other queens.

        All queens of a program look alike. A group that does not must stand on the solution.
        """
        if not shapes:
            return []
        first = max([*queens, *shapes], key=lambda x: (self._on_solution(x.cells), len(x.signs)))
        like = [x for x in shapes if _correlation(x.ink, first.ink) >= _SAME_KIND]
        others = [x for x in shapes if x not in like]
        number = sum(len(group.signs) for group in [*queens, *like])
        if number <= sum(len(group.signs) for group in others) + strange / 2:
            return []
        return like + [x for x in others if self._on_solution(x.cells) == len(x.signs)]

    def is_surely_queen(self, group: Group) -> bool:
        """Return whether several like signs all stand on the solution."""
        number = len(group.signs)
        least = 3 if _looks_like_cross(group) else 2
        return number >= least and self._on_solution(group.cells) == number

    def stands_out(self, group: Group, groups: Sequence[Group]) -> bool:
        """Return whether signs are queens although nearly all cells have signs.

        The letter of a region of one cell stands on the solution, and letters may look alike.
        """
        sizes = np.bincount(self.regions.ravel())
        on = [x for x in groups if self._on_solution(x.cells) == len(x.signs)]
        like = [x for x in on if _correlation(x.ink, group.ink) >= _RELATED]
        number = sum(int(sizes[self.regions[cell]]) > 1 for x in like for cell in x.cells)
        others = (x for x in groups if x not in on)
        return (
            group in on
            and number >= _MIN_STANDING_OUT
            and all(_correlation(x.ink, group.ink) < _RELATED for x in others)
        )

    def cross_out_the_rest(self, groups: Iterable[Group], least: float) -> bool:
        """Return whether `least` or more signs are surely crosses, beside the solution."""
        crosses = [group for group in groups if self.is_surely_cross(group)]
        cells = [cell for group in crosses for cell in group.cells]
        free = self.regions.size - self.most
        return least <= len(cells) <= free and self._on_solution(cells) <= 1

    def is_surely_cross(self, group: Group) -> bool:
        """Return whether like signs of the shape of a cross or dot cannot be queens."""
        number, on = len(group.signs), self._on_solution(group.cells)
        if not _looks_like_cross(group) or on > number / 4:
            return False
        attacked = self._attacked(group.cells) > number / 2
        return number > self.most or attacked or (self.solution is not None and number >= 3)

    def crossed_cells(self, group: Group) -> list[Cell]:
        """Return the cells of a group of crosses, without doubtful ones on the solution.

        A player seldom crosses out a cell of the solution. So a cross there must be the only one,
        and look exactly like many others; a small queen may resemble a dot.
        """
        on = [sign for sign in group.signs if self._on_solution([sign.cell])]
        others = Group(tuple(sign for sign in group.signs if sign not in on))
        sure = (
            len(on) == 1
            and len(others.signs) >= _MIN_CROSSES
            and _correlation(on[0].ink, others.ink) >= _SAME
            and 1 / _SAME_AREA <= on[0].area / others.median("area") <= _SAME_AREA
        )
        return [x for x in group.cells if sure or not self._on_solution([x])]

    def _relation(
        self, group: Group, queens: Sequence[Group], crosses: Sequence[Group]
    ) -> Kind | None:
        """Return whether a group resembles sure queens or sure crosses, and stands like them."""
        ink, on, number = group.ink, self._on_solution(group.cells), len(group.signs)
        queen = max((_correlation(ink, x.ink) for x in queens), default=0.0)
        cross = max((_correlation(ink, x.ink) for x in crosses), default=0.0)
        if on == number and queen >= _RELATED and queen > cross:
            return "queens"
        if not on and cross >= _RELATED and cross > queen and group.median("area") < 0.3:
            return "crosses"
        return None

    def _kind(self, group: Group) -> Kind | None:
        """Return what the shape of a group shows, or None if this is uncertain."""
        number, on = len(group.signs), self._on_solution(group.cells)
        symmetry, arms = _symmetry(group.ink), _arms(group.ink)
        width, height = group.median("width"), group.median("height")
        if _looks_like_cross(group):
            if on or (self.solution is None and (arms < _CLEAR_ARMS or number >= self.most)):
                return None
            return "crosses"
        if number > self.most or self._attacked(group.cells) > number / 2 or (
            self.solution is not None and not on and number >= 3
        ):  # fmt: skip
            return None
        vague = symmetry > _MAX_FIGURE_SYMMETRY or arms >= _MIN_ARMS
        disc = symmetry >= _MIN_SYMMETRY and width >= _MIN_DISC_WIDTH and arms < _MIN_ARMS
        full = min(width, height) >= _FULL_WIDTH
        doubtful = full or (vague and not disc)
        if group.median("area") < _MIN_QUEEN_AREA or (on < number and doubtful):
            return None
        return "queens"

    def _join_queens(self, groups: Sequence[Group]) -> list[Cell]:
        """Return the queens of the first group and of groups that attack none of its queens."""
        found: list[Cell] = []
        for group in sorted(groups, key=lambda x: (-self._on_solution(x.cells), -len(x.signs))):
            cells = [*found, *group.cells]
            on = self._on_solution(group.cells) == len(group.signs)
            if not found or on or self._attacked(cells) == self._attacked(found):
                found = cells
        return found if len(found) <= self.most else []

    def _on_solution(self, cells: Iterable[Cell]) -> int:
        return 0 if self.solution is None else sum(cell in self.solution for cell in cells)

    def _attacked(self, cells: Sequence[Cell]) -> int:
        """Return the number of cells that break a rule together with another of the cells."""
        units = [
            Counter(unit(cell) for cell in cells)
            for unit in (lambda x: x[0], lambda x: x[1], lambda x: int(self.regions[x]))
        ]
        rows, columns, regions = units
        return sum(
            rows[row] > self.stars
            or columns[column] > self.stars
            or regions[int(self.regions[row, column])] > self.stars
            or any(max(abs(row - r), abs(column - c)) == 1 for r, c in cells)
            for row, column in cells
        )


def _are_labels(groups: Sequence[Group]) -> bool:
    """Return whether signs are of too many kinds for marks: letters or numbers.

    A program draws one kind of queen and one or two kinds of crosses.
    """
    kinds: list[list[Group]] = []
    for group in sorted(groups, key=lambda x: -len(x.signs)):
        for kind in kinds:
            if _correlation(kind[0].ink, group.ink) >= _SAME_KIND:
                kind.append(group)
                break
        else:
            kinds.append([group])
    sizes = sorted(sum(len(group.signs) for group in kind) for kind in kinds)
    return len(sizes) >= _MIN_LABELS and sum(sizes[-2:]) < _MAX_MARKED * sum(sizes)


def _correlation(one: _Floats, other: _Floats) -> float:
    return float((one * other).sum() / max(1e-6, np.linalg.norm(one) * np.linalg.norm(other)))


def _looks_like_cross(group: Group) -> bool:
    """Return whether signs have the shape of a diagonal cross or of a small dot."""
    symmetry, arms = _symmetry(group.ink), _arms(group.ink)
    round_ = _correlation(group.ink, np.rot90(group.ink)) >= _MIN_ROUND
    dot = round_ and group.median("width") <= _MAX_DOT_WIDTH
    like_cross = symmetry >= _MIN_SYMMETRY and (arms >= _MIN_ARMS or dot)
    like_tilted_cross = symmetry >= _MIN_CROSS_SYMMETRY and arms >= _CLEAR_ARMS
    return (like_cross or like_tilted_cross) and group.median("area") <= _MAX_CROSS_AREA


def _symmetry(ink: _Floats) -> float:
    """Return how well a sign agrees with its mirror images, 0 to 1: about 1 for a cross or disc."""
    return min(_correlation(ink, ink[::-1]), _correlation(ink, ink[:, ::-1]))


def _arms(ink: _Floats) -> float:
    """Return the share of the outer ink that lies in the four arms of a diagonal cross."""
    down, across = np.indices(ink.shape) - (len(ink) - 1) / 2
    away = np.hypot(down, across)
    outer = away > 0.5 * away[ink > 0.4 * ink.max()].max()
    angle = np.abs(np.degrees(np.arctan2(np.abs(down), np.abs(across))) - 45)
    return float(ink[outer & (angle < 20)].sum() / max(1e-6, ink[outer].sum()))


def _hatched_regions(groups: Iterable[Group], regions: NDArray[np.uint8]) -> set[int]:
    """Return the regions whose signs are hatching: their ink is spread over the whole cell."""
    middle, ring = np.zeros((2, len(regions)))
    for group in groups:
        if group.median("width") > _MAX_HATCH_WIDTH and _arms(group.ink) >= _MIN_ARMS:
            continue
        for sign in group.signs:
            middle[regions[sign.cell]] += sign.spread[0]
            ring[regions[sign.cell]] += sign.spread[1]
    return set(np.flatnonzero(ring > _MAX_RING * middle).tolist())
