"""The command ``completion``: scripts that make shells complete commands, options and files."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from fastqueens.cli.options import Command

__all__ = ["completion"]


@click.command(
    cls=Command,
    help="""Print the script that makes a shell complete this command.

    \b
    bash: echo 'eval "$(fastqueens completion bash)"' >> ~/.bashrc
    zsh:  echo 'eval "$(fastqueens completion zsh)"' >> ~/.zshrc
    fish: fastqueens completion fish > ~/.config/fish/completions/fastqueens.fish
    """,
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    from fastqueens.cli.app import COMPLETE, app

    found = get_completion_class(shell)
    assert found is not None  # click supports all three
    # Not `source()`, which runs bash to check its version: bash need not be installed here.
    complete = found(app, {}, "fastqueens", COMPLETE)
    click.echo(complete.source_template % complete.source_vars())
