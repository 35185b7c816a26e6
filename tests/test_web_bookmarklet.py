"""Boards from the page of a game: the bookmarklet in a real browser, pasted HTML, and pages of
several boards."""

from __future__ import annotations

import base64
import io
import re
from urllib.parse import unquote

import numpy as np
import pytest
from conftest import THOROUGH, some
from helpers import page as helping
from helpers.game_page import SOURCES, STRICT, cells_of, game_page, game_site
from helpers.page import judge, shoot, until_equal, until_true
from helpers.web import answer
from PIL import Image

from fastqueens import queens
from fastqueens.web.url_codec import encode

BOARDS = {n: queens.generate(n, seed=n)[0].regions for n in (4, 7, 9, 12)}
# A region of the page of a game may consist of several pieces, and a large board has more colours
# than the page has names.
BOARDS |= {
    n: np.array([[(r + c // 3) % n for c in range(n)] for r in range(n)], np.uint8)
    for n in (20, 22)
}
NINE = BOARDS[9]
OTHER = queens.generate(9, seed=3)[0].regions
QUEENS, CROSSES = [(0, 3), (4, 8)], [(0, 0), (0, 1), (8, 8)]
REGIONS = "[...document.querySelector('fq-board')?.puzzle?.regions ?? []]"


def numbered(regions):
    """Return the regions as a list, numbered in order of first appearance."""
    seen = {}
    return [seen.setdefault(int(x), len(seen)) for x in np.asarray(regions).ravel()]


@pytest.fixture(scope="module")
def bookmark(chromium, site):
    """The address of the bookmark that the page offers."""
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{site}#/home?import")
        return page.locator("dialog a[href^='javascript:']").get_attribute("href")


@pytest.fixture
def game(chromium, bookmark, monkeypatch):
    """Returns a function that runs the bookmark in a page; it returns the tab that opens, or the
    text of the alert."""
    context = chromium.new_context()
    context.set_default_timeout(15000)

    def use(html, policy=None, pages=(), wait=""):
        with game_site({"/": html, **dict(pages)}, policy) as (address, requests):
            page = context.new_page()
            alerts = []
            page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.accept()))
            page.goto(address)
            if wait:
                page.frame_locator(wait).locator("[data-cell-idx]").first.wait_for(state="attached")
            asked = []
            page.on("request", lambda request: asked.append(request.url))
            before = len(context.pages)
            if policy is None:  # the browser decodes the address, as it does for a bookmark
                page.evaluate(
                    "href => Object.assign(document.createElement('a'), { href }).click()", bookmark
                )
            else:  # the policy of a page does not apply to bookmarks, nor to this call
                page.evaluate(unquote(bookmark.removeprefix("javascript:")))
            for _ in range(200):
                if alerts or len(context.pages) > before:
                    break
                page.wait_for_timeout(20)
            assert page.url == f"{address}/"  # the page of the game stays open
            assert asked == []
            assert all(path in ("/", "/favicon.ico", *dict(pages)) for path in requests)
            return alerts[0] if alerts else context.pages[-1]

    yield use
    context.close()


def opened(page):
    """Return the regions of the board in a tab of our page."""
    page.wait_for_url("**/play/*")
    page.wait_for_selector("[role=timer]")  # Play is shown
    for _ in range(200):
        found = page.evaluate(REGIONS)
        if found:
            return found
        page.wait_for_timeout(20)
    return pytest.fail("no board was opened")


def position(page):
    """Return the queens and the crosses on the board of 9 rows in Play."""
    cells = page.evaluate("[...document.querySelector('fq-board').content.cells]")
    return tuple([divmod(k, 9) for k, x in enumerate(cells) if x == value] for value in (2, 1))


# ---- The bookmarklet ---------------------------------------------------------------------------


def test_a_bookmark_is_short_and_has_the_address_of_the_page(bookmark, site):
    assert bookmark.startswith("javascript:void(")
    assert len(bookmark) < 2000
    assert f'"{site.rstrip("/")}"' in bookmark
    program = unquote(bookmark)
    for word in ("eval", "innerHTML", "Function", "fetch", "XMLHttpRequest", "write", "import"):
        assert word not in program


@pytest.mark.parametrize("n", some(BOARDS, 3))
def test_a_board_of_the_game_is_opened(game, n):
    page = game(game_page(cells_of(BOARDS[n], shuffled=n % 2 == 0)))
    until_equal(lambda: opened(page), numbered(BOARDS[n]))
    until_true(lambda: page.evaluate("opener") is None)


@pytest.mark.parametrize("source", SOURCES)
def test_one_source_of_regions_is_enough(game, source):
    page = game(game_page(cells_of(NINE, sources=[source])))
    until_equal(lambda: opened(page), numbered(NINE))


def test_queens_and_crosses_of_the_game_are_opened(game):
    page = game(game_page(cells_of(NINE, QUEENS, CROSSES)))
    until_equal(lambda: opened(page), numbered(NINE))
    until_equal(lambda: position(page), (QUEENS, CROSSES))


def test_a_solution_is_left_for_the_player_to_find(game):
    solution = list(enumerate(queens.solve(NINE).queens.tolist()))
    page = game(game_page(cells_of(NINE, solution)))
    until_equal(lambda: opened(page), numbered(NINE))
    until_equal(lambda: position(page), ([], []))


def test_a_page_with_a_strict_policy_is_read(game):
    page = game(game_page(cells_of(NINE, QUEENS)), STRICT)
    until_equal(lambda: opened(page), numbered(NINE))


def test_a_board_in_a_frame_is_read(game):
    frame = '<iframe src="/frame"></iframe>'
    inner = ("/frame", game_page(cells_of(NINE)))
    page = game(game_page(around=frame), pages=[inner], wait="iframe")
    until_equal(lambda: opened(page), numbered(NINE))


def test_the_largest_board_of_a_page_is_opened(game):
    page = game(game_page(cells_of(BOARDS[4]), cells_of(NINE), cells_of(BOARDS[7])))
    until_equal(lambda: opened(page), numbered(NINE))


@pytest.mark.parametrize(
    "html",
    [
        game_page(),
        game_page(cells_of(NINE).replace('idx="0"', 'idx="81"')),
        game_page(cells_of(NINE).replace('idx="80"', 'idx="x"')),
        game_page(cells_of([[0, 1, 2]] * 3)),
        game_page('<i data-cell-idx="4000000000"></i>' * 16),
        game_page(around='<iframe src="data:text/html,<i data-cell-idx=0></i>"></iframe>'),
    ],
    ids=["empty", "gap", "not a number", "small", "large number", "frame of another site"],
)
def test_a_page_without_a_board_is_said(game, html):
    assert game(html) == ("fastqueens found no board in this page. Start the game, then try again.")


@pytest.mark.parametrize(
    "html",
    [
        game_page(cells_of(np.where(NINE == 8, 0, NINE))),
        game_page(cells_of(NINE, sources=[])),
        game_page(cells_of(NINE, sources=["class"]).replace("cell-color-3 ", "", 1)),
    ],
    ids=["two regions alike", "no colours", "a cell without a colour"],
)  # fmt: skip
def test_unclear_regions_are_refused(game, html):
    assert "cannot read the colours" in game(html)


def test_sources_that_disagree_are_refused(game):
    label = re.compile("of color [^,]*")
    mixed = [
        label.sub(label.search(other)[0], one)
        for one, other in zip(
            cells_of(NINE).splitlines(), cells_of(OTHER).splitlines(), strict=True
        )
    ]  # fmt: skip
    assert "cannot read the colours" in game(game_page("".join(mixed)))


def test_other_sites_are_still_refused(chromium, site):
    with game_site({"/": game_page(cells_of(NINE))}) as (address, _), chromium.new_context() as own:
        page = own.new_page()
        page.goto(address)
        told = page.evaluate(
            """async (site) => {
              const results = [];
              for (const [method, path] of [["GET", "api/info"], ["POST", "api/parse"]])
                results.push(await fetch(site + path, { method })
                  .then(() => "read", () => "refused"));
              return results;
            }""",
            site,
        )
        assert told == ["refused", "refused"]


# ---- The dialog Import -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "look", [{}, {"narrow": True, "has_touch": True}, {"color_scheme": "dark"}]
)
def test_import_offers_the_bookmark(visitor, look):
    page = visitor.open("/home?import", **look)
    page.wait_for_selector("dialog details[open]")
    assert page.url.endswith("#/")
    until_true(lambda: page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0)
    until_equal(
        lambda: page.evaluate(
            "(x => x.scrollWidth - x.clientWidth)(document.querySelector('dialog'))"
        ),
        0,
    )
    link = page.get_by_role("link", name="Open in fastqueens")
    for click in ({}, {"button": "middle"}, {"modifiers": ["Control"]}):
        link.click(**click)
        page.wait_for_selector("dialog details p:has-text('drag it to the bookmarks bar')")
    assert len(page.context.pages) == 1
    if THOROUGH or "color_scheme" in look:
        judge(page, "import")
    shoot(page, f"import-game-{'-'.join(look) or 'light'}")


def test_import_is_used_by_keyboard(visitor):
    page = visitor.open("/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Import").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    until_equal(lambda: page.locator("dialog details[open]").count(), 0)
    for _ in range(3):
        page.keyboard.press("Tab")
    until_equal(lambda: page.evaluate("document.activeElement.tagName"), "SUMMARY")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    until_equal(lambda: page.evaluate("document.activeElement.textContent"), "Open in fastqueens")
    page.keyboard.press("Enter")
    status = page.locator("dialog details [role=status]")
    until_true(lambda: status.text_content().startswith("This link works in the page of a game"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog details p:has-text('as its address')")
    copied = page.evaluate("navigator.clipboard.readText()")
    until_true(lambda: copied == page.locator("dialog a.button").get_attribute("href"))
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    until_true(lambda: page.evaluate("document.activeElement.textContent").startswith("Import"))


def test_the_bookmark_can_be_dropped_on_our_own_page(visitor, bookmark):
    page = visitor.open("/home?import")
    target = page.locator("main")
    page.wait_for_selector("dialog details[open]")
    data = page.evaluate_handle(
        "text => { const x = new DataTransfer(); x.setData('text/plain', text); return x; }",
        bookmark,
    )
    target.dispatch_event("drop", {"dataTransfer": data})
    page.wait_for_selector("#toast.on:has-text('drag it to the bookmarks bar')")
    until_equal(lambda: page.locator("dialog").count(), 1)


def test_the_address_of_import_works_again(visitor):
    page = visitor.open("/levels?n=7")
    for _ in range(2):
        page.evaluate("location.hash = '#/home?import'")
        page.wait_for_selector("dialog details[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


# ---- Pasted HTML -------------------------------------------------------------------------------


@pytest.mark.parametrize("n", BOARDS)
@pytest.mark.parametrize("sources", [SOURCES, ["class"], ["label"], ["class", "label"]])
def test_the_html_of_the_game_is_read(n, sources):
    cells = cells_of(BOARDS[n], sources=sources, shuffled=n % 2 == 1)
    for text in (game_page(cells), f'<section class="grid">{cells}</section>', cells):
        (found,) = answer("/api/parse", {"text": text})["boards"]
        assert found["code"] == encode(np.array(numbered(BOARDS[n]), np.uint8).reshape(n, n))


def test_the_html_of_the_game_is_pasted(visitor):
    page = visitor.open("/home?import")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    trap = "<img src='http://127.0.0.1:1/x.png' onerror='window.ran = 1'>"
    trap += "<script>window.ran = 1</script>"
    html = game_page(cells_of(NINE, QUEENS, CROSSES), around=trap)
    page.locator("dialog textarea").fill(html)
    page.get_by_role("button", name="Open", exact=True).click()
    until_equal(lambda: opened(page), numbered(NINE))
    until_equal(lambda: position(page), (QUEENS, CROSSES))
    until_true(lambda: page.evaluate("window.ran") is None)
    assert all(url.startswith(visitor.address) for url in requests)
    helping.paste(page, game_page(cells_of(OTHER)))  # anywhere on the page
    page.wait_for_url(f"**/play/{encode(OTHER)}")


# ---- Pictures of several boards ----------------------------------------------------------------


def picture_of(boards, cell=24):
    """Return a page with boards, two in a row, as a PNG."""
    page = Image.new("RGB", (700, 60 + 320 * -(-len(boards) // 2)), "white")
    for k, board in enumerate(boards):
        image = Image.open(io.BytesIO(board.to_png(cell=cell))).convert("RGB")
        page.paste(image, (40 + k % 2 * 330, 40 + k // 2 * 320))
    written = io.BytesIO()
    page.save(written, "PNG")
    return written.getvalue()


def test_parse_returns_all_boards_of_a_picture():
    boards = [level.board for level in queens.levels(8)[:4]]
    image = base64.b64encode(picture_of(boards)).decode()
    told = answer("/api/parse", {"image": image})
    assert [x["code"] for x in told["boards"]] == [encode(x.regions) for x in boards]
    assert [(x["problem"], x["doubtful"]) for x in told["boards"]] == [(None, [])] * 4
    assert all("note" in x for x in told["boards"])


def test_one_board_of_a_picture_is_chosen(visitor, tmp_path):
    boards = [level.board for level in queens.levels(8)[:2]]
    (tmp_path / "page.png").write_bytes(picture_of(boards))
    page = visitor.open("/home?import", narrow=True)
    page.locator("dialog input[type=file]").set_input_files(tmp_path / "page.png")
    page.wait_for_selector("dialog .tile svg")
    until_equal(lambda: page.locator("dialog h2").text_content(), "2 boards found")
    until_true(lambda: [x.strip() for x in page.locator("dialog .tile .line").all_inner_texts()])
    judge(page, "several boards")
    shoot(page, "import-several")
    page.locator("dialog .tile").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/play/{encode(boards[1].regions)}")


def test_remarks_on_boards_are_shown(visitor):
    page = visitor.open("/")
    codes = [encode(queens.levels(7)[k].board.regions) for k in range(3)]
    shared = {"n": 7, "stars": 1, "problem": None, "note": None, "doubtful": []}
    answer = {
        "boards": [
            shared | {"code": codes[0], "note": "it has several solutions"},
            shared | {"code": codes[1], "problem": "lines are unclear", "doubtful": [[0, 2]]},
            shared | {"code": codes[2]},
        ],
        "refused": [{"number": 2, "error": "found nothing", "line": None, "column": None}],
        "more": 0,
        "state": None,
    }
    page.route("**/api/parse", lambda route: route.fulfill(json=answer))
    helping.paste(page, "anything")
    page.wait_for_selector("dialog .tile svg")
    texts = page.locator("dialog .tile").all_inner_texts()
    assert [x.split()[0] for x in texts] == ["1", "3", "4"]  # the second board was refused
    assert "It has several solutions" in texts[0]
    assert "Lines are unclear" in texts[1]
    shoot(page, "import-remarks")
    page.locator("dialog .tile").nth(1).click()
    page.wait_for_url(f"**/draw/{codes[1]}?doubt=2")
    page.wait_for_selector("#toast.on:has-text('Lines are unclear')")
