"""Star Battle boards of other authors: complete explanations, ratings by difficulty."""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest
from conftest import THOROUGH, oracle
from helpers import sbn
from helpers.command import run
from helpers.queens import check_sound

from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import RULES, TIERS
from fastqueens.results import SearchStopped
from fastqueens.search import DONE

GROUPS = ["5", "6", "7", "8", "9", "10"]
CHAINS = ("forcing-chain", "long-chain", "forcing-net", "cases-256", "cases-4096", "cases-all")


@functools.cache
def group(number):
    with oracle("stars_sample.txt").open() as file:
        names = dict(sbn.groups_of(file))
    lines = next(v for k, v in names.items() if k.startswith(f"{number}:"))
    return [Board.from_text(x, format="sbn") for x in lines]


@pytest.mark.parametrize("number", GROUPS)
def test_explained_to_the_end(number):
    """Every step is sound, and all steps together give the solution."""
    made = group(number)
    for board in made[:2] if len(made) < 10 else made[:: 30 if THOROUGH else 60]:
        solution = set(queens.solve(board).cells)
        steps, rating = logic.explained(board)
        assert (rating.outcome, rating.limit) == ("solved", None)
        check_sound(board, steps, [solution])
        assert {cell for step in steps for cell in step.placed} == solution
        for step in steps:
            assert step.placed or step.eliminated
            if step.rule in CHAINS:
                assert set(step.eliminated) <= set(step.cells)
                assert step.rounds > 0 or step.rule == "forcing-chain"
        assert logic.rate(board) == rating


@pytest.mark.parametrize("number", GROUPS)
def test_tiers_spread(number):
    made = group(number)
    rated = queens.rate_many(made if len(made) < 10 else made[:: 5 if THOROUGH else 10], threads=1)
    assert len(set(rated.names)) >= 3
    assert set(rated.names) <= set(TIERS) - {"guess"}


def test_cases_can_be_left_at_any_time():
    """Limits and Ctrl-C are checked between two calls: no call takes more than its budget."""
    board, most, work = group("10")[1], 0, 0
    engine = logic.engine_of(board)
    while engine.run(64) != DONE:
        most = max(most, engine.spent - work)
        work = engine.spent
    assert most <= 64
    assert work > 10_000
    counters = {name: number for name, number in engine.counters().items() if number}
    assert {"forcing-net", "cases-256", "cases-4096"} <= set(counters)
    assert engine.counters() == logic.rate(board).histogram


def test_what_stopped_the_rules():
    loose = np.repeat(np.arange(33), 33).reshape(33, 33)
    assert logic.rate(loose).limit == "one star"
    for stars, limit in ((2, "rows"), (8, "stars")):
        with pytest.raises(SearchStopped) as stopped:
            logic.rate(Board.from_array(loose, stars=stars), time_limit=0)
        assert stopped.value.partial.limit == "time"
        assert logic.limit_of(Board.from_array(loose, stars=stars), None) == limit
    rows = Board.from_array(np.repeat(np.arange(8), 8).reshape(8, 8), stars=2)
    assert logic.rate(rows).limit is None  # the board has two solutions
    board = group("6")[0]
    assert logic.rate(board, max_rule="single").limit == "max_rule"
    assert logic.rate(board, max_rule="cases-all").limit is None
    assert set(logic.LIMITS) == {"time", "cancelled", "max_rule", "one star", "stars", "rows"}


def test_the_command_line_says_it(tmp_path):
    path, loose = tmp_path / "board.json", tmp_path / "loose.txt"
    group("8")[0].save(path)
    ended = run("rate", path, "--max-rule", "bounds")
    said = "not solved by the rules: no harder rules were allowed"
    assert ended.stdout.startswith(said)
    ended = run("explain", path, "--max-rule", "bounds", "--json")
    assert json.loads(ended.stdout)["limit"] == "max_rule"
    ended = run("explain", path, "--time-limit", 0)
    assert ended.returncode == 3
    assert ended.stdout.splitlines()[-1].startswith("stopped by the time limit")
    loose.write_text("\n".join(x * 8 for x in "ABCDEFGH"))
    for command in ("rate", "explain"):
        ended = run(command, loose, "--stars", 2)
        assert ended.stdout.splitlines()[-1].startswith("not unique: 2 solutions")


def test_hints_of_large_boards():
    board = group("10")[0]
    solution = queens.solve(board).cells
    answer = queens.hint(board, solution[:30])
    assert answer.kind == "step"
    assert answer.step.rule in RULES
    assert set(answer.step.placed) <= set(solution)
    assert not set(answer.step.eliminated) & set(solution)
