"""The page without a server: the same answers inside a browser, and the folder that is published.

Here Python answers natively; `helpers.page` opens the folder in a browser.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from functools import partial
from hashlib import sha256

import pytest
from helpers.http_server import QuietFiles, answering
from helpers.page import FOUR
from helpers.static_site import DAY, WHEEL, make_pieces, make_wheel, publish
from helpers.web import Site, get, post, wait_for

from fastqueens import __version__, queens
from fastqueens.cli.app import run
from fastqueens.results import InputError
from fastqueens.web import browser, engine_files, info_routes, queens_routes
from fastqueens.web.questions import QUESTIONS
from fastqueens.web.request import RouteRequest

# The answers.


def timeless(value):
    """Return an answer without its times, which differ from run to run."""
    if isinstance(value, dict):
        keep = {k: v for k, v in value.items() if k not in ("ms", "rate", "best", "spread", "left")}
        return {k: timeless(v) for k, v in keep.items()}
    if isinstance(value, (list, tuple)):
        return [timeless(x) for x in value]
    return re.sub(r" in [\d.,]+ (ns|µs|ms|s)\b", "", value) if isinstance(value, str) else value


def events_of(reply):
    """Return all events of a stream, as the worker sends them."""
    events = []
    while reply.events.advance(lambda name, data: events.append((name, json.loads(data)))):
        pass
    return events


PUZZLE = {"example": "iq-puzzle"}
GOOD = [
    ("hint", {"board": FOUR}),
    ("check", {"board": FOUR, "queens": [[0, 0]]}),
    ("analyse", {"board": FOUR}),
    ("known", {"board": FOUR}),
    ("export", {"board": FOUR, "format": "svg"}),
    ("slide", {"make": "random", "rows": 3, "seed": 1}),
    ("nqueens", {"n": 6, "queens": [[0, 1]]}),
    ("cover/example", {"name": "sudoku-4"}),
]
BAD = [
    ("hint", {"bord": FOUR}),
    ("hint", {"board": "3x1.AAA"}),
    ("parse", {"text": "AB\nA"}),
    ("nqueens", {"n": "8"}),
    ("watch", {"board": FOUR, "lanes": []}),
    ("generate", {"n": 0}),
    ("slide/solve", {"tiles": [[1, 1]]}),
]
STREAMS = [
    ("generate", {"n": 6, "count": 2, "seed": 1}),
    ("watch", {"board": FOUR, "lanes": [{"method": "mac", "every": 1, "rate": 0}]}),
    ("nqueens/count", {"n": 8}),
    ("nqueens/growth", {"rows": 3}),
    ("slide/solve", {"tiles": [[1, 2, 3], [4, 5, 6], [7, 0, 8]], "method": "ida"}),
    ("cover/search", {"text": "a b\na\nb\na b\n", "list": True}),
]


@pytest.mark.parametrize(("path", "asked"), GOOD + BAD)
def test_the_browser_answers_as_the_server(path, asked):
    over_http = post(f"/api/{path}", asked)
    inside = browser.ask(f"/api/{path}", json.dumps(asked))
    assert inside.status == over_http.status
    assert over_http.headers["content-type"].startswith(inside.media_type.split(";")[0])
    if inside.media_type == "application/json":
        assert timeless(json.loads(inside.body)) == timeless(over_http.json)
    else:
        assert inside.body == over_http.body
        assert inside.disposition == over_http.headers["content-disposition"]


@pytest.mark.parametrize("address", ["/api/info", "/api/levels", "/api/levels?n=8", "/api/pack",
    "/api/levels?n=9&stars=x", "/api/levels?name=8-999", "/api/daily?date=2026-11-31",
    "/api/daily?date=2026-11-22", "/api/nothing", "/api/hint"])  # fmt: skip
def test_questions_without_a_body_have_the_same_answers(address):
    over_http, inside = get(address), browser.ask(address)
    assert (inside.status, json.loads(inside.body)) == (over_http.status, over_http.json)


@pytest.mark.parametrize(("path", "asked"), STREAMS)
def test_streams_have_the_same_events(path, asked):
    over_http = [x for x in post(f"/api/{path}", asked).events if x[0]]
    inside = events_of(browser.ask(f"/api/{path}", json.dumps(asked)))
    progress = ("progress", "count")  # how often a search reports depends on its speed
    ends = [[timeless(x) for x in found if x[0] not in progress] for found in (over_http, inside)]
    assert ends[0] == ends[1]
    assert inside[-1][0] == "done"


def test_a_long_body_and_text_that_is_not_json_are_refused_in_the_same_words():
    large = "{" + " " * QUESTIONS["/api/hint"].max_body
    for body in (large, "{", "[1]"):
        sent = {"host": "localhost:8737", "content-type": "application/json"}
        over_http = wait_for(Site().ask("POST", "/api/hint", [body.encode()], sent))
        inside = browser.ask("/api/hint", body)
        assert (inside.status, json.loads(inside.body)) == (over_http.status, over_http.json)
    assert browser.ask("/api/info", "{}").status == 405


def test_a_bug_is_reported_and_its_details_are_printed(monkeypatch, capsys):
    def broken(*_, **__):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(queens, "hint", broken)
    reply = browser.ask("/api/hint", json.dumps({"board": FOUR}))
    assert reply.status == 500
    assert "see the console of the browser" in json.loads(reply.body)["error"]
    assert "secret" not in reply.body.decode()
    assert "secret detail" in capsys.readouterr().err
    monkeypatch.setattr(queens_routes, "_describe_new_board", broken)
    events = events_of(browser.ask("/api/generate", '{"n": 5, "count": 1}'))
    assert events[-1][0] == "error"
    assert "secret detail" in capsys.readouterr().err


def test_too_little_memory_is_said_in_words_both_ways(monkeypatch):
    def huge(*_, **__):
        raise MemoryError

    monkeypatch.setattr(queens, "hint", huge)
    over_http = post("/api/hint", {"board": FOUR})
    inside = browser.ask("/api/hint", json.dumps({"board": FOUR}))
    assert (inside.status, json.loads(inside.body)) == (over_http.status, over_http.json)
    assert over_http.json["error"].startswith("This needs more memory than there is")


def test_a_phone_gives_a_search_less_memory(monkeypatch):
    monkeypatch.setattr(browser.memory_limit, "_limit", 1 << 29)
    limits = []
    for device in (0, 8, 4):
        browser.start(device)
        limits.append(queens_routes.method_options("backtracking-memo", None, 1)["max_bytes"])
    assert limits == [128 << 20, 128 << 20, 48 << 20]


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    asked = {"board": FOUR, "format": "gif"}
    reply = browser.ask("/api/export", json.dumps(asked))
    assert (reply.status, reply.missing) == (422, "PIL")
    assert "published without PIL" in json.loads(reply.body)["error"]


def test_every_question_has_its_function_and_its_request():
    for path, question in QUESTIONS.items():
        words = question.handler.__doc__.partition("``")[2]
        assert words.startswith(f"{path}``"), path
        if question.request_name:
            assert issubclass(question.request, RouteRequest)


def test_a_browser_imports_only_what_a_question_needs():
    code = "import sys; from fastqueens.web import browser; browser.ask('/api/hint', '{}');"
    code += "print([x for x in sys.modules if x.endswith(('packing_routes', 'sliding_routes'))])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.strip().splitlines()[-1] == "[]", found.stderr


def test_the_browser_needs_no_server():
    code = "import sys, fastqueens.web.browser; print({x.partition('.')[0] for x in sys.modules} & "
    code += "{'starlette', 'uvicorn', 'anyio', 'PIL'}, 'fastqueens.web.server' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.strip().splitlines()[-1] == "set() False", found.stderr


# The folder.


@pytest.fixture
def pieces(tmp_path, monkeypatch):
    """A folder with stand-ins for Pyodide and the wheels."""
    return make_pieces(tmp_path / "pieces", monkeypatch)


def files_in(folder):
    return {x.relative_to(folder).as_posix(): x for x in folder.rglob("*") if x.is_file()}


def test_a_folder_has_the_page_the_engine_and_the_answers(tmp_path, pieces):
    made = publish(tmp_path / "a" / "out", pieces)
    found = files_in(tmp_path / "a" / "out")
    assert made.files == len(found)
    (home,) = {name.split("/")[0] for name in found if name.startswith("engine-")}
    assert {name.split("/")[1] for name in found if name.startswith(home)} == {
        x.name for x in pieces.iterdir()
    }
    lock = json.loads(found[f"{home}/pyodide-lock.json"].read_bytes())
    assert lock["packages"]["fastqueens"]["depends"] == ["numpy", "msgspec"]
    for entry in lock["packages"].values():
        path = found[f"{home}/{entry['file_name']}"]
        assert sha256(path.read_bytes()).hexdigest() == entry["sha256"]
        assert zipfile.ZipFile(path).namelist() == ["x/__init__.py"]
    for address in ("levels", "levels?n=8&stars=1", "pack", f"daily?date={DAY}"):
        name = "data/" + re.sub("[?&=]", "-", address) + ".json"
        assert json.loads(found[name].read_bytes()) == get(f"/api/{address}").json
    info = json.loads(found["data/info.json"].read_bytes())
    assert info["methods"] == json.loads(json.dumps(info_routes.info({})["methods"]))
    assert info["cpu"] == ["scalar"]
    assert info["python"] == "3.14.2 (WebAssembly)"


def test_all_addresses_are_relative(tmp_path, pieces):
    publish(tmp_path / "out", pieces)
    found = files_in(tmp_path / "out")
    absolute = re.compile(r"""["'(=]/(static|api|data|engine|service_worker)""")
    for name, path in found.items():
        if path.suffix in (".html", ".js", ".css") or name == "static/manifest.json":
            text = path.read_text()
            assert not absolute.search(text), name
            addresses = re.findall(r"https?://[^\"' ]+", text)
            assert [x for x in addresses if "www.w3.org/" not in x] == [], name
    index = found["index.html"].read_text()
    for address in re.findall(r'(?:href|src)="([^#"][^"]*)"', index):
        assert address in found, address


