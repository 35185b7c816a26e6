"""Fixtures of the tests: instruction sets, files of known values, and random boards."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from fastqueens._kernels import cpu

pytest.register_assert_rewrite("helpers")

# A shell starts background processes with SIGINT ignored, so restore the default handler.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Use the same examples in every run, without time limits, because machines may be busy. The profile
# "thorough" draws all of them, "fastqueens" two of five, and "quick", for slow (sanitised) builds
# and for one room while it is changed, at most ten.
PROFILE = os.environ.get("FASTQUEENS_TEST_PROFILE", "fastqueens")
THOROUGH = PROFILE == "thorough"
MOST = {"thorough": 100, "fastqueens": 40, "quick": 10}[PROFILE]  # of a hundred examples


def examples(number: int) -> settings:
    """Draw this number of examples with the profile "thorough", fewer with the others."""
    most = 10 if PROFILE == "quick" else max(10, number * MOST // 100)
    return settings(max_examples=min(number, most))


def some(cases: Iterable[Any], number: int) -> list[Any]:
    """Return all cases with the profile "thorough", else this number of them, evenly spread."""
    every = list(cases)
    number = max(2, number // 3) if PROFILE == "quick" else number
    if THOROUGH or number >= len(every):
        return every
    return [every[i * len(every) // number] for i in range(number)]


thorough = pytest.mark.skipif(
    not THOROUGH, reason="long: it runs with FASTQUEENS_TEST_PROFILE=thorough"
)
settings.register_profile(
    PROFILE,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no error
    max_examples=MOST,
)
settings.load_profile(PROFILE)


# These files take longest, most of it in one test. pytest-xdist starts with them, so that no
# worker is left with one of them at the end.
LONG_FILES = {"test_cli_live", "test_platforms", "test_tour", "test_typing"}


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.path.stem not in LONG_FILES)


ORACLES = Path(__file__).resolve().parents[2] / "shared" / "oracles"
ISAS = cpu.NAMES[: cpu.best + 1]

# Regions of a board of 30 rows that forbid almost nothing: far too many solutions to list.
ENDLESS = np.repeat(np.arange(30, dtype=np.uint8), 30).reshape(30, 30)
# Regions without a solution whose search does not end: ten regions share nine rows, and
# propagation does not detect this.
HOPELESS = np.add.outer(np.arange(30), np.arange(30))
HOPELESS = np.where(np.arange(30)[:, None] < 9, HOPELESS % 10, 10 + HOPELESS % 20).astype(np.uint8)


@pytest.fixture(params=ISAS)
def isa(request, monkeypatch):
    """Run the test with each instruction set of this machine."""
    monkeypatch.setenv("FASTQUEENS_ISA", request.param)
    return request.param


def oracle(name: str) -> Path:
    """Return the path of a file of known values, or skip the test with a reason."""
    path = ORACLES / name
    if not path.exists():
        pytest.skip(f"{name} is not at {ORACLES}: the oracle files are not part of the package")
    return path


def sample_boards(sizes=range(1, 65)):
    """Return (regions, number of solutions up to 1000) of each board of the sample file."""
    for line in oracle("queens_sample.txt").read_text().splitlines()[1:]:
        n, solutions, cells = line.split()
        if int(n) in sizes:
            regions = np.frombuffer(cells.encode(), np.uint8).reshape(int(n), int(n)) - ord("A")
            yield regions, int(solutions)


@st.composite
def region_arrays(draw, exact=True):
    """Draw boards whose regions may be disconnected; with `exact`, as many regions as rows."""
    n = draw(st.integers(1, 7))
    most = n if exact else min(n * n, 2 * n)
    count = n if exact else draw(st.integers(1, most))
    cells = draw(st.lists(st.integers(0, count - 1), min_size=n * n, max_size=n * n))
    if exact:  # each region gets at least one cell
        for region, where in enumerate(draw(st.permutations(range(n * n)))[:n]):
            cells[where] = region
    return np.array(cells, np.uint8).reshape(n, n)


def tight_board(n: int, seed: int, spread: int = 3) -> np.ndarray:
    """Return a board of n >= 4 rows with few solutions: all regions but one have few cells."""
    rng = np.random.default_rng(seed)
    while True:  # choose a placement row by row
        columns: list[int] = []
        for _ in range(n):
            free = [c for c in range(n) if c not in columns and abs(c - (columns or [-9])[-1]) > 1]
            if not free:
                break
            columns.append(int(rng.choice(free)))
        if len(columns) == n:
            break
    regions = np.full((n, n), n - 1, np.uint8)
    for row, column in enumerate(columns):
        regions[row, column] = row
        if row < n - 1:
            for _ in range(int(rng.integers(0, spread + 1))):
                r, c = int(rng.integers(0, n)), int(rng.integers(0, n))
                if columns[r] != c:
                    regions[r, c] = row
    return regions


@pytest.fixture
def measured_once(monkeypatch):
    """Comparisons run each method once, also where no option sets the time of measuring."""
    monkeypatch.setattr("fastqueens.comparison.run.check_seconds", lambda *_: 0.0)


@pytest.fixture(scope="session")
def chromium():
    """The browser of the system, running."""
    from helpers import page

    if PROFILE == "quick":
        pytest.skip("the sanitizers would be loaded into the browser, which then does not start")

    yield from page.chromium()


@pytest.fixture(scope="session")
def site(chromium):
    """The address of a running server."""
    from helpers import page

    with page.serving() as (_, address):
        yield address


@pytest.fixture(scope="session")
def static_site(tmp_path_factory):
    """The address of the page as files; its engine runs in the browser."""
    from helpers import page

    from fastqueens.web.site import write_site

    pieces = page.browser_set()
    out = tmp_path_factory.mktemp("site") / "out"
    write_site(out, pyodide=pieces, days=3, report=lambda _: None)
    with page.published(out) as address:
        yield address


@pytest.fixture(scope="session")
def static_page(static_site, chromium):
    """A page with its own engine, which takes seconds to start: many tests use it."""
    from helpers import page

    opened = page.StaticPage(chromium, static_site)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def kept_pages():
    """The open pages of a file, by their options; each test gets them with empty storage."""
    pages = {}
    yield pages
    for page in pages.values():
        page.context.close()


@pytest.fixture
def visitor(request, chromium):
    """Opens pages; the test fails if a page wrote to the console."""
    from helpers import page

    if getattr(request, "param", "server") == "files":
        one = page.StaticVisitor(request.getfixturevalue("static_page"))
        yield one
        one.close()
        return
    site, kept = request.getfixturevalue("site"), request.getfixturevalue("kept_pages")
    one, failed = page.Guest(chromium, site, kept), request.session.testsfailed
    yield one
    one.leave(request.session.testsfailed == failed)
