"""Lists and objects that are written in a text: in JSON, or in the source of a program.

The code is not run. A literal is a list ``[...]``, a tuple ``(...)``, an object ``{key: value}`` or
a set ``{...}`` whose items are literals, strings, whole numbers and names. This covers JSON, Python
and JavaScript, and arrays in Java and C. Comments begin with ``//`` or ``#``, or stand between
``/*`` and ``*/``. A comma may follow the last item. Text between literals is ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

__all__ = ["Collection", "Literal", "Scalar", "find_literals", "name_before"]

_LEVELS = 12  # the most levels of nested collections in a literal
_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)"""
    r"""|(?P<string>[rRuUbB]?(?:\"{3}.*?\"{3}|'{3}.*?'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`\\]|\\.)*+`))"""
    r"""|(?P<number>-?\d+(?![\w.]))|(?P<name>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)"""
    r"""|(?P<sign>.)""",
    re.DOTALL,
)
_OPEN = {"[": "]", "(": ")", "{": "}"}
_ASSIGNED = re.compile(r"""([A-Za-z_$][\w$]*)\s*(?::[^=\n]*)?=\s*(?:[\w.$]+\s*)?$""")
_KEYED = re.compile(r"""["']?([A-Za-z_$][\w$ -]*)["']?\s*:\s*(?:[\w.$]+\s*)?$""")
_UNLIKE_JSON = re.compile(r"\\(['`])|(\")|(\\.)", re.DOTALL)
_BEFORE = 120  # characters before a literal in which its name is looked for


class Scalar(NamedTuple):
    """A string, a number or a name, with its offset in the text."""

    at: int
    value: str | int
    kind: str  # "string", "number" or "name"


@dataclass(slots=True)
class Collection:
    """A list, tuple, set or object: its items in order, and its keys if it is an object."""

    at: int
    end: int
    items: list[Literal]
    keys: list[str] | None = None


Literal: TypeAlias = Scalar | Collection
_Token: TypeAlias = tuple[str, str, int]  # the kind, the text and the offset


def find_literals(text: str) -> Iterator[Collection]:
    r"""Yield the outermost collections of a text that have items, in order.

    Examples
    --------
    >>> [found] = find_literals("const board = [[0, 'a'], // two regions\n[0, 'a'],];")
    >>> [[cell.value for cell in row.items] for row in found.items]
    [[0, 'a'], [0, 'a']]
    """
    tokens = list(_tokens(text))
    tokens.append(("end", "", len(text)))
    known: dict[int, tuple[Collection, int] | None] = {}
    closed = _closed(tokens)
    k = 0
    while k < len(tokens):
        parsed = _parse(tokens, k, known) if k in closed else None
        if parsed is None:
            k += 1
            continue
        found, k = parsed
        if found.items:
            yield found


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "sign"
        if kind != "blank":
            yield kind, found[0], found.start()


def _closed(tokens: list[_Token]) -> set[int]:
    """Return the indices of the brackets that are closed and hold at most `_LEVELS` levels."""
    closed: set[int] = set()
    stack: list[tuple[int, str, int]] = []  # index, closing bracket, levels within
    for k, (kind, token, _) in enumerate(tokens):
        if kind != "sign":
            continue
        if token in _OPEN:
            stack.append((k, _OPEN[token], 1))
        elif token in "])}":
            if not stack or stack[-1][1] != token:
                stack.clear()
                continue
            first, _, levels = stack.pop()
            if levels <= _LEVELS:
                closed.add(first)
            if stack:
                stack[-1] = (*stack[-1][:2], max(stack[-1][2], levels + 1))
    return closed


def _parse(
    tokens: list[_Token], k: int, known: dict[int, tuple[Collection, int] | None]
) -> tuple[Collection, int] | None:
    """Parse the collection that begins at a closed bracket; also return the index after it.

    `known` has the results of the brackets that were parsed before within a collection that then
    failed, so that the time stays linear.
    """
    if k not in known:
        known[k] = _parse_anew(tokens, k, known)
    return known[k]


def _parse_anew(
    tokens: list[_Token], k: int, known: dict[int, tuple[Collection, int] | None]
) -> tuple[Collection, int] | None:
    _, opening, at = tokens[k]
    closing = _OPEN[opening]
    items: list[Literal] = []
    keys: list[str] = []
    k += 1
    while tokens[k][1] != closing:
        if opening == "{" and tokens[k][0] not in ("sign", "end") and tokens[k + 1][1] == ":":
            if len(keys) < len(items):
                return None
            keys.append(str(_value(*tokens[k][:2])))
            k += 2
        kind, token, offset = tokens[k]
        if kind == "sign" and token in _OPEN:
            inner = _parse(tokens, k, known)
            if inner is None:
                return None
            items.append(inner[0])
            k = inner[1]
        elif kind in ("sign", "end"):
            return None
        else:
            items.append(Scalar(offset, _value(kind, token), kind))
            k += 1
        if keys and len(keys) < len(items):
            return None
        if tokens[k][1] == ",":
            k += 1
        elif tokens[k][1] != closing:
            return None
    return Collection(at, tokens[k][2] + 1, items, keys or None), k + 1


def _value(kind: str, token: str) -> str | int:
    if kind == "number":
        return int(token) if len(token) <= 20 else token
    if kind == "name":
        return token
    token = token.lstrip("rRuUbB")
    body = token[3:-3] if token[:3] in ('"""', "'''") else token[1:-1]
    if "\\" not in body:
        return body
    # JSON has the escapes of the other languages, except backslashes before single and back quotes.
    try:
        value: str = json.loads(f'"{_UNLIKE_JSON.sub(_as_json, body)}"', strict=False)
    except ValueError:
        return body
    return value


def _as_json(found: re.Match[str]) -> str:
    return found[1] or ('\\"' if found[2] else found[3])


def name_before(text: str, at: int) -> str:
    """Return the name to which a program assigns the literal at an offset, "" if there is none.

    Examples
    --------
    >>> text = "const board: number[][] = [[0]]"
    >>> name_before(text, text.index("[[0"))
    'board'
    >>> name_before("regions = np.array([[0]])", 18)
    'regions'
    """
    before = text[max(0, at - _BEFORE) : at]
    found = _ASSIGNED.search(before) or _KEYED.search(before)
    return found[1] if found else ""
