"""The routes of watched searches, films and comparisons, with their limits and refusals."""

from __future__ import annotations

import asyncio
import gc
import io
import threading
from functools import partial

import numpy as np
import pytest
from conftest import HOPELESS
from helpers.boards import NINE
from helpers.web import Site, answer, keys_of, post, refusal, wait_for
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.web import queens_routes as answers
from fastqueens.web import watch_routes as watch
from fastqueens.web.search_threads import SearchThreads
from fastqueens.web.url_codec import decode_state, encode

BOARD = "4x1.ABBBAABCDCCCDDDC"
TWO = encode(queens.generate(10, stars=2, seed=1)[0].regions, 2)
LEVEL = queens.levels(8)[16].board
CODE = encode(LEVEL.regions)
LONG = {"board": encode(HOPELESS), "lanes": [{"every": 100000}]}


def stream(lanes, board=CODE, path="/api/watch", **more):
    reply = post(path, {"board": board, "lanes": lanes, **more})
    assert reply.status == 200, reply.body
    return reply.events


def frames_of(lanes, **more):
    return [data for name, data in stream(lanes, **more) if name == "frame"]


def seen(frame):
    """Return a frame of the route in the form of `expected`."""
    stand, eliminated = decode_state(LEVEL.n, frame["cells"])
    return (
        frame["work"], frame["status"], frame["counters"], set(stand), set(eliminated),
        frame["hand"], sorted(frame["wrong"]), sorted(frame["framed"]),
    )  # fmt: skip


def expected(frame):
    number = lambda cell: cell[0] * LEVEL.n + cell[1]  # noqa: E731
    marks = frame.view.marks
    stand = set(frame.view.queens)
    return (
        frame.work, frame.status, dict(frame.counters), stand, set(marks.eliminated) - stand,
        None if marks.hand is None else number(marks.hand),
        sorted(map(number, marks.wrong)), sorted(map(number, marks.framed)),
    )  # fmt: skip


@pytest.mark.parametrize("method", queens.METHODS)
def test_frames_equal_those_of_python_in_order_and_from_any_start(method):
    every = {"pso": 1000, "permutation": 1000, "permutation-skip": 100}.get(method, 9)
    lane = {"method": method, "seed": 3, "every": every}
    forwards = frames_of([lane], frames=20)
    there = list(zip(queens.frames(LEVEL, method=method, seed=3, every=every), range(20)))  # noqa: B905
    assert [seen(frame) for frame in forwards] == [expected(frame) for frame, _ in there]
    k = len(forwards) // 2
    again = frames_of([{**lane, "from": k * every, "rate": 0}], frames=2)
    assert [seen(frame) for frame in again] == [seen(frame) for frame in forwards[k : k + 2]]


def test_a_stream_begins_with_the_work_per_frame_and_ends_with_a_sentence():
    (_, begin), *frames, (_, done) = stream([{"method": "mac", "options": {"order": "mrv"}}])
    assert begin["lanes"][0].items() >= {"method": "mac", "unit": "revision", "every": 1}.items()
    assert begin["lanes"][0]["rate"] > 0
    assert [name for name, _ in frames] == ["frame"] * len(frames)
    last = frames[-1][1]
    assert last["status"] == done["status"] == "solved"
    assert last["path"] is not None
    assert last["depth"] == LEVEL.n
    assert done["reason"] is None
    assert done["complete"]
    assert done["ms"] == pytest.approx(done["work"] * begin["lanes"][0]["rate"])
    assert done["sentence"].startswith("Solved: ")


def test_a_short_search_gets_about_400_frames_of_a_round_amount_of_work():
    events = stream([{"method": "permutation"}])
    every = events[0][1]["lanes"][0]["every"]
    assert int(str(every).rstrip("0")) in (1, 2, 5)
    assert 100 < sum(name == "frame" for name, _ in events) < 402


def test_frames_of_local_searches_have_a_fitness_and_no_path():
    frames = frames_of([{"method": "pso", "every": 50, "seed": 1}], frames=6)
    assert frames[0]["fitness"] is None  # before the first evaluation
    assert all(frame["fitness"] >= 0 for frame in frames[2:])
    assert all(frame["path"] is frame["depth"] is None for frame in frames)


