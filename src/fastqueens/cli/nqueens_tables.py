"""The tables of ``nqueens --growth`` and ``nqueens --orders``."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from fastqueens import nqueens as engine
from fastqueens.cli import output_files as outputs
from fastqueens.cli.drawing_options import chosen
from fastqueens.cli.options import Options, exclude
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.cli.stdio import progress_line
from fastqueens.nqueens.growth_table import GrowthTable

__all__ = ["read_sizes", "show_table"]

_MAX_TEXT = 40  # characters of the sizes A-B; Python does not convert thousands of digits
_GROWTH_LIMIT = 10.0  # seconds of backtracking for --growth


def read_sizes(n: int | None, text: str, option: str) -> range:
    """Read the sizes A-B of --growth or --orders; by default 1 to N, or 1 to 12."""
    if not text:
        return range(1, (12 if n is None else n) + 1)
    if n is not None:
        raise click.UsageError(f"N and {option} {text} cannot be used together")
    first, dash, last = text.partition("-")
    is_number = first.isdecimal() and (last.isdecimal() or not dash)
    if not is_number or len(text) > _MAX_TEXT:
        raise click.UsageError(f"{option} {text}: expected rows from A to B, as in 4-10")
    sizes = range(int(first), int(last or first) + 1)
    if not sizes:
        raise click.UsageError(f"{option} {text}: found no rows, expected A up to B, as in 4-10")
    return sizes


@dataclass(kw_only=True)
class _TableAnswer(Answer):
    name: str  # the name of the table in JSON
    rows: GrowthTable[Any]

    def found(self) -> dict[str, Any]:
        return {self.name: list(map(asdict, self.rows))}

    def summary(self) -> str:
        return REASONS[self.reason] if self.reason else ""


def show_table(option: str, sizes: range, output: Options, time_limit: float | None) -> int:
    """Print the table of --growth or --orders, or draw its chart; return the exit code."""
    if option == "--orders":
        exclude(option, sizes, {"--time-limit": time_limit})
    if output.out is not None:
        outputs.check_suffix(output.out, (".txt", ".json", ".svg", ".png"))
    rows: GrowthTable[Any]
    if option == "--orders":
        rows = engine.orders_of_growth(sizes)
        answer = _TableAnswer(name="orders", rows=rows, status="solved")
    else:
        with progress_line(quiet=output.quiet) as line:
            limit = _GROWTH_LIMIT if time_limit is None else time_limit
            rows = engine.growth(sizes, time_limit=limit, progress=line.tick)
        answer = _TableAnswer(name="growth", rows=rows, status="solved", method="backtracking")
        if any(row.nodes is None for row in rows):
            answer.stop("time")
    text = f"{rows.to_text()}\n\n{rows.to_chart()}"
    if output.verbose:
        click.echo(text)
    theme = chosen().look.theme
    makers: dict[str, outputs.Maker] = {
        ".txt": lambda _: f"{text}\n",
        ".svg": lambda _: rows.to_svg(theme=theme),
        ".png": lambda _: rows.to_png(theme=theme),
    }

    def save(found: _TableAnswer, path: Path) -> None:
        outputs.save(found, path, [rows], makers)

    return outputs.report_answer(answer, output, save)
