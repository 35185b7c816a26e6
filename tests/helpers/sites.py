"""Draw fake screenshots of many sites: themes, things over a board, and file types."""

from __future__ import annotations

import io
import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

from fastqueens import queens
from helpers.screens import Screen, boards

THEMES = (
    "lined",  # colours, thin lines, thick borders
    "thin",  # colours and one thin line between all cells
    "battle",  # grey lines and thick black borders, no colours
    "neon",  # bright borders on black
    "tinted",  # borders in the colours of regions, white cells
    "tiles",  # round cells with gaps
    "near",  # pale colours, two of them similar, and thick borders
    "checked",  # every second cell a little darker
    "dashed",  # dashed lines inside regions
    "gradient",  # cells that are lighter at the top
    "framed",  # row and column labels in cells around the board
    "outlined",  # each region's outline is drawn inside its cells
)
OVER = ("", "selected", "line", "hint", "wrong", "confetti", "dim", "dialog", "toast", "cut")
FORMS = ("PNG", "JPEG", "twice", "WEBP", "GIF", "BMP", "P", "RGBA", "CMYK", "EXIF", "L")
LIGHTS = ("", "night", "gray", "moire", "bright")


def site(seed, **fixed):
    """Draw the picture of a seed; options in `fixed` replace random choices."""
    rng = np.random.default_rng([seed, 28])

    def often(first, others, share):
        return str(first if rng.random() < share else rng.choice(others))

    about = {
        "theme": str(rng.choice(THEMES)),
        "dark": bool(rng.random() < 0.35),
        "pitch": int(rng.choice([16, 20, 26, 32, 40, 52, 66, 84, 110])),
        "over": often("", OVER[1:], 0.6),
        "form": often("PNG", FORMS[1:], 0.4),
        "light": often("", LIGHTS[1:], 0.75),
        "by": float(rng.choice([1, 1, 1, 0.37, 0.8, 1.5, 3])),
        "page": str(rng.choice(["phone", "desktop", "tablet", "crop"])),
        "marked": str(rng.choice(["none", "some", "auto"])),
        "queen": str(rng.choice(["crown", "star", "emoji", "disc"])),
    } | fixed
    if about["by"] < 1:
        about["pitch"] = max(about["pitch"], math.ceil(13 / about["by"]))
    if about["by"] > 1:
        about["pitch"] = min(about["pitch"], 52)
    made, stars = boards()
    lines_only = about["theme"] in ("battle", "neon")
    pool = stars if lines_only and rng.random() < 0.5 else made
    board = fixed.get("board") or pool[int(rng.integers(len(pool)))]
    if board.n > 12:
        about["pitch"] = min(about["pitch"], 52)
    sheet, rim, signs = _sheet(rng, board, about)
    image, corner = _page(rng, sheet, about)
    image = _over(rng, image, (corner[0] + rim, corner[1] + rim), board, about)
    image = _lit(rng, image, about["light"])
    if about["by"] != 1:
        size = [max(40, round(x * about["by"])) for x in image.size]
        image = image.resize(size, Image.Resampling.BICUBIC)
    about["size"] = image.size
    return Screen(_packed(rng, image, about["form"]), board, *signs, about)


def _colours(rng, n, about):
    """Choose a distinct colour for each region."""
    kind = str(rng.choice(["pale", "strong", "dim"], p=[0.6, 0.25, 0.15]))
    low, high = {"pale": (170, 256), "strong": (60, 256), "dim": (40, 160)}[kind]
    least, found = 60.0, []
    while len(found) < n:
        colour = rng.integers(low, high, 3)
        if all(np.linalg.norm(colour - x) > least for x in found):
            found.append(colour)
        least = max(24.0, least * 0.997)
    if about["theme"] == "near":
        one, other = rng.choice(n, 2, replace=False)
        found[one] = np.clip(found[other] + rng.integers(-6, 7, 3), 0, 255)
    return [tuple(int(x) for x in colour) for colour in found]


def _blend(one, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))


