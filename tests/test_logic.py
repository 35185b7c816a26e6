"""The logic engine: sound steps, complete explanations of the sample, equal to the reference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import (
    HOPELESS,
    THOROUGH,
    examples,
    oracle,
    region_arrays,
    sample_boards,
    some,
    tight_board,
)
from helpers.queens import (
    FOUR,
    LOOSE,
    SIX,
    check_sound,
    drive,
    replay,
    solutions_of,
    step_of,
)
from hypothesis import given
from hypothesis import strategies as st

import fastqueens
from fastqueens import queens, reference
from fastqueens._kernels.queens import logic as kernel
from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.engine import explain, rate, rate_many
from fastqueens.queens.logic.hints import hint, mistakes
from fastqueens.queens.logic.steps import RULES, TIERS
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import FOUND, RUNNING


def random_board(rng, n):
    """Grow regions from n seeds; sometimes swap some cells."""
    if rng.integers(0, 3) == 0:
        regions = rng.integers(0, n, (n, n)).astype(np.uint8)
        regions.flat[rng.permutation(n * n)[:n]] = np.arange(n)
        return regions
    if n >= 4 and rng.integers(0, 2):
        return tight_board(n, int(rng.integers(0, 2**31)), spread=int(rng.integers(1, 6)))
    regions = np.full((n, n), 255, np.uint8)
    regions.flat[rng.permutation(n * n)[:n]] = np.arange(n)
    while (regions == 255).any():
        r, c = rng.integers(0, n, 2)
        if regions[r, c] == 255:
            near = [
                regions[y, x]
                for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if 0 <= y < n and 0 <= x < n and regions[y, x] != 255
            ]
            if near:
                regions[r, c] = near[rng.integers(0, len(near))]
    return regions


# ----------------------------------------------------------------------------------- soundness


def test_sound_on_thousands_of_boards():
    rng = np.random.default_rng(7)
    ends = dict.fromkeys(("solved", "stuck", "contradiction"), 0)
    used = set()
    number = 3000 if THOROUGH else 1200
    for _ in range(number):
        board = Board.from_array(random_board(rng, int(rng.integers(1, 8))))
        steps, rating = logic.explained(board)
        check_sound(board, steps, solutions := solutions_of(board))
        ends[rating.outcome] += 1
        used |= {step.rule for step in steps}
        if rating.outcome == "solved":
            assert len(solutions) == 1
            assert {cell for step in steps for cell in step.placed} == solutions[0]
        if rating.outcome == "contradiction":
            assert not solutions
        if len(solutions) > 1:
            assert rating.outcome == "stuck"
    assert min(ends.values()) > number / 30
    assert used == {*RULES, "contradiction"} - {
        *(
            "line-pair",
            "bounds",
            "long-chain",
            "forcing-net",
            "cases-256",
            "cases-4096",
            "cases-all",
        )
    }


def test_sound_from_a_position():
    rng = np.random.default_rng(8)
    for _ in range(600 if THOROUGH else 240):
        n = int(rng.integers(4, 8))
        board = Board.from_array(random_board(rng, n))
        solutions = solutions_of(board)
        if not solutions:
            continue
        solution = sorted(solutions[int(rng.integers(0, len(solutions)))])
        placed = [cell for cell in solution if rng.integers(0, 3) == 0]
        eliminated = [
            (int(r), int(c)) for r, c in rng.integers(0, n, (4, 2)) if (r, c) not in solution
        ]
        agreeing = [s for s in solutions if set(placed) <= s and not s & set(eliminated)]
        steps = explain(board, placed or None, eliminated or None)
        check_sound(board, steps, agreeing)
        touched = [cell for step in steps for cell in (*step.eliminated, *step.placed)]
        assert len(touched) == len(set(touched))
        assert not set(touched) & {*placed, *eliminated}


def boards_in_pieces():
    """Make boards with regions in several pieces."""
    return [
        board
        for n, pieces, count in ((6, 2, 100), (8, 2, 60), (8, 3, 40), (11, 64, 10))
        for board in some(queens.generate(n, pieces=pieces, count=count, seed=n), 2 * count // 5)
    ]


def test_sound_on_regions_in_several_pieces():
    rng = np.random.default_rng(9)
    for board in boards_in_pieces():
        (solution,) = solutions_of(board)
        placed = [cell for cell in sorted(solution) if rng.integers(0, 4) == 0]
        around = [(int(r), int(c)) for r, c in rng.integers(0, board.n, (board.n, 2))]
        eliminated = [cell for cell in around if cell not in solution]
        for before, crossed in (([], []), (placed, eliminated)):
            steps = explain(board, before or None, crossed or None)
            check_sound(board, steps, [solution])
            assert {cell for step in steps for cell in step.placed} | set(before) == solution


@given(region_arrays())
def test_sound_on_any_board(regions):
    check_sound(
        regions, explain(regions), [set(enumerate(s)) for s in reference.queens.solutions(regions)]
    )


@given(region_arrays(exact=False))
def test_sound_where_regions_may_stay_empty(regions):
    solutions = [
        set(enumerate(s))
        for s in reference.queens.solutions(regions, queens.Rules(allow_empty_regions=True))
    ]
    check_sound(regions, explain(Board.from_array(regions, allow_empty_regions=True)), solutions)


def test_several_solutions_are_never_decided():
    for regions, number in sample_boards():
        if number == 1:
            continue
        solutions = solutions_of(regions, limit=200)
        steps, rating = logic.explained(Board.from_array(regions))
        check_sound(regions, steps, solutions)
        assert (rating.outcome, rating.tier) == ("stuck", "guess")


# ---------------------------------------------------------------------------------- completeness


def test_every_unique_sample_board_is_explained():
    tiers = dict.fromkeys(TIERS, 0)
    for regions, number in sample_boards():
        if number != 1:
            continue
        board = Board.from_array(regions)
        steps, rating = logic.explained(board)
        tiers[rating.tier] += 1
        assert rating.outcome == "solved"
        solution = queens.solve(board)
        placed = [cell for step in steps for cell in step.placed]
        assert sorted(placed) == solution.cells
        check_sound(board, steps, [set(placed)])
        # every cell is placed or eliminated exactly once
        gone = [cell for step in steps for cell in step.eliminated]
        assert sorted(gone + placed) == [(r, c) for r in range(board.n) for c in range(board.n)]
        assert rating.histogram == {
            name: sum(step.rule == name for step in steps) for name in RULES
        }
    assert tiers == {"easy": 13, "medium": 57, "hard": 22, "expert": 16, "guess": 0}


def test_a_board_needs_its_hardest_rule():
    rng = np.random.default_rng(9)
    names = list(RULES)
    seen = set()
    boards = [regions for regions, number in sample_boards() if number == 1]
    boards += [random_board(rng, int(rng.integers(5, 8))) for _ in range(300 if THOROUGH else 100)]
    for regions in boards:
        rating = rate(regions)
        if rating.outcome != "solved":
            continue
        hardest = max(names.index(rule) for rule, number in rating.histogram.items() if number)
        assert rate(regions, max_rule=names[hardest]) == rating
        below = rate(regions, max_rule=names[hardest - 1])
        assert (below.tier, below.outcome) == ("guess", "stuck")
        assert rating.tier == RULES[names[hardest]].tier
        assert rate(regions, max_rule=rating.tier) == rating
        tier = TIERS.index(rating.tier)
        if tier:
            assert rate(regions, max_rule=TIERS[tier - 1]).outcome == "stuck"
        seen.add(rating.tier)
    assert seen == set(TIERS) - {"guess"}


# ---------------------------------------------------------- against the reference implementation


@pytest.mark.parametrize("rule", RULES)
def test_the_rules_reach_what_the_twin_reaches(rule):
    rng = np.random.default_rng(list(RULES).index(rule))
    solved = 0
    number = 20 if rule == "forcing-chain" else 80
    for _ in range(number if THOROUGH else 2 * number // 5):
        regions = random_board(rng, int(rng.integers(3, 7)))
        board = Board.from_array(regions)
        steps, rating = logic.explained(board, max_rule=rule)
        twin = reference.logic.explain(board.regions.tolist(), rule)
        assert (twin is None) == (rating.outcome == "contradiction")
        if twin is None:
            continue
        left, stand = twin
        gone = {cell for step in steps for cell in (*step.eliminated, *step.placed)}
        n = len(regions)
        assert {(r, c) for r in range(n) for c in range(n)} - gone == left
        assert {cell for step in steps for cell in step.placed} == stand
        solved += rating.outcome == "solved"
    assert solved or rule in ("queen", "single")


def test_the_easiest_rule_comes_first():
    rng = np.random.default_rng(11)
    names = list(RULES)
    for _ in range(60 if THOROUGH else 24):
        board = Board.from_array(random_board(rng, int(rng.integers(4, 7))))
        regions = board.regions.tolist()
        for left, stand, step in replay(regions, explain(board)):
            if step.rule == "contradiction":
                continue
            for easier in names[: names.index(step.rule)]:
                assert reference.logic.apply_rule(regions, left, stand, easier) == (set(), set()), (
                    step
                )
            placed, gone = reference.logic.apply_rule(
                regions, left, stand, "set" if step.rule == "set" else step.rule
            )
            assert set(step.placed) <= placed
            assert set(step.eliminated) <= gone
            assert step.placed or step.eliminated


def test_steps_name_what_justifies_them():
    sample = sample_boards(range(6, 14))
    unique = [Board.from_array(regions) for regions, number in sample if number == 1]
    for board in [*unique, *boards_in_pieces()]:
        numbered = board.regions.tolist()
        units = {
            (kind, i): {
                (r, c)
                for r in range(board.n)
                for c in range(board.n)
                if {"row": r, "column": c, "region": numbered[r][c]}[kind] == i
            }
            for kind in ("row", "column", "region")
            for i in range(board.n)
        }
        for left, stand, step in replay(numbered, explain(board)):
            own = [units[unit] & left for unit in step.units]
            if step.rule == "queen":
                assert set(step.cells) <= stand
            elif step.rule == "single":
                assert own == [set(step.placed)] == [set(step.cells)]
            elif step.rule == "attacked":
                assert own == [set(step.cells)]
            elif step.rule == "forcing-chain":
                assert step.cells[0] == step.eliminated[0]
                assert reference.queens.broken(numbered, step.cells) == (set(),) * 4
                assert step.rounds >= 1
                assert len(step.units) == len(step.eliminated) == 1
                assert not set(step.cells) - left
            else:
                half = len(step.units) // 2
                kinds = [kind for kind, _ in step.units]
                assert len(set(kinds[:half])) == len(set(kinds[half:])) == 1 < len(set(kinds))
                assert half == 1 if step.rule == "confined" else half >= 2
                assert (half == 2) if step.rule == "pair" else True
                mine, theirs = set().union(*own[:half]), set().union(*own[half:])
                assert set(step.cells) == mine <= theirs
                assert set(step.eliminated) == theirs - mine
                assert ("region" in kinds) == (step.rule != "fish")


def refuted_by_singles(units, left, cell, rounds):
    """Whether a queen on a cell empties a unit after some rounds of units with one cell left."""

    def place(cell, left, open_units):
        r, c = cell
        mine = [unit for unit in units if cell in units[unit]]
        gone = set().union(*(units[unit] for unit in mine))
        gone |= {(r + y, c + x) for y in (-1, 0, 1) for x in (-1, 0, 1)}
        return left - gone, open_units - set(mine)

    open_units = {unit for unit in units if units[unit] & left}
    left, open_units = place(cell, left, open_units)
    for _ in range(rounds + 1):
        if any(not units[unit] & left for unit in open_units):
            return True
        for unit in sorted(x for x in open_units if len(units[x] & left) == 1):
            if unit in open_units and units[unit] & left:
                left, open_units = place(*(units[unit] & left), left, open_units)
    return False


def test_a_chain_leads_furthest():
    """No other cell that a chain of two rounds refutes leaves fewer candidates."""
    chains = 0
    for board in queens.generate(7, difficulty="expert", count=16, seed=3):
        n = board.n
        units = {}
        for r, c in np.ndindex(n, n):
            for unit in ((0, r), (1, c), (2, int(board.regions[r, c]))):
                units.setdefault(unit, set()).add((r, c))
        every = set().union(*units.values())

        def candidates_after(cell, left, stand, board=board, every=every):
            crossed = (every - left - stand) | {cell}
            steps = explain(board, sorted(stand), sorted(crossed), max_rule="fish")
            if steps and steps[-1].rule == "contradiction":
                return 0
            return len(left - {cell}) - sum(len({*x.eliminated, *x.placed}) for x in steps)

        for left, stand, step in replay(board.regions, explain(board)):
            if step.rule != "forcing-chain" or step.rounds > 2:
                continue
            own = step.eliminated[0]
            if not refuted_by_singles(units, left, own, 2):
                continue  # the chain also needs the rule "attacked"
            chains += 1
            best = candidates_after(own, left, stand)
            for cell in left - {own}:
                if refuted_by_singles(units, left, cell, 2):
                    assert candidates_after(cell, left, stand) >= best
    assert chains > 12


# ------------------------------------------------------------------------------------- the engine


def test_steps_of_any_size_give_the_same():
    boards = [r for r, number in sample_boards(range(7, 13)) if number == 1]
    boards += [np.repeat(np.arange(6, dtype=np.uint8), 6).reshape(6, 6), SIX.regions]
    for regions in boards:
        assert drive(regions, 1) == drive(regions, 2**63) == drive(regions, 7)


def test_batches():
    by_size = {}
    for regions, _ in sample_boards():
        by_size.setdefault(len(regions), []).append(regions)
    boards = [regions for alike in by_size.values() for regions in alike]
    alone = [rate(regions) for regions in boards]
    for threads in (1, 3):
        answer = rate_many(boards, threads=threads)
        assert [TIERS[t] for t in answer.tiers] == [r.tier for r in alone]
        assert answer.scores.tolist() == [r.score for r in alone]
        assert answer.stats.counters == {
            name: sum(r.histogram[name] for r in alone) for name in RULES
        }
    stack = np.stack(by_size[9])
    tiers, scores = rate_many(stack * 7, max_rule="easy")  # labels do not matter
    assert [TIERS[t] for t in tiers] == [rate(r, max_rule="easy").tier for r in stack]
    assert len(rate_many([])) == 0

    # rate with a budget of one unit of work per call
    tiers, scores = np.zeros(len(stack), np.uint8), np.zeros(len(stack), np.uint32)
    batch = kernel.Batch(stack, queens.Rules(), len(RULES), tiers, scores)
    steps = 0
    while batch.step(1) == RUNNING:
        steps += 1
        assert batch.spent == steps
    whole = rate_many(stack)
    assert batch.done == len(stack)
    assert tiers.tolist() == whole.tiers.tolist()
    assert scores.tolist() == whole.scores.tolist()
    assert batch.counters() == whole.stats.counters


def test_boards_of_every_layout():
    """Boards of one, two, four, seven and up to 64 words; the answers equal those of the solver."""
    for n in (1, 8, 9, 11, 12, 16, 17, 21, 22, 33, 63, 64):
        regions = tight_board(n, n, spread=1) if n > 1 else np.zeros((1, 1), np.uint8)
        board = Board.from_array(regions)
        steps, rating = logic.explained(board)
        solutions = solutions_of(board, limit=3)
        check_sound(board, steps, solutions)
        assert (rating.outcome == "solved") == (len(solutions) == 1), n


def test_large_boards():
    for name in ("queens_thesis20.txt", "queens_thesis30.txt"):
        board = Board.from_text(oracle(name).read_text())
        steps, rating = logic.explained(board, max_rule="fish")
        assert rating.tier == "guess"
        check_sound(board, steps, solutions_of(board, limit=20))


def test_a_set_that_does_not_fit():
    # ten regions share nine rows
    steps = explain(HOPELESS)
    assert steps[-1].rule == "contradiction"
    kinds = [kind for kind, _ in steps[-1].units]
    assert kinds.count("region") == 10
    assert kinds.count("row") == 9
    assert "which cannot take all their queens" in steps[-1].sentence
    assert rate(HOPELESS).outcome == "contradiction"


# -------------------------------------------------------------------------------------- sentences


def test_sentences():
    board = Board.from_file(Path(fastqueens.__file__).parent / "data" / "examples" / "queens-9.txt")
    answer = [step.sentence for step in explain(board)]
    assert answer[0] == "Region E fits only in column g, so no other region may use that column."
    assert "Row 5 has cells left only in region D, whose queen must stand there." in answer
    assert "Wherever the queen of region E goes, it attacks f2, h2, f3 and h3." in answer
    assert "Row 3 has only one cell left: its queen goes on g3." in answer
    assert "Region C has only one cell left: its queen goes on h1." in answer
    assert answer[-1] == "Region F has only one cell left: its queen goes on a7."


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (
            step_of("pair", [("region", 6), ("region", 1), ("row", 2), ("row", 3)]),
            "Regions G and B fit only in rows 3 and 4, so no other region may use those rows.",
        ),
        (
            step_of(
                "set",
                [("column", 0), ("column", 1), ("column", 4), *(("region", i) for i in range(3))],
            ),
            "Columns a, b and e have cells left only in regions A, B and C, whose queens must "
            "stand there.",
        ),
        (
            step_of("fish", [("row", 1), ("row", 4), ("column", 0), ("column", 3)]),
            "Rows 2 and 5 have cells left only in columns a and d, so no other row may use those "
            "columns.",
        ),
        (
            step_of("forcing-chain", [("region", 6)], cells=((2, 4),), eliminated=((2, 4),)),
            "Try a queen on e3. In the end region G has no cell left. So e3 is ruled out.",
        ),
        (
            step_of("forcing-chain", [("row", 0)], cells=((2, 4), (0, 0)), eliminated=((2, 4),)),
            "Try a queen on e3. It forces a queen on a1. In the end row 1 has no cell left. So e3 "
            "is ruled out.",
        ),
        (
            step_of(
                "forcing-chain", [("row", 0)], cells=((2, 4), (5, 5), (0, 0)), eliminated=((2, 4),)
            ),
            "Try a queen on e3. It forces queens on f6 and a1. In the end row 1 has no cell left. "
            "So e3 is ruled out.",
        ),
        (
            step_of(
                "forcing-chain",
                [("row", 0), ("row", 1)],
                cells=((2, 4),),
                eliminated=((2, 4),),
                rounds=3,
            ),
            "Try a queen on e3. In the end rows 1 and 2 have no room for their queens. So e3 is "
            "ruled out.",
        ),
        (
            step_of("attacked", [("column", 0)], eliminated=((0, 1), (1, 1), (2, 1))),
            "Wherever the queen of column a goes, it attacks b1, b2 and b3.",
        ),
        (
            step_of("single", [("column", 3)], placed=((5, 3),)),
            "Column d has only one cell left: its queen goes on d6.",
        ),
        (
            step_of("contradiction", [("column", 3)]),
            "Column d has no cell left: there is no solution from here.",
        ),
        (
            step_of("contradiction", [*(("region", i) for i in range(3)), ("row", 0), ("row", 1)]),
            "Regions A, B and C have cells left only in rows 1 and 2, which cannot take all their "
            "queens: there is no solution from here.",
        ),
    ],
)
def test_each_sentence(step, sentence):
    assert step.sentence == str(step) == sentence
    assert step.as_dict()["sentence"] == sentence


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["red", "blue", "green", "yellow"], ["red", "blue", "green", "yellow"]),
        ([8, 9, 10, 11], ["A", "B", "D", "C"]),  # labels as drawn
        ([6, 7, 8, 9], ["6", "7", "8", "9"]),
        (["R", "B", "G", "Y"], ["R", "B", "G", "Y"]),
        (["red", " ", "green", "\n"], ["A", "B", "D", "C"]),  # labels that nobody could read
    ],
)
def test_sentences_call_regions_what_the_board_calls_them(labels, names):
    red, blue, green, yellow = labels
    board = Board.from_array(
        [
            [red, blue, blue, blue],
            [red, red, blue, yellow],
            [green, yellow, yellow, yellow],
            [green, green, green, yellow],
        ]
    )
    assert explain(board)[1].sentence.startswith(f"Wherever the queen of region {names[0]} goes")
    assert f"the queen of region {names[1]} belongs" in hint(board, [(0, 3)], skip=2).sentence


def test_every_rule_has_a_sentence():
    for regions, _ in sample_boards():
        for step in explain(regions):
            assert step.sentence.endswith(".")
            assert step.tier in TIERS


# ------------------------------------------------------------------------------------------ hints


def test_hint_on_a_right_position():
    answer = hint(FOUR, [])
    assert (answer.kind, answer.step.rule, answer.multiple_solutions) == ("step", "attacked", False)
    assert answer.sentence == answer.step.sentence
    # cells that are eliminated already are not repeated
    assert hint(FOUR, [], answer.step.eliminated).step.eliminated != answer.step.eliminated
    assert hint(FOUR, [(0, 2), (1, 0), (2, 3)]).step.placed == ((3, 1),)
    assert hint(FOUR, [2, 0, 3, 1]).kind == "solved"


def test_hints_lead_to_the_solution():
    for regions, number in sample_boards(range(6, 12)):
        if number != 1:
            continue
        board = Board.from_array(regions)
        placed, eliminated = [], []
        for _ in range(board.n**2 + 1):
            answer = hint(board, placed, eliminated)
            if answer.kind == "solved":
                break
            assert answer.kind == "step"
            assert answer.step.rule not in ("queen", "solution")
            placed += answer.step.placed
            eliminated += answer.step.eliminated
        assert sorted(placed) == queens.solve(board).cells


def test_hint_corrects_a_wrong_queen():
    answers = [hint(FOUR, [(0, 2), (3, 0)], skip=skip) for skip in range(4)]
    assert [answer.sentence for answer in answers] == [
        "Something is wrong: a queen stands on a wrong cell.",
        "The queen on a4 is wrong.",
        *["The queen on a4 is wrong: the queen of region G belongs on b4."] * 2,
    ]
    assert {answer.kind for answer in answers} == {"correction"}
    assert [answer.wrong for answer in answers] == [None, (3, 0), (3, 0), (3, 0)]
    assert [answer.correct_cell for answer in answers] == [None, None, (3, 1), (3, 1)]
    # two queens that attack each other: the wrong one is not in the solution
    first = hint(FOUR, [(0, 1), (0, 2)])
    assert (first.conflict, first.wrong) == (((0, 1), (0, 2)), None)
    assert first.sentence == "Two queens in row 1: b1 and c1."
    assert str(hint(FOUR, [(1, 0), (2, 1)])) == "Two queens touch: a2 and b3."
    assert str(hint(FOUR, [(0, 0), (1, 0), (3, 0)])) == "Three queens in column a: a1, a2 and a4."
    assert hint(FOUR, [(0, 1), (0, 2)], skip=1).wrong == (0, 1)
    answers = [hint(FOUR, [(0, 2)], [(2, 3), (0, 0)], skip=skip) for skip in range(3)]
    assert [answer.sentence for answer in answers] == [
        "Something is wrong: a cell that needs a queen is crossed out.",
        "Cell d3 must not be crossed out.",
        "Cell d3 must not be crossed out: the queen of region Y belongs there.",
    ]
    assert (answers[2].wrong, answers[2].correct_cell) == ((2, 3), (2, 3))
    for regions, number in sample_boards(range(7, 10)):
        if number == 1:
            board = Board.from_array(regions)
            solution = queens.solve(board).cells
            row, column = solution[3]
            wrong = (row, (column + 1) % board.n)
            answer = hint(board, [*solution[:2], wrong], skip=2)
            region = board.regions[wrong]
            assert (answer.kind, answer.wrong) == ("correction", wrong)
            assert answer.correct_cell in solution
            assert board.regions[answer.correct_cell] == region


def test_hint_full():
    answer = hint(FOUR, [(0, 3)], show_solution=True)
    assert answer.kind == "solution"
    assert answer.solution == ((0, 2), (1, 0), (2, 3), (3, 1))
    assert answer.wrong == (0, 3)
    assert answer.sentence == ("The queen on d1 is wrong. The queens stand on c1, a2, d3 and b4.")
    assert hint(FOUR, [], show_solution=True).wrong is None


def test_hint_without_a_solution():
    for full in (False, True):
        answer = hint(SIX, [(0, 0)], show_solution=full)
        assert (answer.kind, answer.sentence) == ("unsolvable", "This board has no solution.")


def test_hint_with_several_solutions():
    solutions = solutions_of(LOOSE)
    answer = hint(LOOSE, [])
    assert answer.multiple_solutions
    assert answer.sentence.startswith("This board has several solutions. ")
    assert answer.step.rule == "solution"
    assert answer.step.sentence.startswith("No rule finds the next queen; one solution has it on ")
    # follow hints until one of the solutions
    placed = [(2, 1)]
    while (answer := hint(LOOSE, placed)).kind != "solved":
        assert any(set(placed) <= s for s in solutions)
        placed += answer.step.placed
        if not answer.step.placed:
            break
    # a placement that agrees with some solution is correct
    for solution in solutions[::9]:
        placed = sorted(solution)
        assert hint(LOOSE, placed[2:4]).kind == "step"
        assert hint(LOOSE, placed[2:4], show_solution=True).solution in {
            tuple(sorted(s)) for s in solutions if set(placed[2:4]) <= s
        }
    # with a conflict, the queens placed first count as correct
    answer = hint(LOOSE, [(0, 0), (1, 1)], skip=2)
    assert (answer.kind, answer.wrong) == ("correction", (1, 1))
    answer = hint(LOOSE, [(1, 1), (0, 0)], skip=2)
    assert (answer.kind, answer.wrong) == ("correction", (0, 0))
    assert answer.correct_cell[1] == 0
    # eliminated cells that leave no solution
    answer = hint(LOOSE, [(0, 0)], [(r, 1) for r in range(6)], skip=2)
    assert (answer.kind, answer.multiple_solutions) == ("correction", True)
    assert answer.wrong == answer.correct_cell
    full = hint(LOOSE, [(1, 1), (0, 0)], show_solution=True)
    assert (1, 1) in full.solution
    assert full.wrong == (0, 0)


@examples(150)
@given(region_arrays(exact=False), st.data())
def test_hint_on_any_position(regions, data):
    board = Board.from_array(regions, allow_empty_regions=True)
    n = board.n
    cell = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    placed = data.draw(st.lists(cell, max_size=3, unique=True))
    eliminated = data.draw(st.lists(cell, max_size=3, unique=True))
    eliminated = [c for c in eliminated if c not in placed]
    solutions = [
        set(enumerate(s))
        for s in reference.queens.solutions(
            regions.tolist(), queens.Rules(allow_empty_regions=True)
        )
    ]
    answer = hint(board, placed, eliminated, skip=data.draw(st.sampled_from((0, 2))))
    right = [s for s in solutions if set(placed) <= s and not s & set(eliminated)]
    assert answer.multiple_solutions == (len(solutions) > 1)
    assert (answer.kind == "unsolvable") == (not solutions)
    if answer.kind == "step" and answer.step.rule == "solution":
        assert any(set(answer.step.placed) <= s for s in right)
    elif answer.kind == "step":
        assert right
        check_sound(regions, [answer.step], right)
    elif answer.kind == "correction":
        assert not right
        if answer.wrong is None:
            answer = hint(board, placed, eliminated, skip=2)
        assert any(answer.wrong not in s or answer.wrong in eliminated for s in solutions)
    elif answer.kind == "solved":
        assert set(placed) in right
    found = mistakes(board, placed, eliminated)
    assert bool(found) == (answer.kind == "correction")
    assert (found.multiple_solutions, found.unsolvable) == (
        answer.multiple_solutions,
        not solutions,
    )
    assert not found or answer.wrong == (*found.queens, *found.eliminated)[0]
    if found:  # without the wrong queens the position leads to a solution
        rest = set(placed) - set(found.queens)
        assert any(
            rest <= s and not s & (set(eliminated) - set(found.eliminated)) for s in solutions
        )


def test_hint_stops():
    with pytest.raises(SearchStopped):
        hint(HOPELESS, [], time_limit=0)
    with pytest.raises(SearchStopped):
        mistakes(HOPELESS, [], time_limit=0)


def test_mistakes_of_stars():
    board = queens.generate(10, stars=2, seed=3)[0]
    solution = queens.solve(board).cells
    free = [divmod(cell, 10) for cell in range(100) if divmod(cell, 10) not in solution]
    found = mistakes(board, [solution[0], free[7], solution[5], free[50]], [solution[1], free[3]])
    assert (found.queens, found.eliminated) == ((free[7], free[50]), (solution[1],))
    assert not mistakes(board, solution, free)


def test_explanations_stop():
    # The regions are columns, which exclude almost nothing.
    wide = [list(range(40)) for _ in range(40)]
    with pytest.raises(SearchStopped, match="explanation was stopped") as stopped:
        explain(wide, time_limit=0)
    assert (stopped.value.reason, stopped.value.partial) == ("time", [])
    with pytest.raises(SearchStopped, match="rating was stopped") as stopped:
        rate(wide, time_limit=0)
    assert (stopped.value.partial.outcome, stopped.value.partial.tier) == ("open", "guess")
    assert explain(FOUR, time_limit=60) == explain(FOUR)
    for call in (explain, rate):
        with pytest.raises(InputError, match="0 or more seconds"):
            call(FOUR, time_limit=-1)


# ------------------------------------------------------------------------------------- bad input


def test_bad_input():
    with pytest.raises(
        InputError, match="found two queens in row 1: a1 and d1, expected queens that break no rule"
    ):
        explain(FOUR, [(0, 0), (0, 3)])
    with pytest.raises(InputError, match="crossed out"):
        explain(FOUR, [(0, 0)], [(0, 0)])
    with pytest.raises(InputError, match="off the board"):
        explain(FOUR, [(0, 4)])
    with pytest.raises(InputError, match="found a crossed cell at row 4, column 0, off the board"):
        hint(FOUR, [], [(4, 0)])
    with pytest.raises(InputError, match="expected a column for each of 4 rows"):
        hint(FOUR, [], "b3")
    with pytest.raises(InputError, match="expected a column for each of 4 rows"):
        hint(FOUR, [], [[0, 1], [2]])
    with pytest.raises(InputError, match="expected a rule"):
        rate(FOUR, max_rule="luck")
    with pytest.raises(InputError, match="board 1: "):
        rate_many(np.stack([FOUR.regions, np.zeros((4, 4), np.uint8)]))
    many = Board.from_array(np.arange(81).reshape(9, 9), allow_empty_regions=True)
    for call in (explain, rate):
        with pytest.raises(InputError, match="64 at most"):
            call(many)
    with pytest.raises(InputError, match="64 at most"):
        hint(many, [])


def test_kernels_refuse_what_they_cannot_take():
    cells, units = [0] * 16, [0] * 192
    good = np.array(FOUR.regions)
    for call in (
        lambda: kernel.Engine(good, queens.Rules(), 8, cells[:3], units),
        lambda: kernel.Engine(good, queens.Rules(), 8, cells, units[:3]),
        lambda: kernel.Engine(good[:3], queens.Rules(), 8, cells, units),
        lambda: kernel.Engine(np.zeros((4, 4), np.uint8), queens.Rules(), 8, cells, units),
        lambda: kernel.Batch(
            good[None], queens.Rules(), 8, np.zeros(2, np.uint8), np.zeros(1, np.uint32)
        ),
        lambda: kernel.Batch(
            good[None][:0], queens.Rules(), 8, np.zeros(0, np.uint8), np.zeros(0, np.uint32)
        ),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            call()
    engine = kernel.Engine(good, queens.Rules(), 8, cells, units)
    assert not engine.place(16)
    engine.eliminate(99)
    engine.eliminate(3)
    assert not engine.place(3)
    assert engine.place(2)
    assert not engine.place(0)
    assert engine.cells() == [2]


def test_crossed_cells_hold_no_queen(isa):
    from fastqueens._kernels.queens import regions as search

    for n in (6, 9, 12, 17, 21, 24):
        board = np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)
        machine = search.Search(board, queens.Rules(), 0)
        out = [cell for cell in range(n * n) if cell % 5 == 1]
        for cell in out:
            machine.eliminate(cell)
        answer = np.empty(n, np.int16)
        number = 0
        while number < 50 and machine.step(10**6) == FOUND:
            machine.peek(answer)
            number += 1
            assert not {r * n + int(c) for r, c in enumerate(answer)} & set(out)
        with pytest.raises(ValueError, match="before the first step"):
            machine.eliminate(0)
        if n == 6:
            good = [
                s
                for s in reference.queens.solutions(board.tolist())
                if not {r * n + c for r, c in enumerate(s)} & set(out)
            ]
            assert number == len(good) > 0
        else:
            assert number
