"""The server and a real browser: searches end with their page, and other sites get nothing."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from conftest import HOPELESS
from helpers.page import until_equal, until_true

from fastqueens.web.url_codec import encode

BEGIN = """
(asked) => {
  window.stop = new AbortController();
  fetch("/api/solve", {method: "POST", body: JSON.stringify(asked), signal: stop.signal,
    headers: {"Content-Type": "application/json"}}).catch(() => {});
}
"""
STATUS = """
async () => (await fetch("/api/solve", {method: "POST", body: '{"board": "1x1.A"}',
  headers: {"Content-Type": "application/json"}})).status
"""
WAYS = {
    "stopped": lambda page: page.evaluate("stop.abort()"),
    "closed": lambda page: page.close(),
    "elsewhere": lambda page: page.goto("about:blank"),
    "again": lambda page: page.reload(),
}


@pytest.fixture(scope="module")
def narrow(chromium):
    """The address of a server with a place for one search."""
    command = [sys.executable, "-m", "fastqueens", "web", "--no-browser", "--port", "0"]
    with subprocess.Popen([*command, "--searches", "1"], stdout=subprocess.PIPE) as server:
        try:
            yield server.stdout.readline().decode().split()[3]
        finally:
            server.kill()


def test_a_search_ends_with_its_page_and_gives_its_place_to_the_next(chromium, narrow):
    with chromium.new_context() as context:
        other = context.new_page()
        other.goto(narrow)
        for leave in WAYS.values():
            page = context.new_page()
            page.goto(narrow)
            page.evaluate(BEGIN, {"board": encode(np.asarray(HOPELESS))})
            statuses = [other.evaluate(STATUS)]
            while statuses[-1] == 200:  # the search has not begun yet
                statuses.append(other.evaluate(STATUS))
            assert statuses[-1] == 429
            leave(page)
            while statuses[-1] == 429 and len(statuses) < 100:
                statuses.append(other.evaluate(STATUS))
            assert statuses[-1] == 200
            page.close()


TRY = """
async ([base, tries]) => {
  const found = [];
  for (const [path, options] of tries) {
    try {
      found.push((await fetch(base + path, options)).type);
    } catch { found.push("refused"); }
  }
  return found;
}
"""
PLAIN = {"method": "POST", "mode": "no-cors", "body": '{"board": "1x1.A"}'}
JSON = {"method": "POST", "body": PLAIN["body"], "headers": {"Content-Type": "application/json"}}


def test_another_site_gets_nothing(chromium, narrow):
    base = narrow.rstrip("/")
    with chromium.new_context() as context:
        evil = {"body": f"<iframe src='{narrow}'></iframe>", "content_type": "text/html"}
        context.route("http://evil.test/**", lambda route: route.fulfill(**evil))
        page, statuses = context.new_page(), []
        page.on("response", lambda reply: statuses.append((reply.url, reply.status)))
        page.goto("http://evil.test/")
        tries = [
            ["/api/info", {}],
            ["/api/hint", JSON],
            ["/static/board/game.js", {"mode": "no-cors"}],
        ]
        until_equal(lambda: page.evaluate(TRY, [base, tries]), ["refused"] * 3)
        hidden = [["/api/info", {"mode": "no-cors"}], ["/api/hint", PLAIN]]
        until_true(lambda: set(page.evaluate(TRY, [base, hidden])) <= {"opaque", "refused"})
        answered = [url for url, status in statuses if "/api/" in url and status < 400]
        assert answered == []
        until_true(lambda: not any(frame.locator("main").count() for frame in page.frames))


def test_the_page_runs_no_script_that_is_not_its_own(chromium, narrow):
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(narrow)
        told = page.evaluate(
            """() => {
              try {
                document.body.innerHTML = "<img src=x onerror='window.ran = 1'>";
                return "written";
              } catch (error) { return error.name; }
            }"""
        )
        assert told == "TypeError"
        page.evaluate(
            """() => {
              const script = document.createElement("script");
              script.append("window.ran = 1");
              document.body.append(script);
            }"""
        )
        until_true(lambda: page.evaluate("window.ran") is None)
