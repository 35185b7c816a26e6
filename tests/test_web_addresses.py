"""Wrong addresses, numbers out of range, a stopped engine and full slots, in a real browser."""

from __future__ import annotations

import pytest
from conftest import HOPELESS
from helpers import page as helping
from helpers.page import until_equal, until_true

from fastqueens.web.url_codec import encode

PLAYER = "document.querySelector('fq-player')"
LONG = encode(HOPELESS)
UNSHOWN = """() => [...document.querySelectorAll("svg.icon use")]
  .filter((x) => x.ownerSVGElement.checkVisibility() && !x.getBBox().width)
  .map((x) => x.getAttribute("href"))"""


def until(page, expression):
    for _ in range(400):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(20)
    status = page.locator(".watch-status").all_text_contents()
    pytest.fail(f"never came: {expression}; status {status}")


@pytest.mark.parametrize(
    ("where", "wrong", "shown"),
    [
        ("/queens/abc", "abc", "Rows 8"),
        ("/queens/8?v=plus_k&k=40", "k=40", "k=1"),
        ("/race/8-017?m=nosuch&m=mac", "nosuch", "mac and bitboard"),
        ("/race/8-017?m=mac,order=nosuch&m=mac&limit=99", "limit=99", "limit=5"),
        ("/race/8-017?m=nosuch&m=mac,order=nosuch", "order=nosuch", "mac and bitboard"),
        ("/watch/8-017?m=nosuch", "nosuch", "mac"),
        ("/watch/8-017?m=mac&at=-5", "at=-5", "at=0"),
        ("/watch/8-017?m=mac&every=x", "every=x", "Work per frame: automatic"),
        ("/watch/8-017?m=mac&order=nosuch", "order=nosuch", "mac without this option"),
        ("/make?n=999", "n=999", "n=8"),
        ("/make?n=8&tier=nosuch", "nosuch", "any"),
        ("/levels?n=99", "99", "8 \u00d7 8"),
        ("/levels?n=99&tier=nosuch", "99, nosuch", "8 \u00d7 8, any"),
        ("/slide/3x3.123456780?m=nosuch", "nosuch", "ida"),
        ("/daily/nosuch", "nosuch", "20"),
        ("/pack/nosuch", "nosuch", "iq-small"),
        ("/draw/3x1.ABC", "", "an empty board"),
    ],
)
def test_a_wrong_part_of_an_address_is_named_with_what_is_shown(visitor, where, wrong, shown):
    page = visitor.open(where, failing=True)
    toast = page.locator("#toast.on")
    toast.wait_for()
    text = toast.text_content()
    assert wrong in text
    assert f"Shown instead: {shown}" in text
    page.close()


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("/nosuch", "cannot be shown: #/nosuch"),
        ("/play/xyz", "xyz"),
        ("/watch/xyz", "no level xyz; the nearest is"),
        ("/slide/4x4.123", "it has 3 tiles, expected 16 with the blank"),
        ("/slide/4x4.123", "a random puzzle"),
    ],
)
def test_an_address_without_its_object_says_so(visitor, where, says):
    page = visitor.open(where, failing=True)
    page.locator("main .note", has_text=says).wait_for()
    page.close()


def test_a_number_out_of_range_is_explained_beside_its_field_and_nothing_runs(visitor):
    page = visitor.open("/make?n=8")
    page.get_by_label("Rows").fill("65")
    note = page.locator("label", has_text="Rows").locator(".field-error")
    until_equal(lambda: note.text_content(), "Permitted: numbers from 4 to 64.")
    page.get_by_role("button", name="Make").click()
    until_equal(lambda: page.locator("main button", has_text="Stop").count(), 0)
    until_equal(lambda: page.locator(".tiles li").count(), 0)
    until_equal(lambda: page.evaluate("document.activeElement.value"), "65")
    page.get_by_label("Rows").fill("6")
    until_equal(lambda: note.count(), 0)
    page.get_by_role("combobox", name="Stars").select_option("2")
    until_equal(lambda: note.text_content(), "Changed to 10: 2 stars need at least 8 rows.")
    visitor.go(page, "/queens/8")
    rows = page.get_by_role("spinbutton", name="Rows").first
    rows.fill("1001")
    rows.press("Enter")
    note = page.locator(".field-error")
    until_equal(lambda: note.text_content(), "Permitted: numbers from 1 to 1,000.")
    page.locator("summary", has_text="Count and list").click()
    page.get_by_role("button", name="Count", exact=True).click()
    page.get_by_role("button", name="List", exact=True).click()
    until_equal(lambda: page.locator(".told", has_text="solution").count(), 0)
    until_equal(lambda: page.locator(".tiles.large li").count(), 0)
    page.close()


