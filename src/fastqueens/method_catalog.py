"""A table of the methods of all puzzles and their settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastqueens import cover, nqueens, packing, queens, sliding
from fastqueens.method import Method
from fastqueens.nqueens.join_count import COUNTING_METHODS
from fastqueens.queens.solving.methods import COUNT_METHODS

__all__ = ["FAMILIES", "Family", "facts_of"]


@dataclass(frozen=True)
class Family:
    """The methods of a puzzle.

    Attributes
    ----------
    name : str
        The name of the puzzle's module.
    title : str
        The name of the puzzle in texts.
    table : mapping of str to Method
        The methods.
    default : str
        The method that is used by default.
    command : str
        The command up to the name of a method, such as ``fastqueens solve --method``.
    counting : tuple of str
        The methods that only count solutions.
    """

    name: str
    title: str
    table: Mapping[Any, Method]
    default: str
    command: str
    counting: tuple[str, ...] = ()

    def notes(self, method: str) -> list[str]:
        """Return the special properties of a method.

        Examples
        --------
        >>> FAMILIES[0].notes("bitboard")
        ['the default', 'also for Star Battle']
        """
        record = self.table[method]
        facts = {
            "the default": method == self.default,
            "the default of --count": self.name == "queens" and method == "auto",
            "counts only": method in self.counting,
            "also for Star Battle": record.stars,
            "may find a solution, but cannot prove that there is none": not record.complete
            and self.name != "sliding",
            "may run out of memory": not record.complete and self.name == "sliding",
        }
        return [text for text, holds in facts.items() if holds]


_COUNTING_N_QUEENS = {
    name: Method(summary, nqueens.count) for name, summary in COUNTING_METHODS.items()
}
FAMILIES = (
    Family(
        "queens", "coloured Queens", {**queens.METHODS, **COUNT_METHODS}, "bitboard",
        "fastqueens solve FILE --method NAME", counting=("auto", "rows"),
    ),
    Family(
        "nqueens", "N-Queens", {**nqueens.METHODS, **_COUNTING_N_QUEENS}, "list",
        "fastqueens nqueens N --method NAME", counting=tuple(COUNTING_METHODS),
    ),
    Family(
        "packing", "packing", packing.COUNT_METHODS, "auto", "fastqueens pack FILE --method NAME",
        counting=("memo",),
    ),
    Family(
        "sliding", "sliding tiles", sliding.METHODS, "ida", "fastqueens slide FILE --method NAME",
    ),
    Family(
        "cover", "exact cover", cover.COUNT_METHODS, "auto",
        "fastqueens cover FILE --method NAME", counting=("memo",),
    ),
)  # fmt: skip


def facts_of(family: Family, method: str) -> dict[str, Any]:
    """Return the facts about a method that ``fastqueens methods --json`` prints.

    Examples
    --------
    >>> facts_of(FAMILIES[0], "mac")["settings"][0]["name"]
    'variables'
    """
    record = family.table[method]
    settings = [
        {
            "name": setting.name,
            "values": setting.values,
            "default": setting.default,
            "meaning": setting.meaning,
        }
        for setting in record.settings
    ]
    return {
        "family": family.name,
        "method": method,
        "summary": record.summary,
        "default": method == family.default,
        "complete": record.complete,
        "stars": record.stars,
        "counts_only": method in family.counting,
        "settings": settings,
    }
