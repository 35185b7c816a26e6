"""The imports and exports of WebAssembly modules, and whether Pyodide offers what a module imports.

The headers that a module was compiled with can be older than the C library of Pyodide. A function
with another type would fail only when it is called, so the types are compared beforehand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_TYPES, _IMPORTS, _FUNCTIONS, _EXPORTS = 1, 2, 3, 7
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = 0, 1, 2, 3
# The loader of Pyodide defines these names.
_LOADER = {
    "__memory_base",
    "__table_base",
    "memory",
    "__indirect_function_table",
    "__stack_pointer",
}


@dataclass
class Symbols:
    """Names of a module with the encoded type of each function, None for anything else."""

    imports: dict[str, bytes | None] = field(default_factory=dict)
    exports: dict[str, bytes | None] = field(default_factory=dict)


class _Reader:
    """Reads the binary format of WebAssembly."""

    def __init__(self, data: bytes, start: int = 0) -> None:
        self.data, self.at = data, start

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """Read an unsigned LEB128 number."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return result

    def bytes(self) -> bytes:
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at]

    def text(self) -> str:
        return self.bytes().decode()

    def skip_limits(self) -> None:
        flags = self.byte()
        self.number()
        if flags & 1:
            self.number()


def read_symbols(path: Path) -> Symbols:
    """Read what a module imports and exports."""
    reader = _Reader(path.read_bytes(), 8)
    found, types, functions = Symbols(), [], []
    while reader.at < len(reader.data):
        section, content = reader.byte(), reader.bytes()
        if section not in (_TYPES, _IMPORTS, _FUNCTIONS, _EXPORTS):
            continue
        part = _Reader(content)
        for _ in range(part.number()):
            if section == _TYPES:
                types.append(_read_type(part))
            elif section == _FUNCTIONS:
                functions.append(types[part.number()])
            elif section == _IMPORTS:
                _read_import(part, types, functions, found.imports)
            else:
                name, kind, index = part.text(), part.byte(), part.number()
                found.exports[name] = functions[index] if kind == _FUNCTION else None
    return found


def _read_type(part: _Reader) -> bytes:
    """Read the type of a function; its encoding is unique."""
    start = part.at
    if part.byte() != 0x60:
        raise ValueError("a type that is no function")
    part.bytes()  # one byte per parameter
    part.bytes()  # one byte per result
    return part.data[start : part.at]


def _read_import(
    part: _Reader, types: list[bytes], functions: list[bytes], imports: dict[str, bytes | None]
) -> None:
    part.text()  # the name of the other module
    name, kind, signature = part.text(), part.byte(), None
    if kind == _FUNCTION:
        signature = types[part.number()]
        functions.append(signature)
    elif kind == _TABLE:
        part.byte()
        part.skip_limits()
    elif kind == _MEMORY:
        part.skip_limits()
    elif kind == _GLOBAL:
        part.at += 2
    else:  # a tag of an exception
        part.byte()
        part.number()
    # A function is imported under its name, and its address again as a global.
    if signature is not None or name not in imports:
        imports[name] = signature


def check(pyodide: Path, modules: list[Path]) -> list[str]:
    """Return a sentence for each import that Pyodide does not have, or has with another type."""
    main = read_symbols(pyodide / "pyodide.asm.wasm")
    there = main.imports | main.exports
    script = (pyodide / "pyodide.asm.mjs").read_text()
    words = set(re.findall(r"[\w$]+", script))  # functions that are written in JavaScript
    problems = []
    for path in modules:
        module = read_symbols(path)
        for name, signature in module.imports.items():
            if name in _LOADER or name in module.exports:
                continue
            if name not in there and name not in words and "_" + name not in words:
                problems.append(f"{path.name} imports {name}, which Pyodide does not have")
            elif signature and there.get(name) and there[name] != signature:
                problems.append(
                    f"{path.name} imports {name} with the type {signature.hex()}, "
                    f"but in Pyodide it has {there[name].hex()}"  # type: ignore[union-attr]
                )
    return problems
