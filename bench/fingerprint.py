"""One number for the work of all searches: the total nodes over a fixed set of problems.

The number is the same on every machine and with every instruction set. A commit that changes it
changes how a search works, and must state the old and the new number.

    python bench/fingerprint.py                # all instruction sets of this machine
    python bench/fingerprint.py --isa scalar   # one instruction set
    python bench/fingerprint.py --list         # also print the parts of the number

The exit code is 1 if two instruction sets give different results or an answer is wrong. The
problems depend only on this folder (see cases/boards.py for the generator).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from cases import boards
from cases.boards import Regions
from harness import ISAS, use

from fastqueens import cover, nqueens, packing, queens, sliding
from fastqueens._kernels.nqueens.count import Symmetric
from fastqueens._kernels.nqueens.local_search import LocalSearch
from fastqueens.search import Search

# The result of a part: its work, and a checksum of its answers.
Part = tuple[int, int]

_PATIENCE = 20_000  # node limit, because large boards with loose regions may take forever


def stacked(items: Iterable[Regions]) -> list[Regions]:
    """Stack the boards of each size into arrays."""
    by_size: dict[int, list[Regions]] = {}
    for item in items:
        by_size.setdefault(len(item), []).append(item)
    return [np.stack(some) for _, some in sorted(by_size.items())]


def counted(items: Iterable[Regions], limit: int | None, allow_empty_regions: bool = False) -> Part:
    """Count solutions in batches."""
    nodes = answer = 0
    for stack in stacked(items):
        rules = queens.Rules(allow_empty_regions=allow_empty_regions)
        result = queens.solve_many(stack, rules=rules, limit=limit, threads=1)
        nodes += result.stats.nodes
        answer += int(result.counts.sum()) + int((result.first + 1).sum())
    return nodes, answer


def solved(items: Iterable[Regions], allow_empty_regions: bool = False) -> Part:
    """Find the first solution of each board in a separate call with a node limit."""
    nodes = answer = 0
    for item in items:
        board = queens.Board.from_array(item, allow_empty_regions=allow_empty_regions)
        result = queens.solve(board, node_limit=_PATIENCE)
        nodes += result.stats.nodes
        if result.queens is not None:
            answer += int((result.queens * np.arange(1, len(item) + 1)).sum())
    return nodes, answer


def by_rows(items: Iterable[Regions]) -> Part:
    """Count solutions by the dynamic program over the rows."""
    counts = [queens.count(item, method="rows") for item in items]
    return sum(c.stats.transitions for c in counts), sum(map(int, counts))


def known() -> Part:
    """Search boards with known answers, one call per board; a wrong answer ends the program."""
    nodes = 0
    for item, solutions in boards.read(Path(__file__).with_name("fingerprint_boards.txt")):
        count = queens.count(item)
        if count != solutions:
            n = len(item)
            sys.exit(f"{n}x{n} board: counted {count} solutions, expected {solutions}")
        nodes += count.stats.nodes
    return nodes, 0


# N-Queens: known numbers of solutions, see shared/oracles/nqueens.md.
_ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596]  # from n = 1 on
_TURNED: list[list[int]] = [  # solutions unchanged by a half turn, and by a quarter turn
    [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000],
    [1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64],
]
_VARIANTS: list[tuple[nqueens.Variant, int, dict[int, int]]] = [  # by number of pawns, then by n
    ("toroidal", 0, {5: 10, 6: 0, 7: 28, 11: 88, 13: 4524}),
    ("superqueens", 0, {8: 0, 9: 0, 10: 4, 11: 44, 12: 156}),
    ("plus_k", 1, {6: 16, 7: 20, 8: 128, 9: 396}),
    ("plus_k", 2, {7: 4, 8: 44}),
    ("plus_k", 3, {7: 0, 8: 8}),
]
_HERTZSPRUNG = {8: 5242, 9: 47622}


def expect(what: str, found: int, expected: int) -> None:
    """End the program if an answer differs from the known one."""
    if found != expected:
        sys.exit(f"{what}: counted {found}, expected {expected}")


def count_nodes(n: int, method: str) -> int:
    """Count all N-Queens solutions by a method, compare their number, and return the nodes."""
    count = nqueens.count(n, method=method, threads=1)
    expect(f"n = {n}, {method}", count, _ALL[n - 1])
    return count.stats.nodes


def crosses() -> Part:
    """Count N-Queens solutions, as one task and as many tasks."""
    nodes = 0
    for n, known in enumerate(_ALL[3:], 4):
        nodes += count_nodes(n, "bitboard")
        parts = [nqueens.count_task(task) for task in nqueens.partition(n, tasks=7)]
        expect(f"n = {n}, 7 tasks", sum(found for found, _ in parts), known)
        nodes += sum(work for _, work in parts)
    return nodes, 0


def joined() -> Part:
    """Count N-Queens solutions by joining half boards."""
    return sum(count_nodes(n, "join") for n in range(6, len(_ALL) + 1)), 0


def turned() -> Part:
    """Count the symmetric N-Queens solutions."""
    nodes = 0
    for turn, numbers in enumerate(_TURNED):
        for n, known in enumerate(numbers, 1):
            machine = Symmetric(n, turn)
            Search(machine).run()
            expect(f"n = {n}, turn {turn}", machine.solutions, known)
            nodes += machine.spent
    return nodes, 0


def variants() -> Part:
    """Count the variants of N-Queens."""
    nodes = 0
    for variant, pawns, numbers in _VARIANTS:
        for n, known in numbers.items():
            count = nqueens.count(n, variant=variant, pawns=pawns, threads=1)
            expect(f"{variant}, n = {n}, {pawns} pawns", count, known)
            nodes += count.stats.nodes
    return nodes, 0


def listed() -> Part:
    """List N-Queens solutions of all variants one by one, and the first ones of larger boards."""
    nodes = answer = 0
    known: dict[tuple[nqueens.Variant, int], int] = {
        **{("queens", n): _ALL[n - 1] for n in (8, 9, 10)},
        **{(variant, n): k for variant, _, numbers in _VARIANTS[:2] for n, k in numbers.items()},
        **{("hertzsprung", n): k for n, k in _HERTZSPRUNG.items()},
    }
    for (variant, n), number in known.items():
        found = nqueens.solutions(n, variant=variant)
        for queens_there in found:
            answer = (answer * 31 + int(queens_there.dot(range(n)))) % (1 << 61)
        expect(f"list of {variant}, n = {n}", found.found, number)
        nodes += found.stats.nodes
    for n in (6, 7):
        placements = nqueens.solutions(n, variant="plus_k", pawns=1)
        for placement in placements:
            answer = (answer * 31 + int(placement.pawns.sum())) % (1 << 61)
        nodes += placements.stats.nodes
    for n in range(11, 31):
        first = nqueens.first(n, node_limit=100 * _PATIENCE)
        nodes += first.stats.nodes
        if first.queens is not None:
            answer += int(first.queens.dot(range(n)))
    return nodes, answer


def by_chance() -> Part:
    """Find random solutions; the work is the number of tries."""
    tries = answer = 0
    for n in (4, 5, 6, 10, 100, 1000):
        for seed in range(5):
            machine = LocalSearch(n, seed)
            Search(machine).run()
            tries += machine.spent
            columns = nqueens.random(n, seed=seed)
            expect(f"random solution, n = {n}, seed {seed}", nqueens.is_solution(columns), True)
            answer += int((columns * np.arange(1, n + 1)).sum())
    return tries, answer


def by_methods(there: list[Regions]) -> Part:
    """Solve boards by every method except the default, including local searches."""
    work = answer = 0
    for i, regions in enumerate(there):
        status = queens.solve(regions).status
        for method, facts in queens.METHODS.items():
            options: list[dict[str, Any]] = [{}]
            if "order" in facts.options:
                options += [{"order": "mrv"}, {"order": "dom/deg", "values": "lcv"}]
                options += [{"variables": "rows", "values": "random", "restarts": True}]
            for chosen in options if method != "bitboard" else []:
                result = queens.solve(regions, method=method, seed=i, node_limit=20_000, **chosen)
                if facts.complete and result.status != "stopped":
                    expect(f"board {i} by {method}", result.status == status, True)
                work += sum(result.stats.counters.values())
                if result.queens is not None:
                    answer += int(result.queens.dot(range(len(regions))))
    return work, answer


def covers() -> Part:
    """Solve exact covers with links and with bitsets, and packings."""
    nodes = 0
    for method in ("dlx", "bitset"):
        for problem, known in ((cover.langford(7), 52), (cover.langford(8), 300),
                               (nqueens.exact_cover(8), 92)):  # fmt: skip
            number = problem.count(method=method)
            expect(f"a cover by {method}", number, known)
            nodes += number.stats.nodes
    number = packing.count(packing.pentominoes("3x20"), distinct=True)
    expect("pentominoes, 3 x 20", number, 2)
    return nodes + number.stats.nodes, 0


def tiles() -> Part:
    """Solve sliding tiles with the fewest moves and with the method of the 15-puzzle report."""
    nodes = answer = 0
    for seed in range(10):
        result = sliding.solve(sliding.random(4, seed=seed))
        nodes += result.stats.nodes
        answer += len(result.moves or ())
    case = sliding.Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    expect("the report's case", sliding.solve(case, method="branch-and-bound").stats.nodes, 18997)
    return nodes, answer


def explained(there: list[Regions]) -> Part:
    """Rate boards by human rules, and generate boards."""
    work = answer = 0
    for regions in there:
        rating = queens.rate(regions)
        work += rating.score
        answer = answer * 5 + sum(rating.histogram.values())
    for n in (6, 8, 10):
        for board in queens.generate(n, count=5, seed=n):
            answer = (answer * 31 + int(queens.canonical_hash(board), 16)) % (1 << 61)
    return work, answer % (1 << 61)


def starry() -> Part:
    """Generate boards of two and three stars, count them, and place stars without regions."""
    nodes = answer = 0
    for stars, sizes in ((2, (8, 10, 12, 14, 22)), (3, (12, 14))):
        for n in sizes:
            made = queens.generate(n, stars=stars, count=2 if n < 14 else 1, seed=n)
            counts = queens.solve_many(made, limit=2, threads=1)
            expect(f"boards of {stars} stars, n = {n}", int(counts.counts.sum()), len(made))
            nodes += counts.stats.nodes
            for board in made:
                answer = (answer * 31 + int(queens.canonical_hash(board), 16)) % (1 << 61)
        for n in range(4 * stars, 31):
            rows = np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)
            result = queens.solve(
                queens.Board.from_array(rows, stars=stars), seed=n, node_limit=_PATIENCE
            )
            nodes += result.stats.nodes
            answer += sum((r * n + c) * i for i, (r, c) in enumerate(result.cells, 1))
    return nodes, answer


def grown(sizes: range, each: int) -> Iterator[Regions]:
    return (boards.grown(n, seed) for n in sizes for seed in range(each))


def scattered(sizes: range, each: int) -> Iterator[Regions]:
    return (boards.scattered(n, seed) for n in sizes for seed in range(each))


def loose(sizes: range, extra: Iterable[int], each: int) -> Iterator[Regions]:
    """Make boards with `extra` more regions than rows."""
    return (
        boards.grown(n, seed, regions=n + more)
        for n in sizes
        for more in extra
        for seed in range(each)
    )


def problems() -> list[tuple[str, Callable[[], Part]]]:
    """Return the parts of the number; boards are made once for all instruction sets."""
    small, middle = list(grown(range(4, 10), 20)), list(grown(range(10, 22), 20))
    deep, mixed = list(scattered(range(4, 11), 10)), list(scattered(range(11, 17), 10))
    large = [*grown(range(17, 22), 5), *grown(range(22, 31), 5)]
    many = list(loose(range(5, 13), (1, 2, 4), 4))
    few = list(loose(range(5, 9), (-1,), 4))
    many_large = list(loose(range(17, 31), (3,), 2))
    rows = list(grown(range(4, 19, 2), 2))
    tried = list(grown(range(4, 10), 4))
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
        ("grown regions, n 4 to 9, first solution by every method", lambda: by_methods(tried)),
        ("exact cover and packing", covers),
        ("sliding tiles, ten random boards", tiles),
        ("rating grown regions, and making boards", lambda: explained(small)),
        ("Star Battle, boards made and solved", starry),
        ("N-Queens, n 4 to 14, whole and in tasks", crosses),
        ("N-Queens, n 6 to 14, joined half boards", joined),
        ("N-Queens, n 1 to 16, symmetric solutions", turned),
        ("N-Queens, variants", variants),
        ("N-Queens, lists to n 13, first solutions to 30", listed),
        ("N-Queens, random solutions, n 4 to 1000, tries", by_chance),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--isa", choices=ISAS, help="only this instruction set")
    parser.add_argument("--list", action="store_true", help="print the parts too")
    options = parser.parse_args()

    parts = problems()
    isas = [options.isa] if options.isa else list(ISAS)
    results: dict[str, list[Part]] = {}
    for isa in isas:
        use(isa)
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
