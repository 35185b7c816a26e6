"""Every sentence of a step or a hint, in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from fastqueens.canvas.style import Look
from fastqueens.cell_names import cell_name, column_name
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic.chains import Chain, Failure, Link
from fastqueens.queens.logic.counting import Limit
from fastqueens.queens.logic.position import Unit
from fastqueens.validation import join_and, join_short, plural

__all__ = [
    "MULTIPLE_SOLUTIONS",
    "UNSOLVABLE",
    "Deduction",
    "Unit",
    "look_of_sentence",
    "name_cell",
    "name_unit",
    "names_region",
    "sentence_of_conflict",
    "sentence_of_eliminated",
    "sentence_of_mistake",
    "sentence_of_solution",
    "sentence_of_solved",
    "sentence_of_step",
    "sentence_of_wrong",
]


_COLOURS = 12  # regions with different colours
_MAX_REGIONS = 6  # the regions whose sum a sentence names at most
_MAX_NAMED = 12  # the deductions of a chain, or the cells, that a sentence names at most

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
    def chain(self) -> Chain | None:
        """How a queen on the eliminated cell leads to a contradiction."""
        ...

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The limits on the queens of a region in some lines."""
        ...

    @property
    def failure(self) -> Failure | None:
        """The units that cannot get their queens."""
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


def name_unit(unit: Unit, region_names: Sequence[str]) -> str:
    """Name a unit: "region G", "row 3", "column g"."""
    kind, i = unit
    names = {"region": lambda: region_names[i], "row": lambda: str(i + 1)}
    return f"{kind} {names.get(kind, lambda: column_name(i))()}"


def _name_lines(step: Deduction, lines: Sequence[Unit]) -> str:
    """Name neighbouring lines: "row 1", "rows 1 and 2", "columns a to c"."""
    names = _name_units(step, lines)
    if len(lines) < 3:
        return names
    kind, first, *_, last = names.replace(",", "").split()
    return f"{kind} {first} to {last}"


def _name_some_cells(cells: Sequence[Cell]) -> str:
    """Name cells; from many cells only the first ones."""
    if len(cells) <= _MAX_NAMED:
        return _name_cells(cells)
    return join_short(map(name_cell, cells), most=_MAX_NAMED)


def _piece(stars: int, count: int = 1) -> str:
    return ("queen" if stars == 1 else "star") + "s" * (count != 1)


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


def look_of_sentence(look: Look, sentence: str, regions: int = 0) -> Look:
    """Return the style of the picture of a sentence, with the letters and axes that it names.

    A board with more regions than the theme has colours also gets letters.

    Examples
    --------
    >>> look_of_sentence(Look(), "The queen of region B belongs on c1.")
    Look(theme='light', patterns=False, axes=True, letters=True, view='layers')
    >>> look_of_sentence(Look(), "This board has no solution.").axes
    False
    """
    lettered = names_region(sentence) or regions > _COLOURS
    axes = look.axes or _LINE_OR_CELL.search(sentence) is not None
    return replace(look, axes=axes, letters=look.letters or lettered)


# ---- Hints --------------------------------------------------------------------------------------


def sentence_of_solution(solution: Sequence[Cell], stars: int) -> str:
    """Name the cells of all queens of a solution."""
    return f"The {_piece(stars)}s stand on {_name_cells(solution)}."


def sentence_of_solved(stars: int) -> str:
    """Return the sentence for a solved board."""
    return f"All {_piece(stars)}s are right: the board is solved."


def sentence_of_conflict(unit: str, cells: Sequence[Cell], stars: int) -> str:
    """Name queens that attack each other; `unit` is "" for queens that touch."""
    words = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
    many = f"{words.get(len(cells), len(cells))} {_piece(stars, len(cells))}"
    return f"{many} {f'in {unit}' if unit else 'touch'}: {_name_cells(cells)}."


def sentence_of_mistake(stars: int, *, eliminated: bool) -> str:
    """Say that something is wrong, without saying which queen or which eliminated cell."""
    if eliminated:
        return f"Something is wrong: a cell that needs a {_piece(stars)} is crossed out."
    return f"Something is wrong: a {_piece(stars)} stands on a wrong cell."