def test_the_policy_allows_webassembly_and_nothing_else_from_elsewhere(tmp_path, pieces):
    publish(tmp_path / "out", pieces)
    index = (tmp_path / "out" / "index.html").read_text()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', index)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert all("http" not in x and "'unsafe" not in x for x in rules.values())
    assert index.index("Content-Security-Policy") < index.index("<link")


def test_the_service_worker_names_what_there_is(tmp_path, pieces):
    publish(tmp_path / "out", pieces)
    found = files_in(tmp_path / "out")
    head = found["service_worker.js"].read_text().split("\n")[0]
    facts = json.loads(head.removeprefix("globalThis.FASTQUEENS = ").removesuffix(";"))
    assert set(facts["FILES"]) <= set(found)
    assert set(facts["ENGINE"]) <= set(found)
    assert len({name.split("/")[0] for name in facts["ENGINE"]}) == 1
    assert not any("pillow" in name for name in facts["ENGINE"])  # loaded only when it is needed


def test_a_folder_is_updated_and_the_files_of_others_stay(tmp_path, pieces):
    out = tmp_path / "out"
    (out / ".git").mkdir(parents=True)
    publish(out, pieces)
    first = set(files_in(out))
    (out / "CNAME").write_text("puzzles.example")
    make_wheel(pieces / WHEEL, {"x/__init__.py": "2"})
    publish(out, pieces)
    second = set(files_in(out))
    assert (out / "CNAME").read_text() == "puzzles.example"
    assert (out / ".git").is_dir()
    homes = [{name.split("/")[0] for name in x if "engine-" in name} for x in (first, second)]
    assert len(homes[0]) == len(homes[1]) == 1
    assert homes[0] != homes[1]
    assert [x.name for x in out.iterdir() if x.name.startswith("engine-")] == list(homes[1])


