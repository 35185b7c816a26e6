"""Comparison of methods: `compare`, its tables and its chart."""

from __future__ import annotations

import csv
import io
import json
import sys
import types
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from helpers.queens import FOUR, SIX

import fastqueens
from fastqueens import InputError, cover, csp, nqueens, packing, queens, sliding
from fastqueens.comparison import chart
from fastqueens.comparison.record import COLUMNS
from fastqueens.comparison.tables import duration, summarise

LOOSE = np.repeat(np.arange(6, dtype=np.uint8), 6).reshape(6, 6)


def results():
    return queens.compare(
        {"four": FOUR, "six": SIX},
        ["permutation", "mac", "pso"],
        settings={"mac.order": ["static", "mrv"], "pso.swarm_size": [5], "pso.iterations": [4, 8]},
        repeat=3,
        measure=0,
    )


def test_every_combination():
    lines = results()
    assert [(line.problem, line.label) for line in lines[:5]] == [
        ("four", "permutation"),
        ("four", "mac order=static"),
        ("four", "mac order=mrv"),
        ("four", "pso swarm_size=5 iterations=4"),
        ("four", "pso swarm_size=5 iterations=8"),
    ]
    assert len(lines) == 10
    assert [line.status for line in lines[:3]] == ["solved"] * 3
    assert [line.status for line in lines[5:8]] == ["unsolvable"] * 3
    assert {line.status for line in lines[8:]} == {"stopped"}
    for line in lines:
        assert (line.runs, len(line.times)) == (3, 3)
        assert line.size == (4 if line.problem == "four" else 6)
        assert line.seconds == sorted(line.times)[1]
        assert line.solved == 3 * (line.status == "solved") or line.method == "pso"
    assert lines[5].work == "720 permutations"
    assert lines[8].objective > 0


def test_the_same_as_solve():
    (line,) = queens.compare([FOUR], ["backtracking"], measure=0)
    assert line.problem == "1"
    assert line.counters == dict(queens.solve(FOUR, method="backtracking").stats.counters)


def test_times_are_those_of_a_warm_run():
    """A fast board is solved many times; the answer is that of the given seeds."""
    (line,) = queens.compare([FOUR], ["mac"], repeat=3, measure=0.05)
    (once,) = queens.compare([FOUR], ["mac"], repeat=3, measure=0)
    assert (line.runs, len(line.times), once.timings) == (3, 3, 3)
    assert line.timings > 30
    assert line.timings % 3 == 0
    assert line.counters == once.counters
    assert 0 < line.best <= min(line.times)
    assert line.best <= line.seconds
    assert once.best == min(once.times)


def test_one_of_a_counter_is_one():
    """A board of one cell takes "1 node", not "1 nodes"."""
    (line,) = queens.compare([[[0]]], ["bitboard"], measure=0)
    assert line.work == "1 node"
    assert str(queens.solve([[0]]).stats).startswith("1 node, 0 backtracks, 0 restarts, ")
    assert summarise([line])[0].work == "1 node"


def test_all_solutions_and_limits():
    lines = queens.compare([LOOSE], ["bitboard", "permutation"], all_solutions=True, measure=0)
    assert [line.solutions for line in lines] == [90, 90]
    (line,) = queens.compare([np.arange(30) // 1 * np.ones((30, 1), int)], ["permutation"],
                                 node_limit=1000, measure=0)  # fmt: skip
    assert (line.status, line.solutions, line.solved) == ("stopped", 0, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"methods": ["magic"]},
        {"methods": ["mac"], "settings": {"pso.swarm_size": [1]}},
        {"methods": ["mac"], "settings": {"order": ["mrv"]}},
        {"methods": ["mac"], "settings": {"mac.size": [1]}},
        {"methods": ["mac"], "settings": {"mac.order": ["best"]}},
        {"methods": ["pso"], "all_solutions": True},
        {"repeat": 0},
        {"measure": -1},
        {"measure": "0.2"},
        {"seed": -1},
    ],
)
def test_refuses(options):
    with pytest.raises(InputError):
        queens.compare([FOUR], **options)


def test_all_methods_by_default():
    lines = queens.compare([FOUR], time_limit=60, measure=0)
    assert [line.method for line in lines] == list(queens.METHODS)
    assert all(line.status == "solved" for line in lines if queens.METHODS[line.method].complete)


def test_files():
    lines = results()
    table = list(csv.DictReader(io.StringIO(lines.to_csv())))
    assert len(table) == 10
    assert (table[5]["permutations"], table[5]["steps"]) == ("720", "")
    assert (table[2]["settings"], table[2]["status"]) == ("order=mrv", "solved")
    found = json.loads(lines.to_json())
    assert found[2]["settings"] == {"order": "mrv"}
    text = lines.to_markdown()
    assert text.count("###") == 2
    widths = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert widths == {7}
    by_size = lines.to_markdown(by="size").splitlines()
    assert len(by_size) == 2 + 10


