"""Compile and link the kernels and the Cython modules for the platforms of the wheels.

    pip install ziglang cython
    python tools/cross_check.py                      # every target
    python tools/cross_check.py x86_64-windows-gnu   # one of them
    python tools/cross_check.py --run                # and run the wheel for ARM by emulation

`zig cc` is clang with the headers and C libraries of all targets. Each file of csrc is compiled
with the warnings (as errors) and instruction sets of CMakeLists.txt, each Cython module with the
headers of the running Python. All objects of a target are linked to one library, in which no symbol
may be missing. `--run` builds the wheel for 64-bit ARM with CMake and runs it, see arm_wheel.py.
For WebAssembly, tools/wasm.py compiles and links everything.

The exit code is 1 if a target fails, and 77 if zig, Cython or a piece of `--run` is not installed.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "src" / "fastqueens" / "_kernels"
MEMORYVIEWS = "fastqueens._kernels.memoryviews"
TARGETS = (
    "aarch64-linux-gnu",
    "x86_64-linux-musl",
    "aarch64-macos",
    "x86_64-macos",
    "x86_64-windows-gnu",
    "aarch64-windows-gnu",
)
ZIG = [sys.executable, "-m", "ziglang"]
FLAGS = ["-std=c11", "-O0", "-fPIC", "-fno-sanitize=undefined"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-psabi"]
NOT_INSTALLED = 77

# What CPython's pyconfig.h for 64-bit Windows says, as far as its headers need it.
WINDOWS_CONFIG = """
#define MS_WIN32
#define MS_WIN64
#define MS_WINDOWS
#define NT_THREADS
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_PID_T 4
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_STDDEF_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_WCHAR_H 1
#define WITH_DOC_STRINGS 1
typedef long long Py_ssize_t;
#define HAVE_PY_SSIZE_T 1
#define PY_SSIZE_T_MAX 0x7fffffffffffffffLL
#define PY_LLONG_MAX 0x7fffffffffffffffLL
#define PY_FORMAT_SIZE_T "ll"
"""


def instruction_sets() -> dict[str, list[str]]:
    """Read the options of each instruction set from CMakeLists.txt, in the spelling of zig."""
    text = (ROOT / "CMakeLists.txt").read_text().replace("x86-64", "x86_64")
    options: dict[str, str] = {}
    for name, value in re.findall(r"set\((base|scalar|avx2|avx512) ([^)]*)\)", text):
        options[name] = value.replace("${base}", options.get("base", ""))
    return {isa: options[isa].split() for isa in ("scalar", "avx2", "avx512")}


def run(command: list[str]) -> str:
    """Run a command; return its error messages."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    message = done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}"
    return message if done.returncode else ""


def run_all(commands: list[list[str]]) -> list[str]:
    """Run commands, one on each processor at a time; return their error messages."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [error for error in pool.map(run, commands) if error]


def translate(folder: Path) -> list[str]:
    """Translate all Cython modules to C files in a folder, as CMakeLists.txt does."""
    paths = sorted(str(p.relative_to(KERNELS).with_suffix("")) for p in KERNELS.rglob("*.pyx"))
    tool = [sys.executable, str(ROOT / "tools" / "translate.py"), str(KERNELS), str(folder)]
    half = len(paths) // 2
    folder.mkdir(parents=True, exist_ok=True)
    return run_all([[*tool, MEMORYVIEWS, *some] for some in (paths[:half], paths[half:])])


def copy_headers(folder: Path) -> None:
    """Copy Python's headers twice: with the configuration of this machine, and of Windows."""
    include = sysconfig.get_path("include")
    config = Path(sysconfig.get_config_h_filename()).read_text()
    for name, text in ("posix", config), ("windows", WINDOWS_CONFIG):
        shutil.copytree(include, folder / name)
        (folder / name / "pyconfig.h").write_text(text)


