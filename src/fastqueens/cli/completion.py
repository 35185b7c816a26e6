"""The command ``completion``: what a shell needs to complete commands, options and files."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from fastqueens.cli.options import Command

__all__ = ["completion"]


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes this command in a shell.

    \b
    bash: echo 'eval "$(fastqueens completion bash)"' >> ~/.bashrc
    zsh:  echo 'eval "$(fastqueens completion zsh)"' >> ~/.zshrc
    fish: fastqueens completion fish > ~/.config/fish/completions/fastqueens.fish
    """  # noqa: D301 - click reads the backspace
    from fastqueens.cli.app import COMPLETE, app

    found = get_completion_class(shell)
    assert found is not None  # click knows the three
    # The template itself: `source()` would ask which bash this is, and need one here.
    complete = found(app, {}, "fastqueens", COMPLETE)
    click.echo(complete.source_template % complete.source_vars())
