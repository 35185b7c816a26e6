"""Types of the package: mypy and pyright accept correct scripts and report each mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

import fastqueens
from fastqueens import csp, nqueens, queens, sliding
from fastqueens.csp import option_types as typed
from fastqueens.nqueens import options as nqueens_options
from fastqueens.queens.solving import options as queens_options
from fastqueens.sliding import options as sliding_options

HEAD = """\
from threading import Event

import numpy as np
import fastqueens
from fastqueens import cover, csp, nqueens, packing, queens, sliding

board = queens.Board.from_text("RBBB\\nRRBY\\nGYYY\\nGGGY")
tiles = sliding.Puzzle.from_text("1 2 3\\n4 0 6\\n7 5 8")
pieces = packing.pentominoes()
"""

GOOD = (
    HEAD
    + """
result = queens.solve(board)
if result.solved:
    print(result.queens.tolist())
else:
    print(result.reason)
if result:
    print(result.queens.tolist())
if result.status == "solved":
    print(result.queens.tolist())
print(result.queens.tolist() if result.solved else None)


def show(result: queens.QueensResult, other: packing.PackingResult) -> list[int]:
    if not other:
        return []
    print(other.packing.placements, other.grid.shape)
    assert result.solved
    found: list[int] = result.queens.tolist()
    return found


def moves(answer: sliding.SlidingResult) -> int:
    return len(answer.moves) if answer.solved else -1


show(result, packing.solve(pieces))
moves(sliding.solve(tiles, method="branch-and-bound", visited="expanded-once"))
match queens.solve(board, method="mac", order="mrv", region_order=["G", "R", "B", "Y"]):
    case queens.Solved(queens=where):
        print(where.tolist())
    case queens.Unsolved(reason=reason):
        print(reason)
queens.solve([[1, 2], [2, 1]], time_limit=1.5, progress=print)
queens.solve(board, method="backtracking-memo", max_bytes=1 << 20, restarts=True)
queens.solve(board, method="pso", preset="best", swarm_size=10, vmax=None, topology="ring")
queens.count(board, method="mac", order="dom/deg", limit=5)
queens.count(board, method="rows", max_bytes=1 << 20)
for name in queens.METHODS:
    queens.solve(board, method=name, time_limit=1)
chosen: queens.MethodName = "mac"
queens.solve(board, method=chosen, seed=3)
with queens.solutions(board, method="permutation-skip") as solutions:
    print([x.tolist() for x in solutions], solutions.status)
print(len(board), board[0, 3] + 1, board[0].tolist(), np.asarray(board).shape)
print([row.tolist() for row in board], queens.hint(board), queens.rate_many([board]).names.shape)

eight = nqueens.solve(8, method="mac", order="mrv", values="lcv")
if eight:
    print(eight.queens.tolist())
for name in nqueens.METHODS:
    nqueens.solve(6, method=name)
if (first := nqueens.first(8)).solved:
    print(first.queens.tolist())

exact = cover.ExactCover.from_matrix([[1, 0], [0, 1]])
answer = exact.solve(method="dlx")
if answer:
    print([x + 1 for x in answer.options])
for name in cover.METHODS:
    exact.solve(method=name)
grid = cover.sudoku("." * 81)
if grid is not None:
    print(grid.upper(), cover.Sudoku(grid).cells.sum(), cover.count_sudoku(grid) + 1)

model = csp.Model({"x": [1, 2], "y": [2]})
values = model.solve("forward-checking", order="static")
if values.solved:
    print(values.values["x"])
for name in csp.METHODS:
    model.solve(name)
for name in packing.METHODS:
    packing.solve(pieces, method=name, time_limit=0.1)
packing.count(pieces, method="memo", distinct=True)
for name in sliding.METHODS:
    sliding.solve(tiles, method=name)
for line in queens.compare([board], ["mac"], settings={"mac.order": ["static", "mrv"]}):
    print(line.label)


counts, columns = queens.solve_many([board])
print(counts.tolist(), columns.shape, counts.sum() + 1)
tiers, scores = queens.rate_many([board])
print(tiers.tolist(), scores.dtype)
rating = queens.rate(board)
tier: queens.Tier = rating.tier
print(queens.TIERS.index(tier), rating.outcome == "solved", rating.limit == "time")
for arrays in queens.read_arrays("boards.jsonl"):
    print(arrays.regions.sum(), arrays.rules.stars, queens.solve_many(arrays.regions).counts)
