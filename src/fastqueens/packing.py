"""Packing puzzles: flat pieces on boards in the plane or in a pyramid of spheres.

All pieces must be used and all cells filled; pieces turn and mirror freely. IQ Puzzler Pro,
Kanoodle and the pentominoes are such puzzles, and there as ready sets. Identical pieces are
interchangeable: each arrangement is found and counted once, whichever of them lies where.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb, factorial, lgamma, log
from typing import Any, Literal, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import cover as _cover
from fastqueens._kernels import packing as _kernels
from fastqueens.formats import read_file
from fastqueens.packing_format import EXPECTED, MAX_BYTES, MAX_CELLS, Raw, parse, parse_bytes, write
from fastqueens.packing_problem import Cover, Kind, Problem, shape_of
from fastqueens.results import Count, InputError, Reason, Result, Stats, stopped
from fastqueens.search import (
    DONE,
    FOUND,
    RUNNING,
    STOPPED,
    Kernel,
    Progress,
    Search,
    Solutions,
    check_whole,
    count_solutions,
)

__all__ = [
    "COUNT_METHODS",
    "METHODS",
    "Filling",
    "Packing",
    "PackingResult",
    "PackingWarning",
    "Piece",
    "Puzzle",
    "count",
    "iq_puzzler_pro",
    "kanoodle",
    "pentominoes",
    "solutions",
    "solve",
]

METHODS = ("auto", "bitset", "dlx", "brute-force")
COUNT_METHODS = (*METHODS, "memo")
MAX_PIECES = 256

Cell = tuple[int, int]
Place = tuple[int, int, int]
_Tick = Callable[[Progress], object]

# Letters for pieces whose names are no single characters.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class PackingWarning(UserWarning):
    """A puzzle that is perhaps not meant as it is."""


@dataclass(frozen=True)
class Piece:
    """A flat piece.

    Attributes
    ----------
    name : str
        Its letter, or any other name.
    cells : tuple of (row, column)
        In reading order, the least row and column being 0.

    Examples
    --------
    >>> print(Piece("T", ((0, 0), (0, 1), (0, 2), (1, 1))))
    TTT
     T
    """

    name: str
    cells: tuple[Cell, ...]

    @cached_property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return max(r for r, _ in self.cells) + 1, max(c for _, c in self.cells) + 1

    @cached_property
    def shape(self) -> tuple[Cell, ...]:
        """What identical pieces have in common."""
        return shape_of(self.cells)

    @property
    def connected(self) -> bool:
        """Whether every cell can be reached from every other, edge by edge."""
        left = set(self.cells)
        todo = [left.pop()]
        while todo:
            r, c = todo.pop()
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        return not left

    def __str__(self) -> str:
        rows, columns = self.size
        letter = self.name if len(self.name) == 1 else "X"
        return "\n".join(
            "".join(letter if (r, c) in self.cells else " " for c in range(columns)).rstrip()
            for r in range(rows)
        )


class Puzzle:
    """A board and the pieces that must fill it.

    Make one from arrays, or with `from_text`, `from_file` or `from_bytes`. Puzzles do not change
    and can be compared, hashed and pickled.

    Parameters
    ----------
    board : array_like of bool, shape (rows, columns), or ("pyramid", layers)
        True where there is a cell, 1 to 256 of them. In a pyramid of n layers, n x n spheres lie
        at the bottom and each layer rests in the hollows of the one below.
    pieces : sequence, or mapping from names
        Each piece is a list of (row, column) pairs, or a boolean array. Names are A, B, ... if
        none are given. A piece in several parts is accepted, with a `PackingWarning`.

    Attributes
    ----------
    layers : int or None
        Of a pyramid; None for a board in the plane.
    board : ndarray of bool or None
        The board in the plane. Read-only.
    cells : tuple of (layer, row, column)
        In reading order, from the bottom layer up.
    pieces : tuple of Piece
        In the order given.

    Examples
    --------
    >>> Puzzle(np.ones((2, 3), bool), {"I": [(0, 0), (0, 1)], "J": [[True, False], [True, True]]})
    Puzzle(2x3, 2 pieces: I2 J3)
    """

    __slots__ = ("board", "cells", "layers", "pieces")

    layers: int | None
    board: NDArray[np.bool_] | None
    cells: tuple[Place, ...]
    pieces: tuple[Piece, ...]

    def __init__(
        self,
        board: ArrayLike | tuple[Literal["pyramid"], int],
        pieces: Mapping[str, ArrayLike] | Sequence[ArrayLike],
    ) -> None:
        if isinstance(board, tuple) and len(board) == 2 and board[0] == "pyramid":
            layers = check_whole(board[1], "the number of layers", least=1)
            if layers * (layers + 1) * (2 * layers + 1) > 6 * MAX_CELLS:
                raise InputError(f"found a pyramid of {layers} layers, expected at most 8")
            self._settle(layers, None)
        else:
            self._settle(None, _read_board(board))
        if isinstance(pieces, Mapping):
            given = list(pieces.items())
        else:
            given = [(_letter(i), cells) for i, cells in enumerate(pieces)]
        if not 1 <= len(given) <= MAX_PIECES:
            raise InputError(f"found {len(given)} pieces, expected 1 to {MAX_PIECES}")
        self.pieces = tuple(
            Piece(str(name), _read_piece(str(name), cells)) for name, cells in given
        )
        self._warn(3)

    def _settle(self, layers: int | None, board: NDArray[np.bool_] | None) -> None:
        self.layers, self.board = layers, board
        if board is not None:
            board.flags.writeable = False
            self.cells = tuple((0, int(r), int(c)) for r, c in np.argwhere(board))
        else:
            sides = range(layers or 0, 0, -1)
            self.cells = tuple(
                (layer, r, c)
                for layer, side in enumerate(sides)
                for r in range(side)
                for c in range(side)
            )

    def _warn(self, level: int) -> None:
        for piece in self.pieces:
            if not piece.connected:
                warnings.warn(
                    f"piece {piece.name} is in several parts; they stay as they lie to each other",
                    PackingWarning,
                    stacklevel=level,
                )

    @classmethod
    def _from_raw(cls, raw: Raw, level: int | None = 4) -> Puzzle:
        self = cls.__new__(cls)
        board = None
        if raw.layers is None:
            board = np.array([[sign == "X" for sign in line] for line in raw.board])
        self._settle(raw.layers, board)
        self.pieces = tuple(Piece(name, _settled(cells)) for name, cells in raw.pieces)
        if level is not None:
            self._warn(level)
        return self

    @classmethod
    def from_text(cls, text: str, *, source: str | None = None) -> Puzzle:
        r"""Read the text format of `fastqueens.packing_format`.

        Parameters
        ----------
        text : str
            ``N M P``, then ``DEFAULT``, ``CUSTOM`` and a board or ``PYRAMID``, then the pieces.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            With line and column, what was found and what was expected.

        Examples
        --------
        >>> Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
        Puzzle(2x3, 2 pieces: A2 B4)
        """
        return cls._from_raw(parse(text, source=source))

    @classmethod
    def from_bytes(cls, data: bytes, *, source: str | None = None) -> Puzzle:
        """Read a file's content; see `from_text`."""
        return cls._from_raw(parse_bytes(data, source=source))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Puzzle:
        """Read a file; see `from_text`. Errors name it."""
        return cls.from_bytes(read_file(path, EXPECTED, MAX_BYTES), source=os.fsdecode(path))

    def _raw(self) -> Raw:
        rows = [] if self.board is None else self.board.tolist()
        board = tuple("".join(".X"[cell] for cell in row) for row in rows)
        return Raw(self.layers, board, tuple((p.name, p.cells) for p in self.pieces))

    def to_text(self) -> str:
        r"""Write the puzzle in the format that `from_text` reads.

        Raises
        ------
        InputError
            For pieces that the format cannot hold, such as those with longer names.

        Examples
        --------
        >>> Puzzle(("pyramid", 1), [[(0, 0)]]).to_text()
        '1 1 1\nPYRAMID\nA\n'
        """
        return write(self._raw())

    @property
    def sums(self) -> tuple[int, int]:
        """Cells of all pieces together, and cells of the board."""
        return sum(len(piece.cells) for piece in self.pieces), len(self.cells)

    @property
    def letters(self) -> tuple[str, ...]:
        """One character a piece: the names, where all are such."""
        names = tuple(piece.name for piece in self.pieces)
        if all(len(x) == 1 and x.isprintable() and not x.isspace() for x in names):
            return names
        return tuple(
            _LETTERS[k] if k < len(_LETTERS) else chr(0x4E00 + k) for k in range(len(names))
        )

    @property
    def size(self) -> str:
        """The board in a word or two.

        Examples
        --------
        >>> kanoodle("pyramid").size
        'pyramid of 5 layers'
        """
        if self.board is None:
            return f"pyramid of {self.layers} layer{'s' * (self.layers != 1)}"
        rows, columns = self.board.shape
        holes = "" if self.board.all() else f", {len(self.cells)} cells"
        return f"{rows}x{columns}{holes}"

    def __repr__(self) -> str:
        told = [f"{piece.name}{len(piece.cells)}" for piece in self.pieces]
        if len(told) > 14:
            told = [*told[:12], "...", told[-1]]
        many = f"{len(self.pieces)} piece{'s' * (len(self.pieces) != 1)}"
        return f"Puzzle({self.size}, {many}: {' '.join(told)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self._raw() == other._raw()

    def __hash__(self) -> int:
        return hash(self._raw())

    def __reduce__(self) -> tuple[Any, ...]:
        return _puzzle, (self._raw(),)