def sentence_of_eliminated(cell: Cell, stars: int, region: str | None = None) -> str:
    """Return the sentence for a wrongly eliminated cell; with `region`, it gives the reason."""
    text = f"Cell {name_cell(cell)} must not be crossed out"
    piece = "the queen" if stars == 1 else "a star"
    return f"{text}." if region is None else f"{text}: {piece} of region {region} belongs there."


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
        return f"{text}: region {region} gets all its stars without it."
    piece = "the queen" if stars == 1 else "a star"
    return f"{text}: {piece} of region {region} belongs on {name_cell(correct_cell)}."


# ---- Chains, cases, counting and contradictions, with any number of stars ------------------------


def _failure_text(step: Deduction, failure: Failure) -> str:
    """Say which units cannot get their queens: "region B has no cell left"."""
    name, one = _name_lines(step, failure.units), len(failure.units) == 1
    stars = plural(failure.need, "star") if failure.need > 1 else "a star"
    if failure.reason in ("few", "many"):
        regions = "the regions"
        if 0 < len(failure.regions) <= _MAX_REGIONS:
            regions = _name_units(step, [("region", i) for i in failure.regions])
        few = failure.reason == "few"
        put = f"{'can put at most' if few else 'must put at least'} {plural(failure.have, 'star')}"
        hold = ("need" if few else "hold") + "s" * one
        return f"{regions} {put} in {name}, which {hold} {failure.need}"
    if step._stars == 1:
        return f"{name} has no cell left"
    if failure.reason == "cells":
        left = f"only {'one cell' if failure.have == 1 else f'{failure.have} cells'}"
        return f"{name} needs {stars} but has {left if failure.have else 'no cell'} left"
    needs, has, them = ("needs", "has", "them") if one else ("need", "have", "them")
    return f"{name} {needs} {stars} but {has} no room for {them}"


def _link_text(step: Deduction, link: Link) -> str:
    """Put a deduction of a chain into words, unless it is by the rule single."""
    facts = []
    if link.rule == "bounds":
        if link.placed:
            facts.append(f"must use {_name_some_cells(link.placed)}")
        if link.eliminated:
            facts.append(f"cannot use {_name_some_cells(link.eliminated)}")
        return (
            f"by counting the stars in the lines, {_name_units(step, link.units)} {join_and(facts)}"
        )
    if step._stars == 1:
        unit, cells = _name_units(step, link.units), _name_some_cells(link.eliminated)
        return f"wherever the queen of {unit} goes, it attacks {cells}"
    if link.placed:
        facts.append(f"they include {_name_some_cells(link.placed)}")
    if link.eliminated:
        facts.append(f"{'' if facts else 'they '}rule out {_name_some_cells(link.eliminated)}")
    units = _name_units(step, link.units)
    return f"in every placement of the stars of {units}, {join_and(facts)}"


def _links_text(step: Deduction, links: Sequence[Link]) -> list[str]:
    """Put the deductions of a chain into words, such as "region C must take d4"."""
    return [
        f"{_name_units(step, link.units)} must take {_name_cells(link.placed)}"
        if link.rule == "single"
        else _link_text(step, link)
        for link in links
    ]


def _forcing_chain(step: Deduction) -> str:
    cell, chain, piece = name_cell(step.eliminated[0]), step.chain, _piece(step._stars)
    start, end = f"Try a {piece} on {cell}.", f"So {cell} is ruled out."
    if chain is None:
        return " ".join([start, *_forced_text(step), f"In the end {_end_text(step)}.", end])
    texts = _links_text(step, chain.links[:_MAX_NAMED])
    more = len(chain.links) - _MAX_NAMED
    failure = _failure_text(step, chain.failure)
    if more > 0:
        failure = f"after {plural(more, 'more step')}, {failure}"
    return f"{start} Then {'; '.join([*texts, failure])}. {end}"


def _forced_text(step: Deduction) -> list[str]:
    """Name the queens that a chain or a proof by cases forces."""
    forced = step.cells[1:]
    if not forced:
        return []
    pieces = f"a {_piece(step._stars)}" if len(forced) == 1 else _piece(step._stars, len(forced))
    return [f"It forces {pieces} on {_name_some_cells(forced)}."]


def _end_text(step: Deduction) -> str:
    """Name the contradiction at the end of a chain that is not told step by step."""
    if not step.units:
        return f"the lines cannot all get their {_piece(step._stars, 2)}"
    name, one = _name_units(step, step.units), len(step.units) == 1
    if one and step._stars == 1:
        return f"{name} has no cell left"
    room = "has no room for its" if one else "have no room for their"
    return f"{name} {room} {_piece(step._stars, 2)}"


