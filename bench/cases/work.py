"""Fixed work for every kernel, in cases; `counters.py` and `compare_versions.py` run it.

A case is a function that prepares its input and returns a function that runs it. A run returns its
deterministic counters, named as in the literature, and its result as a number or checksum. The
cases use public names only, so that they also run with older versions of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cases import boards, covers, stars
from cases.boards import Lcg, Regions
from fastqueens import cover, csp, nqueens, packing, permutation, queens, sliding
from fastqueens.examples import example

Did = dict[str, int]
Run = Callable[[], Did]


@dataclass(frozen=True)
class Case:
    """A named piece of work; `isas`: its kernels have versions for several instruction sets."""

    name: str
    prepare: Callable[[], Run]
    isas: bool = False


# ------------------------------------------------------------------------------------- helpers


def titled(what: str, options: Mapping[str, Any]) -> str:
    """Name a case by its options, without their names if the values are clear enough."""
    words = [
        value if isinstance(value, str) else name if value is True else f"{name}={value}"
        for name, value in options.items()
    ]
    return " ".join([what, *words])


def checksum(numbers: ArrayLike) -> int:
    """Return a checksum below 2**31 that depends on every entry."""
    total = 0
    for number in np.asarray(numbers).ravel().tolist():
        total = (total * 31 + int(number) + 1) % 2147483647
    return total


def did(counters: Mapping[str, int], **found: int) -> Did:
    return {**{name: int(value) for name, value in counters.items()}, **found}


def summed(parts: Iterable[Did]) -> Did:
    """Add up the counters of several runs; their results go into a checksum."""
    total: Did = {}
    found = []
    for part in parts:
        for name, value in part.items():
            if name == "found":
                found.append(value)
            else:
                total[name] = total.get(name, 0) + value
    return {**total, "found": checksum(found)}


def counted(count: Any) -> Did:
    return did(count.stats.counters, found=int(count))


def listed(found: Any, most: int | None = None) -> Did:
    """Iterate over solutions; their checksum depends on their order."""
    answer = 0
    for solution in islice(found, most):
        answer = (answer * 31 + checksum(solution)) % 2147483647
    return did(found.stats.counters, found=answer)


def solved(result: Any) -> Did:
    """Return the counters and the checksum of one solution of a board or of N-Queens."""
    answer = 0 if result.queens is None else checksum(result.queens)
    return did(result.stats.counters, found=answer)


@cache
def grown(n: int, many: int = 1, first: int = 0) -> Regions:
    return np.stack([boards.grown(n, seed) for seed in range(first, first + many)])


@cache
def scattered(n: int, many: int) -> Regions:
    return np.stack([boards.scattered(n, seed) for seed in range(many)])


@cache
def wide(n: int, each: int, many: int) -> Regions:
    return np.stack([stars.planted(n, each, seed) for seed in range(many)])


def rules(stars: int = 1, allow_empty_regions: bool = False) -> dict[str, Any]:
    """Return the keywords that state rules; versions without `Rules` took each as a keyword."""
    if hasattr(queens, "Rules"):
        return {"rules": queens.Rules(stars, allow_empty_regions)}
    return {"stars": stars} if stars > 1 else {"at_most_one": True}


def wide_batch(n: int, each: int) -> Run:
    return batch(wide(n, each, 6), limit=2, **rules(each))


def counted_by_rows() -> Run:
    rows = queens.Board.from_array(np.repeat(np.arange(10), 10).reshape(10, 10), stars=2)
    return lambda: counted(queens.count(rows, method="rows"))


@cache
def starry(n: int, each: int, many: int) -> Regions:
    return np.stack([stars.grown(n, each, Lcg(seed))[0] for seed in range(many)])


def first_seeds(stack: Iterable[Regions], seeds: int, **options: Any) -> Run:
    """Find the first solution of each board with several seeds."""
    made = [queens.Board.from_array(regions) for regions in stack]

    def run() -> Did:
        return summed(
            solved(queens.solve(board, seed=seed, **options))
            for board in made
            for seed in range(seeds)
        )

    return run


# -------------------------------------------------------------------------------- coloured Queens


def batch(stack: Regions, **options: Any) -> Run:
    """Solve a batch of boards in all 8 positions, so that branch predictors learn less."""
    stack = stars.turned(list(stack))

    def run() -> Did:
        result = queens.solve_many(stack, threads=1, **options)
        return did(result.stats.counters, found=checksum(result.counts))

    return run


def by_method(method: str, n: int, many: int, **options: Any) -> Case:
    name = titled(f"queens {n}x{n}, {method}", options)
    return Case(name, lambda: first_seeds(grown(n, many, 7), 1, method=method, **options))


def rated(stack: Regions, **options: Any) -> Run:
    def run() -> Did:
        result = queens.rate_many(stack, threads=1, **options)
        return did(result.stats.counters, found=checksum(np.stack([result.tiers, result.scores])))

    return run


def explained(n: int, many: int) -> Run:
    made = [queens.Board.from_array(regions) for regions in grown(n, many)]
    return lambda: summed({"score": queens.rate(board).score} for board in made)


def generated(n: int, **options: Any) -> Run:
    def run() -> Did:
        made = queens.generate(n, threads=1, **options)
        return {"boards": len(made), "found": checksum([board.regions for board in made])}

    return run


def hashed(n: int, many: int) -> Run:
    made = [queens.Board.from_array(regions) for regions in grown(n, many)]
    return lambda: {
        "boards": many,
        "found": checksum([int(queens.canonical_hash(board)[:7], 16) for board in made]),
    }


QUEENS = [
    Case("queens 8x8, batch", lambda: batch(grown(8, 100), limit=2), True),
    Case("queens 9x9, batch, all solutions", lambda: batch(grown(9, 60), limit=None), True),
    Case("queens 11x11, batch", lambda: batch(grown(11, 60), limit=2), True),
    Case("queens 16x16, batch", lambda: batch(grown(16, 30), limit=2), True),
    Case("queens 24x24, batch", lambda: batch(grown(24, 6), limit=2), True),
    Case("queens 10x10 scattered, batch", lambda: batch(scattered(10, 10), limit=None), True),
    Case(
        "queens 9x9, at most one a region, batch",
        lambda: batch(
            np.stack([boards.grown(9, seed, regions=11) for seed in range(30)]),
            limit=2,
            **rules(allow_empty_regions=True),
        ),
        True,
    ),
    Case("queens 8x8, single calls", lambda: first_seeds(grown(8, 20), 5), True),
    Case("queens 30x30, first solution", lambda: first_seeds(grown(30, 4), 5), True),
    Case(
        "queens 8x8, count", lambda: lambda: counted(queens.count(boards.parse(boards.EIGHT))), True
    ),
    Case(
        "queens 10x10, row program",
        lambda: lambda: counted(queens.count(grown(10)[0], method="rows")),
    ),
    Case(
        "queens 16x16, row program",
        lambda: lambda: counted(queens.count(grown(16)[0], method="rows")),
    ),
    Case("queens 8x8, list", lambda: lambda: listed(queens.solutions(boards.parse(boards.EIGHT)))),
    by_method("permutation", 10, 4),
    by_method("permutation-skip", 12, 8),
    by_method("backtracking", 13, 8),
    by_method("backtracking-memo", 12, 6),
    by_method("forward-checking", 14, 8, order="static"),
    by_method("forward-checking", 20, 4, order="mrv"),
    by_method("mac", 16, 8, order="static"),
    by_method("mac", 20, 4, order="mrv", values="lcv"),
    by_method("mac", 20, 4, order="dom/deg", restarts=True),
    by_method("min-conflicts", 11, 12),
    by_method("pso", 6, 2),
    by_method("pso", 9, 4, preset="best"),
    Case("queens 7x7, rated", lambda: rated(grown(7, 60)), True),
    Case("queens 10x10, rated", lambda: rated(grown(10, 30)), True),
    Case("queens 9x9, rated one by one", lambda: explained(9, 20), True),
    Case("queens 8x8, generated", lambda: generated(8, count=30, seed=1), True),
    Case("queens 11x11, generated", lambda: generated(11, count=10, seed=1), True),
    Case(
        "queens 8x8, generated, hard",
        lambda: generated(8, count=10, seed=1, difficulty="hard"),
        True,
    ),
    Case("queens 8x8, generated, 2 pieces", lambda: generated(8, count=20, seed=1, pieces=2), True),
    Case(
        "queens 9x9, generated, drawn", lambda: generated(9, count=3, seed=1, style="drawn"), True
    ),
    Case("queens 9x9, canonical hashes", lambda: hashed(9, 20)),
    Case("two stars, 10x10, batch", lambda: batch(starry(10, 2, 5), limit=2, **rules(2)), True),
    Case("three stars, 13x13, batch", lambda: batch(starry(13, 3, 1), limit=2, **rules(3)), True),
    *(
        Case(f"{k} stars, {n}x{n}, planted", partial(wide_batch, n, k), True)
        for n, k in ((17, 4), (21, 5), (25, 6))
    ),
    Case("two stars, 10x10, counted by rows", counted_by_rows),
    Case("two stars, 10x10, rated", lambda: rated(starry(10, 2, 8), **rules(2)), True),
    Case("two stars, 10x10, generated", lambda: generated(10, stars=2, count=3, seed=1), True),
]


# ------------------------------------------------------------------------------------- N-Queens


def random_placements(n: int, seeds: int) -> Run:
    def run() -> Did:
        return {
            "placements": seeds,
            "found": checksum([checksum(nqueens.random(n, seed=seed)) for seed in range(seeds)]),
        }

    return run


def n_count(n: int, **options: Any) -> Case:
    name = titled(f"n-queens {n}, count", options)
    # "auto" chooses by the instruction set, and the work of the two methods differs.
    method: Any = "auto" if options else "bitboard"
    count = partial(nqueens.count, n, method=method, threads=1, **options)
    return Case(name, lambda: lambda: counted(count()), not options)


def n_solve(n: int, method: Any, **options: Any) -> Case:
    name = titled(f"n-queens {n}, {method}", options)
    return Case(name, lambda: lambda: solved(nqueens.solve(n, method=method, **options)))


def array_of(n: int) -> Run:
    def run() -> Did:
        array = nqueens.solutions_array(n)
        return {"solutions": len(array), "found": int((array * np.arange(1, n + 1)).sum())}

    return run


def tasks_of(n: int) -> Run:
    tasks = nqueens.partition(n, tasks=7)

    def run() -> Did:
        parts = [nqueens.count_task(task) for task in tasks]
        return {
            "nodes": sum(nodes for _, nodes in parts),
            "found": sum(found for found, _ in parts),
        }

    return run


N_QUEENS = [
    n_count(12),
    n_count(14),
    n_count(15),
    Case("n-queens 13, in tasks", lambda: tasks_of(13), True),
    n_count(13, symmetry="fundamental"),
    n_count(13, variant="toroidal"),
    n_count(11, variant="superqueens"),
    n_count(30, variant="hertzsprung"),
    n_count(8, variant="plus_k", pawns=1),
    n_count(10, placed=[(0, 1)]),
    Case("n-queens 10, list", lambda: lambda: listed(nqueens.solutions(10))),
    Case(
        "n-queens 9, list hertzsprung",
        lambda: lambda: listed(nqueens.solutions(9, variant="hertzsprung"), 5000),
    ),
    Case("n-queens 28, first", lambda: lambda: solved(nqueens.first(28))),
    Case("n-queens 12, array", lambda: array_of(12)),
    Case("n-queens 1000, random", lambda: random_placements(1000, 10)),
    Case(
        "n-queens 11, canonical",
        lambda: (
            lambda: {"found": int(nqueens.canonical(nqueens.solutions_array(11)).astype(int).sum())}
        ),
    ),
    n_solve(10, "permutation"),
    n_solve(14, "permutation-skip"),
    n_solve(7, "tuples"),
    n_solve(6, "combinations"),
    n_solve(18, "backtracking"),
    n_solve(14, "backtracking-memo"),
    n_solve(24, "forward-checking"),
    n_solve(40, "mac", order="mrv"),
    n_solve(60, "min-conflicts"),
]


# ---------------------------------------------------------------- permutations and constraints


def ranked(n: int, many: int) -> Run:
    def run() -> Did:
        ranks = [permutation.rank(permutation.unrank(n, k * 997)) for k in range(many)]
        return {"permutations": many, "found": checksum(ranks)}

    return run


def colouring(n: int, colours: int) -> csp.Model:
    """Model a map-like graph: a ring with random chords."""
    rng = Lcg(n)
    model = csp.Model([colours] * n)
    for k in range(n):
        model.add_different(k, (k + 1) % n)
    for _ in range(n):
        a, b = rng.below(n), rng.below(n)
        if a != b:
            model.add_different(a, b)
    return model


def model_count(method: csp.Method, n: int, **options: Any) -> Case:
    def prepare() -> Run:
        model = colouring(n, 3)
        return lambda: counted(model.count(method, **options))

    return Case(titled(f"csp colouring {n}, {method}", options), prepare)


CSP = [
    Case("permutation, rank and unrank", lambda: ranked(12, 200)),
    model_count("backtracking", 24),
    model_count("backtracking-memo", 24),
    model_count("forward-checking", 24),
    model_count("mac", 24),
    model_count("mac", 24, order="static"),
]


# --------------------------------------------------------------------- exact cover and packing


def covering(make: Callable[[], covers.Problem], method: Any) -> Run:
    problem = make()
    ready = cover.ExactCover(
        problem.options,
        primary=range(problem.primary),
        secondary=range(problem.primary, problem.items),
    )
    return lambda: counted(ready.count(method=method))


def asked(make: Callable[[], covers.Problem], method: Any) -> Run:
    """Count the solutions, or find the least cost."""
    problem = make()
    ready = covers.exact(problem)

    def run() -> Did:
        if problem.costs is None:
            return counted(ready.count(method=method))
        found = ready.minimum(method=method)
        return did(found.stats.counters, found=found.cost or 0)

    return run


def coloured_cover() -> Run:
    """Repeat Knuth's small example of colours many times side by side."""
    text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
    ready = cover.ExactCover.from_text(text)
    return lambda: summed(counted(ready.count(method="dlx")) for _ in range(20))


