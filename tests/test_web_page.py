"""The page in a real browser: every screen, a game from the first move to the last, and errors on
the way.

If FASTQUEENS_SCREENS names a folder, pictures of the screens are saved there.
"""

from __future__ import annotations

import base64
import json
import socket
from pathlib import Path

import numpy as np
import pytest
from conftest import THOROUGH
from helpers import page as helping
from helpers.page import (
    BOARD,
    FOUR,
    at,
    both_ways,
    focus,
    judge,
    progress,
    shoot,
    tool,
    until,
    until_equal,
    until_true,
)
from PIL import Image

from fastqueens import queens
from fastqueens.canvas.themes import theme_of
from fastqueens.connected_pieces import count_pieces_of_regions, label_pieces

LEVEL = queens.levels(7)[0]
SOLUTION = [row * 7 + int(column) for row, column in enumerate(queens.solve(LEVEL.board).queens)]
STAR_BOARD = queens.generate(10, stars=2, seed=1)[0]
STARS = "10x2." + "".join(str(STAR_BOARD).split())
SCREENS = {
    "home": "/",
    "levels": "/levels?n=7&tier=expert", "days": "/levels?days", "own": "/levels?own",
    "play": "/play/8-017",
    "challenge": "/play/20-001", "daily": "/daily/2026-11-22", "stars": f"/play/{STARS}",
    "draw": f"/draw/{FOUR}", "make": "/make?n=7&count=3&seed=1", "about": "/about",
}  # fmt: skip
LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark"}, "narrow": {"narrow": True, "has_touch": True},
    "still": {"reduced_motion": "reduce"}, "forced": {"forced_colors": "active"},
}  # fmt: skip


def settle(page, name):
    """Wait for the data that a screen fetches after it appears."""
    waits = {
        "make": lambda: (
            page.get_by_role("button", name="Make", exact=True).click()
            or page.wait_for_selector(".tile .board-picture")
        ),
        "levels": lambda: page.wait_for_selector(".tile .board-picture"),
        "home": lambda: page.wait_for_selector(".today .board-picture"),
        "draw": lambda: page.wait_for_selector(".verdict .big-number"),
        "play": lambda: page.wait_for_selector(".where select"),
        "about": lambda: page.wait_for_selector("tbody tr"),
    }
    waits.get(name, lambda: None)()


def standing(page):
    """Return the content of each cell: 0 for empty, 1 for a mark, 2 for a queen."""
    return page.evaluate(f"[...{BOARD}.content.cells]")


def said(page):
    """Return the text that was announced last."""
    return page.locator("#announcements").text_content().strip("\u00a0")


def won(page):
    page.wait_for_selector(".card.won .time")
    until_equal(lambda: page.locator(".card.won h2").text_content().strip(), "Solved!")
    until_equal(lambda: page.evaluate("document.activeElement.textContent"), "Next level")
    assert "1 day in a row" in page.locator(".card.won").text_content()
    until_true(lambda: progress(page)["7-001"]["best"] >= 0)


# ---- every screen, in every look


@pytest.mark.skipif(not helping.AXE.exists(), reason="no axe-core here: npm ci in tests/web")
def test_accessibility_is_judged_here(visitor):
    page = visitor.open("/about")
    page.evaluate("document.querySelector('h1').after(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        judge(page, "a picture without a text")


@pytest.mark.parametrize("look", LOOKS)
def test_every_screen_is_quiet_and_accessible(visitor, look):
    page = visitor.open("/", **LOOKS[look])
    for turn, (name, where) in enumerate(SCREENS.items()):
        if name != "home":
            visitor.go(page, where)
        settle(page, name)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (name, wide)
        assert page.locator("h1").count() == 1, name
        # Each screen is judged in one of these looks, in both with the profile "thorough".
        if look in (("light", "dark") if THOROUGH else [("light", "dark")[turn % 2]]):
            judge(page, name)
        shoot(page, f"{name}-{look}")


@pytest.mark.parametrize("look", ["light", "dark"])
def test_every_dialog_is_accessible(visitor, look):
    page = visitor.open("/play/7-001", **LOOKS[look])
    for turn, button in enumerate(("Settings", "All keys", "More")):
        tool(page, button)
        page.wait_for_selector("dialog[open]")
        if button == "Settings":
            page.get_by_label("Own colours").check()
            page.wait_for_selector(".colours")
        if THOROUGH or look == ("light", "dark")[turn % 2]:
            judge(page, button)
        shoot(page, f"{button}-{look}")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert (
            page.evaluate("document.activeElement.textContent || document.activeElement.title")
            == button
        )
    for part in range(3 * (look == "light")):
        tool(page, "Hint") if not part else page.locator(".hint .main").click()
        page.wait_for_timeout(50)
        judge(page, f"hint {part}")


# ---- a level from the first move to the last


@both_ways
def test_a_level_is_won_by_mouse(visitor):
    page = visitor.open("/play/7-001")
    for cell in SOLUTION:
        for _ in range(2):
            page.mouse.click(*at(page, cell))
    won(page)
    until_true(lambda: page.get_by_role("timer").text_content() != "")
    shoot(page, "won-light")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/7-002")
    visitor.go(page, "/levels?n=7&done")
    page.wait_for_selector(".tile")
    until_equal(lambda: page.locator(".tile").count(), 1)


def test_a_level_is_won_by_touch(visitor):
    page = visitor.open("/play/7-001", narrow=True, has_touch=True, is_mobile=True)
    for cell in SOLUTION:
        for _ in range(2):
            page.touchscreen.tap(*at(page, cell))
    won(page)


def test_a_level_is_won_by_keyboard(visitor):
    page = visitor.open("/play/7-001")
    focus(page)
    row = column = 0
    for cell in SOLUTION:
        for _ in range(cell // 7 - row):
            page.keyboard.press("ArrowDown")
        right = cell % 7 - column
        for _ in range(abs(right)):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        row, column = divmod(cell, 7)
        page.keyboard.press("q")
    won(page)


def test_the_board_is_reached_and_read_by_keyboard(visitor):
    page = visitor.open("/play/7-001")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "FQ-BOARD":
            break
    name = "document.querySelector('fq-board').shadowRoot.activeElement.ariaLabel"
    until_equal(lambda: page.evaluate(name), "a1, region A, empty")
    # A screen reader that arrives on the board may say the name of the row.
    row = "document.querySelector('fq-board').shadowRoot.activeElement.parentElement.ariaLabel"
    assert page.evaluate(row) == page.evaluate(name)
    for key in ("End", "Control+End", "Control+Home", "Shift+ArrowRight"):
        page.keyboard.press(key)
    until_equal(lambda: said(page), "b1, region A, mark")
    page.keyboard.press("r")
    cells = ", ".join(
        "abcdefg"[column] + str(row + 1) for row, column in np.argwhere(LEVEL.board.regions == 0)
    )
    until_equal(lambda: said(page), f"Region A: {cells}")
    for key in (
        "ArrowDown",
        "Space",
        "Space",
        "ArrowUp",
        "q",
    ):
        page.keyboard.press(key)
    # Put marks in a1 and b1, a queen in b2 by two presses of Space, and another queen above it.
    until_equal(lambda: [i for i, x in enumerate(standing(page)) if x], [0, 1, 8])
    label = page.evaluate(name)
    assert label.startswith("b1, ")
    assert "touches the queen in b2" in label
    assert "too many in column b" in label
    page.keyboard.press("?")
    page.wait_for_selector("dialog .keys")
    page.keyboard.press("Escape")
    page.keyboard.press("Delete")  # the focus has not moved
    until_equal(lambda: standing(page)[1], 0)
    visitor.go(page, "/play")
    page.wait_for_url("**/play/7-001")


def test_a_drag_marks_what_it_passes_and_is_one_step(visitor):
    page = visitor.open("/play/7-001")
    for there, back in (((0, 48), None), ((6, 0), None)):
        page.mouse.move(*at(page, there[0]))
        page.mouse.down()
        page.mouse.move(*at(page, there[1]))  # the pointer jumps; the page fills the cells between
        page.mouse.up()
        assert back is None
    diagonal, top = set(range(0, 49, 8)), set(range(7))
    until_equal(lambda: {i for i, x in enumerate(standing(page)) if x == 1}, diagonal | top)
    # A drag that starts on a mark removes marks but no queens.
    page.mouse.click(*at(page, 3))
    until_equal(lambda: standing(page)[3], 2)
    page.mouse.move(*at(page, 0))
    page.mouse.down()
    page.mouse.move(*at(page, 6), steps=3)
    page.mouse.up()
    until_equal(lambda: {i for i, x in enumerate(standing(page)) if x}, (diagonal - {0}) | {3})
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until_equal(lambda: {i for i, x in enumerate(standing(page)) if x == 1}, diagonal | top)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until_true(lambda: not any(standing(page)))
    page.keyboard.press("Control+y")
    until_equal(lambda: {i for i, x in enumerate(standing(page)) if x}, diagonal)


def test_fingers_drag_press_long_and_zoom(visitor):
    page = visitor.open("/play/7-001", narrow=True, has_touch=True)
    touch = page.context.new_cdp_session(page)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)],
        })  # fmt: skip

    send("touchStart", at(page, 7))
    send("touchMove", at(page, 9))
    send("touchMove", at(page, 13))
    send("touchEnd")
    until_equal(lambda: [i for i, x in enumerate(standing(page)) if x == 1], list(range(7, 14)))
    send("touchStart", at(page, 24))
    until(page, f"{BOARD}.content.cells[24] === 2")  # after 400 ms
    send("touchEnd")
    until_equal(lambda: standing(page)[24], 2)
    # A second finger undoes the stroke and starts to zoom.
    a, b = at(page, 28), at(page, 34)
    send("touchStart", a)
    send("touchMove", at(page, 30))
    send("touchStart", at(page, 30), b)
    send("touchMove", (a[0] - 10, a[1]), (b[0] + 90, b[1]))
    send("touchEnd")
    until_true(lambda: not any(standing(page)[28:35]))
    until_true(lambda: page.evaluate(f"{BOARD}.scale") > 1)


