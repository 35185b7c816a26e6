"""The 15-puzzle solved optimally: Korf's 100 boards, random boards, the farthest boards, rivals.

    python bench/compare_sliding.py                    # half a minute
    python bench/compare_sliding.py --antipodes        # also the 17 boards of 80 moves: two minutes
    python bench/compare_sliding.py --anytime 100      # only 5x5: Korf and Taylor's ten boards and
                                                       # 100 random ones, 10 s each: 20 minutes

Times are processor seconds on one thread, the best of interleaved rounds; for `solve_many` they are
wall-clock seconds. Every known length is checked. The rival in C is rivals/sliding.c; the rival
from PyPI is slidingpuzzle (pip install slidingpuzzle), which is left out if it is not installed.
Korf's boards and the farthest boards are read from shared/oracles next to the repository. If the
files are missing, random boards replace Korf's boards, and the farthest boards are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from time import process_time
from typing import Any

import harness
import numpy as np
import rivals
from cases import boards
from numpy.typing import NDArray

from fastqueens import sliding
from fastqueens._kernels.sliding import beam, pdb
from fastqueens._kernels.sliding import ida as kernels
from fastqueens.search import DONE, FOUND, RUNNING

Tiles = NDArray[np.uint8]
GOAL = np.array([*range(1, 16), 0], np.uint8)
PATIENCE = 1.0  # a contender that takes more seconds has no further turn
OURS = "fastqueens, 5-5-5"
KINDS = {"5-5-5": pdb.PDB_555, "6-6-3": pdb.PDB_663, "7-7-1": pdb.PDB_771}


def uniform(count: int) -> Tiles:
    """Make random boards, the same in every run."""
    return np.array([sliding.random(4, seed=seed).tiles.ravel() for seed in range(count)])


def read(name: str) -> tuple[Tiles, list[int]] | None:
    """Read boards and lengths from an oracle file; return None if it is missing."""
    path = boards.ORACLES / name
    if not path.exists():
        return None
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = np.array([line.split() for line in lines], np.int64)
    return rows[:, 1:17].astype(np.uint8), rows[:, 17].tolist()


def solve(tiles: Tiles, **options: Any) -> tuple[int, int]:
    """Solve one board; return the numbers of moves and nodes."""
    kernel = kernels.Ida(tiles, GOAL, 4, 4, pdb.HEURISTICS["pdb"], False, **options)
    while (status := kernel.step(1 << 20)) == RUNNING:
        pass
    assert status == FOUND
    return len(kernel.peek_moves()), kernel.counters()["nodes"]


def batch(stack: Tiles, kind: int) -> tuple[list[int], int]:
    """Solve all boards on this thread; return the lengths and the number of nodes."""
    lengths = np.zeros(len(stack), np.int32)
    moves = np.zeros((len(stack), kernels.PACKED), np.uint8)
    kernel = kernels.Batch(stack, lengths, moves, GOAL, kind)
    while kernel.step(1 << 40) != DONE:
        pass
    return lengths.tolist(), kernel.counters()["nodes"]


def cold(kind: int) -> float:
    """Build the tables again; return the seconds."""
    pdb.clear_shared()
    return harness.timed(pdb.shared_pdb(kind, 0).build)[0]


def korf(repeat: int, kinds: Mapping[str, int] = KINDS) -> dict[str, Any]:
    """Time Korf's boards with each set of tables, and the building of the tables."""
    found = read("sliding_korf100.txt")
    stack, known = found if found else (uniform(100), None)
    rows = {}
    calls: dict[str, Callable[[], Any]] = {
        name: partial(batch, stack, k) for name, k in kinds.items()
    }
    nodes: dict[str, int] = {}

    def check(name: str, found: tuple[list[int], int]) -> None:
        if known is not None:
            harness.agree(f"{name}: lengths", found[0], known)
        nodes[name], rows[name] = found[1], sum(found[0])

    built = {
        name: min(cold(kind) for _ in range(repeat if kind == pdb.PDB_555 else 1))
        for name, kind in kinds.items()
    }
    for kind in kinds.values():
        pdb.shared_pdb(kind, 0).build()
    seconds = harness.interleaved(calls, repeat, check=check)
    return {
        "source": "Korf" if found else "Random",
        "boards": len(stack),
        "rows": [
            {"tables": name, "built": built[name], "moves": rows[name], "nodes": nodes[name],
             "seconds": took}
            for name, took in seconds.items()
        ],
    }  # fmt: skip


def one_by_one(count: int) -> dict[str, Any]:
    """Time random boards, one call per board."""
    stack = uniform(count)
    rows = []
    for name, kind in KINDS.items():
        pdb.shared_pdb(kind, 0).build()
        runs = [harness.timed(partial(solve, tiles, kind=kind, fixed=1)) for tiles in stack]
        times = [took * 1e3 for took, _ in runs]
        rows.append(
            {
                "tables": name,
                "moves": float(np.mean([length for _, (length, _) in runs])),
                "nodes": sum(nodes for _, (_, nodes) in runs),
                "ms": np.percentile(times, [50, 90, 99, 100]).tolist(),
            }
        )
    wall, _ = harness.timed(
        lambda: sliding.solve_many(stack.reshape(-1, 4, 4)), harness.perf_counter
    )
    return {"boards": count, "rows": rows, "solve_many": wall}


