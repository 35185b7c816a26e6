"""The overhead of executors and of the ledger.

One count of queens runs on one thread without tasks, and then as tasks on each executor with one
and two workers, which start before the clock. "Efficiency" is the time of the single thread divided
by the total time of all workers, the median over interleaved rounds. "Of two" compares with as many
independent processes that count at the same time, which shows the capacity of the machine. Then
come tasks that only sleep for 0.2 s, because real tasks hide the gaps between them: "ms a task" is
the workers' time without the sleeping, and "driver's" is the processor time of this process, which
for dask includes the scheduler.

    pip install '.[cluster]'
    python bench/compare_scale.py                # about two minutes
    python bench/compare_scale.py --size 18
    python bench/compare_scale.py --files        # a quarter of a minute

With --files the program measures boards per second from file to file, compared with `solve_many`
and `rate_many` on arrays in interleaved rounds, and the total processor time, which depends less on
other load. The ledger is compared with the same count without a ledger, and its rounds are also
timed alone.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

import numpy as np
from harness import table

from fastqueens import nqueens, queens
from fastqueens.parallel.count_tasks import count_plan
from fastqueens.parallel.ledger import Ledger
from fastqueens.parallel.tasks import Plan, TaskResult
from fastqueens.parallel.threads import default_threads
from fastqueens.queens.formats.registry import write_boards
from fastqueens.queens.streams.pipeline import Query, answer_blocks, boards_as_lines
from fastqueens.queens.streams.readers import open_source
from fastqueens.queens.streams.writers import open_target

EXECUTORS = ("threads", "processes", "loky", "dask")
REST = 0.2  # seconds of a task that only sleeps, so that tasks do not compete for a processor
GOAL_EFFICIENCY, GOAL_COST, GOAL_LEDGER, GOAL_FILES = 0.95, 2.0, 1.0, 0.5


def rest(number: int) -> tuple[int, dict[str, int]]:
    """A task without work, which shows the time between tasks."""
    sleep(REST)
    return 1, {}


@contextmanager
def started(name: str, workers: int) -> Iterator[Any]:
    """Provide an executor whose workers have started and imported the package."""
    if name == "threads":
        with ThreadPoolExecutor(workers) as pool:
            yield pool
    elif name == "processes":
        with ProcessPoolExecutor(workers, get_context("spawn")) as processes:
            yield processes
    elif name == "loky":
        import loky

        pool = loky.ProcessPoolExecutor(workers)
        yield pool
        pool.shutdown()
    else:
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0"
            ) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=17, help="queens to count")
    parser.add_argument("--tasks", type=int, help="tasks; as many as usual by default")
    parser.add_argument("--repeat", type=int, default=3, help="rounds")
    parser.add_argument("--rests", type=int, default=80, help="tasks that only rest")
    parser.add_argument("--files", action="store_true", help="from file to file, and no more")
    parser.add_argument("--boards", type=int, default=1_000_000, help="boards of a file")
    given = parser.parse_args()
    if given.files:
        heads = ["boards", "", "from", "to", "arrays a second", "files a second",
                 "us of arrays", "us of files", "share", "share of us"]  # fmt: skip
        print(f"Boards a second and processor time a board, {default_threads()} threads\n")
        cells = [
            [*row[:4], *(f"{x:,.0f}" for x in row[4:6]), *(f"{x * 1e6:.2f}" for x in row[6:8]),
             *(f"{x:.2f}" for x in row[8:])]
            for row in files(given.boards, given.repeat)
        ]  # fmt: skip
        print(table(heads, cells))
        print(f"\nGoal: a share of {GOAL_FILES}.")
        return
    print(f"N = {given.size}, tasks: {given.tasks or 'as usual'}\n")
    heads = ["executor", "workers", "seconds", "efficiency", "of two", "ms a task", "driver's"]
    cells = [
        [*row[:2], f"{row[2]:.3f}", *(f"{x:.2f}" for x in row[3:5]),
         *(f"{x * 1e3:.2f}" for x in row[5:])]
        for row in executors(given.size, given.tasks, given.repeat, given.rests)
    ]  # fmt: skip
    print(table(heads, cells))
    print(f"\nGoals: efficiency {GOAL_EFFICIENCY}, {GOAL_COST} ms a task on dask.\n")
    ledger()


def executors(
    n: int, tasks: int | None, repeat: int, rests: int, names: Sequence[str] = EXECUTORS
) -> list[list[Any]]:
    """Time a count on each executor with one and with two workers."""
    rows: list[list[Any]] = []
    pool = ProcessPoolExecutor(2, get_context("spawn"))
    side_by_side(pool, n, 2)
    for name in names:
        for workers in (1, 2):
            with started(name, workers) as executor:
                nqueens.count(n, tasks=4 * workers, executor=executor)  # imports everything
                alone, beside, walls = [], [], []
                for _ in range(repeat):
                    alone.append(timed(partial(nqueens.count, n, threads=1))[0])
                    beside.append(timed(partial(side_by_side, pool, n, workers))[0])
                    walls.append(
                        timed(partial(nqueens.count, n, tasks=tasks, executor=executor))[0]
                    )
                plan = Plan({}, rests, rest, lambda i: (i,))
                start, own = perf_counter(), process_time()
                count_plan(plan, "rest", executor=executor)
                wall, own = perf_counter() - start, process_time() - own
                cost = (wall * workers - rests * REST) / rests
            share = median(a / (b * workers) for a, b in zip(alone, walls, strict=True))
            of_two = median(a / (b * workers) for a, b in zip(beside, walls, strict=True))
            rows.append([name, workers, min(walls), share, of_two, cost, own / rests])
    pool.shutdown()
    return rows


def side_by_side(pool: ProcessPoolExecutor, n: int, workers: int) -> None:
    """Make the whole count in each of several processes at once."""
    for future in [pool.submit(nqueens.count, n, threads=1) for _ in range(workers)]:
        future.result()


WAYS = ((".jsonl", ".jsonl"), (".jsonl", ".npy"), (".npy", ".jsonl"), (".npy", ".npy"),
        (".sbn", ".jsonl"), (".sbn", ".sbn"))  # fmt: skip


def files(count: int, rounds: int) -> list[list[Any]]:
    """Measure the boards per second and the processor seconds a board, from file to file."""
    rows: list[list[Any]] = []
    for n, rate, ways in ((8, False, WAYS), (12, False, WAYS[:4]), (8, True, WAYS[:4])):
        made = queens.generate(n, count=1000, seed=1)
        times = max(1, count // (10_000 if rate else 1000))  # rating takes ten times as long
        labels = np.concatenate([np.stack([board.regions for board in made])] * times)
        many = queens.rate_many if rate else partial(queens.solve_many, limit=1)
        with tempfile.TemporaryDirectory() as folder:
            texts = {".jsonl": boards_as_lines(labels[:1000], 1)}
            texts[".sbn"] = str(write_boards([board.grid for board in made], "sbn")).encode()
            for ending, text in texts.items():
                (Path(folder) / f"in{ending}").write_bytes(text * times)
            np.save(Path(folder) / "in.npy", labels)
            for start, end in ways:
                asked = Query(rate=rate, form=FORMS[end])
                target = Path(folder) / f"out{end}"
                alone, ours = [], []
                for _ in range(rounds):
                    alone.append(timed(partial(many, labels)))
                    target.unlink(missing_ok=True)
                    ours.append(timed(partial(stream, Path(folder) / f"in{start}", asked, target)))
                best = [[min(x) for x in zip(*taken, strict=True)] for taken in (alone, ours)]
                rows.append(
                    [f"{n}x{n}", "rate" if rate else "solve", start, end]
                    + [len(labels) / wall for wall, _ in best]
                    + [own / len(labels) for _, own in best]
                    + [best[0][k] / best[1][k] for k in (0, 1)]
                )
    return rows


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the wall-clock and the processor seconds of a call."""
    start, own = perf_counter(), process_time()
    work()
    return perf_counter() - start, process_time() - own


