"""Reading the puzzles of BurrTools, ``.xmpuzzle``: those in the plane, and pyramids of spheres.

A file is XML, mostly packed with gzip. It has shapes on a grid, and problems: pieces, each a shape
with the number of its copies, and the shape that they fill::

    <puzzle version="2">
      <gridType type="0"/>                                 0: cubes, 2: spheres
      <shapes>
        <voxel x="2" y="2" z="1" type="0">##_#</voxel>     # a cell, + perhaps one, _ none
      </shapes>
      <problems>
        <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
      </problems>
    </puzzle>

Cells stand with x fastest, then y, then z; a number behind one is its colour. Spheres lie where
x + y + z is even, which is the densest packing: each axis is that of square layers, turned by an
eighth, and one layer rests in the hollows of the one below::

    z = 0:  o . o .     a row of a piece or a layer goes along (1, 1, 0), a column along (1, -1, 0);
            . o . o     one up, the sphere over (0, 0), (1, 1), (1, -1) and (2, 0) is at (1, 0, 1)
            o . o .

What is wrong with the input raises `fastqueens.InputError`, and nothing else does.
"""

from __future__ import annotations

import re
import zlib
from typing import Any, TypeAlias

from fastqueens import input_limits as limits
from fastqueens.packing.formats import MAX_CELLS, Cells, Raw
from fastqueens.packing.orientations import settle
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = ["looks_like_burrtools", "read_problems"]

_GZIP = b"\x1f\x8b"
_UNPACKED = limits.UNPACKED
_ELEMENTS = limits.ELEMENTS
_MAX_PIECES = limits.PIECES
_CUBES, _SPHERES = "0", "2"
_GRIDS = {"1": "triangular prisms", "3": "rhombic tetrahedra", "4": "tetrahedra and octahedra"}
_VOXEL = re.compile(r"([#+_])[0-9]*")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_Point: TypeAlias = tuple[int, int, int]


def looks_like_burrtools(data: bytes) -> bool:
    """Whether data is packed with gzip, or XML.

    Examples
    --------
    >>> looks_like_burrtools(b'<puzzle version="2">'), looks_like_burrtools(b"5 11 12")
    (True, False)
    """
    return data.startswith(_GZIP) or data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read_problems(data: bytes, source: str | None = None) -> list[Raw]:
    """Read the problems of a file.

    Parameters
    ----------
    data : bytes
        The content of the file, packed or not.
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    list of Raw
        At least one.

    Raises
    ------
    InputError
        For what is no such file, a puzzle that is neither in the plane nor a pyramid, and without
        defusedxml.

    Examples
    --------
    >>> voxels = '<voxel x="2" y="1" z="1">##</voxel>'
    >>> problem = '<problem><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem>'
    >>> read_problems(f'''<puzzle version="2"><gridType type="0"/><shapes>{voxels}</shapes>
    ...     <problems>{problem}</problems></puzzle>'''.encode())[0].board
    ('XX',)
    """
    try:
        puzzle = _parse(_unpack(data))
        kind = _attribute(_child(puzzle, "gridType"), "type")
        if kind not in (_CUBES, _SPHERES):
            found = _GRIDS.get(kind, f"a grid of type {describe(kind)}")
            raise InputError(f"found {found}, expected cubes or spheres")
        voxels = _child(puzzle, "shapes").findall("voxel")
        shapes = [(node.get("name"), *_cells(node, k, kind)) for k, node in enumerate(voxels)]
        problems = _child(puzzle, "problems").findall("problem")
        if not problems:
            raise InputError("found no problem, expected pieces and what they fill")
        return [_problem(node, shapes, kind) for node in problems]
    except InputError as error:
        raise InputError(error.message, source=source, line=error.line) from None


def _unpack(data: bytes) -> bytes:
    """Unpack a file, no further than to the limit."""
    if not data.startswith(_GZIP):
        return data
    packer = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        unpacked = packer.decompress(data, _UNPACKED + 1)
    except zlib.error:
        raise InputError("found data that gzip cannot unpack, expected an .xmpuzzle") from None
    if len(unpacked) > _UNPACKED:
        most = f"{_UNPACKED >> 20} MiB"
        raise InputError(f"found more than {most} when it was unpacked, expected at most {most}")
    if not packer.eof:
        raise InputError("found the end of the file, expected the rest of what gzip packed")
    return unpacked


def _parse(data: bytes) -> Any:
    """Parse XML that may be hostile."""
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import ParseError, fromstring
    except ImportError:
        raise InputError(
            "an .xmpuzzle needs defusedxml: pip install 'fastqueens[burrtools]'"
        ) from None
    if data.count(b"<") > 2 * _ELEMENTS:
        advice = "; save it without the solutions"
        raise InputError(f"found more than {_ELEMENTS:,} elements, expected fewer{advice}")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise InputError("found declarations of its own in the XML, expected none") from None
    except ParseError as error:
        raise InputError(f"found no XML: {error}") from None
    except (ValueError, LookupError):  # encodings that there are not
        raise InputError("found no XML that can be read, expected it in UTF-8") from None
    if root.tag != "puzzle":
        raise InputError(f"found {describe(root.tag)}, expected a puzzle of BurrTools")
    return root


def _child(node: Any, name: str) -> Any:
    found = node.find(name)
    if found is None:
        raise InputError(f"found no {name} in {describe(node.tag)}, expected one")
    return found


