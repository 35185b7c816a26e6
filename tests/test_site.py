"""The site of the documents: built strictly, whole, light, and loading nothing from elsewhere."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("material", reason="the site's tools are absent: pip install '.[docs]'")
pytest.importorskip("mkdocstrings", reason="the site's tools are absent: pip install '.[docs]'")

ROOT = Path(__file__).resolve().parents[1]
MOST = 300_000  # bytes of a page with all that it loads, as a server sends them


class Page(HTMLParser):
    """What a page loads and links to, its names, and its pictures without alternative texts."""

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
    sizes = {}

    def size(path):
        if path not in sizes:
            sizes[path] = len(gzip.compress(path.read_bytes()))
        return sizes[path]

    for path, page in pages.items():
        loaded = {target(path, x) for x in page.loads if not x.startswith("data:")}
        whole = size(path) + sum(size(x) for x in loaded if "-dark." not in x.name)
        assert whole < MOST, f"{path.name}: {whole} bytes"


def test_pictures_are_described(pages):
    assert {path.name: page.silent for path, page in pages.items() if page.silent} == {}
    assert any("#only-dark" in x for page in pages.values() for x in page.loads)
