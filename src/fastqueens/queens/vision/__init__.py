"""Boards read off screenshots and photos; needs Pillow and OpenCV."""

from fastqueens.queens.vision.detect import PICTURE, Detection, find_board, grid_from_image, grid_of
from fastqueens.queens.vision.load import ENDINGS, MAX_BYTES, Picture, is_picture

__all__ = [
    "ENDINGS",
    "MAX_BYTES",
    "PICTURE",
    "Detection",
    "Picture",
    "find_board",
    "grid_from_image",
    "grid_of",
    "is_picture",
]
