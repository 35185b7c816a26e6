"""Slow, simple reference for sliding tiles: neighbours, distances, heuristics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Any

__all__ = [
    "additive_distances",
    "beam",
    "best_first",
    "distances",
    "heuristic_value",
    "neighbours",
    "path_counts",
    "pattern_distance",
    "report_branch_and_bound",
]

_MOVES = ("UP", "LEFT", "RIGHT", "DOWN")  # the order of moves in equal boards of branch and bound


def neighbours(tiles: Sequence[int], columns: int) -> dict[str, tuple[int, ...]]:
    """Return the board after each possible move of the blank.

    Examples
    --------
    >>> neighbours((1, 2, 0, 3), 2)
    {'UP': (0, 2, 1, 3), 'RIGHT': (1, 2, 3, 0)}
    """
    blank = tiles.index(0)
    row, column = divmod(blank, columns)
    found = {}
    for move, (y, x) in {
        "UP": (row - 1, column),
        "DOWN": (row + 1, column),
        "LEFT": (row, column - 1),
        "RIGHT": (row, column + 1),
    }.items():
        if 0 <= y < len(tiles) // columns and 0 <= x < columns:
            board = list(tiles)
            board[blank], board[y * columns + x] = board[y * columns + x], 0
            found[move] = tuple(board)
    return found


def distances(
    goal: Sequence[int], columns: int, depth: int | None = None
) -> dict[tuple[int, ...], int]:
    """Return the boards within `depth` moves of the goal, with their distances.

    Examples
    --------
    >>> distances = distances((1, 2, 3, 0), 2)
    >>> len(distances), max(distances.values())
    (12, 6)
    """
    distances = {tuple(goal): 0}
    boards = [tuple(goal)]
    while boards and (depth is None or distances[boards[0]] < depth):
        further = []
        for board in boards:
            for after in neighbours(board, columns).values():
                if after not in distances:
                    distances[after] = distances[board] + 1
                    further.append(after)
        boards = further
    return distances


def path_counts(
    goal: Sequence[int], columns: int, depth: int
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the distance of each board and the number of its shortest solutions.

    Examples
    --------
    >>> path_counts((1, 2, 3, 0), 2, 6)[(0, 3, 2, 1)]
    (6, 2)
    """
    depths = distances(goal, columns, depth)
    counts = {tuple(goal): 1}
    for board, distance in depths.items():  # in order of distance
        if distance:
            near = neighbours(board, columns).values()
            counts[board] = sum(counts[b] for b in near if depths.get(b) == distance - 1)
    return {board: (depths[board], counts[board]) for board in depths}


def pattern_distance(
    tiles: Sequence[int], goal: Sequence[int], columns: int, pattern: Sequence[int]
) -> int:
    """Return the fewest moves of the pattern's tiles to the goal; moves of other tiles are free.

    Breadth-first search over the cells of the pattern's tiles and of the blank.

    Examples
    --------
    >>> pattern_distance((3, 1, 2, 0), (1, 2, 3, 0), 2, (1, 2))
    3
    """
    home = tuple(t if t in pattern else -1 if t else 0 for t in goal)
    places = {cell for cell, t in enumerate(home) if t > 0}
    start = tuple(t if t in pattern else -1 if t else 0 for t in tiles)
    distance, boards, done = 0, [start], {start}
    while True:
        further = []
        for board in boards:  # `boards` grows in this loop
            if all(board[cell] == home[cell] for cell in places):
                return distance
            blank = board.index(0)
            for after in neighbours(board, columns).values():
                if after not in done:
                    if after[blank] > 0:
                        further.append(after)
                    else:
                        done.add(after)
                        boards.append(after)
        boards = [board for board in dict.fromkeys(further) if board not in done]
        done.update(boards)
        distance += 1


