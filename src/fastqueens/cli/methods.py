"""The command ``methods``: the methods of every puzzle, with their settings."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem

from fastqueens.cli.options import Command, json_option, refuse_together
from fastqueens.cli.reports import envelope, print_json
from fastqueens.method import Setting
from fastqueens.method_catalog import FAMILIES, Family, facts_of
from fastqueens.results import InputError
from fastqueens.validation import did_you_mean

__all__ = ["methods"]

_WIDTH = 80


def _complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    words = {family.name: family.title for family in FAMILIES}
    for family in FAMILIES:
        words |= {name: record.summary for name, record in family.table.items()}
    return [CompletionItem(x, help=text) for x, text in words.items() if x.startswith(begun)]


@click.command(
    cls=Command,
    help="""List the methods of all puzzles, or describe the settings of one method.

    NAME is a method, such as mac, or a puzzle: queens, nqueens, packing, sliding or cover.
    """,
)
@click.argument("name", required=False, metavar="[NAME]", shell_complete=_complete)
@click.option("--markdown", is_flag=True, help="Print the tables of docs/methods.md.")
@json_option()
def methods(name: str | None, markdown: bool, as_json: bool) -> None:
    refuse_together({"--markdown": markdown, "--json": as_json})
    found = _find_methods(name)
    if as_json:
        described = [facts_of(family, method) for family, names in found for method in names]
        print_json(envelope("solved") | {"methods": described})
    elif markdown:
        click.echo("\n".join(_markdown(found)), nl=False)
    elif name is None:
        click.echo("\n".join(_list(found)))
    else:
        click.echo("\n".join(_details(found)))


def _find_methods(name: str | None) -> list[tuple[Family, list[str]]]:
    """Return the methods with this name, or the methods of the family with this name."""
    found = []
    for family in FAMILIES:
        known = list(family.table)
        if name in (None, family.name):
            found.append((family, known))
        elif name in known:
            found.append((family, [name]))
    if not found:
        words = [x for family in FAMILIES for x in (family.name, *family.table)]
        raise InputError(
            f"found no method {name!r}; `fastqueens methods` lists them{did_you_mean(name, words)}"
        )
    return found


def _list(found: list[tuple[Family, list[str]]]) -> Iterator[str]:
    width = max(len(name) for _, names in found for name in names)
    for family, names in found:
        yield f"{family.title}: {family.command}"
        for name in names:
            text = "; ".join([family.table[name].summary, *family.notes(name)])
            yield from _wrapped(text, first=f"  {name:<{width}}  ")
            if family.table[name].options:
                settings = ", ".join(family.table[name].options)
                yield from _wrapped(f"settings: {settings}", first=" " * (width + 4))
        yield ""
    yield "fastqueens methods NAME describes the settings of one method."


def _details(found: list[tuple[Family, list[str]]]) -> Iterator[str]:
    for number, (family, names) in enumerate(found):
        for position, name in enumerate(names):
            if number or position:
                yield ""
            yield f"{name} ({family.title}; {family.command.replace('NAME', name)})"
            text = "; ".join([family.table[name].summary, *family.notes(name)])
            yield from _wrapped(text, first="  ")
            for setting in family.table[name].settings:
                option, values, default = _describe_setting(family, setting)
                yield from ("", f"  {option}")
                yield from _wrapped(setting.meaning, first="      ")
                yield from _wrapped(f"Values: {values}.", first="      ")
                yield from _wrapped(f"Default: {default}.", first="      ")


def _describe_setting(family: Family, setting: Setting) -> tuple[str, str, str]:
    """Return the option, the values and the default of a setting."""
    if family.name != "sliding":
        return f"--set {setting.name}=VALUE", setting.values, setting.default_text
    if setting.name == "max_bytes":
        return "--max-mb MB", setting.values, str(setting.default >> 20)
    option = "cache_dir" if setting.name == "cache_dir" else f"--{setting.name} VALUE"
    return option, setting.values, setting.default_text


def _wrapped(text: str, *, first: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=" " * len(first),
        break_on_hyphens=False,
    )  # fmt: skip


def _markdown(found: list[tuple[Family, list[str]]]) -> Iterator[str]:
    yield from (
        "# Methods and their settings",
        "",
        "This page lists the methods of each puzzle. `fastqueens methods NAME` describes one",
        "method, and `fastqueens methods --markdown` prints this page. In Python, a setting is a",
        'keyword argument, as in `queens.solve(board, method="mac", order="mrv")`.',
        "",
    )
    for family, names in found:
        yield from (f"## {family.title[0].upper()}{family.title[1:]}", "")
        yield from (f"In the shell: `{family.command}`. In Python: the module `{family.name}`.", "")
        yield from ("| method | what it does | notes |", "|---|---|---|")
        for name in names:
            notes = "; ".join(family.notes(name))
            yield f"| `{name}` | {family.table[name].summary} | {notes} |"
        yield ""
        # Methods that share all settings share a table.
        groups: dict[tuple[Setting, ...], list[str]] = {}
        for name in names:
            if family.table[name].settings:
                groups.setdefault(family.table[name].settings, []).append(name)
        for settings, sharing in groups.items():
            yield from (f"Settings of {', '.join(f'`{name}`' for name in sharing)}:", "")
            yield from ("| setting | values | default | meaning |", "|---|---|---|---|")
            for setting in settings:
                option, values, default = _describe_setting(family, setting)
                yield f"| `{option}` | {values} | {default} | {setting.meaning} |"
            yield ""