def python_names(generated: Path, headers: Path) -> list[str]:
    """Return the names that the C files may use and that a Python library exports."""
    files = [*generated.rglob("*.c"), *headers.rglob("*.h")]
    words = {word for f in files for word in re.findall(r"\b_?Py\w+", f.read_text())}
    return sorted(word for word in words if hasattr(ctypes.pythonapi, word))


def python_library(target: str, names: list[str], folder: Path) -> tuple[str, list[str]]:
    """Make a library that exports the names of Python; return its path and error messages."""
    windows = "windows" in target
    export = "__declspec(dllexport) " if windows else ""
    source = folder / "python.c"
    source.write_text("".join(f"{export}char {name};\n" for name in names))
    library = folder / ("python.dll" if windows else "libpython.so")
    command = [*ZIG, "cc", "-target", target, "-shared", str(source), "-o", str(library)]
    linked = folder / "python.lib" if windows else library
    if windows:
        command.append(f"-Wl,--out-implib={linked}")
    return str(linked), [error for error in [run(command)] if error]


def check(target: str, folder: Path, prepared: Path, names: list[str], *, link: bool) -> list[str]:
    """Compile for one target, and link if `link` is true; return the error messages."""
    isas = instruction_sets()
    x86 = target.startswith("x86_64")
    cc = [*ZIG, "cc", "-target", target]
    headers = prepared / ("windows" if "windows" in target else "posix")
    objects, commands = [], []

    def add(source: Path, options: list[str]) -> None:
        objects.append(str(folder / f"{len(objects)}.o"))
        include = ["-I", str(ROOT / "csrc")]
        portable = [] if x86 else ["-DFQ_PORTABLE_ONLY"]
        options = [*FLAGS, *portable, *include, *options, "-c", str(source), "-o", objects[-1]]
        commands.append([*cc, *options])

    kernels = sorted((ROOT / "csrc").rglob("*.c"))
    for source in kernels:
        isa = source.stem.rpartition("_")[2]
        if x86 or isa not in ("avx2", "avx512"):
            add(source, [*WARNINGS, *(isas.get(isa, []) if x86 else [])])
    in_core = len(objects)
    for source in sorted((prepared / "generated").rglob("*.c")):
        path = source.relative_to(prepared / "generated").with_suffix("")
        # Two modules of different folders may have one name; here they are in one library.
        own = f"-DPyInit_{path.name}=PyInit_" + "_".join(path.parts)
        add(source, ["-I", str(headers), own])
    errors = run_all(commands)
    if link and not errors:
        library, errors = python_library(target, names, folder)
        strict = ["-Wl,-z,defs"] if "linux" in target else []
        options = ["-shared", *strict, "-o", str(folder / "all.so"), *objects, library]
        errors += [error for error in [run([*cc, *options])] if error]
    done = "failed" if errors else "compiled and linked" if link else "compiled"
    print(f"{target}: {in_core} files of csrc, {len(objects) - in_core} modules {done}", flush=True)
    return errors


def main() -> int:
    """Check the targets of the command line, or all targets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("targets", nargs="*", default=TARGETS, metavar="TARGET")
    parser.add_argument("--run", action="store_true", help="run the wheel for ARM by emulation")
    parser.add_argument("--no-link", action="store_true", help="compile only")
    options = parser.parse_args()
    for package in ("ziglang", "Cython"):
        if importlib.util.find_spec(package) is None:
            print(f"cross_check: skipped, because {package} is not installed")
            return NOT_INSTALLED
    with tempfile.TemporaryDirectory() as name:
        prepared = Path(name)
        errors = translate(prepared / "generated")
        copy_headers(prepared)
        names = python_names(prepared / "generated", prepared / "posix")
        for target in [] if errors else options.targets:
            with tempfile.TemporaryDirectory() as folder:
                errors += check(target, Path(folder), prepared, names, link=not options.no_link)
    for error in errors:
        print(error, file=sys.stderr)
    if options.run and not errors:
        import arm_wheel

        return arm_wheel.main()
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
