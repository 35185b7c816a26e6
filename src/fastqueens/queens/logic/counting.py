"""The numbers of the rule bounds: the fewest and the most queens of each region in some lines.

A lane is a set of lines: the rows 1 to k, one row, the columns 1 to k, or one column. The queens of
all regions in a lane must add up to the queens that its lines hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.logic.position import Candidates, Geometry, Unit, bits, numbered_placements

__all__ = ["Lanes", "Limit", "limits_of_step"]


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on the queens of one region in a lane, with its reason.

    Attributes
    ----------
    lines : tuple of (kind, number)
        The lines of the lane.
    total : int
        The queens that the lines hold.
    side : {"least", "most"}
        Whether the region must have at least `value` queens in the lane, or at most.
    value : int
        The limit.
    region : int
        The number of the region.
    reach : int
        The most queens that the region can have in the lane.
    inside : tuple of int
        The other regions that lie in the lane with all their cells.
    others : tuple of (int, tuple of int)
        The remaining regions by their number of queens: the most that each can have in the lane if
        `side` is ``"least"``, or the fewest. Regions with the number 0 are left out.
    """

    lines: tuple[Unit, ...]
    total: int
    side: Literal["least", "most"]
    value: int
    region: int
    reach: int
    inside: tuple[int, ...]
    others: tuple[tuple[int, tuple[int, ...]], ...]


