"""Help under boards, the continue card, the tools of Draw, and the panel after a win."""

import re

from conftest import some
from helpers.page import BOARD, FOUR, at, focus, see, shoot, tool, until, until_equal, until_true
from helpers.web import answer

from fastqueens import queens

LOOSE = "4x1.ABBBAABCACCCDDDC"  # two solutions; changing b1 to A leaves one


def test_how_to_play_is_folded_and_opens_once_for_a_shared_link(visitor):
    context = visitor.context()
    page = visitor.open(f"/play/{FOUR}", context=context)
    page.locator(".how[open] kbd").first.wait_for()
    until_true(lambda: "No two queens may touch" in page.locator(".how").text_content())
    shoot(page, "how-to-play")
    again = visitor.open(f"/play/{FOUR}", context=context)
    again.locator(".how summary").wait_for()
    until_equal(lambda: again.locator(".how[open]").count(), 0)
    home = visitor.open("/")
    home.locator(".try .how summary").click()
    home.locator(".try .how kbd").first.wait_for()


def test_home_continues_the_last_game_with_its_picture(visitor):
    page = visitor.open("/play/9-017")
    focus(page, 3)
    page.keyboard.press("q")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("x")
    visitor.go(page, "/")
    link = page.get_by_role("link", name="Continue: 9 \u00d7 9, level 17")
    link.locator("svg.board-picture .mark").wait_for(state="attached")
    shoot(page, "continue")
    link.click()
    page.wait_for_url("**/play/9-017")


def test_an_empty_drawing_says_what_to_do(visitor):
    page = visitor.open("/draw")
    page.wait_for_selector(".verdict .big-number")
    until_equal(lambda: page.locator(".verdict").text_content(), "Paint 8 regions: 1 so far")
    page.get_by_role("radio", name="Region B").click()
    page.mouse.click(*at(page, 9))
    until(page, "document.querySelector('.verdict').textContent.startsWith('Paint 8 regions: 2')")


def test_a_drawing_is_repaired_kept_under_a_name_and_renamed(visitor):
    page = visitor.open(f"/draw/{LOOSE}")
    tool(page, "Repair")
    see(page, "Change b1 from B to A. No smaller set is enough.")
    shoot(page, "repair")
    tool(page, "Change these cells")
    until(page, "document.querySelector('.verdict .big-number')?.textContent.startsWith('Exactly')")
    until_equal(lambda: page.evaluate(f"{BOARD}.puzzle.regions[1]"), 0)
    tool(page, "Undo")
    until(page, f"{BOARD}.puzzle.regions[1] === 1")
    tool(page, "Redo")
    tool(page, "Keep")
    page.get_by_label("Name").fill("Small one")
    page.keyboard.press("Enter")
    visitor.go(page, "/levels?own")
    see(page, "Small one")
    tool(page, "Rename")
    page.get_by_label("Name").fill("Tiny")
    page.keyboard.press("Enter")
    see(page, "Tiny")
    # The same board turned by 90 degrees is recognised.
    visitor.go(page, f"/draw/{turned()}")
    page.locator(".verdict").get_by_text("This is the same puzzle as").wait_for()
    until_true(lambda: "Tiny, turned by 90 degrees." in page.locator(".verdict").text_content())


def turned():
    board = queens.Board.from_array([*map(list, ("AABB", "AABC", "ACCC", "DDDC"))])
    rows = [[board.regions[3 - c, r] for c in range(4)] for r in range(4)]
    return "4x1." + "".join(chr(65 + x) for x in queens.Board.from_array(rows).regions.ravel())


def test_a_drawing_is_saved_in_every_format(visitor):
    level = queens.levels(8)[0].board
    code = "8x1." + "".join(chr(65 + x) for x in level.regions.ravel())
    page = visitor.open(f"/draw/{code}")
    tool(page, "Save or print")
    for name in ("SBN", "PUZZ.LINK", "TXT", "JSON", "SVG", "PNG"):
        with page.expect_download() as saved:
            tool(page, name)
        assert saved.value.suggested_filename.startswith("8\u00d78.")
    shoot(page, "draw-files")


def test_a_mirrored_level_is_recognised():
    level = queens.levels(8)[16]
    rows = level.board.regions[:, ::-1]
    code = "8x1." + "".join(chr(65 + x) for x in queens.Board.from_array(rows).regions.ravel())
    found = answer("/api/known", {"board": code})
    assert found == {"level": True, "name": level.name, "how": "mirrored left to right"}
    assert answer("/api/known", {"board": LOOSE})["name"] is None


def test_after_a_win_the_board_stays_in_sight(visitor):
    looks = [{"reduced_motion": "reduce"}, {}, {"narrow": True}, {"color_scheme": "dark"}]
    for options in some(looks, 2):
        page = visitor.open("/play/7-001", **options)
        (level,) = [x for x in queens.levels(7) if x.name == "7-001"]
        for row, column in enumerate(queens.solve(level.board).queens.tolist()):
            focus(page, row * 7 + column)
            page.keyboard.press("q")
        page.wait_for_selector(".card.won .time")
        assert page.locator("dialog").count() == 0
        assert page.evaluate("document.activeElement.textContent") == "Next level"
        assert page.evaluate(f"{BOARD}.getBoundingClientRect().bottom > 100")
        assert page.get_by_role("button", name="Share").count() == 1
        page.wait_for_timeout(50)
        shoot(page, "won-" + "-".join(options) if options else "won")
    visitor.go(page, "/levels?n=7")
    line = page.get_by_text(re.compile("1 level solved · average 0:0"))
    line.wait_for()
    until_true(lambda: "1 day in a row" in line.text_content())
