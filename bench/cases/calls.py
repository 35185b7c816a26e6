"""The calls that scripts make for one board or one file; small inputs, so that Python counts.

`test_bench_calls.py` times them, `instruction_cases.py` counts their instructions. The calls use
public names only, so that they also run with older versions of the package.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from cases import boards
from fastqueens import cover, nqueens, queens, sliding

REGIONS = "queens/regions (n <= 21)"


@dataclass(frozen=True)
class Call:
    """A call; `prepare` makes its input, and returns the function to call without arguments.

    Attributes
    ----------
    kernel : str
        The kernel that works, named as in ``fastqueens info``, or the module without a kernel.
    boards : int
        The number of boards of one call.
    times : int
        How many calls are counted together, so that one of them weighs little.
    """

    prepare: Callable[[], Callable[[], Any]]
    kernel: str
    boards: int = 1
    times: int = 20


@cache
def board(n: int) -> Any:
    """Return a board with one solution."""
    return queens.Board.from_array(boards.unique(n, 0))


@cache
def answer(n: int) -> tuple[int, ...]:
    """Return the column of each row's queen in the solution."""
    found = queens.solve(board(n)).queens
    assert found is not None
    return tuple(int(column) for column in found)


def cells(n: int, some: int) -> list[tuple[int, int]]:
    """Return the first queens of the solution as (row, column)."""
    return list(enumerate(answer(n)))[:some]


@cache
def folder() -> Path:
    """Make a folder for files, which is removed at the end."""
    made = Path(tempfile.mkdtemp(prefix="fastqueens-calls-"))
    atexit.register(shutil.rmtree, made, True)
    return made


def file_of(many: int, suffix: str) -> Path:
    """Write boards of 9 rows to a file, as JSON lines or as drawings with blank lines between."""
    made = [queens.Board.from_array(boards.grown(9, seed)) for seed in range(many)]
    json_lines = suffix == "jsonl"
    parts = [each.to_json() if json_lines else each.to_text() for each in made]
    path = folder() / f"boards.{suffix}"
    path.write_text(("\n" if json_lines else "\n\n").join(parts) + "\n", encoding="utf-8")
    return path


def wrong_queens() -> list[tuple[int, int]]:
    """Place queens that break several rules."""
    return [*cells(9, 4), (5, 0), (6, 1), (7, answer(9)[0])]


CALLS: dict[str, Call] = {
    "is_unique/8x8": Call(lambda: partial(queens.is_unique, board(8)), REGIONS),
    "is_unique/14x14": Call(lambda: partial(queens.is_unique, board(14)), REGIONS),
    "solve/8x8": Call(lambda: partial(queens.solve, board(8)), REGIONS),
    "count/8x8": Call(lambda: partial(queens.count, board(8)), REGIONS),
    "hint/9x9": Call(lambda: partial(queens.hint, board(9)), "queens/logic", times=5),
    "hint/9x9/half": Call(
        lambda: partial(queens.hint, board(9), cells(9, 4)), "queens/logic", times=5
    ),
    "violations/9x9": Call(lambda: partial(queens.violations, board(9), wrong_queens()), "queens"),
    "rate/9x9": Call(lambda: partial(queens.rate, board(9)), "queens/logic"),
    "explain/9x9": Call(lambda: partial(queens.explain, board(9)), "queens/logic", times=5),
    "make/8x8": Call(lambda: partial(queens.make, 8, seed=1), "queens/generate"),
    "canonical_hash/9x9": Call(lambda: partial(queens.canonical_hash, board(9)), "queens/symmetry"),
    "from_text/9x9": Call(
        lambda: partial(queens.Board.from_text, board(9).to_text()), "queens/board"
    ),
    "from_json/9x9": Call(
        lambda: partial(queens.Board.from_json, board(9).to_json()), "queens/board"
    ),
    "from_array/9x9": Call(
        lambda: partial(queens.Board.from_array, boards.unique(9, 0)), "queens/board"
    ),
    "to_json/9x9": Call(lambda: board(9).to_json, "queens/board"),
    "result.to_json/9x9": Call(lambda: queens.solve(board(9)).to_json, "queens/solving"),
    "read_boards/100 JSON lines": Call(
        lambda: partial(queens.read_boards, file_of(100, "jsonl")), "queens/board", 100, 1
    ),
    "read_boards/100 drawings": Call(
        lambda: partial(queens.read_boards, file_of(100, "txt")), "queens/board", 100, 1
    ),
    "sudoku": Call(
        lambda: partial(
            cover.sudoku,
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ),
        "cover/bitset",
        times=5,
    ),
    "nqueens.solve/8": Call(lambda: partial(nqueens.solve, 8), "nqueens/list"),
    "sliding.solve/20 moves": Call(
        lambda: partial(sliding.solve, sliding.scramble(20, seed=1)), "sliding/ida"
    ),
}
if read_arrays := getattr(queens, "read_arrays", None):  # older versions have only read_boards
    CALLS["read_arrays/1,000 JSON lines"] = Call(
        lambda: (lambda path: lambda: list(read_arrays(path)))(file_of(1000, "jsonl")),
        "queens/json_lines",
        boards=1000,
        times=1,
    )
