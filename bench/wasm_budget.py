"""Check the budgets of the page without a server: its size, its start, hints, memory, kernels.

    python tools/wasm.py SET --set
    FASTQUEENS_WASM=SET python bench/wasm_budget.py            # values beside their budgets
    FASTQUEENS_WASM=SET python bench/wasm_budget.py --check    # no kernels; fails above the size

It writes the page with `fastqueens site` and starts its engine under Node.js. The size is that of
all files, compressed with gzip where that makes them smaller. A start is processor time of all
threads, in turns with Pyodide alone. Kernels are compared with the portable ones of the native
build, in one thread. Times depend on other load of the machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fastqueens import queens
from fastqueens.web.site import write_site
from fastqueens.web.url_codec import encode

HERE = Path(__file__).parent
KERNELS = HERE / "wasm_kernels.py"
SIZE, START, HINT, MEMORY = 11.0, 1.6, 10.0, 300.0


def compressed(path: Path) -> int:
    """Return the bytes that a host sends."""
    data = path.read_bytes()
    return min(len(data), len(gzip.compress(data, 9)))


def sizes(page: Path) -> dict[str, float]:
    """Return the megabytes of the parts of the page."""
    parts: dict[str, float] = {}
    for path in page.rglob("*"):
        if path.is_file():
            folder = path.relative_to(page).parts[0]
            name = path.name.split("-")[0] if folder.startswith("engine-") else folder
            parts[name] = parts.get(name, 0) + compressed(path) / 1e6
    return parts


def start(engine: Path, *more: str) -> dict[str, Any]:
    """Start Pyodide under Node.js; return what it cost."""
    level = next(x for x in queens.levels(11) if x.difficulty == "hard")
    command = ["node", str(HERE / "wasm_budget.mjs"), str(engine), *more]
    variables = os.environ | {"BOARD": encode(level.board.regions)}
    done = subprocess.run(command, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def native() -> dict[str, float]:
    """Return the times of the portable kernels of the native build."""
    command = [sys.executable, "-c", f"from {KERNELS.stem} import measure; print(measure())"]
    variables = os.environ | {"FASTQUEENS_ISA": "scalar", "PYTHONPATH": str(HERE)}
    done = subprocess.run(command, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--check",
        action="store_true",
        help="leave out the kernels, and fail above the budget of the size",
    )
    parser.add_argument("--rounds", type=int, default=3, help="starts of each kind")
    options = parser.parse_args()
    pieces = os.environ.get("FASTQUEENS_WASM")
    if not pieces or shutil.which("node") is None:
        print("needs Node.js, and FASTQUEENS_WASM=SET of tools/wasm.py SET --set", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        write_site(page, pyodide=pieces, report=lambda _: None)
        parts = sizes(page)
        (engine,) = page.glob("engine-*")
        ratios, runs = [], []
        for _ in range(options.rounds):
            bare = start(engine)
            runs.append(start(engine, "engine", *([] if options.check else [str(KERNELS)])))
            ratios.append(runs[-1]["start"] / bare["start"])
    here = {} if options.check else native()
    size = sum(parts.values())
    print(f"{'all files, compressed':34}{size:8.2f} of {SIZE:g} MB")
    for name, part in sorted(parts.items(), key=lambda x: -x[1]):
        print(f"  {name:32}{part:8.2f} MB")
    begin = statistics.median(run["start"] for run in runs)
    print(f"{'start, Pyodide alone is 1':34}{statistics.median(ratios):8.2f} of {START:g}")
    print(f"  {'processor time':32}{begin:8.0f} ms")
    first = statistics.median(run["hints"][0] for run in runs)
    hint = statistics.median(statistics.median(run["hints"]) for run in runs)
    print(f"{'hint':34}{hint:8.2f} of {HINT:g} ms")
    print(f"  {'the first one':32}{first:8.2f} ms")
    process = statistics.median(run["process"] for run in runs) / 1e6
    print(f"{'memory of Node.js':34}{process:8.0f} of {MEMORY:g} MB")
    print(f"  {'of it WebAssembly':32}{runs[0]['heap'] / 1e6:8.0f} MB")
    if here:
        print("kernels: milliseconds in Pyodide, of the native portable ones, ratio")
    for name, own in here.items():
        there = min(run["kernels"][name] for run in runs)
        print(f"  {name:32}{there:8.2f}{own:9.2f}{there / own:8.2f}")
    return int(options.check and size > SIZE)


if __name__ == "__main__":
    sys.exit(main())
