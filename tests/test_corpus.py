"""Every parser and kernel constructor accepts the inputs stored by tools/fuzz.py."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from helpers.machines import MACHINES
from helpers.parsers import ALLOWED, CORPUS, PARSERS, inputs_of

from fastqueens import InputError, cover, csp, packing, queens, sliding

TARGETS = PARSERS | MACHINES
FUZZ = Path(__file__).resolve().parents[1] / "tools" / "fuzz.py"


@pytest.mark.parametrize("name", TARGETS)
def test_recorded_inputs_are_accepted_or_refused(name):
    kept = inputs_of(name)
    assert kept, f"no input for {name} in {CORPUS}"
    for path in kept:
        data = path.read_bytes()
        for given in (data, data[: len(data) // 2], data[:-1], data + data[:9], b""):
            with suppress(*ALLOWED):
                TARGETS[name](given)


# Arguments that once caused a bug; stored inputs change their meaning whenever made.py changes.
FOUND = {
    "a batch without a shape": lambda: queens.solve_many(np.array(8)),
    "a sudoku of another shape": lambda: cover.sudoku(np.zeros((3, 3), int)),
    "a piece far away": lambda: packing.Puzzle([[True]], [[(0, 0), (0, 1 << 29)]]),
    "an option without a shape": lambda: cover.ExactCover([np.array(5)]),
    "a span of time as a domain": lambda: csp.Model([np.timedelta64(3, "s")]),
    "a span of time as a column": lambda: cover.ExactCover.from_matrix(
        [[1]], primary=[np.timedelta64(0, "s")]
    ),
    "a span of time as a method": lambda: queens.solve(["A"], method=np.timedelta64(0, "s")),
    "an array for the word pyramid": lambda: packing.Puzzle((np.zeros(2), 3), [[(0, 0)]]),
    "arrays among packed moves": lambda: sliding.unpack([np.zeros(2, np.uint8)], 1),
    "nothing among packed moves": lambda: sliding.unpack([None], 1),
    "complex numbers as a cell": lambda: packing.solve(
        packing.Puzzle([[True]], [[(0, 0)]]), placed={"A": [np.array([0j, 0j])]}
    ),
    "letters among packed moves": lambda: sliding.unpack(["x"], 1),
    "a picture without pixels": lambda: queens.read_image(np.zeros((0, 4, 3), np.uint8)),
    "a name that begins with a byte order mark": lambda: cover.ExactCover([["\ufeffa"]]).to_text(),
}


@pytest.mark.parametrize("call", FOUND.values(), ids=FOUND)
def test_recorded_values_are_refused(call):
    with pytest.raises(InputError, match=r"expected|cannot"):
        call()


def test_the_corpus_is_small_and_has_no_other_files():
    files = [path for path in CORPUS.rglob("*") if path.is_file()]
    assert {path.parent.name for path in files} == set(TARGETS)
    assert sum(path.stat().st_size for path in files) < 200_000


def fuzz(*given):
    command = [sys.executable, str(FUZZ), *given, "--engine", "plain"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_tool_runs_a_number_of_inputs(tmp_path):
    done = fuzz("executors", "--inputs", "300", "--findings", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[1].split()[:2] == ["executors", "300"]
    assert not any(tmp_path.iterdir())


def test_the_tool_reports_its_findings(tmp_path):
    # The planted bug is triggered by any NUL.
    done = fuzz("planted", "--inputs", "3000", "--findings", str(tmp_path))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "ZeroDivisionError" in done.stdout
    found = next(path for path in (tmp_path / "planted").iterdir() if not path.suffix)
    assert 0 in found.read_bytes()
