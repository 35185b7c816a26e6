"""Search trees: every choice against the slow reference, as text, picture and command output."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import pairwise, product

import numpy as np
import pytest
from conftest import examples, region_arrays
from helpers import boards
from helpers.command import refused, run
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, csp, nqueens, queens, reference

METHODS = ("backtracking", "forward-checking", "mac")


@st.composite
def models(draw):
    """Draw a few small variables with conflicts, and perhaps an all-different set."""
    sizes = draw(st.lists(st.integers(0 if draw(st.booleans()) else 1, 3), min_size=1, max_size=5))
    pairs = [
        (x, a, y, b)
        for x in range(len(sizes))
        for y in range(x)
        for a in range(sizes[x])
        for b in range(sizes[y])
    ]
    share = draw(st.sampled_from([0.0, 0.3, 0.6]))
    kept = np.random.default_rng(draw(st.integers(0, 2**32))).random(len(pairs)) < share
    together = len(sizes) > 1 and draw(st.booleans())
    return sizes, [pair for pair, keep in zip(pairs, kept, strict=True) if keep], together


@examples(150)
@given(models(), st.sampled_from(METHODS))
def test_every_choice_is_there_in_the_order_of_the_twin(model, method):
    sizes, conflicts, together = model
    made = csp.Model(sizes)
    made.add_conflicts(conflicts)
    if together:
        made.add_all_different(*range(len(sizes)))
    sets = [dict(enumerate(map(range, sizes)))] if together else []
    for order, values in product(csp.ORDERS, ("static", "lcv")):
        trace: list[tuple[int, int, int]] = []
        work: dict[str, int] = {}
        solutions = list(
            reference.csp.solutions(
                sizes, conflicts, method, order, values, work, all_different=sets, trace=trace
            )
        )
        tree = made.tree(method, order=order, values=values, nodes=10_000, limit=None)
        assert [(x.depth - 1, x.variable, x.value) for x in tree.nodes[1:]] == trace
        assert tree.status == ("solved" if solutions else "unsolvable")
        assert tree.counters == {name: work[name] for name in tree.counters}
        check_states(tree, solutions)


def check_states(tree, solutions):
    """Check a complete tree: its states agree with each other, the solutions and the counters."""
    nodes = tree.nodes
    found = []
    for number, node in enumerate(nodes):
        below = [nodes[child].state for child in tree.children(number)]
        assert node.state != "open"
        assert node.depth == (nodes[node.parent].depth + 1 if number else 0)
        if node.state in ("solution", "refuted"):
            assert not below
        else:
            assert (node.state == "inner") == bool({"inner", "solution"} & set(below))
        if node.state == "solution":
            values = {}
            while node.parent >= 0:
                values[node.variable] = node.value
                node = nodes[node.parent]
            found.append(tuple(values[x] for x in sorted(values)))
    assert found == solutions
    assert tree.counters["backtracks"] == len(nodes) - 1
    steps = sum(node.state in ("failed", "inner") for node in nodes)
    assert tree.counters["steps"] == steps


@examples(40)
@given(
    region_arrays(), st.sampled_from(list(csp.TREE_METHODS)), st.sampled_from(["regions", "rows"])
)
def test_trees_of_boards_have_their_solutions(regions, method, variables):
    board = queens.Board.from_array(regions)
    tree = queens.search_tree(board, method, variables=variables, nodes=100_000, limit=None)
    found = [node for node in tree.nodes if node.state == "solution"]
    assert len(found) == queens.count(board)
    for node in tree.nodes[1:]:
        row, column = node.value
        named = row if variables == "rows" else board.labels[board.regions[row, column]]
        assert node.variable == named
    for node in found:
        cells = []
        while node.parent >= 0:
            cells.append(node.value)
            node = tree.nodes[node.parent]
        assert queens.violations(board, cells).complete


def test_the_tree_of_four_queens_is_the_one_of_the_textbook():
    """Levitin, The Design and Analysis of Algorithms, figure of backtracking with four queens."""
    lines = """solved by backtracking · 9 nodes · 1 solution
