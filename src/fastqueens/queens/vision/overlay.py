"""Draw a detected board over its picture."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np

from fastqueens.queens.grid.grid import letters_for
from fastqueens.queens.vision.grid_lines import Lattice

if TYPE_CHECKING:
    from fastqueens.queens.vision.detect import Detection

__all__ = ["draw_detection"]

_LINE, _HALO, _DOUBTFUL = (200, 0, 190), (255, 255, 255), (255, 0, 0)


def draw_detection(found: Detection) -> bytes:
    """Draw regions, letters, queens, marks and doubtful cells over the picture, as a PNG."""
    from PIL import Image, ImageDraw, ImageFont

    n, regions = found.n, found.regions
    lattice = Lattice(n, found.matrix, 0.0, 0)
    ends = lattice.pixels(np.array([[0, 0], [n, n]], float))
    pitch = float(np.ptp(ends, axis=0).mean()) / n
    fine = max(1, round(28 / pitch))  # enlarge small cells so that their letters are legible
    image = Image.fromarray(found.pixels)
    image = image.resize((image.width * fine, image.height * fine))
    draw = ImageDraw.Draw(image)
    width = max(2, round(0.07 * pitch * fine))

    def to_pixels(*points: tuple[float, float]) -> list[tuple[float, float]]:
        """Map (column, row) points to pixels of the drawing."""
        spots = (lattice.pixels(np.array(points, float)) + 0.5) * fine
        return [(float(x), float(y)) for x, y in spots]

    lines = [to_pixels((0, 0), (n, 0), (n, n), (0, n), (0, 0))]
    for row in range(n):
        for column in range(n):
            if column + 1 < n and regions[row, column] != regions[row, column + 1]:
                lines.append(to_pixels((column + 1, row), (column + 1, row + 1)))
            if row + 1 < n and regions[row, column] != regions[row + 1, column]:
                lines.append(to_pixels((column, row + 1), (column + 1, row + 1)))
    for colour, more in ((_HALO, 2), (_LINE, 0)):
        for line in lines:
            draw.line(line, colour, width + more, "curve")
    letters = letters_for(n)
    font = ImageFont.load_default(max(9, 0.3 * pitch * fine))
    for (row, column), region in np.ndenumerate(regions):
        spot = to_pixels((column + 0.1, row + 0.08))[0]
        draw.text(spot, letters[region], (0, 0, 0), font, stroke_width=2, stroke_fill=_HALO)
    for row, column in found.queens:
        box = to_pixels((column + 0.15, row + 0.15), (column + 0.85, row + 0.85))
        draw.ellipse((*box[0], *box[1]), outline=_LINE, width=width)
    for row, column in found.marks:
        draw.line(to_pixels((column + 0.3, row + 0.3), (column + 0.7, row + 0.7)), _LINE, width)
        draw.line(to_pixels((column + 0.7, row + 0.3), (column + 0.3, row + 0.7)), _LINE, width)
    for row, column in found.doubtful:
        low, high = 0.08, 0.92
        frame = [(low, low), (high, low), (high, high), (low, high), (low, low)]
        draw.line(to_pixels(*((column + x, row + y) for x, y in frame)), _DOUBTFUL, width)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