def test_the_lanes_of_a_race_share_one_clock():
    lanes = [
        {"method": method, "every": 1, "growth": 5}
        for method in ("permutation", "pso", "mac", "backtracking")
    ]
    events = stream(lanes)
    done = [data for name, data in events if name == "done"]
    assert sorted(data["lane"] for data in done) == [0, 1, 2, 3]
    assert {data["lane"]: data["status"] for data in done} == {
        0: "solved", 1: "stopped", 2: "solved", 3: "solved",
    }  # fmt: skip
    # The lane whose end is sent first may be second: the slower lane sends the next frame.
    ahead = {data["lane"]: data["ms"] for data in done}
    assert all(
        x["ms"] <= ahead[x["lane"]] for name, x in events if name == "frame" and x["lane"] in ahead
    )
    for lane in range(4):
        works = [x["work"] for name, x in events if name == "frame" and x["lane"] == lane]
        assert works == sorted(works)
        assert works[:4] == [0, 1, 2, 3]
        assert len(works) < 400


def test_one_measurement_is_the_clock_and_the_table_of_a_race():
    lanes = [{"method": x, "every": 1, "growth": 5} for x in ("mac", "bitboard", "pso")]
    events = stream(lanes, measure=True)
    done = {data["lane"]: data for name, data in events if name == "done"}
    for lane, end in done.items():
        row, last = end["row"], [x for n, x in events if n == "frame" and x["lane"] == lane][-1]
        assert end["ms"] == last["ms"] == row["best"] <= row["ms"]
        assert row["counters"] == end["counters"] == last["counters"]
        assert row["timings"] > 1
        own = queens.solve(LEVEL, method=row["method"], seed=0).stats.counters
        assert row["counters"] == own
    assert "expected searches for one" in refusal(
        "/api/watch", {"board": CODE, "lanes": [{"all": True}], "measure": True}
    )


def test_a_long_lane_is_timed_once_by_the_clock_of_the_race(monkeypatch):
    monkeypatch.setitem(answers.LIMITS, "solve", 0.3)
    *_, (_, done) = stream([{"method": "mac"}], board=LONG["board"], measure=True)
    row = done["row"]
    assert row["status"] == "stopped"
    assert (row["timings"], row["best"], row["ms"]) == (1, done["ms"], done["ms"])
    assert row["spread"] == pytest.approx(0.1 * done["ms"])


def test_the_unit_of_each_method_is_the_name_of_a_counter():
    for name, method in queens.METHODS.items():
        assert f"{method.unit}s" in queens.solve(LEVEL, method=name).stats.counters, name


def test_a_search_can_visit_all_solutions():
    board = "5x1.AABBBACCBDECCDDEECDDEEEED"
    lane = {"method": "backtracking", "every": 1, "all": True}
    *_, (_, done) = stream([lane], board=board)
    assert done["found"] == queens.count(queens.Board.from_array(_regions(board)))


def _regions(code):
    cells = code.split(".")[1]
    n = int(code.split("x")[0])
    return np.array([ord(x) - ord("A") for x in cells], np.uint8).reshape(n, n)


# Limits.


def test_a_lane_stopped_by_its_limit_reports_its_work(monkeypatch):
    *_, (_, done) = stream([{"method": "permutation", "node_limit": 100}])
    assert (done["status"], done["reason"], done["work"]) == ("stopped", "nodes", 100)
    assert done["sentence"].startswith("Stopped by the node limit: 100 permutations")
    *_, (_, done) = stream([{"method": "pso", "options": {"iterations": 20}, "seed": 1}])
    assert (done["status"], done["reason"], done["complete"]) == ("stopped", "iterations", False)
    monkeypatch.setitem(answers.LIMITS, "solve", 0.4)
    lanes = [{"method": "bitboard"}, {"method": "mac"}]
    done = [data for name, data in stream(lanes, board=LONG["board"]) if name == "done"]
    assert [(x["status"], x["reason"]) for x in done] == [("stopped", "time")] * 2
    assert all(x["ms"] > 150 for x in done)  # each lane has half of the time limit


def test_a_lane_ends_after_the_requested_number_of_frames():
    events = stream([{"method": "permutation", "every": 10}], frames=7)
    assert sum(name == "frame" for name, _ in events) == 7
    assert events[-1][1]["reason"] == "frames"
    assert events[-1][1]["sentence"] is None
    assert events[-2][1]["work"] == 60


