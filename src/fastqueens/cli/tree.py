"""The command ``tree``: draws the search tree of coloured Queens."""

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
    allow_empty_regions_option,
    json_option,
    out_option,
    quiet_option,
    read_settings,
)
from fastqueens.cli.reports import SOLVED, Answer
from fastqueens.output import dumps, write_file

__all__ = ["tree"]


@dataclass(kw_only=True)
class _Answer(Answer):
    """A search tree; the exit code is 0 also if the tree has no solution."""

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
    help="The method of the search.",
)
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A setting of the method, as in order=mrv; may be repeated. `fastqueens methods NAME` "
    "lists the settings of a method.",
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
@click.option("--all", "all_solutions", is_flag=True, help="Continue after the first solution.")
@click.option("--seed", type=SEED, default=0, help="The seed of values=random.")
@allow_empty_regions_option
@json_option()
@out_option("a .txt, .json, .svg or .png file", several=False)
@drawing_options(axes=None, regions=False)
@quiet_option
def tree(
    reader: BoardReader,
    method: str,
    words: tuple[str, ...],
    nodes: int,
    all_solutions: bool,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Draw the tree of a search: every queen that the search placed, and the result.

    Each queen has a line; the queens that were placed after it are indented below. An x marks a
    dead end: the search removed this queen and all queens after it.
    """
    settings = read_settings(words, queens.METHODS, method)
    if "restarts" in settings:
        raise click.UsageError("--set restarts: the tree shows one run, without restarts")
    refs = reader.find(expand=False)
    outputs.check_out(out, refs, (".txt", ".json", ".svg", ".png"))

    def solve(file: BoardRef, board: queens.Board, _: Options) -> _Answer:
        found = queens.search_tree(
            board,
            cast("csp.Method", method),
            seed=seed,
            nodes=nodes,
            limit=None if all_solutions else 1,
            **settings,
        )
        reason = "nodes" if found.status == "stopped" else None
        return _Answer(
            file=file, board=board, tree=found, method=method, status=found.status, reason=reason
        )

    def save(answer: _Answer, path: Path) -> None:
        if path.suffix.lower() == ".json":  # the printed answer, with the board
            write_file(path, dumps(answer.as_json()) + "\n")
        else:
            answer.tree.save(path, theme=chosen().look.theme)

    options = Options(as_json=as_json, out=out, quiet=quiet)
    return outputs.answer_files(refs, options, reader.load, solve, save)
