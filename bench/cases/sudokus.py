"""Sudokus for the benchmarks, the same in every run; 81 digits, 0 for an empty cell."""

from __future__ import annotations

import random
from functools import cache

from fastqueens import cover

__all__ = ["HARD", "is_unique_by_cpsat", "minimal"]

# It has 17 clues, and few of them in its first rows, where plain backtracking begins.
HARD = "000000000000003085001020000000507000004000100090000000500000073002010000000040009"


@cache
def minimal(count: int) -> list[str]:
    """Make Sudokus of which no clue can be removed, from grids with shuffled lines and digits."""
    dice = random.Random(1)
    return [_minimal(dice) for _ in range(count)]


def _minimal(dice: random.Random) -> str:
    rows, columns = (
        [3 * band + k for band in dice.sample(range(3), 3) for k in dice.sample(range(3), 3)]
        for _ in range(2)
    )
    symbols = dice.sample("123456789", 9)
    cells = [symbols[(3 * r + r // 3 + c) % 9] for r in rows for c in columns]
    for k in dice.sample(range(81), 81):
        clue, cells[k] = cells[k], "0"
        if not cover.is_unique_sudoku("".join(cells)):
            cells[k] = clue
    return "".join(cells)


def is_unique_by_cpsat(text: str) -> bool:
    """Whether a Sudoku has one solution, by CP-SAT with one worker: solve, forbid, solve again."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = [
        [model.new_int_var(int(d) or 1, int(d) or 9, "") for d in text[9 * r : 9 * r + 9]]
        for r in range(9)
    ]
    for k in range(9):
        model.add_all_different(x[k])
        model.add_all_different(x[r][k] for r in range(9))
        model.add_all_different(x[k // 3 * 3 + i // 3][k % 3 * 3 + i % 3] for i in range(9))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return False
    cells = [variable for row in x for variable in row]
    found = [solver.value(variable) for variable in cells]
    model.add_forbidden_assignments(cells, [found])
    return bool(solver.solve(model) == cp_model.INFEASIBLE)