start
├─ a1
│  ├─ c2 x
│  └─ d2
│     └─ b3 x
└─ b1
   └─ d2
      └─ a3
         └─ c4 solution"""
    tree = nqueens.search_tree(4)
    assert tree.to_text() == lines
    assert [node.value for node in tree.nodes[-4:]] == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert [node.variable for node in tree.nodes[-4:]] == [0, 1, 2, 3]
    assert run("tree", "--nqueens", 4).stdout == lines + "\n"


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_trees_of_n_queens_have_all_solutions(method):
    for n in range(1, 7):
        tree = nqueens.search_tree(n, method, nodes=10_000, limit=None)
        found = []
        for node in tree.nodes:
            columns = []
            while node.state == "solution" or columns:
                if node.parent < 0:
                    found.append(columns[::-1])
                    break
                columns.append(node.value[1])
                node = tree.nodes[node.parent]
        assert found == [x.tolist() for x in nqueens.solutions(n)]
    assert len(nqueens.search_tree(4, "backtracking", limit=None)) - 1 == 16  # as in growth


def test_looked_up_calls_are_refuted():
    """If the same failure occurs a second time, the memory undoes the choice at once."""
    board = queens.Board.from_text(boards.NINE)
    plain = queens.search_tree(board, "backtracking", nodes=20_000)
    memo = queens.search_tree(board, "backtracking-memo", nodes=20_000)
    assert {node.state for node in plain.nodes} == {"inner", "failed", "solution"}
    refuted = sum(node.state == "refuted" for node in memo.nodes)
    assert refuted == memo.counters["hits"] > 0
    assert memo.nodes[-1].value == plain.nodes[-1].value
    assert len(memo) < len(plain)


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_a_tree_is_cut_at_its_most_nodes(method):
    """A limited tree contains the first nodes of the whole tree; unfinished nodes are open."""
    board = queens.Board.from_text(boards.NINE)
    whole = queens.search_tree(board, method, nodes=100_000)
    for most in (1, 2, 5, 10):
        tree = queens.search_tree(board, method, nodes=most)
        assert len(tree) == most
        assert tree.status == "stopped"
        assert tree.nodes[0].state == "open"
        for cut, node in zip(tree.nodes, whole.nodes, strict=False):
            assert (cut.parent, cut.value) == (node.parent, node.value)
            assert cut.state in ("open", node.state)


def test_the_first_solution_ends_it_by_default():
    loose = queens.Board.from_text(boards.LOOSE)
    assert [n.state for n in queens.search_tree(loose).nodes].count("solution") == 1
    two = queens.search_tree(loose, limit=2, nodes=1000)
    assert two.status == "solved"
    assert two.nodes[-1].state == "solution"
    assert [node.state for node in two.nodes].count("solution") == 2


def test_bad_trees():
    board = queens.Board.from_text(boards.FOUR)
    for make, message in (
        (lambda: queens.search_tree(board, "pso"), "unknown method 'pso'"),
        (lambda: queens.search_tree(board, nodes=0), "nodes"),
        (lambda: queens.search_tree(board, limit=0), "limit"),
        (lambda: queens.search_tree(board, order="size"), "order"),
        (lambda: queens.search_tree(queens.Board.from_text(boards.FOUR, stars=2)), "2 stars"),
        (lambda: csp.Model([2]).tree().to_svg(theme="blue"), "theme is 'blue'"),
        (lambda: csp.Model([2]).tree().save("tree.pdf"), "a name that ends in .txt"),
    ):
        with pytest.raises(InputError, match=message):
            make()


# ------------------------------------------------------------------------------------- pictures


def test_text():
    board = queens.Board.from_text(boards.FOUR)
    tree = queens.search_tree(board, "forward-checking")
    lines = """solved by forward-checking, 8 nodes, 1 solution
