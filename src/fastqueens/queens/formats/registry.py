"""The formats of boards: the table of all formats, and the readers that use it.

`FORMATS` has the name of each format, its file name endings, which properties of a board it keeps,
and how it is read and written. The commands and docs/formats.md use this table.

The content of a file decides its format; the file name decides only where the content could be a
drawing, which may consist of any characters. A file of a format with one board on each line holds
any number of boards; blank lines and comments that begin with ``#`` are skipped, and the first
board decides the format.

Every error in the input raises `fastqueens.InputError`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from fastqueens.input import (
    JSON_OBJECT,
    JSON_START,
    MAX_BYTES,
    Input,
    begins_like_json,
    check_size,
    check_text,
    decode_utf8,
    hide_comments,
    is_npy,
    read_file,
)
from fastqueens.output import dumps
from fastqueens.queens.formats.array import grid_from_array
from fastqueens.queens.formats.cell_lists import find_cell_lists, has_cell_lists, write_cell_lists
from fastqueens.queens.formats.colorregions import find_levels, has_levels, write_levels
from fastqueens.queens.formats.found_board import FoundBoard, find_board_lines
from fastqueens.queens.formats.json import (
    describe_grid,
    find_json_boards,
    grid_from_object,
    read_plain_json,
)
from fastqueens.queens.formats.npy import find_arrays, write_arrays
from fastqueens.queens.formats.page_start import looks_like_page
from fastqueens.queens.formats.penpa import looks_like_penpa, read_penpa, write_penpa
from fastqueens.queens.formats.puzzlink import looks_like_address, read_address, write_address
from fastqueens.queens.formats.region_list import find_region_lists, looks_like_task, write_task
from fastqueens.queens.formats.sbn import looks_like_sbn, read_sbn, write_sbn
from fastqueens.queens.formats.text import find_drawings, write_text
from fastqueens.queens.formats.written_boards import (
    find_written_boards,
    has_written_boards,
    write_colorgrid,
    write_matrix,
)
from fastqueens.queens.grid.grid import Grid, assemble_letters
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.vision.load import Picture, is_picture
from fastqueens.results import InputError
from fastqueens.validation import check_choice

if TYPE_CHECKING:
    from fastqueens.queens.vision.detect import Detection

__all__ = [
    "BY_ENDING",
    "FORMATS",
    "KEPT",
    "WRITABLE",
    "Format",
    "check_format",
    "find_boards",
    "find_picture_boards",
    "format_of_name",
    "grid_from_array",
    "grid_from_bytes",
    "grid_from_file",
    "grid_from_json",
    "grid_from_object",
    "grid_from_text",
    "guess_format",
    "has_board_per_line",
    "only_board",
    "read_grids",
    "write_boards",
]

KEPT = ("labels", "stars", "queens", "eliminated")  # properties of a board besides its regions


@dataclass(frozen=True, slots=True)
class Format:
    """A format of boards.

    Attributes
    ----------
    name : str
        The name that ``--format`` and the parameter `format` take.
    title : str
        A short description for people.
    endings : tuple of str
        The endings of its file names; the first one is used for writing.
    keeps : tuple of str
        The properties of a board, of `KEPT`, that a file of this format holds.
    find : callable
        Finds the boards in an `Input`.
    write : callable or None
        Writes boards; None for a format that is only read.
    matches : callable
        Whether an `Input` shows that it is of this format.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    keeps: tuple[str, ...]
    find: Callable[[Input], list[FoundBoard]]
    write: Callable[[Sequence[Grid]], str | bytes] | None
    matches: Callable[[Input], bool]


# ---- Text and JSON -----------------------------------------------------------------------------


def _begins_like_json(content: Input) -> bool:
    return begins_like_json(content.text, "[{")


def _is_json_lines(content: Input) -> bool:
    """Whether an input of several lines has a JSON object on each line.

    The lines look like JSON objects, or the file name ends in ``.jsonl``.
    """
    lines = content.lines
    if len(lines) < 2:
        return False
    objects = all(line.startswith(b'{"') and line.endswith(b"}") for _, line in lines)
    return objects or format_of_name(content.source) == "jsonl"