def test_equal_input_makes_equal_files(tmp_path, pieces):
    for name in ("one", "two"):
        publish(tmp_path / name, pieces)
    contents = [
        {name: path.read_bytes() for name, path in files_in(tmp_path / x).items()}
        for x in ("one", "two")
    ]
    assert contents[0] == contents[1]


def refusal(capsys, *words):
    assert run(["site", *map(str, words)]) == 2
    return capsys.readouterr().err.strip()


def test_what_cannot_be_used_is_refused_with_its_name(tmp_path, pieces, capsys, monkeypatch):
    out, with_set = tmp_path / "out", ("--pyodide", pieces)
    monkeypatch.chdir(tmp_path)
    said = refusal(capsys, out)
    assert "found no wheel of fastqueens" in said
    assert "--wheel" in said
    assert "tools/wasm.py" in said
    other = make_wheel(tmp_path / "fastqueens-9.9-cp314-cp314-pyemscripten_2026_0_wasm32.whl")
    assert "found version 9.9, expected" in refusal(capsys, out, "--wheel", other, *with_set)
    native = make_wheel(tmp_path / f"fastqueens-{__version__}-cp311-cp311-linux_x86_64.whl")
    assert "wheel of fastqueens for browsers" in refusal(capsys, out, "--wheel", native, *with_set)
    wheel = ("--wheel", pieces / WHEEL)
    said = refusal(capsys, out, *wheel, "--pyodide", tmp_path / "nowhere")
    assert said.endswith("nowhere/pyodide.mjs: cannot be read: No such file or directory")
    (pieces / "pyodide.mjs").write_text("changed")
    assert "found a file with the SHA-256" in refusal(capsys, out, *wheel, *with_set)
    (pieces / "pyodide.mjs").write_bytes(b"pyodide.mjs" * 3)
    (pieces / WHEEL).write_text("no zip")
    assert "is not a wheel" in refusal(capsys, out, *wheel, *with_set)
    make_wheel(pieces / WHEEL)
    next(pieces.glob("numpy-*")).unlink()
    assert "found no wheel of numpy" in refusal(capsys, out, *wheel, *with_set)
    assert not out.exists()


