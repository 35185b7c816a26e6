"""The formats of boards: the table of them, and reading what is in any of them.

`FORMATS` says of each format its name, the endings of its files, what it keeps of a board, and what
reads and writes it; the commands and docs/formats.md have it from here. What is read is a `Grid`: a
square of region numbers with the labels they had, and what else the input says.

Content tells the format: a file says more by what is in it than by its name. Only what could be
anything, and so would be a drawing, is read as its name says. Formats of one board a line hold any
number of them in a file, with blank lines and comments that begin with ``#`` between them; the
first board says which format the file has.

Whatever is wrong with the input raises `fastqueens.InputError`, and nothing else does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import TypeAlias

from fastqueens.input import (
    JSON_OBJECT,
    JSON_START,
    MAX_BYTES,
    check_size,
    decode,
    error_at,
    is_npy,
    load_json,
    plain,
    read_file,
)
from fastqueens.output import dumps
from fastqueens.queens.formats.array import grid_from_array
from fastqueens.queens.formats.colorregions import (
    MAX_LEVELS,
    Level,
    find_levels,
    has_levels,
    read_level,
    write_levels,
)
from fastqueens.queens.formats.json import boards_of, grid_at, grid_from_json
from fastqueens.queens.formats.npy import find_arrays, write_arrays
from fastqueens.queens.formats.puzzlink import looks_like_address, read_address, write_address
from fastqueens.queens.formats.region_list import (
    is_one_task,
    looks_like_task,
    read_task,
    write_task,
)
from fastqueens.queens.formats.sbn import looks_like_sbn, read_sbn, write_sbn
from fastqueens.queens.formats.text import drawings, grid_from_text, is_complete, read_drawing
from fastqueens.queens.formats.writers import describe_grid, write_text
from fastqueens.queens.grid.grid import MAX_N, Fail, Grid
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.vision import grid_from_image, is_picture
from fastqueens.results import InputError
from fastqueens.validation import check_choice

__all__ = [
    "BY_ENDING",
    "FORMATS",
    "KEPT",
    "Format",
    "Found",
    "grid_from_array",
    "grid_from_bytes",
    "grid_from_file",
    "grid_from_json",
    "grid_from_text",
    "grids_from_bytes",
    "is_by_line",
    "is_for_many",
    "is_named",
    "read_document",
    "read_text",
    "write_boards",
]

Found: TypeAlias = tuple[int, Callable[[], Grid]]  # the number of a board in a file, from 1
KEPT = ("labels", "stars", "queens", "crosses")  # what a board may have beside its regions


@dataclass(frozen=True, slots=True)
class Format:
    """A format of boards.

    Attributes
    ----------
    name : str
        What ``--format`` and the parameter `format` call it.
    title : str
        What it is, for a person.
    endings : tuple of str
        The names of its files end so; the first is the one to write.
    keeps : tuple of str
        What it keeps of a board beside its regions, of `KEPT`.
    find : callable
        Finds the boards in the content of a file with a name (or None).
    write : callable
        Writes boards.
    looks : callable or None
        Whether the first line of a file of so many is of this format; None for formats that are
        no lines.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    keeps: tuple[str, ...]
    find: Callable[[bytes, str | None], list[Found]]
    write: Callable[[Sequence[Grid]], str | bytes]
    looks: Callable[[str, int], bool] | None = None


# ---- Text and JSON -----------------------------------------------------------------------------


def _read_json(text: str, source: str | None) -> Grid:
    return replace(grid_from_json(text, source=source), format="json")


def _read_drawing(text: str, source: str | None) -> Grid:
    return replace(grid_from_text(text, source=source), format="text")


def _find_levels(data: bytes, source: str | None) -> list[Found]:
    """Find the boards of a level file."""
    check_size(data, "levels", MAX_LEVELS, source=source)
    text = plain(decode(data, source))

    def fail(message: str, at: int) -> InputError:
        return error_at(at, message, text, source)

    def read(level: Level) -> Grid:
        return replace(read_level(level, fail), format="colorregions")

    found = find_levels(text, fail)
    if not found:
        raise fail("found no colorRegions, expected a level with this key", 0)
    return [(k, partial(read, level)) for k, level in enumerate(found, 1)]


