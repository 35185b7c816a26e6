"""The rivals in C as Python functions, built with the system's compiler when they are needed."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FLAGS = ["-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC"]


class NoCompiler(RuntimeError):
    """There is no C compiler, or it failed; the message says which."""


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
        target = Path(folder) / "plain.so"
        try:
            ran = subprocess.run(
                [*command, *FLAGS, str(source), "-o", str(target)], capture_output=True, text=True
            )
        except OSError as error:
            raise NoCompiler(f"could not run the C compiler {command[0]!r}: {error}") from None
        if ran.returncode:
            raise NoCompiler(f"{shlex.join(command)} could not compile {name}:\n{ran.stderr}")
        return ctypes.CDLL(str(target))  # stays loaded when the file is gone


def build() -> Callable[[NDArray[np.uint8], int], tuple[NDArray[np.int64], int]]:
    """Compile plain.c; returns a function of a (B, n, n) stack and a limit: counts and nodes."""
    library = compiled("plain.c")
    function = library.plain_many
    function.restype = ctypes.c_int64
    function.argtypes = [
        ctypes.c_int64,
        ctypes.c_uint32,
        np.ctypeslib.ndpointer(np.uint8, flags="C_CONTIGUOUS"),
        ctypes.c_int64,
        np.ctypeslib.ndpointer(np.int64, flags="C_CONTIGUOUS"),
    ]

    def plain_many(boards: NDArray[np.uint8], limit: int) -> tuple[NDArray[np.int64], int]:
        counts = np.zeros(len(boards), np.int64)
        nodes = function(len(boards), boards.shape[1], boards, limit, counts)
        if nodes < 0:
            raise ValueError("plain.c takes n from 1 to 32 and labels from 0 to n - 1 only")
        return counts, nodes

    return plain_many


def build_nqueens() -> tuple[Callable[[int, bool], tuple[int, int]], Callable[[int], int]]:
    """Compile plain_nqueens.c.

    Returns a function of n, and whether to take the quicker form, which gives solutions and nodes;
    and one that does 16 additions, each waiting for the one before, as many times as it is told.
    """
    library = compiled("plain_nqueens.c")
    count, add = library.plain_nqueens, library.plain_additions
    count.restype = add.restype = ctypes.c_uint64
    count.argtypes = [ctypes.c_uint32, ctypes.c_int, ctypes.POINTER(ctypes.c_uint64)]
    add.argtypes = [ctypes.c_uint64]

    def plain_nqueens(n: int, quick: bool = False) -> tuple[int, int]:
        nodes = ctypes.c_uint64()
        found: int = count(n, quick, ctypes.byref(nodes))
        return found, nodes.value

    def additions(many: int) -> int:
        added: int = add(many)
        return added

    return plain_nqueens, additions
