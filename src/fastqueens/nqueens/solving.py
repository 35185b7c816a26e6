"""Finds one solution of N-Queens: the lexicographically first, or one by a chosen method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.equality import ReadOnlyArrays
from fastqueens.json_record import JsonRecord, read_result
from fastqueens.nqueens.enumeration import Placement, solutions, solutions_by_method
from fastqueens.nqueens.options import (
    ConstraintMethod,
    ConstraintOptions,
    MemoOptions,
    MethodName,
    PlainMethod,
    SearchOptions,
    Settings,
)
from fastqueens.nqueens.rules import Variant
from fastqueens.output import Written, describe_result
from fastqueens.results import (
    InputError,
    Result,
    SolvedResult,
    UnsolvedResult,
    describe_outcome,
    describe_status,
)
from fastqueens.search import CancelEvent, Clock, ProgressLike, Solutions, keep_partial

__all__ = ["NQueensResult", "Solved", "Unsolved", "first", "solve"]


@dataclass(slots=True, eq=False)
class NQueensResult(JsonRecord, Drawn, Written, ReadOnlyArrays, Result):
    """The result of a search for one placement: `Solved` or `Unsolved`.

    Attributes
    ----------
    queens : ndarray, shape (n,), or None
        The column of the queen in each row, read-only; for ``"plus_k"`` (row, column) pairs, shape
        (n + k, 2).
    pawns : ndarray, shape (k, 2), or None
        The pawns of ``"plus_k"``; empty if k < 0.
    n : int or None
        Rows of the board, for ``"plus_k"``.
    """

    queens: NDArray[Any] | None = None
    pawns: NDArray[Any] | None = None
    n: int | None = field(default=None, repr=False)
    _arrays = ("queens", "pawns")

    def _scene(self, cell: int, look: Look) -> Scene:
        from fastqueens.nqueens.drawing import scene

        if self.queens is None:
            raise InputError("found no placement to draw")
        if self.pawns is None:
            return scene(len(self.queens), self.queens, cell=cell, look=look)
        placement = Placement(self.queens, self.pawns, self.n)
        return scene(placement.n, placement, cell=cell, look=look)

    def _display_note(self) -> str:
        return describe_outcome(self)

    def __str__(self) -> str:
        head = f"{describe_status(self.status, self.method)}: {self.stats}"
        return head if self.queens is None else f"{head}\n{self.to_text()}"

    def to_text(self) -> str:
        """Write the columns of the queens from the top row down, counted from 1.

        With pawns, write the cells of the queens and of the pawns, named as in a spreadsheet.

        Returns
        -------
        str
            The text; empty if there is no placement.

        Examples
        --------
        >>> solve(6).to_text()
        '2 4 6 1 3 5'
        """
        if self.queens is None:
            return ""
        if self.pawns is not None:
            return Placement(self.queens, self.pawns).to_text()
        return " ".join(str(column + 1) for column in self.queens.tolist())

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON.

        Returns
        -------
        dict
            ``queens``: the column of the queen in each row; for ``"plus_k"``, (row, column) pairs,
            as for ``pawns``. All numbers are counted from 0.

        Examples
        --------
        >>> solve(6).as_dict()["queens"]
        [1, 3, 5, 0, 2, 4]
        """
        pieces = {"queens": self.queens, "pawns": self.pawns}
        found = {name: x.tolist() for name, x in pieces.items() if x is not None}
        return describe_result(self, {} if self.n is None else {"n": self.n}, found)

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Any:
        shared = read_result(document)
        if shared["status"] != "solved":
            return Unsolved(**shared, n=document.get("n"))
        for name in ("queens", "pawns"):
            if name in document:
                array = np.array(document[name], np.int16)
                shared[name] = array.reshape(-1, 2) if "pawns" in document else array
        return Solved(**shared, n=document.get("n"))


class Solved(SolvedResult, NQueensResult):
    """A placement was found: `queens` is an array."""

    __slots__ = ()

    queens: NDArray[Any]


