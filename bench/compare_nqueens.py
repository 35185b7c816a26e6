"""N-Queens: counting compared with the plain recursion and with other Python packages.

The rival in C is rivals/nqueens.c. All run on one core in interleaved rounds. Times of one thread
are processor seconds, which other programs on the same core do not change; times of two threads are
wall-clock seconds. The plan of a count is made again each time, because a caller waits for it too.
Every count is compared with the published value, and a difference ends the program.

    pip install '.[bench]'
    python bench/compare_nqueens.py                  # all tables, about three minutes
    python bench/compare_nqueens.py --no-python --sizes 14,15,16 --repeat 3
    python bench/compare_nqueens.py --crossover      # from which n on joining is faster
    python bench/compare_nqueens.py --full           # also the plain recursion at N = 18: minutes

For steady numbers pin the program to an otherwise idle core, and name two cores for the line on
threads (Linux: taskset -c 3 python bench/compare_nqueens.py --cores 2,3).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any

import harness
import numpy as np
import rivals
from harness import Times, table, timed, use

from fastqueens import nqueens
from fastqueens.nqueens.work_partition import forget_plans
from fastqueens.results import Count

# OEIS A000170 from n = 1 on.
KNOWN = [
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184),
    *(14_772_512, 95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884),
]
# Queens placed by the plain recursion, for sizes whose time is extrapolated.
PLAIN_NODES = {17: 4_276_033_036, 18: 29_682_922_245}
# Goals: speed-up over the plain recursion by n and instruction set; for n = 18, maximum seconds.
GOALS = {
    (16, "avx512"): 85.0,
    (16, "avx2"): 45.0,
    (16, "scalar"): 4.5,
    (17, "avx512"): 75.0,
}
GOAL_SECONDS = {(18, "avx512"): 2.4}
PLAIN_LAST = 17  # largest n of the plain recursion without --full
QUICK_LAST = 16
SCALAR_LAST = 17
ROUND = 0.2  # minimum seconds per contender and round
PATIENCE = 10.0  # maximum seconds of a Python contender


def agree(n: int, name: str, found: int) -> None:
    """End the program if a count differs from the published value."""
    if found != KNOWN[n - 1]:
        sys.exit(f"n = {n}: {name} counted {found:,}, expected {KNOWN[n - 1]:,}")


def count(n: int, threads: int = 1) -> Count:
    """Count like a fresh process, which has no plan yet."""
    forget_plans()
    return nqueens.count(n, method="bitboard", threads=threads)


def clock(additions: Callable[[int], int]) -> float:
    """Estimate the clock rate in Hz from a chain of additions, the best of a few tries."""
    many = 500_000
    return max(16 * many / timed(partial(additions, many))[0] for _ in range(10))


# -------------------------------------------------------------------------------- counting


def counting(
    sizes: Sequence[int], isas: Sequence[str], repeat: int, full: bool
) -> tuple[list[dict[str, Any]], float]:
    """Time the kernels and the plain recursion; return rows by size and the clock rate in Hz."""
    count_plain, additions = rivals.nqueens()
    rows: list[dict[str, Any]] = []
    rate = 0.0
    for n in sizes:
        fast = [isa for isa in isas if isa != "scalar" or n <= SCALAR_LAST or full]
        calls: dict[str, Any] = {isa: harness.pinned(isa, partial(count, n)) for isa in fast}
        if n <= PLAIN_LAST or full:
            calls["plain"] = partial(count_plain, n, False)
        if n <= QUICK_LAST:
            calls["quick plain"] = partial(count_plain, n, True)
        nodes: dict[str, int] = {}

        def check(name: str, found: Any, n: int = n, nodes: dict[str, int] = nodes) -> None:
            number, work = found if isinstance(found, tuple) else (found, found.stats.nodes)
            agree(n, name, number)
            nodes[name] = work

        seconds: dict[str, Times] = {name: Times() for name in calls}
        for _ in range(repeat if n <= 16 else max(1, repeat // 2) if n == 17 else 1):
            rate = max(rate, clock(additions))  # in every round, because clock rates change
            for name, took in harness.interleaved(calls, 1, least=ROUND, check=check).items():
                seconds[name] += took
        if len({nodes[isa] for isa in fast}) > 1:
            sys.exit(f"n = {n}: instruction sets differ in their nodes")
        row: dict[str, Any] = {"n": n, "solutions": KNOWN[n - 1], "nodes": nodes[fast[0]]}
        row["plain_seconds"] = seconds.get("plain", Times())
        row["quick_seconds"] = seconds.get("quick plain", Times())
        row["seconds"] = {isa: seconds[isa] for isa in fast}
        if "plain" in nodes:
            row["plain_nodes"] = nodes["plain"]
            if PLAIN_NODES.get(n, nodes["plain"]) != nodes["plain"]:
                sys.exit(
                    f"n = {n}: plain put {nodes['plain']:,} queens down, not {PLAIN_NODES[n]:,}"
                )
        rows.append(row)

    # If the plain recursion did not run, multiply its known number of nodes by the time per node at
    # the largest n of this run.
    timed_rows = [row for row in rows if row["plain_seconds"]]
    for row in rows:
        row["extrapolated"] = not row["plain_seconds"]
        if row["extrapolated"] and timed_rows and row["n"] in PLAIN_NODES:
            last = timed_rows[-1]
            row["plain_nodes"] = PLAIN_NODES[row["n"]]
            each = median(last["plain_seconds"]) / last["plain_nodes"]
            row["plain_seconds"] = [each * row["plain_nodes"]]  # one round, above PLAIN_LAST
        for ratio, rival in (("ratio", "plain_seconds"), ("quick_ratio", "quick_seconds")):
            row[ratio] = {
                isa: harness.ratio(row[rival], seconds)
                for isa, seconds in row["seconds"].items()
                if row[rival]
            }
        row["cycles_per_node"] = {
            isa: median(seconds) * rate / row["nodes"] for isa, seconds in row["seconds"].items()
        }
    return rows, rate


# Prints the growth of the process in KiB. It reads VmHWM because on Linux the ru_maxrss of a child
# begins with the value of its parent, which may be larger.
_MEMORY = """
import sys
from fastqueens import nqueens

