"""Watch and Race in a real browser: frames forwards, backwards and by address; places; tables.

If FASTQUEENS_SCREENS names a folder, pictures of the screens are saved there.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import HOPELESS, THOROUGH
from helpers import page as helping
from helpers.page import BOARD, both_ways, judge, until, until_equal, until_true
from helpers.watching import LEVEL, PLAYER, go, of_python, ready, standing

from fastqueens import queens
from fastqueens.web.url_codec import encode

LONG = encode(HOPELESS)
LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark", "narrow": True, "has_touch": True},
}  # fmt: skip


@pytest.fixture(scope="module")
def guest(chromium, site):
    """Open screens, in one page per set of options; nothing is written to the console."""
    visitor, pages = helping.Visitor(chromium, site), {}

    def opened(where, *, other=False, **options):
        key = (other, *options.items())
        if key in pages:
            visitor.go(pages[key], "/about")
            visitor.go(pages[key], where)
        else:
            pages[key] = visitor.open(where, **options)
        return pages[key]

    yield opened
    visitor.close()


@pytest.mark.parametrize("look", LOOKS)
def test_both_screens_are_for_everybody(guest, look):
    page = guest("/watch/8-017?m=mac&at=30", **LOOKS[look])
    until(page, f"{PLAYER}.at === 30")
    wide = "document.documentElement.scrollWidth <= innerWidth"
    until_true(lambda: page.evaluate(wide))
    if THOROUGH or look == "light":  # the other screen is judged in the other look
        judge(page, f"watch, {look}")
    shoot(page, f"watch-{look}")
    page.evaluate("location.hash = '#/race/8-017?m=mac&m=pso&limit=1'")
    page.locator("tbody tr").nth(1).wait_for()
    page.evaluate(f"{PLAYER}.jumpTo({PLAYER}.count - 1)")
    page.locator(".race .row button", has_text="CSV").wait_for()
    until_true(lambda: page.evaluate(wide))
    if THOROUGH or look == "dark":
        judge(page, f"race, {look}")
    shoot(page, f"race-{look}")


def shoot(page, name):
    folder = os.environ.get("FASTQUEENS_SCREENS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_frames_are_exact_forwards_backwards_and_by_address(guest):
    frames = list(queens.frames(LEVEL, method="forward-checking", seed=3))
    page = guest("/watch/8-017?m=forward-checking&seed=3")
    ready(page)
    until(page, f"!{PLAYER}.growing")
    until_equal(lambda: page.evaluate(f"{PLAYER}.count"), len(frames))
    for k in (0, 3, len(frames) - 1, 7, 2):
        go(page, k)
        assert standing(page) == of_python(frames[k]), k
    page.keyboard.press("Tab")
    page.evaluate(f"{PLAYER}.querySelector('input').focus()")
    page.keyboard.press("ArrowRight")
    until_equal(lambda: standing(page), of_python(frames[3]))
    page.keyboard.press("End")
    until_equal(lambda: page.locator(".ended.solved").text_content(), "Solved")
    # A value after the last frame means the end.
    until(page, f"location.hash.endsWith('at={frames[-1].work + 1}')")
    other = guest(f"/{page.evaluate('location.hash')[2:]}", other=True)
    until(other, f"{PLAYER}.at === {len(frames) - 1}")
    until_equal(lambda: standing(other), of_python(frames[-1]))
    # A page that is opened by this address shows the frame and does not play.
    until_true(lambda: not other.evaluate(f"{PLAYER}.playing"))


def test_frames_that_were_dropped_are_searched_again(guest):
    page = guest("/watch/8-017?m=permutation&every=1&at=29000")
    until(page, f"{PLAYER}.at === 29000")
    kept = "document.querySelector('main').firstElementChild"
    until_true(lambda: page.evaluate(f"{PLAYER}.film.has(10)") is False)
    assert kept
    go(page, 10)
    frame = next(queens.frames(LEVEL, method="permutation", start=10))
    until_equal(lambda: standing(page), of_python(frame))
    go(page, 12000)
    frame = next(queens.frames(LEVEL, method="permutation", start=12000))
    until_equal(lambda: standing(page), of_python(frame))


def test_a_method_with_its_options_is_chosen_by_keyboard_and_named_by_the_address(guest):
    page = guest("/watch/8-017?m=mac")
    ready(page)
    method = page.get_by_label("Method")
    method.focus()
    page.keyboard.type("pso")
    until(page, "location.hash.includes('m=pso')")
    page.locator("summary", has_text="Options").press("Enter")
    page.locator("label", has_text="preset").locator("select").select_option("best")
    until(page, "location.hash.includes('preset=best')")
    page.get_by_label("Seed").fill("7")
    page.get_by_label("Seed").press("Enter")
    until(page, "location.hash.includes('seed=7')")
    until(page, "document.querySelector('.numbers')?.textContent.includes('Evaluations')")
    until_equal(
        lambda: page.locator("summary", has_text="Options").text_content(), "Options (1 set)"
    )
    until_true(lambda: page.locator(".curve-box").text_content().startswith("Best fitness"))
    page.locator("fq-player").get_by_role("slider", name="Speed").focus()
    page.keyboard.press("Space")


def test_the_first_reports_view_counts_what_was_checked(guest):
    page = guest("/watch/8-017?m=mac")
    ready(page)
    page.get_by_role("button", name="Brute force").click()
    until(page, "location.hash.includes('m=permutation&every=2000')")
    until(page, "document.querySelector('.numbers')?.textContent.includes('Permutations')")
    ready(page)
    go(page, 3)
    numbers = page.locator(".numbers").text_content()
    assert "Permutations6,000" in numbers
    assert "Time" in numbers


def test_an_address_that_was_just_changed_is_not_changed_back(guest):
    page = guest("/watch/8-017?m=mac")
    ready(page)
    page.evaluate(f"{PLAYER}.showPosition(3)")
    # The script leaves the page at the time when the page would write its address.
    page.evaluate(
        "() => { const then = performance.now() + 400; location.hash = '#/labs';"
        " while (performance.now() < then); }"
    )
    page.locator("h1", has_text="Labs").wait_for()
    until_equal(lambda: page.evaluate("location.hash"), "#/labs")


def test_the_rules_are_played_step_by_step_with_their_sentences(guest):
    steps = queens.explain(LEVEL)
    page = guest("/watch/8-017?m=explain")
    ready(page)
    until_equal(lambda: page.evaluate(f"{PLAYER}.count"), len(steps) + 1)
    page.evaluate(f"{PLAYER}.pause(false)")
    for k in (1, len(steps), 4):
        go(page, k)
        step = steps[k - 1]
        assert step.sentence in page.locator(".words").text_content()
        shown = page.evaluate(f"{BOARD}.highlights")
        assert shown["target"] == [r * 8 + c for r, c in step.placed]
        assert shown["eliminated"] == [r * 8 + c for r, c in step.eliminated]


@both_ways
def test_a_long_search_grows_waits_for_its_reader_and_stops(visitor):
    page = visitor.open(f"/watch/{LONG}?m=bitboard&every=50")
    until(page, f"{PLAYER}.count > 1000")
    page.evaluate(f"{PLAYER}.pause(false)")
    until(page, "document.querySelector('.watch-status').textContent.includes('is waiting')")
    waits = page.evaluate(f"{PLAYER}.count")
    page.wait_for_timeout(300)
    until_true(lambda: page.evaluate(f"{PLAYER}.count") <= waits + 10)  # the engine also waits
    page.evaluate(f"{PLAYER}.showPosition({waits - 1})")
    until(page, f"{PLAYER}.count > {waits + 100}")
    page.get_by_role("button", name="Stop searching").click()
    until(page, f"!{PLAYER}.growing")
    page.get_by_role("button", name="Continue").click()
    until(page, f"{PLAYER}.growing")


def test_a_frame_is_saved_as_a_picture(guest):
    page = guest("/watch/8-017?m=bitboard&at=2")
    until(page, f"{PLAYER}.at === 2")
    for kind, begin in (("SVG", b"<svg"), ("GIF", b"GIF8")):
        page.get_by_role("button", name="Save", exact=True).click()
        with page.expect_download() as file:
            page.get_by_role("button", name=f"Save as {kind}").click()
        assert Path(file.value.path()).read_bytes().startswith(begin)
        assert file.value.suggested_filename == f"8-017-bitboard.{kind.lower()}"


def test_searches_are_refused_left_killed_and_taken_up_again(chromium):
    with helping.serving() as (server, address):
        visitor = helping.Visitor(chromium, address)
        context = visitor.context()
        # Beside a busy page another one opens slowly, so open all of them before the searches.
        page = visitor.open("/about", context=context, failing=True)
        race = visitor.open("/about", context=context)
        busy = visitor.open(f"/watch/{LONG}?m=bitboard&every=50", context=context)
        until(busy, f"{PLAYER}.count > 100")
        visitor.go(race, f"/race/{LONG}?m=bitboard&m=mac&limit=15")
        until(race, f"{PLAYER}.count > 20")
        visitor.go(page, "/watch/8-017?m=mac")
        page.locator(".watch-status [role=alert]").wait_for()
        size = "30 \u00d7 30"
        says = f"Two searches are running: Watch ({size}) and Race ({size}). Stop one"
        until_true(lambda: says in page.locator(".watch-status").text_content())
        visitor.go(race, "/about")  # leaving the page ends its search, so another search may start
        page.locator(".watch-status").get_by_role("button", name="Retry").click()
        until(page, f"{PLAYER}.count === 150 && !{PLAYER}.growing")
        page.evaluate(f"{PLAYER}.pause(false)")
        busy.close()
        server.kill()
        server.wait()
        page.get_by_role("button", name="Step", exact=True).click()
        go(page, 100)  # the frames that the page already has can still be played
        page.get_by_label("Method").select_option("backtracking")
        page.locator(".watch-status [role=alert]").wait_for()
        until_true(lambda: page.locator("#banner").is_visible())
        with helping.serving(address.rstrip("/").split(":")[-1]):
            page.locator(".watch-status").get_by_role("button", name="Retry").click()
            until(page, f"{PLAYER}.count > 100")
            until_true(lambda: page.locator("#banner").is_hidden())
        visitor.close()


# ---- race


def test_a_race_has_places_and_says_how_far_others_came(guest):
    page = guest("/race/8-017?m=mac,order=mrv&m=pso,iterations=20&m=permutation&limit=1")
    until(page, f"{PLAYER}.count > 1 && !{PLAYER}.growing")
    page.evaluate(f"{PLAYER}.jumpTo({PLAYER}.count - 1)")
    ranks = page.locator(".track .rank").all_text_contents()
    assert ranks[1] == "\u2013"  # no place
    told = page.locator(".track .told").all_text_contents()
    # On a busy machine the difference of the times may be too small for two places.
    close = "too small to be sure" in told[0]
    assert {ranks[0], ranks[2]} == ({"1st\u20132nd"} if close else {"1st", "2nd"})
    assert "found a solution" in told[0]
    assert told[1].startswith("gave upreached ")
    solution = sorted(r * 8 + c for r, c in queens.solve(LEVEL).cells)
    boards = page.evaluate(
        "[...document.querySelectorAll('fq-board')].map((b) =>"
        " [...b.content.cells.keys()].filter((i) => b.content.cells[i] === 2))"
    )
    assert boards[0] == boards[2] == solution
    until_true(
        lambda: page.locator(".watch-status").text_content().startswith("The race is over. ")
    )
    page.evaluate(f"{PLAYER}.showPosition(0)")  # and backwards
    until_equal(lambda: page.locator(".track .rank").all_text_contents(), ["running"] * 3)


def test_places_table_and_clock_of_a_race_agree(guest):
    page = guest("/race/8-017?m=mac&m=bitboard&m=permutation&m=backtracking&limit=1")
    page.locator("tbody tr").nth(3).wait_for()
    page.evaluate(f"{PLAYER}.jumpTo({PLAYER}.count - 1)")
    lanes = page.evaluate(
        "[...document.querySelectorAll('.track > section')].map((x) =>"
        " [x.querySelector('h2 span').textContent, x.querySelector('.rank').textContent,"
        " x.querySelector('.told').textContent])"
    )
    rows = page.evaluate(
        "[...document.querySelectorAll('.timed tbody tr')].map((x) =>"
        " [...x.children].map((y) => y.textContent))"
    )
    order = sorted(lanes, key=lambda x: x[1])
    table = {row[1]: row for row in rows}
    assert rows[0][1] in [name for name, rank, _ in lanes if rank.startswith("1st")]
    assert rows[-1][1] == order[-1][0] == "permutation"
    for name, rank, told in lanes:
        _, _, _, work, best, spread, _ = table[name]
        assert told.startswith(f"{best}: found a solution{work}")
        assert ("too small to be sure" in told) == ("\u2013" in rank)
        assert spread.startswith("\u00b1 ")
    seconds = {name: queens.solve(LEVEL, method=name).stats for name, _, _ in lanes}
    for name, stats in seconds.items():  # the command line and Python have the same counter
        counter, value = next(iter(stats.counters.items()))
        assert table[name][3].rstrip("s") == f"{value:,} {counter}".rstrip("s")


def test_two_equal_lanes_are_too_close_to_tell(guest):
    page = guest("/race/8-017?m=bitboard&m=bitboard,seed=1&limit=1")
    page.locator("tbody tr").nth(1).wait_for()
    close, far = (
        page.evaluate(
            "async ([a, b]) => (await import('/static/queens/race_table.js')).isFaster(a, b)",
            [{"best": 1, "spread": 0.1}, {"best": best, "spread": 0.2}],
        )
        for best in (1.15, 1.25)
    )
    assert (close, far) == (False, True)


def test_a_race_of_too_many_methods_says_so(guest):
    methods = ("mac", "pso", "bitboard", "permutation", "backtracking")
    page = guest("/race/8-017?limit=1&" + "&".join(f"m={x}" for x in methods))
    page.wait_for_selector("text=A race has at most 4 methods; this address has 5.")


def test_lanes_are_added_removed_and_named_by_the_address(guest):
    page = guest("/race/8-017?m=mac&m=pso,preset=best&limit=1")
    until(page, f"!{PLAYER}.growing")
    page.get_by_role("button", name="Add a lane").click()
    page.get_by_label("Lane 3").select_option("backtracking")
    page.get_by_role("button", name="Start the race").click()
    until(page, "document.querySelectorAll('.track > section').length === 3")
    until(page, f"!{PLAYER}.growing")
    until_true(
        lambda: page.evaluate("location.hash").endswith(
            "?m=mac&m=pso,preset=best&m=backtracking&limit=1"
        )
    )
    page.get_by_role("button", name="Remove lane 2").click()
    page.get_by_role("button", name="Start the race").click()
    until(page, "document.querySelectorAll('.track > section').length === 2")


def test_the_table_has_the_methods_and_a_chart_where_there_are_sizes(guest):
    page = guest("/race/8-017?m=mac&m=bitboard&limit=1")
    page.get_by_role("button", name="Save as CSV").wait_for()
    methods = page.locator("tbody td:nth-child(2)")
    until_equal(lambda: set(methods.all_text_contents()), {"mac", "bitboard"})
    until_equal(lambda: page.locator("tbody .best").count(), 1)
    until_equal(lambda: page.locator(".log-chart").count(), 0)
    page.get_by_role("button", name="Measure on levels of all sizes").click()
    page.locator(".log-chart").wait_for()
    until_equal(lambda: page.locator(".log-chart .trace").count(), 2)
    sizes = page.locator("tbody th").all_text_contents()
    assert {int(x.split("-")[0]) for x in sizes} == {7, 8, 9, 10, 11, 20}
    with page.expect_download() as file:
        page.get_by_role("button", name="Save as CSV").click()
    lines = Path(file.value.path()).read_text().splitlines()
    assert lines[0].startswith("board,n,method,settings,status")
    assert len(lines) == 1 + len(sizes)


def test_play_and_draw_lead_here(guest):
    page = guest("/play/8-017")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Watch it solved").click()
    until(page, f"location.hash.startsWith('#/watch/8-017') && {PLAYER}?.count > 1")
    page.evaluate("location.hash = '#/draw/4x1.ABBBAABCDCCCDDDC'")
    page.get_by_role("button", name="Watch it solved").click()
    until(page, "location.hash.startsWith('#/watch/4x1.ABBBAABCDCCCDDDC')")
