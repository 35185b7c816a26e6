"""The command ``rate``: the difficulty of coloured Queens boards."""

from __future__ import annotations

from typing import cast

import click

from fastqueens import queens
from fastqueens.cli.board_input import BoardCommand, BoardReader, format_option, stars_option
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.file_claims import WRITTEN
from fastqueens.cli.image_input import boards_argument, picture_options
from fastqueens.cli.logic_report import RatingReport, max_rule_option
from fastqueens.cli.options import (
    Options,
    allow_empty_regions_option,
    executor_option,
    json_option,
    keep_going_option,
    resume_option,
    time_limit_option,
)
from fastqueens.cli.output_files import answer_files
from fastqueens.cli.stream_formats import stream_of
from fastqueens.queens.logic import engine as logic
from fastqueens.results import SearchStopped, escape_control

__all__ = ["rate"]


@click.command(
    cls=BoardCommand,
    help="""Rate coloured Queens boards: the hardest rule needed, a score and the rules used.

    The hardest rule decides the tier: easy, medium, hard or expert. A board that the rules do not
    solve has the tier guess: it has several solutions or none, or only trial and error finds its
    one solution. --time-limit is for each board; with -o, for all boards together.
    """,
)
@boards_argument
@picture_options
@max_rule_option
@stars_option
@format_option
@allow_empty_regions_option
@time_limit_option()
@json_option("file")
@click.option(
    "-o", "--out", type=WRITTEN, metavar="OUT",
    help="For one file of many boards: write one line for each board to OUT.jsonl, or a table to "
    "OUT.npy, OUT.csv or OUT.parquet. The file may be of any length.",
)  # fmt: skip
@keep_going_option
@resume_option
@executor_option
def rate(
    reader: BoardReader,
    max_rule: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    keep_going: bool,
    resume: bool,
    executor: str | None,
) -> int:
    streaming = {
        "-o": out is not None,
        "--keep-going": keep_going,
        "--resume": resume,
        "--executor": executor,
    }
    streamed = stream_of(reader, out, streaming)
    if streamed is not None and out is not None:
        from fastqueens.cli.batch_files import answer_many
        from fastqueens.queens.streams.pipeline import Query

        asked = Query(
            rate=True, overrides=reader.overrides, max_rule=max_rule,
        )  # fmt: skip
        return answer_many(
            reader.refs[0].file, out, streamed, asked,
            words=("solved by the rules", "not"), resume=resume, keep_going=keep_going,
            time_limit=time_limit, as_json=as_json, quiet=False, executor=executor,
        )  # fmt: skip
    refs = reader.find()

    def solve(file: BoardRef, board: queens.Board, _: Options) -> RatingReport:
        try:
            rating = logic.rate(board, max_rule=max_rule, time_limit=time_limit)
        except SearchStopped as stop:
            rating = cast("logic.Rating", stop.partial)
        title = f"{escape_control(str(file))}: " if len(refs) > 1 else ""
        return RatingReport(file=file, board=board, rating=rating, title=title)

    return answer_files(refs, Options(as_json=as_json), reader.load, solve, headings=False)
