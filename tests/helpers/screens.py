"""Draw fake screenshots of boards: a seed chooses theme, scale, file, light and marks."""

from __future__ import annotations

import colorsys
import io
import math
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

from fastqueens import queens

FINE = 3  # supersampling


@dataclass
class Screen:
    """A picture file and the board, queens and crosses that it shows."""

    data: bytes
    board: queens.Board
    queens: list[tuple[int, int]] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    about: dict[str, object] = field(default_factory=dict)


@cache
def _boards_of(group):
    """Read the boards of a group from screen_boards.txt."""
    lines = (Path(__file__).parent / "screen_boards.txt").read_text().splitlines()
    found = (line.split() for line in lines if not line.startswith("#"))
    return [
        queens.Board.from_text(rows.replace("/", "\n"), stars=int(stars))
        for name, stars, rows in found
        if name == group
    ]


def boards():
    """Return boards of 4 to 20 rows with exactly one solution: of one star, of several stars."""
    return _boards_of("plain"), _boards_of("stars")


def boards_in_pieces():
    """Return boards of 5 to 13 rows with regions in several pieces and exactly one solution."""
    return _boards_of("pieces")


def fake(seed, **fixed):
    """Draw the picture of a seed; options in `fixed` replace random choices."""
    rng = np.random.default_rng(seed)
    made, stars = boards()
    style = str(rng.choice(["lined", "even", "gaps", "borders"], p=[0.45, 0.2, 0.1, 0.25]))
    about = {
        "style": style,
        "dark": bool(rng.random() < 0.3),
        "palette": str(rng.choice(["pastel", "vivid", "deep", "near"], p=[0.5, 0.25, 0.15, 0.1])),
        "pitch": float(
            rng.choice([12, 13, 14, 16, 18, 20, 24, 28, 33, 40, 41.3, 50, 57.5, 72, 96])
        ),
        "frame": str(rng.choice(["thick", "thin", "none"], p=[0.6, 0.3, 0.1])),
        "place": str(rng.choice(["phone", "desktop", "card", "crop"], p=[0.3, 0.2, 0.3, 0.2])),
        "pointer": bool(rng.random() < 0.15),
        "marked": str(rng.choice(["none", "some", "full"], p=[0.5, 0.35, 0.15])),
        "queen": str(rng.choice(["crown", "spikes", "star", "disc", "letter"])),
        "cross": str(rng.choice(["cross", "thick", "dot"])),
        "turn": float(rng.uniform(-3, 3)) if rng.random() < 0.2 else 0.0,
        "blur": float(rng.uniform(0.3, 0.9)) if rng.random() < 0.2 else 0.0,
        "rescale": float(rng.uniform(0.7, 1.4)) if rng.random() < 0.2 else 1.0,
        "file": str(
            rng.choice(["PNG", "JPEG", "WEBP", "BMP", "GIF"], p=[0.5, 0.35, 0.1, 0.03, 0.02])
        ),
        "quality": int(rng.integers(50, 96)),
        "photo": bool(rng.random() < 0.05),
    } | fixed
    if about["palette"] == "near" and about["style"] in ("even", "gaps"):
        about |= {"file": "PNG", "photo": False}  # JPEG would make these colours indistinguishable
    pool = stars if about["style"] == "borders" and rng.random() < 0.7 else made
    board = fixed.get("board") or pool[int(rng.integers(len(pool)))]
    return _draw(rng, board, about)


SIGNS = (
    "gold",
    "chess",
    "outlined",
    "bold Q",
    "thin Q",
    "symbol",
    "disc",
    "star",
    "crown",
    "spikes",
)
CROSSES = ("cross", "thick", "dot", "symbol", "gray", "emoji")


