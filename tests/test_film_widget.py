"""`FilmWidget`, and the frames and steps that it shows: pictures, sentences, and the player."""

from __future__ import annotations

from itertools import count, islice

import pytest
from helpers.page import AXE

from fastqueens import InputError, cover, csp, nqueens, packing, queens, sliding

BOARD = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
KNUTH = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"


def colouring():
    model = csp.Model({"x": [1, 2], "y": [1, 2], "z": [1]})
    model.add_all_different("x", "y")
    model.add_different("y", "z")
    return model


FILMS = {
    "queens": lambda: queens.frames(BOARD, method="mac"),
    "lesson": lambda: queens.frames(BOARD, method="backtracking", lesson=True),
    "nqueens": lambda: nqueens.frames(6, method="list", limit=None, every=20),
    "pawns": lambda: nqueens.frames(6, variant="plus_k", pawns=1, every=9),
    "packing": lambda: packing.frames(packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")),
    "sliding": lambda: sliding.frames([[1, 2, 3], [4, 0, 6], [7, 5, 8]]),
    "csp": lambda: colouring().frames("forward-checking", limit=None),
    "cover": lambda: cover.steps(cover.ExactCover.from_text(KNUTH)),
    "explain": lambda: queens.explain(BOARD),
}


@pytest.fixture
def film_widget():
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")
    from fastqueens.widgets import FilmWidget

    return FilmWidget


@pytest.mark.parametrize("name", FILMS)
def test_frames_draw_themselves_and_have_a_sentence(name, film_widget):
    frames = list(FILMS[name]())
    pictures = [frame.to_svg(theme="dark", axes=True) for frame in frames]
    assert len(set(pictures)) > 2  # the film moves
    assert all(frame.sentence.endswith(".") for frame in frames)
    assert len({frame.sentence for frame in frames}) > 2
    film = film_widget(FILMS[name]())
    assert [frame.sentence for frame in film.frames] == [frame.sentence for frame in frames]


def test_the_sentence_of_a_frame_says_how_the_search_stands():
    first, *_, last = nqueens.frames(6, limit=None, every=40)
    assert (first.sentence, last.sentence) == (
        "The search begins.", "All 4 solutions found after 130 nodes.",
    )  # fmt: skip
    *_, last = queens.frames(BOARD, node_limit=3)
    assert last.sentence == "Stopped after 3 nodes: 0 solutions found."
    *_, last = nqueens.frames(3)
    assert last.sentence.startswith("There is no solution: the search ended after ")
    # In a lesson the frames are around the cells of the sentence.
    frame = next(queens.frames(BOARD, method="mac", start=4, lesson=True))
    assert 'class="fq-framed"' in frame.to_svg()


def test_a_matrix_shows_what_is_chosen_and_what_is_left():
    steps = list(cover.steps(cover.ExactCover.from_text(KNUTH)))
    text = steps[1].to_svg()
    assert "2: a d g chosen." in text
    assert "1: nothing left." in text
    assert steps[4].solved
    large = cover.ExactCover([[j] for j in range(101)])
    with pytest.raises(InputError, match="101 options of 101 items, too many to draw"):
        next(cover.steps(large)).to_svg()
    assert str(next(cover.steps(large))).startswith("Item 0 has the fewest options left, 1")


def test_a_film_reads_no_more_frames_than_it_may(film_widget):
    step = queens.explain(BOARD)[0]
    read = count()
    film = film_widget((step for _ in read), max_frames=30)
    assert (film.count, film.complete, next(read)) == (30, False, 31)
    assert repr(film) == "FilmWidget(frame 1 of 30 or more)"
    film = film_widget(islice(nqueens.frames(8, limit=None), 300), at=299)
    assert (film.count, film.complete, repr(film)) == (300, True, "FilmWidget(frame 300 of 300)")
    # The pictures come in chunks.
    answers = []
    film.send = answers.append
    film._on_message(film, {"ask": "pictures", "start": 250, "theme": "dark", "id": 1}, [])
    (answer,) = (reply["answer"] for reply in answers)
    assert answer["start"] == 250
    assert 10 < len(answer["frames"]) <= 50
    assert answer["frames"][0]["picture"] == film.frames[250].to_svg(theme="dark", axes=True)
    for wrong in ({"start": 300}, {"start": -1}, {"start": "x"}, {"theme": "blue"}):
        film._on_message(film, {"ask": "pictures", "id": 2, **wrong}, [])
        assert "expected" in answers[-1]["error"]


@pytest.mark.parametrize(
    ("frames", "options", "sentence"),
    [
        (5, {}, "frames is 5, expected frames, steps or other pictures"),
        ("frames", {}, "frames is 'frames'"),
        ([], {}, "found no frames, expected 1 or more"),
        ([BOARD, 5], {}, "frame 1 is 5, expected a frame"),
        ([BOARD], {"at": 1}, "at is 1, expected 0"),
        ([BOARD], {"max_frames": 0}, "max_frames is 0, expected"),
        ([BOARD], {"quens": 1}, r"FilmWidget\(\) has no keyword 'quens', expected at, "),
        ([BOARD], {"maxframes": 1}, "no keyword 'maxframes'; did you mean 'max_frames'?"),
    ],
)
def test_a_film_refuses(film_widget, frames, options, sentence):
    with pytest.raises(InputError, match=sentence):
        film_widget(frames, **options)


def read(view, sentence):
    view.locator(".sentence", has_text=sentence).wait_for()


def test_a_film_is_played_stepped_and_read(notebook, film_widget):
    lesson = film_widget(queens.frames(BOARD, method="backtracking", lesson=True))
    view = notebook.show("lesson", lesson)
    page = notebook.page
    read(view, "The search begins.")
    assert view.locator(".picture svg").count() == 1
    view.get_by_role("button", name="Step", exact=True).click()
    read(view, lesson.frames[1].sentence)
    notebook.settled()
    assert lesson.at == 1
    assert view.locator("[aria-current=step]").count() > 0
    page.keyboard.press("ArrowRight")
    read(view, lesson.frames[2].sentence)
    region = "document.getElementById('fastqueens-announcements')?.textContent ?? ''"
    page.wait_for_function(f"x => ({region}).includes(x)", arg=lesson.frames[2].sentence)
    view.get_by_role("slider", name="Position").fill("5")
    view.get_by_role("button", name="Play").click()
    read(view, "This is a solution")
    notebook.settled()
    assert lesson.at == 7
    notebook.from_python("lesson", at=3)
    read(view, lesson.frames[3].sentence)
    before = view.locator(".picture svg").inner_html()
    notebook.from_python("lesson", patterns=True)
    page.wait_for_function(
        "x => document.querySelector('[data-cell=lesson] .fastqueens').shadowRoot"
        ".querySelector('.picture svg').innerHTML !== x",
        arg=before,
    )
    # A long film loads its pictures where the reader is.
    steps = queens.explain(BOARD)
    long = film_widget([step for _, step in zip(range(2000), steps * 999, strict=False)])
    view = notebook.show("long", long)
    view.get_by_role("slider", name="Position").fill("1500")
    read(view, long.frames[1500].sentence)
    notebook.settled()
    assert long.at == 1500
    view.get_by_role("button", name="To the end").click()
    view.get_by_text("2,000 of 2,000").wait_for()
    cut = film_widget(cover.steps(cover.langford(8)), max_frames=20)
    view = notebook.show("cut", cut)
    view.get_by_text("These are the first 20 frames").wait_for()
    if AXE.exists():
        page.evaluate(AXE.read_text())
        found = page.evaluate(
            "axe.run('main', { rules: { region: { enabled: false } } })"
        )["violations"]  # fmt: skip
        assert [(x["id"], [n["html"] for n in x["nodes"]]) for x in found] == []


@pytest.fixture
def notebook(chromium):
    from helpers.notebook import Notebook

    book = Notebook(chromium)
    yield book
    book.close()