def _cases(step: Deduction) -> str:
    cell = name_cell(step.eliminated[0])
    trying = "Trying all placements"
    if step.units:
        trying += f" of the stars of {_name_units(step, step.units)}"
    ends = "one case, which ends" if step.rounds == 1 else f"{step.rounds:,} cases, which all end"
    proof = f"{trying} then leads to {ends} in a contradiction."
    return " ".join(
        [f"Try a star on {cell}.", *_forced_text(step), proof, f"So {cell} is ruled out."]
    )


def _limit_text(step: Deduction, limit: Limit) -> str:
    """Put a limit into words: "rows 1 and 2 need 4 stars: region A lies in them (2), ..."."""
    lines, one = _name_lines(step, limit.lines), len(limit.lines) == 1
    least = limit.side == "least"
    verb = ("need" if least else "hold") + "s" * one
    them = "it" if one else "them"
    facts = []
    if limit.inside:
        inside = len(limit.inside)
        lie = "lies" if inside == 1 else "lie"
        names = _name_units(step, [("region", i) for i in limit.inside])
        facts.append(f"{names} {lie} in {them} ({inside * step._stars})")
    for number, regions in limit.others:
        names = _name_units(step, [("region", i) for i in regions])
        each = " each" * (len(regions) > 1)
        can = "can put at most" if least else "must put at least"
        facts.append(f"{names} {can} {number}{each} there")
    if not facts:
        facts.append(f"no other region {'can' if least else 'must'} put any there")
    region = _name_units(step, [("region", limit.region)])
    if least:
        exactly = limit.value == limit.reach
        share = f"must put {'' if exactly else 'at least '}{limit.value}"
    else:
        share = f"can put {f'at most {limit.value}' if limit.value else 'none'}"
    stars = plural(limit.total, "star")
    return f"{lines} {verb} {stars}: {', '.join(facts)}, so {region} {share} there"


def _bounds(step: Deduction) -> str:
    facts = []
    if step.placed:
        goes = "a star goes" if len(step.placed) == 1 else "stars go"
        facts.append(f"{goes} on {_name_cells(step.placed)}")
    if step.eliminated:
        are = "is" if len(step.eliminated) == 1 else "are"
        facts.append(f"{_name_cells(step.eliminated)} {are} ruled out")
    claim = ", and ".join(facts)
    limits = [_capitalise(_limit_text(step, limit)) for limit in step.limits]
    if len(limits) == 1:
        return f"{limits[0]}: {claim}."
    if limits:
        return f"{'. '.join(limits)}. Together: {claim}."
    uses = []
    if step.placed:
        uses.append(f"must use {_name_cells(step.placed)}")
    if step.eliminated:
        uses.append(f"cannot use {_name_cells(step.eliminated)}")
    region, lines = _name_units(step, step.units[:1]), "the rows and columns"
    if len(step.units) > 1:
        lines = _name_lines(step, step.units[1:])
    others = f"By the numbers of stars that the other regions can put in {lines}"
    return f"{others}, {region} {join_and(uses)}."


def _contradiction(step: Deduction) -> str:
    first, second = _split_units(step)
    end = "there is no solution from here."
    name = _capitalise(_name_units(step, first))
    if second:
        have, their = ("has", "its") if len(first) == 1 else ("have", "their")
        confined = f"{name} {have} cells left only in {_name_units(step, second)}"
        return f"{confined}, which cannot take all {their} {_piece(step._stars, 2)}: {end}"
    failure = step.failure
    text = _end_text(step) if failure is None else _failure_text(step, failure)
    return f"{_capitalise(text)}: {end}"


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
    units = _name_units(step, step.units)
    return f"In every placement of the stars of {units}, {join_and(facts)}."


def _line_pair(step: Deduction) -> str:
    facts = []
    if step.placed:
        facts.append(f"{'one is' if len(step.placed) == 1 else 'stars stand'} on ")
        facts[0] += _name_cells(step.placed)
    if step.eliminated:
        facts.append(f"none is on {_name_cells(step.eliminated)}")
    return (
        f"In every placement of the stars of {_name_units(step, step.units)} with at most one star "
        f"in each 2 x 2 block, {join_and(facts)}."
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
    "forcing-chain": _forcing_chain,
    "long-chain": _forcing_chain,
    "forcing-net": _forcing_chain,
    "cases-256": _cases,
    "cases-4096": _cases,
    "cases-all": _cases,
    "contradiction": _contradiction,
    "solution": _solution_star,
}
