"""Exact cover on the page: its routes, and its screen in a browser."""

from __future__ import annotations

import pytest
from helpers.page import both_ways, see, until_equal, until_true
from helpers.web import answer, post, refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import cover

TEXT = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"


def text_of(problem):
    lines = [" ".join(map(str, problem.option(k))) for k in range(len(problem))]
    return "\n".join([" ".join(map(str, problem.items)), *lines])


def events(asked):
    reply = post("/api/cover/search", asked)
    assert reply.status == 200, reply.body
    return [event for event in reply.events if event[0]]


def test_a_problem_is_read():
    assert answer("/api/cover", {"text": TEXT}) == {"options": 6, "primary": 7, "secondary": 0}
    assert answer("/api/cover", {"text": "a | x\na x:1\n"})["secondary"] == 1


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [("a b\na c\n", 2, "found 'c'"), ("", 1, "no line of items"), ("a b\na b\na a\n", 3, "")],
)
def test_errors_name_the_line(text, line, says):
    reply = post("/api/cover", {"text": text})
    assert (reply.status, reply.json["line"]) == (422, line)
    assert says in reply.json["error"]
    assert f"Line {line}" in reply.json["error"]


def test_invalid_requests_are_refused():
    assert "no text" in refusal("/api/cover", {})
    assert "expected text of at most 600,000" in refusal("/api/cover", {"text": "a" * 600_001})
    assert "expected" in refusal("/api/cover/search", {"text": TEXT, "method": "magic"})
    assert "from 1 to 100" in refusal("/api/cover/search", {"text": TEXT, "count": 101})


@pytest.mark.parametrize("method", ["auto", "dlx", "bitset"])
def test_solutions_are_counted_and_listed_in_pages(method):
    text = text_of(cover.langford(7))
    _, done = events({"text": text, "method": method})[-1]
    assert (done["count"], done["exact"], done["status"]) == ("52", True, "done")
    pages = [
        events({"text": text, "method": method, "list": True, "start": k, "count": 20})
        for k in (0, 20, 40)
    ]
    assert [page[-1][1]["more"] for page in pages] == [True, True, False]
    listed = [data["options"] for page in pages for name, data in page if name == "solution"]
    wanted = [[k + 1 for k in solution] for solution in cover.langford(7).solutions()]
    assert [[number for number, _ in options] for options in listed] == wanted
    assert listed[0][0][1].startswith("1 s")


def test_progress_events_have_the_chosen_options():
    found = events({"text": text_of(cover.langford(16)), "time_limit": 0.6})
    seen = [data for name, data in found if name == "progress"]
    assert seen
    assert seen[-1]["depth"] == len(seen[-1]["chosen"]) > 0
    taken = [item for _, items in seen[-1]["chosen"] for item in items.split()]
    assert len(set(taken)) == len(taken)
    assert (found[-1][1]["status"], found[-1][1]["exact"]) == ("stopped", False)
    assert found[-1][1]["sentence"].startswith("At least")


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(["a", "b", "|", ":", "a:1", "x", "\n", "\ud800", "\x00"])).map(
        " ".join
    )
)
def test_random_texts_are_read_or_refused(text):
    for path in ("/api/cover", "/api/cover/search"):
        reply = post(path, {"text": text})
        assert reply.status in (200, 422)
        if reply.status == 422:
            assert reply.json["error"].endswith((".", "?", "!"))


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


@both_ways
def test_the_screen_counts_lists_and_shows_errors(visitor):
    page = visitor.open("/cover", failing=True)
    see(page, "6 options, 7 items")
    press(page, "List")
    page.locator(".solutions li").first.wait_for()
    until_equal(
        lambda: page.locator(".solutions .options li").all_text_contents(), ["c e", "a d f", "b g"]
    )
    page.get_by_label("Load an example").select_option(label="Langford's numbers to 8")
    see(page, "84 options, 24 items")
    press(page, "Count")
    see(page, "300 solutions:")
    press(page, "List")
    see(page, "Solutions 1 to 20")
    press(page, "Next page")
    see(page, "Solutions 21 to 40")
    box = page.get_by_label("Items and options")
    box.fill("a b\na b\na c\n")
    see(page, "Line 3, column 3: found 'c'")
    until_true(lambda: page.get_by_role("button", name="Count", exact=True).is_disabled())
    press(page, "Go to line 3")
    chosen = "(x => x.value.slice(x.selectionStart, x.selectionEnd))(document.activeElement)"
    until_equal(lambda: page.evaluate(chosen), "a c")


def test_an_address_holds_the_text_and_the_step(visitor):
    page = visitor.open("/cover")
    page.get_by_label("Load an example").select_option(label="Four queens")
    see(page, "secondary")
    press(page, "Show each step")
    page.locator("fq-player").wait_for()
    page.evaluate("document.querySelector('fq-player').showPosition(3)")
    page.wait_for_url("**at=3")
    facts = (
        "[document.querySelector('#cover-text').value, document.querySelector('fq-player').at,"
        " document.querySelector('.step-sentence').textContent]"
    )
    shown = page.evaluate(facts)
    other = visitor.open(page.evaluate("location.hash")[1:])
    other.locator("fq-player").wait_for()
    until_equal(lambda: other.evaluate(facts), shown)
    visitor.go(other, "/cover/z.wrong")
    see(other, "6 options, 7 items")
    until_true(
        lambda: (
            "This address cannot be read: the address is" in other.locator("#toast").text_content()
        )
    )


def test_the_screen_shows_the_chosen_options_and_stops(visitor):
    page = visitor.open("/cover")
    page.get_by_label("Load an example").select_option(
        label="Langford's numbers to 15 (takes a while)"
    )
    see(page, "315 options")
    press(page, "Count")
    page.locator(".chosen li").first.wait_for()
    press(page, "Stop")
    see(page, "Stopped.")