def _find_json_lines(content: Input) -> list[FoundBoard]:
    """Find JSON objects, one on each line; the number of a board is the number of its line."""

    def fail_line(number: int, message: str) -> InputError:
        return InputError(message, source=content.source, line=number, column=1)

    return [
        FoundBoard(k, partial(_read_json_line, content, k, line), partial(fail_line, k))
        for k, line in content.lines
    ] or find_drawings(content)


def _read_json_line(content: Input, number: int, line: bytes) -> Grid:
    """Read the board on a line, which is usually a JSON object."""
    if (plain := read_plain_json(line, format="jsonl")) is not None:
        return plain
    inner = Input(line, content.source, line=number)
    name = next((x for x in _WRITTEN if FORMATS[x].matches(inner)), None)
    found = FORMATS[name].find(inner) if name else _find_json_or_drawings(inner)
    if len(found) > 1:
        raise found[1].fail(f"found {len(found)} boards in a line, expected one")
    grid = found[0].read()
    return grid if name else replace(grid, format="jsonl")


def _find_json_or_drawings(content: Input) -> list[FoundBoard]:
    """Find the boards of a text that is JSON or drawings; in drawings, brackets name regions."""
    if not _begins_like_json(content):
        return find_drawings(content)
    as_json = find_json_boards(content)
    if len(as_json) > 1:
        return as_json
    as_text = find_drawings(content)
    if len(as_text) > 1 and not content.is_json:
        return as_text
    read = partial(_read_json_or_drawing, content, as_json[0], as_text)
    return [FoundBoard(1, read, as_json[0].fail)]


def _read_json_or_drawing(content: Input, as_json: FoundBoard, as_text: list[FoundBoard]) -> Grid:
    """Read a board as JSON or, if this fails, as a drawing."""
    try:
        return as_json.read()
    except InputError as error:
        json_error = error
    try:
        return only_board(as_text, content.source).read()
    except InputError as error:
        text_error = error
    visible = hide_comments(content.text).lstrip(" \t\n")
    if JSON_OBJECT.match(visible):
        raise json_error
    if JSON_START.match(visible):
        likely, other, tried = json_error, text_error, "text"
    else:
        likely, other, tried = text_error, json_error, "JSON"
    also = InputError(other.message, line=other.line, column=other.column)
    raise InputError(
        f"{likely.message} (it begins with {visible[0]!r}, so it was also read as {tried}: {also})",
        source=content.source,
        line=likely.line,
        column=likely.column,
    )


def _text_of(boards: Sequence[Grid]) -> str:
    return "\n\n".join(map(write_text, boards)) + "\n"


def _json_of(boards: Sequence[Grid]) -> str:
    documents = [dumps(describe_grid(board)) for board in boards]
    return (documents[0] if len(boards) == 1 else f'{{"boards": [{", ".join(documents)}]}}') + "\n"


def _objects_of(boards: Sequence[Grid]) -> str:
    return "".join(dumps(describe_grid(board)) + "\n" for board in boards)


# ---- Formats of one board on each line ---------------------------------------------------------


def _line_matches(looks: Callable[[str, int], bool], content: Input) -> bool:
    """Whether the first line of an input looks like a board of a format."""
    return bool(content.head) and looks(content.head[0], len(content.head))


def _bare_lines_of(write: Callable[[Grid], str], boards: Sequence[Grid]) -> str:
    """Write each board on one line, in a format that has no queens."""
    return "".join(write(board) + "\n" for board in boards)


def _lines_of(
    write: Callable[[Grid, Sequence[Cell], Sequence[Cell]], str], boards: Sequence[Grid]
) -> str:
    """Write each board on one line, or on one line for each of its placements."""
    return "".join(
        write(board, queens, board.eliminated) + "\n"
        for board in boards
        for queens in board.placements or ((),)
    )


def _find_page_boards(content: Input) -> list[FoundBoard]:
    """Find the boards of a saved page; the module that reads pages takes long to import."""
    from fastqueens.queens.formats.html import find_page_boards

    return find_page_boards(content)


# ---- The table ---------------------------------------------------------------------------------

