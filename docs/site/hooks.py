"""What the site makes of the pages: pictures and answers of their code, pages from the package.

MkDocs calls the functions named ``on_...`` (https://www.mkdocs.org/dev-guide/plugins/#events).
"""

from __future__ import annotations

import re
from pathlib import Path

import commands
import plots  # noqa: F401  (the performance page draws with it)
import runs
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(__file__).parent
PACKAGES = ["queens", "nqueens", "packing", "cover", "csp", "sliding", "render"]
# Files beside the pages that are pages of the site under another name.
ELSEWHERE = {
    "../README.md": "index.md",
    "../bench/README.md": "performance.md",
    "../CHANGELOG.md": "changelog.md",
}


def on_files(files, config):
    """Add the pages that are made of the package itself, and the style sheet."""

    def add(name, content):
        files.append(File.generated(config, name, content=content))

    add("reference/commands.md", commands.page())
    add("reference/fastqueens.md", "# fastqueens\n\n::: fastqueens\n")
    for name in PACKAGES:
        add(f"reference/{name}.md", f"# fastqueens.{name}\n\n::: fastqueens.{name}\n")
    for name in ("site.css", "site.svg"):
        add(name, (SITE / name).read_text(encoding="utf-8"))
    return files


def on_page_markdown(markdown, page, config, files):
    """Run the code of a page, show what it draws and prints, and mend links to files elsewhere."""
    markdown = re.sub(r"^<!-- include (\S+) from (.+) -->$", _included, markdown, flags=re.M)
    deep = page.file.src_uri.count("/")
    for there, here in ELSEWHERE.items():
        if files.get_file_from_path(here):
            markdown = markdown.replace(f"]({'../' * deep}{there}", f"]({'../' * deep}{here}")
    markdown, made = runs.run(markdown, page.file.src_uri, ROOT)
    for name, content in made.items():
        folder = Path(page.file.src_uri).parent
        files.append(File.generated(config, (folder / name).as_posix(), content=content))
    return markdown


def _included(match):
    """Return the text of a file from the first line that begins so."""
    text = (ROOT / "docs" / match[1]).read_text(encoding="utf-8")
    return text[text.index("\n" + match[2]) + 1 :]
