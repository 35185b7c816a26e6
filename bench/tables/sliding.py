"""Sliding tiles: fewest moves beside plain IDA* and a package, and 5 x 5 in few moves."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import Any

import compare_sliding
import harness
import numpy as np
import rivals

from fastqueens import sliding
from fastqueens._kernels.sliding import pdb
from tables.table import ABSENT, Table, rival, table


def tiles(quick: bool) -> dict[str, Table]:
    """The 15-puzzle in the fewest moves beside plain IDA*, and 5 x 5 in few moves."""
    repeat = 1 if quick else 5
    rows: list[list[Any]] = []
    easy = sorted(compare_sliding.uniform(20 if quick else 100),
                  key=lambda some: compare_sliding.solve(some)[1])  # fmt: skip
    plain = rivals.sliding()

    def cold() -> object:
        pdb.clear_shared()
        return compare_sliding.solve(easy[0])

    took = harness.interleaved({"ours": cold, "plain": partial(plain, easy[0])}, repeat)
    rows.append(["the easiest of 100 random boards, databases not built", 1, took["ours"].best,
                 *rival(took["plain"], took["ours"])])  # fmt: skip
    pdb.shared_pdb(pdb.PDB_555, 0).build()
    first = easy[:2] if quick else easy[:20]
    took = harness.interleaved(
        {"ours": lambda: [compare_sliding.solve(x) for x in first],
         "plain": lambda: [plain(x) for x in first]},
        repeat,
        patience=2.0,
    )  # fmt: skip
    rows.append([f"the {len(first)} easiest of them, databases built", len(first),
                 took["ours"].best, *rival(took["plain"], took["ours"])])  # fmt: skip
    if not quick:
        korf = compare_sliding.korf(repeat, {"5-5-5": pdb.PDB_555})
        row = korf["rows"][0]
        both = row["built"] + row["seconds"].best
        boards_of = "Korf's 100 boards" if korf["source"] == "Korf" else "100 random boards"
        name = f"{boards_of}, databases not built"
        rows.append([name, korf["boards"], both, None, None])
    columns = [
        ("15-puzzles", ""), ("boards", ""), ("time", "s"), ("plain C", "s"),
        ("vs plain C", "ratio"),
    ]  # fmt: skip
    says = (
        "The time to solve 15-puzzles in the fewest moves on one core, for all boards of a row "
        "together. If the databases are not built, the time includes building them. Plain C is "
        "IDA* with the Manhattan distance (`bench/rivals/sliding.c`)."
    )
    tables = {"sliding": table("sliding", "Sliding tiles", says, columns, rows)}
    try:
        board, search = compare_sliding.peer()
    except ImportError:
        theirs: Any = (ABSENT, None)
        ours = harness.interleaved(
            {"ours": partial(compare_sliding.solve, sliding.scramble(30, seed=4).tiles.ravel())},
            repeat,
        )["ours"]
    else:
        calls: dict[str, harness.Call] = {"ours": partial(compare_sliding.solve, board.ravel())}
        if not quick:
            calls["peer"] = partial(search, board)
        took = harness.interleaved(calls, repeat, patience=1.0)
        ours = took["ours"]
        theirs = rival(took["peer"], ours) if "peer" in took else (None, None)
    tables["sliding package"] = table(
        "sliding",
        "Sliding tiles beside a package",
        "The time to solve `sliding.scramble(30, seed=4)`, beside the package slidingpuzzle (A* "
        "with linear conflicts).",
        [("puzzle", ""), ("time", "s"), ("slidingpuzzle", "s"), ("vs slidingpuzzle", "ratio")],
        [["30 random moves", ours.best, *theirs]],
    )
    rows = []
    for row in compare_sliding.anytime_sets(1 if quick else 10, [0.05 if quick else 1.0]):
        found = row["found"]
        lengths, bounds = np.array([x["marks"][0] for x in found]).T
        rows.append(
            [
                f"{row['boards']}, {len(found)}",
                row["optimum"],
                median(x["first"][0] for x in found),
                float(np.mean([x["first"][1] for x in found])),
                float(lengths.mean()),
                float(bounds.mean()),
            ]
        )
    tables["sliding anytime"] = table(
        "sliding",
        "Sliding tiles of 5 x 5",
        "24-puzzles solved in few moves by `anytime` on one core. The numbers of moves are means "
        "over the boards, for the first solution and for the best solution after one second, "
        "which includes building the databases.",
        [("boards", ""), ("fewest moves", ""), ("first solution after", "s"),
         ("its moves", ""), ("moves after 1 s", ""), ("proved lower bound", "")],
        rows,
    )  # fmt: skip
    return tables