def test_summary():
    lines = summarise(results())
    assert [(line.size, line.label) for line in lines[:2]] == [
        (4, "permutation"), (4, "mac order=static"),
    ]  # fmt: skip
    six = next(line for line in lines if (line.size, line.label) == (6, "permutation"))
    assert (six.problems, six.unsolvable, six.success, six.work) == (1, 1, 0, "720 permutations")


def test_charts():
    lines = results()
    root = ET.fromstring(chart.svg(lines))
    labels = "".join(root.itertext())
    assert all(line.label in labels for line in lines)
    assert "open: some were stopped" in labels
    assert ET.fromstring(chart.svg([])).tag.endswith("svg")
    dark = chart.svg(lines, theme="dark")
    assert "#ffffff" not in dark  # neither background nor marks use colours of the light theme
    assert dark.count("<path") == chart.svg(lines).count("<path")
    assert chart.png(lines, theme="dark") != chart.png(lines)
    with pytest.raises(InputError, match="theme is 'blue', expected one of light, dark"):
        chart.svg(lines, theme="blue")
    pytest.importorskip("PIL", reason="Pillow, of the extra 'image', is not installed")
    assert chart.png(lines)[:4] == b"\x89PNG"
    assert chart.png([])[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1e-7, "0.1 us"), (12.3e-6, "12.3 us"), (0.00456, "4.56 ms"), (2, "2 s"), (1234.5, "1,234 s"),
     (0, "0 us"), (0.9999, "1e+03 ms")],
)  # fmt: skip
def test_duration(seconds, text):
    assert duration(seconds) == text


def test_boards_of_several_stars_go_to_the_methods_that_take_them():
    two = queens.Board.from_array(np.repeat(np.arange(8), 8).reshape(8, 8), stars=2)
    seen = []
    results = queens.compare([two], measure=0, progress=lambda *x: seen.append(x[1:]))
    assert [(x.method, x.status) for x in results] == [("bitboard", "solved")]
    assert seen == [(1, 1)]
    with pytest.raises(InputError, match="one queen in each unit"):
        queens.compare([two], ["bitboard", "mac"])


# ------------------------------------------------------------------------------- every family


def model() -> csp.Model:
    states = csp.Model({name: ["red", "green", "blue"] for name in "ABCD"})
    states.add_different(*"ABC")
    states.add_different("C", "D")
    return states


