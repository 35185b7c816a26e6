"""Permutations and placements tested per second, compared with plain loops in C and Python.

    python bench/compare_permutation.py [--repeat 5] [--json]

Times are processor seconds, the best of interleaved rounds. All contenders search the same
unsolvable boards, which have one region less than rows, so that every permutation must be tested.
The rival in C is rivals/permutation.c.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise, permutations
from math import factorial
from typing import Any

import harness
import rivals
from cases import boards
from cases.boards import Regions

from fastqueens.nqueens.permutation_search import permutation_kernel as nqueens_kernel
from fastqueens.nqueens.permutation_search import placement_kernel
from fastqueens.queens.solving.permutation_search import (
    permutation_kernel as coloured_queens_kernel,
)
from fastqueens.search import DONE, FOUND, Kernel


def in_python(board: Regions) -> tuple[int, int]:
    """Test all permutations with itertools."""
    n, rows, found, reviewed = len(board), board.tolist(), 0, 0
    for p in permutations(range(n)):
        reviewed += 1
        apart = all(not -2 < a - b < 2 for a, b in pairwise(p))
        found += apart and len({row[c] for row, c in zip(rows, p, strict=True)}) == n
    return found, reviewed


def unsolvable(n: int) -> Regions:
    """Make an unsolvable board: it has one region less than rows."""
    return boards.grown(n, 0, regions=n - 1)


def run_out(kernel: Kernel) -> tuple[int, int]:
    """Run a kernel to its end; return the number of solutions and of units of work."""
    found = 0
    while (status := kernel.step(10**8)) != DONE:
        found += status == FOUND
    return found, kernel.spent


def made_and_run_out(make: Callable[[], Kernel]) -> tuple[int, int]:
    """Make a kernel and run it to its end."""
    return run_out(make())


def coloured(board: Regions, skip: bool) -> tuple[int, int]:
    """Test the permutations of a board; return the solutions and the units of work."""
    return run_out(coloured_queens_kernel(board, skip=skip))


def permuted(repeat: int, sizes: Sequence[int] = range(8, 13)) -> list[dict[str, Any]]:
    """Time all permutations of boards of these sizes; 12 rows run only once."""
    rival = rivals.permutation()
    rows = []
    for n in sizes:
        board, total = unsolvable(n), factorial(n)
        contenders = {
            "kernel": partial(coloured, board, False),
            "plain": partial(rival, board),
            "skip": partial(coloured, board, True),
        }
        if n <= 9:
            contenders["python"] = partial(in_python, board)
        skipped = contenders["skip"]()
        known = {"skip": skipped}

        def check(name: str, found: Any, known: Any = known, total: int = total) -> None:
            harness.agree(name, found, known.get(name, (0, total)))

        seconds = harness.interleaved(
            contenders, repeat if n < 12 else 1, check=check, least=0.005, patience=0.2
        )
        rows.append({"n": n, "total": total, "nodes": skipped[1], "seconds": seconds})
    return rows


def listed(repeat: int) -> list[dict[str, Any]]:
    """Time N-Queens by generate-and-test."""
    cases: dict[str, Callable[[], Kernel]] = {
        "10, permutations": lambda: nqueens_kernel(10, skip=False),
        "11, permutations": lambda: nqueens_kernel(11, skip=False),
        "8, tuples": lambda: placement_kernel(8, "tuples"),
        "7, combinations": lambda: placement_kernel(7, "combinations"),
    }
    runs = {name: partial(made_and_run_out, make) for name, make in cases.items()}
    answers = {name: run() for name, run in runs.items()}
    seconds = harness.interleaved(
        runs, repeat, check=lambda name, found: harness.agree(name, found, answers[name])
    )
    return [
        {"name": name, "solutions": answers[name][0], "work": answers[name][1], "seconds": took}
        for name, took in seconds.items()
    ]


def markdown(report: dict[str, Any]) -> str:
    rows = []
    for row in report["permutations"]:
        total, seconds = row["total"], row["seconds"]
        python = f"{total / seconds['python'].best / 1e6:.2f}" if "python" in seconds else ""
        skip = seconds["skip"].best
        rows.append(
            [
                f"{row['n']}x{row['n']}, {total:,}",
                f"{total / seconds['kernel'].best / 1e6:,.0f}",
                f"{total / seconds['plain'].best / 1e6:,.0f}",
                harness.cell(harness.ratio(seconds["plain"], seconds["kernel"])),
                python,
                f"{skip * 1e3:,.3f} ({row['nodes'] / skip / 1e6:,.0f} M nodes/s)",
            ]
        )
    head = ["permutations", "kernel, M/s", "plain C, M/s", "ratio", "Python, M/s", "skip, ms"]
    queens = [
        [row["name"], row["solutions"], f"{row['work'] / row['seconds'].best / 1e6:,.0f}"]
        for row in report["queens"]
    ]
    tables = [harness.table(head, rows), harness.table(["N-Queens", "solutions", "M/s"], queens)]
    return "\n\n".join(tables)


def main() -> int:
    given = harness.read(harness.options(__doc__))
    try:
        report = {
            "about": harness.about(given.repeat),
            "permutations": permuted(given.repeat),
            "queens": listed(given.repeat),
        }
    except rivals.NoCompiler as error:
        sys.exit(str(error))
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