def test_right_click_puts_a_queen_and_automatic_marks_are_computed(visitor):
    page = visitor.open("/play/7-001")
    tool(page, "Auto")
    page.mouse.click(*at(page, 24), button="right")
    until_equal(lambda: standing(page)[24], 2)
    auto = page.evaluate(f"[...{BOARD}.content.auto]")
    assert sum(auto) >= 12 + 4
    assert auto[24] == 0
    until_equal(lambda: sum(standing(page)), 2)  # only the queen remains
    tool(page, "Undo")
    until_true(lambda: not page.evaluate(f"{BOARD}.content.auto.some(Boolean)"))


# ---- help


@both_ways
def test_a_hint_has_three_parts(visitor):
    page = visitor.open("/play/7-001")
    tool(page, "Hint")
    page.wait_for_selector(".hint .main")
    until_true(lambda: page.locator(".hint p").text_content().startswith("Look at "))
    until_true(
        lambda: page.evaluate(f"{BOARD}.svg.querySelectorAll('.highlights path').length") >= 2
    )
    page.locator(".hint .main").click()
    shoot(page, "hint-light")
    told = page.locator(".hint p").text_content()
    assert told == str(queens.hint(LEVEL.board))
    page.locator(".hint .main").click()
    step = queens.hint(LEVEL.board).step
    expected = {r * 7 + c: 2 for r, c in step.placed} | {r * 7 + c: 1 for r, c in step.eliminated}
    until_equal(lambda: {i: x for i, x in enumerate(standing(page)) if x}, expected)
    tool(page, "Undo")
    until_true(lambda: not any(standing(page)))