where_all: list[list[int]] = [x.tolist() for x in queens.solutions(board)]
print([x.tolist() for x in nqueens.solutions(8)], next(nqueens.complete(8, [0, -1])).tolist())
pawns = next(nqueens.solutions(8, variant="plus_k", pawns=1))
print(pawns.queens.tolist(), pawns.pawns.tolist())

stop = Event()
queens.solve(board, cancel=stop)
nqueens.count(8, cancel=stop)
model.solve("mac", cancel=stop)
if (last := queens.solve(board)).solved is True:
    print(last.queens.tolist())


def by_name(name: queens.MethodName, own: nqueens.MethodName) -> None:
    queens.solve(board, method=name, time_limit=1.0, seed=3)
    queens.solutions(board, method=name)
    queens.count(board, method=name, limit=5)
    queens.frames(board, method=name)
    nqueens.solve(8, method=own)
    nqueens.solutions(8, method=own)
    nqueens.count(8, method=own)
"""
)

# One mistake per line.
BAD = """\
queens.solve(board, method="mac", oder="mrv")
queens.solve(board, method="mac", order="mvr")
queens.solve(board, method="mac", restarts="no")
queens.solve(board, method="mac", max_bytes=5)
queens.solve(board, method="bitboard", order="mrv")
queens.solve(board, oder="mrv")
queens.solve(board, time_limit="5")
queens.solve(board, method="pso", swarmsize=10)
queens.solve(board, method="pso", topology="star")
queens.solve(board).queens.tolist()
queens.solutions(board, method="forward-checking", w=0.7)
queens.count(board, limits=5)
nqueens.solve(8, method="mac", oder="mrv")
nqueens.solve(8, method="list", order="mrv")
nqueens.solve(8, variables="rows", method="mac")
nqueens.solve(8).queens.tolist()
packing.solve(pieces, methods="dlx")
packing.solve(pieces).packing.placements
packing.solve(None)
sliding.solve(tiles, visited="expanded-once")
sliding.solve(tiles, method="a-star", cache_dir=".")
sliding.solve(tiles, method="branch-and-bound", heuristic="pdb")
sliding.solve(tiles, method="anytime", heuristic="manhattan")
sliding.solve(tiles, heuristics="pdb")
len(sliding.solve(tiles).moves)
cover.langford(3).solve(methods="dlx")
cover.langford(3).solve().options[0]
csp.Model([2]).solve("mac", oder="mrv")
csp.Model([2]).solve("mac", order="mvr")
csp.Model([2]).solve().values["x"]
queens.solve(board, method="mca")
queens.solutions(board, method="mca")
queens.count(board, method="mca")
queens.frames(board, method="mca")
nqueens.solve(8, method="mca")
nqueens.solutions(8, method="lst")
nqueens.count(8, method="bitbord")
packing.solve(pieces, method="dxl")
packing.count(pieces, method="dxl")
sliding.solve(tiles, method="idastar")
cover.langford(3).solve(method="dxl")
cover.langford(3).count(method="dxl")
csp.Model([2]).solve("mca")
queens.rate(board).tier.easy
queens.solve_many([board]).counts.tolst()
next(queens.solutions(board)).tolst()
queens.solve(board, cancel=5)
""".splitlines()


def write_script(script: str, folder: Path) -> Path:
    path = folder / "script.py"
    path.write_text(script)
    return path


def source_folder() -> Path | None:
    """Return the folder of the source; None if the package is installed, where checkers find it."""
    source = Path(fastqueens.__file__).parents[1]
    return None if source.name == "site-packages" else source


def mypy_complaints(script: str, folder: Path) -> dict[int, str]:
    """Return the first error of mypy --strict in each line of a script."""
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    path = write_script(script, folder)
    source = source_folder()
    config = folder / "mypy.ini"
    path_line = "" if source is None else f"mypy_path = {source}\n"
    config.write_text(
        f"[mypy]\nstrict = True\n{path_line}[mypy-fastqueens.*]\nfollow_imports = silent\n"
    )
    out, failure, _ = api.run(
        ["--config-file", str(config), "--python-executable", sys.executable,
         "--cache-dir", os.devnull, str(path)]
    )  # fmt: skip
    assert not failure, failure
    found: dict[int, str] = {}
    for line in out.splitlines():
        if (match := re.match(r"(.*):(\d+): error: (.*)", line)) is not None:
            assert Path(match[1]).name == "script.py", line
            found.setdefault(int(match[2]), match[3])
    return found


def pyright_complaints(script: str, folder: Path) -> dict[int, str]:
    """Return the first error of pyright, as basedpyright runs it, in each line of a script."""
    if find_spec("basedpyright") is None:
        pytest.skip("basedpyright is not installed")
    path = write_script(script, folder)
    source = source_folder()
    settings = {
        "typeCheckingMode": "standard",
        "include": ["script.py"],
        "extraPaths": [] if source is None else [str(source)],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    ended = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "--project", str(folder),
         "--pythonpath", sys.executable],
        capture_output=True, text=True,
    )  # fmt: skip
    found: dict[int, str] = {}
    for one in json.loads(ended.stdout)["generalDiagnostics"]:
        if one["severity"] == "error":
            assert one["file"] == str(path), one
            found.setdefault(one["range"]["start"]["line"] + 1, one["message"])
    return found


# pyright does not narrow a union by the truth of a property: `if result:` is for both checkers.
ONLY_MYPY = (
    ("if result.solved:\n", "if result:\n"),
    (
        "result.queens.tolist() if result.solved else None",
        "result.queens.tolist() if result else 0",
    ),
    ("    assert result.solved\n", "    assert result\n"),
    ("if answer.solved else", "if answer else"),
    (":= nqueens.first(8)).solved:", ":= nqueens.first(8)):"),
    ("if values.solved:", "if values:"),
)


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_checker_accepts_what_is_right_and_names_what_is_wrong(checker, tmp_path):
    """Check the correct and the wrong lines in one run, because each run takes seconds."""
    good = GOOD
    if checker == "pyright":
        for only_mypy, both in ONLY_MYPY:
            assert only_mypy in good
            good = good.replace(only_mypy, both)
    complaints = mypy_complaints if checker == "mypy" else pyright_complaints
    found = complaints(good + "\n".join(BAD) + "\n", tmp_path)
    first = good.count("\n") + 1
    assert {n: text for n, text in found.items() if n < first} == {}
    missed = [line for n, line in enumerate(BAD, first) if n not in found]
    assert not missed


@pytest.mark.parametrize(
    ("kind", "table", "names"),
    [
        (queens_options.SearchOptions, queens.METHODS, get_args(queens_options.PlainMethod)),
        (queens_options.ConstraintOptions, queens.METHODS, get_args(typed.ConstraintMethod)),
        (queens_options.MemoOptions, queens.METHODS, ["backtracking-memo"]),
        (queens_options.SwarmSettings, queens.METHODS, ["pso"]),
        (nqueens_options.SearchOptions, nqueens.METHODS, get_args(nqueens_options.PlainMethod)),
        (nqueens_options.ConstraintOptions, nqueens.METHODS, get_args(typed.ConstraintMethod)),
        (nqueens_options.MemoOptions, nqueens.METHODS, ["backtracking-memo"]),
        (typed.ConstraintOptions, csp.METHODS, get_args(typed.ConstraintMethod)),
        (typed.MemoOptions, csp.METHODS, ["backtracking-memo"]),
        (sliding_options.IDAOptions, sliding.METHODS, ["ida"]),
        (sliding_options.AStarOptions, sliding.METHODS, ["a-star"]),
        (sliding_options.AnytimeOptions, sliding.METHODS, ["anytime"]),
        (sliding_options.BranchAndBoundOptions, sliding.METHODS, ["branch-and-bound"]),
    ],
)  # fmt: skip
def test_the_typed_options_are_those_of_the_methods(kind, table, names):
    common = {"seed", "time_limit", "cancel", "node_limit", "progress"}
    for name in names:
        assert set(kind.__annotations__) - common == set(table[name].options), name


@pytest.mark.parametrize(
    ("typed_names", "table"),
    [(queens.MethodName, queens.METHODS), (nqueens.MethodName, nqueens.METHODS)],
)
def test_the_typed_names_are_those_of_the_methods(typed_names, table):
    assert set(get_args(typed_names)) == set(table)
