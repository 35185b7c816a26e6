"""IDA* and the pattern databases of the kernels, compared with breadth-first search."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from functools import cache

import numpy as np
import pytest
from conftest import THOROUGH, examples, oracle, some
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import reference
from fastqueens._kernels.sliding import ida, pdb
from fastqueens.search import DONE, FOUND, RUNNING

STANDARD = (*range(1, 16), 0)
MISPLACED, MANHATTAN, LINEAR_CONFLICT, WALKING_DISTANCE, PDB = pdb.HEURISTICS.values()
# The blank on each kind of goal cell that databases support: corners, edges, middle cells.
GOALS = [
    STANDARD,
    tuple(range(16)),
    (4, 3, 2, 1, 8, 7, 6, 5, 12, 11, 10, 9, 0, 15, 14, 13),
    (1, 2, 3, 4, 5, 6, 7, 0, 8, 9, 10, 11, 12, 13, 14, 15),
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15),
    (15, 0, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 14),
    (1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (7, 2, 3, 4, 5, 1, 6, 15, 8, 9, 0, 11, 12, 13, 14, 10),
]
# The tiles of each pattern for the standard goal.
PARTITIONS = [
    ((1, 2, 3, 6, 7), (5, 9, 10, 13, 14), (4, 8, 11, 12, 15)),
    ((1, 2, 3), (5, 6, 9, 10, 13, 14), (4, 7, 8, 11, 12, 15)),
    ((1, 2, 3, 4, 5, 6, 7), (9, 10, 11, 12, 13, 14, 15), (8,)),
]


def bytes_of(tiles):
    return np.array(tiles, np.uint8)


def replay(tiles, columns, moves):
    board = list(tiles)
    blank = board.index(0)
    for move in moves:
        to = blank + (-columns, columns, -1, 1)[move]
        assert 0 <= to < len(board)
        assert move < 2 or to // columns == blank // columns
        board[blank], board[to] = board[to], 0
        blank = to
    return tuple(board)


def searched(tiles, goal, rows, columns, heuristic, every=False, budget=1 << 40, **options):
    """Run a search to its end; return the solutions and the kernel."""
    kernel = ida.Ida(bytes_of(tiles), bytes_of(goal), rows, columns, heuristic, every, **options)
    found = []
    while (status := kernel.step(budget)) != DONE:
        if status == FOUND:
            found.append(kernel.peek_moves())
            assert replay(tiles, columns, found[-1]) == tuple(goal)
            assert len(found[-1]) == kernel.bound
    assert kernel.step(5) == DONE
    return found, kernel


def walk(goal, columns, steps, seed):
    rng = random.Random(seed)
    board = tuple(goal)
    for _ in range(steps):
        board = rng.choice(list(reference.sliding.neighbours(board, columns).values()))
    return board


def shuffled(goal, seed):
    """Return an almost uniformly random board that can reach the goal."""
    rng = random.Random(seed)
    board = list(goal)
    others = [cell for cell in range(16) if board[cell]]
    where = rng.sample(others, len(others))
    for a, b in zip(others, where, strict=True):
        board[a] = goal[b]
    inversions = sum(where[i] > where[j] for j in range(15) for i in range(j))
    if inversions % 2:
        board[others[0]], board[others[1]] = board[others[1]], board[others[0]]
    return walk(board, 4, 41, seed)


@cache
def counts(goal, columns, depth):
    return reference.sliding.path_counts(goal, columns, depth)


@cache
def sample(goal, columns, depth, number):
    """Return some boards near the goal, and one of each class of the farthest boards."""
    known = counts(goal, columns, depth)
    return random.Random(depth).sample(sorted(known), min(number, len(known)))


@pytest.mark.parametrize("heuristic", range(5))
def test_distances_up_to_14(heuristic):
    known = counts(STANDARD, 4, 14)
    boards = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821]
    assert Counter(d for d, _ in known.values()) == dict(enumerate(boards))
    for tiles in some(sample(STANDARD, 4, 14, 150), 50):
        found, kernel = searched(tiles, STANDARD, 4, 4, heuristic)
        assert [len(moves) for moves in found] == [known[tiles][0]]
        assert kernel.counters()["solutions"] == 1


# The standard goal is tested with all kinds below. The largest databases take seconds for each
# place of the blank (corner, edge or middle); those of the corner serve other tests too.
@pytest.mark.parametrize(
    ("goal", "kind"),
    [(g, 0) for g in GOALS]
    + [(g, 1) for g in (GOALS if THOROUGH else (GOALS[2], GOALS[5], GOALS[7]))]
    + [(g, 2) for g in ((GOALS[1], GOALS[2], GOALS[4]) if THOROUGH else (GOALS[2],))],
)
def test_databases_for_any_goal(goal, kind):
    known = counts(goal, 4, 10)
    for tiles in some(sample(goal, 4, 10, 40), 15):
        for every in (False, True):
            found, kernel = searched(tiles, goal, 4, 4, PDB, every, kind=kind)
            assert kernel.kind == kind
            assert {len(moves) for moves in found} == {known[tiles][0]}
            assert len(set(found)) == len(found) == (known[tiles][1] if every else 1)


@pytest.mark.parametrize(
    ("rows", "columns"), [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (3, 5), (5, 5)]
)
@pytest.mark.parametrize("blank", [0, 1, -1])
def test_rectangles(rows, columns, blank):
    goal = list(range(1, rows * columns))
    goal.insert(blank % len(goal) + (blank < 0), 0)
    goal = tuple(goal)
    known = counts(goal, columns, 10)
    for tiles in some(sample(goal, columns, 10, 25), 10):
        for heuristic in (MISPLACED, MANHATTAN, LINEAR_CONFLICT):
            for every in (False, True):
                found, _ = searched(tiles, goal, rows, columns, heuristic, every)
                assert {len(moves) for moves in found} == {known[tiles][0]}
                assert len(set(found)) == len(found) == (known[tiles][1] if every else 1)


def test_the_whole_8_puzzle():
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    distances = reference.sliding.distances(goal, 3)
    assert len(distances) == 181_440
    assert max(distances.values()) == 31
    farthest = [board for board, distance in distances.items() if distance == 31]
    for tiles in [*some(list(distances)[::60], 800), *farthest]:
        found, _ = searched(tiles, goal, 3, 3, LINEAR_CONFLICT)
        assert len(found[0]) == distances[tiles]


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize("seed", some(range(6), 2))
def test_databases_against_their_twin(kind, seed):
    databases = pdb.shared_pdb(kind, 0)
    databases.build()
    tiles = walk(STANDARD, 4, 24 if kind < 2 else 12, seed)
    flipped = [[4 * (c % 4) + c // 4 for c in range(16)][cell] for cell in range(16)]
    names = [0] * 16  # the new numbers of the tiles in the mirrored puzzle
    for cell in range(15):
        names[STANDARD[cell]] = STANDARD[flipped[cell]]
    mirrored = tuple(names[tiles[flipped[cell]]] for cell in range(16))
    sums = [
        sum(reference.sliding.pattern_distance(board, STANDARD, 4, p) for p in PARTITIONS[kind])
        for board in (tiles, mirrored)
    ]
    assert databases.heuristic(bytes_of(tiles), bytes_of(STANDARD)) == max(sums)


@examples(40)
@given(st.integers(0, 10**9), st.integers(0, len(GOALS) - 1), st.integers(0, 1))
def test_the_heuristic_is_consistent(seed, number, kind):
    """A move changes the bound by at most 1, so a bound that is 0 at the goal is admissible."""
    goal = GOALS[number]
    databases = pdb.shared_pdb(kind, pdb.home_of(goal.index(0)))
    databases.build()
    assert databases.heuristic(bytes_of(goal), bytes_of(goal)) == 0
    tiles = shuffled(goal, seed)
    bound = databases.heuristic(bytes_of(tiles), bytes_of(goal))
    assert 0 < bound <= 80
    for after in reference.sliding.neighbours(tiles, 4).values():
        assert abs(databases.heuristic(bytes_of(after), bytes_of(goal)) - bound) == 1


@pytest.mark.parametrize(
    ("heuristic", "kind", "steps", "seed"),
    [(0, 0, 46, 5), (1, 0, 90, 5), (2, 0, 90, 5), (3, 0, 90, 5)]
    + [(4, kind, 150, 1) for kind in range(3)],
)
def test_steps_add_up(heuristic, kind, steps, seed):
    tiles = walk(STANDARD, 4, steps, seed)
    for every in (False, True):
        large, one = searched(tiles, STANDARD, 4, 4, heuristic, every, kind=kind, fixed=True)
        for budget in (1, 3, 1000):
            small, other = searched(
                tiles, STANDARD, 4, 4, heuristic, every, budget, kind=kind, fixed=True
            )
            assert small == large
            assert other.counters() == one.counters()
        assert 100 < one.counters()["nodes"] < 100_000


def test_a_budget_is_kept():
    tiles = shuffled(STANDARD, 3)
    for heuristic in range(5):
        kernel = ida.Ida(bytes_of(tiles), bytes_of(STANDARD), 4, 4, heuristic, False)
        assert kernel.step(0) == RUNNING
        assert kernel.spent == kernel.counters()["nodes"] == 0
        total = 0
        for budget in (1, 2, 3, 50, 1, 1, 700):
            assert kernel.step(budget) == RUNNING
            total += budget
            assert kernel.spent == total
            assert total - 4 < kernel.counters()["nodes"] <= total
            moves = kernel.peek_moves()
            replay(tiles, 4, moves)
            assert len(moves) <= kernel.bound


def test_larger_databases_on_the_way():
    tiles = shuffled(STANDARD, 11)
    plain, before = searched(tiles, STANDARD, 4, 4, PDB, fixed=True)
    runs = []
    for budget in (997, 1 << 40):
        found, kernel = searched(tiles, STANDARD, 4, 4, PDB, budget=budget, patience=5000)
        assert kernel.kind == pdb.PDB_771
        assert len(found[0]) == len(plain[0])
        runs.append((found, kernel.counters()))
    assert runs[0] == runs[1]
    assert before.kind == pdb.PDB_555
    assert before.counters()["nodes"] > 100_000
    assert 5000 < runs[0][1]["nodes"] < before.counters()["nodes"]


def test_no_larger_databases_once_a_solution_is_given():
    """Otherwise the first solutions would be found again."""
    tiles = walk(STANDARD, 4, 150, 6)
    all_of_them, kernel = searched(tiles, STANDARD, 4, 4, PDB, True, fixed=True)
    assert len(all_of_them) == 20
    for patience in (10, kernel.counters()["nodes"] // 2, kernel.counters()["nodes"] - 10):
        found, _ = searched(tiles, STANDARD, 4, 4, PDB, True, patience=patience)
        assert sorted(found) == sorted(all_of_them)


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (3, 3), (2, 3)])
def test_what_cannot_be_reached(rows, columns):
    goal = (*range(1, rows * columns), 0)
    tiles = (2, 1, *goal[2:])
    for heuristic in (1, 2, 4) if rows == 4 else (1, 2):
        found, kernel = searched(tiles, goal, rows, columns, heuristic)
        assert found == []
        assert kernel.counters()["nodes"] == 0


def test_the_goal_itself():
    for heuristic in range(5):
        for every in (False, True):
            assert searched(STANDARD, STANDARD, 4, 4, heuristic, every)[0] == [b""]


def test_the_24_puzzle_bounds_grow():
    rng = random.Random(1)
    goal = (*range(1, 25), 0)
    tiles = walk(goal, 5, 2000, rng.random())
    kernel = ida.Ida(bytes_of(tiles), bytes_of(goal), 5, 5, LINEAR_CONFLICT, False)
    first = kernel.bound
    assert kernel.step(3_000_000) == RUNNING
    assert first < kernel.bound < 200
    assert kernel.spent == 3_000_000


@pytest.mark.parametrize("kind", range(3))
def test_batches(kind):
    known = counts(STANDARD, 4, 14)
    boards = sample(STANDARD, 4, 14, 100)
    expected = [known[board][0] for board in boards]
    boards, expected = [*boards, (2, 1, *STANDARD[2:]), (1,) * 16], [*expected, -1, -2]
    stack = np.array(boards, np.uint8)
    runs = []
    for budget in (7, 1 << 40):
        lengths = np.full(len(boards), 99, np.int32)
        moves = np.full((len(boards), ida.PACKED), 255, np.uint8)
        batch = ida.Batch(stack, lengths, moves, bytes_of(STANDARD), kind)
        while (status := batch.step(budget)) == RUNNING:
            assert batch.done <= len(boards)
        assert status == DONE
        assert batch.done == len(boards)
        assert lengths.tolist() == expected
        for tiles, length, packed in zip(boards, expected, moves.tolist(), strict=True):
            unpacked = [packed[i // 4] >> 2 * (i % 4) & 3 for i in range(4 * ida.PACKED)]
            assert not any(unpacked[max(length, 0) :])
            if length >= 0:
                assert replay(tiles, 4, unpacked[:length]) == STANDARD
        runs.append((moves.tolist(), batch.counters(), batch.spent))
    assert runs[0] == runs[1]


def test_images():
    databases = pdb.shared_pdb(pdb.PDB_771, 0)
    databases.build()
    image = databases.image()
    assert len(image) > 30_000_000
    copy = pdb.Pdb(pdb.PDB_771, 0)
    assert not copy.load(image[:-1])
    assert not copy.load(b"")
    assert not copy.ready
    assert copy.load(image)
    assert copy.ready
    assert not copy.load(image)
    for seed in range(20):
        tiles = bytes_of(shuffled(STANDARD, seed))
        assert copy.heuristic(tiles, bytes_of(STANDARD)) == databases.heuristic(
            tiles, bytes_of(STANDARD)
        )
    assert len(pdb.shared_pdb(pdb.PDB_555, 0).image()) == 0
    assert not pdb.Pdb(pdb.PDB_555, 0).load(image)


def test_databases_in_steps():
    small, large = (pdb.Pdb(pdb.PDB_555, 2) for _ in range(2))
    large.build()
    while small.step(50_000) == RUNNING:
        assert not small.ready
    assert small.spent == large.spent
    for seed in range(20):
        tiles = bytes_of(shuffled(GOALS[6], seed))
        assert small.heuristic(tiles, bytes_of(GOALS[6])) == large.heuristic(
            tiles, bytes_of(GOALS[6])
        )


def test_move_pruning():
    # The states are the positions of the blank and its last move.
    assert pdb.Prune(4, 4, 2).states == 48
    assert pdb.Prune(4, 4, 10).states == 3700
    assert pdb.Prune(2, 2, 12).states > 8
    for bad in ((1, 4, 5), (4, 6, 5), (4, 4, 1), (4, 4, 13)):
        with pytest.raises(ValueError, match="size"):
            pdb.Prune(*bad)


def test_kernels_refuse_what_is_no_board():
    good = bytes_of(STANDARD)
    ones = np.ones(16, np.uint8)
    for tiles, goal, rows, columns, heuristic in [
        (ones, good, 4, 4, 4),
        (good, ones, 4, 4, 4),
        (good, good, 4, 5, 1),
        (good, good, 8, 2, 1),
        (good, good, 4, 4, 5),
        (good[:9], good[:9], 3, 3, 1),
        (np.arange(9, dtype=np.uint8), np.arange(9, dtype=np.uint8), 3, 3, 4),
        (np.arange(9, dtype=np.uint8), np.arange(9, dtype=np.uint8), 3, 3, 3),
    ]:
        with pytest.raises(ValueError, match=r"size|entries|heuristic|rows"):
            ida.Ida(tiles, goal, rows, columns, heuristic, False)
    with pytest.raises(ValueError, match="size"):
        pdb.Pdb(9, 0)
    with pytest.raises(ValueError, match="built"):
        pdb.Pdb(0, 0).heuristic(good, good)


def korf():
    for line in oracle("sliding_korf100.txt").read_text().splitlines():
        if not line.startswith("#"):
            number, *tiles, length = map(int, line.split())
            yield number, tuple(tiles), length


def test_korf():
    boards = list(korf())
    assert sum(length for _, _, length in boards) == 5305
    for kind in range(3):
        lengths = np.zeros(100, np.int32)
        moves = np.zeros((100, ida.PACKED), np.uint8)
        stack = np.array([tiles for _, tiles, _ in boards], np.uint8)
        chosen = slice(0, 100 if kind == pdb.PDB_771 else 20)
        batch = ida.Batch(stack[chosen], lengths[chosen], moves[chosen], bytes_of(STANDARD), kind)
        while batch.step(1 << 20) == RUNNING:
            pass
        assert lengths[chosen].tolist() == [length for _, _, length in boards][chosen]
    easiest = [(tiles, length) for _, tiles, length in boards if length <= 44]
    for tiles, length in easiest:
        for heuristic in (LINEAR_CONFLICT, WALKING_DISTANCE):
            assert len(searched(tiles, STANDARD, 4, 4, heuristic)[0][0]) == length


def test_an_antipode():
    """With the 7-7-1 databases in the cache, the same holds from the first node on."""
    lines = oracle("sliding_antipodes17.txt").read_text().splitlines()
    boards = [tuple(map(int, line.split()[1:17])) for line in lines if not line.startswith("#")]
    assert len(boards) == 17
    databases = pdb.shared_pdb(pdb.PDB_771, 0)
    databases.build()
    kernel = ida.Ida(bytes_of(boards[1]), bytes_of(STANDARD), 4, 4, PDB, False, kind=2)
    assert kernel.bound >= 64
    while (status := kernel.step(1 << 20)) == RUNNING:
        pass
    assert status == FOUND
    assert len(kernel.peek_moves()) == 80


_INTERRUPTED = """
import signal
from fastqueens._kernels.sliding import pdb

def interrupt(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
databases = pdb.Pdb(pdb.PDB_78, 0)  # seconds of work
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    databases.build()
except KeyboardInterrupt:
    print("heard", databases.ready)
"""

_FORKED = """
import os, threading, time
from fastqueens._kernels.sliding import pdb

databases = pdb.shared_pdb(pdb.PDB_78, 0)
threading.Thread(target=databases.step, args=(1 << 40,), daemon=True).start()
time.sleep(0.1)  # the other thread is inside, for seconds, and holds the lock
child = os.fork()
if not child:
    other = pdb.shared_pdb(pdb.PDB_78, 0)
    os._exit(other is databases or other.step(1) != 0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize(("program", "answer"), [(_INTERRUPTED, "heard False"), (_FORKED, "0")])
def test_building_among_signals_and_forks(program, answer):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == answer, done.stderr