def test_a_wrong_queen_comes_first_and_check_counts_it(visitor):
    page = visitor.open("/play/7-001")
    wrong = next(i for i in range(49) if i not in SOLUTION)
    focus(page, wrong)
    page.keyboard.press("q")
    page.keyboard.press("c")
    page.wait_for_selector(".hint.wrong")
    until_equal(lambda: page.locator(".hint p").text_content(), "1 mistake.")
    tool(page, "Show them")
    until_equal(lambda: page.evaluate(f"{BOARD}.highlights.mistakes"), [wrong])
    tool(page, "Hint")
    page.wait_for_selector(".hint .dots")
    until_equal(
        lambda: page.locator(".hint p").text_content(),
        "Something is wrong: a queen stands on a wrong cell.",
    )
    page.locator(".hint .main").click()
    until_true(lambda: page.locator(".hint p").text_content().endswith("is wrong."))
    page.locator(".hint .main").click()
    until_true(lambda: "belongs on" in page.locator(".hint p").text_content())
    page.locator(".hint .main").click()
    cells = standing(page)
    assert cells[wrong] == 0
    right = next(i for i, x in enumerate(cells) if x == 2)
    assert right in SOLUTION
    names = ["abcdefg"[cell % 7] + str(cell // 7 + 1) for cell in (right, wrong)]
    until_equal(lambda: said(page), "Put: queen in {}. Emptied: {}.".format(*names))
    until_equal(lambda: page.evaluate(f"{BOARD}.focused"), right)


def test_asking_again_gives_the_next_hint(visitor):
    page = visitor.open("/play/7-001")
    for skip in range(2):
        tool(page, "Hint")
        page.wait_for_selector(".hint .main")
        page.locator(".hint .main").click()
        told = str(queens.hint(LEVEL.board, skip=skip))
        until_equal(lambda: page.locator(".hint p").text_content(), told)
        page.locator(".hint .row button").last.click()
    assert told != str(queens.hint(LEVEL.board))


def test_a_chain_shows_its_forced_queens(visitor):
    name, number, step = next(
        (level.name, k, step)
        for level in queens.levels(7)
        for k, step in enumerate(queens.explain(level.board), 1)
        if step.rule == "forcing-chain" and step.chain.links
    )
    page = visitor.open(f"/watch/{name}?m=explain&at={number}")
    numbers = "[...document.querySelector('fq-board').svg.querySelectorAll('.highlights text')]"
    wanted = {str(k) for k, _ in enumerate(step.chain.links, 1)}
    until_true(lambda: wanted <= {*page.evaluate(f"{numbers}.map((x) => x.textContent)")})
    until_true(lambda: step.sentence in page.locator("main").text_content())


def test_the_whole_solution_is_shown_without_a_time(visitor):
    page = visitor.open("/play/7-001")
    tool(page, "More")
    tool(page, "Show the whole solution")
    until(page, f"{BOARD}.readonly")
    until_equal(lambda: [i for i, x in enumerate(standing(page)) if x == 2], SOLUTION)
    until_true(lambda: "best" not in progress(page)["7-001"])
    until_true(lambda: progress(page)["7-001"]["solved"])
    tool(page, "Start again")
    tool(page, "More")
    tool(page, "Solve")
    page.locator("dialog .main").click()
    page.wait_for_selector("dialog .facts")
    until_true(lambda: "Solved" in page.locator("dialog [role=status] p").text_content())


def test_every_step_can_be_walked_through(visitor):
    page = visitor.open(f"/play/{FOUR}")
    tool(page, "More")
    tool(page, "Explain step by step")
    steps = queens.explain(["RBBB", "RRBY", "GYYY", "GGGY"])
    page.wait_for_selector("text=Step 1 of")
    until_equal(lambda: page.locator(".hint small").text_content(), f"Step 1 of {len(steps)}")
    tool(page, "Next step")
    until_true(lambda: page.locator(".hint p").text_content())
    tool(page, "Back to your game")
    until_true(lambda: not any(standing(page)))


def test_steps_begin_with_the_queens_of_the_player(visitor):
    page = visitor.open(f"/play/{FOUR}")
    focus(page, 2)
    page.keyboard.press("q")
    tool(page, "More")
    tool(page, "Explain step by step")
    page.wait_for_selector("text=Step 1 of")
    label = "cell => {}.cellElements[cell].ariaLabel"
    for _ in range(30):
        placed = [cell for cell, x in enumerate(standing(page)) if x == 2]
        texts = {cell: page.evaluate(label.format(BOARD), cell) for cell in placed}
        assert "placed by the engine" not in texts[2]
        if len(placed) > 1:
            break
        tool(page, "Next step")
    assert all("placed by the engine" in texts[cell] for cell in placed if cell != 2)
    tool(page, "Back to your game")
    until_equal(lambda: [cell for cell, x in enumerate(standing(page)) if x == 2], [2])


# ---- leaving a game and continuing it later


def test_a_game_is_kept_with_its_steps_and_its_time(visitor):
    context = visitor.context()
    context.clock.install()
    page = visitor.open("/play/8-017", context=context)
    focus(page)
    for key in ("q", "ArrowDown", "x", "t", "ArrowDown", "x"):
        page.keyboard.press(key)
    tool(page, "More")
    tool(page, "Checkpoints")
    tool(page, "Keep this position")
    before = standing(page)
    page.clock.fast_forward(1100)
    visitor.go(page, "/about")
    page.close()
    page = visitor.open("/", context=context)
    page.get_by_role("link", name="Continue: 8 \u00d7 8, level 17").click()
    page.wait_for_selector("fq-board")
    page.wait_for_selector(".where select")
    until_equal(lambda: standing(page), before)
    until_true(lambda: page.get_by_role("timer").text_content() != "0:00")
    until_true(lambda: page.get_by_text("you can keep or drop all changes").is_visible())
    tool(page, "Drop")
    until_equal(lambda: standing(page), [*before[:16], 0, *before[17:]])
    for _ in range(5):
        tool(page, "Undo")
    until_true(lambda: not any(standing(page)))
    until_true(lambda: page.get_by_role("button", name="Undo", exact=True).is_disabled())
    tool(page, "More")
    tool(page, "Checkpoints")
    tool(page, "Return to it")
    until_equal(lambda: standing(page), before)


def test_checkpoints_have_names_and_can_be_deleted(visitor):
    context = visitor.context()
    page = visitor.open("/play/7-001", context=context)

    def checkpoints():
        tool(page, "More")
        tool(page, "Checkpoints")
        page.wait_for_selector("dialog form")

    for cell, key, name in ((0, "q", "before the guess"), (1, "x", "Checkpoint 2")):
        focus(page, cell)
        page.keyboard.press(key)
        checkpoints()
        if name.startswith("before"):
            page.keyboard.type(name)  # the field has the focus, and its text is selected
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog", state="detached")
    page.reload()
    page.wait_for_selector(".where select")
    checkpoints()
    names = page.locator("dialog li input")
    until_equal(
        lambda: [x.input_value() for x in names.all()], ["before the guess", "Checkpoint 2"]
    )
    names.nth(1).fill("later")
    names.nth(1).press("Tab")
    page.locator("dialog").get_by_role("button", name="Delete later").click()
    until_equal(lambda: names.count(), 1)
    page.get_by_role("button", name="Return to it").click()
    until_equal(lambda: [i for i, x in enumerate(standing(page)) if x], [0])
    tool(page, "Undo")
    until_equal(lambda: [i for i, x in enumerate(standing(page)) if x], [0, 1])


def test_warnings_wait_until_a_unit_is_full(visitor):
    page = visitor.open("/play/7-001")
    tool(page, "More")
    page.locator("dialog").get_by_label("Warnings").select_option("full")
    page.keyboard.press("Escape")
    warned = f"{BOARD}.layers.conflicts.childElementCount > 0"
    for cell, key in ((0, "q"), (3, "q"), (1, "x"), (2, "x"), (4, "x"), (5, "x"), (6, "x")):
        until_true(lambda: not page.evaluate(warned))
        focus(page, cell)
        page.keyboard.press(key)
    until_true(lambda: page.evaluate(warned))  # the page warns that row 1 has no open cell left
    until_equal(lambda: page.evaluate(f"{BOARD}.content.conflicts"), {
        "rows": [0], "columns": [], "regions": [], "touching": [], "complete": False,
    })  # fmt: skip


def test_pause_covers_the_board_and_stops_the_clock(visitor):
    context = visitor.context()
    context.clock.install()
    page = visitor.open("/play/7-001", context=context)
    focus(page)
    page.keyboard.press("q")
    page.clock.fast_forward(5000)
    page.keyboard.press("p")
    until_equal(lambda: page.evaluate(f"{BOARD}.coverElement.textContent"), "Paused")
    until_true(lambda: page.evaluate(f"{BOARD}.scroller.inert"))
    seen = page.get_by_role("timer").text_content()
    assert seen >= "0:05"
    page.clock.fast_forward(60000)
    until_equal(lambda: page.get_by_role("timer").text_content(), seen)
    tool(page, "Continue")
    page.keyboard.press("x")
    until_equal(lambda: standing(page)[0], 1)


def test_links_hold_the_board_and_what_stands_on_it(visitor):
    page = visitor.open(f"/play/{FOUR}~YAAAAA")  # a1 has a mark, b1 has a queen
    until_equal(lambda: [i for i, x in enumerate(standing(page)) if x], [0, 1])
    tool(page, "More")
    tool(page, "Share")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    tool(page, "Link to your position")
    link = page.evaluate("window.copied")
    other = visitor.open(link.split("#")[1])
    until_true(lambda: standing(other) == standing(page))


BROKEN = [
    "/play/9-999", "/play/nothing", "/play/4x1.AB", "/play/20x1.zAAAA", "/play/%E0%A4%A",
    "/nowhere", "/draw/4x1.A!", "/levels?n=99&tier=x", "/make?n=x&stars=99&seed=-1",
    "/daily/never", "/play/4x1.AAAAAAAAAAAAAAAA~zz",
]  # fmt: skip


def test_no_address_blanks_the_page(visitor):
    page = visitor.open(BROKEN[0], failing=True)
    for where in [*BROKEN[1:], "/about"]:
        assert page.locator("main").inner_text().strip(), where
        visitor.go(page, where)
    page = visitor.open(BROKEN[4], failing=True)  # preload.js reads this address first
    until_true(lambda: page.locator("main").inner_text().strip())


ASKED = {
    "/queens/5000": "5000", "/queens/6?v=none": "none", "/watch/7-001?m=none": "none",
    "/race/7-001?m=mac&m=none,x=1": "none,x=1",
}  # fmt: skip


def test_what_an_address_asks_for_in_vain_is_told(visitor):
    page = visitor.open("/about")
    for where, what in ASKED.items():
        visitor.go(page, where)
        page.locator("#toast.on", has_text=f'contains "{what}"').wait_for()
    visitor.go(page, "/about")  # this page shows no message
    until_equal(lambda: page.locator("#toast.on").count(), 0)


def test_no_screen_is_wider_than_a_small_phone(visitor):
    small = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
    page = visitor.open("/about", **small)
    for where in ["/", "/levels", "/play/10/2-001", "/daily", "/draw", "/make", "/labs",
                  "/race/7-001", "/pack/iq-small"]:  # fmt: skip
        visitor.go(page, where)
        assert page.evaluate("innerWidth") == 320, where  # browsers shrink wider pages


def test_broken_storage_is_left_alone(visitor):
    context = visitor.context()
    context.add_init_script(
        """if (!sessionStorage.done) {
          sessionStorage.done = "1";
          const bad = ["{", "7", '"x"', "null", '[{"key":5}]',
            '{"theme":7,"palette":{"fills":["x"]}}',
            '[{"key":"7-001","board":"7-001","game":{"cells":"99"}}]',
            '{"7-001":{"best":-1,"done":4},"a b":1}'];
          for (const [k, key] of ["settings", "progress", "games", "boards"].entries())
            localStorage.setItem("fq1." + key, bad[(k + location.hash.length) % bad.length]);
        }"""
    )
    for where in ("/", "/levels", "/play/7-001", "/levels?own", "/draw"):
        visitor.open(where, context=context).close()


def test_storage_that_is_refused_is_said_once(visitor):
    context = visitor.context()
    context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceeded'); };"
    )
    page = visitor.open("/play/7-001", context=context)
    focus(page)
    page.keyboard.press("q")
    page.wait_for_selector("#toast.on")
    until_true(lambda: "progress will be lost" in page.locator("#toast").text_content())
    page.keyboard.press("x")
    until_equal(lambda: standing(page)[0], 1)


def test_two_tabs_go_on_with_one_game(visitor):
    context = visitor.context()
    first = visitor.open("/play/7-001", context=context)
    focus(first)
    first.keyboard.press("q")
    until(first, "localStorage.getItem('fq1.games')?.includes('7-001')")
    second = visitor.open("/play/7-001", context=context)
    until_equal(lambda: standing(second)[0], 2)
    focus(second)
    second.keyboard.press("End")
    second.keyboard.press("x")
    first.get_by_text("1 of 7 queens").wait_for()
    until(first, f"[...{BOARD}.content.cells][6] === 1")
    first.reload()  # the reloaded page keeps its own game, which is newer
    visitor.ready(first)
    until_equal(lambda: standing(first)[6], 1)
    first.get_by_role("button", name="Theme: system. Change").click()
    second.get_by_role("button", name="Theme: light. Change").wait_for()
    until_equal(lambda: second.evaluate("document.documentElement.dataset.theme"), "light")


def test_an_engine_that_is_killed_leaves_the_game(chromium):
    visitor = helping.Visitor(chromium, "")
    with helping.serving() as (server, visitor.address):
        page = visitor.open("/play/7-001", failing=True)
        drawing = visitor.open(f"/draw/{FOUR}", failing=True)
        drawing.wait_for_selector(".verdict .big-number")
        focus(page)
        page.keyboard.press("q")
        server.kill()
        server.wait()
        tool(page, "More")  # the page has not yet loaded this module
        page.wait_for_selector("#banner:not([hidden])")
        focus(page)
        page.keyboard.press("h")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("x")
        until_equal(lambda: standing(page)[0], 2)
        until_equal(lambda: standing(page)[7], 1)
        drawing.keyboard.press("?")  # the dialog of the keys is a module, too
        drawing.wait_for_selector("#banner:not([hidden])")
        until_true(lambda: "The engine has stopped" in drawing.locator("#toast").text_content())
        port = int(visitor.address.rstrip("/").rsplit(":", 1)[1])
        with helping.serving(port):
            page.get_by_role("button", name="Retry").click()
            page.wait_for_selector("#banner", state="hidden")
            tool(page, "Hint")
            page.wait_for_selector(".hint h2")
            tool(page, "More")
            page.wait_for_selector("dialog .menu")
    visitor.close()


# ---- importing, drawing and generating boards


def test_all_boards_of_a_file_are_shown(visitor):
    page = visitor.open("/")
    helping.paste(page, "\n\n".join(str(level.board) for level in queens.levels(7) * 2))
    page.wait_for_selector("dialog .tile svg")
    until_true(lambda: page.locator("dialog .tile").count() == 2 * len(queens.levels(7)) == 100)


@both_ways
def test_boards_are_pasted_dropped_and_chosen(visitor, tmp_path):
    page = visitor.open("/", failing=True)
    helping.paste(page, "RBBB\nRRBY\nGYYY\nGGGY")
    page.wait_for_url(f"**/play/{FOUR}")
    # Invalid text: the dialog keeps the text, and the message names the line of the error.
    helping.paste(page, "RBBB\nRRB\nGYYY\nGGGY")
    page.wait_for_selector("dialog .note.wrong")
    until_true(lambda: "Line 2" in page.locator("dialog .note.wrong").text_content())
    until_equal(lambda: page.locator("dialog textarea").input_value(), "RBBB\nRRB\nGYYY\nGGGY")
    page.locator("dialog textarea").fill('{"regions": ["ABC", "ABC", "ABC"]}')
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**/play/3x1.ABCABCABC")
    page.wait_for_selector("fq-board")
    tool(page, "Check")
    page.wait_for_selector(".hint:not(.idle)")
    until_true(lambda: "no solution" in page.locator(".hint p").text_content())
    file = tmp_path / "two.txt"
    file.write_text("AB\nAB\n\nABBB\nAABC\nDCCC\nDDDC\n")
    page.evaluate(
        """text => {
          const dataTransfer = new DataTransfer(), how = { bubbles: true, cancelable: true };
          dataTransfer.items.add(new File([text], "two.txt", { type: "text/plain" }));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, ...how }));
        }""",
        file.read_text(),
    )
    page.wait_for_selector("dialog .tile")
    until_equal(lambda: page.locator("dialog .tile").count(), 2)
    until_equal(lambda: page.locator("dialog .tile svg").count(), 2)
    tool(page, "Keep all in My boards")
    page.wait_for_url("**/levels?own")
    page.wait_for_selector("li .tile")
    until_equal(lambda: page.locator(".tile").count(), 2)


GIVE = """
([how, name, kind, coded]) => {
  const bytes = Uint8Array.from(atob(coded), (x) => x.charCodeAt(0));
  const data = new DataTransfer(), both = { bubbles: true, cancelable: true };
  data.items.add(new File([bytes], name, { type: kind }));
  document.body.dispatchEvent(how === "drop"
    ? new DragEvent("drop", { dataTransfer: data, ...both })
    : new ClipboardEvent("paste", { clipboardData: data, ...both }));
}
"""


def give(page, how, name, kind, content):
    """Drop or paste a file."""
    page.evaluate(GIVE, [how, name, kind, base64.b64encode(content).decode()])


@pytest.mark.skipif(
    not hasattr(queens.Board, "from_image"), reason="this version reads no pictures"
)
def test_pictures_and_arrays_are_dropped_pasted_and_chosen(visitor, tmp_path):
    page = visitor.open("/")
    regions = LEVEL.board.regions
    LEVEL.board.save(tmp_path / "board.png")
    Image.open(tmp_path / "board.png").convert("RGB").save(tmp_path / "board.jpg", quality=85)
    np.save(tmp_path / "board.npy", regions)
    shown = f"{BOARD}?.puzzle.regions.length === 49 && [...{BOARD}.puzzle.regions].join()"
    expected = ",".join(map(str, regions.ravel()))
    files = {x: (tmp_path / f"board.{x}").read_bytes() for x in ("png", "jpg", "npy")}
    for how, name, kind in (
        ("paste", "png", "image/png"), ("drop", "jpg", "image/jpeg"), ("drop", "npy", ""),
    ):  # fmt: skip
        give(page, how, f"board.{name}", kind, files[name])
        until(page, f"location.hash.startsWith('#/play/7x1.') && {shown} === '{expected}'")
        visitor.go(page, "/about")
    visitor.go(page, "/")
    page.get_by_role("button", name="Import").click()
    page.locator("dialog input[type=file]").set_input_files(tmp_path / "board.jpg")
    until(page, f"{shown} === '{expected}'")


def test_a_paste_without_content_asks_for_the_picture_of_the_clipboard(visitor, tmp_path):
    page = visitor.open("/about", context=visitor.context())  # its clipboard is changed
    LEVEL.board.save(tmp_path / "board.png")
    picture = base64.b64encode((tmp_path / "board.png").read_bytes()).decode()
    # WebKit leaves a picture out of the event, but gives it to those who ask.
    read = """(picture) => {
      const bytes = Uint8Array.from(atob(picture), (x) => x.charCodeAt(0));
      const item = { types: ["image/png"], getType: async () => new Blob([bytes]) };
      navigator.clipboard.read = async () => (picture ? [item] : []);
      const clipboardData = new DataTransfer();
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }"""
    page.evaluate(read, "")
    until_true(lambda: "no picture from the clipboard" in page.locator("#toast.on").text_content())
    page.evaluate(read, picture)
    until(page, "location.hash.startsWith('#/play/7x1.')")


def test_a_message_under_a_dialog_is_seen_and_said(visitor):
    page = visitor.open("/about")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")  # the code of the dialog is loaded by the click
    toast = "async (text) => (await import('/static/base/announce.js')).toast(text, { ms: 60000 })"
    page.evaluate(toast, "Copied.")
    until_equal(lambda: page.locator("dialog #toast.on").text_content(), "Copied.")
    region = page.locator("dialog").get_by_role("status")
    until_equal(lambda: region.text_content().strip("\u00a0"), "Copied.")
    page.keyboard.press("Escape")
    until_equal(lambda: page.locator("body > #toast.on").text_content(), "Copied.")
    page.evaluate(toast, "Kept.")
    until_equal(lambda: said(page), "Kept.")


def test_back_on_levels_the_reader_is_where_she_was(visitor):
    page = visitor.open("/levels")
    link = page.locator("a.tile").nth(40)
    link.scroll_into_view_if_needed()
    place, address = page.evaluate("scrollY"), link.get_attribute("href")
    assert place > 0
    link.click()
    page.wait_for_selector("fq-board")
    until_equal(lambda: page.evaluate("scrollY"), 0)
    page.go_back()
    page.wait_for_selector("a.tile")
    until_true(lambda: abs(page.evaluate("scrollY") - place) < 50)
    until_equal(lambda: page.evaluate("document.activeElement.getAttribute('href')"), address)
    page.get_by_role("link", name="Levels").click()  # a new visit begins at the top
    until_equal(lambda: page.evaluate("scrollY"), 0)


def test_what_a_picture_leaves_in_doubt_is_mended_by_hand(visitor):
    page = visitor.open("/")
    # The engine has read this board and is not certain of two cells.
    board = {"code": FOUR, "n": 4, "stars": 1, "problem": None, "doubtful": [[0, 3], [2, 1]]}
    answer = {"boards": [board], "refused": [], "more": 0, "state": None}
    page.route("**/api/parse", lambda route: route.fulfill(json=answer))
    give(page, "drop", "board.png", "image/png", b"\x89PNG and more")
    until(page, f"location.hash === '#/draw/{FOUR}?doubt=3.9'")
    doubt = f"{BOARD}?.highlights.doubt"
    until(page, f"{doubt}?.length === 2")
    until_true(lambda: page.locator(".side").get_by_text("2 uncertain cells").is_visible())
    until_true(lambda: "uncertain" in page.evaluate(f"{BOARD}.cellElements[3].ariaLabel"))
    tool(page, "Next cell")  # the cell has the focus and its region is selected; Space confirms it
    page.keyboard.press("Space")
    until(page, f"{doubt}.join() === '9'")
    until_equal(lambda: page.evaluate(f"[...{BOARD}.puzzle.regions].join('')"), "0111001232223332")
    tool(page, "Next cell")
    page.get_by_role("radio", name="Region A").click()
    page.mouse.click(*at(page, 9))
    until(page, f"{doubt}.length === 0")
    until_equal(lambda: page.evaluate(f"{BOARD}.puzzle.regions[9]"), 0)
    until_equal(lambda: page.get_by_text("uncertain").count(), 0)
    until(page, "!location.hash.includes('doubt')")


def test_a_board_of_more_than_64_regions_or_rows_gets_a_sentence(visitor):
    page = visitor.open("/", failing=True)
    numbers = [[9 * r + c for c in range(9)] for r in range(9)]
    for text, told in (
        (json.dumps({"regions": numbers}), "more than 64 regions"),
        ("\n".join(["A" * 70] * 70), "at most 64"),
    ):
        helping.paste(page, text)
        page.wait_for_selector("dialog .note.wrong")
        assert told in page.locator("dialog .note.wrong").text_content()
        assert page.locator("dialog textarea").input_value() == text
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_borders_are_drawn_by_keyboard_and_pointer(visitor):
    page = visitor.open("/draw/3x1.AAABBBCCC")
    regions = f"[...{BOARD}.puzzle.regions].join('')"
    open_walls = f"{BOARD}.highlights.walls.length"
    focus(page, 1)
    page.keyboard.press("d")  # a border between b1 and c1 splits region A in two
    until(page, f"{regions} === '001222333'")
    page.keyboard.press("s")  # removes only the border below b1
    until(page, f"{regions} === '001000222'")
    # The wall below a1 is inside a region now; c1 is a separate region.
    until_equal(lambda: page.evaluate(open_walls), 1)
    page.keyboard.press("s")
    until(page, f"{regions} === '001222333'")
    page.keyboard.press("w")  # the edge of the board
    for _ in range(2):
        page.keyboard.press("Control+z")
    until(page, f"{regions} === '001222333'")
    page.keyboard.press("Control+z")
    until(page, f"{regions} === '000111222'")
    page.get_by_role("radio", name="Borders").click()
    x, y = at(page, 4)
    width = at(page, 5)[0] - x
    page.mouse.click(x + 0.4 * width, y)  # the right side of b2
    until(page, f"{regions} === '000112333'")
    page.mouse.click(x, y - 0.4 * width)  # the upper side
    until(page, f"{regions} === '000001222'")
    shoot(page, "borders-light")


@both_ways
def test_a_drawing_is_judged_at_every_change(visitor):
    page = visitor.open(f"/draw/{FOUR}")
    cells = [0, 1, 1, 1, 0, 0, 1, 2, 3, 2, 2, 2, 3, 3, 3, 2]
    verdict = "document.querySelector('.verdict .big-number')?.textContent"
    head = page.locator(".verdict .big-number")
    page.wait_for_selector(".verdict .big-number")
    until_equal(lambda: head.text_content(), "Exactly one solution")
    until_true(
        lambda: (
            queens.rate(["RBBB", "RRBY", "GYYY", "GGGY"]).tier
            in page.locator(".verdict .chip").first.text_content().lower()
        )
    )

    # Find the first cell that changes the number of solutions if it moves to region B.
    def solutions(cells):
        rows = [cells[i : i + 4] for i in range(0, 16, 4)]
        return int(queens.count(queens.Board.from_array(rows, allow_empty_regions=True), limit=2))

    changed = next(
        i for i in range(16) if solutions([1 if k == i else x for k, x in enumerate(cells)]) != 1
    )
    expected = solutions([1 if k == changed else x for k, x in enumerate(cells)])
    page.get_by_role("radio", name="Region B").click()
    page.mouse.click(*at(page, changed))
    until(page, f"{verdict} === {['No solution', '', 'Two solutions or more'][expected]!r}")
    tool(page, "Undo")
    until(page, f"{verdict} === 'Exactly one solution'")
    until_equal(lambda: page.evaluate(f"[...{BOARD}.puzzle.regions]"), cells)
    for name in ("Turn", "Turn", "Turn", "Turn", "Flip", "Flip"):
        tool(page, name)
    until_equal(lambda: page.evaluate(f"[...{BOARD}.puzzle.regions]"), cells)
    page.get_by_label("Rows").fill("5")
    page.keyboard.press("Tab")
    until(page, f"{BOARD}.puzzle.n === 5")
    until(
        page, "document.querySelector('.verdict').textContent.includes('4 regions, but it needs 5')"
    )
    # By keyboard: paint the last row with a new region.
    page.get_by_role("radio", name="Region E").click()
    focus(page, 20)
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    until_equal(lambda: set(page.evaluate(f"[...{BOARD}.puzzle.regions]")[20:]), {4})
    page.wait_for_url("**/draw/5x1.*")
    tool(page, "Play it")
    page.wait_for_url("**/play/5x1.*")


def test_a_region_in_several_pieces_is_drawn_judged_and_played(visitor):
    made = queens.generate(7, pieces=2, count=20, seed=14)
    board = next(x for x in made if (count_pieces_of_regions(x.regions) > 1).sum() == 1)
    cells = board.regions.ravel().tolist()
    (divided,) = np.flatnonzero(count_pieces_of_regions(board.regions) > 1).tolist()
    code = "7x1." + "".join(str(board).split())
    page = visitor.open("/draw/7x1." + "A" * 49)
    for region in range(1, 7):
        page.get_by_role("radio", name=f"Region {chr(65 + region)}", exact=True).click()
        for cell in [i for i in range(49) if cells[i] == region]:
            page.mouse.click(*at(page, cell))
    regions = f"[...{BOARD}.puzzle.regions]"
    until(page, f"{regions}.join() === '{','.join(map(str, cells))}'")
    page.wait_for_selector(".verdict .chip")
    verdict = page.locator(".verdict")
    until_equal(lambda: verdict.locator(".big-number").text_content(), "Exactly one solution")
    note = f"Regions in several pieces: {chr(65 + divided)}."
    verdict.locator(".muted", has_text=note).wait_for()
    until_equal(lambda: verdict.locator(".wrong").count(), 0)
    page.wait_for_url(f"**/draw/{code}")
    # Filling changes one piece only, and undo brings it back.
    piece = label_pieces(board.regions).ravel()
    cell = cells.index(divided)
    other = (divided + 1) % 7
    page.get_by_role("radio", name=f"Region {chr(65 + other)}", exact=True).click()
    page.get_by_role("radio", name="Fill").click()
    page.mouse.click(*at(page, cell))
    filled = [other if piece[i] == piece[cell] else x for i, x in enumerate(cells)]
    order = {old: new for new, old in enumerate(dict.fromkeys(filled))}
    until(page, f"{regions}.join() === '{','.join(str(order[x]) for x in filled)}'")
    tool(page, "Undo")
    until(page, f"{regions}.join() === '{','.join(map(str, cells))}'")
    shoot(page, "draw-pieces-light")
    tool(page, "Play it")
    page.wait_for_url(f"**/play/{code}")
    until(page, f"{regions}.join() === '{','.join(map(str, cells))}'")
    shoot(page, "play-pieces-light")
    tool(page, "Hint")
    page.wait_for_selector(".hint")
    shoot(page, "hint-pieces-light")


def test_a_board_with_several_solutions_shows_two(visitor):
    page = visitor.open("/draw/5x1.AAAAABBBBBCCCCCDDDDDEEEEE")
    page.wait_for_selector(".verdict .big-number")
    until_equal(
        lambda: page.locator(".verdict .big-number").text_content(), "Two solutions or more"
    )
    differ = page.evaluate(f"{BOARD}.highlights.differ")
    shown = []
    for name in ("Show a solution", "Show another solution"):
        tool(page, name)
        shown.append({i for i, x in enumerate(standing(page)) if x == 2})
    assert sorted(shown[0] ^ shown[1]) == sorted(differ)
    assert len(shown[0]) == 5


def test_boards_are_made_kept_saved_and_printed(visitor):
    context = visitor.context()
    context.add_init_script(
        "window.print = () => { window.printed = document.querySelectorAll('.sheet svg').length; };"
    )
    page = visitor.open("/make?n=7&count=5&seed=7&tier=easy", context=context)
    page.get_by_label("How many").press("Enter")  # Enter submits the form
    page.wait_for_selector("text=Save as .jsonl")
    until_equal(lambda: page.locator(".tile").count(), 5)
    with page.expect_download() as told:
        tool(page, "Save as .jsonl")
    lines = Path(told.value.path()).read_text().splitlines()
    expected = queens.generate(7, difficulty="easy", count=5, seed=7)
    assert {queens.canonical_hash(queens.Board.from_json(x)) for x in lines} == {
        queens.canonical_hash(x) for x in expected
    }
    assert all(json.loads(x)["difficulty"] == "easy" for x in lines)
    tool(page, "Print a sheet")
    tool(page, "Print")
    until(page, "window.printed === 10")
    tool(page, "Keep all in My boards")
    visitor.go(page, "/levels?own")
    until_equal(lambda: page.locator(".tile").count(), 5)


@pytest.mark.parametrize(("choice", "pieces"), [("2", 2), ("any", 4096)])
def test_boards_are_made_with_regions_in_several_pieces(visitor, choice, pieces):
    page = visitor.open("/make?n=7&count=4&seed=1")
    field = page.get_by_label("Pieces of a region")
    until_equal(lambda: field.input_value(), "1")
    field.select_option(choice)
    tool(page, "Make")
    page.wait_for_selector("text=Save as .jsonl")
    codes = {x.get_attribute("href").split("/")[-1] for x in page.locator(".tile").all()}
    expected = queens.generate(7, count=4, seed=1, pieces=pieces)
    assert codes == {"7x1." + "".join(str(x).split()) for x in expected}
    assert f"pieces={choice}" in page.url
    shoot(page, f"make-pieces-{choice}-light")
    page.reload()
    until_equal(lambda: page.get_by_label("Pieces of a region").input_value(), choice)


def test_boards_of_a_seed_keep_their_numbers(visitor):
    boards = queens.generate(7, count=4, seed=1)
    made = [
        {
            "code": "7x1." + "".join(str(x).split()),
            "tier": "easy",
            "score": 9 - k,  # the tiles are in order of score
            "hash": queens.canonical_hash(x),
        }
        for k, x in enumerate(boards)
    ]

    def numbers(parts):
        """Return the number of each tile if the boards arrive in these parts."""
        events = [("begin", {"seed": "1"})]
        events += [("boards", {"boards": part, "made": len(part), "ms": 1}) for part in parts]
        events.append(("done", {"status": "done", "sentence": "4 boards."}))
        body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
        page = visitor.open("/make?n=7&count=4&seed=1")
        page.route(
            "**/api/generate",
            lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body),
        )
        page.get_by_role("button", name="Make", exact=True).click()
        page.wait_for_selector("text=Save as .jsonl")
        return page.locator(".tile .hidden").all_text_contents()

    expected = ["Play 4", "Play 3", "Play 2", "Play 1"]
    assert numbers([made]) == numbers([made[:1], made[1:3], made[3:]]) == expected


