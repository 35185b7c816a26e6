"""SAT solvers and CP-SAT from Python: does a Star Battle board have exactly one solution?

Every call makes a new formula, as a program with a new board would. There is one variable per cell.
Stars do not touch: the cells of a 2 x 2 block exclude each other. A unit has exactly k stars: a
cardinality constraint if the solver has them (Minicard), otherwise a sequential counter. With
`bands` the formula has an additional argument of players: two neighbouring rows hold 2k stars in
different 2 x 2 blocks. So 2k of their blocks (a variable each) hold a star, with the blocks counted
from the left edge and, a second time, from one column further.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
from cases.boards import Regions

__all__ = ["NAMES", "count", "cpsat"]

NAMES = {
    "minicard": ("minicard", False),
    "minicard, bands": ("minicard", True),
    "glucose": ("glucose4", False),
    "cadical": ("cadical153", False),
}


def _units(board: Regions) -> list[list[int]]:
    n = len(board)
    cells = np.arange(1, n * n + 1).reshape(n, n)
    regions = [cells[board == g].tolist() for g in np.unique(board)]
    return [*cells.tolist(), *cells.T.tolist(), *regions]


def _touching(n: int) -> list[list[int]]:
    clauses = set()
    for r in range(n - 1):
        for c in range(n - 1):
            block = [a * n + b + 1 for a in (r, r + 1) for b in (c, c + 1)]
            clauses.update(combinations(block, 2))
    return [[-a, -b] for a, b in sorted(clauses)]


def _bands(n: int) -> tuple[list[list[int]], list[list[int]], int]:
    """Return the clauses, the lists of blocks of which 2k hold a star, and the last variable."""
    top = n * n
    clauses: list[list[int]] = []
    known: dict[tuple[int, ...], int] = {}

    def block(cells: tuple[int, ...]) -> int:
        nonlocal top
        if cells not in known:
            top += 1
            known[cells] = top
            clauses.append([-top, *cells])
            clauses.extend([top, -cell] for cell in cells)
        return known[cells]

    bands = []
    cells = np.arange(1, n * n + 1).reshape(n, n)
    for board in (cells, cells.T):
        for above, below in pairwise(board.tolist()):
            for shift in (0, 1):
                cuts = sorted({0, n, *range(shift, n, 2)})
                bands.append(
                    [block(tuple(sorted(above[a:b] + below[a:b]))) for a, b in pairwise(cuts)]
                )
    return clauses, bands, top


def count(board: Regions, stars: int, name: str) -> int:
    """Count solutions up to two with a solver of python-sat."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    solver_name, with_bands = NAMES[name]
    n = len(board)
    groups = [(unit, stars) for unit in _units(board)]
    clauses, top = _touching(n), n * n
    if with_bands:
        more, bands, top = _bands(n)
        clauses += more
        groups += [(band, 2 * stars) for band in bands]
    with Solver(name=solver_name, bootstrap_with=clauses) as solver:
        for unit, k in groups:
            if solver_name == "minicard":
                solver.add_atmost(unit, k)
                solver.add_atmost([-x for x in unit], len(unit) - k)
                continue
            made = CardEnc.equals(unit, bound=k, top_id=top, encoding=EncType.seqcounter)
            top = max(top, made.nv)
            solver.append_formula(made.clauses)
        found = 0
        while found < 2 and solver.solve():
            found += 1
            solver.add_clause([-x for x in solver.get_model()[: n * n] if x > 0])
    return found


def cpsat(board: Regions, stars: int) -> int:
    """Count solutions up to two with CP-SAT on one worker."""
    from ortools.sat.python import cp_model

    n = len(board)
    model = cp_model.CpModel()
    x = [None, *(model.new_bool_var("") for _ in range(n * n))]
    for unit in _units(board):
        model.add(sum(x[i] for i in unit) == stars)
    for r in range(n - 1):
        for c in range(n - 1):
            model.add_at_most_one(x[a * n + b + 1] for a in (r, r + 1) for b in (c, c + 1))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = 0
    while found < 2 and solver.solve(model) == cp_model.OPTIMAL:
        found += 1
        model.add_bool_or([~v for v in x[1:] if solver.boolean_value(v)])
    return found
