"""Compare two revisions: instructions, counters, peak memory, times. Print only what changed.

    python bench/track.py main               # the working tree, compared with a branch or commit
    python bench/track.py v1.0.0 main        # two revisions
    python bench/track.py main --skip times  # only what does not depend on the load

Needs Linux, git, a C compiler and valgrind. Both revisions are built in a temporary folder, each
with its own environment; the cases are those of this checkout. The exit code is 1 if something
became slower or larger, or if a search does other work:

- instructions of each case above 2 %, with portable kernels and with AVX2, and of the start-up;
- peak memory of large searches above 10 %;
- counters (nodes, updates, ...) that differ at all;
- times with the best instruction set, in turns, if the best and the median both exceed 10 %.

A difference of instructions or times is measured again, and is reported only if it appears twice.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic

import compare_versions
import instructions
from cases import programs

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT / "bench"
INSTRUCTIONS = 1.02  # limits of new : old
MEMORY = 1.10
TIMES = 1.10
ROUNDS = 3  # of the times
Counts = dict[str, int]
PARTS = ("instructions", "memory", "counters", "times")


@dataclass(frozen=True)
class Change:
    """A case whose measure differs between the revisions."""

    case: str
    what: str
    old: float | None
    new: float | None
    worse: bool = True

    def __str__(self) -> str:
        def written(value: float | None) -> str:
            return "none" if value is None else f"{value:,.6g}" if value < 1 else f"{value:,.0f}"

        ratio = f" ({self.new / self.old - 1:+.1%})" if self.old and self.new is not None else ""
        mark = "" if self.worse else "better: "
        return f"{mark}{self.case}: {self.what} {written(self.old)} -> {written(self.new)}{ratio}"


def changes(
    old: Mapping[str, float], new: Mapping[str, float], what: str, limit: float
) -> list[Change]:
    """Return the cases that grew or shrank by more than the limit, or that the new revision fails.

    A case that only the new revision has is no change: the old one lacks the function.
    """
    found = []
    for case, was in old.items():
        now = new.get(case)
        if now is None or now > was * limit:
            found.append(Change(case, what, was, now))
        elif now * limit < was:
            found.append(Change(case, what, was, now, worse=False))
    return found


def differences(
    old: Mapping[str, Mapping[str, int] | None], new: Mapping[str, Mapping[str, int] | None]
) -> list[Change]:
    """Return the counters that differ, of cases that the old revision has."""
    found = []
    for case, was in old.items():
        now = new.get(case) or {}
        if was is not None:
            names = {**was, **now}
            found += [
                Change(case, name, was.get(name), now.get(name))
                for name in names
                if was.get(name) != now.get(name)
            ]
    return found


# ------------------------------------------------------------------------------------- the builds


def run(*command: str | Path, **options: object) -> str:
    """Run a program; return its output, or end with its messages."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, **options
    )  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}"[-4000:])
    return str(done.stdout)


def sources(revision: str | None, folder: Path) -> None:
    """Put the files of a revision into a folder; without one, those of the working tree."""
    if revision is not None:
        run("git", "worktree", "add", "--detach", folder, revision, cwd=ROOT)
        return
    listed = run("git", "ls-files", "-co", "--exclude-standard", "-z", cwd=ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def build(source: Path, environment: Path) -> Path:
    """Install a source folder in a new environment; return its interpreter."""
    variables = dict(os.environ)
    if shutil.which("ccache") and "CC" not in variables:
        variables |= {
            "CC": "ccache gcc",
            "CCACHE_BASEDIR": str(source.parent),
            "CCACHE_NOHASHDIR": "1",
        }
    run(sys.executable, "-m", "venv", environment)
    python = environment / "bin" / "python"
    tools = ("pytest>=8", "pytest-codspeed>=4")
    run(python, "-m", "pip", "install", "-q", source, *tools, env=variables)
    return python


class Revisions:
    """Both revisions, built in a temporary folder which is removed at the end."""

    def __init__(self, base: str, head: str | None) -> None:
        self._revisions = {"base": base, "head": head}
        self.folder = Path(tempfile.mkdtemp(prefix="fastqueens-track-"))
        self._measured = 0

    def __enter__(self) -> Revisions:
        try:
            for name, revision in self._revisions.items():
                sources(revision, self.folder / f"{name}-source")
            with ThreadPoolExecutor(2) as pool:
                built = pool.map(
                    lambda name: build(self.folder / f"{name}-source", self.folder / name),
                    self._revisions,
                )
                self.base, self.head = built
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=False)

    def results(self) -> Path:
        """Return the name of a new folder for results."""
        self._measured += 1
        return self.folder / f"results-{self._measured}"


