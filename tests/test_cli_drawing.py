"""Drawings of commands: unsolved boards, steps, hints, sheets, themes, axes, text styles."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from helpers.boards import FOUR, LOOSE, NINE, SIX
from helpers.command import in_terminal, refused, run, write_files

from fastqueens import queens
from fastqueens.canvas.themes import theme_of
from fastqueens.examples import example, examples


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, {"nine": NINE, "four": FOUR, "six": SIX, "loose": LOOSE})
    return tmp_path


def drawn(folder, *args, name="out.svg", code=0):
    """Run a command that draws a picture, and return the picture."""
    ended = run(*args, "-o", name)
    assert ended.returncode == code, ended.stderr
    picture = (folder / name).read_text()
    ElementTree.fromstring(picture)
    return picture


def count(picture, kind):
    return picture.count(f'class="fq-{kind}"')


DRAWING = [
    ("solve", "nine.txt"),
    ("levels", "7-001"),
    ("generate", "6", "--seed", "1"),
    ("example", "queens-9"),
    ("hint", "nine.txt"),
    ("explain", "nine.txt"),
]


@pytest.mark.parametrize("args", DRAWING, ids=lambda args: args[0])
def test_the_options_of_pictures(args, folder):
    plain = drawn(folder, *args)
    assert theme_of("light").fills[0] in plain or theme_of("light").fills[1] in plain
    picture = drawn(folder, *args, "--theme", "dark", "--patterns", "--axes", "--letters")
    assert theme_of("dark").ink in picture
    for kind in ("pattern", "axis", "letter"):
        assert count(picture, kind), kind
        assert kind in ("axis", "letter") or not count(plain, kind)
    named = args[0] in ("hint", "explain")  # their sentences name regions, lines and cells
    assert bool(count(plain, "axis")) == bool(count(plain, "letter")) == named
    assert not count(drawn(folder, *args, "--no-axes"), "axis")


@pytest.mark.parametrize("args", DRAWING, ids=lambda args: args[0])
@pytest.mark.parametrize("name", ["out.PNG", "out.txt"])
def test_other_kinds_of_files(args, name, folder):
    if name.endswith("PNG"):
        pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    ended = run(*args, "-o", name)
    assert ended.returncode == 0, ended.stderr
    data = (folder / name).read_bytes()
    assert data[:4] == b"\x89PNG" if name.endswith("PNG") else data.endswith(b"\n")
    refused(*args, "-o", "out.gif")
    assert not (folder / "out.gif").exists()


def test_a_suffix_in_capitals(folder):
    assert count(drawn(folder, "solve", "nine.txt", name="out.SVG"), "queen") == 9
    assert count(drawn(folder, "nqueens", "6", "--first", name="out.SVG"), "queen") == 6


def test_a_theme_in_the_terminal():
    def colours(theme):
        env = {"COLORTERM": "truecolor", "TERM": "xterm-256color"}
        return in_terminal("solve", "four.txt", "--theme", theme, env=env)[0]

    for theme in ("light", "dark"):
        ink = ";".join(str(x) for x in bytes.fromhex(theme_of(theme).ink[1:]))
        assert f"38;2;{ink}" in colours(theme)


def test_levels_of_a_size_share_a_sheet(folder):
    picture = drawn(folder, "levels", "7")
    assert count(picture, "frame") == count(picture, "caption") == len(queens.levels(7)) <= 100
    assert run("levels", "7", "-o", "all.txt").returncode == 0
    boards = queens.read_boards("all.txt")
    assert boards == [level.board for level in queens.levels(7)]


def drawn_on_sheets(folder, *args, name="out.svg"):
    """Run a command that draws several sheets; return their names and what they draw."""
    ended = run(*args, "-o", name)
    assert ended.returncode == 0, ended.stderr
    assert not (folder / name).exists()
    sheets = sorted(folder.glob(name.replace(".", "-*.")))
    said = f"on {len(sheets)} sheets: {sheets[0].name} to {sheets[-1].name}"
    assert said in ended.stderr
    return [sheet.name for sheet in sheets], "".join(x.read_text() for x in sheets)


def test_no_board_is_left_out_of_a_drawing(folder):
    names, drawn_boards = drawn_on_sheets(folder, "generate", "5", "--count", "105", "--seed", "1")
    assert names == ["out-001.svg", "out-002.svg"]
    assert count(drawn_boards, "frame") == 105
    names, drawn_boards = drawn_on_sheets(folder, "levels", "8", name="levels.svg")
    assert [count((folder / name).read_text(), "frame") for name in names] == [100, 30]
    assert all(f"8-{k:03}" in drawn_boards for k in (1, 100, 101, 130))


def test_no_solution_is_left_out_of_a_drawing(folder):
    _, drawn_boards = drawn_on_sheets(folder, "nqueens", "9", "--all", name="queens.svg")
    assert count(drawn_boards, "queen") == 9 * 352
    (folder / "open.txt").write_text("\n".join(["ABCDEFG"] * 7))
    solutions = int(queens.count(queens.Board.from_file("open.txt")))
    assert solutions > 100
    _, drawn_boards = drawn_on_sheets(folder, "solve", "open.txt", "--all", name="open.svg")
    assert count(drawn_boards, "queen") == 7 * solutions
    (folder / "small.txt").write_text(example("iq-small").text)
    _, drawn_packings = drawn_on_sheets(
        folder, "pack", "small.txt", "--all", "--limit", "101", name="packed.svg"
    )
    assert count(drawn_packings, "piece") == 7 * 101


def test_sheets_are_drawn_as_png_too(folder):
    pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    ended = run("generate", "4", "--count", "1", "--seed", "1", "-o", "one.png")
    assert ended.returncode == 0
    ended = run("nqueens", "9", "--all", "--limit", "101", "-q", "-o", "n.png")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert sorted(x.name for x in folder.glob("n-*")) == ["n-001.png", "n-002.png"]


def test_a_sheet_does_not_overwrite_an_input(folder):
    (folder / "open-002.txt").write_text("\n".join(["ABCDEFG"] * 7))
    (folder / "out-002.svg").write_text("\n".join(["ABCDEFG"] * 7))
    ended = refused("solve", "out-002.svg", "--all", "-o", "out.svg", "-q")
    assert "out-002.svg would be overwritten" in ended.stderr


def test_a_drawing_of_too_many_rows_is_refused_before_the_search(folder):
    ended = refused("nqueens", "1000", "--construct", "-o", "a.svg")
    assert "found 1000 rows, expected at most 64 for a drawing" in ended.stderr
    assert not ended.stdout


def test_generated_boards_share_a_file(folder):
    picture = drawn(folder, "generate", "6", "--count", "3", "--seed", "1")
    assert count(picture, "frame") == 3
    assert not count(picture, "queen")
    for name in ("g.txt", "g.jsonl"):
        run("generate", "6", "--count", "3", "--seed", "1", "-o", name)
        assert run("solve", name, "-q").returncode == 0
    assert queens.read_boards("g.txt") == queens.read_boards("g.jsonl")


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_examples_are_written_and_drawn(example, folder):
    own = f"own.{example.file.rpartition('.')[2]}"
    assert run("example", example.name, "-o", own).returncode == 0
    assert (folder / own).read_text() == example.text
    if example.command == "cover":
        refused("example", example.name, "-o", "out.svg")
    else:
        assert (
            count(drawn(folder, "example", example.name), "bare")
            or "fq-" in example.name + (folder / "out.svg").read_text()
        )
    assert "NAME" in refused("example", "-o", "out.svg").stderr


def test_explain_shows_the_board_of_each_step():
    ended = run("explain", "four.txt")
    steps = queens.explain(FOUR.split())
    parts = ended.stdout.split("\n\n")
    assert len(parts) == len(steps) + 1
    for part, step in zip(parts, steps, strict=False):
        sentence, above, *rows = part.split("\n")
        assert sentence.endswith(step.sentence)
        assert above == "  a b c d"
        marked = {
            sign: {(r, c) for r in range(4) for c in range(4) if rows[r][3 + 2 * c :][:1] == sign}
            for sign in "*x"
        }
        assert marked["x"] == set(step.eliminated)
        assert marked["*"] == {*step.cells, *step.placed} - set(step.eliminated)
    assert "  a b c d" not in run("explain", "four.txt", "--no-boards").stdout
    assert "  a b c d" not in run("explain", "four.txt", "--no-axes").stdout
    assert run("explain", "four.txt", "--json").stdout.count("\n") == 1


def test_explain_draws_a_sheet_or_a_file_for_each_step(folder):
    steps = queens.explain(FOUR.split())
    # The cells that a new queen attacks are crossed out in the picture of the queen.
    shown = [step for step in steps if step.rule != "queen"]
    assert len(shown) < len(steps)
    picture = drawn(folder, "explain", "four.txt")
    assert count(picture, "frame") == count(picture, "caption") == len(shown)
    description = re.search("<desc>(.*)</desc>", picture)[1]
    assert all(escape(step.sentence) in description for step in shown)
    assert f"1. attacked: {steps[0].sentence}" in description
    assert "goes on c1. It attacks the crossed cells." in description
    assert count(picture, "note") >= len(shown)
    assert run("explain", "four.txt", "-o", "{name}-{step}.svg").returncode == 0
    pictures = sorted(folder.glob("four-*.svg"))
    assert len(pictures) == len(shown)
    assert all(count(path.read_text(), "note") for path in pictures)
    assert all(count(path.read_text(), "frame") == 1 for path in pictures)
    assert run("explain", "four.txt", "-o", "steps.txt").returncode == 0
    text = (folder / "steps.txt").read_text()
    assert all(step.sentence in text for step in shown)
    assert run("explain", "four.txt", "-o", "steps.json").returncode == 0


def test_steps_fill_several_sheets(folder):
    board = queens.generate(12, seed=3, difficulty="hard")[0]
    board.save(folder / "nine.json")
    ended = run("explain", "nine.json", "-o", "steps.svg")
    sheets = sorted(folder.glob("steps-*.svg"))
    numbers = [count(sheet.read_text(), "caption") for sheet in sheets]
    assert numbers[:-1] == [24] * (len(sheets) - 1)
    assert 0 < numbers[-1] <= 24
    assert len(sheets) > 1
    assert sum(numbers) == sum(step.rule != "queen" for step in queens.explain(board))
    assert f"on {len(sheets)} sheets" in ended.stderr
    assert run("hint", "nine.json", "--until", "queen", "-o", "told.png").returncode == 0


def test_pictures_have_the_letters_that_their_sentences_name(folder):
    board = queens.generate(8, seed=1)[0]
    board.save(folder / "eight.json")
    picture = drawn(folder, "explain", "eight.json")
    named = sum("egion" in step.sentence for step in queens.explain(board) if step.rule != "queen")
    shown = [group for group in picture.split("<g ")[1:] if 'class="fq-letter"' in group]
    assert 0 < len(shown) == named < count(picture, "frame")
    large = queens.generate(14, seed=1)[0]  # more regions than colours
    assert all(count(step.to_svg(), "letter") for step in queens.explain(large))


def test_hint_points_out_what_is_wrong(folder):
    picture = drawn(folder, "hint", "four.txt", "--placed", "d1", "--skip", "2")
    assert (count(picture, "wrong"), count(picture, "framed")) == (1, 1)
    assert "Wrong: d1." in picture
    assert count(drawn(folder, "hint", "four.txt", "--show-solution"), "queen") == 4
    assert not count(drawn(folder, "hint", "six.txt", code=1), "queen")
    ended = run("hint", "four.txt", "--time-limit", "0", "-o", "none.svg")
    assert "not written" in ended.stderr
    assert not (folder / "none.svg").exists()


def test_hint_in_a_terminal_marks_cells():
    shown, code = in_terminal("hint", "four.txt", "--placed", "d1")
    assert code == 0
    assert "♛" in shown
    assert "Something is wrong: a queen stands on a wrong cell." in shown


@pytest.mark.parametrize("style", ["letters", "numbers", "list"])
def test_styles_of_text(style, folder):
    board = queens.Board.from_text(FOUR)
    answer = board.to_text([2, 0, 3, 1], style=style)
    assert run("solve", "four.txt", "--style", style).stdout.startswith(f"{answer}\n")
    assert run("solve", "four.txt", "--style", style, "-o", "a.txt").returncode == 0
    assert (folder / "a.txt").read_text() == f"{answer}\n"
    level = queens.levels(7)[0].board
    assert run("levels", "7-001", "--style", style).stdout == level.to_text([], style=style) + "\n"
    made = run("generate", "6", "--seed", "1", "--style", style).stdout
    assert made == queens.generate(6, seed=1)[0].to_text([], style=style) + "\n"


def test_text_with_axes_is_read_back(folder):
    assert run("solve", "nine.txt", "--axes", "-o", "a.txt").returncode == 0
    text = (folder / "a.txt").read_text()
    assert text.startswith("  a b c d e f g h i\n1 ")
    (board,) = queens.read_boards("a.txt")
    assert board == queens.Board.from_text(NINE)
    assert len(board.placements) == 1


def test_packings_and_tiles(folder):
    (folder / "box.txt").write_text("1 3 2\nDEFAULT\nAA\nB\n")
    picture = drawn(
        folder, "pack", "box.txt", "--theme", "dark", "--patterns", "--letters", "--axes"
    )
    assert (count(picture, "piece"), count(picture, "letter"), count(picture, "axis")) == (2, 2, 1)
    (folder / "tiles.txt").write_text("1 2\n0 3\n")
    picture = drawn(folder, "slide", "tiles.txt", "--theme", "dark")
    assert theme_of("dark").ink in picture
    refused("slide", "tiles.txt", "--axes")
    refused("nqueens", "6", "--patterns")
    light, dark = (
        drawn(folder, "nqueens", "6", "--first", "--theme", x) for x in ("light", "dark")
    )
    assert light != dark
