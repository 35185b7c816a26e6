"""Reads ``.xmpuzzle`` files of BurrTools: flat puzzles and pyramids of spheres.

A file is XML, usually compressed with gzip. It contains shapes on a grid, and problems. A problem
consists of pieces, which are shapes with a number of copies, and of the shape of the board::

    <puzzle version="2">
      <gridType type="0"/>                                 0: cubes, 2: spheres
      <shapes>
        <voxel x="2" y="2" z="1" type="0">##_#</voxel>     # cell, + optional cell, _ no cell
      </shapes>
      <problems>
        <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
      </problems>
    </puzzle>

Cells are listed with x changing fastest, then y, then z; a number after a cell is its colour.
Spheres lie at the points with even x + y + z, the densest packing of spheres. Perpendicular to each
axis, the spheres form square layers, turned by 45 degrees; the spheres of a layer lie in the
hollows of the layer below::

    z = 0:  o . o .     rows of a piece or layer run along (1, 1, 0), columns along (1, -1, 0);
            . o . o     in the next layer, the sphere (1, 0, 1) lies on the spheres (0, 0, 0),
            o . o .     (1, 1, 0), (1, -1, 0) and (2, 0, 0)

Invalid input raises `fastqueens.InputError`.
"""

from __future__ import annotations

import re
import zlib
from typing import Any, TypeAlias

from fastqueens import input_limits as limits
from fastqueens.extras import extra
from fastqueens.packing.formats import MAX_CELLS, Cells, ParsedPuzzle
from fastqueens.packing.orientations import normalise
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
    """Return whether the data is XML or compressed with gzip.

    Examples
    --------
    >>> looks_like_burrtools(b'<puzzle version="2">'), looks_like_burrtools(b"5 11 12")
    (True, False)
    """
    return data.startswith(_GZIP) or data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read_problems(data: bytes, source: str | None = None) -> list[ParsedPuzzle]:
    """Read the problems of a file.

    Examples
    --------
    >>> voxels = '<voxel x="2" y="1" z="1">##</voxel>'
    >>> problem = '<problem><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem>'
    >>> read_problems(f'''<puzzle version="2"><gridType type="0"/><shapes>{voxels}</shapes>
    ...     <problems>{problem}</problems></puzzle>'''.encode())[0].board
    ('XX',)
    """
    with extra("burrtools", "an .xmpuzzle needs defusedxml", source=source):
        import defusedxml  # noqa: F401
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
            raise InputError("found no problem, expected at least one")
        return [_read_problem(node, shapes, kind) for node in problems]
    except InputError as error:
        raise InputError(error.message, source=source, line=error.line) from None


def _unpack(data: bytes) -> bytes:
    """Decompress a file, up to the size limit."""
    if not data.startswith(_GZIP):
        return data
    packer = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        unpacked = packer.decompress(data, _UNPACKED + 1)
    except zlib.error:
        raise InputError("found damaged gzip data, expected an .xmpuzzle") from None
    if len(unpacked) > _UNPACKED:
        most = f"{_UNPACKED >> 20} MiB"
        raise InputError(f"found more than {most} after decompression, expected at most {most}")
    if not packer.eof:
        raise InputError("found the end of the file, expected more gzip data")
    return unpacked


