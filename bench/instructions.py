"""Count instructions: the cases of `instruction_cases.py`, and the start of the command line.

pytest-codspeed calls valgrind's tool callgrind around each case; Debian's valgrind will do. A count
does not depend on the load of the machine, so that small differences show. Valgrind knows no
AVX-512.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from cases.programs import START_UP

__all__ = ["ISAS", "count_cases", "count_start_up"]

BENCH = Path(__file__).resolve().parent
ISAS = ("scalar", "avx2")  # the instruction sets that valgrind knows
CASE = re.compile(r"^desc: Trigger: Client Request: .*::test_\w+\[(.*)\]$", re.M)
TOTAL = re.compile(r"^totals: (\d+)$", re.M)


def _environment(isa: str, **more: str) -> dict[str, str]:
    """Return an environment in which Python executes the same instructions in every run."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "PYTHON"))}
    return {**kept, "FASTQUEENS_ISA": isa, "PYTHONHASHSEED": "0", **more}


def _valgrind(out: Path, *options: str) -> list[str]:
    return ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", *options]


def count_cases(
    isa: str,
    python: Path,
    folder: Path,
    only: tuple[str, ...] = (),
    package: Path | None = None,
) -> dict[str, int]:
    """Count the instructions of the cases.

    Parameters
    ----------
    python : Path
        An interpreter with fastqueens, pytest and pytest-codspeed.
    isa : str
        The instruction set of the kernels.
    folder : Path
        An empty folder for callgrind's files.
    only : tuple of str
        The names of the wanted cases; all without names.
    package : Path, optional
        A folder with a package fastqueens to use instead of the installed one.

    Returns
    -------
    dict of str to int
        The instructions by the name of the case. A case that fails is missing.
    """
    folder.mkdir(parents=True)
    file = BENCH / "instruction_cases.py"
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "pytest_codspeed.plugin",
        "--codspeed",
        "--noconftest",
    ]
    options += ["--codspeed-mode=simulation", "-c", os.devnull, f"--rootdir={BENCH}"]
    ran = subprocess.run(
        [
            *_valgrind(folder / "out", "--instr-atstart=no"),
            *(str(python), "-m", "pytest", *options, str(file)),
        ],
        env=_environment(
            isa,
            CODSPEED_ENV="1",  # pytest-codspeed calls callgrind only if this is set
            CODSPEED_PROFILE_FOLDER=str(folder),
            PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
            FASTQUEENS_ONLY="\n".join(only),
            PYTHONPATH=str(package or ""),
        ),
        cwd=BENCH,
        capture_output=True,
        text=True,
    )
    counts = dict(_read(path) for path in sorted(folder.glob("out.*")) if _names_a_case(path))
    if ran.returncode not in (0, 1) or not counts:
        sys.exit(f"{python} under valgrind failed:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return counts


def _names_a_case(path: Path) -> bool:
    return CASE.search(path.read_text(errors="replace")) is not None


def _read(path: Path) -> tuple[str, int]:
    """Read the name of the case and its instructions from a file of callgrind."""
    text = path.read_text(errors="replace")
    name, total = CASE.search(text), TOTAL.search(text)
    assert name is not None
    assert total is not None
    return name[1], int(total[1])


def count_start_up(python: Path, folder: Path) -> dict[str, int]:
    """Count the instructions of short programs, from the start of Python to its end."""
    folder.mkdir(parents=True)
    counts = {}
    for name, (arguments, text) in START_UP.items():
        program = [str(python), *arguments]
        out = folder / name
        # The first run compiles the modules to bytecode.
        for command in (program, [*_valgrind(out), *program]):
            subprocess.run(
                command,
                input=text.encode(),
                env=_environment("scalar"),
                check=True,
                stdout=subprocess.DEVNULL,
            )
        total = TOTAL.search(out.read_text(errors="replace"))
        assert total is not None
        counts[f"start-up: {name}"] = int(total[1])
    return counts
