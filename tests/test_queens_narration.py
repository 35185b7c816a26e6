"""The sentences of a lesson, checked against the rules and a replay of the search in Python."""

import random
import re
from collections import deque
from functools import cache
from itertools import islice

import numpy as np
import pytest

from fastqueens import queens
from fastqueens.cell_names import read_cell
from fastqueens.queens import Board
from fastqueens.queens.solving.pseudocode import PSEUDOCODE

SIZES = (4, 5, 6, 7)
CSP = [
    ("backtracking", {}),
    ("backtracking", {"order": "mrv", "values": "lcv"}),
    ("backtracking", {"variables": "rows"}),
    ("backtracking-memo", {}),
    ("forward-checking", {}),
    ("forward-checking", {"order": "dom/deg", "values": "random", "seed": 3}),
    ("forward-checking", {"variables": "rows", "values": "lcv"}),
    ("mac", {}),
    ("mac", {"order": "mrv", "values": "lcv"}),
    ("mac", {"variables": "rows"}),
]
CELL = r"\b[a-z]\d+\b"


@cache
def boards():
    """Return boards with one solution, and random boards with any number of solutions."""
    rng = random.Random(33)
    found = [x for n in (5, 6, 7) for k in (1, 2) for x in islice(queens.generate(n, seed=k), 1)]
    for n in SIZES:
        cells = np.full((n, n), -1)
        for k, cell in enumerate(rng.sample(range(n * n), n)):
            cells[divmod(cell, n)] = k
        while (cells < 0).any():
            row, column = rng.choice(np.argwhere(cells < 0).tolist())
            near = [(row + a, column + b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            near = [cells[x] for x in near if min(x) >= 0 and max(x) < n and cells[x] >= 0]
            if near:
                cells[row, column] = rng.choice(near)
        found.append(Board.from_array(cells))
    return [getattr(x, "board", x) for x in found]


def lesson(board, method, most=400, **options):
    """Yield each frame of a lesson with the frame before it."""
    frames = queens.frames(board, method=method, lesson=True, **options)
    last = next(frames)
    assert (last.event.sentence, last.event.lines) == ("The search begins.", ())
    for frame in islice(frames, most):
        assert all(k < len(frames.narrator.pseudocode) for k in frame.event.lines)
        yield last, frame
        last = frame


def cells_in(text):
    return [read_cell(word) for word in re.findall(CELL, text)]


def attack(board, a, b):
    """Return whether two queens attack each other: the rules, once more."""
    near = max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1
    return a[0] == b[0] or a[1] == b[1] or near or board.regions[a] == board.regions[b]


def cells_of(board, unit):
    """Return the cells of a unit such as "region D" or "row 3"."""
    kind, name = unit.split()
    every = [(r, c) for r in range(board.n) for c in range(board.n)]
    if kind == "row":
        return [x for x in every if x[0] == int(name) - 1]
    return [x for x in every if board.labels[board.regions[x]] == name]


def domain(board, unit, frame):
    return [x for x in cells_of(board, unit) if x not in frame.view.marks.eliminated]


def check_clash(board, text):
    """Check that two queens clash for the reason that the text names."""
    a, b = cells_in(text)[:2]
    assert attack(board, a, b)
    if "share region" in text:
        name = re.search(r"share region (\S+?)[.:,]", text + ".")[1]
        assert {board.labels[board.regions[x]] for x in (a, b)} == {name}
    else:
        assert "touch" in text
        assert max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


@pytest.mark.parametrize("k", range(10))
def test_brute_force_names_two_queens_that_clash(k):
    board = boards()[k]
    for _, frame in lesson(board, "permutation"):
        text, placed = frame.event.sentence, frame.view.queens
        if "further" in text:
            assert frame.status == "unsolvable"
            continue
        assert text.startswith(f"Permutation {frame.counters['permutations']:,}: ")
        if "no two queens" in text:
            assert not any(attack(board, a, b) for a in placed for b in placed if a != b)
            assert frame.status == "solved"
        else:
            check_clash(board, text)
            assert set(cells_in(text)) <= set(placed)


@pytest.mark.parametrize("k", range(10))
@pytest.mark.parametrize("limit", [1, None])
def test_prefixes_name_the_cell_that_is_tested(k, limit):
    """The cells tested are those of a search in Python: row by row, columns from the left."""
    board = boards()[k]
    tested = []

    def search(placed, row):
        for column in range(board.n):
            cell = row, column
            if any(column == c for _, c in placed):
                continue
            bad = any(attack(board, cell, x) for x in placed)
            tested.append((cell, bad))
            if not bad and row + 1 < board.n:
                search([*placed, cell], row + 1)

    search([], 0)
    pairs = list(lesson(board, "permutation-skip", limit=limit))
    told = 0
    for _, frame in pairs:
        text = frame.event.sentence
        if "further" in text:
            continue
        cell, bad = tested[told]
        told += 1
        assert cells_in(text)[0] == cell
        assert bad == ("no queen above" not in text)
        if bad:
            check_clash(board, text)
            assert ("back to row" in text) == (len(frame.view.queens) < cell[0])
        else:
            assert cell in frame.view.queens


@pytest.mark.parametrize("k", range(10))
@pytest.mark.parametrize("limit", [1, None])
@pytest.mark.parametrize(("method", "options"), CSP)
def test_constraint_searches_say_what_the_frames_show(method, options, k, limit):
    board = boards()[k]
    seen = set()
    for last, frame in lesson(board, method, limit=limit, **options):
        text = frame.event.sentence
        was, now = set(last.view.queens), set(frame.view.queens)
        if "further" in text:
            assert frame.status in ("solved", "unsolvable")
            continue
        taken = re.search(r": ([^:]*) (?:is|are) taken back", text)
        back = len(was - now) > 0
        assert ("taken back" in text) == back, text
        if back:
            assert taken, text
            if "cells" not in taken[1]:
                assert was - now <= set(cells_in(taken[1])) <= was, text
            assert frame.counters["backtracks"] - last.counters["backtracks"] >= len(was - now)
        chosen = re.search(rf"(?i)((?:region|row) \w+) takes ({CELL})", text)
        if chosen:
            cell = read_cell(chosen[2])
            assert cell in now, text
            assert cell in cells_of(board, chosen[1][0].lower() + chosen[1][1:]), text
            seen.add("choice")
        if blocked := re.match(r"No cell is left for ((?:region|row) \w+)", text):
            left = [
                x for x in cells_of(board, blocked[1]) if not any(attack(board, x, y) for y in was)
            ]
            assert method == "backtracking-memo" or not left, text
            seen.add("blocked")
        if failed := re.match(r"Every cell of ((?:region|row) \w+) leaves", text):
            for cell in domain(board, failed[1], last):
                assert leaves_a_unit_empty(board, method, options, was, cell), text
            seen.add("failed")
        if refuted := re.search(r"; (.*) would leave", text):
            for cell in cells_in(refuted[1]):
                assert leaves_a_unit_empty(board, method, options, was, cell), text
        if out := re.search(r"rules out ([a-z0-9, ]*)", text):
            names = cells_in(out[1])
            cell = read_cell(chosen[2])
            assert all(attack(board, cell, x) for x in names), text
            assert not set(names) & set(last.view.marks.eliminated), text
        if kept := re.match(r"((?:Region|Row) \w+) has (\d+) cells? left", text):
            unit = kept[1][0].lower() + kept[1][1:]
            assert len(domain(board, unit, last)) == int(kept[2]), text
        if text.startswith("AC-3"):
            check_revision(board, text, last, frame)
            seen.add("revision")
    assert "choice" in seen or method == "mac"


def leaves_a_unit_empty(board, method, options, placed, cell):
    """Return whether a queen on the cell leaves another unit without a cell."""
    kind = "row" if options.get("variables") == "rows" else "region"
    names = range(1, board.n + 1) if kind == "row" else board.labels
    now = [*placed, cell]
    for name in names:
        cells = cells_of(board, f"{kind} {name}")
        if any(x in cells for x in now):
            continue
        if all(any(attack(board, x, y) for y in now) for x in cells):
            return True
    return False


def check_revision(board, text, last, frame):
    units = re.findall(r"(?:region|row) \w+", text)
    before = domain(board, units[0], last)
    others = domain(board, units[1], last) if "last cells" not in text else []
    if "compares" in text:
        assert domain(board, units[0], frame) == before, text
        assert all(any(not attack(board, x, y) for y in others) for x in before), text
    elif "last cells" in text:
        assert "(" + str(len(before)) in text or set(before) == set(
            cells_in(text[text.index("(") : text.index(")")])
        )
    else:
        lost = [x for x in before if all(attack(board, x, y) for y in others)]
        gone = [x for x in before if x not in domain(board, units[0], frame)]
        assert lost == gone, text
        assert "cells" in text.split(" from ")[0] or cells_in(text.split(" from ")[0]) == lost


@pytest.mark.parametrize("k", range(10))
def test_arcs_are_revised_in_the_order_of_ac_3(k):
    """A queue in Python, filled with all pairs of regions, gives the same sentences."""
    board = boards()[k]
    units = [f"region {x}" for x in board.labels]
    left = {unit: cells_of(board, unit) for unit in units}
    meet = {
        (x, y): any(attack(board, a, b) for a in left[x] for b in left[y])
        for x in units for y in units if x != y
    }  # fmt: skip
    queue = deque(arc for arc, some in meet.items() if some)
    frames = [frame for _, frame in lesson(board, "mac")]
    for frame in frames:
        text = frame.event.sentence
        if not queue or "last cells" in text or not text.startswith("AC-3"):
            break
        x, y = queue.popleft()
        assert re.findall(r"region \w+", text)[:2] == [x, y]
        gone = [a for a in left[x] if all(attack(board, a, b) for b in left[y])]
        left[x] = [a for a in left[x] if a not in gone]
        assert ("AC-3 removes" in text) == bool(gone)
        if gone:
            queue.extend(
                (z, x) for z in units
                if z not in (x, y) and meet[z, x] and (z, x) not in queue
            )  # fmt: skip


def check_cells(text, cells):
    """Check the cells that a text names or, where they are many, their number."""
    if many := re.fullmatch(r"(\d+) cells", text):
        assert int(many[1]) == len(cells)
    else:
        assert set(cells_in(text)) == cells


def propagate(board, placed, left):
    """Place every forced queen: return the queens, and whether a unit is left without a cell."""
    placed, left = list(placed), set(left)
    while True:
        open_units = [set(cells_of(board, f"region {x}")) for x in board.labels]
        open_units = [unit for unit in open_units if not unit & set(placed)]
        if any(not unit & left for unit in open_units):
            return placed, True
        single = next((unit & left for unit in open_units if len(unit & left) == 1), None)
        if single is None:
            return placed, False
        cell = single.pop()
        placed.append(cell)
        left = {x for x in left if not attack(board, x, cell)}


@pytest.mark.parametrize("k", range(10))
@pytest.mark.parametrize("limit", [1, None])
def test_bitboards_say_which_queens_are_forced(k, limit):
    board = boards()[k]
    every = {(r, c) for r in range(board.n) for c in range(board.n)}
    for last, frame in lesson(board, "bitboard", limit=limit):
        text = frame.event.sentence
        if "further" in text or "has reached its limit" in text:
            continue
        was, now = set(last.view.queens), set(frame.view.queens)
        assert ("taken back" in text) == bool(was - now), text
        if taken := re.search(r": (.*) (?:is|are) taken back", text):
            check_cells(taken[1], was - now)
            left = every - set(last.view.marks.eliminated) - was
            assert len(was) == board.n or propagate(board, was, left)[1], text
        elif forced := re.match(r"(.*?) (?:is|are) forced", text):
            left = every - set(last.view.marks.eliminated) - was
            check_cells(forced[1], set(propagate(board, was, left)[0]) - was)
        if tried := re.search(rf"({CELL}) of region (\w+)", text):
            cell = read_cell(tried[1])
            assert cell in now
            assert cell in cells_of(board, f"region {tried[2]}")
        assert ("This is a solution." in text) == (frame.found > last.found)


@pytest.mark.parametrize("k", range(6))
def test_an_exchange_names_its_rows_and_conflicts(k):
    board = boards()[k]
    for last, frame in lesson(board, "min-conflicts", seed=k):
        text = frame.event.sentence
        was, now = dict(last.view.queens), dict(frame.view.queens)
        if "No progress" in text:
            assert frame.counters["restarts"] == last.counters["restarts"] + 1
            continue
        rows = [int(x) - 1 for x in re.search(r"rows (\d+) and (\d+)", text).groups()]
        assert {r for r in was if was[r] != now[r]} == set(rows)
        assert [was[rows[0]], was[rows[1]]] == [now[rows[1]], now[rows[0]]]
        attacked = cells_in(text)[0]
        assert attacked == (rows[0], was[rows[0]])
        assert any(attack(board, attacked, x) for x in last.view.queens if x != attacked)
        assert set(cells_in(text)[1:]) == {(r, now[r]) for r in rows}
        after = int(re.search(r"(\d+) now", text)[1])
        assert (after == 0) == (frame.status == "solved")


@pytest.mark.parametrize("k", range(6))
def test_a_particle_is_named_with_its_fitness(k):
    board = boards()[k]
    size = 7
    positions = {}
    for _, frame in lesson(board, "pso", seed=k, swarm_size=size):
        text = frame.event.sentence
        number = (frame.counters["evaluations"] - 1) % size
        assert f"Iteration {frame.counters['iterations']}, particle {number + 1} of 7" in text
        placed = frame.view.queens
        if "gives up" in text:
            continue
        score = sum(
            2 * (max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1) + (a[0] == b[0]) + (a[1] == b[1])
            for a in placed for b in placed if a != b
        )  # fmt: skip
        told = float(re.search(r"fitness ([\d.e+]+),", text)[1])
        assert told == score
        if number in positions and frame.status != "solved":
            moved = sum(a != b for a, b in zip(positions[number], placed, strict=True))
            assert ("no queen moved" in text) == (not moved)
            assert not moved or f"{moved} queen" in text
        positions[number] = placed


def test_particles_are_said_to_start_again_after_a_restart():
    size = 5
    again = []
    for _, frame in lesson(boards()[-1], "pso", seed=2, swarm_size=size, stagnation=2):
        again.append("starts at random again" in frame.event.sentence)
    assert frame.counters["restarts"] > 3
    runs = "".join("ab"[x] for x in again).replace("a", " ").split()
    assert set(map(len, runs[:-1])) == {size}
    assert len(runs) >= frame.counters["restarts"]


@pytest.mark.parametrize("method", PSEUDOCODE)
@pytest.mark.parametrize("every", [3, 7])
def test_a_sentence_depends_only_on_the_amount_of_work(method, every):
    board = boards()[4]
    told = {frame.work: frame.event for _, frame in lesson(board, method)}
    frames = queens.frames(board, method=method, lesson=True, every=every)
    for frame in islice(frames, 1, 40):
        if frame.work in told and frame.status == "running":
            assert frame.event == told[frame.work]


@pytest.mark.parametrize("method", PSEUDOCODE)
def test_pseudocode_is_short(method):
    assert 4 <= len(PSEUDOCODE[method]) <= 10
    assert all(len(line) <= 80 for line in PSEUDOCODE[method])
    assert method in queens.METHODS if hasattr(queens, "METHODS") else True


def test_frames_have_no_event_unless_a_lesson_is_asked_for():
    assert next(queens.frames(boards()[0], method="mac")).event is None


def test_stars_are_placed_and_taken_back():
    board = next(iter(queens.generate(8, stars=2, seed=1)), None)
    board = getattr(board, "board", board)
    for last, frame in lesson(board, "bitboard", limit=None):
        text = frame.event.sentence
        gone = set(last.view.queens) - set(frame.view.queens)
        assert "further" in text or ("taken back" in text) == bool(gone)
