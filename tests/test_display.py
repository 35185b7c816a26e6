"""What a cell of a notebook and a console show: picture and words, light and dark, and Tab."""

import base64
import pickle
import re
from importlib import import_module
from xml.etree import ElementTree

import numpy as np
import pytest

import fastqueens
from fastqueens import InputError, csp, nqueens, packing, queens, render, sliding
from fastqueens.canvas.picture_html import picture_html
from fastqueens.canvas.svg_document import SVGDocument, follow_theme

formatters = pytest.importorskip("IPython.core.formatters", reason="IPython is not installed")
BOARD = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
TREE = "solved by backtracking · 2 nodes · 1 solution\nstart\n└─ 0=0 solution"
NONE = ["AABB", "AABB", "AABB", "CDDB"]


def frame_of(frames, number):
    return list(frames)[number]


# For each kind of object: how to make one, words of the line below its picture, words of its table.
SHOWN = {
    "board": (lambda: BOARD, "", ""),
    "result": (lambda: queens.solve(BOARD), "Solved by bitboard", ""),
    "unsolvable": (lambda: queens.solve(NONE), "There is no solution", ""),
    "stopped": (
        lambda: queens.solve(BOARD, method="permutation", node_limit=1),
        "stopped by the node limit", "",
    ),
    "hint": (lambda: queens.hint(BOARD), "Wherever the queen", ""),
    "step": (lambda: queens.explain(BOARD)[3], "", ""),
    "explain": (lambda: queens.explain(BOARD), "The boards show the first 8", "Wherever the queen"),
    "slice": (lambda: queens.explain(BOARD)[:2], "2 steps.", "Wherever the queen"),
    "rate": (lambda: queens.rate(BOARD), "medium, 26 points", "single"),
    "violations": (lambda: queens.violations(BOARD, [0, 1, -1, -1]), "Region R has two queens", ""),
    "generate": (lambda: queens.generate(6, count=2, seed=1), "2 boards of 6 rows.", ""),
    "levels": (lambda: queens.levels(7)[:2], "2 boards of 7 rows.", "7-001"),
    "repair": (lambda: queens.repair(BOARD), "exactly one solution already", ""),
    "candidates": (lambda: queens.candidates(BOARD), "8 of 16 cells are left.", ""),
    "tree": (lambda: queens.search_tree(BOARD), "solved by backtracking", ""),
    "compare": (lambda: queens.compare([BOARD], ["mac"], measure=0), "", "median"),
    "growth": (lambda: nqueens.growth([4, 5]), "", "solutions"),
    "n-queens": (lambda: nqueens.solve(6), "Solved by list", ""),
    "frame": (
        lambda: frame_of(queens.frames(BOARD, method="mac", lesson=True), 4),
        "AC-3 removes b1 from region B", "",
    ),
    "n-queens frame": (lambda: frame_of(nqueens.frames(4, every=3), 3), "Solved after 8 nodes", ""),
    "tiles frame": (
        lambda: frame_of(sliding.frames([[1, 2], [0, 3]], method="a-star"), -1), "Solved after", "",
    ),
    "packing frame": (
        lambda: frame_of(packing.frames(packing.Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB")), -1),
        "Solved after", "",
    ),
    "tiles": (lambda: sliding.solve([[1, 2], [0, 3]]), "1 move: RIGHT", ""),
    "constraints": (lambda: csp.Model({"x": ["a"]}).solve(), "Solved by mac", "variable"),
}  # fmt: skip
WITHOUT_PICTURE = {"rate", "constraints"}


@pytest.mark.parametrize("name", SHOWN)
def test_a_cell_shows_picture_and_words(name):
    make, note, table = SHOWN[name]
    thing = make()
    bundle, metadata = formatters.DisplayFormatter().format(thing)
    html = bundle["text/html"]
    closed = re.sub("<(img [^>]*|br)>", r"<\1/>", html)
    page = ElementTree.fromstring(f"<div>{closed}</div>")
    assert note in "".join(page.itertext())
    assert table in "".join("".join(x.itertext()) for x in page.iter("table"))
    pictures = list(page.iter("img"))
    assert len(pictures) == (name not in WITHOUT_PICTURE)
    for picture in pictures:
        document = base64.b64decode(picture.get("src").partition("base64,")[2]).decode()
        root = ElementTree.fromstring(document)
        assert (picture.get("width"), picture.get("height")) == (
            root.get("width"),
            root.get("height"),
        )
        assert "max-width:100%" in picture.get("style")
        assert "prefers-color-scheme:dark" in document
        assert len(picture.get("alt")) > 5
        assert metadata["image/png"]["alt"]
        assert bundle["image/png"][:4] == b"\x89PNG"
    assert "object at 0x" not in bundle["text/plain"]


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (BOARD, "RBBB\nRRBY\nGYYY\nGGGY"),
        (queens.candidates(BOARD), "..BB\nRR..\n..YY\nGG.."),
        (csp.Model([2]).tree(), TREE),
        (queens.generate(4, seed=1)[:0], "No boards."),
        ([BOARD], f"[{BOARD!r}]"),
    ],
)  # fmt: skip
def test_a_console_shows_text(thing, text):
    assert formatters.PlainTextFormatter()(thing) == text


