"""Every claim of the sentence of a step is true: cells, units and numbers, for each rule."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from conftest import examples, oracle, region_arrays
from helpers import sbn
from helpers.sentence_claims import CELL, Position, check_step
from hypothesis import given

from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.engine import explain
from fastqueens.queens.logic.hints import hint
from fastqueens.queens.logic.steps import RULES

CHAINS = ("forcing-chain", "long-chain", "forcing-net")
SLOW = ("cases-256", "cases-4096", "cases-all", "forcing-net")


def check_all(boards, **options):
    """Check all steps of some boards; return the number of steps of each rule."""
    used = Counter()
    for board in boards:
        for step in explain(board, **options):
            check_step(step)
            used[step.rule] += 1
    return used


def official(name, *, every):
    boards = []
    for line in oracle(name).read_text().splitlines()[1::every]:
        n, *_, cells = line.split()
        letters = np.frombuffer(cells.encode(), np.uint8)
        boards.append(Board.from_array(letters.reshape(int(n), int(n)) - ord("A")))
    return boards


def stars_of(group, index=0):
    with oracle("stars_sample.txt").open() as file:
        lines = next(v for k, v in sbn.groups_of(file) if k.startswith(f"{group}:"))
    return Board.from_text(lines[index], format="sbn")


# ------------------------------------------------------------------------------ claims are true


def test_claims_for_one_queen():
    boards = queens.generate(8, count=40, seed=1)
    boards += queens.generate(9, count=25, seed=2, difficulty="expert")
    boards += queens.generate(8, count=10, seed=3, pieces=2)
    used = check_all(boards)
    assert {*used} == {"queen", "single", "confined", "attacked", "pair", "set", "fish",
                       "forcing-chain"}  # fmt: skip
    assert used["forcing-chain"] > 60


@examples(60)
@given(region_arrays())
def test_claims_on_any_board(regions):
    """Many of these boards have no solution, so that the steps end with a contradiction."""
    check_all([Board.from_array(regions)])


@examples(40)
@given(region_arrays(exact=False))
def test_claims_where_regions_may_stay_empty(regions):
    check_all([Board.from_array(regions, allow_empty_regions=True)])


@examples(30)
@given(region_arrays())
def test_claims_on_any_board_of_two_stars(regions):
    for step in logic.explained(Board.from_array(regions, stars=2))[0]:
        check_step(step)


def test_claims_for_two_stars():
    boards = queens.generate(8, stars=2, count=20, seed=1)
    boards += queens.generate(10, stars=2, count=12, seed=2, difficulty="hard")
    boards += queens.generate(10, stars=2, count=4, seed=3, pieces=3)
    used = check_all(boards)
    assert {*used} >= {*RULES} - {*SLOW, "fish", "long-chain"}
    assert used["forcing-chain"] > 60
    assert used["bounds"] > 5


def test_claims_for_three_stars():
    used = check_all(queens.generate(12, stars=3, count=2, seed=1), max_rule="forcing-chain")
    assert used["attacked"] > 10


def test_claims_on_boards_that_people_drew():
    for name in ("queens_drawn.txt", "queens_sample.txt"):
        used = check_all(official(name, every=6), max_rule="forcing-chain")
        assert used["single"] > 50


def test_claims_on_star_boards_of_other_authors():
    boards = [stars_of(5), *(stars_of(6, i) for i in (0, 20)), stars_of(7)]
    used = check_all(boards)
    assert used["long-chain"] > 0
    assert used["bounds"] > 0


def test_chains_of_many_stars():
    """Chains of a large board name their forced stars and the units that fail."""
    seen = Counter()
    for step in explain(stars_of(9)):
        if step.rule in SLOW and seen[step.rule] < 8:
            check_step(step)
            seen[step.rule] += 1
    assert {*seen} >= {"forcing-net", "cases-256"}


# --------------------------------------------------------------------- false claims are noticed


def falsified(sentence):
    """Yield the sentence with one cell, number or unit changed."""
    for found in re.finditer(rf"\b(?:{CELL}|\d+)\b", sentence):
        word = found[0]
        letters, digits = re.fullmatch(r"([a-z]*)(\d+)", word).groups()
        changed = f"{letters}{int(digits) + 1 if digits == '1' else int(digits) - 1}"
        yield sentence[: found.start()] + changed + sentence[found.end() :]


def test_false_claims_are_noticed():
    """The checks of this module can fail: they refuse a sentence with a wrong cell or number."""
    boards = queens.generate(9, count=6, seed=2, difficulty="expert")
    boards += queens.generate(10, stars=2, count=4, seed=2, difficulty="hard")
    tried, unnoticed = Counter(), []
    for board in boards:
        for step in explain(board):
            for sentence in falsified(step.sentence):
                if "2 x 2" in step.sentence and "2 x 2" not in sentence:
                    continue
                tried[step.rule] += 1
                try:
                    check_step(step, sentence)
                except (AssertionError, KeyError, ValueError):
                    continue
                unnoticed.append(sentence)  # it may be true by chance
    assert min(tried[rule] for rule in ("single", "attacked", "forcing-chain", "bounds")) > 10
    assert len(unnoticed) < sum(tried.values()) / 500, unnoticed


# --------------------------------------------------------------------------- chains are short


def fewest_singles(position, most):
    """Return the fewest units that take their last cell before a unit has none, up to `most`."""
    layer, seen = [position], set()
    for count in range(most + 1):
        following = []
        for now in layer:
            needy = [unit for unit in now.cells if now.missing(unit) > 0]
            if any(not now.left(unit) for unit in needy):
                return count
            for cells in {frozenset(now.left(unit)) for unit in needy}:
                after = now.copy()
                if len(cells) == 1:
                    after.place(*cells)
                    if frozenset(after.queens) not in seen:
                        seen.add(frozenset(after.queens))
                        following.append(after)
        layer = following
    return most + 1


def test_chains_of_singles_have_the_fewest_queens():
    lengths = Counter()
    for board in queens.generate(9, count=15, seed=4, difficulty="expert"):
        for step in explain(board):
            if step.rule != "forcing-chain" or step.chain is None:
                continue
            if any(link.rule != "single" for link in step.chain.links):
                continue
            where = step.position
            position = Position(board, where.queens, where.eliminated)
            position.place(step.eliminated[0])
            length = len(step.chain.links)
            assert fewest_singles(position, length) == length, step.sentence
            assert length < len(step.cells)
            lengths[length] += 1
    assert len(lengths) > 2


def test_almost_all_chains_are_told_step_by_step():
    told = Counter()
    for board in queens.generate(10, stars=2, count=25, seed=5, difficulty="hard"):
        told.update(step.chain is not None for step in explain(board) if step.rule in CHAINS)
    assert told[True] > 100
    assert told[False] <= told[True] / 20


def test_the_example_of_the_documentation():
    board = Board.from_text("AABBB\nACCBB\nACDDB\nACCDE\nAAEEE")
    sentences = [step.sentence for step in explain(board)]
    assert sentences
    assert all("one are" not in sentence for sentence in sentences)


# ------------------------------------------------------------------------------ repeated hints


def test_asking_again_gives_the_next_step():
    board = queens.generate(9, count=1, seed=1, difficulty="hard")[0]
    steps = [step for step in explain(board) if step.rule != "queen"]
    told = [hint(board, skip=skip).step for skip in range(len(steps))]
    assert told == steps
    assert hint(board, skip=len(steps) + 3).step == steps[-1]


def test_hints_up_to_the_next_queen():
    board = queens.generate(9, count=1, seed=1, difficulty="hard")[0]
    steps = [step for step in explain(board) if step.rule != "queen"]
    placed, told = [], []
    for skip in range(board.n):
        answer = hint(board, until="queen", skip=skip)
        assert [bool(step.placed) for step in answer.steps] == [
            *[False] * (len(answer.steps) - 1),
            True,
        ]
        assert answer.step is answer.steps[-1]
        assert answer.sentence == " ".join(step.sentence for step in answer.steps)
        told += answer.steps
        placed += answer.step.placed
    assert told == steps
    assert sorted(placed) == queens.solve(board).cells


def test_steps_that_no_rule_finds():
    """On a board with several solutions hints go on with a queen of one of them."""
    columns = np.tile(np.arange(6), (6, 1))
    placed = [hint(columns, skip=skip, until="queen").step.placed for skip in range(6)]
    assert queens.violations(columns, [cell for cells in placed for cell in cells]).complete
