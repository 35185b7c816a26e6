"""Load pictures from files, bytes, Pillow images and arrays as RGB arrays."""

from __future__ import annotations

import io
import os
import warnings
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.input import read_file
from fastqueens.results import InputError
from fastqueens.validation import quote

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "ENDINGS",
    "MAX_BYTES",
    "MAX_PIXELS",
    "MAX_SIDE",
    "Picture",
    "Pixels",
    "is_picture",
    "open_picture",
    "require_image_packages",
]

Pixels: TypeAlias = NDArray[np.uint8]
Picture: TypeAlias = "str | os.PathLike[str] | bytes | Image | NDArray[Any]"

MAX_BYTES = limits.PICTURE
MAX_PIXELS = limits.PIXELS
MAX_SIDE = 4000  # pixels of the longer side; larger pictures are scaled down by a whole factor
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
_MIN_SIDE = 32


def require_image_packages() -> None:
    """Raise an `ImportError` that names the packages to install if one is missing."""
    try:
        import cv2  # noqa: F401
        import PIL  # noqa: F401
    except ImportError as error:
        raise ImportError(
            f"reading pictures needs {error.name or 'more packages'}: "
            "pip install pillow opencv-python-headless"
        ) from error


def is_picture(data: bytes) -> bool:
    r"""Return whether bytes begin with the signature of a supported picture format.

    Examples
    --------
    >>> is_picture(b"\x89PNG\r\n\x1a\n..."), is_picture(b"AABB\nAABB\n"), is_picture(b"BMW")
    (True, False, False)
    """
    head = data[:16]
    return (
        head.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a"))
        or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")
        or (head[:2] == b"BM" and len(head) > 9 and head[6:10] == b"\0\0\0\0")
    )


def open_picture(picture: Picture, *, source: str | None = None) -> Pixels:
    """Return the RGB pixels of a picture; transparent pixels are blended with white.

    Examples
    --------
    >>> open_picture(np.zeros((40, 50), np.uint8)).shape
    (40, 50, 3)
    >>> open_picture(b"AABB")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found no picture, expected PNG, JPEG, WEBP, BMP or GIF
    """
    require_image_packages()
    from PIL import Image

    if isinstance(picture, np.ndarray):
        pixels = _from_array(picture)
    elif isinstance(picture, Image.Image):
        pixels = _from_pillow(picture, source)
    else:
        if isinstance(picture, bytes | bytearray | memoryview):
            data = bytes(picture)
        elif isinstance(picture, str | os.PathLike):
            data = read_file(picture, "a picture", MAX_BYTES)
            source = source or os.fsdecode(picture)
        else:
            expected = "a path, bytes, a Pillow image or an array"
            raise InputError(f"found {quote(picture)}, expected {expected}", source=source)
        pixels = _from_bytes(data, source)
    height, width = pixels.shape[:2]
    if min(height, width) < _MIN_SIDE:
        raise InputError(
            f"found a picture of {width} x {height} pixels, expected {_MIN_SIDE} or more each way",
            source=source,
        )
    return pixels


def _from_array(array: NDArray[Any]) -> Pixels:
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or array.shape[2:] not in (
        (), (1,), (3,), (4,)
    ):  # fmt: skip
        raise InputError(
            f"found an array of {array.dtype} of shape {array.shape}, expected uint8 of shape "
            "(height, width), (height, width, 3) or (height, width, 4)"
        )
    if not array.size:
        raise InputError(f"found a picture without pixels, of shape {array.shape}, expected some")
    if array.shape[0] * array.shape[1] > MAX_PIXELS:
        raise _too_many_pixels(array.shape[1], array.shape[0], None)
    if array.ndim == 2:
        array = array[..., None]
    if array.shape[2] == 4:
        alpha = array[..., 3:].astype(np.uint16)
        array = ((array[..., :3] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
    if array.shape[2] == 1:
        array = np.repeat(array, 3, axis=2)
    step = _reduction(max(array.shape[:2], default=0))
    return np.ascontiguousarray(array[::step, ::step])


def _from_bytes(data: bytes, source: str | None) -> Pixels:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pictures that are too large are refused below
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
    except Image.DecompressionBombError as error:
        raise InputError(f"found too large a picture: {error}", source=source) from None
    except UnidentifiedImageError:
        expected = f"{', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}"
        raise InputError(f"found no picture, expected {expected}", source=source) from None
    except Exception as error:  # Pillow does not wrap errors of struct and zlib
        raise InputError(f"found a broken picture: {error}", source=source) from None
    return _from_pillow(image, source)


def _from_pillow(image: Image, source: str | None) -> Pixels:
    from PIL import Image as images
    from PIL import ImageOps

    width, height = image.size
    if width * height > MAX_PIXELS:
        raise _too_many_pixels(width, height, source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about broken metadata
            step = _reduction(max(width, height))
            if step > 1 and image.format == "JPEG":
                image.draft("RGB", (width // step, height // step))
            upright = ImageOps.exif_transpose(image)
            if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
                coloured = upright.convert("RGBA")
                upright = images.new("RGBA", upright.size, "white")
                upright.alpha_composite(coloured)
            elif upright.mode.startswith("I;16"):
                upright = upright.point(lambda x: x / 256).convert("L")
            upright = upright.convert("RGB")
            step = _reduction(max(upright.size))
            if step > 1:
                upright = upright.reduce(step)
            return np.array(upright)
    except Exception as error:  # Pillow's decoders raise errors of many types
        raise InputError(f"found a broken picture: {error}", source=source) from None


def _reduction(longest: int) -> int:
    return -(-longest // MAX_SIDE)


def _too_many_pixels(width: int, height: int, source: str | None) -> InputError:
    return InputError(
        f"found a picture of {width:,} x {height:,} pixels, expected at most {MAX_PIXELS:,}",
        source=source,
    )
