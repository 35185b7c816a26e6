"""Constraint problems as models of `csp.Model`, of OR-Tools CP-SAT and of python-constraint2.

A problem is a domain for each variable and groups of variables whose values differ. Each model is
built in the call, as a program would do for a new problem, and asked for one solution. A call
returns whether the answer is right.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from cases import boards, sudokus
from fastqueens import csp

__all__ = ["PROBLEMS", "Differing"]


@dataclass(frozen=True)
class Differing:
    """Variables numbered from 0, and groups of them with different values.

    With `pairs`, each group is given as pairs of variables, not as one constraint.
    """

    domains: Sequence[Sequence[int]]
    groups: Sequence[Sequence[int]]
    solvable: bool = True
    pairs: bool = False
    slow: bool = False  # not for a quick run
    long: bool = False  # takes python-constraint2 more than a minute

    @cached_property
    def parts(self) -> list[tuple[int, ...]]:
        """The constraints: whole groups, or pairs."""
        if not self.pairs:
            return [tuple(group) for group in self.groups]
        return [pair for group in self.groups for pair in combinations(group, 2)]

    def _right(self, values: Sequence[int] | None) -> bool:
        if values is None:
            return not self.solvable
        return self.solvable and all(
            len({values[x] for x in group}) == len(group) for group in self.groups
        )

    def ours(self) -> bool:
        """Build the model of fastqueens and solve it with the default method."""
        model = csp.Model({x: list(values) for x, values in enumerate(self.domains)})
        for part in self.parts:
            (model.add_different if self.pairs else model.add_all_different)(*part)
        values: Any = model.solve().values
        return self._right(None if values is None else [values[x] for x in sorted(values)])

    def cpsat(self) -> bool:
        """Build the model of CP-SAT and solve it with one worker."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        x = [
            model.new_int_var_from_domain(cp_model.Domain.from_values(values), "")
            for values in self.domains
        ]
        for part in self.parts:
            if self.pairs:
                model.add(x[part[0]] != x[part[1]])
            else:
                model.add_all_different(x[k] for k in part)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) == cp_model.INFEASIBLE:
            return self._right(None)
        return self._right([solver.value(variable) for variable in x])

    def constraint(self) -> bool:
        """Build the model of python-constraint2 and solve it with its default solver."""
        from constraint import AllDifferentConstraint, Problem

        model = Problem()
        for x, values in enumerate(self.domains):
            model.addVariable(x, list(values))
        for part in self.parts:
            model.addConstraint(AllDifferentConstraint(), list(part))
        found = model.getSolution()
        return self._right(None if found is None else [found[x] for x in sorted(found)])


def coloured_map(n: int, colours: int) -> Differing:
    """Make a map-like graph: a ring with random chords."""
    rng = boards.Lcg(n)
    edges = [(k, (k + 1) % n) for k in range(n)]
    edges += [(a, b) for a, b in ((rng.below(n), rng.below(n)) for _ in range(n)) if a != b]
    return Differing([range(colours)] * n, edges, pairs=True)


def sudoku(text: str) -> Differing:
    """Make a Sudoku of 81 digits, 0 for an empty cell."""
    domains = [range(1, 10) if digit == "0" else [int(digit)] for digit in text]
    lines = [[9 * k + i for i in range(9)] for k in range(9)]
    lines += [[9 * i + k for i in range(9)] for k in range(9)]
    corners = product((0, 3, 6), repeat=2)
    lines += [[9 * (r + i // 3) + c + i % 3 for i in range(9)] for r, c in corners]
    return Differing(domains, lines, long=True)


def latin_square(n: int, holes: int, seed: int) -> Differing:
    """Make a Latin square with shuffled lines and some empty cells."""
    dice = random.Random(seed)
    rows, columns, symbols = (dice.sample(range(n), n) for _ in range(3))
    cells = list(product(range(n), repeat=2))
    empty = set(dice.sample(cells, holes))
    domains = [
        range(n) if (r, c) in empty else [symbols[(rows[r] + columns[c]) % n]] for r, c in cells
    ]
    lines = [[n * k + i for i in range(n)] for k in range(n)]
    lines += [[n * i + k for i in range(n)] for k in range(n)]
    return Differing(domains, lines, slow=True, long=True)


def pigeons(n: int) -> Differing:
    """Put n pigeons in n - 1 holes, one in each, which is impossible; given as pairs."""
    return Differing([range(n - 1)] * n, [range(n)], solvable=False, pairs=True)


PROBLEMS = {
    "map of 24 countries, 3 colours": coloured_map(24, 3),
    "map of 200 countries, 4 colours": coloured_map(200, 4),
    "Sudoku of 17 clues": sudoku(sudokus.HARD),
    "Latin square 15, 100 holes": latin_square(15, 100, 1),
    "Latin square 20, 160 holes": latin_square(20, 160, 2),
    "8 pigeons in 7 holes, as pairs": pigeons(8),
    "10 pigeons in 9 holes, as pairs": pigeons(10),
}
