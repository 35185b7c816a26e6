"""What the browser prints: each screen as it is, and sheets of boards as vectors."""

from __future__ import annotations

import re
import zlib

import pytest
from helpers.page import both_ways, until, until_equal

SCREENS = ["/", "/play/8-017", "/levels", "/watch/8-017?m=mac", "/slide/4x4", "/queens/8",
           "/pack/iq-pyramid", "/cover", "/draw/8x1", "/race/8-017?m=mac&m=bitboard"]  # fmt: skip
LIGHT = "document.querySelector('fq-board').look.theme.name"


def printed(page):
    """Print a screen as the browser does; return the file."""
    return page.pdf(format="A4", print_background=True)


def marks_on(data):
    """Return the number of drawing operators in a PDF file."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.S)
    count = 0
    for stream in streams:
        try:
            code = zlib.decompress(stream)
        except zlib.error:
            continue
        count += len(re.findall(rb"(?m)(?:^| )(?:f|f\*|S|B|Tj|TJ)$", code))
    return count


def make(page, count):
    page.get_by_label("How many").fill(str(count))
    page.get_by_label("How many").press("Enter")
    page.wait_for_selector("text=Save as .jsonl", timeout=60000)


def during_print(page, expression):
    """Return the value of an expression between the two events of a print."""
    return page.evaluate(
        f"() => {{ dispatchEvent(new Event('beforeprint')); const value = {expression};"
        " dispatchEvent(new Event('afterprint')); return value; }"
    )


@pytest.mark.parametrize("where", SCREENS)
def test_every_screen_prints_what_it_shows(visitor, where):
    page = visitor.open(where, color_scheme="dark")
    page.wait_for_timeout(300)
    data = printed(page)
    assert marks_on(data) > 10
    until_equal(lambda: page.locator(".sheets").count(), 0)


def test_a_dark_board_is_printed_in_light_colours_with_its_state(visitor):
    page = visitor.open("/play/8-017", color_scheme="dark")
    page.locator("fq-board").evaluate("x => x.focusCell(0)")
    page.keyboard.press("q")
    until(page, "document.querySelector('fq-board').content.cells[0] === 2")
    assert during_print(page, LIGHT) == "light"
    until_equal(lambda: page.evaluate(LIGHT), "dark")
    assert during_print(page, "document.querySelector('fq-board').content.cells[0]") == 2


@both_ways
def test_sheets_are_built_for_a_print_and_dropped_after_it(visitor):
    page = visitor.open("/make?n=7&seed=7&tier=easy")
    make(page, 12)
    sheet = "document.querySelector('.sheets')?.textContent ?? ''"
    text = during_print(page, sheet)
    for part in (
        "Queens 7 \N{MULTIPLICATION SIGN} 7",
        "No two queens may touch",
        "Name",
        "Date",
        "12 · Easy",
        "Solutions",
    ):
        assert part in text
    assert during_print(page, "document.querySelectorAll('.sheet svg').length") == 24
    assert during_print(page, "document.querySelector('.sheet:last-child svg g').childElementCount")
    until_equal(lambda: page.evaluate(sheet), "")
    data = printed(page)
    assert b"/Subtype /Image" not in data
    assert len(data) < 500_000
    until_equal(lambda: page.evaluate(sheet), "")
    make(page, 3)
    assert during_print(page, "document.querySelectorAll('.sheet svg').length") == 6
    visitor.go(page, "/play/8-017")
    assert during_print(page, sheet) == ""


def test_no_old_board_is_printed_after_another_print(visitor):
    context = visitor.context()
    context.add_init_script("window.print = () => {};")  # a browser that refuses to print
    page = visitor.open("/play/8-017", context=context)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Print").click()
    page.wait_for_selector(".sheets", state="attached")
    visitor.go(page, "/play/8-018")
    until_equal(lambda: page.locator(".sheets").count(), 0)
