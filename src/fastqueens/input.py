"""Reading files and bytes of any puzzle: sizes, UTF-8, JSON, and the place of every error."""

from __future__ import annotations

import io
import math
import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.results import InputError
from fastqueens.validation import describe, quote

__all__ = [
    "JSON_OBJECT",
    "JSON_START",
    "MAX_BYTES",
    "check_size",
    "decode",
    "error_at",
    "find_path",
    "is_npy",
    "load_json",
    "plain",
    "read_file",
    "read_npy",
]


MAX_BYTES = limits.BOARD
_Path = list[str | int | None]


def read_file(path: str | os.PathLike[str], expected: str, most: int) -> bytes:
    """Read a file, whatever it holds.

    Parameters
    ----------
    path : str or path-like
        The file.
    expected : str
        What it should hold, for the error of one that is too large.
    most : int
        How many bytes it may have.

    Raises
    ------
    InputError
        If the file cannot be read or is too large. It names the file.

    Examples
    --------
    >>> read_file("no/such/puzzle.txt", "a puzzle", 1000)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/puzzle.txt: cannot read the file: \
No such file or directory
    """
    if not isinstance(path, str | bytes | os.PathLike):  # Python opens a number, as a descriptor
        raise InputError(f"found {quote(path)}, expected the path of a file")
    source = os.fsdecode(path)
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            # Pipes and devices have no size, so the reading is bounded as well.
            data = b"" if size > most else file.read(most + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot read the file: {reason}", source=source) from error
    except ValueError as error:  # a path with a NUL in it
        raise InputError(f"cannot read the file: {error}", source=repr(source)) from error
    if size > most:
        raise _too_large(f"{size:,} bytes", expected, most, source)
    return check_size(data, expected, most, source=source)


def check_size(data: bytes, expected: str, most: int, *, source: str | None = None) -> bytes:
    """Return the bytes that were given, or raise `InputError` if there are more than `most`.

    Examples
    --------
    >>> check_size(b"1 2 3", "a puzzle", 4)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found more than 4 bytes, expected a puzzle, at most 4 bytes
    """
    if len(data) > most:
        raise _too_large(f"more than {most:,} bytes", expected, most, source)
    return data


def _too_large(found: str, expected: str, most: int, source: str | None) -> InputError:
    return InputError(f"found {found}, expected {expected}, at most {most:,} bytes", source=source)


# How a document begins that is surely JSON, and one that is rather JSON than a text board with
# brackets in it. The single quote is there for what Python's print() makes of a list.
JSON_OBJECT = re.compile(r'[\s\[]*+\{\s*+"')
JSON_START = re.compile(r"""[\s\[{]*+(?:["'\]}]|-?\d+\s*[,\]])""")
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)  # linear, on broken JSON too


