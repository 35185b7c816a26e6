"""Programs that run in a Python of their own: the start of the command line, and large searches.

This file imports nothing, so that a Python without fastqueens can read it.
"""

from __future__ import annotations

from pathlib import Path

_BOARD = "AAABBBCC\nAAABBBCC\nDDDDBBCC\nDDEEECCC\nDDEEEFFF\nGGEHHFFF\nGGGHHHFF\nGGGHHHFF\n"

# What a script waits for before its first answer: the arguments of Python, and the standard input.
START_UP: dict[str, tuple[list[str], str]] = {
    "import": (["-c", "import fastqueens.queens; print(fastqueens.__version__)"], ""),
    "version": (["-m", "fastqueens", "--version"], ""),
    "solve": (["-m", "fastqueens", "solve", "-"], _BOARD),
}

# Searches that need much memory.
LARGE: dict[str, str] = {
    "import": "import fastqueens.queens",
    "queens/solve_many/100,000 of 8x8": """
import numpy as np
from fastqueens import queens
queens.solve_many(np.tile(boards.grown(8, 0), (100_000, 1, 1)), threads=1)""",
    "queens/rows/20x20": """
from fastqueens import queens
queens.count(boards.grown(20, 0), method="rows")""",
    "nqueens/solutions_array/13": """
from fastqueens import nqueens
nqueens.solutions_array(13)""",
    "sliding/a-star/50 moves": """
from fastqueens import sliding
for seed in range(4):
    sliding.solve(sliding.scramble(50, seed=seed), method="a-star", heuristic="manhattan")""",
    "sliding/pdb": """
from fastqueens import sliding
sliding.solve(sliding.random(4, seed=1))""",
}


def peak_memory(name: str) -> list[str]:
    """Return the arguments of a Python that runs a large search and prints its peak in kB."""
    # ru_maxrss of a new process begins with the peak of the process that started it; VmHWM of
    # /proc/self/status begins anew.
    return [
        "-c",
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        f"from cases import boards\n{LARGE[name]}\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))",
    ]
