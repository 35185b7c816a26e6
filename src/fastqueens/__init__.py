"""Placement puzzles, solved as fast as one core can.

Families of puzzles are modules: `fastqueens.queens` is coloured ("LinkedIn") Queens,
`fastqueens.nqueens` the classic N-Queens and its variants. What their searches give back is in
`fastqueens.results`.
"""

from fastqueens import nqueens, queens
from fastqueens.comparison import Comparison, compare
from fastqueens.results import Count, InputError, Result, SearchStopped, Stats

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Count",
    "InputError",
    "Result",
    "SearchStopped",
    "Stats",
    "__version__",
    "compare",
    "nqueens",
    "queens",
]
