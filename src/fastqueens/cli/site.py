"""The command ``site``: writes the page as a folder of files, for any host."""

from __future__ import annotations

from pathlib import Path

import click

from fastqueens.cli.options import Command
from fastqueens.cli.reports import SOLVED

__all__ = ["site"]


@click.command(
    cls=Command,
    help="""Write the page as a folder of files that any web host can publish.

    The engine runs in the browsers of the visitors. OUT is a new or an empty folder, or one that
    this command has written before. The command needs pip install 'fastqueens[web]', and the
    network or the option --pyodide.
    """,
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--wheel", type=click.Path(path_type=Path), metavar="FILE",
    help="The wheel of fastqueens for browsers. Default: the wheel in the folder of --pyodide, "
    "in the current folder or in dist.",
)  # fmt: skip
@click.option(
    "--pyodide", type=click.Path(path_type=Path), metavar="DIR",
    help="A folder with Pyodide and the wheels of NumPy and msgspec. By default these are "
    "downloaded.",
)  # fmt: skip
@click.option(
    "--days", type=click.IntRange(0, 3660), default=366, show_default=True, metavar="K",
    help="The number of daily boards to write; the engine makes later ones.",
)  # fmt: skip
def site(folder: Path, wheel: Path | None, pyodide: Path | None, days: int) -> int:
    from fastqueens.extras import extra

    with extra("web", "the page needs msgspec"):
        from fastqueens.web.site import write_site
    made = write_site(folder, wheel=wheel, pyodide=pyodide, days=days, report=click.echo)
    click.echo(f"{folder}: {made.files} files, {made.size / 1e6:.1f} MB")
    click.echo(f"Try it: python3 -m http.server --directory {folder}")
    return SOLVED
