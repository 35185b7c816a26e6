"""The command ``example``: the example files of the package."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from fastqueens.canvas.drawable import Drawn
from fastqueens.cli.drawing_options import Shown, chosen, drawing_options, paint, paint_pages
from fastqueens.cli.options import Command, need, out_option
from fastqueens.cli.output_files import PICTURES, check_suffix
from fastqueens.examples import Example, examples
from fastqueens.examples import example as find
from fastqueens.input import Input
from fastqueens.output import write_file

__all__ = ["example"]


def _complete_name(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [
        CompletionItem(found.name, help=found.summary)
        for found in examples()
        if found.name.startswith(begun)
    ]


@click.command(
    cls=Command,
    help="List the example files, or print one of them: example iq-pyramid > puzzle.txt.",
)
@click.argument("name", required=False, shell_complete=_complete_name)
@out_option(
    "a file with the same ending as the example, or draw the example to a .svg, .png or .pdf file",
    several=False,
)
@drawing_options(solutions=True)
def example(name: str | None, out: str | None) -> None:
    need({"-o": out}, {"NAME": name})
    if name is not None:
        found = find(name)
        if out is None:
            click.echo(found.text, nl=False)
        else:
            write_file(out, _make_file(found, out))
        return
    width = max(len(found.name) for found in examples())
    command = None
    for found in examples():
        if found.command != command:
            command = found.command
            click.echo(f"for fastqueens {command}:")
        click.echo(f"  {found.name:<{width}}  {found.summary}")


def _make_file(found: Example, out: str) -> str | bytes:
    """Return the example as it is, or a picture of it."""
    own = Path(found.file).suffix
    pictures = PICTURES if found.command in _DRAWERS else ()
    kind = check_suffix(out, (own, *pictures))
    if kind == own:
        return found.text
    return _DRAWERS[found.command](found, kind)


def _draw_boards(found: Example, kind: str) -> str | bytes:
    from fastqueens.queens import Board
    from fastqueens.queens.formats.registry import find_boards

    boards = find_boards(Input(found.text, found.file))
    return paint(kind, [Shown(Board(board.read())) for board in boards])


def _draw_packing(found: Example, kind: str) -> str | bytes:
    from fastqueens.packing import Puzzle

    return _draw(Puzzle.from_text(found.text), kind)


def _draw_tiles(found: Example, kind: str) -> str | bytes:
    from fastqueens.sliding import Puzzle

    return _draw(Puzzle.from_text(found.text), kind)


def _draw(thing: Drawn, kind: str) -> str | bytes:
    options = chosen().options
    if kind == ".pdf":
        return paint_pages([thing])
    return thing.to_svg(**options) if kind == ".svg" else thing.to_png(**options)


_DRAWERS = {"solve": _draw_boards, "pack": _draw_packing, "slide": _draw_tiles}
