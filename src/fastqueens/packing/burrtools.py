"""Reads ``.xmpuzzle`` files of BurrTools: cubes in the plane and in space, pyramids of spheres.

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

Cells are listed with x changing fastest, then y, then z; a number after a cell is its colour. In
space, x is the column, y the row and z the layer. ``min`` and ``max`` of a shape allow copies to
stay out, and optional cells of the board may stay empty. A ``<pair piece="1" result="2"/>`` of a
problem allows cells of colour 1 of a piece on cells of colour 2 of the board; cells without a
colour meet every cell. How an assembly can be taken apart (separations, groups) is not read: only
assemblies are searched for.

A puzzle is flat if its board and its pieces are flat, it uses none of these rules, and its board
has at most 256 cells.

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
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from fastqueens import input_limits as limits
from fastqueens.extras import extra
from fastqueens.packing.formats import MAX_CELLS, MAX_SPACE_CELLS, Cells, ParsedPuzzle
from fastqueens.packing.orientations import normalise
from fastqueens.packing.rules import Rules
from fastqueens.packing.rules_input import limit_empty
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = ["list_problems", "looks_like_burrtools", "read_problems"]

_GZIP = b"\x1f\x8b"
_UNPACKED = limits.UNPACKED
_ELEMENTS = limits.ELEMENTS
_MAX_PIECES = limits.PIECES
_CUBES, _SPHERES = "0", "2"
_GRIDS = {"1": "triangular prisms", "3": "rhombic tetrahedra", "4": "tetrahedra and octahedra"}
_VOXEL = re.compile(r"([#+_])([0-9]*)")
_MAX_COLOUR = 63
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_Point: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A shape of a file: its points, the colour of each, and which of them are optional."""

    name: str | None
    points: list[_Point]
    colours: list[int]
    loose: list[bool]


@dataclass(frozen=True, slots=True)
class _Part:
    """A shape as a piece of a problem, with the range of its copies."""

    shape: _Shape
    least: int
    most: int


