"""Replays a forcing chain from its position: the fewest forced queens that lead to a contradiction.

The engine proves that a cell is out; this module finds how to tell the proof. It is independent of
the engine: it puts a queen on the cell, follows the rules single, attacked, line-pair and bounds,
and then removes every deduction that the contradiction does not need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic.counting import Lanes
from fastqueens.queens.logic.position import (
    Candidates,
    Unit,
    bits,
    common_of,
    join_lines,
    list_placements,
)

__all__ = ["Chain", "Failure", "Link", "find_failure", "follow_chain"]

_MAX_STATES = 2_000  # positions that the search for the shortest chain visits
_MAX_REPLAYS = 40  # attempts to shorten a chain of other rules
_MAX_MOVES = 60  # deductions of a chain before it is shortened
_MAX_QUEENS = 60  # queens of a board whose chains are followed: on larger ones this takes seconds

LinkRule: TypeAlias = Literal["single", "attacked", "line-pair", "bounds"]


@dataclass(frozen=True, slots=True)
class Link:
    """One deduction of a chain.

    Attributes
    ----------
    rule : {"single", "attacked", "line-pair", "bounds"}
        The rule.
    units : tuple of (kind, number)
        The units that force the queens.
    placed, eliminated : tuple of (row, column)
        The forced queens, and the eliminated cells that the chain needs.
    """

    rule: LinkRule
    units: tuple[Unit, ...]
    placed: tuple[Cell, ...] = ()
    eliminated: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The contradiction at the end of a chain.

    Attributes
    ----------
    reason : {"cells", "placement", "few", "many"}
        ``"cells"``: the unit has fewer cells than it needs queens. ``"placement"``: the units have
        enough cells, but their queens do not fit on them. ``"few"`` and ``"many"``: all regions
        together put too few or too many queens in the lines.
    units : tuple of (kind, number)
        The unit; two neighbouring lines; or the lines of a lane.
    need : int
        The queens that the units need.
    have : int
        The cells left; or the most queens, or the fewest, that the regions put in the lines.
    regions : tuple of int
        The regions that can put, or must put, queens in the lines.
    """

    reason: Literal["cells", "placement", "few", "many"]
    units: tuple[Unit, ...]
    need: int
    have: int = 0
    regions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain: what a queen on a cell forces, up to the contradiction.

    Attributes
    ----------
    links : tuple of Link
        The deductions, in order.
    failure : Failure
        The contradiction.
    """

    links: tuple[Link, ...]
    failure: Failure


class _Move(NamedTuple):
    """A deduction, with sets of cells and numbers of units."""

    rule: LinkRule
    units: tuple[int, ...]
    placed: int
    eliminated: int = 0


def follow_chain(now: Candidates, cell: Cell) -> Chain | None:
    r"""Return a short chain from a queen on a cell to a contradiction, or None if none is found.

    Chains of the rule single alone have the fewest links possible, except on large boards.

    Examples
    --------
    >>> from fastqueens.queens.board.board import Board
    >>> from fastqueens.queens.logic.position import PlayerPosition, candidates_of
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> chain = follow_chain(candidates_of(PlayerPosition(board)), (0, 0))
    >>> chain.links
    (Link(rule='single', units=(('region', 1),), placed=((1, 2),), eliminated=()),)
    >>> chain.failure
    Failure(reason='cells', units=(('row', 2),), need=1, have=0, regions=())
    """
    mask = now.geometry.mask([cell])
    several = now.geometry.stars > 1
    if not now.open & mask or (several and now.geometry.n * now.geometry.stars > _MAX_QUEENS):
        return None
    start = now.as_root().place(mask)
    moves = _all_moves(start)
    if moves is None or len(moves) > _MAX_MOVES:
        return None
    if all(move.rule == "single" for move in moves):
        moves = _fewest_singles(start) or moves
    moves, failure = _shorten(start, moves)
    links = tuple(_link(now, move) for move in moves)
    return Chain(links, failure)


def find_failure(now: Candidates) -> Failure | None:
    """Return a unit, two lines or a lane that cannot get their queens, if there are any."""
    return _plain_failure(now) or _hard_failure(now)


def _link(now: Candidates, move: _Move) -> Link:
    geometry = now.geometry
    units = tuple(geometry.units[unit] for unit in move.units)
    placed, eliminated = geometry.cells_in(move.placed), geometry.cells_in(move.eliminated)
    return Link(move.rule, units, placed, eliminated)


# ---- Contradictions -----------------------------------------------------------------------------


def _plain_failure(now: Candidates) -> Failure | None:
    """Return a unit with too few cells, or whose last cells touch."""
    for unit in now.needy():
        missing, left = now.missing[unit], now.of_unit(unit).bit_count()
        if left < missing:
            return Failure("cells", (now.geometry.units[unit],), missing, left)
        if left == missing > 1 and not list_placements(now, unit):
            return Failure("placement", (now.geometry.units[unit],), missing)
    return None


def _hard_failure(now: Candidates) -> Failure | None:
    """Return a unit or two lines without a placement, or a lane with a wrong sum."""
    geometry = now.geometry
    if geometry.stars == 1:
        return None
    for region in range(geometry.regions):
        if now.missing[region] > 1 and list_placements(now, region) == []:
            return Failure("placement", (geometry.units[region],), now.missing[region])
    for first in _line_pairs(now):
        if join_lines(now, first) is None:
            for line in (first, first + 1):
                if now.missing[line] > 1 and list_placements(now, line) == []:
                    return Failure("placement", (geometry.units[line],), now.missing[line])
            units = geometry.units[first], geometry.units[first + 1]
            return Failure("placement", units, now.missing[first] + now.missing[first + 1])
    return _sum_failure(now)


def _sum_failure(now: Candidates) -> Failure | None:
    """Return a lane in which the regions put too few or too many queens."""
    geometry = now.geometry
    lanes = Lanes(now)
    wrong = lanes.wrong()
    if wrong is None:
        return None
    least, most = lanes.least[:, wrong], lanes.most[:, wrong]
    lines, total = lanes.lines(wrong), int(lanes.total[wrong])
    if 2 * len(lines) > geometry.n:  # the other lines give a shorter sentence
        least, most = geometry.stars - most, geometry.stars - least
        lines, total = lanes.other_lines(lines), geometry.n * geometry.stars - total
    few = int(most.sum()) < total
    numbers = most if few else least
    regions = tuple(np.flatnonzero(numbers).tolist())
    return Failure("few" if few else "many", lines, total, int(numbers.sum()), regions)


def _line_pairs(now: Candidates) -> Iterator[int]:
    """Return the number of the first line of each pair of neighbouring lines that need queens."""
    n, first = now.geometry.n, now.geometry.regions
    for side in (first, first + n):
        for i in range(side, side + n - 1):
            if now.missing[i] or now.missing[i + 1]:
                yield i


# ---- Deductions ---------------------------------------------------------------------------------


def _singles(now: Candidates) -> list[_Move]:
    """Return the units that need all their cells, one for each set of cells."""
    found: dict[int, _Move] = {}
    for unit in now.needy():
        cells = now.of_unit(unit)
        if cells.bit_count() == now.missing[unit]:
            found.setdefault(cells, _Move("single", (unit,), cells))
    return list(found.values())


def _effect(now: Candidates, rule: LinkRule, units: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the queens and the eliminations of a rule for some units; None if nothing is left."""
    if rule == "attacked":
        return common_of(now, units[0])
    if rule == "line-pair":
        return join_lines(now, units[0])
    if rule == "bounds":
        return _bounds(Lanes(now), units[0])
    cells = now.of_unit(units[0])
    return (cells, 0) if cells.bit_count() == now.missing[units[0]] > 0 else (0, 0)


