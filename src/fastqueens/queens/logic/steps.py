"""The rules of deduction for coloured Queens, and the steps of an explanation.

``csrc/queens/logic/logic.h`` defines each rule, `fastqueens.queens.logic.engine` applies the rules,
and `fastqueens.queens.logic.sentences` puts a step into words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast

from fastqueens._kernels.queens import logic as _logic
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.displayed import Rows
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.json_record import JsonRecord
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.board_list import SheetList
from fastqueens.queens.board.drawing import ShownBoard, entry, scene
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic.chains import Chain, Failure, find_failure, follow_chain
from fastqueens.queens.logic.counting import Limit, limits_of_step
from fastqueens.queens.logic.position import PlayerPosition, Unit, candidates_of
from fastqueens.queens.logic.sentences import look_of_sentence, sentence_of_step
from fastqueens.results import InputError
from fastqueens.validation import plural

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = [
    "RULES",
    "TIERS",
    "Explanation",
    "Rule",
    "Step",
    "Tier",
    "cross_out",
    "picture_of_step",
]


_MAX_SHOWN = 8  # boards of an explanation in a notebook
_CHAIN_RULES = ("forcing-chain", "long-chain", "forcing-net")
_CASE_RULES = ("cases-256", "cases-4096", "cases-all")

Tier: TypeAlias = Literal["easy", "medium", "hard", "expert", "guess"]
_Value = TypeVar("_Value")
if TYPE_CHECKING:
    _Tier: TypeAlias = Tier
else:
    _Tier = str  # see `results._Yes`
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
class Step(JsonRecord, Drawn):
    """One deduction of an explanation. Rows and columns are counted from 0.

    Attributes
    ----------
    rule : str
        The name of a rule in `fastqueens.queens.logic.steps.RULES`, or ``"contradiction"`` if the
        position has no solution. In a hint also ``"solution"``, for a queen that no rule finds.
    units : tuple of (kind, number)
        The units that justify the step. A kind is ``"region"``, ``"row"`` or ``"column"``. If the
        step confines some units to units of another kind, the confined units come first. For
        ``"queen"`` with several stars: the units that the star fills.
    cells : tuple of (row, column)
        The cells that justify the step. For ``"queen"``: the queen. For ``"forcing-chain"``,
        ``"long-chain"`` and ``"forcing-net"``: the eliminated cell, followed by the queens that a
        queen on that cell forces, in the order in which they are forced. For ``"cases-256"``,
        ``"cases-4096"`` and ``"cases-all"``: the eliminated cell, followed only by the queens that
        are forced before the first choice. For all other rules: the candidates of the units.
    placed : tuple of (row, column)
        The queens that the step places. With one star, a step places at most one queen.
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
    _written: tuple[Tier, str, dict[str, Any] | None] | None = field(
        default=None, repr=False, compare=False
    )
    _known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def _scene(self, cell: int, look: Look) -> Scene:
        board, placed, marks = picture_of_step(self)
        shown = look_of_sentence(look, self.sentence, len(board.labels))
        return scene(board.grid, placed, marks, cell=cell, look=shown, title=self.sentence)

    def _entry(self, look: Look) -> Entry:
        board, placed, marks = picture_of_step(self)
        shown = look_of_sentence(look, self.sentence, len(board.labels))
        return entry(board.grid, placed, marks, look=shown, caption=self.sentence)

    @property
    def tier(self) -> _Tier:
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
        if self._written is not None:
            return self._written[1]
        return self._once("sentence", lambda: sentence_of_step(self))

    @property
    def chain(self) -> Chain | None:
        """For the three chain rules: how a queen on the eliminated cell leads to a contradiction.

        The chain is the one with the fewest forced queens, so `cells` may list more queens. None
        for other rules, and for a step without its position.
        """
        if self.rule not in _CHAIN_RULES or self.position is None:
            return None
        position, cell = self.position, self.eliminated[0]
        return self._once("chain", lambda: follow_chain(candidates_of(position), cell))

    @property
    def limits(self) -> tuple[Limit, ...]:
        """For ``"bounds"``: the limits that justify the step; empty without a position."""
        position = self.position
        if self.rule != "bounds" or position is None:
            return ()

        def find() -> tuple[Limit, ...]:
            now = candidates_of(position)
            placed, eliminated = now.geometry.mask(self.placed), now.geometry.mask(self.eliminated)
            region = self.units[0][1]
            return tuple(limits_of_step(now, region, self.units[1:], placed, eliminated))

        return self._once("limits", find)

    @property
    def failure(self) -> Failure | None:
        """For ``"contradiction"``: units that cannot get their queens, if such units are known."""
        if self.rule != "contradiction" or self.position is None:
            return None
        position = self.position
        return self._once("failure", lambda: find_failure(candidates_of(position)))

    def _once(self, name: str, find: Callable[[], _Value]) -> _Value:
        """Return a value that is computed at the first call."""
        if name not in self._known:
            self._known[name] = find()
        return cast("_Value", self._known[name])

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
        rounds, rule, chain = int(document["rounds"]), str(document["rule"]), document["chain"]
        if chain is not None:
            chain = {name: [list(pair) for pair in chain[name]] for name in ("forced", "failed")}
        return cls(rule, units, cells, placed, eliminated, rounds, _written=(tier, sentence, chain))

    def as_dict(self) -> dict[str, Any]:
        """Return the step as data for JSON.

        Returns
        -------
        dict
            The attributes, the tier and the sentence, each under its name. Cells and units are
            lists. For a chain, ``"chain"`` has the ``"forced"`` queens of the sentence, in order,
            and the units that ``"failed"`` to get their queens.
        """
        return {
            "rule": self.rule,
            "tier": self.tier,
            "units": [list(unit) for unit in self.units],
            "cells": [list(cell) for cell in self.cells],
            "placed": [list(cell) for cell in self.placed],
            "eliminated": [list(cell) for cell in self.eliminated],
            "rounds": self.rounds,
            "chain": self._chain_as_dict(),
            "sentence": self.sentence,
        }

    def _chain_as_dict(self) -> dict[str, Any] | None:
        if self._written is not None:
            return self._written[2]
        if self.rule not in _CHAIN_RULES:
            return None
        forced, failed = chain_of_picture(self)
        return {
            "forced": [list(cell) for cell in forced],
            "failed": [list(unit) for unit in failed],
        }

    def __str__(self) -> str:
        return self.sentence


