"""Printing answers, writing them to files, and checking the names of those files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import Shown, paint
from fastqueens.cli.file_claims import claim
from fastqueens.cli.options import Options
from fastqueens.cli.reports import (
    BAD_INPUT,
    INTERRUPTED,
    Answer,
    ErrorLines,
    error_envelope,
    print_json,
    worst,
)
from fastqueens.output import dumps, series_number, write_file
from fastqueens.results import InputError, escape_control
from fastqueens.validation import plural

if TYPE_CHECKING:
    from fastqueens.canvas.board_painter import Squares
    from fastqueens.queens import Board

__all__ = [
    "PICTURES",
    "Maker",
    "answer_files",
    "board_makers",
    "check_fields",
    "check_out",
    "check_suffix",
    "endings_of_boards",
    "pictures",
    "report_answer",
    "save",
    "sheet_names",
    "target_of",
    "write_sheets",
]

File = TypeVar("File", str, BoardRef)
Problem = TypeVar("Problem")
SomeAnswer = TypeVar("SomeAnswer", bound=Answer)
SomeOptions = TypeVar("SomeOptions", bound=Options)
PICTURES = (".svg", ".png", ".pdf")
_MAX_SHEET = 100  # the most boards on a sheet
Maker: TypeAlias = Callable[[Sequence[Any]], str | bytes]  # makes a file of solutions


def answer_files(
    files: Sequence[File],
    options: SomeOptions,
    load: Callable[[File], Problem],
    solve: Callable[[File, Problem, SomeOptions], SomeAnswer],
    save: Callable[[SomeAnswer, Path], None] | None = None,
    *,
    headings: bool = True,
) -> int:
    """Load each file, solve its problem and print the answer; return the exit code.

    Ctrl-C ends the loop. With `headings`, each of several answers has a heading and a blank line
    before it.
    """
    codes: list[int] = []
    errors = ErrorLines()
    headed = headings and options.verbose and len(files) > 1
    for file in files:
        if codes and headed:
            click.echo()
        try:
            problem = load(file)
            if headed:
                click.echo(f"{escape_control(str(file))}:")
            codes.append(report_answer(solve(file, problem, options), options, save))
        except InputError as error:
            codes.append(BAD_INPUT)
            if options.as_json:
                line, column = error.line, error.column
                print_json(error_envelope(error.message, file=str(file), line=line, column=column))
            else:
                errors.add(error, str(file) if len(files) > 1 else None)
        if codes[-1] == INTERRUPTED:
            break
    errors.end()
    return worst(codes)


def report_answer(
    answer: SomeAnswer,
    options: Options,
    save: Callable[[SomeAnswer, Path], None] | None = None,
    *,
    err: bool = False,
) -> int:
    """Write an answer to OUT and print it; return its exit code.

    With `err`, the summary is printed to standard error.
    """
    if options.out is not None and save is not None:
        save(answer, target_of(options.out, answer.file))
    if options.as_json:
        print_json(answer.as_json())
    elif options.verbose and (text := answer.summary()):
        click.echo(text, err=err)
    return answer.exit_code


def check_fields(out: str, fields: tuple[str, ...] = (), option: str = "-o") -> None:
    """Refuse braces in the name of a file to write, except the allowed fields."""
    rest = out
    for name in fields:
        rest = rest.replace(f"{{{name}}}", "")
    if "{" in rest or "}" in rest:
        known = " or ".join(f"{{{name}}}" for name in fields) or "none"
        raise click.UsageError(f"{option} {out}: found braces, expected {known}")


def check_suffix(
    out: str, kinds: tuple[str, ...], *, fields: tuple[str, ...] = (), option: str = "-o"
) -> str:
    """Return the ending of the file to write, or raise an error if it cannot be written.

    Called before a search. `fields` are the names that the file name may have in braces.
    """
    check_fields(out, fields, option)
    kind = Path(out).suffix.lower()
    if kind not in kinds:
        raise click.UsageError(f"{option} {out}: expected a file named *{' or *'.join(kinds)}")
    folder = Path(out).parent
    if "{" not in str(folder) and not os.path.isdir(folder):
        raise click.UsageError(f"{option} {out}: found no folder {folder}")
    if kind in (".png", ".gif"):
        from fastqueens.canvas.png import need_pillow

        need_pillow(f"a {kind} needs")
    if kind == ".pdf":
        from fastqueens.canvas.pdf import need_reportlab

        need_reportlab("a .pdf needs")
    return kind


def check_out(
    out: str | None,
    files: Sequence[File],
    kinds: tuple[str, ...],
    *,
    numbers: str = "",
    fields: tuple[str, ...] = ("name",),
) -> None:
    """Refuse an OUT that does not work for these files; called before a search.

    `numbers` names an option whose answer only a .json file can hold, if such an option is set.
    `fields` are the names that OUT may have in braces.
    """
    if out is None:
        return
    kind = check_suffix(out, kinds, fields=fields)
    if numbers and kind != ".json":
        raise click.UsageError(f"with {numbers}, -o writes .json only")
    if len(files) > 1 and "{name}" not in out:
        names = {file.file if isinstance(file, BoardRef) else file for file in files}
        boards = f"the {len(files):,} boards of {BoardRef(names.pop()).source}"
        what = "several files" if names else boards
        raise click.UsageError(f"-o for {what} needs {{name}}, as in {{name}}{kind}")
    if "{name}" in out and "{step}" not in out:  # files with other names are already claimed
        for file in files:
            claim("-o", target_of(out, file))


def target_of(out: str, file: str | BoardRef | None) -> Path:
    """Return the file to write for an input: OUT with the input's name in place of {name}."""
    if file is None:
        return Path(out)
    ref = file if isinstance(file, BoardRef) else BoardRef(file)
    return Path(out.replace("{name}", ref.stem))


