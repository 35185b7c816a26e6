"""Read files of boards in Star Battle Notation, arranged in groups with a header line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO


def groups_of(file: TextIO) -> Iterator[tuple[str, list[str]]]:
    """Read the groups of a file: a header such as ``# group 5: 10x10``, then boards."""
    name, lines = "", []
    for line in file:
        if line.startswith("# group "):
            if lines:
                yield name, lines
            name, lines = line[len("# group ") :].strip(), []
        elif not line.startswith("#"):
            lines.append(line.strip())
    yield name, lines
