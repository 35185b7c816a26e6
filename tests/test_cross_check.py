"""The tool that compiles the kernels for other platforms reads CMakeLists.txt as CMake does."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "tools" / "cross_check.py"


@pytest.fixture(scope="module")
def tool():
    return runpy.run_path(str(TOOL))


def test_instruction_sets_are_those_of_the_build(tool):
    found = tool["instruction_sets"]()
    assert found["avx2"] == ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]
    assert found["avx512"][:4] == found["avx2"]
    assert "-mavx512vpopcntdq" in found["avx512"]


def test_memory_on_a_line_is_asked_for_in_one_place():
    """Windows has no aligned_alloc, and frees such memory by another name."""
    texts = {path: path.read_text() for path in (ROOT / "csrc").glob("*/*.[ch]")}
    using = [p.name for p, text in texts.items() if " aligned_alloc(" in text]
    assert using == ["memory.h"]
