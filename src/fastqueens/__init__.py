"""Placement puzzles, solved as fast as one core can.

Families of puzzles are modules: `fastqueens.queens` is coloured ("LinkedIn") Queens,
`fastqueens.nqueens` the classic N-Queens and its variants, `fastqueens.cover` exact cover,
`fastqueens.packing` pieces on boards, `fastqueens.sliding` the 15-puzzle and its kin;
`fastqueens.csp` solves any binary constraint problem. What their searches give back is in
`fastqueens.results`.
"""

from typing import TYPE_CHECKING, Any

from fastqueens import nqueens, queens
from fastqueens._moved import serve_old_pickles
from fastqueens.queens.comparison import Comparison, compare
from fastqueens.results import Count, InputError, Result, SearchStopped, Stats

if TYPE_CHECKING:
    from fastqueens import cover, csp, packing, permutation, sliding

__version__ = "0.1.0"

_LATER = ("cover", "csp", "packing", "permutation", "sliding")  # imported where first used

__all__ = [
    "Comparison",
    "Count",
    "InputError",
    "Result",
    "SearchStopped",
    "Stats",
    "__version__",
    "compare",
    "cover",
    "csp",
    "nqueens",
    "packing",
    "permutation",
    "queens",
    "sliding",
]

serve_old_pickles()


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'fastqueens' has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"fastqueens.{name}")
