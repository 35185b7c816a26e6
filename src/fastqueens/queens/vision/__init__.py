"""Read boards from screenshots and photos; needs Pillow and OpenCV."""

from fastqueens.queens.vision.detect import (
    PICTURE,
    Detection,
    detect_board,
    grid_from_detection,
    grid_from_image,
)
from fastqueens.queens.vision.load import ENDINGS, MAX_BYTES, Picture, is_picture

__all__ = [
    "ENDINGS",
    "MAX_BYTES",
    "PICTURE",
    "Detection",
    "Picture",
    "detect_board",
    "grid_from_detection",
    "grid_from_image",
    "is_picture",
]
