"""PDF files: pages, fonts, layouts, and every command that writes them."""

from __future__ import annotations

import re
import zlib
from itertools import product

import pytest
from helpers.boards import NINE
from helpers.command import refused, run

from fastqueens import nqueens, packing, queens, render, sliding
from fastqueens.canvas.book import Entry, columns_of, draw_book
from fastqueens.canvas.themes import read_palette, theme_of
from fastqueens.examples import example
from fastqueens.queens.logic.sentences import look_of_sentence

pytest.importorskip("reportlab", reason="PDF files need reportlab")

BOARDS = queens.generate(6, count=9, seed=1)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pages_of(data):
    return len(re.findall(rb"/Type /Page\b", data))


def streams_of(data):
    """Return the text of the streams that are drawing operators."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\n?endstream", data, re.S):
        try:
            found.append(zlib.decompressobj().decompress(stream).decode("latin-1"))
        except zlib.error:
            continue
    return found


def boxes_of(data):
    """Return the numbers of rectangles of the forms that have any."""
    counts = [len(re.findall(r"[\d.] re\b", text)) for text in streams_of(data)]
    return [count for count in counts if count]


def operands(colour):
    return " ".join(f"{part / 255:.3g}" for part in bytes.fromhex(colour[1:]))


def test_pages_and_solutions():
    assert pages_of(render.book(BOARDS)) == 3 + 1
    assert pages_of(render.book(BOARDS, solutions="none")) == 3
    assert pages_of(render.book(BOARDS, solutions="beside", per_page=3)) == 3
    assert pages_of(render.book(BOARDS, per_page=12)) == 1 + 1
    assert pages_of(render.book(BOARDS, page_layout="large")) == 9 + 2
    assert pages_of(render.book(BOARDS[0])) == 1 + 1
    given = [queens.solve(board).queens for board in BOARDS]
    assert pages_of(render.book(BOARDS, given)) == 3  # nothing is left to solve


def test_a_page_has_every_cell_of_its_boards():
    data = render.book(BOARDS[:2], solutions="none")
    # The cells at the four corners of a board are rounded.
    assert sorted(boxes_of(data)) == [32, 32]
    # A board is stored once, and its solution draws it again. The shape of the queen has a box.
    assert sorted(boxes_of(render.book(BOARDS[:2]))) == [1, 32, 32]
    text = " ".join(streams_of(data))
    used = {theme_of("light").fills[k] for k in read_fills(BOARDS[0])}
    assert all(f"{operands(colour)} rg" in text for colour in used)


def read_fills(board):
    from fastqueens.canvas.themes import fills_of

    return fills_of(board.regions, theme_of("light"))


@pytest.mark.parametrize("theme", ["light", "dark", "grey", "print"])
def test_only_vectors_and_embedded_fonts(theme):
    data = render.book(BOARDS, captions=["easy"] * 9, theme=theme, patterns=True)
    assert b"/Subtype /Image" not in data
    assert data.count(b"/FontFile2") == 2  # regular and bold
    assert b"Helvetica" not in data
    assert data == render.book(BOARDS, captions=["easy"] * 9, theme=theme, patterns=True)


@pytest.mark.parametrize(("theme", "most"), [("light", 2.6e5), ("print", 3e5)])
def test_a_book_is_small(theme, most):
    boards = [level.board for level in queens.levels(9)]
    assert len(render.book(boards, theme=theme)) < most * len(boards) / 100


def test_greys_have_no_colours():
    boards = [level.board for level in queens.levels(7)[:4]]
    for theme, thing in product(("grey", "print"), (*boards, packing.pentominoes())):
        text = " ".join(streams_of(render.book([thing], theme=theme)))
        for red, green, blue in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", text):
            shades = [float(x) for x in (red, green, blue)]
            assert max(shades) - min(shades) < 0.04, (theme, shades)  # the ink is nearly black


def test_papers_and_pockets():
    def size(**options):
        found = re.search(
            rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", render.book(BOARDS[0], **options)
        )
        assert found is not None
        return [round(float(x)) for x in found.groups()]

    assert size() == [595, 842]
    assert size(paper="Letter") == [612, 792]
    assert size(page_layout="pocket") == [298, 421]


def test_columns_hold_all_boards():
    for k in range(1, 13):
        columns = columns_of(k)
        assert columns <= k
        assert columns * -(-k // columns) - k < columns
    sheets = read_palette()["sheets"]
    assert len(sheets["columns"]) == 12
    assert sheets["columns"] == sorted(sheets["columns"])


def test_every_kind_of_object():
    tiles = sliding.solve(sliding.random(3, seed=1))
    packed = packing.solve(packing.Puzzle.from_text(example("iq-small").text))
    pyramid = packing.Puzzle.from_text(example("iq-pyramid").text)
    hint = queens.hint(BOARDS[0])
    soma = packing.Puzzle.from_text(example("soma").text)
    things = [
        BOARDS[0], tiles, tiles.puzzle, packed, packed.packing, pyramid, soma, hint,
        queens.explain(BOARDS[0])[0], queens.solve(BOARDS[0]), nqueens.solve(6),
        queens.candidates(BOARDS[0]), render.chessboard(5),
    ]  # fmt: skip
    data = render.book(things, per_page=12)
    assert pages_of(data) == 2 + 1
    gallery = render.book(render.chessboard(6), list(nqueens.solutions(6)), per_page=12)
    assert pages_of(gallery) == 1
    for thing in things[:-1]:
        assert pages_of(thing.to_pdf()) == 1


def test_a_packing_puzzle_is_printed_with_its_pieces():
    puzzle = packing.Puzzle.from_text(example("soma").text)
    entry = puzzle._entry(render.Look())
    assert len(entry.scene.groups) == 1 + len(puzzle.pieces)
    drawn = sum(
        len(layer.outlines)
        for _, _, layers in entry.scene.groups[1:]
        for layer in layers
        if layer.kind == "piece"
    )
    assert drawn == sum(len(piece.cells) for piece in puzzle.pieces) == 27
    for x, y, layers in entry.scene.groups:
        points = [point for layer in layers for line in layer.outlines for point in line]
        assert all(0 <= x + u <= entry.scene.width for u, _ in points)
        assert all(0 <= y + v <= entry.scene.height for _, v in points)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"per_page": 13}, "per_page is 13, expected 1 to 12 boards on a page"),
        ({"per_page": 0}, "per_page is 0"),
        ({"paper": "A3"}, "paper is 'A3', expected one of A4, Letter"),
        ({"page_layout": "tiny"}, "page_layout is 'tiny', expected one of normal, large, pocket"),
        ({"solutions": "front"}, "solutions is 'front', expected one of end, none, beside"),
        ({"theme": "blue"}, "theme is 'blue', expected one of light, dark, auto, grey, print"),
        ({"title": 5}, "title is 5, expected text"),
        ({"title": "\N{CYRILLIC CAPITAL LETTER YA}"}, "title has characters that the font lacks"),
        ({"captions": ["one"]}, "captions has 1 entry, expected 9"),
        ({"font": "no.ttf"}, "no.ttf: cannot be used as a TrueType font"),
        ({"placed": [None]}, "placed has 1 entry, expected 9"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        render.book(BOARDS, **options)


def test_no_boards_and_no_drawings():
    with pytest.raises(ValueError, match="found no boards"):
        render.book([])
    with pytest.raises(ValueError, match="cannot draw int"):
        render.book([5])
    with pytest.raises(ValueError, match="things is 5"):
        render.book(5)


def test_a_caption_may_have_any_characters():
    data = render.book(BOARDS[:2], captions=["\N{CYRILLIC CAPITAL LETTER YA}" * 3, "a " * 200])
    assert pages_of(data) == 2


def test_another_font():
    from reportlab import __file__ as package

    data = render.book(
        BOARDS[0], title="Title", font=package.replace("__init__.py", "fonts/VeraIt.ttf")
    )
    assert data.count(b"/FontFile2") == 1


def test_progress_counts_all_pictures():
    seen = []
    scene = Entry(BOARDS[0]._scene(48, render.Look()))
    draw_book([scene] * 50, progress=lambda done, last: seen.append((done, last)))
    assert [last for _, last in seen] == [50] * len(seen)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert len(seen) >= 2


# ---- hints -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "letters", "axes"),
    [
        ("Region R has only one cell left: its queen goes on a2.", True, True),
        ("Regions A and B fit only in rows 3 and 4.", True, True),
        ("The queen on d1 is wrong.", False, True),
        ("This board has no solution.", False, False),
        ("All queens are right: the board is solved.", False, False),
    ],
)
def test_pictures_have_what_their_sentence_names(sentence, letters, axes):
    look = look_of_sentence(render.Look(), sentence)
    assert (look.letters, look.axes) == (letters, axes)


def test_steps_show_the_letters_and_axes_of_their_sentences():
    board = queens.levels(8)[60].board
    for step in queens.explain(board):
        picture = step.to_svg()
        look = look_of_sentence(render.Look(), step.sentence)
        assert ('class="fq-letter"' in picture) == look.letters
        assert ('class="fq-axis"' in picture) == look.axes
        for kind, number in step.units:
            name = board.names[number] if kind == "region" else ""
            if name and f"egion {name}" in step.sentence:
                assert look.letters


# ---- commands ----------------------------------------------------------------------------------


COMMANDS = [
    "solve board.txt", "hint board.txt", "explain board.txt", "repair board.txt", "levels 7-001",
    "generate 6 --seed 1 --count 2", "convert board.txt", "example queens-9", "example soma",
    "example fifteen", "nqueens 6 --all", "pack puzzle.txt", "slide --random --size 2x2",
]  # fmt: skip


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_that_draws_boards_writes_pages(line, folder):
    (folder / "board.txt").write_text(str(NINE))
    (folder / "puzzle.txt").write_text(example("iq-small").text)
    options = ["--title", "Any title", "--per-page", "2", "--paper", "Letter", "--theme", "print"]
    ended = run(*line.split(), "-o", "out.pdf", *options)
    assert ended.returncode == 0, ended.stderr
    data = (folder / "out.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert b"Any title" in data
    assert b"612 792" in data


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("generate 6 -o a.pdf --per-page 13", "--per-page"),
        ("generate 6 -o a.pdf --paper A3", "--paper"),
        ("generate 6 -o a.svg --per-page 2", "--per-page needs -o FILE.pdf"),
        ("generate 6 --title x", "--title needs -o FILE.pdf"),
        ("levels 7 -o no/a.pdf", "found no folder no"),
        ("generate 6 -o a.pdf --font none.ttf", "none.ttf: cannot be used as a TrueType font"),
    ],
)
def test_wrong_use(line, message, folder):
    assert message in refused(*line.split()).stderr
    assert not list(folder.iterdir())
