"""Files of boards made by others, in Star Battle Notation, in groups with a line above each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO


def groups_of(file: TextIO) -> Iterator[tuple[str, list[str]]]:
    """Read the groups of a file: a line such as ``# group 5: 10x10``, then boards."""
    name, lines = "", []
    for line in file:
        if line.startswith("# group "):
            if lines:
                yield name, lines
            name, lines = line[len("# group ") :].strip(), []
        elif not line.startswith("#"):
            lines.append(line.strip())
    yield name, lines
