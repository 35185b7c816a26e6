"""The command ``tree``: what a search of coloured Queens placed and took back."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import click

from fastqueens import csp, queens
from fastqueens.cli import output_files as outputs
from fastqueens.cli.board_input import BoardCommand, BoardReader, about_board, format_option
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import chosen, drawing_options
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.options import (
    SEED,
    Options,
    at_most_one_option,
    json_option,
    out_option,
    quiet_option,
    read_settings,
)
from fastqueens.cli.reports import SOLVED, Answer
from fastqueens.output import dumps, write_file

__all__ = ["tree"]


@dataclass(kw_only=True)
class _Grown(Answer):
    """A tree; the exit code says that there is one, not what is in it."""

    board: queens.Board
    tree: csp.SearchTree

    @property
    def exit_code(self) -> int:
        return SOLVED

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        found = self.tree.as_dict()
        return {"nodes": found["nodes"], "counters": found["counters"]}

    def summary(self) -> str:
        return self.tree.to_text(ascii=sys.stdout.encoding.lower().replace("-", "") != "utf8")


@click.command(cls=BoardCommand)
@board_argument
@picture_options
@click.option(
    "--method",
    type=click.Choice(list(csp.METHODS)),
    default="backtracking",
    show_default=True,
    help="How to search.",
)
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A setting of the method, as in order=mrv; may be repeated. `fastqueens methods NAME` "
    "lists those of one.",
)
@format_option
@click.option(
    "--nodes",
    type=click.IntRange(1, 100_000),
    default=200,
    show_default=True,
    metavar="N",
    help="Draw the first N nodes.",
)
@click.option("--all", "every", is_flag=True, help="Go on after the first solution.")
@click.option("--seed", type=SEED, default=0, help="Seed of values=random.")
@at_most_one_option
@json_option()
@out_option("a .txt, .json, .svg or .png file", several=False)
@drawing_options(axes=None, regions=False)
@quiet_option
def tree(
    reader: BoardReader,
    method: str,
    given: tuple[str, ...],
    nodes: int,
    every: bool,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Draw the tree of a search: every queen that it placed, and what became of it.

    A line for each queen, those placed after it further in. An x marks a dead end: the queen, or
    every one after it, was taken back.
    """
    settings = read_settings(given, queens.METHODS, method)
    if "restarts" in settings:
        raise click.UsageError("--set restarts: a tree is that of one run, without restarts")
    refs = reader.find(expand=False)
    outputs.check_out(out, refs, (".txt", ".json", ".svg", ".png"))

    def solve(file: BoardRef, board: queens.Board, _: Options) -> _Grown:
        grown = queens.search_tree(
            board,
            cast("csp.Method", method),
            seed=seed,
            nodes=nodes,
            limit=None if every else 1,
            **settings,
        )
        reason = "nodes" if grown.status == "stopped" else None
        return _Grown(
            file=file, board=board, tree=grown, method=method, status=grown.status, reason=reason
        )

    def save(answer: _Grown, path: Path) -> None:
        if path.suffix.lower() == ".json":  # as it is printed, with the board
            write_file(path, dumps(answer.as_json()) + "\n")
        else:
            answer.tree.save(path, theme=chosen().look.theme)

    options = Options(as_json=as_json, out=out, quiet=quiet)
    return outputs.answer_files(refs, options, reader.load, solve, save)
