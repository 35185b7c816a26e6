"""What the screen reader Orca speaks while a game is played in Firefox."""

from __future__ import annotations

import pytest
from helpers.engines import firefox
from helpers.page import BOARD, FOUR, serving
from helpers.screen_reader import screen_reader


@pytest.fixture(scope="module")
def playing(tmp_path_factory):
    """The screen reader, and a Firefox with a window that has the keyboard."""
    folder = tmp_path_factory.mktemp("orca")
    with (
        serving() as (_, address),
        screen_reader(folder) as reader,
        firefox(folder, reader.env) as page,
    ):
        page.start(address)
        corner = page.evaluate("() => [mozInnerScreenX + 5, mozInnerScreenY + innerHeight - 5]")
        reader.click(*map(round, corner))
        page.until("document.hasFocus()")
        yield reader, page


def focus(page, cell):
    page.evaluate(f"(cell) => {BOARD}.focusCell(cell)", cell)


def test_a_mistake_a_hint_and_the_win_are_spoken(playing):
    reader, page = playing
    page.open(f"/play/{FOUR}")
    reader.speaks("4 \N{MULTIPLICATION SIGN} 4")

    def arrive():
        page.evaluate("() => document.querySelector('[aria-label=Pause]').focus()")
        reader.keys("Tab")

    reader.speaks("Queens board, 4 by 4", again=arrive)
    reader.speaks("a1, region A, empty")
    reader.keys("shift+Right")
    reader.speaks("b1, region B, mark")
    reader.keys("r")
    reader.speaks("Region B: b1, c1, d1, c2")
    reader.keys("q")
    reader.speaks("b1, region B, queen")
    for text in ("Something is wrong", "The queen on b1 is wrong", "belongs on c1"):
        reader.keys("h")
        reader.speaks(text)
        focus(page, 1)  # the button of the hint does not keep the focus
    reader.keys("h")
    reader.speaks("Put: queen in c1. Emptied: b1.")
    page.evaluate(f"() => {{ for (const cell of [4, 11]) {BOARD}.emit('queen', {{ cell }}); }}")
    focus(page, 9)
    reader.keys("Down")
    reader.speaks("b4, region D")
    reader.keys("q")
    reader.speaks("Solved!")
    reader.speaks("First time")  # the description of the link that has the focus now


def test_a_message_under_a_dialog_is_spoken(playing):
    reader, page = playing
    page.open("/labs")
    page.evaluate("() => document.querySelector('#bar [aria-label=Settings]').click()")
    reader.speaks("Close")  # the button that has the focus in the dialog
    page.evaluate("async () => (await import('/static/base/announce.js')).toast('Copied.')")
    reader.speaks("Copied.")
