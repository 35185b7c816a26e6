"""An exact cover problem: reads it, solves it, lists and counts its solutions."""

from __future__ import annotations

import heapq
import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover import search as _cover
from fastqueens.canvas.displayed import Displayed, Rows
from fastqueens.cover.builder import Bounds, Builder, Coloured, check_costs, from_lists, from_matrix
from fastqueens.cover.estimator import Estimate, dive
from fastqueens.cover.formats import parse, parse_bytes, parse_file, write
from fastqueens.cover.methods import (
    COUNT_METHODS,
    MEMO_BYTES,
    METHODS,
    Arrays,
    make_counter,
    name_of_method,
)
from fastqueens.cover.search_tree import make_tree, with_share
from fastqueens.equality import EqualByValue, hashable
from fastqueens.input import check_text, load_json, normalise_text
from fastqueens.json_record import read_result
from fastqueens.method import Method, choose
from fastqueens.output import Written, describe_result
from fastqueens.parallel.tasks import check_no_limits
from fastqueens.results import (
    Count,
    InputError,
    Interrupted,
    Result,
    SearchStopped,
    SolvedResult,
    UnsolvedResult,
    describe_outcome,
    describe_status,
    stopped,
)
from fastqueens.search import (
    CancelEvent,
    Clock,
    ProgressLike,
    Search,
    Solutions,
    count_all,
    count_in_time,
    keep_partial,
)
from fastqueens.validation import (
    ItemsProgress,
    check_items,
    check_progress,
    check_seed,
    check_whole,
    plural,
)

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = [
    "COUNT_METHODS",
    "METHODS",
    "CoverResult",
    "ExactCover",
    "MethodName",
    "Minimum",
    "Priced",
    "Solved",
    "Unsolved",
]


_MAX_DIVES = 10**9
MethodName: TypeAlias = Literal["auto", "dlx", "bitset"]
# The costs of the options: one for each, or a function of the items of an option.
Costs: TypeAlias = Sequence[int] | Callable[[tuple[Hashable, ...]], int]


class Priced(NamedTuple):
    """A solution with its cost.

    Attributes
    ----------
    cost : int
        The sum of the costs of the options.
    options : list of int
        The ascending indices of the options.

    Examples
    --------
    >>> cover = ExactCover([["a", "b"], ["a"], ["b"]], cost=[5, 2, 2])
    >>> cover.cheapest(1)
    [Priced(cost=4, options=[1, 2])]
    """

    cost: int
    options: list[int]


