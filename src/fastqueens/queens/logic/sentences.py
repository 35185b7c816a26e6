"""Every sentence of a step or a hint, in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from fastqueens.canvas.style import Look
from fastqueens.cell_names import cell_name, column_name
from fastqueens.queens.grid.placements import Cell
from fastqueens.validation import join_and

__all__ = [
    "MULTIPLE_SOLUTIONS",
    "UNSOLVABLE",
    "Deduction",
    "Unit",
    "look_of_sentence",
    "name_cell",
    "names_region",
    "sentence_of_eliminated",
    "sentence_of_solution",
    "sentence_of_solved",
    "sentence_of_step",
    "sentence_of_wrong",
]


Unit = tuple[str, int]

UNSOLVABLE = "This board has no solution."
MULTIPLE_SOLUTIONS = "This board has several solutions."


class Deduction(Protocol):
    """The attributes of `fastqueens.queens.logic.steps.Step` that the sentences need."""

    # Properties, because the attributes of a frozen class cannot be assigned to.
    @property
    def rule(self) -> str:
        """The name of the rule."""
        ...

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units that justify the step."""
        ...

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that justify the step."""
        ...

    @property
    def placed(self) -> tuple[Cell, ...]:
        """The queens that the step places."""
        ...

    @property
    def eliminated(self) -> tuple[Cell, ...]:
        """The cells that the step eliminates."""
        ...

    @property
    def rounds(self) -> int:
        """The number of rounds or cases."""
        ...

    @property
    def _region_names(self) -> tuple[str, ...]: ...
    @property
    def _stars(self) -> int: ...


def sentence_of_step(step: Deduction) -> str:
    """Return a step in words."""
    return (_QUEEN_SENTENCES if step._stars == 1 else _STAR_SENTENCES)[step.rule](step)


# ---- Names of cells, units and pieces -----------------------------------------------------------


def name_cell(cell: Cell) -> str:
    """Name a cell as in a spreadsheet: b3 is in column b and row 3."""
    return cell_name(*cell)


def _name_cells(cells: Sequence[Cell]) -> str:
    """Name several cells: "a1, b3 and d4"."""
    return join_and([name_cell(cell) for cell in cells])


def _name_units(step: Deduction, units: Sequence[Unit]) -> str:
    """Name units of one kind: "region G", "rows 3, 4 and 6", "column g"."""
    kind = units[0][0]
    if kind == "region":
        names = [step._region_names[i] for _, i in units]
    else:
        names = [column_name(i) if kind == "column" else str(i + 1) for _, i in units]
    return f"{kind}{'s' * (len(units) > 1)} {join_and(names)}"


def _piece(stars: int) -> str:
    return "queen" if stars == 1 else "star"


def _capitalise(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[0].upper() + text[1:]


def _split_units(step: Deduction) -> tuple[Sequence[Unit], Sequence[Unit]]:
    """Return the confined units of a step, and the units that they are confined to."""
    kind = step.units[0][0]
    first = [unit for unit in step.units if unit[0] == kind]
    return first, step.units[len(first) :]


# ---- Pictures beside sentences ------------------------------------------------------------------


_REGION = re.compile(r"\b[Rr]egions? \S")
_LINE_OR_CELL = re.compile(r"\b[Rr]ows? \d|\b[Cc]olumns? [a-z]{1,2}\b|\b[a-z]{1,2}\d{1,2}\b")


def names_region(sentence: str) -> bool:
    """Return whether a sentence names a region, so that its picture needs letters.

    Examples
    --------
    >>> names_region("Region R has only one cell left."), names_region("It takes its region.")
    (True, False)
    """
    return _REGION.search(sentence) is not None


def look_of_sentence(look: Look, sentence: str) -> Look:
    """Return the style of the picture of a sentence, with the letters and axes that it names.

    Examples
    --------
    >>> look_of_sentence(Look(), "The queen of region B belongs on c1.")
    Look(theme='light', patterns=False, axes=True, letters=True, view='layers')
    >>> look_of_sentence(Look(), "This board has no solution.").axes
    False
    """
    axes = look.axes or _LINE_OR_CELL.search(sentence) is not None
    return replace(look, axes=axes, letters=look.letters or names_region(sentence))


# ---- Hints --------------------------------------------------------------------------------------


def sentence_of_solution(solution: Sequence[Cell], stars: int) -> str:
    """Name the cells of all queens of a solution."""
    return f"The {_piece(stars)}s stand on {_name_cells(solution)}."


def sentence_of_solved(stars: int) -> str:
    """Return the sentence for a solved board."""
    return f"All {_piece(stars)}s are right: the board is solved."


def sentence_of_eliminated(cell: Cell, region: str, stars: int) -> str:
    """Return the sentence for a wrongly eliminated cell."""
    piece = "the queen" if stars == 1 else "a star"
    return (
        f"Cell {name_cell(cell)} must not be crossed out: {piece} of region {region} belongs there."
    )


def sentence_of_wrong(
    cell: Cell, stars: int, region: str | None = None, correct_cell: Cell | None = None
) -> str:
    """Return the sentence for a wrong queen; with `region`, it names the correct cell."""
    text = f"The {_piece(stars)} on {name_cell(cell)} is wrong"
    if region is None:
        return f"{text}."
    if correct_cell is None:
        if stars == 1:
            return f"{text}: region {region} stays empty."
        return f"{text}: the stars of region {region} are all there without it."
    piece = "the queen" if stars == 1 else "a star"
    return f"{text}: {piece} of region {region} belongs on {name_cell(correct_cell)}."


# ---- Steps with one queen per unit --------------------------------------------------------------


def _queen(step: Deduction) -> str:
    return (
        f"The queen on {name_cell(step.cells[0])} takes its row, its column and its region, "
        "and no queen may touch it."
    )


def _single(step: Deduction) -> str:
    name = _capitalise(_name_units(step, step.units))
    return f"{name} has only one cell left: its queen goes on {name_cell(step.placed[0])}."


def _confined(step: Deduction) -> str:
    first, second = _split_units(step)
    one = len(first) == 1
    kind, inside = first[0][0], second[0][0]
    name, lines = _capitalise(_name_units(step, first)), _name_units(step, second)
    if kind == "region":
        confined = f"{name} fits only in" if one else f"{name} fit only in"
    else:
        confined = f"{name} {'has' if one else 'have'} cells left only in"
    if inside == "region":
        claim = "whose queen must stand there" if one else "whose queens must stand there"
        return f"{confined} {lines}, {claim}."
    target = f"that {inside}" if one else f"those {inside}s"
    return f"{confined} {lines}, so no other {kind} may use {target}."


def _attacked(step: Deduction) -> str:
    targets = _name_cells(step.eliminated)
    return f"Wherever the queen of {_name_units(step, step.units)} goes, it attacks {targets}."


def _start_of_chain(step: Deduction, piece: str) -> str:
    """Start the sentence of a forcing chain, up to the word "leave".

    The chain may also eliminate cells by easier rules. The sentence therefore says "in the end
    leave": the forced queens alone may leave more cells.
    """
    forced = len(step.cells) - 1
    text = f"A {piece} on {name_cell(step.eliminated[0])} would "
    if forced:
        more = f"{'one' if forced == 1 else forced} more {piece}{'s' * (forced > 1)}"
        return f"{text}force {more} and in the end leave"
    return f"{text}in the end leave" if step.rounds else f"{text}leave"


def _forcing_chain(step: Deduction) -> str:
    nothing = "a cell" if len(step.units) == 1 else "room for their queens"
    return f"{_start_of_chain(step, 'queen')} {_name_units(step, step.units)} without {nothing}."


def _contradiction(step: Deduction) -> str:
    first, second = _split_units(step)
    name = _capitalise(_name_units(step, first))
    if not second:
        return f"{name} has no cell left: there is no solution from here."
    return (
        f"{name} have only {_name_units(step, second)} between them, which are "
        "too few: there is no solution from here."
    )


def _solution(step: Deduction) -> str:
    return f"No rule finds the next queen; one solution has it on {name_cell(step.placed[0])}."


_QUEEN_SENTENCES: dict[str, Callable[[Deduction], str]] = {
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


# ---- Steps with several stars per unit ----------------------------------------------------------


def _star(step: Deduction) -> str:
    names = [_name_units(step, [unit]) for unit in step.units]
    filled = ""
    if names:
        have = "has all its stars" if len(names) == 1 else "have all their stars"
        filled = f", and {join_and(names)} {have} now"
    return f"No star may touch the one on {name_cell(step.cells[0])}{filled}."


def _single_stars(step: Deduction) -> str:
    go = "a star goes" if len(step.placed) == 1 else "stars go"
    name, where = _capitalise(_name_units(step, step.units)), _name_cells(step.placed)
    return f"{name} needs every cell it has left: {go} on {where}."


def _confined_stars(step: Deduction) -> str:
    first, second = _split_units(step)
    return (
        f"All stars that {_name_units(step, first)} still need{'s' * (len(first) == 1)} go in "
        f"{_name_units(step, second)}, which leaves none there for other {first[0][0]}s."
    )


def _attacked_stars(step: Deduction) -> str:
    facts = []
    if step.placed:
        are = "one is on" if len(step.placed) == 1 else f"{len(step.placed)} are on"
        facts.append(f"{are} {_name_cells(step.placed)}")
    if step.eliminated:
        facts.append(f"they rule out {_name_cells(step.eliminated)}")
    return f"However {_name_units(step, step.units)} gets its stars, {join_and(facts)}."


def _line_pair(step: Deduction) -> str:
    facts = []
    if step.placed:
        facts.append(f"{'one is' if len(step.placed) == 1 else 'stars stand'} on ")
        facts[0] += _name_cells(step.placed)
    if step.eliminated:
        facts.append(f"none is on {_name_cells(step.eliminated)}")
    return (
        f"However {_name_units(step, step.units)} together get their stars, at most one in each "
        f"2 x 2 block, {join_and(facts)}."
    )


def _bounds(step: Deduction) -> str:
    first, second = _split_units(step)
    region, facts = _name_units(step, first), []
    if step.placed:
        facts.append(f"must use {_name_cells(step.placed)}")
    if step.eliminated:
        facts.append(f"cannot use {_name_cells(step.eliminated)}")
    if not second:
        return (
            "By the least and the most stars that each region can have in the rows and columns, "
            f"{region} {join_and(facts)}."
        )
    lines = _name_units(step, second)
    if len(second) > 2:  # neighbouring lines, of which the first or the last is at the edge
        kind, ends = second[0][0], (second[0][1], second[-1][1])
        start, end = (column_name(i) if kind == "column" else i + 1 for i in ends)
        lines = f"{kind}s {start} to {end}"
    return (
        f"{_capitalise(lines)} hold{'s' * (len(second) == 1)} {len(second) * step._stars} stars: "
        f"by the least and the most that each region can have there, {region} {join_and(facts)}."
    )


def _cases(step: Deduction) -> str:
    cell, forced = name_cell(step.eliminated[0]), len(step.cells) - 1
    cases = f"{step.rounds:,} cases, each of which ends in a contradiction"
    trying = "trying all placements"
    if step.units:
        trying += f" of the stars of {_name_units(step, step.units)}"
    if not forced:
        return f"With a star on {cell}, {trying} leads to {cases}."
    more = f"{'one' if forced == 1 else forced} more star{'s' * (forced > 1)}"
    return f"A star on {cell} would force {more}; {trying} then leads to {cases}."


def _forcing_chain_stars(step: Deduction) -> str:
    whose = "its" if len(step.units) == 1 else "their"
    if not step.units:
        chain = _start_of_chain(step, "star").removesuffix("in the end leave").removesuffix("leave")
        return f"{chain}in the end leave no way to give every line its stars."
    units = _name_units(step, step.units)
    return f"{_start_of_chain(step, 'star')} {units} without room for {whose} stars."


def _contradiction_stars(step: Deduction) -> str:
    first, second = _split_units(step)
    name = _capitalise(_name_units(step, first))
    if not second:
        return f"{name} has no room left for its stars: there is no solution from here."
    return (
        f"{name} need{'s' * (len(first) == 1)} more stars than {_name_units(step, second)} can "
        "take, where all their cells are: there is no solution from here."
    )


def _solution_star(step: Deduction) -> str:
    return f"No rule finds the next star; one solution has it on {name_cell(step.placed[0])}."


_STAR_SENTENCES: dict[str, Callable[[Deduction], str]] = {
    "queen": _star,
    "single": _single_stars,
    "confined": _confined_stars,
    "attacked": _attacked_stars,
    "pair": _confined_stars,
    "set": _confined_stars,
    "fish": _confined_stars,
    "line-pair": _line_pair,
    "bounds": _bounds,
    "forcing-chain": _forcing_chain_stars,
    "long-chain": _forcing_chain_stars,
    "forcing-net": _forcing_chain_stars,
    "cases-256": _cases,
    "cases-4096": _cases,
    "cases-all": _cases,
    "contradiction": _contradiction_stars,
    "solution": _solution_star,
}