def test_documents_draw_themselves():
    for document in (render.svg(BOARD, axes=True), BOARD.to_svg(), render.sheet_svg([BOARD] * 2)):
        assert isinstance(document, str)
        assert "<style>" not in document
        shown = document._repr_svg_()
        assert "prefers-color-scheme:dark" in shown
        assert base64.b64encode(shown.encode()).decode() in document._repr_html_()
        again = pickle.loads(pickle.dumps(document))
        assert (type(again), again) == (SVGDocument, document)
        assert formatters.PlainTextFormatter()(document).startswith("<SVG, ")
    dark = render.svg(BOARD, theme="dark")
    assert dark._repr_svg_() == dark != render.svg(BOARD)
    assert queens.compare([BOARD], ["mac"], measure=0).to_svg(theme="auto").count("<style>") == 1
    assert import_module("fastqueens").render is fastqueens.render


def test_a_frame_without_its_puzzle_cannot_be_drawn():
    frame = frame_of(queens.frames(BOARD), 0)
    assert render.svg(frame) == frame.to_svg()
    bare = type(frame)(frame.work, frame.status, frame.found, frame.counters, frame.view)
    assert bare == frame
    with pytest.raises(InputError, match="a frame without a board"):
        render.svg(bare)


def test_one_light_colour_may_have_two_dark_ones():
    def draw(theme):
        fills = ["#ffffff", "#ffffff"] if theme == "light" else ["#000000", "#ff0000"]
        paths = "".join(f'<path fill="{fill}" d="M0 0"/>' for fill in fills)
        return f'<svg width="9" height="9">{paths}</svg>'

    document = follow_theme(draw)
    first, second = re.findall(r'path fill="(#\w+)"', document)
    assert first == "#ffffff" != second
    assert f'[fill="{first}"]{{fill:#000000}}' in document
    assert f'[fill="{second}"]{{fill:#ff0000}}' in document


def test_pictures_with_different_parts_are_both_in_the_document():
    def draw(theme):
        paths = '<path fill="#ffffff" d="M0 0"/>' * (1 if theme == "light" else 2)
        return f'<svg width="9" height="9"><title>t</title>{paths}</svg>'

    root = ElementTree.fromstring(follow_theme(draw))
    assert [g.get("class") for g in root.iter("g")] == ["light", "dark"]
    assert len(list(root.iter("title"))) == 1


