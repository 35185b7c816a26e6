"""The methods of coloured Queens as pseudocode, for lessons."""

from __future__ import annotations

__all__ = ["PSEUDOCODE"]

_BACKTRACKING = (
    "find the cells of the next {unit} that no queen attacks",
    "if there is none: take back the last queen",
    "    and try the next cell of its {unit}",
    "otherwise put a queen on the first of these cells",
    "when every {unit} has a queen: solution",
)
# `{unit}` is replaced by "region" or "row".
PSEUDOCODE: dict[str, tuple[str, ...]] = {
    "permutation": (
        "for each permutation of the columns, in order:",
        "    put the queen of each row on its column",
        "    if two queens share a region or touch: next permutation",
        "    otherwise: solution",
    ),
    "permutation-skip": (
        "try the next free column of this row",
        "if the queen there clashes with a queen above:",
        "    skip all permutations that begin like this",
        "    if no column is left: back to the row above",
        "otherwise: on to the next row",
        "when every row has a queen: solution",
    ),
    "backtracking": _BACKTRACKING,
    "backtracking-memo": (
        *_BACKTRACKING[:4],
        "if the same cells were left before, and that failed:",
        "    take back the queen without searching",
        _BACKTRACKING[4],
    ),
    "forward-checking": (
        "pick the next {unit}, and try its cells in turn:",
        "    put a queen on the cell",
        "    rule out the cells that it attacks",
        "    if another {unit} has no cell left: next cell",
        "if every cell failed: back to the {unit} before",
        "when every {unit} has a queen: solution",
    ),
    "mac": (
        "while a pair of {unit}s D, B is waiting in the queue (AC-3):",
        "    take from D the cells that attack every cell of B",
        "    if cells were taken: queue the neighbours of D",
        "    if D is empty: take back the last queen,",
        "        and try the next cell of its {unit}",
        "pick the next {unit}, and put a queen on its first cell",
        "    queue its neighbours",
        "when every {unit} has a queen: solution",
    ),
    "bitboard": (
        "while a unit (row, column or region) has only one cell left:",
        "    put a queen there, rule out what it attacks",
        "if a unit has no cell left:",
        "    take back the last try; its cell is ruled out",
        "otherwise try a cell of the unit with the fewest cells",
        "when every unit has its queens: solution",
    ),
    "min-conflicts": (
        "put a queen in each row, on columns in random order",
        "pick a queen that is attacked, at random",
        "exchange its column with the row that leaves the fewest conflicts",
        "    (now and then with a random row)",
        "without progress for long: start again",
        "when no queen is attacked: solution",
    ),
    "pso": (
        "every particle: one queen on a random cell of each region",
        "for each particle, again and again:",
        "    for each region: put its queen where the best neighbour has it,",
        "        with a chance that grows while the two placements differ",
        "    count the conflicts; remember the best placements",
        "when a particle has no conflicts: solution",
    ),
}
