"""Input of every puzzle: reading files within limits, UTF-8, JSON, and the place of an error."""

from __future__ import annotations

import io
import math
import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.results import InputError
from fastqueens.validation import describe, did_you_mean, quote

__all__ = [
    "JSON_OBJECT",
    "JSON_START",
    "MAX_BYTES",
    "Input",
    "begins_like_json",
    "check_bytes",
    "check_path",
    "check_size",
    "check_text",
    "decode_utf8",
    "error_at",
    "find_json_path",
    "hide_comments",
    "is_npy",
    "load_json",
    "normalise_text",
    "open_file",
    "read_file",
    "read_npy",
    "too_large",
]


MAX_BYTES = limits.BOARD
_MAX_LISTED = 10_000  # files of a folder that are compared with the name of a missing file
_HEAD = 1 << 16  # bytes that are enough to recognise a format
_Path = list[str | int | None]


class Input:
    r"""A file's content, a text or a decoded JSON document; decoded only once.

    Parameters
    ----------
    content : bytes, str or object
        Bytes and text are decoded when `text` or `document` is used for the first time. Any other
        object is the JSON document itself.
    source : str, optional
        The name of the input in error messages.
    line : int
        The line of the source on which the content begins, counted from 1.

    Examples
    --------
    >>> Input(b"\xef\xbb\xbfAB\r\nAB").text
    'AB\nAB'
    >>> Input('{"regions": ["A"]}').document == Input({"regions": ["A"]}).document
    True
    """

    def __init__(
        self, content: bytes | str | object, source: str | None = None, *, line: int = 1
    ) -> None:
        self.content = bytes(content) if isinstance(content, bytearray) else content
        self.source = source
        self.line = line
        self._error: InputError | None = None  # states why the text is not JSON

    @cached_property
    def data(self) -> bytes:
        """The content as bytes; no bytes for a decoded document."""
        if isinstance(self.content, str):
            return self.content.encode(errors="surrogatepass")
        return self.content if isinstance(self.content, bytes) else b""

    @cached_property
    def text(self) -> str:
        """The content as text, without a byte order mark and with newlines only."""
        if isinstance(self.content, str):
            return normalise_text(self.content)
        return normalise_text(decode_utf8(self.data, self.source, self.line))

    @property
    def document(self) -> Any:
        """The content as a JSON document; raises `InputError` if it is not JSON."""
        if self._error is not None:
            raise self._error
        return self._document

    @property
    def is_json(self) -> bool:
        """Whether the content is a JSON document."""
        try:
            _ = self.document
        except InputError:
            return False
        return True

    @cached_property
    def _document(self) -> object:
        if not isinstance(self.content, bytes | str):
            return self.content
        try:
            return load_json(self.text, self.source, self.line)
        except InputError as error:
            self._error = error
            raise

    @cached_property
    def lines(self) -> list[tuple[int, bytes]]:
        """The lines that are not blank, each with its number."""
        lines = enumerate(self.data.split(b"\n"), self.line)
        return [(number, line.strip()) for number, line in lines if line.strip()]

    @cached_property
    def head(self) -> list[str]:
        """The lines of the first 64 KiB that are neither blank nor comments."""
        text = normalise_text(self.data[:_HEAD].decode(errors="replace"))
        lines = [line.strip() for line in text.split("\n") if line.strip(" \t")]
        return [line for line in lines if not line.startswith("#")]

    def error_at(self, message: str, offset: int) -> InputError:
        """Make the error for the place at an offset of `text`."""
        return error_at(offset, message, self.text, self.source, self.line)

    def error_in_document(self, message: str, path: Sequence[str | int]) -> InputError:
        """Make the error for the value at a path of `document`."""
        if not isinstance(self.content, bytes | str):
            return InputError(message, source=self.source)
        return self.error_at(message, find_json_path(self.text, path))


