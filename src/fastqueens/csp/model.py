"""A model of variables, values and constraints; solves it, lists and counts its solutions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.csp import search as _kernels
from fastqueens._kernels.csp.model_min_conflicts import ModelMinConflicts
from fastqueens.canvas.displayed import Displayed, Rows
from fastqueens.csp.arc_consistency import ArcConsistency, propagate
from fastqueens.csp.constraints import (
    AllDifferent,
    CountConstraint,
    Table,
    forbidden_by_pairs,
    forbidden_by_predicate,
    number_all_different,
    number_count,
    number_table,
)
from fastqueens.csp.domains import Domains, DomainsLike
from fastqueens.csp.options import (
    MAX_BYTES,
    TREE_METHODS,
    Method,
    Order,
    TreeMethod,
    Values,
    make,
    make_model_search,
)
from fastqueens.csp.search_tree import SearchTree, record_tree
from fastqueens.csp.trace import Assigned, record_frames
from fastqueens.equality import EqualByValue, hashable
from fastqueens.json_record import JsonRecord, read_result
from fastqueens.output import describe_result
from fastqueens.results import (
    Count,
    InputError,
    Result,
    SolvedResult,
    UnsolvedResult,
    describe_outcome,
    describe_status,
)
from fastqueens.search import (
    CancelEvent,
    Clock,
    ProgressLike,
    Search,
    Solutions,
    count_all,
    keep_partial,
)
from fastqueens.search_frames import Frames
from fastqueens.validation import array_of, check_whole, plural, quote_name

__all__ = ["CSPResult", "Model", "Solved", "Unsolved"]


Assignment = dict[Hashable, Hashable]
_Kernel = _kernels.Search | ModelMinConflicts
_MAX_PAIRS = 4096  # conflicts in a list; more are moved to an array


@dataclass(slots=True, eq=False)
class CSPResult(JsonRecord, Displayed, Result):
    """The result for one model: `Solved` or `Unsolved`.

    Attributes
    ----------
    values : dict or None
        The value of each variable, or None if no solution was found. The keys are the names of the
        variables, by default their numbers from 0.
    """

    values: Assignment | None = field(default=None, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON.

        Returns
        -------
        dict
            ``values``: a pair of name and value for each variable; a tuple becomes a list.

        Examples
        --------
        >>> Model({"x": [1, 2], "y": [3]}).solve().as_dict()["values"]
        [['x', 1], ['y', 3]]
        """
        pairs = None if self.values is None else [list(pair) for pair in self.values.items()]
        return describe_result(self, {}, {} if pairs is None else {"values": pairs})

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Any:
        shared = read_result(document)
        if shared["status"] != "solved":
            return Unsolved(**shared)
        values = {_as_name(name): _as_name(value) for name, value in document["values"]}
        return Solved(**shared, values=values)

    def _display_note(self) -> str:
        return describe_outcome(self)

    def _display_rows(self) -> Rows:
        if self.values is None:
            return []
        return [["variable", "value"], *([str(x), str(y)] for x, y in self.values.items())]

    def __str__(self) -> str:
        head = f"{describe_status(self.status, self.method)}: {self.stats}"
        if self.values is None:
            return head
        return "\n".join([head, *(f"{name} = {value}" for name, value in self.values.items())])


def _as_name(value: Any) -> Hashable:
    """Return a name or value from JSON, where a tuple has become a list."""
    return tuple(map(_as_name, value)) if isinstance(value, list) else value


class Solved(SolvedResult, CSPResult):
    """The model was solved: `values` is a solution."""

    __slots__ = ()

    values: Assignment


class Unsolved(UnsolvedResult, CSPResult):
    """No solution was found: `values` is None."""

    __slots__ = ()

    values: None


