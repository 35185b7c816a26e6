"""The web page in a real browser: the system's Chromium, with the server in its own process, or
without a server: then files are served, and the engine runs in the browser.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from helpers.http_server import QuietFiles, answering

WEB = Path(__file__).resolve().parents[1] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
# The browser's own console message for a failed request, which some tests expect.
_FAILED = "Failed to load resource"
FOUR = "4x1.ABBBAABCDCCCDDDC"  # one solution: c1 a2 d3 b4
BOARD = "document.querySelector('fq-board')"


def chromium():
    """Return a running Chromium, or skip the test with a reason."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install playwright"
    )
    names = (
        "chromium-headless-shell",  # needs half the time for a page
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    )
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no Chromium is installed: apt-get install chromium-headless-shell")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def serving(port=0):
    """Start a server; return (process, address)."""
    command = [sys.executable, "-m", "fastqueens", "web", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ}) as server:
        try:
            said = server.stdout.readline()
            yield server, re.search(r"http://\S+?/", said)[0]
        finally:
            server.kill()


@contextmanager
def published(folder):
    """Serve the files of a folder under an address with a path; return the address."""

    class Files(QuietFiles):
        def translate_path(self, path):
            return super().translate_path(path.removeprefix("/games/fast"))

    with answering(partial(Files, directory=str(folder))) as port:
        yield f"http://localhost:{port}/games/fast/"


# For a test of the page: also run it on the page without a server.
both_ways = pytest.mark.parametrize("visitor", ["server", "files"], indirect=True)


def browser_set():
    """Return the folder of FASTQUEENS_WASM, which `tools/wasm.py --set` makes, or skip the test."""
    folder = os.environ.get("FASTQUEENS_WASM")
    if not folder:
        pytest.skip("FASTQUEENS_WASM names no folder: python tools/wasm.py FOLDER --set makes it")
    return Path(folder)


def paste(page, text):
    """Paste a text into a page, as a user does."""
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(paste);
        }""",
        text,
    )


class Visitor:
    """Pages of one browser with separate storage, and the messages on their consoles."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.messages, self.contexts = [], []

    def context(self, *, copies=False, **options):
        """Return new storage; only with `copies` does a service worker copy the page into it."""
        width = 360 if options.pop("narrow", False) else 1200
        options = {"viewport": {"width": width, "height": 800}, **options}
        context = self.browser.new_context(**options)
        context.set_default_timeout(15000)
        if not copies:
            context.add_init_script("Object.defineProperty(navigator, 'serviceWorker', {})")
        self.contexts.append(context)
        return context

    def open(self, where="/", *, context=None, failing=False, **options):
        """Open a screen in a new page; with `failing`, console messages on requests are allowed."""
        page = (context or self.context(**options)).new_page()
        self.listen(page, where, failing)
        page.goto(f"{self.address}#{where}")
        self.ready(page)
        return page

    def listen(self, page, where, failing):
        """Keep the messages of a page; return the listeners, by event."""

        def heard(message):
            if not (failing and message.text.startswith(_FAILED)):
                self.messages.append(f"{where}: {message.type}: {message.text}")

        listeners = {
            "pageerror": lambda error: self.messages.append(f"{where}: {error}"),
            "console": heard,
        }
        for event, listener in listeners.items():
            page.on(event, listener)
        return listeners

    def go(self, page, where):
        """Open another screen in the same page."""
        mark = "() => document.querySelector('main').firstElementChild.setAttribute('data-old', '')"
        page.evaluate(mark)
        page.evaluate("where => { location.hash = where; }", where)
        page.wait_for_selector("main > :first-child:not([data-old]):not(.skeleton)")
        self.ready(page)

    @staticmethod
    def ready(page):
        page.wait_for_selector("main h1", state="attached")

    def close(self):
        for context in self.contexts:
            context.close()
        assert self.messages == []


