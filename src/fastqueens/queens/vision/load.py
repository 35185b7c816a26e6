"""Pictures from files, bytes, Pillow and arrays, as an array of red, green and blue."""

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
    "LONGEST",
    "MAX_BYTES",
    "MAX_PIXELS",
    "Picture",
    "Pixels",
    "is_picture",
    "need_image",
    "open_picture",
]

Pixels: TypeAlias = NDArray[np.uint8]
Picture: TypeAlias = "str | os.PathLike[str] | bytes | Image | NDArray[Any]"

MAX_BYTES = limits.PICTURE
MAX_PIXELS = limits.PIXELS
LONGEST = 4000  # pixels of the longer side; larger pictures are reduced by a whole number
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
_SMALLEST = 32


def need_image() -> None:
    """Raise an `ImportError` that says what to install, where Pillow or OpenCV is not there."""
    try:
        import cv2  # noqa: F401
        import PIL  # noqa: F401
    except ImportError as error:
        raise ImportError(
            f"reading pictures needs {error.name or 'more'}: "
            "pip install pillow opencv-python-headless"
        ) from error


def is_picture(data: bytes) -> bool:
    r"""Tell whether bytes begin as one of the picture formats does.

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
    """Return the pixels of a picture, red, green and blue; what is see-through lies on white.

    Parameters
    ----------
    picture : path, bytes, Pillow image or ndarray
        A PNG, JPEG, WebP, BMP or GIF file, of which the first frame counts, its content, or an
        array of shape (height, width), (height, width, 3) or (height, width, 4) of uint8.
    source : str, optional
        The name that errors give to the picture; of a path the path.

    Returns
    -------
    ndarray of uint8, shape (height, width, 3)

    Raises
    ------
    InputError
        For anything else, pictures of too many pixels, and broken ones.

    Examples
    --------
    >>> open_picture(np.zeros((40, 50), np.uint8)).shape
    (40, 50, 3)
    >>> open_picture(b"AABB")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found no picture, expected PNG, JPEG, WEBP, BMP or GIF
    """
    need_image()
    from PIL import Image

    if isinstance(picture, np.ndarray):
        pixels = _of_array(picture)
    elif isinstance(picture, Image.Image):
        pixels = _unpack(picture, source)
    else:
        if isinstance(picture, bytes | bytearray | memoryview):
            data = bytes(picture)
        elif isinstance(picture, str | os.PathLike):
            data = read_file(picture, "a picture", MAX_BYTES)
            source = source or os.fsdecode(picture)
        else:
            expected = "a path, bytes, a Pillow image or an array"
            raise InputError(f"found {quote(picture)}, expected {expected}", source=source)
        pixels = _of_bytes(data, source)
    height, width = pixels.shape[:2]
    if min(height, width) < _SMALLEST:
        raise InputError(
            f"found a picture of {width} x {height} pixels, expected {_SMALLEST} or more each way",
            source=source,
        )
    return pixels


def _of_array(array: NDArray[Any]) -> Pixels:
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
        raise _too_many(array.shape[1], array.shape[0], None)
    if array.ndim == 2:
        array = array[..., None]
    if array.shape[2] == 4:
        alpha = array[..., 3:].astype(np.uint16)
        array = ((array[..., :3] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
    if array.shape[2] == 1:
        array = np.repeat(array, 3, axis=2)
    step = _reduction(max(array.shape[:2], default=0))
    return np.ascontiguousarray(array[::step, ::step])


def _of_bytes(data: bytes, source: str | None) -> Pixels:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large pictures, which are refused below
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
    except Image.DecompressionBombError as error:
        raise InputError(f"found too large a picture: {error}", source=source) from None
    except UnidentifiedImageError:
        expected = f"{', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}"
        raise InputError(f"found no picture, expected {expected}", source=source) from None
    except Exception as error:  # Pillow's readers let through what struct, zlib and others raise
        raise InputError(f"found a broken picture: {error}", source=source) from None
    return _unpack(image, source)


def _unpack(image: Image, source: str | None) -> Pixels:
    from PIL import Image as images
    from PIL import ImageOps

    width, height = image.size
    if width * height > MAX_PIXELS:
        raise _too_many(width, height, source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of broken metadata
            step = _reduction(max(width, height))
            if step > 1 and image.format == "JPEG":
                image.draft("RGB", (width // step, height // step))
            turned = ImageOps.exif_transpose(image)
            if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
                coloured = turned.convert("RGBA")
                turned = images.new("RGBA", turned.size, "white")
                turned.alpha_composite(coloured)
            elif turned.mode.startswith("I;16"):
                turned = turned.point(lambda x: x / 256).convert("L")
            turned = turned.convert("RGB")
            step = _reduction(max(turned.size))
            if step > 1:
                turned = turned.reduce(step)
            return np.array(turned)
    except Exception as error:  # see above
        raise InputError(f"found a broken picture: {error}", source=source) from None


def _reduction(longest: int) -> int:
    return -(-longest // LONGEST)


def _too_many(width: int, height: int, source: str | None) -> InputError:
    return InputError(
        f"found a picture of {width:,} x {height:,} pixels, expected at most {MAX_PIXELS:,}",
        source=source,
    )
