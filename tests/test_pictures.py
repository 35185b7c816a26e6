"""Boards read from pictures: real screenshots, and pictures drawn here in many variations."""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from conftest import THOROUGH, some
from helpers.apps import app, shrunk
from helpers.command import run
from helpers.memory import peak_memory
from helpers.screens import CROSSES, SIGNS, fake, marked
from helpers.sites import FORMS, LIGHTS, OVER, THEMES, site
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont, ImageGrab, ImageOps

from fastqueens import InputError, queens, render
from fastqueens.queens.vision.load import open_picture

# FASTQUEENS_PICTURES=2000 reads 2,000 pictures, which takes some minutes.
PICTURES = int(os.environ.get("FASTQUEENS_PICTURES", "24" if THOROUGH else "10"))
SCREENS = Path(__file__).resolve().parents[2] / "shared" / "screens"


def screens():
    """Return (file, rows) of the real screenshots, or one placeholder if there are none."""
    truth = SCREENS / "truth.txt"
    if not truth.exists():
        return [pytest.param(None, [], id="absent")]
    found = {}
    for line in truth.read_text().splitlines():
        if "." in line and not line.startswith("#"):
            rows = found.setdefault(line.strip(), [])
        elif line.strip() and not line.startswith("#"):
            rows.append(line.strip())
    return [pytest.param(SCREENS / name, rows, id=name) for name, rows in found.items()]


@pytest.mark.parametrize(("path", "rows"), screens())
def test_real_screenshots(path, rows):
    if path is None:
        pytest.skip(f"the screenshots are not at {SCREENS}: they are not part of the package")
    assert str(queens.Board.from_image(path)).split() == rows
    ended = run("rate", str(path), "--json")
    assert ended.returncode in (0, 1), ended.stderr
    assert f'"regions": ["{rows[0]}", "{rows[1]}"' in ended.stdout


def test_the_libraries_are_read_from_the_disk_before_the_import():
    """An import holds the GIL while the loader waits for the disk; reading a file does not."""
    program = """
import sys
events = []
def hook(event, args):
    if event in ("open", "import"):
        name = str(args[0 if event == "open" else 1])
        if "cv2" in name and name.endswith((".so", ".pyd", ".dylib")):
            events.append(event)
sys.addaudithook(hook)
from fastqueens import queens
assert not events, events
queens.read_image(queens.levels(8)[0].board.to_png(cell=24))
print(events[0], "import" in events)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == ["open", "True"]


def plain_board():
    """A board with one solution."""
    return queens.levels(8)[3].board


def as_png(board, queens=None, cell=24):
    return render.png(board, queens, cell=cell)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder that contains a picture of a board."""
    monkeypatch.chdir(tmp_path)
    Path("board.png").write_bytes(as_png(plain_board()))
    return tmp_path


def verdict(data):
    """Return the board read in a picture, or the error message."""
    try:
        return queens.read_image(data), None
    except InputError as error:
        return None, error


def test_fake_screenshots():
    refused, signs = [], []
    for seed in range(PICTURES):
        screen = fake(seed)
        reading, error = verdict(screen.data)
        if reading is None or reading.problem is not None:
            refused.append((seed, error or reading.problem))
            continue
        assert np.array_equal(reading.regions, screen.board.regions), (seed, screen.about)
        assert reading.board.stars == screen.board.stars, seed
        if (sorted(reading.queens), sorted(reading.marks)) != (screen.queens, screen.marks):
            signs.append(seed)
    assert len(refused) <= 0.005 * PICTURES, refused
    assert len(signs) <= 0.02 * PICTURES, signs


def test_queens_and_crosses_of_many_kinds():
    """Gold crowns, letters, chess pieces and frames; a queen is never read as a cross."""
    exact = wanted = 0
    for seed in range(3100, 3100 + PICTURES):
        # In ten pictures, each kind of queen and each kind of cross appears.
        screen = marked(seed, queen=SIGNS[seed % len(SIGNS)], cross=CROSSES[seed % len(CROSSES)])
        reading, _ = verdict(screen.data)
        if reading is None or reading.board is None:
            continue
        assert np.array_equal(reading.regions, screen.board.regions), (seed, screen.about)
        assert not set(reading.marks) & set(screen.queens), (seed, screen.about)
        wanted += 1
        if (sorted(reading.queens), sorted(reading.marks)) == (screen.queens, screen.marks):
            exact += 1
    assert wanted >= 0.8 * PICTURES
    assert exact >= 0.9 * wanted


def marked_screens():
    """Return (file, queens) of the real screenshots with queens, or one placeholder."""
    truth = SCREENS / "marks" / "truth.txt"
    if not truth.exists():
        return [pytest.param(None, [], id="absent")]
    found = []
    for line in truth.read_text().splitlines():
        name, _, cells = line.partition(": ")
        if not name.startswith("#"):
            placed = [tuple(map(int, cell.split(","))) for cell in cells.split()]
            found.append(pytest.param(truth.parent / name, placed, id=name))
    return found


