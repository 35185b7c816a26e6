"""Boards read off screenshots and photos; needs Pillow and OpenCV."""

from fastqueens.queens.pictures.finding import PICTURE, Found, find_board, grid_from_image, grid_of
from fastqueens.queens.pictures.opening import ENDINGS, MOST_BYTES, Picture, is_picture

__all__ = [
    "ENDINGS",
    "MOST_BYTES",
    "PICTURE",
    "Found",
    "Picture",
    "find_board",
    "grid_from_image",
    "grid_of",
    "is_picture",
]
