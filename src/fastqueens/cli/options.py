"""Options that several commands share: their definitions, their values and their conflicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from fastqueens.cli.exit_codes import exit_codes_of, help_of
from fastqueens.cli.file_claims import LEDGER, READ, WRITTEN, claim_parameters
from fastqueens.cli.number_types import with_messages
from fastqueens.method import Method, setting_of
from fastqueens.validation import did_you_mean

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:  # in click 8.1, this class has no type parameter
    _Choice = click.Choice

DRAWN = "fastqueens.cli.drawing_options"  # the key of the drawing options in click's context
PAGES = "fastqueens.cli.drawing_options.pages"  # the key of the options of PDF files
_WIDEST = 40  # the most characters of a list of choices that the help shows

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
SEED = click.IntRange(0, 2**64 - 1)


class Names(_Choice):
    """One of several names; the error for a misspelt name suggests the nearest one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, or raise an error with a suggestion."""
        names = list(map(str, self.choices))
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            found = f"found {value!r}, expected one of {', '.join(names)}"
            found += did_you_mean(value, names)
            raise click.BadParameter(found, ctx, param) from None


class Command(click.Command):
    """A command of fastqueens.

    Its help has at most 80 columns and ends with the exit codes. Errors for misspelt names suggest
    the nearest name. Repeated options and options that contradict each other are refused.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.epilog = help_of(exit_codes_of(self.name or ""))
        for option in self.params:
            option.type = with_messages(option.type)
            if isinstance(option.type, click.Choice):
                names = list(map(str, option.type.choices))
                option.type = Names(names)
                wide = len("|".join(names)) > _WIDEST
                if wide and isinstance(option, click.Option) and option.metavar is None:
                    option.metavar = "NAME"
                    option.help = f"{option.help or ''} NAME: {', '.join(names)}."

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and refuse repeated and contradictory options."""
        if ctx.resilient_parsing:  # a shell completes an unfinished command
            return super().parse_args(ctx, args)
        try:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        except click.NoSuchOption as error:
            raise self._explain_negative(error, args) or error from None
        for option in order:
            single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
            if single and order.count(option) > 1:
                raise click.UsageError(f"{' / '.join(option.opts)} is given twice", ctx)
        rest = super().parse_args(ctx, args)
        if ctx.params.get("quiet") and ctx.params.get("as_json"):
            raise click.UsageError("--quiet and --json cannot be used together", ctx)
        drawn = ctx.meta.get(DRAWN, {})
        view = drawn.get("view") and ctx.get_parameter_source("view") is ParameterSource.COMMANDLINE
        for name, value in (("--patterns", drawn.get("patterns")), ("--view", view)):
            if value and not ctx.params.get("out"):
                raise click.UsageError(f"{name} needs -o", ctx)
        _check_page_options(ctx)
        claim_parameters(ctx, self.params)
        return rest

    def _explain_negative(
        self, error: click.NoSuchOption, args: list[str]
    ) -> click.UsageError | None:
        """Return the error for a negative number that click took for an option; None for others."""
        numbers = [x for x in self.params if isinstance(x.type, click.types.IntParamType)]
        found = next((x for x in args if re.fullmatch(r"-[0-9]+", x)), None)
        for number in numbers:
            if found is not None and isinstance(number, click.Argument):
                name = number.metavar or (number.name or "").upper()
                return click.UsageError(f"{name}: found {found}, expected 1 or more", error.ctx)
        return None


def _check_page_options(ctx: click.Context) -> None:
    """Refuse options of PDF files without a PDF file to write."""
    out = ctx.params.get("out")
    names = [out] if isinstance(out, str) else out or ()
    if not any(name.lower().endswith(".pdf") for name in names):
        for flag, _ in ctx.meta.get(PAGES, {}).values():
            raise click.UsageError(f"{flag} needs -o FILE.pdf", ctx)


def complete_file(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Make the shell complete a file name."""
    return [CompletionItem(begun, type="file")]


