"""N-Queens by joined half boards: exact counts, tasks, memory, limits, on every instruction set."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from click.testing import CliRunner
from helpers.progress import Enough, Seen

from fastqueens import InputError, SearchStopped, nqueens
from fastqueens._kernels.nqueens.join import JoinPlan, JoinTask
from fastqueens.cli.nqueens import nqueens as command
from fastqueens.nqueens.join_count import choose_counting
from fastqueens.search import DONE, FULL, RUNNING

# A000170 from n = 6 on. Counted once more by hand: 666090624 for 18, 4968057848 for 19.
KNOWN = {
    6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596, 15: 2279184,
    16: 14772512, 17: 95815104,
}  # fmt: skip
LARGE = 1 << 28


def run(machine: JoinTask, budget: int = 10**7) -> int:
    while (status := machine.step(budget)) == RUNNING:
        pass
    return status


@pytest.mark.parametrize("n", KNOWN)
def test_count(isa, n):
    count = nqueens.count(n, method="join", threads=2)
    assert (count, count.method, count.exact) == (KNOWN[n], "join", True)


@pytest.mark.parametrize("n", range(6, 15))
def test_fundamental(n):
    searched = nqueens.count(n, method="bitboard", symmetry="fundamental")
    assert nqueens.count(n, method="join", symmetry="fundamental") == searched


def placements_with_rows(n: int, start_row: int, east: int) -> Iterator[list[int]]:
    """Yield the placements, as the row of each column, whose east half uses these rows."""
    half, everything = n // 2, (1 << n) - 1
    centre = 0 if start_row < 0 else 1 << start_row
    west = everything & ~east & ~centre
    rows: list[int] = []

    def place(used: int, up: int, down: int) -> Iterator[list[int]]:
        column = len(rows)
        if column == n:
            yield rows
            return
        allowed = west if column < half else east
        if n % 2 and column == half:
            allowed = centre
        free = allowed & ~(used | up | down)
        while free:
            queen = free & -free
            free ^= queen
            rows.append(queen.bit_length() - 1)
            yield from place(used | queen, (up | queen) << 1 & everything, (down | queen) >> 1)
            rows.pop()

    return place(0, 0, 0)


def expected_sums(n: int, start_row: int, east: int, weight: int) -> set[int]:
    """Return the sums that the unit may have, from all its placements."""
    half = n // 2
    if n % 2:
        offset = half - start_row
        found = sum(
            offset == 0 or rows.index(half) - half > offset
            for rows in placements_with_rows(n, start_row, east)
        )
        return {weight * found}
    kinds = [0, 0, 0]  # placements with 0, 1, 2 queens on long diagonals, all in the west
    for rows in placements_with_rows(n, start_row, east):
        on_long = [c for c, row in enumerate(rows) if row in (c, n - 1 - c)]
        if not any(c >= half for c in on_long):
            kinds[len(on_long)] += 1
    # Without a queen on a long diagonal, either the unit, or its mirror image, or half of each is
    # counted.
    mirrored = ~east & (1 << n) - 1
    upside_down = int(f"{east:0{n}b}"[::-1], 2)
    choices = (1,) if mirrored in (east, upside_down) else (0, 2)
    return {weight * (choice * kinds[0] + 2 * kinds[1] + 4 * kinds[2]) for choice in choices}


@pytest.mark.parametrize("n", range(6, 14))
def test_units_against_backtracking(isa, n):
    plan = JoinPlan(n)
    chosen = Random(n).sample(range(len(plan)), min(len(plan), 25))
    some = 0
    for unit in chosen:
        start_row, rows, weight = plan.unit(unit)
        machine = JoinTask(plan, unit, unit + 1, LARGE)
        assert run(machine, 1000) == DONE
        assert machine.solutions in expected_sums(n, start_row, rows, weight)
        some += machine.solutions > 0
    assert some


@pytest.mark.parametrize("n", [8, 10, 13, 14])
@pytest.mark.parametrize("parts", [1, 3, 50, 10**6])
def test_tasks_add_up(n, parts):
    plan = JoinPlan(n)
    cuts = [plan.task(i, parts)[0] for i in range(min(parts, 60))]
    cuts = sorted({0, *cuts, len(plan)})
    machine = JoinTask(plan, 0, 0, LARGE)
    total, share = 0, 0.0
    for first, last in pairwise(cuts):
        machine.restart(first, last)
        assert run(machine) == DONE
        assert machine.position == last
        total += machine.solutions
        share += plan.share(first, last)
    assert total == KNOWN[n]
    assert share == pytest.approx(1)


@pytest.mark.parametrize("n", [10, 13, 15])
def test_budgets_do_not_matter(isa, n):
    seen = set()
    for budget in (50, 3001, 10**9):
        machine = JoinTask(plan := JoinPlan(n), 0, len(plan) // 10, LARGE)
        assert run(machine, budget) == DONE
        seen.add((machine.solutions, machine.spent))
    assert len(seen) == 1


@pytest.mark.parametrize("n", [14, 15, 16])
def test_little_memory_counts_the_same(isa, n):
    """With little memory, lists are made for each unit, and patterns are matched in chunks."""
    plan = JoinPlan(n)
    last = len(plan) // 40
    large, small = JoinTask(plan, 0, last, LARGE), JoinTask(plan, 0, last, 900_000)
    assert run(large) == run(small) == DONE
    assert (large.solutions, large.spent) == (small.solutions, small.spent)
    assert small.most_bytes <= 900_000


def test_too_little_memory_stops():
    plan = JoinPlan(18)
    machine = JoinTask(plan, len(plan) // 2, len(plan), 800_000)
    assert run(machine) == FULL
    assert machine.most_bytes <= 800_000
    assert machine.step(10) == FULL
    with pytest.raises(SearchStopped) as caught:
        nqueens.count(20, method="join", max_bytes=1 << 20, threads=1)
    assert caught.value.reason == "memory"


def test_nodes_are_the_same_on_every_instruction_set(isa):
    assert nqueens.count(13, method="join").stats.nodes == 116_403


def test_machines_refuse_wrong_ranges():
    plan = JoinPlan(10)
    machine = JoinTask(plan, 0, 5, LARGE)
    with pytest.raises(ValueError, match="range"):
        machine.restart(4, len(plan) + 1)
    with pytest.raises(ValueError, match="range"):
        JoinTask(plan, 6, 5, LARGE)
    with pytest.raises(ValueError, match="range"):
        plan.share(0, len(plan) + 1)
    for n in (5, 28):
        with pytest.raises(ValueError, match="size"):
            JoinPlan(n)


def test_the_collector_may_free_the_plan_first():
    """The address sanitizer checks this."""
    machine = JoinTask(JoinPlan(12), 0, 40, LARGE)
    assert run(machine) == DONE
    cycle: list[object] = [machine]
    cycle.append(cycle)
    del machine, cycle
    gc.collect()  # clears the machine, which then has no plan, before it is freed


def test_the_choice(monkeypatch):
    for isa, last in (("scalar", 14), ("avx2", 16), ("avx512", 17)):
        monkeypatch.setattr("fastqueens.nqueens.join_count.NAMES", (isa,) * 3)
        assert choose_counting(last, "auto", None) == "bitboard"
        assert choose_counting(last + 1, "auto", None) == "join"
    assert choose_counting(20, "auto", 1 << 24) == "bitboard"
    assert choose_counting(20, "bitboard", None) == "bitboard"


@pytest.mark.parametrize(
    "rules",
    [
        {"n": 5},
        {"n": 8, "variant": "toroidal"},
        {"n": 8, "placed": [(0, 1)]},
        {"n": 8, "node_limit": 5},
        {"n": 8, "max_bytes": 5},
        {"n": 8, "order": "mrv"},
    ],
)
def test_refuses(rules):
    with pytest.raises(InputError):
        nqueens.count(method="join", **rules)
    with pytest.raises(InputError):
        nqueens.count(8, method="bitboard", max_bytes=1 << 30)


def test_stops_and_reports():
    with pytest.raises(SearchStopped) as caught:
        nqueens.count(22, method="join", time_limit=0.3, threads=2)
    assert caught.value.reason == "time"
    assert not caught.value.partial.exact
    seen = Seen(2)
    with pytest.raises(Enough):
        nqueens.count(21, method="join", progress=seen, threads=1)
    assert all(0 <= now.fraction <= 1 for now in seen)


def test_executors_and_ledger(tmp_path):
    book = tmp_path / "count.ledger"
    options = {"method": "join", "executor": "threads:2", "tasks": 9, "ledger": book}
    for _ in range(2):  # the second count reads the ledger
        count = nqueens.count(13, symmetry="fundamental", **options)
        assert (count, count.method) == (9233, "join")
    with pytest.raises(InputError):  # another cut
        nqueens.count(13, symmetry="fundamental", **(options | {"method": "bitboard"}))


@pytest.mark.parametrize("method", ["bitboard", "join"])
@pytest.mark.parametrize("n", [13, 14])
def test_estimate(n, method):
    guess = nqueens.estimate(n, method=method, tasks=200)
    assert abs(guess.mean - KNOWN[n]) < 3 * guess.error
    with pytest.raises(InputError):
        nqueens.estimate(n, method="list")


def test_command_line():
    answer = CliRunner().invoke(command, ["12", "--method", "join", "--json"])
    assert answer.exit_code == 0
    assert '"method": "join"' in answer.output
    assert "14200" in answer.output
    for wrong in (["--first"], ["--set", "order=mrv"], ["--node-limit", "5"]):
        answer = CliRunner().invoke(command, ["12", "--method", "join", *wrong])
        assert answer.exit_code == 2