def test_rare_boards_are_gone_on_with(visitor):
    context = visitor.context()
    page = visitor.open("/make?n=7&count=4&seed=1", context=context)

    def stop_early(route):
        asked = route.request.post_data_json
        first = asked["seed"] is not None
        boards = (
            queens.generate(7, count=4, seed=1)[:2]
            if first
            else queens.generate(7, count=3, seed=1)[1:]
        )
        made = [
            {
                "code": "7x1." + "".join(str(x).split()),
                "tier": "hard",
                "score": k,
                "hash": queens.canonical_hash(x),
            }
            for k, x in enumerate(boards)
        ]
        status = "stopped" if first else "done"
        events = [
            ("begin", {"seed": "1"}), ("boards", {"boards": made, "made": 2, "ms": 1}),
            ("done", {"status": status, "sentence": f"2 of {4 if first else 2} boards in 30 s."}),
        ]  # fmt: skip
        body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    page.route("**/api/generate", stop_early)
    page.get_by_role("button", name="Make", exact=True).click()
    page.wait_for_selector("text=2 of 4 boards in 30 s.")
    tool(page, "Continue")
    # One of the new boards was already shown.
    until(page, "document.querySelectorAll('.tile').length === 3")


# ---- large boards, stars, looks


def test_a_board_of_64_rows_and_six_stars_is_played(visitor):
    cells = "".join(chr(65 + r // 8 * 8 + c // 8) if r // 8 * 8 + c // 8 < 26 else
                    "abcdefghijklmnopqrstuvwxyz0123456789-_"[r // 8 * 8 + c // 8 - 26]
                    for r in range(64) for c in range(64))  # fmt: skip
    page = visitor.open(f"/play/64x6.{cells}")
    until_equal(lambda: page.evaluate(f"{BOARD}.cellElements.length"), 4096)
    focus(page, 65)
    page.keyboard.press("q")
    until_equal(lambda: standing(page)[65], 2)
    until_equal(lambda: page.evaluate(f"{BOARD}.layers.remaining.children[1].textContent"), "5")
    until_true(lambda: page.evaluate(f"{BOARD}.grid.classList.contains('glide')"))
    before = page.evaluate(f"{BOARD}.svg.querySelector('.ground')") and page.evaluate(
        f"(window.ground = {BOARD}.layers.ground) && 1"
    )
    page.keyboard.press("ArrowRight")
    page.keyboard.press("x")
    assert before
    until_true(lambda: page.evaluate(f"window.ground === {BOARD}.layers.ground"))
    page.keyboard.press("+")
    until_equal(lambda: page.evaluate(f"{BOARD}.scale"), 1.25)


def test_a_star_battle_is_won_with_its_counts(visitor):
    page = visitor.open(f"/play/{STARS}")
    left = f"[...{BOARD}.layers.remaining.children].slice(0, 10).map((x) => x.textContent)"
    placed = queens.solve(STAR_BOARD).queens.tolist()
    assert len(placed) == 20
    for row, column in placed:
        focus(page, 10 * row + column)
        page.keyboard.press("q")
        if row == 0:
            assert page.evaluate(left)[0] == ("1" if [row, column] == placed[0] else "✓")
    page.wait_for_selector(".card.won .time")
    until_true(lambda: page.get_by_role("link", name="Levels").first.is_visible())


def test_a_board_of_several_solutions_is_judged_by_what_stands(visitor):
    page = visitor.open("/play/5x1.AAAAABBBBBCCCCCDDDDDEEEEE")
    page.wait_for_selector("text=several solutions")
    focus(page, 0)
    page.keyboard.press("q")
    tool(page, "Check")
    page.wait_for_selector(".hint small")
    until_equal(lambda: page.locator(".hint p").text_content(), "No mistakes so far.")
    tool(page, "Hint")
    page.wait_for_selector(".hint .main")


def test_settings_show_at_once(visitor):
    page = visitor.open("/play/7-001")
    tool(page, "Settings")
    page.get_by_label("Letters in the cells").select_option("on")
    until_equal(
        lambda: page.evaluate(f"{BOARD}.svg.querySelectorAll('.ground text:not(.axis)').length"), 7
    )
    page.get_by_label("Patterns").select_option("on")
    until_true(
        lambda: page.evaluate(f"{BOARD}.svg.querySelectorAll('.ground pattern').length") >= 5
    )
    page.locator("dialog").get_by_label("Theme").select_option("dark")
    until_equal(lambda: page.evaluate("document.documentElement.dataset.theme"), "dark")
    page.get_by_label("Own colours").check()
    page.get_by_label("Colour 2", exact=True).evaluate(
        "(input, other) => { input.value = other; input.dispatchEvent(new Event('change')); }",
        page.get_by_label("Colour 1", exact=True).input_value(),
    )
    until_true(
        lambda: (
            "Colours 1 and 2 are the most similar"
            in page.locator("dialog .note.wrong").text_content()
        )
    )
    page.get_by_label("A click puts").select_option("queen")
    page.keyboard.press("Escape")
    page.mouse.click(*at(page, 0))
    until_equal(lambda: standing(page)[0], 2)


def test_conflicts_are_drawn_in_more_than_colour(visitor):
    page = visitor.open("/play/7-001")
    for cell in (0, 8):
        focus(page, cell)
        page.keyboard.press("q")
    drawn = f"{BOARD}.layers.conflicts"
    until_equal(
        lambda: page.evaluate(f"{drawn}.querySelectorAll('circle').length"), 4
    )  # each cell has a ring and a sign
    until_equal(
        lambda: page.evaluate(f"{drawn}.querySelectorAll(':scope > path').length"), 1
    )  # the bar
    tool(page, "Settings")
    page.get_by_label("Warnings").select_option("off")
    until_true(lambda: page.evaluate(f"{drawn}.childElementCount === 0"))


def covered(page, n):
    """Return the cells that the hatching of conflicts covers, and how often."""
    return page.evaluate(
        f"""n => {{
          const shapes = [...{BOARD}.layers.hatch.children];
          const point = {BOARD}.svg.createSVGPoint();
          return Array.from({{ length: n * n }}, (_, i) => {{
            [point.x, point.y] = [(i % n) + 0.5, Math.floor(i / n) + 0.5];
            return shapes.filter((x) => x.isPointInFill(point)).length;
          }});
        }}""",
        n,
    )


def test_queens_that_touch_mark_the_cells_around_both(visitor):
    """The pairs touch at a corner or, with two stars, along a side; a third queen is far away."""
    for board, where, step in ((LEVEL.board, LEVEL.name, 8), (STAR_BOARD, STARS, 1)):
        n, regions = board.n, board.regions.ravel()
        first = next(i for i in range(2 * n, n * n) if regions[i] != regions[i + step])
        pair = first, first + step
        page = visitor.open(f"/play/{where}")
        for cell in (*pair, n - 1):
            focus(page, cell)
            page.keyboard.press("q")
        rows, columns = np.divmod(np.arange(n * n), n)
        near = [(abs(rows - i // n) <= 1) & (abs(columns - i % n) <= 1) for i in pair]
        assert page.evaluate(f"{BOARD}.content.conflicts.touching") == [list(pair)]
        assert covered(page, n) == (near[0] | near[1]).astype(int).tolist()
        focus(page, pair[1])
        page.keyboard.press("Delete")
        assert not any(covered(page, n))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_queens_of_the_engine_are_green_with_an_outline(visitor, scheme):
    page = visitor.open("/play/7-001", color_scheme=scheme)
    focus(page, 0)
    page.keyboard.press("q")
    pieces = f"[...{BOARD}.layers.pieces.querySelectorAll('use')]"
    facts = f"{pieces}.map(x => [x.getAttribute('fill'), x.getAttribute('stroke')])"
    theme = theme_of(scheme)
    until_equal(lambda: page.evaluate(facts), [[theme.ink, None]])
    tool(page, "More")
    tool(page, "Show the whole solution")
    until(page, f"{pieces}.length === 7")
    until_equal(lambda: page.evaluate(facts), [[theme.solved, theme.page]] * 7)
    labels = page.evaluate(f"{BOARD}.cellElements.map(x => x.getAttribute('aria-label'))")
    assert sum("placed by the engine" in label for label in labels) == 7


def test_the_page_keeps_to_its_own_code():
    static = Path(queens.__file__).parents[1] / "web" / "static"
    for file in static.rglob("*"):
        if file.suffix in (".js", ".html", ".css"):
            text = file.read_text()
            for word in (
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "eval(",
                "document.write",
                " style=",
                "http://",
                "https://",
            ):
                assert word not in text.replace("http://www.w3.org/2000/svg", ""), (file.name, word)
    assert socket.gethostname() not in "".join(x.read_text() for x in static.rglob("*.js"))


def test_a_board_is_saved_as_picture_and_text(visitor):
    page = visitor.open(f"/play/{FOUR}")
    focus(page, 2)
    page.keyboard.press("q")
    for kind, begins in (("PNG", b"\x89PNG"), ("TXT", b"AB#B"), ("SVG", b"<svg")):
        tool(page, "More")
        tool(page, "Save a picture or a file")
        with page.expect_download() as told:
            tool(page, kind)
        assert Path(told.value.path()).read_bytes().startswith(begins)
        page.keyboard.press("Escape")


def test_progress_is_saved_forgotten_and_read_back(visitor):
    page = visitor.open("/levels")
    kept = {"7-001": {"done": "2026-01-01", "best": 61000, "hints": 2}}
    page.evaluate("kept => localStorage.setItem('fq1.progress', JSON.stringify(kept))", kept)
    visitor.go(page, "/levels?n=7&done")
    until_true(lambda: "1:01 · 2 hints" in page.locator(".tile").text_content())
    with page.expect_download() as told:
        tool(page, "Save progress to a file")
    file = told.value.path()
    tool(page, "Reset")
    page.locator("dialog").get_by_role("button", name="Delete").first.click()
    until(page, "document.querySelectorAll('.tile').length === 0")
    tool(page, "Undo")
    page.wait_for_selector(".tile.done")
    tool(page, "Reset")
    page.locator("dialog").get_by_role("button", name="Delete").last.click()
    until(page, "localStorage.getItem('fq1.progress') === '{}'")
    page.locator("main input[type=file]").set_input_files(file)
    page.wait_for_selector(".tile.done")
    until_equal(lambda: progress(page), kept)


def test_units_are_listed_and_forced_queens_put(visitor):
    page = visitor.open(f"/play/{FOUR}")
    page.get_by_text("Rows, columns and regions").click()
    until(page, "document.querySelectorAll('.units li').length === 12")
    until_equal(
        lambda: page.locator(".units li").first.text_content(),
        "Region A: 1 queen missing, 3 open cells: a1 a2 b2",
    )
    focus(page, 2)
    page.keyboard.press("q")
    for _ in range(3):
        if page.locator(".card.won").count():
            break
        tool(page, "More")
        tool(page, "Put queens that have one place left")
        page.wait_for_timeout(
            1000
        )  # after the last queen the board is locked, and the panel follows
    page.wait_for_selector(".card.won .time")
    page.locator(".card.won").get_by_role("button", name="Replay my moves").click()
    until(page, f"{BOARD}.content.cells.filter((x) => x === 2).length === 4")
    tool(page, "Start again")
    until_true(lambda: not any(standing(page)))


def test_the_board_without_a_solution_says_why(visitor):
    page = visitor.open("/play/3x1.ABCABCABC")
    tool(page, "Show why")
    page.wait_for_selector("text=Step 1 of")
    focus(page)
    page.keyboard.press("q")  # an explanation accepts no moves
    tool(page, "Back to your game")
    until_true(lambda: not any(standing(page)))
