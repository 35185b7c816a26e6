"""What several of the benchmarks take."""

from __future__ import annotations

import pytest
from harness import ISAS


@pytest.fixture(params=ISAS)
def isa(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each instruction set of this machine."""
    name: str = request.param
    monkeypatch.setenv("FASTQUEENS_ISA", name)
    return name