class Model(EqualByValue):
    """A constraint problem: every variable gets a value, and all constraints are satisfied.

    Pairs of values are excluded by `add_conflict`, `add_conflicts`, `add_different`, `add_pairs`
    and `add_constraint`; constraints of several variables are `add_all_different`, `add_table` and
    `add_count`. Every method obeys all of them. Two models are equal if they have the same
    variables, values and constraints.

    Parameters
    ----------
    domains : mapping, or sequence of int or of values
        The values of each variable: a sequence of hashable objects, or an int k for the values 0 to
        k - 1. The keys of a mapping are the names of the variables. The order of the variables and
        values is the static order of the search.
    names : sequence of hashable objects, optional
        The names of the variables; by default their numbers from 0.

    Raises
    ------
    InputError
        If there are no variables or more than 131,072 values, or a name or value is not unique.

    Examples
    --------
    Colour a map with three colours so that neighbours have different colours:

    >>> borders = {"WA": ["NT", "SA"], "NT": ["SA", "Q"], "SA": ["Q", "NSW", "V"],
    ...            "Q": ["NSW"], "NSW": ["V"], "V": [], "T": []}
    >>> australia = Model({state: ["red", "green", "blue"] for state in borders})
    >>> for state, neighbours in borders.items():
    ...     for other in neighbours:
    ...         australia.add_different(state, other)
    >>> australia
    Model(7 variables, 21 values)
    >>> result = australia.solve()
    >>> result.status, result.stats.steps
    ('solved', 7)
    >>> [f"{state} {colour}" for state, colour in result.values.items()]
    ['WA red', 'NT green', 'SA blue', 'Q red', 'NSW green', 'V red', 'T red']
    >>> int(australia.count())  # six ways on the mainland, three for Tasmania
    18
    """

    __slots__ = (
        "_arrays", "_compiled", "_counts", "_different", "_domains", "_pairs", "_tables",
    )  # fmt: skip

    def __init__(
        self,
        domains: DomainsLike,
        *,
        names: Sequence[Hashable] | None = None,
    ) -> None:
        self._domains = Domains(domains, names)
        self._pairs: list[tuple[int, int, int, int]] = []
        self._arrays: list[NDArray[np.uint32]] = []
        self._different: list[AllDifferent] = []
        self._tables: list[Table] = []
        self._counts: list[CountConstraint] = []
        self._compiled: _kernels.Model | None = None

    @property
    def names(self) -> tuple[Hashable, ...]:
        """The names of the variables, in static order."""
        return tuple(self._domains.names)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each variable, in static order."""
        return tuple(self._domains.sizes)

    __hash__ = None  # type: ignore[assignment]  # constraints can be added

    def _value(self) -> Hashable:
        """Return the names, the values, the set of conflicts and the other constraints."""
        self._flush_pairs()
        conflicts = np.concatenate([np.empty((0, 4), np.uint32), *self._arrays])
        turned = conflicts[:, 0] > conflicts[:, 2]
        conflicts[turned] = conflicts[turned][:, [2, 3, 0, 1]]
        return hashable(
            [
                self._domains.names,
                self._domains.values,
                np.unique(conflicts, axis=0),
                self._different,
                self._tables,
                self._counts,
            ]
        )

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        # The kernel is compiled again.
        names = ("_arrays", "_counts", "_different", "_domains", "_pairs", "_tables")
        return None, {name: getattr(self, name) for name in names} | {"_compiled": None}

    def __repr__(self) -> str:
        sizes = self._domains.sizes
        return f"Model({plural(len(sizes), 'variable')}, {plural(sum(sizes), 'value')})"

    def _variable_pair(self, x: Hashable, y: Hashable) -> tuple[int, int]:
        first, second = self._domains.variable(x), self._domains.variable(y)
        if first == second:
            raise InputError(f"found variable {quote_name(x)} twice, expected two variables")
        return first, second

    def add_conflict(self, x: Hashable, a: Hashable, y: Hashable, b: Hashable) -> None:
        """Forbid that variable `x` has value `a` and variable `y` has value `b`.

        Parameters
        ----------
        x, y : hashable
            The names of two variables (by default their numbers).
        a, b : hashable
            A value of `x` and a value of `y`.

        Raises
        ------
        InputError
            If a name or value is unknown, or both variables are the same.

        Examples
        --------
        >>> model = Model([2, 2])
        >>> model.add_conflict(0, 1, 1, 0)
        >>> [tuple(values.values()) for values in model.solutions()]
        [(0, 0), (0, 1), (1, 1)]
        """
        first, second = self._variable_pair(x, y)
        value = self._domains.value
        self._add_pairs([(first, value(first, a), second, value(second, b))])

    def _add_pairs(self, pairs: Iterable[tuple[int, int, int, int]]) -> None:
        """Add conflicts, and move a long list of them to an array.

        Converting a list to an array holds the GIL. A list of limited length lets other threads
        run between two conversions, and an array needs a tenth of the memory.
        """
        self._pairs += pairs
        if len(self._pairs) >= _MAX_PAIRS:
            self._flush_pairs()
        self._compiled = None

    def _flush_pairs(self) -> None:
        if self._pairs:
            self._arrays.append(np.array(self._pairs, np.uint32))
            self._pairs = []

    def add_different(self, *variables: Hashable) -> None:
        """Forbid that two of the variables have equal values, by conflicts of pairs.

        `add_all_different` has the same solutions, but ``mac`` prunes more values with it.

        Parameters
        ----------
        *variables : hashable
            The names of two variables or more.

        Raises
        ------
        InputError
            If a name is unknown, a variable occurs twice, or there are fewer than two.

        Examples
        --------
        >>> model = Model([3, 3, 3])
        >>> model.add_different(0, 1, 2)
        >>> int(model.count())
        6
        """
        if len(variables) < 2:
            raise InputError(f"found {plural(len(variables), 'variable')}, expected two or more")
        for x, y in combinations(variables, 2):
            first, second = self._variable_pair(x, y)
            self._add_pairs((first, i, second, k) for i, k in self._domains.shared(first, second))

    def add_all_different(
        self, *variables: Hashable, key: Callable[[Hashable, Hashable], Hashable] | None = None
    ) -> None:
        """Forbid that two of the variables have equal values, by one constraint on all variables.

        The solutions are those of `add_different`. Method ``mac`` filters the constraint as a
        whole: it prunes every value that occurs in no assignment of different values to all the
        variables (Regin 1994). The other methods check pairs.

        Parameters
        ----------
        *variables : hashable
            The names of two variables or more.
        key : callable, optional
            A function of the name of a variable and one of its values. Its results, instead of the
            values, must be different.

        Raises
        ------
        InputError
            If a name is unknown, a variable occurs twice, there are fewer than two variables, a
            result of `key` is not hashable, or all such constraints together have more than 16
            million variables and values.

        Examples
        --------
        If x and y have only the values a and b, z must be c; no pair of variables shows this:

        >>> model = Model({"x": ["a", "b"], "y": ["a", "b"], "z": ["a", "b", "c"]})
        >>> model.add_all_different("x", "y", "z")
        >>> model.arc_consistent().after["z"]
        ('c',)

        Queens in different columns and on different diagonals:

        >>> queens = Model([6] * 6)  # columns by row
        >>> for slope in (0, 1, -1):
        ...     queens.add_all_different(*range(6), key=lambda row, column: column + slope * row)
        >>> int(queens.count())
        4
        """
        self._different.append(number_all_different(self._domains, variables, key, self._different))
        self._compiled = None

    def add_constraint(
        self, x: Hashable, y: Hashable, predicate: Callable[[Any, Any], object]
    ) -> None:
        """Require that a predicate of the values of two variables is true.

        When the constraint is added, the predicate is called once for each pair of values. The
        search uses a table of the results.

        Parameters
        ----------
        x, y : hashable
            The names of two variables.
        predicate : callable
            A function of a value of `x` and a value of `y`; the pair is allowed if the result is
            true. An exception that it raises is passed on, and the model does not change.

        Raises
        ------
        InputError
            If a name is unknown, both variables are the same, or `predicate` is not a function.

        Examples
        --------
        >>> model = Model({"lesson": range(5), "exam": range(5)})
        >>> model.add_constraint("lesson", "exam", lambda lesson, exam: lesson + 2 < exam)
        >>> [tuple(values.values()) for values in model.solutions()]
        [(0, 3), (0, 4), (1, 4)]
        """
        first, second = self._variable_pair(x, y)
        self._add_pairs(forbidden_by_predicate(self._domains, first, second, predicate))

    def add_pairs(
        self,
        x: Hashable,
        y: Hashable,
        *,
        allowed: Iterable[tuple[Hashable, Hashable]] | None = None,
        forbidden: Iterable[tuple[Hashable, Hashable]] | None = None,
    ) -> None:
        """List the pairs of values that two variables may have, or those that they may not have.

        Parameters
        ----------
        x, y : hashable
            The names of two variables.
        allowed, forbidden : iterable of pairs
            Pairs of a value of `x` and a value of `y`. One of the two must be given. With
            `allowed`, every other pair is forbidden.

        Raises
        ------
        InputError
            If a name or a value is unknown (the message names the pair), both variables are the
            same, or not exactly one of `allowed` and `forbidden` is given.

        Examples
        --------
        >>> model = Model({"teacher": ["Ann", "Bob"], "subject": ["maths", "music", "art"]})
        >>> model.add_pairs("teacher", "subject",
        ...                 allowed=[("Ann", "maths"), ("Bob", "music"), ("Bob", "art")])
        >>> int(model.count())
        3
        """
        first, second = self._variable_pair(x, y)
        self._add_pairs(forbidden_by_pairs(self._domains, first, second, allowed, forbidden))

    def add_table(
        self, variables: Iterable[Hashable], rows: Iterable[Sequence[Hashable]] | NDArray[Any]
    ) -> None:
        """Require that the values of some variables form one of the rows of a table.

        A row is possible as long as none of its values is pruned. Method ``mac`` prunes every value
        that is in no possible row (generalised arc consistency, by compact-table, Demeulenaere et
        al. 2016). The other methods check the table when only one of its variables is unassigned.

        Parameters
        ----------
        variables : iterable of hashable
            The names of one variable or more.
        rows : iterable of sequences
            The allowed combinations: each row has a value for each variable.

        Raises
        ------
        InputError
            If a name or value is unknown, a variable occurs twice, a row has another length (the
            message names the row), or the tables of the model are too large. All tables together
            may have at most 2**24 entries, variables and values, and take at most 2**26 words of 64
            bits. A table takes one bit for each pair of a row and a value of its variables.

        Examples
        --------
        >>> model = Model({name: ["a", "b", "c"] for name in ("first", "second", "third")})
        >>> model.add_table(["first", "second", "third"], ["abc", "bca", "aab"])
        >>> model.arc_consistent().pruned  # no row begins with c
        {'first': ('c',)}
        >>> model.add_pairs("first", "second", forbidden=[("a", "a")])
        >>> ["".join(values.values()) for values in model.solutions()]
        ['abc', 'bca']
        """
        self._tables.append(number_table(self._domains, variables, rows, self._tables))
        self._compiled = None

    def add_count(
        self,
        variables: Iterable[Hashable],
        value: Hashable,
        least: int = 0,
        most: int | None = None,
    ) -> None:
        """Require that at least `least` and at most `most` of some variables have a given value.

        Method ``mac`` prunes every value that is in no solution of the constraint. The other
        methods check the constraint when only one of its variables is unassigned.

        Parameters
        ----------
        variables : iterable of hashable
            The names of one variable or more. A variable whose domain does not have the value is
            never counted.
        value : hashable
            The counted value; at least one of the variables must have it in its domain.
        least : int
            The smallest number of variables.
        most : int, optional
            The largest number of variables; by default the number of all `variables`.

        Raises
        ------
        InputError
            If a name is unknown, a variable occurs twice, no variable has the value, or `least` is
            above `most`.

        Examples
        --------
        >>> model = Model({day: ["early", "late", "off"] for day in range(4)})
        >>> model.add_count(range(4), "off", 1, 2)
        >>> model.add_count(range(4), "late", most=0)
        >>> int(model.count())
        10
        """
        self._counts.append(
            number_count(self._domains, variables, value, least, most, self._counts)
        )
        self._compiled = None

    def add_conflicts(self, conflicts: ArrayLike) -> None:
        """Forbid many pairs of values at once; variables and values are given by their numbers.

        Parameters
        ----------
        conflicts : array_like of int, shape (k, 4)
            Each row has a variable, one of its values, another variable, and one of its values, as
            numbers from 0 in static order.

        Raises
        ------
        InputError
            If the shape is wrong or a number is out of range; the message names the row.

        Examples
        --------
        >>> model = Model([["a", "b"]] * 2)
        >>> model.add_conflicts([[0, 0, 1, 1], [0, 1, 1, 0]])
        >>> [values[0] + values[1] for values in model.solutions()]
        ['aa', 'bb']
        """
        array = array_of(conflicts)
        if array.size == 0 and array.ndim <= 2:
            return
        if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iu":
            raise InputError(
                f"found conflicts of shape {array.shape} and type {array.dtype}, expected rows of "
                "four whole numbers"
            )
        sizes = np.array(self._domains.sizes)
        for column in (0, 2):
            self._check_column(array, column, np.full(len(array), len(sizes)), "variables")
        for column in (1, 3):
            self._check_column(array, column, sizes[array[:, column - 1]], "values")
        if (same := np.flatnonzero(array[:, 0] == array[:, 2])).size:
            raise InputError(
                f"row {same[0]}: found variable {array[same[0], 0]} twice, expected two variables"
            )
        self._arrays.append(array.astype(np.uint32))
        self._compiled = None

    def _check_column(
        self, array: NDArray[np.integer], column: int, most: NDArray[np.integer], what: str
    ) -> None:
        wrong = np.flatnonzero((array[:, column] < 0) | (array[:, column] >= most))
        if wrong.size:
            row = int(wrong[0])
            raise InputError(
                f"row {row}, column {column}: found {array[row, column]}, but there are "
                f"{most[row]} {what}"
            )

    def _kernel_model(self) -> _kernels.Model:
        if self._compiled is None:
            self._flush_pairs()
            self._compiled = _kernels.general(
                np.array(self._domains.sizes, np.uint32),
                np.concatenate([np.empty((0, 4), np.uint32), *self._arrays]),
                self._different,
                self._tables,
                self._counts,
            )
        return self._compiled

    def arc_consistent(
        self, *, time_limit: float | None = None, cancel: CancelEvent | None = None
    ) -> ArcConsistency:
        """Prune the values that are impossible before any choice (AC-3).

        A value is pruned if it conflicts with all remaining values of another variable, or if it is
        in no solution of an all-different, table or count constraint; this is repeated until
        nothing changes. ``mac`` does the same before its first step. The model itself does not
        change.

        Parameters
        ----------
        time_limit : float, optional
            The time limit in seconds.
        cancel : threading.Event, optional
            If another thread sets this event, the search ends soon, as at a time limit.

        Returns
        -------
        ArcConsistency
            The domains ``before`` and ``after``. The result is false if a variable has no value
            left.

        Raises
        ------
        SearchStopped
            If the time limit was reached.
        InputError
            If the model has too many conflicts.

        Examples
        --------
        >>> model = Model({"x": [1, 2, 3], "y": [1, 2, 3]})
        >>> for x in (1, 2, 3):
        ...     for y in range(1, x + 1):
        ...         model.add_conflict("x", x, "y", y)  # x < y
        >>> found = model.arc_consistent()
        >>> found.after
        {'x': (1, 2), 'y': (2, 3)}
        >>> bool(found), found.pruned, found.stats.revisions
        (True, {'x': (3,), 'y': (1,)}, 2)
        """
        clock = Clock(time_limit, cancel)
        kernel = make(self._kernel_model(), "mac", "static", "static", False, 0, 0)
        before = self._named_domains([list(range(size)) for size in self._domains.sizes])
        consistent, stats = propagate(kernel, clock)
        return ArcConsistency(consistent, before, self._named_domains(kernel.domains()), stats)

    def tree(
        self,
        method: TreeMethod = "backtracking",
        *,
        order: Order = "static",
        values: Values = "static",
        seed: int = 0,
        max_bytes: int = MAX_BYTES,
        nodes: int = 200,
        limit: int | None = 1,
    ) -> SearchTree:
        """Search, and return the tree of all choices.

        Parameters
        ----------
        method, order, values, seed, max_bytes
            See `solve`. Here the default method is ``"backtracking"``, and the default order is
            ``"static"``. ``"min-conflicts"`` is not allowed.
        nodes : int
            The largest number of nodes to keep; the search stops when the tree has more.
        limit : int or None
            Stop after this many solutions; None means all.

        Returns
        -------
        SearchTree
            The tree; its methods write it as text, as a picture or as plain data.

        Raises
        ------
        InputError
            As for `solve`, or if a number is out of range.

        Examples
        --------
        >>> model = Model({"x": [1, 2], "y": [1, 2], "z": [1]})
        >>> model.add_all_different("x", "y", "z")
        >>> print(model.tree())
        proved unsolvable by backtracking · 5 nodes
        start
        ├─ x=1
        │  └─ y=2 x
        └─ x=2
           └─ y=1 x
        """
        names, domains = self._domains.names, self._domains.values
        kernel = make(
            self._kernel_model(), method, order, values, False, seed, max_bytes, keep_domains=True
        )

        def describe(x: int, a: int) -> tuple[Hashable, Hashable, str]:
            return names[x], domains[x][a], f"{names[x]}={domains[x][a]}"

        return record_tree(kernel, method, describe, nodes=nodes, limit=limit)

    def frames(
        self,
        method: TreeMethod = "mac",
        *,
        order: Order = "mrv",
        values: Values = "static",
        seed: int = 0,
        max_bytes: int = MAX_BYTES,
        every: int = 1,
        start: int = 0,
        limit: int | None = 1,
        keep: bool = True,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
    ) -> Frames[Assigned]:
        """Watch a search: yield the values of all variables after every `every` units of work.

        Parameters
        ----------
        method, order, values, seed, max_bytes, time_limit, cancel, node_limit
            See `solve`. ``"min-conflicts"`` is not allowed.
        every : int
            Units of the method's work between two frames, 1 or more.
        start : int
            The units of work before the first frame.
        limit : int or None
            Stop after this many solutions; None means all.
        keep : bool
            Whether to store the solutions in the attribute ``solutions`` of the result.

        Returns
        -------
        Frames
            An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters``,
            ``sentence`` and, as ``view``, the ``values`` and ``domains`` of the variables. The
            picture of a frame has a row for each variable and a column for each value.

        Raises
        ------
        InputError
            As for `solve`, or if a number is out of range.

        Examples
        --------
        >>> model = Model({"x": [1, 2], "y": [1, 2], "z": [1]})
        >>> model.add_all_different("x", "y")
        >>> model.add_different("y", "z")
        >>> frames = list(model.frames("forward-checking"))
        >>> [frame.view.values for frame in frames[:3]]
        [{}, {'z': 1}, {'y': 2, 'z': 1}]
        >>> frames[1].sentence
        'The search sets z = 1. Value 1 is pruned from y.'
        """
        clock = Clock(time_limit, cancel)
        kernel = make(
            self._kernel_model(), method, order, values, False, seed, max_bytes, keep_domains=True
        )
        search = Search(kernel, time_limit=clock, node_limit=node_limit)
        return record_frames(
            self._domains, search, kernel, method=method, unit=TREE_METHODS[method].unit,
            every=every, start=start, limit=limit, keep=keep,
        )  # fmt: skip

    def _named_domains(self, domains: list[list[int]]) -> dict[Hashable, tuple[Hashable, ...]]:
        return {
            name: tuple(values[number] for number in numbers)
            for name, values, numbers in zip(
                self._domains.names, self._domains.values, domains, strict=True
            )
        }

    def _search(
        self,
        method: str,
        order: str,
        values: str,
        restarts: bool,
        seed: int,
        max_bytes: int,
        time_limit: float | None,
        cancel: CancelEvent | None,
        node_limit: int | None,
        progress: ProgressLike | None,
        *,
        all_solutions: bool = False,
    ) -> tuple[Search, _Kernel]:
        clock = Clock(time_limit, cancel)
        kernel = make_model_search(
            self._kernel_model(), method, order, values, restarts, seed, max_bytes,
            all_solutions=all_solutions,
        )  # fmt: skip
        search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress)
        return search, kernel

    def _read(self, kernel: _Kernel) -> Assignment:
        numbers = np.empty(len(self._domains.names), np.int32)
        kernel.peek_values(numbers)
        return self._domains.assignment(numbers.tolist())

    def solve(
        self,
        method: Method = "mac",
        *,
        order: Order = "mrv",
        values: Values = "static",
        restarts: bool = False,
        seed: int = 0,
        max_bytes: int = MAX_BYTES,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Solved | Unsolved:
        """Find one solution, or prove that there is none.

        Parameters
        ----------
        method : {"mac", "forward-checking", "backtracking", "backtracking-memo", "min-conflicts"}
            The method; see `fastqueens.csp`. ``"min-conflicts"`` accepts only the seed and the
            limits. It never ends by itself if there is no solution, so give it a limit.
        order : {"mrv", "static", "dom/deg"}
            The next variable. ``"mrv"``: the variable with the fewest values left. ``"static"``:
            the first unassigned variable in static order. ``"dom/deg"``: the variable with the
            smallest quotient a / b, where a is the number of its values left and b is the number of
            variables that are in conflict with it (Bessiere and Regin 1996). If several variables
            are equally good, the first one in static order is chosen.
        values : {"static", "lcv", "random"}
            The order of the values of a variable. ``"lcv"``: the least constraining value first,
            which is the value that prunes the fewest values of unassigned variables. Equally good
            values are in static order.
        restarts : bool
            Restart a run that becomes long, with shuffled values and a larger limit for the next
            run. The search is still complete.
        seed : int
            The seed of random choices, 0 to 2**64 - 1. The same seed gives the same result with
            the same counters on every machine.
        max_bytes : int
            The memory for failed calls in backtracking-memo. With less memory, more calls are
            searched again.
        time_limit : float, optional
            The time limit in seconds.
        cancel : threading.Event, optional
            If another thread sets this event, the search ends soon, as at a time limit.
        node_limit : int, optional
            The search stops after this many steps (for mac, steps plus revisions plus filters; for
            backtracking-memo, nodes).
        progress : callable or "bar", optional
            Called with a `Progress` about ten times a second.

        Returns
        -------
        CSPResult
            `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. The result is
            true if there is a solution.

        Raises
        ------
        InputError
            If an option is invalid, or the model has too many conflicts.

        Examples
        --------
        >>> model = Model([2, 2, 2])
        >>> model.add_different(0, 1, 2)
        >>> result = model.solve("forward-checking")
        >>> result.status, dict(result.stats.counters)
        ('unsolvable', {'steps': 3, 'backtracks': 4, 'prunes': 6})
        """
        search, kernel = self._search(
            method, order, values, restarts, seed, max_bytes,
            time_limit, cancel, node_limit, progress,
        )  # fmt: skip
        with keep_partial(lambda: Unsolved("stopped", method, search.stats())):
            status = search.solve()
        if status == "solved":
            return Solved(status, method, search.stats(), values=self._read(kernel))
        return Unsolved(status, method, search.stats(), search.reason)

    def solutions(
        self,
        method: Method = "mac",
        *,
        order: Order = "mrv",
        values: Values = "static",
        restarts: bool = False,
        seed: int = 0,
        max_bytes: int = MAX_BYTES,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Solutions[Assignment]:
        """Iterate over all solutions, each once.

        Parameters
        ----------
        method, order, values, restarts, seed, max_bytes, time_limit, cancel, node_limit, progress
            See `solve`. ``"min-conflicts"`` is not allowed.

        Returns
        -------
        Solutions
            An iterator over dicts as in `CSPResult.values`.

        Examples
        --------
        >>> model = Model({"x": [1, 2], "y": [2, 3]})
        >>> model.add_different("x", "y")
        >>> list(model.solutions())
        [{'x': 1, 'y': 2}, {'x': 1, 'y': 3}, {'x': 2, 'y': 3}]
        """
        search, kernel = self._search(
            method, order, values, restarts, seed, max_bytes,
            time_limit, cancel, node_limit, progress,
            all_solutions=True,
        )  # fmt: skip
        return Solutions(search, partial(self._read, kernel), method=method)

    def count(
        self,
        method: Method = "mac",
        *,
        limit: SupportsIndex | None = None,
        order: Order = "mrv",
        values: Values = "static",
        restarts: bool = False,
        seed: int = 0,
        max_bytes: int = MAX_BYTES,
        time_limit: float | None = None,
        cancel: CancelEvent | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
    ) -> Count:
        """Count the solutions, by visiting them.

        Parameters
        ----------
        method, order, values, restarts, seed, max_bytes, time_limit, cancel, node_limit, progress
            See `solve`. ``"min-conflicts"`` is not allowed.
        limit : int, optional
            Stop after this many solutions. The attribute ``exact`` of the count is then False.

        Returns
        -------
        Count
            An int with ``stats``, ``method`` and ``exact``.

        Raises
        ------
        SearchStopped
            At the time limit or node limit. Its ``partial`` is a `Count` of the solutions visited.
        Interrupted
            After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.
        InputError
            If an option is invalid, or the model has too many conflicts.

        Examples
        --------
        >>> queens = Model([4] * 4)  # columns by row
        >>> queens.add_different(0, 1, 2, 3)
        >>> for r in range(4):
        ...     for q in range(r):
        ...         for c in range(4):
        ...             for d in (c - r + q, c + r - q):
        ...                 if 0 <= d < 4:
        ...                     queens.add_conflict(r, c, q, d)
        >>> int(queens.count())
        2
        """
        most = None if limit is None else check_whole(limit, "limit")
        search, _ = self._search(
            method, order, values, restarts, seed, max_bytes,
            time_limit, cancel, node_limit, progress,
            all_solutions=True,
        )  # fmt: skip
        return count_all(search, method, limit=most)
