"""The rivals in C as Python functions; the system's compiler builds them when they are needed.

Each is a plain solution as a good programmer would write it first, in its own file in this folder.
They are compiled with -O3 -march=native, which the package itself does not use.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["NoCompiler", "generate", "nqueens", "permutation", "queens", "sliding", "sudoku"]

FLAGS = ["-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC"]

Board = NDArray[np.uint8]
BYTES = np.ctypeslib.ndpointer(np.uint8, flags="C_CONTIGUOUS")
TALLY = ctypes.POINTER(ctypes.c_uint64)


class NoCompiler(RuntimeError):
    """There is no C compiler, or it failed; the message says which of the two."""


def compiled(name: str) -> ctypes.CDLL:
    """Compile a C file of this folder."""
    given = shlex.split(os.environ.get("CC", ""))
    command = given or next(([cc] for cc in ("cc", "gcc", "clang") if shutil.which(cc)), [])
    if not command:
        raise NoCompiler(
            "found no C compiler (looked for cc, gcc and clang): install one, or set CC"
        )
    source = Path(__file__).with_name(name)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "rival.so"
        try:
            ran = subprocess.run(
                [*command, *FLAGS, str(source), "-o", str(target)], capture_output=True, text=True
            )
        except OSError as error:
            raise NoCompiler(f"could not run the C compiler {command[0]!r}: {error}") from None
        if ran.returncode:
            raise NoCompiler(f"{shlex.join(command)} could not compile {name}:\n{ran.stderr}")
        return ctypes.CDLL(str(target))  # the library stays loaded after its file is deleted


def function(library: ctypes.CDLL, name: str, result: Any, *arguments: Any) -> Any:
    """Return a function of a library, with its argument and result types."""
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


def queens() -> Callable[[Board, int], tuple[NDArray[np.int64], int]]:
    """Compile queens.c; return a function of a (B, n, n) stack and a limit to counts and nodes."""
    many = function(
        compiled("queens.c"),
        "plain_many",
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.c_uint32,
        BYTES,
        ctypes.c_int64,
        np.ctypeslib.ndpointer(np.int64, flags="C_CONTIGUOUS"),
    )

    def plain_many(boards: Board, limit: int) -> tuple[NDArray[np.int64], int]:
        counts = np.zeros(len(boards), np.int64)
        nodes = many(len(boards), boards.shape[1], boards, limit, counts)
        if nodes < 0:
            raise ValueError("queens.c takes n from 1 to 32 and labels from 0 to n - 1 only")
        return counts, nodes

    return plain_many


def nqueens() -> tuple[Callable[[int, bool], tuple[int, int]], Callable[[int], int]]:
    """Compile nqueens.c.

    The first function takes n and whether to use the faster variant, and returns solutions and
    nodes. The second function runs a chain of 16 dependent additions as many times as requested.
    """
    library = compiled("nqueens.c")
    count = function(
        library, "plain_nqueens", ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int, TALLY
    )
    add = function(library, "plain_additions", ctypes.c_uint64, ctypes.c_uint64)

    def plain_nqueens(n: int, quick: bool = False) -> tuple[int, int]:
        nodes = ctypes.c_uint64()
        found: int = count(n, quick, ctypes.byref(nodes))
        return found, nodes.value

    def additions(many: int) -> int:
        added: int = add(many)
        return added

    return plain_nqueens, additions


def permutation() -> Callable[[Board], tuple[int, int]]:
    """Compile permutation.c; return a function of a board to solutions and permutations."""
    count = function(
        compiled("permutation.c"),
        "plain_permutation",
        ctypes.c_uint64,
        ctypes.c_uint32,
        BYTES,
        TALLY,
    )

    def plain_permutation(board: Board) -> tuple[int, int]:
        reviewed = ctypes.c_uint64()
        found: int = count(len(board), board, ctypes.byref(reviewed))
        return found, reviewed.value

    return plain_permutation


def sliding() -> Callable[[Board], tuple[int, int]]:
    """Compile sliding.c; return a function of a board to moves and nodes."""
    solve = function(compiled("sliding.c"), "plain_sliding", ctypes.c_int, BYTES, TALLY)

    def plain_sliding(tiles: Board) -> tuple[int, int]:
        nodes = ctypes.c_uint64()
        moves: int = solve(tiles, ctypes.byref(nodes))
        return moves, nodes.value

    return plain_sliding


def sudoku() -> Callable[[Board, int], int]:
    """Compile sudoku.c; return a function of 81 digits and a limit to the number of solutions."""
    count = function(
        compiled("sudoku.c"), "plain_sudoku", ctypes.c_uint64, BYTES, ctypes.c_uint64, TALLY
    )

    def plain_sudoku(cells: Board, limit: int = 2) -> int:
        nodes = ctypes.c_uint64()
        found: int = count(cells, limit, ctypes.byref(nodes))
        return found

    return plain_sudoku


def generate() -> Callable[[int, int, int], Board]:
    """Compile generate.c; return a function of n, a count and a seed."""
    make = function(
        compiled("generate.c"),
        "plain_generate",
        None,
        ctypes.c_uint32,
        ctypes.c_uint64,
        ctypes.c_uint64,
        BYTES,
    )

    def plain_generate(n: int, count: int, seed: int) -> Board:
        stack = np.empty((count, n, n), np.uint8)
        make(n, count, seed, stack)
        return stack

    return plain_generate