def _attribute(node: Any, name: str, *, default: str | None = None) -> str:
    found: str | None = node.get(name, default)
    if found is None:
        raise InputError(f"found {describe(node.tag)} without {name}, expected one")
    return found


def _number(node: Any, name: str, *, default: str | None = None) -> int:
    word = _attribute(node, name, default=default)
    if not re.fullmatch("[0-9]{1,6}", word, re.ASCII):
        raise InputError(f"found {describe(word)} as {name}, expected a number")
    return int(word)


def _cells(node: Any, number: int, kind: str) -> tuple[list[_Point], int]:
    """Return the cells of a shape, and how many of them may stay empty."""
    x, y, z = (_number(node, axis) for axis in "xyz")
    text = "".join((node.text or "").split())
    found = _VOXEL.findall(text)
    where = f"shape {number} (counted from 0)"
    if not x * y * z or len(found) != x * y * z or "".join(_VOXEL.split(text)[::2]):
        signs = f"{len(found)} cells of # + _"
        raise InputError(f"{where}: found {signs}, expected {x} x {y} x {z} and colours only")
    filled = [(k % x, k // x % y, k // (x * y)) for k, sign in enumerate(found) if sign != "_"]
    if kind == _SPHERES and any(sum(point) % 2 for point in filled):
        raise InputError(f"{where}: found a sphere where x + y + z is odd, expected none there")
    return filled, found.count("+")


def _problem(node: Any, shapes: list[tuple[str | None, list[_Point], int]], kind: str) -> Raw:
    """Make the puzzle of a problem."""

    def shape_of(part: Any) -> tuple[str | None, list[_Point], int]:
        number = _number(part, "id")
        if number >= len(shapes):
            raise InputError(f"found shape {number}, expected 0 to {len(shapes) - 1}")
        return shapes[number]

    parts = []
    for part in _child(node, "shapes").findall("shape"):
        name, points, loose = shape_of(part)
        count = _number(part, "count", default=part.get("max"))
        if count != _number(part, "min", default=str(count)):
            raise InputError("found a piece that may be left out, expected min and max alike")
        if loose:
            raise InputError("found cells in a piece that may be empty, expected # and _ only")
        parts.append((name, points, count))
    if not 1 <= sum(count for *_, count in parts) <= _MAX_PIECES:
        raise InputError(f"found no pieces or too many, expected 1 to {_MAX_PIECES}")
    _, points, loose = shape_of(_child(node, "result"))
    if not 1 <= len(points) <= MAX_CELLS:
        raise InputError(
            f"found a board of {plural(len(points), 'cell')}, expected 1 to {MAX_CELLS}"
        )
    if loose and sum(len(cells) * count for _, cells, count in parts) != len(points):
        raise InputError("found cells that stay empty, expected pieces that fill the whole board")
    layers = _layers_of(points) if kind == _SPHERES else None
    pieces = _pieces(parts, kind)
    if layers is not None:
        return Raw(layers, (), pieces)
    flat = _flat(points, kind, "board")
    rows, columns = (1 + max(cell[k] for cell in flat) for k in (0, 1))
    taken = set(flat)
    board = ("".join(".X"[(r, c) in taken] for c in range(columns)) for r in range(rows))
    return Raw(None, tuple(board), pieces)


def _pieces(
    parts: list[tuple[str | None, list[_Point], int]], kind: str
) -> tuple[tuple[str, Cells], ...]:
    """Return the pieces with their names: those of the file, if all have one, else letters."""
    names = [name for name, _, count in parts for _ in range(count)]
    called = all(names) and len({*names}) == len(names)
    found: list[tuple[str, Cells]] = []
    for name, points, count in parts:
        if not points:
            raise InputError("found a piece without a cell, expected one or more")
        for _ in range(count):
            k = len(found)
            letter = _LETTERS[k] if k < len(_LETTERS) else f"P{k + 1}"
            called_so = name if called and name else letter
            found.append((called_so, _flat(points, kind, f"piece {called_so}")))
    return tuple(found)


def _flat(points: list[_Point], kind: str, what: str) -> Cells:
    """Lay a shape into the plane, as rows and columns."""
    for axis in range(3):
        if len({point[axis] for point in points}) > 1:
            continue
        plane = [point[:axis] + point[axis + 1 :] for point in points]
        if kind == _CUBES:  # x is the column, y the row
            return settle([(q, p) for p, q in plane])
        p0, q0 = plane[0]
        turned = [((p - p0 - q + q0) // 2, (p - p0 + q - q0) // 2) for p, q in plane]
        return settle(turned)
    raise InputError(
        f"found a {what} that is not flat, expected one layer, or for boards a pyramid of spheres"
    )


def _layers_of(points: list[_Point]) -> int | None:
    """Return how many layers a pyramid of spheres has; None for another shape."""
    layers = next(n for n in range(MAX_CELLS) if n * (n + 1) * (2 * n + 1) // 6 >= len(points))
    wanted = {
        (layer, row, column)
        for layer in range(layers)
        for row in range(layers - layer)
        for column in range(layers - layer)
    }
    for axis in range(3):
        for up in (1, -1):
            low = min(up * point[axis] for point in points)
            lying = []
            for point in points:
                p, q = point[:axis] + point[axis + 1 :]
                height = up * point[axis] - low
                lying.append((height, p - q - height, p + q - height))
            row, column = (min(x[k] for x in lying) for k in (1, 2))
            if wanted == {(h, (r - row) // 2, (c - column) // 2) for h, r, c in lying}:
                return layers
    return None
