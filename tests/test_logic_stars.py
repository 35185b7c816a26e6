"""Logic rules for two and three stars: sound, equal to the reference, and correct sentences."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import THOROUGH, examples, region_arrays, some
from helpers.queens import (
    check_sound,
    drive,
    placements,
    plant,
    replay,
    solutions_of,
    star_step,
)
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens, reference
from fastqueens._kernels.queens import logic as kernel
from fastqueens.cell_names import cell_name
from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.engine import explain, rate, rate_many
from fastqueens.queens.logic.hints import hint
from fastqueens.queens.logic.steps import RULES, TIERS
from fastqueens.results import InputError, SearchStopped

# The board has 2 solutions.
EIGHT = Board.from_array(np.repeat(np.arange(8), 8).reshape(8, 8), stars=2)


def random_board(rng, n=9, each=2):
    """Make a board with at least one solution: loose or tight, sometimes with other labels."""
    cells = placements(n, each)[int(rng.integers(0, len(placements(n, each))))]
    loose = int(rng.choice([2, 10, 20, 30, 40]))
    regions = plant(cells, n, each, rng, loose)
    for _ in range(int(rng.integers(0, 4))):  # enlarge the regions of the planted cells a little
        for r, c in rng.permutation(np.argwhere(regions != n - 1)):
            y, x = np.clip([r + rng.integers(-1, 2), c + rng.integers(-1, 2)], 0, n - 1)
            if regions[y, x] == n - 1 and (y, x) not in cells:
                regions[y, x] = regions[r, c]
    return Board.from_array(regions, stars=each)


@cache
def boards():
    rng = np.random.default_rng(1)
    return [random_board(rng, n) for n in (8, 9) for _ in range(150)]


@cache
def made():
    """Boards made by the generator."""
    kinds = ((10, 2, 1, 100), (12, 3, 1, 10), (8, 2, 2, 40), (10, 2, 2, 40), (12, 3, 3, 10))
    return [
        board
        for n, stars, pieces, count in kinds
        for board in queens.generate(n, stars=stars, pieces=pieces, count=count, seed=1)
    ]


# ----------------------------------------------------------------------------------- soundness


def test_sound_on_boards_with_solutions():
    used, ends = set(), dict.fromkeys(("solved", "stuck"), 0)
    chosen = some(boards(), 100) + some(made(), 80)
    for board in chosen:
        steps, rating = logic.explained(board)
        check_sound(board, steps, solutions := solutions_of(board))
        used |= {step.rule for step in steps}
        ends[rating.outcome] += 1
        assert (rating.outcome == "solved") == (len(solutions) == 1)
        if rating.outcome == "solved":
            assert {cell for step in steps for cell in step.placed} == solutions[0]
            gone = [cell for step in steps for cell in step.eliminated]
            assert len(gone) == len(set(gone)) == board.n**2 - board.stars * board.n
        assert rate(board) == rating
    assert used >= set(RULES) - {"fish", *LATE}
    assert min(ends.values()) > len(chosen) // 25


@given(region_arrays(), st.integers(2, 3))
def test_sound_where_there_is_no_solution(regions, each):
    steps, rating = logic.explained(Board.from_array(regions, stars=each))
    rules = queens.Rules(each)
    solutions = [set(x) for x in reference.queens.stars_solutions(regions.tolist(), rules)]
    check_sound(regions, steps, solutions)
    assert not solutions
    assert rating.outcome in ("stuck", "contradiction")


def test_sound_from_a_position():
    rng = np.random.default_rng(2)
    for board in boards()[::3]:
        solutions = solutions_of(board)
        solution = sorted(solutions[0])
        placed = [cell for cell in solution if rng.integers(0, 4) == 0]
        eliminated = [
            (int(r), int(c)) for r, c in rng.integers(0, board.n, (10, 2)) if (r, c) not in solution
        ]
        agreeing = [s for s in solutions if set(placed) <= s and not s & set(eliminated)]
        steps = explain(board, placed or None, eliminated or None)
        check_sound(board, steps, agreeing)
        touched = [cell for step in steps for cell in (*step.eliminated, *step.placed)]
        assert len(touched) == len(set(touched))
        assert not set(touched) & {*placed, *eliminated}


def test_three_stars():
    """Boards of 14 x 14 from the middle of a game, because the rules find nothing at the start."""
    rng = np.random.default_rng(3)
    used = set()
    for seed in range(6):
        rows = np.repeat(np.arange(14), 14).reshape(14, 14)
        hidden = queens.solve(queens.Board.from_array(rows, stars=3), seed=seed).cells
        regions = plant(hidden, 14, 3, rng, 25)
        board = Board.from_array(regions, stars=3)
        placed = [cell for cell in hidden if rng.integers(0, 4) == 0]
        steps = explain(board, placed)
        solutions = [s for s in solutions_of(board, 5000) if set(placed) <= s]
        assert set(hidden) in solutions
        check_sound(board, steps, solutions)
        used |= {step.rule for step in steps}
        assert max(len(step.placed) for step in steps) > 1
    assert used >= {"queen", "single", "attacked"}


# ---------------------------------------------------------- against the reference implementation


LATE = ("forcing-net", "cases-256", "cases-4096", "cases-all")


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if rule not in ("forcing-chain", "long-chain")]
)
def test_the_rules_reach_what_the_twin_reaches(rule):
    rng = np.random.default_rng(list(RULES).index(rule))
    number = 2 if rule in LATE else 12
    number = number if THOROUGH else number // 2
    chosen = [boards()[i] for i in rng.integers(0, 150, number)]
    for n in (5, 6, 7) if rule not in LATE else (5,):
        regions = rng.integers(0, n, (n, n))
        regions.flat[rng.permutation(n * n)[:n]] = np.arange(n)
        chosen.append(Board.from_array(regions, stars=2))
    for board in chosen:
        steps, rating = logic.explained(board, max_rule=rule)
        twin = reference.logic.explain(board.regions.tolist(), rule, stars=2)
        # The engine may find more because it remembers excluded placements.
        if rule == "forcing-net":
            assert (twin is None) <= (rating.outcome == "contradiction")
        else:
            assert (twin is None) == (rating.outcome == "contradiction")
        if rating.outcome == "contradiction":
            continue
        left, stand = twin
        gone = {cell for step in steps for cell in (*step.eliminated, *step.placed)}
        ours = {(r, c) for r in range(board.n) for c in range(board.n)} - gone
        found = {cell for step in steps for cell in step.placed}
        assert (ours <= left and found >= stand) if rule == "forcing-net" else (ours, found) == twin


def test_the_easiest_rule_comes_first():
    names = list(RULES)
    for board in some(boards()[:150:25], 3):
        regions = board.regions.tolist()
        for left, stand, step in replay(regions, explain(board, max_rule="bounds")):
            for easier in names[: names.index(step.rule)]:
                assert reference.logic.apply_rule(regions, left, stand, easier, 2) == (
                    set(),
                    set(),
                ), step
            placed, gone = reference.logic.apply_rule(regions, left, stand, step.rule, 2)
            assert set(step.placed) <= placed
            assert set(step.eliminated) <= gone
            assert step.placed or step.eliminated


def test_steps_name_what_justifies_them():
    for board in boards()[::2]:
        numbered = board.regions
        cells = {}
        for i in range(board.n):
            for k in range(board.n):
                for unit in (("row", i), ("column", k), ("region", int(numbered[i, k]))):
                    cells.setdefault(unit, set()).add((i, k))
        for left, stand, step in replay(numbered, explain(board)):
            lacking = {unit: 2 - len(cells[unit] & stand) for unit in step.units}
            own = [cells[unit] & left for unit in step.units]
            if step.rule == "queen":
                assert set(step.cells) <= stand
                assert not any(lacking.values())
                near = max(max(abs(r - step.cells[0][0]), abs(c - step.cells[0][1])) <= 1
                           for r, c in step.eliminated)  # fmt: skip
                assert near or step.units
            elif step.rule == "single":
                assert own == [set(step.cells)]
                assert set(step.placed) <= set(step.cells)
                assert len(step.cells) == lacking[step.units[0]]
            elif step.rule == "attacked":
                assert own == [set(step.cells)]
                assert set(step.placed) <= set(step.cells)
            elif step.rule == "line-pair":
                (kind, first), second = step.units
                assert second == (kind, first + 1)
                assert set(step.cells) == own[0] | own[1]
            elif step.rule == "bounds":
                assert step.units[0][0] == "region"
                assert len({kind for kind, _ in step.units[1:]}) <= 1
                assert {*step.placed, *step.eliminated} <= own[0] == set(step.cells)
            elif step.rule in ("forcing-chain", "long-chain", *LATE):
                assert step.cells[0] == step.eliminated[0]
                assert len(step.units) <= 2
                assert len(step.eliminated) == 1
            elif step.rule != "contradiction":
                kind = step.units[0][0]
                mine = [unit for unit in step.units if unit[0] == kind]
                theirs = [unit for unit in step.units if unit[0] != kind]
                assert len({k for k, _ in theirs}) == 1
                assert sum(lacking[u] for u in mine) == sum(lacking[u] for u in theirs)
                size = max(len(mine), len(theirs))
                assert size == {"confined": 1, "pair": 2}.get(step.rule, max(size, 2))
                inside = set().union(*(cells[u] & left for u in mine))
                around = set().union(*(cells[u] & left for u in theirs))
                assert set(step.cells) == inside <= around
                assert set(step.eliminated) == around - inside


# ----------------------------------------------------------------------------- ratings and batches


def test_a_board_needs_its_hardest_rule():
    names, seen = list(RULES), set()
    for board in boards() + made():
        rating = rate(board)
        if rating.outcome != "solved":
            continue
        hardest = max(names.index(rule) for rule, number in rating.histogram.items() if number)
        assert rating.tier == RULES[names[hardest]].tier_on(board.n, board.stars)
        assert rate(board, max_rule=rating.tier) == rating
        below = TIERS.index(rating.tier) - 1
        assert below < 0 or rate(board, max_rule=TIERS[below]).outcome == "stuck"
        seen.add(rating.tier)
    assert seen == set(TIERS) - {"guess"}


def test_rate_many():
    alone = [rate(board) for board in boards()]
    answer = rate_many(boards(), threads=2)
    assert [TIERS[t] for t in answer.tiers] == [r.tier for r in alone]
    assert answer.scores.tolist() == [r.score for r in alone]
    assert answer.stats.counters == {name: sum(r.histogram[name] for r in alone) for name in RULES}
    stack = np.stack([board.regions for board in boards()[150:]])
    assert rate_many(stack, rules=queens.Rules(2)).scores.tolist() == answer.scores[150:].tolist()
    with pytest.raises(InputError, match="board 0: found 3 regions on a board of 9 rows"):
        rate_many(stack[:1] * 0 + np.arange(9, dtype=np.uint8) // 3, rules=queens.Rules(2))


def test_steps_of_any_size_give_the_same():
    for board in boards()[::20]:
        answers = [drive(board.regions, budget, 2) for budget in (1, 7, 2**63)]
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("n", [10, 11, 12, 16, 17, 21, 22, 30, 64])
def test_boards_of_every_layout(n):
    """Boards of two, four, seven and up to 64 words; the answers equal those of the solver."""
    for stars in (2, 3):
        rows = np.repeat(np.arange(n), n).reshape(n, n)
        if stars == 3 and n < 14:
            continue
        if n == 64:
            hidden = sorted((r, (7 * r + 2 * k) % n) for r in range(n) for k in range(stars))
        else:
            hidden = queens.solve(queens.Board.from_array(rows, stars=stars)).cells
        regions = plant(hidden, n, stars, np.random.default_rng(n), 1)
        board = Board.from_array(regions, stars=stars)
        steps, rating = logic.explained(board, max_rule="fish" if n > 30 else None)
        found = {cell for step in steps for cell in step.placed}
        solutions = solutions_of(board, 50)
        assert set(hidden) in solutions or len(solutions) == 50
        check_sound(board, steps, solutions)
        if rating.outcome == "solved":
            assert [found] == solutions
        assert found


# -------------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (
            star_step("queen", [], cells=((0, 1),)),
            "No star may touch the one on b1.",
        ),
        (
            star_step("queen", [("row", 0)], cells=((0, 1),)),
            "No star may touch the one on b1, and row 1 has all its stars now.",
        ),
        (
            star_step("queen", [("region", 2), ("column", 1)], cells=((0, 1),)),
            "No star may touch the one on b1, and region C and column b have all their stars now.",
        ),
        (
            star_step("single", [("region", 0)], placed=((0, 1), (3, 3))),
            "Region A needs every cell it has left: stars go on b1 and d4.",
        ),
        (
            star_step("confined", [("region", 0), ("row", 3)]),
            "All stars that region A still needs go in row 4, which leaves none there for other "
            "regions.",
        ),
        (
            star_step("pair", [("row", 2), ("row", 3), ("region", 0), ("region", 4)]),
            "All stars that rows 3 and 4 still need go in regions A and E, which leaves none "
            "there for other rows.",
        ),
        (
            star_step("attacked", [("region", 1)], placed=((0, 0),), eliminated=((1, 1), (1, 0))),
            "In every placement of the stars of region B, one is on a1 and they rule out b2 and "
            "a2.",
        ),
        (
            star_step("attacked", [("row", 1)], eliminated=((1, 1), (1, 0), (2, 2))),
            "In every placement of the stars of row 2, they rule out b2, a2 and c3.",
        ),
        (
            star_step("forcing-chain", [("region", 6)], cells=((2, 4),), eliminated=((2, 4),)),
            "Try a star on e3. In the end region G has no room for its stars. So e3 is ruled out.",
        ),
        (
            star_step(
                "forcing-chain",
                [("row", 0), ("row", 1)],
                cells=((2, 4),),
                eliminated=((2, 4),),
                rounds=1,
            ),
            "Try a star on e3. In the end rows 1 and 2 have no room for their stars. So e3 is "
            "ruled out.",
        ),
        (
            star_step(
                "forcing-chain",
                [("row", 6)],
                cells=((2, 4), (4, 4)),
                eliminated=((2, 4),),
                rounds=2,
            ),
            "Try a star on e3. It forces a star on e5. In the end row 7 has no room for its stars. "
            "So e3 is ruled out.",
        ),
        (
            star_step("forcing-net", [], cells=((2, 4), (4, 4)), eliminated=((2, 4),), rounds=7),
            "Try a star on e3. It forces a star on e5. In the end the lines cannot all get their "
            "stars. So e3 is ruled out.",
        ),
        (
            star_step("cases-256", [], cells=((2, 4),), eliminated=((2, 4),), rounds=7),
            "Try a star on e3. Trying all placements then leads to 7 cases, which all end in a "
            "contradiction. So e3 is ruled out.",
        ),
        (
            star_step(
                "cases-4096",
                [("region", 6)],
                cells=((2, 4), (4, 4)),
                eliminated=((2, 4),),
                rounds=1700,
            ),
            "Try a star on e3. It forces a star on e5. Trying all placements of the stars of "
            "region G then leads to 1,700 cases, which all end in a contradiction. So e3 is ruled "
            "out.",
        ),
        (
            star_step(
                "line-pair", [("row", 1), ("row", 2)], eliminated=((1, 1),), placed=((2, 4),)
            ),
            "In every placement of the stars of rows 2 and 3 with at most one star in each 2 x 2 "
            "block, one is on e3 and none is on b2.",
        ),
        (
            star_step(
                "bounds", [("region", 2), ("row", 0), ("row", 1)], eliminated=((1, 1), (2, 2))
            ),
            "By the numbers of stars that the other regions can put in rows 1 and 2, region C "
            "cannot use b2 and c3.",
        ),
        (
            star_step("bounds", [("region", 2), ("column", 3)], placed=((1, 3),)),
            "By the numbers of stars that the other regions can put in column d, region C must use "
            "d2.",
        ),
        (
            star_step("bounds", [("region", 2)], eliminated=((1, 3),)),
            "By the numbers of stars that the other regions can put in the rows and columns, "
            "region C cannot use d2.",
        ),
        (
            star_step("contradiction", [("column", 0)]),
            "Column a has no room for its stars: there is no solution from here.",
        ),
        (
            star_step("contradiction", [("region", 0), ("region", 1), ("row", 1)]),
            "Regions A and B have cells left only in row 2, which cannot take all their stars: "
            "there is no solution from here.",
        ),
    ],
)
def test_sentences(step, sentence):
    assert step.sentence == sentence


def test_a_dead_end_is_named():
    board = Board.from_array(np.repeat(np.arange(8), 8).reshape(8, 8), stars=2)
    cells = [(r, c) for r in range(8) for c in range(8) if (r, c) in ((0, 0), (0, 1)) or r]
    eliminated = [(r, c) for r in range(8) for c in range(8) if (r, c) not in cells]
    answer = explain(board, [], eliminated)[-1]
    assert answer.rule == "contradiction"
    assert answer.sentence.startswith("Region 0 needs a star but has no cell left: ")


# ------------------------------------------------------------------------------------------ hints


def unique_boards():
    return [board for board in boards() if queens.is_unique(board)]


def test_hints_lead_to_the_solution():
    for board in unique_boards()[::12]:
        placed, eliminated = [], []
        for _ in range(board.n**2 + 1):
            answer = hint(board, placed, eliminated)
            if answer.kind == "solved":
                break
            assert answer.kind == "step"
            assert answer.step.rule != "queen"
            placed += answer.step.placed
            eliminated += answer.step.eliminated
        assert sorted(placed) == queens.solve(board).cells
        assert answer.sentence == "All stars are right: the board is solved."


def test_hints_correct_what_is_wrong():
    for board in unique_boards()[::10]:
        solution = queens.solve(board).cells
        wrong = next(
            (r, c) for r in range(board.n) for c in range(board.n) if (r, c) not in solution
        )
        region = board.regions[wrong]
        answer = hint(board, [*solution[:3], wrong], skip=2)
        assert (answer.kind, answer.wrong) == ("correction", wrong)
        if answer.correct_cell is None:
            assert sum(board.regions[cell] == region for cell in solution[:3]) == 2
            assert "gets all its stars without it" in answer.sentence
        else:
            assert answer.correct_cell in set(solution) - set(solution[:3])
            assert board.regions[answer.correct_cell] == region
            assert "a star of region" in answer.sentence
        answer = hint(board, solution[:3], [solution[4]], skip=2)
        assert (answer.wrong, answer.correct_cell) == (solution[4], solution[4])
        full = hint(board, [wrong], show_solution=True)
        assert full.solution == tuple(solution)
        assert full.sentence.startswith(
            f"The star on {cell_name(*wrong)} is wrong. The stars stand on "
        )


def test_hints_with_several_solutions_and_with_none():
    first, second = (sorted(s) for s in solutions_of(EIGHT))
    answer = hint(EIGHT, first[:2])
    assert answer.multiple_solutions
    assert answer.kind == "step"
    assert set(answer.step.placed) <= set(first)
    answer = hint(EIGHT, [*first[:2], second[3]], skip=2)
    assert (answer.kind, answer.wrong) == ("correction", second[3])
    assert answer.correct_cell in first
    # two stars that touch: the one placed first counts as correct
    answer = hint(EIGHT, [first[0], (first[0][0], first[0][1] + 1)], skip=1)
    assert answer.wrong == (first[0][0], first[0][1] + 1)
    large = Board.from_array(np.repeat(np.arange(30), 30).reshape(30, 30), stars=3)
    with pytest.raises(SearchStopped):
        hint(large, [], time_limit=0)


@examples(60)
@given(st.integers(0, 299), st.data())
def test_hint_on_any_position(index, data):
    board = boards()[index]
    cell = st.tuples(st.integers(0, board.n - 1), st.integers(0, board.n - 1))
    placed = data.draw(st.lists(cell, max_size=3, unique=True))
    eliminated = data.draw(st.lists(cell, max_size=3, unique=True))
    eliminated = [c for c in eliminated if c not in placed]
    answer = hint(board, placed, eliminated, skip=2 * data.draw(st.integers(0, 1)))
    solutions = solutions_of(board)
    right = [s for s in solutions if set(placed) <= s and not s & set(eliminated)]
    assert answer.multiple_solutions == (len(solutions) > 1)
    if answer.kind == "step" and answer.step.rule == "solution":
        assert any(set(answer.step.placed) <= s for s in right)
    elif answer.kind == "step":
        assert right
        check_sound(board, [answer.step], right)
    else:
        assert answer.kind == "correction"
        assert not right
        if answer.wrong is None:
            answer = hint(board, placed, eliminated, skip=2)
        assert any(answer.wrong not in s or answer.wrong in eliminated for s in solutions)


# ------------------------------------------------------------------------------------- bad input


def test_bad_input():
    with pytest.raises(InputError, match="found two stars that touch: a1 and b2"):
        explain(EIGHT, [(0, 0), (1, 1)])
    with pytest.raises(InputError, match="found three stars in row 1: a1, c1 and e1"):
        explain(EIGHT, [(0, 0), (0, 2), (0, 4)])
    with pytest.raises(InputError, match="crossed out"):
        explain(EIGHT, [(0, 0)], [(0, 0)])
    with pytest.raises(InputError, match="found a board of 8 rows, expected 12 or more"):
        rate(EIGHT.with_rules(queens.Rules(3)))
    with pytest.raises(ValueError, match="from 1 to 16"):
        kernel.Engine(
            np.array(EIGHT.regions),
            SimpleNamespace(stars=17, allow_empty_regions=False),
            8,
            [0] * 64,
            [0] * 192,
        )
    with pytest.raises(ValueError, match="from 1 to 16"):
        kernel.Batch(
            EIGHT.regions[None],
            SimpleNamespace(stars=0, allow_empty_regions=False),
            8,
            np.zeros(1, np.uint8),
            np.zeros(1, np.uint32),
        )
