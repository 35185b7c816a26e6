"""Fixtures shared by the benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from harness import ISAS
from rivals import NoCompiler

Build = Callable[[Callable[[], Any]], Any]


@pytest.fixture(params=ISAS)
def isa(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the benchmark with each instruction set of this machine."""
    name: str = request.param
    monkeypatch.setenv("FASTQUEENS_ISA", name)
    return name


@pytest.fixture
def build() -> Build:
    """Compile a rival in C, or skip the test if there is no compiler."""

    def built(make: Callable[[], Any]) -> Any:
        try:
            return make()
        except NoCompiler as error:
            pytest.skip(str(error))

    return built
