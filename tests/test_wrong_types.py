"""Wrong arguments of public functions give errors that state what was found and expected.

Each parameter of each public function, method and class gets each wrong value, while the other
parameters are right. The result is an answer (some wrong values are right for some parameters) or
an `InputError`, but never a TypeError from inside the package. Without the profile "thorough" each
parameter gets a third of the values.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
import types
from math import nan

import numpy as np
import pytest
from conftest import THOROUGH

from fastqueens import (
    InputError,
    SearchStopped,
    cover,
    csp,
    nqueens,
    packing,
    permutation,
    queens,
    render,
    sliding,
)
from fastqueens.queens.formats.registry import grid_from_array
from fastqueens.search import Solutions

ROOMS = ("", "queens", "nqueens", "packing", "cover", "csp", "sliding", "permutation")

BOARD = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
PUZZLE = packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
TILES = sliding.Puzzle.from_text("1 2 3\n4 0 6\n7 5 8")
COVER = cover.ExactCover([["a", "b"], ["b", "c"], ["c"], ["a"]])


class LyingIndex:
    """Has `__index__`, but returns a text, or another number at each call."""

    def __init__(self, *answers):
        self.answers = itertools.cycle(answers)

    def __index__(self):
        return next(self.answers)


WRONG = [
    None, "x", "", b"x", 5, -1, 1.5, nan, True, 2**70, object(), int, len, [], (), {}, set(),
    [None], ["ab", 3], [[1, 2], [3]], [[0.5]], {"x": None}, {5: object()}, np.array(None),
    np.zeros((2, 2, 2)), np.array(["x", None], object), iter([5]),
    10**5000, -(10**5000), [10**5000], [[10**5000, 1], [1, 1]], {"x": [10**5000]},
    LyingIndex("5"), [LyingIndex("5")], [[LyingIndex("5")]], {"x": LyingIndex("5")},
    LyingIndex(1, 70), [LyingIndex(1, 70)], [[LyingIndex(1, 70)]],
    memoryview(b"AB"), memoryview(np.zeros((2, 2), np.uint8)), [memoryview(b"AB")],
    [nan], [[nan, nan], [nan, nan]], np.full((2, 2), nan), np.full((1, 2, 2), nan),
    np.array(["AB", "CD"]), np.array([["A", "B"], ["C", "D"]]), np.array([[["A"]]]), np.array("x"),
    np.array([b"AB"]), np.datetime64("2020"), 1j, [[1j]],
]  # fmt: skip

CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Right values of the parameters without a default, by module and name.
RIGHT = {
    "": {},
    "queens": {
        "board": BOARD, "boards": [BOARD], "placed": [2, 0, 3, 1], "n": 7, "text": "A",
        "answer": [2, 0, 3, 1],
        "array": ["A"],
        "data": b"A", "path": "no such file", "stars": 1, "rules": queens.Rules(),
        "document": {"regions": ["A"]},
        "grid": grid_from_array(["A"]), "picture": BOARD.to_png(cell=24),
    },
    "nqueens": {
        "n": 6, "placed": [(0, 2)], "queens": [1, 3, 0, 2], "sizes": 4,
        "task": nqueens.partition(6, tasks=1)[0],
    },
    "packing": {
        "layers": 1,
        "rows": 1,
        "columns": 2,
        "puzzle": PUZZLE, "puzzles": PUZZLE, "text": PUZZLE.to_text(), "data": b"x",
        "path": "no such file",
        "board": np.ones((2, 3), bool), "pieces": [[(0, 0), (0, 1)]], "budget": 5,
    },
    "cover": {
        "n": 4, "options": [["a"]],
        "clues": CLUES, "matrix": [[1]], "text": "a\na\n",
        "data": b"a\na\n", "path": "no such file", "index": 0, "solution": [0, 2], "k": 2,
        "problems": COVER,
    },
    "csp": {
        "n": 4, "regions": BOARD.regions, "method": "mac", "domains": [2, 2], "x": 0, "y": 1,
        "a": 0, "b": 1, "variables": [0, 1], "conflicts": [[0, 0, 1, 1]], "rows": [(0, 1)],
        "value": 0, "predicate": lambda a, b: a < b, "models": csp.Model([2, 2]),
    },
    "sliding": {
        "document": TILES.as_dict(), "puzzle": TILES, "puzzles": TILES, "moves": ["UP"], "depth": 3,
        "boards": np.array([[*range(1, 16), 0]]),
        "length": 0, "tiles": [[1, 2], [3, 0]], "array": [[1, 2], [3, 0]], "text": "1 2\n3 0",
        "data": b"1 2\n3 0", "path": "no such file",
    },
    "permutation": {
        "p": [1, 0], "n": 4, "k": 3, "kind": "tuples", "regions": BOARD.regions, "skip": False,
    },
}  # fmt: skip
SELF = {
    queens.Board: lambda: BOARD,
    packing.Puzzle: lambda: PUZZLE,
    packing.PackingSearch: lambda: packing.PackingSearch(PUZZLE),
    packing.Packing: lambda: packing.solve(PUZZLE).packing,
    cover.ExactCover: lambda: COVER,
    csp.Model: lambda: csp.Model([2, 2]),
    sliding.Puzzle: lambda: TILES,
    queens.Step: lambda: queens.explain(BOARD)[0],
    queens.Hint: lambda: queens.hint(BOARD),
}
MADE = (queens.Board, packing.Puzzle, cover.ExactCover, cover.Sudoku, csp.Model, sliding.Puzzle)
# Any number is right for these parameters, but a large one takes long.
WORK = {"repeat", "count", "depth", "tasks", "measure"}
# These parameters take objects of the caller, whose own exceptions pass through: functions, and the
# name of the input in error messages, which may be anything with a `str`.
CALLED = {"predicate", "progress", "source"}


def public():
    """Return (module, name, class or None, function) of the public API."""
    for room in ROOMS:
        module = importlib.import_module(f"fastqueens.{room}".rstrip("."))
        for name in module.__all__:
            value = getattr(module, name)
            if isinstance(value, types.FunctionType):
                yield room, name, None, value
            elif isinstance(value, type) and (value in SELF or value in MADE):
                if value in MADE:
                    yield room, name, None, value
                methods = {}
                for base in reversed(value.__mro__):
                    if base.__module__.startswith(f"fastqueens.{room}."):
                        methods |= vars(base)
                for method, found in methods.items():
                    function = getattr(found, "__func__", found)
                    if not method.startswith("_") and isinstance(function, types.FunctionType):
                        yield room, f"{name}.{method}", value, function


def cases():
    for room, name, owner, function in public():
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name not in ("self", "cls") and parameter.kind != parameter.VAR_KEYWORD:
                yield pytest.param(
                    room, name, owner, function, parameter, id=f"{room}.{name}-{parameter.name}"
                )


def call(room, owner, name, function, wrong):
    """Call a function with right arguments except the wrong ones; iterate over its answers."""
    positional, named = [], {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.name in wrong:
            value = wrong[parameter.name]
        elif parameter.default is parameter.empty and parameter.kind not in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            value = RIGHT[room][parameter.name]
        elif parameter.name == "measure":
            value = 0  # one run of each solver is enough
        else:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += [0, value]
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    if owner is not None:
        function = getattr(SELF[owner](), name.partition(".")[2])
    found = function(*positional, **named)
    if isinstance(found, Solutions):
        next(found, None)


@pytest.mark.parametrize(("room", "name", "owner", "function", "parameter"), list(cases()))
def test_wrong_values_are_answered_or_refused(
    room, name, owner, function, parameter, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)  # "x" may be the name of an output file
    first = len(f"{room}{name}{parameter.name}") % 3  # together, the parameters get all values
    for number, value in enumerate(WRONG):
        if not THOROUGH and number % 3 != first:
            continue
        many = isinstance(value, LyingIndex) or (type(value) in (int, float) and value > 1)
        if many and parameter.name in WORK:
            continue
        if (callable(value) or parameter.name == "source") and parameter.name in CALLED:
            continue
        message = ""
        try:
            call(room, owner, name, function, {parameter.name: value})
        except (InputError, SearchStopped) as error:
            message = str(error)
        except Exception as error:
            pytest.fail(f"{name}, {parameter.name}, wrong value {number}: {error!r}")
        assert len(message) < 400


@pytest.mark.parametrize(
    "read",
    [
        queens.solve, queens.rate, lambda x: queens.solve_many([x]),
        lambda x: queens.rate_many([x]), lambda x: queens.solve_many(x[None]),
        lambda x: queens.solve(list(x)),
        sliding.Puzzle, lambda x: sliding.solve_many(x[None]),
        lambda x: packing.Puzzle(x.astype(bool), [[(0, 0)]]),
        lambda x: packing.Puzzle(np.ones((4, 4), bool), [x.astype(bool)]),
        cover.ExactCover, csp.Model([4, 4, 4, 4]).add_conflicts, nqueens.is_solution,
        lambda x: nqueens.count(4, placed=x[0]), lambda x: queens.violations(BOARD, x[0]),
        permutation.rank, lambda x: queens.solve_many([BOARD.regions, x]),
        lambda x: sliding.solve_many([x]), lambda x: render.text(BOARD, x[0]),
    ],
)  # fmt: skip
def test_masked_entries_are_refused(read):
    array = np.ma.masked_array(BOARD.regions, mask=np.eye(4, dtype=bool))
    with pytest.raises(InputError, match=r"masked entr(y|ies), expected none: replace them with"):
        read(array)


def test_a_masked_array_without_masked_entries_is_its_data():
    assert queens.solve(np.ma.masked_array(BOARD.regions)) == queens.solve(BOARD.regions)


@pytest.mark.parametrize(
    "make",
    [
        lambda: csp.Model([[nan, nan]]), lambda: csp.Model({nan: 2}),
        lambda: cover.ExactCover([[nan]]), lambda: cover.ExactCover(np.array([[nan]])),
        lambda: cover.ExactCover.from_matrix([[nan]]),
    ],
)  # fmt: skip
def test_nan_is_refused_as_a_name_and_as_a_value(make):
    with pytest.raises(InputError, match="NaN"):
        make()
