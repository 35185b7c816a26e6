"""Pictures of boards with regions in several pieces: joined by colour or by the legend, or refused.

Every wrong board would be worse than a refusal: pieces are only joined where that is certain.
"""

from __future__ import annotations

import base64
import io
import json
import struct
import zlib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from conftest import THOROUGH, some
from helpers.apps import app
from helpers.command import run
from helpers.screens import boards_in_pieces, fake
from helpers.sites import site
from helpers.web import post
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from fastqueens import InputError, queens, render
from fastqueens.connected_pieces import count_pieces_of_regions, label_pieces
from fastqueens.queens.vision.legend import KEYWORD, read_legend, write_legend

SAMPLE = Path(__file__).resolve().parents[2] / "shared/oracles/queens_community_sample.txt"
# Seven rows; B and E are in two pieces each. The board has one solution.
SEVEN = queens.generate(7, seed=7, count=3, pieces=2)[0]
LOOKS = ({}, {"theme": "dark"}, {"patterns": True}, {"letters": True}, {"axes": True})


def in_pieces(board):
    return count_pieces_of_regions(board.regions).max() > 1


def sample():
    """Boards with regions in several pieces that people drew, with the number of solutions."""
    if not SAMPLE.exists():
        return []
    found = []
    for line in SAMPLE.read_text().splitlines():
        if not line.startswith("#"):
            n, letters, solutions, _ = line.split()
            rows = [letters[k : k + int(n)] for k in range(0, len(letters), int(n))]
            board = queens.Board.from_text("\n".join(rows))
            if in_pieces(board):
                found.append((board, int(solutions)))
    return found


