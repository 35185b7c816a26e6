"""The steps of exact cover searches, checked by a search in Python; the matrix on the page."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from helpers import page as helping
from helpers.page import judge, see, until
from helpers.web import answer, refusal

from fastqueens import cover, nqueens
from fastqueens.cover import ExactCover, steps
from fastqueens.web import cover_routes as routes

KNUTH = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
COLOURS = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
PLAYER = "document.querySelector('.cover-steps fq-player')"
TOLD = "document.querySelector('.step-sentence').textContent"


def problems():
    for text in (KNUTH, COLOURS, "a b\na\n a\nb\n", "a b | c\na c\nb c\n", "a\na\na\n"):
        yield ExactCover.from_text(text)
    yield cover.langford(3)
    yield cover.langford(4)
    for n in (4, 5, 6):
        yield nqueens.exact_cover(n)
    yield ExactCover.from_text(routes._sudoku_text(routes._SUDOKU["sudoku-4"]))


def search(problem):
    """Yield each choice as (chosen options, item, options left, whether it is a solution)."""

    def parts(option):
        """Return the colour of each item of an option, None without a colour."""
        return {
            str(getattr(x, "item", x)): getattr(x, "colour", None) for x in problem.option(option)
        }

    options = [parts(k) for k in range(len(problem))]
    primary = [str(x) for x in problem.items[: problem.primary]]

    def fits(option, chosen):
        for other in chosen:
            for item, colour in options[option].items():
                if item in options[other] and (not colour or options[other][item] != colour):
                    return False
        return option not in chosen

    def visit(chosen):
        covered = {item for option in chosen for item in options[option]}
        left = [k for k in range(len(options)) if fits(k, chosen)]
        open_items = [x for x in primary if x not in covered]
        if not open_items:
            return
        counts = {x: sum(x in options[k] for k in left) for x in open_items}
        item = min(open_items, key=counts.__getitem__)
        for option in [k for k in left if item in options[k]]:
            now = [*chosen, option]
            solved = {x for k in now for x in options[k]} >= set(primary)
            yield now, item, counts[item], solved
            yield from visit(now)

    yield from visit([])


@pytest.mark.parametrize("k", range(11))
def test_steps_are_those_of_a_search_in_python(k):
    problem = list(problems())[k]
    found = list(islice(steps(problem), 501))
    complete = found[-1].option is None
    wanted = list(search(problem))
    assert complete == (len(wanted) <= 500)
    chosen = []
    for step, (expected, item, left, solved) in zip(found, wanted, strict=False):
        chosen = [*chosen[: len(chosen) - step.back], step.option]
        assert chosen == expected
        assert (str(problem.items[step.item]), step.left, step.solved) == (item, left, solved)
        assert f"tem {item}" in step.sentence
        assert f"ption {step.option + 1} (" in step.sentence
        assert step.sentence.endswith("This is a solution.") == solved
    if complete:
        assert len(found) == len(wanted) + 1
        assert found[-1].option is None


@pytest.mark.parametrize("k", range(11))
def test_an_item_that_is_named_as_empty_has_no_option_left(k):
    problem = list(problems())[k]
    options = [{str(getattr(x, "item", x)) for x in problem.option(i)} for i in range(len(problem))]
    secondary = {str(x) for x in problem.items[problem.primary :]}
    chosen = []
    for step in islice(steps(problem), 300):
        if " has no option left, so the search goes back" in step.sentence:
            item = step.sentence.split(" ")[1]
            taken = {x for i in chosen for x in options[i]} - secondary
            assert item not in taken
            # Secondary items may exclude further options, so primary items are only a bound.
            if not secondary:
                assert not any(item in option and not option & taken for option in options)
        chosen = [
            *chosen[: len(chosen) - step.back],
            *([] if step.option is None else [step.option]),
        ]


def test_the_route_refuses_large_matrices():
    assert "The matrix is shown for up to" in refusal(
        "/api/cover/steps",
        {"text": "a\n" + "a\n" * 4001},
    )


def test_the_examples_have_solutions():
    for name, options in (("sudoku-4", 52), ("sudoku-9", 489), ("pentominoes", 1236)):
        text = answer("/api/cover/example", {"name": name})["text"]
        problem = ExactCover.from_text(text)
        assert problem.solve()
        if name == "pentominoes":
            assert problem.count() == 8
        assert len(problem) >= options * 0.5


@pytest.fixture
def visitor(chromium, site):
    visitor = helping.Visitor(chromium, site)
    yield visitor
    visitor.close()


LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark"},
    "phone": {"color_scheme": "dark", "narrow": True, "has_touch": True},
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS)
def test_the_matrix_is_stepped_forwards_and_backwards(visitor, look):
    page = visitor.open("/cover", **LOOKS[look])
    see(page, "6 options, 7 items")
    page.get_by_role("button", name="Show each step", exact=True).click()
    until(page, f"{PLAYER}?.count === 7")
    found = list(steps(ExactCover.from_text(KNUTH)))
    model = "import('/static/cover/matrix_model.js')"
    problem = json.dumps(answer("/api/cover/steps", {"text": KNUTH}))
    chosen = [[], [1], [1, 2], [3], [3, 4], [3, 4, 0], []]
    for k in (1, 2, 3, 5, 4, 0, 6):
        page.evaluate(f"{PLAYER}.showPosition({k})")
        told = page.evaluate(TOLD)
        assert told == (
            found[k - 1].sentence if k else "No option is chosen yet. Press Play or Step."
        )
        state = page.evaluate(f"{model}.then((m) => m.stateAfter({problem}, {k}))")
        assert state["chosen"] == chosen[k]
        taken = {x for i in chosen[k] for x in ExactCover.from_text(KNUTH).option(i)}
        assert [x for i, x in enumerate("abcdefg") if state["covered"][i]] == sorted(taken)
    page.evaluate(f"{PLAYER}.showPosition(3)")
    page.wait_for_timeout(100)
    drawn = "(() => { const c = document.querySelector('.matrix canvas');"
    drawn += " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
    drawn += " return new Set(new Uint32Array(d.buffer)).size; })()"
    assert page.evaluate(drawn) > 5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    judge(page, f"cover steps, {look}")
    helping.shoot(page, f"cover-steps-{look}")


@pytest.mark.parametrize("example", ["sudoku-9", "pentominoes", "4"])
def test_large_matrices_are_shown_without_slowing(visitor, example):
    page = visitor.open("/cover")
    see(page, "6 options, 7 items")
    page.get_by_label("Load an example").select_option(example)
    until(page, "!document.getElementById('cover-size').textContent.startsWith('6 options')")
    page.get_by_role("button", name="Show each step", exact=True).click()
    until(page, f"{PLAYER}?.count > 5")
    page.evaluate(f"{PLAYER}.showPosition(5)")
    page.wait_for_timeout(100)
    # The canvas has the size of its window, whatever the size of the matrix.
    assert page.evaluate("document.querySelector('.matrix canvas').clientHeight") <= 480
    page.locator(".cover-steps").scroll_into_view_if_needed()
    helping.shoot(page, f"cover-steps-{example}")