@pytest.mark.parametrize("system", ["light", "dark"])
def test_pictures_follow_the_theme_of_the_notebook(chromium, system):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    import io

    found = {}
    opened = chromium.new_page(color_scheme=system, viewport={"width": 300, "height": 300})
    for light in ("true", "false"):
        opened.set_content(
            f'<body style="margin:0" data-jp-theme-light={light}>{picture_html(follow_theme(wide))}'
        )
        box = opened.locator("img").bounding_box()
        assert (box["width"], box["height"]) == (300, 150)  # it shrinks to fit
        shot = image.open(io.BytesIO(opened.screenshot())).convert("RGB")
        found[light] = shot.getpixel((50, 50))
    opened.close()
    assert found == {"true": (255, 255, 255), "false": (0, 0, 0)}


def wide(theme):
    fill = "#ffffff" if theme == "light" else "#000000"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600" viewBox="0 0 2 1">'
        f'<rect width="2" height="1" fill="{fill}"/></svg>'
    )


@pytest.fixture(scope="module")
def shell():
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    one = interactive.InteractiveShell()
    one.user_ns |= {"queens": queens, "nqueens": nqueens, "board": BOARD, "np": np}
    one.user_ns["result"] = queens.solve(BOARD)
    one.user_ns["step"] = queens.explain(BOARD)[0]
    return one


@pytest.mark.parametrize(
    ("text", "offered", "hidden"),
    [
        ("queens.", {"solve", "Board", "hint"}, {"board", "logic", "TYPE_CHECKING"}),
        ("result.", {"queens", "solved", "to_svg"}, {"_scene"}),
        ("step.", {"sentence", "tier"}, {"_scene"}),
        ("queens.solve(board, method=", {"'mac'", "'pso'", "'bitboard'"}, {"abs"}),
        ("queens.solve(board, method='ma", {"mac"}, {"pso", "map"}),
        ("queens.solve(board, method='mac', ord", {"order="}, set()),
        ("nqueens.count(8, variant=", {"'toroidal'"}, set()),
        ("queens.generate(\n    8, difficulty=", {"'easy'", "'expert'"}, set()),
        ("board.to_svg(theme='", {"light", "dark", "auto"}, set()),
        ("np.array([1], dtype='", set(), {"light"}),
    ],
)  # fmt: skip
def test_tab_offers_names_and_choices(shell, monkeypatch, text, offered, hidden):
    completer = import_module("IPython.core.completer")
    completion = import_module("fastqueens.ipython_completion")
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    if not shell.Completer.custom_matchers:
        completion.register()
    with completer.provisionalcompleter():
        found = {x.text.lstrip(".") for x in shell.Completer.completions(text, len(text))}
    assert offered <= found
    assert not hidden & found


def test_the_traceback_of_a_misspelt_keyword_is_short(shell, capsys):
    for call in ("queens.solve(board, methd='mac')", "queens.generate(8, difficuty='hard')"):
        shell.run_cell(call)
    shown = capsys.readouterr().out
    assert shown.count("did you mean") == 2
    assert "'method'" in shown
    assert "'difficulty'" in shown
    assert "keywords.py" not in shown
    assert len(shown.splitlines()) < 2 * 15


def test_nbconvert_keeps_the_alternative_text():
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbconvert = pytest.importorskip("nbconvert", reason="nbconvert is not installed")
    data, metadata = formatters.DisplayFormatter().format(queens.hint(BOARD))
    data["image/png"] = base64.b64encode(data["image/png"]).decode()  # as the kernel does
    output = nbformat.v4.new_output("display_data", data, metadata=metadata)
    cell = nbformat.v4.new_code_cell("board", outputs=[output])
    book = nbformat.v4.new_notebook(cells=[cell])
    page, _ = nbconvert.HTMLExporter().from_notebook_node(book)
    assert 'alt="4 rows and columns. Regions: R, B, Y, G.' in page
    assert "max-width:100%" in page
    text, files = nbconvert.LatexExporter().from_notebook_node(book)
    assert "includegraphics" in text or "adjustimage" in text
    assert [name[-4:] for name in files["outputs"]] == [".png"]
