"""Random sequences of calls, as scripts: a seed makes the same sequence on every machine.

Like mobical, which tests SAT solvers, a sequence makes a small puzzle and then makes random calls
of the package for it, with random methods, options and limits. Iterators stay open between calls,
are interrupted and continue. A sequence is a list of lines of Python. A failing sequence is reduced
to the lines that are needed for the failure.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

from fastqueens import nqueens, packing, sliding
from helpers import cases

__all__ = ["FAMILIES", "make", "run", "script", "shortened"]

HEAD = "from helpers.cases import *\n\n"
_CSP = ("backtracking", "backtracking-memo", "forward-checking", "mac")
_ORDERS = ("static", "mrv", "dom/deg")
_VALUES = ("static", "lcv", "random")
_FORMATS = ("text", "json", "jsonl", "sbn", "webtask", "puzzlink", "colorregions", "npy")
_SMALL = ("misplaced", "manhattan", "linear-conflict")
_CELLS = {
    "I": [(0, 0)], "II": [(0, 0), (0, 1)], "III": [(0, 0), (0, 1), (0, 2)],
    "L": [(0, 0), (1, 0), (1, 1)], "LL": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1)], "O": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)],
}  # fmt: skip


def _words(options: dict[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def _limits(rng: random.Random, *, nodes: bool = True) -> dict[str, object]:
    kind = rng.randrange(8)
    if kind == 0 and nodes:
        return {"node_limit": rng.choice((0, 1, 2, 3, 5, 10, 30, 100))}
    if kind == 1:
        return {"time_limit": rng.choice((0, 0.0, 100.0))}
    return {}


def _constraints(rng: random.Random, *, restarts: bool) -> dict[str, object]:
    """Options of the constraint methods."""
    found: dict[str, object] = {}
    if rng.random() < 0.5:
        found["order"] = rng.choice(_ORDERS)
    if rng.random() < 0.5:
        found["values"] = rng.choice(_VALUES)
    if rng.random() < 0.3:
        found["seed"] = rng.randrange(9)
    if restarts and rng.random() < 0.2:
        found["restarts"] = True
    return found


def _method(
    rng: random.Random, others: tuple[str, ...], *, restarts: bool = False
) -> dict[str, object]:
    name = rng.choice((*others, *_CSP))
    if name not in _CSP:
        return {"method": name}
    found = {"method": name, **_constraints(rng, restarts=restarts)}
    if found.get("order") == "dom/deg" and name.startswith("backtracking"):
        del found["order"]
    return found


def _common(
    rng: random.Random, one: Callable[[], dict[str, object]], every: Callable[[], dict[str, object]]
) -> str:
    """Return a call that every family supports.

    `one` makes the options of a search for one solution, `every` of a search for all solutions.
    """
    kind = rng.randrange(11)
    if kind < 2:
        return f"p.solve({_words(one() | _limits(rng))})"
    if kind < 4:
        return f"p.walk({_words(every() | _limits(rng))})"
    if kind < 5:
        return f"p.begin({_words(every() | _limits(rng))})"
    if kind < 7:
        return f"p.next({rng.randrange(3)})"
    if kind < 8:
        return f"p.interrupt({rng.randrange(3)}, {rng.choice((0, 1, 2, 5, 20))})"
    if kind < 9:
        return f"p.close({rng.randrange(3)})"
    if kind < 10:
        budgets = [rng.choice((1, 1, 2, 3, 7, 50)) for _ in range(rng.randint(1, 3))]
        return f"p.stepped({budgets}, {_words(every())})"
    if rng.random() < 0.9:
        wrong = rng.choice(('method="x"', "time_limit=-1", "node_limit=-1", 'node_limit="5"'))
        return f"p.refuses({rng.choice(('solve', 'solutions', 'count'))!r}, {wrong})"
    return f"p.threads({_words(every())})"


# ---- The families ------------------------------------------------------------------------------


def _board(rng: random.Random, n: int, regions: int) -> list[list[int]]:
    """Grow regions from single cells, so that no region is missing; regions may be disconnected."""
    if rng.random() < 0.3:
        cells = [rng.randrange(regions) for _ in range(n * n)]
    else:
        cells = [-1] * (n * n)
        for region, at in enumerate(rng.sample(range(n * n), regions)):
            cells[at] = region
        left = [at for at in range(n * n) if cells[at] < 0]
        rng.shuffle(left)
        while left:
            for at in left:
                turn = int(rng.random() * 4)  # randrange is four times slower
                row, column = at // n + (1, -1, 0, 0)[turn], at % n + (0, 0, 1, -1)[turn]
                if 0 <= row < n and 0 <= column < n:
                    cells[at] = cells[row * n + column]
            left = [at for at in left if cells[at] < 0]
    return [cells[k : k + n] for k in range(0, n * n, n)]


def _queens(rng: random.Random) -> tuple[str, Callable[[], str]]:
    n = rng.choice((1, 2, 3, 4, 4, 5, 5, 6, 6, 7))
    loose = rng.random() < 0.2
    board = _board(rng, n, rng.randint(1, n * n) if loose else n)
    while not loose and len({x for row in board for x in row}) != n:
        board = _board(rng, n, n)
    others = ("bitboard", "permutation", "permutation-skip")

    def one() -> dict[str, object]:
        if loose or rng.random() < 0.3:
            return {"method": "bitboard", "seed": rng.randrange(5)}
        if rng.random() < 0.15:
            return {"method": rng.choice(("min-conflicts", "pso")), "node_limit": 200}
        return _method(rng, others, restarts=True)

    def every() -> dict[str, object]:
        return {"method": "bitboard"} if loose else _method(rng, others)

    def line() -> str:
        kind = rng.randrange(20)
        if kind == 0:
            return "p.unique()"
        if kind == 1:
            return (
                f"p.many({rng.choice((1, 1, 2))}, {rng.choice((1, 2, 100))})"
                if not loose
                else "p.unique()"
            )
        if kind == 2:
            return "p.logic()"
        if kind in (3, 4):
            cells = rng.sample(
                [(r, c) for r in range(n) for c in range(n)], rng.randint(0, min(n, 3))
            )
            return f"p.{'hint' if kind == 3 else 'candidates'}({cells})"
        if kind == 5:
            return f"p.round_trip({rng.choice(_FORMATS)!r})"
        if kind == 6:
            return "p.symmetric()"
        if kind == 7 and rng.random() < 0.1:
            options = {"threads": rng.choice((1, 2))}
            if rng.random() < 0.3:
                options["difficulty"] = rng.choice(("easy", "medium"))
            rows, seed, count = rng.randint(5, 7), rng.randrange(99), rng.randint(1, 3)
            return f"p.generated({rows}, {seed}, {count}, {_words(options)})"
        if kind == 8 and not loose:
            method = rng.choice(("bitboard", "mac", "backtracking"))
            return f"p.frames({method!r}, {rng.randint(1, 5)}, {rng.choice((None, 0, 3, 20))})"
        if kind in (9, 10, 11):
            limit = rng.choice(({}, {"limit": rng.choice((0, 1, 2, 50))}))
            chosen = {} if rng.random() < 0.5 else every()
            return f"p.count({_words(chosen | limit | _limits(rng))})"
        return _common(rng, one, every)

    words = ", allow_empty_regions=True" if loose else ""
    return f"p = QueensCase({board}{words})", line


def _stars(rng: random.Random) -> tuple[str, Callable[[], str]]:
    n = rng.choice((8, 9, 9))
    while True:
        board = _board(rng, n, n)
        cells = [x for row in board for x in row]
        if all(cells.count(region) >= 2 for region in range(n)):
            break

    def one() -> dict[str, object]:
        return {"seed": rng.randrange(5)}

    def line() -> str:
        kind = rng.randrange(12)
        if kind == 0:
            return f"p.many({rng.choice((1, 1, 2))}, {rng.choice((1, 2, 100))})"
        if kind == 1:
            return "p.logic()"
        if kind == 2:
            return "p.unique()"
        if kind == 3:
            return f"p.round_trip({rng.choice(('text', 'json', 'sbn', 'puzzlink'))!r})"
        if kind < 6:
            limit = rng.choice(({}, {"limit": rng.choice((0, 1, 2, 50))}))
            return f"p.count({_words(limit | _limits(rng))})"
        return _common(rng, one, one)

    return f"p = QueensCase({board}, stars=2)", line


def _n_queens(rng: random.Random) -> tuple[str, Callable[[], str]]:
    variant = rng.choice(("queens", "queens", *[x for x in nqueens.VARIANTS if x != "plus_k"]))
    n = rng.randint(1, 7)
    placed = [(rng.randrange(n), rng.randrange(n))] if rng.random() < 0.3 else []
    bare = variant == "queens" and not placed
    others = ("list", "permutation", "permutation-skip", "tuples", "combinations")

    def one() -> dict[str, object]:
        if not bare or rng.random() < 0.2:
            return {}
        if rng.random() < 0.1:
            return {"method": "min-conflicts", "node_limit": 200}
        return _method(rng, others[: 5 if n < 6 else 3], restarts=True)

    def every() -> dict[str, object]:
        return _method(rng, others[: 5 if n < 6 else 3]) if bare else {}

    def line() -> str:
        kind = rng.randrange(16)
        if kind == 0:
            return f"p.count_in_threads({rng.choice((1, 2))})" if not placed else "p.listed()"
        if kind == 1:
            return "p.listed()"
        if kind == 2:
            return "p.orbits()"
        # A recurrence counts hertzsprung, so there is nothing to search.
        if kind == 3 and variant != "hertzsprung":
            return f"p.partition({rng.choice((1, 2, 7, 64))})"
        if kind == 4 and not placed and rng.random() < 0.1:
            return f"p.ledger({rng.choice((1, 3, 8))}, {rng.choice((0.0, None))})"
        if kind < 8:
            chosen = every() if bare and rng.random() < 0.5 else {}
            return f"p.count({_words(chosen | _limits(rng, nodes=bool(chosen)))})"
        return _common(rng, one, every)

    return f"p = NQueensCase({n}, {variant!r}, {placed})", line


def _cover(rng: random.Random) -> tuple[str, Callable[[], str]]:
    primary = "abcdef"[: rng.randint(1, 6)]
    options: list[dict[str, str | None]] = []
    for _ in range(rng.randint(1, 12)):
        chosen: dict[str, str | None] = dict.fromkeys(
            rng.sample(primary, rng.randint(1, min(3, len(primary))))
        )
        for name in "xyz":
            if rng.random() < 0.2:
                chosen[name] = rng.choice((None, "1", "2"))
        options.append(chosen)
    primary = "".join(x for x in primary if any(x in option for option in options))
    coloured = any(x is not None for option in options for x in option.values())
    methods = ("auto", "dlx") if coloured else ("auto", "dlx", "bitset")

    def one() -> dict[str, object]:
        return {"method": rng.choice(methods)}

    def line() -> str:
        kind = rng.randrange(12)
        if kind == 0:
            return f"p.required({rng.randrange(12)}, {rng.choice(methods)!r})"
        if kind == 1:
            return f"p.first({rng.randrange(9)}, {rng.choice(methods)!r})"
        if kind == 2:
            return "p.round_trip()"
        if kind == 3 and rng.random() < 0.1:
            return f"p.ledger({rng.choice((1, 3, 8))}, {rng.choice((0.0, None))})"
        if kind < 6:
            limit = rng.choice(({}, {"limit": rng.choice((0, 1, 2, 50))}))
            return f"p.count({_words(one() | limit | _limits(rng))})"
        return _common(rng, one, one)

    return f"p = CoverCase({options}, {primary!r})", line


def _csp(rng: random.Random) -> tuple[str, Callable[[], str]]:
    sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 5))]
    conflicts = []
    for _ in range(rng.randint(0, 12)):
        x, y = rng.randrange(len(sizes)), rng.randrange(len(sizes))
        if x != y:
            conflicts.append((x, rng.randrange(sizes[x]), y, rng.randrange(sizes[y])))
    different = []
    if len(sizes) > 1 and rng.random() < 0.3:
        different.append(sorted(rng.sample(range(len(sizes)), rng.randint(2, len(sizes)))))
    tables, counts = [], []
    while rng.random() < 0.3:
        scope = rng.sample(range(len(sizes)), rng.randint(1, len(sizes)))
        rows = [tuple(rng.randrange(sizes[x]) for x in scope) for _ in range(rng.randrange(40))]
        tables.append((scope, rows))
    while rng.random() < 0.3:
        scope = rng.sample(range(len(sizes)), rng.randint(1, len(sizes)))
        least = rng.randint(0, len(scope))
        value = rng.randrange(sizes[scope[0]])
        counts.append((scope, value, least, rng.randint(least, len(scope))))

    def one() -> dict[str, object]:
        return _method(rng, (), restarts=True)

    def every() -> dict[str, object]:
        return _method(rng, ())

    def line() -> str:
        kind = rng.randrange(10)
        if kind == 0:
            return "p.consistent()"
        if kind == 1:
            method = rng.choice(("backtracking", "forward-checking", "mac"))
            return f"p.tree({method!r}, {rng.choice((1, 2, 10, 200))})"
        if kind < 4:
            limit = rng.choice(({}, {"limit": rng.choice((0, 1, 2, 50))}))
            return f"p.count({_words(every() | limit | _limits(rng))})"
        return _common(rng, one, every)

    return f"p = CspCase({sizes}, {conflicts}, {different}, {tables}, {counts})", line


def _packing(rng: random.Random) -> tuple[str, Callable[[], str]]:
    rows, columns = rng.choice(((1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)))
    board = [["X"] * columns for _ in range(rows)]
    left = rows * columns
    if rng.random() < 0.3:
        board[rng.randrange(rows)][rng.randrange(columns)] = "."
        left -= 1
    pieces: list[list[tuple[int, int]]] = []
    while left:
        cells = _CELLS[rng.choice(list(_CELLS))]
        if len(cells) <= left:
            pieces.append(cells)
            left -= len(cells)
    methods = ("auto", "bitset", "dlx", "first-cell")

    def one() -> dict[str, object]:
        return {"method": rng.choice(methods)}

    def every() -> dict[str, object]:
        return {"method": rng.choice(methods[:3])}

    def line() -> str:
        kind = rng.randrange(12)
        if kind == 0:
            return f"p.distinct({rng.choice(list(packing.COUNT_METHODS)[:3])!r})"
        if kind == 1:
            return f"p.placed({rng.randrange(9)}, {rng.choice(methods)!r})"
        if kind == 2 and rng.random() < 0.1:
            return f"p.ledger({rng.choice((1, 3, 8))}, {rng.choice((0.0, None))})"
        if kind < 6:
            limit = rng.choice(({}, {"limit": rng.choice((0, 1, 2, 50))}))
            chosen = {"method": rng.choice((*methods[:3], "memo"))}
            if chosen["method"] == "memo":  # memo does not list solutions
                limit = {}
            return f"p.count({_words(chosen | limit | _limits(rng))})"
        return _common(rng, one, every)

    text = ["".join(row) for row in board]
    return f"p = PackingCase({text}, {pieces})", line


def _sliding(rng: random.Random) -> tuple[str, Callable[[], str]]:
    rows, columns = rng.choice(((2, 2), (2, 3), (3, 2), (3, 3)))
    moves = [rng.choice(sliding.MOVES) for _ in range(rng.randrange(12))]
    swap = rng.random() < 0.2 and rows * columns < 9

    def line() -> str:
        kind = rng.randrange(8)
        if kind < 4:
            method = rng.choice(list(sliding.METHOD_HEURISTICS))
            options: dict[str, object] = {"method": method}
            # the other heuristics are for 4x4
            fit = [x for x in sliding.METHOD_HEURISTICS[method] if x in _SMALL]
            if fit and rng.random() < 0.6:
                options["heuristic"] = rng.choice(fit)
            if method == "branch-and-bound" and rng.random() < 0.5:
                options["visited"] = rng.choice(get_args(sliding.Visited))
            return f"p.solve({_words(options | _limits(rng))})"
        if kind < 6:
            return f"p.all({rng.choice((None, None, 0, 5, 100))})"
        if kind < 7:
            return f"p.bounds({rng.choice(('misplaced', 'manhattan', 'linear-conflict'))!r})"
        return "p.distance()"

    return f"p = SlidingCase({rows}, {columns}, {moves}, {swap})", line


FAMILIES = {
    "queens": _queens, "stars": _stars, "nqueens": _n_queens, "cover": _cover, "csp": _csp,
    "packing": _packing, "sliding": _sliding,
}  # fmt: skip


def make(family: str, seed: int) -> list[str]:
    """Make a random sequence for a family: a puzzle and up to eight calls."""
    rng = random.Random(f"{family} {seed}")
    puzzle, line = FAMILIES[family](rng)
    return [puzzle, *(line() for _ in range(rng.randint(2, 8)))]


def run(lines: list[str]) -> None:
    """Run a sequence."""
    exec("\n".join(lines), dict(_NAMES))


_NAMES = {name: getattr(cases, name) for name in cases.__all__}


def script(lines: list[str]) -> str:
    """Return a sequence as a script to run with tests/ on PYTHONPATH."""
    return HEAD + "\n".join(lines) + "\n"


def shortened(lines: list[str]) -> list[str]:
    """Remove one line after the other as long as the sequence fails in the same way."""

    def kind(some: list[str]) -> tuple[str, str]:
        try:
            run(some)
        except Exception as error:
            return type(error).__name__, str(error.args[:1])
        return "", ""

    wanted = kind(lines)
    at = len(lines) - 1
    while at > 0:
        fewer = lines[:at] + lines[at + 1 :]
        if kind(fewer) == wanted:
            lines = fewer
        at -= 1
    return lines