def read_file(path: str | os.PathLike[str], expected: str, most: int) -> bytes:
    """Read a file of any kind, within a limit of bytes.

    Examples
    --------
    >>> read_file("no/such/puzzle.txt", "a puzzle", 1000)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/puzzle.txt: cannot read the file: \
No such file or directory
    """
    with open_file(path, expected, most) as file:
        # Pipes and devices have no size, so the read is bounded as well.
        data = file.read(most + 1)
    return check_size(data, expected, most, source=os.fsdecode(path))


def check_path(path: str | os.PathLike[str]) -> str:
    """Return a path as text; a number is none, although `open` accepts it as a file descriptor.

    Examples
    --------
    >>> check_path(b"boards.txt")
    'boards.txt'
    """
    if not isinstance(path, str | bytes | os.PathLike):
        raise InputError(f"found {quote(path)}, expected the path of a file")
    return os.fsdecode(path)


@contextmanager
def open_file(path: str | os.PathLike[str], expected: str, most: int) -> Iterator[BinaryIO]:
    """Open a file, and turn every error into an `InputError`; refuse a file above the limit."""
    source = check_path(path)
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > most:
                raise too_large(f"{size:,} bytes", expected, most, source)
            yield file
    except OSError as error:
        reason = error.strerror or str(error)
        if isinstance(error, FileNotFoundError):
            reason += _nearest_file(source)
        raise InputError(f"cannot read the file: {reason}", source=source) from error
    except ValueError as error:  # the path contains a NUL
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot read the file: {error}", source=repr(source)) from error


