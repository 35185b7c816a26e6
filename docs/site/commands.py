"""The reference page of all commands, made from their help texts."""

from __future__ import annotations

import inspect

import click

from fastqueens.cli import app


def group():
    """Return the click group of all commands."""
    return next(x for x in vars(app).values() if isinstance(x, click.Group))


def page():
    """Return the page: of each command its usage, its words and its options.

    Returns
    -------
    str
        Markdown.
    """
    top = click.Context(group(), info_name="fastqueens")
    lines = [
        "# Commands",
        "",
        "Made of the commands themselves: `fastqueens COMMAND --help` prints the same.",
        "[Conventions that they share](../command-line.md): input, exit codes, limits, output.",
        "",
    ]
    for name in group().list_commands(top):
        lines += _command(group().get_command(top, name), f"fastqueens {name}", top)
    return "\n".join(lines)


def _command(command, name, parent):
    """Yield the lines of a command and of its subcommands."""
    context = click.Context(command, info_name=name.rpartition(" ")[2], parent=parent)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (
        f"## `{name}`",
        "",
        "```text",
        f"{name} {usage}",
        "```",
        "",
        _words(command.help),
        "",
    )
    options = [x.get_help_record(context) for x in command.params]
    rows = [x for x in options if x and x[1]]
    if rows:
        yield from ("| option | meaning |", "|---|---|")
        for option, meaning in rows:
            yield f"| `{' '.join(option.split())}` | {_cell(_words(meaning))} |"
        yield ""
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            yield from _command(command.get_command(context, below), f"{name} {below}", context)


def _words(text):
    """Return a help text as Markdown; paragraphs that click does not rewrap keep their lines."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(
        f"```text\n{inspect.cleandoc(x[1:])}\n```" if x[:1] == "\b" else x.replace("<", "&lt;")
        for x in paragraphs
    )


def _cell(text):
    return " ".join(text.split()).replace("|", "\\|")
