"""The documentation site: strict build, no broken links, small pages, no external resources."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from conftest import THOROUGH
from helpers.http_server import QuietFiles, answering
from helpers.page import judge, shoot

pytest.importorskip("material", reason="the site's tools are absent: pip install '.[docs]'")
pytest.importorskip("mkdocstrings", reason="the site's tools are absent: pip install '.[docs]'")

ROOT = Path(__file__).resolve().parents[1]
MAX_PAGE = 700_000  # maximum bytes of a page with all files that it loads


class Page(HTMLParser):
    """The resources, links and anchors of a page, and its pictures without alternative texts."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.links, self.ids, self.silent = set(), set(), set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        self.ids |= {about[x] for x in ("id", "name") if about.get(x)}
        if tag == "a" and about.get("href"):
            self.links.add(about["href"])
        if tag in ("img", "script", "iframe", "source", "video") and about.get("src"):
            self.loads.add(about["src"])
        if tag == "link" and about["rel"] not in ("canonical", "prev", "next", "search"):
            self.loads.add(about["href"])
        if tag == "img" and len(about.get("alt") or "") < 12:
            self.silent.append(about.get("src"))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = ["-m", "mkdocs", "build", "--strict", "-f", "docs/site/mkdocs.yml", "-d", folder]
    environment = dict(os.environ, NO_MKDOCS_2_WARNING="1", PYTHONPATH=os.pathsep.join(sys.path))
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


@pytest.fixture(scope="module")
def address(site):
    with answering(partial(QuietFiles, directory=site)) as port:
        yield f"http://127.0.0.1:{port}"


def target(page, address):
    return (page.parent / unquote(urlsplit(address).path)).resolve()


def test_every_page_of_the_navigation_is_there(site, pages):
    home = Page(site / "index.html")
    reached = {target(site / "index.html", x) for x in home.links if not urlsplit(x).scheme}
    assert {path for path in pages if path not in reached and path != site / "index.html"} == set()
    assert len(pages) > 20


def test_links_lead_to_pages_and_headings(pages):
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = target(path, link) if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            assert there.exists(), f"{path.name}: {link}"
            if parts.fragment and there in pages:
                assert unquote(parts.fragment) in pages[there].ids, f"{path.name}: {link}"


def test_nothing_comes_from_elsewhere(site, pages):
    for path, page in pages.items():
        for address in page.loads:
            parts = urlsplit(address)
            assert parts.scheme in ("", "data"), f"{path.name}: {address}"
            assert not parts.netloc, f"{path.name}: {address}"
    for sheet in site.rglob("*.css"):
        for address in re.findall(r"url\(\s*[\"']?([^\"')]+)", sheet.read_text(encoding="utf-8")):
            assert not re.match(r"https?:|//", address), f"{sheet.name}: {address}"


def test_pages_are_light(pages):
    """The size of a page includes all files that it loads, except those loaded by a search."""
    for path, page in pages.items():
        loaded = {target(path, x) for x in page.loads if not x.startswith("data:")}
        dark = sum("-dark." in x.name for x in loaded)
        # A reader sees the dark or the light picture.
        assert dark == sum("#only-light" in x for x in page.loads)
        whole = sum(x.stat().st_size for x in {path, *loaded} if "-dark." not in x.name)
        assert whole < MAX_PAGE, f"{path.name}: {whole} bytes"
        assert not any("bundle" in x.name for x in loaded)