def without_legend(data, kind="PNG", scale=1, **options):
    """Return the pixels of a PNG file as another file, which has no text."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    image = image.resize((image.width * scale, image.height * scale))
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def chunk(kind, content):
    return (
        struct.pack(">I", len(content)) + kind + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )  # fmt: skip


def with_chunks(data, *chunks):
    """Insert chunks behind the header of a PNG file."""
    head = 8 + 12 + 13
    return data[:head] + b"".join(chunks) + data[head:]


def legend(text):
    return chunk(b"tEXt", KEYWORD.encode() + b"\0" + text.encode("latin-1"))


def verdict(data, **options):
    """Return the board in a picture, or None, and the reason or the note."""
    try:
        reading = queens.read_image(data, **options)
    except InputError as error:
        return None, str(error)
    return reading.board, reading.problem or reading.note


def same(board, other):
    return board is not None and np.array_equal(board.regions, other.regions)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look.values())) or "-")
def test_our_own_pictures_read_back(look):
    for board in [SEVEN, *boards_in_pieces()[:: 9 if THOROUGH else 18]]:
        board, note = verdict(render.png(board, cell=24, **look))[0], board
        assert same(board, note)


@pytest.mark.skipif(not SAMPLE.exists(), reason=f"{SAMPLE} is not part of the package")
def test_boards_that_people_drew_read_back():
    """Our files need the legend only for boards with several solutions."""
    for board, solutions in sample() if THOROUGH else sample()[1::2]:  # two have several
        own = render.png(board, cell=24)
        found, note = verdict(own)
        assert same(found, board)
        assert "its legend says that region" in note
        assert ("several solutions" in note) == (solutions > 1)
        for data in (without_legend(own), without_legend(own, "JPEG", 2, quality=80)):
            found, note = verdict(data)
            assert found is None or same(found, board)
            if solutions > 1:
                assert "areas of" in note
            elif board.n <= 11:
                assert same(found, board)
                assert "were joined by colour" in note


def test_queens_and_crosses_on_pieces_are_read():
    solution = queens.solve(SEVEN).cells
    data = render.png(SEVEN, solution[:3], cell=48)
    for file in (data, without_legend(data)):
        reading = queens.read_image(file)
        assert same(reading.board, SEVEN)
        assert (sorted(reading.queens), reading.marks) == (solution[:3], ())


def test_what_was_joined_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = render.png(SEVEN, cell=32)
    Path("own.png").write_bytes(own)
    Path("other.jpg").write_bytes(without_legend(own, "JPEG", quality=85))
    names = ", ".join(
        "ABCDEFG"[k] for k in np.flatnonzero(count_pieces_of_regions(SEVEN.regions) > 1)
    )
    for name, note in (
        ("own.png", f"its legend says that regions {names} are in several pieces"),
        ("other.jpg", f"the pieces of regions {names} were joined by colour"),
    ):
        assert queens.read_image(name).note == note
        ended = run("solve", name, "-q")
        assert ended.returncode == 0
        assert ended.stderr == (
            f"{name}: found a board of 7 x 7 cells, 7 regions recognised by colours and lines; "
            f"{note}\n"
        )
        answer = json.loads(run("solve", name, "--json").stdout)
        assert (answer["format"], answer["note"]) == ("picture", note)
        content = base64.b64encode(Path(name).read_bytes()).decode()
        assert post("/api/parse", {"image": content}).json["boards"][0]["note"] == note


def test_boards_without_pieces_read_as_before():
    board = queens.levels(8)[3].board
    data = render.png(board, cell=24)
    assert read_legend(data) is None
    assert b"tEXt" not in data
    assert write_legend(board.grid) is None
    reading = queens.read_image(data)
    assert (reading.board, reading.note) == (board, None)


def test_several_stars():
    board = queens.generate(10, stars=2, seed=1, count=2, pieces=2)[1]
    assert in_pieces(board)
    data = without_legend(render.png(board, cell=24))
    assert queens.Board.from_image(data) == board
    # With one star the board has several solutions, and only the legend is certain.
    assert verdict(data, stars=1)[0] is None
    assert queens.read_image(render.png(board, cell=24), stars=1).board is not None


def painted(areas, colours, cell=32, line=2, walls=()):
    """Draw areas in colours, with lines between all cells and thick walls between some cells."""
    pixels = np.asarray(colours, np.uint8)[areas].repeat(cell, 0).repeat(cell, 1)
    edge = np.arange(len(pixels)) % cell < line
    pixels[edge] = pixels[:, edge] = 40
    pixels = np.pad(pixels, ((20, 20), (20, 20), (0, 0)), constant_values=255)
    for box in walls:
        pixels[box] = 0
    return pixels


def colours_of(n):
    rng = np.random.default_rng(5)
    found = []
    while len(found) < n:
        colour = rng.integers(110, 256, 3)
        if all(np.linalg.norm(colour - x) > 45 for x in found):
            found.append(colour)
    return np.array(found)


def test_fewer_colours_than_regions_are_refused():
    """Two regions have the same colour, as on sites that repeat fills."""
    colours = colours_of(7)
    assert same(verdict(painted(SEVEN.regions, colours))[0], SEVEN)
    for k in range(1, 7):
        same_fill = colours.copy()
        same_fill[k] = same_fill[0]
        found, why = verdict(painted(SEVEN.regions, same_fill))
        assert found is None
        merged = np.where(SEVEN.regions == k, 0, SEVEN.regions)
        if label_pieces(merged).max() + 1 == 7:
            assert why == "as read it has no solution"
        else:
            assert "areas of 6 colours, which do not join to one certain board" in why


def test_a_repeated_fill_and_a_foreign_colour_are_refused():
    """There are n colours, but one region is cut in two colours and two others share one."""
    board = queens.levels(8)[3].board
    colours = colours_of(9)
    for one, other in some(combinations(range(8), 2), 9):
        areas = board.regions.copy()
        areas[areas == one] = other
        cut = next(k for k in range(8) if k not in (one, other) and (areas == k).sum() > 2)
        row, column = np.argwhere(areas == cut)[0]
        areas[row, column] = 8
        found, _ = verdict(painted(areas, colours))
        assert found is None or same(found, board)


def test_a_wall_inside_one_colour_is_no_joint():
    """A thick line separates neighbours, even of one colour."""
    board = SEVEN
    areas, cell = board.regions, 32
    walls = []
    for row, column in np.ndindex(7, 6):
        if areas[row, column] != areas[row, column + 1]:
            x, y = 20 + (column + 1) * cell, 20 + row * cell
            walls.append(np.s_[y : y + cell, x - 2 : x + 4])
    for column, row in np.ndindex(7, 6):
        if areas[row, column] != areas[row + 1, column]:
            x, y = 20 + column * cell, 20 + (row + 1) * cell
            walls.append(np.s_[y - 2 : y + 4, x : x + cell])
    colours = colours_of(7)
    assert same(verdict(painted(areas, colours, walls=walls))[0], board)
    row, column = next((r, c) for r, c in np.ndindex(7, 6) if areas[r, c] == areas[r, c + 1])
    x, y = 20 + (column + 1) * cell, 20 + row * cell
    inner = np.s_[y : y + cell, x - 2 : x + 4]
    assert verdict(painted(areas, colours, walls=[*walls, inner]))[0] is None


def test_an_object_in_the_colour_of_a_region_is_no_piece():
    """It leaves the rim of the cell free."""
    board = queens.levels(8)[3].board
    colours, refused = colours_of(8), 0
    for row, column in some(np.ndindex(8, 8), 18):
        pixels = painted(board.regions, colours, line=1)
        x, y = 20 + column * 32, 20 + row * 32
        pixels[y + 5 : y + 28, x + 5 : x + 28] = colours[(board.regions[row, column] + 3) % 8]
        found, why = verdict(pixels)
        assert found is None or same(found, board) or "joined" not in str(why)
        refused += "something lies over" in str(why)
    assert refused > 5


def test_random_colours_are_no_board():
    """As many colours as rows, but nearly every cell is an area of its own."""
    rng = np.random.default_rng(8)
    for n in (6, 7, 8, 9):
        for _ in range(6 if THOROUGH else 2):
            areas = rng.integers(0, n, (n, n))
            assert verdict(painted(areas, colours_of(n)))[0] is None


# ---- The legend ----------------------------------------------------------------------------------


def test_the_legend_is_exact():
    data = render.png(SEVEN, cell=24)
    assert np.array_equal(read_legend(data), SEVEN.regions)
    assert np.array_equal(read_legend(bytearray(data)), SEVEN.regions)
    assert np.array_equal(read_legend(Image.open(io.BytesIO(data))), SEVEN.regions)
    assert read_legend(np.zeros((40, 40), np.uint8)) is None
    assert read_legend(without_legend(data)) is None
    text = write_legend(SEVEN.grid)
    bare = without_legend(data)
    assert np.array_equal(read_legend(with_chunks(bare, legend(text))), SEVEN.regions)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "\n" * 6,
        write_legend(SEVEN.grid) + "\n",
        write_legend(SEVEN.grid).lower(),
        write_legend(SEVEN.grid).replace("A", "#"),
        write_legend(SEVEN.grid).replace("G", "A"),
        write_legend(SEVEN.grid)[1:],
        write_legend(SEVEN.grid) + "A" * 100_000,
        "ABBB\nAABB\nACCB\nDDDD",  # connected regions need no legend
        "\n".join(["A" * 64] * 64),
        "\xff" * 55,
    ],
    ids=range(12),
)
def test_a_malformed_legend_is_ignored(text):
    bare = without_legend(render.png(SEVEN, cell=24))
    assert read_legend(with_chunks(bare, legend(text))) is None
    assert same(verdict(with_chunks(bare, legend(text)))[0], SEVEN)


def test_a_doubtful_file_has_no_legend():
    bare = without_legend(render.png(SEVEN, cell=24))
    good = legend(write_legend(SEVEN.grid))
    for chunks in (
        [good, good],
        [good[:-1] + b"\0" + good[-1:]],  # wrong check sum and length
        [good[:-4] + b"0000"],
        [struct.pack(">I", 2**31) + good[4:]],
        [chunk(b"tEXt", b"a\0b")] * 70 + [good],
        [good.replace(b"tEXt", b"zTXt")],
    ):
        assert read_legend(with_chunks(bare, *chunks)) is None


@given(st.binary(max_size=300), st.integers(0, 400))
@example(b"", 0)
def test_any_bytes_are_read_without_an_error(noise, at):
    data = render_once()
    for broken in (data[:at] + noise, data[:at] + noise + data[at + len(noise) :], noise):
        found = read_legend(broken)
        assert found is None or found.shape == (len(found), len(found))


def render_once(found=[]):  # noqa: B006
    if not found:
        found.append(render.png(SEVEN, cell=16))
    return found[0]


@given(st.text("ABCDEFG\n", max_size=70))
def test_any_text_as_a_legend_never_changes_the_board(text):
    data = with_chunks(without_legend(render_once()), legend(text))
    found = read_legend(data)
    if found is not None:
        assert same(verdict(data)[0], SEVEN)


def test_a_legend_of_another_board_is_ignored():
    """The chunk was copied to a file with other pixels, or the picture was changed."""
    others = [board for board in boards_in_pieces() if board.n == 7]
    assert len(others) > 2
    for one in others:
        bare = without_legend(render.png(one, cell=20))
        for other in others:
            data = with_chunks(bare, legend(write_legend(other.grid)))
            found, note = verdict(data)
            assert same(found, one)
            assert ("legend" in note) == (one == other)
    plain = queens.generate(7, seed=1)[0]
    data = with_chunks(without_legend(render.png(plain, cell=20)), legend(write_legend(one.grid)))
    assert queens.read_image(data).board == plain
    assert queens.read_image(data).note is None


def test_a_repainted_cell_overrules_the_legend():
    image = Image.open(io.BytesIO(render.png(SEVEN, cell=32))).convert("RGB")
    text = write_legend(SEVEN.grid)
    ImageDraw.Draw(image).rectangle((100, 100, 126, 126), (255, 0, 255))
    file = io.BytesIO()
    image.save(file, "PNG")
    found, note = verdict(with_chunks(file.getvalue(), legend(text)))
    assert found is None
    assert "legend" not in note


# ---- Other formats -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "name"), [("sbn", "SBN"), ("puzzlink", "puzz.link"), ("penpa", "penpa-edit")]
)
def test_formats_of_borders_refuse_pieces(tmp_path, monkeypatch, format, name):
    monkeypatch.chdir(tmp_path)
    message = f"found a region in several pieces, which {name} cannot hold"
    with pytest.raises(InputError, match=message):
        SEVEN.to_format(format)
    Path("board.txt").write_text(SEVEN.to_text() + "\n")
    ended = run("convert", "board.txt", "--to", format)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"error: board.txt: {message}\n"
    code = post("/api/parse", {"text": SEVEN.to_text()}).json["boards"][0]["code"]
    reply = post("/api/export", {"board": code, "format": format})
    assert reply.status == 422
    assert reply.json["error"] == f"F{message[1:]}."


@pytest.mark.parametrize(
    "format",
    ["text", "json", "jsonl", "webtask", "colorregions", "colorgrid", "celllists", "matrix", "npy"],
)
def test_other_formats_keep_pieces(tmp_path, format):
    path = tmp_path / "board"
    for board in (SEVEN, boards_in_pieces()[-1], queens.Board.from_text("AB\nBA")):
        written = board.to_format(format)
        path.write_bytes(written.encode() if isinstance(written, str) else written)
        if board.n > 2 or format != "matrix":
            found = queens.Board.from_file(path, format=format)
            assert np.array_equal(found.regions, board.regions)


def test_fakes_with_pieces():
    """Each is read right or refused; pictures without any disturbance are read."""
    pool = boards_in_pieces()
    clear = {"style": "lined", "palette": "vivid", "marked": "none", "pointer": False,
             "photo": False, "blur": 0.0, "pitch": 28.0, "rescale": 1.0, "turn": 0.0,
             "file": "PNG"}  # fmt: skip
    right, seeds = 0, 4 if THOROUGH else 2
    for seed in range(seeds):
        board = pool[(7 * seed) % len(pool)]
        for screen in (
            fake(seed, board=board, style=("lined", "even")[seed % 2]),
            app(seed, board=board),
            site(seed, board=board),
            fake(seed, board=board, **clear),
        ):
            found, _ = verdict(screen.data)
            assert found is None or same(found, board), (seed, screen.about)
            right += found is not None
        assert found is not None
    assert right >= 2 * seeds


def test_the_sample_boards_are_in_pieces():
    assert in_pieces(SEVEN)
    assert queens.count(SEVEN) == 1
    assert all(len(np.unique(label_pieces(b.regions))) > b.n for b in boards_in_pieces())