def marked(seed, **fixed):
    """Draw a board with queens and crosses of many kinds and sizes, some in highlighted cells."""
    rng = np.random.default_rng([seed, 31])
    about = {
        "style": str(rng.choice(["lined", "even", "gaps", "borders"], p=[0.55, 0.2, 0.1, 0.15])),
        "pitch": float(rng.choice([18, 22, 26, 31, 37, 44, 52, 66, 90])),
        "marked": str(rng.choice(["queens", "crosses", "some", "few", "full", "wrong"],
                                 p=[0.3, 0.1, 0.3, 0.15, 0.1, 0.05])),
        "queen": str(rng.choice(SIGNS)),
        "cross": str(rng.choice(CROSSES)),
        "size": float(rng.uniform(0.32, 0.8)),
        "cross_size": float(rng.uniform(0.22, 0.55)),
        "highlight": str(rng.choice(["", "frame", "fill"], p=[0.6, 0.25, 0.15])),
        "photo": False,
        "rescale": 1.0,
    }  # fmt: skip
    return fake(seed + 7_000_000, **(about | fixed))


def _draw(rng, board, about):
    n = board.n
    pitch = about["pitch"]
    if n > 14:
        pitch = min(pitch, 40)
    if about["rescale"] < 1:
        pitch = max(pitch, 12 / about["rescale"])
    if about["photo"]:
        pitch, about["place"] = max(pitch, 30), "card"
    about["pitch"] = pitch
    paper = _mix(rng, (248, 250, 252) if not about["dark"] else (24, 26, 32), 10)
    ink = (0, 0, 0)
    line = _mix(rng, ink, 30)
    if about["style"] == "borders":
        ground = (255, 255, 255) if not about["dark"] else (30, 32, 38)
        line = (10, 10, 10) if not about["dark"] else (235, 235, 235)
        fills = [ground] * n
        soft = float(rng.uniform(0.35, 1.0))
    else:
        fills = _palette(rng, n, about)
        soft = float(rng.uniform(0.5, 1.0))
    thin = max(1.0, round(pitch * float(rng.uniform(0.015, 0.035))))
    thick = max(thin + 1, round(thin * float(rng.uniform(2.4, 4.0))))
    if about["style"] == "borders":
        thick = max(thick, thin + 2 if pitch >= 16 else thin + 1, round(0.06 * pitch))
    if about["style"] in ("even", "gaps"):
        thick = thin
    if about["style"] == "gaps":
        thin = thick = max(2.0, round(pitch * float(rng.uniform(0.05, 0.1))))
        soft = 1.0
    frame = {"thick": max(thick, 2.0), "thin": thin, "none": 0.0}[about["frame"]]
    if about["style"] == "borders" and frame == 0:
        frame = thick
    side = round(pitch * n)
    # The page.
    over = round(frame / 2) + 1
    if about["place"] == "phone":
        width = max(side + 2 * over + 16, int(1.08 * side))
        height = int(width * float(rng.uniform(1.9, 2.25)))
        left, top = (width - side) // 2, int(height * float(rng.uniform(0.14, 0.3)))
    elif about["place"] == "desktop":
        width, height = (
            int(side * float(rng.uniform(1.8, 2.6))),
            int(side * float(rng.uniform(1.25, 1.7))),
        )
        left = int((width - side) * float(rng.uniform(0.15, 0.85)))
        top = int((height - side) * float(rng.uniform(0.3, 0.7)))
    elif about["place"] == "card":
        width, height = int(side * 1.25) + 20, int(side * 1.35) + 20
        left, top = (width - side) // 2, int((height - side) * float(rng.uniform(0.3, 0.6)))
    else:
        margin = int(rng.integers(0, 4)) + over
        width = height = side + 2 * margin
        left = top = margin
    if about["turn"]:  # keep room for the rotation
        room = int(side * 0.06) + 2
        width, height, left, top = width + 2 * room, height + 2 * room, left + room, top + room
    image = Image.new("RGB", (width, height), paper)
    draw = ImageDraw.Draw(image)
    if about["place"] != "crop":
        _clutter(
            rng,
            draw,
            (width, height),
            (left - over, top - over, left + side + over, top + side + over),
            about,
        )
    # Draw the board with supersampling, then scale it down and paste it.
    fine = FINE
    sheet = Image.new("RGB", ((side + 2 * over) * fine, (side + 2 * over) * fine), paper)
    pen = ImageDraw.Draw(sheet)
    at = [over * fine + round(k * side / n) * fine for k in range(n + 1)]
    pointed = tuple(int(x) for x in rng.integers(0, n, 2)) if about["pointer"] else None
    shade = float(rng.uniform(0.72, 0.92))
    regions = board.regions
    rounded = int(rng.choice([0, 0, 1])) * 0.15 * pitch * fine if about["style"] == "gaps" else 0
    cells = {}
    for row in range(n):
        for column in range(n):
            fill = fills[regions[row, column]]
            if (row, column) == pointed:
                fill = tuple(
                    int(x * shade + (0 if not about["dark"] else 255 * (1 - shade) * 0.5))
                    for x in fill
                )
            cells[row, column] = fill
            inset = thin * fine / 2 if about["style"] == "gaps" else 0
            box = (
                at[column] + inset,
                at[row] + inset,
                at[column + 1] - 1 - inset,
                at[row + 1] - 1 - inset,
            )
            pen.rounded_rectangle(box, rounded, fill)
    signs = _signs(rng, board, about)
    about["signs"] = len(signs[0]), len(signs[1])
    for row, column in signs[0] if about.get("highlight") else []:
        if rng.random() < 0.7:
            cells[row, column] = _highlight(
                pen, about, cells[row, column], at[column], at[row], at[column + 1] - at[column]
            )
    for row, column in signs[0]:
        _queen(
            pen, rng, about, cells[row, column], at[column], at[row], (at[column + 1] - at[column])
        )
    for row, column in signs[1]:
        _cross(pen, about, cells[row, column], at[column], at[row], (at[column + 1] - at[column]))
    if about["style"] != "gaps":
        lines = []
        for k in range(1, n):
            for m in range(n):
                for down in (False, True):
                    a, b = ((k - 1, m), (k, m)) if down else ((m, k - 1), (m, k))
                    border = regions[a] != regions[b]
                    lines.append((border and about["style"] != "even", down, k, m))
        for wide, down, k, m in sorted(lines):
            w = (thick if wide else thin) * fine
            low = -math.floor(w / 2 / fine) * fine
            colour = (
                line
                if wide
                else tuple(
                    round(soft * x + (1 - soft) * y)
                    for x, y in zip(
                        line,
                        (128, 128, 128) if about["style"] == "borders" else (40, 40, 40),
                        strict=True,
                    )
                )
            )
            u = at[k] + low
            more = (w - fine) // 2 if wide else 0
            box = (u, at[m] - more, u + w - 1, at[m + 1] - 1 + more)
            pen.rectangle(box if not down else (box[1], box[0], box[3], box[2]), colour)
        if frame:
            w = frame * fine
            low, high = over * fine - w / 2, over * fine + side * fine + w / 2 - 1
            radius = pitch * 0.15 * fine if rng.random() < 0.4 else 0
            if radius:
                _round_off(sheet, (low, low, high, high), radius, paper)
            pen.rounded_rectangle((low, low, high, high), radius, None, line, int(w))
    sheet = sheet.reduce(fine)
    image.paste(sheet, (left - over, top - over))
    return _spoil(rng, image, board, signs, about)


