"""Packages that are not installed: the error names the extra, and commands end with 2."""

from __future__ import annotations

import json
import sys

import pytest
from helpers.boards import FOUR
from helpers.command import run

from fastqueens import InputError, packing, queens
from fastqueens.examples import example
from fastqueens.queens.streams.writers import open_target
from fastqueens.web import serve


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.txt").write_text(FOUR)
    (tmp_path / "four.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    (tmp_path / "many.jsonl").write_text(example("many").text)
    (tmp_path / "table.parquet").write_bytes(b"PAR1")
    (tmp_path / "box.xmpuzzle").write_text("<puzzle/>")


def hide(monkeypatch, package):
    """Make the import of a package fail."""
    for name in [package, *sys.modules]:
        if name == package or name.startswith(f"{package}."):
            monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("package", "extra", "line"),
    [
        ("PIL", "image", "solve four.txt -o a.png"),
        ("PIL", "image", "slide --random --size 2x2 -o a.gif"),
        ("PIL", "image", "example queens-9 -o a.png"),
        ("PIL", "image", "solve --clipboard"),
        ("PIL", "image", "solve four.png"),
        ("cv2", "image", "solve four.png"),
        ("reportlab", "pdf", "solve four.txt -o a.pdf"),
        ("reportlab", "pdf", "generate 6 --count 2 -o a.pdf"),
        ("pyarrow", "table", "solve many.jsonl -o a.parquet"),
        ("pyarrow", "table", "solve table.parquet -o a.jsonl"),
        ("defusedxml", "burrtools", "pack box.xmpuzzle"),
        ("loky", "cluster", "nqueens 8 --executor loky:2"),
        ("distributed", "cluster", "nqueens 8 --executor dask://localhost:1"),
        ("mpi4py", "mpi", "nqueens 8 --executor mpi:2"),
        ("uvicorn", "web", "web --no-browser"),
    ],
)
def test_commands_name_the_extra_and_end_with_2(monkeypatch, package, extra, line):
    hide(monkeypatch, package)
    ended = run(*line.split())
    assert ended.returncode == 2, ended
    assert f"pip install 'fastqueens[{extra}]'" in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("error: ")
    assert "Traceback" not in ended.stderr


def test_json_has_the_error(monkeypatch):
    hide(monkeypatch, "PIL")
    ended = run("solve", "four.txt", "-o", "a.png", "--json")
    assert ended.returncode == 2
    assert "fastqueens[image]" in json.loads(ended.stdout)["error"]["message"]


@pytest.mark.parametrize(
    ("package", "call"),
    [
        ("PIL", lambda: queens.Board.from_text(FOUR).to_png()),
        ("cv2", lambda: queens.read_image("four.png")),
        ("pyarrow", lambda: open_target("a.parquet", None, source="", resume=False)),
        ("defusedxml", lambda: packing.Puzzle.from_file("box.xmpuzzle")),
        ("msgspec", lambda: serve(0)),
    ],
)
@pytest.mark.parametrize("kind", [ImportError, InputError])
def test_functions_raise_an_error_of_both_kinds(monkeypatch, package, call, kind):
    hide(monkeypatch, package)
    with pytest.raises(kind, match=r"pip install 'fastqueens\["):
        call()
