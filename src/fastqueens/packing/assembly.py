"""The order in which the pieces of a packing can be lowered into the box, straight from above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

__all__ = ["drop_order"]

Place = tuple[int, int, int]


def drop_order(
    cells: Sequence[Place], numbers: Mapping[int, Iterable[int]]
) -> list[tuple[int, ...]]:
    """Return the pieces in an order in which each of them can be lowered straight from above.

    A piece must be lowered before every piece that covers one of its cells from above. If some
    pieces must each be lowered before the next, in a circle, they are one group, which is lowered
    together. A group follows the groups that it needs, and the lowest possible group comes first.

    Parameters
    ----------
    cells : sequence of (layer, row, column)
        The cells of the container.
    numbers : mapping from int to iterable of int
        The cells of each piece, as indices into `cells`.

    Examples
    --------
    >>> cells = [(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)]
    >>> drop_order(cells, {0: [2, 3], 1: [0], 2: [1]})
    [(1,), (2,), (0,)]
    """
    owner = {cells[cell]: piece for piece, covered in numbers.items() for cell in covered}
    columns: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for (layer, row, column), piece in owner.items():
        columns.setdefault((row, column), []).append((layer, piece))
    below: dict[int, set[int]] = {piece: set() for piece in numbers}  # must be lowered before
    for stack in columns.values():
        pieces = [piece for _, piece in sorted(stack)]
        for k, piece in enumerate(pieces):
            below[piece] |= {*pieces[:k]} - {piece}
    needed = {piece: _reachable(piece, below) for piece in below}
    groups = {
        piece: tuple(sorted({piece} | {x for x in needed[piece] if piece in needed[x]}))
        for piece in below
    }

    def rank(group: tuple[int, ...]) -> tuple[int, int, int]:
        heights = [cells[cell][0] for piece in group for cell in numbers[piece]]
        return min(heights), sum(heights), group[0]

    waiting = sorted(set(groups.values()), key=rank)
    order: list[tuple[int, ...]] = []
    lowered: set[int] = set()
    while waiting:
        group = next(x for x in waiting if needed[x[0]] <= lowered | {*x})
        waiting.remove(group)
        lowered |= {*group}
        order.append(group)
    return order


def _reachable(start: int, edges: Mapping[int, set[int]]) -> set[int]:
    """Return the pieces that can be reached from one piece, without the piece itself."""
    seen: set[int] = set()
    todo = [start]
    while todo:
        for piece in edges[todo.pop()] - seen:
            seen.add(piece)
            todo.append(piece)
    return seen - {start}