def test_pictures_are_described(pages):
    assert {path.name: page.silent for path, page in pages.items() if page.silent} == {}
    assert any("#only-dark" in x for page in pages.values() for x in page.loads)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_in_a_browser(site, pages, address, chromium, scheme, width):
    """Pages are accessible, no wider than the screen, and show pictures in their colours.

    This tests all pages, but only two of the reference pages, which one template makes. By default
    each page is either light and wide or dark and narrow; the first page is both.
    """
    other = {"light": "dark", "dark": "light"}[scheme]
    size = {"width": width, "height": 900}
    context = chromium.new_context(color_scheme=scheme, viewport=size)
    page, heard = context.new_page(), []
    page.on("request", lambda x: x.url.startswith((address, "data:")) or heard.append(x.url))
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    names = {path.relative_to(site).as_posix() for path in pages}
    names -= {x for x in names if x.startswith("reference/")}
    every = sorted({*names, "reference/commands.html", "reference/render.html"})
    chosen = every if THOROUGH else every[scheme == "dark" :: 2]
    for name in sorted({"index.html", *chosen}):
        page.goto(f"{address}/{name}")
        # The navigation around the text is the same on every page.
        judge(page, name, "html" if name == "index.html" else "article")
        shoot(page, f"{name.removesuffix('.html').replace('/', '-')}-{scheme}")
        assert page.locator(f'img[src$="#only-{other}"]:visible').count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert heard == []
    context.close()


def test_code_is_copied_without_prompts_and_answers(address, chromium):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{address}/index.html")
    copied = []
    for name, first in (("tutorials/constraints", ">>> from"), ("tour", "# the five lines")):
        page.goto(f"{address}/{name}.html")
        block = page.locator(".highlight", has=page.locator(f'code:has-text("{first}")')).first
        block.hover()
        block.get_by_role("button", name="Copy").click()
        block.get_by_role("button", name="Copied").wait_for()
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    session, shell = copied
    assert session.startswith("from fastqueens import csp\nstates = [")
    assert "for one, other in borders:\n    model.add_different(one, other)\n" in session
    assert ">>>" not in session
    assert "\n18" not in session  # an answer of Python
    assert shell.startswith("# the five lines of the README\nfastqueens example queens-9")
    context.close()


def test_signatures_have_types_and_values_of_defaults(site):
    html = (site / "reference" / "queens.html").read_text(encoding="utf-8")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html)).replace("&gt;", ">")
    assert "measure: float = 0.2" in text
    assert "cancel: CancelEvent | None = None" in text
    # Two names share a line in the docstring; each has its own default.
    assert "time_limit (float | None, default: 10.0 )" in text
    assert "node_limit (int | None, default: None )" in text


def test_search_comes_when_it_is_asked_for(address, chromium):
    """Only the first search fetches the search script and the index."""
    context = chromium.new_context(color_scheme="light")
    page, asked = context.new_page(), []
    page.on("request", lambda x: asked.append(x.url))
    page.goto(f"{address}/tutorials/packing.html")
    page.wait_for_load_state("networkidle")
    assert not any("bundle" in x or "search" in x for x in asked)
    page.keyboard.press("/")
    page.locator(".md-search__input").fill("pentominoes")
    page.locator(".md-search-result__link").first.wait_for()
    assert any("search_index" in x for x in asked)
    context.close()


def test_colours_are_kept(address, chromium):
    """The page follows the system's theme; a chosen light theme also applies to the next page."""
    context = chromium.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(f"{address}/index.html")
    body = page.locator("body")
    assert body.get_attribute("data-md-color-scheme") == "slate"
    page.get_by_title("Use light colours").click()
    assert body.get_attribute("data-md-color-scheme") == "default"
    page.goto(f"{address}/glossary.html")
    assert body.get_attribute("data-md-color-scheme") == "default"
    context.close()


def test_pages_without_javascript(address, chromium):
    context = chromium.new_context(java_script_enabled=False, color_scheme="dark")
    page = context.new_page()
    page.goto(f"{address}/tutorials/packing.html")
    assert page.locator("article h1").is_visible()
    assert page.locator('img[src$="#only-dark"]').first.is_visible()
    assert not page.locator('img[src$="#only-light"]').first.is_visible()
    page.get_by_role("link", name="Exact cover").first.click()
    assert page.locator("article h1").inner_text().startswith("Exact cover")
    context.close()


def test_the_cheat_sheet_fits_on_one_sheet_of_paper(address, chromium):
    page = chromium.new_page()
    page.goto(f"{address}/cheat-sheet.html")
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", margin=margin))
    page.close()
    assert len(pages) == 1
