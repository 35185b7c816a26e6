"""The shipped notebooks in a real JupyterLab: run, played, saved, opened again and exported."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
from helpers.engines import process, wait_until

pytestmark = pytest.mark.skipif(
    find_spec("jupyterlab") is None,
    reason="jupyterlab is not installed: pip install --group notebooks",
)
DOCS = Path(__file__).parents[1] / "docs"
BOOKS = [DOCS / "notebook.ipynb", *sorted((DOCS / "notebooks").glob("*.ipynb"))]
_SETTINGS = {
    # All cells of a notebook are in the page, also those that are not in sight.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
_FIND = """() => {
  const widgets = [...(window.jupyterapp?.shell.widgets("main") ?? [])];
  window.book = widgets.find((x) => x.content?.widgets?.length && x.sessionContext);
  return Boolean(window.book);
}"""
_CODE_CELLS = "book.content.widgets.filter((x) => x.model.type === 'code')"
_ALL_RUN = (
    f"{_CODE_CELLS}.every((x) => x.model.executionCount || !x.model.sharedModel.source.trim())"
    " && book.sessionContext.session?.kernel?.status === 'idle'"
)
_OUTPUTS = f"() => JSON.stringify({_CODE_CELLS}.map((x) => x.model.outputs.toJSON()))"
_VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab with folders of its own, and the folder of its notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    env = dict(os.environ, JUPYTER_PLATFORM_DIRS="1")
    kinds = ("CONFIG", "DATA", "RUNTIME")
    env |= {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in kinds}
    env |= {f"JUPYTERLAB_{x}_DIR": str(folder / x.lower()) for x in ("SETTINGS", "WORKSPACES")}
    env["IPYTHONDIR"] = str(folder / "ipython")
    for name, values in _SETTINGS.items():
        path = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values))
    books = folder / "books"
    books.mkdir()
    for path in BOOKS:
        shutil.copy(path, books)
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"]
    command += ["--ServerApp.port=0", f"--ServerApp.root_dir={books}", "--IdentityProvider.token="]
    command += ["--LabApp.expose_app_in_browser=True"]
    with process(command, folder, env=env):

        def address():
            for path in (folder / "runtime").glob("jpserver-*.json"):
                return re.sub(
                    "^http://[^:/]+", "http://localhost", json.loads(path.read_text())["url"]
                )

        yield wait_until(address, "the address of JupyterLab"), books


@pytest.fixture(scope="module")
def page(chromium, lab):
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def open_book(page, address, name):
    """Open a notebook in a JupyterLab that shows nothing else."""
    page.goto(f"{address}doc/tree/{name}?reset")
    wait_until(lambda: page.evaluate(_FIND), name)
    page.evaluate("async () => { await book.revealed; jupyterapp.shell.activateById(book.id); }")


def outputs(book):
    return [x for cell in book.cells if cell.cell_type == "code" for x in cell.outputs]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_is_saved_and_exported(lab, page, path):
    address, books = lab
    open_book(page, address, path.name)
    wait_until(
        lambda: page.evaluate("book.sessionContext.session?.kernel?.status === 'idle'"),
        "a kernel",
    )
    page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
    wait_until(lambda: page.evaluate(_ALL_RUN), "the end of all cells")
    widgets = page.evaluate(
        f"() => {_CODE_CELLS}.flatMap((x) => x.model.outputs.toJSON())"
        f".filter((x) => x.data?.['{_VIEW}']).length"
    )
    board = page.locator("fq-board").first
    if path.stem in ("notebook", "lesson"):
        assert widgets >= 3
        board.scroll_into_view_if_needed()
        before = page.evaluate(_OUTPUTS)
        board.locator(".cell").first.click()
        wait_until(
            lambda: board.evaluate("(x) => x.content.cells[0] === 1"),
            "a mark on the board",
        )
        # The kernel has the mark: it renews the picture beside the widget.
        wait_until(lambda: page.evaluate(_OUTPUTS) != before, "another picture of the widget")
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    book = nbformat.read(books / path.name, as_version=4)
    assert [x for x in outputs(book) if x.output_type == "error"] == []
    data = [x.get("data", {}) for x in outputs(book)]
    pictures = [
        x for x in data if "image/svg+xml" in x or "data:image/svg+xml" in x.get("text/html", "")
    ]
    assert len(pictures) >= max(1, widgets)

    from nbconvert import HTMLExporter

    body, _ = HTMLExporter().from_notebook_node(book)
    assert body.count("data:image/svg+xml") + body.count("<svg") >= len(pictures)


def test_a_saved_widget_is_a_picture_for_another_kernel(lab, page):
    address, _ = lab
    page.evaluate("() => jupyterapp.serviceManager.sessions.shutdownAll()")
    open_book(page, address, "notebook.ipynb")
    cell = page.locator(".jp-CodeCell", has_text="game = BoardWidget(board)")
    picture = cell.locator(".jp-OutputArea-output img").first
    picture.wait_for()
    box = picture.bounding_box()
    assert min(box["width"], box["height"]) > 100
    assert page.locator("fq-board").count() == 0  # the widget itself has ended
