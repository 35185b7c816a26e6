"""The packing lab: its routes at each of their limits, and its screen in a real browser."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from contextlib import suppress
from itertools import count

import numpy as np
import pytest
from conftest import THOROUGH
from helpers import page as helping
from helpers.page import until_equal, until_true
from helpers.web import Site, answer, get, post, refusal, wait_for
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import packing
from fastqueens.examples import examples
from fastqueens.packing.placement_tables import Problem
from fastqueens.results import InputError
from fastqueens.web import packing_routes as pack
from fastqueens.web.request import decode_request

READY = {x.name: x.text for x in examples() if x.command == "pack"}
SMALL = packing.Puzzle.from_text(READY["iq-small"])
BURR = """<puzzle version="2"><gridType type="0"/><shapes>
<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="2" y="2" z="1" type="0">####</voxel>
<voxel x="3" y="2" z="1" type="0">######</voxel></shapes><problems>
<problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
<problem><shapes><shape id="0" count="3"/></shapes><result id="2"/></problem></problems></puzzle>"""


def told(name):
    return answer("/api/pack/read", {"example": name})["puzzle"]


def flat(solution):
    return {name: [list(cell) for cell in cells] for name, cells in solution.placements.items()}


# ---- reading puzzles


def test_a_box_is_solved_counted_and_drawn():
    soma = told("soma")
    assert soma["board"] == [["XXX"] * 3] * 3
    found = answer("/api/pack/solve", {"puzzle": soma, "distinct": True, "count": 2})
    assert len(found["solutions"]) == 2
    place = found["solutions"][0]
    for view in ("layers", "assembled", "lifted", "exploded"):
        drawn = post(
            "/api/pack/export", {"puzzle": soma, "place": place, "format": "svg", "view": view}
        )
        assert drawn.status == 200
    pytest.importorskip("PIL")
    drawn = post("/api/pack/export", {"puzzle": soma, "place": place, "format": "gif", "cell": 8})
    assert drawn.body.startswith(b"GIF89a")


def test_the_ready_sets_are_those_of_the_package():
    ready = get("/api/pack").json
    assert [x["name"] for x in ready["examples"]] == list(READY)
    assert ready["methods"] == list(packing.METHODS)
    for name, text in READY.items():
        puzzle = packing.Puzzle.from_text(text)
        found = answer("/api/pack/read", {"example": name})
        assert found["puzzle"] == puzzle.as_dict()
        assert (found["problem"] is None) == (name not in ("iq-report-5-none", "iq-report-6-none"))
        assert packing.Puzzle.from_text(found["text"]) == puzzle
        assert answer("/api/pack/read", {"puzzle": found["puzzle"]}) == found
        assert answer("/api/pack/read", {"text": text}) == found


def test_a_file_with_several_problems():
    pytest.importorskip("defusedxml")
    asked = {"file": base64.b64encode(BURR.encode()).decode()}
    first = answer("/api/pack/read", asked)
    assert (first["number"], first["problems"], first["puzzle"]["size"]) == (1, 2, "2x2")
    assert answer("/api/pack/read", asked | {"problem": 2})["sums"] == [6, 6]
    assert "found 2 problems" in refusal("/api/pack/read", asked | {"problem": 3}).lower()


def test_what_is_odd_about_a_puzzle_is_said():
    found = answer("/api/pack/read", {"text": "1 3 1\nDEFAULT\nA A\n"})
    assert found["problem"] == "the pieces have 2 cells, the board has 3"
    assert found["warnings"] == ["Piece A is in several parts; the parts move together."]
    found = answer("/api/pack/read", {"text": "1 3 2\nDEFAULT\nA A\n"})
    assert found["warnings"] == [
        "Line 1 says 2 pieces, but the puzzle has 1; these are used.",
        "Piece A is in several parts; the parts move together.",
    ]
    assert (
        answer("/api/pack/read", {"puzzle": found["puzzle"]})["warnings"] == found["warnings"][1:]
    )
    long = {"board": ["XX"], "pieces": {"long name": [[0, 0], [0, 1]]}}
    found = answer("/api/pack/read", {"puzzle": long})
    assert (found["text"], found["letters"]) == (None, ["A"])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("2 2 2\nDEFAULT\nAA\nB\nA\n", 5, "piece A again"),
        ("2 x 2\nDEFAULT\n", 1, "expected"),
        ("2 2 1\nSQUARE\nA\n", 2, "expected"),
        ("2 2 1\nCUSTOM\nXX\nXXX\nA\n", 4, "row of 3 cells, expected 2"),
        ("2 2 3\nDEFAULT\n", 3, "found no piece, expected 3"),
        ("3 2 1\nPYRAMID\nA\n", 1, "square base"),
    ],
)
def test_a_file_that_is_wrong_is_told_its_line(text, line, words):
    reply = post("/api/pack/read", {"text": text})
    assert (reply.status, reply.json["line"]) == (422, line)
    assert words in reply.json["error"]


PUZZLE = SMALL.as_dict()
COLOURED = packing.Puzzle.box(
    1, 1, 2, pieces=[[(0, 0), (0, 1)]],
    colours={"cells": [1, 2], "pieces": {"A": [1, 2]}, "pairs": [[1, 1], [2, 2]]},
).as_dict()  # fmt: skip
WRONG = [
    ("read", {}),
    ("read", {"text": READY["iq-small"], "example": "iq-small"}),
    ("read", {"example": "queens-4"}),
    ("read", {"example": "x"}),
    ("read", {"file": "é"}),
    ("read", {"text": "5"}),
    ("read", {"text": READY["iq-small"], "problem": 2}),
    ("solve", {"puzzle": None}),
    ("solve", {"puzzle": {"pieces": {}, "board": []}}),
    ("solve", {"puzzle": {"pieces": {"A": [[0, 0]]}, "layers": 99}}),
    ("solve", {"puzzle": PUZZLE, "method": "memo"}),
    ("solve", {"puzzle": PUZZLE, "count": 101}),
    ("solve", {"puzzle": PUZZLE, "from": -1}),
    ("solve", {"puzzle": PUZZLE, "place": []}),
    ("solve", {"puzzle": PUZZLE, "place": {"A": [[0, 0.5]]}}),
    ("solve", {"puzzle": PUZZLE, "place": {"Z": [[0, 0]]}}),
    ("solve", {"puzzle": PUZZLE, "place": {"A": [[0, 0], [0, 1], [0, 2]]}}),
    ("solve", {"puzzle": PUZZLE, "place": {"A": [[9, 9]]}}),
    ("count", {"puzzle": PUZZLE, "place": {"A": [[9, 9]]}}),
    ("count", {"puzzle": PUZZLE, "other": 1}),
    ("watch", {"puzzle": PUZZLE, "every": 0}),
    ("watch", {"puzzle": PUZZLE, "frames": 501}),
    ("export", {"puzzle": PUZZLE}),
    ("export", {"puzzle": PUZZLE, "format": "pdf"}),
    ("export", {"puzzle": PUZZLE, "format": "svg", "view": "side"}),
    ("export", {"puzzle": told("iq-pyramid"), "format": "gif"}),
    ("read", {"puzzle": COLOURED}),
    ("export", {"puzzle": PUZZLE, "format": "png", "cell": 1000}),
    ("export", {"puzzle": PUZZLE, "format": "txt", "counters": {"a b": 1}}),
]


@pytest.mark.parametrize(("route", "asked"), WRONG)
def test_what_cannot_be_used_is_refused(route, asked):
    assert refusal(f"/api/pack/{route}", asked).endswith(("?", "."))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
BOARDS = st.lists(st.text("X.", min_size=1, max_size=3), max_size=3) | JUNK
NEARLY = st.fixed_dictionaries(
    {"pieces": st.dictionaries(st.text("ABé", max_size=2), JUNK) | JUNK},
    optional={"board": BOARDS, "layers": st.integers(-1, 9) | JUNK},
)


@settings(max_examples=50)
@given(NEARLY | JUNK, st.none() | st.dictionaries(st.sampled_from("AB"), JUNK) | JUNK, st.binary())
def test_garbage_is_answered_or_refused(puzzle, place, data):
    asked = {"puzzle": puzzle, "place": place, "time_limit": 0.01}
    text = {"file": base64.b64encode(data).decode()}
    for route, kind, body in (
        (pack.solve, pack.SolveRequest, asked),
        (pack.watch, pack.WatchRequest, asked),
        (pack.read, pack.ReadRequest, text),
    ):
        with suppress(InputError):
            assert route(decode_request(json.dumps(body).encode(), kind))


# ---- searching


def test_solutions_come_in_order_and_keep_what_lies():
    every = [flat(x) for x in packing.solutions(SMALL)]
    place = {"E": every[5]["E"]}
    asked = {"puzzle": PUZZLE, "count": 100}
    assert answer("/api/pack/solve", asked)["solutions"] == every[:100]
    assert answer("/api/pack/solve", asked | {"from": 7, "count": 2})["solutions"] == every[7:9]
    found = answer("/api/pack/solve", asked | {"place": place})["solutions"]
    assert [x["E"] for x in found] == [place["E"]] * len(found)
    assert found == [flat(x) for x in packing.solutions(SMALL, placed=place)]
    last = answer("/api/pack/solve", asked | {"from": len(every)})
    assert (last["solutions"], last["found"]) == ([], len(every))


@pytest.mark.parametrize(("method", "cases"), [("brute-force", 597), ("first-cell", 506)])
def test_cases_of_the_report(method, cases):
    brute = answer("/api/pack/solve", {"puzzle": PUZZLE, "method": method})
    assert brute["counters"] == {"cases": cases}
    assert brute["solutions"] == [flat(packing.solve(SMALL, method=method).packing)]


def test_brute_force_that_misses_the_solution_says_so():
    text = "3 3 1\nCUSTOM\n.XX\nXX.\n.X.\n AA\nAA\n A\n"
    puzzle = answer("/api/pack/read", {"text": text})["puzzle"]
    assert puzzle == packing.Puzzle.from_text(text).as_dict()
    brute = answer("/api/pack/solve", {"puzzle": puzzle, "method": "brute-force"})
    assert (brute["status"], brute["reason"]) == ("stopped", "incomplete")
    assert brute["head"] == "No solution was found, but this method may miss one."


def test_indents_of_pieces_are_kept():
    text = "2 2 2\nDEFAULT\n  A\n  A\n BB\n"
    puzzle = answer("/api/pack/read", {"text": text})["puzzle"]
    assert puzzle["indents"] == {"A": 2, "B": 1}
    brute = answer("/api/pack/solve", {"puzzle": puzzle, "method": "brute-force"})
    result = packing.solve(packing.Puzzle.from_text(text), method="brute-force")
    assert brute["counters"]["cases"] == result.stats.cases
    plain = packing.Puzzle.from_text("2 2 2\nDEFAULT\nA\nA\nBB\n")
    assert result.stats.cases > packing.solve(plain, method="brute-force").stats.cases
    wrong = refusal("/api/pack/read", {"puzzle": puzzle | {"indents": {"A": 256}}})
    assert wrong == "Found an indent of 256 for piece A, expected less than 256."


def test_a_search_that_cannot_end_well_says_why():
    odd = {"board": ["XXX"], "pieces": {"A": [[0, 0]]}}
    assert answer("/api/pack/solve", {"puzzle": odd})["infeasible"].startswith(
        "the pieces have 1 cells"
    )
    asked = {"puzzle": told("iq-pyramid"), "method": "brute-force", "time_limit": 0}
    stopped = answer("/api/pack/solve", asked)
    assert (stopped["status"], stopped["reason"]) == ("stopped", "time")
    events = post("/api/pack/count", {"puzzle": told("iq-pyramid"), "time_limit": 0.02}).events
    assert events[-1][1]["status"] == "stopped"


@pytest.mark.parametrize("distinct", [False, True])
def test_a_count_is_that_of_the_package(distinct):
    asked = {"puzzle": told("pentominoes-8x8"), "distinct": distinct}
    events = [event for event in post("/api/pack/count", asked).events if event[0]]
    assert [name for name, _ in events[-1:]] == ["done"]
    assert events[-1][1]["count"] == (65 if distinct else 520)
    assert events[-1][1]["head"] == ("65 distinct solutions." if distinct else "520 solutions.")
    least = [data["least"] for name, data in events if name == "count"]
    assert all(0 <= x <= 520 for x in least)


def test_a_count_ends_with_its_page():
    asked = {"puzzle": {"board": ["X" * 11] * 5, "pieces": told("iq-pyramid")["pieces"]}}

    async def leaves():
        site, leave = Site(), asyncio.Event()
        asking = asyncio.ensure_future(site.post("/api/pack/count", asked, leave))
        names = set()
        while "fastqueens count" not in names:
            await asyncio.sleep(0.01)
            names = {thread.name for thread in threading.enumerate()}
        leave.set()
        await asking

    wait_for(leaves())
    left = [x for x in threading.enumerate() if x.name.startswith("fastqueens")]
    assert left == []


def test_frames_are_those_of_the_package():
    asked = {"puzzle": PUZZLE, "every": 7, "frames": 500}
    whole = answer("/api/pack/watch", asked)
    assert whole["status"] == "solved"
    frames = list(packing.frames(SMALL, method="brute-force", every=7))
    assert [x["work"] for x in whole["frames"]] == [x.work for x in frames]
    for told_of, frame in zip(whole["frames"], frames, strict=True):
        assert told_of["cells"] == frame.view.packing.grid.ravel().tolist()
        assert (told_of["hand"], told_of["piece"]) == (frame.view.hand, frame.view.piece)
    part = answer("/api/pack/watch", asked | {"start": 70, "frames": 5})
    assert part["frames"] == whole["frames"][10:15]


def test_files_are_saved():
    solution = answer("/api/pack/solve", {"puzzle": PUZZLE})["solutions"][0]
    asked = {"puzzle": PUZZLE, "place": solution, "name": "../my set"}
    text = post("/api/pack/export", asked | {"format": "txt", "counters": {"cases": 7}, "ms": 2})
    assert text.headers["content-disposition"] == 'attachment; filename="my-set.txt"'
    assert "\nCases reviewed: 7\nTime: 2.000 ms\n" in text.body.decode()
    assert packing.Puzzle.from_text(text.body.decode()) == SMALL
    assert post("/api/pack/export", asked | {"format": "puzzle"}).body.decode() == SMALL.to_text()
    data = json.loads(post("/api/pack/export", asked | {"format": "json"}).body)
    assert data["placements"] == solution
    for theme in ("light", "dark"):
        drawn = post("/api/pack/export", asked | {"format": "svg", "theme": theme}).body
        assert drawn.startswith(b"<svg ")
    pytest.importorskip("PIL")
    assert post("/api/pack/export", asked | {"format": "png"}).body[:4] == b"\x89PNG"


# The screen.

LOOKS = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
    "moving": {"reduced_motion": "no-preference"}, "forced": {"forced_colors": "active"},
}  # fmt: skip
PLAIN = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
TURN = count()


# Also run a test on the page without a server.
both_pages = pytest.mark.parametrize("page", ["server", "files"], indirect=True)


@pytest.fixture(scope="module")
def seen(chromium, site):
    """The visitor that opens the pages of this module."""
    one = helping.Visitor(chromium, site)
    yield one
    one.close()


@pytest.fixture(scope="module")
def shared(seen):
    return seen.open("/pack/iq-small")


@pytest.fixture
def page(request, seen):
    """The small puzzle, untouched."""
    if getattr(request, "param", "server") == "files":
        opened = helping.StaticVisitor(request.getfixturevalue("static_page"))
        yield opened.open("/pack/iq-small")
        opened.close()
        return
    shared = request.getfixturevalue("shared")
    seen.go(shared, f"/pack/iq-small?{next(TURN)}")
    yield shared


def judge(page):
    if not helping.AXE.exists():
        return
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(helping.AXE.read_text())
    found = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
        ".map((x) => [x.id, x.nodes.map((node) => node.html + ' ' + node.failureSummary)])"
    )
    assert found == []


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 9, start[1] + 9)
    page.mouse.move(*end, steps=2)
    page.mouse.up()


def placed_cells(page):
    """Return the cells of the placed pieces, by letter."""
    labels = page.evaluate("[...document.querySelectorAll('.cell')].map((x) => x.ariaLabel)")
    found = {}
    for cell, label in enumerate(labels):
        if "piece " in label:
            found.setdefault(label.split("piece ")[1][0], []).append(cell)
    return found


def option(page, letter):
    return page.get_by_role("option", name=f"Piece {letter},")


def said(page):
    return page.locator("#announcements").text_content().strip("\u00a0")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def until(page, expression):
    for _ in range(300):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(20)
    pytest.fail(f"never came: {expression}")


@pytest.mark.parametrize("name", ["iq-5x11", "iq-pyramid", "soma"])
def test_the_lab_is_accessible_in_every_look(seen, shared, name):
    page = shared
    seen.go(page, f"/pack/{name}")
    page.wait_for_selector(".plate" if name == "iq-5x11" else ".heap")
    press(page, "Solve from here")
    page.wait_for_selector(".verdict .big-number")
    page.locator("#piece-0").click()
    for look, wishes in LOOKS.items():
        page.emulate_media(**PLAIN | wishes)
        # Soma is a heap like the pyramid, which is judged by default.
        if look == ("dark" if name == "iq-pyramid" else "light") and (THOROUGH or name != "soma"):
            judge(page)
    page.emulate_media(**PLAIN)
    page.set_viewport_size({"width": 390, "height": 844})
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    page.set_viewport_size({"width": 1200, "height": 800})
    assert wide <= 0


WAYS = """
async ([told, pieces]) => {
  const { PackingModel } = await import("/static/packing/packing_model.js");
  const model = new PackingModel(told);
  return pieces.map((piece) => {
    const found = new Set();
    for (let cell = 0; cell < model.cells.length; cell++)
      for (const fit of model.placementsOver(piece, cell)) found.add(fit.cells.join());
    return [...found];
  });
}
"""


HOLED = packing.Puzzle.box(
    2, 2, 3,
    pieces={"S": [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)], "I": [(0, 0), (0, 1)]},
    holes=[(1, 1, 2)], optional_cells=[(0, 0, 0)], reflect=True, optional_pieces=["I"],
)  # fmt: skip


@pytest.mark.parametrize("name", ["iq-small", "iq-diagonal", "kanoodle-pyramid", "soma", "holed"])
def test_the_placements_match_the_package(shared, name):
    if name == "holed":
        puzzle, asked = HOLED, {"puzzle": HOLED.as_dict()}
    else:
        puzzle, asked = packing.Puzzle.from_text(READY[name]), {"example": name}
    pieces = list(range(len(puzzle.pieces)))[:: 1 if puzzle.in_space else 2]
    found = shared.evaluate(WAYS, [answer("/api/pack/read", asked), pieces])
    for piece, ways in zip(pieces, found, strict=True):
        others = {i: () for i in range(len(puzzle.pieces)) if i != piece}
        placements = np.sort(Problem(puzzle, others).kinds[0].placements, axis=1)
        assert set(ways) == {",".join(map(str, x)) for x in placements.tolist()}


def test_a_piece_is_dragged_onto_and_off_the_board(page):
    drag(page, middle(page, "#piece-4"), middle(page, '[data-cell="6"]'))
    until_equal(lambda: placed_cells(page), {"E": [1, 2, 6, 7, 11]})
    drag(page, middle(page, "#piece-0"), middle(page, '[data-cell="6"]'))
    until_equal(lambda: list(placed_cells(page)), ["E"])
    until_equal(lambda: said(page), "A does not fit here")
    drag(page, middle(page, '[data-cell="11"]'), middle(page, '[data-cell="12"]'))
    until_equal(lambda: placed_cells(page), {"E": [2, 3, 7, 8, 12]})
    drag(page, middle(page, '[data-cell="7"]'), middle(page, "h1"))
    until_equal(lambda: placed_cells(page), {})
    for expected in ([2, 3, 7, 8, 12], [1, 2, 6, 7, 11]):
        page.keyboard.press("Control+z")
        assert placed_cells(page) == {"E": expected}
    page.keyboard.press("Control+z")
    until_equal(lambda: placed_cells(page), {})
    page.keyboard.press("Control+y")
    until_equal(lambda: placed_cells(page), {"E": [1, 2, 6, 7, 11]})


def test_a_piece_is_turned_during_a_drag_and_escape_cancels(page):
    page.mouse.move(*middle(page, "#piece-6"))
    page.mouse.down()
    page.mouse.move(*middle(page, '[data-cell="12"]'), steps=3)
    until_equal(lambda: page.locator(".ghost.fits").count(), 1)
    page.keyboard.press("r")
    page.mouse.up()
    until_equal(lambda: placed_cells(page), {"G": [7, 12, 17]})
    page.mouse.move(*middle(page, '[data-cell="7"]'))
    page.mouse.down()
    page.mouse.move(*middle(page, '[data-cell="9"]'), steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()
    until_equal(lambda: placed_cells(page), {"G": [7, 12, 17]})
    until_equal(lambda: page.locator(".floating").count(), 0)


def test_a_tap_turns_and_a_double_tap_mirrors(page):
    piece = page.locator("#piece-4")
    piece.click()
    until_true(lambda: "turned 90°" in piece.get_attribute("aria-label"))
    page.wait_for_timeout(350)
    piece.dblclick()
    until_true(lambda: "turned 270°, mirrored" in piece.get_attribute("aria-label"))
    page.locator('[data-cell="12"]').click()
    before = placed_cells(page)["E"]
    page.wait_for_timeout(350)
    page.locator('[data-cell="12"]').click()
    until_true(lambda: 12 in placed_cells(page)["E"])
    until_true(lambda: placed_cells(page)["E"] != before)


def test_a_finger_taps_and_drags(seen):
    page = seen.open("/pack/iq-small", narrow=True, has_touch=True)
    page.touchscreen.tap(*middle(page, "#piece-0"))
    until_true(lambda: "turned 90°" in option(page, "A").get_attribute("aria-label"))
    page.touchscreen.tap(*middle(page, '[data-cell="12"]'))
    until_equal(lambda: placed_cells(page), {"A": [12, 13, 17]})
    finger = page.context.new_cdp_session(page)

    def touch(kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), (to_x, to_y) = middle(page, "#piece-2"), middle(page, '[data-cell="6"]')
    side = page.locator('[data-cell="6"]').bounding_box()["width"]
    to_y += 1.4 * side  # the piece floats above the finger
    touch("touchStart", (x, y))
    for k in range(1, 9):
        touch("touchMove", (x + (to_x - x) * k / 8, y + (to_y - y) * k / 8))
    touch("touchEnd")
    until_equal(lambda: placed_cells(page), {"A": [12, 13, 17], "C": [1, 6, 7]})
    page.close()


def test_the_board_is_played_by_keyboard(page):
    page.evaluate("document.querySelector('#piece-0').focus()")
    for key in ("End", "r", "Enter", "n", "Enter"):
        page.keyboard.press(key)
    until_true(lambda: "G" in placed_cells(page))
    page.keyboard.press("Delete")
    until_true(lambda: said(page) in ("Piece G taken off.", "Choose a piece first."))
    press(page, "Solve from here")
    until(page, "document.querySelectorAll('.piece.placed').length === 7")
    page.evaluate("document.querySelector('.cell').focus()")
    page.keyboard.press("Enter")  # pick up the piece under the cursor
    until_equal(lambda: len(placed_cells(page)), 6)
    page.keyboard.press("Enter")
    until_equal(lambda: len(placed_cells(page)), 7)
    page.keyboard.press("Delete")
    page.keyboard.press("Control+Home")
    page.keyboard.press(".")
    page.keyboard.press("n")
    until_true(lambda: said(page).startswith("Placement "))
    page.keyboard.press("Enter")
    until_equal(lambda: len(placed_cells(page)), 7)


@both_pages
def test_solutions_are_shown_one_after_another_and_counted(page):
    drag(page, middle(page, "#piece-6"), middle(page, '[data-cell="21"]'))
    place = {"G": [[4, 0], [4, 1], [4, 2]]}
    every = [flat(x) for x in packing.solutions(SMALL, placed=place)]

    def shown():
        return {k: [list(divmod(x, 5)) for x in cells] for k, cells in placed_cells(page).items()}

    press(page, "Solve from here")
    until(page, "document.querySelector('.verdict').textContent.startsWith('Solution 1')")
    assert shown() == every[0]
    press(page, "Next solution")
    until(page, "document.querySelector('.verdict').textContent.startsWith('Solution 2')")
    assert shown() == every[1]
    press(page, "Count")
    head = f"{len(every)} solutions"
    until(page, f"document.querySelector('.verdict').textContent.startsWith('{head}')")
    page.get_by_label("Method").select_option("brute-force")
    for name in ("Count", "Next solution"):  # brute force finds one solution at most
        assert page.get_by_role("button", name=name, exact=True).is_disabled()
    press(page, "Solve from here")
    until(page, "document.querySelector('.verdict').textContent.includes('Cases reviewed')")
    press(page, "Save")
    with page.expect_download() as saved:
        press(page, "Text, with the cells of each piece")
    text = saved.value.path().read_text()
    assert "Cases reviewed: " in text
    assert packing.Puzzle.from_text(text) == SMALL


def test_brute_force_is_watched_forwards_and_backwards(page):
    press(page, "Watch brute force")
    until(page, "document.querySelector('.film .state')?.textContent.includes('placed')")
    page.get_by_label("Steps per frame").select_option("100")
    until(page, "document.querySelector('fq-player').count === 7")
    press(page, "To the end")
    until(page, "document.querySelectorAll('.blob.engine').length === 7")
    until_true(lambda: "Solved." in page.locator(".film .state").text_content())
    until_true(lambda: "Cases reviewed597" in page.locator(".verdict").text_content())
    press(page, "Step back")
    last = [x for x in packing.frames(SMALL, method="brute-force", every=100) if x.work == 500]
    expected = {}
    for cell, piece in enumerate(last[0].view.packing.grid.ravel().tolist()):
        if piece >= 0:
            expected.setdefault(SMALL.pieces[piece].name, []).append(cell)
    until_equal(lambda: placed_cells(page), expected)
    press(page, "Back to the board")
    until_equal(lambda: placed_cells(page), {})


def test_a_long_search_is_stopped(seen, page):
    seen.go(page, "/pack/iq-pyramid")
    page.get_by_label("Method").select_option("brute-force")
    press(page, "Solve from here")
    press(page, "Stop")
    until(page, "document.querySelector('.verdict').textContent === 'Stopped.'")
    until_equal(lambda: page.get_by_role("button", name="Stop").count(), 0)


def test_the_pyramid_turns_lifts_and_hides_layers(seen, page):
    seen.go(page, "/pack/iq-pyramid")
    page.wait_for_selector(".heap")
    order = "[...document.querySelectorAll('.ball')].map((x) => x.dataset.ball).join()"
    before, box = page.evaluate(order), page.locator(".heap").get_attribute("viewBox")
    page.locator(".heap").focus()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    turned = page.evaluate(order)
    assert turned != before
    x, y = middle(page, ".heap")
    drag(page, (x, y), (x + 150, y + 20))
    until_true(lambda: page.evaluate(order) != turned)
    page.get_by_label("Lift the layers").fill("1")
    until_true(lambda: page.locator(".heap").get_attribute("viewBox") != box)
    page.get_by_label("Visible layers").fill("2")
    until_equal(lambda: page.locator(".ball:not(.gone)").count(), 25 + 16)
    page.evaluate("document.querySelector('#piece-0').focus()")
    for key in ("Home", "u", "Enter", "n", "Enter"):
        page.keyboard.press(key)
    until_equal(lambda: page.locator(".ball:not(.bare)").count(), 5)
    page.keyboard.press("PageUp")
    until_true(lambda: "layer 2" in page.evaluate("document.activeElement.ariaLabel"))


def test_a_box_is_filled_by_keyboard_and_solved_from_there(seen, page):
    seen.go(page, "/pack/soma")
    page.wait_for_selector(".heap")
    page.evaluate("document.querySelector('#piece-0').focus()")
    for key in ("End", "u"):  # P, tipped forward
        page.keyboard.press(key)
    until_true(lambda: "orientation 3 of 24" in option(page, "P").get_attribute("aria-label"))
    for key in ("Enter", "n", "Enter"):
        page.keyboard.press(key)
    (cells,) = placed_cells(page).values()
    assert len({cell // 9 for cell in cells}) == 2  # it lies in two layers
    until_equal(lambda: page.locator(".ball:not(.bare)").count(), 4)
    page.keyboard.press("PageUp")
    until_true(lambda: "layer 2" in page.evaluate("document.activeElement.ariaLabel"))
    puzzle = packing.Puzzle.from_text(READY["soma"])
    place = {"P": [list(puzzle.cells[cell]) for cell in cells]}
    press(page, "Solve from here")
    until(page, "document.querySelectorAll('.piece.placed').length === 7")
    until_equal(lambda: placed_cells(page)["P"], cells)
    page.get_by_label("Without turned and mirrored copies").check()
    press(page, "Count")
    number = int(packing.count(puzzle, distinct="mirror", placed=place))
    until(page, f"document.querySelector('.verdict').textContent.startsWith('{number:,} distinct')")
    page.get_by_label("Lift the layers").fill("1")
    press(page, "Save")
    with page.expect_download() as saved:
        press(page, "Pieces apart, SVG")
    assert 'class="fq-top"' in saved.value.path().read_text()


def test_a_box_is_watched_and_drawn_as_text(seen, page):
    seen.go(page, "/pack/soma")
    page.wait_for_selector(".heap")
    methods = page.locator("select[id] option, .field select option").all_text_contents()
    assert not [x for x in methods if "brute force" in x]
    press(page, "Watch")
    until(page, "document.querySelector('.film .state')?.textContent.includes('placed')")
    press(page, "Back to the board")
    press(page, "Draw your own")
    page.wait_for_selector("dialog[open] textarea")
    until_equal(lambda: page.locator("dialog .toggles:visible").count(), 0)
    page.locator("dialog textarea").fill("2 1 1 1\nDEFAULT\nA\n\nA\n")
    press(page, "Use it")
    until(page, "document.querySelectorAll('.cell').length === 2")
    press(page, "Solve from here")
    until(page, "document.querySelectorAll('.piece.placed').length === 1")


def test_a_finger_places_a_piece_in_a_layer(seen):
    page = seen.open("/pack/soma", narrow=True, has_touch=True)
    page.wait_for_selector(".heap")
    page.touchscreen.tap(*middle(page, "#piece-0"))
    page.locator('[data-cell="13"]').scroll_into_view_if_needed()
    page.touchscreen.tap(*middle(page, '[data-cell="13"]'))
    until_equal(lambda: {cell // 9 for cell in placed_cells(page)["V"]}, {1})
    until_true(lambda: page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0)
    page.close()


def test_files_links_and_the_puzzle_editor(seen):
    page = seen.open("/pack/iq-small", failing=True)
    wrong = {"name": "p.txt", "mimeType": "text/plain", "buffer": b"2 2 2\nDEFAULT\nAA\nB\nA\n"}
    page.set_input_files("input[type=file]", wrong)
    page.wait_for_selector("dialog[open] #pack-wrong")
    until_true(
        lambda: (
            page.locator("#pack-wrong").text_content().startswith("Line 5, column 1: found piece A")
        )
    )
    page.locator("dialog textarea").fill("2 2 2\nDEFAULT\nAA\nBB\n")
    page.locator("dialog textarea").blur()
    until(page, "document.querySelector('#pack-wrong').textContent.includes('up to 4 cells')")
    press(page, "Use it")
    page.wait_for_selector(".plate")
    until(page, "document.querySelectorAll('.cell').length === 4")
    press(page, "Draw your own")
    page.locator("dialog [aria-label='row 1, column 1']").first.click()
    until(page, "document.querySelector('#pack-wrong').textContent.startsWith('Too many cells')")
    until_true(lambda: "CUSTOM\n.X\nXX\n" in page.locator("dialog textarea").input_value())
    judge(page)
    press(page, "Use it")
    page.wait_for_selector(".note.wrong")
    until_true(
        lambda: "the pieces have 4, the board has 3" in page.locator(".note.wrong").text_content()
    )
    where = page.evaluate("location.hash")
    assert where.startswith("#/pack/z.")
    seen.go(page, "/about")
    seen.go(page, where[1:])
    until_equal(lambda: page.locator(".cell").count(), 3)
    seen.go(page, "/pack/z.AAAA")
    until_true(lambda: "not contain a puzzle" in page.locator("#toast").text_content())
    helping.paste(page, "1 3 1\nDEFAULT\nAAA\n")
    until(page, "document.querySelectorAll('.cell').length === 3")
    seen.go(page, "/about")
    helping.paste(page, "1 5 1\nDEFAULT\nAAAAA\n")  # every screen recognises a puzzle
    until(page, "document.querySelectorAll('.cell').length === 5")
    many = {"name": "p.xmpuzzle", "mimeType": "text/xml", "buffer": BURR.encode()}
    page.set_input_files("input[type=file]", many)
    page.get_by_label("Problem").select_option("2")
    until(page, "document.querySelectorAll('.cell').length === 6")
