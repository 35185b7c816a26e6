"""Check the budgets of the page in a browser: bytes loaded, time to display, reaction times.

    python bench/web_budget.py            # measured value, budget and share, one line each
    python bench/web_budget.py --check    # fails above a size budget, or three times a time budget
    python bench/web_budget.py --check sizes    # checks sizes only, as CI does

Sizes are the bytes sent to a browser: without comments and compressed by the server; the sizes of
the files are shown too. It needs the Chromium of the distribution (or FASTQUEENS_CHROMIUM=path) and
`pip install '.[web]' playwright`. Times are medians and depend on other load of the machine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import fastqueens.web
from fastqueens import queens
from fastqueens.web import serve
from fastqueens.web import url_codec as codec
from fastqueens.web.static_files import visited_files

PACKED = 1.01  # tolerance, because zlib versions compress differently
SLACK = 3
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "chromium-headless-shell")
STATIC = Path(fastqueens.web.__file__).parent / "static"
# Unsolvable, and the search never ends; see tests/conftest.py.
HOPELESS = codec.encode(
    queens.Board.from_array(
        [[(r + c) % 10 if r < 9 else 10 + (r + c) % 20 for c in range(30)] for r in range(30)]
    ).regions
)
LEVEL = "8-017"
LARGE = codec.encode(queens.generate(64, seed=1)[0].regions)
# The page measures the time from navigation until the board has cells.
WATCH = """
window.usable = new Promise((done) => {
  const look = () => document.querySelectorAll("fq-board [role=gridcell]").length
    || [...document.querySelectorAll("fq-board")].some((x) =>
      x.shadowRoot?.querySelector("[role=gridcell]"))
    ? done(performance.now()) : requestAnimationFrame(look);
  requestAnimationFrame(look);
});
"""
CELLS = """
(() => {
  const host = document.querySelector("fq-board");
  const at = host.shadowRoot ?? host;
  return [...at.querySelectorAll("[role=gridcell]")];
})()
"""
# Press space on each of the first cells; measure the handler and the time to the next frame.
KEYS = f"""
async () => {{
  const cells = {CELLS}, took = [], shown = [];
  for (let k = 0; k < 60; k++) {{
    const cell = cells[(7 * k) % cells.length];
    cell.focus();
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    const key = {{key: " ", code: "Space", bubbles: true, composed: true, cancelable: true}};
    cell.dispatchEvent(new KeyboardEvent("keydown", key));
    took.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
    shown.push(performance.now() - start);
  }}
  return [took, shown];
}}
"""
FRAMES = """
async () => {
  const player = document.querySelector("fq-player"), took = [];
  while (player.count < 500) await new Promise(requestAnimationFrame);
  player.pause(false);
  for (let k = 300; k < 400; k++) {
    const start = performance.now();
    player.showPosition(k);
    took.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return took;
}
"""
ASK = """
async ([path, body, times]) => {
  const took = [];
  for (let k = 0; k < times; k++) {
    const start = performance.now();
    await (await fetch(path, {method: "POST", body: JSON.stringify(body),
      headers: {"Content-Type": "application/json"}})).json();
    took.push(performance.now() - start);
  }
  return took;
}
"""
BEGIN = """
([path, body]) => {
  window.going = new AbortController();
  fetch(path, {method: "POST", body: JSON.stringify(body), signal: window.going.signal,
    headers: {"Content-Type": "application/json"}}).then((x) => x.text()).catch(() => {});
}
"""


def chromium() -> str | None:
    """Return the path of Chromium, or None."""
    given = os.environ.get("FASTQUEENS_CHROMIUM")
    return given or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def served() -> Iterator[str]:
    """Serve the page in a thread of this process, so that running searches can be counted."""
    said: list[str] = []
    ready = threading.Event()

    def hear(line: str) -> None:
        said.append(line)
        ready.set()

    run = {"open_browser": False, "report": hear}
    threading.Thread(target=serve, args=(0,), kwargs=run, daemon=True).start()
    if not ready.wait(60):
        raise SystemExit("the server did not start")
    yield next(word for word in said[0].split() if word.startswith("http"))


def weight(base: str, path: str) -> tuple[int, int]:
    """Return the bytes of a file as sent to a browser, and as stored."""
    with urlopen(Request(base + path, headers={"Accept-Encoding": "gzip"})) as reply:
        sent = len(reply.read())
    file = STATIC / (path.removeprefix("static/") or "index.html")  # a joined script has none
    return sent, file.stat().st_size if file.is_file() else sent


def searching() -> int:
    return sum(thread.name == "fastqueens search" for thread in threading.enumerate())


def wait_for(wanted: int, start: float) -> float:
    """Wait until this many searches run; return the milliseconds since the start."""
    while searching() != wanted:
        if time.perf_counter() - start > 30:
            raise SystemExit(f"{searching()} searches run, expected {wanted}")
        time.sleep(0.001)
    return (time.perf_counter() - start) * 1e3


class Meter:
    """A browser on the page, and the measured values."""

    def __init__(self, browser: Any, base: str, rounds: int) -> None:
        self.browser, self.base, self.rounds = browser, base, rounds
        self.rows: list[tuple[str, float, float, str, str]] = []

    def add(self, what: str, measured: float, budget: float, unit: str, note: str = "") -> None:
        self.rows.append((what, measured, budget, unit, note))

    def weigh(self, what: str, paths: set[str], budget: float) -> None:
        """Add the total size of some files."""
        weights = {path: weight(self.base, path) for path in paths}
        sent, plain = (sum(x) for x in zip(*weights.values(), strict=True))
        largest = ", ".join(sorted(paths, key=lambda x: -weights[x][0])[:5])
        note = f"{plain / 1e3:.1f} kB on the disk, {len(paths)} files, the largest {largest}"
        self.add(what, sent / 1e3, budget, "kB", note)

    @contextmanager
    def page(self, address: str = "") -> Iterator[Any]:
        """Open a new page with empty caches."""
        context = self.browser.new_context()
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(self.base + address)
        try:
            yield page
        finally:
            context.close()

    def loads(self) -> None:
        """Measure the bytes of the first load and of all files, and the time to display."""
        for what, where in (("first load", ""), ("first load of a level", f"#/play/{LEVEL}")):
            paths: set[str] = set()

            def note(reply: Any, paths: set[str] = paths) -> None:
                path = reply.url.removeprefix(self.base)
                if path != reply.url and not path.startswith("api/") and reply.status == 200:
                    paths.add(path)

            context = self.browser.new_context()
            page = context.new_page()
            page.on("response", note)
            page.goto(self.base + where)
            page.wait_for_load_state("networkidle")
            context.close()
            self.weigh(what, paths, 60)
        names = {f"static/{name}" for name in visited_files()}
        self.weigh("whole page", {"", "service_worker.js", *names}, 180)
        paints, usable = [], []
        for _ in range(self.rounds):
            with self.page(f"#/play/{LEVEL}") as page:
                usable.append(page.evaluate("usable"))
                paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
                page.wait_for_function(paint)
                paints.append(page.evaluate(paint))
        self.add("first paint", statistics.median(paints), 300, "ms")
        self.add("board usable", statistics.median(usable), 400, "ms")

    def keys(self) -> None:
        """Measure a key press on a board: its handler, and the frame that shows its effect."""
        for name, board in ((LEVEL, LEVEL), ("64 x 64", LARGE)):
            with self.page(f"#/play/{board}") as page:
                page.evaluate("usable")
                took, shown = page.evaluate(KEYS)
            self.add(f"handler of a key, {name}", statistics.median(took), 4, "ms")
            self.add(f"shown after a key, {name}", statistics.median(shown), 16.7, "ms")

    def replay(self) -> None:
        """Measure a frame of a search on a large board in the player of Watch."""
        with self.page(f"#/watch/{LARGE}?m=mac&every=7") as page:
            page.evaluate("usable")
            took = page.evaluate(FRAMES)
        self.add("a frame shown, 64 x 64", statistics.median(took), 16.7, "ms")

    def asks(self) -> None:
        """Measure hints, and the editor's request after a change."""
        level = next(x for x in queens.levels(11) if x.difficulty == "hard")
        body = {"board": codec.encode(level.board.regions)}
        with self.page() as page:
            hints = page.evaluate(ASK, ["/api/hint", body, 40])
            live = page.evaluate(ASK, ["/api/analyse", body, 40])
        start = time.perf_counter()
        for _ in range(40):
            queens.hint(level.board)
        engine = (time.perf_counter() - start) / 40 * 1e3
        self.add("hint, there and back", statistics.median(hints), 50, "ms")
        self.add("  of which the engine", engine, 50, "ms")
        self.add("verdict of an 11 x 11 board", statistics.median(live), 50, "ms")

    def leaving(self) -> None:
        """Measure how long a search continues after its page has been closed."""
        solve = ["/api/solve", {"board": HOPELESS}]
        make = ["/api/generate", {"n": 24, "tier": "easy", "count": 500, "seed": 1}]
        ways = {
            "stopped": lambda page: page.evaluate("going.abort()"),
            "tab closed": lambda page: page.close(),
            "gone elsewhere": lambda page: page.goto("about:blank", wait_until="commit"),
        }
        watch = ["/api/watch", {"board": HOPELESS, "lanes": [{"every": 5000}] * 4}]
        for what, asked in (("search", solve), ("stream", make), ("race", watch)):
            for way, leave in ways.items():
                took = []
                for _ in range(self.rounds):
                    with self.page() as page:
                        page.evaluate(BEGIN, asked)
                        wait_for(1, time.perf_counter())
                        start = time.perf_counter()  # the time to close the page is included
                        leave(page)
                        took.append(wait_for(0, start))
                self.add(f"{what} over, {way}", statistics.median(took), 200, "ms")
        self.add("threads left", searching(), 0, "")

    def report(self, check: str) -> bool:
        """Print the measured values; return whether all checked values are within their budgets."""
        good = True
        for what, measured, budget, unit, note in self.rows:
            share = measured / budget if budget else measured
            slack = SLACK if unit == "ms" else PACKED if unit == "kB" else 1
            if unit != "ms" or check == "all":
                good &= share <= slack if budget else not measured
            bar = "#" * min(60, round(20 * share))
            print(f"{what:<32}{measured:9.2f} of {budget:g} {unit:<3} {share:6.0%} {bar}")
            if note:
                print(f"  {note}")
        return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--check", nargs="?", const="all", choices=("all", "sizes"), help="fail beyond the budgets"
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each that opens a page")
    options = parser.parse_args()
    where = chromium()
    if where is None:
        print("no Chromium here: apt-get install chromium", file=sys.stderr)
        return 1 if options.check else 0
    from playwright.sync_api import sync_playwright

    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        meter = Meter(browser, base, options.rounds)
        for measure in (meter.loads, meter.keys, meter.replay, meter.asks, meter.leaving):
            measure()
        browser.close()
        return 0 if meter.report(options.check or "all") or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
