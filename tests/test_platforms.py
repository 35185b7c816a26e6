"""Support of other platforms: how kernels are compiled, and how wheels are built and tested."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "tools" / "cross_check.py"


@pytest.fixture(scope="module")
def tool():
    return runpy.run_path(str(TOOL))


def test_instruction_sets_are_those_of_the_build(tool):
    found = tool["instruction_sets"]()
    assert {"-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"} < set(found["avx2"])
    assert {"-mavx512f", "-mavx512vpopcntdq"} < set(found["avx512"]) - set(found["avx2"])
    assert all(option.startswith("-m") for options in found.values() for option in options)


def test_memory_on_a_line_is_asked_for_in_one_place():
    """Windows has no aligned_alloc, and needs another function to free aligned memory."""
    texts = {path: path.read_text() for path in (ROOT / "csrc").rglob("*.[ch]")}
    using = [p.name for p, text in texts.items() if " aligned_alloc(" in text]
    assert using == ["memory.h"]


def test_wheels_are_made_for_the_pythons_declared():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names = "\n".join(settings["project"]["classifiers"])
    wheels = settings["tool"]["cibuildwheel"]
    for build in wheels["build"].split():
        assert f"Python :: 3.{build[3:5]}" in names
    assert names.count("Python :: 3.") == len(wheels["build"].split())


def test_the_tests_of_a_wheel_are_there():
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    named = [word for word in wheels["test-command"].split() if word.startswith("tests/")]
    assert len(named) >= 9
    assert [word for word in named if not (ROOT / word).is_file()] == []


def counted(folder, compiler, *emulator):
    """Compile the portable C with `compiler` (NEON on ARM), run it, and return the counters."""
    program = folder / Path(compiler).name
    sources = [s for s in (ROOT / "csrc").rglob("*.c") if "_avx" not in s.stem]
    options = ["-std=c11", "-O0", "-static", "-DFQ_PORTABLE_ONLY", "-ffp-contract=off"]
    options += ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-psabi"]
    driver = ROOT / "tests" / "helpers" / "kernel_counts.c"
    subprocess.run(
        [
            compiler,
            *options,
            "-I",
            ROOT / "csrc",
            "-o",
            program,
            driver,
            *sources,
            "-lm",
            "-pthread",
        ],
        check=True,
    )
    done = subprocess.run([*emulator, program], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_kernels_do_the_same_work_on_arm(tmp_path):
    here, arm, emulator = map(shutil.which, ("gcc", "aarch64-linux-gnu-gcc", "qemu-aarch64"))
    if not here or not arm or not emulator:
        pytest.skip("needs gcc, aarch64-linux-gnu-gcc and qemu-aarch64")
    with ThreadPoolExecutor() as pool:
        there = pool.submit(counted, tmp_path, arm, emulator)
        lines = counted(tmp_path, here)
    assert lines == there.result()
    work = dict(line.split(": ") for line in lines)
    assert work["nqueens/count 11"] == "12875 2680"
    assert work["nqueens/join 12"].endswith(" 14200")
    assert work["cover 1"] == work["cover 0"] == "607 52"
    assert len({work[f"cover/{kind} {k}"] for kind in ("wide", "large") for k in (0, 1)}) == 1
    assert work["cover/multi 0"] == work["cover/multi 1"]
    assert work["packing/count 6"].endswith(" 6728")
    assert len({line.partition(" ")[0] for line in lines}) >= 23
