"""What the site makes of the pages: pictures and answers of their code, pages from the package.

MkDocs calls the functions named ``on_...`` (https://www.mkdocs.org/dev-guide/plugins/#events).
"""

from __future__ import annotations

import re
from pathlib import Path

import commands
import figures  # noqa: F401  (the pages about methods draw with it)
import plots  # noqa: F401  (the performance page draws with it)
import runs
from mkdocs.structure.files import File

from fastqueens import queens

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(__file__).parent
PACKAGES = ["nqueens", "packing", "cover", "csp", "sliding", "render"]
# The package with the most names has three pages; what is not named here is about solving.
RATING = [
    "generate", "hint", "explain", "rate", "rate_many", "rate_table", "levels", "canonical",
    "canonical_hash", "read_boards", "read_image",
]  # fmt: skip
# Run before anything is painted: the colours that were chosen, or else those of the system.
COLOURS = (
    'document.body.dataset.mdColorScheme=__md_get("__palette")?.color?.scheme??'
    '(matchMedia("(prefers-color-scheme: dark)").matches?"slate":"default")'
)
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
    names = queens.__all__
    types = [x for x in names if x[0].isupper()]
    for name, title, members in (
        ("queens", "solving", [x for x in names if x not in (*types, *RATING)]),
        ("queens-rating", "hints, ratings, making, reading", RATING),
        ("queens-types", "boards, results and other types", types),
    ):
        add(f"reference/{name}.md", _members(f"fastqueens.queens: {title}", members))
    for name in PACKAGES:
        add(f"reference/{name}.md", f"# fastqueens.{name}\n\n::: fastqueens.{name}\n")
    for name in ("site.css", "site.js", "site.svg"):
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


def on_page_content(html, page, config, files):
    """Let what is wide be scrolled with keys, and let no heading of a column be empty."""
    html = re.sub(r'<p>(?=<img [^>]*class="broad")', '<p class="wide" tabindex="0">', html)
    html = re.sub(r"<thead>\s*<tr>\s*(<th[^>]*></th>\s*)+</tr>\s*</thead>", "", html)
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)


def on_post_page(output, page, config):
    """Name the search for screen readers, and load its script at the first search only."""
    return _ours(output)


def on_post_template(output_content, template_name, config):
    """Do the same for the page of addresses that lead nowhere."""
    html = template_name.endswith(".html")
    return _ours(output_content) if html else output_content


def on_post_build(config):
    """Delete the theme's files that no reader needs."""
    site = Path(config.site_dir)
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        sheet.write_text(re.sub(r"/\*# sourceMappingURL=.*?\*/", "", text), encoding="utf-8")
    for needless in (*site.rglob("*.map"), *site.glob("assets/javascripts/lunr/**/*.js")):
        needless.unlink()  # maps for developers of the theme, and search in other languages


def _ours(html):
    """Replace the theme's script by our short one, which fetches it for a search."""
    for theirs, ours in (
        ('role="dialog"', 'role="dialog" aria-label="Search"'),
        (r"<script>var palette=.*?</script>", f"<script>{COLOURS}</script>"),
        (
            r'<script src="([^"]*)(assets/javascripts/bundle\.[^"]+)"></script>',
            r'<script src="\1site.js" data-bundle="\1\2"></script>',
        ),
    ):
        html, times = re.subn(theirs, ours, html, flags=re.S)
        if times != 1:
            raise ValueError(f"the theme has {theirs!r} {times} times, not once: see docs/site")
    return html


def _members(title, names):
    """Return a page of some names of a package."""
    lines = [f"# {title}", "", "`from fastqueens import queens`", ""]
    for name in names:
        lines += [f"::: fastqueens.queens.{name}", "    options:"]
        lines += ["      show_root_heading: true", "      show_root_toc_entry: true"]
        lines += ["      show_root_full_path: false", ""]
    return "\n".join(lines)


def _included(match):
    """Return the text of a file from the first line that begins so."""
    text = (ROOT / "docs" / match[1]).read_text(encoding="utf-8")
    return text[text.index("\n" + match[2]) + 1 :]