def test_the_lanes_share_the_memory():
    lanes = [{"method": "backtracking-memo", "options": {"max_bytes": 1 << 40}}] * 2
    assert [x["status"] for name, x in stream(lanes) if name == "done"] == ["solved"] * 2
    assert answers.method_options("backtracking-memo", None, 4) == {"max_bytes": 1 << 27}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"lanes": None}, "Lanes is null, expected a list of 1 to 4 items."),
        ({"lanes": []}, "Lanes is [], expected a list of 1 to 4"),
        ({"lanes": [{}] * 5}, "Lanes is [{}, {}, {}, {}, {}], expected a list of 1 to 4"),
        ({"lanes": [3]}, "expected an object"),
        ({"lanes": [{"speed": 1}]}, "Found the key 'speed'"),
        ({"lanes": [{"method": "mcts"}]}, "mcts"),
        ({"lanes": [{"method": "mac", "options": {"order": "mvr"}}]}, "did you mean 'mrv'?"),
        ({"lanes": [{"options": {"start": 3}}]}, "among the options"),
        ({"lanes": [{"options": [1]}]}, "options is [1], expected an object"),
        ({"lanes": [{"every": 0}]}, "every is 0"),
        ({"lanes": [{"from": -1}]}, "from is -1"),
        ({"lanes": [{"growth": 101}]}, "growth is 101"),
        ({"lanes": [{"rate": "x"}]}, "rate is 'x'"),
        ({"lanes": [{"seed": -1}]}, "-1"),
        ({"frames": 0}, "Frames is 0"),
        ({"time_limit": -1}, "Time_limit is -1"),
        ({"board": "4x1.AAAA"}, "cells"),
        ({"board": TWO, "lanes": [{"method": "mac"}]}, "star"),
    ],
)
def test_invalid_lanes_are_refused_before_the_stream(change, says):
    assert says in refusal("/api/watch", {"board": BOARD, "lanes": [{}], **change})


def test_a_third_stream_is_refused_and_threads_end_with_their_pages():
    async def ask():
        site = Site(searches=2)
        leave = [asyncio.Event(), asyncio.Event()]
        asked = {**LONG, "frames": 10**6}
        running = [asyncio.ensure_future(site.post("/api/watch", asked, x)) for x in leave]
        while not any(x.name == "fastqueens search" for x in threading.enumerate()):
            await asyncio.sleep(0.01)
        busy = await site.post("/api/compare", {"boards": [CODE], "lanes": [{}]})
        for event in leave:
            event.set()
        replies = await asyncio.gather(*running)
        after = await site.post("/api/watch", {"board": CODE, "lanes": [{}]})
        left = [x for x in threading.enumerate() if x.name == "fastqueens search" and x.is_alive()]
        return busy, replies, after, left

    busy, replies, after, left = wait_for(ask())
    assert busy.status == 429
    assert busy.json["error"] == (
        "Two searches are running: another page and another page. Stop one, or wait for it."
    )
    assert [reply.status for reply in replies] == [200, 200]
    assert not any(name == "done" for reply in replies for name, _ in reply.events)
    assert after.status == 200
    assert left == []


def test_a_fast_stream_notices_that_its_reader_disconnected(monkeypatch):
    async def at_once(*_):
        return ["event"]

    async def read():
        told = 0
        gone = partial(asyncio.sleep, 0)
        async for _ in SearchThreads(1).stream(lambda: iter(()), gone, every=1):
            told += 1
            if told == 100:
                break
        return told

    monkeypatch.setattr("fastqueens.web.search_threads._Channel.get", at_once)
    assert wait_for(read()) < 5


# ClientGone can be raised inside a callback of a weak reference, and there Python only reports it.
# The server then raises it again until the thread ends.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_abandoned_streams_leave_no_objects():
    async def watch_and_leave():
        site, objects = Site(searches=2), []
        asked = {"board": CODE, "lanes": [{"method": "permutation", "every": 1, "rate": 0}]}
        for k in range(12):
            leave = asyncio.Event()
            asyncio.get_running_loop().call_later(0.02, leave.set)
            await site.post("/api/watch", asked, leave)
            if k in (3, 11):
                gc.collect()
                objects.append(len(gc.get_objects()))
        names = [thread.name for thread in threading.enumerate() if thread.is_alive()]
        return objects, names

    objects, names = wait_for(watch_and_leave())
    assert objects[1] < objects[0] + 500
    assert "fastqueens search" not in names