def _read_either(data: bytes, source: str | None) -> Grid:
    """Read a board as JSON or as a drawing, whichever it is."""
    text = decode(data, source)
    visible = plain(text).lstrip(" \t\n")
    if isinstance(source, str) and source.lower().endswith(".json"):
        return _read_json(text, source)
    if not visible.startswith(("[", "{")):
        return _read_drawing(text, source)
    try:
        return _read_json(text, source)
    except InputError as error:
        as_json = error
    try:
        return _read_drawing(text, source)
    except InputError as error:
        as_text = error
    if JSON_OBJECT.match(visible):
        raise as_json
    if JSON_START.match(visible):
        likely, other, tried = as_json, as_text, "text"
    else:
        likely, other, tried = as_text, as_json, "JSON"
    also = InputError(other.message, line=other.line, column=other.column)
    raise InputError(
        f"{likely.message} (it begins with {visible[0]!r}, so it was also read as {tried}: {also})",
        source=source,
        line=likely.line,
        column=likely.column,
    )


def _find_text(data: bytes, source: str | None) -> list[Found]:
    """Find drawings."""
    text = plain(decode(data, source))
    found = drawings(text)
    if len(found) > 1 and is_complete(found[0]):

        def read(k: int) -> Grid:
            return replace(read_drawing(found[k], source=source), format="text")

        return [(k + 1, partial(read, k)) for k in range(len(found))]
    return [(1, partial(_read_drawing, text, source))]


def _find_json(data: bytes, source: str | None) -> list[Found]:
    """Find the boards of a JSON document."""
    text = plain(decode(data, source))
    return _boards_in(text, source) or [(1, partial(_read_json, text, source))]


def _boards_in(text: str, source: str | None) -> list[Found] | None:
    """Find the boards of a text, if there are several; [] for another document, None for none."""
    try:
        document = load_json(text, source)
    except InputError:
        return None

    def read(path: list[str | int]) -> Grid:
        return replace(grid_at(document, path, text, source), format="json")

    boards = boards_of(document)
    if len(boards) < 2:
        return []
    return [(k, partial(read, path)) for k, path in enumerate(boards, 1)]


def _find_either(data: bytes, source: str | None) -> list[Found]:
    """Find the boards of a JSON document, or drawings."""
    text = plain(decode(data, source))
    whole: list[Found] = [(1, partial(_read_either, data, source))]
    if text.lstrip(" \t\n").startswith(("[", "{")):
        found = _boards_in(text, source)
        if found is not None:
            return found or whole
    found = _find_text(data, source)
    return found if len(found) > 1 else whole


def _find_objects(data: bytes, source: str | None) -> list[Found]:
    """Find JSON objects, one a line; their numbers are those of their lines."""

    def read(line: bytes, number: int) -> Grid:
        try:
            if has_levels(line):
                return _only(_find_levels(line, source))()
            return replace(_read_either(line, source), format="jsonl")
        except InputError as error:
            raise InputError(
                error.message, source=source, line=number, column=error.column
            ) from None

    return [(k, partial(read, line, k)) for k, line in _lines(data)] or _find_either(data, source)


def _only(found: list[Found]) -> Callable[[], Grid]:
    """Return what reads the only board."""
    if len(found) > 1:
        raise InputError(f"found {len(found)} boards in a line, expected one")
    return found[0][1]


def _lines(data: bytes) -> list[tuple[int, bytes]]:
    """Return the lines of a file that are not blank, with their numbers."""
    return [(k, line.strip()) for k, line in enumerate(data.split(b"\n"), 1) if line.strip()]


def _text_of(boards: Sequence[Grid]) -> str:
    return "\n\n".join(map(write_text, boards)) + "\n"


