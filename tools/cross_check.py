"""Compile all of csrc for the platforms of the wheels, without access to these platforms.

    pip install ziglang
    python tools/cross_check.py                      # every target
    python tools/cross_check.py x86_64-windows-gnu   # one of them

`zig cc` is clang with the headers and C libraries of all targets. Each file is compiled with the
warnings (as errors) and instruction sets of CMakeLists.txt. With --link the files are also linked
to a library; for that zig first compiles the target's C library once, which takes minutes. The exit
code is 1 if a target fails, and 77 if zig is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGETS = (
    "aarch64-linux-gnu",
    "x86_64-linux-musl",
    "aarch64-macos",
    "x86_64-macos",
    "x86_64-windows-gnu",
)
ZIG = [sys.executable, "-m", "ziglang", "cc"]
FLAGS = ["-std=c11", "-O0", "-fPIC", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-psabi"]
NO_ZIG = 77


def instruction_sets() -> dict[str, list[str]]:
    """Read the options of each instruction set from CMakeLists.txt, in the spelling of zig."""
    text = (ROOT / "CMakeLists.txt").read_text().replace("x86-64", "x86_64")
    options: dict[str, str] = {}
    for name, value in re.findall(r"set\((base|scalar|avx2|avx512) ([^)]*)\)", text):
        options[name] = value.replace("${base}", options.get("base", ""))
    return {isa: options[isa].split() for isa in ("scalar", "avx2", "avx512")}


def run(command: list[str]) -> str:
    """Run a compiler; return its error messages."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr.strip() or f"exit code {done.returncode}" if done.returncode else ""


def check(target: str, folder: Path, link: bool) -> list[str]:
    """Compile for one target; return the error messages."""
    isas = instruction_sets()
    objects, commands = [], []
    for source in sorted((ROOT / "csrc").rglob("*.c")):
        isa = source.stem.rpartition("_")[2]
        if not target.startswith("x86_64"):
            if isa in ("avx2", "avx512"):
                continue
            isa = ""
        out = folder / "_".join(source.with_suffix(".o").relative_to(ROOT).parts)
        objects.append(str(out))
        common = [*ZIG, "-target", target, *FLAGS, "-I", str(ROOT / "csrc"), *isas.get(isa, [])]
        commands.append([*common, "-c", str(source), "-o", str(out)])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = [error for error in pool.map(run, commands) if error]
    if link and not errors:
        command = [*ZIG, "-target", target, "-shared", "-o", str(folder / "core.so"), *objects]
        errors = [error for error in [run(command)] if error]
    done = "failed" if errors else "compiled and linked" if link else "compiled"
    print(f"{target}: {len(objects)} files {done}", flush=True)
    return errors


def main() -> int:
    """Check the targets of the command line, or all targets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("targets", nargs="*", default=TARGETS, metavar="TARGET")
    parser.add_argument("--link", action="store_true", help="make one library of the files too")
    options = parser.parse_args()
    if importlib.util.find_spec("ziglang") is None:
        print("cross_check: skipped, as ziglang is not installed")
        return NO_ZIG
    failed = False
    for target in options.targets:
        with tempfile.TemporaryDirectory() as folder:
            for error in check(target, Path(folder), options.link):
                failed = True
                print(error, file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
