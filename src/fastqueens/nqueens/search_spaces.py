"""Compares the growth of the search spaces of N-Queens with the nodes of backtracking."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import SupportsIndex

from fastqueens.canvas import chart
from fastqueens.canvas.style import ThemeName
from fastqueens.nqueens.methods import make_search
from fastqueens.nqueens.problem import check_size
from fastqueens.results import InputError
from fastqueens.search import DONE, Progress, count_solutions
from fastqueens.validation import deadline_of, plural

__all__ = ["Growth", "Growths", "growth"]

_MAX_N = 64  # the largest n of the search
_MAX_WIDTH = 15  # longer numbers are rounded
_CHART_WIDTH = 60  # columns of the text chart
_KINDS = (
    ("combinations", "C", "C(n^2, n): any n cells"),
    ("tuples", "T", "n^n: a queen a row"),
    ("permutations", "P", "n!: a queen a row and column"),
    ("nodes", "b", "nodes of backtracking"),
    ("solutions", "s", "solutions"),
)


@dataclass(frozen=True, slots=True)
class Growth:
    """The search spaces of one board size.

    Attributes
    ----------
    n : int
        The number of rows.
    combinations, tuples, permutations : int
        The number of ways to choose n cells, C(n^2, n); to place one queen in each row, n^n; and to
        place one queen in each row and column, n!. The methods of these names test all of them.
    nodes, solutions : int or None
        The number of queens placed by backtracking until all solutions are found, and the number of
        solutions; None if the time limit was reached first.
    """

    n: int
    combinations: int
    tuples: int
    permutations: int
    nodes: int | None
    solutions: int | None


class Growths(tuple[Growth, ...]):
    """The result of `growth`: a tuple with one `Growth` for each board size.

    A notebook displays it as a chart.
    """

    __slots__ = ()

    def to_text(self) -> str:
        """Write a table of 80 columns.

        Returns
        -------
        str
            The text, without a newline at the end. Numbers of more than 15 characters are rounded.

        Examples
        --------
        >>> print(growth([6]).to_text())
         n        C(n^2, n)              n^n               n!        nodes  solutions
         6        1,947,792           46,656              720          152          4
        """
        form = "{:>2} {:>16} {:>16} {:>16} {:>12} {:>10}"
        lines = [form.format("n", "C(n^2, n)", "n^n", "n!", "nodes", "solutions")]
        for row in self:
            amounts = (row.combinations, row.tuples, row.permutations, row.nodes, row.solutions)
            lines.append(form.format(row.n, *map(_format_amount, amounts)))
        return "\n".join(lines)

    def to_chart(self) -> str:
        """Draw a chart as text: one line for each size, on a logarithmic scale.

        Returns
        -------
        str
            The text, without a newline at the end.

        Examples
        --------
        >>> print(growth([4, 8]).to_chart().splitlines()[1])
         8             s       b       P               T              C
        """
        most = math.log10(max(row.combinations for row in self)) or 1.0
        lines = []
        for row in self:
            places = [" "] * _CHART_WIDTH
            # In reverse order, so that the first of two letters in the same column is kept.
            for name, letter, _ in reversed(_KINDS):
                amount = getattr(row, name)
                if amount:
                    places[round(math.log10(amount) / most * (_CHART_WIDTH - 1))] = letter
            lines.append(f"{row.n:>2} " + "".join(places).rstrip())
        scale = f"10^{most:.1f}"
        lines.append("   1" + "-" * (_CHART_WIDTH - 1 - len(scale)) + scale)
        lines += [f"   {letter}  {meaning}" for _, letter, meaning in _KINDS]
        return "\n".join(lines)

    def to_svg(self, *, theme: ThemeName = "light") -> str:
        """Draw a chart as an SVG document.

        Parameters
        ----------
        theme : {"light", "dark"}
            The colours.

        Returns
        -------
        str

        Examples
        --------
        >>> growth([4, 5, 6]).to_svg().startswith("<svg ")
        True
        """
        return chart.svg(_chart(self), theme=theme)

    def to_png(self, *, theme: ThemeName = "light") -> bytes:
        r"""Draw a chart as a PNG file.

        Parameters
        ----------
        theme : {"light", "dark"}
            The colours.

        Returns
        -------
        bytes

        Raises
        ------
        ImportError
            If Pillow is not installed: ``pip install pillow``.

        Examples
        --------
        >>> growth([4, 5, 6]).to_png()[:4]
        b'\x89PNG'
        """
        return chart.png(_chart(self), theme=theme)

    def _repr_svg_(self) -> str:
        return self.to_svg()


def growth(
    sizes: Iterable[SupportsIndex] = range(1, 13),
    *,
    time_limit: float | None = 10.0,
    progress: Callable[[Progress], object] | None = None,
) -> Growths:
    """Compare the search spaces of several sizes with the nodes of backtracking.

    Parameters
    ----------
    sizes : iterable of int
        The numbers of rows, 1 to 64.
    time_limit : float, optional
        Seconds of backtracking, for all sizes together. n = 13 takes a second, and each further row
        multiplies the time by five.
    progress : callable, optional
        Called with a `Progress` about ten times a second.

    Returns
    -------
    Growths
        A tuple of `Growth`, in the order of the sizes, with ``to_text``, ``to_chart``, ``to_svg``
        and ``to_png``.

    Raises
    ------
    InputError
        If a size or the time limit is invalid, or there is no size.

    Examples
    --------
    >>> for row in growth([4, 8]):
    ...     print(row.n, row.combinations, row.tuples, row.permutations, row.nodes, row.solutions)
    4 1820 256 24 16 2
    8 4426165368 16777216 40320 2056 92
    """
    try:
        wanted = [check_size(n, _MAX_N, "the growth of the search spaces") for n in sizes]
    except TypeError:
        raise InputError(f"found sizes {sizes!r}, expected whole numbers") from None
    if not wanted:
        raise InputError("found no sizes, expected at least one")
    end = deadline_of(time_limit)
    return Growths(_measure(n, end, progress) for n in wanted)


def _measure(n: int, end: float | None, progress: Callable[[Progress], object] | None) -> Growth:
    left = None if end is None else max(0.0, end - perf_counter())
    search = make_search(n, "backtracking", all_solutions=True, time_limit=left, progress=progress)
    found, event = count_solutions(search)
    complete = event == DONE
    # Every queen placed is removed again, so backtracks and nodes are the same number.
    nodes = search.kernel.counters()["backtracks"]
    return Growth(
        n,
        math.comb(n * n, n),
        n**n,
        math.factorial(n),
        nodes if complete else None,
        found if complete else None,
    )


def _format_amount(number: int | None) -> str:
    if number is None:
        return "-"
    text = f"{number:,}"
    return text if len(text) <= _MAX_WIDTH else _round_amount(number)


def _round_amount(number: int) -> str:
    power = len(str(number)) - 1
    return f"{number / 10**power:.3f}e{power}"


def _chart(rows: Sequence[Growth]) -> chart.Chart:
    lines = [
        chart.Line(meaning, [(x.n, getattr(x, name), True) for x in rows if getattr(x, name)])
        for name, _, meaning in _KINDS
    ]
    sizes = plural(len(rows), "size")
    return chart.Chart(
        title=f"N-Queens: search spaces and backtracking, {sizes}",
        across="rows of the board",
        lines=lines,
        scale=lambda amount: f"1e{math.log10(amount):.0f}",
        least=1,
    )
