"""Seconds to find all solutions of exact covers, beside what PyPI has, in the same run.

The rivals, as far as they are installed: exact-cover (C; its input has no secondary items, so an
option for each one alone stands in for "at most once"), xcover (Knuth's dancing cells by Numba, its
compilation left out) and miniexact (C; algorithm X, C with secondary items). Every contender gets
its own input ready-made; the clock runs from there to the number of solutions, which is compared.
Rounds are interleaved, and a rival that takes longer than a few seconds runs once.

    pip install . exact-cover xcover miniexact
    python bench/cover_ratios.py                        # some minutes, most of them the rivals'
    python bench/cover_ratios.py --no-rivals --repeat 9
    python bench/cover_ratios.py --only "queens 12,Langford 12"
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from time import process_time

import numpy as np
from cases import covers

from fastqueens._kernels import cpu
from fastqueens.cover.problem import ExactCover

PATIENCE = 3.0  # seconds after which a rival runs once only

Maker = Callable[[covers.Problem], Callable[[], int]]


def ours(problem: covers.Problem, method: str, isa: str) -> Callable[[], int]:
    cover = ExactCover(
        problem.options,
        primary=range(problem.primary),
        secondary=range(problem.primary, problem.items),
    )

    def count() -> int:
        os.environ["FASTQUEENS_ISA"] = isa  # read at every call
        return cover.count(method=method)  # type: ignore[arg-type]

    return count


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

    make([[0], [1]], [])()  # compiles
    return make(problem.options, list(range(problem.primary, problem.items)))


def miniexact(problem: covers.Problem) -> Callable[[], int]:
    import miniexact as rival

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
        ready = rival.miniexacts_x() if plain else rival.miniexacts_c()
        items = [ready.primary(f"p{k}") for k in range(problem.primary)]
        items += [ready.secondary(f"s{k}") for k in range(problem.items - problem.primary)]
        for option in problem.options:
            ready.add([items[k] for k in option])

    ready = None
    count.prepare = prepare  # type: ignore[attr-defined]
    return count


RIVALS: dict[str, Maker] = {
    "exact-cover": exact_cover,
    "xcover": xcover,
    "miniexact": miniexact,
}


def installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def measure(problem: covers.Problem, contenders: dict[str, Maker], repeat: int) -> dict[str, float]:
    """Best seconds of each contender."""
    ready = {name: make(problem) for name, make in contenders.items()}
    seconds: dict[str, list[float]] = {name: [] for name in ready}
    for _ in range(repeat):
        for name, call in ready.items():
            if name in RIVALS and seconds[name] and max(seconds[name]) > PATIENCE:
                continue
            getattr(call, "prepare", lambda: None)()
            start = process_time()
            found = call()
            seconds[name].append(process_time() - start)
            if found != problem.solutions:
                sys.exit(f"{problem.name}: {name} found {found:,}, expected {problem.solutions:,}")
    return {name: min(times) for name, times in seconds.items()}


def processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":")[1].strip() for line in file if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def markdown(rows: dict[str, dict[str, float]], about: str) -> str:
    """A table of seconds, and of how many times as fast the best of ours is as each rival."""
    names = list(next(iter(rows.values())))
    lines = [
        "## Exact cover: all solutions, seconds of one core",
        "",
        about,
        "",
        "| problem | " + " | ".join(names) + " | best rival : our best |",
        "|---" * (len(names) + 2) + "|",
    ]
    for problem, seconds in rows.items():
        best = min(value for name, value in seconds.items() if name not in RIVALS)
        others = [value for name, value in seconds.items() if name in RIVALS]
        ratio = "" if not others else f"{min(others) / best:.1f}"
        if others and min(others) < best:
            ratio = f"**{ratio}**"  # we lose
        cells = [f"{seconds[name]:.4f}" for name in names]
        lines.append(f"| {problem} | " + " | ".join([*cells, ratio]) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--no-rivals", action="store_true", help="leave the rivals out")
    parser.add_argument("--only", help="problems, separated by commas")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    options = parser.parse_args()
    wanted = list(covers.PROBLEMS) if options.only is None else options.only.split(",")
    if unknown := [name for name in wanted if name not in covers.PROBLEMS]:
        parser.error(f"--only {unknown[0]}: expected some of {', '.join(covers.PROBLEMS)}")
    if options.repeat < 1:
        parser.error("--repeat takes 1 or more")

    contenders: dict[str, Maker] = {"dlx": partial(ours, method="dlx", isa="scalar")}
    for isa in cpu.NAMES[: cpu.best + 1]:
        contenders[f"bitset {isa}"] = partial(ours, method="bitset", isa=isa)
    versions = [f"fastqueens {version('fastqueens')} ({cpu.compiler})"]
    for name, make in RIVALS.items():
        found = None if options.no_rivals else installed(name)
        if found is not None:
            contenders[name] = make
            versions.append(f"{name} {found}")
    rows = {}
    for name in wanted:
        rows[name] = measure(covers.PROBLEMS[name](), contenders, options.repeat)
        print(f"{name}: done", file=sys.stderr)
    about = f"{processor()}; Python {platform.python_version()}, {', '.join(versions)}."
    print(json.dumps({"about": about, "seconds": rows}, indent=1) if options.json
          else markdown(rows, about))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
