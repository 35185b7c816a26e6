"""Giving answers: printed, written to files, and the exit codes of several together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from fastqueens.cli.drawing_options import Shown, painters
from fastqueens.cli.options import Options
from fastqueens.cli.reports import BAD_INPUT, INTERRUPTED, Answer, error_envelope, print_json, worst
from fastqueens.output import dumps, write_file
from fastqueens.results import InputError, escape_control

if TYPE_CHECKING:
    from fastqueens.canvas.board_painter import Squares
    from fastqueens.queens import Board

__all__ = [
    "Maker",
    "answer_files",
    "board_makers",
    "check_fields",
    "check_out",
    "check_suffix",
    "endings_of_boards",
    "give",
    "not_written",
    "pictures",
    "save",
    "target_of",
]

Problem = TypeVar("Problem")
Answered = TypeVar("Answered", bound=Answer)
Asked = TypeVar("Asked", bound=Options)
Maker: TypeAlias = Callable[[Sequence[Any]], str | bytes]  # of a file, from solutions


def answer_files(
    files: tuple[str, ...],
    options: Asked,
    load: Callable[[str], Problem],
    solve: Callable[[str, Problem, Asked], Answered],
    save: Callable[[Answered, Path], None] | None = None,
    *,
    apart: bool = True,
) -> int:
    """Load each file, solve it and give the answer, up to Ctrl-C; return the exit code.

    With `apart` each of several answers has a heading, and a blank line before it.
    """
    codes: list[int] = []
    headed = apart and options.verbose and len(files) > 1
    for file in files:
        if codes and headed:
            click.echo()
        try:
            problem = load(file)
            if headed:
                click.echo(f"{escape_control(file)}:")
            codes.append(give(solve(file, problem, options), options, save))
        except InputError as error:
            codes.append(_report_error(file, error, as_json=options.as_json))
        if codes[-1] == INTERRUPTED:
            break
    return worst(codes)


def give(
    answer: Answered,
    options: Options,
    save: Callable[[Answered, Path], None] | None = None,
    *,
    err: bool = False,
) -> int:
    """Write an answer and print it, the summary to standard error if `err`; return its code."""
    if options.out is not None and save is not None:
        save(answer, target_of(options.out, answer.file))
    if options.as_json:
        print_json(answer.as_json())
    elif options.verbose and (text := answer.summary()):
        click.echo(text, err=err)
    return answer.exit_code


def _report_error(file: str, error: InputError, *, as_json: bool) -> int:
    """Say what is wrong with a file; return the exit code."""
    if as_json:
        print_json(error_envelope(error.message, file=file, line=error.line, column=error.column))
    else:
        click.echo(f"error: {error}", err=True)
    return BAD_INPUT


def check_fields(out: str, fields: tuple[str, ...] = (), option: str = "-o") -> None:
    """Refuse braces in the name of a file to write, but for the fields that it may have."""
    rest = out
    for name in fields:
        rest = rest.replace(f"{{{name}}}", "")
    if "{" in rest or "}" in rest:
        known = " or ".join(f"{{{name}}}" for name in fields) or "none"
        raise click.UsageError(f"{option} {out}: found braces, expected {known}")


def check_suffix(
    out: str, kinds: tuple[str, ...], *, fields: tuple[str, ...] = (), option: str = "-o"
) -> str:
    """Return the kind of a file to write, refusing one that cannot be, before any search.

    `fields` are what may stand in braces in its name.
    """
    check_fields(out, fields, option)
    kind = Path(out).suffix.lower()
    if kind not in kinds:
        raise click.UsageError(f"{option} {out}: expected a file named *{' or *'.join(kinds)}")
    folder = Path(out).parent
    if "{" not in str(folder) and not folder.is_dir():
        raise click.UsageError(f"{option} {out}: found no folder {folder}")
    if kind in (".png", ".gif"):
        try:
            import PIL  # noqa: F401
        except ImportError:
            raise click.UsageError(f"a {kind} needs Pillow: pip install pillow") from None
    return kind


def check_out(
    out: str | None,
    files: tuple[str, ...],
    kinds: tuple[str, ...],
    *,
    numbers: str = "",
    fields: tuple[str, ...] = ("name",),
) -> None:
    """Refuse an OUT for these files that cannot work, before any search.

    `numbers` names the option, if given, whose answer only a .json can hold; `fields` are what may
    stand in braces.
    """
    if out is None:
        return
    kind = check_suffix(out, kinds, fields=fields)
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


def target_of(out: str, file: str | None) -> Path:
    """Return what to write for a file: OUT with the file's name in the place of {name}."""
    if file is None:
        return Path(out)
    many, _, number = file.rpartition(":")  # one board of several
    if many and number.isdecimal() and not Path(file).exists():
        stem = f"{'stdin' if many == '-' else Path(many).stem}-{number}"
    else:
        stem = "stdin" if file == "-" else Path(file).stem.strip("<>")  # <clipboard>
    return Path(out.replace("{name}", stem))


def save(
    answer: Answer,
    path: Path,
    solutions: Sequence[Any],
    makers: Mapping[str, Maker],
    what: str = "solution",
) -> None:
    """Write an answer to a .json file, or its solutions to one of a kind that `makers` makes."""
    kind = path.suffix.lower()
    if kind == ".json":
        write_file(path, dumps(answer.as_json()) + "\n")
    elif not solutions:
        not_written(path, what)
    else:
        write_file(path, makers[kind](solutions))


def board_makers(boards: Sequence[Board], *kept: str) -> dict[str, Callable[[], str | bytes]]:
    """Return what writes boards, by the endings of the formats that keep what is asked for."""
    from fastqueens.queens.formats.registry import BY_ENDING

    return {
        ending: partial(format.write, [board.grid for board in boards])
        for ending, format in BY_ENDING.items()
        if {*kept} <= {*format.keeps}
    }


def endings_of_boards(*kept: str) -> tuple[str, ...]:
    """Return the endings of files of the formats that keep what is asked for."""
    return tuple(board_makers([], *kept))


def pictures(board: Board | Squares) -> dict[str, Maker]:
    """Return what makes pictures of a board with a solution, or of several on a sheet."""

    def maker(kind: str) -> Maker:
        def make(found: Sequence[Any]) -> str | bytes:
            return painters([Shown(board, queens) for queens in found], "solutions")[kind]()

        return make

    return {kind: maker(kind) for kind in (".svg", ".png")}


def not_written(path: str | Path, what: str = "solution") -> None:
    """Say that there is nothing to write."""
    click.echo(f"{escape_control(str(path))}: not written, there is no {what} to show", err=True)
