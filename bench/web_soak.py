"""Watch and race searches for minutes: memory must not grow, and no thread may remain.

    python bench/web_soak.py                   # ten minutes, eight tabs
    python bench/web_soak.py --minutes 1 --tabs 3 --check

Each tab opens a random search or race, plays it at full speed, steps back, jumps, and opens another
one; sometimes a tab is closed and a new one opened. It needs Linux (it reads /proc), Chromium and
`pip install '.[web]' playwright`. With --check it fails if the memory of the server or of a page
has grown too much, or if a search outlives its page.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from web_budget import HOPELESS, chromium

METHODS = ("bitboard", "permutation", "permutation-skip", "backtracking", "backtracking-memo",
           "forward-checking", "mac", "min-conflicts", "pso", "explain")  # fmt: skip
BOARDS = ("7-010", "8-017", "9-051", "10-010", "11-005", "20-001", HOPELESS)
PLAYER = "document.querySelector('fq-player')"
GROWTH = 1.25  # maximum growth of memory from the end of the first quarter to the end
SPARE = 12  # MiB of growth that are always allowed


def status(pid: int, name: str) -> int:
    """Return a number from /proc/PID/status: VmRSS in kB, or Threads."""
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(rf"^{name}:\s+(\d+)", text, re.M)
    assert found, name
    return int(found[1])


def heap(page: Any) -> float:
    """Return the bytes used by JavaScript objects after garbage collection."""
    tools = page.context.new_cdp_session(page)
    tools.send("HeapProfiler.collectGarbage")
    tools.send("Performance.enable")
    metrics = {x["name"]: x["value"] for x in tools.send("Performance.getMetrics")["metrics"]}
    tools.detach()
    return float(metrics["JSHeapUsedSize"])


def address(rng: random.Random) -> str:
    """Return the address of a random screen."""
    board = rng.choice(BOARDS)
    if rng.random() < 0.4:
        lanes = "&".join(f"m={rng.choice(METHODS[:-1])}" for _ in range(rng.randint(2, 4)))
        return f"/race/{board}?{lanes}&limit={rng.choice((1, 3, 10))}"
    return f"/watch/{board}?m={rng.choice(METHODS)}&seed={rng.randint(0, 9)}"


def act(page: Any, rng: random.Random) -> None:
    """Do what a viewer does: play, step, jump."""
    what = rng.choice(("play", "play", "back", "jump", "end", "start", "stop"))
    script = {
        "play": f"{PLAYER}.speed = Infinity; {PLAYER}.play()",
        "back": f"{PLAYER}.step(-1)",
        "jump": f"{PLAYER}.go(Math.floor({PLAYER}.count * {rng.random():.3f}))",
        "end": f"{PLAYER}.jump({PLAYER}.count - 1)",
        "start": f"{PLAYER}.jump(0)",
        "stop": "[...document.querySelectorAll('.watch-status button')].forEach((x) => x.click())",
    }[what]
    page.evaluate(f"() => {{ if ({PLAYER}) {{ {script} }} }}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tabs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="fail where memory grows")
    options = parser.parse_args()
    where = chromium()
    if where is None:
        print("no Chromium here: apt-get install chromium", file=sys.stderr)
        return 1 if options.check else 0
    from playwright.sync_api import sync_playwright

    rng = random.Random(options.seed)
    command = [sys.executable, "-m", "fastqueens", "web", "--no-browser", "--port", "0"]
    command += ["--searches", str(options.tabs)]
    errors: list[str] = []
    with (
        subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
        ) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        found = re.search(r"http://\S+?/", server.stdout.readline())
        assert found
        base, pid = found[0], server.pid
        browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        context = browser.new_context()

        def opened() -> Any:
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(f"{base}#{address(rng)}")
            return page

        idle = status(pid, "Threads")
        pages = [opened() for _ in range(options.tabs)]
        start, rounds = time.monotonic(), 0
        rows: list[tuple[float, float, float, int]] = []
        beat = max(5.0, options.minutes * 60 / 20)
        while (spent := time.monotonic() - start) < options.minutes * 60:
            k = rng.randrange(len(pages))
            if rng.random() < 0.05 and len(rows) != 0 and k:
                pages[k].close()
                pages[k] = opened()
            elif rng.random() < 0.4:
                pages[k].evaluate("where => { location.hash = where; }", address(rng))
            else:
                act(pages[k], rng)
            rounds += 1
            pages[k].wait_for_timeout(rng.choice((20, 100, 400)))
            if spent > beat * len(rows):
                rss = status(pid, "VmRSS") / 1024
                rows.append((spent, rss, heap(pages[0]) / 2**20, status(pid, "Threads")))
                print(
                    "{:6.0f} s  server {:7.1f} MiB  page {:6.1f} MiB  threads {}".format(*rows[-1])
                )
        for page in pages:
            page.close()
        left = time.monotonic()
        while status(pid, "Threads") > idle + 12 and time.monotonic() - left < 5:
            time.sleep(0.02)  # some threads of the file pool remain
        after = status(pid, "Threads")
        context.close()
        browser.close()
        server.send_signal(signal.SIGINT)
        stopped = time.monotonic()
        server.wait(10)
        stopped = time.monotonic() - stopped
    early = rows[len(rows) // 4]
    late = rows[-1]
    grown = [late[k] > GROWTH * early[k] + SPARE for k in (1, 2)]
    print(
        f"{rounds} acts; server {early[1]:.0f} to {late[1]:.0f} MiB, page {early[2]:.1f} to "
        f"{late[2]:.1f} MiB; {after} threads after the tabs were closed, {idle} before; "
        f"ended {stopped:.2f} s after Ctrl-C; {len(errors)} errors on the pages"
    )
    for error in errors[:5]:
        print(error)
    return int(options.check and (any(grown) or bool(errors) or stopped > 2))


if __name__ == "__main__":
    sys.exit(main())