def test_a_folder_of_others_is_refused(tmp_path, pieces, capsys):
    words = ("--wheel", pieces / WHEEL, "--pyodide", pieces, "--days", 0)
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "thesis.tex").write_text("mine")
    assert "found thesis.tex, expected an empty folder" in refusal(capsys, taken, *words)
    assert list(files_in(taken)) == ["thesis.tex"]
    assert "found a file, expected a folder" in refusal(capsys, taken / "thesis.tex", *words)
    said = refusal(capsys, taken / "thesis.tex" / "out", *words)
    assert "cannot be written: Not a directory" in said
    (tmp_path / "out").mkdir()
    publish(tmp_path / "out", pieces)
    (tmp_path / "out" / "static" / "own").mkdir()
    for name in ("index.html", "fastqueens-site.json"):
        (tmp_path / "out" / name).unlink()
    assert "found " in refusal(capsys, tmp_path / "out", *words)


def test_pyodide_is_downloaded_and_checked(tmp_path, pieces, monkeypatch):
    with answering(partial(QuietFiles, directory=str(pieces))) as port:
        base = f"http://127.0.0.1:{port}/"
        monkeypatch.setitem(engine_files._PINS, "core", base)
        monkeypatch.setitem(engine_files._PINS, "packages", base)
        publish(tmp_path / "out", pieces, pyodide=None)
        numpy = next(pieces.glob("numpy-*"))
        numpy.write_bytes(b"another")
        with pytest.raises(InputError, match=r"numpy-.*SHA-256"):
            publish(tmp_path / "other", pieces, pyodide=None)
        numpy.unlink()
        with pytest.raises(InputError, match=r"cannot be loaded: File not found.*--pyodide"):
            publish(tmp_path / "other", pieces, pyodide=None)
    with pytest.raises(InputError, match=r"cannot be loaded: .*refused.*--pyodide"):
        publish(tmp_path / "other", pieces, pyodide=None)
    assert (tmp_path / "out" / "index.html").exists()
