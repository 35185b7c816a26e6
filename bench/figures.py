"""The published figures: `figures.json`, and the blocks of documents that quote it.

`publish.py` measures and writes the file. A block of a document begins with ``<!-- figures: NAME
-->`` and ends with ``<!-- end of figures -->``; the text between is what `block` returns for the
name. A number outside the blocks that looks like a measurement must be in the data too (see
`strangers`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["DATA", "DOCUMENTS", "block", "load", "losses", "rewritten", "strangers", "text"]

DATA = Path(__file__).with_name("figures.json")
ROOT = DATA.parents[1]
# The documents that quote figures.
DOCUMENTS = ("README.md", "docs/performance.md", "bench/README.md")
BLOCK = re.compile(r"(<!-- figures: ([\w, -]+?) -->)(.*?)(<!-- end of figures -->)", re.S)
ISAS = {"scalar": "portable C", "avx2": "AVX2", "avx512": "AVX-512", "neon": "NEON"}

# What counts as a measurement in the text outside the blocks: a number with a unit of time, or a
# ratio or a rate in words.
MEASURED = re.compile(
    r"(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)(?: thousand| million| billion)?"
    r"(?: ?(?:ns|us|µs|ms|s)\b"
    r"| (?:nano|micro|milli)?seconds?\b| minutes\b| hours\b"
    r"| times (?:as|more|less|faster|slower)| times the (?:time|speed)"
    r"| (?:boards |nodes |puzzles )?a second\b)"
)

Data = Mapping[str, Any]


def load(path: Path = DATA) -> dict[str, Any]:
    """Read the data of the last published run."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


# ------------------------------------------------------------------------------- cells and tables


def digits(value: float) -> str:
    """Write a number with three significant digits, without an exponent."""
    if value >= 100:
        places = len(str(int(value))) - 3
        return f"{round(value, -places):,.0f}"
    return f"{value:.3g}" if value >= 0.001 or value == 0 else f"{value:.6f}"


