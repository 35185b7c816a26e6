"""Books of puzzles: plans, records, indexes, and what is kept after Ctrl-C."""

from __future__ import annotations

import csv
import io
import json

import pytest
from helpers.command import refused, run

from fastqueens import queens
from fastqueens.cli import drawing_options
from fastqueens.cli import generate as command
from fastqueens.queens.books.record import CSV_COLUMNS
from fastqueens.results import Interrupted, SearchStopped

PLAN = {"medium": 3, "easy": 2, "hard": 1}
BOOK = ["generate", "6", "--plan", "medium:3,easy:2,hard:1", "--seed", "4"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_book_to_a_plan():
    book = queens.make_book(6, plan=PLAN, seed=4, title="Six")
    assert [record.tier for record in book] == ["medium"] * 3 + ["easy"] * 2 + ["hard"]
    assert [record.number for record in book] == [1, 2, 3, 4, 5, 6]
    assert len({queens.canonical_hash(board) for board in book.boards}) == len(book) == 6
    for record in book:
        rating = queens.rate(record.board)
        assert (record.tier, record.score) == (rating.tier, rating.score)
        assert record.rules == {name: k for name, k in rating.histogram.items() if k}
        assert list(record.solution) == queens.solve(record.board).cells
        assert queens.is_unique(record.board)
        assert record.seed == 4
    assert book == queens.make_book(6, plan=list(PLAN.items()), seed=4, title="Six")
    assert queens.make_book(6, count=3, seed=4).boards == queens.generate(6, count=3, seed=4)


def test_parts_have_options_of_their_own():
    parts = [("easy", 2), ("any", 2, {"symmetry": "half-turn"}), ("easy", 1, {"style": "balanced"})]
    book = queens.make_book(6, plan=parts, seed=4)
    assert len({queens.canonical_hash(board) for board in book.boards}) == 5
    for board in book.boards[2:4]:
        half_turn = board.regions[::-1, ::-1]
        pairs = set(zip(board.regions.flat, half_turn.flat, strict=True))
        assert len(pairs) == 6  # each region has one image
    assert book.boards[2:4] == queens.generate(6, count=2, seed=4, symmetry="half-turn")
    assert {book.records[i].tier for i in (0, 1, 4)} == {"easy"}


def test_a_part_of_a_plan_chooses_rules_and_scores():
    book = queens.make_book(
        8, plan=[("any", 3, {"use": ("pair",), "avoid": ("attacked",), "score": (10, 60)})], seed=2
    )
    assert len(book) == 3
    for record in book:
        assert "pair" in record.rules
        assert "attacked" not in record.rules
        assert 10 <= record.score <= 60


def test_boards_of_stars():
    book = queens.make_book(8, stars=2, count=2, seed=1)
    line = json.loads(book.records[0].to_json())
    assert line["stars"] == 2
    assert [tuple(cell) for cell in line["solution"]] == list(book.records[0].solution)


def test_files_of_a_book(folder):
    book = queens.make_book(6, plan=PLAN, seed=4)
    for name in ("book.csv", "book.jsonl", "book.sbn", "book.txt", "book.puzzlink"):
        book.save(name)
    rows = list(csv.DictReader(io.StringIO((folder / "book.csv").read_text())))
    assert tuple(rows[0]) == CSV_COLUMNS
    lines = [json.loads(x) for x in (folder / "book.jsonl").read_text().splitlines()]
    for row, line, record in zip(rows, lines, book, strict=True):
        assert row["tier"] == line["tier"] == record.tier
        assert int(row["score"]) == line["score"] == record.score
        assert row["regions"] == "/".join(line["regions"])
        assert line["rules"] == record.rules
        assert line["solution"] == [c for _, c in record.solution]
    for name in ("book.jsonl", "book.sbn", "book.txt", "book.puzzlink"):
        read = queens.read_boards(name)
        assert [x.regions.tolist() for x in read] == [x.regions.tolist() for x in book.boards]
    with pytest.raises(ValueError, match=r"expected a name that ends in .*\.csv or \.pdf"):
        book.save("book.doc")


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({}, "found an empty plan"),
        ({"simple": 1}, "found the tier 'simple', expected any, easy, medium, hard or expert"),
        ({"eassy": 1}, "did you mean"),
        ({"easy": -1}, "the number of easy boards is -1"),
        ([("easy", 1), ("easy", 2)], "found easy twice"),
        ([("any", 1, {"symetry": "mirror"})], "did you mean 'symmetry'"),
        ([("any", 1, {"symmetry": "miror"})], "did you mean 'mirror'"),
        ([("any", 1, "mirror")], "expected a dict of options"),
        ([("any", 1, {"symmetry": "mirror"}), ("any", 2, {"symmetry": "mirror"})], "twice"),
    ],
)
def test_wrong_plans(plan, message):
    with pytest.raises(ValueError, match=message):
        queens.make_book(6, plan=plan)


