"""Files of BurrTools: cubes and pyramids are read, all other grids are refused."""

from __future__ import annotations

import builtins
import gzip
import json
import random
from itertools import permutations, product

import pytest
from helpers.command import refused, run
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import packing
from fastqueens.packing.burrtools import read_problems
from fastqueens.packing.orientations import canonical_shape
from fastqueens.results import InputError

pytest.importorskip("defusedxml", reason="an .xmpuzzle needs defusedxml")
fuzz = settings(derandomize=True, deadline=None, max_examples=40)


def voxel(points, colour="", name=None):
    """Write a shape of any points as XML."""
    low = [min(p[k] for p in points) for k in range(3)]
    low[0] -= sum(low) % 2  # the sum of the coordinates of a sphere must be even
    points = {tuple(p[k] - low[k] for k in range(3)) for p in points}
    x, y, z = (1 + max(p[k] for p in points) for k in range(3))
    cells = ("#" + colour if (k % x, k // x % y, k // (x * y)) in points else "_"
             for k in range(x * y * z))  # fmt: skip
    called = "" if name is None else f' name="{name}"'
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0"{called}>{"".join(cells)}</voxel>'


def xml(shapes, problems, grid=0):
    told = ""
    for counts, result in problems:
        parts = "".join(f'<shape id="{k}" {count}/>' for k, count in counts)
        told += f'<problem state="0"><shapes>{parts}</shapes><result id="{result}"/></problem>'
    return (
        f'<?xml version="1.0"?><puzzle version="2"><gridType type="{grid}"/><colors/>'
        f"<shapes>{''.join(shapes)}</shapes><problems>{told}</problems><comment/></puzzle>"
    ).encode()


def spheres(cells, axes, up):
    """Place cells (layer, row, column) on the grid of spheres, rotated."""
    lying = [(c + r + h, c - r, up * h) for h, r, c in cells]
    return [tuple(p[k] for k in axes) for p in lying]


@fuzz
@given(st.integers(0, 2**32), st.sampled_from(["pyramid", "slab", "cubes"]), st.booleans())
def test_what_is_written_is_read(seed, kind, packed):
    """A puzzle of random pieces in any rotation, with colours."""
    rng = random.Random(seed)
    pieces = {
        name: rng.sample([(r, c) for r in range(3) for c in range(3)], rng.randint(1, 5))
        for name in rng.sample("abcdefgh", rng.randint(1, 4))
    }
    layers = rng.randint(1, 5)
    board = [[True] * rng.randint(1, 4) for _ in range(1)] * rng.randint(1, 5)
    board = [[x or rng.random() < 0.7 for x in row] for row in board]
    turns = list(permutations(range(3)))

    def lay(cells):
        if kind == "cubes":
            return [tuple((c, r, h)[k] for k in axes) for h, r, c in cells]
        return spheres(cells, axes, rng.choice((1, -1)))

    axes = rng.choice(turns)
    if kind == "pyramid":
        cells = [
            (h, r, c) for h in range(layers) for r in range(layers - h) for c in range(layers - h)
        ]
    else:
        cells = [(0, r, c) for r, row in enumerate(board) for c, _ in enumerate(row)]
    result = voxel(lay(cells))
    shapes = []
    for name, piece in pieces.items():
        axes = rng.choice(turns)
        shapes.append(voxel(lay([(0, r, c) for r, c in piece]), rng.choice(["", "1", "12"]), name))
    counts = [(k, 'count="1"') for k in range(len(pieces))]
    data = xml([*shapes, result], [(counts, len(pieces))], 0 if kind == "cubes" else 2)
    raw = read_problems(gzip.compress(data) if packed else data)[0]
    assert {name: canonical_shape(x) for name, x in raw.pieces} == {
        name: canonical_shape(x) for name, x in pieces.items()
    }
    if kind == "pyramid":
        assert (raw.layers, raw.board) == (layers, ()) or layers == 1
    else:
        sides = sorted((len(raw.board), len(raw.board[0]))) if raw.layers is None else [1, 1]
        assert sides == sorted((len(board), len(board[0])))
        assert all(set(row) == {"X"} for row in raw.board)


def test_a_puzzle_is_solved_as_it_was(tmp_path):
    """Kanoodle's pyramid and a box of pentominoes survive writing and reading a BurrTools file."""
    pyramid = packing.kanoodle("pyramid")
    shapes = [voxel(spheres([(0, *x) for x in p.cells], (2, 0, 1), 1), "", p.name)
              for p in pyramid.pieces]  # fmt: skip
    shapes.append(voxel(spheres(pyramid.cells, (0, 2, 1), -1)))
    counts = [(k, 'count="1"') for k in range(12)]
    path = tmp_path / "kanoodle.xmpuzzle"
    path.write_bytes(gzip.compress(xml(shapes, [(counts, 12)], 2)))
    read = packing.Puzzle.from_file(path)
    assert (read.layers, read.cells) == (5, pyramid.cells)
    assert [p.name for p in read.pieces] == list("ABCDEFGHIJKL")
    assert packing.solve(read).status == "solved"
    # Six equal pieces; two problems, of which the command line can choose one by name.
    domino, box = (
        voxel([(0, 0, 0), (1, 0, 0)]),
        voxel([(x, 0, y) for x in range(3) for y in range(4)]),
    )
    path.write_bytes(xml([domino, box], [([(0, 'min="6" max="6"')], 1), ([(0, 'count="5"')], 1)]))
    first, second = f"{path}:1", f"{path}:2"
    ended = run("pack", first, "--count", "--json")
    assert json.loads(ended.stdout)["count"] == int(packing.count(
        packing.Puzzle([[True] * 4] * 3, [[(0, 0), (0, 1)]] * 6)))  # fmt: skip
    assert run("pack", second).returncode == 1
    assert "found 2 problems, expected one" in refused("pack", path).stderr
    assert "found 2 problems, expected 3 or more" in refused("pack", f"{path}:3").stderr


GOOD = xml([voxel([(0, 0, 0), (1, 0, 0)])], [([(0, 'count="1"')], 0)])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</puzzle>", "", "found invalid XML: "),
        ("puzzle", "maze", "found 'maze', expected a BurrTools puzzle"),
        ('gridType type="0"', "gridType", "found 'gridType' without type"),
        ('gridType type="0"', 'gridType type="3"', "found rhombic tetrahedra, expected cubes"),
        ('gridType type="0"', 'gridType type="x"', "found a grid of type 'x'"),
        ("<gridType", "<grid", "found no gridType in 'puzzle'"),
        ("<problem state", "<trouble><problem state", "mismatched tag"),
        ('x="2"', 'x="3"', "shape 0 (counted from 0): found 2 cells of # + _, expected 3 x 1 x 1"),
        ('x="2"', 'x="9999999"', "found '9999999' as x, expected a number"),
        ("##", "#?#", "expected 2 x 1 x 1 cells"),
        ("##", "#+", "found optional cells"),
        ("##", "__", "expected"),
        ('count="1"', 'min="2" max="1"', "found min 2 and max 1 copies"),
        ("##", "#99#", "found the colour '99', expected 0 to 63"),
        ('state="0"', 'state="0" maxHoles="x"', "found 'x' as maxHoles, expected a number"),
        ('count="1"', 'count="300"', "found no piece or too many pieces, expected 1 to 256"),
        ('count="1"', "", "found 'shape' without count"),
        ('shape id="0"', 'shape id="1"', "found shape 1, expected 0 to 0"),
        ("<result", "<outcome", "found no result in 'problem'"),
        ("<problem ", "<nothing ", "mismatched tag"),
        ('version="1.0"?>', 'version="1.0" encoding="no"?>', "found XML in an unknown encoding"),
        ('version="1.0"?>', 'version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>', "found declarations"),
    ],
)
def test_errors(old, new, message):
    data = GOOD.replace(old.encode(), new.encode())
    assert data != GOOD
    with pytest.raises(InputError) as caught:
        read_problems(data, "p.xmpuzzle")
    assert str(caught.value).startswith("p.xmpuzzle: ")
    assert message in caught.value.message