def antipodes() -> list[dict[str, Any]] | None:
    """Time the farthest boards, each without tables at the start."""
    found = read("sliding_antipodes17.txt")
    if found is None:
        return None
    rows = []
    for tiles in found[0]:
        pdb.clear_shared()
        took, (length, nodes) = harness.timed(partial(solve, tiles))
        harness.agree("moves", length, 80)
        rows.append({"nodes": nodes, "seconds": took})
    return rows


def anytime(puzzle: sliding.Puzzle, seconds: Sequence[float]) -> dict[str, Any]:
    """Run the anytime search of a puzzle, and read it after some numbers of processor seconds.

    It is read later if it has no solution by then.
    """
    beam.clear_shared()  # so that the databases are built again
    start = process_time()
    kernel = sliding.METHODS["anytime"].make(puzzle, heuristic="pdb", max_bytes=1 << 30)
    first, marks, status = None, [], RUNNING
    for mark in seconds:
        while (process_time() - start < mark or kernel.best is None) and status != DONE:
            status = kernel.step(100_000)
            if first is None and kernel.best is not None:
                first = process_time() - start, len(kernel.best)
        marks.append((len(kernel.best), kernel.bound))
    return {"first": first, "marks": marks}


def anytime_sets(count: int, seconds: Sequence[float]) -> list[dict[str, Any]]:
    """Run the anytime search of Korf and Taylor's ten boards and of random boards of 5x5."""
    sets: dict[str, list[tuple[sliding.Puzzle, int | None]]] = {}
    path = boards.ORACLES / "sliding_korf_taylor24.txt"
    if path.exists():
        lines = [x.replace(",", " ").split() for x in path.read_text().splitlines() if x[0] != "#"]
        goal = np.arange(25).reshape(5, 5)
        sets["Korf and Taylor"] = [
            (sliding.Puzzle(np.array(line[:25], int).reshape(5, 5), goal), int(line[25]))
            for line in lines
        ]
    sets["random"] = [(sliding.random(5, seed=seed), None) for seed in range(count)]
    rows = []
    for name, puzzles in sets.items():
        found = []
        for puzzle, optimum in puzzles:
            found.append(anytime(puzzle, seconds))
            print(f"{name} {len(found)}: {found[-1]}", file=sys.stderr)
            if optimum is not None:
                for length, bound in found[-1]["marks"]:
                    assert bound <= optimum <= length
        known = [optimum for _, optimum in puzzles if optimum is not None]
        rows.append({"boards": name, "optimum": float(np.mean(known)) if known else None,
                     "found": found})  # fmt: skip
    return rows


def peer() -> tuple[Any, Callable[[Any], tuple[int, int]]]:
    """Return a slidingpuzzle board, and a function that solves it and returns moves and nodes."""
    module = import_module("slidingpuzzle")

    def search(tiles: Any) -> tuple[int, int]:
        answer = module.search(
            tiles.astype(np.int64), "a*", heuristic=module.linear_conflict_distance
        )
        return len(answer.solution), answer.generated

    return sliding.scramble(30, seed=4).tiles, search


def rows_of(calls: dict[str, Callable[[], Any]], repeat: int, boards: int) -> list[dict[str, Any]]:
    """Time contenders, slow ones only once; an answer is a list of moves and a number of nodes."""
    answers: dict[str, Any] = {}
    seconds = harness.interleaved(
        calls, repeat, patience=PATIENCE, check=lambda name, found: answers.update({name: found})
    )
    first = next(iter(answers.values()))
    for name, found in answers.items():
        harness.agree(f"{name}: moves", [m for m, _ in found], [m for m, _ in first])
    return [
        {
            "solver": name,
            "moves": sum(moves for moves, _ in answers[name]),
            "nodes": sum(nodes for _, nodes in answers[name]),
            "seconds": took.each(boards),
        }
        for name, took in seconds.items()
    ]


def beside_rivals(repeat: int) -> dict[str, Any]:
    """Compare with plain C on 20 easy random boards, and with slidingpuzzle on one board."""
    pdb.shared_pdb(pdb.PDB_555, 0).build()
    easy = sorted(uniform(100), key=lambda tiles: solve(tiles)[1])[:20]
    calls = {OURS: lambda: [solve(tiles) for tiles in easy]}
    try:
        rival = rivals.sliding()
        calls["plain C, Manhattan"] = lambda: [rival(tiles) for tiles in easy]
    except rivals.NoCompiler as error:
        print(f"the plain search in C: left out ({error})", file=sys.stderr)
    parts = {"the easiest 20 of 100 random boards": rows_of(calls, repeat, len(easy))}
    try:
        board, search = peer()
    except ImportError:
        print("slidingpuzzle: not installed, left out", file=sys.stderr)
        return parts
    calls = {
        OURS: lambda: [solve(board.ravel())],
        "slidingpuzzle, A*, linear conflict": lambda: [search(board)],
    }
    return {**parts, "sliding.scramble(30, seed=4)": rows_of(calls, repeat, 1)}