def test_icons_and_loaded_screens_survive_a_stopped_engine(chromium):
    with helping.serving() as (server, address):
        visitor = helping.Visitor(chromium, address)
        page = visitor.open("/play/8-017", failing=True)
        until(page, f"!({UNSHOWN})().length")
        server.kill()
        server.wait()
        page.get_by_role("button", name="More").click()
        for where in ("levels", "draw", "race", "slide", "about", "play/8-017"):
            page.evaluate(f"location.hash = '#/{where}'")
            page.wait_for_timeout(300)
            assert page.locator("main").text_content().strip(), where
        until_true(lambda: page.locator("#banner").is_visible())
        shown = page.evaluate(UNSHOWN)
        assert shown == []
        visitor.messages.clear()  # requests fail
        visitor.close()


def test_a_paused_film_gives_its_slot_back_and_goes_on_from_where_it_was(chromium):
    with helping.serving() as (_, address):
        visitor = helping.Visitor(chromium, address)
        context = visitor.context()
        films = [
            visitor.open(f"/watch/{LONG}?m=bitboard&every=50", context=context, failing=True)
            for _ in range(2)
        ]
        for film in films:
            until(film, f"{PLAYER}.count > 30")
        other = visitor.open(f"/watch/{LONG}?m=mac", context=context, failing=True)
        alert = other.locator(".watch-status [role=alert]")
        alert.wait_for()
        says = "Two searches are running: Watch (30 \u00d7 30) and Watch (30 \u00d7 30). Stop one"
        until_true(lambda: says in alert.text_content())
        films[0].evaluate(f"{PLAYER}.pause()")
        films[0].locator(".watch-status button").wait_for(state="detached")
        until_true(lambda: "is waiting" in films[0].locator(".watch-status").text_content())
        count = films[0].evaluate(f"{PLAYER}.count")
        other.get_by_role("button", name="Retry").click()
        until(other, f"{PLAYER}.count > 3")
        other.close()
        films[0].wait_for_timeout(500)  # its search ends
        films[0].evaluate(f"{PLAYER}.showPosition({PLAYER}.count - 1); {PLAYER}.play()")
        until(films[0], f"{PLAYER}.count > {count + 100}")
        works = f"[...Array(100).keys()].every((k) => {PLAYER}.film.has({count - 50} + k))"
        until_true(lambda: films[0].evaluate(works))
        visitor.close()


def test_a_hidden_film_gives_its_slot_back(visitor):
    page = visitor.open(f"/watch/{LONG}?m=bitboard&every=50")
    until(page, f"{PLAYER}.count > 30")
    hide = (
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable:"
        " true }); document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.evaluate(hide, True)
    page.locator(".watch-status button").wait_for(state="detached")
    until_true(lambda: "is waiting" in page.locator(".watch-status").text_content())
    count = page.evaluate(f"{PLAYER}.count")
    page.evaluate(hide, False)
    page.evaluate(f"{PLAYER}.showPosition({PLAYER}.count - 1); {PLAYER}.play()")
    until(page, f"{PLAYER}.count > {count + 100}")
    page.close()


def test_new_puzzle_uses_the_typed_seed(visitor):
    page = visitor.open("/slide/3x3.123456708")
    seed, fresh = page.get_by_label("Seed"), page.get_by_role("button", name="New puzzle")
    seed.fill("7")
    fresh.click()
    until(page, "!location.hash.includes('123456708')")
    page.wait_for_timeout(300)
    first = page.evaluate("location.hash")
    fresh.click()
    page.wait_for_timeout(300)
    until_equal(lambda: (seed.input_value(), page.evaluate("location.hash")), ("7", first))
    seed.fill("")
    seed.press("Tab")
    fresh.click()
    until(page, f"location.hash !== {first!r}")
    until_true(lambda: seed.input_value() != "")
    page.close()


def test_the_details_of_a_replay_are_those_of_the_puzzle_that_was_solved(visitor):
    page = visitor.open("/slide/3x3.123456078")
    page.locator("summary", has_text="Details").click()
    start = page.locator(".kurang").text_content()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("button", name="Visualise").click()
    until(page, f"{PLAYER}.at === 2")
    page.wait_for_timeout(400)
    until_equal(lambda: page.locator(".kurang").text_content(), start)
    until_true(
        lambda: page.get_by_text("These are the details of the puzzle that was solved").is_visible()
    )
    page.close()


def test_durations_have_one_form(visitor):
    page = visitor.open("/about")
    shown = page.evaluate(
        "async () => { const { formatDuration } = await import('/static/base/strings.js');"
        " return [0, 1e-5, 0.00131, 5, 999.6, 60000, 61234].map(formatDuration); }"
    )
    assert shown == ["0 ms", "10 ns", "1.31 µs", "5 ms", "1 s", "60 s", "61.2 s"]
    from fastqueens.web.durations import format_duration

    assert [format_duration(x) for x in (0, 1e-5, 0.00131, 5, 999.6, 60000, 61234)] == shown
    page.close()
