"""Constraint models beside other packages, and the boards of the thesis."""

from __future__ import annotations

import compare_csp
import harness
from cases import boards, models
from harness import installed

from fastqueens import queens
from tables.table import Table, expect, rival, table


def constraints(quick: bool) -> dict[str, Table]:
    """Models of `csp.Model` beside CP-SAT and python-constraint2."""
    rows = []
    for name, problem in models.PROBLEMS.items():
        if quick and problem.slow:
            continue
        calls: dict[str, harness.Call] = {"ours": problem.ours}
        if installed("ortools"):
            calls["cpsat"] = problem.cpsat
        if installed("python-constraint2") and not problem.long:
            calls["constraint"] = problem.constraint
        check = expect(name, True)
        took = harness.interleaved(calls, 1 if quick else 5, patience=2.0, check=check)
        there = installed("python-constraint2") and problem.long
        theirs = rival(took.get("cpsat"), took["ours"])
        others = (None, None) if there else rival(took.get("constraint"), took["ours"])
        rows.append([name, took["ours"].best, theirs[0], others[0], theirs[1], others[1]])
    columns = [
        ("model", ""), ("`csp.Model`", "s"), ("CP-SAT", "s"), ("python-constraint2", "s"),
        ("vs CP-SAT", "ratio"), ("vs python-constraint2", "ratio"),
    ]  # fmt: skip
    says = (
        "The time to build a model and to find one solution, on one core. An empty cell means "
        "that the run would take too long."
    )
    return {"csp": table("csp", "Constraint models", says, columns, rows)}


def large_boards_by_csp(quick: bool) -> dict[str, Table]:
    """Steps and time of constraint search on the boards of the thesis."""
    rows = []
    ways = (
        ("backtracking", "static", False), ("forward-checking", "mrv", False),
        ("mac", "static", False), ("mac", "mrv", False), ("mac", "mrv", True),
    )  # fmt: skip
    for n in (20, 30):
        board = queens.Board.from_array(boards.large(n)[0])
        for method, order, restarts in ways:
            solved, share, counters, took = compare_csp.measure(
                board,
                0.2 if quick else 2.0,
                3 if quick else 20,
                {"method": method, "order": order, "values": "static", "restarts": restarts,
                 "region_order": "first-seen"},
            )  # fmt: skip
            name = f"`{method}`, `{order}`" + ", restarts" * restarts
            rows.append([f"{n} x {n}: {name}", counters["steps"], took if solved else None,
                         100 * share])  # fmt: skip
    columns = [("board and method", ""), ("steps", ""), ("time", "s"), ("solved", "%")]
    says = (
        "Search for one solution of the thesis' boards, for at most two seconds, with the regions "
        "in the order in which they first appear on the board. With restarts, the numbers are "
        "medians of 20 seeds."
    )
    return {"csp boards": table("csp-boards", "Constraint search", says, columns, rows)}