def korf_table(part: dict[str, Any]) -> str:
    cells = [
        [
            row["tables"],
            f"{row['built']:.3f}",
            row["moves"],
            f"{row['nodes']:,}",
            f"{row['seconds'].best:.3f}",
            f"{row['nodes'] / row['seconds'].best / 1000000.0:.1f}",
            f"{row['built'] + row['seconds'].best:.3f}",
        ]
        for row in part["rows"]
    ]
    head = ["tables", "built, s", "moves", "nodes", "search, s", "M nodes/s", "both, s"]
    return harness.table(head, cells)


def single_table(part: dict[str, Any]) -> str:
    cells = [
        [
            row["tables"],
            f"{row['moves']:.2f}",
            f"{row['nodes']:,}",
            *(f"{x:.2f}" for x in row["ms"]),
        ]
        for row in part["rows"]
    ]
    head = ["tables", "moves, mean", "nodes", "median, ms", "90%", "99%", "longest"]
    return harness.table(head, cells)


def rival_table(rows: list[dict[str, Any]]) -> str:
    ours = rows[0]["seconds"]
    cells = [
        [
            row["solver"],
            row["moves"],
            f"{row['nodes']:,}",
            f"{row['seconds'].best:.6f}",
            harness.cell(harness.ratio(row["seconds"], ours)),
        ]
        for row in rows
    ]
    return harness.table(["solver", "moves", "nodes", "seconds a board", "times ours"], cells)


def anytime_table(rows: list[dict[str, Any]], seconds: Sequence[float]) -> str:
    cells = []
    for row in rows:
        found = row["found"]
        firsts = np.array([x["first"] for x in found])
        cell = [
            f"{row['boards']}, {len(found)}",
            "" if row["optimum"] is None else f"{row['optimum']:.1f}",
            f"{firsts[:, 1].mean():.1f} in {np.median(firsts[:, 0]):.2f} s"
            f" ({firsts[:, 0].max():.2f} at most)",
        ]
        for k in range(len(seconds)):
            lengths, bounds = np.array([x["marks"][k] for x in found]).T
            ratios = lengths / bounds
            cell += [
                f"{lengths.mean():.1f} / {bounds.mean():.1f}",
                f"{ratios.mean():.3f} ({ratios.max():.3f})",
            ]
        cells.append(cell)
    head = ["boards", "optimum", "first solution"]
    for mark in seconds:
        head += [f"{mark:g} s: moves / at least", "ratio (worst)"]
    return harness.table(head, cells)


def anytime_markdown(report: dict[str, Any]) -> str:
    return "\n\n".join(
        ["## The anytime search of 5x5", anytime_table(report["anytime"], report["seconds"])]
    )


def markdown(report: dict[str, Any]) -> str:
    first, singles = report["korf"], report["random"]
    parts = [
        f"## {first['source']}: {first['boards']} boards",
        korf_table(first),
        f"## {singles['boards']} uniform random boards, one call each",
        single_table(singles),
        f"`solve_many`, all threads: {singles['solve_many']:.2f} s on the wall.",
        "## Rivals",
    ]
    for name, rows in report["rivals"].items():
        parts += [f"{name}:", rival_table(rows)]
    if report["antipodes"]:
        cells = [
            [number, f"{row['nodes']:,}", f"{row['seconds']:.2f}"]
            for number, row in enumerate(report["antipodes"], 1)
        ]
        parts += [
            "## The 17 boards at 80 moves, each with no tables at the start",
            harness.table(["board", "nodes", "seconds"], cells),
        ]
    return "\n\n".join(parts)


def main() -> int:
    parser = harness.options(__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="random boards (default 1000)")
    parser.add_argument("--antipodes", action="store_true", help="the 17 farthest boards as well")
    parser.add_argument("--anytime", type=int, help="only the anytime search, on so many boards")
    parser.add_argument(
        "--seconds", type=float, nargs="+", default=[1.0, 10.0],
        help="when the anytime search is read (default 1 and 10)",
    )  # fmt: skip
    given = harness.read(parser)
    if given.anytime is not None:
        found = {
            "about": harness.about(given.repeat),
            "seconds": given.seconds,
            "anytime": anytime_sets(given.anytime, given.seconds),
        }
        harness.print_report(given, found, anytime_markdown)
        return 0
    report = {
        "about": harness.about(given.repeat, "slidingpuzzle"),
        "korf": korf(given.repeat),
        "random": one_by_one(given.boards),
        "rivals": beside_rivals(given.repeat),
        "antipodes": antipodes() if given.antipodes else None,
    }
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
