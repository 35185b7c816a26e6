"""Packings counted up to symmetry."""

from __future__ import annotations

from functools import partial
from typing import Any

import harness
from cases.packings import KNOWN

from fastqueens import packing
from tables.table import Table, expect, table


def packings(quick: bool) -> dict[str, Table]:
    """Packings counted up to symmetry."""
    rows = []
    for name, (puzzle, _, distinct) in KNOWN.items():
        if quick and name not in ("pentominoes 3x20", "Soma cube 3x3x3"):
            continue
        how: Any = "mirror" if puzzle.in_space else True
        took = harness.interleaved(
            {"count": partial(packing.count, puzzle, distinct=how)},
            1 if quick else 2,
            patience=1.0,
            check=expect(name, distinct),
        )["count"]
        rows.append([name, distinct, took.best])
    columns = [("puzzle", ""), ("distinct packings", ""), ("`count(distinct=True)`", "s")]
    says = (
        "The time to count all packings up to rotations and reflections on one core, from the "
        "puzzle to the number. We found no package that counts in this way. The table of exact "
        "covers compares the search for packings with packages."
    )
    return {"packing": table("packing", "Packing", says, columns, rows)}