def _bounds(lanes: Lanes, region: int) -> tuple[int, int] | None:
    excluded = lanes.excluded(region)
    if excluded is None or not lanes.now.missing[region]:
        return 0, 0
    return lanes.effect(region, excluded)


def _other_moves(now: Candidates) -> list[_Move]:
    """Return the deductions of the easiest rule after single that finds any."""
    geometry = now.geometry
    several = geometry.stars > 1
    # The engine does not try the placements of lines in the chains of boards with several stars.
    units = [unit for unit in now.needy() if not several or unit < geometry.regions]
    found = []
    for unit in units:
        effect = common_of(now, unit)
        if effect and any(effect):
            found.append(_Move("attacked", (unit,), *effect))
    if found or not several:
        return found
    for first in _line_pairs(now):
        effect = join_lines(now, first)
        if effect and any(effect):
            found.append(_Move("line-pair", (first, first + 1), *effect))
    if found:
        return found
    lanes = Lanes(now)
    for region in range(geometry.regions):
        effect = _bounds(lanes, region)
        if effect and any(effect):
            found.append(_Move("bounds", (region,), *effect))
    return found


def _apply(now: Candidates, move: _Move) -> Candidates | None:
    """Return the position after a deduction; None if it does not hold in the position."""
    effect = _effect(now, move.rule, move.units)
    if effect is None:
        return None
    placed, eliminated = move.placed & now.open, move.eliminated & now.open
    if placed & ~effect[0] or eliminated & ~effect[1] or not placed | eliminated:
        return None
    if move.rule == "single" and placed != effect[0]:
        return None
    return now.without(eliminated).place(placed)