def sudoku() -> Run:
    hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"

    def run() -> Did:
        found = cover.sudoku(hard)
        return {"found": checksum([int(cell) for cell in found or ""])}

    return run


def fixed_cover(name: str, make: Callable[[], covers.Problem]) -> list[Case]:
    return [
        Case(f"cover {name}, dlx", lambda: covering(make, "dlx")),
        Case(f"cover {name}, bitset", lambda: covering(make, "bitset"), True),
        Case(f"cover {name}, memo", lambda: covering(make, "memo"), True),
    ]


def packed(make: Callable[[], packing.Puzzle], **options: Any) -> Run:
    puzzle = make()
    return lambda: counted(packing.count(puzzle, **options))


def plainly_packed(cases: int) -> Run:
    puzzle = packing.iq_puzzler_pro("5x11")

    def run() -> Did:
        result = packing.solve(puzzle, method="first-cell", node_limit=cases)
        return did(result.stats.counters)

    return run


def report_packed() -> Run:
    puzzle = packing.Puzzle.from_text(example("iq-report-2").text)
    return lambda: did(packing.solve(puzzle, method="brute-force").stats.counters)


COVER = [
    *fixed_cover("Langford 8", lambda: covers.langford(8)),
    *fixed_cover("queens 10", lambda: covers.queens(10)),
    *fixed_cover("pentominoes 3x20", lambda: covers.pentominoes(3, 20)),
    *[
        Case(f"cover {name}, {method}", partial(asked, make, method), method == "bitset")
        for name, make in (
            ("3 queens dominate 5x5", lambda: covers.dominating(5, 3)),
            ("pentominoes 5x12, costs", lambda: covers.priced(5, 12, 1, 0)),
        )
        for method in ("dlx", "bitset")
    ],
    Case("cover with colours, dlx", coloured_cover),
    Case("sudoku", sudoku, True),
    Case(
        "pentominoes 3x20, distinct",
        lambda: packed(lambda: packing.pentominoes("3x20"), distinct=True),
        True,
    ),
    Case(
        "pentominoes 4x15, memo", lambda: packed(lambda: packing.pentominoes("4x15"), method="memo")
    ),
    Case(
        "pentominoes 3x20, dlx", lambda: packed(lambda: packing.pentominoes("3x20"), method="dlx")
    ),
    Case("IQ Puzzler Pro 5x11, first cell", lambda: plainly_packed(300_000)),
    Case("IQ Puzzler report 8x8, brute force", report_packed),
    Case(
        "Kanoodle pyramid, 40 solutions",
        lambda: lambda: counted(packing.count(packing.kanoodle("pyramid"), limit=40)),
        True,
    ),
]