def test_a_stopped_book_keeps_its_boards():
    with pytest.raises(SearchStopped) as stopped:
        queens.make_book(64, plan={"easy": 5}, time_limit=0)
    assert len(stopped.value.partial) == 0

    def press(made, wanted):
        if made >= 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as ended:
        queens.make_book(9, plan={"hard": 200}, seed=1, threads=1, progress=press)
    assert ended.value.partial.boards
    assert all(record.tier == "hard" for record in ended.value.partial)


# ---- the command -------------------------------------------------------------------------------


def test_one_run_writes_all_files(folder):
    pytest.importorskip("reportlab", reason="PDF files need reportlab")
    files = ["-o", "a.jsonl", "-o", "a.pdf", "-o", "a.csv", "-o", "a.sbn"]
    ended = run(*BOOK, *files, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["plan"] == PLAN
    book = queens.make_book(6, plan=PLAN, seed=4)
    assert (folder / "a.jsonl").read_text() == book.to_jsonl()
    assert (folder / "a.csv").read_text() == book.to_csv()
    assert (folder / "a.pdf").read_bytes().startswith(b"%PDF-")
    assert len((folder / "a.sbn").read_text().splitlines()) == 6
    assert run(*BOOK, "-o", "b.csv").returncode == 0
    assert (folder / "b.csv").read_text() == book.to_csv()


def test_a_time_limit_is_for_the_whole_book(folder):
    ended = run("generate", "64", "--plan", "easy:9,hard:9", "--time-limit", "0.3", "-o", "a.jsonl")
    assert ended.returncode == 3
    assert "time limit" in ended.stdout


@pytest.mark.parametrize("ledger", [[], ["--ledger", "boards.db"]])
@pytest.mark.parametrize("kept", [1, 3, 4, 6])
def test_a_book_is_continued(folder, kept, ledger):
    run(*BOOK, *ledger, "-o", "whole.jsonl")
    lines = (folder / "whole.jsonl").read_text().splitlines(keepends=True)
    (folder / "whole.jsonl").write_text("".join(lines[:kept]) + '{"n":')
    ended = run(*BOOK, *ledger, "-o", "whole.jsonl", "--resume", "-o", "index.csv")
    assert ended.returncode == 0, ended.stderr
    again = (folder / "whole.jsonl").read_text().splitlines(keepends=True)
    # The later parts of the plan, which the ledger has already, are made anew with a ledger.
    same = 6 if not ledger else kept if kept > 3 else 3
    assert again[:same] == lines[:same]
    boards = queens.read_boards("whole.jsonl")
    assert len({queens.canonical_hash(board) for board in boards}) == 6
    index = io.StringIO((folder / "index.csv").read_text())
    tiers = [row["tier"] for row in csv.DictReader(index)]
    assert tiers == ["medium"] * 3 + ["easy"] * 2 + ["hard"]


def test_two_books_with_a_ledger_share_no_board(folder):
    for name in ("a.jsonl", "b.jsonl"):
        assert run(*BOOK, "--ledger", "boards.db", "-o", name).returncode == 0
    boards = [*queens.read_boards("a.jsonl"), *queens.read_boards("b.jsonl")]
    assert len({queens.canonical_hash(board) for board in boards}) == len(boards) == 12


def test_lines_without_facts(folder):
    run("generate", "6", "--count", "3", "--seed", "4", "--no-facts", "-o", "bare.jsonl")
    run("generate", "6", "--count", "3", "--seed", "4", "-o", "full.jsonl")
    bare, full = (
        [json.loads(x) for x in (folder / name).read_text().splitlines()]
        for name in ("bare.jsonl", "full.jsonl")
    )
    assert [list(line) for line in bare] == [["n", "stars", "regions", "sizes"]] * 3
    assert all(a.items() <= b.items() for a, b in zip(bare, full, strict=True))
    facts = ["number", "tier", "score", "rules", "solution", "seed"]
    assert all(list(line)[4:] == facts for line in full)
    hint = run("hint", "full.jsonl:1")  # the solution is not the position of a player
    assert hint.returncode == 0
    assert "solved" not in hint.stdout


def test_boards_are_kept_if_the_drawing_is_interrupted(folder, monkeypatch):
    pytest.importorskip("reportlab", reason="PDF files need reportlab")

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "paint_pages", interrupt)
    (folder / "book.txt").write_text("mine")
    for name in ("book-boards.txt", "book-boards2.txt"):
        ended = run("generate", "6", "--count", "3", "--seed", "4", "-o", "book.pdf")
        assert ended.returncode == 130
        assert f"the boards are in {name}" in ended.stderr
    assert not (folder / "book.pdf").exists()
    assert (folder / "book.txt").read_text() == "mine"
    assert queens.read_boards("book-boards.txt") == queens.generate(6, count=3, seed=4)
    assert drawing_options.paint_pages is not interrupt


