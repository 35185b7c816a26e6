"""The player in a real browser: positions, keys, speeds, films that grow or are fetched again."""

import pytest
from helpers.page import until_equal, until_true

MAKE = """
async (asked) => {
  const { playerElement } = await import("/static/board/player.js");
  window.seen = [];
  window.fetched = [];
  window.there = new Set();
  const film = { show: (k) => seen.push(k) };
  if (asked.load) {
    film.has = (k) => there.has(k);
    film.load = async (k) => { fetched.push(k); await 0; if (k !== 13) there.add(k); };
  }
  window.player = playerElement(film, "A film");
  document.querySelector("main").replaceChildren(player);
  player.count = asked.count;
  player.querySelector("input").focus();
}
"""


@pytest.fixture(scope="module")
def stage(chromium, site):
    """Show players on a page, with or without motion; nothing is written to the console."""
    from helpers import page as helping

    visitor, pages = helping.Visitor(chromium, site), {}

    def player(count=10, load=False, **options):
        key = tuple(options.items())
        if key not in pages:
            pages[key] = visitor.open("/about", **options)
        pages[key].evaluate(MAKE, {"count": count, "load": load})
        return pages[key]

    yield player
    visitor.close()


def until(page, expression):
    for _ in range(300):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(20)
    pytest.fail(f"never came: {expression}")


def test_keys_buttons_and_slider_go_both_ways(stage):
    page = stage(10)
    for key, at in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 9), ("ArrowRight", 9),
        ("ArrowLeft", 8), ("Home", 0), ("ArrowLeft", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate("player.at") == at, key
    for name, at in (("Step", 1), ("To the end", 9), ("Step back", 8), ("To the start", 0)):
        page.get_by_role("button", name=name, exact=True).click()
        assert page.evaluate("player.at") == at, name
    page.get_by_role("slider", name="Position").fill("6")
    until_equal(lambda: page.evaluate("[player.at, seen.at(-1)]"), [6, 6])
    until_equal(
        lambda: page.get_by_role("slider", name="Position").get_attribute("aria-valuetext"),
        "7 of 10",
    )


def test_it_plays_every_position_and_stops_at_the_end(stage):
    page = stage(12)
    page.evaluate("player.speed = 100; seen.length = 0")
    page.keyboard.press("Space")
    until(page, "!player.playing")
    seen = page.evaluate("seen")
    assert seen == sorted(seen)
    assert seen[-1] == 11
    until(page, "document.getElementById('announcements').textContent.includes('12 of 12')")
    page.keyboard.press("Space")  # at the end, Space plays again from the start
    until_true(lambda: page.evaluate("player.playing"))
    page.keyboard.press("Space")
    until_true(lambda: not page.evaluate("player.playing"))


def test_comma_and_full_stop_change_the_speed_from_one_a_second_to_full(stage):
    page = stage(5)
    page.evaluate("player.speed = 1")
    page.keyboard.press(",")
    until_equal(lambda: page.evaluate("player.rateText"), "1 step a second")
    speeds = []
    for _ in range(14):
        page.keyboard.press(".")
        speeds.append(page.evaluate("player.speed"))
    assert speeds == sorted(speeds, key=lambda x: float("inf") if x is None else x)
    until_true(lambda: page.evaluate("player.speed === Infinity"))
    until_equal(lambda: page.evaluate("player.rateText"), "full speed")
    until_equal(lambda: page.evaluate("player.at"), 0)


def test_a_film_that_grows_is_waited_for(stage):
    page = stage(3)
    page.evaluate("player.growing = true; player.speed = Infinity; player.play()")
    until(page, "player.at === 2")
    until_true(lambda: page.evaluate("player.playing"))
    page.evaluate("player.count = 500")
    until(page, "player.at === 499")
    page.evaluate("player.growing = false")
    until(page, "!player.playing")


def test_positions_that_are_gone_are_fetched_once_and_the_last_wish_is_shown(stage):
    page = stage(100, load=True)
    until(page, "seen.at(-1) === 0")
    page.evaluate("player.showPosition(40); player.showPosition(50); player.showPosition(60);")
    until(page, "seen.at(-1) === 60")
    until_equal(lambda: page.evaluate("[player.at, fetched]"), [60, [0, 40, 60]])
    until_true(lambda: page.evaluate("player.getAttribute('aria-busy')") is None)
    # This position never arrives. The page must not show the waiting sign forever.
    page.evaluate("player.showPosition(13)")
    until(page, "player.getAttribute('aria-busy') === null")
    until_equal(lambda: page.evaluate("[player.at, fetched]"), [60, [0, 40, 60, 13]])


def test_a_player_that_is_taken_away_stops(stage):
    page = stage(1000)
    page.evaluate("player.play(); player.remove()")
    until_true(lambda: not page.evaluate("player.playing"))


def test_who_wishes_less_motion_sees_fewer_pictures_in_the_same_time(stage):
    page = stage(100, reduced_motion="reduce")
    page.evaluate("player.speed = 100; seen.length = 0; player.play()")
    until(page, "!player.playing")
    until_equal(lambda: page.evaluate("[seen.length < 8, seen.at(-1)]"), [True, 99])
