"""Compare all methods on the sample boards, by size; each run finds one solution.

    python bench/compare_methods.py                 # 7x7 to 11x11, with a limit of 2 s per run
    python bench/compare_methods.py --boards 5 --repeat 5 -o methods.svg

"work" is the median of a method's first counter, which is the same on every machine. "time" is the
median wall-clock time of the search alone. Plain permutations are left out above 10 rows.
"""

from __future__ import annotations

import json
import sys

import harness
from cases import boards

import fastqueens
from fastqueens import queens

SETTINGS = {
    "forward-checking.order": ["static", "mrv"],
    "mac.order": ["static", "mrv", "dom/deg"],
    "pso.preset": ["thesis", "best"],
}


def main() -> int:
    parser = harness.options(__doc__, repeat=3)
    parser.add_argument("--boards", type=int, default=20, help="of each size, at most")
    parser.add_argument("--time-limit", type=float, default=2.0)
    parser.add_argument("-o", "--out", help="an .svg chart")
    given = harness.read(parser)

    results = fastqueens.ComparisonTable()
    for n in range(7, 12):
        sample = boards.load([n])
        methods = [name for name in queens.METHODS if n <= 10 or name != "permutation"]
        print(f"{n} x {n}: {len(sample.stacks[n][: given.boards])} boards", file=sys.stderr)
        results += queens.compare(
            {f"{n}-{i}": board for i, board in enumerate(sample.stacks[n][: given.boards])},
            methods,
            settings=SETTINGS,
            repeat=given.repeat,
            time_limit=given.time_limit,
        )
    report = {
        "about": harness.about(given.repeat, clock="wall"),
        "runs": json.loads(results.to_json()),
    }
    harness.print_report(given, report, lambda _: results.to_markdown(by="size"))
    if given.out:
        with open(given.out, "w", encoding="utf-8") as file:
            file.write(results.to_svg())
    return 0


if __name__ == "__main__":
    sys.exit(main())