FORMS: dict[str, Any] = {".jsonl": "jsonl", ".npy": "rows", ".sbn": "sbn"}


def stream(path: Path, asked: Query, out: Path) -> None:
    """Read boards from a file and write the answers to a file, as the command does."""
    source = open_source(path, format=path.suffix[1:])
    answers = answer_blocks(source, asked, threads=default_threads())
    if asked.form == "rows":
        target = open_target(str(out), asked, source=source.name, resume=False)
        for answered in answers:
            target.add(answered, keep_going=False)
        target.close()
    else:
        with open(out, "wb", buffering=0) as file:
            for answered in answers:
                file.write(answered.text)
    source.close()


def ledger(rounds: int = 300) -> None:
    """Print the time of a ledger round: a claim and a result, written to the disk."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        path = Path(folder) / "run.db"
        book = Ledger(path, {"count": "bench"}, rounds + 8)
        order, times = book.left(range(rounds + 8)), []
        add = partial(lambda *_: None)
        for _ in range(rounds):
            start = perf_counter()
            number = next(order)
            book.take([TaskResult(number, 39029188884, {"nodes": 10**10}, 3.0, "machine:12345")])
            book.commit(add)
            times.append(perf_counter() - start)
        book.close()
        size = path.stat().st_size
    times.sort()
    print(
        f"A round of the ledger (a claim and a result, flushed): {median(times) * 1e3:.2f} ms, "
        f"of a task of 3 s {median(times) / 3:.3%} (goal {GOAL_LEDGER} %); "
        f"{size / rounds:.0f} bytes a task"
    )


if __name__ == "__main__":
    main()
