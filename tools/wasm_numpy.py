"""Build NumPy for Pyodide from the source archive on PyPI.

    pip install $(python tools/wasm_toolchain.py)
    python tools/wasm_numpy.py OUT

The wheel is kept in the cache, so it is built once: 100 s of one processor. It serves tests where
only the package registries can be reached; a published page takes the NumPy of Pyodide's
distribution, which is complete. Left out here: numpy.random, numpy.f2py, the tests. With
FASTQUEENS_WASM_NUMPY=WHEEL that wheel is taken instead. The exit code is 77 if a piece of the
toolchain is not available.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import wasm_modules
from wasm_toolchain import (
    EMSCRIPTEN_HEADERS,
    NUMPY,
    PYODIDE,
    PYTHON_HEADERS,
    ROOT,
    ZIG,
    Missing,
    cached,
    exit_code,
    headers,
    program,
    pyodide,
    run,
    sysconfig,
    wheel_tag,
    zig,
)
from wasm_wheel import write_wheel

NAMED = "FASTQUEENS_WASM_NUMPY"
MODULES = (
    "_core/_multiarray_umath",
    "linalg/lapack_lite",
    "linalg/_umath_linalg",
    "fft/_pocketfft_umath",
)
# Folders of the source archive that the wheel does not need.
LEFT_OUT = {"tests", "src", "f2py", "distutils", "_build_utils", "code_generators", "pocketfft"}
LEFT_OUT |= {"random", "_pyinstaller"}
OPTIONS = ["buildtype=release", "b_ndebug=true", "allow-noblas=true", "blas=none", "lapack=none"]
OPTIONS += ["disable-optimization=true", "cpu-baseline=none", "cpu-dispatch=none"]
OPTIONS += ["disable-threading=true", "disable-svml=true", "disable-highway=true"]
OPTIONS += ["disable-intel-sort=true"]
# pip asks the build backend of a source archive for its metadata, and NumPy's backend would compile
# all of NumPy for this machine to answer. This stand-in answers at once.
STAND_IN = f"""
import pathlib

def get_requires_for_build_wheel(config_settings=None):
    return []

def prepare_metadata_for_build_wheel(folder, config_settings=None):
    info = pathlib.Path(folder, "numpy-{NUMPY}.dist-info")
    info.mkdir()
    text = "Metadata-Version: 2.1\\nName: numpy\\nVersion: {NUMPY}\\n"
    info.joinpath("METADATA").write_text(text)
    return info.name

def build_wheel(*arguments, **options):
    raise SystemExit("this stand-in builds nothing")
"""
CROSS_FILE = """\
[binaries]
c = ['{python}', '{driver}', 'cc']
cpp = ['{python}', '{driver}', 'c++']
ar = ['{zig}', 'ar']
strip = 'true'
cython = ['{python}', '-m', 'cython']
python = '{python}'
[properties]
longdouble_format = 'IEEE_QUAD_LE'
skip_sanity_check = true
needs_exe_wrapper = true
[host_machine]
system = 'emscripten'
cpu_family = 'wasm32'
cpu = 'wasm32'
endian = 'little'
"""
DRIVER = ROOT / "tools" / "wasm_compiler.py"


def numpy_wheel() -> Path:
    """Return the wheel that FASTQUEENS_WASM_NUMPY names, or else the one that is built once."""
    named = os.environ.get(NAMED)
    if named:
        wheel = Path(named)
        if not (wheel.is_file() and wheel.name.endswith(f"-{wheel_tag()}.whl")):
            raise Missing(f"{NAMED}={named} is no wheel for {wheel_tag()}")
        return wheel
    zig()
    pins = [ZIG, PYODIDE, NUMPY, *EMSCRIPTEN_HEADERS, *PYTHON_HEADERS]
    recipe = "\n".join(pins).encode() + Path(__file__).read_bytes() + DRIVER.read_bytes()
    folder = cached(f"numpy-{hashlib.sha256(recipe).hexdigest()[:12]}", build_numpy)
    return next(folder.glob("numpy-*.whl"))


def build_numpy(to: Path) -> None:
    """Build the wheel into a new folder."""
    work = to.parent
    zig(), headers()  # a missing piece ends the tool before the download
    ninja = program("ninja", "to build NumPy")
    program("cython", "to build NumPy")  # meson looks for it on PATH
    source = unpack_source(work)
    build = work / "build"
    cross = work / "cross.ini"
    cross.write_text(CROSS_FILE.format(python=sys.executable, driver=DRIVER, zig=zig()))
    names = work / "names.txt"
    main = wasm_modules.read_symbols(pyodide() / "pyodide.asm.wasm")
    names.write_text("\n".join(sorted(main.imports | main.exports)))
    # The meson in NumPy's archive has a module that the released one lacks.
    meson = [sys.executable, str(source / "vendored-meson" / "meson" / "meson.py"), "setup"]
    options = [f"-D{option}" for option in OPTIONS]
    variables = {"FASTQUEENS_WASM_NAMES": str(names)}
    for name in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS"):
        variables[name] = ""
    run([*meson, str(build), str(source), "--cross-file", str(cross), *options], **variables)
    targets = run([ninja, "-C", str(build), "-t", "targets", "all"]).splitlines()
    built = {}
    for module in MODULES:
        starts = f"numpy/{module}."
        built[module] = next(
            target
            for target in (line.partition(":")[0] for line in targets)
            if target.startswith(starts) and target.endswith(".so")
        )
    run([ninja, "-C", str(build), *built.values()], **variables)
    modules = [build / target for target in built.values()]
    problems = wasm_modules.check(pyodide(), modules)
    if problems:
        sys.exit("\n".join(problems))
    files = read_python_files(source)
    files["numpy/__config__.py"] = (
        (build / "numpy" / "__config__.py").read_text().replace(str(work), ".").encode()
    )
    for module, path in zip(MODULES, modules, strict=True):
        files[f"numpy/{module}{sysconfig()['EXT_SUFFIX']}"] = path.read_bytes()
    info = {"METADATA": (source / "PKG-INFO").read_bytes()}
    info["licenses/LICENSE.txt"] = (source / "LICENSE.txt").read_bytes()
    write_wheel(to / f"numpy-{NUMPY}-{wheel_tag()}.whl", files, info, wheel_tag())


def unpack_source(work: Path) -> Path:
    """Download NumPy's source archive and unpack it; return its folder."""
    (work / "stand-in").mkdir()
    (work / "stand-in" / "mesonpy.py").write_text(STAND_IN)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary=numpy"]
    command += ["--no-build-isolation", "--dest", str(work), f"numpy=={NUMPY}"]
    variables = os.environ | {"PYTHONPATH": str(work / "stand-in")}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"pip cannot download NumPy {NUMPY}: {done.stderr.strip()[-500:]}")
    with tarfile.open(work / f"numpy-{NUMPY}.tar.gz") as archive:
        archive.extractall(work, filter="data")
    return work / f"numpy-{NUMPY}"


def read_python_files(source: Path) -> dict[str, bytes]:
    """Return the Python files of the package by their paths in the wheel."""
    files = {}
    for path in (source / "numpy").rglob("*.py"):
        name = path.relative_to(source)
        if not LEFT_OUT.intersection(name.parts):
            files[name.as_posix()] = path.read_bytes()
    return files


def main() -> None:
    """Put the wheel into the folder of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder of the wheel")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print(shutil.copy(numpy_wheel(), options.out))


if __name__ == "__main__":
    sys.exit(exit_code(main))
