"""Every method on the sample boards: one table, by size. Finds one solution a board.

    pip install .
    python bench/methods_table.py                 # 7x7 to 11x11, with a limit of 2 s a run
    python bench/methods_table.py --boards 5 --repeat 5 -o methods.svg

Prints Markdown; "work" is the median of a method's first counter, the same on every machine, and
"time" the median over the boards. Plain permutations are left out above 10 rows.
"""

from __future__ import annotations

import argparse
import sys

from cases import boards

import fastqueens
from fastqueens import queens
from fastqueens.queens import chart, comparison

SETTINGS = {
    "forward-checking.order": ["static", "mrv"],
    "mac.order": ["static", "mrv", "dom/deg"],
    "pso.preset": ["thesis", "best"],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--boards", type=int, default=20, help="of each size, at most")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--time-limit", type=float, default=2.0)
    parser.add_argument("-o", "--out", help="an .svg chart")
    given = parser.parse_args()

    results: list[fastqueens.Comparison] = []
    for n in range(7, 12):
        sample = boards.load([n])
        methods = [name for name in queens.METHODS if n <= 10 or name != "permutation"]
        print(f"{n} x {n}: {len(sample.stacks[n][: given.boards])} boards", file=sys.stderr)
        results += fastqueens.compare(
            {f"{n}-{i}": board for i, board in enumerate(sample.stacks[n][: given.boards])},
            methods,
            settings=SETTINGS,
            repeat=given.repeat,
            time_limit=given.time_limit,
        )
    print(comparison.to_markdown(results, by="size"))
    if given.out:
        with open(given.out, "w", encoding="utf-8") as file:
            file.write(chart.svg(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