# ---- Chains -------------------------------------------------------------------------------------


def _all_moves(start: Candidates) -> list[_Move] | None:
    """Return deductions that lead to a contradiction, or None if the rules end before."""
    now, moves = start, list[_Move]()
    while not _plain_failure(now):
        found = _singles(now)
        if not found:
            if _hard_failure(now):
                break
            found = _other_moves(now)
        if not found:
            return None
        for move in found:
            after = _apply(now, move)
            if after is not None:
                moves.append(move)
                now = after
    return moves


def _fewest_singles(start: Candidates) -> list[_Move] | None:
    """Return the fewest moves of the rule single that lead to a contradiction.

    A breadth-first search over the sets of forced queens. None if there are too many sets.
    """
    layer: list[tuple[Candidates, list[_Move]]] = [(start, [])]
    seen = {start.queens}
    while layer:
        for now, moves in layer:
            if _plain_failure(now):
                return moves
        following = []
        for now, moves in layer:
            for move in _singles(now):
                if now.queens | move.placed in seen:
                    continue
                if len(seen) == _MAX_STATES:
                    return None
                seen.add(now.queens | move.placed)
                following.append((now.place(move.placed), [*moves, move]))
        layer = following
    return None


def _replay(
    start: Candidates, moves: Sequence[_Move], expected: Failure | None = None
) -> tuple[list[_Move], Failure] | None:
    """Make the moves that still hold, until a unit fails; None if no unit fails.

    If `expected` is given, only this contradiction or a unit with too few cells counts.
    """
    now, made = start, list[_Move]()
    for move in moves:
        failure = _plain_failure(now)
        if failure:
            return made, failure
        after = _apply(now, move)
        if after is not None:
            made.append(
                move._replace(placed=move.placed & now.open, eliminated=move.eliminated & now.open)
            )
            now = after
    failure = _plain_failure(now)
    if failure is None:
        failure = _hard_failure(now) if expected is None else _fails_as(now, expected)
    return (made, failure) if failure else None


def _fails_as(now: Candidates, expected: Failure) -> Failure | None:
    """Return the contradiction of the expected units, if they still have one."""
    units = [now.geometry.number(unit) for unit in expected.units]
    if expected.reason == "placement" and len(units) == 1:
        need = now.missing[units[0]]
        impossible = need > 1 and list_placements(now, units[0]) == []
    elif expected.reason == "placement":
        need = now.missing[units[0]] + now.missing[units[1]]
        impossible = join_lines(now, units[0]) is None
    elif expected.reason == "cells":
        return None
    else:
        return _sum_failure(now)
    return replace(expected, need=need) if impossible else None


def _shorten(start: Candidates, moves: list[_Move]) -> tuple[list[_Move], Failure]:
    """Remove the moves, and then the eliminated cells, that the contradiction does not need."""
    best = _replay(start, moves)
    assert best is not None  # the moves were found by making them
    replays, size = 0, len(best[0])
    while size:
        at = len(best[0]) - size
        while at >= 0 and replays < _MAX_REPLAYS:
            fewer = [*best[0][:at], *best[0][at + size :]]
            replays += 1
            best = _replay(start, fewer, best[1]) or best
            at = min(at, len(best[0])) - size
        size //= 2
    for i in reversed(range(len(best[0]))):
        for cell in bits(best[0][i].eliminated) if i < len(best[0]) else ():
            moves, move = best[0].copy(), best[0][i]
            if replays >= _MAX_REPLAYS or (move.eliminated.bit_count() == 1 and not move.placed):
                break
            moves[i] = move._replace(eliminated=move.eliminated & ~(1 << cell))
            replays += 1
            shorter = _replay(start, moves, best[1])
            if shorter and len(shorter[0]) == len(best[0]):
                best = shorter
    return best
