"""Books of puzzles: makes boards to a plan, and writes them as PDF, CSV, JSON lines and others."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from fastqueens.canvas.style import Look, LookOptions
from fastqueens.output import save
from fastqueens.parallel.tasks import check_threads_alone
from fastqueens.parallel.threads import check_threads
from fastqueens.queens.board.board import Board, board_of
from fastqueens.queens.board.drawing import entry
from fastqueens.queens.books.plan import Part, check_plan
from fastqueens.queens.books.record import PuzzleRecord, make_record, write_index
from fastqueens.queens.formats.registry import BY_ENDING, write_boards
from fastqueens.queens.generation import generator
from fastqueens.queens.generation.fingerprints import Fingerprints
from fastqueens.queens.generation.generator import ATTEMPT_STRIDE
from fastqueens.queens.generation.motifs import Mask, Motif
from fastqueens.queens.generation.options import RegionStyle, Symmetry, check_options
from fastqueens.queens.generation.unique import generate_slices
from fastqueens.queens.generation.unlike import Unlike, UnlikeBoards, read_unlike
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import Interrupted, SearchStopped
from fastqueens.search import CancelEvent, Clock
from fastqueens.validation import ItemsProgress, check_progress, check_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastqueens.canvas.book import PageLayoutName, PaperName, SolutionsName
    from fastqueens.parallel.executors import ExecutorLike

_MAX_THREADS = 1024  # more threads would only wait

__all__ = ["PuzzleBook", "make_boards", "make_book"]


@dataclass(frozen=True, slots=True)
class PuzzleBook:
    """The boards of a book in its order, each with its rating and its solution.

    Attributes
    ----------
    records : tuple of PuzzleRecord
        The boards, with tiers, scores, rules, solutions and seeds.
    title : str or None
        The title of the pages.
    """

    records: tuple[PuzzleRecord, ...]
    title: str | None = None

    @property
    def boards(self) -> list[Board]:
        """The boards."""
        return [record.board for record in self.records]

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[PuzzleRecord]:
        return iter(self.records)

    def to_pdf(
        self,
        *,
        solutions: SolutionsName = "end",
        paper: PaperName = "A4",
        page_layout: PageLayoutName = "normal",
        per_page: int | None = None,
        font: str | os.PathLike[str] | None = None,
        progress: ItemsProgress | None = None,
        **look: Unpack[LookOptions],
    ) -> bytes:
        """Draw the boards with tiers and scores, and their solutions, as a PDF file.

        Parameters
        ----------
        solutions, paper, page_layout, per_page, font, progress, **look
            See `fastqueens.render.book`.

        Returns
        -------
        bytes

        Raises
        ------
        InputError
            If an option is unknown, the book is empty, or the font lacks a character of the title.
        MissingExtra
            If reportlab is not installed: ``pip install 'fastqueens[pdf]'``.

        Examples
        --------
        >>> make_book(5, count=2, seed=1).to_pdf(theme="print")[:5]
        b'%PDF-'
        """
        from fastqueens.canvas.book import BookOptions, draw_book

        options = BookOptions(
            title=self.title, solutions=solutions, paper=paper, page_layout=page_layout,
            per_page=per_page, font=font,
        )  # fmt: skip
        style = Look(**look)
        entries = [
            entry(
                record.board.grid,
                look=style,
                solution=None if solutions == "none" else list(record.solution),
                caption=record.caption,
            )
            for record in self.records
        ]
        return draw_book(entries, options, theme=style.theme, progress=check_progress(progress))

    def to_csv(self) -> str:
        """Write a CSV table with the names of the columns, then one line for each board.

        Returns
        -------
        str

        Examples
        --------
        >>> make_book(5, count=2, seed=1).to_csv().splitlines()[0]
        'number,n,stars,tier,score,rules,solution,seed,regions'
        """
        return write_index(self.records)

    def to_jsonl(self) -> str:
        """Write one JSON object on each line, as `PuzzleRecord.to_json` does.

        Returns
        -------
        str

        Examples
        --------
        >>> make_book(5, count=2, seed=1).to_jsonl().count('"tier"')
        2
        """
        return "".join(f"{record.to_json()}\n" for record in self.records)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Write the book; the ending of the name selects the format.

        Parameters
        ----------
        path : str or path-like
            A ``*.pdf``, ``*.csv`` or ``*.jsonl`` file; or a file that holds only the boards, such
            as ``*.sbn``, ``*.puzzlink`` or ``*.txt``.
        **options
            The options of `to_pdf`, for a ``*.pdf`` file.

        Raises
        ------
        InputError
            If the name has another ending, or if the file cannot be written.
        MissingExtra
            If reportlab is not installed, which a ``*.pdf`` file needs.

        Examples
        --------
        >>> make_book(5, count=2, seed=1).save("book.doc")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'book.doc', expected a name that ends in .txt, ...
        """
        grids = [board.grid for board in self.boards]
        writers: dict[str, Callable[[], str | bytes]] = {
            ending: partial(write_boards, grids, form.name) for ending, form in BY_ENDING.items()
        }
        writers |= {".jsonl": self.to_jsonl, ".csv": self.to_csv}
        writers[".pdf"] = partial(self.to_pdf, **options)
        save(path, writers)


