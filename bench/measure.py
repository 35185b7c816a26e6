"""One way of timing, naming and describing the pytest-benchmark cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

__all__ = ["Measure", "size"]

ROUNDS = 5  # the least number of timed rounds


def size(n: int) -> str:
    """Name the size of a board in the name of a case."""
    return f"{n}x{n}"


class Measure:
    """Times one case; names it, groups it, and fills the same keys of `extra_info` for all cases.

    Parameters
    ----------
    benchmark : BenchmarkFixture
        The fixture of pytest-benchmark.
    item : pytest.Function
        The test.
    isa : str or None
        The instruction set, if the case runs with each of them.
    """

    def __init__(self, benchmark: BenchmarkFixture, item: Any, isa: str | None) -> None:
        self._benchmark, self._isa = benchmark, isa
        family = item.module.__name__.removeprefix("test_bench_")
        words = list(dict.fromkeys([family, item.originalname.removeprefix("test_")]))
        if hasattr(item, "callspec"):
            words.append(item.callspec.id.removeprefix(isa or "").removeprefix("-"))
        name = "/".join(word for word in [*words, isa] if word)
        benchmark.group, benchmark.name, benchmark.fullname = family, name, name

    def __call__(
        self,
        call: Callable[..., Any],
        *arguments: Any,
        kernel: str,
        boards: int = 1,
        fresh: Callable[[], Any] | None = None,
        rounds: int | None = None,
    ) -> Any:
        """Time a call.

        Parameters
        ----------
        call : callable
            The call; its last answer is returned.
        *arguments : object
            Its arguments.
        kernel : str
            The kernel that works, named as in ``fastqueens info``, or the module without kernel.
        boards : int, default 1
            The number of boards, puzzles or other units of work of one call.
        fresh : callable, optional
            Makes the only argument, before the clock starts.
        rounds : int, optional
            Run so many rounds of one call (at least five); the default calls for one second.
        """
        if fresh is not None:
            answer = self._benchmark.pedantic(
                call, setup=lambda: ((fresh(),), {}), rounds=max(ROUNDS, rounds or ROUNDS)
            )
        elif rounds is not None:
            answer = self._benchmark.pedantic(call, arguments, rounds=max(ROUNDS, rounds))
        else:
            answer = self._benchmark(call, *arguments)
        timed = getattr(self._benchmark, "stats", None)  # missing if timing is switched off
        self._benchmark.extra_info.update(
            kernel=f"{kernel} {self._isa}" if self._isa else kernel,
            nodes=nodes_of(answer),
            boards_per_second=round(boards / timed.stats.median, 3) if timed else None,
        )
        return answer

    def nodes(self, nodes: int) -> None:
        """Set the nodes of one call, if the answer of the call does not tell them."""
        self._benchmark.extra_info["nodes"] = int(nodes)

    def peak_memory(self, megabytes: float) -> None:
        """Set the peak memory of the process that does the work of one call."""
        self._benchmark.extra_info["peak_mb"] = round(megabytes, 1)


def nodes_of(answer: Any) -> int:
    """Return the nodes that a result counted, or the steps of methods that count those; else 0."""
    counters = getattr(getattr(answer, "stats", None), "counters", {})
    return int(counters.get("nodes", counters.get("steps", 0)))
