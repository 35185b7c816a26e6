"""Building: flags of packagers, the metadata, and programs in C and C++ that use the kernels."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "tests/helpers/example.c"


def compiler(name):
    if (found := shutil.which(name)) is None or not (ROOT / "csrc").is_dir():
        pytest.skip(f"{name} or the C sources are not here")
    return found


def commands(folder, monkeypatch, flags, *more):
    """Return the commands of CMake that compile one file of the core and one kernel."""
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")
    if cmake is None or shutil.which("cc") is None or not (ROOT / "CMakeLists.txt").exists():
        pytest.skip("cmake, a compiler or the sources are not here")
    if flags is None:
        monkeypatch.delenv("CFLAGS", raising=False)
    else:
        monkeypatch.setenv("CFLAGS", flags)
    subprocess.run(
        [cmake, "-S", ROOT, "-B", folder, "-DSKBUILD_PROJECT_NAME=fastqueens", *more,
         "-DSKBUILD_PROJECT_VERSION=0", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
         f"-DPython_EXECUTABLE={sys.executable}"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    made = json.loads((folder / "compile_commands.json").read_text())
    return [
        next(x["command"] for x in made if x["file"].endswith(end))
        for end in ("/csrc/queens/regions/count.c", "/generated/queens/regions.c")
    ]


@pytest.mark.parametrize(
    ("flags", "more", "levels"),
    [
        (None, [], (["-O3"], ["-O3", "-O1"])),
        ("-g -O2 -fstack-protector-strong", [], (["-O2"], ["-O2"])),
    ],
)
def test_the_flags_of_packagers_are_obeyed(flags, more, levels, tmp_path, monkeypatch):
    for command, expected in zip(
        commands(tmp_path, monkeypatch, flags, *more), levels, strict=True
    ):
        assert re.findall(r" (-O\S+)", command) == expected
        for flag in (flags or "").split():
            assert f" {flag} " in command


def test_the_build_type_comes_from_cmake():
    """scikit-build-core passes none, so that CMakeLists.txt sees what a packager states."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert settings["tool"]["scikit-build"]["cmake"]["build-type"] == ""


def test_the_description_for_package_indexes_stands_alone():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (ROOT / project["readme"]).read_text()
    assert re.findall(r"\]\((?!https?://)|src=\"(?!https?://)", text) == []
    assert {"authors", "classifiers", "keywords"} <= set(project)
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    for block in code:
        exec(block, {})


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """Compile the kernels that the example uses, for any processor."""
    folder = tmp_path_factory.mktemp("kernels")
    files = [
        str(path)
        for place in ("common", "queens/board", "queens/regions")
        for path in sorted((ROOT / "csrc" / place).glob("*.c"))
        if not path.stem.endswith(("_avx2", "_avx512", "_neon"))
    ]
    subprocess.run(
        [compiler("cc"), "-std=c11", "-O0", "-w", "-DFQ_PORTABLE_ONLY", f"-I{ROOT}/csrc", "-c",
         *files],
        cwd=folder, check=True,
    )  # fmt: skip
    return [str(path) for path in sorted(folder.glob("*.o"))]


@pytest.mark.parametrize(("program", "language"), [("cc", "c11"), ("c++", "c++17")])
def test_the_example_in_c_and_cpp(program, language, kernels, tmp_path):
    kind = "c" if program == "cc" else "c++"
    subprocess.run(
        [compiler(program), "-x", kind, f"-std={language}", "-Wall", "-Wextra", "-Werror",
         "-DFQ_PORTABLE_ONLY", f"-I{ROOT}/csrc", str(EXAMPLE), "-x", "none", *kernels,
         "-o", "example"],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    ended = subprocess.run([tmp_path / "example"], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["2", "0", "3", "1"]
