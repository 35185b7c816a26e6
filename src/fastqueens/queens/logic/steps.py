"""The rules that a person solves coloured Queens by, and their steps in words.

``csrc/queens/logic/logic.h`` defines each rule, and `fastqueens.queens.logic.engine` applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from fastqueens._kernels.queens import logic as _logic
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look
from fastqueens.cell_names import cell_name, column_name
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import draw
from fastqueens.queens.grid.placements import Cell
from fastqueens.results import InputError
from fastqueens.validation import join_and

__all__ = [
    "RULES",
    "TIERS",
    "PlayerPosition",
    "Rule",
    "Step",
    "Unit",
    "at",
    "cell_list",
    "picture_of_step",
]


Unit = tuple[str, int]
TIERS = ("easy", "medium", "hard", "expert", "guess")


@dataclass(slots=True, frozen=True)
class Rule:
    """A rule of the table.

    Attributes
    ----------
    name : str
        Its name in steps and histograms.
    tier : str
        How hard it is with one queen a unit: one of `TIERS`.
    cost : int
        What a step by it adds to the score: for ``pair``, ``set`` and ``fish`` times the number
        of units, for ``forcing-chain``, ``long-chain`` and ``forcing-net`` times one more than the
        rounds they take, for ``cases-256``, ``cases-4096`` and ``cases-all`` times one more than
        the logarithm of the number of cases, in base 2, rounded down.
    text : str
        What it says, in a line.
    """

    name: str
    tier: str
    cost: int
    text: str

    def tier_on(self, n: int, stars: int) -> str:
        """Return how hard the rule is on boards of n rows with so many stars a unit.

        A tier says how hard a board is among those that people play at its size. So with several
        stars, from 10, 12, 17, 21 and 25 rows on, rules are daily bread that are hard below; what
        a rule counts as was set by boards that others made (``csrc/queens/logic/logic.h``).

        Parameters
        ----------
        n : int
            Rows.
        stars : int
            Stars in each row, column and region.

        Returns
        -------
        str
            One of `TIERS`.

        Examples
        --------
        >>> [RULES["forcing-chain"].tier_on(n, stars) for n, stars in [(10, 1), (10, 2), (14, 3)]]
        ['expert', 'hard', 'medium']
        >>> [RULES["cases-256"].tier_on(n, stars) for n, stars in [(14, 3), (17, 4), (21, 5)]]
        ['expert', 'hard', 'medium']
        """
        return TIERS[_logic.tier_of(list(RULES).index(self.name), n, stars)]


RULES: Mapping[str, Rule] = MappingProxyType(
    {name: Rule(name, TIERS[tier], cost, text) for name, tier, cost, text in _logic.RULES}
)
_NAMES = (*RULES, "contradiction")


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """What a player has done so far.

    Attributes
    ----------
    board : Board
        The board.
    queens : tuple of (row, column)
        The queens that stand.
    eliminated : tuple of (row, column)
        The cells crossed out.
    """

    board: Board
    queens: tuple[Cell, ...] = ()
    eliminated: tuple[Cell, ...] = ()


@dataclass(slots=True)
class Step(Drawn):
    """A step of an explanation. Rows and columns are counted from 0; `sentence` names cells.

    Attributes
    ----------
    rule : str
        A name of `RULES`; or ``"contradiction"`` where the position has no solution; or, in a
        hint, ``"solution"`` for a queen that no rule finds.
    units : tuple of (kind, number)
        The units that justify it, of kind ``"region"``, ``"row"`` or ``"column"``. Where some are
        confined to others, those come first, and the others are of another kind. For ``"queen"``
        with several stars: those that the star fills.
    cells : tuple of (row, column)
        The cells that justify it: the queen, or the candidates of the units, or for
        ``"forcing-chain"``, ``"long-chain"`` and ``"forcing-net"`` the queens of the forcing
        chain, which begins with the cell crossed out; for ``"cases-256"``, ``"cases-4096"`` and
        ``"cases-all"`` that cell and what it forces before there is a choice.
    placed : tuple of (row, column)
        The queens found, if the step finds any: one, or with several stars perhaps more.
    eliminated : tuple of (row, column)
        The cells crossed out.
    rounds : int
        For ``"forcing-chain"``, ``"long-chain"`` and ``"forcing-net"``: how many rounds of forced
        moves the chain takes to the contradiction; for ``"cases-256"``, ``"cases-4096"`` and
        ``"cases-all"``: how many cases there are.
    position : PlayerPosition or None
        The board, and what stood on it before the step.
    """

    rule: str
    units: tuple[Unit, ...]
    cells: tuple[Cell, ...]
    placed: tuple[Cell, ...]
    eliminated: tuple[Cell, ...]
    rounds: int = 0
    _regions: tuple[str, ...] = field(default=(), repr=False, compare=False)
    _stars: int = field(default=1, repr=False, compare=False)
    position: PlayerPosition | None = field(default=None, repr=False, compare=False)

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        board, placed, marks = picture_of_step(self)
        return draw(kind, board.grid, placed, marks, cell=cell, look=look, title=self.sentence)

    @property
    def tier(self) -> str:
        """How hard the rule is: one of `TIERS`."""
        return (
            RULES[self.rule].tier_on(len(self._regions), self._stars)
            if self.rule in RULES
            else "guess"
        )

    @property
    def sentence(self) -> str:
        """The step in words; cells are named as in a spreadsheet: b3, column b, row 3."""
        return (_SENTENCES if self._stars == 1 else _STAR_SENTENCES)[self.rule](self)

    def as_dict(self) -> dict[str, Any]:
        """Return the step as plain data, ready for JSON.

        Returns
        -------
        dict
            The attributes, the tier and the sentence by name; cells and units are lists.
        """
        return {
            "rule": self.rule,
            "tier": self.tier,
            "units": [list(unit) for unit in self.units],
            "cells": [list(cell) for cell in self.cells],
            "placed": [list(cell) for cell in self.placed],
            "eliminated": [list(cell) for cell in self.eliminated],
            "rounds": self.rounds,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        return self.sentence


def picture_of_step(step: Step) -> tuple[Board, list[Cell], Marks]:
    """Return the board of a step, the queens on it after the step, and the marked cells."""
    position = step.position
    if position is None:
        raise InputError("found a step without its board, expected one from explain")
    board = position.board
    queens = [*position.queens, *(cell for cell in step.placed if cell not in position.queens)]
    framed = {*step.cells, *step.placed} or set(_cells_of_units(board, step))
    fresh = set(step.eliminated)
    marks = Marks(framed=framed, eliminated=fresh, gone=set(position.eliminated) - fresh)
    return board, queens, marks


def _cells_of_units(board: Board, step: Step) -> list[Cell]:
    """Return the cells of the units of a step."""
    return [
        (r, c)
        for r in range(board.n)
        for c in range(board.n)
        if any(
            {"row": r, "column": c, "region": int(board.regions[r, c])}[kind] == number
            for kind, number in step.units
        )
    ]


def at(cell: Cell) -> str:
    """Name a cell as in a spreadsheet: b3 is the second of the third row."""
    return cell_name(*cell)


def cell_list(cells: Sequence[Cell]) -> str:
    """Name cells in a sentence: "a1, b3 and d4"."""
    return join_and([at(cell) for cell in cells])


def _name(step: Step, units: Sequence[Unit]) -> str:
    """Name units of one kind: "region G", "rows 3, 4 and 6", "column g"."""
    kind = units[0][0]
    if kind == "region":
        names = [step._regions[i] for _, i in units]
    else:
        names = [column_name(i) if kind == "column" else str(i + 1) for _, i in units]
    return f"{kind}{'s' * (len(units) > 1)} {join_and(names)}"


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _sides(step: Step) -> tuple[Sequence[Unit], Sequence[Unit]]:
    """Which units are confined, and to which."""
    kind = step.units[0][0]
    first = [unit for unit in step.units if unit[0] == kind]
    return first, step.units[len(first) :]


def _queen(step: Step) -> str:
    return (
        f"The queen on {at(step.cells[0])} takes its row, its column and its region, "
        "and no queen may touch it."
    )


def _single(step: Step) -> str:
    name = _upper(_name(step, step.units))
    return f"{name} has only one cell left: its queen goes on {at(step.placed[0])}."


def _confined(step: Step) -> str:
    first, second = _sides(step)
    one = len(first) == 1
    kind, inside = first[0][0], second[0][0]
    name, lines = _upper(_name(step, first)), _name(step, second)
    if kind == "region":
        lives = f"{name} fits only in" if one else f"{name} fit only in"
    elif inside == "region":
        lives = f"{name} {'has' if one else 'have'} no cells left but those of"
    else:
        lives = f"{name} {'has' if one else 'have'} cells left only in"
    needs = "that" if one else "those"
    if inside == "region":
        claim = "whose queen must stand there" if one else "whose queens must stand there"
        return f"{lives} {lines}, {claim}."
    plural = "" if one else "s"
    return f"{lives} {lines}, so no other {kind} may use {needs} {inside}{plural}."


def _attacked(step: Step) -> str:
    targets = cell_list(step.eliminated)
    return f"Wherever the queen of {_name(step, step.units)} goes, it attacks {targets}."


def _chain(step: Step, noun: str) -> str:
    """Begin the sentence of a forcing chain, up to the word "leave".

    The chain may cross out cells by easier rules too, so the sentence says what is left "in the
    end", not what the queens alone leave.
    """
    forced = len(step.cells) - 1
    text = f"A {noun} on {at(step.eliminated[0])} would "
    if forced:
        more = f"{'one' if forced == 1 else forced} more {noun}{'s' * (forced > 1)}"
        return f"{text}force {more} and in the end leave"
    return f"{text}in the end leave" if step.rounds else f"{text}leave"


def _forcing_chain(step: Step) -> str:
    nothing = "a cell" if len(step.units) == 1 else "room for their queens"
    return f"{_chain(step, 'queen')} {_name(step, step.units)} without {nothing}."


def _contradiction(step: Step) -> str:
    first, second = _sides(step)
    if not second:
        return f"{_upper(_name(step, first))} has no cell left: there is no solution from here."
    return (
        f"{_upper(_name(step, first))} have only {_name(step, second)} between them, which are "
        "too few: there is no solution from here."
    )


def _solution(step: Step) -> str:
    return f"No rule finds the next queen; one solution has it on {at(step.placed[0])}."


_SENTENCES: dict[str, Callable[[Step], str]] = {
    "queen": _queen,
    "single": _single,
    "confined": _confined,
    "attacked": _attacked,
    "pair": _confined,
    "set": _confined,
    "fish": _confined,
    "forcing-chain": _forcing_chain,
    "contradiction": _contradiction,
    "solution": _solution,
}


def _star(step: Step) -> str:
    names = [_name(step, [unit]) for unit in step.units]
    filled = ""
    if names:
        have = "has all its stars" if len(names) == 1 else "have all their stars"
        filled = f", and {join_and(names)} {have} now"
    return f"No star may touch the one on {at(step.cells[0])}{filled}."


def _all_left(step: Step) -> str:
    go = "a star goes" if len(step.placed) == 1 else "stars go"
    name, where = _upper(_name(step, step.units)), cell_list(step.placed)
    return f"{name} needs every cell it has left: {go} on {where}."


def _confined_stars(step: Step) -> str:
    first, second = _sides(step)
    return (
        f"All stars that {_name(step, first)} still need{'s' * (len(first) == 1)} go in "
        f"{_name(step, second)}, which leaves none there for other {first[0][0]}s."
    )


def _common_stars(step: Step) -> str:
    facts = []
    if step.placed:
        are = "one is on" if len(step.placed) == 1 else f"{len(step.placed)} are on"
        facts.append(f"{are} {cell_list(step.placed)}")
    if step.eliminated:
        facts.append(f"they rule out {cell_list(step.eliminated)}")
    return f"However {_name(step, step.units)} gets its stars, {join_and(facts)}."


def _band(step: Step) -> str:
    facts = []
    if step.placed:
        facts.append(f"stars stand on {cell_list(step.placed)}")
        if len(step.placed) == 1:
            facts[0] = f"one is on {at(step.placed[0])}"
    if step.eliminated:
        facts.append(f"none is on {cell_list(step.eliminated)}")
    name = _name(step, step.units)
    return (
        f"However {name} together get their stars, at most one in each 2 x 2 block, "
        f"{join_and(facts)}."
    )


def _counting(step: Step) -> str:
    first, second = _sides(step)
    region, facts = _name(step, first), []
    if step.placed:
        facts.append(f"must use {cell_list(step.placed)}")
    if step.eliminated:
        facts.append(f"cannot use {cell_list(step.eliminated)}")
    if not second:
        return (
            "By the least and the most stars that each region can have in the rows and columns, "
            f"{region} {join_and(facts)}."
        )
    lines = _name(step, second)
    if len(second) > 1:  # always the first ones
        kind, last = second[-1]
        name = column_name(last) if kind == "column" else last + 1
        lines = f"{kind}s {'a' if kind == 'column' else 1} to {name}"
    return (
        f"{_upper(lines)} hold{'s' * (len(second) == 1)} {len(second) * step._stars} stars: by the "
        f"least and the most that each region can have there, {region} {join_and(facts)}."
    )


def _cases(step: Step) -> str:
    cell, forced = at(step.eliminated[0]), len(step.cells) - 1
    cases = f"{step.rounds:,} cases, each of which ends in a contradiction"
    ways = f"trying the ways of {_name(step, step.units)}" if step.units else "going on"
    if not forced:
        return f"With a star on {cell}, {ways} leads to {cases}."
    more = f"{'one' if forced == 1 else forced} more star{'s' * (forced > 1)}"
    return f"A star on {cell} would force {more}; {ways} then leads to {cases}."


def _forcing_chain_stars(step: Step) -> str:
    whose = "its" if len(step.units) == 1 else "their"
    if not step.units:
        chain = _chain(step, "star").removesuffix("in the end leave").removesuffix("leave")
        return f"{chain}in the end leave no way to give every line its stars."
    units = _name(step, step.units)
    return f"{_chain(step, 'star')} {units} without room for {whose} stars."


def _too_few(step: Step) -> str:
    first, second = _sides(step)
    name = _upper(_name(step, first))
    if not second:
        return f"{name} has no room left for its stars: there is no solution from here."
    return (
        f"{name} need{'s' * (len(first) == 1)} more stars than {_name(step, second)} can take, "
        "where all their cells are: there is no solution from here."
    )


def _solution_star(step: Step) -> str:
    return f"No rule finds the next star; one solution has it on {at(step.placed[0])}."


_STAR_SENTENCES: dict[str, Callable[[Step], str]] = {
    "queen": _star,
    "single": _all_left,
    "confined": _confined_stars,
    "attacked": _common_stars,
    "pair": _confined_stars,
    "set": _confined_stars,
    "fish": _confined_stars,
    "line-pair": _band,
    "bounds": _counting,
    "forcing-chain": _forcing_chain_stars,
    "long-chain": _forcing_chain_stars,
    "forcing-net": _forcing_chain_stars,
    "cases-256": _cases,
    "cases-4096": _cases,
    "cases-all": _cases,
    "contradiction": _too_few,
    "solution": _solution_star,
}
