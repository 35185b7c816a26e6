"""The text format of exact covers, as used by Knuth's programs DLX1 to DLX5.

The first line has the names of the primary items, then optionally ``|`` and the names of the
secondary items. Each further line is an option: its items; a secondary item with a colour is
written ``item:colour``. A primary item with a multiplicity is written ``3|item``, or ``2:3|item``
with bounds, as in DLX3. An option with a cost ends in ``|3``, as in DLX5, or in ``$3``. Blank lines
and lines that begin with ``|`` are ignored.
A matrix of 0 and 1 in CSV is read as well.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from fastqueens import input_limits as limits
from fastqueens.cover.builder import Builder
from fastqueens.cover.csv_matrix import looks_like_csv, read_matrix_head
from fastqueens.cover.line_reader import EXPECTED, Block, LineReader, split_blocks
from fastqueens.input import check_bytes, check_size, check_text, open_file
from fastqueens.results import InputError
from fastqueens.validation import quote_name

__all__ = ["EXPECTED", "MAX_BYTES", "parse", "parse_bytes", "parse_file", "write"]


MAX_BYTES = limits.COVER


def parse_file(path: str | os.PathLike[str]) -> Builder:
    """Read a file, a block at a time."""
    with open_file(path, EXPECTED, MAX_BYTES) as file:
        source = os.fsdecode(path)
        return _parse(split_blocks(file, source), source)


def parse_bytes(data: bytes, source: str | None = None) -> Builder:
    r"""Read the content of a file.

    Examples
    --------
    >>> parse_bytes(b"a b\r\na b\r\n").start.tolist()
    [0, 2]
    """
    check_bytes(data)
    check_size(data, EXPECTED, MAX_BYTES, source=source)
    return _parse(split_blocks(io.BytesIO(data), source), source)


def parse(text: str, source: str | None = None) -> Builder:
    r"""Read a problem; an `InputError` names the line and column of the mistake.

    Examples
    --------
    >>> builder = parse("a b | x\na x:1\nb x:1\n")
    >>> list(builder.numbers), builder.primary, list(builder.colours)
    (['a', 'b', 'x'], 2, ['1'])
    """
    data = io.BytesIO(check_text(text).encode(errors="surrogatepass"))
    return _parse(split_blocks(data, source, is_text=True), source)


def _parse(blocks: Iterator[Block], source: str | None) -> Builder:
    def fail(message: str, place: tuple[int, int | None] | None) -> InputError:
        line, column = (None, None) if place is None else place
        return InputError(message, source=source, line=line, column=column)

    line, head = _read_head(blocks)
    builder = Builder(fail)
    if looks_like_csv(head, source):
        matrix = read_matrix_head(builder, head, line)
        end = matrix.end
        reader = LineReader(
            builder, matrix.read_line,
            separator=matrix.separator, columns=matrix.columns, skipped=matrix.skipped,
        )  # fmt: skip
    else:
        end = _read_items(builder, head, line)
        reader = LineReader(builder, partial(_read_option, builder))
    if end < len(head):
        line += head.count("\n", 0, end)
        reader.read((line, head[end:].encode(errors="surrogatepass")))
    for block in blocks:
        reader.read(block)
    reader.finish()
    return builder


def _read_head(blocks: Iterator[Block]) -> tuple[int, str]:
    """Read blocks until there are two lines that are neither blank nor comments."""
    line, head = 1, ""
    for number, block in blocks:
        head += block.decode(errors="surrogatepass")
        content = [x for x in head.split("\n") if x.strip() and not x.startswith("|")]
        if len(content) > 1:
            break
        if not content:
            line, head = number + block.count(b"\n"), ""
    return line, head


def _read_items(builder: Builder, head: str, line: int) -> int:
    """Read the line of items; return the offset after it."""
    fail, end = builder.fail, 0
    for number, text in enumerate(head.split("\n"), line):
        end += len(text) + 1
        if text.startswith("|") or not text.strip():
            continue
        primary = True
        for match in re.finditer(r"\S+", text):
            word, place = match[0], (number, match.start() + 1)
            if word == "|":
                if not primary:
                    raise fail("found a second '|', expected at most one", place)
                primary = False
            elif primary and (bounded := _BOUNDED.fullmatch(word)):
                lower, upper, name = bounded.groups()
                builder.add_item(name, place, primary=True)
                builder.add_bounds(name, int(lower), int(upper or lower), place)
            elif "|" in word or ":" in word:
                raise fail(
                    f"found {quote_name(word)}, expected a name without '|' and ':'"
                    + (", or 2:3|item" if primary else ""),
                    place,
                )
            else:
                builder.add_item(word, place, primary=primary)
        return min(end, len(head))
    raise fail("found no line of items, expected at least one", (1, 1))


def _read_option(builder: Builder, number: int, line: str) -> int | None:
    """Read the line of an option, or skip a blank line or a comment; return its cost."""
    if line.startswith("|") or not line.strip():
        return None
    words = [(match[0], (number, match.start() + 1)) for match in re.finditer(r"\S+", line)]
    cost = _cost(builder, words[-1][0])
    if cost is not None:
        words.pop()
    builder.add_option(map(partial(_entry, builder.fail), words), (number, None))
    return cost


_BOUNDED = re.compile(r"(\d{1,10})(?::(\d{1,10}))?\|([^\s|:]+)", re.ASCII)
_COST = re.compile(r"[|$]\$?(\d{1,15})", re.ASCII)


def _cost(builder: Builder, word: str) -> int | None:
    """Return the cost that the last word of an option states; None if it is an item."""
    match = _COST.fullmatch(word)
    return None if match is None or word in builder.numbers else int(match[1])


def _entry(
    fail: Callable[[str, Any], InputError], word: tuple[str, tuple[int, int]]
) -> tuple[str, str | None, tuple[int, int]]:
    text, (line, column) = word
    name, colon, colour = text.partition(":")
    if colon and not (name and colour):
        raise fail(f"found {quote_name(text)}, expected item:colour", (line, column))
    if ":" in colour or "|" in text:
        where = column + (text.index("|") if "|" in text else text.rindex(":"))
        raise fail(f"found {quote_name(text)}, expected an item, or item:colour", (line, where))
    return name, colour if colon else None, (line, column)


def write(
    items: Sequence[Hashable],
    primary: int,
    colours: Iterable[Hashable],
    options: Iterable[Iterable[Hashable]],
    *,
    bounds: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    costs: Iterable[int] | None = None,
) -> str:
    r"""Write a problem, or raise `InputError` if the format cannot represent a name.

    Examples
    --------
    >>> write("abx", 2, [], ["a", "bx"])
    'a b | x\na\nb x\n'
    """
    names = [str(name) for name in items]
    colour_names = [str(colour) for colour in colours]
    for kind, texts in (("item", names), ("colour", colour_names)):
        seen: set[str] = set()
        for text in texts:
            # a byte order mark at the start of a file is ignored
            has_mark = text.startswith("\ufeff")
            if text in seen or not text or has_mark or re.search(r"[\s|:]", text):
                fault = "the name twice" if text in seen else f"the name {text!r}"
                raise InputError(
                    f"{kind} {text!r}: found {fault}, expected different names without blanks, "
                    f"'|' and ':', and without a byte order mark at the start"
                )
            seen.add(text)
    for k, (lower, upper) in bounds.items():
        names[k] = f"{lower}|{names[k]}" if lower == upper else f"{lower}:{upper}|{names[k]}"
    lines = [" ".join(names[:primary])]
    if primary < len(names):
        lines[0] += " | " + " ".join(names[primary:])
    rows = [" ".join(map(str, option)) for option in options]
    lines += rows if costs is None else map("{} |{}".format, rows, costs)
    if looks_like_csv(lines[0] + "\n" + "\n".join(lines[1:2]), None):
        raise InputError(f"found the items {lines[0]!r}, which would be read as a matrix in CSV")
    return "\n".join(lines) + "\n"