def _nearest_file(path: str) -> str:
    """Return the end of a message about a missing file: a file of the folder with a near name."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            files = [x.name for x in islice(entries, _MAX_LISTED) if x.is_file()]
    except OSError:
        return ""
    return did_you_mean(name, files)


def check_size(data: bytes, expected: str, most: int, *, source: str | None = None) -> bytes:
    """Return the data, or raise `InputError` if it has more than `most` bytes.

    Examples
    --------
    >>> check_size(b"1 2 3", "a puzzle", 4)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found more than 4 bytes, expected a puzzle, at most 4 bytes
    """
    if len(data) > most:
        raise too_large(f"more than {most:,} bytes", expected, most, source)
    return data


def too_large(found: str, expected: str, most: int, source: str | None) -> InputError:
    """Make the error for an input above a limit."""
    return InputError(f"found {found}, expected {expected}, at most {most:,} bytes", source=source)


# JSON_OBJECT matches the start of a document that is certainly JSON. JSON_START matches the start
# of a document that is probably JSON, and probably not a board that is drawn with brackets. It
# also accepts the single quotes that Python's print() writes in a list.
JSON_OBJECT = re.compile(r'[\s\[]*+\{\s*+"')
JSON_START = re.compile(r"""[\s\[{]*+(?:["'\]}]|-?\d+\s*[,\]])""")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*+"?|//[^\n]*', re.DOTALL)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)  # linear on broken JSON


def hide_comments(text: str) -> str:
    r"""Replace each comment of a JSON text by spaces, so that no other character moves.

    A comment begins with ``//`` outside of a string and ends with its line.

    Examples
    --------
    >>> hide_comments('["a//b"] // a list\n// the end')
    '["a//b"]          \n          '
    """
    if "//" not in text:
        return text
    return _STRING_OR_COMMENT.sub(
        lambda found: found[0] if found[0][0] == '"' else " " * len(found[0]), text
    )


def begins_like_json(text: str, brackets: str = "{") -> bool:
    r"""Whether a text begins with one of the brackets, after blanks and comments.

    Examples
    --------
    >>> begins_like_json("// a board\n[1]", "[{"), begins_like_json("[1]")
    (True, False)
    """
    return hide_comments(text).lstrip("\ufeff \t\r\n").startswith(tuple(brackets))


def load_json(text: str, source: str | None, line: int = 1) -> object:
    """Parse JSON, which may have ``//`` comments.

    Repeated keys, NaN and integers of thousands of digits are refused.
    """
    import json

    def fail(offset: int, message: str) -> InputError:
        return error_at(offset, message, text, source, line)

    def refuse_constant(token: str) -> object:
        message = f"found {token}, expected a number that JSON allows"
        raise fail(_find_token(token, text), message)

    def read_integer(token: str) -> int:
        digits = len(token.lstrip("-"))
        if digits > limits.DIGITS:
            message = f"found an integer of {digits} digits, expected at most {limits.DIGITS}"
            raise fail(_find_token(token, text), f"{message} digits")
        return int(token)

    def read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        result = dict(pairs)
        if len(result) < len(pairs):
            at, key = _find_repeated_key(text)
            message = f"found the key {describe(key)} again, expected each key once in an object"
            raise fail(at, message)
        return result

    text = hide_comments(text)
    if not text.strip():
        raise fail(0, "found nothing, expected JSON")
    if (deep := _find_too_deep(text)) is not None:
        raise fail(deep, _TOO_DEEP)
    try:
        return json.loads(
            text,
            parse_constant=refuse_constant,
            parse_int=read_integer,
            object_pairs_hook=read_object,
        )
    except json.JSONDecodeError as error:
        found = repr(text[error.pos]) if error.pos < len(text) else "the end of the text"
        several = error.msg == "Extra data"  # most likely a .jsonl file
        advice = "; expected one board; x.jsonl:3 is the board on line 3 of x.jsonl" * several
        raise InputError(
            f"found invalid JSON at {found}: {error.msg}{advice}",
            source=source,
            line=error.lineno + line - 1,
            column=error.colno,
        ) from error
    except RecursionError as error:  # Python's limit includes the stack of the caller
        raise fail(0, _TOO_DEEP) from error


_TOO_DEEP = f"found lists or objects nested too deep, expected at most {limits.JSON_LEVELS} levels"


def _find_too_deep(text: str) -> int | None:
    """Return the offset of the first bracket that is nested too deep; None if there is none.

    `load_json` calls this function before Python's parser, which would recurse into the brackets.
    """
    if text.count("[") + text.count("{") <= limits.JSON_LEVELS:
        return None
    level = 0
    for found in _BRACKET.finditer(text):
        if found[0] in "[{":
            level += 1
            if level > limits.JSON_LEVELS:
                return found.start()
        elif found[0] in "]}":
            level -= 1
    return None


def _walk_json(text: str) -> Iterator[tuple[_Path, int, str]]:
    """Yield the path, the offset and the first token of each value of a JSON text, in order.

    The text must be valid JSON up to the value that the caller looks for. The same list is yielded
    as the path each time, with changed contents.
    """
    import json

    path: _Path = []  # the last item is None while the next key of an object is not read yet
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


def find_json_path(text: str, path: Sequence[str | int]) -> int:
    """Return the offset of the value at `path`, or of the last value on the path that exists."""
    offset = 0
    for here, at, _ in _walk_json(hide_comments(text)):
        if len(here) <= len(path) and here == list(path[: len(here)]):
            offset = at
            if len(here) == len(path):
                break
    return offset


def _find_token(token: str, text: str) -> int:
    """Return the offset of the first occurrence of a token outside strings.

    The text must be valid JSON up to the token.
    """
    # An integer is not found where a number with a fraction or an exponent begins with its digits.
    whole = r"(?!\.\d|[eE][+-]?\d)" if token[-1].isdigit() else ""
    pattern = rf'"(?:[^"\\]|\\.)*"|(?<![\w.+-]){re.escape(token)}{whole}'
    # The JSON decoder calls this function and would misread a StopIteration.
    return next((x.start() for x in re.finditer(pattern, text) if x[0] == token), 0)


def _find_repeated_key(text: str) -> tuple[int, str]:
    """Return the offset of the value after the first repeated key of an object, and the key."""
    import json

    seen: list[set[str]] = []  # keys of each open object; an empty set for each open list
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


def error_at(
    offset: int, message: str, text: str, source: str | None, first_line: int = 1
) -> InputError:
    """Make the error for the place at an offset of a text that begins on `first_line`."""
    line = text.count("\n", 0, offset) + first_line
    column = offset - text.rfind("\n", 0, offset)
    return InputError(message, source=source, line=line, column=column)


def check_text(text: object) -> str:
    """Return the argument if it is a str, or raise `InputError`.

    Examples
    --------
    >>> check_text(b"AB")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found bytes, expected text (a str); from_bytes reads bytes
    """
    if isinstance(text, str):
        return text
    if isinstance(text, bytes | bytearray | memoryview):
        raise InputError("found bytes, expected text (a str); from_bytes reads bytes")
    raise InputError(f"found {quote(text)}, expected text (a str)")


def check_bytes(data: object) -> bytes | bytearray:
    """Return the argument if it is bytes, or raise `InputError`."""
    if isinstance(data, bytes | bytearray):
        return data
    advice = "; from_text reads text" if isinstance(data, str) else ""
    raise InputError(f"found {quote(data)}, expected bytes{advice}")


def normalise_text(text: str) -> str:
    r"""Remove a byte order mark and turn every line end into a newline; columns do not change.

    Examples
    --------
    >>> normalise_text("\ufeffAB\r\nCD")
    'AB\nCD'
    """
    return check_text(text).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


# UTF-32 first, because one of its marks begins as a mark of UTF-16.
_OTHER_ENCODINGS = {
    "UTF-32": (b"\xff\xfe\0\0", b"\0\0\xfe\xff"),
    "UTF-16": (b"\xff\xfe", b"\xfe\xff"),
}


def decode_utf8(data: bytes, source: str | None, line: int = 1, first: int = 0) -> str:
    """Decode UTF-8, or raise `InputError` with the first byte that is not text.

    `line` is the line of the source on which the data begins, and `first` is its offset.
    """
    check_bytes(data)
    offset, what = data.find(b"\0"), "the byte 0x00"
    for encoding, marks in _OTHER_ENCODINGS.items():
        if data.startswith(marks):
            offset, what = 0, f"the byte order mark of {encoding}"
            break
    if offset < 0:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            offset, what = error.start, f"the byte 0x{data[error.start]:02x}"
    before = normalise_text(data[:offset].decode(errors="replace"))
    message = f"found {what} at offset {first + offset} (counted from 0), expected text in UTF-8"
    raise error_at(len(before), message, before, source, line)


_NPY = b"\x93NUMPY"


def is_npy(data: bytes) -> bool:
    r"""Whether data begins as a ``.npy`` file of NumPy does.

    Examples
    --------
    >>> is_npy(b"\x93NUMPY\x01\x00"), is_npy(b"AB")
    (True, False)
    """
    return data.startswith(_NPY)


def read_npy(data: bytes, source: str | None) -> NDArray[Any]:
    r"""Read the array of a ``.npy`` file: integers or strings, never Python objects.

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
        raise fail("data that is not a NumPy file")
    stream = io.BytesIO(data)
    readers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    try:
        version = np.lib.format.read_magic(stream)
        if version not in readers:
            raise fail(f"version {version[0]}.{version[1]} of the NumPy format")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            shape, by_column, dtype = readers[version](stream)
    except InputError:
        raise
    except Exception:  # NumPy evaluates the header as Python, so any error may occur
        raise fail("a header that cannot be read") from None
    if dtype.kind not in "iuU" or not dtype.itemsize or dtype.subdtype is not None:
        raise InputError(f"found an array of {dtype}, expected integers or strings", source=source)
    # The size is checked before memory is allocated: the header may announce more data than the
    # file has.
    left, wanted = len(data) - stream.tell(), math.prod(shape) * dtype.itemsize
    if min(shape, default=0) < 0 or left != wanted:
        raise fail(f"{left:,} bytes of data where the header announces {wanted:,}")
    cells = np.frombuffer(data, dtype, offset=stream.tell())
    if dtype.kind == "U" and cells.size:
        codes = np.frombuffer(data, f"{dtype.byteorder}u4", offset=stream.tell())
        if codes.max() > sys.maxunicode:
            raise fail("a string that is not Unicode")
    return cells.reshape(shape, order="F" if by_column else "C")