def _parse(data: bytes) -> Any:
    """Parse XML from an untrusted source."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    if data.count(b"<") > 2 * _ELEMENTS:
        advice = "; save it without the solutions"
        raise InputError(f"found more than {_ELEMENTS:,} elements, expected fewer{advice}")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise InputError("found declarations (DTD) in the XML, expected none") from None
    except ParseError as error:
        raise InputError(f"found invalid XML: {error}") from None
    except (ValueError, LookupError):  # unknown encodings
        raise InputError("found XML in an unknown encoding, expected UTF-8") from None
    if root.tag != "puzzle":
        raise InputError(f"found {describe(root.tag)}, expected a BurrTools puzzle")
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
    """Return the cells of a shape, and the number of cells that may stay empty."""
    x, y, z = (_number(node, axis) for axis in "xyz")
    text = "".join((node.text or "").split())
    found = _VOXEL.findall(text)
    where = f"shape {number} (counted from 0)"
    if not x * y * z or len(found) != x * y * z or "".join(_VOXEL.split(text)[::2]):
        signs = f"{len(found)} cells of # + _"
        raise InputError(f"{where}: found {signs}, expected {x} x {y} x {z} cells")
    filled = [(k % x, k // x % y, k // (x * y)) for k, sign in enumerate(found) if sign != "_"]
    if kind == _SPHERES and any(sum(point) % 2 for point in filled):
        raise InputError(f"{where}: found a sphere at odd x + y + z, expected even x + y + z")
    return filled, found.count("+")


def _read_problem(
    node: Any, shapes: list[tuple[str | None, list[_Point], int]], kind: str
) -> ParsedPuzzle:
    """Make the puzzle of one problem."""

    def canonical_shape(part: Any) -> tuple[str | None, list[_Point], int]:
        number = _number(part, "id")
        if number >= len(shapes):
            raise InputError(f"found shape {number}, expected 0 to {len(shapes) - 1}")
        return shapes[number]

    parts = []
    for part in _child(node, "shapes").findall("shape"):
        name, points, loose = canonical_shape(part)
        count = _number(part, "count", default=part.get("max"))
        if count != _number(part, "min", default=str(count)):
            raise InputError("found an optional piece, expected equal min and max")
        if loose:
            raise InputError("found optional cells (+) in a piece, expected # and _ only")
        parts.append((name, points, count))
    if not 1 <= sum(count for *_, count in parts) <= _MAX_PIECES:
        raise InputError(f"found no piece or too many pieces, expected 1 to {_MAX_PIECES}")
    _, points, loose = canonical_shape(_child(node, "result"))
    if not 1 <= len(points) <= MAX_CELLS:
        raise InputError(
            f"found a board of {plural(len(points), 'cell')}, expected 1 to {MAX_CELLS}"
        )
    if loose and sum(len(cells) * count for _, cells, count in parts) != len(points):
        raise InputError("found too few piece cells, expected pieces that fill the whole board")
    layers = _pyramid_layers(points) if kind == _SPHERES else None
    pieces = _pieces(parts, kind)
    if layers is not None:
        return ParsedPuzzle(layers, (), pieces)
    flat = _project_to_plane(points, kind, "board")
    rows, columns = (1 + max(cell[k] for cell in flat) for k in (0, 1))
    taken = set(flat)
    board = ("".join(".X"[(r, c) in taken] for c in range(columns)) for r in range(rows))
    return ParsedPuzzle(None, tuple(board), pieces)


def _pieces(
    parts: list[tuple[str | None, list[_Point], int]], kind: str
) -> tuple[tuple[str, Cells], ...]:
    """Return the pieces, named as in the file, or by letters if those names are not unique."""
    names = [name for name, _, count in parts for _ in range(count)]
    use_names = all(names) and len({*names}) == len(names)
    found: list[tuple[str, Cells]] = []
    for name, points, count in parts:
        if not points:
            raise InputError("found a piece without cells, expected at least one cell")
        for _ in range(count):
            k = len(found)
            letter = _LETTERS[k] if k < len(_LETTERS) else f"P{k + 1}"
            piece = name if use_names and name else letter
            found.append((piece, _project_to_plane(points, kind, f"piece {piece}")))
    return tuple(found)


def _project_to_plane(points: list[_Point], kind: str, what: str) -> Cells:
    """Return the cells of a flat shape as (row, column) pairs, or raise `InputError`."""
    for axis in range(3):
        if len({point[axis] for point in points}) > 1:
            continue
        plane = [point[:axis] + point[axis + 1 :] for point in points]
        if kind == _CUBES:  # x is the column, y is the row
            return normalise([(q, p) for p, q in plane])
        p0, q0 = plane[0]
        turned = [((p - p0 - q + q0) // 2, (p - p0 + q - q0) // 2) for p, q in plane]
        return normalise(turned)
    raise InputError(
        f"found a {what} that is not flat, expected a flat shape (or a pyramid of spheres as board)"
    )


def _pyramid_layers(points: list[_Point]) -> int | None:
    """Return the number of layers of a pyramid of spheres, or None for another shape."""
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
