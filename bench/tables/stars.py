"""Star Battle beside SAT solvers."""

from __future__ import annotations

import compare_stars
import harness
from cases import sample
from harness import ISAS

from tables.table import BEST, Table, best_times, by_isa, fastest, table


def star_battle(quick: bool) -> dict[str, Table]:
    """Star Battle boards of other authors, beside SAT solvers."""
    from rivals import sat

    rows = []
    names = [*sat.NAMES, compare_stars.CPSAT]
    isas = [BEST] if quick else list(ISAS)
    for group in sample.groups()[: 1 if quick else None]:
        few = 1 if quick or group.boards.shape[1] > 14 else 5
        if quick:
            group = sample.Group(group.name, group.stars, group.boards[:3])
        row = compare_stars.measured(group, isas, few, 1 if quick else 2, slow=["minicard"])
        took = row["seconds"]
        peer = fastest(took, names)
        rows.append(
            [
                row["group"],
                *best_times(row["all"], ISAS),
                row["worst"],
                took["ours"].best,
                *best_times(took, names),
                None if peer is None else harness.ratio(peer, took["ours"]),
            ]
        )
    if not rows:
        return {}
    columns = [
        ("boards", ""), *by_isa("s"), ("the slowest", "s"), ("the first few", "s"),
        *((name, "s") for name in names), ("vs the best of them", "ratio"),
    ]  # fmt: skip
    says = (
        "The time to prove that a Star Battle board of another author has exactly one solution, "
        "for each board, on one core. The first columns are about all boards: the mean with each "
        "instruction set, and the slowest board. The other columns are about the first few "
        "boards, with fastqueens and with each rival; a rival's time includes making its formula. "
        '"Bands" means additional conditions on two neighbouring rows. On 21x21, Minicard without '
        "bands is left out, because it takes a minute."
    )
    return {"stars": table("stars", "Star Battle", says, columns, rows)}
