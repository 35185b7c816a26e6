"""Exact covers for the benchmarks: packings, Langford pairs, queens, words, random sparse covers,
Latin squares with holes, sudoku, Latin squares, dominoes, colourings, multiplicities, costs.

A problem is a list of options, each a list of item numbers; items below `primary` are primary. With
`colours`, each entry has a colour, 0 for none. With `bounds`, an item may be covered more than
once. With `costs`, the least cost of a solution is asked for instead of the number of solutions.
The answers of the random problems are those that our two plain kernels found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

from fastqueens.cover import Coloured, ExactCover

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
    """An exact cover and the number of its solutions, or the least cost of a solution."""

    name: str
    options: list[list[int]]
    primary: int
    items: int
    solutions: int
    colours: list[list[int]] | None = None
    bounds: dict[int, tuple[int, int]] | None = None
    costs: list[int] | None = None


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
    """Return all placements of each piece in the planes; two steps span a plane.

    The first cell of the piece is put on each cell. The corner of the piece's bounding box may be
    a hole of the board.
    """
    planes = list(planes)
    every = []
    for text in pieces:
        found: set[frozenset[Cell]] = set()
        for form, (a, b), (x, y, z) in product(turned(shape(text)), planes, cells):
            top, left = form[0]
            steps = [(r - top, c - left) for r, c in form]
            here = [
                (x + r * a[0] + c * b[0], y + r * a[1] + c * b[1], z + r * a[2] + c * b[2])
                for r, c in steps
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


def numbered(
    name: str,
    primary: Sequence[Hashable],
    options: Sequence[Sequence[Hashable]],
    solutions: int,
    colours: list[list[int]] | None = None,
    bounds: dict[Hashable, tuple[int, int]] | None = None,
) -> Problem:
    """Make a problem from items of any kind; the items that are not primary are secondary."""
    number = {item: i for i, item in enumerate(primary)}
    for option in options:
        for item in option:
            number.setdefault(item, len(number))
    listed = [[number[item] for item in option] for option in options]
    numbers = None if bounds is None else {number[item]: pair for item, pair in bounds.items()}
    return Problem(name, listed, len(primary), len(number), solutions, colours, numbers)


@cache
def dominoes(rows: int, columns: int) -> Problem:
    cells = list(product(range(rows), range(columns)))
    pairs = [[(r, c), (r + a, c + b)] for r, c in cells for a, b in ((0, 1), (1, 0))]
    options = [pair for pair in pairs if pair[1] in cells]
    solutions = {(6, 8): 167_089, (8, 8): 12_988_816}[rows, columns]
    return numbered(f"dominoes {rows}x{columns}", cells, options, solutions)


@cache
def colourings(rows: int, columns: int, colours: int) -> Problem:
    """Colour the cells of a grid; the item of an edge and a colour is for one of its two ends."""
    cells = list(product(range(rows), range(columns)))
    options: list[list[Hashable]] = []
    for (r, c), colour in product(cells, range(colours)):
        ends = [((r, c), (r, c + 1)), ((r, c), (r + 1, c))]
        ends += [((r, c - 1), (r, c)), ((r - 1, c), (r, c))]
        edges = [pair for pair in ends if pair[0] in cells and pair[1] in cells]
        options.append([(r, c), *((edge, colour) for edge in edges)])
    solutions = {(5, 5, 3): 580_986}[rows, columns, colours]
    return numbered(f"{colours}-colouring {rows}x{columns}", cells, options, solutions)


def squares(
    name: str, n: int, given: dict[tuple[int, int], int], solutions: int, box: int = 0
) -> Problem:
    """Make the Latin squares of order n with given cells; `box` is the side of a sudoku box."""
    options = []
    for r, c, x in product(range(n), repeat=3):
        option = [("cell", r, c), ("row", r, x), ("column", c, x)]
        if box:
            option.append(("box", r // box * box + c // box, x))
        options.append(option)
    taken = {item for (r, c), x in given.items() for item in options[(r * n + c) * n + x]}
    options = [option for option in options if not taken.intersection(option)]
    items = {item for option in options for item in option}
    return numbered(name, sorted(items), options, solutions)


@cache
def latin(n: int) -> Problem:
    return squares(f"Latin squares {n}", n, {}, {4: 576, 5: 161_280}[n])


@cache
def qwh(n: int, holes: int, seed: int, solutions: int) -> Problem:
    """Make a quasigroup with holes: a Latin square with shuffled lines, and some cells removed."""
    dice = random.Random(seed)
    rows, columns, symbols = (dice.sample(range(n), n) for _ in range(3))
    cells = list(product(range(n), repeat=2))
    empty = set(dice.sample(cells, holes))
    given = {(r, c): symbols[(rows[r] + columns[c]) % n] for r, c in cells if (r, c) not in empty}
    return squares(f"QWH {n}, {holes} holes", n, given, solutions)


@cache
def sudoku(clues: int, seed: int, solutions: int) -> Problem:
    dice = random.Random(seed)
    symbols = dice.sample(range(9), 9)
    cells = list(product(range(9), repeat=2))
    given = {(r, c): symbols[(3 * r + r // 3 + c) % 9] for r, c in dice.sample(cells, clues)}
    return squares(f"sudoku, {clues} clues", 9, given, solutions, box=3)


@cache
def sparse(options: int, items: int, size: int, seed: int, solutions: int) -> Problem:
    """Make random options of equal size."""
    dice = random.Random(seed)
    chosen = [sorted(dice.sample(range(items), size)) for _ in range(options)]
    return Problem(f"random {options}x{size} of {items}", chosen, items, items, solutions)


@cache
def words(count: int, n: int, letters: int, seed: int, solutions: int) -> Problem:
    """Make squares whose rows and columns are random words; cells are coloured by their letter."""
    dice = random.Random(seed)
    made = ["".join(dice.choice("aeiourstlnmcdpbg"[:letters]) for _ in range(n))
            for _ in range(count)]  # fmt: skip
    options: list[list[Hashable]] = []
    colours = []
    for k, word in product(range(n), sorted(set(made))):
        codes = [1 + ord(letter) - ord("a") for letter in word]
        options += [[("row", k), *((k, c) for c in range(n))]]
        options += [[("column", k), *((r, k) for r in range(n))]]
        colours += [[0, *codes], [0, *codes]]
    primary = [(line, k) for line in ("row", "column") for k in range(n)]
    return numbered(f"word squares {n}x{n}", primary, options, solutions, colours)


def box(size: Cell, cells: list[Cell]) -> list[list[Cell]]:
    """Return the places of a box in all its orientations."""
    there = set(cells)
    places = [
        [(x + a, y + b, z + c) for a, b, c in product(range(dx), range(dy), range(dz))]
        for dx, dy, dz in sorted(set(permutations(size)))
        for x, y, z in cells
    ]
    return [place for place in places if there.issuperset(place)]


@cache
def conway() -> Problem:
    """Make Conway's cube: 13 boxes 1x2x4, three 1x1x3, one 1x2x2 and one 2x2x2 fill 5x5x5."""
    cells = [(x, y, z) for x in range(5) for y in range(5) for z in range(5)]
    pieces = {(1, 2, 4): 13, (1, 1, 3): 3, (1, 2, 2): 1, (2, 2, 2): 1}
    options = [[str(size), *place] for size in pieces for place in box(size, cells)]
    bounds: dict[Hashable, tuple[int, int]] = {str(size): (k, k) for size, k in pieces.items()}
    return numbered("Conway's cube", [*bounds, *cells], options, 27_456, bounds=bounds)


