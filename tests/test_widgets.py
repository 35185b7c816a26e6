"""The widgets: their traits in Python, their module in a browser, and a notebook that is run."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from conftest import examples
from helpers.page import AXE, WEB
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, packing, queens, render, sliding
from fastqueens.widgets.bundler import MODULES, bundle

ROOT = Path(__file__).resolve().parents[1]
BOARD = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
SOLUTION = ((0, 2), (1, 0), (2, 3), (3, 1))
TILES = sliding.Puzzle.from_text("1 2 3\n4 0 6\n7 5 8")
BOX = packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")


@pytest.fixture
def widgets():
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")
    from fastqueens import widgets

    return widgets


# ---- without a notebook, and the bundled module


def test_nothing_is_imported_before_it_is_used():
    lines = (
        "import sys, fastqueens",
        "from fastqueens import *",
        "assert 'BoardWidget' in dir(widgets)",
        "assert not {'anywidget', 'traitlets', 'fastqueens.web'} & set(sys.modules)",
        "sys.modules['anywidget'] = None",
        "fastqueens.widgets.BoardWidget",
    )
    found = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert found.stderr.splitlines()[-1].startswith(
        "fastqueens.extras.MissingExtra: widgets need anywidget: pip install 'fastqueens[notebook]'"
    )


@pytest.mark.parametrize("name", MODULES)
def test_no_two_top_level_names_are_alike(name):
    text = bundle(name)
    names = re.findall(r"^(?:const|let|var|(?:async )?function|class) +(\w+)", text, re.M)
    assert len(names) > 30
    assert sorted(names) == sorted(set(names))
    assert not re.search(r"^import\b|\bimport\(|^export (?!default)|import\.meta", text, re.M)
    assert text.count("export default") == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize("name", MODULES)
def test_node_accepts_the_bundle(name, tmp_path):
    (tmp_path / "bundle.mjs").write_text(bundle(name))
    found = subprocess.run(["node", "--check", tmp_path / "bundle.mjs"], capture_output=True)
    assert (found.returncode, found.stderr) == (0, b"")


TSC = WEB / "node_modules" / ".bin" / "tsc"


@pytest.mark.skipif(
    not TSC.exists() or shutil.which("node") is None,
    reason="no TypeScript here: npm ci in tests/web",
)
def test_the_bundles_have_no_type_errors(tmp_path):
    for name in MODULES:
        (tmp_path / f"{name}.js").write_text(bundle(name))
    config = {"extends": str(WEB / "tsconfig.json"), "include": ["*.js"]}
    # A widget does not use everything in the modules of the page.
    config["compilerOptions"] = {"noUnusedLocals": False}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    found = subprocess.run([TSC, "-p", tmp_path], capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")


# ---- traits


def position_of(widget):
    return widget.board, widget.state, widget.placed, widget.eliminated, widget.solved


def test_setting_one_trait_of_a_board_updates_the_others(widgets):
    widget = widgets.BoardWidget(BOARD, eliminated=[(0, 0)])
    assert (widget.state, widget.placed, widget.solved) == ("x...\n....\n....\n....", (), False)
    widget.placed = [(3, 1), (0, 0)]  # a queen replaces a mark
    assert (widget.state, widget.eliminated) == ("Q...\n....\n....\n.Q..", ())
    widget.state = "..Q. x... .... .Q.."
    assert (widget.placed, widget.eliminated) == (((3, 1), (0, 2)), ((1, 0),))
    widget.solved = True
    assert widget.placed == SOLUTION
    assert widget.eliminated == ()
    widget.solved = False
    assert widget.state == "....\n" * 3 + "...."
    widget.placed = queens.solve(BOARD).queens  # any form that the package accepts
    assert widget.solved
    assert repr(widget) == "BoardWidget(4x4, solved)"
    widget.board = queens.Board.from_text("AABBB\nACCBB\nDDCBB\nDDDDE\nDDDEE")
    assert (len(widget.state.split()), widget.placed, widget.solved) == (5, (), False)


def test_a_state_of_the_front_end_is_set_at_once(widgets):
    widget = widgets.BoardWidget(BOARD)
    rows = ["..Q.", "Q...", "...Q", ".Q.."]
    put = [list(cell) for cell in reversed(SOLUTION)]
    told = {"state": "\n".join(rows), "solved": True, "eliminated": [], "placed": put}
    widget.set_state(told)
    assert widget.placed == SOLUTION[::-1]  # in the order in which they were placed
    assert widget.solved
    document = {"n": 2, "stars": 1, "regions": [0, 0, 1, 1], "names": ["A", "B"]}
    widget.set_state({"board": document})
    assert widget.board == queens.Board.from_text("AA\nBB")
    for wrong in (None, [], {"n": 3}, {"n": 2, "stars": 1, "regions": "x"}, document | {"n": "x"}):
        with pytest.raises(InputError):
            widget.set_state({"board": wrong})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("board", 5, "found 5, expected an array of shape"),
        ("board", "ABC", "found 'ABC', expected a Board"),
        ("state", "Q", "found a state of 1 cell, expected 16"),
        ("state", None, "state is None, expected a text of the signs .xQ"),
        ("state", "." * 6 + "?" + "." * 9, "found '?' at row 1, column 2"),
        ("placed", [(0, 4)], "found a queen at row 0, column 4, off the board"),
        ("placed", [(0, 1), (0, 1)], "found two queens at row 0, column 1"),
        ("eliminated", "x", "found crossed cells of shape"),
        ("solved", "yes", "'solved' trait"),
        ("theme", "blue", "'theme' trait"),
        ("auto_marks", 3, "'auto_marks' trait"),
    ],
)
def test_an_invalid_value_raises_an_error_and_changes_nothing(widgets, name, value, sentence):
    widget = widgets.BoardWidget(BOARD, placed=[(3, 1)], eliminated=[(1, 1)])
    before = position_of(widget)
    with pytest.raises(InputError) as refused:
        setattr(widget, name, value)
    assert sentence in str(refused.value)
    assert position_of(widget) == before


def test_a_board_without_a_solution_is_never_solved(widgets):
    widget = widgets.BoardWidget([[0, 0, 1], [0, 0, 1], [2, 2, 2]])
    with pytest.raises(InputError, match="this board has no solution"):
        widget.solved = True
    assert (widget.solved, widget.placed) == (False, ())
    with pytest.raises(InputError, match="found state and cells"):
        widgets.BoardWidget(BOARD, state="." * 16, placed=[])


def test_an_unknown_keyword_of_a_widget_is_refused_with_the_nearest_name(widgets):
    for make, sentence in (
        (lambda: widgets.BoardWidget(BOARD, them="dark"), "'them'; did you mean 'theme'"),
        (lambda: widgets.BoardWidget(BOARD, quens=[(0, 2)]), "'quens'; did you mean 'placed'"),
        (lambda: widgets.SlidingWidget(TILES, solutoin=1), "'solutoin'; did you mean 'solution'"),
        (lambda: widgets.PackingWidget(BOX, zzz=1), "'zzz', expected solution, at, theme, layout"),
        (lambda: widgets.PackingWidget(BOX, layout=5), "'layout' trait"),
    ):
        with pytest.raises(InputError, match=re.escape(sentence)):
            make()
    assert widgets.PackingWidget(BOX, layout={"width": "50%"}).layout.width == "50%"


@pytest.fixture(scope="module")
def kernel():
    """A widget and the list of its replies."""
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")
    from fastqueens.widgets import BoardWidget

    widget, sent = BoardWidget(BOARD), []
    widget.send = sent.append
    return widget, sent


@examples(40)
@given(st.one_of(st.none(), st.integers(), st.text(), st.lists(st.integers()), st.binary()))
def test_any_state_is_accepted_or_refused(kernel, value):
    widget, _ = kernel
    before = position_of(widget)
    try:
        widget.state = value
    except InputError:
        assert position_of(widget) == before


@given(
    st.recursive(
        st.one_of(
            st.none(), st.integers(), st.text(max_size=9), st.sampled_from(["hint", "check"])
        ),
        lambda x: st.one_of(
            st.lists(x, max_size=4),
            st.dictionaries(st.sampled_from(["ask", "id", "placed", "eliminated"]), x),
        ),
    )
)
def test_any_message_is_answered_or_ignored(kernel, content):
    widget, sent = kernel
    sent.clear()
    widget._on_message(widget, content, [])
    asked = isinstance(content, dict) and "ask" in content
    assert len(sent) == asked
    assert all(set(reply) in ({"id", "answer"}, {"id", "error"}) for reply in sent)


def test_tiles_moves_and_position_agree(widgets):
    widget = widgets.SlidingWidget(TILES, ["DOWN", "RIGHT"], at=1)
    assert (widget.tiles[1:], widget.solved) == (((4, 5, 6), (7, 0, 8)), False)
    widget.at = 2
    assert (widget.solved, repr(widget)) == (True, "SlidingWidget(3x3, solved)")
    for name, value in (("at", 3), ("at", -1), ("at", "x"), ("moves", ["LEFT", "LEFT"]),
                        ("moves", 5), ("moves", "UP"), ("tiles", [[1, 2], [3, 0]]),
                        ("tiles", "x"), ("solved", False), ("puzzle", None)):  # fmt: skip
        before = widget.puzzle, widget.moves, widget.at, widget.tiles, widget.solved
        with pytest.raises(InputError):
            setattr(widget, name, value)
        after = widget.puzzle, widget.moves, widget.at, widget.tiles, widget.solved
        assert after == before, name
    widget.set_state({"at": 3, "moves": ["DOWN", "RIGHT", "UP"]})  # in any order
    assert widget.tiles[1] == (4, 5, 0)
    widget.moves = ["UP"]
    assert (widget.at, widget.tiles[0]) == (1, (1, 0, 3))
    widget.tiles = TILES.goal
    assert (widget.moves, widget.at, widget.solved) == ((), 0, True)
    widget.puzzle = np.array([[1, 2], [0, 3]])
    assert widget.tiles == ((1, 2), (0, 3))
    with pytest.raises(InputError):
        widgets.SlidingWidget(sliding.Puzzle([[2, 1], [3, 0]]), sliding.solve([[2, 1], [3, 0]]))


def test_a_packing_shows_the_pieces_up_to_the_position(widgets):
    result = packing.solve(BOX)
    widget = widgets.PackingWidget(BOX)
    assert (widget.at, widget.solved, widget.packing.numbers) == (0, False, {})
    widget.packing = result
    assert (widget.at, widget.solved) == (2, True)
    widget.at = 1
    for name, value in (("at", 3), ("at", None), ("packing", 5), ("solved", True), ("puzzle", 1),
                        ("packing", packing.Packing(packing.pentominoes(), {}))):  # fmt: skip
        with pytest.raises(InputError):
            setattr(widget, name, value)
        assert (widget.at, widget.solved, widget.packing) == (1, False, result.packing), name
    widget.packing = None
    assert (widget.at, repr(widget)) == (0, "PackingWidget(2x3, 0 of 2 pieces)")
    with pytest.raises(InputError, match=r"expected a packing\.Puzzle"):
        widgets.PackingWidget("x")


# ---- in a browser


@pytest.fixture
def notebook(chromium, widgets):
    from helpers.notebook import Notebook

    opened = []

    def one(**options):
        opened.append(Notebook(chromium, **options))
        return opened[-1]

    yield one
    for book in opened:
        book.close()


def cell(view, row, column):
    return view.get_by_role("row").nth(row).get_by_role("gridcell").nth(column)


def test_a_board_is_won_by_mouse_and_by_keyboard_with_hint_and_check(notebook, widgets):
    book = notebook()
    widget = widgets.BoardWidget(BOARD)
    view = book.show("game", widget)
    page = book.page
    # by mouse: a mark, a queen, a drag that puts marks, undo and redo
    cell(view, 0, 3).click()
    book.settled()
    assert (widget.eliminated, widget.placed) == (((0, 3),), ())
    cell(view, 0, 3).click()
    book.settled()
    assert (widget.eliminated, widget.placed) == ((), ((0, 3),))
    view.get_by_role("button", name="Check").click()
    view.get_by_text("1 mistake.").wait_for()
    view.get_by_role("button", name="Show them").click()
    view.get_by_role("button", name="Hint").click()
    view.get_by_text("Something is wrong: a queen stands on a wrong cell.").wait_for()
    view.get_by_role("button", name="Which one?").click()
    view.get_by_text("The queen on d1 is wrong.", exact=True).wait_for()
    view.get_by_role("button", name="Tell me more").click()
    view.get_by_text("belongs on c1").wait_for()
    view.get_by_role("button", name="Do it").click()
    book.settled()
    assert widget.placed == ((0, 2),)
    view.get_by_role("button", name="Undo").click()
    book.settled()
    assert widget.placed == ((0, 3),)
    view.get_by_role("button", name="Redo").click()
    view.get_by_role("button", name="Auto marks").click()
    book.settled()
    assert widget.auto_marks
    cell(view, 1, 0).click(button="right")
    cell(view, 2, 3).click(button="right")
    book.settled()
    assert not widget.solved
    cell(view, 3, 1).click(button="right")
    view.get_by_text("Solved!").wait_for()
    book.settled()
    assert (widget.solved, widget.placed) == (True, SOLUTION)
    # by keyboard, including the hints
    view.get_by_role("button", name="Clear").click()
    book.settled()
    assert not widget.solved
    cell(view, 0, 0).focus()
    for key in ("ArrowRight", "ArrowRight", "q", "h"):
        page.keyboard.press(key)
    view.get_by_text("Look at").wait_for()
    page.keyboard.press("h")
    assert (
        "only one cell left"
        in view.get_by_role("button", name="Do it").locator("../..").inner_text()
    )
    page.keyboard.press("h")
    book.settled()
    assert widget.placed == SOLUTION[:2]
    assert page.evaluate("document.getElementById('fastqueens-announcements').textContent") != ""
    page.keyboard.press("Control+z")
    book.settled()
    assert widget.placed == SOLUTION[:1]
    page.keyboard.press("Control+y")
    for key in ("ArrowDown", "End", "q", "ArrowDown", "Home", "ArrowRight", "x", "q"):
        page.keyboard.press(key)
    book.settled()
    assert (widget.solved, widget.placed) == (True, SOLUTION)


def test_a_widget_keeps_only_the_keys_and_clicks_that_it_uses(notebook, widgets):
    book = notebook()
    page = book.page
    page.evaluate(
        """() => {
          window.seen = [];
          const note = (event) => seen.push(event.key ?? event.type);
          for (const type of ["keydown", "contextmenu"]) document.addEventListener(type, note);
          document.querySelector("main").tabIndex = -1;
        }"""
    )
    view = book.show("game", widgets.BoardWidget(BOARD))
    cell(view, 0, 0).click(button="right")
    assert page.evaluate("seen") == []
    for key in ("x", "d", "Control+z", "Shift+ArrowRight", "Delete", "Control+Home", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("seen.filter(key => key !== 'Control')") == []
    page.evaluate("document.addEventListener('keydown', event => event.preventDefault())")
    for key in ("Control+s", "Control+c", "Shift+Enter", "Alt+ArrowDown", "Meta+b", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("seen.filter(key => key.length === 1 || !/^[ACMS]/.test(key))") == [
        "s", "c", "Enter", "b", "Tab",
    ]  # fmt: skip
    assert page.evaluate("seen.includes('ArrowDown')")
    host = "document.querySelector('.fastqueens')"
    assert page.evaluate(f"document.activeElement === {host}")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.querySelector('main')")
    # the wheel scrolls the page, also over a board
    page.evaluate("document.body.style.height = '3000px'")
    cell(view, 1, 1).hover()
    page.mouse.wheel(0, 300)
    book.until("() => scrollY > 100")


def test_the_picture_of_a_widget_is_hidden_while_the_widget_is_shown(notebook, widgets):
    book = notebook()
    book.show("game", widgets.BoardWidget(BOARD))
    book.page.evaluate(
        """() => {
          for (const name of [cells.game.model.get("_picture_name"), "other"]) {
            const output = document.createElement("div");
            output.append(document.createElement("p"));
            output.firstChild.className = name;
            output.firstChild.textContent = `picture of ${name}`;
            document.querySelector("main").append(output);
          }
        }"""
    )
    picture = book.page.get_by_text("picture of fastqueens")
    picture.wait_for(state="hidden")
    assert book.page.get_by_text("picture of other").is_visible()
    book.page.evaluate("() => { cells.game.end(); }")
    assert picture.is_visible()


def test_boards_share_a_row_and_fit_the_screen(notebook, widgets):
    book = notebook(style="main { display: flex }", viewport={"width": 800, "height": 400})
    page = book.page
    large = queens.Board.from_array(np.arange(400).reshape(20, 20) // 20)
    views = [book.show(name, widgets.BoardWidget(large)) for name in ("left", "right")]
    for view in views:
        box = view.locator("fq-board").bounding_box()
        assert 330 < box["width"] <= 0.85 * 400
    page.evaluate("document.querySelector('main').style.width = '500px'")
    for view in views:
        assert 200 < view.locator("fq-board").bounding_box()["width"] < 250
        assert view.evaluate("el => el.scrollWidth <= el.clientWidth")
    tall = book.show("tall", widgets.SlidingWidget(np.arange(10).reshape(5, 2)))
    assert tall.locator(".tray").bounding_box()["height"] <= 0.85 * 400


def test_a_change_from_python_shows_in_every_view_and_can_be_undone(notebook, widgets):
    book = notebook()
    widget = widgets.BoardWidget(BOARD)
    book.show("game", widget)
    book.page.evaluate("() => { cells.game.show(); }")
    book.show("other", widgets.BoardWidget(BOARD))  # a second module on the same page
    views = [book.page.locator("[data-cell=game]").nth(k) for k in (0, 1)]
    book.from_python("game", placed=[(1, 0), (1, 1)], eliminated=[(3, 3)])
    for view in views:
        assert "queen, too many in row 2" in cell(view, 1, 1).get_attribute("aria-label")
        assert cell(view, 3, 3).get_attribute("aria-label").endswith("mark")
    views[1].get_by_role("button", name="Undo").click()
    views[1].get_by_role("button", name="Undo").click()
    book.settled()
    assert widget.state == "....\n" * 3 + "...."
    book.from_python("game", solved=True)
    for view in views:
        view.get_by_text("Here is the solution.").wait_for()
    book.from_python("game", board=queens.Board.from_text("AABBB\nACCBB\nDDCBB\nDDDDE\nDDDEE"))
    assert widget.state.split() == ["....."] * 5
    for view in views:
        assert view.get_by_role("gridcell").count() == 25
        assert not view.get_by_text("Here is the solution.").is_visible()
    other = book.page.locator("[data-cell=other]")
    other.get_by_role("gridcell").first.click()
    book.settled()
    assert book.widgets["other"].eliminated == ((0, 0),)
    book.page.evaluate("() => { cells.game.end(); }")
    assert views[0].locator(".fastqueens").count() == 0


def test_a_dead_kernel_is_reported_and_play_continues(notebook, widgets):
    book = notebook()
    view = book.show("game", widgets.BoardWidget(BOARD))
    book.page.evaluate("silent.game = true")
    view.get_by_role("button", name="Hint").click()
    view.get_by_text("The kernel is thinking").wait_for()
    view.get_by_role("button", name="Stop waiting").click()
    cell(view, 0, 0).click()
    assert cell(view, 0, 0).get_attribute("aria-label").endswith("mark")
    book.page.evaluate("silent.game = false")
    view.get_by_role("button", name="Check").click()
    view.get_by_text("No mistakes so far.").wait_for()


def test_tiles_slide_by_click_and_arrows_and_moves_are_replayed(notebook, widgets):
    book = notebook()
    widget = widgets.SlidingWidget(TILES, sliding.solve(TILES))
    view = book.show("tiles", widget)
    page = book.page
    view.get_by_role("button", name="Step", exact=True).click()
    book.settled()
    assert (widget.at, widget.tiles[1]) == (1, (4, 5, 6))
    view.get_by_role("button", name="Step back").click()
    view.get_by_role("slider", name="Position").fill("2")
    view.get_by_text("Solved!").wait_for()
    book.settled()
    assert widget.solved
    # a click slides the whole row, an arrow key one tile; later moves are dropped
    view.get_by_role("button", name="7, row 3, column 1").click()
    book.settled()
    assert (widget.moves[2:], widget.tiles[2]) == (("LEFT", "LEFT"), (0, 7, 8))
    page.keyboard.press("ArrowDown")
    book.settled()
    assert (widget.at, widget.moves[4:], widget.tiles[1][0]) == (5, ("UP",), 0)
    view.get_by_role("button", name="Solve").click()
    view.get_by_text("3 moves to go").wait_for()
    view.get_by_role("button", name="Play").click()
    book.page.wait_for_function("() => cells.tiles.model.get('solved')")
    book.settled()
    assert (widget.at, widget.solved) == (8, True)
    book.from_python("tiles", tiles=[[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    assert view.get_by_role("button", name="7, row 3, column 2").count() == 1
    book.from_python("tiles", puzzle=[[1, 2], [0, 3]], moves=["RIGHT"], at=1)
    view.get_by_text("Solved!").wait_for()


def test_pieces_are_replayed_on_boards_and_pyramids(notebook, widgets):
    book = notebook()
    pyramid = packing.iq_puzzler_pro("pyramid")
    heap = widgets.PackingWidget(pyramid, packing.solve(pyramid), theme="dark")
    view = book.show("heap", heap)
    assert view.locator(".laid.in title").count() == 12
    view.get_by_role("button", name="Step back").click()
    book.settled()
    assert (heap.at, view.locator(".laid.in title").count()) == (11, 11)
    book.from_python("heap", at=3)
    assert view.locator(".laid.in title").count() == 3
    box = widgets.PackingWidget(BOX)
    view = book.show("box", box)
    view.get_by_role("button", name="Solve").click()
    view.get_by_role("slider", name="Position").wait_for()
    book.settled()
    assert (box.solved, view.locator(".laid.in").count()) == (True, 2)
    book.from_python("box", packing=None)
    view.get_by_role("button", name="Solve").wait_for()
    soma = packing.Puzzle.box(3, 3, 3, pieces="soma")
    solved = packing.solve(soma).packing
    cube = widgets.PackingWidget(soma, solved)
    view = book.show("cube", cube)  # its layers side by side, one column apart
    assert view.locator(".box").get_attribute("viewBox") == "-.1 -.1 11.2 3.2"
    names = view.locator(".laid title").all_text_contents()
    assert names == [name for group in solved.drop_order() for name in group]
    assert cube.solved


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_widgets_follow_the_theme_and_are_accessible(notebook, widgets, theme):
    dark = theme == "dark"
    book = notebook(style="body { background: #111 }" if dark else "body { background: #fff }")
    game = widgets.BoardWidget(BOARD, placed=[(0, 3)])
    view = book.show("game", game)
    book.show("tiles", widgets.SlidingWidget(TILES, ["DOWN"]))
    book.show("box", widgets.PackingWidget(BOX, packing.solve(BOX)))
    ink = "() => getComputedStyle(document.querySelector('.fastqueens')).color"
    assert book.page.evaluate(ink) == ("rgb(246, 246, 248)" if dark else "rgb(27, 27, 31)")
    view.get_by_role("button", name="Check").click()
    view.get_by_text("1 mistake.").wait_for()
    if AXE.exists():
        book.page.evaluate(AXE.read_text())
        # Page-level rules do not apply to a cell; the dark theme changes only the colours.
        rules = (
            {"runOnly": ["color-contrast"]} if dark else {"rules": {"region": {"enabled": False}}}
        )
        found = book.page.evaluate("rules => axe.run('main', rules)", rules)["violations"]
        assert [(x["id"], [n["html"] for n in x["nodes"]]) for x in found] == []
    # the message stays when the theme of the notebook or of the widget changes
    book.page.evaluate("document.body.style.background = '#fff'")
    book.page.wait_for_function(f"{ink[6:]} === 'rgb(27, 27, 31)'")
    book.from_python("game", theme="dark")
    book.page.wait_for_function(f"{ink[6:]} === 'rgb(246, 246, 248)'")
    assert view.get_by_text("1 mistake.").is_visible()


# ---- a notebook


MORE = """
boards = [BoardWidget(board, placed=[(row % 8, row % 8)]) for row in range(50)]
box = PackingWidget(pyramid)
game.placed = [(0, 7), (1, 3)]
"""


def test_a_notebook_is_saved_with_pictures_and_with_one_copy_of_the_code(
    widgets, notebook, tmp_path, monkeypatch
):
    for name in ("nbclient", "ipykernel"):
        pytest.importorskip(name, reason=f"{name} is not installed: pip install {name}")
    import nbformat
    from nbclient import NotebookClient

    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    book = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells)
    book.cells.append(nbformat.v4.new_code_cell(MORE))
    NotebookClient(book, timeout=60, kernel_name="python3").execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    texts = "".join(x.get("text", "") or x.get("data", {}).get("text/plain", "") for x in outputs)
    assert ".......Q" in texts
    assert "True" in texts
    # each widget is followed by its picture, which shows the state of the end
    data = [x["data"] for x in outputs if "data" in x]
    places = [k for k, x in enumerate(data) if "application/vnd.jupyter.widget-view+json" in x]
    assert [data[k]["text/plain"] for k in places] == [
        "BoardWidget", "SlidingWidget", "PackingWidget", "FilmWidget", "FilmWidget",
    ]  # fmt: skip
    pictures = [data[k + 1] for k in places]
    for picture in pictures:
        assert set(picture) == {"text/html", "text/plain", "image/png"}
    assert queens_in(pictures[0]) == 2
    assert pictures[0]["text/plain"].startswith("BoardWidget(8x8, 2 of 8 queens)\n")
    assert pictures[1]["text/plain"].startswith("SlidingWidget(4x4, solved)")
    # the code of each kind of widget is stored once, and the saved boards can be shown again
    saved = book.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert len(saved) > 100
    assert len(json.dumps(saved)) < 600_000
    boards = [key for key in saved if "board" in saved[key]["state"]]
    kept = {key: saved[key] for key in saved if key not in boards[4:]}
    book = notebook()
    book.reopen(json.loads(json.dumps(kept)))
    assert book.page.locator(".fastqueens").count() == 4 + 5
    assert book.page.locator(".picture svg").count() == 2  # the first frame of each film
    assert book.page.locator("fq-board [role=gridcell][aria-label*=queen]").count() == 2 + 3
    book.page.get_by_role("gridcell").first.click()  # play goes on without a kernel
    assert book.page.get_by_role("gridcell").first.get_attribute("aria-label").endswith("mark")


def queens_in(output):
    """Count the queens of the picture in an output."""
    source = output["text/html"].partition("base64,")[2].partition('"')[0]
    return b64decode(source).count(b'class="fq-queen"')


def test_many_changes_make_one_new_picture(widgets, monkeypatch):
    from unittest.mock import Mock

    from fastqueens.widgets import pictures

    output = Mock()
    monkeypatch.setattr("IPython.display.display", lambda *_, **__: output)
    monkeypatch.setattr(pictures, "_SOON", 0.01)
    widget = widgets.BoardWidget(BOARD)

    async def play():
        widget._ipython_display_()
        for cells in ([(0, 0)], SOLUTION[:1], SOLUTION[:2]):
            widget.placed = cells
        assert not output.update.called
        while not output.update.called:
            await asyncio.sleep(0.01)

    def play_without_a_loop():
        widget._pictures._drawn_at = float("-inf")
        widget.placed = SOLUTION[:1]
        widget.placed = ()

    # In threads, because the loop of Playwright may run in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(play())).result()
    (bundle,) = output.update.call_args.args
    assert output.update.call_count == 1
    assert queens_in(bundle) == 2
    with ThreadPoolExecutor(1) as thread:
        thread.submit(play_without_a_loop).result()
    assert output.update.call_count == 2
    pictures._update_all()
    assert "0 of 4 queens" in output.update.call_args.args[0]["text/plain"]
    assert output.update.call_count == 3


def test_every_widget_has_a_picture_of_its_state(widgets):
    board = widgets.BoardWidget(BOARD, placed=[(0, 2)], eliminated=[(1, 1)])
    tiles = widgets.SlidingWidget(TILES, ["DOWN", "RIGHT"])
    box = widgets.PackingWidget(BOX, packing.solve(BOX), at=1)
    film = widgets.FilmWidget(queens.explain(BOARD))
    for widget in (board, tiles, box, film):
        data, _ = widget._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in data
        assert data["image/svg+xml"].startswith("<svg ")
        assert b64decode(data["image/png"]).startswith(b"\x89PNG")
        assert data["text/plain"].startswith(repr(widget))
    before = [x._repr_mimebundle_()[0]["image/svg+xml"] for x in (board, tiles, box, film)]
    board.placed, tiles.at, box.at, film.at = SOLUTION, 2, 2, 3
    after = [x._repr_mimebundle_()[0]["image/svg+xml"] for x in (board, tiles, box, film)]
    assert all(a != b for a, b in zip(before, after, strict=True))
    assert after[0].count('class="fq-queen"') == 4
    board.theme = "dark"
    assert board._repr_mimebundle_()[0]["image/svg+xml"] == render.svg(
        BOARD, SOLUTION, marks=render.Marks(eliminated=[(1, 1)]), cell=48, axes=True, theme="dark"
    )
