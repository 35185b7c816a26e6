"""The command ``levels``: the boards of the package."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from pathlib import Path

import click

from fastqueens import queens
from fastqueens.cli.board_input import show_board, written_option
from fastqueens.cli.drawing_options import (
    BOARD_STYLES,
    Shown,
    drawing_options,
    paint,
    paint_pages,
    texts_of,
)
from fastqueens.cli.options import SEED, Command, exclude, json_option, need, out_option
from fastqueens.cli.output_files import (
    PICTURES,
    board_makers,
    check_fields,
    check_suffix,
    endings_of_boards,
    write_sheets,
)
from fastqueens.cli.reports import SOLVED, envelope, print_json
from fastqueens.output import write_file
from fastqueens.queens.formats.json import describe_board, region_sizes
from fastqueens.queens.formats.registry import FORMATS, write_boards
from fastqueens.queens.logic.steps import TIERS
from fastqueens.results import InputError
from fastqueens.validation import join_and, plural

__all__ = ["levels"]


@click.command(
    cls=Command,
    help="""List the levels of the package, or print the level NAME.

    SIZE is a number of rows, such as 9; for boards with several stars, the number of stars follows,
    as in 10/2. Without SIZE, the number of levels of each size is printed. With --random, only the
    board is printed, so you can write it to a file: levels 9 --random > board.txt.
    """,
)
@click.argument("which", required=False, metavar="[SIZE|NAME]")
@click.option("--difficulty", type=click.Choice(TIERS[:-1]), help="List only levels of this tier.")
@click.option("--random", "randomly", is_flag=True, help="Print a random level.")
@click.option(
    "--seed", type=SEED, help="The seed of --random; by default each run prints another level."
)
@json_option("level")
@out_option(
    "a .txt, .json, .jsonl, .sbn, .task, .puzzlink, .ts or .npy file, or to a sheet in a .svg, "
    ".png or .pdf file",
    several=False,
)
@written_option
@drawing_options(styles=BOARD_STYLES, solutions=True)
def levels(
    which: str | None,
    difficulty: str | None,
    randomly: bool,
    seed: int | None,
    as_json: bool,
    out: str | None,
    format: str | None,
) -> int:
    if out is not None:
        check_fields(out)
    if format is None and out is not None:
        check_suffix(out, (*endings_of_boards(), *PICTURES))
    if out is None:
        exclude("--format", format, {"--json": as_json})
    need({"--seed": seed}, {"--random": randomly})
    named = which is not None and "-" in which
    exclude("NAME", which if named else None, {"--random": randomly, "--difficulty": difficulty})
    found = _find_levels(which, difficulty)
    if randomly:
        found = [random.Random(seed).choice(found)]
    if out is not None:
        shown = [Shown(level.board, None, None, level.name) for level in found]
        kind = Path(out).suffix.lower() if format is None else FORMATS[format].endings[0]
        if kind == ".pdf":
            captions = [
                f"{x.name} \N{MIDDLE DOT} {x.difficulty} \N{MIDDLE DOT} {x.score}" for x in found
            ]
            write_file(out, paint_pages([x.board for x in found], captions=captions))
        elif kind in PICTURES:
            write_sheets(Path(out), shown, partial(paint, kind), "level")
        else:
            makers = board_makers([level.board for level in found])
            makers |= {".txt": lambda: texts_of(shown)}
            write_file(out, makers[kind]())
    if as_json:
        for level in found:
            facts = {"name": level.name, "n": level.board.n, "difficulty": level.difficulty}
            facts |= {"stars": level.board.stars} if level.board.stars > 1 else {}
            facts |= {"score": level.score, "board": describe_board(level.board.grid)}
            print_json(envelope("solved") | facts)
    elif format is not None and out is None:
        click.echo(write_boards([level.board.grid for level in found], format), nl=False)
    elif named or randomly:
        show_board(found[0].board)
        if randomly:
            level = found[0]
            click.echo(f"{level.name} · {level.difficulty} · score {level.score}", err=True)
    elif which is None:
        kinds: dict[tuple[int, int], Counter[str]] = {}
        for level in found:
            size = (level.board.stars, level.board.n)
            kinds.setdefault(size, Counter())[level.difficulty] += 1
        for (stars, n), tiers in sorted(kinds.items()):
            counts = ", ".join(f"{number} {tier}" for tier, number in tiers.items())
            name = f"{n:>2} x {n:<2}" if stars == 1 else f"{n:>5}/{stars}"
            click.echo(f"{name} {plural(sum(tiers.values()), 'level'):>10}: {counts}")
    else:
        for level in found:
            sizes = region_sizes(level.board.grid)
            click.echo(
                f"{level.name}  {level.difficulty:<6} {level.score:>6}  "
                f"regions of {sizes[0]} to {sizes[-1]} cells"
            )
    return SOLVED


def _kind_name(n: int, stars: int) -> str:
    """Return the size of levels as SIZE: the rows, and the stars if there are several."""
    return str(n) if stars == 1 else f"{n}/{stars}"


def _find_levels(which: str | None, difficulty: str | None) -> list[queens.Level]:
    """Return the levels with this size or name, and with this difficulty."""
    if which is not None and "-" in which:
        found = [level for level in queens.levels(stars=None) if level.name == which]
        if not found:
            raise InputError(f"found no level named {which!r}; `fastqueens levels SIZE` lists them")
        return found
    rows, _, stars = ("", "", "") if which is None else which.partition("/")
    try:
        size = int(rows) if which else None
        count = int(stars or 1) if which else None
    except ValueError:
        raise InputError(
            f"found {which!r}, expected a size, as in 8 or 10/2, or a level, as in 8-017"
        ) from None
    kinds = {(level.board.n, level.board.stars) for level in queens.levels(stars=None)}
    if size is not None and count is not None and (size, count) not in kinds:
        near = [_kind_name(*kind) for kind in sorted(kinds) if kind[0] == size]
        known = ", ".join(_kind_name(*kind) for kind in sorted(kinds, key=lambda x: (x[1], x[0])))
        raise InputError(
            f"found no levels of size {which}, expected one of {known}"
            + (f"; did you mean {join_and(near, 'or')}?" if near else "")
        )
    found = queens.levels(size, stars=count)
    if difficulty is not None:
        found = [level for level in found if level.difficulty == difficulty]
        if not found:
            size_words = f" of size {which}" if which else ""
            raise InputError(f"found no {difficulty} level{size_words}")
    return found
