"""Draw fake screenshots of whole programs; cells and surroundings differ from `screens`."""

from __future__ import annotations

import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

from fastqueens import queens
from helpers.screens import Screen, boards

LOOKS = {"lined": 0.3, "gutter": 0.2, "bevel": 0.1, "borders": 0.15, "alike": 0.1, "soft": 0.15}
AROUND = ("phone", "desktop", "keyboard", "icons", "thumbnail", "frame", "labels", "bare")
TONES = {"": 0.76, "gray": 0.08, "sepia": 0.08, "faded": 0.08}
FINE = 2  # supersampling


def app(seed, **fixed):
    """Draw the picture of a seed; options in `fixed` replace random choices."""
    rng = np.random.default_rng([seed, 16])

    def of(chances):
        return str(rng.choice(list(chances), p=list(chances.values())))

    about = {
        "style": of(LOOKS),
        "around": str(rng.choice(AROUND)),
        "dark": bool(rng.random() < 0.35),
        "pitch": float(rng.choice([14, 18, 22, 27, 34, 40, 48, 62, 80, 110])),
        "marked": of({"none": 0.4, "some": 0.4, "full": 0.2}),
        "queen": of({"emoji": 0.4, "outline": 0.3, "glyph": 0.3}),
        "cross": of({"gray": 0.4, "big": 0.3, "dot": 0.3}),
        "letters": of({"": 0.8, "corner": 0.1, "middle": 0.1}),
        "tooltip": bool(rng.random() < 0.05),
        "conflict": bool(rng.random() < 0.08),
        "tone": of(TONES),
        "blur": float(rng.uniform(0.4, 1.2)) if rng.random() < 0.15 else 0.0,
        "file": of({"PNG": 0.4, "JPEG": 0.4, "WEBP": 0.2}),
        "quality": int(rng.integers(50, 96)),
    } | fixed
    if about["letters"]:
        about |= {"marked": "none", "conflict": False}
    if about["style"] == "alike":
        about["tone"] = ""
    if about["tone"] == "gray" and about["style"] in ("gutter", "bevel", "soft"):
        about["tone"] = "sepia"  # without lines, regions in shades of grey look alike
    made, stars = boards()
    pool = stars if about["style"] == "borders" and rng.random() < 0.6 else made
    board = fixed.get("board") or pool[int(rng.integers(len(pool)))]
    if board.n > 12:
        about["pitch"] = min(about["pitch"], 48.0)
    pitch = round(about["pitch"]) * FINE
    sheet, spots = _board(rng, board, about, pitch)
    page, corner = _page(rng, sheet, about, pitch)
    if about["tooltip"]:
        x, y = (corner[k] + int(rng.uniform(0, 0.7) * sheet.size[k]) for k in (0, 1))
        ImageDraw.Draw(page).rounded_rectangle(
            (x, y, x + 2.6 * pitch, y + 0.8 * pitch), 0.2 * pitch, (50, 50, 60)
        )
        _text(page, x + 1.3 * pitch, y + 0.4 * pitch, "Tap twice", 0.4 * pitch, (255, 255, 255))
    image = _toned(page.reduce(FINE), about["tone"])
    if about["blur"]:
        image = image.filter(ImageFilter.GaussianBlur(about["blur"] * min(1, about["pitch"] / 40)))
    file = io.BytesIO()
    options = {"quality": about["quality"]} if about["file"] != "PNG" else {}
    image.save(file, about["file"], **options)
    about["size"] = image.size
    return Screen(file.getvalue(), board, *spots, about)


def shrunk(seed, **fixed):
    """Draw the picture of a seed, then scale it down and encode it again."""
    screen, rng = app(seed, **fixed), np.random.default_rng([seed, 77])
    image = Image.open(io.BytesIO(screen.data)).convert("RGB")
    by = max(float(rng.uniform(0.4, 1)), min(1, 12 / screen.about["pitch"]))
    size = [max(32, int(x * by)) for x in image.size]
    how = (Image.Resampling.BOX, Image.Resampling.BICUBIC)[int(rng.integers(2))]
    file = io.BytesIO()
    image.resize(size, how).save(file, "JPEG", quality=int(rng.integers(50, 90)))
    screen.data = file.getvalue()
    screen.about |= {"by": round(by, 2), "size": size}
    return screen


