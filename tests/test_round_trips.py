"""What is written can be read: each form of a board, by each command that reads boards."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path

import pytest
from conftest import examples
from helpers.boards import FOUR, NINE
from helpers.command import refused, run, run_process
from helpers.drawn_boards import ROWS_OF_FORMAT, connected_boards
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens, render
from fastqueens.input import Input
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.registry import FORMATS, WRITABLE, find_boards, write_boards
from fastqueens.queens.formats.text import STYLES
from fastqueens.queens.grid.placements import read_cells
from fastqueens.results import InputError

fuzz = examples(60)
colours = st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: f"rgba({c[0]}, {c[1]}, {c[2]}, 1)")
labels = st.text(max_size=4) | colours | st.characters(categories=("L", "N", "P", "S"))
label_texts = st.text(st.characters(exclude_characters="\0"), max_size=4) | st.integers().map(str)
FIVE = "AAAAA\nBBBBA\nBBAAA\nCCDEE\nCCCEE"
SBN = "551W056Ag_Y"


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
    """Regions, labels, stars and queens are read back."""
    assert read == board
    assert read.rules.allow_empty_regions == board.rules.allow_empty_regions
    found = [read_cells(board.n, x).tolist() for x in read.placements]
    assert found == [read_cells(board.n, x).tolist() for x in placements if len(x)]


def cells(board):
    return [read_cells(board.n, x).tolist() for x in board.placements]


def same(read, board, format):
    """The regions and the other properties that the format keeps are read back."""
    assert read.format == format
    assert read.regions.tolist() == board.regions.tolist()
    kept = {
        "labels": lambda x: x.labels, "stars": lambda x: x.stars,
        "queens": cells, "eliminated": lambda x: x.eliminated,
    }  # fmt: skip
    for property in FORMATS[format].keeps:
        assert kept[property](read) == kept[property](board), property


@fuzz
@given(st.lists(boards(), min_size=1, max_size=4), st.data())
def test_every_form_of_one_and_several_boards(tmp_path_factory, several, data):
    pairs = []
    for board in several:
        cells = st.tuples(*[st.integers(0, board.n - 1)] * 2)
        pairs.append((board, data.draw(st.lists(cells, unique=True, max_size=board.n + 2))))
    board, placed = pairs[0]
    for style in STYLES:
        text = board.to_text(placed, style=style)
        check(board, Board.from_text(text), placed)
        check(board, Board.from_bytes(f"\n{text}\n".encode()), placed)
    check(board, Board.from_json(board.to_json(placed)), placed)
    if board.stars == 1 and not board.rules.allow_empty_regions:
        check(board, Board.from_json(board.to_json(placed, cells=True)), placed)
    path = tmp_path_factory.mktemp("several") / "boards.txt"
    style = data.draw(st.sampled_from(STYLES))
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


@pytest.mark.parametrize("format", WRITABLE)
@examples(30)
@given(st.data())
def test_boards_are_read_back_from_each_format(tmp_path_factory, format, data):
    least, most = ROWS_OF_FORMAT.get(format, (1, 9))
    if format == "npy":  # its boards have one size
        least = most = data.draw(st.integers(least, most))
    drawn = connected_boards(least, most, labels=data.draw(st.sampled_from([None, label_texts])))
    boards = data.draw(st.lists(drawn, min_size=1, max_size=3))
    written = write_boards([board.grid for board in boards], format)
    path = tmp_path_factory.mktemp("boards") / f"boards{FORMATS[format].endings[0]}"
    (path.write_bytes if isinstance(written, bytes) else path.write_text)(written)
    for asked in (None, format):  # guessed from the content, then given
        found = queens.read_boards(path, format=asked)
        assert len(found) == len(boards)
        for read, board in zip(found, boards, strict=True):
            same(read, board, "json" if (asked, format) == (None, "jsonl") and
                 len(boards) == 1 else format)  # fmt: skip
    boards[0].save(path)
    same(Board.from_file(path, format=format), boards[0], format)


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


def test_a_position_comes_with_its_board():
    board = Board.from_text(FOUR).with_position([(0, 2)], [(3, 3), (0, 0), (0, 0)])
    assert board == Board.from_text(FOUR)
    assert board.eliminated == ((0, 0), (3, 3))
    for read in (Board.from_text(board.to_text()), Board.from_json(board.to_json()),
                 pickle.loads(pickle.dumps(board))):  # fmt: skip
        assert (cells(read), read.eliminated) == ([[[0, 2]]], board.eliminated)
    assert "eliminated" not in board.to_text([]) + board.to_json([])
    with pytest.raises(InputError, match="found c1 both with a queen and crossed out"):
        board.with_position([(0, 2)], [(0, 2)])


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


# ---- Commands ------------------------------------------------------------------------------------


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


# For each output file, the command that writes a board to it.
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
def test_each_command_reads_what_each_command_writes(tmp_path, monkeypatch, name, written):
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
def test_output_of_generate_and_levels_is_read(tmp_path, monkeypatch, stars):
    monkeypatch.chdir(tmp_path)
    asked = ["generate", 8, "--count", 2, "--seed", 5, "--stars", stars]
    made = queens.generate(8, stars=stars, count=2, seed=5)
    Path("made.txt").write_text(run(*asked).stdout)
    Path("made.json").write_text(run(*asked, "--json").stdout)
    run(*asked, "-q", "-o", "made")
    assert [queens.read_boards(x)[0] for x in sorted(Path("made").iterdir())] == made
    for name in ("made.txt", "made.json"):
        assert queens.read_boards(name) == made
        ended = run("solve", name, "--unique", "--json")
        assert [json.loads(x)["file"] for x in ended.stdout.splitlines()] == [
            f"{name}:1", f"{name}:2",
        ]  # fmt: skip
        assert ended.returncode == 0
        ended = run("solve", name, "-q", "-o", "{name}.txt")
        assert Path("made-002.txt").exists()
    Path("levels.json").write_text(run("levels", "7", "--json").stdout)
    assert queens.read_boards("levels.json") == [x.board for x in queens.levels(7)]


def test_output_of_several_boards_needs_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("two.txt").write_text(f"{FOUR}\n{NINE}")
    ended = run("solve", "two.txt", "-o", "out.svg")
    assert (ended.returncode, "needs {name}" in ended.stderr) == (2, True)


def test_a_pipe_from_one_command_to_the_next():
    shell = "$command generate 6 --seed 3 --count 2 | $command solve - | $command rate - --json"
    ended = run_process(shell=shell)
    assert [json.loads(x)["status"] for x in ended.stdout.splitlines()] == ["solved"] * 2


def test_a_file_with_one_board_per_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.sbn").write_text(f"# five boards\n\n{SBN}\n{SBN}\nrubbish\n  {SBN[:-1]}\n{SBN}\n")
    numbers = [x.number for x in find_boards(Input(Path("boards.sbn").read_bytes()))]
    assert numbers == [1, 2, 3, 4, 5]
    ended = run("solve", "boards.sbn", "--json")
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [x["file"] for x in answers] == [f"boards.sbn:{k}" for k in range(1, 6)]
    status = ["solved", "solved", "error", "error", "solved"]
    assert [x["status"] for x in answers] == [
        x.replace("solved", answers[0]["status"]) for x in status
    ]
    assert [x.get("format") for x in answers] == ["sbn", "sbn", None, None, "sbn"]
    assert (answers[2]["error"]["line"], answers[3]["error"]["line"]) == (5, 6)
    for command in ("solve", "rate", "hint", "explain", "compare"):
        more = ["--methods", "bitboard", "--measure", "0"] if command == "compare" else []
        ended = run(command, "boards.sbn:2", *more)
        assert (ended.returncode in (0, 1), ended.stderr) == (True, "")
    assert "boards.sbn:6:13: found 6 char" in refused("solve", "boards.sbn:4").stderr
    assert "found 5 boards, expected a number from 1 to 5" in refused("rate", "boards.sbn:6").stderr


def test_the_guessed_format_is_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text(f"{SBN}\n{SBN}\n")
    told = "boards.txt: read as Star Battle Notation (SBN)\n"
    assert run("rate", "boards.txt").stderr == told
    assert run("rate", "boards.txt", "--format", "sbn").stderr == ""
    assert run("solve", "boards.txt", "-q").stderr == ""
    assert "found invalid JSON" in refused("rate", "boards.txt", "--format", "json").stderr
    assert run("solve", "-", "--json", stdin=f"{SBN}\n").stdout.count('"format": "sbn"') == 1
    Path("nine.txt").write_text(NINE)
    assert json.loads(run("solve", "nine.txt", "--json").stdout)["format"] == "text"
    assert run("solve", "nine.txt", "--format", "svg").returncode == 2


@pytest.mark.parametrize("format", WRITABLE)
def test_commands_write_every_format(tmp_path, monkeypatch, format):
    monkeypatch.chdir(tmp_path)
    ending = FORMATS[format].endings[0]
    made = queens.generate(8, seed=3, count=2)
    asked = ["generate", 8, "--seed", 3, "--count", 2]
    assert run(*asked, "-q", "-o", f"made{ending}").returncode == 0
    assert run(*asked, "-q", "-o", "made.xyz", "--format", format).returncode == 0
    if format != "npy":  # it is binary
        Path("printed").write_text(run(*asked, "--format", format).stdout)
    assert run("convert", f"made{ending}", "-o", "lines.jsonl").returncode == 0
    ended = run("convert", "lines.jsonl", "-o", f"again{ending}")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    level = ["levels", "7-003"]
    assert run(*level, "-o", f"level{ending}").returncode == 0
    assert run(*level, "-o", "level.xyz", "--format", format).returncode == 0
    several = ["made" + ending, "made.xyz", "again" + ending, *["printed"] * (format != "npy")]
    for name in several:
        found = queens.read_boards(name, format=format)
        assert [x.regions.tolist() for x in found] == [x.regions.tolist() for x in made]
    for name in ("level" + ending, "level.xyz"):
        (found,) = queens.read_boards(name, format=format)
        assert found.regions.tolist() == queens.levels(7)[2].board.regions.tolist()


def test_solutions_are_saved_in_formats_that_keep_queens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("nine.txt").write_text(NINE)
    solution = queens.solve(Board.from_text(NINE)).queens.tolist()
    for name in ("a.sbn", "a.jsonl"):
        assert run("solve", "nine.txt", "-q", "-o", name).returncode == 0
        (board,) = queens.read_boards(name)
        assert [x.tolist() for x in board.placements] == [solution]
        assert run("check", name).returncode == 0
    queens.solve(Board.from_text(NINE)).save("b.sbn")
    assert Path("b.sbn").read_text() == Path("a.sbn").read_text()
    queens.solve(Board.from_text(NINE), node_limit=0).save("c.sbn")
    assert Path("c.sbn").read_text()[:4] == "991W"
    assert "expected a file named" in refused("solve", "nine.txt", "-o", "a.npy").stderr
    Path("four.txt").write_text(FOUR)
    ended = refused("solve", "four.txt", "-o", "four.sbn")
    assert "found a board of 4 rows, expected 5 to 25 for SBN" in ended.stderr


def test_convert(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.sbn").write_text(f"{SBN}\nrubbish\n551e056Ag_YW00000O00\n")
    ended = run("convert", "boards.sbn", "--to", "jsonl")
    assert ended.returncode == 2
    assert "boards.sbn:2:1: found 'ru', expected a digit twice" in ended.stderr
    first, second = map(json.loads, ended.stdout.splitlines())
    assert first["regions"] == second["regions"] == FIVE.split("\n")
    assert (second["queens"], second["eliminated"]) == ([0, -1, -1, 4, -1], [[3, 3]])
    both = run("convert", "boards.sbn:1", "boards.sbn:3", "--to", "json")
    Path("both.json").write_text(both.stdout)
    assert run("convert", "both.json", "--to", "sbn").stdout == (f"{SBN}\n551e056Ag_YW00000O00\n")
    Path("four.txt").write_text(FOUR)
    ended = run("convert", "four.txt", "boards.sbn:1", "-o", "out.sbn")
    assert "error: four.txt: found a board of 4 rows" in ended.stderr
    assert (ended.returncode, Path("out.sbn").read_text()) == (2, f"{SBN}\n")
    refused("convert", "four.txt")
    refused("convert", "four.txt", "-o", "four.doc")
    refused("convert", "four.txt", "-o", "no/such/four.sbn")


def test_hints_start_from_the_position_in_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = Board.from_text(NINE)
    (row, column), *_ = queens.solve(board).cells
    board.with_position([], [(row, column)]).save("wrong.sbn")
    assert json.loads(run("hint", "wrong.sbn", "--json").stdout)["kind"] == "correction"
    second = json.loads(run("hint", "wrong.sbn", "--skip", 1, "--json").stdout)
    assert second["wrong"] == [row, column]
    right = json.loads(run("hint", "wrong.sbn", "--eliminated", "", "--json").stdout)
    assert right["kind"] == "step"
    board.with_position(queens.solve(board).queens).save("solved.txt")
    assert json.loads(run("hint", "solved.txt", "--json").stdout)["kind"] == "solved"