def looks_like_burrtools(data: bytes) -> bool:
    """Return whether the data is XML or compressed with gzip.

    Examples
    --------
    >>> looks_like_burrtools(b'<puzzle version="2">'), looks_like_burrtools(b"5 11 12")
    (True, False)
    """
    return data.startswith(_GZIP) or data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def list_problems(data: bytes, source: str | None = None) -> list[Callable[[], ParsedPuzzle]]:
    """Return a function for each problem of a file, which reads it or raises `InputError`.

    A problem that cannot be read does not prevent the others from being read.
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
        shapes = [_read_shape(node, k, kind) for k, node in enumerate(voxels)]
        problems = _child(puzzle, "problems").findall("problem")
        if not problems:
            raise InputError("found no problem, expected at least one")
    except InputError as error:
        raise InputError(error.message, source=source, line=error.line) from None
    return [partial(_read_problem, node, shapes, kind, source) for node in problems]


def read_problems(data: bytes, source: str | None = None) -> list[ParsedPuzzle]:
    """Read all problems of a file.

    Examples
    --------
    >>> voxels = '<voxel x="2" y="1" z="1">##</voxel>'
    >>> problem = '<problem><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem>'
    >>> read_problems(f'''<puzzle version="2"><gridType type="0"/><shapes>{voxels}</shapes>
    ...     <problems>{problem}</problems></puzzle>'''.encode())[0].board
    ('XX',)
    """
    return [read() for read in list_problems(data, source)]


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


def _read_shape(node: Any, number: int, kind: str) -> _Shape:
    x, y, z = (_number(node, axis) for axis in "xyz")
    text = "".join((node.text or "").split())
    found = _VOXEL.findall(text)
    where = f"shape {number} (counted from 0)"
    if not x * y * z or len(found) != x * y * z or _VOXEL.sub("", text):
        signs = f"{len(found)} cells of # + _"
        raise InputError(f"{where}: found {signs}, expected {x} x {y} x {z} cells")
    filled = [k for k, (sign, _) in enumerate(found) if sign != "_"]
    points = [(k % x, k // x % y, k // (x * y)) for k in filled]
    if kind == _SPHERES and any(sum(point) % 2 for point in points):
        raise InputError(f"{where}: found a sphere at odd x + y + z, expected even x + y + z")
    colours = []
    for k in filled:
        word = found[k][1]
        if len(word) > 6 or int(word or 0) > _MAX_COLOUR:
            raise InputError(
                f"{where}: found the colour {describe(word)}, expected 0 to {_MAX_COLOUR}"
            )
        colours.append(int(word or 0))
    return _Shape(node.get("name"), points, colours, [found[k][0] == "+" for k in filled])


def _read_problem(node: Any, shapes: list[_Shape], kind: str, source: str | None) -> ParsedPuzzle:
    """Make the puzzle of one problem."""
    try:
        return _make_puzzle(node, shapes, kind)
    except InputError as error:
        raise InputError(error.message, source=source, line=error.line) from None


def _make_puzzle(node: Any, shapes: list[_Shape], kind: str) -> ParsedPuzzle:
    board = _shape_of(_child(node, "result"), shapes)
    points = board.points
    most_cells = MAX_SPACE_CELLS if kind == _CUBES else MAX_CELLS
    if not 1 <= len(points) <= most_cells:
        raise InputError(
            f"found a board of {plural(len(points), 'cell')}, expected 1 to {most_cells:,}"
        )
    parts = [_read_part(x, shapes, len(points)) for x in _child(node, "shapes").findall("shape")]
    if not 1 <= sum(part.most for part in parts) <= _MAX_PIECES:
        raise InputError(f"found no piece or too many pieces, expected 1 to {_MAX_PIECES}")
    ranges = any(part.least < part.most for part in parts)
    volume = sum(len(part.shape.points) * part.most for part in parts)
    loose = any(board.loose) and (ranges or volume != len(points))
    coloured = any(board.colours) and any(any(part.shape.colours) for part in parts)
    max_empty = _read_max_holes(node, len(points) - volume, ranges=ranges)
    if kind == _SPHERES:
        if ranges or loose or coloured:
            what = "copies" if ranges else "cells" if loose else "colours"
            raise InputError(
                f"found spheres with {'' if coloured else 'optional '}{what}, expected cubes"
            )
        layers = _pyramid_layers(points)
        if layers is not None:
            return ParsedPuzzle(layers, (), _pieces(parts, kind, flat=True))
    elif ranges or loose or coloured or len(points) > MAX_CELLS or not _all_flat(points, parts):
        raw = _make_space_puzzle(node, board, parts, loose=loose, coloured=coloured)
        limit = limit_empty(max_empty, len(raw.rules.optional_cells))
        return replace(raw, rules=replace(raw.rules, max_empty=limit))
    flat = _project_to_plane(points, kind, "board")
    rows, columns = (1 + max(cell[k] for cell in flat) for k in (0, 1))
    taken = set(flat)
    lines = ("".join(".X"[(r, c) in taken] for c in range(columns)) for r in range(rows))
    return ParsedPuzzle(None, tuple(lines), _pieces(parts, kind, flat=True))


def _shape_of(part: Any, shapes: list[_Shape]) -> _Shape:
    number = _number(part, "id")
    if number >= len(shapes):
        raise InputError(f"found shape {number}, expected 0 to {len(shapes) - 1}")
    return shapes[number]


def _read_part(part: Any, shapes: list[_Shape], cells: int) -> _Part:
    """Read a piece of a problem; more copies than fit into the cells are left out."""
    shape = _shape_of(part, shapes)
    if any(shape.loose):
        raise InputError("found optional cells (+) in a piece, expected # and _ only")
    most = _number(part, "count", default=part.get("max"))
    least = most if part.get("count") is not None else _number(part, "min", default=str(most))
    if least > most:
        raise InputError(f"found min {least} and max {most} copies, expected min up to max")
    if most and not shape.points:
        raise InputError("found a piece without cells, expected at least one cell")
    if least < most:
        most = max(least, min(most, cells // len(shape.points)))
    return _Part(shape, least, most)


def _read_max_holes(node: Any, holes: int, *, ranges: bool) -> int | None:
    """Return the limit of the number of empty cells; None if it restricts no assembly.

    Without ranges of copies, all assemblies leave the same number of cells empty.
    """
    if node.get("maxHoles") is None:
        return None
    most = _number(node, "maxHoles")
    if ranges:
        return most
    if holes > most:
        raise InputError(
            f"found pieces that leave {holes} cells empty, expected at most {most} (maxHoles)"
        )
    return None


def _all_flat(points: list[_Point], parts: list[_Part]) -> bool:
    return all(
        any(len(set(axis)) == 1 for axis in zip(*cells, strict=True))
        for cells in (points, *(part.shape.points for part in parts if part.most))
    )


def _make_space_puzzle(
    node: Any, board: _Shape, parts: list[_Part], *, loose: bool, coloured: bool
) -> ParsedPuzzle:
    """Make a puzzle in space: x is the column, y is the row, z is the layer."""
    places = normalise([(z, y, x) for x, y, z in board.points])
    taken = set(places)
    layers, rows, columns = (1 + max(axis) for axis in zip(*places, strict=True))
    solid = tuple(
        tuple(
            "".join(".X"[(layer, row, column) in taken] for column in range(columns))
            for row in range(rows)
        )
        for layer in range(layers)
    )
    # the points are listed in the order of the cells: x changes fastest, z slowest
    optional_cells = tuple(k for k, x in enumerate(board.loose) if loose and x)
    optional_pieces: list[int] = []
    colours: list[tuple[int, ...]] = []
    for part in parts:
        first = len(colours)
        optional_pieces += range(first + part.least, first + part.most)
        colours += [tuple(part.shape.colours)] * part.most
    rules = Rules(optional_cells=optional_cells, optional_pieces=tuple(optional_pieces))
    if coloured:
        pairs = {(_number(pair, "piece"), _number(pair, "result")) for pair in node.iter("pair")}
        rules = replace(
            rules,
            cell_colours=tuple(board.colours),
            piece_colours=tuple(colours),
            colour_pairs=tuple(sorted(pairs)),
        )
    return ParsedPuzzle(None, (), _pieces(parts, _CUBES, flat=False), solid=solid, rules=rules)


def _pieces(parts: list[_Part], kind: str, *, flat: bool) -> tuple[tuple[str, Cells], ...]:
    """Return the pieces, named as in the file, or by letters if those names are not unique."""
    names = [part.shape.name for part in parts for _ in range(part.most)]
    use_names = all(names) and len({*names}) == len(names)
    found: list[tuple[str, Cells]] = []
    for part in parts:
        name, points = part.shape.name, part.shape.points
        for _ in range(part.most):
            k = len(found)
            letter = _LETTERS[k] if k < len(_LETTERS) else f"P{k + 1}"
            piece = name if use_names and name else letter
            if flat:
                cells: Cells = _project_to_plane(points, kind, f"piece {piece}")
            else:
                cells = normalise([(z, y, x) for x, y, z in points])
            found.append((piece, cells))
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
