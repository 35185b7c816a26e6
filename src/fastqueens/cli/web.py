"""The command ``web``: the page, served on this computer."""

from __future__ import annotations

import click

from fastqueens.cli.options import Command
from fastqueens.cli.reports import SOLVED

__all__ = ["web"]


@click.command(cls=Command)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8737, show_default=True,
    help="Another port; 0 for any that is free. What a player has reached is kept by port.",
)  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Whether to open the page.")
@click.option(
    "--searches", type=click.IntRange(1, 64), default=2, show_default=True, metavar="K",
    help="How many long searches may run at a time.",
)  # fmt: skip
def web(port: int, browser: bool, searches: int) -> int:
    """Open a page to play, make and solve boards, up to Ctrl-C.

    The page is served to this computer only. It needs pip install 'fastqueens[web]', and no
    network.
    """
    from fastqueens.web import serve

    try:
        serve(port, open_browser=browser, searches=searches, report=click.echo)
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    return SOLVED
