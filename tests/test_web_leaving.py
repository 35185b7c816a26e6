"""Searches of a real browser end when it stops them, closes the page or goes elsewhere."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from conftest import HOPELESS

from fastqueens.web.codec import encode

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
            while statuses[-1] == 200:  # it has not begun yet
                statuses.append(other.evaluate(STATUS))
            assert statuses[-1] == 429
            leave(page)
            while statuses[-1] == 429 and len(statuses) < 100:
                statuses.append(other.evaluate(STATUS))
            assert statuses[-1] == 200
            page.close()
