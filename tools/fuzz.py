"""Fuzz every parser and every kernel constructor with arbitrary input.

::

    python tools/fuzz.py                                all of them, 60 s each, two at a time
    python tools/fuzz.py text board-npy --seconds 600
    python tools/fuzz.py kernel-cover --inputs 10000000
    python tools/fuzz.py --list

``tests/helpers/parsers.py`` and ``machines.py`` define the targets. Each target runs in its own
process, beginning with the inputs in ``tests/corpus/NAME``. If the system has fork, this process is
copied after all imports, because starting Python takes a second per target. If atheris is installed
(``pip install atheris``, Linux and macOS), inputs that reach new branches are mutated further;
otherwise inputs are mutated at random. Findings are errors not in `parsers.ALLOWED`, crashes, and
inputs that take more than ten seconds. One finding of each kind is written to ``--findings``. After
a fix, add the input to the corpus, which ``tests/test_corpus.py`` runs too. It is best to fuzz the
kernels on a sanitised build::

    LD_PRELOAD="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0 python tools/fuzz.py 'kernel-*'
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import mmap
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, sleep

ROOT = Path(__file__).resolve().parents[1]
PLANTED = "planted"
SLOW = 10.0  # maximum seconds per input
MAX_BYTES = 4096  # maximum size of an input
_ROOM = 1 << 20
_BYTES = (0, 1, 9, 10, 32, 34, 48, 57, 65, 127, 128, 192, 255)
_WORDS = (
    b"0", b"-1", b"9" * 20, b"1e9", b"[", b"]", b"{", b'"', b"\n", b"\n\n", b",", b"#", b"NaN",
    b"null", b"\xef\xbb\xbf", b"\xff", b"\xd9\xa1", b"\r", b"\t", b" ", b":", b"/", b"=",
)  # fmt: skip
_HEAD = struct.Struct("<QQ")  # the number of finished inputs, and the length of the current input


# ---- In the process of one target --------------------------------------------------------------


class Runner:
    """Runs a parser on inputs and records the findings."""

    def __init__(self, name: str, parser: Callable[[bytes], object], shared: Path) -> None:
        from helpers.made import ALLOWED

        self.name = name
        self.parser = parser
        self.allowed = ALLOWED
        self.folder = shared
        self.done = 0
        self.kinds: set[str] = set()
        with open(shared / "state", "r+b") as file:
            self.state = mmap.mmap(file.fileno(), _HEAD.size + _ROOM)

    def run(self, data: bytes) -> None:
        """Run one input; it is stored first, because it may kill this process."""
        size = len(data)
        _HEAD.pack_into(self.state, 0, self.done, size)
        self.state[_HEAD.size : _HEAD.size + size] = data
        start = process_time()  # processor time, so that other load does not count
        try:
            self.parser(data)
        except self.allowed:
            pass
        except Exception as error:
            self.report(data, error)
        took = process_time() - start
        if took > SLOW:
            self.found(data, "slow", f"an input of {size} bytes took {took:.0f} s")
        self.done += 1

    def report(self, data: bytes, error: Exception) -> None:
        """Keep one input for each kind of error at each place in the code."""
        places = traceback.extract_tb(error.__traceback__)
        at = ([x for x in places if "fastqueens" in x.filename] or places)[-1]
        kind = f"{type(error).__name__} in {Path(at.filename).name}:{at.lineno}"
        self.found(data, kind, "".join(traceback.format_exception(error)[-6:]))

    def found(self, data: bytes, kind: str, text: str) -> None:
        """Write a finding if it is the first of its kind."""
        if kind in self.kinds:
            return
        self.kinds.add(kind)
        digest = hashlib.sha256(data).hexdigest()[:12]
        (self.folder / digest).write_bytes(data)
        (self.folder / f"{digest}.why").write_text(f"{kind}\n{text}")
        print(f"{self.name}: {kind}: {data[:200]!r}\n{text}", file=sys.stderr, flush=True)


def mutate(rng: random.Random, data: bytes, pool: list[bytes]) -> bytes:
    """Change an input in a few places."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        at = rng.randrange(len(made) + 1)
        kind = rng.randrange(9)
        if kind == 0 and made:
            made[at % len(made)] ^= 1 << rng.randrange(8)
        elif kind == 1 and made:
            made[at % len(made)] = rng.choice(_BYTES)
        elif kind == 2:
            made[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice((1, 1, 2, 4, 8))))
        elif kind == 3:
            del made[at : at + rng.choice((1, 1, 2, 4, 16, len(made)))]
        elif kind == 4:  # insert a copy of a part of the input
            end = at + rng.choice((1, 2, 4, 16))
            made[at:at] = made[at:end] * rng.choice((1, 1, 2, 9))
        elif kind == 5:
            made[at:at] = rng.choice(_WORDS)
        else:  # insert a part of another input
            other = rng.choice(pool)
            begin = rng.randrange(len(other) + 1)
            piece = other[begin : begin + rng.choice((1, 2, 4, 8, 32, len(other)))]
            made[at : at + (len(piece) if kind == 6 else 0)] = piece
    return bytes(made[:MAX_BYTES])


