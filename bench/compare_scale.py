"""Beyond one process: what executors and the ledger cost.

One count of queens, by one thread without units, then cut into units by each executor with one and
with two workers, which are started before the clock is. "Efficiency" is the time of that one thread
by that of all workers. Then units of 0.2 s that only sleep, since what lies between units is hidden
where the next one waits already: "ms a unit" is the workers' time that was not slept, "driver's"
the processor's time of this process, which for dask has the scheduler in it.

    pip install '.[cluster]'
    python bench/compare_scale.py                # about two minutes
    python bench/compare_scale.py --size 18

The ledger is compared with the same count without one, and its rounds are timed alone.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

from harness import table

from fastqueens import nqueens
from fastqueens.parallel.counting import count_plan
from fastqueens.parallel.ledger import Ledger
from fastqueens.parallel.units import Done, Plan

REST = 0.2  # seconds of a unit that only sleeps: no processor is fought for
GOAL_EFFICIENCY, GOAL_COST, GOAL_LEDGER = 0.95, 2.0, 1.0


def rest(number: int) -> tuple[int, dict[str, int]]:
    """A unit without work, which shows what lies between the units."""
    sleep(REST)
    return 1, {}


@contextmanager
def started(name: str, workers: int) -> Iterator[Any]:
    """Give an executor whose workers are there and have imported the package."""
    if name == "threads":
        with ThreadPoolExecutor(workers) as pool:
            yield pool
    elif name == "processes":
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield pool
    elif name == "loky":
        import loky

        pool = loky.ProcessPoolExecutor(workers)
        yield pool
        pool.shutdown()
    else:
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            ) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=17, help="queens to count")
    parser.add_argument("--parts", type=int, help="units; as many as usual by default")
    parser.add_argument("--repeat", type=int, default=3, help="rounds")
    parser.add_argument("--rests", type=int, default=80, help="units that only rest")
    given = parser.parse_args()
    n, parts = given.size, given.parts

    alone = []
    for _ in range(given.repeat):
        start = perf_counter()
        nqueens.count(n, threads=1)
        alone.append(perf_counter() - start)
    print(f"N = {n}, units: {parts or 'as usual'}; threads=1 without units: {min(alone):.3f} s\n")
    rows = []
    for name in ("threads", "processes", "loky", "dask"):
        for workers in (1, 2):
            with started(name, workers) as executor:
                nqueens.count(n, parts=4 * workers, executor=executor)  # everything is imported
                walls = []
                for _ in range(given.repeat):
                    start = perf_counter()
                    nqueens.count(n, parts=parts, executor=executor)
                    walls.append(perf_counter() - start)
                plan = Plan({}, given.rests, rest, lambda i: (i,))
                start, own = perf_counter(), process_time()
                count_plan(plan, "rest", executor=executor)
                wall, own = perf_counter() - start, process_time() - own
                cost = (wall * workers - given.rests * REST) / given.rests * 1e3
            against = min(alone) / (min(walls) * workers)
            rows.append(
                [name, workers, f"{min(walls):.3f}", f"{against:.2f}", f"{cost:.2f}",
                 f"{own / given.rests * 1e3:.2f}"]
            )  # fmt: skip
    heads = ["executor", "workers", "seconds", "efficiency", "ms a unit", "driver's ms a unit"]
    print(table(heads, rows))
    print(f"\nGoals: efficiency {GOAL_EFFICIENCY}, {GOAL_COST} ms a unit on dask.\n")
    ledger()


def ledger(rounds: int = 300) -> None:
    """Print what a round of the ledger takes: a claim, a result, on the disk."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        path = Path(folder) / "run.db"
        book = Ledger(path, {"count": "bench"}, rounds + 8)
        order, times = book.left(range(rounds + 8)), []
        add = partial(lambda *_: None)
        for _ in range(rounds):
            start = perf_counter()
            number = next(order)
            book.take([Done(number, 39029188884, {"nodes": 10**10}, 3.0, "machine:12345")])
            book.commit(add)
            times.append(perf_counter() - start)
        book.close()
        size = path.stat().st_size
    times.sort()
    print(
        f"A round of the ledger (a claim and a result, flushed): {median(times) * 1e3:.2f} ms, "
        f"of a unit of 3 s {median(times) / 3:.3%} (goal {GOAL_LEDGER} %); "
        f"{size / rounds:.0f} bytes a unit"
    )


if __name__ == "__main__":
    main()
