"""Arc consistency: the domains of the variables before and after it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from fastqueens._kernels.csp import search as _kernels
from fastqueens.equality import EqualByValue
from fastqueens.results import SearchStopped, Stats, describe_stop
from fastqueens.search import FOUND, STOPPED, Clock, Search

__all__ = ["ArcConsistency", "propagate"]


Domain = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ArcConsistency(EqualByValue):
    """The domains of a model before and after arc consistency.

    Attributes
    ----------
    consistent : bool
        Whether every variable has a value left. If not, the model has no solution, and `after` has
        the domains at the moment when a variable lost its last value.
    before, after : dict
        The values of each variable, in their order.
    stats : Stats
        The counters (revisions, prunes and, with all-different, table or count constraints,
        filters) and the time.
    """

    consistent: bool
    before: dict[Hashable, Domain]
    after: dict[Hashable, Domain]
    stats: Stats

    @property
    def pruned(self) -> dict[Hashable, Domain]:
        """The pruned values of each variable that lost values."""
        lost = {
            name: tuple(value for value in domain if value not in set(self.after[name]))
            for name, domain in self.before.items()
        }
        return {name: values for name, values in lost.items() if values}

    def __bool__(self) -> bool:
        return self.consistent

    def __str__(self) -> str:
        head = "consistent" if self.consistent else "no solution"
        lines = [f"{head}: {self.stats}"]
        for name, domain in self.before.items():
            left = ", ".join(map(str, self.after[name]))
            lines.append(f"{name}: {{{', '.join(map(str, domain))}}} -> {{{left}}}")
        return "\n".join(lines)


def propagate(kernel: _kernels.Search, clock: Clock | None = None) -> tuple[bool, Stats]:
    """Run a search of method mac up to its first step.

    Examples
    --------
    >>> from fastqueens.nqueens.csp_model import nqueens_kernel
    >>> kernel = nqueens_kernel(3, method="mac")
    >>> propagate(kernel)[0], kernel.domains()
    (False, [[0, 2], [0, 2], []])
    """
    search = Search(_kernels.Propagation(kernel), time_limit=clock)
    event = search.run()
    counters = search.kernel.counters()
    stats = Stats(
        {name: count for name, count in counters.items() if name not in ("steps", "backtracks")},
        search.seconds,
    )
    if event == STOPPED:
        reason = search.clock.reason
        raise SearchStopped(
            f"the propagation was {describe_stop(reason)}", partial=None, reason=reason
        )
    return event == FOUND, stats
