"""Reading files of several boards."""

from __future__ import annotations

import os

from fastqueens import input_limits as limits
from fastqueens.input import Input, read_file
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.board_list import BoardList
from fastqueens.queens.formats.registry import read_grids
from fastqueens.queens.grid.rules import override_rules

__all__ = ["MAX_BOARDS_BYTES", "read_boards"]

MAX_BOARDS_BYTES = limits.BOARDS


def read_boards(
    path: str | os.PathLike[str],
    *,
    stars: int | None = None,
    allow_empty_regions: bool = False,
    format: str | None = None,
) -> BoardList:
    r"""Read all boards of a file.

    Parameters
    ----------
    path : str or path-like
        The file, of at most 1 GiB. It may contain drawings with blank lines between them; a JSON
        object or a board of another format on each line; a JSON object with a list ``"boards"``;
        one board of any format; or a picture of one or more boards.
    stars, allow_empty_regions, format
        See `Board.from_text`.

    Returns
    -------
    BoardList
        A list of `Board`, which a notebook shows as a sheet of pictures.

    Raises
    ------
    InputError
        If the file or one of its boards cannot be read. The error names the file and the place.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "boards.txt")
    ...     _ = path.write_text("AB\nAB\n\nRBBB\nRRBY\nGYYY\nGGGY\n")
    ...     [board.n for board in read_boards(path)]
    [2, 4]
    """
    overrides = override_rules(stars, allow_empty_regions)
    data = read_file(path, "boards", MAX_BOARDS_BYTES)
    source = os.fsdecode(path)
    return BoardList(
        Board(grid, overrides.apply(grid.rules), source=source)
        for grid in read_grids(Input(data, source), format)
    )
