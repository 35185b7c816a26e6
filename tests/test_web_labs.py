"""The labs in every look: no message on the console, nothing wider than the window, axe content."""

from __future__ import annotations

import re

import pytest
from conftest import THOROUGH
from helpers.page import judge, see, shoot, until_equal

LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark"}, "narrow": {"narrow": True, "has_touch": True},
    "plain": {"reduced_motion": "reduce", "forced_colors": "active"},
}  # fmt: skip


def tell(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def solve(page):
    tell(page, "Solve")
    see(page, "no solution is shorter")
    page.locator("summary", has_text="Details").click()


def watch(page):
    page.locator("summary", has_text="Count and list").click()
    page.locator("summary", has_text="How the search").click()
    tell(page, "List")
    page.get_by_label("Largest number of rows").fill("6")
    tell(page, "Draw")
    see(page, "6 rows done")
    page.locator("summary", has_text="Watch a search").click()
    tell(page, "Search")
    tell(page, "To the end")
    see(page, "113 of 113")


def choose(page):
    tell(page, "List")
    see(page, "1 solution:")


SCREENS = {
    "labs": ("/labs", lambda page: see(page, "Exact cover")),
    "tiles": ("/slide/4x4.31240578a6bc9def", solve),
    "unsolvable": ("/slide/3x3.123456870", lambda page: see(page, "unsolvable")),
    "nothing": ("/slide/9x9.zz", lambda page: see(page, "contains no puzzle")),
    "queens": ("/queens/8", watch),
    "cover": ("/cover", choose),
}


@pytest.mark.parametrize("look", LOOKS)
def test_the_labs_are_quiet_and_accessible(visitor, look):
    page = visitor.open("/about", **LOOKS[look])
    for turn, (name, (where, act)) in enumerate(SCREENS.items()):
        visitor.go(page, where)
        act(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert page.locator("h1").count() == 1, name
        # Each screen is judged in one of these looks, in both with the profile "thorough".
        if look in (("light", "dark") if THOROUGH else [("light", "dark")[turn % 2]]):
            judge(page, name)
        shoot(page, f"{name}-{look}")


def test_the_menu_links_to_every_lab(visitor):
    page = visitor.open("/labs")
    doors = page.locator(".lab-door").evaluate_all("(all) => all.map((x) => x.hash)")
    assert doors == [f"#/{x}" for x in ("watch", "race", "queens", "pack", "slide", "cover")]
    until_equal(lambda: page.locator("nav [aria-current]").text_content(), "Labs")


ACTIVE_SHEETS = """
() => [...document.querySelectorAll("link[rel=stylesheet]:not([href$='app.css'])")]
  .filter((x) => !x.sheet.disabled)
  .map((x) => /\\/(\\w+)\\.css/.exec(x.href)[1]).sort()
"""


def test_only_the_style_sheets_of_the_screen_are_active(visitor):
    """Two screens may use the same class name, so only one of their style sheets is active."""
    page = visitor.open("/watch/7-001")
    visitor.go(page, "/queens/8")
    watch(page)
    until_equal(
        lambda: page.evaluate(ACTIVE_SHEETS), ["chart", "nqueens", "print"]
    )  # print: for paper only
    visitor.go(page, "/slide/3x3.123456078")
    page.locator("summary", has_text="Compare all methods").click()
    tell(page, "Compare")
    see(page, "searches compared.")
    table = page.locator("table.numbers").evaluate("(x) => getComputedStyle(x).display")
    until_equal(lambda: (table, page.evaluate(ACTIVE_SHEETS)), ("table", ["print", "sliding"]))
    page.go_back()
    page.locator(".queens-lab").wait_for()
    until_equal(lambda: page.evaluate(ACTIVE_SHEETS), ["chart", "nqueens", "print"])


def test_a_board_of_25_cells_gets_shorter_solutions_beside_a_bound(visitor):
    page = visitor.open("/slide/5x5.43o81ebck2j0697d5lhgmanif")
    method = page.locator("label", has_text="Method").locator("select")
    until_equal(lambda: method.input_value(), "anytime")
    page.get_by_label("Node limit").fill("20000000")
    tell(page, "Solve")
    see(page, "looking for fewer")
    page.get_by_text("moves, at least").first.wait_for(timeout=60000)  # seconds of search
    told = page.locator(".told", has_text="nodes,").inner_text()
    length, bound = map(int, re.match(r"(\d+) moves, at least (\d+) are needed:", told).groups())
    assert length > bound
    page.locator("summary", has_text="Details").click()
    facts = page.locator(".facts").inner_text()
    assert f"Moves\n{length}\nLower bound\n{bound}\n" in facts
    until_equal(lambda: page.locator(".moves > span:not(.hidden)").count(), length)
    assert "m=anytime" in page.url
    page.locator("label", has_text="Rows").locator("select").select_option("4")
    page.locator("label", has_text="Columns").locator("select").select_option("4")
    page.wait_for_url("**/4x4.*")
    until_equal(lambda: method.input_value(), "ida")
