"""The joined scripts: every module is sent once, with the exports of its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fastqueens.web
from fastqueens.web.joined_scripts import JOINED, JoinedScripts
from fastqueens.web.static_files import visited_files

STATIC = Path(fastqueens.web.__file__).parent / "static"
MODULES = {
    "router.js": 'import { a as one } from "./base/a.js";\n'
    'const late = import("./base/a.js");\nimport("./z.js");\n',
    "base/a.js": 'export const a = new URL("x", import.meta.url);\n',
    "board/codec.js": 'import { a } from "../base/a.js";\nexport function decode() {}\n',
    "z.js": 'import { a } from "./base/a.js";\n',
}  # fmt: skip


def joined(changes=None):
    modules = {name: "" for names in JOINED.values() for name in names} | MODULES | (changes or {})
    return JoinedScripts(modules.__getitem__)


def test_a_joined_module_runs_once_and_keeps_its_address():
    scripts = joined()
    code = scripts.script("frame.js")
    assert code.count("const a =") == 1
    assert 'new URL("x", new URL("./base/a.js", import.meta.url))' in code
    assert "const { a: one } = $$0;" in code
    assert 'const late = import("./frame.js").then((x) => x.$$0);' in code
    assert 'import("./z.js")' in code
    stub = 'import { $$0 } from "../frame.js";\nexport const { a } = $$0;\n'
    assert scripts.module("base/a.js") == stub
    assert scripts.module("z.js") == 'import { $$0 } from "./frame.js"; const { a } = $$0;\n'


def test_a_name_that_is_not_exported_is_refused():
    wrong = {"z.js": 'import { b } from "./base/a.js";\n'}
    with pytest.raises(ValueError, match=r"z\.js: base/a\.js does not export b"):
        joined(wrong).module("z.js")


def test_every_module_of_the_page_has_the_exports_of_its_file(visitor):
    page = visitor.open("/about")
    for path in sorted(STATIC.rglob("*.js")):
        name = path.relative_to(STATIC).as_posix()
        if name in ("preload.js", "router.js", "service_worker.js"):
            continue
        sent = page.evaluate(f"import('/static/{name}').then((x) => Object.keys(x).sort())")
        expected = re.findall(
            r"^export (?:async )?(?:function\*?|const|class) (\w+)", path.read_text(), re.M
        )
        assert sent == sorted(expected), name


def test_a_first_visit_needs_few_requests(visitor):
    page = visitor.context().new_page()
    paths = []
    page.on("request", lambda x: paths.append(x.url.split("/static/")[-1]))
    page.goto(f"{visitor.address}#/play/8-017")
    page.wait_for_selector("main fq-board")
    assert {"frame.js", "first.js"} <= set(paths)
    # How to play, which a first visit by a link opens, is loaded after the board.
    later = ("how_to_play", "shortcuts_dialog")
    scripts = [x for x in paths if x.endswith(".js") and not any(y in x for y in later)]
    assert len(scripts) <= 5, scripts


def test_the_board_shows_before_the_game_is_loaded(visitor):
    for where, cells in (("/play/8-017", 8), ("/", 4), ("/play/4x1.ABBBAABCDCCCDDDC", 4)):
        context = visitor.context()
        context.route("**/static/first.js", lambda _: None)  # never arrives
        page = context.new_page()
        page.goto(f"{visitor.address}#{where}")
        page.wait_for_selector(".skeleton svg path[data-region]")
        assert page.locator(".skeleton path[data-region]").count() == cells


@pytest.mark.parametrize(
    ("where", "button"),
    [
        ("/", None), ("/about", None), ("/labs", None), ("/levels", None), ("/make", None),
        ("/queens/6", None), ("/race", None), ("/slide", None), ("/cover", "Show each step"),
        ("/draw", "Import"), ("/draw", "Save or print"), ("/pack/iq-pyramid", "Draw your own"),
        ("/watch", "Lesson"), ("/play/8-017", "More"), ("/play/8-017", "Settings"),
        ("/play/8-017", "All keys"), ("/play/8-017", "Present"),
    ],
)  # fmt: skip
def test_a_screen_requests_only_files_that_the_budget_and_the_copies_contain(
    visitor, where, button
):
    page = visitor.context().new_page()
    paths = []
    page.on("request", lambda x: paths.append(x.url.removeprefix(visitor.address)))
    page.goto(f"{visitor.address}#{where}")
    page.wait_for_selector("main h1", state="attached")
    if button:
        page.get_by_role("button", name=button, exact=True).first.click()
    page.wait_for_load_state("networkidle")
    asked = {x.removeprefix("static/") for x in paths if x.startswith("static/")}
    assert "frame.js" in asked
    assert asked <= set(visited_files())