# ----------------------------------------------------------------------------------- the measures


def at_once(both: Revisions, measure: Callable[[Path, Path], Counts]) -> tuple[Counts, Counts]:
    """Measure both revisions at the same time: instructions do not depend on the load."""
    with ThreadPoolExecutor(2) as pool:
        old = pool.submit(measure, both.base, both.results())
        new = pool.submit(measure, both.head, both.results())
        return old.result(), new.result()


def more_instructions(both: Revisions) -> Iterator[Change]:
    """Compare the instructions; what differs is counted a second time."""
    usable = isas_of(both.head)
    for isa in instructions.ISAS:
        if isa not in usable:
            print(f"this processor has no {isa}: not counted", file=sys.stderr)
            continue
        found: list[Change] = []
        for _ in range(2):
            only = tuple(change.case for change in found)
            old, new = at_once(both, partial(instructions.count_cases, isa, only=only))
            found = changes(old, new, f"instructions ({isa})", INSTRUCTIONS)
            if not found:
                break
        yield from found
    for _ in range(2):
        found = changes(*at_once(both, instructions.count_start_up), "instructions", INSTRUCTIONS)
        if not found:
            break
    yield from found


def isas_of(python: Path) -> list[str]:
    """Return the instruction sets that this machine and the revision have, the best one last."""
    code = "from fastqueens._kernels import cpu; print(*cpu.NAMES[: cpu.best + 1])"
    return run(python, "-c", code).split()


def more_memory(both: Revisions) -> Iterator[Change]:
    """Compare the peak memory of large searches, in kB."""
    old, new = (
        {name: int(run(python, *programs.peak_memory(name))) for name in programs.LARGE}
        for python in (both.base, both.head)
    )
    yield from changes(old, new, "peak memory in kB", MEMORY)


def other_work(both: Revisions) -> Iterator[Change]:
    """Compare the counters, which do not differ between instruction sets."""
    with ThreadPoolExecutor(2) as pool:
        command = (BENCH / "counters.py", "--json", "--isa", "scalar")
        printed = pool.map(lambda python: run(python, *command), (both.base, both.head))
        old, new = (json.loads(text)["scalar"] for text in printed)
    yield from differences(old, new)


def more_time(both: Revisions) -> Iterator[Change]:
    """Compare times with the best instruction set, in turns; what is slower is timed again."""
    best = isas_of(both.head)[-1:]
    with compare_versions.Version(str(both.base)) as version:
        cases = version.ask(do="tell")["cases"]
    # The instructions cover the kernels without versions for instruction sets.
    wanted = [name for name, differs in cases.items() if differs]
    for rounds in (ROUNDS, 3 * ROUNDS):
        rows = [
            case.report()
            for case in compare_versions.measured(
                str(both.base), str(both.head), wanted, best, rounds, quiet=True
            )
        ]
        slower = [row for row in rows if compare_versions.is_slower(row, TIMES)]
        wanted = [row["case"] for row in slower]
        if not wanted:
            return
    for row in slower:
        yield Change(row["case"], f"ms ({row['isa']})", row["old"] * 1e3, row["new"] * 1e3)


MEASURES = dict(zip(PARTS, (more_instructions, more_memory, other_work, more_time), strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("base", help="a commit, branch or tag of git")
    parser.add_argument("head", nargs="?", help="another one; default: the working tree")
    parser.add_argument("--skip", default="", help=f"parts with commas: {', '.join(PARTS)}")
    options = parser.parse_args()
    skipped = [part for part in options.skip.split(",") if part]
    if unknown := [part for part in skipped if part not in PARTS]:
        parser.error(f"--skip {unknown[0]}: there are {', '.join(PARTS)}")
    for tool in ("git", "valgrind"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is not installed (Debian: apt-get install {tool})")
    for revision in filter(None, (options.base, options.head)):
        run("git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", cwd=ROOT)
    start = monotonic()
    found: list[Change] = []
    with Revisions(options.base, options.head) as both:
        print(f"built after {monotonic() - start:.0f} s", file=sys.stderr)
        for part, measure in MEASURES.items():
            if part not in skipped:
                for change in measure(both):
                    found.append(change)
                    print(change, flush=True)
                print(f"{part} after {monotonic() - start:.0f} s", file=sys.stderr)
    worse = [change for change in found if change.worse]
    print(f"{len(worse)} measures are worse, {len(found) - len(worse)} better", file=sys.stderr)
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