def _round_off(sheet, box, radius, paper):
    mask = Image.new("L", sheet.size, 255)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, 0)
    sheet.paste(paper, (0, 0), mask)


def _mix(rng, colour, spread):
    return tuple(int(np.clip(x + rng.integers(-spread, spread + 1), 0, 255)) for x in colour)


def _palette(rng, n, about):
    """Choose distinct colours with a minimum distance; "near" has one pair of similar colours."""
    least = {"pastel": 22, "vivid": 40, "deep": 25, "near": 22}[about["palette"]]
    least = min(least, 240 / n**0.9)
    ranges = {
        "pastel": ((0.12, 0.5), (0.8, 1.0)),
        "near": ((0.12, 0.5), (0.8, 1.0)),
        "vivid": ((0.4, 1.0), (0.6, 1.0)),
        "deep": ((0.2, 0.8), (0.3, 0.65)),
    }[about["palette"]]
    found = []
    while len(found) < n:
        hue, (s, v) = rng.random(), (rng.uniform(*x) for x in ranges)
        colour = np.array(colorsys.hsv_to_rgb(hue, s, v)) * 255
        if all(np.abs(colour - x).max() >= least for x in found):
            found.append(colour)
        else:
            least *= 0.998
    if about["palette"] == "near":
        one, other = rng.choice(n, 2, replace=False)
        found[one] = np.clip(found[other] + rng.choice([-1, 1], 3) * rng.uniform(6, 10), 0, 255)
    return [tuple(int(x) for x in colour) for colour in found]


