"""The command ``example``: the files that come with the package."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from fastqueens.canvas.drawable import Drawn
from fastqueens.cli.drawing_options import Shown, chosen, drawing_options, painters
from fastqueens.cli.options import Command, need, out_option
from fastqueens.cli.output_files import check_suffix
from fastqueens.examples import Example, examples
from fastqueens.examples import example as find
from fastqueens.input import Input
from fastqueens.output import write_file

__all__ = ["example"]


def _names(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [
        CompletionItem(found.name, help=found.summary)
        for found in examples()
        if found.name.startswith(begun)
    ]


@click.command(cls=Command)
@click.argument("name", required=False, shell_complete=_names)
@out_option("a file of its own kind, or draw it: .svg or .png", several=False)
@drawing_options()
def example(name: str | None, out: str | None) -> None:
    """List the example files, or print one: example iq-pyramid > puzzle.txt."""
    need({"-o": out}, {"NAME": name})
    if name is not None:
        found = find(name)
        if out is None:
            click.echo(found.text, nl=False)
        else:
            write_file(out, _made(found, out))
        return
    width = max(len(found.name) for found in examples())
    command = None
    for found in examples():
        if found.command != command:
            command = found.command
            click.echo(f"for fastqueens {command}:")
        click.echo(f"  {found.name:<{width}}  {found.summary}")


def _made(found: Example, out: str) -> str | bytes:
    """Return what to write: the example as it is, or a picture of it."""
    own = Path(found.file).suffix
    pictures = (".svg", ".png") if found.command in _READERS else ()
    kind = check_suffix(out, (own, *pictures))
    if kind == own:
        return found.text
    return _READERS[found.command](found, kind)


def _boards(found: Example, kind: str) -> str | bytes:
    from fastqueens.queens import Board
    from fastqueens.queens.formats.registry import find_boards

    boards = find_boards(Input(found.text, found.file))
    return painters([Shown(Board(board.read())) for board in boards])[kind]()


def _packing(found: Example, kind: str) -> str | bytes:
    from fastqueens.packing import Puzzle

    return _drawn(Puzzle.from_text(found.text), kind)


def _tiles(found: Example, kind: str) -> str | bytes:
    from fastqueens.sliding import Puzzle

    return _drawn(Puzzle.from_text(found.text), kind)


def _drawn(thing: Drawn, kind: str) -> str | bytes:
    options = chosen().options
    return thing.to_svg(**options) if kind == ".svg" else thing.to_png(**options)


_READERS = {"solve": _boards, "pack": _packing, "slide": _tiles}
