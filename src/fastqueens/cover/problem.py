"""An exact cover problem: reads it, solves it, lists and counts its solutions."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastqueens._kernels.cover import search as _cover
from fastqueens.cover.builder import Builder, Coloured, from_lists, from_matrix
from fastqueens.cover.formats import EXPECTED, MAX_BYTES, parse, parse_bytes, write
from fastqueens.cover.methods import METHODS, Arrays, name_of_method
from fastqueens.equality import EqualByValue, hashable
from fastqueens.input import read_file
from fastqueens.method import Method, choose
from fastqueens.output import Written, describe_result
from fastqueens.parallel.tasks import check_no_limits
from fastqueens.results import (
    Count,
    Result,
    SolvedResult,
    UnsolvedResult,
    stopped,
)
from fastqueens.search import Clock, Progress, Search, Solutions, count_all, count_in_time
from fastqueens.validation import check_items, check_whole, plural

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["METHODS", "CoverResult", "ExactCover", "MethodName", "Solved", "Unsolved"]


MethodName: TypeAlias = Literal["auto", "dlx", "bitset"]


class ExactCover(EqualByValue):
    r"""An exact cover problem.

    Problems with the same items and options in the same order are equal.

    Parameters
    ----------
    options : sequence of sequences, or a matrix
        Each option is a sequence of names of items. A name is any hashable object; a secondary item
        with a colour is a `Coloured`. A two-dimensional NumPy array or SciPy sparse matrix is
        accepted too, as for `from_matrix`.
    primary : iterable of names, optional
        The items to cover exactly once. By default all items that are not secondary, in the order
        of their first occurrence (or of the columns of a matrix). If several items have the fewest
        options left, the search branches on the first of them in this order.
    secondary : iterable of names
        The items to cover at most once. Each must be in an option.

    Attributes
    ----------
    items : tuple
        The names of the items, the primary ones first.
    primary : int
        The number of primary items.

    Raises
    ------
    InputError
        If there is no option; if an option is empty, has an item twice, or has a name that is
        neither primary nor secondary; if a primary item has a colour; if a named item is in no
        option.

    Notes
    -----
    A solution contains an option without primary items only if the option is required.

    Examples
    --------
    >>> cover = ExactCover([[0, 1], [2], [1, 2], [0]], primary=[0, 1, 2])
    >>> cover
    ExactCover(4 options, 3 primary items)
    >>> cover.solve().options
    [0, 1]
    >>> import numpy as np
    >>> int(ExactCover(np.array([[1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0]], bool)).count())
    2
    """

    __slots__ = ("_colour", "_colours", "_item", "_start", "items", "primary")

    items: tuple[Hashable, ...]
    primary: int

    def __init__(
        self,
        options: Any,
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> None:
        if isinstance(options, np.ndarray) or hasattr(options, "tocsr"):
            builder = from_matrix(options, primary, secondary)
        else:
            builder = from_lists(options, primary, secondary)
        self._set_problem(builder)

    def _value(self) -> Hashable:
        arrays = (self._start, self._item, self._colour)
        return self.items, self.primary, self._colours, *map(hashable, arrays)

    def _set_problem(self, builder: Builder) -> None:
        builder.check_complete()
        self.items = tuple(builder.numbers)
        self.primary = builder.primary
        self._start = np.array(builder.start, np.int32)
        self._item = np.array(builder.item, np.int32)
        self._colours = (None, *builder.colours)
        self._colour = np.array(builder.colour, np.int32) if builder.colours else None

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> ExactCover:
        """Make a problem from a matrix: one row for each option, one column for each item.

        Parameters
        ----------
        matrix : array_like, or SciPy sparse matrix or array
            Two-dimensional; a nonzero entry means that the option has the item.
        primary, secondary : iterable of int
            The column numbers of the primary and of the secondary items. By default all items are
            primary.

        Returns
        -------
        ExactCover
            The names of its items are the numbers of the columns.

        Raises
        ------
        InputError
            If the matrix is invalid, or if `ExactCover` refuses the problem.

        Examples
        --------
        >>> rows = [[1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0]]
        >>> cover = ExactCover.from_matrix(rows)
        >>> cover, cover.first(2)
        (ExactCover(4 options, 3 primary items), [[0, 1], [2, 3]])
        >>> ExactCover.from_matrix(rows, secondary=[2]).first(3)
        [[0], [2, 3]]
        """
        self = cls.__new__(cls)
        self._set_problem(from_matrix(matrix, primary, secondary))
        return self

    @classmethod
    def from_text(cls, text: str, *, source: str | None = None) -> ExactCover:
        r"""Read a problem in the format of Knuth's DLX programs, or a matrix of 0 and 1 in CSV.

        The first line has the names of the primary items, then optionally ``|`` and the names of
        the secondary items. Each further line is an option: its items; a secondary item with a
        colour is written ``item:colour``. Blank lines and lines that begin with ``|`` are ignored.
        A matrix has a line for each option and a column for each item; the first line may have the
        names of the items.

        Parameters
        ----------
        text : str
            The problem.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            If the input is invalid; the message names the line, the column and the expected input.

        Examples
        --------
        >>> cover = ExactCover.from_text("a b c | x\na b x:1\nc x:1\nc x:2\n")
        >>> cover
        ExactCover(3 options, 3 primary items, 1 secondary)
        >>> ExactCover.from_text("a,b,c\n1,1,0\n0,0,1\n").first(1)
        [[0, 1]]
        >>> [cover.selected(x) for x in cover.solutions()]
        [[('a', 'b', Coloured(item='x', colour='1')), ('c', Coloured(item='x', colour='1'))]]
        """
        self = cls.__new__(cls)
        self._set_problem(parse(text, source))
        return self

    @classmethod
    def from_bytes(cls, data: bytes, *, source: str | None = None) -> ExactCover:
        r"""Read the content of a file in the format of `from_text`.

        Parameters
        ----------
        data : bytes
            The problem as UTF-8.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            If the input is invalid; the message names the line, the column and the expected input.

        Examples
        --------
        >>> ExactCover.from_bytes(b"a b\r\na b\r\n")
        ExactCover(1 option, 2 primary items)
        """
        self = cls.__new__(cls)
        self._set_problem(parse_bytes(data, source))
        return self

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> ExactCover:
        """Read a file in the format of `from_text`.

        Parameters
        ----------
        path : str or path-like
            The file, at most 256 MiB.

        Raises
        ------
        InputError
            If the file cannot be read or is invalid; the message names the file.
        """
        return cls.from_bytes(read_file(path, EXPECTED, MAX_BYTES), source=os.fsdecode(path))

    def to_text(self) -> str:
        r"""Write the problem in the format of `from_text`.

        Raises
        ------
        InputError
            If the text of a name is empty, contains blanks, ``|`` or ``:``, or is not unique.

        Examples
        --------
        >>> from fastqueens.cover import langford
        >>> print(langford(3).to_text().splitlines()[0])
        1 2 3 s1 s2 s3 s4 s5 s6
        """
        options = (self.option(i) for i in range(len(self)))
        return write(self.items, self.primary, self._colours[1:], options)

    def __len__(self) -> int:
        return len(self._start) - 1

    def __repr__(self) -> str:
        secondary = len(self.items) - self.primary
        text = f"{plural(len(self), 'option')}, {plural(self.primary, 'primary item')}"
        return f"ExactCover({text}{f', {secondary} secondary' if secondary else ''})"

    def option(self, index: int) -> tuple[Hashable, ...]:
        """Return the items of an option, in their original order.

        Parameters
        ----------
        index : int
            The number of the option, counted from 0.

        Returns
        -------
        tuple
            The names of the items; an item with a colour is a `Coloured`.

        Raises
        ------
        InputError
            If there is no option with this number.

        Examples
        --------
        >>> from fastqueens.nqueens import exact_cover
        >>> exact_cover(8).option(0)
        ('r1', 'c1', 'a1', 'b8')
        """
        index = check_whole(index, "the number of an option", most=len(self) - 1)
        entries = range(self._start[index], self._start[index + 1])
        return tuple(
            self.items[self._item[e]]
            if self._colour is None or not self._colour[e]
            else Coloured(self.items[self._item[e]], self._colours[self._colour[e]])
            for e in entries
        )

    def selected(self, solution: Iterable[int]) -> list[tuple[Hashable, ...]]:
        """Return the items of the options of a solution.

        Parameters
        ----------
        solution : iterable of int
            The numbers of the options, as in `solutions`.

        Returns
        -------
        list of tuple
            The items of each option, as returned by `option`.

        Raises
        ------
        InputError
            If there is no option with this number.

        Examples
        --------
        >>> ExactCover([["a", "b"], ["c"]]).selected([0, 1])
        [('a', 'b'), ('c',)]
        """
        return [self.option(index) for index in check_items(solution, "solution", "numbers")]

    # ------------------------------------------------------------------------------- searching

    def _check_arguments(
        self, method: str, required: Iterable[int]
    ) -> tuple[Method, list[int], Arrays]:
        """Return the checked arguments of a search: method, required options, arrays."""
        chosen = choose(METHODS, method)
        listed = check_items(required, "required", "options, by number")
        most = len(self) - 1
        indices = [check_whole(index, "a required option", most=most) for index in listed]
        arrays = Arrays(self._start, self._item, self._colour, self.primary, len(self.items))
        return chosen, indices, arrays

    def _search(
        self,
        *,
        method: str = "auto",
        required: Iterable[int] = (),
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
        count_only: bool = False,
    ) -> tuple[Search, _cover.Cover, str]:
        clock = Clock(time_limit)
        chosen, indices, arrays = self._check_arguments(method, required)
        kernel = chosen.make(arrays, indices, count_only)
        search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress)
        return search, kernel, name_of_method(kernel)

    def solve(
        self,
        *,
        method: MethodName | str = "auto",
        required: Iterable[int] = (),
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Solved | Unsolved:
        """Find one solution, or prove that there is none.

        Parameters
        ----------
        method : {"auto", "dlx", "bitset"}
            ``"dlx"`` is Knuth's dancing links. ``"bitset"`` stores the compatible options of each
            option as a bitset, which takes options**2 / 8 bytes in total. It is up to 17 times as
            fast if there are few items and long options (packings), but slower if there are
            hundreds of items (sudoku). ``"auto"`` chooses by the size. Both methods branch on the
            first item with the fewest options and try its options in order; they find the same
            solutions in the same order with the same ``nodes``.
        required : iterable of int
            The indices of options that the solution must contain.
        time_limit : float, optional
            Seconds.
        node_limit : int, optional
            The search stops after this many nodes.
        progress : callable, optional
            Called with a `Progress` about ten times a second.

        Returns
        -------
        CoverResult
            `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. The result is
            true if there is a solution. Counters: ``nodes`` (the root and every option tried) and,
            with ``"dlx"``, ``updates`` (items and entries unlinked), both counted as Knuth does.

        Raises
        ------
        InputError
            If the method, a required option or a limit is invalid.

        Examples
        --------
        >>> from fastqueens.nqueens import exact_cover
        >>> result = exact_cover(8).solve()
        >>> result.status, result.options
        ('solved', [5, 11, 22, 24, 34, 44, 49, 63])
        >>> result.chosen[0][:2]
        ('r1', 'c6')
        """
        search, kernel, used = self._search(
            method=method, required=required, time_limit=time_limit, node_limit=node_limit,
            progress=progress,
        )  # fmt: skip
        status = search.solve()
        if status == "solved":
            return Solved(status, used, search.stats(), cover=self, options=_read_solution(kernel))
        return Unsolved(status, used, search.stats(), search.reason, cover=self)

    def solutions(
        self,
        *,
        method: MethodName | str = "auto",
        required: Iterable[int] = (),
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Solutions[list[int]]:
        """Iterate over all solutions, each once.

        Parameters
        ----------
        method, required, time_limit, node_limit, progress
            As for `solve`.

        Returns
        -------
        Solutions
            An iterator over ascending lists of indices of options (see `selected`). Afterwards its
            ``status`` is ``"solved"`` or ``"unsolvable"`` if all solutions were visited, or
            ``"stopped"`` at a limit.

        Examples
        --------
        >>> from fastqueens.nqueens import exact_cover
        >>> found = exact_cover(4).solutions()
        >>> list(found), found.status
        ([[2, 4, 11, 13], [1, 7, 8, 14]], 'solved')
        """
        search, kernel, used = self._search(
            method=method, required=required, time_limit=time_limit, node_limit=node_limit,
            progress=progress,
        )  # fmt: skip
        return Solutions(search, partial(_read_solution, kernel), method=used)

    def first(
        self,
        k: int,
        *,
        method: MethodName | str = "auto",
        required: Iterable[int] = (),
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> list[list[int]]:
        """Find the first k solutions, or all if there are fewer.

        Parameters
        ----------
        k : int
            The number of solutions.
        method, required, time_limit, node_limit, progress
            As for `solve`.

        Returns
        -------
        list of list of int
            As for `solutions`.

        Raises
        ------
        InputError
            If an argument is invalid.
        SearchStopped
            At a limit. Its ``partial`` is the list of the solutions found so far.

        Examples
        --------
        >>> from fastqueens.cover import langford
        >>> len(langford(7).first(5))
        5
        """
        k = check_whole(k, "k")
        found = self.solutions(
            method=method, required=required, time_limit=time_limit, node_limit=node_limit,
            progress=progress,
        )  # fmt: skip
        kept: list[list[int]] = []
        while len(kept) < k and (solution := next(found, None)) is not None:
            kept.append(solution)
        if found.status == "stopped":
            raise stopped(found.reason, len(kept), kept, what="search")
        return kept

    def count(
        self,
        *,
        limit: int | None = None,
        method: MethodName | str = "auto",
        required: Iterable[int] = (),
        time_limit: float | None = None,
        node_limit: int | None = None,
        executor: ExecutorLike | None = None,
        ledger: str | os.PathLike[str] | None = None,
        tasks: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Count:
        """Count the solutions.

        Parameters
        ----------
        limit : int, optional
            Stop after this many solutions; the count then has ``exact`` False.
        method, required, time_limit, node_limit, progress
            As for `solve`.
        executor : Executor, callable or str, optional
            The count runs on this executor, as for `nqueens.count`. Each task counts the solutions
            that contain some given options.
        ledger : path, optional
            A file that keeps the result of each task, as for `nqueens.count`.
        tasks : int, optional
            With an executor or a ledger, the approximate number of tasks.

        Returns
        -------
        Count
            An int with ``stats``, ``method`` and ``exact``.

        Raises
        ------
        SearchStopped
            At a limit, or if a task failed on every worker. Its ``partial`` is a `Count` of the
            solutions found so far.
        Interrupted
            After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.
        InputError
            If an argument is invalid.

        Examples
        --------
        >>> from fastqueens.nqueens import exact_cover
        >>> count = exact_cover(10).count()
        >>> int(count), count.method, count.stats.nodes
        (724, 'bitset', 11578)
        """
        limit = None if limit is None else check_whole(limit, "limit")
        if check_no_limits(executor, ledger, tasks, limit=limit, node_limit=node_limit):
            from fastqueens.cover.distributed_count import Share, cover_plan
            from fastqueens.parallel.count_tasks import count_plan

            clock = Clock(time_limit)
            chosen, indices, arrays = self._check_arguments(method, required)
            used = name_of_method(chosen.make(arrays, indices, True))
            problem = {"options": len(self), "primary": self.primary, "items": len(self.items)}
            about = {"count": "cover", "problem": problem}
            with count_in_time("nodes"):
                plan = cover_plan([Share(arrays, used, indices)], tasks, about, clock)
                return count_plan(
                    plan, used, executor=executor, ledger=ledger, clock=clock, progress=progress
                )
        search, kernel, used = self._search(
            method=method, required=required, time_limit=time_limit, node_limit=node_limit,
            progress=progress, count_only=limit is None,
        )  # fmt: skip
        return count_all(
            search, used, limit=limit, solutions=lambda: kernel.solutions, what="search"
        )


@dataclass(slots=True, eq=False)
class CoverResult(Written, Result):
    """The result for one exact cover: `Solved` or `Unsolved`.

    Attributes
    ----------
    cover : ExactCover
        The problem.
    options : list of int, or None
        The ascending indices of the chosen options, or None if no solution was found.
    """

    cover: ExactCover = field(kw_only=True)
    options: list[int] | None = field(default=None, kw_only=True)

    @property
    def chosen(self) -> list[tuple[Hashable, ...]]:
        """The items of the chosen options; empty without a solution."""
        return [] if self.options is None else self.cover.selected(self.options)

    def to_text(self) -> str:
        """Write the chosen options, one in each line.

        Returns
        -------
        str

        Examples
        --------
        >>> print(ExactCover([["a", "b"], ["c"], ["b", "c"]]).solve().to_text())
        a b
        c
        """
        return "\n".join(" ".join(map(str, option)) for option in self.chosen)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON.

        Returns
        -------
        dict
            The keys are those of ``fastqueens cover --json``; options are counted from 0.

        Examples
        --------
        >>> answer = ExactCover([["a", "b"], ["c"], ["b", "c"]]).solve().as_dict()
        >>> answer["solution"]
        [{'option': 0, 'items': ['a', 'b']}, {'option': 1, 'items': ['c']}]
        """
        cover, found = self.cover, dict[str, Any]()
        if self.options is not None:
            found["solution"] = [
                {"option": k, "items": list(map(str, cover.option(k)))} for k in self.options
            ]
        sizes = {"options": len(cover), "primary": cover.primary, "items": len(cover.items)}
        return describe_result(self, sizes, found)

    def __str__(self) -> str:
        lines = [" ".join(map(str, option)) for option in self.chosen]
        return "\n".join([f"{self.status} by {self.method}: {self.stats}", *lines])


class Solved(SolvedResult, CoverResult):
    """The problem was solved: `options` is a solution."""

    __slots__ = ()

    options: list[int]


class Unsolved(UnsolvedResult, CoverResult):
    """No solution was found: `options` is None."""

    __slots__ = ()

    options: None


def _read_solution(kernel: _cover.Cover) -> list[int]:
    chosen = np.empty(kernel.max_chosen, np.int32)
    found: list[int] = chosen[: kernel.peek(chosen)].tolist()
    found.sort()
    return found
