"""The results and errors of every search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fastqueens.equality import EqualByValue

__all__ = [
    "Count",
    "InputError",
    "Interrupted",
    "Reason",
    "Result",
    "SearchStopped",
    "SolvedResult",
    "Stats",
    "Status",
    "UnsolvedResult",
    "describe_outcome",
    "describe_status",
    "describe_stop",
    "escape_control",
    "format_count",
    "round_count",
    "stopped",
]

Status = Literal["solved", "unsolvable", "stopped"]
Reason = Literal["time", "cancelled", "nodes", "memory", "iterations", "incomplete", "workers"]
# Jedi, which completes names in IPython, fails for objects with a property that returns a Literal.
if TYPE_CHECKING:
    _Yes: TypeAlias = Literal[True]
    _No: TypeAlias = Literal[False]
else:
    _Yes = _No = bool


class InputError(ValueError):
    """An input cannot be used. The message says what is wrong and what was expected.

    Parameters
    ----------
    message : str
        What was found and what was expected.
    source : str, optional
        The file, or ``<stdin>``, from which the input was read.
    line, column : int, optional
        The position in the source, both counted from 1.
    partial : object, optional
        The results so far, if the error ended a search, for example because the disk was full and
        the ledger of a count could not be stored. It has the type of `SearchStopped.partial`.

    Examples
    --------
    >>> print(InputError("found 3 cells, expected 4", source="a.txt", line=2, column=4))
    a.txt:2:4: found 3 cells, expected 4
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        partial: object = None,
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.partial = partial
        parts = (None if source is None else escape_control(_name_of(source)), line, column)
        place = ":".join(str(part) for part in parts if part is not None)
        if source is None and line is not None:
            place = f"line {line}" + (f", column {column}" if column is not None else "")
        super().__init__(f"{place}: {message}" if place else message)

    def __reduce__(self) -> tuple[object, ...]:
        return _input_error, (self.message, self.source, self.line, self.column, self.partial)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed during a call that has partial results.

    Parameters
    ----------
    partial : object
        The results so far, of the type that the call would have returned.

    Examples
    --------
    >>> Interrupted([1, 2]).partial
    [1, 2]
    """

    def __init__(self, partial: Any) -> None:
        super().__init__(_describe_partial(partial))
        self.partial = partial

    def __reduce__(self) -> tuple[object, ...]:
        return Interrupted, (self.partial,)


def _describe_partial(partial: Any) -> str:
    """Return the message of `Interrupted`."""
    if isinstance(partial, Count):
        found = f"{format_count(int(partial), 'solutions')} in {partial.stats.seconds:.1f} s"
        return f"{found} so far; the attribute 'partial' has this number"
    if isinstance(partial, Result):
        return f"stopped after {partial.stats}; the attribute 'partial' has the result so far"
    if isinstance(partial, list | tuple):
        found = "1 result" if len(partial) == 1 else f"{len(partial):,} results"
        return f"{found} so far, in the attribute 'partial'"
    return "the results so far are in the attribute 'partial'"


def _input_error(
    message: str, source: str | None, line: int | None, column: int | None, partial: object
) -> InputError:
    return InputError(message, source=source, line=line, column=column, partial=partial)


def _name_of(source: object) -> str:
    """Return the text of a source; Python refuses to print an integer of thousands of digits."""
    try:
        return str(source)
    except ValueError:
        return type(source).__name__


def escape_control(text: str, *, lines: bool = False) -> str:
    r"""Escape the control characters of a text, so that a terminal can show it safely.

    Escape sequences in the name of a file would move the cursor or hide text, and marks of writing
    direction would reverse it. If `lines` is true, line ends are kept.

    Examples
    --------
    >>> escape_control("\x1b[31mred"), escape_control("a\u202eb"), escape_control("ä.txt")
    ('\\x1b[31mred', 'a\\u202eb', 'ä.txt')
    """
    if text.isprintable():
        return text
    if lines:
        return "\n".join(map(escape_control, text.split("\n")))
    return "".join(
        x if x.isprintable() else x.encode("unicode_escape", "surrogatepass").decode() for x in text
    )


def round_count(number: int, counter: str) -> str:
    """Return a number with the name of its counter, rounded from a million on.

    Examples
    --------
    >>> round_count(1, "nodes"), round_count(98_765, "nodes"), round_count(1_234_567, "nodes")
    ('1 node', '98,765 nodes', '1.2 million nodes')
    """
    for size, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if number >= size:
            return f"{number / size:,.1f} {word} {counter}"
    return format_count(number, counter)


def format_count(number: int, counter: str) -> str:
    """Return a number with the name of its counter: ``1 node``, ``1,200 nodes``."""
    return f"{number:,} {counter.removesuffix('s') if number == 1 else counter}"


@dataclass(slots=True, eq=False)
class Stats(EqualByValue):
    """The work of a search: its deterministic counters and its time.

    Each counter is an attribute as well, under the name that its method documents.

    Attributes
    ----------
    counters : mapping of str to int
        Deterministic work, the same on every machine and instruction set.
    seconds : float
        Wall-clock time of the search alone, without parsing or rendering. ``==`` ignores it.

    Examples
    --------
    >>> stats = Stats({"nodes": 12, "solutions": 1}, 0.002)
    >>> stats.nodes
    12
    """

    counters: Mapping[str, int] = field(default_factory=dict)
    seconds: float = field(default=0.0, compare=False)

    def __getattr__(self, name: str) -> int:
        # Python calls this only for names that are not slots. copy and pickle look up dunder names
        # on an object whose slots are still empty, so those names must not read self.counters.
        if not name.startswith("__"):
            counters: Mapping[str, int] = object.__getattribute__(self, "counters")
            if name in counters:
                return counters[name]
            known = ", ".join(counters) or "none"
            raise AttributeError(f"no counter named {name!r} (this search counted: {known})")
        raise AttributeError(name)

    def __str__(self) -> str:
        work = ", ".join(format_count(value, name) for name, value in self.counters.items())
        return f"{work}{', ' if work else ''}{self.seconds * 1e3:.3f} ms"


@dataclass(slots=True, eq=False)
class Result(EqualByValue):
    """The answer of one search. Its truth value says whether a solution was found.

    Two results are equal if all their values are equal, except the seconds.

    Attributes
    ----------
    status : {"solved", "unsolvable", "stopped"}
        ``"unsolvable"`` means that the search has proved that there is no solution. ``"stopped"``
        means that a limit was reached first, that a local search used up its iterations, or that
        a method that may miss solutions has ended (``"incomplete"``).
    method : str
        The method that was used.
    stats : Stats
        The work of the search.
    reason : {"time", "cancelled", "nodes", "memory", "iterations", "incomplete"} or None
        Why the search stopped, or None if it was complete. ``"cancelled"``: the event `cancel` was
        set.

    Examples
    --------
    >>> result = Result("solved", "bitboard", Stats({"nodes": 7}, 0.001))
    >>> result.solved, bool(result), bool(Result("unsolvable", "bitboard", Stats()))
    (True, True, False)
    """

    status: Status
    method: str
    stats: Stats
    reason: Reason | None = None

    @property
    def solved(self) -> bool:
        """Whether a solution was found."""
        return self.status == "solved"

    def __bool__(self) -> bool:
        return self.status == "solved"


# Every puzzle derives two classes from its `Result`, one from each of the classes below. After
# ``if result.solved:`` or ``if result:`` a type checker then knows that the solution is not None.
# For type checkers the exported name, such as `queens.QueensResult`, is the union of the two
# classes; at run time it is their base class.
class SolvedResult(Result):
    """A result with a solution."""

    __slots__ = ()

    status: Literal["solved"]
    reason: None

    @property
    def solved(self) -> _Yes:
        """Whether a solution was found."""
        return True

    def __bool__(self) -> Literal[True]:
        return True


class UnsolvedResult(Result):
    """A result without a solution."""

    __slots__ = ()

    status: Literal["unsolvable", "stopped"]

    @property
    def solved(self) -> _No:
        """Whether a solution was found."""
        return False

    def __bool__(self) -> Literal[False]:
        return False


class Count(int):
    """A number of solutions: an ``int`` with the method and the work of the count.

    Attributes
    ----------
    stats : Stats
        The work of the count.
    method : str
        The method that was used.
    exact : bool
        False if the count stopped at its ``limit``: there may be more solutions.

    Examples
    --------
    >>> count = Count(92, stats=Stats({"nodes": 5}, 0.1), method="bitboard")
    >>> count + 1, count.stats.nodes, count.exact
    (93, 5, True)
    """

    stats: Stats
    method: str
    exact: bool

    def __new__(
        cls, value: int, *, stats: Stats | None = None, method: str = "", exact: bool = True
    ) -> Count:
        """Make a count of `value`."""
        self = super().__new__(cls, value)
        self.stats = stats if stats is not None else Stats()
        self.method = method
        self.exact = exact
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, object]]:
        return (int(self),), {"stats": self.stats, "method": self.method, "exact": self.exact}


class SearchStopped(Exception):
    """A limit was reached, or the search was cancelled, before the answer was complete.

    Attributes
    ----------
    partial : object
        The results so far: a `Count` (a lower bound), a `Result`, or another type that the
        documentation of the function names.
    reason : {"time", "cancelled", "nodes", "memory", "iterations", "workers"}
        The limit that was reached. "cancelled": the event `cancel` was set. "iterations": a local
        search, or `queens.generate`, gave up. "workers": a task failed on every worker that tried
        it.
    """

    def __init__(self, message: str, *, partial: object, reason: Reason) -> None:
        super().__init__(message)
        self.partial = partial
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return _search_stopped, (str(self), self.partial, self.reason)


def _search_stopped(message: str, partial: object, reason: Reason) -> SearchStopped:
    return SearchStopped(message, partial=partial, reason=reason)


_LIMITS: dict[Reason, str] = {
    "time": "time limit",
    "nodes": "node limit",
    "memory": "memory it may use",
    "iterations": "number of iterations",
    "incomplete": "end of a method that may miss solutions",
    "workers": "failure of a worker",
}


def describe_stop(reason: Reason | None) -> str:
    """Say what stopped a search.

    Examples
    --------
    >>> describe_stop("time"), describe_stop("cancelled")
    ('stopped by the time limit', 'cancelled')
    """
    return "cancelled" if reason == "cancelled" else f"stopped by the {_LIMITS[reason or 'nodes']}"


def describe_status(status: str, method: str) -> str:
    """Say in a few words how a search by a method ended.

    Examples
    --------
    >>> [describe_status(status, "mac") for status in ("solved", "unsolvable", "stopped")]
    ['solved by mac', 'proved unsolvable by mac', 'mac was stopped']
    """
    if status == "stopped":
        return f"{method} was stopped"
    return f"{'proved ' * (status == 'unsolvable')}{status} by {method}"


def describe_outcome(result: Result) -> str:
    """Say in a sentence how a search ended, and how much work it did.

    Examples
    --------
    >>> describe_outcome(Result("solved", "mac", Stats({"steps": 9}, 0.001)))
    'Solved by mac: 9 steps, 1.000 ms.'
    >>> describe_outcome(Result("unsolvable", "mac", Stats({"steps": 1}, 0.001)))
    'There is no solution, as mac proved: 1 step, 1.000 ms.'
    >>> describe_outcome(Result("stopped", "mac", Stats({"steps": 9}, 0.001), "time"))
    'No solution was found: mac was stopped by the time limit after 9 steps, 1.000 ms.'
    """
    if result.status == "solved":
        return f"Solved by {result.method}: {result.stats}."
    if result.status == "unsolvable":
        return f"There is no solution, as {result.method} proved: {result.stats}."
    end = describe_stop(result.reason)
    return f"No solution was found: {result.method} was {end} after {result.stats}."


def stopped(
    reason: Reason | None, found: int, partial: object, *, what: str = "count"
) -> SearchStopped:
    """Make the exception for a limit that came after `found` solutions.

    Examples
    --------
    >>> print(stopped("nodes", 1200, None))
    the count was stopped by the node limit after 1,200 solutions were found; there may be many more
    """
    return SearchStopped(
        f"the {what} was {describe_stop(reason)} after {found:,} solutions were found; "
        "there may be many more",
        partial=partial,
        reason=reason or "nodes",
    )