def _json_of(boards: Sequence[Grid]) -> str:
    documents = [dumps(describe_grid(board)) for board in boards]
    return (documents[0] if len(boards) == 1 else f'{{"boards": [{", ".join(documents)}]}}') + "\n"


def _objects_of(boards: Sequence[Grid]) -> str:
    return "".join(dumps(describe_grid(board)) + "\n" for board in boards)


# ---- Formats of one board a line ---------------------------------------------------------------


def _find_lines(
    read: Callable[[str, Fail], Grid], name: str, data: bytes, source: str | None
) -> list[Found]:
    """Find boards of one line each."""

    def read_line(line: bytes, number: int) -> Grid:
        def fail(message: str, at: int) -> InputError:
            column = len(text) - len(text.lstrip()) + at + 1
            return InputError(message, source=source, line=number, column=column)

        try:
            text = plain(decode(line, source))
        except InputError as error:
            raise InputError(
                error.message, source=source, line=number, column=error.column
            ) from None
        return replace(read(text.strip(), fail), format=name)

    lines = _content(data) or [(1, b"")]
    return [(k, partial(read_line, line, number)) for k, (number, line) in enumerate(lines, 1)]


def _content(data: bytes) -> list[tuple[int, bytes]]:
    """Return the lines of a file that are neither blank nor a comment, with their numbers."""
    return [
        (number, line)
        for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
        if line.strip() and not line.lstrip().startswith(b"#")
    ]


def _find_tasks(data: bytes, source: str | None) -> list[Found]:
    """Find lists of regions: one a line, or one in all."""
    lines = _content(data)
    texts = [line.decode(errors="replace").strip() for _, line in lines[: MAX_N + 1]]
    if len(lines) > MAX_N or not is_one_task(texts):
        return _find_lines(read_task, "webtask", data, source)
    whole = "\n".join(texts)

    def fail(message: str, at: int) -> InputError:
        place = error_at(at, message, whole, source)
        number = lines[(place.line or 1) - 1][0]
        return InputError(message, source=source, line=number, column=place.column)

    return [(1, lambda: replace(read_task(whole, fail), format="webtask"))]


def _bare_lines_of(write: Callable[[Grid], str], boards: Sequence[Grid]) -> str:
    """Write boards of one line each, of formats that have no queens."""
    return "".join(write(board) + "\n" for board in boards)


def _lines_of(
    write: Callable[[Grid, Sequence[Cell], Sequence[Cell]], str], boards: Sequence[Grid]
) -> str:
    """Write boards of one line each, one for each placement that comes with a board."""
    return "".join(
        write(board, queens, board.eliminated) + "\n"
        for board in boards
        for queens in board.placements or ((),)
    )


def _find_npy(data: bytes, source: str | None) -> list[Found]:
    """Find the boards of an array."""

    def read(board: Callable[[], Grid]) -> Grid:
        return replace(board(), format="npy")

    return [(k, partial(read, board)) for k, board in find_arrays(data, source)]


# ---- The table ---------------------------------------------------------------------------------

_FORMATS = (
    Format("text", "a drawing, a character a cell", (".txt",), KEPT, _find_text, _text_of),
    Format("json", "JSON", (".json",), KEPT, _find_json, _json_of),
    Format("jsonl", "JSON, an object a line", (".jsonl",), KEPT, _find_objects, _objects_of),
    Format(
        "sbn",
        "Star Battle Notation (SBN)",
        (".sbn",),
        ("stars", "queens", "crosses"),
        partial(_find_lines, read_sbn, "sbn"),
        partial(_lines_of, write_sbn),
        looks_like_sbn,
    ),
    Format(
        "webtask",
        "the regions as numbers with commas between them",
        (".task",),
        (),
        _find_tasks,
        partial(_bare_lines_of, write_task),
        looks_like_task,
    ),
    Format(
        "puzzlink",
        "the address of a Star Battle board on puzz.link",
        (".puzzlink",),
        ("stars",),
        partial(_find_lines, read_address, "puzzlink"),
        partial(_bare_lines_of, write_address),
        looks_like_address,
    ),
    Format(
        "colorregions",
        "a level of a clone, TypeScript or JSON with colorRegions",
        (".ts",),
        ("labels", "stars"),
        _find_levels,
        write_levels,
    ),
    Format("npy", "an array of NumPy", (".npy",), ("labels",), _find_npy, write_arrays),
)
FORMATS = {format.name: format for format in _FORMATS}
BY_ENDING = {ending: format for format in _FORMATS for ending in format.endings}
_HEAD = 1 << 16  # bytes that are enough to know a format


