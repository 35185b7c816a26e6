"""Streams of boards that an executor answers: slices are sent in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np

from fastqueens.parallel.executors import ExecutorLike, Pool
from fastqueens.parallel.scheduler import TaskFailed, run_in_order
from fastqueens.parallel.tasks import SentDeadline, current_stop_flag, send_deadline
from fastqueens.queens.streams.pipeline import Query, SliceAnswer, answer_slice
from fastqueens.queens.streams.source import Block, Source
from fastqueens.results import SearchStopped
from fastqueens.search import Clock, OutOfTime

__all__ = ["answer_task", "answer_with_executor"]

_MAX_SIZE = 1 << 21  # bytes of a slice; larger than for threads, because sending takes time


def answer_task(
    block: Block, query: Query, source: str, keep_going: bool, end: SentDeadline | None
) -> tuple[SliceAnswer, dict[str, int]]:
    """Answer a slice in the worker process."""
    clock = None if end is None else end.clock()
    cancelled = current_stop_flag() or Event()
    answered = answer_slice(
        block, query, source, keep_going=keep_going, clock=clock, cancelled=cancelled
    )
    return answered, {}


def answer_with_executor(
    source: Source,
    query: Query,
    executor: ExecutorLike,
    *,
    done: int,
    keep_going: bool,
    clock: Clock,
) -> Iterator[SliceAnswer]:
    """Answer a stream with an executor."""

    def job(block: Block) -> tuple[Any, ...]:
        if block.array is not None:  # copy the boards, because a worker cannot map the file
            block = replace(block, array=np.array(block.array))
        return block, query, source.name, keep_going, send_deadline(clock)

    source.max_size = _MAX_SIZE
    answered = 0
    pool = Pool(executor)
    try:
        for one in run_in_order(answer_task, source.blocks(done), job, pool, clock=clock):
            found: SliceAnswer = one.result
            answered += found.boards
            source.adapt_size(one.seconds)
            yield found
            if found.stopped or (found.bad and not keep_going):
                return
    except OutOfTime:
        yield SliceAnswer(stopped=True)
    except TaskFailed as failed:
        raise SearchStopped(
            f"{failed}; {answered:,} boards were answered so far",
            partial=answered,
            reason="workers",
        ) from failed.__cause__
    finally:
        pool.close()
