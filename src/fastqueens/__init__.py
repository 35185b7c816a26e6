"""Placement puzzles, solved as fast as one core can.

Families of puzzles are modules: `fastqueens.queens` is coloured ("LinkedIn") Queens,
`fastqueens.nqueens` the classic N-Queens and its variants, `fastqueens.cover` exact cover,
`fastqueens.packing` pieces on boards, `fastqueens.sliding` the 15-puzzle and its kin;
`fastqueens.csp` solves any binary constraint problem. What their searches give back is in
`fastqueens.results`; `fastqueens.widgets` shows boards in notebooks.
"""

from typing import TYPE_CHECKING, Any

from fastqueens._version import __version__
from fastqueens.results import Count, InputError, Interrupted, Result, SearchStopped, Stats

if TYPE_CHECKING:
    from fastqueens import (
        cover,
        csp,
        nqueens,
        packing,
        permutation,
        queens,
        render,
        sliding,
        widgets,
    )
    from fastqueens.queens.solving.comparison import Comparison, compare

__all__ = [
    "Comparison",
    "Count",
    "InputError",
    "Interrupted",
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
    "render",
    "sliding",
    "widgets",
]

# Imported where first used: who asks for one puzzle does not wait for the others.
_ROOMS = (
    "cover",
    "csp",
    "nqueens",
    "packing",
    "permutation",
    "queens",
    "render",
    "sliding",
    "widgets",
)
_COMPARISON = ("Comparison", "compare")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"fastqueens.{name}")
    if name in _COMPARISON:
        return getattr(import_module("fastqueens.queens.solving.comparison"), name)
    raise AttributeError(f"module 'fastqueens' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
