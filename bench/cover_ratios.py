"""Exact cover: both kernels on every instruction set, beside what PyPI has, in one run.

    pip install '.[bench]' exact-cover xcover miniexact   # the rivals are optional
    python bench/cover_ratios.py                    # prints Markdown
    python bench/cover_ratios.py --rounds 5 --slow  # dancing links on the long ones too

All solutions of each problem, best of the rounds, seconds of processor time. Rivals run on the
problems that they can state: exact-cover has no secondary items. xcover compiles itself on first
use, which is left out; miniexact is asked for one solution after another, as its interface has it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import covers
import numpy as np

from fastqueens._kernels import cpu
from fastqueens.cover import ExactCover

_LONG = ("pentominoes 6x10", "IQ pyramid")  # for dancing links, and for the rivals


def best(rounds: int, call: Callable[[], int], expected: int) -> float:
    times = []
    for _ in range(rounds):
        start = process_time()
        found = call()
        times.append(process_time() - start)
        if found != expected:
            sys.exit(f"counted {found}, expected {expected}")
    return min(times)


def by_exact_cover(problem: covers.Problem) -> Callable[[], int] | None:
    if problem.items != problem.primary:
        return None
    import exact_cover

    matrix = np.zeros((len(problem.options), problem.items), bool)
    for row, option in enumerate(problem.options):
        matrix[row, option] = True
    return lambda: int(exact_cover.get_solution_count(matrix))


def by_xcover(problem: covers.Problem) -> Callable[[], int]:
    from xcover import covers as search

    primary = list(range(problem.primary))
    secondary = list(range(problem.primary, problem.items))
    list(search([[0, 1], [0], [1]], primary=[0, 1]))  # compiles
    return lambda: sum(
        1 for _ in search(problem.options, primary=primary, secondary=secondary or None)
    )


def by_miniexact(problem: covers.Problem) -> Callable[[], int]:
    import miniexact as m

    def run() -> int:
        state = m.miniexacts_init_c() if problem.items != problem.primary else m.miniexacts_init_x()
        for item in range(problem.items):
            define = (
                m.miniexacts_define_primary_item
                if item < problem.primary
                else m.miniexacts_define_secondary_item
            )
            define(state, str(item))
        for option in problem.options:
            for item in option:
                m.miniexacts_add(state, item + 1, 0, 0)
            m.miniexacts_add(state, 0, 0, 0)
        found = 0
        while m.miniexacts_solve(state) == 10:
            found += 1
        m.miniexacts_free(state)
        return found

    return run


RIVALS: dict[str, Callable[[covers.Problem], Callable[[], int] | None]] = {
    "exact-cover": by_exact_cover,
    "xcover": by_xcover,
    "miniexact": by_miniexact,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--slow", action="store_true", help="the long runs too")
    given = parser.parse_args()

    isas = cpu.NAMES[: cpu.best + 1]
    head = ["problem", "solutions", "dlx", *(f"bitset, {isa}" for isa in isas), *RIVALS]
    print("| " + " | ".join(head) + " |\n|---" + "|---:" * (len(head) - 1) + "|")
    for name, make in covers.PROBLEMS.items():
        problem = make()
        secondary = range(problem.primary, problem.items)
        exact = ExactCover(problem.options, primary=range(problem.primary), secondary=secondary)
        long = name in _LONG and not given.slow
        cells: list[float | str] = []

        def ours(method: Any, exact: ExactCover = exact) -> Callable[[], int]:
            return lambda: int(exact.count(method=method))

        cells.append("" if long else best(given.rounds, ours("dlx"), problem.solutions))
        for isa in isas:
            os.environ["FASTQUEENS_ISA"] = isa  # read at every call
            cells.append(best(given.rounds, ours("bitset"), problem.solutions))
        del os.environ["FASTQUEENS_ISA"]
        for maker in RIVALS.values():
            try:
                rival = None if long else maker(problem)
            except ImportError:
                rival = None
            cells.append("" if rival is None else best(1, rival, problem.solutions))
        told = [f"{x:.4f}" if isinstance(x, float) else x for x in cells]
        print(f"| {name} | {problem.solutions:,} | " + " | ".join(told) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