def run_plain(runner: Runner, pool: list[bytes], seconds: float, inputs: int, seed: int) -> None:
    """Run randomly mutated inputs."""
    rng = random.Random(seed)
    for data in pool:
        runner.run(data)
    pool = [*pool, b""]
    start = perf_counter()
    while runner.done < inputs and perf_counter() - start < seconds:
        for _ in range(min(256, inputs - runner.done)):
            runner.run(mutate(rng, rng.choice(pool), pool))


def run_one(name: str, folder: Path, engine: str, seconds: float, inputs: int, seed: int) -> None:
    """Fuzz one target in this process, and then exit."""
    sys.path[:0] = [str(ROOT / "tests")]
    if engine == "atheris":
        import atheris

        with atheris.instrument_imports(include=["fastqueens"]):
            found = _targets(name)
    else:
        found = _targets(name)
    import warnings

    warnings.simplefilter("error", RuntimeWarning)
    runner = Runner(name, found[name], folder)
    paths = sorted((ROOT / "tests" / "corpus" / name).glob("*"))
    if engine == "atheris":
        grown = folder / "grown"
        grown.mkdir(exist_ok=True)
        flags = [f"-runs={min(inputs, 2**31 - 1)}", f"-max_total_time={seconds:.0f}",
                 f"-seed={seed}", f"-max_len={MAX_BYTES}", f"-timeout={10 * SLOW:.0f}",
                 "-rss_limit_mb=8192", f"-artifact_prefix={folder}/", "-verbosity=0",
                 "-len_control=20"]  # fmt: skip
        seeds = [str(paths[0].parent)] if paths else []
        atheris.Setup([sys.argv[0], *flags, str(grown), *seeds], runner.run)
        atheris.Fuzz()
    else:
        run_plain(runner, [path.read_bytes() for path in paths], seconds, inputs, seed)
    _HEAD.pack_into(runner.state, 0, runner.done, 0)


def _targets(name: str = "") -> dict[str, Callable[[bytes], object]]:
    """Return all targets; with `name`, perhaps only its kind, which imports less."""
    from helpers.machines import MACHINES

    if name in MACHINES:
        return MACHINES
    from helpers.parsers import PARSERS

    # The last target has a planted bug for the test of this tool; it runs only if it is named.
    return PARSERS | MACHINES | {PLANTED: lambda data: 1 // (0 not in data)}


# ---- The process that starts the targets -------------------------------------------------------


class Forked:
    """A forked copy of this process, with the methods of `subprocess.Popen` used here."""

    def __init__(self, run: Callable[[], None], log: int) -> None:
        self.returncode: int | None = None
        self.pid = os.fork()
        if not self.pid:
            ended = 1
            try:
                os.dup2(log, 1)
                os.dup2(log, 2)
                run()
                ended = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(ended)

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._ended(os.WNOHANG)

    def wait(self) -> int | None:
        """Wait for the end of the process; return its exit code."""
        return self._ended(0)

    def kill(self) -> None:
        """Kill the process."""
        os.kill(self.pid, signal.SIGKILL)

    def _ended(self, flags: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, flags)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


@dataclass
class Work:
    """A target that is being fuzzed."""

    name: str
    folder: Path
    process: subprocess.Popen[bytes] | Forked
    start: float = field(default_factory=perf_counter)
    seen: int = -1  # the number of finished inputs at the last check
    changed: float = field(default_factory=perf_counter)

    def state(self) -> tuple[int, bytes]:
        """Return the number of finished inputs, and the current input."""
        with open(self.folder / "state", "rb") as file:
            done, size = _HEAD.unpack(file.read(_HEAD.size))
            return done, file.read(size)


def begin(name: str, engine: str, asked: argparse.Namespace, place: Path) -> Work:
    """Start the process of a target."""
    folder = place / name
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "state", "wb") as file:
        file.truncate(_HEAD.size + _ROOM)
    if engine == "plain" and hasattr(os, "fork"):
        run = partial(run_one, name, folder, engine, asked.seconds, asked.inputs, asked.seed)
        with open(folder / "log", "wb") as log:
            return Work(name, folder, Forked(run, log.fileno()))
    command = [sys.executable, __file__, name, "--engine", engine, "--inside", str(folder),
               "--seconds", str(asked.seconds), "--inputs", str(asked.inputs),
               "--seed", str(asked.seed)]  # fmt: skip
    with open(folder / "log", "wb") as log:
        return Work(name, folder, subprocess.Popen(command, stdout=log, stderr=log))


