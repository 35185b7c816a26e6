"""Kernels used by several threads at once do not crash and their searches stay correct."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.kernels import GOAL, MAKERS, TILES, looks_at, loose, machines

from fastqueens._kernels.queens import logic, regions, stars
from fastqueens._kernels.sliding import ida
from fastqueens.queens import Rules
from fastqueens.search import DONE, FULL

THREADS = 8


def on_threads(*work: Callable[[], object]) -> None:
    """Run several functions at once; raise the first exception of any of them."""
    raised = []

    def do(one: Callable[[], object]) -> None:
        try:
            one()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=do, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in raised:
        raise error


def states(kernel: Any, budget: int, steps: int) -> list[dict[str, int]]:
    """Return the counters before the first step and after each step."""
    found = [kernel.counters()]
    for _ in range(steps):
        kernel.step(budget)
        found.append(kernel.counters())
    return found


def test_every_kernel_is_tried():
    assert {type(make()) for make in MAKERS.values()} == machines()


@pytest.mark.parametrize("name", MAKERS)
def test_eight_threads_at_one_kernel(name):
    """Each thread steps the kernel when no other does, and reads its state in all ways."""
    make, steps = MAKERS[name], 24
    expected = states(make(), make.budget, steps + THREADS)
    kernel = make()
    look = looks_at(kernel, make)
    done, refused, seen = [], [], []

    def use() -> None:
        while len(done) < steps:
            try:
                done.append(kernel.step(make.budget))
            except RuntimeError as error:
                refused.append(str(error))
            seen.append(kernel.counters())
            look()

    on_threads(*[use] * THREADS)
    assert kernel.counters() == expected[len(done)]
    assert set(refused) <= {"this search is being stepped by another thread"}
    # a reader only sees states between two steps
    assert [found for found in seen if found not in expected] == []


def test_the_modules_leave_the_global_interpreter_lock_off():
    """A Python without this lock turns it on for each module that does not declare this."""
    if LOCKED:
        pytest.skip("this Python has the global interpreter lock")
    code = "import sys; from helpers.kernels import machines; machines()"
    assert printed(f"{code}; print(sys._is_gil_enabled())") == "False\n"


STORM = """
import os, signal, sys, threading
from helpers.kernels import MAKERS, looks_at

names = ["swarm", "local_search", "min-conflicts, n queens"]
kernels = [MAKERS[name]() for name in names]
looks = [looks_at(kernel, MAKERS[name]) for kernel, name in zip(kernels, names)]
over = []

def step(kernel):
    while not over:
        kernel.step(3)

def read(kernel, look):
    while not over:
        kernel.counters()
        look()

threads = [threading.Thread(target=step, args=(kernel,)) for kernel in kernels]
threads += [threading.Thread(target=read, args=pair) for pair in zip(kernels, looks)]
for thread in threads:
    thread.start()
ends = set()
for _ in range(int(sys.argv[1])):
    child = os.fork()
    if not child:
        signal.alarm(20)  # it may wait forever for a thread that does not exist
        wrong = 1
        try:
            for kernel, look in zip(kernels, looks):
                for act in (lambda: kernel.step(1), kernel.counters, look):
                    try:
                        act()
                    except RuntimeError as error:
                        assert "forked" in str(error), error
            wrong = 0
        finally:
            os._exit(wrong)
    ends.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
over.append(1)
for thread in threads:
    thread.join()
print(ends)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""),
    reason="the sanitizer has threads and locks of its own",
)
def test_forks_while_threads_begin_and_end_many_short_steps():
    """No lock that a thread held at a fork stays locked in the child process."""
    assert printed(STORM, "20") == "{0}\n"


def test_history_that_grows():  # the history moves in memory when it grows
    kernel = MAKERS["swarm"]()
    over = threading.Event()

    def step() -> None:
        for _ in range(100):
            kernel.step(3000)
        over.set()

    def look() -> None:
        while not over.is_set():
            kernel.history()

    on_threads(step, look, look)
    assert len(kernel.history())


def test_only_one_thread_steps():
    """The other threads get an error, and the search continues."""
    kernel, refused, taken = MAKERS["swarm"](), [], []

    def step() -> None:
        for _ in range(20):
            try:
                kernel.step(20000)
                taken.append(1)
            except RuntimeError as error:
                refused.append(str(error))

    on_threads(step, step)
    assert set(refused) <= {"this search is being stepped by another thread"}
    assert kernel.spent == 20000 * len(taken)