class Lanes:
    """The fewest and the most queens of each region in each lane of a position."""

    def __init__(self, now: Candidates) -> None:
        self.now = now
        geometry = now.geometry
        root = now.root or now
        self.count = geometry.regions
        self.placements: list[list[int] | None] = []
        self.numbers: list[NDArray[np.int64] | None] = []  # queens of each placement in each lane
        least, most = [], []
        for region in range(self.count):
            found = numbered_placements(now, region)
            standing = root.queens & geometry.cells[region]
            if found is None:
                self.placements.append(None)
                self.numbers.append(None)
                fixed = _in_lanes(geometry, (now.queens & geometry.cells[region],))[0]
                low, high = self._by_candidates(region)
                low, high = low + fixed, high + fixed
            else:
                known, possible = found
                self.placements.append([known[i] & ~now.queens for i in possible])
                every = _in_lanes(geometry, tuple(placed | standing for placed in known))
                numbers = every[possible]
                self.numbers.append(numbers)
                if possible:
                    low, high = numbers.min(axis=0), numbers.max(axis=0)
                else:
                    low = high = np.zeros(4 * geometry.n, np.int64)
            least.append(low)
            most.append(high)
        self.least, self.most = np.array(least), np.array(most)
        lines = np.arange(1, geometry.n + 1)
        self.total = geometry.stars * np.concatenate([lines, lines * 0 + 1] * 2)

    def _by_candidates(self, region: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Bound the missing queens of a region in each lane, without listing its placements."""
        now, n = self.now, self.now.geometry.n
        missing, low, high = now.missing[region], [], []
        for first in (self.count, self.count + n):
            # Two neighbours in a line cannot both hold a queen.
            room = np.array(
                [self._capacity(now.of_unit(region) & now.of_unit(first + i)) for i in range(n)]
            )
            room = np.minimum(room, missing)
            so_far = room.cumsum()
            low += [np.maximum(missing - (so_far[-1] - so_far), 0), room * 0]
            high += [np.minimum(so_far, missing), room]
        return np.concatenate(low), np.concatenate(high)

    def _capacity(self, cells: int) -> int:
        """Return how many queens fit on cells of one line without touching."""
        count = 0
        while cells:
            cell = (cells & -cells).bit_length() - 1
            cells &= ~(self.now.geometry.near[cell] | 1 << cell)
            count += 1
        return count

    def lines(self, lane: int) -> tuple[Unit, ...]:
        """Return the lines of a lane."""
        n = self.now.geometry.n
        group, i = divmod(lane, n)
        kind = "row" if group < 2 else "column"
        return tuple((kind, k) for k in range(0 if group % 2 == 0 else i, i + 1))

    def lane(self, lines: Sequence[Unit]) -> int:
        """Return the lane of these lines, or of the other lines if these are the last ones."""
        kind, first = lines[0]
        group, n = 2 * (kind == "column"), self.now.geometry.n
        if len(lines) == 1:
            return (group + 1) * n + first
        return group * n + (first or lines[-1][1] + 1) - 1

    def wrong(self) -> int | None:
        """Return a lane whose lines hold fewer or more queens than the regions allow, if any."""
        low, high = self.least.sum(axis=0), self.most.sum(axis=0)
        lanes = np.flatnonzero((low > self.total) | (high < self.total))
        return int(lanes[0]) if lanes.size else None

    def _bounds(self, region: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the fewest and the most queens that the other regions leave to a region."""
        least = self.total - (self.most.sum(axis=0) - self.most[region])
        most = self.total - (self.least.sum(axis=0) - self.least[region])
        return least, most

    def excluded(self, region: int) -> NDArray[np.bool_] | None:
        """Return which lanes exclude each placement of a region: placements by (least, most)."""
        numbers = self.numbers[region]
        if numbers is None:
            return None
        least, most = self._bounds(region)
        return np.hstack([numbers < least, numbers > most])

    def effect(self, region: int, excluded: NDArray[np.bool_]) -> tuple[int, int] | None:
        """Return the queens in all possible placements of a region, and the cells in none.

        `excluded` has a row for each placement, and tells which lanes exclude it. None if all
        placements are excluded.
        """
        possible = np.flatnonzero(~np.logical_or.reduce(excluded, axis=1)).tolist()
        if not possible:
            return None
        shared, used = self.now.of_unit(region), 0
        placements = self.placements[region] or []
        for i in possible:
            shared &= placements[i]
            used |= placements[i]
        return shared, self.now.of_unit(region) & ~used

    def limit(self, region: int, column: int) -> Limit:
        """Return the limit of a column of `excluded` in words."""
        geometry, stars = self.now.geometry, self.now.geometry.stars
        high, lane = divmod(column, len(self.total))
        lines, total, reach = self.lines(lane), int(self.total[lane]), int(self.most[region, lane])
        value, numbers = (
            int(self._bounds(region)[high][lane]),
            (self.most, self.least)[high][:, lane],
        )
        if 2 * len(lines) > geometry.n:  # the other lines give a shorter sentence
            lines, total = self.other_lines(lines), geometry.n * stars - total
            value, reach = stars - value, stars - int(self.least[region, lane])
            numbers, high = stars - numbers, 1 - high
        covered = geometry.cells_of(lines)
        inside: list[int] = []
        others: dict[int, list[int]] = {}
        for other in range(self.count):
            own = self.now.of_unit(other) | (self.now.queens & geometry.cells[other])
            if other == region:
                continue
            if not own & ~covered:
                inside.append(other)
            elif numbers[other]:
                others.setdefault(int(numbers[other]), []).append(other)
        return Limit(
            lines,
            total,
            "most" if high else "least",
            value,
            region,
            reach,
            tuple(inside),
            tuple((k, tuple(some)) for k, some in sorted(others.items(), reverse=True)),
        )

    def other_lines(self, lines: Sequence[Unit]) -> tuple[Unit, ...]:
        """Return the lines of the same kind that are not among these lines, the first ones."""
        return tuple((lines[0][0], k) for k in range(len(lines), self.now.geometry.n))


@lru_cache(1024)
def _in_lanes(geometry: Geometry, placements: tuple[int, ...]) -> NDArray[np.int64]:
    """Count the queens of placements in each lane: an array of placements by lanes."""
    n = geometry.n
    rows, columns = np.zeros((2, len(placements), n), np.int64)
    for i, placed in enumerate(placements):
        for cell in bits(placed):
            rows[i, cell // n] += 1
            columns[i, cell % n] += 1
    return np.hstack([rows.cumsum(axis=1), rows, columns.cumsum(axis=1), columns])


def limits_of_step(
    now: Candidates, region: int, lines: Sequence[Unit], placed: int, eliminated: int
) -> list[Limit]:
    """Return as few limits as possible that justify a step of the rule bounds.

    `lines` are the lines that the step names; all lanes may be needed if there are none. The list
    is empty if the limits do not justify the step.
    """
    lanes = Lanes(now)
    excluded = lanes.excluded(region)
    if excluded is None:
        return []
    width = excluded.shape[1] // 2

    def enough(columns: Sequence[int]) -> bool:
        effect = lanes.effect(region, excluded[:, columns])
        return effect is not None and not placed & ~effect[0] and not eliminated & ~effect[1]

    for columns in _choices(lanes.lane(lines) if lines else None, width, excluded):
        if enough(columns):
            kept = list(columns)
            for column in reversed(columns):
                fewer = [other for other in kept if other != column]
                if len(kept) > 1 and enough(fewer):
                    kept = fewer
            return [lanes.limit(region, column) for column in kept]
    return []


def _choices(lane: int | None, width: int, excluded: NDArray[np.bool_]) -> Iterator[list[int]]:
    """Return the sets of columns of `excluded` to try: first those in the lane, then all."""
    if lane is not None:
        yield [lane]
        yield [lane + width]
        yield [lane, lane + width]
    yield np.flatnonzero(excluded.any(axis=0)).tolist()