start
|- a1
|  `- c2
|     `- d4 x
`- a2
   `- c1
      `- d3
         `- b4 solution"""
    assert tree.to_text(ascii=True) == lines
    assert str(tree).split("\n")[2:4] == ["├─ a1", "│  └─ c2"]
    cut = queens.search_tree(board, nodes=3)
    assert str(cut).split("\n")[1:] == ["start ...", "└─ a1 ...", "   └─ c2 ..."]


def boxes_of(svg: str) -> list[tuple[float, float, float, float]]:
    """Return the boxes of a drawn tree: left, top, right, bottom."""
    boxes = []
    for path in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        kind = path.get("class")
        if not kind.endswith("-frame"):
            continue
        for part in path.get("d").split("M")[1:]:
            left, rest = part.split(" ", 1)
            top, rest = rest.split("H", 1)
            right, rest = rest.split("V", 1)
            boxes.append((float(left), float(top), float(right), float(rest.split("H")[0])))
    return boxes


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_boxes_do_not_overlap_and_stay_inside(method):
    board = queens.Board.from_text(boards.NINE)
    for order in csp.ORDERS:
        tree = queens.search_tree(board, method, order=order, limit=None)
        svg = tree.to_svg()
        root = ET.fromstring(svg)
        width, height = float(root.get("width")), float(root.get("height"))
        boxes = sorted(boxes_of(svg), key=lambda box: (box[1], box[0]))
        assert len(boxes) == len(tree)
        for left, top, right, bottom in boxes:
            assert 0 < left < right < width
            assert 0 < top < bottom < height
        for one, other in pairwise(boxes):
            assert one[1] != other[1] or one[2] < other[0]


def test_svg_is_plain_and_described():
    model = csp.Model({"<x>": ["&", "b"], "y": ["&"]})
    model.add_different("<x>", "y")
    tree = model.tree("forward-checking")
    for theme in ("light", "dark"):
        svg = tree.to_svg(theme=theme)
        assert svg == tree.to_svg(theme=theme)
        root = ET.fromstring(svg)
        names = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert names == {"svg", "title", "desc", "rect", "g", "path"}
        desc = root.find("{http://www.w3.org/2000/svg}desc").text
        assert "Depth 1: <x>=&, refuted." in desc
        assert "Depth 2: y=&, solution." in desc
    assert "<img" in tree._repr_html_()
    assert tree.to_svg(theme="dark") != tree.to_svg()


def test_a_deep_tree():
    size = 1500  # deeper than Python's calls may be
    tree = csp.Model([1] * size).tree("forward-checking", nodes=size + 1)
    assert tree.status == "solved"
    assert len(tree.to_text().split("\n")) == size + 2
    assert tree.to_svg().startswith("<svg")


def test_files(tmp_path):
    tree = csp.Model({"x": [1, 2]}).tree()
    for suffix in ("txt", "json", "svg", "png", "SVG"):
        tree.save(tmp_path / f"tree.{suffix}")
    assert (tmp_path / "tree.txt").read_text(encoding="utf-8") == f"{tree}\n"
    assert json.loads((tmp_path / "tree.json").read_text()) == tree.as_dict()
    assert (tmp_path / "tree.SVG").read_bytes() == (tmp_path / "tree.svg").read_bytes()
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")


# ---------------------------------------------------------------------------------- the command


@pytest.fixture
def nine(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(boards.NINE)
    return path


def test_the_command_draws(nine, tmp_path):
    for suffix, start in (
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("txt", b"backtracking was stopped"),
        ("json", b"{"),
    ):
        out = tmp_path / f"tree.{suffix}"
        ended = run("tree", nine, "-o", out, "-q")
        assert (ended.returncode, ended.stdout) == (0, "")
        assert out.read_bytes().startswith(start)
    ended = run("tree", nine, "--method", "mac")
    assert ended.returncode == 0
    assert ended.stdout == str(queens.search_tree(queens.Board.from_file(nine), "mac")) + "\n"
    ascii_only = run("tree", nine, "--set", "order=mrv", "--nodes", 9, env={})
    assert len(ascii_only.stdout.splitlines()) == 10


def test_the_command_as_json(nine):
    answer = json.loads(run("tree", nine, "--nodes", 20, "--json").stdout)
    assert [answer[key] for key in ("schema", "command", "status", "reason", "method")] == [
        2, "tree", "stopped", "nodes", "backtracking",
    ]  # fmt: skip
    assert len(answer["nodes"]) == 20
    assert answer["nodes"][1]["parent"] == 0
    answer = json.loads(run("tree", nine, "--method", "mac", "--all", "--json").stdout)
    assert answer["status"] == "solved"
    assert [x["state"] for x in answer["nodes"]].count("solution") == 1


def test_the_command_draws_n_queens(tmp_path):
    for suffix, start in (
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("txt", b"solved"),
        ("json", b"{"),
    ):
        out = tmp_path / f"tree.{suffix}"
        ended = run("tree", "--nqueens", 4, "-o", out, "-q")
        assert (ended.returncode, ended.stdout) == (0, "")
        assert out.read_bytes().startswith(start)
    answer = json.loads(run("tree", "--nqueens", 6, "--method", "mac", "--all", "--json").stdout)
    assert (answer["n"], answer["status"], answer["method"]) == (6, "solved", "mac")
    assert [x["state"] for x in answer["nodes"]].count("solution") == 4
    assert "file" not in answer
    settings = ["--set", "order=mrv", "--set", "values=random", "--seed", 7, "--nodes", 5]
    drawn = run("tree", "--nqueens", 8, *settings)
    wanted = nqueens.search_tree(8, order="mrv", values="random", seed=7, nodes=5)
    assert drawn.stdout == f"{wanted}\n"


def test_the_command_refuses_a_file_beside_n_queens(nine):
    for arguments, message in (
        ([nine], "--nqueens cannot be used with FILE"),
        (["--allow-empty-regions"], "--nqueens cannot be used with FILE"),
        (["--set", "variables=rows"], "has no option 'variables'"),
        (["--set", "restarts=true"], "restarts"),
        (["-o", "tree.pdf"], "expected a file named"),
    ):
        assert message in refused("tree", "--nqueens", 4, *arguments).stderr
    assert "n is 65" in refused("tree", "--nqueens", 65).stderr
    assert "Missing argument 'FILE'" in refused("tree").stderr


def test_the_command_refuses(nine, tmp_path):
    for arguments, message in (
        (["-o", "tree.pdf"], "expected a file named"),
        (["-o", str(tmp_path / "no" / "tree.svg")], "found no folder"),
        (["--nodes", "0"], "--nodes"),
        (["--method", "pso"], "pso"),
        (["--set", "restarts=true"], "restarts"),
        (["--set", "order=size"], "order"),
    ):
        assert message in refused("tree", nine, *arguments).stderr
    assert "no_such" in refused("tree", tmp_path / "no_such.txt").stderr