# ------------------------------------------------------------------------------- sliding tiles


def slid(result: sliding.SlidingResult) -> Did:
    return did(result.stats.counters, found=len(result.moves or ()))


def slide(moves: int, seeds: int, **options: Any) -> Case:
    name = titled(f"sliding {moves} moves,", options)
    puzzles = [sliding.scramble(moves, seed=seed) for seed in range(seeds)]
    return Case(name, lambda: lambda: summed(slid(sliding.solve(p, **options)) for p in puzzles))


def slide_many(many: int) -> Run:
    stack = np.array([sliding.random(4, seed=seed).tiles for seed in range(many)])

    def run() -> Did:
        result = sliding.solve_many(stack, threads=1)
        return did(result.stats.counters, found=checksum(result.lengths))

    return run


def slide_all() -> Run:
    puzzle = sliding.scramble(40, seed=3)

    def run() -> Did:
        found = sliding.solutions(puzzle)
        moves = [["UDLR".index(move[0]) for move in each] for each in found]
        return did(found.stats.counters, found=checksum([checksum(each) for each in moves]))

    return run


SLIDING = [
    slide(30, 3, method="ida", heuristic="misplaced"),
    slide(50, 3, method="ida", heuristic="manhattan"),
    slide(60, 3, method="ida", heuristic="linear-conflict"),
    slide(60, 3, method="ida", heuristic="walking-distance"),
    slide(120, 4, method="ida", heuristic="pdb"),
    slide(30, 2, method="a-star", heuristic="misplaced"),
    slide(40, 2, method="a-star", heuristic="manhattan"),
    slide(50, 2, method="a-star", heuristic="linear-conflict"),
    slide(50, 2, method="a-star", heuristic="walking-distance"),
    slide(60, 2, method="a-star", heuristic="pdb"),
    slide(24, 2, method="branch-and-bound", visited="expanded-again"),
    slide(24, 2, method="branch-and-bound", visited="expanded-once"),
    slide(24, 2, method="branch-and-bound", visited="generated"),
    Case("sliding, batch of random boards", lambda: slide_many(10)),
    Case("sliding, all shortest solutions", slide_all),
    Case(
        "sliding 3x3, the farthest",
        lambda: lambda: slid(sliding.solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]])),
    ),
    Case(
        "sliding 5x5, anytime",
        lambda: lambda: slid(sliding.solve(sliding.random(5, seed=1), node_limit=5_000_000)),
    ),
]

CASES: dict[str, Case] = {
    case.name: case for part in (QUEENS, N_QUEENS, CSP, COVER, SLIDING) for case in part
}
