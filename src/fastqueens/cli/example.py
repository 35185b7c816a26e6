"""The command ``example``: the files that come with the package."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from fastqueens.cli.options import Command
from fastqueens.examples import example as find
from fastqueens.examples import examples

__all__ = ["example"]


def _names(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [
        CompletionItem(found.name, help=found.summary)
        for found in examples()
        if found.name.startswith(begun)
    ]


@click.command(cls=Command)
@click.argument("name", required=False, shell_complete=_names)
def example(name: str | None) -> None:
    """List the example files, or print one: example iq-pyramid > puzzle.txt."""
    if name is not None:
        click.echo(find(name).text, nl=False)
        return
    width = max(len(found.name) for found in examples())
    command = None
    for found in examples():
        if found.command != command:
            command = found.command
            click.echo(f"for fastqueens {command}:")
        click.echo(f"  {found.name:<{width}}  {found.summary}")