def is_over(work: Work) -> bool:
    """Return whether a target is finished; kill it if it hangs."""
    if work.process.poll() is not None:
        return True
    done, _ = work.state()
    if done != work.seen:
        work.seen, work.changed = done, perf_counter()
    elif perf_counter() - work.changed > 20 * SLOW:
        work.process.kill()
        work.process.wait()
        return True
    return False


def finish(work: Work, findings: Path) -> tuple[int, list[str]]:
    """Return the number of inputs and the findings; store the inputs of findings."""
    done, data = work.state()
    told = []
    if work.process.returncode != 0:
        digest = hashlib.sha256(data).hexdigest()[:12]
        (work.folder / digest).write_bytes(data)
        log = (work.folder / "log").read_text(errors="replace")
        why = f"the process ended with {work.process.returncode}\n{log[-3000:]}"
        (work.folder / f"{digest}.why").write_text(why)
    for why_path in sorted(work.folder.glob("*.why")):
        kept = findings / work.name
        kept.mkdir(parents=True, exist_ok=True)
        for path in (why_path, why_path.with_suffix("")):
            (kept / path.name).write_bytes(path.read_bytes())
        told.append(f"{kept / why_path.stem}: {why_path.read_text()}")
    return done, told


def _is_meant(name: str, patterns: list[str]) -> bool:
    return name in patterns or (name != PLANTED and any(fnmatch(name, x) for x in patterns))


def main() -> int:
    """Fuzz the targets named by the arguments."""
    asking = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asking.add_argument("names", nargs="*", help="what to fuzz, patterns too; all by default")
    asking.add_argument("--seconds", type=float, default=60.0, help="for each of them")
    asking.add_argument("--inputs", type=int, default=1 << 40, help="inputs for each, at most")
    asking.add_argument("--jobs", type=int, default=2, help="so many at a time")
    asking.add_argument("--seed", type=int, default=1)
    asking.add_argument("--engine", choices=("auto", "atheris", "plain"), default="auto")
    asking.add_argument("--findings", type=Path, default=ROOT / "build" / "findings")
    asking.add_argument("--list", action="store_true", help="print the names")
    asking.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    asked = asking.parse_args()
    engine = asked.engine
    if engine == "auto":
        engine = "atheris" if importlib.util.find_spec("atheris") else "plain"
    if asked.inside:
        run_one(asked.names[0], asked.inside, engine, asked.seconds, asked.inputs, asked.seed)
        return 0
    sys.path[:0] = [str(ROOT / "tests")]
    patterns = asked.names or ["*"]
    names = [name for name in _targets() if _is_meant(name, patterns)]
    if asked.list or not names:
        print("\n".join(names) or f"found no target {' '.join(patterns)}")
        return 0 if names else 2
    from helpers.made import folder

    folder()  # create the folder here, because this process removes it
    print(f"{'':20} {'inputs':>12} {'a second':>9}  findings ({engine})", flush=True)
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        waiting, running = list(names), []
        while waiting or running:
            while waiting and len(running) < asked.jobs:
                running.append(begin(waiting.pop(0), engine, asked, Path(place)))
            sleep(0.02)
            for work in [work for work in running if is_over(work)]:
                running.remove(work)
                done, told = finish(work, asked.findings)
                seconds = perf_counter() - work.start
                rate = f"{done:12,} {done / seconds:9,.0f}"
                print(f"{work.name:20} {rate}  {len(told)}", flush=True)
                print("".join(told), end="", flush=True)
                failed += len(told)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