def _puzzle(raw: Raw) -> Puzzle:
    return Puzzle._from_raw(raw, None)


def _letter(index: int) -> str:
    """Return A to Z, then AA, AB, ..."""
    letters = ""
    index += 1
    while index:
        index, last = divmod(index - 1, 26)
        letters = chr(65 + last) + letters
    return letters


def _settled(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = sorted(cells)
    row, column = cells[0][0], min(c for _, c in cells)
    return tuple((r - row, c - column) for r, c in cells)


def _read_board(board: Any) -> NDArray[np.bool_]:
    try:
        array = np.asarray(board)
    except ValueError:
        array = np.empty(0)
    if array.ndim != 2 or array.dtype != bool:
        raise InputError(
            f"found a board of type {array.dtype} and shape {array.shape}, expected "
            'bool and (rows, columns), or ("pyramid", layers)'
        )
    cells = int(array.sum())
    if not 1 <= cells <= MAX_CELLS or max(array.shape) > MAX_CELLS:
        raise InputError(
            f"found a board of {array.shape[0]} x {array.shape[1]} with {cells} cells, "
            f"expected 1 to {MAX_CELLS} of each"
        )
    return array.copy()


def _read_piece(name: str, cells: Any) -> tuple[Cell, ...]:
    try:
        array = np.asarray(cells)
    except ValueError:
        array = np.empty(0)
    if array.ndim == 2 and array.dtype == bool:
        array = np.argwhere(array)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu" or not len(array):
        raise InputError(
            f"piece {name}: found {array.dtype} of shape {array.shape}, expected "
            "(row, column) pairs, or a boolean array with a cell or more"
        )
    if len(array) > MAX_CELLS or int(np.abs(array).max()) >= 1 << 30:
        raise InputError(
            f"piece {name}: found {len(array)} cells, expected at most {MAX_CELLS}, near each other"
        )
    pairs = [(int(r), int(c)) for r, c in array]
    if len(set(pairs)) != len(pairs):
        twice = next(pair for i, pair in enumerate(pairs) if pair in pairs[:i])
        raise InputError(f"piece {name}: found the cell {twice} twice")
    return _settled(pairs)


# -------------------------------------------------------------------------------------- answers


@dataclass(frozen=True)
class Packing:
    """Pieces on a board: a solution, or what stands there while a search runs.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    numbers : mapping from int
        The cells of each piece that has been placed, as indices into ``puzzle.cells``.
    """

    puzzle: Puzzle
    numbers: Mapping[int, tuple[int, ...]]

    @cached_property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell, -1 for none; of a pyramid, layer by layer from the bottom."""
        layers, board = self.puzzle.layers, self.puzzle.board
        shape = (layers, layers, layers) if layers else (1, *cast(Any, board).shape)
        grid = np.full(shape, -1, np.int16)
        for piece, cells in self.numbers.items():
            for cell in cells:
                grid[self.puzzle.cells[cell]] = piece
        return grid if layers else grid[0]

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece: (row, column), or (layer, row, column)."""
        first = 0 if self.puzzle.layers else 1
        return {
            self.puzzle.pieces[i].name: [self.puzzle.cells[cell][first:] for cell in cells]
            for i, cells in sorted(self.numbers.items())
        }

    def rows(self) -> list[str]:
        """Lines of letters: a blank where there is no cell, ``.`` where no piece stands."""
        letters = self.puzzle.letters
        grid = self.grid if self.puzzle.layers else self.grid[None]
        lines = [[" "] * grid.shape[2] for _ in range(grid.shape[0] * grid.shape[1])]
        for layer, row, column in self.puzzle.cells:
            piece = grid[layer, row, column]
            lines[layer * grid.shape[1] + row][column] = letters[piece] if piece >= 0 else "."
        if not self.puzzle.layers:
            return ["".join(line) for line in lines]
        side = self.puzzle.layers  # layers side by side, each as wide as it is
        return [
            "  ".join("".join(lines[layer * side + row][: side - layer]) for layer in range(side))
            for row in range(side)
        ]

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows())


