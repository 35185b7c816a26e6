"""Typed requests: msgspec decodes a JSON body into a struct and checks it in the same step.

Each route module declares its requests as subclasses of `RouteRequest`. The error messages are
written here, because msgspec names neither the value found nor the nearest known key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, inspect

from fastqueens.canvas.style import Look, ThemeName
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.formats.registry import grid_from_object
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import RuleOverrides
from fastqueens.results import InputError
from fastqueens.validation import describe, did_you_mean, join_and
from fastqueens.web.url_codec import decode

__all__ = ["BoardInput", "BoardRequest", "CellInput", "LookRequest", "Name", "PositionRequest",
           "RouteRequest", "SeedInput", "SmallCount", "TimeLimit", "check_cells", "decode_request",
           "playable_board", "read_board", "seed_number", "too_large"]  # fmt: skip

T = TypeVar("T")

# A board is a code as in a link, or a JSON object in any of the formats of boards.
BoardInput = Annotated[str | dict[str, Any], Meta(description="a code or an object")]
CellInput = Annotated[
    tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)]],
    Meta(description="a [row, column] of whole numbers, counted from 0"),
]
# JavaScript rounds whole numbers beyond 2**53, so the page sends seeds as text.
SeedInput = Annotated[
    Annotated[int, Meta(ge=0)] | Annotated[str, Meta(pattern=r"^[0-9]{1,20}\Z")],
    Meta(description="a whole number from 0 to 2**64 - 1, or its digits as text"),
]
Name = Annotated[str, Meta(max_length=40)]
TimeLimit = Annotated[float, Meta(ge=0)]
SmallCount = Annotated[int, Meta(ge=1, le=2**53)]


class RouteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Base class of all requests: a JSON object without unknown keys."""


class BoardRequest(RouteRequest, kw_only=True):
    """A request about one board."""

    board: BoardInput
    allow_empty_regions: bool = False

    def playable_board(self) -> Board:
        """Return the board, or raise `InputError` if nobody can play it."""
        return playable_board(read_board(self.board), self.allow_empty_regions)


class PositionRequest(BoardRequest):
    """A request about a board with queens and eliminated cells.

    The functions that use the cells check them.
    """

    queens: Sequence[CellInput] = ()
    eliminated: Sequence[CellInput] = ()


class LookRequest(RouteRequest, kw_only=True):
    """A request for pictures of boards."""

    theme: ThemeName = "light"
    letters: bool = False
    patterns: bool = False
    axes: bool = False

    def look(self) -> Look:
        """Return the look of the pictures."""
        return Look(theme=self.theme, letters=self.letters, patterns=self.patterns, axes=self.axes)


