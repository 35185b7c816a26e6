"""Read boards from screenshots and photos; needs Pillow and OpenCV."""

from fastqueens.queens.vision.detect import (
    PICTURE,
    Detection,
    grid_from_detection,
)
from fastqueens.queens.vision.load import ENDINGS, MAX_BYTES, Picture, is_picture
from fastqueens.queens.vision.page import detect_boards, detect_only_board, grid_from_image

__all__ = [
    "ENDINGS",
    "MAX_BYTES",
    "PICTURE",
    "Detection",
    "Picture",
    "detect_boards",
    "detect_only_board",
    "grid_from_detection",
    "grid_from_image",
    "is_picture",
]