def save(
    answer: Answer,
    path: Path,
    solutions: Sequence[Any],
    makers: Mapping[str, Maker],
    what: str = "solution",
    *,
    per_sheet: int = _MAX_SHEET,
) -> None:
    """Write an answer to a .json file, or its solutions to a file of a kind in `makers`.

    More solutions than `per_sheet` are drawn on several sheets.
    """
    kind = path.suffix.lower()
    if kind == ".json":
        write_file(path, dumps(answer.as_json()) + "\n")
    elif not solutions:
        _report_not_written(path, what)
    elif kind in PICTURES:
        if len(sheets := sheet_names(path, len(solutions), per_sheet)) > 1:
            for sheet in sheets:
                claim("-o", sheet)
        write_sheets(path, solutions, makers[kind], what, per_sheet=per_sheet)
    else:
        write_file(path, makers[kind](solutions))


def write_sheets(
    path: Path,
    items: Sequence[Any],
    make: Maker,
    what: str = "board",
    *,
    per_sheet: int = _MAX_SHEET,
) -> None:
    """Write a picture of some items; many items are drawn on several sheets, one file for each."""
    sheets = sheet_names(path, len(items), per_sheet)
    size = per_sheet if len(sheets) > 1 else len(items)
    for number, sheet in enumerate(sheets):
        write_file(sheet, make(items[number * size : (number + 1) * size]))
    if len(sheets) > 1 and not click.get_current_context().params.get("quiet"):
        names = escape_control(f"{sheets[0]} to {sheets[-1].name}")
        click.echo(f"{plural(len(items), what)} on {len(sheets):,} sheets: {names}", err=True)


def sheet_names(path: Path, count: int, per_sheet: int = _MAX_SHEET) -> list[Path]:
    """Return the files for a picture of `count` items: the path itself if one file holds all."""
    last = -(-count // per_sheet)
    if last <= 1 or path.suffix.lower() == ".pdf":
        return [path]
    numbers = (series_number(number, last) for number in range(1, last + 1))
    return [path.with_stem(f"{path.stem}-{number}") for number in numbers]


def board_makers(boards: Sequence[Board], *kept: str) -> dict[str, Callable[[], str | bytes]]:
    """Return a writer of the boards for each file ending whose format keeps these properties."""
    from fastqueens.queens.formats.registry import BY_ENDING, write_boards

    return {
        ending: partial(write_boards, [board.grid for board in boards], format.name)
        for ending, format in BY_ENDING.items()
        if {*kept} <= {*format.keeps}
    }


def endings_of_boards(*kept: str) -> tuple[str, ...]:
    """Return the file endings of the formats that keep these properties."""
    return tuple(board_makers([], *kept))


def pictures(board: Board | Squares) -> dict[str, Maker]:
    """Return makers of pictures: of a board with a solution, or of several solutions on a sheet."""

    def draw(kind: str, found: Sequence[Any]) -> str | bytes:
        return paint(kind, [Shown(board, queens) for queens in found])

    return {kind: partial(draw, kind) for kind in PICTURES}


def _report_not_written(path: str | Path, what: str = "solution") -> None:
    """Report that a file was not written."""
    click.echo(f"{escape_control(str(path))}: not written, there is no {what} to show", err=True)
