"""Level files of clones of the game: TypeScript or JSON with a key ``colorRegions``.

::

    const level12 = {
      size: 8,
      colorRegions: [["A", "A", "B", ...], ...],
      regionColors: { A: lightWisteria, ... },
    };

The rows and, if present, ``size`` are read. The keys ``stars``, a number, and ``labels``, the
labels of the regions, are an extension of fastqueens. Other declarations are ignored; the code in
a file is never run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from fastqueens import input_limits as limits
from fastqueens.input import Input, check_size
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.grid.grid import Fail, Grid, assemble
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe

__all__ = ["MAX_LEVELS", "find_levels", "has_levels", "write_levels"]

MAX_LEVELS = limits.LEVELS
_KEY = "colorRegions"
_HAS = re.compile(rb"\bcolorRegions\b[\"']?\s*[:=]")
_TOKEN = re.compile(
    r"""[\s;]+|//[^\n]*"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
    r"""|[A-Za-z_$][\w$]*|-?\d+|.""",
    re.DOTALL,
)
_TYPE = 12  # the most tokens of a type in a declaration such as const x: string[][] = [...]
_Token: TypeAlias = tuple[str, int]  # a token and its offset in the text


@dataclass(slots=True)
class _Level:
    """An object of a file: its rows and, by key, its other values with their offsets."""

    at: int
    rows: list[list[_Token]] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)


def has_levels(content: Input) -> bool:
    """Whether an input has the key ``colorRegions``.

    Examples
    --------
    >>> has_levels(Input("const a = { colorRegions: [] }")), has_levels(Input("AB"))
    (True, False)
    """
    return _HAS.search(content.data) is not None


def find_levels(content: Input) -> list[FoundBoard]:
    """Find the boards of a level file, in the order in which their rows stand in the file.

    Examples
    --------
    >>> text = 'const a = { colorRegions: [["x", "y"], ["x", "y"]], stars: 2 }'
    >>> [found] = find_levels(Input(text))
    >>> found.read().labels, found.read().stars
    (('x', 'y'), 2)
    """
    check_size(content.data, "levels", MAX_LEVELS, source=content.source)
    levels = _parse_levels(content.text, content.error_at)
    if not levels:
        raise content.error_at("found no colorRegions, expected a level with this key", 0)
    return [
        FoundBoard(
            k,
            partial(_read_level, level, content.error_at),
            partial(content.error_at, offset=level.at),
        )
        for k, level in enumerate(levels, 1)
    ]


def _tokens(text: str, fail: Fail) -> Iterator[_Token]:
    """Yield the words, numbers, strings and signs of a text, without blanks and comments."""
    at = 0
    while at < len(text):
        if text.startswith("/*", at):
            end = text.find("*/", at + 2)
            if end < 0:
                raise fail("found a comment that does not end", at)
            at = end + 2
            continue
        found = _TOKEN.match(text, at)
        assert found is not None  # every character matches
        token = found[0]
        if token in ('"', "'", "`"):
            raise fail("found a string that does not end", at)
        if not (token[0].isspace() or token[0] == ";" or token.startswith("//")):
            yield token, at
        at = found.end()


def _parse_levels(text: str, fail: Fail) -> list[_Level]:
    """Parse the objects of a file that have rows."""
    tokens = [*_tokens(text, fail), ("", len(text))]
    found: list[_Level] = []
    stack: list[tuple[str, _Level]] = [("", _Level(0))]
    k = 0
    while k < len(tokens) - 1:
        token, at = tokens[k]
        key = _key_at(tokens, k)
        k += 1
        if token == "{":
            stack.append(("", _Level(at)))
        elif token == "}" and len(stack) > 1:
            name, inner = stack.pop()
            if name:
                stack[-1][1].values[name] = inner.values
        elif key is None:
            continue
        elif key == _KEY:
            begin = _rows_at(tokens, k)
            if begin is not None:
                level = stack[-1][1]
                if level.rows:  # these are the rows of an earlier declaration outside of objects
                    level = _Level(at)
                level.at = at
                level.rows, k = _read_rows(tokens, begin, fail)
                found.append(level)
        elif tokens[k][0] in (":", "="):
            value, place = tokens[k + 1]
            stack[-1][1].places[key] = place
            k += 1
            if value == "{":
                stack.append((key, _Level(place)))
                k += 1
            elif value[:1] in ('"', "'", "`", "-") or value[:1].isdecimal():
                stack[-1][1].values[key] = value
                k += 1
    return found


def _key_at(tokens: list[_Token], k: int) -> str | None:
    """Return the key at a token; None if the token is not a key."""
    token, after = tokens[k][0], tokens[k + 1][0]
    if after not in (":", "="):
        return None
    if token[:1] in ('"', "'"):
        return token[1:-1]
    return token if token[:1].isalpha() or token[:1] in ("_", "$") else None


def _rows_at(tokens: list[_Token], k: int) -> int | None:
    """Return the index of the token at which the rows begin; None if no list of rows follows."""
    if tokens[k][0] == ":" and tokens[k + 1][0] != "[":
        names = [token for token, _ in tokens[k : k + _TYPE]]
        if "=" not in names:
            return None
        k += names.index("=")
    return k + 1 if k + 1 < len(tokens) and tokens[k + 1][0] == "[" else None