def _clutter(rng, draw, size, board, about):
    """Draw text, buttons, icons and coloured shapes around the board."""
    width, height = size
    pitch = about["pitch"]
    text = (20, 20, 24) if not about["dark"] else (230, 230, 235)
    words = ["Queens", "How to play", "Undo", "Hint", "0:42", "Place a queen in each row,", "x"]
    words += ["column and region.", "Puzzle 170", "Share", "9:41", "Difficulty HARD", "Settings"]
    for _ in range(int(rng.integers(4, 14))):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        w, h = int(rng.uniform(1, 5) * pitch), int(rng.uniform(0.4, 1.3) * pitch)
        gap = 4 + pitch * 0.1
        if (
            x < board[2] + gap
            and x + w > board[0] - gap
            and y < board[3] + gap
            and y + h > board[1] - gap
        ):
            continue
        kind = rng.random()
        if kind < 0.5:
            font = ImageFont.load_default(max(8, float(h) * 0.8))
            word = str(rng.choice(words))
            box = draw.textbbox((x, y), word, font)
            if (
                box[0] < board[2] + gap
                and box[2] > board[0] - gap
                and box[1] < board[3] + gap
                and box[3] > board[1] - gap
            ):
                continue
            draw.text((x, y), word, text, font)
        elif kind < 0.75:
            draw.rounded_rectangle(
                (x, y, x + w, y + h), h / 2, None, text, max(1, round(pitch * 0.03))
            )
        elif kind < 0.9:
            draw.rounded_rectangle(
                (x, y, x + w, y + h), h / 5, tuple(int(c) for c in rng.integers(0, 256, 3))
            )
        else:  # a row of colour swatches, at most as large as cells
            s = min(w, h, pitch)
            for k in range(int(rng.integers(2, 8))):
                u = x + k * (s + 3)
                if (
                    u + s + gap > board[0]
                    and y + s + gap > board[1]
                    and u < board[2] + gap
                    and y < board[3] + gap
                ):
                    break
                draw.rectangle((u, y, u + s, y + s), tuple(int(c) for c in rng.integers(0, 256, 3)))


def _signs(rng, board, about):
    """Choose the queens and crosses of a partly played game."""
    shown = about["pitch"] * min(1.0, about["rescale"])  # pixels of a cell in the final picture
    if about["marked"] == "none" or shown < 16 or board.n > 14:
        return [], []
    solution = queens.solve(board).cells
    full = about["marked"] == "full"
    few = {"queens": 1.0, "wrong": 0.7, "crosses": 0.0, "few": 0.2}
    kept = [x for x in solution if full or rng.random() < few.get(about["marked"], 0.4)]
    share = {"full": 1.0, "queens": 0.0, "few": 0.04}.get(about["marked"], 0.3)
    if about["marked"] == "wrong":
        others = [(r, c) for r, c in np.ndindex(board.n, board.n) if (r, c) not in solution]
        kept = [*kept, others[int(rng.integers(len(others)))]]
        return kept, [x for x in others if x not in kept and rng.random() < 0.3]
    crosses = [
        (r, c)
        for r in range(board.n)
        for c in range(board.n)
        if (r, c) not in solution and rng.random() < share
    ]
    return kept, crosses


