"""Pictures of boards: their content, not their style (check that by eye)."""

from __future__ import annotations

import io
import re
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from fastqueens import InputError, csp, packing, queens, render, sliding
from fastqueens.canvas import stroke_font
from fastqueens.canvas.board_painter import Squares
from fastqueens.canvas.pieces import QUEEN
from fastqueens.canvas.themes import THEMES, pattern_lines, patterns, theme_of
from fastqueens.cell_names import cell_name

INK = "#1b1b1f"
CONSOLE = Console()
SVG = "{http://www.w3.org/2000/svg}"
checked = settings(derandomize=True, deadline=None, max_examples=60)


def drawn(
    n: int, regions: np.ndarray, letters: tuple[str, ...], labels: tuple[str, ...]
) -> Squares:
    """Draw a board of any regions like a coloured Queens board."""
    return Squares(n, regions, letters, labels, QUEEN, "Queens board")


def board_of(rows: str) -> Squares:
    lines = rows.split("/")
    letters = sorted(set("".join(lines)))
    regions = np.array([[letters.index(s) for s in line] for line in lines], np.uint8)
    return drawn(len(lines), regions, tuple(letters), tuple(letters))


NINE = board_of(
    "AAABBCCCD/ABBBBCECD/ABBBDCECD/AAABDCCCD/BBBBDDDDD/FGGGDDHDD/FGIGDDHDD/FGIGDDHDD/FGGGDDHHH"
)
NINE_QUEENS = [7, 4, 6, 1, 5, 3, 0, 2, 8]
ONE = board_of("A")
BIG = drawn(
    64,
    np.arange(64, dtype=np.uint8).repeat(64).reshape(64, 64).T,
    tuple(chr(0x100 + k) for k in range(64)),
    tuple(f"region {k}" for k in range(64)),
)
BIG_QUEENS = np.arange(64)[::-1]


def letter() -> st.SearchStrategy[str]:
    visible = st.characters(exclude_categories=["C", "Z", "M"], exclude_characters="#")
    return st.one_of(st.sampled_from("ABCDEFGHIJ"), visible)


@st.composite
def boards(draw: st.DrawFn) -> tuple[Squares, list[int]]:
    """Draw random regions, possibly disconnected, with any labels and some queens."""
    n = draw(st.integers(1, 8))
    count = draw(st.integers(1, n * n))
    cells = draw(st.lists(st.integers(0, count - 1), min_size=n * n, max_size=n * n))
    letters = draw(st.lists(letter(), min_size=count, max_size=count, unique=True))
    labels = draw(st.lists(st.text(max_size=6), min_size=count, max_size=count))
    regions = np.array(cells, np.uint8).reshape(n, n)
    queens = draw(st.lists(st.integers(-1, n - 1), min_size=n, max_size=n))
    return drawn(n, regions, tuple(letters), tuple(labels)), queens


# ---- palette -----------------------------------------------------------------------------------


def linear(colours: list[str]) -> np.ndarray:
    """Convert colours to linear light, shape (colours, 3)."""
    s = np.array([list(bytes.fromhex(colour[1:])) for colour in colours]) / 255
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)


def contrast(colours: list[str]) -> np.ndarray:
    """Return the WCAG contrast of each colour with the ink colour."""
    weights = [0.2126, 0.7152, 0.0722]
    return (linear(colours) @ weights + 0.05) / (linear([INK]) @ weights + 0.05)


# Colour blindness by Machado, Oliveira and Fernandes (2009), severity 1, in linear light.
VISIONS = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def nearest(colours: list[str], vision: str) -> float:
    """Return the smallest OKLab distance between two colours as seen with this colour blindness."""
    light = np.clip(linear(colours) @ np.array(VISIONS[vision]).T, 0, 1)
    to_cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    lab = np.cbrt(light @ np.array(to_cones).T) @ np.array(to_lab).T
    apart = np.linalg.norm(lab[:, None] - lab[None], axis=-1)
    return float(apart[np.triu_indices(len(colours), 1)].min())


