"""Tables of a packing puzzle for the kernels: placements and symmetries.

A board is a set of cells in a padded box with coordinates (layer, row, column); a flat board has
one layer. A flat piece is placed along two steps of the box: (0, 0, 1) for its columns and
(0, 1, 0) for its rows, rotated and reflected.

In the pyramid, the spheres of each layer lie in the hollows of the layer below. Sphere (l, r, c)
has its centre at (2c + l, 2r + l, l * sqrt 2), in units of the radius. It touches the spheres at
the steps (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, -1, 0), (1, 0, -1), (1, -1, -1) and their opposites.
Three pairs of these steps are at right angles, so that a piece can lie in three planes: in a layer,
and in the vertical planes along the two diagonals. (The spheres form a face-centred cubic lattice.)

In space, a piece of cubes is placed in its 24 rotations, and, if the rules allow it, in those of
its mirror image: see `fastqueens.packing.space`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count
from random import Random
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from fastqueens.packing.orientations import PLANE, PYRAMID, TURNS, Int, symmetries
from fastqueens.packing.space import (
    Place,
    canonical_solid,
    orientations,
    place_everywhere,
    space_symmetries,
)

if TYPE_CHECKING:
    from fastqueens.packing.puzzle import Puzzle

__all__ = ["HOLE", "Kind", "Problem", "Symmetry"]


HOLE = -1  # the index of a hole among the pieces


@dataclass(frozen=True, slots=True)
class Kind:
    """Pieces of the same shape, which are interchangeable.

    Attributes
    ----------
    pieces : tuple of int
        The indices of the pieces in the puzzle; `HOLE` for a hole, if the number of empty cells is
        limited. A hole is a piece of one cell that lies on an optional cell and may stay out.
    placements : ndarray of int32, shape (m, size)
        The cells of every placement in ascending order; placements in lexicographic order.
    spare : int
        How many of the pieces may stay out.
    """

    pieces: tuple[int, ...]
    placements: Int
    spare: int = 0

    @property
    def copies(self) -> int:
        """The number of pieces."""
        return len(self.pieces)

    @property
    def least(self) -> int:
        """The number of pieces that must be placed."""
        return self.copies - self.spare


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of the board that maps solutions to solutions.

    Attributes
    ----------
    cells : ndarray of int32
        The image of each free cell.
    kinds : tuple of int
        The kind of the images of each kind's pieces. A reflection in space exchanges a kind and the
        kind of its mirror image.
    mirrored : bool
        Whether it is a reflection in space.
    """

    cells: Int
    kinds: tuple[int, ...]
    mirrored: bool = False


