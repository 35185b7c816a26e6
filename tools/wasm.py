"""Build the wheel of fastqueens for Pyodide, the Python that runs in browsers.

    pip install $(python tools/wasm_toolchain.py)
    python tools/wasm.py OUT           # the wheel
    python tools/wasm.py OUT --set     # also Pyodide, and the wheels of NumPy and msgspec
    fastqueens site PAGE --pyodide OUT --wheel OUT/fastqueens-*.whl    # the page with them

`tools/wasm_toolchain.py` has the versions of everything that is downloaded. Compiled files are kept
in `build/wasm`, and only what has changed is compiled again. The kernels are the portable ones:
with WebAssembly's vector instructions they were not faster. The exit code is 77 if a piece of the
toolchain is not available, and 1 if something does not compile.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import wasm_modules
import wasm_numpy
from wasm_toolchain import (
    MSGSPEC,
    PYTHON,
    ROOT,
    Missing,
    cached,
    compiler,
    exit_code,
    linker,
    pyodide,
    run,
    sysconfig,
    wheel_tag,
    zig,
)
from wasm_wheel import write_wheel

SOURCES = ROOT / "csrc"
KERNELS = ROOT / "src" / "fastqueens" / "_kernels"
SHARED = "fastqueens._kernels.memoryviews"
FLAGS = ["-std=c11", "-fvisibility=hidden", "-DNDEBUG", "-DFQ_PORTABLE_ONLY", "-I", str(SOURCES)]
FLAGS += ["-fno-sanitize=undefined", "-Wno-psabi"]
# As in CMakeLists.txt, where the reasons are.
CORE_FLAGS = ["-O3", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
MODULE_FLAGS = ["-O1"]
EXTRA_FLAGS = {"swarm": ["-ffp-contract=off"]}
# Files of the package that the native wheel does not have either.
NOT_INSTALLED = {".pyx", ".pxd", ".pyc", ".so"}


def build_wheel(out: Path) -> Path:
    """Build the wheel; return its path."""
    modules = build_modules()
    problems = wasm_modules.check(pyodide(), list(modules.values()))
    if problems:
        sys.exit("\n".join(problems))
    package = ROOT / "src" / "fastqueens"
    files = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in NOT_INSTALLED and "__pycache__" not in path.parts
    }
    for name, module in modules.items():
        files[f"fastqueens/_kernels/{name}{sysconfig()['EXT_SUFFIX']}"] = module.read_bytes()
    info, name = read_metadata()
    wheel = out / f"{name}-{wheel_tag()}.whl"
    write_wheel(wheel, files, info, wheel_tag())
    return wheel


def read_metadata() -> tuple[dict[str, bytes], str]:
    """Return the files of .dist-info that the build backend writes, and `name-version`."""
    with tempfile.TemporaryDirectory() as folder:
        call = "from scikit_build_core.build import *; import sys; "
        call += "prepare_metadata_for_build_wheel(sys.argv[1])"
        run([sys.executable, "-c", call, folder], ROOT)
        info = next(Path(folder).glob("*.dist-info"))
        files = {
            path.relative_to(info).as_posix(): path.read_bytes()
            for path in info.rglob("*")
            if path.is_file() and path.name != "WHEEL"
        }
    return files, info.name.removesuffix(".dist-info")


def build_modules() -> dict[str, Path]:
    """Compile and link all extension modules; return them by their path in `_kernels`."""
    base = [*compiler(), *FLAGS]
    pins = repr([base, CORE_FLAGS, MODULE_FLAGS, EXTRA_FLAGS]).encode()
    folder = ROOT / "build" / "wasm" / hashlib.sha256(pins).hexdigest()[:12]
    newest = max(path.stat().st_mtime for path in SOURCES.rglob("*.h"))
    sources = [x for x in SOURCES.rglob("*.c") if not x.stem.endswith(("_avx2", "_avx512"))]
    objects = {x: folder / x.relative_to(ROOT).with_suffix(".o") for x in sorted(sources)}
    library = folder / "libcore.a"

    def compile_core(source: Path) -> None:
        flags = [*CORE_FLAGS, *EXTRA_FLAGS.get(source.stem, [])]
        compile_file([*base, *flags], source, objects[source], newest)

    def compile_module(name: str) -> None:
        compile_file([*base, *MODULE_FLAGS], generated[name], made(name, ".o"), newest)

    def link_module(name: str) -> None:
        command = [*linker(Path(name).name), str(made(name, ".o")), str(library)]
        run([*command, "-o", str(made(name, ".wasm"))])

    def made(name: str, suffix: str) -> Path:
        return folder / "modules" / f"{name}{suffix}"

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        translation = pool.submit(translate, folder / "generated")
        list(pool.map(compile_core, objects))
        generated = translation.result()
        list(pool.map(compile_module, generated))
        library.unlink(missing_ok=True)
        run([zig(), "ar", "rcs", str(library), *map(str, objects.values())])
        list(pool.map(link_module, generated))
    return {name: made(name, ".wasm") for name in generated}


def translate(out: Path) -> dict[str, Path]:
    """Translate the Cython modules; return the C files by their path in `_kernels`."""
    out.mkdir(parents=True, exist_ok=True)
    names = sorted(
        path.relative_to(KERNELS).with_suffix("").as_posix() for path in KERNELS.rglob("*.pyx")
    )
    shared = out / "memoryviews.c"
    if not shared.exists():
        command = [sys.executable, "-m", "cython", "-3", "-Werror", f"--generate-shared={shared}"]
        run([*command, "--module-name", SHARED])
    translator = ROOT / "tools" / "translate.py"
    run([sys.executable, str(translator), str(KERNELS), str(out), SHARED, *names])
    return {name: out / f"{name}.c" for name in [*names, "memoryviews"]}


def compile_file(command: list[str], source: Path, made: Path, newest: float) -> None:
    """Compile a file unless its object is newer than the file and all headers (`newest`)."""
    if made.exists() and made.stat().st_mtime > max(newest, source.stat().st_mtime):
        return
    made.parent.mkdir(parents=True, exist_ok=True)
    part = made.with_suffix(".part")
    run([*command, "-c", str(source), "-o", str(part)])
    part.replace(made)


def msgspec_wheel() -> Path:
    """Return the wheel of msgspec, which reads the requests of the page; PyPI has it."""
    name = f"msgspec-{MSGSPEC}-{wheel_tag()}.whl"
    return cached(name, _download_msgspec)


def _download_msgspec(to: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
    command += ["--platform", wheel_tag().split("-", 2)[2], "--python-version", PYTHON]
    command += ["--dest", str(to.parent), f"msgspec=={MSGSPEC}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"pip cannot download msgspec {MSGSPEC}: {done.stderr.strip()[-500:]}")


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder of the results")
    parser.add_argument(
        "--set", action="store_true", help="also Pyodide, and the wheels of NumPy and msgspec"
    )
    options = parser.parse_args()
    for old in options.out.glob("fastqueens-*.whl"):
        old.unlink()
    made = [build_wheel(options.out)]
    if options.set:
        wheels = [msgspec_wheel(), wasm_numpy.numpy_wheel()]
        names = json.loads((ROOT / "src/fastqueens/web/pyodide.json").read_text())["files"]
        for path in [*wheels, *(pyodide() / name for name in names)]:
            made.append(Path(shutil.copy(path, options.out)))
    for path in made:
        print(path)


if __name__ == "__main__":
    sys.exit(exit_code(main))
