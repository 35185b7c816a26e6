"""Streams of boards that are answered elsewhere: slices sent to an executor, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from fastqueens.parallel.executors import ExecutorLike, Pool
from fastqueens.parallel.scheduler import TaskFailed, run_in_order
from fastqueens.parallel.tasks import SentDeadline, current_stop_flag, send_deadline
from fastqueens.queens.streams.pipeline import Answered, Asked, answer_slice
from fastqueens.queens.streams.readers import Block, Source
from fastqueens.results import SearchStopped

__all__ = ["answer_far", "answer_sent"]

_MOST = 1 << 21  # bytes of a slice: one is on its way longer than among threads


def answer_sent(
    block: Block, asked: Asked, source: str, keep_going: bool, end: SentDeadline | None
) -> tuple[Answered, dict[str, int]]:
    """Answer a slice where it was sent to.

    Parameters
    ----------
    block, asked, source, keep_going
        As for `answer_slice`.
    end : Until or None
        When to stop.

    Returns
    -------
    answered : Answered
    work : dict
        Nothing.
    """
    deadline = None if end is None else perf_counter() + end.left()
    leaving = current_stop_flag() or Event()
    answered = answer_slice(
        block, asked, source, keep_going=keep_going, deadline=deadline, leaving=leaving
    )
    return answered, {}


def answer_far(
    source: Source,
    asked: Asked,
    executor: ExecutorLike,
    *,
    done: int,
    keep_going: bool,
    deadline: float | None,
) -> Iterator[Answered]:
    """Answer a stream by an executor.

    Parameters
    ----------
    executor : Executor, callable or str
        Who answers the slices.
    source, asked, done, keep_going, deadline
        As for `answer_blocks`.

    Yields
    ------
    Answered

    Raises
    ------
    SearchStopped
        Where no worker could answer some slice. Its ``partial`` is the number of boards answered.
    """

    def job(block: Block) -> tuple[Any, ...]:
        if block.array is not None:  # not the file that it is mapped from
            block = replace(block, array=np.array(block.array))
        return block, asked, source.name, keep_going, send_deadline(deadline)

    source.most = _MOST
    answered = 0
    pool = Pool(executor)
    try:
        for one in run_in_order(answer_sent, source.blocks(done), job, pool, deadline=deadline):
            found: Answered = one.result
            answered += found.boards
            source.learn(one.seconds)
            yield found
            if found.stopped or (found.bad and not keep_going):
                return
    except TimeoutError:
        yield Answered(stopped=True)
    except TaskFailed as failed:
        raise SearchStopped(
            f"{failed}; {answered:,} boards were answered until then",
            partial=answered,
            reason="workers",
        ) from failed.__cause__
    finally:
        pool.close()
