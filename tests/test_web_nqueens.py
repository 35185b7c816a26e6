"""The N-Queens lab: what its routes answer, and the screen in a browser."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import threading

import numpy as np
import pytest
from conftest import THOROUGH, examples
from helpers.page import both_ways, judge, see, until_equal, until_true
from helpers.web import Site, answer, keys_of, post, refusal, wait_for
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import nqueens
from fastqueens.canvas.themes import theme_of
from fastqueens.results import Count, Stats
from fastqueens.web import nqueens_routes as lab
from fastqueens.web.url_codec import decode_state


def events(path, asked):
    reply = post(path, asked)
    assert reply.status == 200, reply.body
    return [event for event in reply.events if event[0]]


# The routes.


def test_completions_are_counted_and_one_is_shown():
    told = answer("/api/nqueens", {"n": 8, "queens": [[0, 0]]})
    assert (told["count"], told["exact"]) == ("4", True)
    assert nqueens.is_solution([cell % 8 for cell in told["example"]])
    assert told["example"][0] == 0
    assert answer("/api/nqueens", {"n": 8})["count"] == "92"
    for queens in ([[0, 0], [1, 1]], [[0, 0], [0, 5]]):
        told = answer("/api/nqueens", {"n": 8, "queens": queens})
        assert (told["count"], told["example"]) == ("0", None)
    told = answer("/api/nqueens", {"n": 8, "variant": "plus_k", "pawns": 1})
    assert (told["count"], len(told["example"]), len(told["pawns"])) == ("128", 9, 1)
    assert answer("/api/nqueens", {"n": 200})["problem"].startswith("Completions are counted")


def test_completions_beyond_their_time_are_a_lower_bound(monkeypatch):
    monkeypatch.setattr(lab, "_COMPLETE_SECONDS", 0.02)
    told = answer("/api/nqueens", {"n": 30, "queens": [[0, 0]]})
    assert not told["exact"]
    assert int(told["count"]) >= bool(told["example"])


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ({"n": 10}, "724"),
        ({"n": 10, "symmetry": "fundamental"}, "92"),
        ({"n": 7, "variant": "toroidal"}, "28"),
        ({"n": 8, "variant": "plus_k", "pawns": 1}, "128"),
        ({"n": 20, "variant": "hertzsprung"}, str(int(nqueens.count(20, variant="hertzsprung")))),
    ],
)
def test_solutions_are_counted(asked, count):
    name, done = events("/api/nqueens/count", asked)[-1]
    assert (name, done["status"], done["count"]) == ("done", "done", count)


def test_a_count_tells_how_far_it_is(monkeypatch):
    def count(n, progress, **words):
        for share in (0.0, 0.25):
            progress(nqueens.CountProgress(share, 1.0, 10, 20))
        return Count(40, stats=Stats({"nodes": 80}, 4.0), method="bitboard", exact=True)

    monkeypatch.setattr(nqueens, "count", count)
    told = events("/api/nqueens/count", {"n": 8})
    first = {"fraction": 0.0, "left": None, "solutions": "10", "nodes": 20, "ms": 1000.0}
    assert told[0] == ("progress", first)
    assert told[1][1]["left"] == 3.0
    assert (told[2][1]["count"], told[2][1]["nodes"]) == ("40", 80)


def test_a_count_ends_with_its_page():
    async def leave():
        gone = asyncio.Event()
        reply = asyncio.ensure_future(Site().post("/api/nqueens/count", {"n": 18}, gone))
        while not any(x.name == "fastqueens count" for x in threading.enumerate()):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        gone.set()
        await asyncio.wait_for(reply, 30)
        assert not [x.name for x in threading.enumerate() if x.name.startswith("fastqueens")]

    wait_for(leave())


def test_a_count_that_is_stopped_keeps_what_it_found():
    _, done = events("/api/nqueens/count", {"n": 18, "time_limit": 0.05})[-1]
    assert (done["status"], done["reason"]) == ("stopped", "time")
    assert done["sentence"].startswith("At least")


def test_pages_of_solutions_have_their_images():
    page = answer("/api/nqueens/list", {"n": 8, "count": 10})
    rest = answer("/api/nqueens/list", {"n": 8, "count": 10, "start": 10})
    assert (page["more"], rest["more"]) == (True, False)
    found = page["solutions"] + rest["solutions"]
    assert len(found) == 12
    images = {tuple(queens) for x in found for queens, _ in x["orbit"]}
    assert len(images) == 92
    assert sorted(len(x["orbit"]) for x in found) == [4] + 11 * [8]
    pawns = answer(
        "/api/nqueens/list",
        {"n": 6, "variant": "plus_k", "pawns": 1, "symmetry": "fundamental", "count": 100},
    )["solutions"]
    images = {(tuple(q), tuple(p)) for x in pawns for q, p in x["orbit"]}
    assert len(images) == 16


@pytest.mark.parametrize("method", ["backtracking", "list", "permutation-skip", "min-conflicts"])
def test_a_search_is_watched_from_anywhere(method):
    film = answer("/api/nqueens/watch", {"n": 8, "method": method})
    assert film["total"] == film["frames"][-1]["work"]
    assert film["status"] == "solved"
    last = film["frames"][-1]
    queens, _ = decode_state(8, last["cells"])
    assert nqueens.is_solution([column for _, column in sorted(queens)])
    asked = {"n": 8, "method": method, "every": film["every"], "start": 3 * film["every"]}
    assert answer("/api/nqueens/watch", {**asked, "frames": 2})["frames"] == film["frames"][3:5]


def test_a_long_search_is_shown_from_its_beginning(monkeypatch):
    monkeypatch.setattr(lab, "_PROBE_SECONDS", 0.01)
    film = answer("/api/nqueens/watch", {"n": 8, "method": "combinations", "frames": 5})
    assert (film["total"], film["every"], film["status"]) == (None, 1, "running")
    assert len(film["frames"]) == 5


def test_the_growth_of_the_spaces():
    found = events("/api/nqueens/growth", {"rows": 8})
    assert [name for name, _ in found] == ["row"] * 8 + ["done"]
    row = found[7][1]
    assert (row["combinations"], row["nodes"], row["solutions"]) == ("4426165368", 2056, 92)
    assert row["orders"] == dataclasses.asdict(nqueens.orders_of_growth([8])[0])


def test_the_search_tree_with_the_places_of_its_boxes():
    told = answer("/api/nqueens/tree", {"n": 4})
    tree = nqueens.search_tree(4)
    assert told["text"] == tree.to_text()
    assert told["summary"] == "solved by backtracking · 9 nodes · 1 solution"
    assert [(x["parent"], x["label"], x["state"]) for x in told["nodes"]] == [
        (x.parent, x.label, x.state) for x in tree.nodes
    ]
    for node in told["nodes"]:
        middle, top, width = node["box"]
        assert 0 < middle - width / 2 < middle + width / 2 < told["width"]
        assert 0 < top < top + told["box_height"] < told["height"]
    asked = {"n": 6, "method": "mac", "all": True, "nodes": 1000}
    assert answer("/api/nqueens/tree", asked)["summary"].endswith("4 solutions")
    assert len(answer("/api/nqueens/tree", {"n": 64, "nodes": 1000})["nodes"]) == 1000


@pytest.mark.parametrize("make", ["random", "construct"])
def test_large_boards_as_numbers_and_densities(make):
    asked = {"n": 5000, "make": make, "seed": 3}
    told = answer("/api/nqueens/board", asked)
    assert told["valid"]
    assert len(told["columns"]) == 1000
    assert sum(told["density"]) == 5000
    assert len(told["density"]) == told["fine"] ** 2
    text = post("/api/nqueens/board", asked | {"format": "txt"}).body.decode()
    columns = np.array(text.split(), int) - 1
    assert columns[:1000].tolist() == told["columns"]
    assert nqueens.is_solution(columns)


@pytest.mark.parametrize(
    ("path", "asked", "says"),
    [
        ("", {"n": 0}, "1"),
        ("", {"n": 1001}, "to 1,000"),
        ("", {"n": 8, "queens": [[0, 8]]}, "0 to 7"),
        ("", {"n": 8, "variant": "kings"}, "expected"),
        ("", {"n": 8, "pawns": 2}, "plus_k"),
        ("/count", {"n": 19}, "to 18"),
        ("/list", {"n": 65}, "to 64"),
        ("/list", {"n": 8, "count": 101}, "from 1 to 100"),
        ("/watch", {"n": 33}, "to 32"),
        ("/watch", {"n": 8, "variant": "toroidal"}, "supports neither variants"),
        ("/growth", {"rows": 17}, "from 1 to 16"),
        ("/tree", {"n": 65}, "1 to 64"),
        ("/tree", {"n": 8, "nodes": 1001}, "from 1 to 1,000"),
        ("/tree", {"n": 8, "variant": "toroidal"}, "queens only"),
        ("/tree", {"n": 8, "method": "permutation"}, "mac"),
        ("/board", {"n": 1_000_001}, "from 1 to 1,000,000"),
        ("/board", {"n": 3}, "no solution"),
    ],
)
def test_what_cannot_be_used_is_refused(path, asked, says):
    assert says in refusal(f"/api/nqueens{path}", asked)


PATHS = ["/api/nqueens", *(f"/api/nqueens/{x}" for x in ("count", "list", "watch", "board"))]
KEYS = st.sampled_from(sorted({x for path in PATHS for x in keys_of(path)} - {"n", "time_limit"}))
VALUES = st.sampled_from(
    [0, 1, 3, -1, 10**30, "plus_k", "toroidal", "mac", "fundamental", "construct", "txt", [[0, 0]],
     [[9, 9]], None, True, {}, "\ud800"]
)  # fmt: skip


@examples(40)
@given(st.sampled_from(PATHS), st.dictionaries(KEYS, VALUES))
def test_whatever_is_asked_is_answered_or_refused(path, asked):
    wanted = keys_of(path)
    asked = {key: x for key, x in ({"n": 5} | asked).items() if key in wanted}
    reply = post(path, asked)
    assert reply.status in (200, 422), reply.body
    if reply.status == 422:
        assert reply.json["error"].endswith((".", "?", "!"))


# The screen.


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def unfold(page, title):
    page.locator("summary", has_text=title).click()


def click(page, row, column, n=8):
    box = page.locator(".chess .grid").bounding_box()
    x, y = (box[key] + box["width"] * (k + 0.5) / n for key, k in (("x", column), ("y", row)))
    page.mouse.click(x, y)


COUNT_ATTACKS = """
async (x) => {
  const { countAttacks } = await import('/static/nqueens/nqueens_model.js');
  return [...countAttacks(...x)];
}
"""


def test_the_page_counts_attacks_by_the_rules(visitor):
    page = visitor.open("/queens/8")
    rng = np.random.default_rng(5)
    for variant in ("queens", "toroidal", "toroidal_semiqueens", "superqueens", "hertzsprung"):
        for n in (4, 7):
            queens = rng.choice(n * n, 2, replace=False).tolist()
            found = page.evaluate(
                COUNT_ATTACKS,
                [n, variant, queens],
            )
            for cell in range(n * n):
                wanted = sum(
                    cell != queen and not is_safe(n, variant, cell, queen) for queen in queens
                )
                assert found[cell] == wanted, (variant, n, queens, cell)


def is_safe(n, variant, a, b):
    """Return whether queens on two cells do not attack each other."""
    (r, c), (y, x) = divmod(a, n), divmod(b, n)
    if r == y or c == x:
        return False
    down, right = abs(r - y), abs(c - x)
    rules = {
        "queens": down == right,
        "superqueens": down == right or {down, right} == {1, 2},
        "hertzsprung": max(down, right) == 1,
        "toroidal": (r + c - y - x) % n == 0 or (r - c - y + x) % n == 0,
        "toroidal_semiqueens": (r + c - y - x) % n == 0,
    }
    return not rules[variant]


def test_queens_are_placed_by_mouse_and_keys(visitor):
    page = visitor.open("/queens/8")
    see(page, "92 completions")
    click(page, 0, 0)
    see(page, "4 completions")
    shaded = page.locator(".chess .shade").get_attribute("d")
    assert sum(map(int, re.findall(r"h(\d+)", shaded))) == 21
    click(page, 5, 5)
    see(page, "2 queens, 2 attacked")
    see(page, "no completion")
    press(page, "Undo")
    see(page, "4 completions")
    page.keyboard.press("Control+y")
    see(page, "2 queens, 2 attacked")
    page.keyboard.press("Control+z")
    see(page, "4 completions")
    press(page, "Fill in")
    see(page, "A solution!")
    page.get_by_label("Queens on").fill("a1, e2")
    page.keyboard.press("Enter")
    see(page, "1 completion")
    page.get_by_label("Queens on").fill("a1 z9")
    page.keyboard.press("Enter")
    until_true(lambda: "not a cell" in page.evaluate("document.activeElement.validationMessage"))
    press(page, "Clear")
    page.locator(".chess [role=gridcell]:visible").focus()
    for key in ("Control+Home", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    label = page.evaluate("document.activeElement.ariaLabel")
    assert label == "b2, queen"
    page.keyboard.press("ArrowRight")
    until_equal(lambda: page.evaluate("document.activeElement.ariaLabel"), "c2, attacked")
    see(page, "16 completions")
    assert page.url.endswith("#/queens/8")


@both_ways
def test_counts_galleries_and_images(visitor):
    page = visitor.open("/queens/8")
    unfold(page, "Count and list")
    page.get_by_role("combobox", name="Solutions").select_option("fundamental")
    press(page, "Count")
    see(page, "12 fundamental solutions.")
    press(page, "List")
    see(page, "Solutions 1 to 12")
    page.locator("button.tile").first.click()
    until_equal(lambda: page.locator("dialog .tile").count(), 8)
    page.locator("dialog .tile").nth(3).click()
    see(page, "A solution!")
    page.get_by_role("spinbutton", name="Rows").first.fill("20")
    page.keyboard.press("Tab")
    see(page, "fastqueens nqueens 20 --count --symmetry fundamental")
    until_true(lambda: page.get_by_role("button", name="Count", exact=True).is_disabled())


@both_ways
def test_a_count_is_stopped(visitor):
    # Superqueens take seconds to count; plain queens less than one, too little to press Stop in.
    page = visitor.open("/queens/18?v=superqueens")
    unfold(page, "Count and list")
    press(page, "Count")
    page.locator("progress:visible").wait_for()
    press(page, "Stop")
    see(page, "Stopped.")


def test_a_search_is_watched_both_ways(visitor):
    page = visitor.open("/queens/6")
    unfold(page, "Watch a search")
    press(page, "Search")
    press(page, "To the end")
    see(page, "31 of 31")
    until_equal(lambda: page.locator(".chess .queen").count(), 6)
    press(page, "Step back")
    see(page, "30 of 31")
    press(page, "To the start")
    until_equal(lambda: page.locator(".chess .queen").count(), 0)
    press(page, "Back to my queens")
    until_true(lambda: page.locator("fq-player").is_hidden())


@pytest.mark.parametrize("look", [{}, {"color_scheme": "dark"}, {"narrow": True}])
def test_a_search_tree_is_drawn(visitor, look):
    page = visitor.open("/queens/4", **look)
    unfold(page, "The tree of a search")
    press(page, "Draw")
    see(page, "solved by backtracking · 9 nodes · 1 solution")
    until_equal(lambda: page.locator(".tree rect").count(), 9)
    until_equal(lambda: page.locator(".tree .solution text").text_content(), "c4")
    until_equal(lambda: page.locator(".tree .cross").count(), 2)
    colour = page.evaluate("getComputedStyle(document.body).getPropertyValue('--solved')")
    assert colour.strip() == theme_of(look.get("color_scheme", "light")).solved
    unfold(page, "The tree as text")
    until_equal(lambda: page.locator("figure pre").text_content(), nqueens.search_tree(4).to_text())
    if THOROUGH or "color_scheme" in look:
        judge(page, f"tree, {look}")
    page.get_by_label("Rows", exact=True).first.fill("5")
    page.keyboard.press("Tab")
    page.wait_for_selector(".tree", state="detached")


def test_growth_and_large_boards(visitor):
    page = visitor.open("/queens/1000")
    see(page, "too large to be drawn")
    unfold(page, "How the search spaces grow")
    page.get_by_label("Largest number of rows").fill("7")
    press(page, "Draw")
    see(page, "7 rows done")
    for k, last in ((0, "40"), (1, "5,040")):  # the search spaces, the orders of growth
        rows = page.locator("table.growth").nth(k).locator("tbody tr")
        assert rows.count() == 7
        assert last in rows.nth(6).text_content()
    until_equal(
        lambda: page.locator("table.growth").nth(1).locator("tbody tr").nth(3).text_content(),
        "42.08.0161624",
    )
    until_equal(lambda: page.locator(".log-chart").count(), 2)
    unfold(page, "Large boards")
    press(page, "Make")
    page.locator("canvas").wait_for()
    with page.expect_download() as saved:
        press(page, "Save all columns (.txt)")
    assert len(saved.value.path().read_text().split()) == 100_000