def _hues(rng, n, about):
    """Choose colours as a program does: hues all around the circle, at a few lightnesses."""
    if about["style"] == "alike":  # a pale background with faint tints; only lines separate regions
        base = rng.integers(200, 240, 3)
        return [tuple(int(x) for x in base + rng.integers(-7, 8, 3)) for _ in range(n)]
    least = 60.0
    kinds = {"pale": (175, 256), "strong": (40, 256), "dim": (30, 150)}
    low, high = kinds[str(rng.choice(["pale", "strong", "dim"], p=[0.5, 0.35, 0.15]))]
    found = []
    while len(found) < n:
        colour = rng.integers(low, high, 3)
        if all(np.linalg.norm(colour - x) > least for x in found):
            found.append(colour)
        least = max(26.0, least * 0.997)
    return [tuple(int(x) for x in colour) for colour in found]


def _board(rng, board, about, pitch):
    """Draw a board; return its picture, its queens and its crosses."""
    n, regions, style = board.n, board.regions, about["style"]
    ground = (18, 18, 20) if about["dark"] else (255, 255, 255)
    ink = (225, 225, 228) if about["dark"] and style == "borders" else (12, 12, 14)
    rim = round(0.08 * pitch) if style in ("lined", "borders", "alike") else round(0.1 * pitch)
    side = n * pitch + 2 * rim
    sheet = Image.new("RGB", (side, side), ink if style not in ("gutter", "bevel") else ground)
    pen = ImageDraw.Draw(sheet)
    fills = [ground] * n if style == "borders" else _hues(rng, n, about)
    gap = {"gutter": rng.uniform(0.06, 0.16), "bevel": 0.04, "soft": 0.0}.get(style, 0.03) * pitch
    gap = max(gap, FINE) if gap else 0
    radius = rng.uniform(0.08, 0.28) * pitch if style == "gutter" else 0
    thin = (
        tuple(int(x * 0.6 + 50) for x in ground) if style in ("borders", "alike") else (90, 90, 90)
    )
    solution = queens.solve(board).cells
    spots = [], []
    if about["marked"] != "none" and about["pitch"] >= 18:
        full = about["marked"] == "full"
        for row in range(n):
            for column in range(n):
                if (row, column) in solution:
                    if full or rng.random() < 0.5:
                        spots[0].append((row, column))
                elif full or rng.random() < 0.35:
                    spots[1].append((row, column))
    wrong = set()
    if about["conflict"] and style != "borders" and len(spots[0]) > 1:
        wrong = {spots[0][int(k)] for k in rng.choice(len(spots[0]), 2, replace=False)}
    for row in range(n):
        for column in range(n):
            x, y = rim + column * pitch, rim + row * pitch
            fill = fills[regions[row, column]]
            if style in ("lined", "borders", "alike"):
                pen.rectangle((x, y, x + pitch, y + pitch), thin)
            low, high = math.ceil(gap / 2), pitch - 1 - gap // 2
            box = (x + low, y + low, x + high, y + high)
            pen.rounded_rectangle(box, radius, fill)
            if style == "bevel":
                for k in range(max(FINE, pitch // 14)):
                    up = tuple(min(255, c + 40) for c in fill)
                    down = tuple(max(0, c - 45) for c in fill)
                    pen.line((box[0], box[1] + k, box[2] - k, box[1] + k), up)
                    pen.line((box[0] + k, box[1], box[0] + k, box[3] - k), up)
                    pen.line((box[0] + k, box[3] - k, box[2], box[3] - k), down)
                    pen.line((box[2] - k, box[1] + k, box[2] - k, box[3]), down)
            if (row, column) in wrong:
                for k in range(-pitch, pitch, max(4, pitch // 6)):
                    ends = [(x + k + t, y + t) for t in range(pitch)]
                    ends = [p for p in ends if box[0] <= p[0] <= box[2] and p[1] <= box[3]]
                    if len(ends) > 2:
                        pen.line((ends[0], ends[-1]), (215, 40, 40), max(2, pitch // 24))
    if style in ("lined", "borders", "alike"):
        wide = max(2 * FINE, round(rng.uniform(0.06, 0.1) * pitch), round(2.2 * gap))
        for row in range(n):
            for column in range(n):
                x, y = rim + column * pitch, rim + row * pitch
                low = wide // 2
                if column + 1 < n and regions[row, column] != regions[row, column + 1]:
                    pen.rectangle((x + pitch - low, y - low, x + pitch - low + wide - 1,
                                   y + pitch + low), ink)  # fmt: skip
                if row + 1 < n and regions[row, column] != regions[row + 1, column]:
                    pen.rectangle((x - low, y + pitch - low, x + pitch + low,
                                   y + pitch - low + wide - 1), ink)  # fmt: skip
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for row in range(n):
        for column in range(n):
            x, y, fill = rim + column * pitch, rim + row * pitch, fills[regions[row, column]]
            text = (20, 20, 20) if sum(fill) > 330 else (240, 240, 240)
            if (row, column) in spots[0]:
                _crown(sheet, pen, x, y, pitch, about["queen"], text, (row, column) in wrong)
            elif (row, column) in spots[1]:
                _mark(pen, x + pitch / 2, y + pitch / 2, pitch, about["cross"], fill, text)
            if about["letters"] == "corner":
                word = f"{letters[column]}{row + 1}"
                _text(sheet, x + 0.22 * pitch, y + 0.2 * pitch, word, 0.22 * pitch, text)
            elif about["letters"] == "middle":
                word = letters[regions[row, column]]
                _text(sheet, x + pitch / 2, y + pitch / 2, word, 0.5 * pitch, text)
    return sheet, spots


def _crown(sheet, pen, x, y, pitch, kind, text, wrong):
    if kind == "glyph":
        font = ImageFont.load_default(0.62 * pitch)
        pen.text((x + pitch / 2, y + pitch / 2), "W", text, font, anchor="mm", stroke_width=1)
        return
    at = [(0.2, 0.3), (0.36, 0.5), (0.5, 0.2), (0.64, 0.5), (0.8, 0.3), (0.74, 0.76), (0.26, 0.76)]
    points = [(x + a * pitch, y + b * pitch) for a, b in at]
    if kind == "outline":
        pen.line([*points, points[0]], (190, 30, 30) if wrong else text, max(2, pitch // 16))
        return
    pen.polygon(points, (250, 190, 40))
    pen.line([*points, points[0]], (120, 70, 10), max(2, pitch // 28))
    for a, b in ((0.2, 0.3), (0.5, 0.2), (0.8, 0.3)):
        u, v, r = x + a * pitch, y + b * pitch, 0.05 * pitch
        pen.ellipse((u - r, v - r, u + r, v + r), (220, 40, 60))


def _mark(pen, u, v, pitch, kind, fill, text):
    if kind == "dot":
        size = 0.08 * pitch
        pen.ellipse((u - size, v - size, u + size, v + size), text)
        return
    size, wide = (0.28, 0.08) if kind == "big" else (0.2, 0.06)
    colour = tuple((3 * a + 2 * b) // 5 for a, b in zip(text, fill, strict=True))
    for sign in (-1, 1):
        ends = (
            u - size * pitch,
            v - sign * size * pitch,
            u + size * pitch,
            v + sign * size * pitch,
        )
        pen.line(ends, colour, max(FINE, round(wide * pitch)))


def _text(image, x, y, word, size, colour, anchor="mm"):
    font = ImageFont.load_default(max(7.0, float(size)))
    ImageDraw.Draw(image).text((x, y), word, colour, font, anchor=anchor)


def _page(rng, sheet, about, pitch):
    """Put a board on a page of a matching kind; return the page and the board's position."""
    side, dark, kind = sheet.size[0], about["dark"], about["around"]
    paper = (28, 29, 33) if dark else (250, 250, 252)
    text = (232, 232, 236) if dark else (24, 24, 28)
    if kind == "bare":
        page = Image.new("RGB", (side, side), paper)
        page.paste(sheet, (0, 0))
        return page, (0, 0)
    width, height = int(side * 1.12), int(side * 2.2)
    left, top = (width - side) // 2, int(side * 0.45)
    if kind == "desktop":
        width, height = int(side * 2.4), int(side * 1.5)
        left, top = int((width - side) * rng.uniform(0.2, 0.8)), int(side * 0.3)
    elif kind in ("frame", "labels"):
        width = height = side + 3 * pitch
        left = top = 3 * pitch // 2
    page = Image.new("RGB", (width, height), paper)
    pen = ImageDraw.Draw(page)
    if kind == "frame":
        wood = tuple(int(x) for x in rng.integers(60, 200, 3))
        pen.rectangle((0.4 * pitch, 0.4 * pitch, width - 0.4 * pitch, height - 0.4 * pitch), wood)
        pen.rectangle((left - 0.4 * pitch, top - 0.4 * pitch, left + side + 0.4 * pitch,
                       top + side + 0.4 * pitch), tuple(x // 2 for x in wood))  # fmt: skip
        page.paste(sheet, (left, top))
        return page, (left, top)
    if about["style"] in ("gutter", "bevel"):  # a card with a shadow
        edge, blur = round(0.25 * pitch), round(0.2 * pitch)
        box = (left - edge, top - edge, left + side + edge, top + side + edge)
        pen.rounded_rectangle([x + blur // 2 for x in box], edge, tuple(x * 4 // 5 for x in paper))
        page = page.filter(ImageFilter.GaussianBlur(blur))
        pen = ImageDraw.Draw(page)
        pen.rounded_rectangle(box, edge, (18, 18, 20) if dark else (255, 255, 255))
    page.paste(sheet, (left, top))
    if kind == "labels":
        for k in range(round(side / pitch)):
            at = (k + 0.55) * pitch
            _text(page, left + at, top - 0.6 * pitch, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k % 26],
                  0.5 * pitch, text)  # fmt: skip
            _text(page, left - 0.6 * pitch, top + at, str(k + 1), 0.5 * pitch, text)
        return page, (left, top)
    unit = side / 10
    if kind == "desktop":
        pen.rectangle((0, 0, width, 0.8 * unit), (60, 62, 68) if dark else (222, 225, 230))
        for k, colour in enumerate([(255, 95, 86), (255, 189, 46), (39, 201, 63)]):
            pen.ellipse(((0.3 + 0.5 * k) * unit, 0.25 * unit, (0.6 + 0.5 * k) * unit, 0.55 * unit),
                        colour)  # fmt: skip
        _text(page, width / 2, 0.4 * unit, "queens.example/play", 0.35 * unit, text)
        beside = 0 if left > width - left - side else left + side
        room = max(left, width - left - side)
        for k in range(12):
            u, v = beside + (0.12 + 0.26 * (k % 3)) * room, top + (0.05 + 0.23 * (k // 3)) * side
            pen.rounded_rectangle((u, v, u + 0.2 * room, v + 0.16 * side), 6,
                                  tuple(int(x) for x in rng.integers(0, 256, 3)))  # fmt: skip
        return page, (left, top)
    # A phone: a status bar with a notch, a title, buttons, and more content below.
    _text(page, 1.2 * unit, 0.5 * unit, "9:41", 0.45 * unit, text)
    pen.rounded_rectangle(
        (width / 2 - 1.5 * unit, 0, width / 2 + 1.5 * unit, 0.6 * unit), 12, (0, 0, 0)
    )
    pen.rectangle((width - 1.6 * unit, 0.35 * unit, width - 0.9 * unit, 0.65 * unit), text)
    _text(page, width / 2, 1.8 * unit, "Queens No. 412", 0.8 * unit, text)
    _text(page, width / 2, 3 * unit, "02:17", 0.6 * unit, text)
    low = top + side + 0.5 * unit
    for k in range(2):
        u = left + k * side / 2
        pen.rounded_rectangle(
            (u + 4, low, u + side / 2 - 4, low + unit), unit / 2, None, text, FINE
        )
        _text(page, u + side / 4, low + unit / 2, ("Undo", "Hint")[k], 0.5 * unit, text)
    low += 1.8 * unit
    if kind == "keyboard":
        for row, keys in enumerate(("qwertyuiop", "asdfghjkl", "zxcvbnm")):
            for k, key in enumerate(keys):
                u = left + (10 - len(keys)) * unit / 2 + k * unit
                v = low + row * 1.3 * unit
                pen.rounded_rectangle((u + 3, v, u + unit - 3, v + 1.15 * unit), 5,
                                      (90, 92, 98) if dark else (214, 217, 222))  # fmt: skip
                _text(page, u + unit / 2, v + 0.57 * unit, key, 0.5 * unit, text)
    elif kind == "icons":
        count = int(rng.integers(3, 6))
        step = side / count
        for k in range(count * max(1, int(6 * unit / step))):
            u, v = left + (k % count) * step, low + (k // count) * step
            colour = tuple(int(x) for x in rng.integers(0, 256, 3))
            box = (u + 0.12 * step, v, u + 0.88 * step, v + 0.76 * step)
            pen.rounded_rectangle(box, 0.16 * step, colour)
    elif kind == "thumbnail":  # a small picture of yesterday's board
        other = boards()[0][int(rng.integers(40))]
        small, _ = _board(rng, other, about | {"marked": "none", "letters": ""}, pitch)
        small = small.resize((round(4.5 * unit),) * 2, Image.Resampling.LANCZOS)
        page.paste(small, (left, round(low)))
        _text(page, left + 7 * unit, low + unit, "Yesterday", 0.6 * unit, text)
    else:
        for k in range(5):
            _text(page, left, low + k * unit, "Place one queen in each row, column and colour.",
                  0.42 * unit, text, "lm")  # fmt: skip
    return page, (left, top)


def _toned(image, tone):
    if tone == "gray":
        return image.convert("L").convert("RGB")
    if tone == "sepia":
        sepia = ImageOps.colorize(image.convert("L"), (40, 26, 13), (255, 240, 215))
        return Image.blend(image, sepia, 0.5)
    if tone == "faded":
        return Image.blend(image, Image.new("RGB", image.size, (235, 235, 235)), 0.35)
    return image