# Pictures.


def test_one_frame_as_svg_and_several_as_gif():
    image = pytest.importorskip("PIL.Image")
    lane = {"method": "mac", "every": 10, "from": 50}
    reply = post("/api/film", {"board": CODE, "lanes": [lane], "format": "svg", "theme": "dark"})
    assert reply.headers["content-type"] == "image/svg+xml"
    assert reply.headers["content-disposition"] == 'attachment; filename="mac.svg"'
    assert reply.body.startswith(b"<svg ")
    asked = {"board": CODE, "lanes": [lane], "format": "gif", "frames": 5, "cell": 8, "delay": 200}
    picture = image.open(io.BytesIO(post("/api/film", asked).body))
    assert (picture.format, picture.n_frames) == ("GIF", 5)
    assert picture.info["duration"] == 200


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"lanes": [{}, {}]}, "expected a list of 1 item."),
        ({"format": "mp4"}, "Format is 'mp4'"),
        ({"frames": 201}, "Frames is 201"),
        ({"delay": 1}, "Delay is 1"),
        ({"cell": 200}, "Cell is 200"),
        ({"theme": "pink"}, "Theme is 'pink'"),
    ],
)
def test_invalid_pictures_are_refused(change, says):
    assert says in refusal("/api/film", {"board": BOARD, "lanes": [{}], **change})


def test_an_animation_of_too_many_pixels_is_refused(monkeypatch):
    pytest.importorskip("PIL.Image")
    monkeypatch.setattr(watch, "_MAX_PIXELS", 30000)
    asked = {"board": CODE, "lanes": [{"method": "permutation", "every": 1}]}
    assert "smaller cells" in refusal("/api/film", asked)


def test_an_animation_that_takes_too_long_is_refused_and_not_cut_short(monkeypatch):
    pytest.importorskip("PIL.Image")
    ticks = iter(range(0, 10**6, 7))  # seconds: each call of the clock is 7 s later
    monkeypatch.setattr(watch, "perf_counter", lambda: next(ticks))
    asked = {"board": CODE, "lanes": [{"method": "mac"}], "frames": 5}
    assert "takes more than 10 s to draw" in refusal("/api/film", asked)


# Tables.


def test_compare_streams_rows():
    lanes = [{"method": "mac", "options": {"order": "mrv"}}, {"method": "pso", "seed": 2}]
    boards = {"boards": [CODE, BOARD], "names": ["level", "four"]}
    events = post("/api/compare", {**boards, "lanes": lanes}).events
    rows = [data for name, data in events if name == "row"]
    assert [(x["board"], x["n"], x["lane"], x["label"]) for x in rows] == [
        ("level", 8, 0, "mac order=mrv"), ("level", 8, 1, "pso"),
        ("four", 4, 0, "mac order=mrv"), ("four", 4, 1, "pso"),
    ]  # fmt: skip
    own = queens.solve(LEVEL, method="mac", order="mrv")
    assert rows[0]["counters"] == own.stats.counters
    assert rows[0]["status"] == "solved"
    assert 0 < rows[0]["best"] <= rows[0]["ms"]
    assert all(x["spread"] >= 0 for x in rows)
    assert events[-1] == ("done", {"rows": 4, "reason": None})


def test_a_comparison_ends_at_its_time_limit(monkeypatch):
    monkeypatch.setitem(answers.LIMITS, "solve", 0.1)
    asked = {"boards": [LONG["board"]], "lanes": [{"method": "mac"}, {"method": "bitboard"}]}
    events = post("/api/compare", asked).events
    assert [name for name, _ in events] == ["row", "done"]
    assert events[0][1]["status"] == "stopped"
    assert events[1][1]["reason"] == "time"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"boards": CODE}, "expected a list of 1 to 12"),
        ({"boards": [CODE] * 13}, "expected a list of 1 to 12"),
        ({"names": ["a", "b"]}, "Names is not a list"),
        ({"lanes": [{"method": "mcts"}]}, "mcts"),
        ({"lanes": [{"every": 3}]}, "Found the key 'every'"),
        ({"lanes": [{"method": "mac", "options": {"order": 3}}]}, "order is 3"),
        ({"time_limit": "x"}, "Time_limit is 'x'"),
    ],
)
def test_invalid_comparisons_are_refused(change, says):
    told = refusal("/api/compare", {"boards": [CODE], "lanes": [{}], **change})
    assert says.lower() in told.lower()