_FORMATS = (
    Format(
        "text",
        "text, one character for each cell",
        (".txt",),
        KEPT,
        find_drawings,
        _text_of,
        lambda _: True,
    ),
    Format("json", "JSON", (".json",), KEPT, find_json_boards, _json_of, _begins_like_json),
    Format(
        "jsonl",
        "JSON, one object on each line",
        (".jsonl",),
        KEPT,
        _find_json_lines,
        _objects_of,
        _is_json_lines,
    ),
    Format(
        "sbn",
        "Star Battle Notation (SBN)",
        (".sbn",),
        ("stars", "queens", "eliminated"),
        partial(find_board_lines, read_sbn, "sbn"),
        partial(_lines_of, write_sbn),
        partial(_line_matches, looks_like_sbn),
    ),
    Format(
        "webtask",
        "the region numbers of the cells, separated by commas",
        (".task",),
        (),
        find_region_lists,
        partial(_bare_lines_of, write_task),
        partial(_line_matches, looks_like_task),
    ),
    Format(
        "penpa",
        "the address of a Star Battle board in penpa-edit",
        (".penpa",),
        ("stars", "queens", "eliminated"),
        partial(find_board_lines, read_penpa, "penpa"),
        partial(_lines_of, write_penpa),
        partial(_line_matches, looks_like_penpa),
    ),
    Format(
        "puzzlink",
        "the address of a Star Battle board on puzz.link",
        (".puzzlink",),
        ("stars",),
        partial(find_board_lines, read_address, "puzzlink"),
        partial(_bare_lines_of, write_address),
        partial(_line_matches, looks_like_address),
    ),
    Format(
        "colorregions",
        "a level file of a clone of LinkedIn Queens: TypeScript or JSON with the key colorRegions",
        (".ts",),
        ("labels", "stars"),
        find_levels,
        write_levels,
        has_levels,
    ),
    Format(
        "colorgrid",
        "JSON or source code with the key colorGrid, as the server of a game sends it",
        (".colorgrid",),
        ("labels", "stars"),
        partial(find_written_boards, "colorgrid"),
        write_colorgrid,
        partial(has_written_boards, "colorgrid"),
    ),
    Format(
        "celllists",
        "a list of cells for each region",
        (".cells",),
        ("labels", "stars"),
        find_cell_lists,
        write_cell_lists,
        has_cell_lists,
    ),
    Format(
        "matrix",
        "rows in brackets, JSON or source code",
        (".py", ".js"),
        ("labels",),
        partial(find_written_boards, "matrix"),
        write_matrix,
        partial(has_written_boards, "matrix"),
    ),
    Format(
        "html",
        "a saved web page, whose cells have colours",
        (".html", ".htm"),
        ("labels", "queens", "eliminated"),
        _find_page_boards,
        None,
        looks_like_page,
    ),
    Format(
        "npy",
        "a NumPy array",
        (".npy",),
        ("labels",),
        find_arrays,
        write_arrays,
        lambda content: is_npy(content.data),
    ),
)
FORMATS = {format.name: format for format in _FORMATS}
WRITABLE = {format.name: format for format in _FORMATS if format.write is not None}
BY_ENDING = {ending: format for format in WRITABLE.values() for ending in format.endings}
_NAMES = {ending: format.name for format in _FORMATS for ending in format.endings}
# The content is compared with the formats of _CERTAIN in this order. If none matches, the ending of
# the file name decides. If the ending is unknown, content that begins like JSON is json, and all
# other content is text.
_WRITTEN = ("colorregions", "colorgrid", "celllists", "matrix")  # lists in JSON or source code
_CERTAIN = ("npy", "jsonl", "sbn", "webtask", "penpa", "puzzlink", "html", *_WRITTEN)
_VAGUE = ("json", "text")
_TEXTS = (
    "sbn",
    "webtask",
    "penpa",
    "puzzlink",
    *_WRITTEN,
    "text",
)  # the formats of `grid_from_text`


def format_of_name(source: str | None) -> str:
    """Return the name of the format that a file name shows, "" if it shows none.

    Examples
    --------
    >>> format_of_name("boards.sbn"), format_of_name("boards.doc"), format_of_name(None)
    ('sbn', '', '')
    """
    ending = PurePath(source).suffix.lower() if isinstance(source, str) else ""
    return _NAMES.get(ending, "")


