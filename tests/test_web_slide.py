"""Sliding tiles on the page: what its routes answer, and the screen in a browser."""

from __future__ import annotations

import asyncio
import threading

import pytest
from conftest import examples
from helpers.page import both_ways, until_equal, until_true
from helpers.web import Site, answer, keys_of, post, refusal, wait_for
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import sliding
from fastqueens.sliding import pattern_databases

CASE = [[3, 1, 2, 4], [0, 5, 7, 8], [10, 6, 11, 12], [9, 13, 14, 15]]  # of the report: 21 moves
ODD = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]
HARD = "".join(
    "0123456789abcdefghijklmno"[tile] for tile in sliding.random(5, seed=1).tiles.ravel()
)
LINK = "/slide/4x4.31240578a6bc9def"


def events(path, asked):
    reply = post(path, asked)
    assert reply.status == 200, reply.body
    return [event for event in reply.events if event[0]]


# The routes.


def test_a_puzzle_is_read_with_its_arithmetic():
    told = answer("/api/slide", {"text": "3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15"})
    assert told["tiles"] == CASE
    assert told["kurang"]["table"] == [0, 0, 2, 0, 0, 0, 1, 1, 0, 2, 1, 1, 0, 0, 0, 11]
    assert (told["kurang"]["sum"], told["kurang"]["x"], told["kurang"]["solvable"]) == (19, 1, True)
    assert told["bounds"]["linear-conflict"] == 13
    assert told["swap"] is None
    assert "pdb" in told["heuristics"]["ida"]
    small = answer("/api/slide", {"tiles": ODD})
    assert small["heuristics"]["a-star"] == ["misplaced", "manhattan", "linear-conflict"]
    a, b = small["swap"]
    swapped = [[{a: b, b: a}.get(x, x) for x in row] for row in ODD]
    assert answer("/api/slide", {"tiles": swapped})["kurang"]["solvable"]


@pytest.mark.parametrize("kind", ["random", "scrambled", "impossible"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 5), (5, 5)])
def test_puzzles_are_made_from_a_seed(kind, rows, columns):
    asked = {"make": kind, "rows": rows, "columns": columns, "seed": "18446744073709551615"}
    told = answer("/api/slide", asked)
    assert told == answer("/api/slide", asked)
    assert (told["rows"], told["columns"]) == (rows, columns)
    assert told["kurang"]["solvable"] == (kind != "impossible")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "expected rows of numbers"),
        ({"text": "1 2\n1 0"}, "Line 2, column 1: found 1 again"),
        ({"text": "1 2\n3 0", "tiles": ODD}, "expected one of them"),
        ({"tiles": [[1, 2], [3]]}, "expected"),
        ({"tiles": ODD, "goal": [[1, 2], [3, 0]]}, "expected 3x3"),
        ({"tiles": ODD, "goal": 7}, "Goal is 7"),
        ({"make": "random", "rows": 6}, "expected a whole number from 2 to 5"),
        ({"make": "solved"}, "expected"),
        ({"make": "scrambled", "depth": 10**6}, "expected a whole number from 0 to 10,000"),
    ],
)
def test_what_is_no_puzzle_is_refused(asked, says):
    assert says in refusal("/api/slide", asked)


@pytest.mark.parametrize(("method", "heuristic"), [("ida", "pdb"), ("a-star", "manhattan")])
def test_solve_streams_to_the_shortest_moves(method, heuristic):
    found = events("/api/slide/solve", {"tiles": CASE, "method": method, "heuristic": heuristic})
    assert (found[0][0] == "building") == (heuristic == "pdb")
    name, done = found[-1]
    assert (name, done["status"], done["shortest"]) == ("done", "solved", True)
    assert len(done["moves"]) == 21
    assert sliding.Puzzle.from_array(CASE).after(done["moves"]).tiles.tolist()[-1] == [
        13,
        14,
        15,
        0,
    ]


