"""The page without a server in a browser: play before the engine is there, and its workers.

Most tests replace the worker with a script of their own, so that they need no WebAssembly; the last
ones need the folder of FASTQUEENS_WASM.
"""

from __future__ import annotations

import gzip

import pytest
from helpers import page as helping
from helpers.page import FOUR, progress, published, tool, until, until_equal, until_true
from helpers.static_site import DAY, make_pieces, publish

from fastqueens import queens
from fastqueens.web import static_files

FIRST_LOAD = 60_000 * 1.03  # zlib versions compress differently, and other hosts name other headers
# A worker whose answers depend on the address of the question.
STAND_IN = """
const me = String(performance.timeOrigin);
const json = (x) => new TextEncoder().encode(JSON.stringify(x));
let left = 3;
onmessage = ({ data: { id, folder, path, next, stop } }) => {
  if (folder) return postMessage({ ready: true });
  const answer = (status, x) =>
    postMessage({ id, status, type: "application/json", content: json(x) });
  if (path === "/api/who") answer(200, { me });
  if (path === "/api/refused") answer(422, { error: "Refused." });
  if (path === "/api/memory") postMessage({ id, failed: "RangeError: out of memory" });
  if (path === "/api/broken") postMessage({ id, failed: "RuntimeError: unreachable" });
  if (path === "/api/stream") postMessage({ id, status: 200, type: "text/event-stream",
    content: json(0), stream: true });
  if (next) {
    postMessage({ id, event: "part", data: String(left) });
    postMessage({ id, more: --left > 0 });
  }
};
"""
API = "const api = await import('/games/fast/static/base/api.js');"


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """The page as files, with an engine that cannot start."""
    folder = tmp_path_factory.mktemp("static")
    with pytest.MonkeyPatch.context() as patch:
        publish(folder / "out", make_pieces(folder / "pieces", patch))
    return folder / "out"


@pytest.fixture
def files(chromium, out):
    """Opens pages of the folder, without a service worker: no test could replace its requests.

    The clock of these pages stands at the day for which the folder was written: the board of any
    later day is not a file.
    """
    with published(out) as address:
        one = helping.Visitor(chromium, address)
        context = one.context()
        context.clock.set_fixed_time(f"{DAY}T12:00:00")
        yield one, context
        one.close()


def stand_in(context, code=STAND_IN):
    context.route(
        "**/static/engine/worker.js",
        lambda route: route.fulfill(body=code, content_type="text/javascript"),
    )
    # A published page has this module only as a part of a joined script, where a server names it.
    module = static_files.sent_file("base/api.js")[0]
    context.route(
        "**/static/base/api.js",
        lambda route: route.fulfill(body=module, content_type="text/javascript"),
    )


def test_play_begins_before_the_engine_is_there(files):
    visitor, context = files
    context.route("**/engine-*/**", lambda _: None)  # never arrives
    page = visitor.open("/play/7-001", context=context)
    solution = queens.solve(queens.levels(7)[0].board).queens.tolist()
    for row, column in enumerate(solution):
        helping.focus(page, row * 7 + column)
        page.keyboard.press("q")
    page.wait_for_selector(".card.won .time")
    until_true(lambda: progress(page)["7-001"]["best"] >= 0)
    for where in ("/levels?n=9", f"/daily/{DAY}", "/about", "/labs", "/make"):
        visitor.go(page, where)
    page.locator(".engine-progress progress").wait_for()


@pytest.mark.parametrize("where", ["/", "/play/8-017"])
def test_the_first_load_is_small(files, out, where):
    visitor, context = files
    names = []
    context.on("request", lambda x: names.append(x.url.removeprefix(visitor.address)))
    context.route("**/engine/**", lambda _: None)
    page = visitor.open(where, context=context)
    page.wait_for_selector("fq-board" if where != "/" else ".today .board-picture")
    page.wait_for_load_state("networkidle")
    first = {name.partition("#")[0] or "index.html" for name in names if "/engine/" not in name}
    assert not any(name.startswith("engine-") for name in first)
    size = sum(len(gzip.compress((out / name).read_bytes(), 9)) for name in first)
    assert size <= FIRST_LOAD, sorted(first)


def test_answers_of_a_worker_are_those_of_a_server(files):
    visitor, context = files
    stand_in(context)
    page = visitor.open("/about", context=context)
    found = page.evaluate(
        f"""async () => {{ {API}
          const parts = [];
          await api.stream("stream", {{}}, (name, data) => parts.push([name, data]),
            new AbortController().signal);
          const refusal = await api.post("refused", {{}}).catch((x) => [x.status, x.message]);
          return [parts, refusal, (await api.get("levels")).sizes.length > 5];
        }}"""
    )
    assert found == [[["part", 3], ["part", 2], ["part", 1]], [422, "Refused."], True]


def test_a_stopped_question_ends_its_worker_and_a_spare_one_takes_over(files):
    visitor, context = files
    stand_in(context)
    page = visitor.open("/about", context=context)
    page.evaluate(
        f"""async () => {{ {API}
          window.who = async () => (await api.post("who", {{}})).me;
          window.first = await who();
          window.leave = new AbortController();
          window.lost = api.post("never", {{}}, leave.signal).catch((x) => x.name);
        }}"""
    )
    until(page, "who().then((x) => x !== first)")  # the spare worker answers meanwhile
    spare = page.evaluate("who()")
    assert page.evaluate("leave.abort(), lost") == "AbortError"
    until_true(lambda: len(page.workers) == 2)
    assert page.evaluate("who()") == spare


def test_too_little_memory_and_a_broken_engine_are_said_in_words(files):
    visitor, context = files
    stand_in(context)
    page = visitor.open("/about", context=context, failing=True)
    ask = f"async (path) => {{ {API} return api.post(path, {{}}).catch((x) => x.message); }}"
    assert "too little memory for this" in page.evaluate(ask, "memory")
    assert "has failed and starts again" in page.evaluate(ask, "broken")
    assert page.evaluate(ask, "who")["me"]


def test_an_engine_that_cannot_be_loaded_is_reported(files):
    visitor, context = files
    stand_in(context, "onmessage = () => postMessage({ id: null, failed: 'no such file' });")
    page = visitor.open(f"/play/{FOUR}", context=context)
    tool(page, "Hint")
    page.locator("#banner").get_by_text("The engine has stopped").wait_for()
    until_equal(lambda: page.locator(".engine-progress").count(), 0)


# With the real engine.


def test_the_second_visit_needs_no_network(chromium, static_site, tmp_path):
    visitor = helping.Visitor(chromium, static_site)
    context = visitor.context(copies=True)
    context.set_default_timeout(300_000)
    page = visitor.open("/play/7-001", context=context)
    count = "caches.keys().then(async (x) => (await Promise.all(x.map(async (name) => "
    count += "name.includes('engine-') ? (await (await caches.open(name)).keys()).length : 0)))"
    count += ".reduce((a, b) => a + b, 0))"
    for _ in range(3000):
        if page.evaluate(count) == 8:
            break
        page.wait_for_timeout(100)
    context.set_offline(True)
    page.reload()
    tool(page, "Hint")
    page.wait_for_selector(".hint .main")
    assert page.locator("#banner").is_hidden()
    helping.shoot(page, "static-offline")
    visitor.close()