def load_json(text: str, source: str | None) -> object:
    """Parse strictly: no repeated keys, no NaN, no integers of thousands of digits."""
    import json

    def literal(token: str, what: str, expected: str) -> InputError:
        return error_at(_find(token, text), f"found {what}, expected {expected}", text, source)

    def constant(token: str) -> object:
        raise literal(token, token, "a number that JSON allows")

    def integer(token: str) -> int:
        digits = len(token.lstrip("-"))
        if digits > limits.DIGITS:
            raise literal(
                token, f"an integer of {digits} digits", f"at most {limits.DIGITS} digits"
            )
        return int(token)

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        result = dict(items)
        if len(result) < len(items):
            at, key = _find_repeated(text)
            message = f"found the key {describe(key)} again, expected each key once in an object"
            raise error_at(at, message, text, source)
        return result

    if not text.strip():
        raise error_at(0, "found nothing, expected JSON", text, source)
    _check_levels(text, source)
    try:
        return json.loads(text, parse_constant=constant, parse_int=integer, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        found = repr(text[error.pos]) if error.pos < len(text) else "the end of the text"
        more = error.msg == "Extra data"  # a .jsonl file, most likely
        advice = "; expected one board, as x.jsonl:3 is for the third line of x.jsonl" * more
        raise InputError(
            f"found invalid JSON at {found}: {error.msg}{advice}",
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from error
    except RecursionError as error:  # how deep Python can go depends on who called
        raise _too_deep(0, text, source) from error


def _check_levels(text: str, source: str | None) -> None:
    """Refuse JSON that is nested deeper than any puzzle, before Python's parser is in it."""
    if text.count("[") + text.count("{") <= limits.JSON_LEVELS:
        return
    level = 0
    for found in _BRACKET.finditer(text):
        if found[0] in "[{":
            level += 1
            if level > limits.JSON_LEVELS:
                raise _too_deep(found.start(), text, source)
        elif found[0] in "]}":
            level -= 1


def _too_deep(offset: int, text: str, source: str | None) -> InputError:
    message = (
        f"found lists or objects nested too deep, expected at most {limits.JSON_LEVELS} levels"
    )
    return error_at(offset, message, text, source)


def _walk(text: str) -> Iterator[tuple[_Path, int, str]]:
    """Yield the path, the offset and the first token of each value of a JSON text, in order.

    The text must be valid up to the value that the caller looks for. The path is one list that
    changes from value to value.
    """
    import json

    path: _Path = []  # in an object that waits for a key, the last part is None
    for match in _JSON_TOKEN.finditer(text):
        token = match[0]
        if token == ":":
            continue
        if token == ",":
            last = path[-1]
            path[-1] = last + 1 if isinstance(last, int) else None
        elif token in "]}":
            path.pop()
        elif path and path[-1] is None:
            path[-1] = json.loads(token)
        else:
            yield path, match.start(), token
            if token in "[{":
                path.append(0 if token == "[" else None)


def find_path(text: str, path: Sequence[str | int]) -> int:
    """Return the offset of the value at `path`, or of the innermost one that exists."""
    offset = 0
    for here, at, _ in _walk(text):
        if len(here) <= len(path) and here == list(path[: len(here)]):
            offset = at
            if len(here) == len(path):
                break
    return offset


def _find(token: str, text: str) -> int:
    """Return the offset of a number or name of a JSON text, the first outside strings.

    The text must be valid up to there; what follows may be anything.
    """
    # An integer may begin a number with a fraction or an exponent, which is another one.
    whole = r"(?!\.\d|[eE][+-]?\d)" if token[-1].isdigit() else ""
    pattern = rf'"(?:[^"\\]|\\.)*"|(?<![\w.+-]){re.escape(token)}{whole}'
    # StopIteration would be a sign to the decoder, which calls this.
    return next((x.start() for x in re.finditer(pattern, text) if x[0] == token), 0)


def _find_repeated(text: str) -> tuple[int, str]:
    """Return the offset of the first value that has a key its object has already, and the key."""
    import json

    seen: list[set[str]] = []  # the keys of each object that is open, an empty set for a list
    key = ""
    repeated = False
    before = ""
    for match in _JSON_TOKEN.finditer(text):
        token = match[0]
        if before == ":" and repeated:
            return match.start(), key
        if token in "[{":
            seen.append(set())
        elif token in "]}":
            seen.pop()
        elif token == ":":
            key = json.loads(before)
            repeated = key in seen[-1]
            seen[-1].add(key)
        before = token
    return 0, key


def error_at(offset: int, message: str, text: str, source: str | None) -> InputError:
    """Make the error for what stands at an offset of a text."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return InputError(message, source=source, line=line, column=column)


def plain(text: str) -> str:
    r"""Drop a byte order mark and make every line end a newline; no column changes.

    Examples
    --------
    >>> plain("\ufeffAB\r\nCD")
    'AB\nCD'
    >>> plain(b"AB")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found bytes, expected text (a str); from_bytes reads bytes
    """
    if not isinstance(text, str):
        if isinstance(text, bytes | bytearray | memoryview):
            raise InputError("found bytes, expected text (a str); from_bytes reads bytes")
        raise InputError(f"found {quote(text)}, expected text (a str)")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def decode(data: bytes, source: str | None) -> str:
    """Decode UTF-8, or say at which byte the data is no text."""
    if not isinstance(data, bytes | bytearray):
        advice = "; from_text reads text" if isinstance(data, str) else ""
        raise InputError(f"found {quote(data)}, expected bytes{advice}")
    offset, what = data.find(b"\0"), "the byte 0x00"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        offset, what = 0, "the mark of UTF-16"
    if offset < 0:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            offset, what = error.start, f"the byte 0x{data[error.start]:02x}"
    before = plain(data[:offset].decode(errors="replace"))
    message = f"found {what} at offset {offset} (counted from 0), expected text in UTF-8"
    raise error_at(len(before), message, before, source)


_NPY = b"\x93NUMPY"


def is_npy(data: bytes) -> bool:
    r"""Whether data is a file of NumPy.

    Examples
    --------
    >>> is_npy(b"\x93NUMPY\x01\x00"), is_npy(b"AB")
    (True, False)
    """
    return data.startswith(_NPY)


def read_npy(data: bytes, source: str | None) -> NDArray[Any]:
    r"""Read the array of a ``.npy`` file: integers or strings, and no objects.

    Parameters
    ----------
    data : bytes
        The content of the file.
    source : str or None
        The name that errors give to it.

    Returns
    -------
    ndarray

    Raises
    ------
    InputError
        For what is no such file, or one of other things, or cut off.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> np.save(file, np.array([[1, 2], [1, 2]]))
    >>> read_npy(file.getvalue(), None).tolist()
    [[1, 2], [1, 2]]
    """

    def fail(found: str) -> InputError:
        return InputError(
            f"found {found}, expected an array as numpy.save writes it", source=source
        )

    if not is_npy(data):
        raise fail("no file of NumPy")
    stream = io.BytesIO(data)
    readers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    try:
        version = np.lib.format.read_magic(stream)
        if version not in readers:
            raise fail(f"version {version[0]}.{version[1]} of the format")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            shape, by_column, dtype = readers[version](stream)
    except InputError:
        raise
    except Exception:  # the header is Python to NumPy: it may stumble over anything
        raise fail("a header that cannot be read") from None
    if dtype.kind not in "iuU" or not dtype.itemsize or dtype.subdtype is not None:
        raise InputError(f"found an array of {dtype}, expected integers or strings", source=source)
    # Before anything is allocated: the header may promise more than there is.
    left, wanted = len(data) - stream.tell(), math.prod(shape) * dtype.itemsize
    if min(shape, default=0) < 0 or left != wanted:
        raise fail(f"{left:,} bytes for an array of {wanted:,}")
    cells = np.frombuffer(data, dtype, offset=stream.tell())
    if dtype.kind == "U" and cells.size:
        codes = np.frombuffer(data, f"{dtype.byteorder}u4", offset=stream.tell())
        if codes.max() > sys.maxunicode:
            raise fail("a string that is no Unicode")
    return cells.reshape(shape, order="F" if by_column else "C")