@dataclass(slots=True, eq=False)
class PackingResult(Result):
    """The answer for one puzzle.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    packing : Packing or None
        The solution, if one was found.
    why : str or None
        What makes a search needless: cells that do not add up, or a piece that fits nowhere.
    """

    puzzle: Puzzle = field(kw_only=True)
    packing: Packing | None = field(default=None, kw_only=True)
    why: str | None = field(default=None, kw_only=True)

    @property
    def grid(self) -> NDArray[np.int16] | None:
        """The piece on each cell (see `Packing.grid`), if a solution was found."""
        return None if self.packing is None else self.packing.grid

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece; empty without a solution."""
        return {} if self.packing is None else self.packing.placements

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.why or self.stats}"
        return head if self.packing is None else f"{head}\n{self.packing}"


# ------------------------------------------------------------------------------------- searching


class _Kernel(Kernel, Protocol):
    """A kernel that fills a board."""

    def placed(self) -> dict[int, tuple[int, ...]]:
        """Return the cells (of the problem) of each piece that stands now."""
        ...


class _Answered:
    """A search with nothing to search: one solution or none."""

    def __init__(self, solutions: int, counter: str) -> None:
        self._left = solutions
        self._counter = counter
        self.work = 0

    def step(self, budget: int) -> int:
        if self._left and budget:
            self._left -= 1
            return FOUND
        return DONE

    def counters(self) -> dict[str, int]:
        return {self._counter: 0}

    def placed(self) -> dict[int, tuple[int, ...]]:
        return {}


class _Brute:
    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._kernel = _kernels.BruteForce(
            problem.cell_at, problem.place, problem.start, problem.twins, problem.offset
        )
        self.step = self._kernel.step
        self.counters = self._kernel.counters

    @property
    def work(self) -> int:
        return self._kernel.work

    def placed(self) -> dict[int, tuple[int, ...]]:
        grid = np.empty(self._problem.cells, np.int16)
        self._kernel.peek(grid)
        found: dict[int, list[int]] = {}
        for cell, piece in enumerate(grid.tolist()):
            if piece >= 0:
                found.setdefault(self._problem.pieces[piece], []).append(cell)
        return {piece: tuple(cells) for piece, cells in found.items()}


_BITSET_BYTES = 1 << 28  # beyond, "auto" takes dancing links


def _cover_kernel(cover: Cover, method: str, *, count_only: bool) -> _cover.Cover:
    kinds = {"bitset": _cover.BITSET, "dlx": _cover.DLX}
    if method not in kinds:
        need = _cover.memory(
            _cover.BITSET, len(cover.kind), cover.total, cover.primary, len(cover.items)
        )
        method = "bitset" if need <= _BITSET_BYTES else "dlx"
    return _cover.Cover(
        cover.start, cover.items, None, cover.primary, cover.total, kinds[method],
        count_only=count_only, max_bytes=1 << 34,
    )  # fmt: skip


class _Covering:
    def __init__(self, problem: Problem, kinds: list[Kind], method: str) -> None:
        self._kinds = kinds
        self._cover = Cover(problem.cells, [(kind, kind.placements) for kind in kinds])
        self._kernel = _cover_kernel(self._cover, method, count_only=False)
        self.method = "bitset" if self._kernel.method == _cover.BITSET else "dlx"
        self.step = self._kernel.step
        self.counters = self._kernel.counters
        self._options = np.empty(self._kernel.most, np.int32)

    @property
    def work(self) -> int:
        return self._kernel.work

    def placed(self) -> dict[int, tuple[int, ...]]:
        chosen = self._options[: self._kernel.peek(self._options)]
        by_kind: dict[int, list[int]] = {}
        for kind, placement in zip(
            self._cover.kind[chosen].tolist(), self._cover.placement[chosen].tolist(), strict=True
        ):
            by_kind.setdefault(kind, []).append(placement)
        found = {}
        for k, placements in by_kind.items():
            kind = self._kinds[k]  # its placements ascend: so do the copies
            for piece, p in zip(kind.pieces, sorted(placements), strict=False):
                found[piece] = tuple(kind.placements[p].tolist())
        return found


class _Distinct:
    """Lets one of the images of every solution pass.

    Where only one of the images of a piece's placements is tried, some symmetries may still leave
    that placement as it is, and those alone make images that are met twice.
    """

    def __init__(
        self, inner: _Kernel, group: Sequence[NDArray[np.int32]], pivot: int | None
    ) -> None:
        self._inner = inner
        self._pivot = pivot
        self._group = [g.tolist() for g in group[1:]]
        self.counters = inner.counters
        self.placed = inner.placed

    @property
    def work(self) -> int:
        return self._inner.work

    def step(self, budget: int) -> int:
        status = self._inner.step(budget)
        if status == FOUND:
            placed = self._inner.placed()
            mine = sorted(sorted(cells) for cells in placed.values())
            kept = None if self._pivot is None else sorted(placed[self._pivot])
            for g in self._group:
                if kept is not None and sorted(g[cell] for cell in kept) != kept:
                    continue
                if sorted(sorted([g[cell] for cell in cells]) for cells in mine) < mine:
                    return RUNNING
        return status


def _check_method(method: str, known: Sequence[str]) -> None:
    if method not in known:
        raise InputError(f"unknown method {method!r}, expected one of {', '.join(known)}")


def _problem(puzzle: Puzzle, place: Mapping[str, Iterable[Sequence[int]]] | None) -> Problem:
    """Take the pieces that the caller has placed off the puzzle."""
    fixed: dict[int, tuple[int, ...]] = {}
    names = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    numbers = {cell: i for i, cell in enumerate(puzzle.cells)}
    width = 3 if puzzle.layers else 2
    owner: dict[int, str] = {}
    for name, cells in (place or {}).items():
        if name not in names:
            raise InputError(f"place: found the piece {name!r}, expected one of {', '.join(names)}")
        found = []
        for cell in cells:
            try:
                at = tuple(int(x) for x in cell)
            except (TypeError, ValueError):
                at = ()
            number = (
                numbers.get(cast(Place, (0,) * (3 - width) + at), -1) if len(at) == width else -1
            )
            if number < 0:
                form = "(layer, row, column)" if width == 3 else "(row, column)"
                raise InputError(f"place {name}: found {cell!r}, expected a cell as {form}")
            if number in owner:
                raise InputError(f"place {name}: the cell {at} is taken by {owner[number]}")
            owner[number] = name
            found.append(number)
        fixed[names[name]] = tuple(sorted(found))
    for piece, taken in fixed.items():
        kind = Problem(puzzle, {i: () for i in range(len(puzzle.pieces)) if i != piece}).kinds[0]
        if taken not in set(map(tuple, kind.placements.tolist())):
            raise InputError(
                f"place {puzzle.pieces[piece].name}: these {len(taken)} cells are no way to put it"
            )
    return Problem(puzzle, fixed)


def _why_not(problem: Problem, *, brute: bool) -> str | None:
    """Say why there is nothing to search, if so."""
    pieces, cells = problem.puzzle.sums
    if pieces != cells:
        return f"the pieces have {pieces} cells, the board has {cells}"
    for piece in problem.pieces:
        if problem.too_large(piece):
            return f"piece {problem.puzzle.pieces[piece].name} is longer than the board"
    if not brute:
        for kind in problem.kinds:
            if not len(kind.placements):
                return f"piece {problem.puzzle.pieces[kind.pieces[0]].name} fits nowhere"
    return None


class Filling:
    r"""A search that fills a board: what `solve` and `solutions` run, for callers who step it.

    Parameters are those of `solutions`.

    Attributes
    ----------
    method : str
        The method in use.
    why : str or None
        What makes a search needless, if anything does.

    Examples
    --------
    >>> filling = Filling(Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB"), method="brute-force")
    >>> filling.step(1)  # still running: one case, which fits
    0
    >>> print(filling.packing())
    AA.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        method: str = "auto",
        distinct: bool = False,
        place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    ) -> None:
        _check_method(method, METHODS)
        self._problem = problem = _problem(puzzle, place)
        brute = method == "brute-force"
        self.method = "bitset" if method == "auto" else method
        self.why = _why_not(problem, brute=brute)
        self._inner: _Kernel
        if self.why or not problem.pieces:
            self._inner = _Answered(0 if self.why else 1, "cases" if brute else "nodes")
            return
        pivot = None
        if brute:
            self._inner = _Brute(problem)
        else:
            kinds = list(problem.kinds)
            k = problem.pivot() if distinct else None
            if k is not None:
                whole = kinds[k]
                kinds[k] = Kind(whole.pieces, whole.placements[problem.orbits(whole)[0]])
                pivot = whole.pieces[0]
            self._inner = covering = _Covering(problem, kinds, method)
            self.method = covering.method
        if distinct:
            self._inner = _Distinct(self._inner, problem.group, pivot)

    def step(self, budget: int) -> int:
        """Do at most `budget` units of work; return an ``fq_status``."""
        return self._inner.step(budget)

    @property
    def work(self) -> int:
        """Units of work done so far: nodes or cases."""
        return self._inner.work

    def counters(self) -> dict[str, int]:
        """Return the deterministic counters, by name."""
        return self._inner.counters()

    def packing(self) -> Packing:
        """Return what stands on the board: a solution, if one has just been found."""
        free = self._problem.free.tolist()
        fixed = {i: tuple(cells) for i, cells in self._problem.fixed.items()}
        placed = {i: tuple(free[cell] for cell in x) for i, x in self._inner.placed().items()}
        return Packing(self._problem.puzzle, {**fixed, **placed})


