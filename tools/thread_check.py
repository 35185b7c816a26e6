"""Run every kernel in eight threads at once, in a build with the ThreadSanitizer of gcc or clang.

    python tools/thread_check.py

The driver is tests/helpers/kernel_counts.c. Each thread runs its own machines. All threads share
one machine behind its mutex, pattern databases (built by the first thread that needs them), a plan,
a model and an automaton. The sanitizer reports memory that two threads access without a mutex. The
exit code is 1 if there is such a report, and 77 if the compiler has no ThreadSanitizer.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cross_check import ROOT, instruction_sets, run

COMPILER = os.environ.get("CC", "cc").split()
FLAGS = ["-std=c11", "-O1", "-g", "-fsanitize=thread", "-ffp-contract=off", "-Wno-psabi"]
THREADS = "8"
NO_SANITIZER = 77


def has_sanitizer(folder: Path) -> bool:
    """Return whether a program compiled with the sanitizer runs."""
    source, program = folder / "nothing.c", folder / "nothing"
    source.write_text("int main(void) { return 0; }\n")
    command = [*COMPILER, "-fsanitize=thread", str(source), "-o", str(program)]
    return not run(command) and not run([str(program)])


def compile_all(folder: Path) -> list[str]:
    """Compile the driver; return the compiler's error messages."""
    x86 = platform.machine() in ("x86_64", "AMD64")
    isas = {name: flags for name, flags in instruction_sets().items() if x86}
    isas = {name: [f.replace("x86_64", "x86-64") for f in flags] for name, flags in isas.items()}
    common = [*COMPILER, *FLAGS, "-I", str(ROOT / "csrc")]
    objects, commands = [], []
    for source in [*sorted((ROOT / "csrc").rglob("*.c")), ROOT / "tests/helpers/kernel_counts.c"]:
        isa = source.stem.rpartition("_")[2]
        if not x86 and isa in ("avx2", "avx512"):
            continue
        out = folder / "_".join(source.with_suffix(".o").relative_to(ROOT).parts)
        objects.append(str(out))
        commands.append([*common, *isas.get(isa, []), "-c", str(source), "-o", str(out)])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = [error for error in pool.map(run, commands) if error]
    if not errors:
        program = str(folder / "kernel_counts")
        errors = [run([*common, *objects, "-o", program, "-lm", "-lpthread"])]
    return [error for error in errors if error]


def main() -> int:
    """Compile and run the driver."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not has_sanitizer(folder):
            print(f"thread_check: skipped, as {' '.join(COMPILER)} has no ThreadSanitizer here")
            return NO_SANITIZER
        errors = compile_all(folder)
        if errors:
            print(*errors, sep="\n", file=sys.stderr)
            return 1
        settings = {**os.environ, "TSAN_OPTIONS": "halt_on_error=1"}
        done = subprocess.run(
            [folder / "kernel_counts", THREADS],
            env=settings, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            print(done.stderr or "the threads told different things", file=sys.stderr)
            return 1
        lines = len(done.stdout.splitlines())
        print(f"{lines} searches in {THREADS} threads at once: no data race")
        return 0


if __name__ == "__main__":
    sys.exit(main())
