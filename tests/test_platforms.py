"""Support of other platforms: how kernels are compiled, and how wheels are built and tested."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
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
    names = settings["project"]["classifiers"]
    builds = settings["tool"]["cibuildwheel"]["build"].split()
    pythons = {f"3.{build.removesuffix('-*')[3:].rstrip('t')}" for build in builds}
    start = "Programming Language :: Python :: 3."
    assert pythons == {name[len(start) - 2 :] for name in names if name.startswith(start)}
    free = any("Free Threading" in name for name in names)
    assert free == any(build.endswith("t-*") for build in builds)


def test_every_module_declares_that_it_needs_no_global_interpreter_lock(tool, tmp_path):
    pytest.importorskip("Cython")
    assert "-X freethreading_compatible=True" in (ROOT / "CMakeLists.txt").read_text()
    translate = [sys.executable, ROOT / "tools" / "translate.py", tool["KERNELS"], tmp_path]
    subprocess.run([*translate, tool["MEMORYVIEWS"], "cpu"], check=True)
    text = (tmp_path / "cpu.c").read_text()
    assert "{Py_mod_gil, __Pyx_FREETHREADING_COMPATIBLE}" in text


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"


def test_every_action_is_given_by_its_commit():
    uses = [x for path in WORKFLOWS for x in re.findall(r"uses: (\S+)(.*)", path.read_text())]
    assert len(uses) >= 10
    for action, comment in uses:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), action
    # one commit for each action
    assert len({action for action, _ in uses}) == len({a.partition("@")[0] for a, _ in uses})


def test_only_a_tag_publishes_and_only_its_job_may_prove_who_it_is():
    text = WORKFLOW.read_text()
    publish = text[text.index("  publish:\n") :]
    assert text.count("id-token: write") == publish.count("id-token: write") == 1
    assert "github.ref_type == 'tag'" in publish
    assert "needs: [version, check]" in publish
    assert "name: pypi\n" in publish
    assert "attestations: true" in publish
    assert "password" not in publish
    assert "\npermissions: {}\n" in text


def tagged(root, tag):
    tool = ROOT / "tools" / "release_version.py"
    return subprocess.run(
        [sys.executable, tool, tag, "--root", root], capture_output=True, text=True, check=False
    )


def test_a_tag_must_be_the_version(tmp_path):
    (tmp_path / "src" / "fastqueens").mkdir(parents=True)
    (tmp_path / "src" / "fastqueens" / "_version.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.2.3\n")
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## Unreleased\n\n## 1.2.3\n")
    assert tagged(tmp_path, "v1.2.3").returncode == 0
    for tag in "v1.2.4", "1.2.3", "v1.2.3.post1":
        done = tagged(tmp_path, tag)
        assert done.returncode == 1
        assert "found 1.2.3, expected" in done.stderr
    (tmp_path / "CHANGELOG.md").write_text("## Unreleased\n")
    assert "CHANGELOG.md: found no version" in tagged(tmp_path, "v1.2.3").stderr


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
