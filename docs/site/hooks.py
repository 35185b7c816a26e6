"""MkDocs hooks: run the code of the pages, and generate pages from the package.

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
# fastqueens.queens has three reference pages; names in neither list are on the page on solving.
RATING = [
    "generate", "make", "hint", "explain", "rate", "rate_many", "BatchRating",
    "BoardRating", "rate_table", "levels", "canonical", "canonical_hash", "read_boards",
    "read_arrays", "read_image", "make_book", "PuzzleBook", "PuzzleRecord",
]  # fmt: skip
# Set the chosen colours (or those of the system) before the page is painted.
COLOURS = (
    'document.body.dataset.mdColorScheme=__md_get("__palette")?.color?.scheme??'
    '(matchMedia("(prefers-color-scheme: dark)").matches?"slate":"default")'
)
# Files outside docs/ that are pages of the site under other names.
ELSEWHERE = {
    "../README.md": "index.md",
    "../CHANGELOG.md": "changelog.md",
}


def on_files(files, config):
    """Add the pages generated from the package, and the style sheet."""

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
    """Run the code of a page, show its pictures and output, and correct links to files outside."""
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
    """Make wide content scrollable by keyboard, and remove empty column headings."""
    html = re.sub(r'<p>(?=<img [^>]*class="broad")', '<p class="wide" tabindex="0">', html)
    html = re.sub(r"<thead>\s*<tr>\s*(<th[^>]*></th>\s*)+</tr>\s*</thead>", "", html)
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)


def on_post_page(output, page, config):
    """Label the search for screen readers, and load its script only at the first search."""
    return _ours(output)


def on_post_template(output_content, template_name, config):
    """Do the same for the page of unknown addresses."""
    html = template_name.endswith(".html")
    return _ours(output_content) if html else output_content


def on_post_build(config):
    """Delete files of the theme that readers do not need."""
    site = Path(config.site_dir)
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        sheet.write_text(re.sub(r"/\*# sourceMappingURL=.*?\*/", "", text), encoding="utf-8")
    for needless in (*site.rglob("*.map"), *site.glob("assets/javascripts/lunr/**/*.js")):
        needless.unlink()  # source maps of the theme, and search in other languages


def _ours(html):
    """Replace the theme's script by our short one, which loads the theme's script for a search."""
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
    """Return a reference page of these names of fastqueens.queens."""
    lines = [f"# {title}", "", "`from fastqueens import queens`", ""]
    for name in names:
        lines += [f"::: fastqueens.queens.{name}", "    options:"]
        lines += ["      show_root_heading: true", "      show_root_toc_entry: true"]
        lines += ["      show_root_full_path: false", ""]
    return "\n".join(lines)


def _included(match):
    """Return the text of a file, beginning with the first line that has this prefix."""
    text = (ROOT / "docs" / match[1]).read_text(encoding="utf-8")
    return text[text.index("\n" + match[2]) + 1 :]