def test_branch_and_bound_has_the_nodes_of_the_report_by_default():
    asked = {"tiles": CASE, "method": "branch-and-bound"}
    done = events("/api/slide/solve", asked)[-1][1]
    assert (done["counters"]["nodes"], done["visited"]) == (18997, "expanded-again")
    for visited, nodes in (("expanded-once", 17828), ("generated", 17289)):
        done = events("/api/slide/solve", asked | {"visited": visited})[-1][1]
        assert (done["counters"]["nodes"], done["visited"]) == (nodes, visited)


def test_a_search_tells_how_far_it_is_and_stops_at_its_limits():
    hard = answer("/api/slide", {"make": "random", "rows": 5, "seed": 1})["tiles"]
    asked = {"tiles": hard, "method": "ida", "node_limit": 200_000}
    found = events("/api/slide/solve", asked)
    assert found[-1][1]["reason"] == "nodes"
    assert found[-1][1]["moves"] is None
    assert found[-1][1]["bound"] > 60
    work = [data["work"] for name, data in found if name == "progress"]
    assert work == sorted(set(work))
    assert work
    found = events("/api/slide/solve", {"tiles": ODD})
    assert found[-1][1]["status"] == "unsolvable"
    assert "4x4" in refusal("/api/slide/solve", {"tiles": ODD, "heuristic": "pdb"})


def test_a_board_of_25_cells_gets_ever_shorter_solutions():
    hard = answer("/api/slide", {"make": "random", "rows": 5, "seed": 1})
    assert hard["method"] == "anytime"
    assert hard["heuristics"]["anytime"] == ["pdb"]
    assert answer("/api/slide", {"make": "random", "rows": 4})["method"] == "ida"
    found = events("/api/slide/solve", {"tiles": hard["tiles"], "node_limit": 20_000_000})
    lengths = [len(data["moves"]) for name, data in found if name == "improved"]
    assert lengths == sorted(set(lengths), reverse=True)
    name, done = found[-1]
    assert (name, done["status"], done["method"], done["shortest"]) == (
        "done",
        "solved",
        "anytime",
        False,
    )
    assert len(done["moves"]) == lengths[-1] > done["bound"] > 80
    assert "building" not in {name for name, _ in found}
    last = [data for name, data in found if name == "progress"][-1]
    assert last["length"] >= lengths[-1]


@pytest.mark.parametrize("path", ["solve", "compare"])
def test_a_search_ends_with_its_page(path):
    async def leave():
        gone = asyncio.Event()
        asked = {"tiles": sliding.random(5, seed=1).tiles.tolist()}
        reply = asyncio.ensure_future(Site().post(f"/api/slide/{path}", asked, gone))
        await asyncio.sleep(0.05)
        gone.set()
        await asyncio.wait_for(reply, 30)
        assert not [x.name for x in threading.enumerate() if x.name == "fastqueens search"]

    wait_for(leave())


def test_pattern_databases_are_built_between_two_looks(monkeypatch):
    class Databases:
        ready, steps = False, 0

        def step(self, budget):
            self.steps += 1
            if self.steps == 3:
                raise KeyboardInterrupt  # as when the user leaves the page
            return 0

    built = Databases()
    monkeypatch.setattr(pattern_databases.pdb, "shared_pdb", lambda kind, home: built)
    with pytest.raises(KeyboardInterrupt):
        pattern_databases.build_pdb(
            sliding.Puzzle.from_array(CASE).goal, pattern_databases.pdb.PDB_555
        )
    assert built.steps == 3


def test_compare_tries_every_method_with_every_heuristic():
    found = events("/api/slide/compare", {"tiles": [[1, 2, 3], [4, 0, 6], [7, 5, 8]]})
    rows = [data for name, data in found if name == "row"]
    assert [name for name, _ in found[:2]] == ["attempt", "row"]
    assert len(rows) == 10
    assert {row["length"] for row in rows} == {2}
    assert events("/api/slide/compare", {"tiles": ODD})[0][1]["rows"] == 0