def test_shapes_in_space():
    corner = voxel([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    box = voxel([(x, y, z) for x in range(2) for y in range(2) for z in range(2)])
    puzzle = packing.Puzzle.from_bytes(xml([corner, box], [([(0, 'count="2"')], 1)]))
    assert puzzle.size == "2x2x2"
    assert packing.count(puzzle) == 4  # one corner at each end of a diagonal
    assert packing.count(puzzle, distinct=True) == 1
    line = voxel([(0, 0, 0)])
    alone = packing.Puzzle.from_bytes(xml([corner, line], [([(0, 'count="1"')], 1)]))
    assert packing.solve(alone).infeasible == "the pieces have 4 cells, the board has 1"


def test_boards_of_more_than_256_cells():
    bar = voxel([(x, 0, 0) for x in range(17)])
    for size in ((17, 16, 1), (17, 5, 4)):
        box = voxel(list(product(*map(range, size))))
        count = f'count="{size[1] * size[2]}"'
        puzzle = packing.Puzzle.from_bytes(xml([bar, box], [([(0, count)], 1)]))
        assert packing.count(puzzle, distinct="mirror") == 1
    box = voxel(list(product(range(11), range(10), range(10))))
    with pytest.raises(InputError, match="a board of 1,100 cells, expected 1 to 1,024"):
        packing.Puzzle.from_bytes(xml([bar, box], [([(0, 'count="1"')], 1)]))


def test_ranges_optional_cells_and_colours():
    domino, square = voxel([(0, 0, 0), (1, 0, 0)]), voxel([(0, 0, 0)])
    row = voxel([(x, 0, 0) for x in range(4)])
    ranges = [(0, 'min="0" max="9"'), (1, 'min="0" max="9"')]
    puzzle = packing.Puzzle.from_bytes(xml([domino, square, row], [(ranges, 2)]))
    assert packing.count(puzzle) == 5
    loose = '<voxel x="4" y="1" z="1" type="0">##++</voxel>'
    puzzle = packing.Puzzle.from_bytes(xml([domino, loose], [([(0, 'count="1"')], 1)]))
    assert packing.count(puzzle) == 1
    painted = voxel([(0, 0, 0)], "1")
    board = '<voxel x="3" y="1" z="1" type="0">#1#2#</voxel>'
    counts = [(0, 'count="1"'), (1, 'count="1"')]
    data = xml([painted, domino, board], [(counts, 2)])
    assert packing.count(packing.Puzzle.from_bytes(data)) == 1  # no pair: only the cell without 1
    data = data.replace(b"</problem>", b'<bitmap><pair piece="1" result="1"/></bitmap></problem>')
    assert packing.count(packing.Puzzle.from_bytes(data)) == 2


def test_a_problem_that_cannot_be_read_leaves_the_others():
    line = voxel([(0, 0, 0), (1, 0, 0)])
    data = xml([line], [([(7, 'count="1"')], 0), ([(0, 'count="1"')], 0)])
    assert packing.count(packing.Puzzle.from_bytes(data, problem=2)) == 1
    with pytest.raises(InputError, match="found shape 7"):
        packing.Puzzle.from_bytes(data, problem=1)


def test_empty_cells_are_limited_by_max_holes():
    line, loose = voxel([(0, 0, 0)]), '<voxel x="3" y="1" z="1" type="0">#++</voxel>'
    data = xml([line, loose], [([(0, 'count="1"')], 1)])
    assert packing.count(packing.Puzzle.from_bytes(data)) == 1
    data = data.replace(b'state="0"', b'state="0" maxHoles="1"')
    with pytest.raises(InputError, match="leave 2 cells empty, expected at most 1"):
        packing.Puzzle.from_bytes(data)


def test_ranges_of_copies_with_max_holes():
    """Dominoes on 2 x 3 cells that may all stay empty, with at most k holes."""
    domino, loose = (
        voxel([(0, 0, 0), (1, 0, 0)]),
        '<voxel x="3" y="2" z="1" type="0">++++++</voxel>',
    )
    data = xml([domino, loose], [([(0, 'min="0" max="3"')], 1)])
    for holes, number in ((None, 22), (6, 22), (5, 21), (4, 21), (3, 14), (2, 14), (1, 3), (0, 3)):
        limit = b"" if holes is None else f' maxHoles="{holes}"'.encode()
        puzzle = packing.Puzzle.from_bytes(data.replace(b' state="0"', limit))
        assert puzzle.rules.max_empty == (holes if holes is not None and holes < 6 else None)
        for method in ("bitset", "dlx"):
            assert packing.count(puzzle, method=method) == number
        assert len(set(map(str, packing.solutions(puzzle)))) == number
        classes = packing.count(puzzle, distinct=True)
        assert len(list(packing.solutions(puzzle, distinct=True))) == classes
        assert packing.Puzzle.from_json(puzzle.to_json()) == puzzle


def test_spheres_that_are_refused():
    odd = '<voxel x="2" y="1" z="1" type="0">##</voxel>'
    with pytest.raises(InputError, match="a sphere at odd x \\+ y \\+ z"):
        read_problems(xml([odd], [([(0, 'count="1"')], 0)], 2))
    with pytest.raises(InputError, match="found no problem"):
        read_problems(xml([voxel([(0, 0, 0)])], []))


def test_what_grows_when_it_is_unpacked(tmp_path):
    """A small file that expands to 17 MiB, a truncated file, and a file of too many elements."""
    bomb = gzip.compress(b"<puzzle>" + b" " * (17 << 20))
    assert len(bomb) < 20_000
    path = tmp_path / "bomb.xmpuzzle"
    path.write_bytes(bomb)
    assert "found more than 16 MiB after decompression" in refused("pack", path).stderr
    for data, message in (
        (gzip.compress(GOOD)[:-9], "found the end of the file"),
        (b"\x1f\x8bnothing", "found damaged gzip data"),
        (b"<a>" * 400_001, "found more than 200,000 elements"),
    ):
        with pytest.raises(InputError, match=message):
            read_problems(data)


def test_without_defusedxml(monkeypatch):
    real = builtins.__import__

    def missing(name, *args, **more):
        if name.startswith("defusedxml"):
            raise ImportError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(
        InputError, match=r"needs defusedxml: pip install 'fastqueens\[burrtools\]'"
    ):
        packing.Puzzle.from_bytes(GOOD)


@fuzz
@given(st.data())
def test_garbage(data):
    at, length = data.draw(st.integers(0, len(GOOD))), data.draw(st.integers(0, 12))
    garbage = data.draw(st.binary(max_size=8) | st.sampled_from([b"<x/>", b"&a;", b"99", b"#"]))
    spoilt = GOOD[:at] + garbage + GOOD[at + length :]
    for given_ in (spoilt, gzip.compress(spoilt), gzip.compress(GOOD)[:at] + garbage):
        try:
            read = packing.Puzzle.from_bytes(given_, source="p")
        except InputError as error:
            message = str(error)
        else:
            message = f"p{read}"
        assert message.startswith("p")
        assert "\n" not in message
