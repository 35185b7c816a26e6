"""Load pictures from files, bytes, Pillow images and arrays as RGB arrays."""

from __future__ import annotations

import io
import os
import sys
import warnings
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.extras import extra
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
    "read_picture",
    "require_image_packages",
]

Pixels: TypeAlias = NDArray[np.uint8]
Picture: TypeAlias = "str | os.PathLike[str] | bytes | Image | NDArray[Any]"

MAX_BYTES = limits.PICTURE
MAX_PIXELS = limits.PIXELS
# Larger pictures are scaled down by a whole factor. The detection needs about 20 bytes a pixel.
MAX_SIDE = 4000  # pixels of the longer side
_MAX_AREA = 9_200_000  # pixels; a 4K screen and an A4 page of 300 dpi have less
_BAND = 1 << 17  # pixels that are converted to RGB at a time
_ORIENTATION = 0x0112  # the EXIF tag that says how the camera was turned
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
_MIN_SIDE = 32


def require_image_packages() -> None:
    """Raise `MissingExtra` if Pillow or OpenCV is not installed."""
    with extra("image", "reading pictures needs Pillow and OpenCV"):
        _read_ahead("cv2")
        import cv2  # noqa: F401
        import PIL  # noqa: F401


def _read_ahead(package: str) -> None:
    """Read the shared libraries of a package into the file cache, before the first import.

    The import of a library holds the GIL while the system reads it from the disk: 200 ms for
    OpenCV. Reading a file releases the GIL, so that other threads run meanwhile.
    """
    if package in sys.modules or (spec := find_spec(package)) is None:
        return
    for folder in map(Path, spec.submodule_search_locations or ()):
        for library in (*folder.glob(f"{package}*"), *folder.parent.glob("opencv*.libs/*")):
            if library.suffix in (".so", ".pyd", ".dylib") or ".so." in library.name:
                with suppress(OSError), library.open("rb", buffering=0) as file:
                    buffer = bytearray(1 << 20)
                    while file.readinto(buffer):
                        pass


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

    picture, source = read_picture(picture, source)
    if isinstance(picture, np.ndarray):
        pixels = _from_array(picture)
    elif isinstance(picture, Image.Image):
        pixels = _from_pillow(picture, source)
    else:
        if isinstance(picture, bytes | bytearray | memoryview):
            data = bytes(picture)
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


def read_picture(picture: Picture, source: str | None) -> tuple[Picture, str | None]:
    """Replace a path by the content of the file, and return the name of the picture for errors."""
    if isinstance(picture, str | os.PathLike):
        return read_file(picture, "a picture", MAX_BYTES), source or os.fsdecode(picture)
    return picture, source


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
    step = _reduction(array.shape[1], array.shape[0])
    array = array[::step, ::step]
    if array.ndim == 2:
        array = array[..., None]
    if array.shape[2] == 4:
        array = _without_alpha(array)
    if array.shape[2] == 1:
        array = np.repeat(array, 3, axis=2)
    return np.ascontiguousarray(array)


def _without_alpha(pixels: Pixels) -> Pixels:
    """Blend RGBA pixels with white; only rows with transparent pixels need arithmetic."""
    import cv2

    found: Pixels = cv2.cvtColor(pixels, cv2.COLOR_RGBA2RGB)
    rows = np.flatnonzero(pixels[..., 3].min(axis=1) < 255)
    for part in np.array_split(rows, 1 + rows.size * pixels.shape[1] // _BAND):
        alpha = pixels[part, :, 3:].astype(np.uint16)
        found[part] = (pixels[part, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255
    return found


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
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise _too_many_pixels(width, height, source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about broken metadata
            step = _reduction(width, height)
            if step > 1 and image.format == "JPEG":
                image.draft("RGB", (width // step, height // step))
            needed = _decoder_bytes(image, width * height)
            if needed <= limits.DECODED:
                return _to_upright_rgb(image)
    except Exception as error:  # Pillow's decoders raise errors of many types
        raise InputError(f"found a broken picture: {error}", source=source) from None
    raise InputError(
        f"found a {image.format} picture of {width:,} x {height:,} pixels that needs "
        f"{needed >> 20} MiB to decode, expected at most {limits.DECODED >> 20} MiB",
        source=source,
    )


def _decoder_bytes(image: Image, full_size: int) -> int:
    """Return the bytes that Pillow needs to decode a picture; none for a picture in memory.

    `full_size` is the number of pixels in the file; a JPEG can be decoded at a smaller size.
    """
    if image.format is None:
        return 0
    if image.format == "WEBP":  # libwebp needs three more copies of the picture
        return 16 * full_size
    pixel = {"1": 1, "L": 1, "P": 1, "I;16": 2}.get(image.mode, 4)
    needed = pixel * image.width * image.height
    if image.info.get("progressive"):  # all coefficients are kept until the last scan is read
        needed += 3 * full_size
    return needed


def _to_upright_rgb(image: Image) -> Pixels:
    """Scale a picture down, blend it with white and turn it upright.

    The picture is converted band by band, because a whole copy of a large picture takes too much
    memory.
    """
    step = _reduction(*image.size)
    width, height = image.size
    rows = max(1, _BAND // width // step)
    pixels = np.empty((-(-height // step), -(-width // step), 3), np.uint8)
    for row in range(0, len(pixels), rows):
        bottom = min((row + rows) * step, height)
        band = _blend_with_white(image.crop((0, row * step, width, bottom)))
        pixels[row : row + rows] = band if step == 1 else _reduce(band, step)
    return np.ascontiguousarray(_turn_upright(pixels, image.getexif().get(_ORIENTATION, 1)))


def _turn_upright(pixels: Pixels, orientation: int) -> Pixels:
    """Turn and mirror a picture by the orientation in its EXIF data, 1 to 8."""
    if orientation in (5, 6, 7, 8):
        pixels = pixels.swapaxes(0, 1)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return pixels


def _blend_with_white(image: Image) -> Pixels:
    """Return the RGB pixels of a band of a picture; transparent pixels are blended with white."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        return _without_alpha(np.asarray(image if image.mode == "RGBA" else image.convert("RGBA")))
    if image.mode.startswith("I;16"):
        image = image.point(lambda x: x / 256).convert("L")
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))


def _reduce(pixels: Pixels, step: int) -> Pixels:
    from PIL import Image

    return np.asarray(Image.fromarray(pixels).reduce(step))


def _reduction(width: int, height: int) -> int:
    """Return the factor by which a picture is scaled down."""
    step = -(-max(width, height) // MAX_SIDE)
    while width * height > _MAX_AREA * step**2:
        step += 1
    return step


def _too_many_pixels(width: int, height: int, source: str | None) -> InputError:
    return InputError(
        f"found a picture of {width:,} x {height:,} pixels, expected at most {MAX_PIXELS:,}",
        source=source,
    )
