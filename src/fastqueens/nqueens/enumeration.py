"""Lists the solutions of N-Queens: one by one, or all as an array; optionally with fixed queens."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens.list import List
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.cell_names import cell_name
from fastqueens.equality import EqualByValue, hashable
from fastqueens.method import choose
from fastqueens.nqueens.counting import count
from fastqueens.nqueens.methods import METHODS, check_plain, make_search
from fastqueens.nqueens.options import CompleteOptions, ListOptions, MethodName, Settings
from fastqueens.nqueens.problem import MAX_LIST_N, check_size, list_kernel, pawn_kernel
from fastqueens.nqueens.rules import ColumnVariant, Symmetry, Variant, check_variant
from fastqueens.output import Written
from fastqueens.results import InputError, SearchStopped, stopped
from fastqueens.search import (
    DONE,
    FOUND,
    RUNNING,
    CancelEvent,
    Clock,
    ProgressLike,
    Search,
    Solutions,
)
from fastqueens.validation import check_whole

__all__ = [
    "Placement",
    "complete",
    "read_columns",
    "solutions",
    "solutions_array",
    "solutions_by_method",
]


class _QueensAndPawns(NamedTuple):
    queens: NDArray[np.int16]
    pawns: NDArray[np.int16]


class Placement(Drawn, Written, EqualByValue, _QueensAndPawns):
    """A solution of ``"plus_k"``: sorted (row, column) pairs.

    Attributes
    ----------
    queens : ndarray of int16, shape (n + k, 2)
        The queens.
    pawns : ndarray of int16, shape (k, 2)
        The pawns; empty if k < 0.
    n : int
        Rows of the board; by default the number of queens minus the number of pawns.
    """

    n: int

    def __new__(
        cls, queens: NDArray[np.int16], pawns: NDArray[np.int16], n: int | None = None
    ) -> Placement:
        """Make a placement of (row, column) pairs."""
        self = super().__new__(cls, queens, pawns)
        self.n = len(queens) - len(pawns) if n is None else n
        return self

    def _value(self) -> Hashable:
        return self.n, hashable(self.queens), hashable(self.pawns)

    def __eq__(self, other: object) -> bool:
        # A tuple of arrays cannot be compared, so this method decides for all objects.
        return type(other) is Placement and self._value() == other._value()

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = EqualByValue.__hash__

    def _scene(self, cell: int, look: Look) -> Scene:
        from fastqueens.nqueens.drawing import scene

        return scene(self.n, self, cell=cell, look=look)

    def to_text(self) -> str:
        """Write the cells of the queens and of the pawns, named as in a spreadsheet.

        Returns
        -------
        str

        Examples
        --------
        >>> Placement(np.array([[0, 2]]), np.array([[1, 0]])).to_text()
        'queens c1  pawns a2'
        """
        queens, pawns = (
            " ".join(cell_name(row, column) for row, column in cells.tolist()) for cells in self
        )
        return f"queens {queens}  pawns {pawns}" if pawns else f"queens {queens}"

    def as_dict(self) -> dict[str, Any]:
        """Return the pieces as plain data, ready for JSON.

        Returns
        -------
        dict
            ``queens`` and ``pawns``, (row, column) pairs from 0.

        Examples
        --------
        >>> Placement(np.array([[0, 2]]), np.array([[1, 0]])).as_dict()
        {'queens': [[0, 2]], 'pawns': [[1, 0]]}
        """
        return {"queens": self.queens.tolist(), "pawns": self.pawns.tolist()}


def solutions_by_method(
    n: int, method: str, options: Mapping[str, object], **limits: Any
) -> Solutions[NDArray[np.int16]]:
    """Iterate over the solutions of plain N-Queens by a method; `limits` as for `make_search`."""
    n = check_size(n, MAX_LIST_N, "solving")
    search = make_search(n, method, options, **limits)
    read = partial(read_columns, search.kernel, n)
    return Solutions(search, read, method=method, complete=METHODS[method].complete)


@overload
def solutions(
    n: int, *, variant: Literal["plus_k"], **options: Unpack[ListOptions]
) -> Solutions[Placement]: ...
@overload
def solutions(
    n: int,
    *,
    method: MethodName = "list",
    variant: ColumnVariant = "queens",
    **options: Unpack[ListOptions],
) -> Solutions[NDArray[np.int16]]: ...
def solutions(
    n: int,
    *,
    method: MethodName = "list",
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
    **options: Unpack[Settings],
) -> Solutions[Any]:
    """Iterate over all solutions; ``"list"`` yields them in lexicographic order of the columns.

    With pawns, placements are compared cell by cell, row by row: at the first cell in which two
    placements differ, a queen comes before a pawn, and a pawn before an empty cell.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 64 (27 for ``"plus_k"``); the generate-and-test methods have lower
        limits.
    method : {"list", "permutation", "permutation-skip", "tuples", "combinations", \
"backtracking", "backtracking-memo", "forward-checking", "mac", "min-conflicts"}
        The method. Only ``"list"`` accepts a variant, a symmetry or `placed`.
    variant : str
        One of `VARIANTS`; see `fastqueens.nqueens`.
    symmetry : {"all", "fundamental"}
        All solutions, or only the lexicographically least solution of each class under the 8
        symmetries (4 for ``"toroidal_semiqueens"``, because a mirror exchanges the diagonals).
    pawns : int
        For ``"plus_k"``: the number k of pawns and of additional queens; if negative, there are no
        pawns, and n + k queens.
    placed : array_like, optional
        Queens on the board: n columns (-1 for a row without a queen), or (row, column) pairs.
    seed, **options
        The options of the method, as for `solve`.
    time_limit, node_limit : optional
        The search stops after `time_limit` seconds, or after `node_limit` units of the method's
        work: for ``"list"``, queens that were placed.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    progress : callable or "bar", optional
        Called with a `Progress` about ten times a second.

    Returns
    -------
    Solutions
        An iterator over int8 arrays of n columns, or over `Placement` for ``"plus_k"``; afterwards
        its ``status`` is the outcome of the search.

    Raises
    ------
    InputError
        If the size, an option or `placed` is invalid.

    Examples
    --------
    >>> [queens.tolist() for queens in solutions(6)]
    [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
    >>> [queens.tolist() for queens in solutions(6, symmetry="fundamental")]
    [[1, 3, 5, 0, 2, 4]]
    """
    choose(METHODS, method, options)
    if method != "list":
        check_plain(method, variant, symmetry, pawns, placed)
        return solutions_by_method(
            n,
            method,
            options,
            seed=seed,
            time_limit=Clock(time_limit, cancel),
            node_limit=node_limit,
            progress=progress,
        )
    variant = check_variant(variant, symmetry, pawns)
    clock = Clock(time_limit, cancel)
    limits = {"time_limit": clock, "node_limit": node_limit, "progress": progress}
    fundamental = symmetry == "fundamental"
    if variant == "plus_k":
        board = pawn_kernel(n, pawns, placed, fundamental=fundamental)

        def placement() -> Placement:
            cells = np.empty(board.n + max(pawns, 0), np.int16), np.empty(max(pawns, 0), np.int16)
            sizes = board.peek(*cells)
            queens, pieces = (
                np.column_stack(np.divmod(part[:size], np.int16(board.n)))
                for part, size in zip(cells, sizes, strict=True)
            )
            return Placement(queens, pieces, board.n)

        return Solutions(Search(board, **limits), placement, method="list")  # type: ignore[arg-type]
    kernel = list_kernel(n, variant, placed, fundamental=fundamental)
    return Solutions(
        Search(kernel, **limits),  # type: ignore[arg-type]
        lambda: read_columns(kernel, kernel.n).astype(np.int8),
        method="list",
    )


def read_columns(kernel: Any, n: int) -> NDArray[np.int16]:
    """Return the columns of the queens in the current state of a kernel."""
    columns = np.empty(n, np.int16)
    kernel.peek(columns)
    return columns


@overload
def complete(
    n: int, placed: ArrayLike, *, variant: Literal["plus_k"], **options: Unpack[CompleteOptions]
) -> Solutions[Placement]: ...
@overload
def complete(
    n: int,
    placed: ArrayLike,
    *,
    variant: ColumnVariant = "queens",
    **options: Unpack[CompleteOptions],
) -> Solutions[NDArray[np.int16]]: ...
def complete(
    n: int,
    placed: ArrayLike,
    *,
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Solutions[Any]:
    """Iterate over the solutions that contain the placed queens.

    Parameters
    ----------
    n, variant, symmetry, pawns, time_limit, cancel, node_limit, progress
        See `solutions`.
    placed : array_like
        Queens on the board: n columns (-1 for a row without a queen), or (row, column) pairs.

    Returns
    -------
    Solutions
        See `solutions`.

    Examples
    --------
    >>> [queens.tolist() for queens in complete(6, [(0, 2)])]
    [[2, 5, 1, 4, 0, 3]]
    """
    return solutions(
        n,
        variant=variant,
        symmetry=symmetry,
        pawns=pawns,
        placed=placed,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        progress=progress,
    )


def solutions_array(
    n: int,
    *,
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    placed: ArrayLike | None = None,
    max_bytes: int = 1 << 30,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> NDArray[np.int8]:
    """Return all solutions at once.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 64.
    variant, symmetry, placed
        See `solutions`. The variant ``"plus_k"`` is not allowed.
    max_bytes : int
        The largest size of the array, in bytes.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    ndarray of int8, shape (S, n)
        The solutions in lexicographic order.

    Raises
    ------
    InputError
        If the solutions do not fit in `max_bytes`, or an argument is invalid.
    SearchStopped
        If the time limit was reached. Its ``partial`` is the array of the solutions found so far.

    Examples
    --------
    >>> solutions_array(8).shape
    (92, 8)
    """
    clock = Clock(time_limit, cancel)
    variant = check_variant(variant, symmetry, 0)
    if variant == "plus_k":
        raise InputError("solutions_array does not support the variant 'plus_k'; use solutions()")
    n = check_size(n, MAX_LIST_N, "listing")
    fundamental = symmetry == "fundamental"
    max_bytes = check_whole(max_bytes, "max_bytes", most=2**63 - 1)
    refusal = InputError(
        f"the solutions of n = {n} take more than max_bytes = {max_bytes:,}; "
        f"use solutions() to get them one by one"
    )
    if variant == "queens" and placed is None and n > 14:
        # Count first: counting is faster than listing. For n of 8 and more, a larger board has more
        # solutions, so the count for 18 rows is a lower bound for larger boards.
        try:
            number = count(
                min(n, 18), symmetry=symmetry, time_limit=clock.left(), cancel=clock.cancel
            )
        except SearchStopped as stop:
            nothing = np.empty((0, n), np.int8)
            raise stopped(stop.reason, 0, nothing, what="listing") from stop
        if number * n > max_bytes:
            raise refusal
    # The second half of the solutions is the mirror image of the first half, in reverse order.
    half = placed is None and n > 1 and not fundamental and variant != "toroidal_semiqueens"
    kernel = list_kernel(n, variant, placed, half=half, fundamental=fundamental)
    writer = _ArrayWriter(kernel, n, max_bytes // n // (2 if half else 1), mirror=half)
    event = Search(writer, time_limit=clock).run()
    if event == FOUND:
        raise refusal
    rows = writer.rows()
    if event != DONE:
        raise stopped(clock.reason, len(rows), rows, what="listing")
    return rows


class _ArrayWriter:
    """Stores the solutions of a listing kernel in one growing array; run by `Search`.

    The array grows in place where the system can do so, because a copy of gigabytes takes seconds.
    With `mirror`, the mirror images of the listed solutions follow in reverse order.
    """

    _BLOCK = 1 << 16  # the most solutions by which the array grows

    def __init__(self, kernel: List, n: int, capacity: int, *, mirror: bool) -> None:
        self._kernel = kernel
        self._n = n
        self._capacity = capacity
        self._mirror = mirror
        self._array = np.empty((0, n), np.int8)
        self._used = 0  # solutions in the array
        self._listed: int | None = None  # the solutions of the kernel, when it has found them all
        self.counters = kernel.counters

    @property
    def spent(self) -> int:
        return self._kernel.spent

    def step(self, budget: int) -> int:
        """Store more solutions; FOUND means that there are too many solutions."""
        if self._used == len(self._array):
            self._resize(self._used + min(self._BLOCK, max(self._used, 1024)))
        if self._listed is not None:
            return self._store_mirror_images(self._listed)
        status, written = self._kernel.fill(self._array[self._used :], budget)
        self._used += written
        if self._used > self._capacity:
            return FOUND
        if status == DONE and self._mirror:
            self._listed = self._used
            return RUNNING
        return RUNNING if status == FOUND else status

    def _store_mirror_images(self, listed: int) -> int:
        left = 2 * listed - self._used
        size = min(left, len(self._array) - self._used)
        images = self._n - 1 - self._array[left - size : left][::-1]
        self._array[self._used : self._used + size] = images
        self._used += size
        return RUNNING if size < left else DONE

    def _resize(self, size: int) -> None:
        self._array.resize((size, self._n), refcheck=False)  # no other array shares the memory

    def rows(self) -> NDArray[np.int8]:
        """Return the array of the solutions; the writer cannot be used any more."""
        self._resize(self._used)
        return self._array
