r"""Exact cover: choose options so that every item is covered exactly once.

An option is a set of items. A solution is a set of options in which every primary item lies in
exactly one option, and every secondary item in at most one. Several options may share a secondary
item if all of them give it the same colour. A primary item may have a multiplicity: then the number
of options that contain it lies between two bounds. Options may have costs. Sudoku, packings,
N-Queens and many other puzzles are exact cover problems.

>>> from fastqueens.cover import ExactCover, langford
>>> cover = ExactCover([["a", "b"], ["b", "c"], ["c"], ["a"]])
>>> [cover.selected(solution) for solution in cover.solutions()]
[[('a', 'b'), ('c',)], [('b', 'c'), ('a',)]]
>>> int(langford(8).count())
300

Sources: D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1 (Algorithms X,
C, M and X$; the text format is that of Knuth's programs DLX1 to DLX5).
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.public_names import import_on_use

if TYPE_CHECKING:
    from fastqueens.cover.builder import Coloured
    from fastqueens.cover.comparison import compare
    from fastqueens.cover.encodings import count_sudoku, is_unique_sudoku, langford, sudoku
    from fastqueens.cover.estimator import Estimate
    from fastqueens.cover.problem import (
        COUNT_METHODS,
        METHODS,
        ExactCover,
        MethodName,
        Minimum,
        Priced,
        Solved,
        Unsolved,
    )
    from fastqueens.cover.sudoku_grid import Sudoku
    from fastqueens.cover.trace import CoverStep, steps

    # A result is one of the two classes; see `results.SolvedResult`.
    CoverResult: TypeAlias = Solved | Unsolved

__all__ = [
    "COUNT_METHODS",
    "METHODS",
    "Coloured",
    "CoverResult",
    "CoverStep",
    "Estimate",
    "ExactCover",
    "MethodName",
    "Minimum",
    "Priced",
    "Solved",
    "Sudoku",
    "Unsolved",
    "compare",
    "count_sudoku",
    "is_unique_sudoku",
    "langford",
    "steps",
    "sudoku",
]

if not TYPE_CHECKING:  # a type checker reports names that do not exist
    __getattr__ = import_on_use(
        __name__,
        {
            "builder": "Coloured",
            "comparison": "compare",
            "encodings": "count_sudoku is_unique_sudoku langford sudoku",
            "estimator": "Estimate",
            "problem": (
                "COUNT_METHODS CoverResult ExactCover METHODS MethodName Minimum Priced Solved "
                "Unsolved"
            ),
            "sudoku_grid": "Sudoku",
            "trace": "CoverStep steps",
        },
    )


def __dir__() -> list[str]:
    return __all__