def has_board_per_line(format: str) -> bool:
    """Whether a format has one board on each line; False for the name "".

    Examples
    --------
    >>> has_board_per_line("sbn"), has_board_per_line("text")
    (True, False)
    """
    return format in ("jsonl", "sbn", "webtask", "penpa", "puzzlink")


_SAVE_AS_PNG = "save it as a PNG picture, which can be read"
_UNPACK = "unpack it first"
# Files that are likely to be taken for boards: how they begin, what they are, and what to do.
_OTHER_FILES = (
    (
        re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml [^>]*>\s*)?<svg\s[^>]*>"),
        "an SVG drawing",
        _SAVE_AS_PNG,
    ),
    (re.compile(rb"%PDF-\d"), "a PDF document", _SAVE_AS_PNG),
    (re.compile(rb"II\*\0|MM\0\*"), "a TIFF picture", _SAVE_AS_PNG),
    (re.compile(rb".{4}ftyp(?:heic|heix|mif1|avif)", re.DOTALL), "a HEIF picture", _SAVE_AS_PNG),
    (re.compile(rb"\x1f\x8b"), "a gzip file", _UNPACK),
    (re.compile(rb"PK\x03\x04"), "a ZIP file", _UNPACK),
)


def guess_format(content: Input) -> str:
    """Return the name of the format that an input shows.

    Examples
    --------
    >>> guess_format(Input("551W056Ag_Y")), guess_format(Input("[1, 2]")), guess_format(Input("A"))
    ('sbn', 'json', 'text')
    """
    named = format_of_name(content.source)
    by_name = () if named in ("", "text", "jsonl") else (named,)
    certain = (name for name in _CERTAIN if FORMATS[name].matches(content))
    vague = (name for name in _VAGUE if FORMATS[name].matches(content))
    return next(certain, None) or next(iter(by_name), None) or next(vague)


def find_picture_boards(
    picture: Picture,
    stars: int | None = None,
    *,
    source: str | None = None,
    read: Callable[[int, Detection, str | None], Grid] | None = None,
) -> list[FoundBoard]:
    """Find the boards of a picture in reading order; `read` gets the number and name of each."""
    from fastqueens.queens.vision.detect import grid_from_detection
    from fastqueens.queens.vision.page import detect_boards

    detections = detect_boards(picture, stars, source=source)
    found = []
    for number, detection in enumerate(detections, 1):
        name = source if source is None or len(detections) == 1 else f"{source}:{number}"
        get = (
            partial(grid_from_detection, detection, source=name)
            if read is None
            else partial(read, number, detection, name)
        )
        found.append(FoundBoard(number, get, partial(InputError, source=name)))
    return found


def _refuse_other_files(content: Input) -> None:
    """Raise `InputError` for a file of a well-known kind that has no boards as text."""
    for begin, kind, advice in _OTHER_FILES:
        if begin.match(content.data):
            raise InputError(f"found {kind}, expected a board; {advice}", source=content.source)


def check_format(format: object) -> None:
    """Raise `InputError` unless the value is the name of a format, or None."""
    if format is not None:
        check_choice(format, "format", FORMATS)


def find_boards(content: Input, format: str | None = None) -> list[FoundBoard]:
    r"""Find the boards in an input; a board is read when its function `read` is called.

    Examples
    --------
    >>> [(found.number, found.read().labels) for found in find_boards(Input("AB\nAB\n\nC\n"))]
    [(1, ('A', 'B')), (2, ('C',))]
    >>> [x.read().stars for x in find_boards(Input("# two\n551W056Ag_Y\n552W056Ag_Y"))]
    [1, 2]
    """
    check_format(format)
    if format is not None:
        return FORMATS[format].find(content)
    if is_picture(content.data):
        return find_picture_boards(content.data, source=content.source)
    _refuse_other_files(content)
    guessed = guess_format(content)
    if guessed == "json" and format_of_name(content.source) != "json":
        return _find_json_or_drawings(content)
    return FORMATS[guessed].find(content)