def _named(source: str | None) -> str:
    """Return the name of the format that a file's name tells, "" if it tells none."""
    ending = PurePath(source).suffix.lower() if isinstance(source, str) else ""
    return BY_ENDING[ending].name if ending in BY_ENDING else ""


def is_named(path: str, format: str) -> bool:
    """Whether the name of a file tells this format.

    Examples
    --------
    >>> is_named("boards.sbn", "sbn"), is_named("boards.txt", "sbn")
    (True, False)
    """
    return _named(path) == format


def is_for_many(path: str) -> bool:
    """Whether the name of a file tells a format of one board a line.

    Examples
    --------
    >>> is_for_many("boards.sbn"), is_for_many("board.json")
    (True, False)
    """
    return (name := _named(path)) != "" and is_by_line(name)


def is_by_line(name: str) -> bool:
    """Whether a format has one board a line.

    Examples
    --------
    >>> is_by_line("sbn"), is_by_line("text")
    (True, False)
    """
    return name == "jsonl" or FORMATS[name].looks is not None


def _guess(data: bytes, source: str | None) -> str:
    """Return the name of the format that content shows, "" for drawings and JSON documents."""
    if is_npy(data):
        return "npy"
    lines = _lines(data)
    objects = all(line.startswith(b'{"') and line.endswith(b"}") for _, line in lines)
    if len(lines) > 1 and (objects or _named(source) == "jsonl"):
        return "jsonl"
    if has_levels(data):
        return "colorregions"
    text = data[:_HEAD].decode(errors="replace")
    if (found := _line_format(text)) is not None:
        return found.name
    named = _named(source)
    return "" if named in ("text", "json", "jsonl") else named


def grids_from_bytes(
    data: bytes, *, source: str | None = None, format: str | None = None
) -> list[Found]:
    r"""Find the boards in the content of a file; each is read when its function is called.

    Parameters
    ----------
    data : bytes
        The content, in any of `FORMATS`.
    source : str, optional
        The name that errors give to the input.
    format : str, optional
        A name of `FORMATS`; by default the one that the content shows.

    Returns
    -------
    list of (number, function)
        Of JSON objects a line the number of the line, of others the number of the board, from 1.
        A function returns a `Grid`, or raises `InputError`.

    Raises
    ------
    InputError
        If `data` is no text, and for a format that there is not.

    Examples
    --------
    >>> [(k, read().labels) for k, read in grids_from_bytes(b"AB\nAB\n\nC\n")]
    [(1, ('A', 'B')), (2, ('C',))]
    >>> [(k, read().stars) for k, read in grids_from_bytes(b"# two\n551W056Ag_Y\n552W056Ag_Y")]
    [(1, 1), (2, 2)]
    """
    if format is not None:
        check_choice(format, "format", FORMATS)
        return FORMATS[format].find(data, source)
    if not isinstance(data, bytes | bytearray):
        decode(data, source)  # says what it is
    if is_picture(data):
        return [(1, partial(grid_from_image, bytes(data), source=source))]
    found = _guess(bytes(data), source)
    return FORMATS[found].find(data, source) if found else _find_either(data, source)


