"""Comparison of methods: `compare`, its tables and its chart."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from helpers.queens import FOUR, SIX

import fastqueens
from fastqueens import InputError, queens
from fastqueens.queens.solving import comparison
from fastqueens.queens.solving import comparison_chart as chart

LOOSE = np.repeat(np.arange(6, dtype=np.uint8), 6).reshape(6, 6)


def results():
    return fastqueens.compare(
        {"four": FOUR, "six": SIX},
        ["permutation", "mac", "pso"],
        settings={"mac.order": ["static", "mrv"], "pso.swarm_size": [5], "pso.iterations": [4, 8]},
        repeat=3,
        measure=0,
    )


def test_every_combination():
    lines = results()
    assert [(line.board, line.label) for line in lines[:5]] == [
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
        assert line.n == (4 if line.board == "four" else 6)
        assert line.seconds == sorted(line.times)[1]
        assert line.solved == 3 * (line.status == "solved") or line.method == "pso"
    assert lines[5].work == "720 permutations"
    assert lines[8].fitness > 0


def test_the_same_as_solve():
    (line,) = fastqueens.compare([FOUR], ["backtracking"], measure=0)
    assert line.board == "1"
    assert line.counters == dict(queens.solve(FOUR, method="backtracking").stats.counters)


def test_times_are_those_of_a_warm_run():
    """A fast board is solved many times; the answer is that of the given seeds."""
    (line,) = fastqueens.compare([FOUR], ["mac"], repeat=3, measure=0.05)
    (once,) = fastqueens.compare([FOUR], ["mac"], repeat=3, measure=0)
    assert (line.runs, len(line.times), once.timings) == (3, 3, 3)
    assert line.timings > 30
    assert line.timings % 3 == 0
    assert line.counters == once.counters
    assert 0 < line.best <= min(line.times)
    assert line.best <= line.seconds
    assert once.best == min(once.times)


def test_one_of_a_counter_is_one():
    """A board of one cell takes "1 node", not "1 nodes"."""
    (line,) = fastqueens.compare([[[0]]], ["bitboard"], measure=0)
    assert line.work == "1 node"
    assert str(queens.solve([[0]]).stats).startswith("1 node, 0 backtracks, 0 restarts, ")
    assert comparison.summarise([line])[0].work == "1 node"


def test_all_solutions_and_limits():
    lines = fastqueens.compare([LOOSE], ["bitboard", "permutation"], all_solutions=True, measure=0)
    assert [line.solutions for line in lines] == [90, 90]
    (line,) = fastqueens.compare([np.arange(30) // 1 * np.ones((30, 1), int)], ["permutation"],
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
        fastqueens.compare([FOUR], **options)


def test_all_methods_by_default():
    lines = fastqueens.compare([FOUR], time_limit=60, measure=0)
    assert [line.method for line in lines] == list(queens.METHODS)
    assert all(line.status == "solved" for line in lines if queens.METHODS[line.method].complete)


def test_files():
    lines = results()
    table = list(csv.DictReader(io.StringIO(comparison.to_csv(lines))))
    assert len(table) == 10
    assert (table[5]["permutations"], table[5]["steps"]) == ("720", "")
    assert (table[2]["settings"], table[2]["status"]) == ("order=mrv", "solved")
    found = json.loads(comparison.to_json(lines))
    assert found[2]["settings"] == {"order": "mrv"}
    text = comparison.to_markdown(lines)
    assert text.count("###") == 2
    widths = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert widths == {7}
    by_size = comparison.to_markdown(lines, by="size").splitlines()
    assert len(by_size) == 2 + 10


def test_summary():
    lines = comparison.summarise(results())
    assert [(line.n, line.label) for line in lines[:2]] == [
        (4, "permutation"), (4, "mac order=static"),
    ]  # fmt: skip
    six = next(line for line in lines if (line.n, line.label) == (6, "permutation"))
    assert (six.boards, six.unsolvable, six.success, six.work) == (1, 1, 0, "720 permutations")


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
    assert comparison.duration(seconds) == text


def test_boards_of_several_stars_go_to_the_methods_that_take_them():
    two = queens.Board.from_array(np.repeat(np.arange(8), 8).reshape(8, 8), stars=2)
    seen = []
    results = fastqueens.compare([two], measure=0, progress=lambda *x: seen.append(x[1:]))
    assert [(x.method, x.status) for x in results] == [("bitboard", "solved")]
    assert seen == [(1, 1)]
    with pytest.raises(InputError, match="one queen a unit"):
        fastqueens.compare([two], ["bitboard", "mac"])