def read_grids(content: Input, format: str | None = None) -> Iterator[Grid]:
    r"""Read all boards of an input, one after the other.

    Examples
    --------
    >>> [grid.labels for grid in read_grids(Input("AB\nAB\n\nC\n"))]
    [('A', 'B'), ('C',)]
    """
    if format is None and not is_picture(content.data):
        _refuse_other_files(content)
        guessed: str | None = guess_format(content)
    else:
        guessed = format
    if guessed == "jsonl" and content.lines:
        for number, line in content.lines:
            yield _read_json_line(content, number, line)
    else:
        for found in find_boards(content, format):
            yield found.read()


def only_board(found: list[FoundBoard], source: str | None) -> FoundBoard:
    """Return the only board of an input, or raise `InputError` at the second one."""
    if len(found) == 1:
        return found[0]
    name = "boards.txt" if source is None or source.startswith("<") else PurePath(source).name
    raise found[1].fail(
        f"found {len(found)} boards, expected one; read_boards reads all of them, and commands "
        f"accept {name}:{found[1].number} for the second board"
    )


def grid_from_bytes(data: bytes, *, source: str | None = None, format: str | None = None) -> Grid:
    r"""Read a board from bytes.

    Content that begins with ``[`` or ``{`` is read as JSON and, if this fails, as a drawing,
    because a drawing may use brackets. If both fail, the error contains both reasons.

    Examples
    --------
    >>> grid_from_bytes(b"AB\r\nBB\r\n").labels
    ('A', 'B')
    >>> grid_from_bytes(b'{"regions": [[7]]}').labels
    ('7',)
    >>> grid_from_bytes(b"[A\n[[\n").labels
    ('[', 'A')
    >>> grid_from_bytes(b"551W056Ag_Y").format
    'sbn'
    """
    if not isinstance(data, bytes | bytearray):
        decode_utf8(data, source)  # raises the error
    if not is_picture(data):
        check_size(data, "a board", MAX_BYTES, source=source)
    return only_board(find_boards(Input(data, source), format), source).read()


def grid_from_file(path: str | os.PathLike[str], *, format: str | None = None) -> Grid:
    """Read a board from a file.

    Examples
    --------
    >>> grid_from_file("no/such/board.txt")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/board.txt: cannot read the file: \
No such file or directory
    """
    data = read_file(path, "a board", MAX_BYTES)
    return grid_from_bytes(data, source=os.fsdecode(path), format=format)


def grid_from_text(text: str, *, source: str | None = None, format: str | None = None) -> Grid:
    r"""Read a board from text: a drawing, or a board on one line.

    Examples
    --------
    >>> grid_from_text("551W056Ag_Y").stars
    1
    """
    text = check_text(text)
    check_format(format)
    if format in (None, "text") and (plain := _read_letters(text)) is not None:
        return plain
    content = Input(text, source)
    if format is None:
        format = next(name for name in _TEXTS if FORMATS[name].matches(content))
    return only_board(find_boards(content, format), source).read()


def _read_letters(text: str) -> Grid | None:
    """Read a drawing of letters and digits only; return None for other text."""
    rows = text.removesuffix("\n").split("\n")
    # A drawing of one row may be another format of one line, a drawing of 11 rows may be SBN.
    if len(rows) < 2 or looks_like_sbn(rows[0], len(rows)):
        return None
    return assemble_letters(rows, format="text")


def grid_from_json(text: str, *, source: str | None = None) -> Grid:
    """Read a board from JSON, also from a JSON level file of a clone of the game.

    Examples
    --------
    >>> grid_from_json('{"size": 1, "colorRegions": [["A"]]}').format
    'colorregions'
    >>> grid_from_json('[{"row": 0, "col": 1, "color": "red"}]')
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: line 1, column 20: object 0 (counted from 0): found "col" 1, \
expected 0 (1 object makes a board of 1 x 1)
    """
    if (plain := read_plain_json(check_text(text))) is not None:
        return plain
    content = Input(text, source)
    format = next((name for name in _WRITTEN if FORMATS[name].matches(content)), "json")
    return only_board(find_boards(content, format), source).read()


def write_boards(boards: Sequence[Grid], format: str) -> str | bytes:
    r"""Write boards, with the queens and the crosses that came with them, in a format.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> write_boards([Board.from_text("AB\nAB").grid] * 2, "jsonl").count("\n")
    2
    """
    check_choice(format, "format", WRITABLE)
    write = WRITABLE[format].write
    assert write is not None
    return write(boards)