@pytest.mark.parametrize(("path", "placed"), marked_screens())
def test_real_screenshots_with_queens(path, placed):
    if path is None:
        pytest.skip(f"the screenshots are not at {SCREENS}: they are not part of the package")
    reading = queens.read_image(path)
    assert (sorted(reading.queens), reading.marks) == (placed, ())


def test_a_sign_that_is_neither_queen_nor_cross_is_told():
    """A mouse pointer lies over a cell."""
    board = plain_board()
    placed = list(enumerate(queens.solve(board).queens.tolist()))[:4]
    image = Image.open(io.BytesIO(as_png(board, placed, cell=48))).convert("RGB")
    empty = next(x for x in np.ndindex(8, 8) if x[0] > 5 and x not in enumerate(
        queens.solve(board).queens.tolist()))  # fmt: skip
    reading = queens.read_image(image)
    (x, y) = (reading.matrix @ [empty[1] + 0.5, empty[0] + 0.5, 1])[:2]
    points = [(0, 0), (0, 20), (5, 15), (8, 21), (11, 20), (8, 14), (14, 14)]
    ImageDraw.Draw(image).polygon([(x + a, y + b - 3) for a, b in points], "white", "black")
    reading = queens.read_image(image)
    assert (sorted(reading.queens), reading.marks) == (placed, ())
    assert reading.note == f"marks not read in {'abcdefgh'[empty[1]]}{empty[0] + 1}"