def test_a_book_whose_parts_have_options_is_continued(folder):
    book = ["generate", "6", "--seed", "4", "--plan", "easy:2,any/symmetry=half-turn:3"]
    run(*book, "-o", "whole.jsonl")
    lines = (folder / "whole.jsonl").read_text().splitlines(keepends=True)
    (folder / "part.jsonl").write_text("".join(lines[:3]))
    assert run(*book, "-o", "part.jsonl", "--resume").returncode == 0
    assert (folder / "part.jsonl").read_text() == "".join(lines)


def test_convert_prints_and_lists_boards(folder):
    pytest.importorskip("reportlab", reason="PDF files need reportlab")
    run(*BOOK, "-o", "book.jsonl")
    assert run("convert", "book.jsonl", "-o", "book.pdf", "--solutions", "none").returncode == 0
    assert (folder / "book.pdf").read_bytes().startswith(b"%PDF-")
    assert run("convert", "book.jsonl", "-o", "index.csv").returncode == 0
    rows = list(csv.DictReader(io.StringIO((folder / "index.csv").read_text())))
    assert [row["tier"] for row in rows] == ["medium"] * 3 + ["easy"] * 2 + ["hard"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("generate 6 --plan easy:1 --count 2", "--plan cannot be used with"),
        ("generate 6 --plan easy", "expected TIER:COUNT, as in easy:100"),
        ("generate 6 --plan easy:x", "expected TIER:COUNT"),
        ("generate 6 --plan simple:1", "found the tier 'simple'"),
        ("generate 6 --plan easy/mirror:1", "expected OPTION=VALUE, as in symmetry=mirror"),
        ("generate 6 --plan any/regions=9-2:1", "expected two whole numbers, as in 2-20"),
        ("generate 6 --plan easy:1,any/symmetry=quarter-turn:1 -o a.jsonl", "multiple of 4"),
        ("generate 6 -o a.jsonl -o b.jsonl", "-o *.jsonl can be given once"),
        ("generate 6 -o a.csv -o a.csv", "several files would be written to a.csv"),
        ("generate 6 -o a.csv -o b.txt --format text", "--format allows only one -o"),
        ("generate 6 -o a.csv --resume --seed 1", "--resume needs -o *.jsonl"),
        ("generate 6 -o a.csv --no-facts", "--no-facts needs -o *.jsonl"),
    ],
)
def test_wrong_use(line, message, folder):
    assert message in refused(*line.split()).stderr
    assert not list(folder.iterdir())
