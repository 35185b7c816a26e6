"""as_dict, from_dict, to_json and from_json of boards, ratings, hints and results agree."""

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import cover, csp, nqueens, packing, queens, sliding
from fastqueens.results import InputError

TEXT = "RBBB\nRRBY\nGYYY\nGGGY"
BOARD = queens.Board.from_text(TEXT)
STARS = queens.make(8, stars=2, seed=1)
ROWS = queens.Board.from_array([[row] * 4 for row in range(4)])
PIECES = packing.Puzzle(np.ones((2, 2), bool), {"I": [(0, 0), (0, 1)], "J": [(0, 0), (0, 1)]})
TILES = sliding.scramble(10, n=3, seed=1)


def mistaken_hint():
    return queens.hint(BOARD, placed=[(0, 0)])


MADE = {
    "board": lambda: BOARD,
    "board of stars": lambda: STARS,
    "board with labels": lambda: queens.Board.from_array([["red", "red"], ["b", "b"]]),
    "board with queens": lambda: BOARD.with_position([2, 0, 3, 1]),
    "board with empty regions": lambda: queens.Board.from_array(
        [[0, 1], [1, 2]], allow_empty_regions=True
    ),
    "rating": lambda: queens.rate(BOARD),
    "rating, stuck": lambda: queens.rate(queens.make(9, seed=2), max_rule="easy"),
    "ratings": lambda: queens.rate_many([BOARD, ROWS]),
    "hint": lambda: queens.hint(BOARD),
    "hint, mistake": mistaken_hint,
    "hint, solution": lambda: queens.hint(BOARD, show_solution=True),
    "step": lambda: queens.explain(BOARD)[0],
    "queens": lambda: queens.solve(BOARD),
    "queens, stars": lambda: queens.solve(STARS),
    "queens, stopped": lambda: queens.solve(STARS, node_limit=0),
    "queens, local search": lambda: queens.solve(ROWS, method="min-conflicts", node_limit=50),
    "many queens": lambda: queens.solve_many([BOARD, ROWS], limit=5),
    "n-queens": lambda: nqueens.solve(8),
    "n-queens, none": lambda: nqueens.solve(3),
    "n-queens, pawns": lambda: nqueens.first(8, variant="plus_k", pawns=1),
    "packing": lambda: packing.solve(PIECES),
    "packing, none": lambda: packing.solve(
        packing.Puzzle(np.ones((1, 3), bool), {"I": [(0, 0), (0, 1)]})
    ),
    "a packing": lambda: packing.solve(PIECES).packing,
    "packing puzzle": lambda: PIECES,
    "sliding": lambda: sliding.solve(TILES),
    "sliding, stopped": lambda: sliding.solve(TILES, method="a-star", node_limit=1),
    "sliding puzzle": lambda: TILES,
    "csp": lambda: csp.Model({"x": [1, 2], ("y", 1): [(3, 4)]}).solve(),
    "csp, none": lambda: csp.Model({"x": []}).solve(),
}


@pytest.mark.parametrize("name", MADE)
def test_what_is_written_is_read_again(name):
    made = MADE[name]()
    kind, data = type(made), made.as_dict()
    assert json.loads(made.to_json()) == json.loads(json.dumps(data))
    for again in (
        kind.from_dict(data),
        kind.from_dict(json.loads(json.dumps(data))),
        kind.from_json(made.to_json()),
    ):
        assert type(again) is kind
        assert again == made
        assert again.as_dict() == data


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda problem: problem.solve(), cover.Solved),
        (lambda problem: problem.solve(required=[0, 2]), cover.Unsolved),
        (lambda problem: problem.minimum(), cover.Minimum),
        (lambda problem: problem.minimum(max_cost=1), cover.Minimum),
    ],
)
def test_results_of_covers_need_their_problem(answer, kind):
    problem = cover.ExactCover([["a", "b"], ["c"], ["b", "c"]], cost=[1, 2, 3])
    made = answer(problem)
    for again in (
        kind.from_dict(made.as_dict(), problem), kind.from_json(made.to_json(), problem)
    ):  # fmt: skip
        assert type(again) is kind
        assert again == made
    for wrong in (None, [], {}, made.as_dict() | {"solution": [{"option": 9}]}):
        with pytest.raises(InputError):
            kind.from_dict(wrong, problem)
    with pytest.raises(InputError, match="another problem"):
        kind.from_dict(made.as_dict(), cover.langford(3))


