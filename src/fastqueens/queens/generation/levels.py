"""The levels: boards shipped with the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from fastqueens.canvas.displayed import Rows, table_text
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.board_list import SheetList, note_of_boards
from fastqueens.queens.board.drawing import MAX_SHOWN, ShownBoard, scene
from fastqueens.queens.grid.grid import Grid, letters_for
from fastqueens.queens.grid.rules import Rules, check_stars
from fastqueens.results import InputError
from fastqueens.validation import check_whole, join_and, plural, quote

__all__ = ["Level", "levels", "parse_levels"]


@dataclass(frozen=True, slots=True)
class Level(Drawn):
    """A board shipped with the package.

    Attributes
    ----------
    name : str
        The size and the number, as in ``"8-017"``, or the size, the stars and the number, as in
        ``"10/2-017"``. Levels of one size are numbered from easy to hard.
    board : Board
        The board.
    difficulty : {"easy", "medium", "hard", "expert", "guess"}
        The tier of the board by `queens.rate`.
    score : int
        The score of the board by `queens.rate`.
    """

    name: str
    board: Board
    difficulty: str
    score: int

    def _scene(self, cell: int, look: Look) -> Scene:
        return scene(self.board.grid, cell=cell, look=look, title=f"Level {self.name}")

    def _display_note(self) -> str:
        return f"{self.name}: {self.difficulty}, {plural(self.score, 'point')}."

    def _display_text(self) -> str:
        return f"{self._display_note()}\n{self.board}"


class LevelList(SheetList[Level]):
    """A list of levels. A notebook shows the first boards and a table of all levels.

    Examples
    --------
    >>> levels(7)[:1]._display_rows()
    [['level', 'difficulty', 'points'], ['7-001', 'easy', '7']]
    """

    __slots__ = ()

    def _shown(self) -> list[ShownBoard]:
        return [(level.board.grid, None, None, level.name) for level in self[:MAX_SHOWN]]

    def _display_note(self) -> str:
        return note_of_boards([level.board for level in self])

    def _display_rows(self) -> Rows:
        rows = [[x.name, x.difficulty, str(x.score)] for x in self]
        return [["level", "difficulty", "points"], *rows] if rows else []

    def _display_text(self) -> str:
        rows = self._display_rows()
        return table_text(rows) if rows else self._display_note()


def levels(n: int | None = None, *, stars: int | None = 1) -> LevelList:
    """Return the boards shipped with the package, of one size or of all sizes.

    Parameters
    ----------
    n : int, optional
        The number of rows. Boards with one star have 7 to 11 rows, or 20 or 30 rows as a challenge.
        Boards with several stars have 10, 14, 17, 21 or 25 rows.
    stars : int, optional
        Queens in each row, column and region: 1, the default, or 2 to 6 for Star Battle boards.
        None for boards with any number of stars.

    Returns
    -------
    LevelList
        A list of `Level`, sorted by size and then from easy to hard.

    Raises
    ------
    InputError
        If no board of this size is shipped.

    Examples
    --------
    >>> [(n, len(levels(n))) for n in (7, 8, 9, 10, 11)]
    [(7, 50), (8, 130), (9, 110), (10, 60), (11, 50)]
    >>> len(levels(10, stars=2)), levels(21, stars=5)[0].name
    (30, '21/5-001')
    >>> levels(7)[0].difficulty, levels(7)[-1].difficulty
    ('easy', 'expert')
    """
    found = list(_levels())
    if stars is not None:
        stars = check_stars(stars)
        found = [level for level in found if level.board.stars == stars]
        if not found:
            known = sorted({level.board.stars for level in _levels()})
            raise InputError(f"stars is {stars}, expected {join_and([*map(str, known)], 'or')}")
    if n is not None:
        n = check_whole(n, "n")
        sizes = sorted({level.board.n for level in found})
        if n not in sizes:
            expected = join_and([str(size) for size in sizes], "or")
            others = sorted({level.board.stars for level in _levels() if level.board.n == n})
            near = f"; stars={others[0]} has boards of {n} rows" if others else ""
            raise InputError(f"n is {quote(n)}, expected {expected}{near}")
    return LevelList(level for level in found if n is None or level.board.n == n)


@cache
def _levels() -> tuple[Level, ...]:
    from importlib.resources import files

    return tuple(
        parse_levels(files("fastqueens").joinpath("data", "levels.txt").read_text("ascii"))
    )


def parse_levels(text: str) -> Iterator[Level]:
    """Read lines of ``n difficulty score cells``, with one letter per cell.

    With several stars a line starts with ``n/stars`` instead of n. ``tools/make_levels.py`` writes
    the file.
    """
    numbers: Counter[str] = Counter()
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        size, difficulty, score, cells = line.split()
        rows, _, stars = size.partition("/")
        n = int(rows)
        letters = letters_for(n)
        number = {letter: k for k, letter in enumerate(letters)}
        regions = np.array([number[cell] for cell in cells], np.uint8).reshape(n, n)
        numbers[size] += 1
        board = Board(Grid(regions, letters, Rules(int(stars or 1))))
        yield Level(f"{size}-{numbers[size]:03}", board, difficulty, int(score))
