"""Checks the pieces that the caller has placed, and makes the remaining problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import cast

from fastqueens.packing.placement_tables import Problem
from fastqueens.packing.puzzle import Place, Puzzle
from fastqueens.results import InputError
from fastqueens.validation import check_items, quote, quote_name

__all__ = ["find_infeasibility", "make_problem"]


def make_problem(puzzle: Puzzle, placed: Mapping[str, Iterable[Sequence[int]]] | None) -> Problem:
    """Return the problem that remains when the pieces of `placed` are placed."""
    if not isinstance(puzzle, Puzzle):
        raise InputError(
            f"found {quote(puzzle)}, expected a Puzzle; to read a file use Puzzle.from_file, for "
            "text Puzzle.from_text"
        )
    if placed is not None and not isinstance(placed, Mapping):
        raise InputError(f"placed is {quote(placed)}, expected a mapping from names to cells")
    fixed: dict[int, tuple[int, ...]] = {}
    names = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    numbers = {cell: i for i, cell in enumerate(puzzle.cells)}
    width = 3 if puzzle.layers or puzzle.in_space else 2
    owner: dict[int, str] = {}
    for name, cells in (placed or {}).items():
        if name not in names:
            raise InputError(
                f"placed: found the piece {quote_name(name)}, expected one of {', '.join(names)}"
            )
        found = []
        for cell in check_items(cells, f"placed {name}", "cells"):
            try:
                at = tuple(map(index, cell))
            except (TypeError, NotImplementedError):
                at = ()
            number = (
                numbers.get(cast(Place, (0,) * (3 - width) + at), -1) if len(at) == width else -1
            )
            if number < 0:
                form = "(layer, row, column)" if width == 3 else "(row, column)"
                raise InputError(f"placed {name}: found {quote(cell)}, expected a cell as {form}")
            if number in owner:
                raise InputError(f"placed {name}: the cell {at} is occupied by {owner[number]}")
            owner[number] = name
            found.append(number)
        fixed[names[name]] = tuple(sorted(found))
    for piece, taken in fixed.items():
        others = {i: () for i in range(len(puzzle.pieces)) if i != piece}
        kind = Problem(puzzle, others).kinds[0]
        if taken not in set(map(tuple, kind.placements.tolist())):
            raise InputError(
                f"placed {puzzle.pieces[piece].name}: the piece cannot cover these "
                f"{len(taken)} cells"
            )
    return Problem(puzzle, fixed)


def find_infeasibility(problem: Problem, *, brute: bool) -> str | None:
    """Return a reason why the problem has no solution, or None if no reason is obvious.

    With `brute`, it is not checked whether a piece fits nowhere.
    """
    pieces, cells = problem.puzzle.sums
    if problem.is_plain:
        if pieces != cells:
            return f"the pieces have {pieces} cells, the board has {cells}"
    elif (reason := _compare_ranges(problem)) is not None:
        return reason
    if problem.puzzle.in_space:
        for kind in problem.kinds:
            if kind.least and not len(kind.placements):
                return f"piece {problem.puzzle.pieces[kind.pieces[0]].name} fits nowhere"
        return None
    for piece in problem.pieces:
        if problem.too_large(piece):
            return f"piece {problem.puzzle.pieces[piece].name} is longer than the board"
    if not brute:
        for kind in problem.kinds:
            if not len(kind.placements):
                return f"piece {problem.puzzle.pieces[kind.pieces[0]].name} fits nowhere"
    return None


def _compare_ranges(problem: Problem) -> str | None:
    """Compare the numbers of cells if pieces may stay out or cells may stay empty."""
    sizes = [(kind, kind.placements.shape[1]) for kind in problem.kinds]
    least = sum(kind.least * size for kind, size in sizes)
    most = sum(kind.copies * size for kind, size in sizes)
    required = int(problem.required.sum())
    if least > problem.cells:
        return f"the pieces have at least {least} cells, the board has {problem.cells}"
    if most < required:
        return f"the pieces have at most {most} cells, the board needs {required}"
    return None
