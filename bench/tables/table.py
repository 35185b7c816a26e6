"""What all published tables share: their form, and the columns of rivals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import figures
import harness
import numpy as np
from harness import ISAS

Table = dict[str, Any]
Columns = Sequence[tuple[str, str]]

BEST = ISAS[-1]
ABSENT = "not installed"


def table(
    section: str, title: str, says: str, columns: Columns, rows: Iterable[Sequence[Any]]
) -> Table:
    """Make a table for `figures.json`; see `figures.text` for the units of columns."""
    return {
        "title": title,
        "says": says,
        "command": f"python bench/publish.py --only {section}",
        "columns": [list(column) for column in columns],
        "rows": [[_plain(value) for value in row] for row in rows],
    }


def _plain(value: Any) -> Any:
    """Return a number that JSON can hold, with four significant digits if it is not whole."""
    if isinstance(value, np.integer):
        return int(value)
    return float(f"{float(value):.4g}") if isinstance(value, float | np.floating) else value


def by_isa(unit: str) -> list[tuple[str, str]]:
    return [(figures.ISAS[isa], unit) for isa in ISAS]


def expect(name: str, answer: Any) -> Callable[[str, Any], None]:
    """Return a function that ends the program if a contender has another answer."""
    return lambda who, found: harness.agree(f"{name}, {who}", found, answer)


def best_times(took: Mapping[str, harness.Times], names: Iterable[str]) -> list[float | None]:
    """Return the best time of each contender; None for one that did not run."""
    return [took[name].best if name in took else None for name in names]


def fastest(took: Mapping[str, harness.Times], names: Iterable[str]) -> harness.Times | None:
    """Return the times of the fastest of several contenders; None if none of them ran."""
    ran = [took[name] for name in names if name in took]
    return min(ran, key=lambda times: times.best) if ran else None


def rival(times: harness.Times | None, ours: harness.Times) -> tuple[Any, Any]:
    """Return the best time of a rival and the ratio to ours."""
    return (ABSENT, None) if times is None else (times.best, harness.ratio(times, ours))