def test_moves_are_saved_in_the_layout_of_the_report():
    asked = {"tiles": [[1, 2], [0, 3]], "moves": ["RIGHT"], "nodes": 2, "ms": 0.5}
    text = post("/api/slide/save", asked).body.decode()
    assert "KURANG(i) 0 0 0 1" in text
    assert "SOLUTION :\nRIGHT" in text
    assert "Nodes: 2\nTime: 0.500 ms" in text
    assert answer("/api/slide", {"text": text})["tiles"] == asked["tiles"]
    starts = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8", "json": b"{"}
    for kind, start in starts.items():
        reply = post("/api/slide/save", asked | {"format": kind})
        assert reply.body.startswith(start)
        assert reply.headers["content-disposition"].endswith(f'sliding.{kind}"')
    assert "off the board" in refusal("/api/slide/save", asked | {"moves": ["DOWN"]})


PATHS = ["/api/slide", "/api/slide/solve", "/api/slide/compare", "/api/slide/save"]
KEYS = st.sampled_from(sorted({key for path in PATHS for key in keys_of(path)}))
VALUES = st.sampled_from(
    [CASE, ODD, "1 2\n3 0", "random", 4, 10**30, -1, [[]], [["x"]], None, True, "pdb", {}, "\ud800"]
)


@examples(40)
@given(st.sampled_from(PATHS), st.dictionaries(KEYS, VALUES))
def test_whatever_is_asked_is_answered_or_refused(path, asked):
    wanted = keys_of(path)
    asked = {key: x for key, x in ({"tiles": ODD} | asked).items() if key in wanted}
    reply = post(path, asked)
    assert reply.status in (200, 422)
    if reply.status == 422:
        assert reply.json["error"].endswith((".", "?", "!"))


# The screen.


def tiles_of(page, columns):
    """Return the tiles from the text for screen readers."""
    words = page.locator("#tiles-read").text_content().replace("blank", "0")
    rows = [row.partition(":")[2].split(",") for row in words.split(".")[:-1]]
    assert {len(row) for row in rows} == {columns}
    return [[int(tile) for tile in row] for row in rows]


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_tiles_are_moved_by_click_arrows_drag_and_swipe(visitor):
    page = visitor.open("/slide/3x3.123456780")
    page.get_by_role("button", name="2, row 1").focus()
    page.get_by_role("button", name="7, row 3").click()  # the whole row moves
    until_equal(lambda: tiles_of(page, 3)[2], [0, 7, 8])
    page.keyboard.press("ArrowDown")
    until_equal(lambda: tiles_of(page, 3), [[1, 2, 3], [0, 5, 6], [4, 7, 8]])
    page.keyboard.press("Shift+Tab")  # to a tile that can move
    until_equal(
        lambda: page.evaluate("document.activeElement.ariaLabel"), "6, row 2, column 3, in place"
    )
    box = page.get_by_role("button", name="6, row 2").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - box["width"] * 0.2, y)
    page.mouse.up()  # the drag is too short, so the tile goes back
    until_equal(lambda: tiles_of(page, 3)[1], [0, 5, 6])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - box["width"] * 0.9, y, steps=3)
    page.mouse.up()
    until_equal(lambda: tiles_of(page, 3)[1], [5, 6, 0])
    page.mouse.move(x - 2 * box["width"], y - 60)  # the swipe starts on a tile that cannot move
    page.mouse.down()
    page.mouse.move(x - 2 * box["width"], y)
    page.mouse.up()
    until_equal(lambda: tiles_of(page, 3), [[1, 2, 0], [5, 6, 3], [4, 7, 8]])
    until_true(lambda: "6 moves" in page.locator(".state").text_content())
    press(page, "Undo")
    press(page, "Undo")
    until_equal(lambda: tiles_of(page, 3)[1], [5, 0, 6])
    press(page, "Redo")
    page.keyboard.press("Control+z")
    until_equal(lambda: tiles_of(page, 3)[1], [5, 0, 6])
    press(page, "Reset")
    until_equal(lambda: tiles_of(page, 3), [[1, 2, 3], [4, 5, 6], [7, 8, 0]])


def test_a_puzzle_is_won_by_keyboard(visitor):
    page = visitor.open("/slide/2x2.1032")
    page.get_by_role("button", name="3, row 2").focus()
    page.keyboard.press("ArrowUp")
    until_true(lambda: "Solved in 1 move." in page.locator("#toast").text_content())