def make_book(
    n: int,
    *,
    plan: Mapping[str, int]
    | Sequence[tuple[str, int] | tuple[str, int, Mapping[str, Any]]]
    | None = None,
    count: int = 1,
    stars: int = 1,
    seed: int | None = None,
    pieces: int = 1,
    style: RegionStyle | None = None,
    symmetry: Symmetry | None = None,
    motif: Motif | None = None,
    drawing: Mask | None = None,
    placed: ArrayLike | None = None,
    regions: tuple[int, int] | None = None,
    single_cells: int | None = None,
    unlike: Unlike | None = None,
    title: str | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    ledger: str | os.PathLike[str] | None = None,
    progress: ItemsProgress | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> PuzzleBook:
    """Make a book: generate boards that are not equivalent, and rate and solve each board.

    Parameters
    ----------
    n : int
        The number of rows.
    plan : mapping of str to int or list of tuples, optional
        The number of boards of each tier, in the order of the book, such as ``{"easy": 100, "hard":
        20}``. In a list of tuples, a tuple may also hold options of `queens.generate` for its
        boards: ``[("easy", 100), ("any", 5, {"symmetry": "mirror"})]``. Without a plan, `count`
        boards of any tier are made.
    count : int
        The number of boards, if there is no plan.
    title : str, optional
        The title of the pages.
    stars, seed, pieces, style, symmetry, motif, drawing, placed, regions, single_cells, unlike, \
threads, executor, ledger, progress
        See `queens.generate`.
    time_limit : float, optional
        The time limit in seconds for generating boards. After the limit, the boards generated so
        far are still rated.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    PuzzleBook

    Raises
    ------
    InputError
        If an argument cannot be used.
    SearchStopped, Interrupted
        In the same cases as for `queens.generate`. The ``partial`` is the book of the boards made
        so far.

    Examples
    --------
    >>> book = make_book(6, plan={"easy": 2, "medium": 1}, seed=1)
    >>> [record.tier for record in book]
    ['easy', 'easy', 'medium']
    """
    if plan is None:
        parts = [Part(None, check_whole(count, "count", most=ATTEMPT_STRIDE - 1))]
    else:
        parts = check_plan(plan)
    check_threads_alone(executor, threads)
    if threads is not None:
        threads = min(check_threads(threads), _MAX_THREADS)
    progress = check_progress(progress)
    options: dict[str, Any] = {
        "stars": stars, "pieces": pieces, "style": style, "symmetry": symmetry, "motif": motif,
        "drawing": drawing, "placed": placed, "regions": regions, "single_cells": single_cells,
    }  # fmt: skip
    seed = check_options(n, seed=seed, **options)["seed"]
    made: list[Board] = []

    def book() -> PuzzleBook:
        records = (make_record(board, i, seed) for i, board in enumerate(made, 1))
        return PuzzleBook(tuple(records), title)

    try:
        make_boards(
            n, parts, made, seed=seed, **options, unlike=unlike, threads=threads, executor=executor,
            ledger=ledger, progress=progress, time_limit=time_limit, cancel=cancel,
        )  # fmt: skip
    except SearchStopped as stop:
        raise SearchStopped(str(stop), partial=book(), reason=stop.reason) from stop.__cause__
    except KeyboardInterrupt:
        raise Interrupted(book()) from None
    return book()


def make_boards(
    n: int,
    plan: Sequence[Part],
    made: list[Board],
    *,
    stars: int,
    threads: int | None,
    executor: ExecutorLike | None,
    ledger: str | os.PathLike[str] | None,
    progress: Callable[[int, int], object] | None,
    time_limit: float | None,
    cancel: CancelEvent | None = None,
    unlike: Unlike | None = None,
    **options: Any,
) -> None:
    """Make the boards of a plan, and add them to `made`, which keeps them after Ctrl-C.

    `options` are the other options of the boards (`OPTION_NAMES`).
    """
    rules = {**options, "stars": stars}
    workers = {"threads": threads, "executor": executor}
    clock = Clock(time_limit, cancel)
    kept_away = read_unlike(unlike, n, stars, clock)
    labels = _make_labels(n, plan, rules, kept_away, clock, ledger, progress, workers)
    with closing(labels):
        for some in labels:
            made += [board_of(one, Rules(stars)) for one in some]


def _make_labels(
    n: int,
    parts: Sequence[Part],
    rules: Mapping[str, Any],
    unlike: UnlikeBoards,
    clock: Clock,
    ledger: str | os.PathLike[str] | None,
    progress: Callable[[int, int], object] | None,
    workers: Mapping[str, Any],
) -> Generator[NDArray[Any], None, None]:
    """Yield the boards of each part of the plan; a board equals no board of an earlier part."""
    known, done, total = Fingerprints(), 0, sum(part.count for part in parts)
    for part in parts:  # before any board is made
        check_options(n, **{**rules, **part.options, "difficulty": part.tier})

    def tick(made: int, _: int) -> None:
        if progress is not None:
            progress(done + made, total)

    for part in parts:
        options, count = {**rules, **part.options, "difficulty": part.tier}, part.count
        recorded, base = None, 0
        if ledger is not None:
            recorded = generator.open_ledger(ledger, n, check_options(n, **options))
        try:
            if recorded is not None:
                base = recorded.begin(count, ATTEMPT_STRIDE)
            with closing(
                generate_slices(
                    n, count=count, known=known, base=base, ledger=recorded, progress=tick,
                    time_limit=clock.left(), cancel=clock.cancel, unlike=unlike,
                    **options, **workers,
                )
            ) as slices:  # fmt: skip
                yield from slices
        finally:
            if recorded is not None:
                recorded.close()
        done += count
