"""The command ``web``: serves the page on this computer."""

from __future__ import annotations

import click

from fastqueens.cli.options import Command
from fastqueens.cli.reports import SOLVED

__all__ = ["web"]


@click.command(
    cls=Command,
    help="""Open a page to play, make and solve boards, until Ctrl-C.

    Only this computer can open the page. The command needs pip install 'fastqueens[web]', but no
    network.
    """,
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8737, show_default=True,
    help="The port; 0 for any free port. The browser keeps the progress of a player separately for "
    "each port.",
)  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Whether to open the page.")
@click.option(
    "--searches", type=click.IntRange(1, 64), default=2, show_default=True, metavar="K",
    help="The number of long searches that may run at the same time.",
)  # fmt: skip
def web(port: int, browser: bool, searches: int) -> int:
    from fastqueens.web.server import serve

    serve(port, open_browser=browser, searches=searches, report=click.echo)
    return SOLVED
