"""The command ``tree``: draws the search tree of coloured Queens or of N-Queens."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import click

from fastqueens import csp, nqueens, queens
from fastqueens.cli import output_files as outputs
from fastqueens.cli.board_input import BoardCommand, BoardReader, about_board, format_option
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import chosen, drawing_options
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.options import (
    SEED,
    Options,
    allow_empty_regions_option,
    exclude,
    json_option,
    out_option,
    quiet_option,
    read_settings,
)
from fastqueens.cli.reports import SOLVED, Answer
from fastqueens.output import dumps, write_file

__all__ = ["tree"]

_KINDS = (".txt", ".json", ".svg", ".png")
# The parameters that name and read a board.
_BOARD_PARAMETERS = {
    "FILE": "file",
    "--clipboard": "clipboard",
    "--show": "overlay",
    "--format": "format",
    "--allow-empty-regions": "allow_empty_regions",
}


class _TreeCommand(BoardCommand):
    """Reads a board; with --nqueens, reads none."""

    def _make_reader(self, ctx: click.Context) -> BoardReader:
        n = ctx.params["n"]
        if n is None:
            return super()._make_reader(ctx)
        exclude("--nqueens", n, {k: ctx.params.pop(name) for k, name in _BOARD_PARAMETERS.items()})
        return BoardReader(())


@dataclass(kw_only=True)
class _Answer(Answer):
    """A search tree; the exit code is 0 also if the tree has no solution."""

    tree: csp.SearchTree
    problem: dict[str, Any]  # the board, or the number of queens

    @property
    def exit_code(self) -> int:
        return SOLVED

    def about(self) -> dict[str, Any]:
        return self.problem

    def found(self) -> dict[str, Any]:
        found = self.tree.as_dict()
        return {"nodes": found["nodes"], "counters": found["counters"]}

    def summary(self) -> str:
        return self.tree.to_text(ascii=sys.stdout.encoding.lower().replace("-", "") != "utf8")


@click.command(
    cls=_TreeCommand,
    help="""Draw the tree of a search: every queen that the search placed, and the result.

    Each queen has a line; the queens that were placed after it are indented below. An x marks a
    dead end: the search removed this queen and all queens after it.
    """,
)
@board_argument
@picture_options
@click.option(
    "--nqueens",
    "n",
    type=int,
    metavar="N",
    help="Draw the tree of N-Queens instead of the tree of a board in a FILE.",
)
@click.option(
    "--method",
    type=click.Choice(list(csp.TREE_METHODS)),
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
@drawing_options(axes=None, regions=False, pages=False)
@quiet_option
def tree(
    reader: BoardReader,
    n: int | None,
    method: str,
    words: tuple[str, ...],
    nodes: int,
    all_solutions: bool,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    methods = queens.METHODS if n is None else nqueens.METHODS
    settings = read_settings(words, methods, method)
    if "restarts" in settings:
        raise click.UsageError("--set restarts: the tree shows one run, without restarts")
    settings |= {"seed": seed, "nodes": nodes, "limit": None if all_solutions else 1}
    name = cast("csp.TreeMethod", method)

    def solve(file: BoardRef, board: queens.Board, _: Options) -> _Answer:
        return _answer(queens.search_tree(board, name, **settings), about_board(board), file)

    options = Options(as_json=as_json, out=out, quiet=quiet)
    if n is None:
        refs = reader.find(expand=False)
        outputs.check_out(out, refs, _KINDS)
        return outputs.answer_files(refs, options, reader.load, solve, _save)
    if out is not None:
        outputs.check_suffix(out, _KINDS)
    answer = _answer(nqueens.search_tree(n, name, **settings), {"n": n})
    return outputs.report_answer(answer, options, _save)


def _answer(
    found: csp.SearchTree, problem: dict[str, Any], file: BoardRef | None = None
) -> _Answer:
    reason = "nodes" if found.status == "stopped" else None
    return _Answer(
        file=file,
        problem=problem,
        tree=found,
        method=found.method,
        status=found.status,
        reason=reason,
    )


def _save(answer: _Answer, path: Path) -> None:
    if path.suffix.lower() == ".json":  # the printed answer, with the board
        write_file(path, dumps(answer.as_json()) + "\n")
    else:
        answer.tree.save(path, theme=chosen().look.theme)
