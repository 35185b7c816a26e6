"""Make and step each kernel while one allocation after the other fails.

tests/test_no_memory.py runs this file with tests/helpers/no_memory.c as LD_PRELOAD. It prints a
line for each error, and finally the number of refused allocations.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from fastqueens._kernels.cover.text import OptionReader
from fastqueens._kernels.csp import search as csp
from fastqueens._kernels.nqueens.count import Plan
from fastqueens._kernels.nqueens.csp_model import compile_nqueens
from fastqueens._kernels.nqueens.join import JoinPlan
from fastqueens._kernels.sliding import best_first, pdb
from fastqueens.search import FULL
from helpers.kernels import GOAL, MAKERS, csp_model

NEVER = 1 << 62
STEPS = 6
shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
for function in (shim.fq_allocations, shim.fq_blocks):
    function.restype = ctypes.c_int64
shim.fq_refuse.argtypes = [ctypes.c_uint64, ctypes.c_uint64]


def model() -> Any:
    """Compile a model with an all-different set, which allocates each of its parts separately."""
    sizes = np.full(4, 5, np.uint32)
    conflicts = np.array([[0, a, 1, a] for a in range(5)], np.uint32)
    variables, numbers = np.arange(4, dtype=np.uint32), np.tile(np.arange(5, dtype=np.uint32), 4)
    return csp.general(sizes, conflicts, [(variables, numbers)])


def cover_text() -> None:
    """Read options with many colours, whose names need room."""
    reader = OptionReader([b"a", b"x"], 1)
    text = b"".join(b"a x:%d\n" % k for k in range(100))
    room = np.zeros((3, len(text)), np.int32)
    reader.read(text, 0, *room)


# Objects that are no kernels but allocate memory.
THINGS: dict[str, Callable[[], Any]] = {
    "plan": lambda: Plan(10),
    "plan of half boards": lambda: JoinPlan(10),
    "automaton": lambda: pdb.Prune(4, 4, 8),
    "model": model,
    "model of tables": csp_model,
    "model of queens": lambda: compile_nqueens(8),
    "options of a cover": cover_text,
    "walking distance": lambda: best_first.Heuristic(GOAL, 4, 4, 3),
}


def run(name: str) -> tuple[Any, ...]:
    """Make an object, step it if it is a kernel, and return the results."""
    if name in THINGS:
        THINGS[name]()
        return ()
    make = MAKERS[name]
    kernel, found = make(), []
    for _ in range(STEPS):
        found.append(kernel.step(make.budget))
    return (*found, kernel.counters())


def places(asked: int) -> Iterator[tuple[int, int]]:
    """Yield (first, end) of the allocations to refuse: a single one, or all from one on."""
    for k in range(asked) if asked <= 20 else [*range(14), *range(14, asked, asked // 6)]:
        yield k, k + 1
        if k % 4 == 0:
            yield k, NEVER


def check(name: str) -> int:
    """Refuse one allocation after the other; return the number of refused ones."""
    run(name)  # make the objects that a process caches, such as automata
    shim.fq_refuse(NEVER, NEVER)
    expected = run(name)
    gc.collect()
    asked, held = shim.fq_allocations(), shim.fq_blocks()
    if held:
        print(f"{name}: keeps {held} blocks")
    tried = 0
    for first, last in places(asked):
        tried += 1
        shim.fq_refuse(first, last)
        try:
            found = run(name)
        except MemoryError as error:
            if "not enough memory" not in str(error):
                print(f"{name}: {first}: said {error}")
        except BaseException as error:
            print(f"{name}: {first}: {error!r}")
        else:
            if FULL not in found and found != expected:
                print(f"{name}: {first}: found {found}, expected {expected}")
        gc.collect()
        shim.fq_allocations()
        if shim.fq_blocks():
            print(f"{name}: {first}: keeps {shim.fq_blocks()} blocks")
    return tried


if __name__ == "__main__":
    gc.collect()
    gc.freeze()  # each collection looks only at the objects of the tests
    counts = {name: check(name) for name in [*THINGS, *MAKERS]}
    print(f"refused {sum(counts.values())}, none for:", *(n for n, c in counts.items() if not c))