# A distance of about 0.02 is the least visible difference between two touching patches. The first
# 12 colours of the popular game come as near as 0.017 to each other. `test_themes` has the measure
# by which our colours were chosen.
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("count", "apart"), [(8, 0.048), (12, 0.048)])
def test_palette_keeps_colours_apart_for_every_vision(vision, count, apart):
    assert nearest(render.palette(count), vision) >= apart


def test_first_twelve_are_well_apart_for_normal_vision():
    assert nearest(render.palette(12), "normal") >= 0.07


@pytest.mark.parametrize("count", [0, 1, 12, 48])
def test_palette_is_distinct_and_readable(count):
    colours = render.palette(count)
    assert len(colours) == len(set(colours)) == count
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)
    assert colours == render.palette(256)[:count]
    if count:
        assert contrast(colours).min() >= 4.5


@pytest.mark.parametrize("count", [-1, 257])
def test_palette_has_bounds(count):
    with pytest.raises(ValueError, match=str(count)):
        render.palette(count)


# ---- text and terminal -------------------------------------------------------------------------


def test_text_shows_letters_and_queens():
    assert render.text(NINE).splitlines()[1] == "ABBBBCECD"
    assert render.text(NINE, NINE_QUEENS).splitlines()[:2] == ["AAABBCC#D", "ABBB#CECD"]
    assert render.text(ONE, [0]) == "#"
    assert render.text(ONE, [-1]) == "A"
    assert not render.text(NINE).endswith("\n")


@checked
@given(boards())
def test_dashes_show_the_queens_only(case):
    board, queens = case
    lines = render.text(board, queens, style="dashes").split("\n")
    for line, column in zip(lines, queens, strict=True):
        cells = ["-"] * board.n
        if column >= 0:
            cells[column] = "k"
        assert line == " ".join(cells)


def test_text_refuses_unknown_styles():
    with pytest.raises(InputError, match="style"):
        render.text(ONE, style="dots")
    with pytest.raises(InputError, match="style 'dashes' needs a board, found Puzzle"):
        render.text(sliding.Puzzle.from_text("1 2\n3 0"), style="dashes")


@checked
@given(boards())
def test_text_round_trip(case):
    board, queens = case
    bare = [list(line) for line in render.text(board).split("\n")]
    assert [[board.letters.index(s) for s in line] for line in bare] == board.regions.tolist()
    for r, line in enumerate(render.text(board, queens).split("\n")):
        assert line.find("#") == queens[r]
        assert [s for c, s in enumerate(line) if c != queens[r]] == [
            s for c, s in enumerate(bare[r]) if c != queens[r]
        ]


@checked
@given(boards())
def test_ansi_has_two_columns_a_cell(case):
    from rich.cells import cell_len

    board, queens = case
    lines = render.ansi(board, queens, glyph="@").plain.split("\n")
    assert len(lines) == board.n
    for line, plain in zip(lines, render.text(board, queens).split("\n"), strict=True):
        assert line.replace(" ", "").replace("@", "#") == plain.replace("@", "#")
        assert cell_len(line) == 2 * board.n


@pytest.mark.parametrize("system", ["truecolor", "256", "standard", None])
def test_ansi_on_consoles(system):
    from rich.console import Console

    out = io.StringIO()
    terminal = system is not None
    console = Console(file=out, force_terminal=terminal, color_system=system, width=80)
    console.print(render.ansi(NINE, NINE_QUEENS))
    plain = re.sub("\x1b\\[[0-9;]*m", "", out.getvalue())
    assert plain.splitlines()[1] == "A B B B ♛ C E C D "
    assert (out.getvalue() == plain) == (system is None)


# ---- SVG ---------------------------------------------------------------------------------------


def parts(picture: str, kind: str) -> list[ElementTree.Element]:
    paths = ElementTree.fromstring(picture).iter(f"{SVG}path")
    return [path for path in paths if path.get("class") == f"fq-{kind}"]


def colours_of(board: Squares, theme: str = "light") -> list[str]:
    return board.colours(theme_of(theme))


def fills(picture: str) -> int:
    """Count the filled cells; each is a subpath."""
    return sum(path.get("d", "").count("Z") for path in parts(picture, "region"))