def solve(
    puzzle: Puzzle,
    *,
    method: str = "auto",
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: _Tick | None = None,
) -> PackingResult:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    method : {"auto", "bitset", "dlx", "brute-force"}
        ``"bitset"`` and ``"dlx"`` search an exact cover, cell or piece with the fewest choices
        first; their counters are ``nodes`` and ``updates``. ``"auto"`` is the first, or the
        second where that would need too much memory.

        ``"brute-force"`` is the plain procedure: the first empty cell in reading order; each
        unused piece in order; each of its cells, in order, put there; each of the 8 ways to turn
        and mirror it (in a pyramid, in each of the 3 planes). Its counter is ``cases``, the
        combinations reviewed.
    place : mapping from names to cells, optional
        Pieces that are placed already: (row, column) pairs, of a pyramid (layer, row, column).
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Nodes or cases.
    progress : callable, optional
        Called with a `Progress` about ten times a second; ``progress.kernel.packing()`` is what
        stands on the board.

    Returns
    -------
    PackingResult
        With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``.

    Raises
    ------
    InputError
        For a method or placed pieces that cannot be used.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> result = solve(puzzle, method="brute-force")
    >>> print(result.packing)
    AAB
    BBB
    >>> result.stats.cases
    32
    >>> result.placements["A"]
    [(0, 0), (0, 1)]
    >>> solve(Puzzle.from_text("1 3 1\nDEFAULT\nAA")).why
    'the pieces have 2 cells, the board has 3'
    """
    filling = Filling(puzzle, method=method, place=place)
    search = Search(filling, time_limit=time_limit, node_limit=node_limit, progress=progress)
    status = search.solve()
    result = PackingResult(status, filling.method, search.stats(), search.reason, puzzle=puzzle)
    if status == "solved":
        result.packing = filling.packing()
    elif status == "unsolvable":
        result.why = filling.why
    return result


def solutions(
    puzzle: Puzzle,
    *,
    method: str = "auto",
    distinct: bool = False,
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: _Tick | None = None,
) -> Solutions[Packing]:
    r"""Go through all solutions, each once.

    Parameters
    ----------
    distinct : bool
        Give one of the solutions that the board's rotations and reflections turn into each other:
        those that keep the pieces of `place` where they are, if there are any.
    puzzle, method, place, time_limit, node_limit, progress
        As for `solve`.

    Returns
    -------
    Solutions
        An iterator over `Packing`. Its ``status`` says afterwards whether it was exhausted
        (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAAA\nBBB")
    >>> for packing in solutions(puzzle):
    ...     print(packing)
    AAA
    BBB
    """
    filling = Filling(puzzle, method=method, distinct=distinct, place=place)
    search = Search(filling, time_limit=time_limit, node_limit=node_limit, progress=progress)
    return Solutions(search, filling.packing, method=filling.method)


# -------------------------------------------------------------------------------------- counting


class _Meter:
    """Runs kernels one after the other under common limits, and adds up their work."""

    def __init__(
        self, time_limit: float | None, node_limit: int | None, progress: _Tick | None
    ) -> None:
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.progress = progress
        self.counters: dict[str, int] = {}
        self.seconds = 0.0
        self.work = 0
        self.reason: Reason | None = None

    def run(self, kernel: Kernel, limit: int | None = None) -> int:
        """Run to the end or to `limit` solutions; return how many the loop met."""
        search = Search(
            kernel,
            time_limit=None
            if self.time_limit is None
            else max(0.0, self.time_limit - self.seconds),
            node_limit=None if self.node_limit is None else max(0, self.node_limit - self.work),
            progress=self.progress,
        )
        try:
            found, event = count_solutions(search, limit)
        finally:
            for name, value in kernel.counters().items():
                self.counters[name] = self.counters.get(name, 0) + value
            self.seconds += search.seconds
            self.work += kernel.work
        self.reason = search.reason if event == STOPPED else None
        return found

    def stats(self) -> Stats:
        return Stats(self.counters, self.seconds)


def count(
    puzzle: Puzzle,
    *,
    distinct: bool = False,
    limit: int | None = None,
    method: str = "auto",
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    progress: _Tick | None = None,
) -> Count:
    r"""Count the solutions.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    distinct : bool
        Count solutions that the board's rotations and reflections turn into each other once (see
        `solutions`). By Burnside's lemma: the average, over the symmetries, of the number of
        solutions that each leaves as they are.
    limit : int, optional
        Stop at this many; the count then has ``exact`` False.
    method : {"auto", "memo", "bitset", "dlx", "brute-force"}
        ``"memo"`` fills the first empty cell, and counts partial boards that agree on the cells
        filled and the pieces used once; it is for boards in the plane and counts what cannot be
        visited. Its counters are ``states`` and ``placements``. The others visit the solutions;
        ``"bitset"`` and ``"dlx"`` try one of the images of one piece's placements only, and
        multiply. ``"auto"`` chooses.
    place : mapping from names to cells, optional
        Pieces that are placed already, as for `solve`.
    time_limit, node_limit : optional
        Seconds; nodes, cases or states.
    max_bytes : int
        Memory that ``"memo"`` may use.
    progress : callable, optional
        As for `solve`.

    Returns
    -------
    Count
        An int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    SearchStopped
        Where a limit came first. Its ``partial`` is a `Count` of the solutions met.

    Examples
    --------
    >>> dominoes = Puzzle(np.ones((4, 4), bool), [[(0, 0), (0, 1)]] * 8)
    >>> int(count(dominoes)), int(count(dominoes, distinct=True))
    (36, 9)
    """
    _check_method(method, COUNT_METHODS)
    limit = None if limit is None else check_whole(limit, "limit")
    node_limit = None if node_limit is None else check_whole(node_limit, "node_limit")
    max_bytes = min(check_whole(max_bytes, "max_bytes"), 2**63)
    problem = _problem(puzzle, place)
    meter = _Meter(time_limit, node_limit, progress)

    if limit is not None or method == "brute-force" or _why_not(problem, brute=False) \
            or not problem.pieces:  # fmt: skip
        if method == "memo" and limit is not None:
            raise InputError("method 'memo' takes no limit: it does not visit the solutions")
        if limit == 0:
            return Count(0, method=method, exact=False)
        wanted = "auto" if method == "memo" else method
        filling = Filling(puzzle, method=wanted, distinct=distinct, place=place)
        found = meter.run(filling, limit)
        _check_stop(meter, found, filling.method)
        return Count(found, stats=meter.stats(), method=filling.method, exact=found != limit)

    return _Counting(problem, meter, max_bytes).count(method, distinct)


class _Counting:
    """All solutions of a problem, counted."""

    def __init__(self, problem: Problem, meter: _Meter, max_bytes: int) -> None:
        self.problem = problem
        self.meter = meter
        self.max_bytes = max_bytes

    def count(self, method: str, distinct: bool) -> Count:
        used, total = self.total(method)
        if distinct:
            group = self.problem.group
            cover_method = "auto" if used == "memo" else used
            for symmetry in group[1:]:
                kept = self.problem.fixed_by(symmetry)
                if kept is not None:
                    total += self.covers(kept, cover_method, total, used)
            total, rest = divmod(total, len(group))
            assert not rest
        return Count(total, stats=self.meter.stats(), method=used)

    def total(self, method: str) -> tuple[str, int]:
        """Count the solutions without regard to symmetry."""
        if method == "memo" or (method == "auto" and self.many()):
            tables = self.tables()
            if tables is None and method == "memo":
                raise InputError(
                    "method 'memo' takes boards on which 64 bits hold the cells that a piece "
                    "spans and the pieces used; this one needs more"
                )
            if tables is not None:
                kernel = _kernels.Count(*tables, self.max_bytes)
                self.meter.run(kernel)
                if self.meter.reason != "memory" or method == "memo":
                    _check_stop(self.meter, 0, "memo")
                    return "memo", kernel.total
        problem = self.problem
        pivot = problem.pivot()
        if pivot is None:
            cover = Cover(problem.cells, [(kind, kind.placements) for kind in problem.kinds])
            return self.run(cover, method, 1, 0)
        chosen, sizes = problem.orbits(problem.kinds[pivot])
        total, used = 0, method
        for size in np.unique(sizes).tolist():
            kinds = []
            for k, kind in enumerate(problem.kinds):
                kinds.append(
                    (
                        kind,
                        kind.placements[chosen[sizes == size]] if k == pivot else kind.placements,
                    )
                )
            used, found = self.run(Cover(problem.cells, kinds), method, size, total)
            total += found
        return used, total

    def run(self, cover: Cover, method: str, weight: int, before: int) -> tuple[str, int]:
        kernel = _cover_kernel(cover, method, count_only=True)
        used = "bitset" if kernel.method == _cover.BITSET else "dlx"
        self.meter.run(kernel)
        _check_stop(self.meter, before + weight * kernel.solutions, used)
        return used, weight * kernel.solutions

    def covers(self, kept: Any, method: str, before: int, used: str) -> int:
        """Count the arrangements that a symmetry keeps."""
        kernel = _cover_kernel(Cover(self.problem.cells, kept), method, count_only=True)
        self.meter.run(kernel)
        _check_stop(self.meter, before, used)
        return kernel.solutions

    def many(self) -> bool:
        """Guess whether there are too many solutions to visit, on a board in the plane.

        The estimate takes the cells of a placement as independent of each other. On rectangles
        with known counts it is low by a factor of 30 to 200, so this means some 10**5 solutions.
        """
        if self.problem.puzzle.layers:
            return False
        cells = self.problem.cells
        estimate = lgamma(cells + 1)
        for kind in self.problem.kinds:
            size = kind.placements.shape[1]
            chance = len(kind.placements) / comb(cells, size) / factorial(size)
            estimate += kind.copies * log(chance) - lgamma(kind.copies + 1)
        return estimate > log(1000)

    def tables(self) -> _Tables | None:
        """Return the problem for the memo, in the better order of cells; None if too wide."""
        problem = self.problem
        copies = np.array([kind.copies for kind in problem.kinds], np.uint32)
        bits = sum((kind.copies - 1).bit_length() + 1 for kind in problem.kinds)
        best = None
        coordinates = np.array(problem.puzzle.cells)[problem.free].T
        _, row, column = coordinates
        orders = [(column, row), (row, column), (row, row + column), (row, row - column)]
        for keys in orders:  # by rows, by columns, and by both diagonals, for slanted boards
            rank = np.empty(problem.cells, np.int32)
            rank[np.lexsort(keys)] = np.arange(problem.cells)
            cells = [np.sort(rank[kind.placements], axis=1) for kind in problem.kinds]
            spans = np.concatenate([x[:, -1] - x[:, 0] for x in cells])
            if spans.max() + 1 + bits <= 64 and (best is None or spans.mean() < best[0]):
                best = spans.mean(), cells
        if best is None:
            return None
        sizes = [np.full(len(x), x.shape[1]) for x in best[1]]
        kind = np.repeat(np.arange(len(copies)), [len(x) for x in best[1]])
        return (
            problem.cells,
            copies,
            np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.uint32),
            np.concatenate([x.ravel() for x in best[1]]).astype(np.uint16),
            kind.astype(np.uint16),
        )


_Tables = tuple[int, NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]


def _check_stop(meter: _Meter, found: int, method: str) -> None:
    if meter.reason is not None:
        partial = Count(found, stats=meter.stats(), method=method, exact=False)
        raise stopped(meter.reason, found, partial)


# ----------------------------------------------------------------------------------- ready sets

# One word a piece, rows separated by "/", "." for a blank.
_PENTOMINOES = (
    ".FF/FF/.F IIIII L/LLLL NN/.NNN PP/PPP TTT/.T/.T U.U/UUU V/V/VVV W/WW/.WW .X/XXX/.X .Y/YYYY "
    "ZZ/.Z/.ZZ"
)
_IQ_PUZZLER_PRO = (
    "AAA/A/A BB/B/B/B .CC/CC/.C D/DD/D E/EE/.EE FF/F/FF GGGG/.G HH/.HHH II/II/I J/JJ/.J KK/K/K LL/L"
)
_KANOODLE = (
    "AA/.AAA BBB/..B/..B CCCC DD/.D/DD E/EEE .F/.F/.F/FF GGGG/..G .H/HHH/.H II/.II/..I JJ/JJJ K/KK "
    "LL/LL"
)
_DIAGONAL = (
    ".XXXX.... XXXXX.... XXXXXXX.. XXXXXXX.. XXXXXXXXX ..XXXXXXX ..XXXXXXX ....XXXXX ....XXXX."
)
_HOLE = "XXXXXXXX XXXXXXXX XXXXXXXX XXX..XXX XXX..XXX XXXXXXXX XXXXXXXX XXXXXXXX"


def pentominoes(board: str = "6x10") -> Puzzle:
    """Return the twelve pentominoes on one of their boards.

    Parameters
    ----------
    board : {"6x10", "5x12", "4x15", "3x20", "8x8"}
        The last one without the four cells in its middle.

    Examples
    --------
    >>> int(count(pentominoes("3x20"), distinct=True))
    2
    """
    return _ready(_PENTOMINOES, board, ("6x10", "5x12", "4x15", "3x20", "8x8"))


def iq_puzzler_pro(board: str = "5x11") -> Puzzle:
    """Return IQ Puzzler Pro, on one of its boards.

    Parameters
    ----------
    board : {"5x11", "diagonal", "pyramid"}
        The rectangle, the slanted board of 9 x 9 or the pyramid of 5 layers.

    Examples
    --------
    >>> iq_puzzler_pro("diagonal")
    Puzzle(9x9, 55 cells, 12 pieces: A5 B5 C5 D4 E5 F5 G5 H5 I5 J4 K4 L3)
    """
    return _ready(_IQ_PUZZLER_PRO, board, ("5x11", "diagonal", "pyramid"))


def kanoodle(board: str = "5x11") -> Puzzle:
    """Return Kanoodle, on one of its boards.

    Parameters
    ----------
    board : {"5x11", "pyramid"}
        The rectangle or the pyramid of 5 layers.

    Examples
    --------
    >>> solve(kanoodle("pyramid")).status
    'solved'
    """
    return _ready(_KANOODLE, board, ("5x11", "pyramid"))


def _ready(pieces: str, board: str, boards: Sequence[str]) -> Puzzle:
    if board not in boards:
        raise InputError(f"unknown board {board!r}, expected one of {', '.join(boards)}")
    shapes = {}
    for word in pieces.split():
        rows = word.split("/")
        letter = word.replace(".", "")[0]
        shapes[letter] = [
            (r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == letter
        ]
    if board == "pyramid":
        return Puzzle(("pyramid", 5), shapes)
    if "x" in board and board != "8x8":
        return Puzzle(np.ones(tuple(map(int, board.split("x"))), bool), shapes)
    lines = (_HOLE if board == "8x8" else _DIAGONAL).split()
    return Puzzle(np.array([[x == "X" for x in line] for line in lines]), shapes)
