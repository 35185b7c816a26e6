"""Fast solvers for placement puzzles.

Each puzzle is a module. `fastqueens.queens` solves coloured ("LinkedIn") Queens and Star Battle,
`fastqueens.nqueens` N-Queens and its variants, `fastqueens.cover` exact cover,
`fastqueens.packing` polyominoes on boards and polycubes in boxes, and `fastqueens.sliding` the
15-puzzle and other puzzles of sliding tiles. `fastqueens.csp` solves constraint problems that the
caller describes. `fastqueens.permutation` ranks permutations, and `fastqueens.render` draws boards
and pieces. The types of the results are in `fastqueens.results`. `fastqueens.widgets` shows boards
in notebooks, and `fastqueens.examples` has example files.
"""

import sys
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
    from fastqueens.comparison.record import Comparison
    from fastqueens.comparison.table import ComparisonTable

__all__ = [
    "Comparison",
    "ComparisonTable",
    "Count",
    "InputError",
    "Interrupted",
    "Result",
    "SearchStopped",
    "Stats",
    "__version__",
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

# These modules are imported at their first use, so that a program loads only the puzzles it needs.
_LAZY_MODULES = (
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
_COMPARISON_NAMES = {"Comparison": "record", "ComparisonTable": "table"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LAZY_MODULES:
        return import_module(f"fastqueens.{name}")
    if name in _COMPARISON_NAMES:
        return getattr(import_module(f"fastqueens.comparison.{_COMPARISON_NAMES[name]}"), name)
    raise AttributeError(f"module 'fastqueens' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


if "IPython" in sys.modules:
    from fastqueens.ipython_completion import register

    register()
    del register
