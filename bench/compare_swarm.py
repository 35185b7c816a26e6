"""Print the success rate of the particle swarm for combinations of options and board sizes.

    python bench/compare_swarm.py                    # 100 seeds, all sample boards, 7x7 to 11x11
    python bench/compare_swarm.py --boards 5 --repeat 20

Each repeat is a seed. Every line of the table has the same number of evaluations per run (particles
times iterations is 50,000), so success rates can be compared. "iterations" is the median over the
runs that found a solution. All numbers except the wall-clock times are the same on every machine.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from statistics import median
from time import perf_counter
from typing import Any

import harness
from cases import boards

from fastqueens.queens.swarm.options import BEST, SwarmOptions, kernel
from fastqueens.search import FOUND

SIZES = range(7, 12)
THESIS = SwarmOptions()
# Each line adds an option with the best of a few values, tried alone (see the name of the line).
LINES = {
    "thesis": THESIS,
    "thesis, global": replace(THESIS, topology="global"),
    "thesis, 500 particles": replace(THESIS, swarm_size=500, iterations=100),
    "+ clamping (vmax 0.05)": replace(THESIS, vmax=0.05),
    "+ restarts (stagnation 20)": replace(THESIS, stagnation=20),
    "+ mutation (0.4)": replace(THESIS, mutation=0.4),
    "+ repair of the best": replace(THESIS, repair="best"),
    "+ repair of each": replace(THESIS, repair="each"),
    "BEST": BEST,
    # The effect of the repair alone: one particle without attraction, disturbed as in BEST.
    "BEST without a swarm": replace(
        BEST, swarm_size=1, iterations=50_000, w=0, c1=0, c2=0, vmax=None, stagnation=500
    ),
}


@dataclass
class Tally:
    """The results of all runs of one line on the boards of one size."""

    runs: int = 0
    iterations: list[int] = field(default_factory=list)  # only of the runs that found a solution
    evaluations: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        self.runs += other.runs
        self.iterations += other.iterations
        self.evaluations += other.evaluations
        self.seconds += other.seconds

    @property
    def success(self) -> str:
        return f"{100 * len(self.iterations) / self.runs:.1f} %"

    @property
    def middle(self) -> str:
        return f"{median(self.iterations):,.0f}" if self.iterations else "-"

    def each(self, total: float, scale: float = 1.0, form: str = ",.0f") -> str:
        """Return the cost per solution, including the failed runs."""
        return format(scale * total / len(self.iterations), form) if self.iterations else "-"


def run(regions: boards.Regions, options: SwarmOptions, seeds: range) -> Tally:
    tally = Tally()
    start = perf_counter()
    for seed in seeds:
        machine = kernel(regions, seed, options)
        found = machine.step(2**62) == FOUND
        counters = machine.counters()
        tally.runs += 1
        tally.evaluations += counters["evaluations"]
        if found:
            tally.iterations.append(counters["iterations"])
    tally.seconds = perf_counter() - start
    return tally


def markdown(report: dict[str, Any]) -> str:
    tallies = report["tallies"]
    every = {name: Tally() for name in LINES}
    for name, sizes in tallies.items():
        for tally in sizes.values():
            every[name].add(tally)
    by_size = [
        [name, *(f"{tally.success} ({tally.middle})" for tally in sizes.values())]
        for name, sizes in tallies.items()
    ]
    together = [
        [
            name,
            total.success,
            total.each(total.evaluations),
            total.each(total.seconds, 1e3, ",.2f"),
            f"{1e9 * total.seconds / total.evaluations:.0f}",
        ]
        for name, total in every.items()
    ]
    head = ["options", "success", "evaluations/solution", "ms/solution", "ns/evaluation"]
    return "\n\n".join(
        [
            f"Boards: {report['boards']}.",
            "Success rate (median iterations of the successful runs):",
            harness.table(["options", *(f"{n}x{n}" for n in SIZES)], by_size),
            "All sizes together; failed runs count in what a solution costs:",
            harness.table(head, together),
        ]
    )


def main() -> int:
    parser = harness.options(__doc__, repeat=100)
    parser.add_argument("--boards", type=int, help="boards of each size (default: all)")
    parser.add_argument("--jobs", type=int, default=2, help="threads (default 2)")
    given = harness.read(parser)
    sample = boards.load(SIZES)
    stacks = {n: sample.stacks[n][: given.boards] for n in SIZES}
    seeds = range(given.repeat)

    tallies = {name: {n: Tally() for n in SIZES} for name in LINES}
    jobs = [(name, n, regions) for n in SIZES for regions in stacks[n] for name in LINES]
    with ThreadPoolExecutor(given.jobs) as pool:
        done = pool.map(lambda job: run(job[2], LINES[job[0]], seeds), jobs)
        for (name, n, _), tally in zip(jobs, done, strict=True):
            tallies[name][n].add(tally)

    counts = ", ".join(f"{len(stack)} of {n}x{n}" for n, stack in stacks.items())
    report = {
        "about": harness.about(given.repeat, clock="wall", how="seeds"),
        "boards": f"{sample.source}: {counts}; seeds 0 to {given.repeat - 1}",
        "tallies": tallies,
    }
    if given.json:
        report["tallies"] = {
            name: {n: asdict(tally) for n, tally in sizes.items()}
            for name, sizes in tallies.items()
        }
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