def _sheet(rng, board, about):
    """Draw the board; return its picture, the width of its rim, its queens and its crosses."""
    n, regions, theme, pitch = board.n, board.regions, about["theme"], about["pitch"]
    dark = about["dark"] or theme == "neon"
    plain = theme in ("battle", "neon", "tinted")
    ground = (22, 24, 28) if dark else (255, 255, 255)
    ink = (8, 8, 10) if not (dark and plain) else (236, 236, 240)
    if theme == "neon":
        ink = tuple(int(x) for x in rng.permutation([60, 255, int(rng.integers(120, 256))]))
    colours = _colours(rng, n, about)
    fills = [ground] * n if plain else colours
    thin = max(1, round(pitch * float(rng.uniform(0.015, 0.03))))
    thick = max(thin + 2, round(pitch * float(rng.uniform(0.06, 0.1))))
    rim = thick if theme != "framed" else pitch
    side = n * pitch + 2 * rim
    sheet = Image.new("RGB", (side, side), ground if theme == "tiles" else ink)
    pen = ImageDraw.Draw(sheet)
    faint = _blend(ground, (128, 128, 128), float(rng.uniform(0.4, 1)))
    if theme == "framed":
        _coordinates(rng, sheet, n, pitch, dark, thin)
    for row, column in np.ndindex(n, n):
        x, y, fill = rim + column * pitch, rim + row * pitch, fills[regions[row, column]]
        line = faint if plain else _blend(fill, (0, 0, 0), 0.55)
        if theme in ("tiles", "outlined"):
            line = ground
        if theme == "checked":
            fill = _blend(fill, (0, 0, 0), 0.06 * ((row + column) % 2))
        pen.rectangle((x, y, x + pitch - 1, y + pitch - 1), fill if theme == "dashed" else line)
        if theme == "tiles":
            gap = max(1, round(0.05 * pitch))
            box = (x + gap, y + gap, x + pitch - 1 - gap, y + pitch - 1 - gap)
            pen.rounded_rectangle(box, 0.18 * pitch, fill)
            continue
        box = (x + (thin + 1) // 2, y + (thin + 1) // 2, x + pitch - 1 - thin // 2,
               y + pitch - 1 - thin // 2)  # fmt: skip
        pen.rectangle(box, fill)
        if theme == "gradient":
            for k in range(int(box[1]), int(box[3]) + 1):
                pen.line((box[0], k, box[2], k),
                         _blend(fill, (255, 255, 255), 0.3 * (box[3] - k) / pitch))  # fmt: skip
        if theme == "dashed":
            for k in range(0, pitch, max(4, pitch // 5)):
                end = k + max(2, pitch // 10)
                pen.line((x + k, y, x + end, y), line, thin)
                pen.line((x, y + k, x, y + end), line, thin)
    edges = []
    for row, column in np.ndindex(n, n):
        for step in ((0, 1), (1, 0)):
            other = row + step[0], column + step[1]
            if max(other) < n and regions[row, column] != regions[other]:
                edges.append(((row, column), other))
    low, high = thick // 2, thick - thick // 2
    if theme not in ("thin", "tiles", "checked", "gradient"):
        for (row, column), other in edges:
            x, y = rim + other[1] * pitch, rim + other[0] * pitch
            both = colours[regions[row, column]], colours[regions[other]]
            strong = [_blend(c, (0, 0, 0), 0.35) for c in both]
            if other[0] == row:
                boxes = ((x - low, y - low, x - 1, y + pitch + high - 1),
                         (x, y - low, x + high - 1, y + pitch + high - 1))  # fmt: skip
            else:
                boxes = ((x - low, y - low, x + pitch + high - 1, y - 1),
                         (x - low, y, x + pitch + high - 1, y + high - 1))  # fmt: skip
            for box, colour in zip(boxes, strong, strict=True):
                pen.rectangle(box, colour if theme in ("tinted", "outlined") else ink)
    signs = _signs(rng, pen, board, fills, rim, about)
    return sheet, rim, signs


def _coordinates(rng, sheet, n, pitch, dark, thin):
    """Fill the rim with cells that hold letters and numbers."""
    pen = ImageDraw.Draw(sheet)
    paper, text = ((50, 52, 58), (220, 220, 224)) if dark else ((226, 228, 232), (50, 50, 54))
    pen.rectangle((0, 0, *sheet.size), paper)
    lines = bool(rng.random() < 0.5)
    for k in range(n + 2):
        for u, v in ((k, 0), (0, k), (k, n + 1), (n + 1, k)):
            x, y = u * pitch, v * pitch
            if lines:
                pen.rectangle((x, y, x + pitch - 1, y + pitch - 1), None, text, thin)
            if 0 < k <= n:
                word = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k - 1] if v in (0, n + 1) else str(k)
                _word(pen, x + pitch / 2, y + pitch / 2, word, 0.5 * pitch, text)


def _word(pen, x, y, word, size, colour, anchor="mm"):
    font = ImageFont.load_default(max(7.0, float(size)))
    pen.text((x, y), word, colour, font, anchor=anchor)


def _signs(rng, pen, board, fills, rim, about):
    """Draw queens and crosses; either some crosses, or all eliminated cells, small and pale."""
    pitch, n = about["pitch"], board.n
    shown = pitch * min(1, about["by"])
    if about["marked"] == "none" or shown < 17 or n > 14:
        return [], []
    solution = queens.solve(board).cells
    placed = [cell for cell in solution if rng.random() < 0.5]
    crosses = []
    for row, column in np.ndindex(n, n):
        ruled = any(r == row or c == column or max(abs(r - row), abs(c - column)) == 1
                    for r, c in placed)  # fmt: skip
        some = rng.random() < 0.3
        if (row, column) not in solution and (ruled if about["marked"] == "auto" else some):
            crosses.append((row, column))
    pale = 0.45 if about["marked"] == "auto" else 0.85
    for cells, draw in ((placed, _queen), (crosses, _cross)):
        for row, column in cells:
            fill = fills[board.regions[row, column]]
            text = (10, 10, 12) if sum(fill) > 330 else (240, 240, 244)
            x, y = rim + (column + 0.5) * pitch, rim + (row + 0.5) * pitch
            draw(pen, x, y, pitch, text if draw is _queen else _blend(fill, text, pale), about)
    return placed, crosses


def _queen(pen, x, y, pitch, colour, about):
    size = 0.3 * pitch
    if about["queen"] == "disc":
        pen.ellipse((x - size, y - size, x + size, y + size), colour)
        return
    if about["queen"] == "star":
        points = [((1 if k % 2 == 0 else 0.4) * math.sin(k * math.pi / 5),
                   -(1 if k % 2 == 0 else 0.4) * math.cos(k * math.pi / 5))
                  for k in range(10)]  # fmt: skip
    else:
        points = [
            (-1, 0.8),
            (-1.1, -0.5),
            (-0.5, 0.1),
            (0, -0.9),
            (0.5, 0.1),
            (1.1, -0.5),
            (1, 0.8),
        ]
    points = [(x + a * size, y + b * size) for a, b in points]
    pen.polygon(points, (247, 190, 50) if about["queen"] == "emoji" else colour, colour)


def _cross(pen, x, y, pitch, colour, about):
    size, wide = 0.16 * pitch, max(1, round(0.05 * pitch))
    pen.line((x - size, y - size, x + size, y + size), colour, wide)
    pen.line((x - size, y + size, x + size, y - size), colour, wide)


def _page(rng, sheet, about):
    """Put a board on a page; return the page and the position of the board."""
    side, kind = sheet.size[0], about["page"]
    dark = about["dark"]
    paper = (27, 31, 35) if dark else tuple(int(x) for x in rng.integers(240, 256, 3))
    text = (230, 230, 233) if dark else (30, 30, 34)
    if kind == "crop":
        edge = int(rng.integers(0, 12))
        page = Image.new("RGB", (side + 2 * edge,) * 2, paper)
        page.paste(sheet, (edge, edge))
        return page, (edge, edge)
    ratio = {"phone": (1.06, 2.2), "tablet": (2.0, 1.5), "desktop": (3.2, 1.8)}[kind]
    width, height = int(side * ratio[0]), int(side * ratio[1])
    left, top = (width - side) // 2, int((height - side) * float(rng.uniform(0.3, 0.55)))
    if kind == "tablet":
        left = int(0.08 * side)
    page = Image.new("RGB", (width, height), paper)
    pen = ImageDraw.Draw(page)
    unit = side / 10
    if kind == "desktop":  # tabs, an address bar, a banner and an advertisement beside the board
        pen.rectangle((0, 0, width, 0.9 * unit), _blend(paper, text, 0.15))
        pen.rounded_rectangle((2 * unit, 0.2 * unit, width - 4 * unit, 0.7 * unit), 0.25 * unit,
                              paper)  # fmt: skip
        _word(pen, 2.4 * unit, 0.45 * unit, "puzzles.example/daily", 0.3 * unit, text, "lm")
        x, y = left + side + unit, top
        for _ in range(60):
            u, v = float(rng.uniform(0, 4)), float(rng.uniform(0, 6))
            pen.ellipse((x + u * unit, y + v * unit, x + (u + 1) * unit, y + (v + 1) * unit),
                        tuple(int(c) for c in rng.integers(0, 256, 3)))  # fmt: skip
        for k in range(8):
            _word(pen, unit, top + k * 1.1 * unit, f"{k + 1}  player{k * 37 % 91}  0:{11 + 5 * k}",
                  0.45 * unit, text, "lm")  # fmt: skip
    elif kind == "tablet":
        for k in range(9):
            _word(pen, left + side + unit, top + k * unit, "Each row holds one queen only", 0.45
                  * unit, text, "lm")  # fmt: skip
    else:
        for word, x, anchor in (("12:07", 0.6, "lm"), ("5G 83%", 10, "rm")):
            _word(pen, x * unit, 0.4 * unit, word, 0.4 * unit, text, anchor)
        _word(pen, width / 2, 0.5 * top, "Queens", 0.9 * unit, text)
        pen.rounded_rectangle((left, 0.75 * top, left + 2.6 * unit, 0.75 * top + unit), 0.5 * unit,
                              _blend(paper, text, 0.12))  # fmt: skip
        _word(pen, left + 1.3 * unit, 0.75 * top + 0.5 * unit, "1:04", 0.5 * unit, text)
        pen.rectangle((left + 5 * unit, 0.85 * top, left + side, 0.88 * top), (70, 140, 220))
        low = top + side + 0.5 * unit
        if rng.random() < 0.5:  # a row of number buttons
            for k in range(10):
                u, v = left + k % 5 * 2 * unit, low + k // 5 * 1.5 * unit
                pen.rounded_rectangle((u + 3, v, u + 2 * unit - 3, v + 1.3 * unit), 6,
                                      _blend(paper, text, 0.15))  # fmt: skip
                _word(pen, u + unit, v + 0.65 * unit, str(k), 0.6 * unit, text)
        else:  # a banner
            for _ in range(30):
                u, v = float(rng.uniform(0, 9)), float(rng.uniform(0, 2))
                pen.rectangle(
                    (
                        left + u * unit,
                        low + v * unit,
                        left + (u + 1) * unit,
                        low + v * unit + 0.5 * unit,
                    ),
                    tuple(int(c) for c in rng.integers(0, 256, 3)),
                )
    page.paste(sheet, (left, top))
    return page, (left, top)


def _over(rng, image, corner, board, about):
    """Draw something over a board, as programs do."""
    kind, pitch, n = about["over"], about["pitch"], board.n
    x, y = corner
    side = n * pitch
    pen = ImageDraw.Draw(image, "RGBA")
    row, column = (int(k) for k in rng.integers(0, n, 2))

    def box(r, c, rows=1, columns=1, inset=0):
        return (
            x + c * pitch + inset,
            y + r * pitch + inset,
            x + (c + columns) * pitch - 1 - inset,
            y + (r + rows) * pitch - 1 - inset,
        )

    wide = max(2, round(0.07 * pitch))
    if kind == "selected":
        pen.rectangle(box(row, column), None, (30, 110, 240, 255), wide)
    elif kind == "line":  # the row and the column of one cell are shaded
        pen.rectangle(box(row, 0, 1, n), (90, 90, 110, 50))
        pen.rectangle(box(0, column, n, 1), (90, 90, 110, 50))
    elif kind == "hint":
        for _ in range(int(rng.integers(2, 6))):
            r, c = (int(k) for k in rng.integers(0, n, 2))
            pen.rectangle(box(r, c), (255, 235, 60, 90), (250, 160, 20, 255), wide)
    elif kind == "wrong":  # red stripes
        for _ in range(2):
            r, c = (int(k) for k in rng.integers(0, n, 2))
            u, v, *_ = box(r, c)
            for k in range(-pitch, pitch, max(4, pitch // 5)):
                low, high = max(0, k), min(pitch, pitch + k)
                pen.line((u + low, v + low - k, u + high - 1, v + high - k - 1), (215, 40, 40, 200),
                         max(1, pitch // 18))  # fmt: skip
    elif kind == "confetti":
        for _ in range(int(rng.integers(20, 80))):
            u, v = float(rng.uniform(0, side)), float(rng.uniform(0, side))
            s = float(rng.uniform(0.06, 0.2)) * pitch
            pen.rectangle((x + u, y + v, x + u + s, y + v + 1.5 * s),
                          (*(int(c) for c in rng.integers(0, 256, 3)), 255))  # fmt: skip
    elif kind == "dim":
        pen.rectangle((0, 0, *image.size), (0, 0, 0, int(rng.integers(60, 150))))
    elif kind in ("dialog", "toast"):
        if kind == "dialog":
            pen.rectangle((0, 0, *image.size), (0, 0, 0, 110))
        high = float(rng.uniform(0.3, 0.6) if kind == "dialog" else rng.uniform(0.08, 0.2)) * side
        broad = float(rng.uniform(0.3, 0.9)) * side
        u, v = float(rng.uniform(0, side - broad)), float(rng.uniform(0, side - high))
        paper = (40, 42, 48, 255) if rng.random() < 0.5 else (255, 255, 255, 255)
        if rng.random() < 0.3:  # in the colour of the cell
            paper = image.getpixel((int(x + (column + 0.2) * pitch), int(y + (row + 0.2) * pitch)))
        pen.rounded_rectangle((x + u, y + v, x + u + broad, y + v + high), 0.2 * pitch, paper)
        _word(pen, x + u + broad / 2, y + v + high / 2, "Well done!", min(0.5 * high, broad / 6),
              (128, 128, 128))  # fmt: skip
    elif kind == "cut":
        away = float(rng.uniform(0.2, 2.5)) * pitch
        edge = int(rng.integers(4))
        limits = [0, 0, *image.size]
        limits[edge] = int([x + away, y + away, x + side - away, y + side - away][edge])
        return image.crop(limits)
    return image


def _lit(rng, image, light):
    if light == "night":
        return Image.blend(image, Image.new("RGB", image.size, (255, 170, 90)), 0.25)
    if light == "gray":
        return image.convert("L").convert("RGB")
    if light == "bright":
        return ImageEnhance.Brightness(image).enhance(float(rng.uniform(0.5, 1.15)))
    if light == "moire":
        pixels = np.asarray(image, np.float32)
        y, x = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]].astype(np.float32)
        a, b = (float(k) for k in rng.uniform(0.3, 1.5, 2))
        wave = 5 * np.sin(a * x + 0.2 * y) + 4 * np.sin(b * y - 0.1 * x)
        fall = 1 - 0.25 * (x / x.max()) * (y / y.max())
        pixels = pixels * fall[..., None] + wave[..., None] + rng.normal(0, 3, pixels.shape)
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        image = image.rotate(float(rng.uniform(-2, 2)), Image.Resampling.BICUBIC, expand=True,
                             fillcolor=image.getpixel((1, 1)))  # fmt: skip
        return image.filter(ImageFilter.GaussianBlur(0.6))
    return image


def _packed(rng, image, form):
    """Encode the picture as a file."""
    quality = int(rng.integers(40, 93))

    def saved(image, kind, **options):
        file = io.BytesIO()
        image.save(file, kind, **options)
        return file.getvalue()

    def exif():
        turned = image.transpose(Image.Transpose.ROTATE_90)
        about = turned.getexif()
        about[0x0112] = 6
        return saved(turned, "JPEG", quality=quality, exif=about)

    def twice():
        first = Image.open(io.BytesIO(saved(image, "JPEG", quality=quality)))
        return saved(first, "JPEG", quality=int(rng.integers(40, 93)))

    ways: dict[str, Callable[[], bytes]] = {
        "JPEG": lambda: saved(image, "JPEG", quality=quality),
        "twice": twice,
        "WEBP": lambda: saved(image, "WEBP", quality=quality),
        "GIF": lambda: saved(image, "GIF"),
        "BMP": lambda: saved(image, "BMP"),
        "P": lambda: saved(image.quantize(64), "PNG"),
        "RGBA": lambda: saved(image.convert("RGBA"), "PNG"),
        "CMYK": lambda: saved(image.convert("CMYK"), "JPEG", quality=quality),
        "EXIF": exif,
        "L": lambda: saved(
            Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257), "PNG"
        ),
        "PNG": lambda: saved(image, "PNG"),
    }
    return ways[form]()
