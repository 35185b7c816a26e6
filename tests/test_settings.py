"""Options of methods: their names, their values, and messages on invalid ones."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.boards import NINE
from helpers.command import refused, run, write_files
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, cover, csp, nqueens, packing, queens, sliding
from fastqueens.method import Choice, Flag, Folder, Number, Whole, choose, setting_of
from fastqueens.queens.solving.csp_model import board_kernel
from fastqueens.queens.solving.methods import COUNT_METHODS
from fastqueens.queens.swarm.options import SwarmOptions

TABLES = {
    "queens": COUNT_METHODS,
    "nqueens": nqueens.METHODS,
    "csp": csp.METHODS,
    "cover": cover.METHODS,
    "packing": packing.COUNT_METHODS,
    "sliding": sliding.METHODS,
}
EVERY = [
    pytest.param(setting, id=f"{family}-{method}-{setting.name}")
    for family, table in TABLES.items()
    for method, record in table.items()
    for setting in record.settings
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    write_files(tmp_path, {"nine": NINE})
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("word", ["foo", "2", "-", "offf", ""])
def test_a_flag_is_no_word(here, word):
    refused("solve", "nine.txt", "--method", "mac", "--set", f"restarts={word}")


@pytest.mark.parametrize(
    ("word", "on"),
    [("no", False), ("off", False), ("False", False), ("0", False), ("yes", True), ("on", True)],
)
def test_words_for_flags(here, word, on):
    """The counter of restarts shows whether there were any."""
    ended = run("solve", "nine.txt", "--method", "mac", "--set", f"restarts={word}")
    assert ended.returncode == 0
    assert ("restarts" in ended.stdout) == on


@pytest.mark.parametrize("wrong", ["false", "no", "off", 0, 1, 2.5, None, [True]])
def test_a_flag_in_python(wrong):
    board = queens.Board.from_text(NINE)
    for solve in (
        lambda: queens.solve(board, method="mac", restarts=wrong),
        lambda: nqueens.solve(6, method="mac", restarts=wrong),
        lambda: csp.Model([2, 2]).solve(restarts=wrong),
        lambda: board_kernel(board.regions, method="mac", restarts=wrong),
    ):
        with pytest.raises(InputError, match=r"restarts is .*, expected True or False"):
            solve()


@pytest.mark.parametrize("setting", EVERY)
def test_every_setting(setting):
    """The default is a valid value, both in Python and as text."""
    assert setting.check(setting.default) == setting.default
    assert setting.meaning.endswith(".")
    assert setting.values
    if setting.default is not None:
        assert setting.read(setting.default_text) == setting.default
    for choice in getattr(setting, "choices", ()):
        assert setting.read(choice) == choice


@given(
    setting=st.sampled_from([x.values[0] for x in EVERY]),
    value=st.one_of(
        st.text(), st.integers(), st.floats(), st.booleans(), st.none(), st.binary(),
        st.lists(st.integers()), st.just(np.zeros(3)), st.just(object()), st.just(10**5000),
    ),
)  # fmt: skip
def test_garbage(setting, value):
    for read in (setting.check, setting.read) if isinstance(value, str) else (setting.check,):
        told = setting.name
        try:
            read(value)
        except InputError as error:
            told = str(error)
        assert told.startswith(setting.name)
        assert len(told) < 300


@pytest.mark.parametrize(
    ("setting", "text", "value"),
    [
        (Flag("a", "."), "ON", True),
        (Whole("a", ".", 5), "7", 7),
        (Whole("a", "."), "none", None),
        (Number("a", "."), "None", None),
        (Number("a", ".", 0.5), "1e-3", 0.001),
        (Choice("a", ".", "x", ("x", "y")), "y", "y"),
        (Folder("a", "."), "/tmp", "/tmp"),
        (setting_of(queens.METHODS, "mac", "region_order"), "label", "label"),
        (setting_of(queens.METHODS, "mac", "region_order"), "A,B,1", ["A", "B", "1"]),
    ],
)
def test_read(setting, text, value):
    assert setting.read(text) == value


@pytest.mark.parametrize(
    ("setting", "text", "message"),
    [
        (Whole("a", ".", 5), "none", "a is 'none', expected a whole number"),
        (Whole("a", ".", 5), "1.5", "a is '1.5', expected a whole number"),
        (Whole("a", ".", 5, most=9), "10", "a is 10, expected 9 at most"),
        (Number("a", ".", 0.5), "nan", "a is nan, expected a number from 0 to 1"),
        (Number("a", ".", 0.5, above=True), "0", "a is 0.0, expected a number above 0, up to 1"),
        (Choice("a", ".", "ring", ("ring", "star")), "rign", "did you mean 'ring'"),
        (Flag("a", "."), "maybe", "a is 'maybe', expected True or False"),
        (Whole("a", ".", 5), "x" * 500, "a is 'xxxx"),
    ],
)
def test_read_refuses(setting, text, message):
    with pytest.raises(InputError) as refusal:
        setting.read(text)
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 150


def test_the_nearest_name():
    with pytest.raises(InputError, match="did you mean 'mac'"):
        queens.solve([[0]], method="mca")
    with pytest.raises(InputError, match="did you mean 'order'"):
        queens.solve([[0]], method="mac", oder="mrv")
    with pytest.raises(InputError, match="did you mean 'mrv'"):
        queens.solve([[0]], method="mac", order="mvr")
    with pytest.raises(InputError, match="unknown method"):
        choose(queens.METHODS, ["mac"])
    with pytest.raises(InputError, match="did you mean 'brute-force'"):
        packing.count(packing.pentominoes(), method="bruteforce")
    with pytest.raises(InputError, match="did you mean 'linear-conflict'"):
        sliding.solve([[1, 2], [3, 0]], heuristic="linear_conflict")
    with pytest.raises(InputError, match="did you mean 'a-star'"):
        sliding.solve([[1, 2], [3, 0]], method="astar")


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (["solve", "nine.txt", "--method", "backtrack"], "backtracking"),
        (["solve", "nine.txt", "--method", "mac", "--set", "oder=mrv"], "order"),
        (["solve", "nine.txt", "--method", "mac", "--set", "values=lvc"], "lcv"),
        (["compare", "nine.txt", "--set", "mac.oder=mrv"], "order"),
        (["compare", "nine.txt", "--set", "mca.order=mrv"], "mac"),
        (["compare", "nine.txt", "--methods", "mac,bitbord"], "bitboard"),
        (["generate", "8", "--difficulty", "eazy"], "easy"),
        (["nqueens", "8", "--variant", "torodial"], "toroidal"),
        (["completion", "bsh"], "bash"),
    ],
)
def test_the_nearest_name_on_the_command_line(here, args, near):
    assert f"did you mean '{near}'" in refused(*args).stderr


def test_methods_that_only_count(here):
    for method in ("rows", "auto"):
        ended = run("solve", "nine.txt", "--count", "--method", method)
        assert ended.stdout.startswith("1 solution · ")
        assert "--count" in refused("solve", "nine.txt", "--method", method).stderr


# ------------------------------------------------------------------------------ the command methods


def test_the_list_of_methods():
    ended = run("methods")
    assert (ended.returncode, ended.stderr) == (0, "")
    for family, table in TABLES.items():
        for method in table:
            assert family == "csp" or f"  {method} " in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80


@pytest.mark.parametrize("setting", EVERY)
def test_the_settings_are_told(setting):
    text = " ".join(run("methods", "--markdown").stdout.split())
    assert f"{setting.name}=VALUE" in text or setting.name in (
        "heuristic", "visited", "max_bytes", "cache_dir",
    )  # fmt: skip
    assert setting.meaning in text
    assert setting.values in text


def test_one_method():
    ended = run("methods", "mac")
    assert ended.returncode == 0
    assert "coloured Queens" in ended.stdout
    assert "N-Queens" in ended.stdout
    assert "--set order=VALUE" in ended.stdout
    assert "Values: static, mrv, dom/deg." in ended.stdout
    assert "Default: static." in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80
    assert run("methods", "sliding").stdout.count("--heuristic") == 4
    told = json.loads(run("methods", "pso", "--json").stdout)
    (swarm,) = told["methods"]
    assert (told["schema"], told["command"], swarm["complete"]) == (2, "methods", False)
    assert swarm["settings"][1]["default"] == SwarmOptions().swarm_size
    assert "did you mean 'mac'" in refused("methods", "mca").stderr
    refused("methods", "mac", "--json", "--markdown")


def test_the_tables_of_the_documents_are_up_to_date():
    written = (Path(__file__).resolve().parents[1] / "docs" / "methods.md").read_text()
    assert run("methods", "--markdown").stdout == written, (
        "run: fastqueens methods --markdown > docs/methods.md"
    )
