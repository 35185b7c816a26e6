"""Fixtures and hooks shared by the benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import harness
import pytest
from harness import ISAS
from measure import Measure
from pytest_benchmark.fixture import BenchmarkFixture
from rivals import NoCompiler

from fastqueens.build_info import facts

Build = Callable[[Callable[[], Any]], Any]
# A test run with one of these options wants times; others run each case once.
TIMED = ("only", "enable", "save", "autosave", "compare", "histogram", "json", "cprofile")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Switch timing off unless an option asks for times: `pytest bench` only checks the cases."""
    if not any(config.getoption(f"benchmark_{name}", None) for name in TIMED):
        config.option.benchmark_disable = True


def pytest_benchmark_update_machine_info(
    config: pytest.Config, machine_info: dict[str, Any]
) -> None:
    """Add what decides a time, and remove what differs in every run of the same machine."""
    known = facts()
    machine_info["fastqueens"] = {key: known[key] for key in ("version", "compiler", "numpy")}
    machine_info["fastqueens"]["processor"] = harness.processor()
    machine_info["fastqueens"]["instruction_sets"] = list(ISAS)
    for name in ("hz_actual", "hz_actual_friendly", "hz_advertised", "hz_advertised_friendly"):
        machine_info.get("cpu", {}).pop(name, None)  # the clock frequency of this moment


@pytest.fixture
def measure(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Measure:
    """Time a case; see `Measure`."""
    item = request.node
    isa = getattr(item, "callspec", None) and item.callspec.params.get("isa")
    return Measure(benchmark, item, isa)


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