@cache
def dominating(n: int, count: int) -> Problem:
    """Make the sets of queens that attack or occupy every square."""
    cells = list(product(range(n), repeat=2))
    options = [
        ["Q", *(x for x in cells if x[0] == r or x[1] == c or abs(x[0] - r) == abs(x[1] - c))]
        for r, c in cells
    ]
    bounds: dict[Hashable, tuple[int, int]] = dict.fromkeys(cells, (1, count))
    bounds["Q"] = (count, count)
    solutions = {(5, 3): 186, (8, 5): 4860}[n, count]
    name = f"{count} queens dominate {n}x{n}"
    return numbered(name, ["Q", *cells], options, solutions, bounds=bounds)


@cache
def priced(rows: int, columns: int, seed: int, least: int) -> Problem:
    """Make the pentominoes with random costs of their places."""
    plain = pentominoes(rows, columns)
    dice = random.Random(seed)
    costs = [dice.randrange(100) for _ in plain.options]
    return replace(plain, name=f"priced {plain.name}", solutions=least, costs=costs)


def answer(problem: Problem, cover: ExactCover, method: Any) -> int:
    """Count the solutions, or find the least cost."""
    if problem.costs is None:
        return cover.count(method=method)
    least = cover.minimum(method=method).cost
    return -1 if least is None else least


def exact(problem: Problem) -> ExactCover:
    """Make the problem for our kernels."""
    options: list[list[Any]] = [list(option) for option in problem.options]
    for option, colours in zip(options, problem.colours or [], strict=False):
        option[:] = [
            Coloured(item, colour) if colour else item
            for item, colour in zip(option, colours, strict=True)
        ]
    secondary = range(problem.primary, problem.items)
    return ExactCover(
        options, primary=range(problem.primary), secondary=secondary,
        multiplicity=problem.bounds, cost=problem.costs,
    )  # fmt: skip


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "pentominoes 6x10": lambda: pentominoes(6, 10),
    "pentominoes 3x20": lambda: pentominoes(3, 20),
    "Langford 12": lambda: langford(12),
    "queens 12": lambda: queens(12),
    "queens 14": lambda: queens(14),
    "IQ pyramid": iq_pyramid,
    "word squares 4x4": lambda: words(300, 4, 8, 1, 251_821),
    "random 800x6 of 60": lambda: sparse(800, 60, 6, 1, 0),
    "QWH 20": lambda: qwh(20, 160, 2, 2650),
    "sudoku of 20 clues": lambda: sudoku(20, 1, 853_567),
    "Latin squares 5": lambda: latin(5),
    "dominoes 6x8": lambda: dominoes(6, 8),
    "dominoes 8x8": lambda: dominoes(8, 8),
    "3-colouring 5x5": lambda: colourings(5, 5, 3),
    "Conway's cube": conway,
    "5 queens dominate 8x8": lambda: dominating(8, 5),
    "priced pentominoes 6x10": lambda: priced(6, 10, 1, 208),
}
