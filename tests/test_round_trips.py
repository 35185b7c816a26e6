"""What is written can be read: every form of a board, by every command that takes boards."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.boards import FOUR, NINE
from helpers.command import run, run_process
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import queens, render
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats import text as texts
from fastqueens.queens.formats.text import STYLES
from fastqueens.queens.grid.placements import read_cells
from fastqueens.results import InputError

fuzz = settings(derandomize=True, deadline=None, max_examples=60)
colours = st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: f"rgba({c[0]}, {c[1]}, {c[2]}, 1)")
labels = st.text(max_size=4) | colours | st.characters(categories=("L", "N", "P", "S"))


@st.composite
def boards(draw):
    n = draw(st.integers(1, 8))
    names = draw(st.lists(labels, min_size=1, max_size=n + 2, unique=True))
    rng = random.Random(draw(st.integers(0, 2**32)))
    rows = [[rng.choice(names) for _ in range(n)] for _ in range(n)]
    regions = len({x for row in rows for x in row})
    stars = draw(st.integers(1, 16)) if regions == n else 1
    return Board.from_array(rows, stars=stars, allow_empty_regions=True)


def check(board, read, *placements):
    """Nothing was lost: regions, labels, stars, and the queens."""
    assert read == board
    assert read.rules.allow_empty_regions == board.rules.allow_empty_regions
    found = [read_cells(board.n, x).tolist() for x in read.placements]
    assert found == [read_cells(board.n, x).tolist() for x in placements if len(x)]


@fuzz
@given(boards(), st.data())
def test_every_form_of_a_board_is_read_back(board, data):
    cells = st.tuples(*[st.integers(0, board.n - 1)] * 2)
    standing = data.draw(st.lists(cells, unique=True, max_size=board.n + 2))
    for style in STYLES:
        text = board.to_text(standing, style=style)
        check(board, Board.from_text(text), standing)
        check(board, Board.from_bytes(f"\n{text}\n".encode()), standing)
    check(board, Board.from_json(board.to_json(standing)), standing)
    if board.stars == 1 and not board.rules.allow_empty_regions:
        check(board, Board.from_json(board.to_json(standing, cells=True)), standing)


@fuzz
@given(st.lists(boards(), min_size=1, max_size=4), st.data())
def test_files_of_several_boards(tmp_path_factory, several, data):
    path = tmp_path_factory.mktemp("multiple_solutions") / "boards.txt"
    style = data.draw(st.sampled_from(STYLES))
    standing = [[(0, b.n - 1)] * data.draw(st.integers(0, 1)) for b in several]
    pairs = list(zip(several, standing, strict=True))
    documents = [json.loads(b.to_json(x)) for b, x in pairs]
    for text in (
        "\n\n".join(b.to_text(x, style=style) for b, x in pairs),
        "\n".join(b.to_json(x) for b, x in pairs),
        json.dumps({"boards": documents}),
        json.dumps(documents),
    ):
        path.write_text(text, encoding="utf-8")
        for (board, x), read in zip(pairs, queens.read_boards(path), strict=True):
            check(board, read, x)


@pytest.mark.parametrize("n", [1, 2, 9, 10, 26, 27, 64])
def test_axes_are_read(n):
    board = Board.from_array([[r] * n for r in range(n)])
    drawing = render.text(board, axes=True)
    labels = [f"label {a}: {b}" for a, b in zip(board.letters, board.labels, strict=True)]
    assert Board.from_text(drawing + "\n\n" + "\n".join(labels)) == board


def test_several_placements_come_with_a_board():
    board = Board.from_text(FOUR)
    two = Board.from_json(
        json.dumps({"board": json.loads(board.to_json()), "solutions": [[2, 0, 3, 1], [[0, 1]]]})
    )
    check(board, two, [2, 0, 3, 1], [(0, 1)])
    assert [x.tolist() for x in two.placements] == [[2, 0, 3, 1], [1, -1, -1, -1]]
    check(board, Board.from_json(two.to_json()), *two.placements)
    assert two.to_text().count("#") == 5
    assert Board.from_text(two.to_text([])).placements == ()


def test_saved_boards_and_results(tmp_path):
    board = Board.from_text(NINE)
    result = queens.solve(board)
    for name in ("a.txt", "a.json", "A.TXT"):
        board.save(tmp_path / name)
        check(board, Board.from_file(tmp_path / name))
        board.save(tmp_path / name, result.queens)
        check(board, Board.from_file(tmp_path / name), result.queens)
        result.save(tmp_path / name)
        check(board, Board.from_file(tmp_path / name), result.queens)
    unsolved = queens.solve(board, node_limit=0)
    for written in (unsolved.to_text(), unsolved.to_json()):
        check(board, Board.from_bytes(written.encode()))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("A#\nBB\n\nqueens: c9=A", 4, 9, "found a queen off the board, expected a cell in its 2"),
        ("A#\nBB\n\nqueens: b1=A b1", 4, 14, "found a second queen in this cell"),
        ("AA\nBB\n\nqueens: b1=B", 4, 9, "found region 'B', but the board has 'A' there"),
        ("A#\nBB\n\nqueens: 1b", 4, 9, "found '1b', expected a cell as in c1"),
        ("A#\nBB\n\nqueens: b1=AB", 4, 9, "found 'b1=AB', expected a cell as in c1"),
        ("AA\nBB\n\nstars: 17", 4, 8, "found '17' as stars, expected 1 to 16"),
        ("AA\nBB\n\nstars: 2\nstars: 2", 5, 1, "found stars again"),
        ("AA\nBB\n\nstars: 2\nshape: 2", 5, 1, "found 'shape: 2', expected queens, stars,"),
        ("AA\nBB\n\nallow empty regions: maybe", 4, 22, "found 'maybe', expected yes or no"),
        ("AA\nBB\n\nlabel C: red", 4, 1, "found no region 'C' on the board"),
        ("AA\nBB\n\nlabel A: B", 4, 1, "found two regions with the same label"),
        ('AA\nBB\n\nlabel A: "x', 4, 10, "expected a string as in JSON"),
        ("AA\nBB\n\nstars: 2\nregions: AA BB", 5, 10, "found regions below a board"),
        ("  0 1\n0 0 1\n1 1 0", 1, 1, "found queens without a board"),
        ("colour A at [0, 1]\ncolour B at [1, 0]", 1, 1, "found queens without a board"),
        ("  0 1\n0 0 1\n1 0 0\n\nregions: AA BBB", 5, 15, "found a row of 3 cells"),
        ("colour A at [0, 7]\n\nregions: AA BB", 1, 1, "found a queen at [0, 7] off a board of 2"),
        ("AA\nBB\n\nC", 4, 1, "found 2 boards, expected one"),
    ],
)
def test_errors_below_a_drawing(text, line, column, message):
    with pytest.raises(InputError) as caught:
        Board.from_text(text, allow_empty_regions=True)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"stars": True}, '"stars", expected 1 to 16'),
        ({"allow_empty_regions": 1}, 'found 1 as "allow_empty_regions", expected true or false'),
        ({"labels": []}, 'found a list as "labels"'),
        ({"labels": {"Z": "red"}}, "found no region 'Z'"),
        ({"labels": {"R": 5}}, "found 5 as a label"),
        ({"labels": {"R": "B"}}, "found two regions with the same label"),
        ({"queens": 5}, "found 5 as queens, expected 4 columns or pairs"),
        ({"queens": [1, 2]}, "found 2 columns, expected 4"),
        ({"queens": [1, 2, 3, 4]}, "found 4, expected a column from 0 to 3"),
        ({"queens": [[1, 2], [1]]}, "found a list, expected a [row, column] pair"),
        ({"queens": [[1, 2], [1, 2]]}, "found a second queen"),
        ({"solutions": 5}, 'found 5 as "solutions"'),
        ({"solutions": [[True] * 4]}, "found a boolean, expected a [row, column] pair"),
    ],
)
def test_errors_in_json(more, message):
    document = {"regions": FOUR.split(), **more}
    for text in (json.dumps(document), json.dumps({"schema": 1, "board": document})):
        with pytest.raises(InputError) as caught:
            Board.from_json(text)
        assert message in caught.value.message
        assert caught.value.column > text.index('"regions"')


@fuzz
@given(
    st.sampled_from(["AB\nAB\n\n", "regions: AB AB\n", "  0 1\n0 0 1\n1 0 0\n\n", "A\n\n"]),
    st.lists(
        st.sampled_from(
            ["queens:", "stars:", "label A:", "regions:", "allow empty regions:", "", "AB"]
        )
        | st.text('ab12=,:"AB# \t#', max_size=12),
        max_size=6,
    ),
    st.sampled_from(["\n", " "]),
)
def test_garbage_below_a_drawing(head, parts, glue):
    for text in (head + glue.join(parts), glue.join(parts) + head):
        with suppress(InputError):
            board = Board.from_text(text, allow_empty_regions=True)
            assert board == Board.from_text(board.to_text())


def test_queens_of_other_programs():
    """A placement as a program prints it that does not print the board."""
    cells = queens.solve(Board.from_text(NINE)).cells
    for style in ("numbers", "list"):
        text, _, _ = Board.from_text(NINE).to_text(cells, style=style).partition("\n\n")
        assert texts.read_queens_text(text) == cells
    with pytest.raises(InputError, match="neither a numbered grid"):
        texts.read_queens_text("AB\nAB")


# ---- Commands ----------------------------------------------------------------------------------

SCRAPED = [
    {"row": r, "col": c, "color": f"rgba({ord(x)}, 224, 71, 1)"}
    for r, row in enumerate(NINE.split())
    for c, x in enumerate(row)
]
TWO = {"stars": 2, "regions": [8 * x for x in "ABCDEFGH"]}
BOARDS = {
    "nine.txt": NINE,
    "scraped.json": json.dumps(SCRAPED),
    "two.json": json.dumps(TWO),
    "five.json": json.dumps(
        {"allow_empty_regions": True, "regions": ["AAABB", "ACCCB", "ACDDB", "EEEFF", "EGGFF"]}
    ),
}
# What commands make of a board: a name for the output, and the command.
WRITERS = {
    "solved.txt": ["solve", "FILE"],
    "all.txt": ["solve", "FILE", "--all", "--limit", "2"],
    "unsolved.txt": ["solve", "FILE", "--node-limit", "0"],
    "out.txt": ["solve", "FILE", "-q", "-o", "OUT"],
    "out.json": ["solve", "FILE", "-q", "-o", "OUT"],
    "all.json": ["solve", "FILE", "-q", "--all", "--limit", "2", "-o", "OUT"],
    "axes.txt": ["solve", "FILE", "--axes"],
    "numbers.txt": ["solve", "FILE", "--style", "numbers"],
    "list.txt": ["solve", "FILE", "-q", "--style", "list", "-o", "OUT"],
    "printed.json": ["solve", "FILE", "--json"],
    "count.json": ["solve", "FILE", "--count", "--limit", "2", "--json"],
    "unique.json": ["solve", "FILE", "--unique", "--json"],
    "rate.json": ["rate", "FILE", "--json"],
    "explain.json": ["explain", "FILE", "--json"],
    "hint.json": ["hint", "FILE", "--json"],
    "full.json": ["hint", "FILE", "--show-solution", "--json"],
    "check.json": ["check", "FILE", "--placed", "a1", "--json"],
    "compare.json": ["compare", "FILE", "--methods", "bitboard", "--measure", "0", "--json"],
    "two.txt": ["solve", "FILE", "FILE"],
    "two.jsonl": ["solve", "FILE", "FILE", "--json"],
}
READERS = {
    "solve": ["--json", "--limit", "1", "--count"],
    "rate": ["--json", "--max-rule", "single"],
    "explain": ["--json", "--max-rule", "single"],
    "hint": ["--json"],
    "check": ["--json", "--placed", "a1"],
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("written", WRITERS)
def test_what_a_command_writes_every_command_reads(tmp_path, monkeypatch, name, written):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(BOARDS[name])
    board = Board.from_file(name)
    words = {"FILE": name, "OUT": written}
    ended = run(*(words.get(word, word) for word in WRITERS[written]))
    assert ended.returncode in (0, 1, 3)
    assert ended.stderr == ""
    if "OUT" not in WRITERS[written]:
        Path(written).write_text(ended.stdout)
    read = queens.read_boards(written)
    two = min(2, queens.count(board, limit=2))
    assert len(read) == {"all.txt": two, "two.txt": 2, "two.jsonl": 2}.get(written, 1)
    for one in read:
        assert one == board
        assert one.rules.allow_empty_regions == board.rules.allow_empty_regions
    placements = [x for one in read for x in one.placements]
    assert len(placements) == {
        "solved.txt": 1, "all.txt": two, "out.txt": 1, "out.json": 1, "all.json": two,
        "printed.json": 1, "full.json": 1, "check.json": 1,
        "axes.txt": 1, "numbers.txt": 1, "list.txt": 1, "two.txt": 2, "two.jsonl": 2,
    }.get(written, 0)  # fmt: skip
    for placement in placements:
        assert not queens.violations(board, placement)
    one = written if len(read) == 1 else f"{written}:2"
    for command, options in READERS.items():
        ended = run(command, one, *options)
        assert (ended.returncode in (0, 1, 3), ended.stderr) == (True, "")
        assert Board.from_json(ended.stdout) == board
    ended = run("compare", one, "--methods", "bitboard", "--measure", "0")
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    "asked",
    [["hint"], ["hint", "--placed", "a1"], ["hint", "--candidates"], ["explain", "--no-boards"]],
)
def test_boards_with_marks_are_files_of_boards(tmp_path, monkeypatch, name, asked):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(BOARDS[name])
    board = Board.from_file(name)
    ended = run(asked[0], name, *asked[1:], "-o", "told.txt")
    assert ended.returncode in (0, 1)
    if not Path("told.txt").exists():
        assert ended.stderr == "told.txt: not written, there is no step to show\n"
        return
    assert ended.stderr == ""
    read = queens.read_boards("told.txt")
    assert read
    for one in read:
        assert one == board
        assert one.rules.allow_empty_regions == board.rules.allow_empty_regions
    if "a1" in asked:
        assert read_cells(board.n, read[0].placements[0]).tolist() == [[0, 0]]
    ended = run("solve", "told.txt", "--json")
    assert (ended.returncode in (0, 1), ended.stderr) == (True, "")
    assert "note: " in Path("told.txt").read_text()


@pytest.mark.parametrize("stars", [1, 2])
def test_what_generate_and_levels_write_is_read(tmp_path, monkeypatch, stars):
    monkeypatch.chdir(tmp_path)
    asked = ["generate", 8, "--count", 2, "--seed", 5, "--stars", stars]
    made = queens.generate(8, stars=stars, count=2, seed=5)
    Path("made.txt").write_text(run(*asked).stdout)
    Path("made.json").write_text(run(*asked, "--json").stdout)
    run(*asked, "-q", "-o", "made.jsonl")
    run(*asked, "-q", "-o", "made")
    assert [queens.read_boards(x)[0] for x in sorted(Path("made").iterdir())] == made
    for name in ("made.txt", "made.json", "made.jsonl"):
        assert queens.read_boards(name) == made
        ended = run("solve", name, "--unique", "--json")
        assert [json.loads(x)["file"] for x in ended.stdout.splitlines()] == [
            f"{name}:1", f"{name}:2",
        ]  # fmt: skip
        assert ended.returncode == 0
        ended = run("solve", name, "-q", "-o", "{name}.txt")
        assert Path("made-2.txt").exists()
    level = queens.levels(7)[3]
    Path("level.txt").write_text(run("levels", level.name).stdout)
    Path("levels.json").write_text(run("levels", "7", "--json").stdout)
    assert queens.read_boards("level.txt") == [level.board]
    assert queens.read_boards("levels.json") == [x.board for x in queens.levels(7)]


def test_check_takes_the_queens_of_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("nine.txt").write_text(NINE)
    Path("solved.txt").write_text(run("solve", "nine.txt").stdout)
    ended = run("check", "solved.txt")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "a solution")
    assert run("check", "nine.txt").returncode == 2


def test_output_of_several_boards_needs_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("two.txt").write_text(f"{FOUR}\n{NINE}")
    ended = run("solve", "two.txt", "-o", "out.svg")
    assert (ended.returncode, "needs {name}" in ended.stderr) == (2, True)


def test_a_pipe_from_one_command_to_the_next():
    shell = "$command generate 6 --seed 3 --count 2 | $command solve - | $command rate - --json"
    ended = run_process(shell=shell)
    assert [json.loads(x)["status"] for x in ended.stdout.splitlines()] == ["solved"] * 2