class ExactCover(EqualByValue):
    r"""An exact cover problem.

    Problems with the same items and options in the same order are equal.

    Parameters
    ----------
    options : sequence of sequences, or a matrix
        Each option is a sequence of names of items. A name is any hashable object; a secondary item
        with a colour is a `Coloured`. A two-dimensional NumPy array or SciPy sparse matrix is
        also accepted; see `from_matrix`.
    primary : iterable of names, optional
        The items to cover exactly once. By default all items that are not secondary, in the order
        of their first occurrence (or of the columns of a matrix). If several items have the fewest
        options left, the search branches on the first of them in this order.
    secondary : iterable of names
        The items to cover at most once. Each must be in an option.
    multiplicity : mapping, optional
        The number of options of a solution that contain a primary item, under the name of the item.
        It is a number, or a pair of bounds; the upper bound None means any number. All other
        primary items are covered exactly once.
    cost : sequence of int or callable, optional
        The cost of each option, 0 or more; or a function that returns the cost of an option, given
        its items (as `option` returns them). Without costs, every option costs 1.

    Attributes
    ----------
    items : tuple
        The names of the items, the primary ones first.
    primary : int
        The number of primary items.
    multiplicity : dict
        The bounds of the primary items that need not be covered exactly once.

    Raises
    ------
    InputError
        If there is no option; if an option is empty, has an item twice, or has an item that is
        neither primary nor secondary; if a primary item has a colour; or if no option contains an
        item of `primary` or `secondary`.

    Notes
    -----
    A solution contains an option without primary items only if the caller requires this option.

    A solution is a set of options: if an item has a multiplicity, the order in which its options
    are chosen makes no difference. If there is a multiplicity, equal options are copies of each
    other. Solutions that differ only in the choice of copies are one solution; it contains the
    first copies.

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
    >>> options = [["x", 1], ["x", 2], ["x", 3], [1], [2], [3]]
    >>> cover = ExactCover(options, multiplicity={"x": (0, 1)})
    >>> cover.first(4)
    [[0, 4, 5], [1, 3, 5], [2, 3, 4], [3, 4, 5]]
    """

    __slots__ = (
        "_arrays", "_bounds", "_colour", "_colours", "_cost", "_item", "_start", "items", "primary",
    )  # fmt: skip

    items: tuple[Hashable, ...]
    primary: int

    def __init__(
        self,
        options: Any,
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
        multiplicity: Mapping[Any, Bounds] | None = None,
        cost: Costs | None = None,
    ) -> None:
        if isinstance(options, np.ndarray) or hasattr(options, "tocsr"):
            builder = from_matrix(options, primary, secondary)
        else:
            builder = from_lists(options, primary, secondary)
        self._set_problem(builder, multiplicity, cost)

    def _value(self) -> Hashable:
        arrays = (self._start, self._item, self._colour, self._cost)
        bounds = tuple(sorted(self._bounds.items()))
        return self.items, self.primary, self._colours, bounds, *map(hashable, arrays)

    def _set_problem(
        self,
        builder: Builder,
        multiplicity: Mapping[Any, Bounds] | None = None,
        cost: Costs | None = None,
    ) -> None:
        if multiplicity is not None:
            builder.add_multiplicity(multiplicity)
        builder.check_complete()
        # An item that is covered exactly once after all needs no bounds.
        self._bounds = {k: pair for k, pair in builder.bounds.items() if pair != (1, 1)}
        self._arrays: Arrays | None = None
        self.items = tuple(builder.numbers)
        self.primary = builder.primary
        self._start = np.asarray(builder.start, np.int32)
        self._item = np.asarray(builder.item, np.int32)
        self._colours = (None, *builder.colours)
        self._colour = np.asarray(builder.colour, np.int32) if builder.colours else None
        self._cost: NDArray[np.int64] | None = None
        if cost is not None:
            builder.costs = check_costs(cost, len(self), self.option)
            builder.check_costs()
        if builder.costs is not None:
            self._cost = np.asarray(builder.costs, np.int64)

    @property
    def multiplicity(self) -> dict[Hashable, tuple[int, int]]:
        """The bounds of the primary items that need not be covered exactly once."""
        return {self.items[k]: pair for k, pair in self._bounds.items()}

    @property
    def costs(self) -> list[int]:
        """The cost of each option; without costs, every option costs 1."""
        return [1] * len(self) if self._cost is None else self._cost.tolist()

    @classmethod
    def from_matrix(
        cls,
        matrix: object,
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
        multiplicity: Mapping[Any, Bounds] | None = None,
        cost: Costs | None = None,
    ) -> ExactCover:
        """Make a problem from a matrix: one row for each option, one column for each item.

        Parameters
        ----------
        matrix : array_like, or SciPy sparse matrix or array
            Two-dimensional; a nonzero entry means that the option has the item.
        primary, secondary : iterable of int
            The column numbers of the primary and of the secondary items. By default all items are
            primary.
        multiplicity, cost
            See `ExactCover`. The names of the items are column numbers.

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
        self._set_problem(from_matrix(matrix, primary, secondary), multiplicity, cost)
        return self

    @classmethod
    def from_text(cls, text: str, *, source: str | None = None) -> ExactCover:
        r"""Read a problem in the format of Knuth's DLX programs, or a matrix of 0 and 1 in CSV.

        The first line has the names of the primary items, then optionally ``|`` and the names of
        the secondary items. Each further line lists the items of an option. A secondary item with a
        colour is written ``item:colour``. Blank lines and lines that begin with ``|`` are ignored.
        A primary item with a multiplicity is written ``3|item`` or ``2:3|item`` in the first line.
        An option with a cost ends in ``|3`` or ``$3``; other options then cost 0. A matrix has a
        line for each option and a column for each item; the first line may have the names of the
        items.

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
        >>> ExactCover.from_text("1:2|a b\na b |7\na |1\na b |3\n").cheapest(2)
        [Priced(cost=3, options=[2]), Priced(cost=4, options=[1, 2])]
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
        self = cls.__new__(cls)
        self._set_problem(parse_file(path))
        return self

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
        return write(
            self.items,
            self.primary,
            self._colours[1:],
            options,
            bounds=self._bounds,
            costs=None if self._cost is None else self._cost.tolist(),
        )

    def __len__(self) -> int:
        return len(self._start) - 1

    def __repr__(self) -> str:
        secondary = len(self.items) - self.primary
        text = f"{plural(len(self), 'option')}, {plural(self.primary, 'primary item')}"
        text += f", {secondary} secondary" if secondary else ""
        text += ", multiplicities" if self._bounds else ""
        return f"ExactCover({text}{'' if self._cost is None else ', costs'})"

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
        self,
        method: str,
        required: Iterable[int],
        max_cost: int | None = None,
        *,
        table: Mapping[Any, Method] = METHODS,
    ) -> tuple[Method, list[int], Arrays]:
        """Return the checked arguments of a search: method, required options, arrays."""
        chosen = choose(table, method)
        listed = check_items(required, "required", "options, by number")
        most = len(self) - 1
        indices = [check_whole(index, "a required option", most=most) for index in listed]
        arrays = self._arrays
        if arrays is None:
            arrays = self._arrays = self._make_arrays()
        if max_cost is not None:
            arrays = self._priced(arrays, check_whole(max_cost, "max_cost"))
        elif arrays.cost is not None:
            arrays = arrays._replace(cost=None)  # the search finds all solutions
        return chosen, indices, arrays

    def _make_arrays(self) -> Arrays:
        arrays = Arrays(
            self._start, self._item, self._colour, self.primary, len(self.items), cost=self._cost
        )
        if not self._bounds:
            return arrays
        lower, upper = np.ones((2, self.primary), np.int32)
        for k, pair in self._bounds.items():
            lower[k], upper[k] = pair
        earlier, last = np.full(len(self), -1, np.int32), dict[Any, int]()
        cost = self.costs
        for k in range(len(self)):
            entries = slice(self._start[k], self._start[k + 1])
            colours = None if self._colour is None else self._colour[entries].tolist()
            items = self._item[entries].tolist()
            key = (cost[k], frozenset(zip(items, colours, strict=True) if colours else items))
            earlier[k] = last.get(key, -1)
            last[key] = k
        return arrays._replace(lower=lower, upper=upper, copy_of=earlier)

    def _priced(self, arrays: Arrays, max_cost: int) -> Arrays:
        """Return the arrays with the costs of the options and the highest cost of a solution."""
        cost = np.ones(len(self), np.int64) if self._cost is None else self._cost
        return arrays._replace(cost=cost, max_cost=min(max_cost, _cover.MAX_COST))

    def _search(
        self,
        *,
        method: str = "auto",
        required: Iterable[int] = (),
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
        max_cost: int | None = None,
        keep: int = 0,
    ) -> tuple[Search, _cover.Cover, str]:
        clock = Clock(time_limit, cancel)
        chosen, indices, arrays = self._check_arguments(method, required, max_cost)
        kernel = chosen.make(arrays, indices, False, keep)
        report = with_share(check_progress(progress), arrays, indices)
        search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=report)
        return search, kernel, name_of_method(kernel)

    def solve(
        self,
        *,
        method: MethodName = "auto",
        required: Iterable[int] = (),
        max_cost: int | None = None,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Solved | Unsolved:
        """Find one solution, or prove that there is none.

        Parameters
        ----------
        method : {"auto", "dlx", "bitset"}
            ``"dlx"`` is Knuth's dancing links. ``"bitset"`` stores the compatible options of each
            option as a bitset, which takes options**2 / 8 bytes in total. Compared with ``"dlx"``,
            it is up to 17 times as fast if there are few items and long options (packings), but
            slower if there are hundreds of items (sudoku). ``"auto"`` chooses one of the two by the
            size of the problem. Both methods branch on the first item with the fewest options and
            try its options in order; they find the same solutions in the same order with the same
            ``nodes``.
        required : iterable of int
            The indices of options that the solution must contain.
        max_cost : int, optional
            The largest cost of a solution. If the problem has no costs, every option costs 1.
        time_limit : float, optional
            The time limit in seconds.
        cancel : threading.Event, optional
            If another thread sets this event, the search ends soon, as at a time limit.
        node_limit : int, optional
            The search stops after this many nodes.
        progress : callable or "bar", optional
            Called with a `Progress` about ten times a second. Its ``fraction`` estimates the share
            of the search that is done, from the choices of the first levels.

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
            method=method, required=required, max_cost=max_cost,
            time_limit=time_limit, cancel=cancel, node_limit=node_limit, progress=progress,
        )  # fmt: skip
        with keep_partial(lambda: Unsolved("stopped", used, search.stats(), cover=self)):
            status = search.solve()
        if status == "solved":
            return Solved(status, used, search.stats(), cover=self, options=_read_solution(kernel))
        return Unsolved(status, used, search.stats(), search.reason, cover=self)

    def solutions(
        self,
        *,
        method: MethodName = "auto",
        required: Iterable[int] = (),
        max_cost: int | None = None,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Solutions[list[int]]:
        """Iterate over all solutions, each once.

        Parameters
        ----------
        method, required, max_cost, time_limit, cancel, node_limit, progress
            See `solve`.

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
            method=method, required=required, max_cost=max_cost,
            time_limit=time_limit, cancel=cancel, node_limit=node_limit, progress=progress,
        )  # fmt: skip
        return Solutions(search, partial(_read_solution, kernel), method=used)

    def first(
        self,
        k: int,
        *,
        method: MethodName = "auto",
        required: Iterable[int] = (),
        max_cost: int | None = None,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> list[list[int]]:
        """Find the first k solutions, or all if there are fewer.

        Parameters
        ----------
        k : int
            The number of solutions.
        method, required, max_cost, time_limit, cancel, node_limit, progress
            See `solve`.

        Returns
        -------
        list of list of int
            See `solutions`.

        Raises
        ------
        InputError
            If an argument is invalid.
        SearchStopped
            If a limit was reached. Its ``partial`` is the list of the solutions found so far.

        Examples
        --------
        >>> from fastqueens.cover import langford
        >>> len(langford(7).first(5))
        5
        """
        k = check_whole(k, "k")
        found = self.solutions(
            method=method, required=required, max_cost=max_cost,
            time_limit=time_limit, cancel=cancel, node_limit=node_limit, progress=progress,
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
        method: MethodName | Literal["memo"] = "auto",
        required: Iterable[int] = (),
        max_cost: int | None = None,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        max_bytes: int = MEMO_BYTES,
        executor: ExecutorLike | None = None,
        ledger: str | os.PathLike[str] | None = None,
        tasks: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Count:
        """Count the solutions.

        Parameters
        ----------
        limit : int, optional
            Stop after this many solutions. The attribute ``exact`` of the count is then False.
        method : {"auto", "memo", "dlx", "bitset"}
            ``"memo"`` is ``"bitset"`` with a table of the states that were counted: when the search
            reaches such a state again, it adds the number of solutions from the table. If states
            repeat often (dominoes, Latin squares, colourings), ``"memo"`` is several times to
            thousands of times as fast as ``"bitset"``; if they do not repeat, it may take twice the
            time. It does not support `limit`, `max_cost` and multiplicities. ``"auto"`` tries
            ``"memo"`` for some thousand nodes and continues with it if states repeat often enough.
            It does not try ``"memo"`` if there is a limit of solutions, nodes or costs. The other
            methods are those of `solve`.
        required, max_cost, time_limit, cancel, node_limit, progress
            See `solve`.
        max_bytes : int
            The memory, in bytes, that ``"memo"`` may use. If the table is full, new states replace
            the states that were fastest to count.
        executor : Executor, callable or str, optional
            The executor that runs the count; see `nqueens.count`. Each task counts the solutions
            that contain some given options.
        ledger : path, optional
            A file that keeps the result of each task; see `nqueens.count`.
        tasks : int, optional
            With an executor or a ledger, the approximate number of tasks.

        Returns
        -------
        Count
            An int with ``stats``, ``method`` and ``exact``.

        Raises
        ------
        SearchStopped
            At a limit, if a task failed on every worker, or if ``"memo"`` finds 2**128 solutions.
            Its ``partial`` is a `Count` of the solutions found so far.
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
        >>> from fastqueens.cover import langford
        >>> int(langford(8).count(method="memo"))
        300
        """
        limit = None if limit is None else check_whole(limit, "limit")
        max_bytes = check_whole(max_bytes, "max_bytes", most=2**63 - 1)
        clock = Clock(time_limit, cancel)
        chosen, indices, arrays = self._check_arguments(
            method, required, max_cost, table=COUNT_METHODS
        )
        visiting = chosen is not COUNT_METHODS["memo"]
        if limit is not None and not visiting:
            raise InputError(
                "method 'memo' does not support limit: it does not visit the solutions"
            )
        report = check_progress(progress)
        if check_no_limits(executor, ledger, tasks, limit=limit, node_limit=node_limit):
            from fastqueens.cover.distributed_count import Share, cover_plan
            from fastqueens.parallel.count_tasks import count_plan

            used = name_of_method(make_counter(method, arrays, indices, max_bytes)[0])
            problem = {"options": len(self), "primary": self.primary, "items": len(self.items)}
            about = {"count": "cover", "problem": problem}
            with count_in_time(clock, "nodes"):
                share = Share(arrays, used, indices, max_bytes=max_bytes)
                plan = cover_plan([share], tasks, about, clock)
                return count_plan(
                    plan, used, executor=executor, ledger=ledger, clock=clock, progress=report
                )
        # The trial of "auto" visits nodes before a limit could stop it.
        seconds = 0.0
        if visiting and (limit is not None or node_limit is not None or clock.expired):
            kernel = chosen.make(arrays, indices, limit is None)
        else:
            kernel, seconds = make_counter(method, arrays, indices, max_bytes)
        report = with_share(report, arrays, indices)
        search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=report)
        search.seconds = seconds
        try:
            return count_all(
                search, name_of_method(kernel), limit=limit, solutions=lambda: kernel.solutions,
                what="search",
            )  # fmt: skip
        except SearchStopped as stop:
            if not kernel.overflowed:
                raise
            raise SearchStopped(
                "the search was stopped because there are 2**128 or more solutions; method 'memo' "
                "cannot count them",
                partial=stop.partial,
                reason="memory",
            ) from None

    def estimate(
        self,
        *,
        dives: int = 1000,
        required: Iterable[int] = (),
        seed: int = 0,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        progress: ItemsProgress | None = None,
    ) -> Estimate:
        """Estimate the number of solutions and of nodes by Knuth's random dives.

        A dive goes down the search tree to a solution or a dead end and takes one of the options of
        each item at random. If a dive ends in a dead end, its estimate of the number of solutions
        is 0; otherwise it is the product of the numbers of options along the path. The mean over
        many dives tends to the true number.

        Parameters
        ----------
        dives : int
            The number of dives, 2 or more; four times as many dives halve the error.
        required : iterable of int
            The indices of options that the solutions must contain.
        seed : int
            The seed of the random choices.
        time_limit : float, optional
            The time limit in seconds.
        cancel : threading.Event, optional
            If another thread sets this event, the search ends soon, as at a time limit.
        progress : callable or "bar", optional
            Called with two numbers: the number of dives so far, and the number of all dives.

        Returns
        -------
        Estimate

        Raises
        ------
        SearchStopped
            If the time limit was reached. Its ``partial`` is the `Estimate` from the dives so far,
            or None if there were fewer than two.
        InputError
            If an argument is invalid.

        Examples
        --------
        >>> from fastqueens.cover import langford
        >>> guess = langford(8).estimate(dives=400)
        >>> abs(guess.solutions - 300) < 3 * guess.solutions_error
        True
        >>> abs(guess.nodes - langford(8).count(method="dlx").stats.nodes) < 3 * guess.nodes_error
        True
        """
        clock = Clock(time_limit, cancel)
        _, indices, arrays = self._check_arguments("auto", required)
        dives = check_whole(dives, "dives", least=2, most=_MAX_DIVES)
        seed = check_seed(seed)
        report = check_progress(progress)
        return dive(make_tree(arrays, indices, clock), dives, seed, report)

    def minimum(
        self,
        *,
        method: MethodName = "auto",
        required: Iterable[int] = (),
        max_cost: int | None = None,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Minimum:
        """Find a cheapest solution.

        Without costs, every option costs 1, so the solution has the fewest options. The search
        abandons a branch when the cost of its options, plus a lower bound on the cost of covering
        the remaining items, is too high.

        Parameters
        ----------
        method, required, max_cost, time_limit, cancel, node_limit, progress
            See `solve`.

        Returns
        -------
        Minimum
            If its ``status`` is ``"solved"``, no solution is cheaper. If a limit was reached, the
            ``status`` is ``"stopped"``; ``options`` and ``cost`` are then those of the cheapest
            solution found so far, or None.

        Raises
        ------
        Interrupted
            After Ctrl-C: a `KeyboardInterrupt` whose ``partial`` is the result so far.
        InputError
            If the method, a required option or a limit is invalid.

        Examples
        --------
        >>> cover = ExactCover([["a", "b"], ["a"], ["b"]], cost=[5, 2, 2])
        >>> cheapest = cover.minimum()
        >>> cheapest.cost, cheapest.options, cheapest.status
        (4, [1, 2], 'solved')
        >>> ExactCover([["a", "b"], ["a"], ["b"]]).minimum().options
        [0]
        """

        def result(found: list[Priced], solutions: Solutions[Priced]) -> Minimum:
            cost, options = found[0] if found else (None, None)
            status = "stopped" if solutions.status == "running" else solutions.status
            return Minimum(
                status, solutions.method, solutions.stats, solutions.reason,
                cover=self, options=options, cost=cost,
            )  # fmt: skip

        try:
            return result(
                *self._cheapest(
                    1, method=method, required=required, max_cost=max_cost,
                    time_limit=time_limit, cancel=cancel, node_limit=node_limit, progress=progress,
                )
            )  # fmt: skip
        except Interrupted as stop:
            raise Interrupted(result(*stop.partial)) from None

    def cheapest(
        self,
        k: int,
        *,
        method: MethodName = "auto",
        required: Iterable[int] = (),
        max_cost: int | None = None,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> list[Priced]:
        """Find the k cheapest solutions, or all if there are fewer.

        Parameters
        ----------
        k : int
            The number of solutions, at most 1,048,576.
        method, required, max_cost, time_limit, cancel, node_limit, progress
            See `solve`.

        Returns
        -------
        list of Priced
            The solutions with their costs, the cheapest first. If several solutions have the same
            cost, the search keeps the solutions that it finds first.

        Raises
        ------
        InputError
            If an argument is invalid.
        SearchStopped
            If a limit was reached. Its ``partial`` is the list of the cheapest solutions found so
            far.
        Interrupted
            After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.

        Examples
        --------
        >>> cover = ExactCover([["a", "b"], ["a"], ["b"]], cost=[5, 2, 2])
        >>> cover.cheapest(2)
        [Priced(cost=4, options=[1, 2]), Priced(cost=5, options=[0])]
        """
        k = check_whole(k, "k", most=_cover.MAX_KEEP)
        if k == 0:
            return []
        try:
            found, solutions = self._cheapest(
                k, method=method, required=required, max_cost=max_cost,
                time_limit=time_limit, cancel=cancel, node_limit=node_limit, progress=progress,
            )  # fmt: skip
        except Interrupted as stop:
            raise Interrupted(stop.partial[0]) from None
        if solutions.status == "stopped":
            raise stopped(solutions.reason, len(found), found, what="search")
        return found

    def _cheapest(
        self, k: int, *, max_cost: int | None, **options: Any
    ) -> tuple[list[Priced], Solutions[Priced]]:
        """Return the k cheapest solutions found, and the finished search."""
        max_cost = _cover.MAX_COST if max_cost is None else max_cost
        search, kernel, used = self._search(max_cost=max_cost, keep=k, **options)

        def read() -> Priced:
            return Priced(kernel.cost, _read_solution(kernel))

        solutions = Solutions(search, read, method=used)
        heap: list[tuple[int, int, list[int]]] = []  # the dearest solution is at the front

        def found() -> tuple[list[Priced], Solutions[Priced]]:
            kept = sorted(heap, reverse=True)
            return [Priced(-cost, chosen) for cost, _, chosen in kept], solutions

        try:
            for order, (cost, chosen) in enumerate(solutions):
                entry = (-cost, -order, chosen)
                (heapq.heappush if len(heap) < k else heapq.heapreplace)(heap, entry)
        except KeyboardInterrupt:
            raise Interrupted(found()) from None
        return found()


@dataclass(slots=True, eq=False)
class CoverResult(Displayed, Written, Result):
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

    @classmethod
    def from_dict(cls, document: Mapping[str, object], cover: ExactCover) -> CoverResult:
        """Make a result from the data of `as_dict` and from its problem, which is not in the data.

        Parameters
        ----------
        document : mapping
            The data.
        cover : ExactCover
            The problem.

        Returns
        -------
        CoverResult

        Raises
        ------
        InputError
            If `as_dict` cannot have returned this data, or if the problem has other options.

        Examples
        --------
        >>> problem = ExactCover([["a", "b"], ["c"], ["b", "c"]])
        >>> answer = problem.solve()
        >>> CoverResult.from_dict(answer.as_dict(), problem) == answer
        True
        """
        data: Mapping[str, Any] = document
        try:
            shared: dict[str, Any] = {**read_result(data), "cover": cover}
            sizes = data["options"], data["primary"], data["items"]
            if "cost" in data:
                shared["cost"] = data["cost"]
            if "solution" in data:
                shared["options"] = [int(one["option"]) for one in data["solution"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            message = f"found other data ({error}), expected the data of CoverResult.as_dict"
            raise InputError(message) from None
        if sizes != (len(cover), cover.primary, len(cover.items)):
            raise InputError("found the result of another problem, expected a result of `cover`")
        if not all(0 <= option < len(cover) for option in shared.get("options", ())):
            raise InputError("found options that the problem does not have")
        if "cost" in shared or issubclass(cls, Minimum):
            return Minimum(**shared)
        return (Solved if shared["status"] == "solved" else Unsolved)(**shared)

    @classmethod
    def from_json(cls, text: str, cover: ExactCover) -> CoverResult:
        """Make a result from the text of `to_json` and from its problem.

        Parameters
        ----------
        text : str
            A JSON object.
        cover : ExactCover
            See `from_dict`.

        Returns
        -------
        CoverResult

        Raises
        ------
        InputError
            If `to_json` cannot have written this text, or if the problem has other options.

        Examples
        --------
        >>> problem = ExactCover([["a", "b"], ["c"], ["b", "c"]])
        >>> answer = problem.solve()
        >>> CoverResult.from_json(answer.to_json(), problem) == answer
        True
        """
        document: Any = load_json(normalise_text(check_text(text)), None)
        return cls.from_dict(document, cover)

    def _display_note(self) -> str:
        return describe_outcome(self)

    def _display_rows(self) -> Rows:
        lines = [" ".join(map(str, option)) for option in self.chosen]
        return [["option"], *([line] for line in lines)] if lines else []

    def __str__(self) -> str:
        lines = [" ".join(map(str, option)) for option in self.chosen]
        return "\n".join([f"{describe_status(self.status, self.method)}: {self.stats}", *lines])


class Solved(SolvedResult, CoverResult):
    """The problem was solved: `options` is a solution."""

    __slots__ = ()

    options: list[int]


class Unsolved(UnsolvedResult, CoverResult):
    """No solution was found: `options` is None."""

    __slots__ = ()

    options: None


@dataclass(slots=True, eq=False)
class Minimum(CoverResult):
    """A cheapest solution of an exact cover.

    Attributes
    ----------
    cover : ExactCover
        The problem.
    options : list of int, or None
        The ascending indices of the chosen options, or None if no solution was found. With
        ``status`` ``"stopped"``, there may be a cheaper solution.
    cost : int or None
        The cost of the solution.
    """

    cost: int | None = field(default=None, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON.

        Returns
        -------
        dict
            The keys are those of ``fastqueens cover --minimum --json``.

        Examples
        --------
        >>> ExactCover([["a"], ["b"]], cost=[3, 4]).minimum().as_dict()["cost"]
        7
        """
        found = CoverResult.as_dict(self)
        if self.cost is not None:
            found["cost"] = self.cost
        return found


def _read_solution(kernel: _cover.Cover) -> list[int]:
    chosen = np.empty(kernel.max_chosen, np.int32)
    found: list[int] = chosen[: kernel.peek(chosen)].tolist()
    found.sort()
    return found
