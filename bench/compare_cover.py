"""Seconds to find all solutions of exact covers, compared with packages from PyPI in the same run.

The rivals, if installed, are exact-cover (C; it has no secondary items, so each of them gets an
option of its own that means "not used"), xcover (Knuth's dancing cells in Numba, without the time
to compile) and miniexact (C; algorithm X, C for secondary items, M for multiplicities). The timed
part begins with the prepared input and ends with the number of solutions, or with the least cost
of a solution; the answers are compared. Times are processor seconds in interleaved rounds; a rival
that takes a few seconds runs once.

    pip install . exact-cover xcover miniexact
    python bench/compare_cover.py                        # some minutes, mostly for the rivals
    python bench/compare_cover.py --no-rivals --repeat 9
    python bench/compare_cover.py --only "queens 12,Langford 12"
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import harness
import numpy as np
from cases import covers

PATIENCE = 3.0  # a rival that takes more seconds runs only once

Maker = Callable[[covers.Problem], Callable[[], int]]


def ours(problem: covers.Problem, method: str, isa: str) -> Callable[[], int]:
    cover = covers.exact(problem)
    return harness.pinned(isa, lambda: covers.answer(problem, cover, method))


def exact_cover(problem: covers.Problem) -> Callable[[], int]:
    from exact_cover import get_solution_count

    slack = problem.items - problem.primary
    matrix = np.zeros((len(problem.options) + slack, problem.items), np.int32)
    for row, option in enumerate(problem.options):
        matrix[row, option] = 1
    for k in range(slack):
        matrix[len(problem.options) + k, problem.primary + k] = 1
    return lambda: int(get_solution_count(matrix))


def xcover(problem: covers.Problem) -> Callable[[], int]:
    from xcover import algorithm_c
    from xcover.solvers import input_as_arrays

    def make(options: list[list[int]], secondary: list[int]) -> Callable[[], int]:
        arrays = input_as_arrays(options, secondary=secondary or None)
        return lambda: sum(1 for _ in algorithm_c(*arrays))

    make([[0], [1]], [])()  # compile before the clock starts
    return make(problem.options, list(range(problem.primary, problem.items)))


def miniexact(problem: covers.Problem) -> Callable[[], int]:
    import miniexact as rival

    ready: Any = None

    def count() -> int:
        nonlocal ready
        solver, ready = ready, None
        found = 0
        while solver.solve() == 10:
            found += 1
        return found

    def prepare() -> None:
        nonlocal ready
        plain = problem.primary == problem.items
        kind = "m" if problem.bounds else "x" if plain else "c"
        ready = getattr(rival, f"miniexacts_{kind}")()
        bounds = problem.bounds or {}
        items = [ready.primary(f"p{k}", *bounds.get(k, (1, 1))) for k in range(problem.primary)]
        items += [ready.secondary(f"s{k}") for k in range(problem.items - problem.primary)]
        for option in problem.options:
            ready.add([items[k] for k in option])

    count.prepare = prepare  # type: ignore[attr-defined]
    return count


RIVALS: dict[str, Maker] = {
    "exact-cover": exact_cover,
    "xcover": xcover,
    "miniexact": miniexact,
}


# What takes a rival more than half a minute.
SLOW = {
    ("exact-cover", "queens 14"),
    ("exact-cover", "sudoku, 20 clues"),
    ("exact-cover", "random 800x6 of 60"),
    ("miniexact", "5 queens dominate 8x8"),
}


def is_fit(name: str, problem: covers.Problem) -> bool:
    """Whether a contender can solve a problem.

    The rivals that take colours take them in their own text formats, which is not written here.
    """
    if (name, problem.name) in SLOW:
        return False
    if name not in RIVALS:
        return name != "memo" or not (problem.bounds or problem.costs)
    return not problem.colours and not problem.costs and (name == "miniexact" or not problem.bounds)


def measure(
    problem: covers.Problem, contenders: dict[str, Maker], repeat: int
) -> dict[str, harness.Times]:
    """Time each contender and check its answers."""

    def check(name: str, found: int) -> None:
        harness.agree(f"{problem.name}: {name}", found, problem.solutions)

    fitting = {name: make for name, make in contenders.items() if is_fit(name, problem)}
    ready = {name: make(problem) for name, make in fitting.items()}
    return harness.interleaved(ready, repeat, patience=PATIENCE, check=check)


def markdown(report: dict[str, Any]) -> str:
    """Write a table of seconds, with the ratio of each rival to our best kernel."""
    rows = []
    names = list(dict.fromkeys(name for every in report["seconds"].values() for name in every))
    for problem, seconds in report["seconds"].items():
        best = min(times.best for name, times in seconds.items() if name not in RIVALS)
        others = [times.best for name, times in seconds.items() if name in RIVALS]
        ratio = harness.cell(min(others) / best) if others else ""
        cells = [f"{seconds[name].best:.4f}" if name in seconds else "" for name in names]
        rows.append([problem, *cells, ratio])
    return "All solutions, best seconds:\n\n" + harness.table(
        ["problem", *names, "best rival : our best"], rows
    )


def main() -> int:
    parser = harness.options(__doc__, isa=True)
    parser.add_argument("--no-rivals", action="store_true", help="leave the rivals out")
    parser.add_argument("--only", help="problems, separated by commas")
    given = harness.read(parser)
    wanted = list(covers.PROBLEMS) if given.only is None else given.only.split(",")
    if unknown := [name for name in wanted if name not in covers.PROBLEMS]:
        parser.error(f"--only {unknown[0]}: expected some of {', '.join(covers.PROBLEMS)}")

    contenders: dict[str, Maker] = {"dlx": partial(ours, method="dlx", isa=given.isa[-1])}
    for isa in given.isa:
        contenders[f"bitset {isa}"] = partial(ours, method="bitset", isa=isa)
    for method in ("memo", "auto"):
        contenders[method] = partial(ours, method=method, isa=given.isa[-1])
    if not given.no_rivals:
        contenders |= {name: make for name, make in RIVALS.items() if harness.installed(name)}
    seconds = {}
    for name in wanted:
        seconds[name] = measure(covers.PROBLEMS[name](), contenders, given.repeat)
        print(f"{name}: done", file=sys.stderr)
    report = {"about": harness.about(given.repeat, *RIVALS), "seconds": seconds}
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