@both_ways
def test_solve_visualise_and_step_both_ways(visitor):
    page = visitor.open(LINK)
    press(page, "Solve")
    page.wait_for_selector("fq-player input:enabled")
    until_true(
        lambda: "21 moves, and no solution is shorter" in page.locator(".told").first.text_content()
    )
    press(page, "Visualise")
    press(page, "Pause")
    press(page, "To the end")
    until_equal(lambda: tiles_of(page, 4)[3], [13, 14, 15, 0])
    press(page, "Step back")
    until_true(lambda: tiles_of(page, 4)[3] != [13, 14, 15, 0])
    page.locator("summary", has_text="Details").click()
    until_true(lambda: "even: it can be solved" in page.locator(".total").text_content())
    until_equal(lambda: page.locator(".kurang tr").count(), 3)
    press(page, "Save the moves")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Text, with the Kurang table and each board").click()
    text = saved.value.path().read_text()
    assert text.startswith(" 3  1  2  4")
    assert "SOLUTION :" in text
    # The dialog returns the focus when it closes.
    page.wait_for_selector("dialog", state="detached")
    # A move of the user closes the replay.
    page.get_by_role("group", name="Tiles").get_by_role("button").first.focus()
    page.keyboard.press("ArrowDown")
    until_true(lambda: page.locator("fq-player").is_hidden())


def test_details_have_the_counts_and_the_options_of_branch_and_bound(visitor):
    page = visitor.open(f"{LINK}?m=branch-and-bound&h=misplaced")
    press(page, "Solve")
    page.wait_for_selector("fq-player input:enabled")
    page.locator("summary", has_text="Details").click()
    facts = page.locator(".facts")
    until_true(lambda: "18,997" in facts.text_content())
    again = (
        "Misplaced tiles, visited when it is expanded; copies are expanded again "
        "(as in the 15-puzzle report)"
    )
    until_true(lambda: f"Branch and bound, {again}" in facts.text_content())
    page.get_by_label("A position is marked as visited").select_option("generated")
    page.wait_for_url("**v=generated")
    until_true(
        lambda: again in facts.text_content()
    )  # the solution's own options, not the chosen ones
    press(page, "Solve")
    page.locator(".facts", has_text="17,289").wait_for()


def test_an_unsolvable_puzzle_and_an_invalid_file_are_reported(visitor, tmp_path):
    page = visitor.open("/slide/3x3.123456870", failing=True)
    until_true(lambda: "This puzzle is unsolvable." in page.locator(".note.wrong").text_content())
    press(page, "Swap 1 and 2 to make it solvable")
    page.wait_for_selector(".note.wrong", state="detached")
    bad = tmp_path / "bad.txt"
    bad.write_text("1 2\n1 0")
    page.locator("input[type=file]").set_input_files(bad)
    page.wait_for_selector("#toast.error")
    until_true(
        lambda: (
            "Invalid file. Line 2, column 1: found 1 again" in page.locator("#toast").text_content()
        )
    )
    good = tmp_path / "good.txt"
    good.write_text("4 1 2\n3 0 5")
    page.locator("input[type=file]").set_input_files(good)
    page.wait_for_url("**/slide/2x3.412305?**")
    press(page, "Type it")
    page.get_by_role("textbox", name="Tiles").fill("1 2\n3 x")
    press(page, "Use it")
    page.locator("dialog [role=alert]", has_text="ine 2, column 3").wait_for()
    page.get_by_role("textbox", name="Tiles").fill("1 2\n0 3")
    press(page, "Use it")
    page.wait_for_url("**/slide/2x2.1203?**")


def test_a_search_is_stopped_and_methods_compared(visitor):
    page = visitor.open(f"/slide/5x5.{HARD}?m=ida&h=misplaced")
    press(page, "Solve")
    page.wait_for_selector("button[aria-pressed=true]:has-text('Stop')")
    press(page, "Stop")
    page.wait_for_selector(".told:has-text('Stopped.')")
    visitor.go(page, "/slide/3x3.123406758")
    page.locator("summary", has_text="Compare").click()
    press(page, "Compare")
    page.wait_for_selector(".best")
    until_true(lambda: page.locator("tbody tr").count() >= 8)
