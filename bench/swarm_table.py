"""How often does the particle swarm solve a board? A table of options against board sizes.

    pip install '.[test]'
    python bench/swarm_table.py                    # 100 seeds on every sample board, 7x7 to 11x11
    python bench/swarm_table.py --boards 5 --seeds 20

Prints Markdown. Every line may spend the same number of evaluations on a run (particles times
iterations is 50,000), so success rates can be compared; "iterations" is the median over the runs
that found a solution. All but the times is the same on every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from statistics import median
from time import perf_counter

from cases import boards

from fastqueens.queens.swarm import BEST, SwarmOptions, kernel
from fastqueens.search import FOUND

SIZES = range(7, 12)
THESIS = SwarmOptions()
# Of each addition, the value that did best alone among a handful (see the name of the line).
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
    # What the repair does by itself: one particle that nothing pulls, shaken as in BEST.
    "BEST without a swarm": replace(
        BEST, swarm_size=1, iterations=50_000, w=0, c1=0, c2=0, vmax=None, stagnation=500
    ),
}


@dataclass
class Tally:
    """What the runs of one line on the boards of one size came to."""

    runs: int = 0
    iterations: list[int] = field(default_factory=list)  # of the runs that found a solution
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
        """Return what a solution costs, the failed runs included."""
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


def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    for line in [head, ["---", *["---:"] * (len(head) - 1)], *rows]:
        yield "| " + " | ".join(line) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--boards", type=int, help="boards of each size (default: all)")
    parser.add_argument("--seeds", type=int, default=100, help="runs on each board (default 100)")
    parser.add_argument("--jobs", type=int, default=2, help="threads (default 2)")
    options = parser.parse_args()
    sample = boards.load(SIZES)
    seeds = range(options.seeds)

    tallies = {(name, n): Tally() for name in LINES for n in SIZES}
    jobs = [
        (name, n, regions)
        for name in LINES
        for n in SIZES
        for regions in sample.stacks[n][: options.boards]
    ]
    with ThreadPoolExecutor(options.jobs) as pool:
        done = pool.map(lambda job: run(job[2], LINES[job[0]], seeds), jobs)
        for (name, n, _), tally in zip(jobs, done, strict=True):
            tallies[name, n].add(tally)

    counts = ", ".join(f"{tallies['thesis', n].runs // options.seeds} of {n}x{n}" for n in SIZES)
    print(f"Boards: {sample.source}: {counts}; seeds 0 to {options.seeds - 1}.\n")
    print("Success rate (median iterations of the successful runs):\n")
    rows = [
        [name, *(f"{tallies[name, n].success} ({tallies[name, n].middle})" for n in SIZES)]
        for name in LINES
    ]
    print("\n".join(table(["options", *(f"{n}x{n}" for n in SIZES)], rows)))
    print("\nAll sizes together; failed runs count in what a solution costs:\n")
    rows = []
    for name in LINES:
        total = Tally()
        for n in SIZES:
            total.add(tallies[name, n])
        rows.append(
            [
                name,
                total.success,
                total.each(total.evaluations),
                total.each(total.seconds, 1e3, ",.2f"),
                f"{1e9 * total.seconds / total.evaluations:.0f}",
            ]
        )
    head = ["options", "success", "evaluations/solution", "ms/solution", "ns/evaluation"]
    print("\n".join(table(head, rows)))


if __name__ == "__main__":
    main()
