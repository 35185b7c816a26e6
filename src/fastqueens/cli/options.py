"""Options that several commands have, and how their values are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

__all__ = []


Decorated = TypeVar("Decorated", bound=Callable[..., Any])
SEED = click.IntRange(0, 2**64 - 1)
files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
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
    told = f"Stop a {each} after S seconds of searching." if each else "Stop after S seconds."
    return click.option("--time-limit", type=click.FloatRange(min=0), metavar="S", help=told)


def json_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """--json, for one object or one for each of something."""
    told = "Print one JSON object" + (f" a {each}." if each else ".")
    return click.option("--json", "as_json", is_flag=True, help=told)


def out_option(kinds: str) -> Callable[[Decorated], Decorated]:
    """-o, of a command that takes several FILEs."""
    told = f"Write to {kinds}; for several FILEs put {{name}} into it, which stands for each one's "
    return click.option("-o", "--out", metavar="OUT", help=told + "name.")


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


def read_square(word: str) -> tuple[int, int] | None:
    """Read b3, a column letter (aa after z) and a row number from 1, as (row, column) from 0."""
    found = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]{0,3})", word.lower())
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return int(found[2]) - 1, column - 1


def square_name(row: int, column: int) -> str:
    """Return b3 for (2, 1): what `read_square` reads."""
    first = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('a') + column % 26)}{row + 1}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def check_suffix(out: str, kinds: tuple[str, ...]) -> str:
    """Return the kind of a file to write, refusing one that cannot be, before any search."""
    kind = Path(out).suffix
    if kind not in kinds:
        raise click.UsageError(f"-o {out}: expected a file named *{' or *'.join(kinds)}")
    if kind in (".png", ".gif"):
        try:
            import PIL  # noqa: F401
        except ImportError:
            raise click.UsageError(f"a {kind} needs Pillow: pip install pillow") from None
    return kind


def check_out(
    out: str | None, files: tuple[str, ...], kinds: tuple[str, ...], *, numbers: str = ""
) -> None:
    """Refuse an OUT for these files that cannot work, before any search.

    `numbers` names the option, if given, whose answer only a .json can hold.
    """
    if out is None:
        return
    kind = check_suffix(out, kinds)
    if numbers and kind != ".json":
        raise click.UsageError(f"with {numbers}, -o writes .json only")
    if len(files) > 1 and "{name}" not in out:
        raise click.UsageError(f"-o for several files needs {{name}}, as in {{name}}{kind}")
    targets = [str(target_of(out, file)) for file in files]
    for file, target in zip(files, targets, strict=True):
        if targets.count(target) > 1:
            raise click.UsageError(f"-o {out}: several files would be written to {target}")
        if file != "-" and Path(file).resolve() == Path(target).resolve():
            raise click.UsageError(f"-o {out}: {file} would be overwritten")


def target_of(out: str, file: str) -> Path:
    """Return what to write for a file: OUT with the file's name in the place of {name}."""
    many, _, number = file.rpartition(".jsonl:")  # a line of it
    stem = f"{Path(many).stem}-{number}" if many else Path(file.replace("-:", "stdin-", 1)).stem
    return Path(out.replace("{name}", "stdin" if file == "-" else stem))


@dataclass(kw_only=True)
class Options:
    """What a command was asked for, and what follows from it."""

    every: bool = False
    as_json: bool
    out: str | None
    quiet: bool

    @property
    def talks(self) -> bool:
        """Whether it is for a person to read."""
        return not (self.quiet or self.as_json)
