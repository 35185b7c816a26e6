"""The main ways through the page in three browser engines: Chromium, Firefox and WebKit."""

from __future__ import annotations

import json

import pytest
from helpers import engines
from helpers.page import BOARD, FOUR, serving

from fastqueens import queens

LEVEL = queens.levels(8)[16]  # 8-017
SOLUTION = [row * 8 + int(column) for row, column in enumerate(queens.solve(LEVEL.board).queens)]
STANDING = f"[...{BOARD}.content.cells]"


@pytest.fixture(scope="module")
def address():
    with serving() as (_, address):
        yield address


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def started(request, address, tmp_path_factory):
    """A browser with the page, open during all tests of its engine."""
    if request.param == "chromium":
        context = request.getfixturevalue("chromium").new_context()
        engine = engines.Chromium(context.new_page())
        engine.start(address)
        yield engine
        context.close()
    else:
        with getattr(engines, request.param)(tmp_path_factory.mktemp(request.param)) as engine:
            engine.start(address)
            yield engine


@pytest.fixture
def page(started):
    """The page in one engine; no error may happen on it."""
    started.resize(engines.WIDE)
    started.evaluate("() => { heard.length = 0; }")
    yield started
    assert started.evaluate("() => heard") == []


def queens_on(page):
    return [i for i, x in enumerate(page.evaluate(f"() => {STANDING}")) if x == 2]


def test_a_level_is_won_by_mouse_and_keyboard(page):
    page.open("/play/8-017")
    first, second, *others = SOLUTION
    page.click(*page.cell(first))  # a mark
    page.click(*page.cell(first))  # a queen
    page.until(f"{STANDING}[{first}] === 2")
    if page.releases_right_button:
        page.click(*page.cell(second), button=2)
    else:
        page.evaluate(f"(cell) => {BOARD}.focusCell(cell)", second)
        page.keys("q")
    page.until(f"{STANDING}[{second}] === 2")
    page.drag([page.cell(0), page.cell(3)])
    page.until(f"{STANDING}.slice(0, 4).filter((x) => x === 1).length >= 3")
    page.keys("Control+z")
    page.until(f"!{STANDING}.includes(1)")
    for cell in others:
        page.evaluate(f"(cell) => {BOARD}.focusCell(cell)", cell)
        page.keys("q")
    page.until("document.querySelector('.card.won .time') !== null")
    assert queens_on(page) == SOLUTION
    page.until("document.activeElement.textContent === 'Next level'")
    page.said("Solved!")
    page.press_button("Next level")
    page.until("location.hash === '#/play/8-018'")


def test_hints_find_a_wrong_queen_and_the_next_step(page):
    page.open("/play/8-017")
    wrong = next(i for i in range(64) if i not in SOLUTION)
    page.evaluate(f"(cell) => {BOARD}.focusCell(cell)", wrong)
    page.keys("q", "h")
    page.said("Something is wrong")
    page.press_button("Which one?")
    page.said("is wrong")
    page.press_button("Tell me more")
    page.said("belongs on")
    page.press_button("Do it")
    page.said("Put: queen in")
    page.until(f"{STANDING}[{wrong}] === 0")
    assert set(queens_on(page)) < set(SOLUTION)
    page.press_button("Hint")
    page.said("Look at")
    page.press_button("Why?")
    page.press_button("Do it")
    page.until("document.querySelector('.hint.idle') !== null")


def test_a_board_is_drawn_and_judged(page):
    page.open(f"/draw/{FOUR}")
    page.sees("Exactly one solution")
    page.evaluate("() => document.querySelector('.inks [aria-label=\"Region B\"]').click()")
    cells = f"[...{BOARD}.puzzle.regions].join('')"
    assert page.evaluate(f"() => {cells}") == "0111001232223332"
    page.drag([page.cell(8), page.cell(11)])
    page.until(f"{cells} === '0111001211113332'")
    page.sees("No solution")
    page.press_button("Undo")
    page.sees("Exactly one solution")


def test_boards_are_made_and_printed(page):
    page.open("/make?n=7&count=3&seed=7&tier=easy")
    page.press_button("Make")
    page.until("document.querySelectorAll('.tile').length === 3")
    page.sees("Save as .jsonl")
    printed = """() => {
      dispatchEvent(new Event("beforeprint"));
      const count = document.querySelectorAll(".sheet svg").length;
      dispatchEvent(new Event("afterprint"));
      return count;
    }"""
    assert page.evaluate(printed) == 6  # the boards and their solutions
    assert page.pdf().startswith(b"%PDF")


def test_a_search_is_watched_and_stopped(page):
    page.open("/watch/8-017?m=mac")
    player = "document.querySelector('fq-player')"
    page.until(f"{player}.count > 3 && !{player}.growing")
    frames = list(queens.frames(LEVEL.board, method="mac"))
    page.evaluate(f"() => {player}.jumpTo({len(frames) - 1})")
    page.until(f"{STANDING}.filter((x) => x === 2).length === 8")
    assert queens_on(page) == SOLUTION
    page.go("/pack/iq-pyramid")
    page.evaluate(
        """() => {
          const method = [...document.querySelectorAll("select")].find((x) =>
            [...x.options].some((option) => option.value === "brute-force"));
          method.value = "brute-force";
          method.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    page.press_button("Solve from here")
    page.press_button("Stop")
    page.until("document.querySelector('.verdict').textContent === 'Stopped.'")


def test_pieces_are_packed(page):
    page.open("/pack/iq-small")
    piece = "document.querySelector('#piece-0')"
    page.drag([page.middle(piece), page.middle("document.querySelector('[data-cell=\"0\"]')")])
    page.press_button("Solve from here")
    page.until("document.querySelector('.verdict .big-number') !== null")
    page.sees("Solution 1")


def test_boards_are_pasted_and_chosen(page, tmp_path):
    page.open("/labs")
    LEVEL.board.save(tmp_path / "board.png")
    code = "8x1." + "".join(str(LEVEL.board).split())
    paste = """(text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const paste = new ClipboardEvent("paste", { bubbles: true });
      // Firefox has no option for it.
      Object.defineProperty(paste, "clipboardData", { value: clipboardData });
      document.body.dispatchEvent(paste);
    }"""
    page.evaluate(paste, str(LEVEL.board))
    page.until(f"location.hash === {json.dumps('#/play/' + code)}")
    page.open("/levels")
    page.go("/home?import")
    page.until("document.querySelector('dialog input[type=file]') !== null")
    page.choose_file("dialog input[type=file]", tmp_path / "board.png")
    page.until(f"location.hash === {json.dumps('#/play/' + code)}")


@pytest.mark.parametrize("where", ["/play/8-017", "/levels", "/draw/8x1", "/watch/8-017"])
def test_no_screen_is_wider_than_a_small_phone(page, where):
    page.resize(engines.NARROW)
    page.open(where)
    page.until("innerWidth === 375")
    page.until("document.documentElement.scrollWidth <= 375")
    if where == "/levels":  # a bar of progress does not widen its button
        size = "document.querySelector('.size').getBoundingClientRect().width"
        assert page.evaluate(f"() => {size}") < 130
    if where == "/play/8-017":
        page.until("document.querySelectorAll('.where select').length === 2")
        page.until("document.documentElement.scrollWidth <= 375")