def _read_rows(tokens: list[_Token], k: int, fail: Fail) -> tuple[list[list[_Token]], int]:
    """Read the rows from their opening bracket; also return the index after the closing bracket."""
    rows: list[list[_Token]] = []
    depth = 0
    for k in range(k, len(tokens)):  # noqa: B020
        token, at = tokens[k]
        if token == "[":
            depth += 1
            if depth > 2:
                raise fail("found a list within a row, expected the regions of its cells", at)
            if depth == 2:
                rows.append([])
        elif token == "]":
            depth -= 1
            if not depth:
                return rows, k + 1
        elif token == "":
            break
        elif depth == 1 and token[0] in "\"'`":  # a row as one string, one character for each cell
            rows.append([(json.dumps(x), at) for x in _value(token, at, fail)])
        elif token != ",":
            is_value = token[0] in "\"'`-" or token[0].isalnum() or token[0] in "_$"
            if depth < 2 or not is_value:
                raise fail(f"found {describe(token)}, expected rows of regions in brackets", at)
            rows[-1].append((token, at))
    raise fail("found the end of the file, expected the ] of the rows", tokens[-1][1])


def _read_level(level: _Level, fail: Fail) -> Grid:
    """Read the board of a level."""
    if not level.rows:
        raise fail("found no rows, expected n rows of n regions", level.at)
    places = [[at for _, at in row] for row in level.rows]
    ends = [row[-1][1] + len(row[-1][0]) if row else level.at for row in level.rows]

    def fail_cell(message: str, row: int, column: int | None) -> InputError:
        here = [*places[row], ends[row]]
        return fail(message, here[min(column or 0, len(here) - 1)])

    labels = [[_value(token, at, fail) for token, at in row] for row in level.rows]
    grid = assemble(labels, fail_cell)
    n = len(labels)
    for key, most, wanted in (("size", n, n), ("stars", MAX_STARS, None)):
        if isinstance(value := level.values.get(key), str):
            right = value == str(wanted) if wanted else value in map(str, range(1, most + 1))
            if not right:
                expected = f"{n}, the number of rows" if wanted else f"1 to {most}"
                message = f"found {describe(value)} as {key}, expected {expected}"
                raise fail(message, level.places[key])
    stars = level.values.get("stars")
    names = level.values.get("labels")
    renamed = grid.labels
    if isinstance(names, dict):
        at = level.places["labels"]
        known = {_value(key, at, fail, key=True): _value(x, at, fail)
                 for key, x in names.items() if isinstance(x, str)}  # fmt: skip
        renamed = tuple(known.get(label, label) for label in grid.labels)
        if len(set(renamed)) < len(renamed):
            raise fail("found two regions with the same label, expected different labels", at)
    rules = Rules(int(stars) if isinstance(stars, str) else 1)
    return replace(grid, labels=renamed, rules=rules, format="colorregions")


def _value(token: str, at: int, fail: Fail, *, key: bool = False) -> str:
    """Return the value of a token: the content of a string, or a name or number as it is.

    With `key`, the token is the content of a string, without its quotes.
    """
    if not key and token[:1] not in ('"', "'", "`"):
        return token
    body = token if key else token[1:-1]
    if "\\" not in body:
        return body
    # JSON has the escapes of JavaScript, except backslashes before single and back quotes.
    body = re.sub(r"\\(['`])|(\")|(\\.)", _as_json, body, flags=re.DOTALL)
    try:
        value: str = json.loads(f'"{body}"', strict=False)
    except ValueError:
        raise fail(f"found {describe(token)}, expected a string as in JSON", at) from None
    return value


def _as_json(found: re.Match[str]) -> str:
    return found[1] or ('\\"' if found[2] else found[3])


def write_levels(boards: Sequence[Grid]) -> str:
    r"""Write boards as TypeScript.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> print(write_levels([Board.from_text("AB\nAB").grid]), end="")
    const level = {
      size: 2,
      colorRegions: [
        ["A", "B"],
        ["A", "B"],
      ],
      regionColors: { "A": "#59dfd2", "B": "#e18241" },
    };
    <BLANKLINE>
    export default level;
    """
    if len(boards) == 1:
        return f"const level = {_level(boards[0])};\n\nexport default level;\n"
    levels = ",\n".join(map(_level, boards))
    return f"const levels = [\n{levels},\n];\n\nexport default levels;\n"


def _level(board: Grid) -> str:
    letters, labels = board.letters, board.labels
    quoted: Callable[[str], str] = json.dumps
    rows = [", ".join(quoted(letters[k]) for k in row) for row in board.regions.tolist()]
    lines = ["{", f"  size: {board.n},"]
    if board.stars > 1:
        lines.append(f"  stars: {board.stars},")
    lines += ["  colorRegions: [", *(f"    [{row}]," for row in rows), "  ],"]
    from fastqueens.canvas.palette import palette

    colours = _object(zip(letters, palette(len(letters)), strict=True))
    lines.append(f"  regionColors: {colours},")
    named = [(a, b) for a, b in zip(letters, labels, strict=True) if a != b]
    if named:
        lines.append(f"  labels: {_object(named)},")
    return "\n".join([*lines, "}"])


def _object(pairs: Any) -> str:
    return "{ " + ", ".join(f"{json.dumps(a)}: {json.dumps(b)}" for a, b in pairs) + " }"
