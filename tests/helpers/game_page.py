"""Pages like the one of the game: cells with numbers, classes of colours, and spoken labels."""

from __future__ import annotations

import random
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from helpers.http_server import answering

NAMES = ("Rust", "Sand", "Moss", "Lilac", "Coal", "Snow", "Teal", "Rose", "Plum", "Mint", "Lime")
SOURCES = ("class", "label", "background")
# Pages with this policy run no script of their own and turn no string into a script or into markup.
STRICT = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


def colour_name(region):
    """Return a name for the colour of a region, different for each region."""
    return NAMES[region % len(NAMES)] + " light" * (region // len(NAMES))


def cells_of(regions, queens=(), crosses=(), sources=SOURCES, shuffled=False):
    """Return the elements of the cells, as HTML."""
    n = len(regions)
    found = []
    for index in range(n * n):
        row, column = divmod(index, n)
        region = int(regions[row][column])
        content = (
            "Queen"
            if (row, column) in queens
            else "Cross"
            if (row, column) in crosses
            else "Empty cell"
        )
        place = f"row {row + 1}, column {column + 1}"
        label = f"{content} of color {colour_name(region)}, {place}"
        attributes = [f'data-cell-idx="{index}" role="button" tabindex="{-1 if index else 0}"']
        attributes.append(f'aria-label="{label if "label" in sources else place}"')
        extra = f" cell-color-{region} edge-{index % 3}" if "class" in sources else ""
        attributes.append(f'class="square{extra}"')
        if "background" in sources:
            attributes.append(f'style="background-color: rgb({9 * region + 3}, 90, 140)"')
        sign = {"Queen": '<img alt="" src="data:,">', "Cross": "<b></b>"}.get(content, "")
        found.append(f'<div {" ".join(attributes)}><div class="inner">{sign}</div></div>')
    if shuffled:
        random.Random(n).shuffle(found)
    return "\n".join(found)


def game_page(*boards, around="", title="A game"):
    """Return a page with boards, given as the HTML of their cells, and other things around them."""
    sections = "".join(f'<section class="grid">{cells}</section>' for cells in boards)
    return (
        f"<!DOCTYPE html><html lang=en><head><title>{title}</title></head><body>"
        '<nav><ul><li data-idx="1">Home</li><li data-idx="2">Play</li></ul></nav>'
        f'<main><p class="clock">0:12</p>{sections}{around}</main>'
        "<script>window.started = true;</script></body></html>"
    )


@contextmanager
def game_site(pages, policy=None):
    """Serve pages by path from another origin than ours; yields the address and the requests."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append(self.path)
            body = pages.get(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            if policy:
                self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_):
            pass

    with answering(Handler) as port:
        yield f"http://127.0.0.1:{port}", requests
