"""The page in windows of every size: boards that fill them, zoom, targets, and presentations."""

from __future__ import annotations

import pytest
from helpers.page import judge, shoot, until, until_equal, until_true

BOARDS = {
    "play": ("/play/8-017", "fq-board"),
    "draw": ("/draw/8x1", "fq-board"),
    "watch": ("/watch/8-017?m=mac", "fq-board"),
    "slide": ("/slide/4x4.31240578a6bc9def", ".tray"),
    "queens": ("/queens/8", ".chess"),
}
PACKING = {"pack": ("/pack", ".plate"), "pyramid": ("/pack/iq-pyramid", ".heap")}
WINDOWS = {
    "desk": (1280, 800, 1),
    "125": (1024, 640, 1.25),
    "150": (853, 533, 1.5),
    "200": (640, 400, 2),
    "400": (320, 200, 4),
}
PRESENTED = {
    "play": ("/play/8-017", "document.querySelector('.hint:not(.idle)')"),
    "watch": ("/watch/8-017?m=mac", "document.querySelector('fq-player').at === 2"),
    "slide": ("/slide/4x4.31240578a6bc9def?m=ida", None),
    "queens": ("/queens/6", "document.querySelector('fq-player').count > 1"),
    "pack": ("/pack/iq-pyramid", "document.querySelector('fq-player')?.count > 1"),
    "cover": ("/cover", "document.querySelector('.cover-steps fq-player')?.count > 1"),
    "race": ("/race/8-017?m=mac&m=bitboard", None),
}
BOX = "x => x.getBoundingClientRect().toJSON()"


def window(visitor, where, width, height, scale=1, **options):
    size = {"viewport": {"width": width, "height": height}, "device_scale_factor": scale}
    return visitor.open(where, **size, **options)


def box_of(page, selector):
    page.wait_for_selector(f"main {selector}")
    return page.locator(f"main {selector}").first.evaluate(BOX)


@pytest.mark.parametrize("name", BOARDS | PACKING)
def test_zooming_the_page_never_makes_a_board_smaller(visitor, name):
    where, selector = (BOARDS | PACKING)[name]
    sizes = []
    for width, height, scale in WINDOWS.values():
        page = window(visitor, where, width, height, scale)
        sizes.append(box_of(page, selector)["width"] * scale)
        if scale <= 2:
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert min(sizes) >= 0.99 * sizes[0], sizes


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_fills_large_and_small_windows(visitor, name):
    where, selector = BOARDS[name]
    large = box_of(window(visitor, where, 3840, 2160), selector)
    assert large["width"] >= 0.88 * 2160
    upright = box_of(window(visitor, where, 390, 844, has_touch=True), selector)
    assert upright["width"] >= 0.9 * 390


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (740, 360)])
@pytest.mark.parametrize("name", BOARDS)
def test_a_phone_on_its_side_shows_the_whole_board(visitor, name, size):
    where, selector = BOARDS[name]
    page = window(visitor, where, *size, has_touch=True)
    box = box_of(page, selector)
    assert box["height"] >= 0.85 * size[1]
    assert box["top"] >= 0
    assert box["bottom"] <= size[1]
    assert box["right"] <= size[0]
    shoot(page, f"{name}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("where", ["/", "/levels", "/make", "/labs", "/cover", "/about"])
def test_text_and_targets_of_a_large_window_are_larger(visitor, where):
    page = window(visitor, where, 3840, 2160)
    page.wait_for_selector("main h1")
    assert page.locator("main").evaluate(BOX)["width"] >= 0.44 * 3840
    assert page.locator("#bar .bare:visible").first.evaluate(BOX)["height"] >= 60


def test_a_large_window_has_large_layers_pieces_and_trees(visitor):
    page = window(visitor, "/pack/iq-pyramid", 3840, 2160)
    assert box_of(page, ".layers .plate")["width"] >= 0.2 * 2160
    assert box_of(page, ".piece svg")["width"] >= 3 * 40
    sizes = []
    for size in ((1280, 800), (3840, 2160)):
        where = "/watch/8-017?m=backtracking&lesson=code.tree&at=60"
        sizes.append(box_of(window(visitor, where, *size), ".lesson .tree")["width"])
    assert sizes[1] >= 1.4 * sizes[0]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (3840, 2160)])
def test_the_clock_of_a_race_is_in_sight(visitor, size):
    page = window(visitor, "/race/8-017?m=mac&m=bitboard", *size)
    # The page may still be laid out between two readings.
    until_true(
        lambda: (
            box_of(page, ".wide-player")["bottom"] < box_of(page, ".track h2")["top"]
            and box_of(page, ".track h2")["bottom"] < 0.75 * size[1]
        )
    )


