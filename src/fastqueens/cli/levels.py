"""The command ``levels``: the boards that come with the package."""

from __future__ import annotations

from collections import Counter

import click

from fastqueens import queens
from fastqueens.checks import plural
from fastqueens.cli.answers import SOLVED, envelope, print_json
from fastqueens.cli.boards import describe_board, region_sizes, show_board
from fastqueens.cli.options import Command, json_option
from fastqueens.results import InputError

__all__ = ["levels"]


@click.command(cls=Command)
@click.argument("which", required=False, metavar="[SIZE|NAME]")
@json_option("level")
def levels(which: str | None, as_json: bool) -> int:
    """List the levels that come with the package, or print the one of that name.

    Without SIZE, says how many of which size there are.
    """
    every = queens.levels()
    if which is not None and "-" in which:
        found = [level for level in every if level.name == which]
        if not found:
            raise InputError(f"found no level named {which!r}; `fastqueens levels SIZE` lists them")
    elif which is not None:
        try:
            size = int(which)
        except ValueError:
            raise InputError(
                f"found {which!r}, expected a size or the name of a level as in 8-017"
            ) from None
        found = queens.levels(size)
    else:
        found = every
    if as_json:
        for level in found:
            facts = {"name": level.name, "n": level.board.n, "difficulty": level.difficulty}
            facts |= {"score": level.score} | describe_board(level.board)
            print_json(envelope("solved") | facts)
    elif which is None:
        for n in sorted({level.board.n for level in every}):
            tiers = Counter(level.difficulty for level in every if level.board.n == n)
            counts = ", ".join(f"{number} {tier}" for tier, number in tiers.items())
            click.echo(f"{n:>2} x {n:<2} {plural(sum(tiers.values()), 'level'):>10}: {counts}")
    elif "-" in which:
        show_board(found[0].board)
    else:
        for level in found:
            sizes = region_sizes(level.board)
            click.echo(
                f"{level.name}  {level.difficulty:<6} {level.score:>6}  "
                f"regions of {sizes[0]} to {sizes[-1]} cells"
            )
    return SOLVED