def grid_from_bytes(data: bytes, *, source: str | None = None, format: str | None = None) -> Grid:
    r"""Read a board from bytes, in the format that their content shows.

    What begins with ``[`` or ``{`` is read as JSON and, if that fails, as text, since both are
    visible characters too. Where it could be meant as either, the error tells both.

    Parameters
    ----------
    data : bytes
        The content of a file.
    source : str, optional
        The name that errors give to the input. What is named ``.json`` is read as JSON only.
    format : str, optional
        A name of `FORMATS`; by default the one that the content shows.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If `data` is no board in any format, or several.

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
    if isinstance(data, bytes | bytearray) and not is_picture(data):
        check_size(data, "a board", MAX_BYTES, source=source)
    found = grids_from_bytes(data, source=source, format=format)
    if len(found) == 1:
        return found[0][1]()
    if format is None and not _guess(bytes(data), source):
        return _read_either(data, source)  # says where the second board is
    raise InputError(
        f"found {len(found)} boards, expected one; read_boards reads them all, and for commands "
        "boards.txt:2 is the second of boards.txt",
        source=source,
    )


def grid_from_file(path: str | os.PathLike[str], *, format: str | None = None) -> Grid:
    """Read a board from a file, in the format that its content shows.

    Parameters
    ----------
    path : str or path-like
        The file, of at most 16 MiB.
    format : str, optional
        A name of `FORMATS`; by default the one that the content shows.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If the file cannot be read or holds no board. It names the file.

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


def read_text(text: str, *, source: str | None = None, format: str | None = None) -> Grid:
    r"""Read a board from text: a drawing, or a board of one line.

    Parameters
    ----------
    text : str
        The board.
    source : str, optional
        The name that errors give to the input.
    format : str, optional
        A name of `FORMATS`; by default the one that the text shows, where that is no JSON.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If `text` is no such board.

    Examples
    --------
    >>> read_text("551W056Ag_Y").stars
    1
    """
    text = plain(text)
    if format is None:
        format = _guess_text(text) or "text"
    check_choice(format, "format", FORMATS)
    if format == "text":
        return _read_drawing(text, source)
    return grid_from_bytes(text.encode(errors="surrogatepass"), source=source, format=format)


def _guess_text(text: str) -> str:
    """Return the name of the format of a text that is no drawing, "" for one that may be."""
    if has_levels(text.encode(errors="replace")):
        return "colorregions"
    found = _line_format(text[:_HEAD])
    return "" if found is None else found.name


def _line_format(text: str) -> Format | None:
    """Return the format of boards of one line that a text begins with, None if there is none."""
    shown = [line.strip() for line in plain(text).split("\n") if line.strip(" \t")]
    shown = [line for line in shown if not line.startswith("#")]
    found = (x for x in _FORMATS if x.looks is not None and x.looks(shown[0], len(shown)))
    return next(found, None) if shown else None


def read_document(text: str, *, source: str | None = None) -> Grid:
    """Read a board from JSON, also that of a level of a clone.

    Parameters
    ----------
    text : str
        The document.
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If `text` is no such board.

    Examples
    --------
    >>> read_document('{"size": 1, "colorRegions": [["A"]]}').format
    'colorregions'
    """
    if has_levels(plain(text).encode(errors="replace")):
        return read_text(text, source=source, format="colorregions")
    return _read_json(text, source)


def write_boards(boards: Sequence[Grid], format: str) -> str | bytes:
    r"""Write boards, with the queens and the crosses that came with them, in a format.

    Parameters
    ----------
    boards : sequence of Grid
        At least one.
    format : str
        A name of `FORMATS`. What that does not keep is left out.

    Returns
    -------
    str or bytes
        Text ends with a newline.

    Raises
    ------
    InputError
        For a format that there is not, and for boards whose regions, or whose rules, it cannot
        hold.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> write_boards([Board.from_text("AB\nAB").grid] * 2, "jsonl").count("\n")
    2
    """
    check_choice(format, "format", FORMATS)
    return FORMATS[format].write(boards)
