"""Writes a solution file: the start, the parity table, the moves with their boards, the work."""

from __future__ import annotations

from collections.abc import Sequence

from fastqueens.results import Stats
from fastqueens.sliding import drawing
from fastqueens.sliding.formats import SOLUTION
from fastqueens.sliding.parity import Kurang, kurang
from fastqueens.sliding.puzzle import Puzzle, replay

__all__ = ["kurang_text", "text"]


def kurang_text(found: Kurang) -> str:
    """Write the parity table and its conclusion.

    Examples
    --------
    >>> print(kurang_text(kurang([[1, 2], [0, 3]])))
    i         1 2 3 4
    KURANG(i) 0 0 0 1
    sum 1 + X 1 = 2 is even: the puzzle can be solved
    """
    numbers = [str(i) for i in range(1, len(found.table) + 1)]
    width = len(numbers[-1])
    lines = [
        f"{name:<9} {' '.join(f'{value:>{width}}' for value in values)}"
        for name, values in (("i", numbers), ("KURANG(i)", found.table))
    ]
    verdict = "can be solved" if found.solvable else "cannot be solved"
    parity = "even" if found.solvable else "odd"
    lines.append(f"sum {found.sum} + X {found.x} = {found.total} is {parity}: the puzzle {verdict}")
    return "\n".join(lines)


def text(puzzle: Puzzle, moves: Sequence[str], stats: Stats) -> str:
    r"""Write the start, the parity table, the moves, and the board after each move.

    Parameters
    ----------
    puzzle : Puzzle
        The start.
    moves : sequence of str
        The moves of the blank from the start.
    stats : Stats
        The work of the search.

    Returns
    -------
    str
        The text; `Puzzle.from_text` can read it.

    Raises
    ------
    InputError
        If a move is unknown or leaves the board.

    Examples
    --------
    >>> print(text(Puzzle.from_text("1 2\n0 3"), ["RIGHT"], Stats({"nodes": 2}, 0.001)))
    1 2
    0 3
    <BLANKLINE>
    i         1 2 3 4
    KURANG(i) 0 0 0 1
    sum 1 + X 1 = 2 is even: the puzzle can be solved
    <BLANKLINE>
    SOLUTION :
    RIGHT
    <BLANKLINE>
    1. RIGHT
    1 2
    3 0
    <BLANKLINE>
    Nodes: 2
    Time: 1.000 ms
    <BLANKLINE>
    """
    start, *others = (drawing.text(board, blank="0") for board in replay(puzzle, moves))
    parts = [start, kurang_text(kurang(puzzle)), f"{SOLUTION}\n{' '.join(moves)}".rstrip()]
    steps = zip(range(1, len(others) + 1), moves, others, strict=True)
    parts += [f"{number}. {move}\n{board}" for number, move, board in steps]
    work = [f"{name.capitalize()}: {value}" for name, value in stats.counters.items()]
    parts.append("\n".join([*work, f"Time: {stats.seconds * 1e3:.3f} ms"]))
    return "\n\n".join(parts) + "\n"
