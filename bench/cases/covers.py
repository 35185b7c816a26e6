"""Exact covers for the benchmarks: packings, Langford pairs, queens, sudoku.

A problem is a list of options, each a list of item numbers; items below `primary` are primary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product

Cell = tuple[int, int, int]

PENTOMINOES = (
    "FF /.FF/.F", "IIIII", "L/L/L/LL", "NN/.NNN", "PP/PP/P", "TTT/.T/.T", "U.U/UUU", "V/V/VVV",
    "W/WW/.WW", ".X/XXX/.X", ".Y/YY/.Y/.Y", "ZZ/.Z/.ZZ",
)  # fmt: skip
# The twelve pieces of the IQ Puzzler Pro.
IQ = (
    "AAA/A/A", "BB/B/B/B", ".CC/CC/.C", "D/DD/D", "E/EE/.EE", "FF/F/FF", "GGGG/.G", "HH/.HHH",
    "II/II/I", "J/JJ/.J", "KK/K/K", "LL/L",
)  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """An exact cover and the number of its solutions."""

    name: str
    options: list[list[int]]
    primary: int
    items: int
    solutions: int


def shape(text: str) -> list[tuple[int, int]]:
    return [
        (r, c)
        for r, line in enumerate(text.replace(" ", "").split("/"))
        for c, x in enumerate(line)
        if x != "."
    ]


def turned(cells: Iterable[tuple[int, int]]) -> set[tuple[tuple[int, int], ...]]:
    """Return the shape in all its orientations, each shifted to the corner."""
    found = set()
    now = list(cells)
    for turn in range(8):
        now = [(c, -r) for r, c in now]
        if turn == 4:
            now = [(r, -c) for r, c in now]
        top, left = min(r for r, _ in now), min(c for _, c in now)
        found.add(tuple(sorted((r - top, c - left) for r, c in now)))
    return found


def placements(
    pieces: Iterable[str], cells: set[Cell], planes: Iterable[tuple[Cell, Cell]]
) -> list[set[frozenset[Cell]]]:
    """Return all placements of each piece in the planes; two steps span a plane."""
    planes = list(planes)
    every = []
    for text in pieces:
        found: set[frozenset[Cell]] = set()
        for form, (a, b), (x, y, z) in product(turned(shape(text)), planes, cells):
            here = [
                (x + r * a[0] + c * b[0], y + r * a[1] + c * b[1], z + r * a[2] + c * b[2])
                for r, c in form
            ]
            if all(cell in cells for cell in here):
                found.add(frozenset(here))
        every.append(found)
    return every


def packing(
    name: str, every: list[set[frozenset[Cell]]], cells: set[Cell], solutions: int
) -> Problem:
    """Make a cover whose items are pieces and cells; options are sorted by their first cell."""
    number = {cell: len(every) + i for i, cell in enumerate(sorted(cells))}
    options = [
        [piece, *sorted(number[cell] for cell in spot)]
        for piece, spots in enumerate(every)
        for spot in spots
    ]
    options.sort(key=lambda option: (option[1:], option[0]))
    items = len(every) + len(cells)
    return Problem(name, options, items, items, solutions)


FLAT = (((1, 0, 0), (0, 1, 0)),)


@cache
def pentominoes(rows: int, columns: int) -> Problem:
    cells = {(r, c, 0) for r in range(rows) for c in range(columns)}
    solutions = {3: 8, 4: 1472, 5: 4040, 6: 9356}[rows]
    return packing(
        f"pentominoes {rows}x{columns}", placements(PENTOMINOES, cells, FLAT), cells, solutions
    )


@cache
def iq_pyramid(fixed: int = 1, solutions: int = 4343) -> Problem:
    """Make the pyramid of 55 balls; symmetry restricts one piece to one place of each orbit.

    A ball (i, j, k) of layer k rests on four balls of the layer below, (i, j, k - 1) to
    (i + 1, j + 1, k - 1). There are three families of planes in which touching balls form squares.
    """
    size = 5
    cells = {(i, j, k) for k in range(size) for i in range(size - k) for j in range(size - k)}
    planes = (
        ((1, 0, 0), (0, 1, 0)),
        ((0, 0, 1), (1, 1, -1)),
        ((0, -1, 1), (1, 0, -1)),
    )
    every = placements(IQ, cells, planes)

    def images(spot: frozenset[Cell]) -> list[frozenset[Cell]]:
        def turn(cell: Cell) -> Cell:
            i, j, k = cell
            return (j, size - 1 - k - i, k)

        found = []
        for _ in range(4):
            spot = frozenset(map(turn, spot))
            found += [spot, frozenset((j, i, k) for i, j, k in spot)]
        return found

    every[fixed] = {spot for spot in every[fixed] if sorted(spot) == min(map(sorted, images(spot)))}
    return packing("IQ pyramid, one piece fixed", every, cells, solutions)


@cache
def langford(n: int) -> Problem:
    options = [[k - 1, n + i, n + i + k + 1] for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    solutions = {3: 2, 4: 2, 7: 52, 8: 300, 11: 35584, 12: 216288}[n]
    return Problem(f"Langford {n}", options, 3 * n, 3 * n, solutions)


@cache
def queens(n: int) -> Problem:
    """Make n queens: lines ordered from the middle (Knuth's organ pipes), diagonals secondary."""
    middle = sorted(range(n), key=lambda x: abs(2 * x - n + 1))
    place = {x: i for i, x in enumerate(middle)}
    options = [
        [2 * place[r], 2 * place[c] + 1, 2 * n + r + c, 2 * n + 2 * n - 1 + r - c + n - 1]
        for r in range(n)
        for c in range(n)
    ]
    solutions = {8: 92, 10: 724, 12: 14200, 14: 365596}[n]
    return Problem(f"queens {n}", options, 2 * n, 2 * n + 2 * (2 * n - 1), solutions)


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "pentominoes 6x10": lambda: pentominoes(6, 10),
    "pentominoes 3x20": lambda: pentominoes(3, 20),
    "Langford 12": lambda: langford(12),
    "queens 12": lambda: queens(12),
    "queens 14": lambda: queens(14),
    "IQ pyramid": iq_pyramid,
}