class Guest(Visitor):
    """A visitor for one test, who opens screens in the pages of earlier tests.

    A new page takes a second, another screen a tenth of it. The storage is empty, as in a new page.
    A page of `context` is new, and so is a second page with the same options.
    """

    def __init__(self, browser, address, kept):
        super().__init__(browser, address)
        self.kept, self.used = kept, {}

    def open(self, where="/", *, context=None, failing=False, **options):
        key = repr(sorted(options.items()))
        if context or options.get("copies") or key in self.used:
            return super().open(where, context=context, failing=failing, **options)
        page = self.kept.pop(key, None)
        if page is None:
            page = self.context(**options).new_page()
            self.contexts.remove(page.context)
            page.goto(f"{self.address}#/about")
            self.ready(page)
        self.used[key] = page, page.viewport_size, self.listen(page, where, failing)
        if page.url == f"{self.address}#{where}":
            self.rest(page)
        self.go(page, where)
        return page

    def rest(self, page):
        """Show another screen, which ends the searches of this one."""
        self.go(page, "/labs" if page.url.endswith("#/about") else "/about")

    def leave(self, passed):
        """Keep the pages for the next test, without what this test left there."""
        for key, (page, size, listeners) in self.used.items():
            if not passed or page.is_closed() or not page.url.startswith(self.address):
                page.context.close()
                continue
            page.unroute_all()
            for other in page.context.pages:
                if other != page:
                    other.close()
            self.rest(page)
            page.evaluate(
                "() => { localStorage.clear(); document.querySelector('#toast').className = '';"
                " dispatchEvent(new StorageEvent('storage', { key: 'fq1.settings' })); }"
            )
            page.context.clear_permissions()
            page.mouse.move(0, 0)
            if page.viewport_size != size:
                page.set_viewport_size(size)
            for event, listener in listeners.items():
                page.remove_listener(event, listener)
            self.kept[key] = page
        self.close()


class StaticPage:
    """A page with its own engine, open during many tests, and its console messages."""

    def __init__(self, browser, address):
        self.messages = []
        self.context = browser.new_context(viewport={"width": 1200, "height": 800})
        self.context.set_default_timeout(90000)  # a new worker may have to start
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("console", lambda x: self.messages.append(f"{x.type}: {x.text}"))
        self.page.goto(f"{address}#/queens/4")
        self.page.locator("main").get_by_text("2 completions").first.wait_for(timeout=300_000)

    def close(self):
        self.context.close()


class StaticVisitor(Visitor):
    """Opens screens in the page of a `StaticPage`, as in a new one."""

    def __init__(self, opened):
        opened.messages.clear()
        self.page, self.messages, self.contexts = opened.page, opened.messages, []

    def open(self, where="/", *, failing=False):
        """Open a screen; the settings of an earlier test are still in use."""
        self.page.evaluate("localStorage.clear()")
        self.go(self.page, "/about")
        self.go(self.page, where)
        return self.page


def shoot(page, name):
    """Save a picture of a screen in the folder FASTQUEENS_SCREENS, if it is set."""
    folder = os.environ.get("FASTQUEENS_SCREENS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


def judge(page, name, inside="html"):
    """Check with axe that an element breaks no accessibility rule."""
    if not AXE.exists():
        return
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    found = page.evaluate(
        "async (inside) =>"
        " (await axe.run(inside, { resultTypes: ['violations'] })).violations"
        ".map((x) => [x.id, x.nodes.map((node) => node.html + ' ' + node.failureSummary)])",
        inside,
    )
    assert [name, *found] == [name]


def see(page, text):
    """Wait for a visible text; texts for screen readers lie outside the screen."""
    page.locator("main").get_by_text(text).first.wait_for()


def until(page, expression):
    """Wait until an expression is true; `wait_for_function` needs eval, which the page forbids."""
    for _ in range(300):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(30)
    pytest.fail(f"never came: {expression}")


def focus(page, cell=0):
    page.evaluate(f"cell => {BOARD}.focusCell(cell)", cell)


def tool(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def progress(page):
    return page.evaluate("JSON.parse(localStorage.getItem('fq1.progress') ?? '{}')")


def at(page, cell):
    """Return the window coordinates of the middle of a cell."""
    return page.evaluate(
        f"cell => {{ const b = {BOARD}, box = b.cellElements[cell].getBoundingClientRect();"
        " return [box.left + box.width / 2, box.top + box.height / 2]; }",
        cell,
    )


def until_true(check):
    """Wait until a function returns a true value: the page may draw after it has heard a key."""
    for _ in range(300):
        if check():
            return
        time.sleep(0.03)
    assert check()


def until_equal(read, expected):
    """Wait until a function returns an expected value."""
    for _ in range(300):
        if read() == expected:
            return
        time.sleep(0.03)
    assert read() == expected