def _contrast(fill):
    return (0, 0, 0) if sum(fill) > 300 else (245, 245, 245)


def _queen(pen, rng, about, fill, x, y, cell):
    colour = _contrast(fill)
    size = about.get("size", 0.6) / 2 * cell
    u, v = x + cell / 2, y + cell / 2
    kind = about["queen"]
    if kind in ("gold", "chess", "outlined"):
        _fancy_crown(pen, kind, u, v, size, colour)
        return
    if kind in ("bold Q", "thin Q", "symbol"):
        word, bold = ("\u265b" if kind == "symbol" else "Q"), kind == "bold Q"
        pen.text((u, v), word, colour, _font(2.4 * size, bold=bold), anchor="mm")
        return
    if kind == "crown":
        points = [(-1, 0.7), (-1, -0.5), (-0.45, 0.1), (0, -0.8), (0.45, 0.1), (1, -0.5), (1, 0.7)]
    elif kind == "spikes":
        points = [(-0.7, 0.9), (-0.9, -0.4), (-0.4, 0.2), (-0.35, -0.8), (0, 0.1), (0.35, -0.8),
                  (0.4, 0.2), (0.9, -0.4), (0.7, 0.9)]  # fmt: skip
    elif kind == "star":
        points = [
            (
                (1 if k % 2 == 0 else 0.42) * math.sin(k * math.pi / 5),
                -(1 if k % 2 == 0 else 0.42) * math.cos(k * math.pi / 5),
            )
            for k in range(10)
        ]
    elif kind == "disc":
        pen.ellipse((u - size, v - size, u + size, v + size), colour)
        return
    else:
        pen.text((u, v), "Q", colour, ImageFont.load_default(cell * 0.75), anchor="mm")
        return
    pen.polygon([(u + a * size, v + b * size) for a, b in points], colour)


def _font(size, *, bold=False):
    """Return a font with chess pieces and crosses, or Pillow's own font where there is none."""
    try:
        return ImageFont.truetype("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf", size)
    except OSError:
        return ImageFont.load_default(size)


