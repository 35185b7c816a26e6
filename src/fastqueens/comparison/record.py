"""The record of a comparison: the runs of one method on one problem."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastqueens._version import __version__
from fastqueens.results import Reason, Status, format_count

__all__ = ["COLUMNS", "SIZES", "Comparison"]

# What the size of a problem counts, by family.
SIZES = {
    "queens": "rows",
    "nqueens": "rows",
    "packing": "cells",
    "sliding": "cells",
    "cover": "options",
    "csp": "values",
}
# The columns of every table before the counters; see `Comparison.as_row`.
COLUMNS = (
    "family", "problem", "size", "method", "settings", "status", "reason", "runs", "solved",
    "solutions", "objective", "bound", "seconds", "best", "timings", "seed", "time_limit",
    "node_limit", "version",
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Comparison:
    """The runs of one method on one problem. All puzzle modules use this class.

    Attributes
    ----------
    family : {"queens", "nqueens", "packing", "sliding", "cover", "csp"}
        The module that solved the problem.
    problem : str
        The name of the problem.
    size : int
        The size of the problem: the number of rows (queens, nqueens), of cells to fill (packing),
        of cells of the board (sliding), of options (cover), or of the values of all variables
        (csp).
    method : str
        The name of the method.
    settings : dict
        The options that the caller set.
    status : {"solved", "unsolvable", "stopped"}
        ``"solved"`` if any run found a solution.
    reason : str or None
        If ``status`` is ``"stopped"``: why the first stopped run ended; see `Result`.
    runs, solved : int
        The number of runs, and the number of runs that found a solution.
    solutions : int
        The largest number of solutions that a run found. It is at most 1, except with
        ``all_solutions``.
    counters : dict of str to int
        The deterministic work: the median of each counter over the runs. A counter differs between
        runs only if the method uses the seed.
    seconds : float
        The median time of a run, which counts only the search.
    times : list of float
        The time of each run, or the median time of its repetitions.
    objective : float or None
        The number that the method minimises: the fitness of a local search or a swarm, or the
        number of moves of a solution of sliding tiles. It is the median over the runs; None for
        other methods, and if no run has such a number.
    bound : float or None
        A proved lower bound of the objective: no solution of sliding tiles has fewer moves.
    best : float or None
        The shortest time of any run.
    timings : int
        The number of measured times: the runs and their repetitions.
    seed : int
        The seed of the first run. Later runs have the next numbers.
    time_limit, node_limit : optional
        The limits of each run.
    version : str
        The version of fastqueens. The same call with this version gives the same counters.
    """

    family: str
    problem: str
    size: int
    method: str
    settings: dict[str, Any] = field(default_factory=dict)
    status: Status
    reason: Reason | None = None
    runs: int = 1
    solved: int = 0
    solutions: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    seconds: float
    times: list[float] = field(default_factory=list)
    objective: float | None = None
    bound: float | None = None
    best: float | None = None
    timings: int = 0
    seed: int = 0
    time_limit: float | None = None
    node_limit: int | None = None
    version: str = __version__

    @property
    def label(self) -> str:
        """The method with its settings, as in ``"mac order=mrv"``."""
        return " ".join(filter(None, [self.method, self.settings_text]))

    @property
    def settings_text(self) -> str:
        """The settings, as in ``"order=mrv values=lcv"``."""
        return " ".join(f"{key}={value}" for key, value in self.settings.items())

    @property
    def work(self) -> str:
        """The method's first counter with its name, as in ``"720 permutations"``."""
        return next((format_count(value, name) for name, value in self.counters.items()), "")

    @property
    def size_text(self) -> str:
        """The size in words, as in ``"9 x 9"`` or ``"16 cells"``."""
        if self.family in ("queens", "nqueens"):
            return f"{self.size} x {self.size}"
        return format_count(self.size, SIZES.get(self.family, "values"))

    def as_row(self) -> dict[str, Any]:
        """Return the record as one flat row: the columns of every table, then the counters.

        Returns
        -------
        dict
            The columns of `ComparisonTable.as_rows` with numbers, texts and None, then a key for
            each counter.

        Examples
        --------
        >>> row = Comparison(family="csp", problem="map", size=21, method="mac",
        ...                  settings={"order": "mrv"}, status="solved", seconds=0.1,
        ...                  counters={"steps": 7}).as_row()
        >>> row["settings"], row["steps"]
        ('order=mrv', 7)
        """
        row = {name: getattr(self, name) for name in COLUMNS}
        return row | {"settings": self.settings_text} | self.counters