def test_fake_programs():
    """Pictures with other cells, symbols and surroundings; a few faint ones may be refused."""
    number = max(5, PICTURES // 4)
    refused = 0
    for seed in range(61000, 61000 + number):
        screen = app(seed, tooltip=False)
        reading, _ = verdict(screen.data)
        if reading is None or reading.problem is not None:
            refused += 1
        else:
            assert np.array_equal(reading.regions, screen.board.regions), (seed, screen.about)
    assert refused <= 0.1 * number + 1


def test_fake_sites():
    """Pictures in other themes, with or without covering objects, in every file format."""
    plain = 0
    for k, theme in enumerate(THEMES):
        for over in ("", OVER[1 + k % (len(OVER) - 1)]):
            light = LIGHTS[k % len(LIGHTS)] if over else ""
            screen = site(600000 + 20 * k + bool(over), theme=theme, pitch=18, by=1.0, over=over,
                          form=FORMS[(k + bool(over)) % len(FORMS)], light=light)  # fmt: skip
            reading, _ = verdict(screen.data)
            if reading is not None and reading.board is not None:
                assert np.array_equal(reading.regions, screen.board.regions), screen.about
                plain += not over
    assert plain >= 8


@pytest.mark.parametrize("kind", ["lined", "even", "gaps", "borders"])
def test_parts_of_boards_are_never_boards(kind):
    """A picture that is cropped or covered inside the board is refused."""
    for seed in (3,):
        screen = fake(
            seed, style=kind, turn=0.0, photo=False, rescale=1.0, place="crop", pitch=24.0
        )
        image = Image.open(io.BytesIO(screen.data)).convert("RGB")
        width, height = image.size
        for k, part in enumerate((0.3, 0.6, 1.0, 1.7)):
            cut = round(24 * part)
            boxes = ((cut, 0, width, height), (0, 0, width - cut, height - cut))
            for box in boxes if THOROUGH else boxes[k % 2 :][:1]:
                reading, _ = verdict(np.asarray(image.crop(box)))
                if reading is not None and reading.board is not None:  # only the rim was cropped
                    assert np.array_equal(reading.regions, screen.board.regions), (seed, box)
                    assert part < 1


def test_a_part_of_a_grid_full_of_marks_is_no_board():
    """If only 4 x 4 cells are found, these may have regions with one solution."""
    reading, error = verdict(fake(40036).data)
    assert error is not None or reading.board is None or reading.n == 12


@pytest.mark.parametrize("style", ["even", "lined"])
def test_a_cell_of_another_colour_is_noticed(style):
    screen = fake(11, style=style, place="crop", pitch=40.0, file="PNG", turn=0.0, rescale=1.0,
                  palette="vivid", marked="none", pointer=False, photo=False, blur=0.0)  # fmt: skip
    pixels = np.array(Image.open(io.BytesIO(screen.data)).convert("RGB"))
    reading, regions = queens.read_image(pixels), screen.board.regions
    last = reading.n - 0.5
    (x, y), (u, v) = np.rint((reading.matrix @ [[0.5, last], [0.5, last], [1, 1]])[:2].T).astype(
        int
    )
    assert regions[0, 0] != regions[-1, -1]
    pixels[y - 16 : y + 16, x - 16 : x + 16] = pixels[v, u]
    changed = queens.read_image(pixels)
    if style == "lined":  # the lines still separate the regions
        assert np.array_equal(changed.board.regions, regions)
        assert changed.by == "lines"
        return
    assert changed.board is None
    assert changed.problem
    with pytest.raises(
        InputError, match=r"found a board of \d+ x \d+ cells, \d+ regions recognised by"
    ):
        queens.Board.from_image(pixels)


def blocks(board, cell, *, line=0):
    """Draw a board on white, without lines or with gaps between the cells."""
    colours = np.array([(i * 97 % 160 + 70, i * 57 % 180 + 60, i * 31 % 200 + 40)
                        for i in range(board.n)], np.uint8)  # fmt: skip
    pixels = colours[board.regions].repeat(cell, 0).repeat(cell, 1)
    if line:
        gap = np.arange(board.n * cell) % cell < line
        pixels[gap] = pixels[:, gap] = 255
    return np.pad(pixels, ((30, 60), (30, 30), (0, 0)), constant_values=255)


def test_a_board_without_lines():
    for board in (plain_board(), queens.generate(12, seed=2)[0]):
        reading = queens.read_image(blocks(board, 20))
        assert np.array_equal(reading.board.regions, board.regions)
        assert reading.by == "colours"


def test_the_larger_of_two_boards():
    board, other = plain_board(), queens.levels(8)[5].board
    large, small = blocks(board, 48, line=4), blocks(other, 14, line=2)
    page = np.full((large.shape[0] + small.shape[0], large.shape[1], 3), 255, np.uint8)
    page[: len(large)] = large
    page[len(large) :, : small.shape[1]] = small
    assert np.array_equal(queens.Board.from_image(page).regions, board.regions)
    page[: len(large)] = np.where(large.min(axis=2, keepdims=True) < 255, 120, 255)
    reading, _ = verdict(page)
    assert reading.board is None
    assert reading.n == 8


def newspaper_page():
    """Draw twelve boards on a page; return the page and the boards."""
    boards = [b for n in (6, 7, 8, 9) for b in queens.generate(n, count=3, seed=n)]
    page = Image.new("RGB", (1000, 1300), "white")
    for k, board in enumerate(boards):
        image = Image.open(io.BytesIO(as_png(board, cell=216 // board.n))).convert("RGB")
        page.paste(image, (40 + k % 3 * 300, 60 + k // 3 * 300))
        ImageDraw.Draw(page).text((40 + k % 3 * 300, 40 + k // 3 * 300), f"Puzzle {k}", "black")
    return page, boards


def test_all_boards_of_a_page_are_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page, boards = newspaper_page()
    page.save("page.png")
    found = queens.read_boards("page.png")
    assert [x.n for x in found] == [x.n for x in boards]
    assert all(np.array_equal(x.regions, y.regions) for x, y in zip(found, boards, strict=True))


def test_one_board_of_a_page_is_named_by_its_number(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page, boards = newspaper_page()
    page.crop((0, 0, 1000, 340)).save("page.png")  # the first row, because each call reads it
    with pytest.raises(InputError, match=r"found 3 boards, expected one;.*page\.png:2"):
        queens.Board.from_image("page.png")
    with pytest.raises(InputError, match=r"found 3 boards, expected one;.*page\.png:2"):
        queens.Board.from_file("page.png")
    answers = run("solve", "page.png", "--json").stdout.splitlines()
    assert len(answers) == 3
    third = json.loads(run("solve", "page.png:3", "--json").stdout)
    assert third["file"] == "page.png:3"
    assert third["board"]["regions"] == str(boards[2]).split()
    assert run("rate", "page.png:4").returncode == 2
    assert run("rate", "page.png", "--show", "x.png").returncode == 2
    assert run("rate", "page.png", "--show", "{name}-read.png").returncode == 0
    assert Path("page-003-read.png").exists()


def test_a_hatched_board_of_five_rows_is_found_on_its_page(tmp_path):
    """The remark on its hatching does not make it less certain."""
    boards = [queens.generate(n, seed=n - 5)[0] for n in (5, 6, 7, 8)]
    page = Image.new("RGB", (900, 1000), "white")
    for k, board in enumerate(boards):
        data = render.png(board, cell=330 // board.n, patterns=board.n == 5)
        page.paste(
            Image.open(io.BytesIO(data)).convert("RGB"), (40 + k % 2 * 440, 60 + k // 2 * 450)
        )
    page.save(tmp_path / "page.png")
    assert [x.n for x in queens.read_boards(tmp_path / "page.png")] == [5, 6, 7, 8]


def test_an_icon_on_a_page_is_no_board():
    """Four rows of colours have a solution by chance; alone in a picture they are a board."""
    board = queens.generate(4, seed=1)[0]
    icon = blocks(board, 16)[30:94, 30:94]
    page = np.full((600, 800, 3), 250, np.uint8)
    page[100:164, 600:664] = icon
    reading, _ = verdict(page)
    assert reading is None or "on a page that shows more" in reading.problem
    page[300:364, 600:664] = icon  # two icons are no page of boards
    reading, _ = verdict(page)
    assert reading is None or reading.board is None
    assert queens.read_image(blocks(board, 40)).board == board


def test_what_covers_cells_is_told():
    """An object in the colour of a region may make another board with one solution."""
    board = plain_board()
    for row, column in np.ndindex(8, 6):
        regions = board.regions.copy()
        regions[row, column : column + 2] = regions[row, column + 2]
        if (regions == board.regions).all():
            continue
        try:
            other = queens.Board(regions)
        except InputError:  # a disconnected region
            continue
        if queens.count(other) == 1:
            break
    page = blocks(board, 40, line=4)
    top, left = 30 + 40 * row + 4, 30 + 40 * column + 4
    page[top : top + 36, left : left + 76] = page[top + 20, left + 100]
    reading, _ = verdict(page)
    assert reading.board is None
    assert "something lies over" in reading.problem


@pytest.mark.parametrize("seed", [60932, 60949, 90133])
def test_what_covers_small_cells_is_told(seed):
    """Cells of 14 pixels are too small for marks, but a tooltip over cells is noticed."""
    assert verdict(app(seed, tooltip=True, pitch=14.0).data)[0].board is None


def test_a_board_beside_a_larger_one_that_is_unread():
    """Yesterday's board below a board full of crosses, or beside an unknown grid."""
    reading, _ = verdict(app(60601, around="thumbnail").data)
    assert (reading.n, reading.board) == (9, None)
    small = blocks(plain_board(), 16, line=2)
    page = np.full((500, 700, 3), 255, np.uint8)
    page[: len(small), : small.shape[1]] = small
    assert queens.read_image(page).board is not None
    page[100:420, 300:620] = np.random.default_rng(1).integers(0, 256, (320, 320, 3))
    assert "a larger part of the picture" in queens.read_image(page).problem


def test_what_lies_across_borders_is_told():
    """A tooltip about as dark as a region hides cells of the neighbouring region."""
    problem = queens.read_image(app(80546).data).problem
    assert "something lies over b3, c3" in problem


def test_what_stands_in_the_one_cell_of_a_region_is_not_its_colour():
    """The crown covers most of a cell of 13 pixels."""
    screen = app(90176, tooltip=False, pitch=27.0, marked="some", letters="")
    image, file = Image.open(io.BytesIO(screen.data)).convert("RGB"), io.BytesIO()
    half = image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX)
    half.save(file, "JPEG", quality=60)
    reading = queens.read_image(file.getvalue())
    assert reading.board is None
    assert "the colour of c2, a4 is hidden" in reading.problem


def test_coordinates_are_no_cells():
    """The labels of columns and rows look like an extra region, but a board cannot have one."""
    screen = app(200236)
    assert queens.Board.from_image(screen.data) == screen.board


@pytest.mark.parametrize(
    ("draw", "seed", "fixed"),
    [
        pytest.param(shrunk, 210064, {}, id="faint lines go on"),
        pytest.param(shrunk, 210072, {}, id="beside a board without lines"),
        pytest.param(shrunk, 210226, {}, id="beside a board full of signs"),
        pytest.param(shrunk, 210427, {}, id="lines go on"),
        pytest.param(shrunk, 530568, {"pitch": 27.0}, id="beside a frame that buttons touch"),
        pytest.param(site, 400203, {"by": 1.0, "pitch": 32}, id="a dialog as a cell"),
        pytest.param(site, 540305, {"pitch": 16, "by": 1}, id="cut off at two sides"),
        pytest.param(site, 8720036, {}, id="coordinates as a column"),
        pytest.param(site, 8720068, {}, id="a framed cell among greys"),
        pytest.param(site, 8930128, {}, id="two framed cells among greys"),
        pytest.param(site, 5092, {}, id="a dialog in the colour of a region"),
        pytest.param(app, 5130, {}, id="a tooltip over two cells and a half"),
        pytest.param(app, 520927, {"pitch": 18.0}, id="crosses hide the ground"),
        pytest.param(app, 521516, {"pitch": 22.0}, id="stripes hide the ground"),
        pytest.param(shrunk, 920979, {"pitch": 27.0}, id="colours deny what lines say"),
    ],
)
def test_what_is_told_by_chance_is_refused(draw, seed, fixed):
    """Parts or neighbours of an unreadable board, and symbols in the colours of regions."""
    screen = draw(seed, **fixed)
    reading, _ = verdict(screen.data)
    assert reading is None or reading.board is None or reading.board == screen.board


def test_what_stands_in_all_cells_is_no_mark():
    image = Image.fromarray(blocks(plain_board(), 40, line=3))
    pen = ImageDraw.Draw(image)
    for row, column in np.ndindex(8, 8):
        pen.rectangle((44 + 40 * column, 44 + 40 * row, 56 + 40 * column, 56 + 40 * row), "black")
    reading = queens.read_image(image)
    assert reading.board is not None
    assert (reading.queens, reading.marks) == ((), ())


def labelled(board, words, *, seed):
    """Draw a board with the word of each cell, in the font and size of a seed."""
    rng, pitch = np.random.default_rng(seed), 44
    image = Image.fromarray(blocks(board, pitch, line=3))
    names = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSansMono.ttf")
    size = float(rng.uniform(0.3, 0.7)) * pitch
    try:
        font = ImageFont.truetype(names[seed % len(names)], size)
    except OSError:  # these fonts are not installed
        font = ImageFont.load_default(size)
    for (row, column), word in words.items():
        at = 30 + (column + 0.53) * pitch, 30 + (row + 0.53) * pitch
        ImageDraw.Draw(image).text(at, word, "black", font, anchor="mm")
    return image


@pytest.mark.parametrize("kind", ["region", "random", "digit", "first"])
def test_labels_of_cells_are_no_marks(kind):
    """Like letters that stand on the solution by chance are no queens, and round ones no dots."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for seed in some(range(12), 4):
        board = queens.generate(6 + seed % 4, seed=seed)[0]
        rng = np.random.default_rng(seed)
        cells = {cell: int(region) for cell, region in np.ndenumerate(board.regions)}
        if kind == "first":  # one letter in each region
            cells = {cell: region for region, cell in {r: x for x, r in cells.items()}.items()}
        words = {
            cell: {"random": str(rng.choice(list(letters))), "digit": str(region + 1)}.get(
                kind, letters[region]
            )
            for cell, region in cells.items()
        }
        reading = queens.read_image(labelled(board, words, seed=seed))
        assert reading.board == board, seed
        assert (reading.queens, reading.marks) == ((), ()), seed
        assert reading.note.startswith("marks not read"), seed
        assert kind == "first" or reading.note == "marks not read: nearly all cells have signs"


def test_a_small_queen_among_dots_is_no_cross():
    """At seven pixels a chess queen looks like a dot."""
    screen = marked(8720024)
    reading = queens.read_image(screen.data)
    assert not set(reading.marks) & set(screen.queens)
    assert reading.marks


def test_queens_among_labels_are_read():
    board = plain_board()
    solution = queens.solve(board).cells
    words = {cell: "ABCDEFGH"[region] for cell, region in np.ndenumerate(board.regions)}
    image = labelled(board, words, seed=1)
    for row, column in solution[:5]:
        x, y = 30 + 44 * column + 23, 30 + 44 * row + 23
        points = [(-14, 12), (-14, -12), (-6, 0), (0, -15), (6, 0), (14, -12), (14, 12)]
        ImageDraw.Draw(image).polygon([(x + a, y + b) for a, b in points], "black")
    reading = queens.read_image(image)
    assert (sorted(reading.queens), reading.marks) == (sorted(solution[:5]), ())


@pytest.mark.parametrize("cell", [24, 64])
def test_hatching_is_no_mark(cell):
    board = plain_board()
    placed = [(row, int(x)) for row, x in enumerate(queens.solve(board).queens)]
    reading = queens.read_image(render.png(board, placed, cell=cell, patterns=True))
    assert np.array_equal(reading.board.regions, board.regions)
    assert (sorted(reading.queens), reading.marks) == (placed, ())


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_of_several_frames_the_first_counts(kind):
    board, file = plain_board(), io.BytesIO()
    image = Image.open(io.BytesIO(as_png(board))).convert("RGB")
    blank = Image.new("RGB", image.size, "white")
    image.save(file, kind, save_all=True, append_images=[blank, blank], duration=100)
    assert np.array_equal(queens.Board.from_image(file.getvalue()).regions, board.regions)


def not_boards():
    """Pictures of grids and other things that are not boards."""
    chess = (np.indices((8, 8)).sum(0) % 2 * 255).astype(np.uint8).repeat(40, 0).repeat(40, 1)
    yield "chess", Image.fromarray(chess)
    sudoku = Image.new("RGB", (400, 400), "white")
    pen = ImageDraw.Draw(sudoku)
    for k in range(10):
        wide = 5 if k % 3 == 0 else 1
        pen.line((20, 20 + 40 * k, 380, 20 + 40 * k), "black", wide)
        pen.line((20 + 40 * k, 20, 20 + 40 * k, 380), "black", wide)
    yield "sudoku", sudoku
    table = Image.new("RGB", (500, 300), "white")
    pen = ImageDraw.Draw(table)
    for k in range(8):
        pen.line((10 + 60 * k, 10, 10 + 60 * k, 290), "black")
        pen.line((10, 10 + 40 * k, 430, 10 + 40 * k), "black")
    yield "table", table
    rng = np.random.default_rng(1)
    yield "noise", Image.fromarray(rng.integers(0, 256, (300, 300, 3)).astype(np.uint8))
    patches = rng.integers(0, 256, (9, 9, 3)).astype(np.uint8).repeat(30, 0).repeat(30, 1)
    yield "patches", Image.fromarray(patches)
    yield "nothing", Image.new("RGB", (300, 300), "white")


@pytest.mark.parametrize("image", [pytest.param(image, id=name) for name, image in not_boards()])
def test_other_pictures_are_no_boards(image):
    reading, error = verdict(image)
    assert error is not None or reading.board is None
    with pytest.raises(InputError, match=r"found (no board in a picture of|a board of)"):
        queens.Board.from_image(image)


def test_any_form_of_a_picture(tmp_path):
    board = plain_board()
    data = as_png(board)
    image = Image.open(io.BytesIO(data)).convert("RGB")
    path = tmp_path / "board.png"
    path.write_bytes(data)
    forms = [data, bytearray(data), path, str(path), image, np.asarray(image), image.convert("P")]
    forms.append(image.convert("RGBA"))
    for kind, options in (("JPEG", {"quality": 60}), ("WEBP", {}), ("BMP", {}), ("GIF", {})):
        file = io.BytesIO()
        image.save(file, kind, **options)
        forms.append(file.getvalue())
    turned = image.transpose(Image.Transpose.ROTATE_90)
    exif = turned.getexif()
    exif[0x0112] = 6
    file = io.BytesIO()
    turned.save(file, "JPEG", quality=90, exif=exif)
    forms.append(file.getvalue())
    file = io.BytesIO()
    image.convert("CMYK").save(file, "JPEG", quality=90)
    forms.append(file.getvalue())
    for form in forms:
        assert np.array_equal(queens.Board.from_image(form).regions, board.regions)
    assert queens.Board.from_file(path).format == "picture"
    assert np.array_equal(queens.Board.from_bytes(data).regions, board.regions)
    assert [x.n for x in queens.read_boards(path)] == [8]


def test_what_a_reading_tells():
    board = plain_board()
    solution = queens.solve(board).queens
    placed = [(row, int(solution[row])) for row in (0, 3, 6)]
    reading = queens.read_image(as_png(board, placed, cell=48))
    assert reading.queens == tuple(placed)
    assert reading.marks == ()
    assert reading.confidence.shape == (8, 8)
    assert reading.confidence.min() > 0.5
    assert reading.doubtful == ()
    assert (reading.n, reading.stars, reading.problem, reading.note) == (8, 1, None, None)
    columns = np.where(np.isin(np.arange(8), (0, 3, 6)), solution, -1)
    assert reading.board.placements[0].tolist() == columns.tolist()
    assert Image.open(io.BytesIO(reading.to_png())).size == reading.pixels.shape[1::-1]


def test_stars_are_those_that_leave_one_solution():
    board = queens.generate(10, stars=2, seed=3)[0]
    assert queens.Board.from_image(as_png(board)).stars == 2
    assert queens.Board.from_image(as_png(board), stars=2).stars == 2
    reading = queens.read_image(as_png(board), stars=1)
    assert reading.stars == 1
    assert "several solutions" in (reading.note or reading.problem)


def test_several_solutions_are_told():
    board = queens.Board.from_text("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE")
    reading = queens.read_image(as_png(board))
    assert np.array_equal(reading.board.regions, board.regions)
    assert reading.note == "it has several solutions"
    unsolvable = queens.Board.from_text("ABBB\nAABB\nACCB\nDDDD")
    assert queens.count(unsolvable) == 0
    with pytest.raises(InputError, match="no solution"):
        queens.Board.from_image(as_png(unsolvable))


def chunk(kind, data):
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def bomb(width, height):
    """Return a PNG file that claims to have this size but contains no pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (bomb(100_000, 100_000), "pixels"),
        (bomb(9_000, 9_000), "found a picture of 9,000 x 9,000 pixels, expected at most 64,"),
        (bomb(300, 300), "broken picture"),
        (b"", "found no picture, expected PNG, JPEG, WEBP, BMP or GIF"),
        (b"ABBB", "found no picture"),
        (b"II*\0\x08\0\0\0", "found no picture"),
        (np.zeros((20, 20), np.uint8), "found a picture of 20 x 20 pixels, expected 32 or more"),
        (np.zeros((40, 40)), "found an array of float64"),
        (np.zeros((40, 40, 2), np.uint8), "found an array of uint8 of shape"),
        (np.zeros((40, 0), np.uint8), r"found a picture without pixels, of shape \(40, 0\)"),
        (np.zeros((9000, 9000), np.uint8), "expected at most 64,000,000"),
        (5, "found 5, expected a path, bytes, a Pillow image or an array"),
        ("no.png", "no.png: cannot read the file"),
    ],
)  # fmt: skip
def test_what_is_no_picture(picture, said):
    with pytest.raises(InputError, match=said):
        queens.read_image(picture)


MADE = [
    as_png(plain_board(), cell=12)[:4000],
    bomb(40, 40),
    b"BM" + b"\0" * 60,
    b"GIF89a" + b"\1" * 40,
]


@given(
    st.binary(max_size=300),
    st.sampled_from([*MADE, b"\xff\xd8\xff\xe0", b"RIFF\x10\0\0\0WEBPVP8 "]),
    st.integers(0, 4000),
)
@example(b"", MADE[0], 4000)
def test_garbage_is_refused_in_a_line(garbage, start, at):
    data = start[:at] + garbage + start[at + len(garbage) :]
    for bytes_ in (data, garbage):
        reading, error = verdict(bytes_)
        assert reading is not None or "\n" not in str(error)


def encoded(kind, image, **options):
    file = io.BytesIO()
    # Large PNG files are written in half the time at the lowest compression.
    image.save(file, kind, **({"compress_level": 1} if kind == "PNG" else {}) | options)
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "side", "options"),
    [("WEBP", 4000, {"lossless": True}), ("PNG", 8000, {}), ("JPEG", 8000, {"progressive": True})],
)
def test_a_picture_that_needs_too_much_memory_to_decode_is_refused(kind, side, options):
    data = encoded(kind, Image.new("RGB", (side, side), "white"), **options)
    with pytest.raises(InputError, match="MiB to decode, expected at most 190 MiB"):
        queens.read_image(data)


READ_PICTURE = """
import sys
from fastqueens import InputError, queens
try:
    queens.read_image(sys.argv[1])
except InputError as error:
    assert "found no board" in str(error), error
"""


@pytest.mark.parametrize(
    ("kind", "mode", "side"), [("WEBP", "RGB", 3500), ("PNG", "RGBA", 7000), ("JPEG", "RGB", 8000)]
)
def test_reading_a_picture_takes_at_most_300_megabytes(tmp_path, kind, mode, side):
    path = tmp_path / f"white.{kind.lower()}"
    path.write_bytes(encoded(kind, Image.new(mode, (side, side), "white")))
    assert peak_memory(READ_PICTURE, path) <= 300


def test_transparent_parts_of_large_pictures_are_white():
    image = Image.new("RGBA", (3000, 3400), (0, 0, 0, 0))
    image.paste((200, 0, 0, 255), (0, 0, 1500, 1700))
    pixels = open_picture(encoded("PNG", image))
    assert pixels.shape == (1700, 1500, 3)
    assert pixels[10, 10].tolist() == [200, 0, 0]
    assert pixels[10, -10].tolist() == pixels[-10, 10].tolist() == [255, 255, 255]


def test_half_transparent_pixels_are_blended_with_white():
    image = np.full((40, 50, 4), 255, np.uint8)
    image[7, 3:9] = (200, 100, 0, 51)
    expected = image[..., :3].copy()
    expected[7, 3:9] = (244, 224, 204)
    for picture in (image, Image.fromarray(image), encoded("PNG", Image.fromarray(image))):
        assert np.array_equal(open_picture(picture), expected)


@pytest.mark.parametrize("orientation", range(10))
def test_pictures_are_turned_upright_as_their_camera_says(orientation):
    image = Image.effect_noise((40, 50), 50).convert("RGB")
    exif = image.getexif()
    exif[0x0112] = orientation
    data = encoded("PNG", image, exif=exif)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    assert np.array_equal(open_picture(data), np.asarray(upright))


def test_large_pictures_are_reduced():
    board = plain_board()
    image = Image.open(io.BytesIO(as_png(board))).convert("RGB").resize((4100, 4100))
    reading = queens.read_image(image)
    assert max(reading.pixels.shape) <= 4000
    assert np.array_equal(reading.board.regions, board.regions)


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "rate",
        "hint",
        "explain",
        "compare --methods bitboard",
        "tree -o tree.svg",
        "check --placed a1",
    ],
)
def test_commands_take_pictures(here, command):
    board = plain_board()
    Path("board.txt").write_text(str(board))
    name, *rest = command.split()
    ended = run(name, "board.png", *rest)
    drawn = run(name, "board.txt", *rest)
    assert ended.returncode == drawn.returncode
    # These commands print times or names of written files.
    if name not in ("compare", "tree", "solve"):
        assert ended.stdout == drawn.stdout.replace("board.txt", "board.png")


def test_pictures_by_their_content(here):
    Path("picture").write_bytes(Path("board.png").read_bytes())
    assert run("solve", "picture", "-q").returncode == 0
    assert run("solve", "-", "-q", stdin=Path("board.png").read_bytes()).returncode == 0
    found = json.loads(run("solve", "board.png", "--json").stdout)
    assert (found["format"], found["file"]) == ("picture", "board.png")
    Path("no.png").write_bytes(b"ABBB")
    ended = run("solve", "no.png")
    assert ended.returncode == 2
    assert ended.stderr == "error: no.png: found no picture, expected PNG, JPEG, WEBP, BMP or GIF\n"


def test_hint_goes_on_from_what_stands_in_the_picture(here):
    board = plain_board()
    solution = queens.solve(board).queens
    Path("begun.png").write_bytes(as_png(board, [(0, int(solution[0]))], cell=48))
    place = f"{'abcdefgh'[solution[0]]}1"
    assert run("hint", "begun.png").stdout == run("hint", "board.png", "--placed", place).stdout
    assert "wrong" not in run("hint", "begun.png").stdout
    wrong = (0, int(solution[0] + 1) % 8)
    Path("wrong.png").write_bytes(as_png(board, [wrong], cell=48))
    assert "!" in run("hint", "wrong.png", "--skip", "1").stdout


def test_show_draws_what_was_read(here):
    assert run("solve", "board.png", "-q", "--show", "reading.png").returncode == 0
    before, after = (
        Image.open(io.BytesIO(Path(name).read_bytes())).convert("RGB")
        for name in ("board.png", "reading.png")
    )
    assert before.size == after.size
    drawn = np.asarray(after).reshape(-1, 3)
    assert (drawn == (200, 0, 190)).all(axis=1).sum() > 500
    ended = run("rate", "board.png", "board.png", "--show", "x.png")
    assert ended.returncode == 2
    assert "--show for several files needs {name}" in ended.stderr
    assert run("rate", "board.png", "--show", "{name}-read.png").returncode == 0
    assert Path("board-read.png").exists()
    assert run("solve", "board.png", "--show", "x.svg").returncode == 2


def test_show_draws_a_board_that_is_not_sure(here):
    Path("cut.png").write_bytes(as_png(queens.Board.from_text("ABBB\nAABB\nACCB\nDDDD"), cell=40))
    ended = run("solve", "cut.png")
    assert ended.returncode == 2
    assert "not sure: as read it has no solution" in ended.stderr
    assert "--show reading.png draws the board that was read" in ended.stderr
    ended = run("solve", "cut.png", "--show", "reading.png")
    assert ended.returncode == 2
    assert "--show" not in ended.stderr
    assert Path("reading.png").exists()


def test_several_solutions_are_told_by_commands(here):
    board = queens.Board.from_text("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE")
    Path("open.png").write_bytes(as_png(board))
    ended = run("solve", "open.png", "-q")
    assert ended.returncode == 0
    assert ended.stderr == (
        "open.png: found a board of 5 x 5 cells, 5 regions recognised by colours and lines; "
        "it has several solutions\n"
    )


def test_clipboard(here, monkeypatch):
    image = Image.open(io.BytesIO(Path("board.png").read_bytes()))
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: image)
    ended = run("solve", "--clipboard", "-o", "{name}.txt")
    assert ended.returncode == 0
    assert Path("clipboard.txt").exists()
    assert run("hint", "--clipboard").stdout == run("hint", "board.png").stdout
    assert run("solve", "--clipboard", "board.png").returncode == 2
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: ["board.png"])
    assert run("solve", "--clipboard", "-q").returncode == 0
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: None)
    ended = run("solve", "--clipboard")
    assert ended.returncode == 2
    assert ended.stderr == "error: <clipboard>: found no picture on the clipboard\n"

    def fail():
        raise NotImplementedError("wl-paste or xclip is required")

    monkeypatch.setattr(ImageGrab, "grabclipboard", fail)
    ended = run("solve", "--clipboard")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: <clipboard>: cannot read the clipboard: wl-paste")


@pytest.mark.parametrize("missing", ["cv2", "PIL"])
def test_without_the_libraries(here, monkeypatch, missing):
    data = Path("board.png").read_bytes()
    monkeypatch.setitem(sys.modules, missing, None)
    for name in list(sys.modules):
        if name.startswith("PIL.") and missing == "PIL":
            monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"pip install 'fastqueens\[image\]'"):
        queens.Board.from_image(data)
    ended = run("solve", "board.png")
    assert ended.returncode == 2
    assert "reading pictures needs Pillow and OpenCV" in ended.stderr
    assert missing in ended.stderr
