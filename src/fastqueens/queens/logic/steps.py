"""The rules of deduction for coloured Queens, and the steps of an explanation.

``csrc/queens/logic/logic.h`` defines each rule, `fastqueens.queens.logic.engine` applies the rules,
and `fastqueens.queens.logic.sentences` puts a step into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fastqueens._kernels.queens import logic as _logic
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.json_record import JsonRecord
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import entry, scene
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic.sentences import Unit, look_of_sentence, sentence_of_step
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = [
    "RULES",
    "TIERS",
    "PlayerPosition",
    "Rule",
    "Step",
    "Tier",
    "picture_of_step",
]


Tier: TypeAlias = Literal["easy", "medium", "hard", "expert", "guess"]
TIERS: tuple[Tier, ...] = ("easy", "medium", "hard", "expert", "guess")


@dataclass(slots=True, frozen=True)
class Rule:
    """A rule of deduction.

    Attributes
    ----------
    name : str
        The name of the rule in steps and histograms.
    tier : str
        The difficulty of the rule on boards with one queen per unit: one of `TIERS`.
    cost : int
        The cost that a step adds to the score. It is multiplied by the number of units for
        ``pair``, ``set`` and ``fish``; by the number of rounds plus one for ``forcing-chain``,
        ``long-chain`` and ``forcing-net``; and by the number of binary digits of the number of
        cases for ``cases-256``, ``cases-4096`` and ``cases-all``.
    text : str
        The rule in one line.
    """

    name: str
    tier: Tier
    cost: int
    text: str

    def tier_on(self, n: int, stars: int) -> Tier:
        """Return the difficulty of the rule on boards with n rows and this number of stars.

        A tier compares a board with the boards that people play at its size. Rules that are hard on
        small boards are routine on larger boards with several stars: the tier changes at 10, 12,
        17, 21 and 25 rows (``csrc/queens/logic/logic.h``).

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


@dataclass(frozen=True, slots=True)
class Step(JsonRecord, Drawn):
    """One deduction of an explanation. Rows and columns are counted from 0.

    Attributes
    ----------
    rule : str
        A name of `RULES`, or ``"contradiction"`` if the position has no solution. In a hint also
        ``"solution"``, for a queen that no rule finds.
    units : tuple of (kind, number)
        The units that justify the step. A kind is ``"region"``, ``"row"`` or ``"column"``. If the
        step confines some units to units of another kind, the confined units come first. For
        ``"queen"`` with several stars: the units that the star fills.
    cells : tuple of (row, column)
        The cells that justify the step. For ``"queen"``: the queen. For ``"forcing-chain"``,
        ``"long-chain"`` and ``"forcing-net"``: the eliminated cell, followed by the queens that a
        queen on that cell forces, in the order in which they are forced. For ``"cases-256"``,
        ``"cases-4096"`` and ``"cases-all"``: the same cells, but only the queens forced before the
        first choice. For all other rules: the candidates of the units.
    placed : tuple of (row, column)
        The queens that the step places: at most one, or with several stars any number.
    eliminated : tuple of (row, column)
        The cells that the step eliminates.
    rounds : int
        For ``"forcing-chain"``, ``"long-chain"`` and ``"forcing-net"``: the number of rounds of
        forced moves up to the contradiction. For ``"cases-256"``, ``"cases-4096"`` and
        ``"cases-all"``: the number of cases.
    position : PlayerPosition or None
        The position before the step.
    """

    rule: str
    units: tuple[Unit, ...]
    cells: tuple[Cell, ...]
    placed: tuple[Cell, ...]
    eliminated: tuple[Cell, ...]
    rounds: int = 0
    _region_names: tuple[str, ...] = field(default=(), repr=False, compare=False)
    _stars: int = field(default=1, repr=False, compare=False)
    position: PlayerPosition | None = field(default=None, repr=False, compare=False)
    _written: tuple[Tier, str] | None = field(default=None, repr=False, compare=False)

    def _scene(self, cell: int, look: Look) -> Scene:
        board, placed, marks = picture_of_step(self)
        shown = look_of_sentence(look, self.sentence)
        return scene(board.grid, placed, marks, cell=cell, look=shown, title=self.sentence)

    def _entry(self, look: Look) -> Entry:
        board, placed, marks = picture_of_step(self)
        shown = look_of_sentence(look, self.sentence)
        return entry(board.grid, placed, marks, look=shown, caption=self.sentence)

    @property
    def tier(self) -> Tier:
        """The difficulty of the rule: one of `TIERS`."""
        if self._written is not None:  # the step was read from JSON, without its board
            return self._written[0]
        return (
            RULES[self.rule].tier_on(len(self._region_names), self._stars)
            if self.rule in RULES
            else "guess"
        )

    @property
    def sentence(self) -> str:
        """The step in words. Cells are named as in a spreadsheet: b3, column b, row 3."""
        return sentence_of_step(self) if self._written is None else self._written[1]

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Step:
        kinds = [(str(kind), int(number)) for kind, number in document["units"]]
        units: Any = tuple(kinds)
        cells, placed, eliminated = (
            tuple((int(r), int(c)) for r, c in document[name])
            for name in ("cells", "placed", "eliminated")
        )
        tier, sentence = document["tier"], str(document["sentence"])
        if tier not in TIERS:
            raise ValueError(f"the tier {tier!r}")
        rounds, rule = int(document["rounds"]), str(document["rule"])
        return cls(rule, units, cells, placed, eliminated, rounds, _written=(tier, sentence))

    def as_dict(self) -> dict[str, Any]:
        """Return the step as data for JSON.

        Returns
        -------
        dict
            The attributes, the tier and the sentence by name. Cells and units are lists.
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
    """Return the board of a step, the queens on the board after the step, and the marks."""
    position = step.position
    if position is None:
        raise InputError("found a step without its board, expected one from explain")
    board = position.board
    queens = [*position.queens, *(cell for cell in step.placed if cell not in position.queens)]
    framed = {*step.cells, *step.placed} or set(_cells_of_units(board, step))
    new = set(step.eliminated)
    marks = Marks(framed=framed, eliminated=new, gone=set(position.eliminated) - new)
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