def batches() -> dict[str, tuple[Any, int, int, Callable[[Any], Any]]]:
    """Return kernels that read batches: a board for each, the copies, the labels, and a reader."""

    def counted(make: Any, *each: int) -> Callable[[Any], Any]:
        def answer(boards: Any) -> Any:
            count = len(boards)
            first = np.zeros((count, *each), np.int16)
            more = (3, Rules(), 0) if len(each) == 1 else (3, Rules(2))
            return make(boards, np.zeros(count, np.int64), first, *more)

        return answer

    def rated(boards: Any) -> Any:
        count = len(boards)
        tiers, scores = np.zeros(count, np.uint8), np.zeros(count, np.uint32)
        return logic.Batch(boards, Rules(), len(logic.RULES), tiers, scores)

    def slid(boards: Any) -> Any:
        count = len(boards)
        moves = np.zeros((count, 20), np.uint8)
        return ida.Batch(boards, np.zeros(count, np.int32), moves, GOAL)

    near = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0], np.uint8)
    assert sorted(near) == sorted(TILES)
    return {
        "one": (loose(5), 3000, 6, counted(regions.Batch, 5)),
        "lanes": (loose(9), 1500, 10, counted(regions.Batch, 9)),
        "small": (loose(14), 300, 15, counted(regions.Batch, 14)),
        "large": (loose(24), 100, 255, counted(regions.Batch, 24)),
        "stars": (loose(10), 50, 11, counted(stars.Batch, 20, 2)),
        "stars, large": (loose(24), 20, 255, counted(stars.Batch, 48, 2)),
        "logic": (loose(8), 200, 9, rated),
        "tiles": (near, 300, 255, slid),
    }


@pytest.mark.parametrize("name", batches())
def test_boards_that_change_while_they_are_read(name, isa):
    """The answers may be wrong, but (on the sanitised build) no memory is read beyond its end."""
    one, copies, most, reads = batches()[name]
    good = np.stack([one] * copies)
    bad = np.random.default_rng(1).integers(0, most, good.shape, np.uint8, endpoint=True)
    mixed = np.where(np.random.default_rng(2).random(good.shape) < 0.05, bad, good)
    boards = good.copy()
    over, changed = threading.Event(), [0]

    def change() -> None:
        while not over.is_set():
            for new in (bad, good, mixed, good):
                boards[...] = new
            changed[0] += 1

    def read() -> None:
        disturbed = 0
        try:
            while disturbed < 5:
                before, kernel = changed[0], reads(boards)
                while kernel.step(1000) not in (DONE, FULL):
                    pass
                assert kernel.done == copies
                disturbed += changed[0] != before
        finally:
            over.set()

    on_threads(change, read)


FORKED = """
import os, threading
import numpy as np
from fastqueens import nqueens, queens
from helpers.kernels import MAKERS
from fastqueens._kernels.sliding import pdb

kernel, over, inside = MAKERS["swarm"](), [], threading.Event()

def step():
    while not over:
        inside.set()
        kernel.step(2000000)

def build():
    pdb.shared_pdb(pdb.PDB_555, 0).build()

threads = [threading.Thread(target=step), threading.Thread(target=build)]
for thread in threads:
    thread.start()
inside.wait()
said = ""
while not said:  # until a fork met the search in the middle of a step
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        word = ""
        try:
            kernel.step(1)
        except RuntimeError as error:
            word = str(error)
        assert nqueens.count(8) == 92
        pdb.shared_pdb(pdb.PDB_555, 0).build()
        os.write(writer, word.encode())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    os.close(writer)
    said = os.read(reader, 1000).decode()
    os.close(reader)
over.append(1)
for thread in threads:
    thread.join()
print(said)
"""


LEFT_BEHIND = "this search was running in another thread when this process was forked"


def printed(code: str, *arguments: str) -> str:
    """Return the output of a Python process that can import the helpers and prints no error."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *arguments],
        cwd=Path(__file__).parent, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""),
    reason="the sanitizer has threads and locks of its own",
)
def test_a_fork_while_threads_search():
    """In the child process, new searches run; a search that a thread was stepping is refused."""
    assert printed(FORKED) == f"{LEFT_BEHIND}\n"


# The child process is the test; its exit code encodes which searches were refused.
FORKED_EACH = """
import os, signal, sys, threading, time
from helpers.kernels import MAKERS, looks_at

def answers(kernel, look):
    refused = 0
    for bit, act in (1, lambda: kernel.step(1)), (2, kernel.counters), (4, look):
        try:
            act()
        except RuntimeError as error:
            assert str(error) == sys.argv[1], error
            refused |= bit
    return refused