def text(value: Any, unit: str = "") -> str:
    """Write a value of a column; None is an empty cell, and text stands as it is.

    Units are ``s`` (seconds), ``/s`` (so many a second), ``ratio`` (how many times as fast
    fastqueens is; in bold if it is slower), ``%``, ``MB``, and the empty unit for other numbers.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if unit == "s":
        for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
            if value >= size * 0.9995:
                return f"{digits(value / size)} {name}"
        return f"{digits(value * 1e9)} ns"
    if unit == "ratio":
        return digits(value) if value >= 1 else f"**{digits(value)}**"
    if unit == "%":
        return f"{value:.0f} %"
    if unit == "MB":
        return f"{value:.0f} MB"
    return f"{value:,}" if isinstance(value, int) else digits(value)


def column(table: Mapping[str, Any], name: str) -> list[Any]:
    """Return the values of a column of a table."""
    k = [head for head, _ in table["columns"]].index(name)
    return [row[k] for row in table["rows"]]


def markdown(table: Mapping[str, Any]) -> str:
    """Write a table in Markdown, with its command and what it says before it."""
    heads = [name for name, _ in table["columns"]]
    cells = [
        [text(value, unit) for value, (_, unit) in zip(row, table["columns"], strict=True)]
        for row in table["rows"]
    ]
    dashes = ["---" if k == 0 else "---:" for k in range(len(heads))]
    lines = ["| " + " | ".join(row) + " |" for row in [heads, dashes, *cells]]
    return f"{table['says']} `{table['command']}`\n\n" + "\n".join(lines)


def losses(data: Data) -> Iterator[tuple[str, str, str, float]]:
    """Yield each case in which a rival is faster: the table, the row, the rival and the ratio."""
    for table in data["tables"].values():
        for row in table["rows"]:
            for value, (head, unit) in zip(row, table["columns"], strict=True):
                if unit == "ratio" and isinstance(value, int | float) and value < 1:
                    ours, _, theirs = head.rpartition("vs ")
                    first = table["columns"][0][0]
                    case = f"{first} = {row[0]}" if isinstance(row[0], int) else row[0]
                    yield table["title"], ours + case, theirs, value


# ------------------------------------------------------------------------- the blocks of documents


def run(data: Data) -> str:
    """Say on what the figures were measured."""
    about = data["about"]
    rivals = ", ".join(f"{name} {number or '(not installed)'}"
                       for name, number in about["rivals"].items())  # fmt: skip
    first = "**Preliminary: the machine was busy.** " if about["preliminary"] else ""
    return (
        f"{first}fastqueens {about['version']} (commit `{about['commit']}`, {about['compiler']}, "
        f"Python {about['python']}) on {about['date']}, {about['machine']}. Rivals in "
        f"the same run: {rivals}."
    )


def _value(data: Data, table: str, row: Any, name: str) -> tuple[Any, str]:
    """Return a cell and its unit; the row begins with this value, or is the last one for None."""
    found = data["tables"][table]
    k = [head for head, _ in found["columns"]].index(name)
    rows = [cells for cells in found["rows"] if row is None or cells[0] == row]
    return rows[-1][k], found["columns"][k][1]


def best(data: Data) -> str:
    """Return the heading of the columns of the best instruction set."""
    return ISAS[data["about"]["instruction_sets"][-1]]


def quoted(data: Data, table: str, row: Any, name: str) -> str:
    """Write one cell of a table."""
    return text(*_value(data, table, row, name)).strip("*")


def summary(data: Data) -> str:
    """Write the three figures of the README, each with its command."""
    fast = best(data)
    lines = [
        (
            "Coloured Queens",
            f"{quoted(data, 'queens', 9, fast)} boards of 9 x 9 a second are solved on one core, "
            "and each is proved to have one solution; this is "
            f"{quoted(data, 'queens', 9, 'vs plain C')} times as fast as plain backtracking on "
            "bitmasks in C.",
            "queens",
        ),
        (
            "N-Queens",
            f"all solutions for N = 16 are counted in {quoted(data, 'nqueens', 16, fast)}; "
            f"this is {quoted(data, 'nqueens', 16, 'vs plain C')} times as fast as a plain "
            "recursion in C.",
            "nqueens",
        ),
        (
            "15-puzzle",
            f"{quoted(data, 'sliding', None, '15-puzzles').partition(',')[0]} are solved in the "
            f"fewest moves in {quoted(data, 'sliding', None, 'time')}; this includes building the "
            "pattern databases.",
            "sliding",
        ),
    ]
    return "\n".join(
        f"- **{name}**: {sentence} `python bench/publish.py --only {command}`"
        for name, sentence, command in lines
    )


def slower(data: Data) -> str:
    """Write the table of all cases in which a rival is faster."""
    rows = [f"| {a} | {b} | {c} | {text(d, 'ratio')} |" for a, b, c, d in losses(data)]
    head = ["| table | case | what is faster | ratio |", "| --- | --- | --- | ---: |"]
    return "\n".join([*head, *rows])


def block(data: Data, name: str) -> str:
    """Return the text of a block: a table, a sentence on the run, or one cell of a table.

    A cell has the name ``TABLE, ROW, COLUMN``.
    """
    if name == "run":
        return f"\n{run(data)}\n"
    if name == "summary":
        return f"\n{summary(data)}\n"
    if name == "losses":
        return f"\n{slower(data)}\n"
    if ", " in name:
        table, row, head = name.split(", ")
        return quoted(data, table, int(row) if row.isdigit() else row, head)
    return f"\n{markdown(data['tables'][name])}\n"


def rewritten(document: str, data: Data) -> str:
    """Return a document with all its blocks made from the data."""
    return BLOCK.sub(lambda found: f"{found[1]}{block(data, found[2])}{found[4]}", document)


def strangers(document: str, data: Data) -> list[str]:
    """Return what looks like a measurement outside the blocks and is not in the data.

    Code blocks are not read: the documentation tests run them.
    """
    known = {
        text(value, unit).strip("*")
        for table in data["tables"].values()
        for row in table["rows"]
        for value, (_, unit) in zip(row, table["columns"], strict=True)
    }
    known |= {value.rpartition(" ")[0] for value in known if " " in value}
    prose = re.sub(r"```.*?```", "", BLOCK.sub("", document), flags=re.S)
    return [
        found[0]
        for found in MEASURED.finditer(prose)
        if found[0] not in known and found[1] not in known
    ]


def plot(data: Data, table: str) -> dict[str, list[Any]]:
    """Return the columns of a table by name, with numbers as numbers, for the plots."""
    found = data["tables"][table]
    return {name: column(found, name) for name, _ in found["columns"]}


def names(documents: Sequence[str] = DOCUMENTS) -> set[str]:
    """Return the names of all blocks in these documents."""
    return {
        found[2]
        for path in documents
        for found in BLOCK.finditer((ROOT / path).read_text(encoding="utf-8"))
    }