class Unsolved(UnsolvedResult, NQueensResult):
    """No placement was found: `queens` is None."""

    __slots__ = ()

    queens: None


def first(
    n: int,
    *,
    variant: Variant = "queens",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Solved | Unsolved:
    """Find the lexicographically first solution, by search.

    The search takes less than a second up to about n = 33, and seconds to minutes for n = 34 to 39
    (n = 36 is the hardest of these). From n = 40 on, set a time limit. Ctrl-C stops the search. For
    any solution of a large board, use `construct` or `random`.

    Parameters
    ----------
    n, variant, pawns, placed, time_limit, cancel, node_limit, progress
        See `solutions`.

    Returns
    -------
    NQueensResult
        `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. The result is
        true if there is a solution.

    Examples
    --------
    >>> (first(8).queens + 1).tolist()  # A141843
    [1, 5, 8, 6, 3, 7, 2, 4]
    """
    found = solutions(
        n,
        variant=variant,
        pawns=pawns,
        placed=placed,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        progress=progress,
    )
    return _first_result(found)


def _first_result(found: Solutions[Any]) -> Solved | Unsolved:
    with keep_partial(lambda: Unsolved("stopped", found.method, found.stats)):
        answer = next(found, None)
    if answer is None:
        status: Any = found.status
        return Unsolved(status, found.method, found.stats, found.reason)
    if isinstance(answer, Placement):
        return Solved("solved", found.method, found.stats, None, *answer, answer.n)
    return Solved("solved", found.method, found.stats, None, answer)


@overload
def solve(
    n: int, *, method: PlainMethod = "list", **options: Unpack[SearchOptions]
) -> Solved | Unsolved: ...
@overload
def solve(
    n: int, *, method: ConstraintMethod, **options: Unpack[ConstraintOptions]
) -> Solved | Unsolved: ...
@overload
def solve(
    n: int, *, method: Literal["backtracking-memo"], **options: Unpack[MemoOptions]
) -> Solved | Unsolved: ...
@overload
def solve(n: int, *, method: MethodName, **options: Unpack[SearchOptions]) -> Solved | Unsolved: ...
def solve(
    n: int,
    *,
    method: MethodName = "list",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
    **options: Unpack[Settings],
) -> Solved | Unsolved:
    """Find one solution by a chosen method, for example to compare methods.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 64; the generate-and-test methods have lower limits.
    method : {"list", "permutation", "permutation-skip", "tuples", "combinations", \
"backtracking", "backtracking-memo", "forward-checking", "mac", "min-conflicts"}
        The method. `METHODS` describes all methods and their options. ``"tuples"``
        and ``"combinations"`` count the ``placements`` that they generate. The counters of the
        other methods are described in `queens.solve`.
    seed : int
        The seed of the random choices of ``"min-conflicts"`` and of restarts.
    time_limit, cancel, node_limit, progress
        See `solutions`.
    **options
        The options of the method: ``METHODS[method].settings`` lists them.

    Returns
    -------
    NQueensResult
        `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. The result is
        true if there is a solution.

    Raises
    ------
    InputError
        If the size, the method or an option is invalid.

    Examples
    --------
    >>> for method in ("combinations", "tuples", "permutation", "permutation-skip"):
    ...     result = solve(6, method=method)
    ...     print(result.queens.tolist(), result.stats)  # doctest: +ELLIPSIS
    [1, 3, 5, 0, 2, 4] 533,331 placements, ...
    [1, 3, 5, 0, 2, 4] 12,761 placements, ...
    [1, 3, 5, 0, 2, 4] 187 permutations, ...
    [1, 3, 5, 0, 2, 4] 187 permutations, ...
    """
    found = solutions_by_method(
        n,
        method,
        options,
        seed=seed,
        time_limit=Clock(time_limit, cancel),
        node_limit=node_limit,
        progress=progress,
    )
    return _first_result(found)
