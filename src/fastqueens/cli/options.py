"""Options that several commands have: how they look, how they are read, which contradict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
SEED = click.IntRange(0, 2**64 - 1)


def complete_file(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Let the shell complete a file name."""
    return [CompletionItem(begun, type="file")]


files_argument = click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_file
)
all_option = click.option("--all", "every", is_flag=True, help="Print all solutions.")
count_option = click.option("--count", is_flag=True, help="Print the number of solutions.")
limit_option = click.option(
    "--limit", type=click.IntRange(min=1), metavar="K", help="With --all or --count: stop at K."
)
at_most_one_option = click.option(
    "--at-most-one",
    is_flag=True,
    help="Accept any number of regions; each holds at most one queen.",
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print errors only.")


def time_limit_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """--time-limit, of the whole command or of each file or board."""
    text = f"Stop a {each} after S seconds of searching." if each else "Stop after S seconds."
    return click.option("--time-limit", type=click.FloatRange(min=0), metavar="S", help=text)


def json_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """--json, for one object or one for each of something."""
    text = "Print one JSON object" + (f" a {each}." if each else ".")
    return click.option("--json", "as_json", is_flag=True, help=text)


def out_option(kinds: str) -> Callable[[Decorated], Decorated]:
    """-o, of a command that takes several FILEs."""
    text = f"Write to {kinds}; for several FILEs put {{name}} into it, which stands for each one's "
    return click.option("-o", "--out", metavar="OUT", help=text + "name.")


@dataclass(kw_only=True)
class Options:
    """What every command may be asked for, and what follows from it."""

    every: bool = False
    limit: int | None = None
    as_json: bool = False
    out: str | None = None
    quiet: bool = False

    @property
    def verbose(self) -> bool:
        """Whether it is for a person to read."""
        return not (self.quiet or self.as_json)


def refuse_together(options: Mapping[str, object]) -> None:
    """Refuse options that exclude each other: names and values, of which one may be given."""
    given = [name for name, value in options.items() if _is_given(value)]
    if len(given) > 1:
        raise click.UsageError(f"{_in_words(given, 'and')} exclude each other")


def exclude(name: str, value: object, others: Mapping[str, object]) -> None:
    """Refuse an option that is given with any of the others, by names and values."""
    if _is_given(value) and any(map(_is_given, others.values())):
        raise click.UsageError(f"{name} excludes {_in_words(list(others), 'and')}")


def need(options: Mapping[str, object], others: Mapping[str, object]) -> None:
    """Refuse options that are given without any of the others, by names and values."""
    if any(map(_is_given, others.values())):
        return
    for name, value in options.items():
        if _is_given(value):
            raise click.UsageError(f"{name} goes with {_in_words(list(others), 'or')}")


def _is_given(value: object) -> bool:
    return value is not None and value is not False


def _in_words(names: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def parse_settings(given: tuple[str, ...], *, dotted: bool) -> dict[str, list[Any]]:
    """Read ``--set name=value,value``: numbers, true and false as such, all else as text."""
    settings: dict[str, list[Any]] = {}
    for text in given:
        name, equals, values = text.partition("=")
        form = "METHOD.OPTION=VALUE,VALUE" if dotted else "OPTION=VALUE"
        if not equals or not name or not values or dotted != ("." in name):
            raise click.UsageError(f"--set {text}: expected {form}")
        if name in settings:
            raise click.UsageError(f"--set {text}: {name} is set twice")
        settings[name.replace("-", "_") if not dotted else name] = [
            _value(part.strip()) for part in values.split(",")
        ]
    return settings


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
