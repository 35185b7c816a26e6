"""Make: symmetric boards, motifs, and drawings that the engine finishes."""

import re

import pytest
from helpers.page import at, judge, see, shoot, tool, until_equal, until_true

from fastqueens import queens

BOARD = "document.querySelector('main .mask fq-board')"


def codes(page):
    return {x.get_attribute("href").split("/")[-1] for x in page.locator(".tile").all()}


def rows_of(code):
    cells = code.partition(".")[2]
    n = int(code.partition("x")[0])
    return [cells[r * n : r * n + n] for r in range(n)]


def make(page):
    tool(page, "Make")
    page.wait_for_selector("text=Save as .jsonl")
    return codes(page)


@pytest.mark.parametrize("symmetry", ["half-turn", "mirror"])
def test_symmetric_boards(visitor, symmetry):
    page = visitor.open("/make?n=8&count=3&seed=2")
    page.get_by_label("Symmetry").select_option(symmetry)
    found = make(page)
    expected = queens.generate(8, count=3, seed=2, symmetry=symmetry)
    assert found == {"8x1." + "".join(str(x).split()) for x in expected}
    assert f"symmetry={symmetry}" in page.url
    page.reload()
    until_equal(lambda: page.get_by_label("Symmetry").input_value(), symmetry)


def test_a_motif_is_drawn_with_the_keyboard(visitor):
    page = visitor.open("/make?n=7&count=2&seed=1")
    page.get_by_label("Motif").select_option("own")
    page.locator(".mask fq-board").wait_for()
    judge(page, "mask")
    page.evaluate(f"{BOARD}.focusCell(16)")
    for key in ["Space", "Shift+ArrowRight", "Shift+ArrowRight", "ArrowDown", "Space"]:
        page.keyboard.press(key)
    shoot(page, "make-mask")
    found = make(page)
    drawn = {(2, 2), (2, 3), (2, 4), (3, 4)}
    for code in found:
        rows = rows_of(code)
        sign = rows[2][2]
        cells = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == sign}
        assert cells == drawn
    assert re.search(r"motif=\.{7}/\.{7}/\.\.AAA\.\./\.{4}A\.\./", page.url)
    page.reload()
    page.locator(".mask fq-board").wait_for()
    until_equal(lambda: page.evaluate(f"{BOARD}.puzzle.names.join('')"), ".A")


def test_the_engine_finishes_a_drawing(visitor):
    page = visitor.open("/draw")
    page.wait_for_selector(".verdict .big-number")
    page.get_by_role("radio", name="Region B").click()
    page.mouse.click(*at(page, 9))
    page.mouse.click(*at(page, 10))
    page.get_by_role("radio", name="Region C").click()
    page.mouse.click(*at(page, 44))
    tool(page, "Let the engine finish it")
    page.wait_for_url("**drawing=**")
    page.locator(".mask fq-board").wait_for()
    page.get_by_label("How many").fill("2")
    page.get_by_label("Seed").fill("1")
    found = make(page)
    assert len(found) == 2
    for code in found:
        rows = rows_of(code)
        assert rows[1][1] == rows[1][2] != rows[5][4]


def test_a_motif_of_the_engine_and_the_sizes_of_regions(visitor):
    page = visitor.open("/make?n=9&count=2&seed=1&motif=heart&single_cells=0&largest=40")
    found = make(page)
    options = {"motif": "heart", "single_cells": 0, "regions": (1, 40)}
    expected = queens.generate(9, count=2, seed=1, **options)
    assert found == {"9x1." + "".join(str(x).split()) for x in expected}
    shoot(page, "make-heart")


def test_what_cannot_be_made_is_said_in_words(visitor):
    page = visitor.open("/make?n=6&count=1&seed=1&symmetry=quarter-turn", failing=True)
    tool(page, "Make")
    see(page, re.compile("quarter-turn"))
    page = visitor.open("/make?n=8&motif=AA/BB&largest=x")
    until_true(lambda: "AA/BB" in page.locator("body").text_content())
    assert page.get_by_label("Motif").input_value() == "none"