def test_the_size_of_the_board_can_be_read_on_a_phone_on_its_side(visitor):
    for where in ("/watch/8-017?m=mac", "/race/8-017?m=mac&m=bitboard"):
        page = window(visitor, where, 844, 390, has_touch=True)
        assert box_of(page, ".where select")["width"] >= 70


def test_a_zoomed_board_has_a_way_back(visitor):
    page = visitor.open("/play/8-017")
    button = page.get_by_role("button", name="Reset zoom")
    until_true(lambda: not button.is_visible())
    page.evaluate("document.querySelector('fq-board').zoom(2.5)")
    button.click()
    until_equal(lambda: page.evaluate("document.querySelector('fq-board').scale"), 1)
    until_true(lambda: not button.is_visible())


@pytest.mark.parametrize("width", [320, 360, 390, 460, 600, 1200])
def test_every_target_of_the_header_has_44_pixels(visitor, width):
    page = window(visitor, "/play/8-017", width, 800, has_touch=True)
    boxes = page.locator("#bar a, #bar button").evaluate_all(
        "all => all.map(x => [x.textContent, x.getBoundingClientRect().toJSON()])"
    )
    assert len(boxes) == 9
    for name, box in boxes:
        assert min(box["width"], box["height"]) >= 44, name
        assert 0 <= box["left"] <= box["right"] <= width, name


def test_the_low_header_has_targets_of_44_pixels(visitor):
    page = window(visitor, "/play/8-017", 740, 360, has_touch=True)
    sizes = page.locator("#bar a, #bar button").evaluate_all(
        "all => all.map(x => Math.min(x.offsetWidth, x.offsetHeight))"
    )
    assert min(sizes) >= 44


@pytest.mark.parametrize("name", PRESENTED)
def test_a_screen_is_presented_by_the_keys_of_a_remote_control(visitor, name):
    where, moved = PRESENTED[name]
    page = visitor.open(where)
    page.get_by_role("button", name="Present").click()
    page.wait_for_selector(".present-strip")
    until_true(lambda: not page.locator("#bar").is_visible())
    until_true(
        lambda: (
            page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 20
        )
    )
    if name == "watch":
        until(page, "document.querySelector('fq-player').count > 3")
        page.evaluate("document.querySelector('fq-player').jumpTo(0)")
    page.keyboard.press("PageDown")
    if name == "watch":
        page.keyboard.press("ArrowRight")
    if moved:
        until(page, moved)
    if name == "cover":  # The matrix is in sight, and the text is not.
        page.keyboard.press("PageDown")
        until(page, "document.querySelector('fq-player').at === 1")
        box = box_of(page, ".matrix")
        assert 0 <= box["top"] < box["bottom"] <= page.viewport_size["height"]
        assert not page.locator("#cover-text").is_visible()
    page.keyboard.press("PageUp")
    shoot(page, f"present-{name}")
    page.wait_for_timeout(500)
    judge(page, name)
    # Where the browser is in full screen, it takes the first Escape itself.
    page.keyboard.press("Escape")
    page.wait_for_selector(".present-strip", state="detached")
    until_true(lambda: page.locator("#bar").is_visible())
    until_equal(lambda: page.evaluate("document.activeElement.title"), "Present")


def test_a_presentation_works_without_full_screen(visitor):
    context = visitor.context()
    context.add_init_script("Element.prototype.requestFullscreen = undefined;")
    page = visitor.open("/play/8-017", context=context)
    page.get_by_role("button", name="Present").click()
    page.wait_for_selector(".present-strip")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(150)
    until(page, "document.querySelector('fq-board').content.cells.includes(2)")
    page.keyboard.press("ArrowLeft")
    until(page, "!document.querySelector('fq-board').content.cells.includes(2)")
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector(".present-strip", state="detached")


def test_only_screens_with_something_to_show_are_presented(visitor):
    page = visitor.open("/levels")
    until_true(lambda: not page.get_by_role("button", name="Present").is_visible())


def test_forced_colours_show_the_marks_of_tiles_in_place(visitor):
    page = visitor.open("/slide/4x4.31240578a6bc9def", forced_colors="active")
    page.wait_for_selector(".slab.home")
    marks = page.evaluate(
        "[...document.querySelectorAll('.slab')].map((x) =>"
        " [x.classList.contains('home'), getComputedStyle(x, '::after').backgroundColor,"
        "  getComputedStyle(x).backgroundColor])"
    )
    home = [mark != ground for is_home, mark, ground in marks if is_home]
    assert home
    assert all(home)
