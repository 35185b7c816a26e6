"""The WebAssembly build in Pyodide under Node.js gives the answers that the native build gives.

FASTQUEENS_WASM names a folder that ``python tools/wasm.py FOLDER --set`` wrote.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from conftest import oracle, sample_boards
from helpers import engine_answers, engine_counts
from helpers.sample_questions import BOARD, QUESTIONS

import fastqueens
from fastqueens import nqueens, queens
from fastqueens.web.questions import QUESTIONS as ROUTES

TOOLS = Path(__file__).resolve().parents[1] / "tools"
FOLDER = os.environ.get("FASTQUEENS_WASM", "")
needs_build = pytest.mark.skipif(
    not FOLDER, reason="FASTQUEENS_WASM is not set: python tools/wasm.py FOLDER --set builds it"
)
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
METHODS = [
    ("/api/solve", json.dumps({"board": BOARD, "method": method, "seed": 5}))
    for method in queens.METHODS
]
VARIANTS = [
    ("/api/nqueens/count", json.dumps({"n": 8, "variant": variant, "pawns": 1 if pawns else None}))
    for variant in nqueens.VARIANTS
    for pawns in [variant == "plus_k"]
]
ASKED = [*QUESTIONS, *METHODS, *VARIANTS]
IDS = [f"{k}{address}" for k, (address, _) in enumerate(ASKED)]
CLOCK = {"ms", "rate", "best", "spread", "left", "timings"}
HERE = {"python", "numpy", "compiler", "cpu", "forced", "kernels"}
PILLOW = {'"png"', '"gif"'}


def in_pyodide(script, text):
    """Run a helper in Pyodide."""
    command = ["node", TOOLS / "wasm_node.mjs", FOLDER, script.__file__]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def timeless(value):
    """Return an answer without its times, which differ from run to run."""
    if isinstance(value, dict):
        return {key: timeless(x) for key, x in value.items() if key not in CLOCK}
    if isinstance(value, list):
        return [timeless(x) for x in value]
    return re.sub(r"[\d.,]+ (ns|µs|ms|s)\b", "TIME", value) if isinstance(value, str) else value


def whole(answer):
    """Return an answer without times; how often a search reports depends on its speed, too."""
    events = [x for x in answer["events"] if x[0] not in ("progress", "count")]
    boards = [x for name, data in events if name == "boards" for x in data["boards"]]
    events = [x for x in events if x[0] != "boards"]
    return timeless(answer | {"events": events, "boards": boards})


@pytest.fixture(scope="module")
def answers():
    return dict(zip(ASKED, in_pyodide(engine_answers, json.dumps(ASKED)), strict=True))


def test_there_is_a_sample_for_every_route():
    assert {address.partition("?")[0] for address, _ in QUESTIONS} >= set(ROUTES)


@needs_build
@needs_node
@pytest.mark.parametrize(("address", "body"), ASKED, ids=IDS)
def test_the_answers_are_those_of_the_native_build(answers, address, body):
    here = json.loads(engine_answers.main(json.dumps([(address, body)])))[0]
    there = answers[address, body]
    if there["missing"]:
        assert there["missing"] == "PIL"
        assert any(word in body for word in PILLOW)
        assert here["status"] == 200
        return
    if address == "/api/info":
        assert there["body"]["cpu"] == ["scalar"]
        for answer in (here, there):
            answer["body"] = {k: x for k, x in answer["body"].items() if k not in HERE}
    assert whole(here) == whole(there)


@needs_build
@needs_node
def test_the_sample_boards_have_their_known_numbers_of_solutions():
    """Boards of one star and of several, drawn by others."""
    known = [("\n".join(map("".join, letters(x))), count) for x, count in sample_boards()]
    lines = [x for x in oracle("stars_sample.txt").read_text().splitlines() if x[0] != "#"]
    known += [(line, 1) for line in lines[::16]]
    asked = {"boards": [board for board, _ in known], "limit": 1000}
    assert in_pyodide(engine_counts, json.dumps(asked)) == [count for _, count in known]


def letters(regions):
    return [[chr(ord("A") + x) for x in row] for row in regions.tolist()]


# The wheel.


@pytest.fixture(scope="module")
def wheel():
    (path,) = Path(FOLDER).glob("fastqueens-*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


def info_file(wheel, name):
    return wheel.read(f"fastqueens-{fastqueens.__version__}.dist-info/{name}").decode()


@needs_build
def test_the_record_has_the_hash_of_every_file(wheel):
    rows = [line.rsplit(",", 2) for line in info_file(wheel, "RECORD").splitlines()]
    assert [name for name, _, _ in rows] == wheel.namelist()
    for name, digest, size in rows[:-1]:
        data = wheel.read(name)
        found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        assert (digest, int(size)) == (f"sha256={found}", len(data))
    assert rows[-1][1:] == ["", ""]


@needs_build
def test_the_wheel_is_tagged_for_pyodide_and_has_the_metadata_of_the_package(wheel):
    tag = "cp314-cp314-pyemscripten_2026_0_wasm32"
    assert Path(wheel.filename).name == f"fastqueens-{fastqueens.__version__}-{tag}.whl"
    assert f"Tag: {tag}\n" in info_file(wheel, "WHEEL")
    metadata = Parser().parsestr(info_file(wheel, "METADATA"))
    assert metadata["Name"] == "fastqueens"
    assert metadata["License-Expression"] == "MIT"
    assert "numpy>=1.26" in metadata.get_all("Requires-Dist")
    assert "fastqueens" in info_file(wheel, "entry_points.txt")


@needs_build
def test_the_wheel_has_the_files_of_the_native_one(wheel):
    """All files of the package, without sources of modules and without tests."""
    package = Path(fastqueens.__file__).parent
    names = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.suffix not in (".pyx", ".pxd", ".so", ".pyc") and path.is_file()
    }
    sources = Path(__file__).resolve().parents[1] / "src"  # an installed package has no .pyx files
    modules = {
        path.relative_to(sources).with_suffix("").as_posix() for path in sources.rglob("*.pyx")
    } | {"fastqueens/_kernels/memoryviews"}
    suffix = ".cpython-314-wasm32-emscripten.so"
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == names | {f"{name}{suffix}" for name in modules}
    assert "fastqueens/web/static/index.html" in packed
    assert not any("tests" in name.split("/") or "/test_" in name for name in packed)


# What is missing or not right.


@pytest.mark.parametrize("tool", ["wasm.py", "wasm_numpy.py"])
def test_a_missing_compiler_is_named(tmp_path, tool):
    """Without site-packages, which `-S` leaves out, there is no zig."""
    command = [sys.executable, "-S", TOOLS / tool, tmp_path / "out"]
    variables = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 77
    assert "not available: ziglang is not installed; run `pip install ziglang==" in done.stderr
    assert "Traceback" not in done.stderr