def decode_request(body: bytes, kind: type[T]) -> T:
    """Decode a JSON body into a struct.

    Examples
    --------
    >>> decode_request(b'{"board": "2x1.ABAB"}', BoardRequest).board
    '2x1.ABAB'
    >>> decode_request(b'{"bord": "2x1.ABAB"}', BoardRequest)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found the key 'bord' in the request, \
expected board or allow_empty_regions; did you mean 'board'?
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        refusal = _refusal(error, body, kind)
    raise refusal


def too_large(most: int) -> str:
    """Return the sentence about a body of more than `most` bytes."""
    return f"The request is larger than {most // 1024:,} KiB: make the input smaller."


def _refusal(error: Exception, body: bytes, kind: type) -> InputError:
    """Return an error that is easier to read than the error of msgspec."""
    try:
        document = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as syntax_error:
        return _syntax_error(syntax_error, body)
    text, _, path = str(error).partition(" - at `$")
    name, value, schema = _follow(path, document, inspect.type_info(kind))
    where = f"{name} of the request" if name else "the request"
    if isinstance(schema, inspect.StructType) and isinstance(value, dict):
        keys = [field.encode_name for field in schema.fields]
        unknown = [key for key in value if key not in keys]
        if unknown:
            expected = join_and(keys, "or") + did_you_mean(unknown[0], keys)
            return InputError(
                f"found the key {describe(unknown[0])} in {where}, expected {expected}"
            )
        missing = [
            f.encode_name for f in schema.fields if f.required and f.encode_name not in value
        ]
        if missing:
            return InputError(f"{where} has no {missing[0]}")
    expected = _expected(schema)
    if "out of range" in text:
        expected += " that 64 bits can hold"
    if isinstance(schema, inspect.LiteralType):
        expected += did_you_mean(value, map(str, schema.values))
    return InputError(f"{name or 'the request'} is {_found(value)}, expected {expected}")


def _syntax_error(error: Exception, body: bytes) -> InputError:
    """Return the error about a body that is not JSON, with the place that msgspec names."""
    message = f"found a request that is not JSON, expected an object ({error})"
    place = re.search(r"\(byte (\d+)\)", str(error))
    if place is None:
        return InputError("found a request that is not JSON, expected an object")
    before = body[: int(place[1])]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
    message = message.replace(f" {place[0]}", "").replace("JSON is malformed: ", "")
    return InputError(message, line=line, column=column)


def _follow(path: str, value: Any, schema: inspect.Type) -> tuple[str, Any, inspect.Type]:
    """Walk a path of msgspec, such as ``.lanes[0].seed``, down to the first described type.

    Returns the name of the place, the value that is there, and its type.
    """
    name = ""
    for key, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        schema = _without_null(schema)
        if isinstance(schema, inspect.StructType):
            schema = next(field.type for field in schema.fields if field.encode_name == key)
            name, value = f"{name}.{key}" if name else key, value[key]
        elif isinstance(schema, inspect.ListType):
            name, value, schema = f"{name}[{index}]", value[int(index)], schema.item_type
        else:  # a plain type, or an object whose keys are not fixed
            break
    return name, value, _without_null(schema)


def _without_null(schema: inspect.Type) -> inspect.Type:
    """Return the type of ``X | None`` as X; every other type unchanged."""
    if isinstance(schema, inspect.UnionType):
        types = [x for x in schema.types if not isinstance(x, inspect.NoneType)]
        if len(types) == 1:
            return types[0]
    return schema


def _expected(schema: inspect.Type) -> str:
    """Describe the values that a type allows."""
    match schema:
        case inspect.Metadata(extra_json_schema={"description": str() as text}):
            return text
        case inspect.UnionType(types=types):
            return join_and([_expected(x) for x in types], "or")
        case inspect.IntType(ge=least, le=most):
            return "a whole number" + _range(least, most)
        case inspect.FloatType(ge=least, le=most):
            return "a number" + _range(least, most)
        case inspect.StrType(max_length=most):
            return "text" + ("" if most is None else f" of at most {most:,} characters")
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.ListType(min_length=least, max_length=most):
            items = "1 item" if least == most == 1 else f"{least or 0} to {most or 0:,} items"
            return "a list" if most is None else f"a list of {items}"
        case inspect.NoneType():
            return "null"
    return "an object"


def _range(least: float | None, most: float | None) -> str:
    if most is None:
        return "" if least is None else f" of {least} or more"
    return f" from {least or 0} to {most:,}"


def _found(value: Any) -> str:
    """Describe a value of the request; a short list as it is written in JSON."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        text = json.dumps(value)
        return text if len(text) <= 40 else f"a list of {len(value):,} items"
    if isinstance(value, str) and len(value) > 40:
        return f"a text of {len(value):,} characters"
    return describe(value)


def seed_number(seed: int | str) -> int:
    """Return a seed as a number, or raise `InputError` if it needs more than 64 bits."""
    if int(seed) >= 2**64:
        raise InputError("seed is too large, expected 2**64 - 1 at most")
    return int(seed)


def check_cells(name: str, cells: Sequence[Cell], n: int) -> list[Cell]:
    """Return the cells without repetition, or raise `InputError` for a cell off an n x n board."""
    for cell in cells:
        if max(cell) >= n:
            raise InputError(
                f"{name}: found {list(cell)}, expected a [row, column] of 0 to {n - 1} each"
            )
    return list(dict.fromkeys(cells))


def read_board(value: str | dict[str, Any]) -> Grid:
    """Return the board of a request; it may have any number of regions."""
    if isinstance(value, str):
        return decode(value)
    return grid_from_object(value)


def playable_board(grid: Grid, allow_empty_regions: bool) -> Board:
    """Return a board that can be played."""
    rules = RuleOverrides(allow_empty_regions=allow_empty_regions).apply(grid.rules)
    rules.check_region_count(grid.regions, grid.labels, advise=False)
    return playable(Board(grid, rules))
