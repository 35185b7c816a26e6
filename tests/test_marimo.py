"""The widgets in marimo: a notebook that is played in a browser."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

NOTEBOOK = r"""
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    from fastqueens import queens
    from fastqueens.widgets import BoardWidget, FilmWidget

    board = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    game = mo.ui.anywidget(BoardWidget(board))
    game
    return FilmWidget, board, game, mo, queens


@app.cell
def _(board, game, mo, queens):
    mo.md(str(queens.check(board, game.value["placed"])))
    return


@app.cell
def _(FilmWidget, board, mo, queens):
    mo.ui.anywidget(FilmWidget(queens.explain(board)))
    return
"""


@pytest.fixture
def address(tmp_path):
    pytest.importorskip(
        "marimo", reason="marimo is not installed (130 MB): pip install --group notebooks"
    )
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")
    (tmp_path / "lesson.py").write_text(NOTEBOOK)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "marimo", "run", "--headless", "--no-token", "lesson.py"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert any("URL" in line for line in server.stdout)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.communicate()


def test_a_board_is_played_and_a_film_is_stepped_in_marimo(chromium, address):
    page = chromium.new_page()
    page.goto(address)
    page.get_by_text("So far no rule is broken; 4 queens are missing.").wait_for(timeout=60_000)
    page.get_by_role("row").nth(0).get_by_role("gridcell").nth(2).click(button="right")
    page.get_by_text("So far no rule is broken; 3 queens are missing.").wait_for()
    page.get_by_role("button", name="Step", exact=True).click()
    page.get_by_text("Wherever the queen of region R goes, it attacks").last.wait_for()
    page.close()
