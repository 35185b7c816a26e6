"""Lessons in a real browser: sentences, pseudocode, the growing tree and their address.

If FASTQUEENS_SCREENS names a folder, pictures of the screens are saved there.
"""

from __future__ import annotations

import pytest
from conftest import THOROUGH
from helpers import page as helping
from helpers.page import BOARD, judge, until, until_equal, until_true
from helpers.watching import LEVEL, PLAYER, go, of_python, ready, standing

from fastqueens import queens
from fastqueens.queens.solving.tree import tree_growth

LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark"},
    "phone": {"color_scheme": "dark", "narrow": True, "has_touch": True},
}  # fmt: skip
TOLD = "document.querySelector('.lesson-sentence')?.textContent"
LIT = (
    "[...document.querySelectorAll('.lesson-code li')].flatMap((x, k) => x.ariaCurrent ? [k] : [])"
)
BOXES = (
    "[...document.querySelectorAll('.lesson .tree g')]"
    ".map((x) => [x.textContent, x.className.baseVal])"
)


@pytest.mark.parametrize("look", LOOKS)
def test_lessons_are_for_everybody(visitor, look):
    page = visitor.open("/watch/8-017?m=mac&at=70&lesson", **LOOKS[look])
    until(page, f"{PLAYER}.at === 70 && document.querySelector('.lesson .tree')")
    until_true(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    if THOROUGH or look == "phone":  # dark and narrow, where most can be wrong
        judge(page, f"lesson, {look}")
    helping.shoot(page, f"lesson-{look}")


@pytest.mark.parametrize("method", ["forward-checking", "permutation-skip", "bitboard"])
def test_each_step_is_told_forwards_and_backwards(visitor, method):
    frames = list(queens.frames(LEVEL, method=method, lesson=True, node_limit=200))
    page = visitor.open(f"/watch/8-017?m={method}&lesson")
    ready(page)
    until(page, f"!{PLAYER}.growing || {PLAYER}.count > 30")
    for k in (0, 3, min(len(frames) - 1, 25), 7, 2, 1):
        go(page, min(k, len(frames) - 1))
        frame = frames[min(k, len(frames) - 1)]
        assert page.evaluate(TOLD) == frame.event.sentence
        assert page.evaluate(LIT) == sorted(frame.event.lines)
        assert standing(page)[:3] == of_python(frame)[:3]
    go(page, 0)
    page.evaluate(f"{PLAYER}.step(1)")
    spoken = "document.querySelector('[aria-live=polite]').textContent"
    until(page, f"{spoken}.includes({frames[1].event.sentence[:20]!r})")


def test_the_tree_grows_and_is_taken_back(visitor):
    growth = tree_growth(LEVEL, "forward-checking", nodes=2000)
    nodes = growth.tree.nodes
    page = visitor.open("/watch/8-017?m=forward-checking&lesson")
    ready(page)
    until(page, "document.querySelector('.lesson .tree')")
    frames = list(queens.frames(LEVEL, method="forward-checking"))
    for k in (1, 5, len(frames) - 1, 4, 0):
        go(page, k)
        boxes = page.evaluate(BOXES)
        work = frames[k].work
        born = sum(x <= work for x in growth.born)
        hidden = sum(int(text.split(" +")[1]) for text, _ in boxes if " +" in text)
        assert len(boxes) + hidden == born
        (now,) = [text for text, look in boxes if "present" in look]
        path = [
            node.label for node, a, b in zip(nodes, growth.born, growth.left, strict=True)
            if a <= work and not 0 <= b <= work
        ]  # fmt: skip
        assert now.split(" ")[0] == path[-1]
    until_equal(lambda: [text for text, _ in page.evaluate(BOXES)], ["start"])


def test_an_address_holds_a_whole_lesson(visitor):
    page = visitor.open("/watch/8-017?m=mac&order=mrv&at=40&speed=4&lesson=tree")
    until(page, f"{PLAYER}.at === 40 && document.querySelector('.lesson .tree')")
    until_true(lambda: page.evaluate(f"{PLAYER}.rateText").startswith("4"))
    until_true(lambda: not page.evaluate(f"{PLAYER}.playing"))
    folds = "[...document.querySelectorAll('.lesson details')].map((x) => x.open)"
    until_equal(lambda: page.evaluate(folds), [False, True])
    page.locator(".lesson summary", has_text="Pseudocode").click()
    page.evaluate(f"{PLAYER}.step(1)")
    until(page, "location.hash.includes('at=41') && location.hash.includes('lesson=code.tree')")
    where = page.evaluate("location.hash")
    assert "speed=4" in where
    assert "every=1" in where
    told, boxes = page.evaluate(TOLD), page.evaluate(BOXES)
    other = visitor.open(where[1:])
    until(other, f"{PLAYER}.at === 41 && document.querySelector('.lesson .tree')")
    until_equal(lambda: other.evaluate(TOLD), told)
    until_equal(lambda: other.evaluate(BOXES), boxes)
    until_equal(lambda: other.evaluate(folds), [True, True])
    until_true(lambda: standing(other) == standing(page))


def test_a_lesson_opens_and_closes_at_the_same_frame(visitor):
    page = visitor.open("/watch/8-017?m=backtracking&every=1&at=20")
    until(page, f"{PLAYER}.at === 20")
    until_true(lambda: not page.locator(".lesson").count())
    page.get_by_role("button", name="Lesson", exact=True).click()
    until(page, f"{TOLD}?.includes('.')")
    until_equal(lambda: page.evaluate(f"{PLAYER}.at"), 20)
    until_true(lambda: page.evaluate(f"{BOARD}.content.cells.filter((x) => x === 2).length") > 0)
    page.get_by_role("button", name="Lesson", exact=True).click()
    until(page, "!document.querySelector('.lesson')?.offsetParent")
    until(page, f"{PLAYER}.at === 20 && !location.hash.includes('lesson')")


def test_the_boxes_of_a_tree_never_overlap(visitor):
    """The functions of the tree, on random trees of up to 300 nodes."""
    page = visitor.open("/watch/8-017?m=mac&lesson")
    found = page.evaluate(
        """async () => {
          const { visibleTree, placeBoxes } = await import("/static/queens/lesson_tree.js");
          let seed = 7;
          const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
          const wrong = [];
          for (let trial = 0; trial < 60; trial++) {
            const count = 1 + random(300);
            const parents = [-1], born = [0], path = [0], left = [-1];
            for (let k = 1; k < count; k++) {
              while (path.length > 1 && random(3) === 0) left[path.pop()] = k;
              parents.push(path[path.length - 1]);
              born.push(k);
              left.push(-1);
              path.push(k);
            }
            const labels = parents.map((x, k) => `a${k}`), states = parents.map(() => "failed");
            for (const work of [0, random(count), count]) {
              const tree = { parents, labels, states, born, left, solved: [] };
              const { nodes, hidden } = visibleTree(tree, work);
              const sum = nodes.reduce((all, x) => all + x.hidden, 0);
              if (sum !== hidden) wrong.push("hidden");
              if (nodes.length + hidden !== Math.min(count, work + 1)) wrong.push("count");
              if (nodes.filter((x) => x.present).length !== 1) wrong.push("present");
              const { width, nodes: placed } = placeBoxes(nodes);
              placed.forEach(({ box: [x, y, w] }, a) => {
                if (x - w / 2 < 0 || x + w / 2 > width) wrong.push("outside");
                placed.slice(a + 1).forEach(({ box: [u, v, t] }) => {
                  if (y === v && Math.abs(x - u) < (w + t) / 2) wrong.push("overlap");
                });
              });
            }
          }
          return wrong;
        }"""
    )
    assert found == []
