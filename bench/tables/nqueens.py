"""N-Queens: counting beside the plain recursion and packages for Python."""

from __future__ import annotations

import compare_nqueens
from harness import ISAS

from tables.table import ABSENT, BEST, Table, by_isa, table


def n_queens(quick: bool) -> dict[str, Table]:
    """Counting beside the plain recursion, and beside Python packages."""
    sizes = (8, 10) if quick else (14, 15, 16, 17)
    found, _ = compare_nqueens.counting(sizes, ISAS, 1 if quick else 3, False)
    rows = [
        [
            row["n"],
            row["solutions"],
            *(row["seconds"][isa].best for isa in ISAS),
            min(row["plain_seconds"]),
            row["ratio"]["scalar"],
            row["ratio"][BEST],
        ]
        for row in found
    ]
    columns = [
        ("N", ""), ("solutions", ""), *by_isa("s"), ("plain C", "s"),
        ("portable C, vs plain C", "ratio"), ("vs plain C", "ratio"),
    ]  # fmt: skip
    says = (
        'The time to count all solutions by search on one core (`method="bitboard"`). Plain C is '
        "the recursion on columns and diagonals, which uses mirror images "
        "(`bench/rivals/nqueens.c`)."
    )
    tables = {"nqueens": table("nqueens", "N-Queens", says, columns, rows)}
    rows = []
    for row in compare_nqueens.python_users(1 if quick else 3, 0.1 if quick else 5.0):
        if "reason" in row:
            rows.append([row["name"], ABSENT, None, None])
            continue
        theirs, ours = row["seconds"]["theirs"], row["seconds"]["count"]
        rows.append([f"{row['name']}, N = {row['n']}", theirs.best, ours.best,
                     theirs.median / ours.median])  # fmt: skip
    tables["nqueens packages"] = table(
        "nqueens",
        "N-Queens beside packages",
        "The time to find all solutions, beside packages for Python. The time that numba needs to "
        "compile the function is not included.",
        [("package", ""), ("package's time", "s"), ("`count(N)`", "s"),
         ("vs the package", "ratio")],
        rows,
    )  # fmt: skip
    return tables
