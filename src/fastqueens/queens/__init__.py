"""Coloured ("LinkedIn") Queens and Star Battle.

An n x n board is cut into regions. Each row, column and region takes one queen, and no two queens
touch, not even diagonally. A region may consist of several pieces. In Star Battle (Hans Eendebak,
World Puzzle Championship 2003) each row, column and region takes two or more queens, which are
called stars: ``Board.from_text(text, stars=2)``.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.public_names import import_on_use

if TYPE_CHECKING:
    from fastqueens.queens.board.board import Board
    from fastqueens.queens.board.broken_rules import Check, Violations, check, violations
    from fastqueens.queens.board.read_files import read_boards
    from fastqueens.queens.board.read_image import ImageReading, read_image
    from fastqueens.queens.board.symmetry import (
        BoardSymmetry,
        canonical,
        canonical_hash,
        find_symmetry,
    )
    from fastqueens.queens.books.book import PuzzleBook, make_book
    from fastqueens.queens.books.record import PuzzleRecord
    from fastqueens.queens.generation.generator import generate, make
    from fastqueens.queens.generation.levels import Level, levels
    from fastqueens.queens.generation.motifs import MOTIFS
    from fastqueens.queens.grid.rules import MAX_STARS, RuleOverrides, Rules
    from fastqueens.queens.logic.engine import (
        BatchRating,
        BoardRating,
        Rating,
        explain,
        rate,
        rate_many,
    )
    from fastqueens.queens.logic.hints import Hint, hint
    from fastqueens.queens.logic.rating_table import rate_table
    from fastqueens.queens.logic.steps import TIERS, Step, Tier
    from fastqueens.queens.solving.batch import BatchResult, solve_many
    from fastqueens.queens.solving.comparison import compare
    from fastqueens.queens.solving.consistency import Candidates, Variables, candidates
    from fastqueens.queens.solving.counting import count, is_unique
    from fastqueens.queens.solving.frames import frames
    from fastqueens.queens.solving.methods import METHODS
    from fastqueens.queens.solving.options import MethodName
    from fastqueens.queens.solving.repair import Repair, repair
    from fastqueens.queens.solving.solve import Solved, Unsolved, solutions, solve
    from fastqueens.queens.solving.tree import search_tree
    from fastqueens.queens.streams.read_arrays import BoardArray, read_arrays
    from fastqueens.queens.swarm.step import Swarm, fitness

    # A result is one of the two classes; see `results.SolvedResult`.
    QueensResult: TypeAlias = Solved | Unsolved

__all__ = [
    "MAX_STARS",
    "METHODS",
    "MOTIFS",
    "TIERS",
    "BatchRating",
    "BatchResult",
    "Board",
    "BoardArray",
    "BoardRating",
    "BoardSymmetry",
    "Candidates",
    "Check",
    "Hint",
    "ImageReading",
    "Level",
    "MethodName",
    "PuzzleBook",
    "PuzzleRecord",
    "QueensResult",
    "Rating",
    "Repair",
    "RuleOverrides",
    "Rules",
    "Solved",
    "Step",
    "Swarm",
    "Tier",
    "Unsolved",
    "Variables",
    "Violations",
    "candidates",
    "canonical",
    "canonical_hash",
    "check",
    "compare",
    "count",
    "explain",
    "find_symmetry",
    "fitness",
    "frames",
    "generate",
    "hint",
    "is_unique",
    "levels",
    "make",
    "make_book",
    "rate",
    "rate_many",
    "rate_table",
    "read_arrays",
    "read_boards",
    "read_image",
    "repair",
    "search_tree",
    "solutions",
    "solve",
    "solve_many",
    "violations",
]

if not TYPE_CHECKING:  # a type checker reports names that do not exist
    __getattr__ = import_on_use(
        __name__,
        {
            "board.board": "Board",
            "board.broken_rules": "Check Violations check violations",
            "board.read_files": "read_boards",
            "board.read_image": "ImageReading read_image",
            "board.symmetry": "BoardSymmetry canonical canonical_hash find_symmetry",
            "books.book": "PuzzleBook make_book",
            "books.record": "PuzzleRecord",
            "generation.generator": "generate make",
            "generation.levels": "Level levels",
            "generation.motifs": "MOTIFS",
            "grid.rules": "MAX_STARS RuleOverrides Rules",
            "logic.engine": "BatchRating BoardRating Rating explain rate rate_many",
            "logic.hints": "Hint hint",
            "logic.rating_table": "rate_table",
            "logic.steps": "Step TIERS Tier",
            "solving.batch": "BatchResult solve_many",
            "solving.comparison": "compare",
            "solving.consistency": "Candidates Variables candidates",
            "solving.counting": "count is_unique",
            "solving.frames": "frames",
            "solving.methods": "METHODS",
            "solving.options": "MethodName",
            "solving.repair": "Repair repair",
            "solving.solve": "QueensResult Solved Unsolved solutions solve",
            "solving.tree": "search_tree",
            "streams.read_arrays": "BoardArray read_arrays",
            "swarm.step": "Swarm fitness",
        },
        plain=("Board",),  # readers make a Board of every line of a file
    )


def __dir__() -> list[str]:
    return __all__