def test_readings_of_pictures():
    pytest.importorskip("cv2", reason="OpenCV is not installed")
    pytest.importorskip("PIL", reason="Pillow is not installed")
    picture = BOARD.with_position([2, 0, 3, 1]).to_png(cell=30)
    made = queens.read_image(picture)
    again = queens.ImageReading.from_json(made.to_json())
    assert again == made
    assert again.as_dict() == made.as_dict()
    assert (again.pixels == made.pixels).all()
    places = [((x - 2) // 30, (y - 2) // 30) for x, y in made.clicks(queens.solve(BOARD))]
    assert places == [(2, 0), (0, 1), (3, 2), (1, 3)]
    assert made.clicks([2, 0, 3, 1]) == made.clicks(queens.solve(BOARD))
    assert sorted(made.clicks()) == sorted(made.clicks(made.queens))
    with pytest.raises(InputError, match="without a solution"):
        made.clicks(queens.solve(ROWS, node_limit=0))


def test_details_survive():
    board = queens.Board.from_dict(MADE["board with queens"]().as_dict())
    assert [x.tolist() for x in board.placements] == [[2, 0, 3, 1]]
    hint = queens.Hint.from_json(queens.hint(BOARD).to_json())
    assert hint.sentence == queens.hint(BOARD).sentence
    assert (hint.step.tier, hint.step.sentence) == (
        queens.hint(BOARD).step.tier, queens.hint(BOARD).step.sentence,
    )  # fmt: skip
    result = queens.Solved.from_json(queens.solve(BOARD).to_json())
    assert result.stats.seconds > 0
    assert result.queens.dtype == np.int16
    assert not result.queens.flags.writeable
    with pytest.raises(InputError, match="found Unsolved, expected Solved"):
        queens.Solved.from_dict(
            queens.solve(ROWS.with_rules(queens.Rules()), node_limit=0).as_dict()
        )


KINDS = (
    queens.Rating, queens.BatchRating, queens.BatchResult, queens.Hint, queens.Step, queens.Solved,
    queens.QueensResult, nqueens.NQueensResult, packing.PackingResult, packing.Packing,
    sliding.SlidingResult, csp.Solved,
)  # fmt: skip


@given(
    st.sampled_from(KINDS),
    st.recursive(
        st.none() | st.booleans() | st.integers(-2, 300) | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["status", "tier", "queens", "board", "step", "units", "counters"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=8,
    ),
)
def test_other_data_is_an_input_error(kind, data):
    with pytest.raises(InputError):
        kind.from_dict(data)
    with pytest.raises(InputError):
        kind.from_json(json.dumps(data))


@pytest.mark.parametrize("name", ["rating", "hint", "step", "queens", "sliding", "csp", "packing"])
def test_a_changed_value_is_an_input_error_or_another_object(name):
    made = MADE[name]()
    data = made.as_dict()
    for key in data:
        for value in ("x", None, [], {}, -1):
            with suppress(InputError):
                assert isinstance(type(made).from_dict(data | {key: value}), type(made))


def test_ratings_show_their_tiers_as_a_table():
    shown = repr(queens.rate_many([BOARD] * 12)).splitlines()
    assert shown[0] == "BatchRating(12 boards: 12 medium)"
    assert shown[1].split() == ["board", "tier", "score"]
    assert shown[2].split() == ["0", "medium", "26"]
    assert shown[-1].strip() == "...  2 boards more"
    assert repr(queens.rate_many([])) == "BatchRating(0 boards)"