def met(maker, delay):
    kernel, inside, over = maker(), threading.Event(), []
    look = looks_at(kernel, maker)
    def step():
        while not over:
            inside.set()
            kernel.step(300 * maker.budget)
    thread = threading.Thread(target=step)
    thread.start()
    inside.wait()
    time.sleep(delay)
    child = os.fork()
    if not child:
        signal.alarm(20)  # it may wait forever for a thread that does not exist
        refused = 64
        try:
            refused = answers(kernel, look)
            del kernel, look  # the memory of these objects may be in any state
        finally:
            os._exit(refused)
    refused = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    over.append(1)
    thread.join()
    return refused

for name, maker in MAKERS.items():
    looks_at(maker(), maker)
    seen = set()
    while len(seen) < int(sys.argv[2]) and not {7, 5} & {refused for refused, _ in seen}:
        seen.add((met(maker, len(seen) % 10 / 5000), len(seen)))
    print(name, *{refused for refused, _ in seen}, sep=";")
"""
# Searches so short that few or no forks happen in the middle of a step.
SHORT = {"count", "variant", "minus k", "packings counted", "logic"}
# Whether this Python has the global interpreter lock, and it is on.
LOCKED = getattr(sys, "_is_gil_enabled", lambda: True)()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""),
    reason="the sanitizer has threads and locks of its own",
)
def test_a_fork_while_a_thread_steps_each_kernel():
    """In the child process every use of the search is refused; earlier it waited forever."""
    # With the lock, the thread that forks runs again when the other thread releases the lock to
    # step. Without it, the other thread has often finished its search by then.
    tries = "30" if LOCKED else "2"
    lines = [line.split(";") for line in printed(FORKED_EACH, LEFT_BEHIND, tries).splitlines()]
    assert [name for name, *_ in lines] == list(MAKERS)
    # 5: only `counters` was not refused. Some kernels allow this call during a step: it returns the
    # counters from before the step.
    assert {refused for _, *all_of_it in lines for refused in all_of_it} <= {"0", "5", "7"}
    if LOCKED:
        assert {name for name, *all_of_it in lines if all_of_it == ["0"]} <= SHORT


INNER = """
try:
    from fastqueens.queens import solve
except ImportError as error:
    print("refused:", error)
"""


def test_a_subinterpreter_is_refused_with_a_sentence():
    """NumPy and Cython modules support one interpreter per process."""
    if find_spec("_xxsubinterpreters") is None:
        pytest.skip("this Python has no _xxsubinterpreters")
    code = "from fastqueens.queens import solve; import _xxsubinterpreters as inner\n"
    code += f"inner.run_string(inner.create(), {INNER!r})"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("refused: ")


# ------------------------------------------------------------------------------- small stacks

# Python allows no less than 32 KiB. Python 3.12 itself uses more of a stack than 3.11 and 3.13 do.
SMALLEST_KIB = 48 if sys.version_info[:2] == (3, 12) else 32
SMALL_STACK = """
import threading
import numpy as np
from fastqueens import packing
board = packing.Puzzle(np.ones((4, 5), bool), [[(0, 0), (0, 1)]] * 10)
def search():
    {call}
    print("done")
threading.stack_size({kib} << 10)
thread = threading.Thread(target=search)
thread.start()
thread.join()
"""


@pytest.mark.parametrize(
    "call",
    [
        "assert packing.solve(board).status == 'solved'",
        "assert packing.solve(board, method='brute-force', placed={'A': [(0, 0), (0, 1)]})",
        "assert len(list(packing.solutions(board, distinct=True))) == 33",
        "assert packing.count(board) == 95",
    ],
)
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer needs larger stacks"
)
def test_packing_in_a_thread_with_a_small_stack(call):
    assert printed(SMALL_STACK.format(call=call, kib=SMALLEST_KIB)) == "done\n"


# ---------------------------------------------------------------------------- signal handlers

# The signal comes while the pool of the first call starts a thread, and so holds its locks.
NESTED = """
import signal, threading
from fastqueens import queens

def generate(*_):
    made.append(queens.generate(6, count=3, seed=1, threads=2))

def start(thread, start=threading.Thread.start):
    start(thread)
    if not raised:
        raised.append(True)
        signal.raise_signal(signal.SIGINT)

made, raised = [], []
signal.signal(signal.SIGINT, generate)
threading.Thread.start = start
generate()
print(len(made), made[0] == made[1] == queens.generate(6, count=3, seed=1))
"""


def test_generate_in_a_signal_handler_that_interrupts_generate():
    assert printed(NESTED) == "2 True\n"