def heuristic_value(tiles: Sequence[int], goal: Sequence[int], columns: int, heuristic: str) -> int:
    """Return a lower bound on the moves from `tiles` to `goal`.

    Examples
    --------
    >>> heuristic_value((2, 1, 3, 0), (1, 2, 3, 0), 2, "linear-conflict")
    4
    """
    if heuristic == "misplaced":
        return sum(a != b for a, b in zip(tiles, goal, strict=True) if a)
    at = {tile: divmod(cell, columns) for cell, tile in enumerate(goal)}
    places = [(divmod(cell, columns), at[tile]) for cell, tile in enumerate(tiles) if tile]
    if heuristic == "walking-distance":
        return sum(
            _walking_distances(
                tuple(sorted(at[tile][axis] for tile in goal if tile)), at[0][axis], columns
            )[
                (
                    divmod(tiles.index(0), columns)[axis],
                    tuple(
                        tuple(sorted(b[axis] for a, b in places if a[axis] == line))
                        for line in range(columns)
                    ),
                )
            ]
            for axis in (0, 1)
        )
    total = sum(abs(r - y) + abs(c - x) for (r, c), (y, x) in places)
    if heuristic == "linear-conflict":
        for axis in (0, 1):
            for line in range(max(len(tiles) // columns, columns)):
                stay = [
                    (a[1 - axis], b[1 - axis])
                    for a, b in places
                    if a[axis] == line and b[axis] == line
                ]
                most = max(
                    size
                    for size in range(len(stay) + 1)
                    for kept in combinations(stay, size)
                    if all((p < r) == (q < s) for (p, q), (r, s) in combinations(kept, 2))
                )
                total += 2 * (len(stay) - most)
    return total


@cache
def _walking_distances(
    tiles: tuple[int, ...], blank: int, size: int
) -> dict[tuple[int, tuple[tuple[int, ...], ...]], int]:
    """Search all states: the blank's row, and the goal rows of the tiles in each row."""
    start = (blank, tuple(tuple(t for t in tiles if t == row) for row in range(size)))
    distances = {start: 0}
    states = [start]
    for state in states:
        row, rows = state
        for near in (row - 1, row + 1):
            if not 0 <= near < size:
                continue
            for tile in set(rows[near]):
                after = list(rows)
                rest = list(rows[near])
                rest.remove(tile)
                after[near] = tuple(rest)
                after[row] = tuple(sorted((*rows[row], tile)))
                new = (near, tuple(after))
                if new not in distances:
                    distances[new] = distances[state] + 1
                    states.append(new)
    return distances


def best_first(
    tiles: Sequence[int],
    goal: Sequence[int],
    columns: int,
    method: str = "branch-and-bound",
    *,
    heuristic: str | Callable[[tuple[int, ...]], int] = "misplaced",
    visited: str = "expanded-once",
) -> tuple[tuple[str, ...] | None, int, int]:
    """Search like ``csrc/sliding/best_first.h``; return the path, boards generated and expanded.

    Examples
    --------
    >>> best_first((1, 2, 0, 3), (1, 2, 3, 0), 2)
    (('RIGHT',), 3, 1)
    """
    tiles, goal = tuple(tiles), tuple(goal)
    serial = expanded = 0
    seen: set[tuple[int, ...]] = set()
    best = {tiles: 0}
    queue: list[tuple[Any, ...]] = []

    def put(board: tuple[int, ...], path: tuple[str, ...]) -> None:
        nonlocal serial
        serial += 1
        if method == "a-star":
            if isinstance(heuristic, str):
                cost = len(path) + heuristic_value(board, goal, columns, heuristic)
            else:
                cost = len(path) + heuristic(board)
            best[board] = len(path)
            heappush(queue, (cost, -len(path), -serial, board, path))
        else:
            cost = len(path) + sum(a != b for a, b in zip(board, goal, strict=True))
            if visited == "generated":
                seen.add(board)
            heappush(queue, (cost, len(path), board, tuple(map(_MOVES.index, path)), path))

    put(tiles, ())
    while queue:
        entry = heappop(queue)
        board, path = entry[3 if method == "a-star" else 2], entry[4]
        if method == "a-star" and best[board] < len(path):
            continue
        if method != "a-star" and visited == "expanded-once":
            if board in seen:
                continue
            seen.add(board)
        if board == goal:
            return path, serial, expanded
        expanded += 1
        for move, after in neighbours(board, columns).items():
            if method == "a-star":
                fresh = len(path) + 1 < best.get(after, len(path) + 2)
            else:
                fresh = after not in seen
            if fresh:
                put(after, (*path, move))
    return None, serial, expanded


def additive_distances(
    goal: Sequence[int], columns: int, pattern: Sequence[int]
) -> dict[tuple[int, ...], int]:
    """Return the fewest moves of a pattern's tiles to the goal, for all cells of these tiles.

    The other tiles move freely, and the blank begins on the best cell.

    Examples
    --------
    >>> distances = additive_distances((1, 2, 3, 4, 5, 0), 3, (1, 2))
    >>> len(distances), distances[1, 0]
    (30, 6)
    """
    found: dict[tuple[int, ...], int] = {}
    home = tuple(t if t in pattern else -1 if t else 0 for t in goal)
    distance, boards, done = 0, [home], {home}
    while boards:
        further = []
        for board in boards:  # `boards` grows in this loop
            found.setdefault(tuple(board.index(t) for t in pattern), distance)
            blank = board.index(0)
            for after in neighbours(board, columns).values():
                if after in done:
                    continue
                if after[blank] > 0:
                    further.append(after)
                else:
                    done.add(after)
                    boards.append(after)
        boards = [board for board in dict.fromkeys(further) if board not in done]
        done.update(boards)
        distance += 1
    return found


def beam(
    tiles: Sequence[int],
    goal: Sequence[int],
    columns: int,
    width: int,
    sides: Sequence[Sequence[Sequence[int]]],
    *,
    below: int = 0,
    most_moves: int = 511,
) -> tuple[tuple[str, ...] | None, float, int, int]:
    """Search like ``csrc/sliding/beam.h``; return the path, a bound, boards generated and expanded.

    Each of the sides divides the tiles into patterns.

    Examples
    --------
    >>> beam((1, 2, 0, 3), (1, 2, 3, 0), 2, 10, [[(1,), (2,), (3,)]])
    (('RIGHT',), 1, 2, 1)
    """
    tables = [[(p, additive_distances(goal, columns, p)) for p in side] for side in sides]

    def value(board: tuple[int, ...]) -> int:
        return max(
            sum(table[tuple(board.index(t) for t in pattern)] for pattern, table in side)
            for side in tables
        )

    opposite = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}
    most = below or float("inf")
    least, nodes, expanded, depth = most, 0, 0, 0
    level: dict[tuple[int, ...], tuple[str, ...]] = {tuple(tiles): ()}
    if tuple(tiles) == tuple(goal):
        return (), 0, 0, 0
    if value(tuple(tiles)) >= most:
        return None, most, 0, 0
    while level and depth < most_moves:
        ranked = sorted(level, key=value)  # boards of the same value keep their order
        kept = set(ranked[:width])
        if len(ranked) > width:
            least = min(least, depth + value(ranked[width]))
        children: dict[tuple[int, ...], tuple[str, ...]] = {}
        for board, path in level.items():
            if board not in kept:
                continue
            expanded += 1
            after = neighbours(board, columns)
            for move in ("UP", "DOWN", "LEFT", "RIGHT"):
                if move not in after or (path and move == opposite[path[-1]]):
                    continue
                nodes += 1
                if after[move] == tuple(goal):
                    return (*path, move), min(least, depth + 1), nodes, expanded
                if depth + 1 + value(after[move]) < most:
                    children.setdefault(after[move], (*path, move))
        level, depth = children, depth + 1
    if level:
        least = min(least, most_moves)
    return None, least, nodes, expanded


def report_branch_and_bound(
    tiles: Sequence[int], goal: Sequence[int], columns: int
) -> tuple[tuple[str, ...] | None, int, int]:
    """Search as the 15-puzzle report does; return the path, boards removed and expanded.

    A board is marked as visited when it is removed from the queue. Only boards that would be added
    to the queue are tested for this mark. The search goes on until the queue is empty, and passes
    over boards that cost more than the best solution so far.

    Examples
    --------
    >>> report_branch_and_bound((1, 2, 0, 3), (1, 2, 3, 0), 2)
    (('RIGHT',), 3, 1)
    """
    goal = tuple(goal)
    best: tuple[str, ...] | None = None
    visited = set()
    removed = expanded = 0
    misplaced = sum(a != b for a, b in zip(tiles, goal, strict=True))
    queue: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = []
    heappush(queue, (misplaced, 0, tuple(tiles), ()))
    while queue:
        cost, depth, board, path = heappop(queue)
        removed += 1
        visited.add(board)
        if best is not None and cost > len(best):
            continue
        if board == goal:
            if best is None or depth < len(best):
                best = tuple(_MOVES[move] for move in path)
            continue
        expanded += 1
        for move, after in neighbours(board, columns).items():
            if after not in visited:
                cost = depth + 1 + sum(a != b for a, b in zip(after, goal, strict=True))
                heappush(queue, (cost, depth + 1, after, (*path, _MOVES.index(move))))
    return best, removed, expanded