PATHS = ["/api/watch", "/api/film", "/api/compare"]
KEYS = sorted({key for path in PATHS for key in keys_of(path)})
LANE_KEYS = ["method", "seed", "options", "every", "growth", "from", "rate", "all", "x"]
PLAIN = st.none() | st.booleans() | st.integers(-2, 70) | st.floats(-1, 9) | st.text(max_size=9)
LIKELY = st.sampled_from([BOARD, [BOARD], NINE, "svg", "mac", {"order": "mrv"}, [[]], 10**30])
VALUES = PLAIN | LIKELY
LANES = st.lists(st.dictionaries(st.sampled_from(LANE_KEYS), VALUES, max_size=3), max_size=3)


@settings(max_examples=40)
@given(
    st.sampled_from(PATHS),
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=3),
    LANES | VALUES,
)
def test_random_requests_are_answered_or_refused_with_a_sentence(path, asked, lanes):
    wanted = keys_of(path)
    fixed = {"lanes": lanes, "frames": 2, "time_limit": 0.01, "format": "svg"}
    asked = {"board": BOARD, "boards": [BOARD]} | fixed | asked
    reply = post(path, {key: value for key, value in asked.items() if key in wanted})
    assert reply.status in (200, 422), reply.body
    assert b"bug" not in reply.body
    if reply.status == 422:
        assert reply.json["error"].endswith((".", "?", "!"))


def test_the_solution_of_a_frame_is_valid():
    *_, frame = frames_of([{"method": "bitboard"}])
    stand, _ = decode_state(LEVEL.n, frame["cells"])
    assert queens.violations(LEVEL, stand).complete
    assert answer("/api/solve", {"board": CODE})["queens"] == [list(x) for x in sorted(stand)]


@pytest.mark.parametrize("method", ["permutation", "mac", "bitboard", "min-conflicts", "pso"])
def test_a_lesson_has_sentences_and_pseudocode(method):
    events = stream([{"method": method, "lesson": True, "every": 1, "rate": 0}], frames=20)
    lines = events[0][1]["lanes"][0]["pseudocode"]
    wanted = queens.frames(LEVEL, method=method, lesson=True)
    for (_, frame), expect in zip(events[1:-1], wanted, strict=False):
        assert frame["sentence"] == expect.event.sentence
        assert frame["lines"] == list(expect.event.lines)
        assert all(0 <= k < len(lines) for k in frame["lines"])


def test_other_searches_have_no_sentences():
    events = stream([{"method": "mac"}], frames=2)
    assert events[0][1]["lanes"][0]["pseudocode"] is None
    assert {frame["sentence"] for name, frame in events if name == "frame"} == {None}


@pytest.mark.parametrize("all_", [False, True])
@pytest.mark.parametrize("method", watch.TREE_METHODS)
@pytest.mark.parametrize("options", [{}, {"order": "mrv", "values": "lcv"}])
def test_the_tree_of_a_lesson_has_the_queens_of_every_frame(method, options, all_):
    board = {"board": BOARD} if all_ else {"board": CODE}
    asked = {"method": method, "options": options, "all": all_}
    tree = answer("/api/watch/tree", {**board, **asked})
    assert tree["complete"]
    n = 4 if all_ else 8
    for frame in frames_of([{**asked, "every": 1, "rate": 0}], **board):
        if frame["status"] != "running":
            continue
        work = frame["work"]
        path = {
            label
            for label, born, left in zip(tree["labels"], tree["born"], tree["left"], strict=True)
            if born <= work and not 0 <= left <= work and label != "start"
        }
        assert path == {f"{'abcdefgh'[x % n]}{x // n + 1}" for x in frame["path"]}, work


def test_methods_without_a_tree_are_refused():
    assert "A tree needs one of" in refusal("/api/watch/tree", {"board": CODE, "method": "pso"})
    asked = {"board": CODE, "method": "mac", "options": {"restarts": True}}
    assert "without restarts" in refusal("/api/watch/tree", asked)
