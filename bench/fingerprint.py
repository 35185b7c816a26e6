"""One number for the work of all searches: the nodes over a fixed set of problems.

It is the same on every machine and with every instruction set. A commit that changes it changes
how a search goes about its work, and says so, with the old and the new number.

    python bench/fingerprint.py                # every instruction set of this machine
    python bench/fingerprint.py --isa scalar   # one of them
    python bench/fingerprint.py --list         # its parts

Ends with exit code 1 where instruction sets differ, or an answer is not the known one. The
problems depend on nothing but this folder (see boards.py for the generator).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import boards
import numpy as np
from boards import Regions

from fastqueens import queens
from fastqueens._kernels import cpu

# What a part did: its work, and a number that depends on its answers.
Part = tuple[int, int]

_PATIENCE = 20_000  # nodes; large boards with loose regions may take for ever


def stacked(items: Iterable[Regions]) -> list[Regions]:
    """Stack the boards of each size."""
    by_size: dict[int, list[Regions]] = {}
    for item in items:
        by_size.setdefault(len(item), []).append(item)
    return [np.stack(some) for _, some in sorted(by_size.items())]


def counted(items: Iterable[Regions], limit: int | None, at_most_one: bool = False) -> Part:
    """Count solutions in batches."""
    nodes = answer = 0
    for stack in stacked(items):
        result = queens.solve_many(stack, limit=limit, threads=1, at_most_one=at_most_one)
        nodes += result.stats.nodes
        answer += int(result.counts.sum()) + int((result.first + 1).sum())
    return nodes, answer


def solved(items: Iterable[Regions], at_most_one: bool = False) -> Part:
    """Find the first solution of each, one call a board, within a number of nodes."""
    nodes = answer = 0
    for item in items:
        result = queens.solve(item, at_most_one=at_most_one, node_limit=_PATIENCE)
        nodes += result.stats.nodes
        if result.queens is not None:
            answer += int((result.queens * np.arange(1, len(item) + 1)).sum())
    return nodes, answer


def by_rows(items: Iterable[Regions]) -> Part:
    """Count by the dynamic program over the rows."""
    counts = [queens.count(item, method="rows") for item in items]
    return sum(c.stats.transitions for c in counts), sum(map(int, counts))


def known() -> Part:
    """Search boards with known answers, one call a board; wrong answers end the program."""
    nodes = 0
    for item, solutions in boards.read(Path(__file__).with_name("fingerprint_boards.txt")):
        count = queens.count(item)
        if count != solutions:
            n = len(item)
            sys.exit(f"{n}x{n} board: counted {count} solutions, expected {solutions}")
        nodes += count.stats.nodes
    return nodes, 0


def grown(sizes: range, each: int) -> Iterator[Regions]:
    return (boards.grown(n, seed) for n in sizes for seed in range(each))


def scattered(sizes: range, each: int) -> Iterator[Regions]:
    return (boards.scattered(n, seed) for n in sizes for seed in range(each))


def loose(sizes: range, extra: Iterable[int], each: int) -> Iterator[Regions]:
    """Boards with `extra` more regions than rows."""
    return (
        boards.grown(n, seed, regions=n + more)
        for n in sizes
        for more in extra
        for seed in range(each)
    )


def problems() -> list[tuple[str, Callable[[], Part]]]:
    """The parts, whose boards are made here once for all instruction sets."""
    small, middle = list(grown(range(4, 10), 20)), list(grown(range(10, 22), 20))
    deep, mixed = list(scattered(range(4, 11), 10)), list(scattered(range(11, 17), 10))
    large = [*grown(range(17, 22), 5), *grown(range(22, 31), 5)]
    many = list(loose(range(5, 13), (1, 2, 4), 4))
    few = list(loose(range(5, 9), (-1,), 4))
    many_large = list(loose(range(17, 31), (3,), 2))
    rows = list(grown(range(4, 19, 2), 2))
    return [
        ("known answers, n 4 to 26, all solutions", known),
        ("grown regions, n 4 to 9, all solutions", lambda: counted(small, None)),
        ("grown regions, n 10 to 21, two solutions", lambda: counted(middle, 2)),
        ("grown regions, n 17 to 30, first solution", lambda: solved(large)),
        ("scattered regions, n 4 to 10, all solutions", lambda: counted(deep, None)),
        ("scattered regions, n 11 to 16, two solutions", lambda: counted(mixed, 2)),
        ("at most one, n 5 to 12, two solutions", lambda: counted(many, 2, True)),
        ("at most one, too few regions, n 5 to 8", lambda: counted(few, 2, True)),
        ("at most one, n 17 to 30, first solution", lambda: solved(many_large, True)),
        ("row program, n 4 to 18, transitions", lambda: by_rows(rows)),
    ]


def main() -> int:
    available = cpu.NAMES[: cpu.best + 1]
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--isa", choices=available, help="only this instruction set")
    parser.add_argument("--list", action="store_true", help="print the parts too")
    options = parser.parse_args()

    parts = problems()
    isas = [options.isa] if options.isa else list(available)
    results: dict[str, list[Part]] = {}
    for isa in isas:
        os.environ["FASTQUEENS_ISA"] = isa  # read at every call
        results[isa] = [run() for _, run in parts]

    first = results[isas[0]]
    differ = False
    for k, (name, _) in enumerate(parts):
        if options.list:
            print(f"{first[k][0]:>12,}  {name}")
        for isa in isas[1:]:
            if results[isa][k] != first[k]:
                differ = True
                print(
                    f"{name}: {isa} did {results[isa][k][0]:,} (answers {results[isa][k][1]}), "
                    f"{isas[0]} {first[k][0]:,} (answers {first[k][1]})",
                    file=sys.stderr,
                )
    if differ:
        return 1
    print(sum(work for work, _ in first))
    return 0


if __name__ == "__main__":
    sys.exit(main())