def status(key):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(key))

nqueens.count(8, threads=int(sys.argv[2]))  # what is imported late
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # VmHWM starts again
before = status("VmRSS")
nqueens.count(int(sys.argv[1]), threads=int(sys.argv[2]))
print(status("VmHWM") - before)
"""


def memory(n: int, isa: str) -> dict[str, Any]:
    """Return the MiB of a count on one thread (with its plan) and of each further thread."""
    grown = []
    for threads in (1, 4):
        ran = subprocess.run(
            [sys.executable, "-c", _MEMORY, str(n), str(threads)],
            env={**os.environ, "FASTQUEENS_ISA": isa},
            capture_output=True,
            text=True,
        )
        if ran.returncode:
            return {"n": n, "isa": isa, "reason": ran.stderr.strip().rsplit("\n", 1)[-1]}
        grown.append(int(ran.stdout) / 1024)
    return {"n": n, "isa": isa, "one": grown[0], "each_further": (grown[1] - grown[0]) / 3}


def two_threads(n: int, isa: str, repeat: int, cores: set[int] | None) -> dict[str, Any]:
    """Time one thread and two threads in wall-clock seconds, in interleaved rounds."""
    use(isa)
    row: dict[str, Any] = {"n": n, "isa": isa}
    try:
        before = os.sched_getaffinity(0)
        if cores:
            os.sched_setaffinity(0, cores)
        at_hand = len(os.sched_getaffinity(0))
    except (AttributeError, OSError):  # not Linux, or not permitted
        before, at_hand = set(), os.cpu_count() or 1
    if at_hand < 2:
        return {**row, "reason": "pinned to one core; name two with --cores"}
    wall: dict[int, list[float]] = {1: [], 2: []}
    busy: dict[int, list[float]] = {1: [], 2: []}
    nodes = set()
    for _ in range(max(repeat, 5)):
        for threads in (1, 2):
            took, (used, found) = timed(
                partial(timed, partial(count, n, threads)), harness.perf_counter
            )
            wall[threads].append(took)
            busy[threads].append(used)
            agree(n, f"{threads} threads", found)
            nodes.add(found.stats.nodes)
    if before:
        os.sched_setaffinity(0, before)
    if len(nodes) > 1:
        sys.exit(f"n = {n}: one and two threads differ in their nodes")
    row["wall"], row["processor"] = wall, busy
    row["ratio"] = harness.ratio(wall[1], wall[2])
    row["best_ratio"] = min(wall[1]) / min(wall[2])
    row["share"] = max(a / b for a, b in zip(busy[2], wall[2], strict=True))
    row["more_work"] = harness.ratio(busy[2], busy[1])
    return row


# ------------------------------------------------------------------ joining of half boards

# Goals: the time of joining as a share of the time of the search, by n and instruction set.
CROSSOVER_GOALS = {
    **{(18, "avx2"): 0.45, (19, "avx2"): 0.32, (20, "avx2"): 0.25},
    **{(18, "avx512"): 0.95, (19, "avx512"): 0.75, (20, "avx512"): 0.5, (17, "scalar"): 0.5},
}
CROSSOVER_SIZES = {"scalar": range(14, 18), "avx2": range(15, 20), "avx512": range(16, 20)}


def crossover(isas: Sequence[str], repeat: int, full: bool) -> None:
    """Print the times of both counting methods, one thread, in turns."""
    rows = []
    for isa in isas:
        faster = None
        for n in (*CROSSOVER_SIZES[isa], *([20] if full and isa != "scalar" else [])):
            calls: dict[str, Any] = {
                method: harness.pinned(isa, partial(nqueens.count, n, method=method, threads=1))
                for method in ("bitboard", "join")
            }

            def check(name: str, found: Any, n: int = n) -> None:
                agree(n, name, found)

            rounds = repeat if n <= 18 else 1
            took = harness.interleaved(calls, rounds, least=ROUND, check=check)
            share = median(took["join"]) / median(took["bitboard"])
            faster = faster or (n if share < 1 else None)
            goal = CROSSOVER_GOALS.get((n, isa))
            rows.append(
                [
                    isa, str(n), f"{median(took['bitboard']):.3f}", f"{median(took['join']):.3f}",
                    f"{share:.2f}", "" if goal is None else against(share, goal, share=True),
                ]
            )  # fmt: skip
        print(f"{isa}: joining is faster from n = {faster} on")
    print(table(["instructions", "n", "search, s", "joining, s", "ratio", "goal"], rows))


# -------------------------------------------------------------------- other Python packages


def numba_recursion() -> Callable[[int], int]:
    """Return the recursion of rivals/nqueens.c without node counting, compiled in advance."""
    numba = import_module("numba")

    @numba.njit("int64(int64, int64, int64)")  # type: ignore[untyped-decorator]
    def below(columns: int, left: int, right: int) -> int:
        if not columns:
            return 1
        found = 0
        free = columns & ~(left | right)
        while free:
            queen = free & -free
            free ^= queen
            found += below(columns ^ queen, (left | queen) << 1, (right | queen) >> 1)
        return found

    def count_numba(n: int) -> int:
        found = 0
        for c in range((n + 1) // 2):
            queen = 1 << c
            part = below((1 << n) - 1 - queen, queen << 1, queen >> 1)
            found += part * (2 if c < n // 2 else 1)
        return found

    return count_numba


def cpsat() -> Callable[[int], int]:
    """Return a counter with OR-Tools CP-SAT that builds and solves the model of its manual."""
    cp_model = import_module("ortools.sat.python.cp_model")

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    def count_cpsat(n: int) -> int:
        model = cp_model.CpModel()
        queens = [model.new_int_var(0, n - 1, f"x_{i}") for i in range(n)]
        model.add_all_different(queens)
        model.add_all_different(queens[i] + i for i in range(n))
        model.add_all_different(queens[i] - i for i in range(n))
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1  # enumeration uses only one worker
        solver.solve(model, counter)
        return counter.found

    return count_cpsat


def constraint() -> Callable[[int], int]:
    """Return a counter with python-constraint2 and a predicate for each pair of rows."""
    module = import_module("constraint")

    def apart(distance: int) -> Callable[[int, int], bool]:
        return lambda a, b: a != b and abs(a - b) != distance

    def count_constraint(n: int) -> int:
        problem = module.Problem()
        problem.addVariables(range(n), range(n))
        for i in range(n):
            for j in range(i + 1, n):
                problem.addConstraint(apart(j - i), (i, j))
        return len(problem.getSolutions())

    return count_constraint


# Name, package, constructor of the counter, sizes, and growth of the time with n (to stop early).
CONTENDERS: list[tuple[str, str, Callable[[], Callable[[int], int]], tuple[int, ...], float]] = [
    ("numba, plain recursion", "numba", numba_recursion, (8, 10, 12, 14, 15), 6.5),
    ("OR-Tools CP-SAT", "ortools", cpsat, (8, 10, 11, 12), 5.0),
    ("python-constraint2", "python-constraint2", constraint, (8, 10, 11, 12), 5.0),
]


def python_users(repeat: int, patience: float = PATIENCE) -> list[dict[str, Any]]:
    """Time the contenders and fastqueens in turn, up to the size that takes too long."""
    use(harness.ISAS[-1])
    rows: list[dict[str, Any]] = []
    for name, package, make, sizes, growth in CONTENDERS:
        installed = harness.installed(package)
        try:
            call = make()
        except ImportError as error:
            print(f"{name} left out: {error}", file=sys.stderr)
            rows.append({"name": name, "package": package, "reason": str(error)})
            continue
        agree(6, name, call(6))  # one-time preparations
        last_n, last = sizes[0], 0.0
        for n in sizes:
            if last * growth ** (n - last_n) > patience:
                break

            def check(who: str, found: Any, n: int = n) -> None:
                agree(n, who, found if isinstance(found, int) else len(found))

            rounds = repeat if last < 0.1 else 1
            seconds = {name: Times() for name in ("theirs", "count", "array")}
            theirs: dict[str, harness.Call] = {"theirs": partial(call, n)}
            ours: dict[str, harness.Call] = {
                "count": partial(count, n),
                "array": partial(nqueens.solutions_array, n),
            }
            for _ in range(rounds):
                took = harness.interleaved(theirs, 1, check=check)
                took |= harness.interleaved(ours, 1, least=ROUND, check=check)
                for who, times in took.items():
                    seconds[who] += times
            rows.append({"name": name, "version": installed, "n": n, "seconds": seconds})
            last_n, last = n, seconds["theirs"].best
    return rows


# -------------------------------------------------------------------------------- solutions


def solutions(isas: Sequence[str], repeat: int) -> list[dict[str, Any]]:
    """Time the functions that return solutions; goals are in seconds."""
    use(isas[-1])
    rows: list[dict[str, Any]] = []

    def add(name: str, call: Callable[[int], Any], goal: float | None, about: str = "") -> Any:
        runs = [timed(partial(call, k)) for k in range(repeat)]
        tries = Times(took for took, _ in runs)
        rows.append({"name": name, "seconds": tries, "goal": goal, "about": about})
        return runs[-1][1]

    array = add("solutions_array(15)", lambda _: nqueens.solutions_array(15), 1.0)
    agree(15, "solutions_array", len(array))
    if not np.all(nqueens.is_solution(array)):
        sys.exit("solutions_array(15): a row breaks the rules")
    for n, goal in ((10**6, 0.15), (10**7, 3.0)):
        name, about = f"random({n:,})", f"seeds 0 to {repeat - 1}"
        found = add(name, lambda seed, n=n: nqueens.random(n, seed=seed), goal, about)  # type: ignore[misc]
        if not nqueens.is_solution(found):
            sys.exit(f"{name}: breaks the rules")
    found = add("construct(10,000,000)", lambda _: nqueens.construct(10**7), None)
    if not nqueens.is_solution(found):
        sys.exit("construct: breaks the rules")
    return rows


def firsts() -> list[dict[str, Any]]:
    """Search for first solutions, up to 5 seconds each."""
    rows = []
    for n in (20, 30, 40, 45):
        took, result = timed(partial(nqueens.first, n, time_limit=5))
        if result.queens is not None and not nqueens.is_solution(result.queens):
            sys.exit(f"first({n}): breaks the rules")
        rows.append({"n": n, "seconds": took, "status": result.status, "nodes": result.stats.nodes})
    return rows


# ------------------------------------------------------------------------------- the report


def against(reached: float, goal: float, less: bool = False, share: bool = False) -> str:
    met = reached <= goal if less or share else reached >= goal
    text = f"at most {goal:g}" if share else f"at most {goal:g} s" if less else f"{goal:g}"
    return f"{text}: {'met' if met else '**missed**'}"


def seconds_text(tries: Sequence[float]) -> str:
    """Write the best and the median time."""
    return " / ".join(f"{t:.3g}" if t < 100 else f"{t:.0f}" for t in (min(tries), median(tries)))


def counting_table(rows: list[dict[str, Any]]) -> str:
    lines = []
    for row in rows:
        for isa, seconds in row["seconds"].items():
            goal = "-"
            if (row["n"], isa) in GOALS and row["ratio"]:
                goal = against(row["ratio"][isa], GOALS[row["n"], isa])
            elif (row["n"], isa) in GOAL_SECONDS:
                goal = against(median(seconds), GOAL_SECONDS[row["n"], isa], less=True)
            guess = "~" if row["extrapolated"] else ""
            lines.append(
                [
                    str(row["n"]),
                    isa,
                    seconds_text(seconds),
                    guess + seconds_text(row["plain_seconds"]) if row["plain_seconds"] else "-",
                    guess + harness.cell(row["ratio"][isa]) if row["ratio"] else "-",
                    goal,
                    harness.cell(row["quick_ratio"][isa]) if row["quick_ratio"] else "-",
                    f"{row['nodes']:,}",
                    f"{row['nodes'] / row['solutions']:.2f}",
                    f"{row['plain_nodes'] / row['solutions']:.1f}" if "plain_nodes" in row else "-",
                    f"{row['cycles_per_node'][isa]:.2f}",
                ]
            )
    return table(
        [
            "N",
            "instructions",
            "seconds",
            "plain seconds",
            "ratio",
            "goal",
            "to quick",
            "nodes",
            "nodes / solution",
            "plain's",
            "cycles / node",
        ],
        lines,
    )


def python_table(rows: list[dict[str, Any]]) -> str:
    lines = []
    for row in rows:
        if "reason" in row:
            lines.append([row["name"], f"left out: {row['reason']}", *["-"] * 6])
            continue
        theirs, ours, array = (row["seconds"][x] for x in ("theirs", "count", "array"))
        lines.append(
            [
                f"{row['name']} {row['version']}",
                str(row["n"]),
                f"{KNOWN[row['n'] - 1]:,}",
                seconds_text(theirs),
                seconds_text(ours),
                harness.cell(median(theirs) / median(ours)),
                seconds_text(array),
                harness.cell(median(theirs) / median(array)),
            ]
        )
    head = ["contender", "N", "solutions", "seconds", "count(n)", "ratio"]
    return table([*head, "solutions_array(n)", "ratio"], lines)


def markdown(report: dict[str, Any]) -> str:
    parts = [
        "## N-Queens: counting\n\n"
        "One thread; half as many rounds at N = 17, one at 18; best / median. The ratio is the "
        "median of the rounds' ratios. Cycles at "
        f"{report['hertz'] / 1e9:.2f} GHz, an estimate from the time of a chain of additions.",
        counting_table(report["counting"]),
    ]
    if any(row["extrapolated"] for row in report["counting"]):
        parts.append(
            "~ extrapolated: the plain recursion did not run; its nodes are known, and were "
            "taken at the time that a node took it at the largest N that ran."
        )
    for row in report["memory"]:
        if "reason" in row:
            parts.append(f"Memory: not measured ({row['reason']}).")
            continue
        met = against(max(row["one"], row["each_further"]), 16, less=True).rsplit(" ", 1)[1]
        parts.append(
            f"Memory of count({row['n']}), {row['isa']}: {row['one']:.1f} MiB on one thread, plan "
            f"included, {row['each_further']:.1f} MiB for each further one (goal, below 16 MB: "
            f"{met})."
        )
    threads = report["threads"]
    if "reason" in threads:
        parts.append(f"Two threads: not measured ({threads['reason']}).")
    else:
        one, two = (seconds_text(threads["wall"][k]) for k in (1, 2))
        parts.append(
            f"Threads, N = {threads['n']}, {threads['isa']}, wall seconds: {one} on one, {two} on "
            f"two; {threads['ratio']:.2f} times, median of the rounds, {threads['best_ratio']:.2f} "
            f"by the best of each (goal {against(threads['best_ratio'], 1.9)}). Two threads take "
            f"{threads['more_work']:.2f} times the processor time of one, and got "
            f"{threads['share']:.2f} cores' time in their best round: well below 2 the other core "
            "was busy, or the work did not spread."
        )
    if report["python"] is not None:
        parts += [
            "### What Python users have\n\n"
            "All solutions, one thread, seconds of processor time, best / median. numba's time to "
            "compile is left out, building the models is not.",
            python_table(report["python"]),
        ]
    parts += [
        "### Solutions\n\nSeconds of processor time, best / median.",
        table(
            ["call", "seconds", "goal", "remark"],
            [
                [
                    f"`{row['name']}`",
                    seconds_text(row["seconds"]),
                    against(median(row["seconds"]), row["goal"], less=True) if row["goal"] else "-",
                    row["about"] or "-",
                ]
                for row in report["solutions"]
            ],
        ),
        table(
            ["call", "status", "seconds", "nodes"],
            [
                [
                    f"`first({row['n']})`",
                    row["status"],
                    f"{row['seconds']:.3g}",
                    f"{row['nodes']:,}",
                ]
                for row in report["firsts"]
            ],
        ),
    ]
    return "\n\n".join(parts)


def main() -> int:
    parser = harness.options(__doc__, isa=True)
    parser.add_argument("--sizes", default="14,15,16,17,18", help="default 14,15,16,17,18")
    parser.add_argument("--cores", help="for the line on threads: pin it to these, as 2,3")
    parser.add_argument(
        "--full", action="store_true", help="extrapolate nothing, leave no instruction set out"
    )
    parser.add_argument("--no-python", action="store_true", help="leave the Python contenders out")
    parser.add_argument(
        "--crossover", action="store_true", help="only compare searching and joining"
    )
    options = harness.read(parser)
    if options.crossover:
        crossover(options.isa, options.repeat, options.full)
        return 0
    isas = options.isa
    try:
        sizes = [int(n) for n in options.sizes.split(",")]
        cores = {int(c) for c in options.cores.split(",")} if options.cores else None
    except ValueError as error:
        parser.error(f"expected numbers with commas between: {error}")
    if not all(8 <= n <= len(KNOWN) for n in sizes):
        parser.error(f"--sizes takes 8 to {len(KNOWN)}")

    try:
        rows, hertz = counting(sizes, isas, options.repeat, options.full)
    except rivals.NoCompiler as error:
        sys.exit(str(error))
    middle = min(max(sizes), 17)
    report = {
        "about": harness.about(options.repeat, *(package for _, package, *_ in CONTENDERS)),
        "hertz": hertz,
        "isas": isas,
        "counting": rows,
        "memory": [memory(middle, isa) for isa in isas],
        "threads": two_threads(max(sizes), isas[-1], options.repeat, cores),
        "python": None if options.no_python else python_users(options.repeat),
        "solutions": solutions(isas, options.repeat),
        "firsts": firsts(),
    }
    harness.print_report(options, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
