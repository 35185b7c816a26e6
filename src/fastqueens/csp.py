"""Binary constraint problems: variables, their values, and pairs of values that exclude each other.

Coloured Queens and N-Queens are such problems, and so are Sudoku, timetables and the colouring of
maps. `Model` takes any of them; the classic methods of the textbooks solve it, each with the
counters by which they are compared.

Methods
-------
backtracking
    One variable after another, its values checked against those chosen before.
backtracking-memo
    The same search with the same steps and backtracks; but a failed call that comes again is
    looked up, not searched.
forward-checking
    A chosen value is struck from the variables to come; where one has none left, the next value
    is tried at once.
mac
    Maintaining arc consistency: AC-3 (Mackworth 1977) before the first choice and after every
    choice (Sabin and Freuder 1994).

Counters
--------
steps
    Calls for the next variable: the first one, and one after every choice that is not refuted at
    once and leaves variables to choose for. A solution is no step.
backtracks
    Choices taken back, for whatever reason; a restart takes back all.
nodes, hits
    backtracking-memo: the steps that were searched, and how many calls were looked up.
prunes
    forward-checking and mac: values struck from variables to come.
revisions
    mac: arcs revised.
restarts
    Only where asked for.

Where there are more steps than 64 bits hold, which only looking up can reach, steps and backtracks
are 2**64 - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import csp as _kernels
from fastqueens.results import Count, InputError, Result
from fastqueens.search import (
    DONE,
    FOUND,
    Progress,
    Search,
    Solutions,
    check_seed,
    check_whole,
    count_solutions,
    counted,
)

__all__ = [
    "METHODS",
    "ORDERS",
    "VALUES",
    "CSPResult",
    "Method",
    "Model",
    "Order",
    "Values",
    "board_kernel",
    "nqueens_kernel",
    "nqueens_model",
    "queens_model",
]

Method = Literal["backtracking", "backtracking-memo", "forward-checking", "mac"]
Order = Literal["static", "mrv", "dom/deg"]
Values = Literal["static", "lcv", "random"]

# In the order of fq_csp_method, fq_csp_order and fq_csp_values.
METHODS: tuple[Method, ...] = ("backtracking", "backtracking-memo", "forward-checking", "mac")
ORDERS: tuple[Order, ...] = ("static", "mrv", "dom/deg")
VALUES: tuple[Values, ...] = ("static", "lcv", "random")

MAX_VALUES = 32768  # FQ_CSP_MAX_VALUES
MAX_N = 64  # FQ_CSP_MAX_N
MAX_BYTES = 1 << 28  # what backtracking-memo may use, unless told otherwise

Assignment = dict[Hashable, Hashable]


@dataclass(slots=True, eq=False)
class CSPResult(Result):
    """The answer for one model.

    Attributes
    ----------
    values : dict or None
        The value of each variable, if a solution was found. The keys are the variables' names,
        or their numbers from 0 where they have no names.
    """

    values: Assignment | None = field(default=None, kw_only=True)

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.stats}"
        if self.values is None:
            return head
        return "\n".join([head, *(f"{name} = {value}" for name, value in self.values.items())])


class Model:
    """A constraint problem: every variable takes a value, no two of which are in conflict.

    Parameters
    ----------
    domains : mapping, or sequence of int or of values
        The values of each variable: a number k for 0 .. k - 1, or the values themselves, any
        hashable objects. The keys of a mapping are the variables' names. The order given is the
        static order of the search.
    names : sequence of hashable objects, optional
        The names of the variables, by which they are then spoken of; their numbers from 0 by
        default.

    Raises
    ------
    InputError
        For no variables, names or values that come twice, or more than 32,768 values in all.

    Examples
    --------
    A map in three colours, neighbours in different ones:

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

    __slots__ = ("_arrays", "_compiled", "_index", "_names", "_numbers", "_pairs", "_values")

    def __init__(
        self,
        domains: Mapping[Hashable, int | Iterable[Hashable]]
        | Sequence[int | Iterable[Hashable]]
        | NDArray[np.integer],
        *,
        names: Sequence[Hashable] | None = None,
    ) -> None:
        if isinstance(domains, Mapping):
            if names is not None:
                raise InputError("names are given twice: by the mapping's keys and as names")
            names, domains = list(domains), list(domains.values())
        try:
            given = list(domains)
        except TypeError:
            raise InputError(f"domains is {domains!r}, expected a sequence or mapping") from None
        if not given:
            raise InputError("found no domains, expected one variable at least")
        self._names: list[Hashable] = list(range(len(given)) if names is None else names)
        if len(self._names) != len(given):
            raise InputError(f"found {len(self._names)} names for {len(given)} domains")
        self._index = _numbered(self._names, "name")
        self._values: list[list[Hashable]] = []
        self._numbers: list[dict[Hashable, int]] = []
        total = 0
        for name, domain in zip(self._names, given, strict=True):
            values = _domain(domain, name)
            total += len(values)
            if total > MAX_VALUES:
                raise InputError(f"found more than {MAX_VALUES:,} values, expected fewer")
            self._values.append(values)
            self._numbers.append(_numbered(values, f"value of variable {name!r}"))
        self._pairs: list[tuple[int, int, int, int]] = []
        self._arrays: list[NDArray[np.uint32]] = []
        self._compiled: _kernels.Model | None = None

    @property
    def names(self) -> tuple[Hashable, ...]:
        """The variables, in static order."""
        return tuple(self._names)

    def __repr__(self) -> str:
        values = sum(map(len, self._values))
        return (
            f"Model({len(self._names)} variable{'s' * (len(self._names) != 1)}, "
            f"{values} value{'s' * (values != 1)})"
        )

    def _variable(self, name: Hashable) -> int:
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise InputError(f"found no variable {name!r}, expected {_some(self._names)}") from None

    def _value(self, variable: int, value: Hashable) -> int:
        try:
            return self._numbers[variable][value]
        except (KeyError, TypeError):
            raise InputError(
                f"variable {self._names[variable]!r} has no value {value!r}, expected "
                f"{_some(self._values[variable])}"
            ) from None

    def _two(self, x: Hashable, y: Hashable) -> tuple[int, int]:
        first, second = self._variable(x), self._variable(y)
        if first == second:
            raise InputError(f"found variable {x!r} twice, expected two variables")
        return first, second

    def add_conflict(self, x: Hashable, a: Hashable, y: Hashable, b: Hashable) -> None:
        """Forbid that variable `x` has value `a` while variable `y` has value `b`.

        Examples
        --------
        >>> model = Model([2, 2])
        >>> model.add_conflict(0, 1, 1, 0)
        >>> [tuple(values.values()) for values in model.solutions()]
        [(0, 0), (0, 1), (1, 1)]
        """
        first, second = self._two(x, y)
        self._pairs.append((first, self._value(first, a), second, self._value(second, b)))
        self._compiled = None

    def add_different(self, *variables: Hashable) -> None:
        """Forbid that any two of the variables have equal values.

        Examples
        --------
        >>> model = Model([3, 3, 3])
        >>> model.add_different(0, 1, 2)
        >>> int(model.count())
        6
        """
        if len(variables) < 2:
            raise InputError(f"found {len(variables)} variables, expected two or more")
        for x, y in combinations(variables, 2):
            first, second = self._two(x, y)
            other = self._numbers[second]
            self._pairs.extend(
                (first, i, second, other[value])
                for i, value in enumerate(self._values[first])
                if value in other
            )
        self._compiled = None

    def add_conflicts(self, conflicts: ArrayLike) -> None:
        """Forbid many pairs at once, by number.

        Parameters
        ----------
        conflicts : array_like of int, shape (k, 4)
            In each row a variable, one of its values, another variable, one of its values, all
            as numbers from 0 in the order they were given.

        Examples
        --------
        >>> model = Model(["ab", "ab"])
        >>> model.add_conflicts([[0, 0, 1, 1], [0, 1, 1, 0]])
        >>> [values[0] + values[1] for values in model.solutions()]
        ['aa', 'bb']
        """
        try:
            array = np.asarray(conflicts)
        except ValueError:
            raise InputError("found rows of different lengths, expected four numbers") from None
        if array.size == 0 and array.ndim <= 2:
            return
        if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iu":
            raise InputError(
                f"found conflicts of shape {array.shape} and type {array.dtype}, expected rows of "
                "four whole numbers"
            )
        sizes = np.array([len(values) for values in self._values])
        for column in (0, 2):
            self._check(array, column, np.full(len(array), len(sizes)), "variables")
        for column in (1, 3):
            self._check(array, column, sizes[array[:, column - 1]], "values")
        if (same := np.flatnonzero(array[:, 0] == array[:, 2])).size:
            raise InputError(
                f"row {same[0]}: found variable {array[same[0], 0]} twice, expected two variables"
            )
        self._arrays.append(array.astype(np.uint32))
        self._compiled = None

    def _check(
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
            pairs = np.array(self._pairs, np.uint32).reshape(-1, 4)
            self._compiled = _kernels.general(
                np.array([len(values) for values in self._values], np.uint32),
                np.ascontiguousarray(np.concatenate([pairs, *self._arrays])),
            )
        return self._compiled

    def _search(
        self,
        method: str,
        order: str,
        values: str,
        restarts: bool,
        seed: int,
        max_bytes: int,
        time_limit: float | None,
        node_limit: int | None,
        progress: Callable[[Progress], object] | None,
    ) -> tuple[Search, _kernels.Search]:
        kernel = _make(self._kernel_model(), method, order, values, restarts, seed, max_bytes)
        search = Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)
        return search, kernel

    def _read(self, kernel: _kernels.Search) -> Assignment:
        numbers = np.empty(len(self._names), np.int32)
        kernel.peek_values(numbers)
        return {
            name: values[number]
            for name, values, number in zip(
                self._names, self._values, numbers.tolist(), strict=True
            )
        }

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
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> CSPResult:
        """Find one solution, or prove that there is none.

        Parameters
        ----------
        method : {"mac", "forward-checking", "backtracking", "backtracking-memo"}
            How; see the top of this module.
        order : {"mrv", "static", "dom/deg"}
            Which variable is next: the one with the fewest values left (ties as given), the one
            given first, or the one with the smallest quotient of its values left and the number
            of variables it has conflicts with (Bessiere and Regin 1996).
        values : {"static", "lcv", "random"}
            Its values as given, or those first that take the fewest values from the variables to
            come (ties as given), or shuffled.
        restarts : bool
            Begin anew, with values shuffled and more patience, when a run grows long. The search
            stays complete.
        seed : int
            Of what is random, 0 to 2**64 - 1. The same seed gives the same answer with the same
            counters, on every machine.
        max_bytes : int
            Memory that backtracking-memo may use to remember. With less it searches more.
        time_limit : float, optional
            Seconds.
        node_limit : int, optional
            Steps; for mac, steps and revisions; for backtracking-memo, nodes.
        progress : callable, optional
            Called with a `Progress` about ten times a second.

        Returns
        -------
        CSPResult
            With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``.

        Examples
        --------
        >>> model = Model([2, 2, 2])
        >>> model.add_different(0, 1, 2)
        >>> result = model.solve("forward-checking")
        >>> result.status, dict(result.stats.counters)
        ('unsolvable', {'steps': 3, 'backtracks': 4, 'prunes': 6})
        """
        search, kernel = self._search(
            method, order, values, restarts, seed, max_bytes, time_limit, node_limit, progress
        )
        event = search.run()
        stats = search.stats()
        if event == FOUND:
            return CSPResult("solved", method, stats, values=self._read(kernel))
        if event == DONE:
            return CSPResult("unsolvable", method, stats)
        return CSPResult("stopped", method, stats, search.reason)

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
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Solutions[Assignment]:
        """Go through all solutions, each once.

        Parameters are those of `solve`.

        Returns
        -------
        Solutions
            An iterator over dicts like `CSPResult.values`.

        Examples
        --------
        >>> model = Model({"x": [1, 2], "y": [2, 3]})
        >>> model.add_different("x", "y")
        >>> list(model.solutions())
        [{'x': 1, 'y': 2}, {'x': 1, 'y': 3}, {'x': 2, 'y': 3}]
        """
        search, kernel = self._search(
            method, order, values, restarts, seed, max_bytes, time_limit, node_limit, progress
        )
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
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Count:
        """Count the solutions, by visiting them.

        Parameters
        ----------
        method, order, values, restarts, seed, max_bytes, time_limit, node_limit, progress
            As for `solve`.
        limit : int, optional
            Stop at this many; the count then has ``exact`` False.

        Returns
        -------
        Count
            An int with ``stats``, ``method`` and ``exact``.

        Raises
        ------
        SearchStopped
            Where a limit of time or nodes came first. Its ``partial`` is a `Count` of the
            solutions visited.

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
            method, order, values, restarts, seed, max_bytes, time_limit, node_limit, progress
        )
        found, event = count_solutions(search, most)
        return counted(search, event, found, method)


def _domain(domain: int | Iterable[Hashable], name: Hashable) -> list[Hashable]:
    if isinstance(domain, (int, np.integer)) and not isinstance(domain, bool):
        if domain < 0:
            raise InputError(f"variable {name!r} has {domain} values, expected 0 or more")
        if domain > MAX_VALUES:
            raise InputError(f"found more than {MAX_VALUES:,} values, expected fewer")
        return list(range(int(domain)))
    try:
        return list(domain)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(
            f"the domain of variable {name!r} is {domain!r}, expected a number or values"
        ) from None


def _numbered(items: Sequence[Hashable], what: str) -> dict[Hashable, int]:
    numbers: dict[Hashable, int] = {}
    for i, item in enumerate(items):
        try:
            first = numbers.setdefault(item, i)
        except TypeError:
            raise InputError(f"{what} {item!r} cannot be hashed") from None
        if first != i:
            raise InputError(f"{what} {item!r} comes twice, expected it once")
    return numbers


def _some(items: Sequence[Hashable]) -> str:
    if not items:
        return "none"
    return ", ".join(map(repr, items[:6])) + (", ..." if len(items) > 6 else "")


def _choice(value: str, name: str, choices: Sequence[str]) -> int:
    if value not in choices:
        raise InputError(f"unknown {name} {value!r}, expected one of {', '.join(choices)}")
    return choices.index(value)


def _make(
    model: _kernels.Model,
    method: str,
    order: str,
    values: str,
    restarts: bool,
    seed: int,
    max_bytes: int,
) -> _kernels.Search:
    try:
        return _kernels.Search(
            model,
            _choice(method, "method", METHODS),
            _choice(order, "order", ORDERS),
            _choice(values, "values", VALUES),
            bool(restarts),
            check_seed(seed),
            min(check_whole(max_bytes, "max_bytes"), 2**63),
        )
    except InputError:
        raise
    except ValueError:  # the only one left: more arcs than the kernel takes
        raise InputError(
            "found more than 16,777,216 ordered pairs of variables in conflict, expected fewer"
        ) from None


# --------------------------------------------------------------------------------------- boards


def queens_model(
    regions: NDArray[np.uint8],
    *,
    variables: Literal["regions", "rows"] | None = None,
    region_order: Literal["first-seen", "label"] | Sequence[Hashable] = "first-seen",
    labels: Sequence[str] | None = None,
) -> _kernels.Model:
    """Compile a board of coloured Queens.

    Parameters
    ----------
    regions : ndarray of uint8, shape (n, n)
        The number of each cell's region, n from 1 to 64. With `labels` they must be numbered
        from 0 without gaps, as `Board.regions` are.
    variables : {"regions", "rows"}, optional
        What the variables are. The values of a region are its cells row by row, those of a row
        its columns. By default regions, or rows where there are more regions than rows (and some
        stay empty). With fewer regions than rows there is no solution, and a search is done at
        once.
    region_order : {"first-seen", "label"} or sequence of labels
        The static order of the regions: as they appear on the board row by row, sorted by label,
        or as listed. Rows always go from the top.
    labels : sequence of str, optional
        The label of each region, by number; by default the numbers themselves.

    Raises
    ------
    InputError
        For regions as variables where there are more regions than rows, or an order that does not
        name each region once.

    Examples
    --------
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> queens_model(board).sizes()
    [3, 4, 5, 4]
    >>> queens_model(board, region_order=[3, 2, 1, 0]).sizes()
    [4, 5, 4, 3]
    >>> queens_model(board, variables="rows").sizes()
    [4, 4, 4, 4]
    """
    regions = np.asarray(regions)
    if regions.ndim != 2 or regions.shape[0] != regions.shape[1] or not 1 <= len(regions) <= MAX_N:
        raise InputError(f"found regions of shape {regions.shape}, expected (n, n), n from 1 to 64")
    names: Sequence[Hashable]
    if labels is None:
        names, regions = _by_appearance(regions)
    else:
        names = labels
        if int(regions.min()) < 0 or int(regions.max()) >= len(names):
            raise InputError(f"found region {int(regions.max())}, but {len(names)} labels")
    n, count = len(regions), len(names)
    if count > 256:
        raise InputError(f"found {count} regions, expected 256 at most")
    if variables not in (None, "regions", "rows"):
        raise InputError(f"unknown variables {variables!r}, expected regions or rows")
    order = _region_order(region_order, names)
    if variables == "regions" and count > n:
        raise InputError(
            f"found {count} regions on {n} rows, so that some stay empty: expected variables='rows'"
        )
    by_rows = variables == "rows" or count > n
    try:
        return _kernels.board(
            np.ascontiguousarray(regions, np.uint8), count, None if by_rows else order
        )
    except ValueError:
        raise InputError(f"found {len(np.unique(regions))} regions, but {count} labels") from None


def _by_appearance(regions: NDArray[np.uint8]) -> tuple[list[Hashable], NDArray[np.uint8]]:
    found, first, numbers = np.unique(regions, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return found[order].tolist(), place[numbers].reshape(regions.shape).astype(np.uint8)


def _region_order(order: str | Sequence[Hashable], names: Sequence[Hashable]) -> NDArray[np.uint8]:
    numbers: Iterable[int]
    if isinstance(order, str) and order in ("first-seen", "label"):
        numbers = range(len(names))
        if order == "label":
            numbers = sorted(numbers, key=names.__getitem__)  # type: ignore[arg-type]
    else:
        try:
            if isinstance(order, str) or sorted(map(str, order)) != sorted(map(str, names)):
                raise TypeError
            listed = [str(name) for name in names]
            numbers = [listed.index(str(name)) for name in order]
        except TypeError:
            raise InputError(
                f"region_order is {order!r}, expected 'first-seen', 'label' or each of "
                f"{_some(names)} once"
            ) from None
    return np.fromiter(numbers, np.uint8, len(names))


def nqueens_model(n: int) -> _kernels.Model:
    """Compile N-Queens, n from 1 to 64: the variables are the rows, their values the columns.

    Examples
    --------
    >>> nqueens_model(4).sizes()
    [4, 4, 4, 4]
    """
    n = check_whole(n, "n", least=1)
    if n > MAX_N:
        raise InputError(f"n is {n}, expected 1 to {MAX_N}")
    return _kernels.nqueens(n)


def board_kernel(
    regions: NDArray[np.uint8],
    labels: Sequence[str] | None = None,
    *,
    method: Method,
    seed: int = 0,
    variables: Literal["regions", "rows"] | None = None,
    region_order: Literal["first-seen", "label"] | Sequence[Hashable] = "first-seen",
    order: Order = "static",
    values: Values = "static",
    restarts: bool = False,
    max_bytes: int = MAX_BYTES,
) -> _kernels.Search:
    """Make the search of a board of coloured Queens, to be driven by `search.Search`.

    Parameters
    ----------
    regions, labels, variables, region_order
        As for `queens_model`.
    method, seed, order, values, restarts, max_bytes
        As for `Model.solve`.

    Examples
    --------
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> kernel = board_kernel(board, method="backtracking")
    >>> Search(kernel).run() == FOUND, kernel.counters(), kernel.cells()
    (True, {'steps': 7, 'backtracks': 3}, [4, 2, 11, 13])
    """
    model = queens_model(regions, variables=variables, region_order=region_order, labels=labels)
    return _make(model, method, order, values, restarts, seed, max_bytes)


def nqueens_kernel(
    n: int,
    *,
    method: Method,
    seed: int = 0,
    order: Order = "static",
    values: Values = "static",
    restarts: bool = False,
    max_bytes: int = MAX_BYTES,
) -> _kernels.Search:
    """Make the search of N-Queens, to be driven by `search.Search`.

    Parameters are those of `nqueens_model` and `Model.solve`.

    Examples
    --------
    >>> kernel = nqueens_kernel(4, method="mac")
    >>> Search(kernel).run() == FOUND, kernel.cells()
    (True, [1, 7, 8, 14])
    """
    return _make(nqueens_model(n), method, order, values, restarts, seed, max_bytes)