def _highlight(pen, about, fill, x, y, cell):
    """Mark a cell with a coloured frame or another colour; return the colour of the cell."""
    colour = (70, 140, 245) if sum(fill) % 2 else (250, 185, 50)
    if about["highlight"] == "frame":
        edge = round(0.03 * cell)
        box = (x + edge, y + edge, x + cell - edge, y + cell - edge)
        pen.rectangle(box, fill, colour, max(FINE, round(0.07 * cell)))
        return fill
    fill = tuple((3 * a + b) // 4 for a, b in zip(fill, (255, 255, 255), strict=True))
    pen.rectangle((x, y, x + cell, y + cell), fill)
    return fill


def _fancy_crown(pen, kind, u, v, size, colour):
    """Draw a crown with balls on its tips: golden, in one colour, or as an outline."""
    tips = [(-1, -0.45), (-0.5, -0.7), (0, -0.8), (0.5, -0.7), (1, -0.45)]
    dips = [(-0.55, 0.1), (-0.2, 0.0), (0.2, 0.0), (0.55, 0.1)]
    top = [point for pair in zip(tips, [*dips, None], strict=True) for point in pair if point]
    points = [(-0.75, 0.75), *top, (0.75, 0.75)]
    points = [(u + a * size, v + b * size) for a, b in points]
    wide, ball = max(FINE, round(0.12 * size)), 0.12 * size
    if kind == "outlined":
        pen.line([*points, points[0]], colour, wide)
        return
    main, edge = ((250, 190, 40), (150, 85, 10)) if kind == "gold" else (colour, colour)
    pen.polygon(points, main)
    pen.line([*points, points[0]], edge, wide // 2)
    for a, b in tips:
        x, y = u + a * size, v + b * size
        pen.ellipse((x - ball, y - ball, x + ball, y + ball), (225, 50, 60) if kind == "gold" else
                    colour)  # fmt: skip
    if kind == "gold":
        pen.line((u - 0.7 * size, v + 0.5 * size, u + 0.7 * size, v + 0.5 * size), edge, wide)


def _cross(pen, about, fill, x, y, cell):
    colour = _contrast(fill)
    u, v = x + cell / 2, y + cell / 2
    if "cross_size" in about:
        _sized_cross(pen, about, colour, fill, u, v, about["cross_size"] / 2 * cell)
        return
    if about["cross"] == "dot":
        size = 0.09 * cell
        pen.ellipse((u - size, v - size, u + size, v + size), colour)
        return
    size, width = (0.14, 0.05) if about["cross"] == "cross" else (0.24, 0.09)
    size, width = size * cell, max(FINE, round(width * cell))
    pen.line((u - size, v - size, u + size, v + size), colour, width)
    pen.line((u - size, v + size, u + size, v - size), colour, width)


def _sized_cross(pen, about, colour, fill, u, v, size):
    """Draw a cross, a dot or a symbol of half the width `size`."""
    kind = about["cross"]
    if kind == "dot":
        size *= 0.5
        pen.ellipse((u - size, v - size, u + size, v + size), colour)
        return
    if kind == "symbol":
        pen.text((u, v), "\u2715", colour, _font(2.6 * size), anchor="mm")
        return
    if kind == "gray":
        colour = tuple((a + b) // 2 for a, b in zip(colour, fill, strict=True))
    if kind == "emoji":
        colour = (225, 45, 55)
    width = max(FINE, round(size * {"cross": 0.25, "gray": 0.25}.get(kind, 0.5)))
    pen.line((u - size, v - size, u + size, v + size), colour, width)
    pen.line((u - size, v + size, u + size, v - size), colour, width)


def _spoil(rng, image, board, signs, about):
    """Rotate, distort, rescale, blur and encode a picture."""
    paper = image.getpixel((0, 0))
    if about["photo"]:
        w, h = image.size
        bend = [float(x) * 0.03 for x in rng.uniform(-1, 1, 8)]
        corners = [(bend[0] * w, bend[1] * h), (bend[2] * w, h + bend[3] * h),
                   (w + bend[4] * w, h + bend[5] * h), (w + bend[6] * w, bend[7] * h)]  # fmt: skip
        image = _perspective(image, corners, paper)
        pixels = np.asarray(image, np.float64)
        y, x = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]]
        light = 1 + 0.18 * (x / pixels.shape[1] - 0.5) + 0.15 * (y / pixels.shape[0] - 0.5)
        wave = 4 * np.sin(x * 0.9 + y * 0.13) + 3 * np.sin(y * 0.7)
        pixels = pixels * light[..., None] * 0.92 + wave[..., None] + rng.normal(0, 3, pixels.shape)
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if about["turn"]:
        image = image.rotate(about["turn"], Image.Resampling.BICUBIC, fillcolor=paper)
    if about["rescale"] != 1:
        size = [max(32, round(x * about["rescale"])) for x in image.size]
        image = image.resize(size, Image.Resampling.BICUBIC)
    if about["blur"]:
        image = image.filter(
            ImageFilter.GaussianBlur(about["blur"] * min(1.0, about["pitch"] / 30))
        )
    if min(image.size) < 32:
        image = ImageEnhance.Color(image).enhance(1)
    file = io.BytesIO()
    options = {"quality": about["quality"]} if about["file"] in ("JPEG", "WEBP") else {}
    image.save(file, about["file"], **options)
    about["size"] = image.size
    return Screen(file.getvalue(), board, signs[0], signs[1], about)


def _perspective(image, corners, paper):
    """Return the picture in perspective, with new corners (top left first, then anticlockwise)."""
    w, h = image.size
    rows = []
    for (x, y), (u, v) in zip(corners, [(0, 0), (0, h), (w, h), (w, 0)], strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.solve(np.array(rows), np.array([0, 0, 0, h, w, h, w, 0], float))
    return image.transform(
        (w, h), Image.Transform.PERSPECTIVE, solved, Image.Resampling.BICUBIC, fillcolor=paper
    )
