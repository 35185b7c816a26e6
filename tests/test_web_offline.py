"""The page after the engine has stopped: the service worker answers with its copies."""

import pytest
from helpers import page as helping
from helpers.page import focus, progress, see, serving, tool, until_equal, until_true
from helpers.web import get

from fastqueens import queens

STATE = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state"


def wait_for_copies(page):
    """Wait until the service worker has made its copies."""
    for _ in range(600):
        if page.evaluate(STATE) == "activated":
            return
        page.wait_for_timeout(50)
    pytest.fail("the service worker was not installed")


def test_levels_and_play_work_while_the_engine_is_stopped(chromium):
    with serving() as (server, address):
        visitor = helping.Visitor(chromium, address)
        page = visitor.open("/", context=visitor.context(copies=True), failing=True)
        wait_for_copies(page)
        server.kill()
        server.wait()
        page.goto(f"{address}#/levels?n=7")
        page.reload()
        page.locator("a[href='#/play/7-002']").wait_for()
        visitor.go(page, "/play/7-002")
        (level,) = [x for x in queens.levels(7) if x.name == "7-002"]
        tool(page, "Hint")
        page.locator("#toast").get_by_text("The engine does not answer").wait_for()
        page.locator("#banner").get_by_text("The engine has stopped").wait_for()
        for row, column in enumerate(queens.solve(level.board).queens.tolist()):
            focus(page, row * 7 + column)
            page.keyboard.press("q")
        page.wait_for_selector(".card.won .time")
        until_true(lambda: progress(page)["7-002"]["best"] >= 0)
        page.reload()
        tool(page, "Next level")
        page.wait_for_url("**/play/7-003")
        see(page, "How to play")
        helping.shoot(page, "offline")
        visitor.close()


def test_another_version_of_a_file_is_never_hidden_by_a_copy(chromium):
    with serving() as (_, address):
        visitor = helping.Visitor(chromium, address)
        context = visitor.context(copies=True)
        page = visitor.open("/", context=context)
        wait_for_copies(page)
        old = page.evaluate("async () => (await fetch('/static/icon.svg')).text()")
        spoil = (
            "async () => { for (const name of await caches.keys())"
            " await (await caches.open(name)).put('/static/icon.svg', new Response('old')); }"
        )
        page.evaluate(spoil)
        page.reload()
        until_equal(
            lambda: page.evaluate("async () => (await fetch('/static/icon.svg')).text()"), old
        )
        visitor.close()


def test_the_worker_names_every_file_and_changes_with_them():
    reply = get("/service_worker.js")
    text = reply.body.decode()
    assert reply.headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in reply.headers["content-security-policy"]
    assert '"static/queens/play.js"' in text
    assert '"static/palette.json"' in text
    assert '"VERSION": "' in text
    assert get("/service_worker.js", **{"if-none-match": reply.headers["etag"]}).status == 304
    assert get("/static/manifest.json").json["start_url"] == "../"
