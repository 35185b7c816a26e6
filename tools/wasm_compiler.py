"""A compiler for Pyodide that meson takes for clang; `tools/wasm_numpy.py` uses it.

zig compiles. wasm-ld links: an extension module, or a program with which meson asks whether a
function exists. Such a program is never run; its unknown names must be names of Pyodide, which the
file FASTQUEENS_WASM_NAMES lists.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from wasm_toolchain import compiler, linker, zig

COMPILE = {"-c", "-S", "-fsyntax-only"}
FLAGS = ["-fwasm-exceptions", "-g0", "-fno-sanitize=all", "-Wno-everything"]
# Pyodide has no `operator delete` with a size.
CPP_FLAGS = ["-fno-sized-deallocation"]


def compile_command(language: str) -> list[str]:
    """Return the command that compiles with exceptions."""
    more = CPP_FLAGS if language == "c++" else []
    return [*compiler(language, "+exception_handling"), *FLAGS, *more]


def link(language: str, arguments: list[str]) -> int:
    """Compile the sources among the arguments and link everything."""
    out, shared, inputs, sources, flags = "a.out", False, [], [], []
    words = iter(arguments)
    for word in words:
        if word == "-o":
            out = next(words)
        elif word == "-shared":
            shared = True
        elif word.endswith((".o", ".a")):
            inputs.append(word)
        elif word.endswith((".c", ".cpp", ".cc")):
            sources.append(word)
        elif word in ("-Wl,--whole-archive", "-Wl,--no-whole-archive"):
            inputs.append(word.removeprefix("-Wl,"))
        elif word.startswith(("-I", "-D", "-std=", "-O", "-U", "-f")):
            flags.append(word)
    for source in sources:
        made = f"{out}.{Path(source).name}.o"
        command = [*compile_command(language), *flags, "-c", source, "-o", made]
        if code := subprocess.call(command):
            return code
        inputs.append(made)
    if shared:
        command = linker(Path(out).name.partition(".")[0])
    else:
        names = os.environ["FASTQUEENS_WASM_NAMES"]
        command = [zig(), "wasm-ld", "--no-entry", "--no-gc-sections"]
        command.append(f"--allow-undefined-file={names}")
    return subprocess.call([*command, *inputs, "-o", out])


def main(language: str, arguments: list[str]) -> int:
    """Do what the command line of a compiler asks for; return the exit code."""
    if "-Wl,--version" in arguments:
        print("LLD 20.0.0 (compatible with GNU linkers)")
        return 0
    if "--version" in arguments:
        print("clang version 20.0.0")
        return 0
    if "-E" in arguments:
        return subprocess.call([*compiler(language), *arguments])
    if COMPILE.intersection(arguments) or any("print-" in x for x in arguments):
        return subprocess.call([*compile_command(language), *arguments])
    return link(language, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