class Problem:
    """The rest of a puzzle when some pieces are already placed.

    The empty cells are numbered in reading order.

    Attributes
    ----------
    free : ndarray of int32
        The index of each empty cell in the puzzle.
    pieces : list of int
        The indices of the remaining pieces.
    place : ndarray of int32
        The index of each free cell in the padded box.
    cell_at : ndarray of int16
        The number of the free cell at each index of the padded box, -1 for none.
    start : ndarray of uint32
        The index of the first cell of each remaining piece, in the list of all their cells.
    offset : ndarray of int32
        For each orientation, the offsets of the cells of the remaining pieces in the box.
    """

    def __init__(self, puzzle: Puzzle, fixed: Mapping[int, Sequence[int]]) -> None:
        self.puzzle = puzzle
        self.fixed = dict(fixed)
        filled = {cell for cells in fixed.values() for cell in cells}
        free = [cell for cell in range(len(puzzle.cells)) if cell not in filled]
        self.free = np.array(free, np.int32)
        self.pieces = [i for i in range(len(puzzle.pieces)) if i not in fixed]
        if puzzle.in_space:
            return
        # The stack of a thread may have 32 KiB. So the tables are made here one after the other:
        # lazy attributes that read each other would nest deeply. A matrix product is avoided
        # because NumPy alone needs a third of such a stack for it.
        indents = self._list_indents()
        strides, box, origin = self._pad(max(indents, default=0))
        layers, rows, columns = np.array(puzzle.cells, np.int32).reshape(-1, 3)[self.free].T
        place = layers * strides[0] + rows * strides[1] + columns * strides[2] + origin
        self.place: Int = place.astype(np.int32)
        self.cell_at = np.full(box, -1, np.int16)
        self.cell_at[self.place] = np.arange(self.cells)
        sizes = [len(puzzle.pieces[i].cells) for i in self.pieces]
        self.start = np.array([0, *accumulate(sizes)], np.uint32)
        self.offset = self._offsets(strides, indents)

    @property
    def cells(self) -> int:
        """The number of cells to fill."""
        return len(self.free)

    # ---------------------------------------------------------------- the padded box

    def _pad(self, indent: int) -> tuple[tuple[int, int, int], int, int]:
        """Return the strides of the padded box, its size, and the index of the board's corner.

        The strides belong to the layer, the row and the column. `indent` is the longest indent of
        the remaining pieces.
        """
        sizes = [max(x) + 1 for x in zip(*self.puzzle.cells, strict=True)]
        reach = [0]
        for i in self.pieces:
            rows, columns = self.puzzle.pieces[i].size
            # A piece that is longer than the board fits nowhere and needs no padding.
            if max(rows, columns) <= max(sizes):
                reach.append(rows + columns - 2)
        pad = max(reach) + indent
        box = [
            sizes[0] + 2 * pad if self.puzzle.layers else 1,
            sizes[1] + 2 * pad,
            sizes[2] + 2 * pad,
        ]
        strides = box[1] * box[2], box[2], 1
        origin = _dot(strides, (pad if self.puzzle.layers else 0, pad, pad))
        return strides, box[0] * box[1] * box[2], origin

    @property
    def planes(self) -> int:
        """The number of planes in which a piece can lie."""
        return len(PYRAMID if self.puzzle.layers else PLANE)

    def _list_indents(self) -> list[int]:
        """Return the indent of each cell of the remaining pieces.

        An indent as long as the board has the same effect as a longer one: the piece, put down as
        it was read, does not lie on the board.
        """
        longest = max(max(x) + 1 for x in zip(*self.puzzle.cells, strict=True))
        pieces = [self.puzzle.pieces[i] for i in self.pieces]
        return [min(piece.indent, longest) for piece in pieces for _ in piece.cells]

    def _offsets(self, strides: tuple[int, int, int], indents: list[int]) -> Int:
        """Return the offsets of all cells of the pieces in the box, for each orientation.

        They are measured from the origin of the drawing of the piece.
        """
        cells = [cell for i in self.pieces for cell in self.puzzle.pieces[i].cells]
        rows, columns = np.array(cells, np.int32).reshape(-1, 2).T
        columns = columns + np.array(indents, np.int32)
        turned = []
        for across, down in PYRAMID if self.puzzle.layers else PLANE:
            u, v = _dot(strides, across), _dot(strides, down)
            for (a, b), (d, e) in TURNS:
                turned.append((a * columns + b * rows) * u + (d * columns + e * rows) * v)
        return np.array(turned, np.int32)

    def too_large(self, piece: int) -> bool:
        """Return whether a piece is longer than the board, which the tables do not support."""
        sizes = [max(x) + 1 for x in zip(*self.puzzle.cells, strict=True)]
        return bool(max(self.puzzle.pieces[piece].size) > max(sizes))

    @cached_property
    def kinds(self) -> list[Kind]:
        """The remaining pieces grouped by shape, with all their placements."""
        groups: dict[object, list[int]] = {}
        for i in self.pieces:
            groups.setdefault(self.shape(i), []).append(i)
        optional = set(self.puzzle.rules.optional_pieces)
        kinds = []
        for shape, group in groups.items():
            # Identical pieces are interchangeable, also those that are already placed.
            placed = [i for i in self.fixed if optional and self.shape(i) == shape]
            spare = len(optional & {*group, *placed})
            group.sort(key=lambda i: i in optional)  # pieces that may stay out come last
            kinds.append(Kind(tuple(group), self._placements(group[0]), min(spare, len(group))))
        if holes := self._count_holes():
            optional_cells = np.flatnonzero(~self.must_be_covered).astype(np.int32)
            kinds.append(Kind((HOLE,) * holes, optional_cells[:, None], holes))
        return kinds

    def _count_holes(self) -> int:
        """Return the number of holes; 0 if the empty cells are not counted or must be covered."""
        most = self.puzzle.rules.max_empty
        return 0 if most is None else min(most, int((~self.must_be_covered).sum()))

    def shape(self, piece: int, *, mirrored: bool = False) -> object:
        """Return a value that is equal for interchangeable pieces, or that of the mirror image."""
        puzzle = self.puzzle
        if piece == HOLE:
            return HOLE
        if not puzzle.in_space:
            return puzzle.pieces[piece].shape
        return canonical_solid(*self._solid(piece), reflect=puzzle.rules.reflect, mirrored=mirrored)

    def _solid(self, piece: int) -> tuple[tuple[Place, ...], tuple[int, ...]]:
        """Return the cells of a piece in space, and their colours, empty for no colours."""
        colours = self.puzzle.rules.piece_colours
        cells = cast(tuple[Place, ...], self.puzzle.pieces[piece].cells)
        return cells, colours[piece] if colours else ()

    def _place_solid(self, piece: int) -> Int:
        """Return the placements of a piece in space."""
        puzzle, rules = self.puzzle, self.puzzle.rules
        assert puzzle.board is not None
        numbers = np.full(puzzle.board.shape, -1, np.int16)
        for number, cell in enumerate(self.free.tolist()):
            numbers[puzzle.cells[cell]] = number
        permits = None
        if rules.cell_colours:
            colours = range(1 + max(max(x, default=0) for x in rules.piece_colours))
            paint = [rules.cell_colours[cell] for cell in self.free.tolist()]
            permits = np.array([[rules.may_meet(a, b) for b in paint] for a in colours], bool)
        shapes = orientations(*self._solid(piece), reflect=rules.reflect)
        return place_everywhere(numbers, shapes, permits)

    @cached_property
    def must_be_covered(self) -> NDArray[np.bool_]:
        """Whether each free cell must be covered by a piece."""
        must = np.ones(len(self.puzzle.cells), bool)
        must[list(self.puzzle.rules.optional_cells)] = False
        return must[self.free]

    @cached_property
    def required(self) -> NDArray[np.bool_]:
        """Whether each free cell must be covered by a piece or a hole."""
        if self.puzzle.rules.max_empty is None:
            return self.must_be_covered
        return np.ones(self.cells, bool)

    @property
    def is_plain(self) -> bool:
        """Whether every piece must be used and every cell must be covered."""
        return bool(self.required.all()) and not any(kind.spare for kind in self.kinds)

    def _placements(self, piece: int) -> Int:
        if self.puzzle.in_space:
            return self._place_solid(piece)
        index = self.pieces.index(piece)
        begin, end = int(self.start[index]), int(self.start[index + 1])
        if self.too_large(piece) or end - begin > self.cells:
            return np.empty((0, end - begin), np.int32)
        shapes = {tuple(np.sort(turn - turn.min())) for turn in self.offset[:, begin:end]}
        found = []
        for shape in shapes:
            cells = self.cell_at[self.place[:, None] + np.array(shape)]
            found.append(cells[(cells >= 0).all(axis=1)])
        placements: Int = np.sort(np.concatenate(found).astype(np.int32), axis=1)
        return placements[np.lexsort(placements.T[::-1])]

    @cached_property
    def previous_identical(self) -> Int:
        """For each remaining piece, the previous piece of the same shape, -1 for none."""
        last: dict[object, int] = {}
        found = []
        for k, i in enumerate(self.pieces):
            shape = self.puzzle.pieces[i].shape
            found.append(last.get(shape, -1))
            last[shape] = k
        return np.array(found, np.int32)

    # ------------------------------------------------------------------------------------ symmetry

    @cached_property
    def group(self) -> list[Symmetry]:
        """The symmetries that map solutions to solutions and leave the placed pieces unchanged.

        The identity comes first. In space, reflections are included if the mirror image of each
        piece is among the pieces.
        """
        number = np.full(len(self.puzzle.cells), -1, np.int32)
        number[self.free] = np.arange(self.cells)
        shapes = {i: self.shape(i) for i in self.fixed}
        before = {(shapes[i], frozenset(cells)) for i, cells in self.fixed.items()}
        everything = [(image, False) for image in symmetries(self.puzzle.cells)]
        if self.puzzle.in_space:
            everything = space_symmetries(self.puzzle.cells, self._marks())
        same = tuple(range(len(self.kinds)))
        reflected = self._reflected_kinds()
        after_shapes = shapes
        kept: dict[object, Symmetry] = {}
        for image, mirrored in everything:
            kinds = reflected if mirrored else same
            if kinds is None:
                continue
            if mirrored:
                after_shapes = {i: self.shape(i, mirrored=True) for i in self.fixed}
            after = {
                (after_shapes[i], frozenset(image[list(x)].tolist())) for i, x in self.fixed.items()
            }
            if after == before:
                cells = number[image[self.free]]
                kept.setdefault((tuple(cells.tolist()), kinds), Symmetry(cells, kinds, mirrored))
        return list(kept.values())

    def distinct_group(self, *, mirror: bool) -> list[Symmetry]:
        """Return the symmetries up to which solutions are distinct.

        In space, these are rotations, and, with `mirror`, reflections.
        """
        return [symmetry for symmetry in self.group if mirror or not symmetry.mirrored]

    def _marks(self) -> dict[Place, object]:
        """Return what a symmetry must keep of each cell of a container."""
        rules = self.puzzle.rules
        optional = set(rules.optional_cells)
        colours = rules.cell_colours or (0,) * len(self.puzzle.cells)
        return {cell: (k in optional, colours[k]) for k, cell in enumerate(self.puzzle.cells)}

    def _reflected_kinds(self) -> tuple[int, ...] | None:
        """Return the kind of the mirror image of each kind; None if one has no such kind."""
        if not self.puzzle.in_space:
            return None
        numbers = {self.shape(kind.pieces[0]): k for k, kind in enumerate(self.kinds)}
        found = []
        for kind in self.kinds:
            k = numbers.get(self.shape(kind.pieces[0], mirrored=True))
            if k is None or (self.kinds[k].copies, self.kinds[k].spare) != (
                kind.copies,
                kind.spare,
            ):
                return None
            found.append(k)
        return tuple(found)

    @cached_property
    def _keys(self) -> tuple[NDArray[np.uint64], list[NDArray[np.uint64]]]:
        """A number for each cell, and for each kind the sums of the numbers of its placements.

        The sums of a kind are distinct, so that a sum identifies a placement.
        """
        for seed in count():
            # Not numpy.random: it takes long to import, and a published page leaves it out.
            numbers = np.frombuffer(Random(seed).randbytes(8 * self.cells), np.uint64)
            sums = [numbers[kind.placements].sum(axis=1) for kind in self.kinds]
            if all(len(np.unique(x)) == len(x) for x in sums):
                break
        return numbers, sums

    def images(self, k: int, group: Sequence[Symmetry]) -> NDArray[np.intp]:
        """Return the index of the image of each placement of a kind, one row for each symmetry.

        The images of a kind's placements are all placements of the image of the kind.
        """
        numbers, sums = self._keys
        placements = self.kinds[k].placements
        moved = numbers[np.array([symmetry.cells for symmetry in group])][:, placements]
        keys = moved.sum(axis=2)
        found = np.empty(keys.shape, np.intp)
        targets = np.array([symmetry.kinds[k] for symmetry in group])
        for target in set(targets.tolist()) if len(placements) else ():
            order = np.argsort(sums[target])
            rows = targets == target
            found[rows] = order[np.searchsorted(sums[target][order], keys[rows])]
        return found

    # ------------------------------------------------------------------------------ for the kernels

    def fixed_by(self, symmetry: Symmetry) -> list[tuple[Kind, list[Int]]] | None:
        """For each kind, return the orbits under a symmetry whose placements do not overlap.

        Each orbit is given as its cells. The result is None if a kind that must be used has no such
        orbit: then the symmetry leaves no solution unchanged. A kind whose image is another kind
        stands for both: its copies are pairs of a piece and the mirror image.
        """
        found: dict[int, tuple[Kind, list[Int]]] = {}
        # A single piece stays where it is; most symmetries allow that for no placement of some
        # piece. This is decided first, because it is fast.
        single = [
            k for k, kind in enumerate(self.kinds) if kind.copies == 1 and symmetry.kinds[k] == k
        ]
        for k in sorted(single, key=lambda k: len(self.kinds[k].placements)):
            kind = self.kinds[k]
            (images,) = self.images(k, [symmetry])
            stays = kind.placements[images == np.arange(len(images))]
            if not len(stays) and kind.least:
                return None
            if len(stays):
                found[k] = kind, list(stays)
        for k in range(len(self.kinds)):
            if k in single or symmetry.kinds[k] < k:  # a pair stands at its first kind
                continue
            kind, orbits = self._orbits_of_copies(k, symmetry)
            if not orbits and kind.least:
                return None
            if orbits:
                found[k] = kind, orbits
        return [pair for _, pair in sorted(found.items())]

    def _orbits_of_copies(self, k: int, symmetry: Symmetry) -> tuple[Kind, list[Int]]:
        """Return the orbits of `fixed_by` for a kind with copies, or for a kind and its image."""
        kind, other = self.kinds[k], symmetry.kinds[k]
        images = {a: self.images(a, [symmetry])[0] for a in {k, other}}
        size = kind.placements.shape[1]
        orbits: list[Int] = []
        for i in range(len(kind.placements)):
            orbit = [i]
            covered = [kind.placements[i]]
            at, j = other, int(images[k][i])
            while (at, j) != (k, i):
                if at == k:
                    orbit.append(j)
                covered.append(self.kinds[at].placements[j])
                at, j = symmetry.kinds[at], int(images[at][j])
            if i == min(orbit) and len(orbit) <= kind.copies:
                cells = np.unique(np.concatenate(covered))
                if len(cells) == len(covered) * size:
                    orbits.append(cells)
        if other != k:
            kind = Kind(kind.pieces, np.empty((0, 2 * size), np.int32), kind.spare)
        return kind, orbits


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))
