"""Measure `queens.solve` called in one thread and in two threads at once, in turns.

    python bench/threads.py
    python3.14t bench/threads.py     # a Python without the global interpreter lock

Each thread solves the same number of 8 x 8 boards. "speed" is the number of boards that two threads
solve in a second, divided by that of one thread: at best 2. "work" is the processor time of a board
with two threads, divided by that with one thread: at best 1; it does not depend on other programs.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import threading
from time import perf_counter, process_time

from fastqueens import queens


def measure(threads: int, boards: list[queens.Board], rounds: int) -> tuple[float, float]:
    """Return the seconds and the seconds of processor time per board."""
    ready = threading.Barrier(threads + 1)

    def work() -> None:
        ready.wait()
        for _ in range(rounds):
            for board in boards:
                queens.solve(board)

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    ready.wait()
    start, used = perf_counter(), process_time()
    for worker in workers:
        worker.join()
    solved = threads * rounds * len(boards)
    return (perf_counter() - start) / solved, (process_time() - used) / solved


def main() -> None:
    """Measure in turns and print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=20, help="rounds over the boards per turn")
    options = parser.parse_args()
    boards = queens.generate(8, count=100, seed=1)
    for board in boards:
        queens.solve(board)
    speeds, works, alone = [], [], []
    for _ in range(options.turns):
        one, two = (measure(threads, boards, options.rounds) for threads in (1, 2))
        speeds.append(one[0] / two[0])
        works.append(two[1] / one[1])
        alone.append(one[1])
    lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"Python {platform.python_version()}, global interpreter lock {'on' if lock else 'off'}")
    print(f"one thread: {statistics.median(alone) * 1e6:.1f} us of processor time a board")
    speed, work = statistics.median(speeds), statistics.median(works)
    print(f"two threads: speed {speed:.2f}, work {work:.2f}")


if __name__ == "__main__":
    main()