@pytest.mark.parametrize(
    ("board", "queens"), [(NINE, NINE_QUEENS), (ONE, [0]), (BIG, BIG_QUEENS)], ids=["9", "1", "64"]
)
def test_svg_has_every_cell_and_queen(board, queens):
    picture = render.svg(board, queens)
    root = ElementTree.fromstring(picture)
    assert fills(picture) == board.n**2
    assert len(parts(picture, "queen")) == board.n
    assert len(parts(picture, "frame")) == 1
    assert [path.get("fill") for path in parts(picture, "region")] == colours_of(board)
    assert root.get("role") == "img"
    assert root.get("width") == root.get("height")
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    label = board.labels[board.regions[0, queens[0]]]
    assert f"Queen in {cell_name(0, queens[0])}, region {label}." in (root[1].text or "")
    assert picture == render.svg(board, queens)


@checked
@given(boards())
def test_svg_parses_and_is_complete_for_any_labels(case):
    board, queens = case
    picture = render.svg(board, queens, title="<&\"'\x00\ud800")
    root = ElementTree.fromstring(picture)
    assert root[0].text == "<&\"'\ufffd\ufffd"
    assert fills(picture) == board.n**2
    assert len(parts(picture, "queen")) == sum(c >= 0 for c in queens)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "g", "path")
    }
    assert {name for element in root.iter() for name in element.attrib} <= {
        *("width", "height", "viewBox", "role", "class", "d", "transform"),
        *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    }


