"""The notebooks of the documentation run from top to bottom and show their pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

BOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_notebook(path, tmp_path, monkeypatch):
    for name in ("nbclient", "ipykernel"):
        pytest.importorskip(name, reason=f"{name} is not installed: pip install {name}")
    import nbformat
    from nbclient import NotebookClient

    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in book.cells)
    where = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(book, timeout=60, kernel_name="python3", resources=where).execute()
    shown = [x.get("data", {}) for cell in book.cells for x in cell.get("outputs", [])]
    assert any(
        "image/svg+xml" in x or "data:image/svg+xml" in x.get("text/html", "") for x in shown
    )
    if path.stem == "lesson":
        texts = [x.get("text/plain", "") for x in shown]
        assert "So far no rule is broken; 7 queens are missing." in texts
        widgets = [x for x in shown if "application/vnd.jupyter.widget-view+json" in x]
        assert [x["text/plain"].partition("(")[0] for x in widgets] == [
            "BoardWidget", "FilmWidget", "FilmWidget",
        ]  # fmt: skip


def test_there_are_six():
    assert len(BOOKS) == 6