TILES = sliding.Puzzle.from_array([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
PIECES = packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
OPTIONS = cover.ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
FAMILIES = {
    "queens": (lambda **x: queens.compare({"p": FOUR}, **x), 4, set(queens.METHODS)),
    "nqueens": (lambda **x: nqueens.compare({"p": 4}, **x), 4, set(nqueens.METHODS)),
    "packing": (
        lambda **x: packing.compare({"p": PIECES}, **x), 6, set(packing.METHODS) - {"auto"},
    ),
    "sliding": (lambda **x: sliding.compare({"p": TILES}, **x), 9, set(sliding.METHODS)),
    "cover": (lambda **x: cover.compare({"p": OPTIONS}, **x), 4, set(cover.METHODS) - {"auto"}),
    "csp": (lambda **x: csp.compare({"p": model()}, **x), 12, set(csp.METHODS)),
}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_the_same_columns(family):
    compare, size, methods = FAMILIES[family]
    told = []
    table = compare(measure=0, seed=5, time_limit=60, progress=lambda *x: told.append(x))
    assert isinstance(table, fastqueens.ComparisonTable)
    assert {row.method for row in table} == methods
    assert told == [(row, i, len(table)) for i, row in enumerate(table, 1)]
    for row in table:
        assert (row.family, row.problem, row.size, row.seed) == (family, "p", size, 5)
        assert (row.time_limit, row.version) == (60, fastqueens.__version__)
        assert row.status == "solved" or row.method == "pso"
        assert list(row.as_row())[: len(COLUMNS)] == list(COLUMNS)
        assert row.counters
    head = table.to_csv().splitlines()[0].split(",")
    assert head[: len(COLUMNS)] == list(COLUMNS)
    assert len(table.to_csv().splitlines()) == 1 + len(table)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_table_can_be_made_again_from_its_rows(family):
    compare, *_ = FAMILIES[family]
    for row in compare(measure=0, seed=5, time_limit=60):
        settings = {f"{row.method}.{key}": [value] for key, value in row.settings.items()}
        options = {"settings": settings} if settings else {}
        again = compare(
            methods=[row.method], seed=row.seed, repeat=row.runs, time_limit=row.time_limit,
            measure=0, **options,
        )  # fmt: skip
        assert row.counters in [other.counters for other in again]


@pytest.mark.parametrize(
    ("compare", "number"),
    [
        (lambda: nqueens.compare(6, all_solutions=True, measure=0), 4),
        (lambda: packing.compare(PIECES, all_solutions=True, measure=0), 4),
        (lambda: cover.compare(OPTIONS, all_solutions=True, measure=0), 2),
        (lambda: csp.compare(model(), all_solutions=True, measure=0), 12),
    ],
)
def test_all_solutions_of_every_family(compare, number):
    table = compare()
    assert {row.solutions for row in table} == {number}
    assert len(table) > 1


def test_sizes_of_n_queens_are_their_own_names():
    table = nqueens.compare([4, 6], ["mac"], measure=0)
    assert [(row.problem, row.size) for row in table] == [("4", 4), ("6", 6)]


def test_methods_that_refuse_a_size_are_left_out():
    methods = {row.method for row in nqueens.compare([20], measure=0, node_limit=100)}
    assert methods == set(nqueens.METHODS) - {"tuples", "combinations"}
    with pytest.raises(InputError, match="n is 20, expected 1 to 13 for tuples"):
        nqueens.compare([20], ["tuples"], measure=0)
    with pytest.raises(InputError, match="n is 100, expected 1 to 64"):
        nqueens.compare([100], measure=0)


@pytest.mark.parametrize(
    ("compare", "message"),
    [
        (lambda: packing.compare([3]), "puzzle 1: found 3, expected a packing.Puzzle"),
        (lambda: cover.compare(["x"]), "problem 1: found 'x', expected a cover.ExactCover"),
        (lambda: csp.compare({"a": 5}), "model a: found 5, expected a csp.Model"),
        (lambda: nqueens.compare([0]), "n is 0"),
        (lambda: sliding.compare([[[1, 1], [0, 3]]]), "puzzle 1: "),
        (lambda: csp.compare(model(), ["mac"], settings={"mac.order": ["a"]}), "order is 'a'"),
        (lambda: csp.compare(model(), ["min-conflicts"], all_solutions=True), "one solution"),
        (lambda: cover.compare(OPTIONS, ["magic"]), "unknown method 'magic'"),
        (lambda: queens.compare(FOUR.regions), "board 1"),
    ],
)  # fmt: skip
def test_wrong_problems_and_methods(compare, message):
    with pytest.raises(InputError, match=message):
        compare()


def test_an_interrupt_keeps_the_table():
    def stop(row, done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(fastqueens.Interrupted) as caught:
        csp.compare(model(), measure=0, progress=stop)
    assert [row.method for row in caught.value.partial] == ["backtracking", "backtracking-memo"]


def test_a_table_is_saved(tmp_path):
    table = csp.compare(model(), ["mac"], measure=0)
    for name in ("t.csv", "t.json", "t.md", "t.svg"):
        table.save(tmp_path / name)
        assert (tmp_path / name).read_text()
    assert (tmp_path / "t.csv").read_text() == table.to_csv()
    with pytest.raises(InputError, match=r"\.csv"):
        table.save(tmp_path / "t.pdf")


# -------------------------------------------------------------------------------- data frames


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames(library):
    pytest.importorskip(library, reason=f"{library} is not installed")
    table = nqueens.compare([4, 6], ["mac", "list"], measure=0)
    frame = table.to_frame(library=library)
    assert type(frame).__module__.startswith(library)
    assert list(frame.columns) == [
        *COLUMNS,
        *dict.fromkeys(k for row in table for k in row.counters),
    ]
    assert frame["method"].to_list() == ["mac", "list", "mac", "list"]
    assert frame["steps"].to_list()[::2] == [row.counters["steps"] for row in table[::2]]
    boards = [FOUR, queens.levels(7)[0].board]
    ratings = queens.rate_many(boards)
    frame = ratings.to_frame(library=library)
    assert list(frame.columns) == ["board", "tier", "score", "version"]
    assert frame["score"].to_list() == [queens.rate(board).score for board in boards]
    (row,) = queens.rate(FOUR).to_frame(library=library)["tier"].to_list()
    assert row == queens.rate(FOUR).tier


def test_without_a_library_the_error_names_the_extra(monkeypatch):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    table = csp.compare(model(), ["mac"], measure=0)
    with pytest.raises(fastqueens.extras.MissingExtra, match=r"pip install 'fastqueens\[frame\]'"):
        table.to_frame()
    with pytest.raises(fastqueens.extras.MissingExtra, match="a data frame needs polars"):
        queens.rate_many([FOUR]).to_frame(library="polars")
    with pytest.raises(InputError, match="library is 'numpy', expected one of pandas, polars"):
        table.to_frame(library="numpy")


def test_the_library_that_is_there_is_used(monkeypatch):
    """A stand-in for polars, which the program has imported, goes before an installed pandas."""
    polars = types.ModuleType("polars")
    polars.DataFrame = dict
    monkeypatch.setitem(sys.modules, "polars", polars)
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    table = csp.compare(model(), ["mac"], measure=0)
    assert table.to_frame()["method"] == ["mac"]