def test_pieces_have_letters_where_two_regions_have_one_colour():
    """Then the colours alone do not show which pieces belong together."""
    (board,) = queens.generate(15, pieces=2, seed=5)
    expected = sum(
        (c == 0 or board.regions[r, c - 1] != board.regions[r, c])
        and (r == 0 or board.regions[r - 1, c] != board.regions[r, c])
        for r in range(15)
        for c in range(15)
    )
    drawn_letters = parts(render.svg(board), "letter")
    assert len(drawn_letters) == 15
    shown = [path.get("d", "") for path in drawn_letters]
    cells = {
        (int(float(y) // 48), int(float(x) // 48))
        for d in shown
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)", d)
    }
    assert len(cells) == expected
    assert {board.regions[cell] for cell in cells} == set(range(15))
    for other in (queens.generate(15, seed=5)[0], queens.generate(8, pieces=2, seed=5)[0]):
        assert not parts(render.svg(other), "letter")


def test_svg_escapes_labels():
    board = drawn(1, np.zeros((1, 1), np.uint8), ("A",), ('</title><script>&"\x07',))
    picture = render.svg(board, [0])
    assert "<script" not in picture
    title = parts(picture, "region")[0].find(f"{SVG}title")
    assert title is not None
    assert title.text == '</title><script>&"\ufffd'


@checked
@given(boards())
def test_lines_lie_between_the_right_cells(case):
    board, _ = case
    cell = 48
    line = re.compile(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)")
    borders = {"wall": set(), "grid": set()}
    for kind, found in borders.items():
        for path in parts(render.svg(board, cell=cell), kind):
            for x, y, way, end in line.findall(path.get("d", "")):
                x, y, end = (int(float(value)) // cell for value in (x, y, end))
                along = range(x if way == "H" else y, end)
                new = {(y - 1, i, y, i) if way == "H" else (i, x - 1, i, x) for i in along}
                assert not found & new
                found |= new
    n, regions = board.n, board.regions
    pairs = [(r, c, r, c + 1) for r in range(n) for c in range(n - 1)]
    pairs += [(r, c, r + 1, c) for r in range(n - 1) for c in range(n)]
    assert borders["wall"] == {p for p in pairs if regions[p[:2]] != regions[p[2:]]}
    assert borders["grid"] == set(pairs) - borders["wall"]


def test_sheet_svg():
    mirrored = [8 - c for c in NINE_QUEENS]
    picture = render.sheet_svg(NINE, [NINE_QUEENS, mirrored, NINE_QUEENS], columns=2)
    root = ElementTree.fromstring(picture)
    assert fills(picture) == 3 * 81
    assert len(parts(picture, "queen")) == 27
    assert len({group.get("transform") for group in root.iter(f"{SVG}g")}) == 3
    assert root[0].text == "Queens board, 9 by 9, 3 solutions"
    assert "2: b1 e2 c3 h4 d5 f6 i7 g8 a9." in (root[1].text or "")
    bare = render.sheet_svg(NINE, iter([]))
    assert fills(bare) == 81
    assert not parts(bare, "queen")
    assert "no solution" in (ElementTree.fromstring(bare)[0].text or "")


# ---- PNG ---------------------------------------------------------------------------------------


def pixels(data: bytes) -> np.ndarray:
    image = pytest.importorskip("PIL.Image", reason="PNG pictures need Pillow")
    with image.open(io.BytesIO(data)) as picture:
        assert picture.format == "PNG"
        return np.array(picture.convert("RGBA"))


@pytest.mark.parametrize(
    ("board", "queens", "cell"),
    [(NINE, NINE_QUEENS, 96), (NINE, [-1] * 8 + [0], 30), (ONE, [0], 48), (BIG, BIG_QUEENS, 16)],
)
def test_png_shows_regions_and_queens(board, queens, cell):
    pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    shot = pixels(render.png(board, queens, cell=cell))
    rim = (shot.shape[0] - board.n * cell) // 2
    assert shot.shape == (board.n * cell + 2 * rim,) * 2 + (4,)
    assert 1 <= rim <= cell // 8
    assert shot[0, 0, 3] < 128  # outside the rounded corner
    colours = [list(bytes.fromhex(colour[1:])) for colour in colours_of(board)]
    near = cell // 5  # away from the lines and from the queen
    for (r, c), k in np.ndenumerate(board.regions):
        top, left = rim + r * cell, rim + c * cell
        for y, x in ((near, near), (near, cell - near), (cell - near, cell - near)):
            assert shot[top + y, left + x].tolist() == [*colours[k], 255]
        centre = shot[top + cell * 6 // 10, left + cell // 2, :3].tolist()
        assert centre == (list(bytes.fromhex(INK[1:])) if queens[r] == c else colours[k])


def test_png_and_svg_agree_on_walls():
    pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    board = board_of("AB/BB")
    shot = pixels(render.png(board, cell=96))
    rim = (shot.shape[0] - 192) // 2
    (wall,) = parts(render.svg(board, cell=96), "wall")
    half = int(wall.get("stroke-width", "0")) // 2
    dark = (shot[rim + 48, :, :3] == list(bytes.fromhex(INK[1:]))).all(axis=1)
    assert np.flatnonzero(dark[2 * rim : -2 * rim]).tolist() == [
        96 - rim + x for x in range(-half, half)
    ]


def test_sheet_png():
    pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    shot = pixels(render.sheet_png(NINE, [NINE_QUEENS] * 5, columns=2, cell=16))
    rows, columns = 3, 2
    board = 9 * 16 + 2
    assert shot.shape == (rows * (board + 16) + 16, columns * (board + 16) + 16, 4)
    assert (shot[..., 3] == 255).all()
    # The sixth place of the sheet is empty.
    assert (shot[-(board + 16) :, -(board + 16) :] == 255).all()
    left = shot[:, 16 : 16 + board]
    assert (left[16 : 16 + board] == left[-16 - board : -16]).all()


def test_strips_leave_no_seams(monkeypatch):
    pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    whole = pixels(render.png(NINE, NINE_QUEENS, cell=40))
    monkeypatch.setattr("fastqueens.canvas.png._STRIP", 7)
    assert (pixels(render.png(NINE, NINE_QUEENS, cell=40)) == whole).all()


def test_png_without_pillow_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=re.escape("pip install 'fastqueens[image]'")):
        render.png(ONE)


# ---- wrong arguments ---------------------------------------------------------------------------


@pytest.mark.parametrize("queens", [[0], [0] * 10, [9] + [0] * 8, [-2] + [0] * 8, [0.5] * 9, [[0]]])
@pytest.mark.parametrize("draw", [render.text, render.ansi, render.svg, render.png])
def test_wrong_queens(draw, queens):
    with pytest.raises(ValueError, match="column"):
        draw(NINE, queens)


def test_wrong_sizes():
    with pytest.raises(ValueError, match="cell is 7, expected 8 to 1,024 pixels"):
        render.svg(NINE, cell=7)
    with pytest.raises(ValueError, match="columns is 0, expected 1 or more"):
        render.sheet_svg(NINE, [NINE_QUEENS], columns=0)


@pytest.mark.parametrize(
    "thing",
    [queens.Board.from_text("AB\nAB"), sliding.Puzzle([[1, 2], [3, 0]]), csp.Model([2]).tree()],
)
def test_wrong_cells_and_themes(thing):
    names = ("theme",) if isinstance(thing, csp.SearchTree) else ("theme", "cell")
    for name in names:
        for wrong in (10**5000, -(10**5000), 2**70, "x", [10**5000]):
            with pytest.raises(InputError, match=f"{name} is .{{1,40}}, expected"):
                thing.to_svg(**{name: wrong})


@pytest.mark.parametrize("make", [render.palette, render.chessboard])
def test_sizes_of_drawings_that_are_no_sizes(make):
    for wrong in (10**5000, -1, 2**70, "x"):
        with pytest.raises(InputError, match="expected"):
            make(wrong)


def test_a_source_of_thousands_of_digits():
    assert str(InputError("found no board", source=10**5000)) == "int: found no board"


def test_star_battle_boards_show_stars():
    rows = queens.Board.from_array(np.repeat(np.arange(8), 8).reshape(8, 8), stars=2)
    found = queens.solve(rows).queens
    picture = render.svg(rows, found)
    assert "<title>Star Battle board, 8 by 8, 16 placed</title>" in picture
    assert picture.count('class="fq-queen"') == 16
    one = render.svg(rows.with_rules(queens.Rules(1)), found)
    assert "<title>Queens board, 8 by 8, 16 placed</title>" in one
    shape = re.compile('class="fq-queen"[^>]* d="([^"]*)"')
    assert len(shape.findall(picture)[0]) < len(shape.findall(one)[0])
    assert render.ansi(rows, found).plain.count("★") == 16
    assert render.png(rows, found) != render.png(rows.with_rules(queens.Rules(1)), found)


# ---- marks -------------------------------------------------------------------------------------

MARKS = render.Marks(
    framed=[(0, 0), (0, 7)], eliminated=[(1, 0), (1, 4), (8, 8)], wrong=[(1, 4)], hand=(2, 6)
)


def test_text_with_marks():
    lines = render.text(NINE, NINE_QUEENS, marks=MARKS).split("\n")
    assert lines[:3] == ["A*A A B B C C #*D", "AxB B B #!C E C D", "A B B B D C #?C D"]
    assert lines[8] == "F G G G D D H H #x"


def test_ansi_with_marks():
    picture = render.ansi(NINE, NINE_QUEENS, glyph="#", marks=MARKS)
    plain = render.text(NINE, NINE_QUEENS, marks=MARKS)
    assert [line.rstrip() for line in picture.plain.split("\n")] == plain.split("\n")
    assert "x" not in render.ansi(NINE, marks=MARKS).plain
    assert render.ansi(NINE, marks=render.Marks()).plain == render.ansi(NINE).plain


def test_small_boards_with_marks():
    bare, marked = render.ansi_small(NINE), render.ansi_small(NINE, marks=MARKS)
    assert bare.plain == marked.plain
    changed = {
        divmod(i, 10)
        for i, (a, b) in enumerate(zip(_styles(bare), _styles(marked), strict=True))
        if a != b
    }
    assert changed == {(0, 0), (0, 7), (0, 4), (1, 6), (4, 8)}


def _styles(picture):
    return [str(picture.get_style_at_offset(CONSOLE, i)) for i in range(len(picture.plain))]


@pytest.mark.parametrize("draw", [render.text, render.ansi, render.ansi_small])
@pytest.mark.parametrize("cell", [(9, 0), (0, -1)])
def test_marks_outside_the_board(draw, cell):
    with pytest.raises(ValueError, match="expected rows and columns 0 to 8"):
        draw(NINE, marks=render.Marks(framed=[cell]))


def layer(picture: str, kind: str) -> str:
    """Return the data of the only path of a kind."""
    (path,) = parts(picture, kind)
    return path.get("d", "")


@pytest.mark.parametrize("theme", THEMES)
def test_svg_with_marks(theme):
    picture = render.svg(NINE, NINE_QUEENS, marks=MARKS, theme=theme)
    colours = theme_of(theme)
    assert layer(picture, "framed").count("M") == 2
    assert layer(picture, "eliminated").count("M") == 2 * 3
    assert len(parts(picture, "wrong")) == len(parts(picture, "hand")) == 1
    queens = [path.get("fill") for path in parts(picture, "queen")]
    assert queens.count(colours.conflict) == 1
    assert queens.count(colours.ink) == 8
    said = ElementTree.fromstring(picture)[1].text or ""
    assert said.endswith("Framed: a1, h1. Crossed out: a2, e2, i9. Wrong: e2. Being tried: g3.")
    assert not parts(render.svg(NINE, marks=render.Marks()), "framed")


def test_cells_crossed_out_before_are_dots():
    marks = render.Marks(eliminated=[(0, 0)], gone=[(0, 1), (0, 2)])
    picture = render.svg(NINE, marks=marks)
    assert layer(picture, "gone").count("a") == 4
    assert "Crossed out before: b1, c1." in picture
    assert render.text(NINE, marks=marks).splitlines()[0] == "AxA.A.B B C C C D"
    assert render.ansi(NINE, marks=marks).plain.startswith(
        "A\N{MULTIPLICATION SIGN}A\N{MIDDLE DOT}"
    )


# ---- style of pictures -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_neighbours_have_the_fills_of_the_theme(theme):
    picture = render.svg(NINE, NINE_QUEENS, theme=theme)
    colours = theme_of(theme)
    found = [path.get("fill") for path in parts(picture, "region")]
    assert len(set(found)) == 9
    assert set(found) <= set(colours.fills)
    assert parts(picture, "wall")[0].get("stroke") == colours.line
    assert {path.get("fill") for path in parts(picture, "queen")} == {colours.ink}


def test_other_themes_are_refused():
    with pytest.raises(ValueError, match="theme is 'blue', expected one of light, dark"):
        render.svg(NINE, theme="blue")


@pytest.mark.parametrize("theme", THEMES)
def test_terminals_have_the_colours_of_the_theme(theme):
    colours = theme_of(theme)
    cell = render.ansi(NINE, NINE_QUEENS, theme=theme).get_style_at_offset(CONSOLE, 0)
    assert cell.bgcolor.name in colours.fills
    small = render.ansi_small(NINE, theme=theme).get_style_at_offset(CONSOLE, 0)
    assert small.color.name == cell.bgcolor.name


def test_patterns_in_svg():
    picture = render.svg(NINE, patterns=True)
    defined = {
        element.get("id") for element in ElementTree.fromstring(picture).iter(f"{SVG}pattern")
    }
    used = {path.get("fill") for path in parts(picture, "pattern")}
    assert used == {f"url(#{name})" for name in defined}
    assert 8 <= len(used) <= 9  # one region has no pattern
    assert "url(" not in render.svg(NINE)
    # The same labels on one page have the same patterns.
    dark = render.svg(NINE, patterns=True, theme="dark")
    assert not any(name in dark for name in defined)


@pytest.mark.parametrize("path", patterns())
def test_patterns_as_lines(path):
    lines = pattern_lines(path)
    assert len(lines) == path.count("M")
    for line in lines:
        assert all(-0.5 <= x <= 1.5 and -0.5 <= y <= 1.5 for x, y in line)
    if "a" in path:
        (ring,) = lines
        assert all(abs(np.hypot(x - 0.5, y - 0.5) - 0.28) < 1e-9 for x, y in ring)


def test_patterns_in_png():
    bare = pixels(render.png(NINE, cell=24))
    shot = pixels(render.png(NINE, cell=24, patterns=True))
    rim = (len(bare) - 9 * 24) // 2
    changed = (bare != shot).any(axis=2)[rim:-rim, rim:-rim].reshape(9, 24, 9, 24).any(axis=(1, 3))
    plain = [k for k, tile in enumerate(NINE.tiles(theme_of("light"))) if not tile]
    assert (changed == ~np.isin(NINE.regions, plain)).all()
    assert shot.tolist() == pixels(render.png(NINE, cell=24, patterns=True)).tolist()


def test_axes():
    bare, named = render.svg(NINE), render.svg(NINE, axes=True)
    assert not parts(bare, "axis")
    assert layer(named, "axis").count("M") > 18
    sizes = [int(ElementTree.fromstring(x).get("width", "")) for x in (bare, named)]
    assert sizes[0] + 24 <= sizes[1] <= sizes[0] + 60
    lines = render.text(NINE, NINE_QUEENS, axes=True).splitlines()
    assert lines[:2] == ["  a b c d e f g h i", "1 A A A B B C C # D"]
    wide = render.text(BIG, axes=True).splitlines()
    assert wide[0].endswith(" b b b")
    assert wide[1].startswith("   a b c d ")
    assert wide[1].endswith(" x y z a b c d e f g h i j k l")
    assert wide[65].startswith("64 ")
    picture = render.ansi(NINE, NINE_QUEENS, axes=True, glyph="#")
    assert [line.rstrip() for line in picture.plain.splitlines()] == lines


def test_letters():
    picture = render.svg(NINE, letters=True)
    assert len(parts(picture, "letter")) == 9
    assert "Regions: A, B," in picture
    assert not parts(render.svg(NINE), "letter")
    # The font lacks this label, so another letter is drawn; the description explains it.
    other = render.svg(drawn(1, np.zeros((1, 1), np.uint8), ("ä",), ("blä",)), letters=True)
    assert len(parts(other, "letter")) == 1
    assert "Regions: A (blä)." in other
    assert not parts(render.svg(render.chessboard(4), letters=True), "letter")


def test_chessboards_have_themes():
    light, dark = (render.svg(render.chessboard(4), [1, 3, 0, 2], theme=x) for x in THEMES)
    assert [len({path.get("fill") for path in parts(x, "region")}) for x in (light, dark)] == [2, 2]
    assert parts(light, "region")[0].get("fill") != parts(dark, "region")[0].get("fill")
    assert not parts(render.svg(render.chessboard(4), patterns=True), "pattern")


def test_sheets_of_several_boards():
    picture = render.sheet_svg([NINE, ONE], captions=["9-001", "a ü"], axes=True)
    root = ElementTree.fromstring(picture)
    assert fills(picture) == 82
    assert len(parts(picture, "caption")) == len(parts(picture, "axis")) == 2
    assert root[0].text == "Queens boards, 2"
    assert "9-001: 9 rows and columns." in (root[1].text or "")
    with pytest.raises(ValueError, match="captions has 1 entry, expected 2: one"):
        render.sheet_svg([NINE, ONE], captions=["1"])
    with pytest.raises(ValueError, match="found no boards"):
        render.sheet_svg([])
    positions = render.sheet_svg(NINE, marks=[MARKS, None], captions=["1", "2"])
    assert "Queens board, 9 by 9, 2 positions" in positions
    assert len(parts(positions, "framed")) == 1


def test_a_page_lies_under_axes():
    shot = pixels(render.png(ONE, axes=True, theme="dark"))
    assert shot[0, 0].tolist() == [*bytes.fromhex(theme_of("dark").page[1:]), 255]


@pytest.mark.parametrize("theme", THEMES)
def test_packings_and_tiles_have_themes(theme):
    packed = packing.solve(packing.Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB")).packing
    picture = render.svg(packed, theme=theme, patterns=True, letters=True, axes=True)
    fills_used = {path.get("fill") for path in parts(picture, "piece")}
    assert fills_used == set(theme_of(theme).fills[:2])
    assert f'fill="{theme_of(theme).page}"' in picture
    assert (len(parts(picture, "letter")), len(parts(picture, "axis"))) == (2, 1)
    assert len(parts(picture, "pattern")) == 1
    tiles = render.svg(sliding.Puzzle.from_text("1 2\n3 0"), theme=theme)
    assert parts(tiles, "digits")[0].get("stroke") == theme_of(theme).ink
    with pytest.raises(ValueError, match="queens and marks need a board"):
        render.svg(packed, marks=MARKS)


def test_the_font_has_all_signs_of_ascii():
    assert stroke_font.can_write("".join(map(chr, range(32, 127))))
    assert len({str(stroke_font.write(chr(x), 0, 0, 6)) for x in range(33, 127)}) == 94