files_argument = click.argument(
    "files",
    nargs=-1,
    required=True,
    type=READ,
    metavar="FILE...",
    shell_complete=complete_file,
)
all_option = click.option("--all", "all_solutions", is_flag=True, help="Print all solutions.")
count_option = click.option("--count", is_flag=True, help="Print the number of solutions.")
limit_option = click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="K",
    help="With --all or --count: stop at K solutions.",
)
allow_empty_regions_option = click.option(
    "--allow-empty-regions",
    is_flag=True,
    help="Accept any number of regions; each holds at most one queen.",
)
executor_option = click.option(
    "--executor",
    metavar="NAME",
    help="Run the work on an executor instead of threads of this process. NAME: processes:8, "
    "loky:8, threads:8, dask://host:8786 or mpi.",
)
ledger_option = click.option(
    "--ledger",
    type=LEDGER,
    metavar="FILE",
    help="With a count: record the finished work in FILE. If the count is stopped, the same "
    "command continues it. `fastqueens ledger FILE` shows the recorded work.",
)
keep_going_option = click.option(
    "--keep-going",
    is_flag=True,
    help="In a file of many boards: report a line that is not a board, and continue.",
)
resume_option = click.option(
    "--resume", is_flag=True, help="With -o *.jsonl: continue where an earlier run ended."
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print errors only.")


def time_limit_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """Add --time-limit, for the whole command or for each file or board."""
    text = f"Stop the search on each {each} after S seconds." if each else "Stop after S seconds."
    return click.option("--time-limit", type=click.FloatRange(min=0), metavar="S", help=text)


def json_option(each: str = "") -> Callable[[Decorated], Decorated]:
    """Add --json, which prints one JSON object, or one object for each of several inputs."""
    text = "Print one JSON object" + (f" for each {each}." if each else ".")
    return click.option("--json", "as_json", is_flag=True, help=text)


def out_option(kinds: str, *, several: bool = True) -> Callable[[Decorated], Decorated]:
    """Add -o, for a command that accepts one FILE or several."""
    text = f"Write to {kinds}"
    if several:
        text += "; for several FILEs, {name} in OUT stands for the name of each FILE"
    return click.option("-o", "--out", type=WRITTEN, metavar="OUT", help=f"{text}.")


@dataclass(kw_only=True)
class Options:
    """The values of the options that most commands have."""

    all_solutions: bool = False
    limit: int | None = None
    as_json: bool = False
    out: str | None = None
    quiet: bool = False

    @property
    def verbose(self) -> bool:
        """Whether to print the answer as text."""
        return not (self.quiet or self.as_json)


def refuse_together(options: Mapping[str, object]) -> None:
    """Raise an error if the user gave two or more of the options, which map names to values."""
    given = [name for name, value in options.items() if _is_given(value)]
    if len(given) > 1:
        raise click.UsageError(f"{_in_words(given, 'and')} cannot be used together")


def exclude(name: str, value: object, others: Mapping[str, object]) -> None:
    """Raise an error if the user gave the option `name` together with one of the others."""
    if _is_given(value) and any(map(_is_given, others.values())):
        raise click.UsageError(f"{name} cannot be used with {_in_words(list(others), 'or')}")


def need(options: Mapping[str, object], others: Mapping[str, object]) -> None:
    """Raise an error if the user gave one of the options without any of the others."""
    if any(map(_is_given, others.values())):
        return
    for name, value in options.items():
        if _is_given(value):
            raise click.UsageError(f"{name} needs {_in_words(list(others), 'or')}")


def check_count_options(
    options: Mapping[str, str | None],
    counting: Mapping[str, object],
    files: Sequence[str],
    limit: int | None,
) -> None:
    """Raise an error if --executor or --ledger is given and the options do not ask for a count.

    Raise an error also if --ledger is given with several files.
    """
    given = {f"--{name}": value for name, value in options.items()}
    need(given, counting)
    exclude("--limit", limit, given)
    if options["ledger"] is not None and len(files) > 1:
        raise click.UsageError("--ledger needs exactly one FILE, because it records one count")


def _is_given(value: object) -> bool:
    return value is not None and value is not False


def _in_words(names: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def read_settings(
    words: tuple[str, ...], table: Mapping[str, Method], method: str
) -> dict[str, Any]:
    """Read the values of ``--set OPTION=VALUE`` for a method."""
    settings: dict[str, Any] = {}
    for text in words:
        name, value = _split_assignment(text, "OPTION=VALUE")
        if name in settings:
            raise click.UsageError(f"--set {text}: {name} is set twice")
        settings[name] = setting_of(table, method, name).read(value)
    return settings


def read_sweeps(words: tuple[str, ...], table: Mapping[str, Method]) -> dict[str, list[Any]]:
    """Read the values of ``--set METHOD.OPTION=VALUE,VALUE``."""
    sweeps: dict[str, list[Any]] = {}
    for text in words:
        form = "METHOD.OPTION=VALUE,VALUE"
        name, values = _split_assignment(text, form)
        method, dot, option = name.partition(".")
        if not dot or not option:
            raise click.UsageError(f"--set {text}: expected {form}")
        if name in sweeps:
            raise click.UsageError(f"--set {text}: {name} is set twice")
        setting = setting_of(table, method, option)
        sweeps[name] = [setting.read(value.strip()) for value in values.split(",")]
    return sweeps


def _split_assignment(text: str, form: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name or not value:
        raise click.UsageError(f"--set {text}: expected {form}")
    method, dot, option = name.rpartition(".")
    return method + dot + option.replace("-", "_"), value