class Explanation(SheetList[Step]):
    """A list of steps. A notebook shows the boards of the first steps and a table of all steps.

    Examples
    --------
    >>> from fastqueens.queens import explain
    >>> steps = explain(["RBBB", "RRBY", "GYYY", "GGGY"])
    >>> steps[:2]._display_rows()[1]
    ['1', 'attacked', 'Wherever the queen of region G goes, it attacks b3.']
    """

    __slots__ = ()

    def _shown(self) -> list[ShownBoard]:
        shown: list[ShownBoard] = []
        for number, step in enumerate(self[:_MAX_SHOWN], start=1):
            if step.position is None:  # read from JSON
                return []
            board, placed, marks = picture_of_step(step)
            shown.append((board.grid, placed, marks, str(number)))
        return shown

    def _display_note(self) -> str:
        shown = f" The boards show the first {_MAX_SHOWN}." * (len(self) > _MAX_SHOWN)
        return f"{plural(len(self), 'step')}.{shown}"

    def _display_rows(self) -> Rows:
        rows = [
            [str(number), step.rule, step.sentence] for number, step in enumerate(self, start=1)
        ]
        return [["step", "rule", "sentence"], *rows] if rows else []

    def _display_text(self) -> str:
        lines = [f"{number}. {step.sentence}" for number, step in enumerate(self, start=1)]
        return "\n".join(lines) or self._display_note()


def cross_out(step: Step, cells: Sequence[Cell]) -> Step:
    """Return a step with the cells crossed out that its new queens attack."""
    one = len(step.placed) == 1
    if step._stars == 1:
        crossed = "It attacks the crossed cells."
    else:
        touch = "it or lie in a unit that is" if one else "them or lie in units that are"
        other = "other " if step.eliminated else ""
        crossed = f"The {other}crossed cells touch {touch} full now."
    # A step with several new queens is crossed out several times.
    again = step._written is not None
    text = step.sentence if again else f"{step.sentence} {crossed}"
    written = step.tier, text, step._chain_as_dict()
    return replace(step, eliminated=(*step.eliminated, *cells), _written=written)


def picture_of_step(step: Step) -> tuple[Board, list[Cell], Marks]:
    """Return the board of a step, the queens on the board after the step, and the marks."""
    position = step.position
    if position is None:
        raise InputError("found a step without its board, expected a step of `explain`")
    board = position.board
    queens = [*position.queens, *(cell for cell in step.placed if cell not in position.queens)]
    new = set(step.eliminated)
    gone = set(position.eliminated) - new
    if step.rule not in (*_CHAIN_RULES, *_CASE_RULES):
        framed = {*step.cells, *step.placed} or set(_cells_of_units(board, step.units))
        return board, queens, Marks(framed=framed, eliminated=new, gone=gone)
    ghosts, units = chain_of_picture(step)
    cells, hand = set(_cells_of_units(board, units)), step.eliminated[0]
    # A proof by cases names the region of the first cases; a chain names the units that fail.
    framed, emptied = (cells, set()) if step.rule in _CASE_RULES else (set(), cells)
    marks = Marks(
        hand=hand, ghosts=ghosts, emptied=emptied, framed=framed, eliminated=new, gone=gone
    )
    return board, queens, marks


def chain_of_picture(step: Step) -> tuple[tuple[Cell, ...], tuple[Unit, ...]]:
    """Return the forced queens of a chain in order, and the units that cannot get their queens."""
    chain = step.chain
    if chain is None:
        return step.cells[1:], step.units
    forced = tuple(cell for link in chain.links for cell in link.placed)
    return forced, chain.failure.units


def _cells_of_units(board: Board, units: Sequence[Unit]) -> list[Cell]:
    """Return the cells of some units."""
    return [
        (r, c)
        for r in range(board.n)
        for c in range(board.n)
        if any(
            {"row": r, "column": c, "region": int(board.regions[r, c])}[kind] == number
            for kind, number in units
        )
    ]
