"""The answers and refusals of the routes of the page's server."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import ENDLESS, HOPELESS
from helpers.boards import FOUR, LOOSE, NINE, SIX
from helpers.web import OWN, Site, answer, get, keys_of, post, refusal, wait_for
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import InputError, queens
from fastqueens.canvas import palette as colours
from fastqueens.web import boards as parsing
from fastqueens.web import export_routes as exports
from fastqueens.web import queens_routes as answers
from fastqueens.web import static_files as files
from fastqueens.web.url_codec import encode

BOARD = "4x1.ABBBAABCDCCCDDDC"
SOLUTION = [[0, 2], [1, 0], [2, 3], [3, 1]]
THREE_OF_FOUR = "4x1.AAAAAAAABBBBCCCC"


def code(array):
    return encode(np.asarray(array))


# GET routes.


def test_info_has_the_tables_of_methods_and_rules():
    told = get("/api/info").json
    assert told["name"] == "fastqueens"
    methods = {(x["family"], x["method"]): x for x in told["methods"]}
    mac = methods["queens", "mac"]
    order = next(x for x in mac["settings"] if x["name"] == "order")
    assert order["kind"] == "choice"
    assert "mrv" in order["choices"]
    assert methods["queens", "bitboard"]["default"]
    assert {x["family"] for x in told["methods"]} == {
        "queens", "nqueens", "packing", "sliding", "cover",
    }  # fmt: skip
    assert [x["name"] for x in told["rules"]][:2] == ["queen", "single"]
    assert told["limits"]["rows"] == 64


def test_the_levels_by_size_and_by_name():
    sizes = get("/api/levels").json["sizes"]
    assert {(x["n"], x["count"]) for x in sizes if x["stars"] == 1} >= {(7, 50), (8, 130)}
    assert [x["n"] for x in sizes if x["challenge"]] == [20, 30]
    listed = get("/api/levels?n=8").json["levels"]
    level = queens.levels(8)[16]
    assert listed[16] == {
        "name": "8-017",
        "tier": level.difficulty,
        "score": level.score,
        "code": code(level.board.regions),
    }
    found = get("/api/levels?name=8-017").json
    assert (found["level"], found["previous"], found["next"]) == (listed[16], "8-016", "8-018")
    assert get("/api/levels?name=7-001").json["previous"] is None
    assert get("/api/levels?name=7-050").json["next"] is None
    for size in sizes:
        found = get(f"/api/levels?n={size['n']}&stars={size['stars']}").json["levels"]
        assert len(found) == size["count"] == sum(size["tiers"].values())


@pytest.mark.parametrize("query", ["n=12", "n=x", "n=-1", "n=8&stars=9", "stars=7", "n=99999"])
def test_a_size_without_levels_is_refused(query):
    assert get(f"/api/levels?{query}").status == 422


def test_the_error_of_an_unknown_level_names_the_nearest_level():
    reply = get("/api/levels?name=8-999")
    assert reply.status == 404
    assert reply.json["nearest"].startswith("8-")


def test_daily_boards_are_reproducible_and_get_harder_through_the_week():
    days = [get(f"/api/daily?date=2026-11-{day}").json for day in range(16, 23)]
    assert days[0] == get("/api/daily?date=2026-11-16").json
    assert [x["tier"] for x in days] == ["easy"] * 2 + ["medium"] * 2 + ["hard"] * 2 + ["expert"]
    assert len({x["code"] for x in days}) == 7
    for day in ("", "2026-13-01", "20261122", "2026-W01-1", "x" * 100):
        assert get(f"/api/daily?date={day}").status == 422


@pytest.mark.parametrize("address", ["/api/levels?n=7", "/static/palette.json", "/api/info"])
def test_unchanged_content_is_not_sent_again(address):
    first = get(address)
    again = get(address, **{"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert "content-security-policy" in again.headers


def test_content_is_compressed_for_browsers_that_accept_gzip():
    for address in ("/", "/static/first.js", "/static/app.css", "/api/levels?n=8"):
        plain, packed = get(address), get(address, **{"accept-encoding": "br, gzip;q=0.5"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert len(packed.body) == int(packed.headers["content-length"]) < 0.6 * len(plain.body)
        # The ETag is weak, because the compressed and the plain form share it.
        assert packed.headers["etag"] == plain.headers["etag"]
        assert packed.headers["etag"].startswith('W/"')
        assert packed.headers["vary"] == "Accept-Encoding"
        again = {"accept-encoding": "gzip", "if-none-match": f'{packed.headers["etag"]}, "x"'}
        assert get(address, **again).status == 304


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("", False),
        ("br", False),
        ("identity", False),
        ("gzip", True),
        ("deflate, gzip;q=0.5", True),
    ],
)
def test_a_browser_names_the_encodings_that_it_accepts(accepted, packed):
    reply = get("/static/app.css", **{"accept-encoding": accepted})
    assert ("content-encoding" in reply.headers) is packed


def test_small_answers_and_streams_are_not_compressed():
    wants = {"accept-encoding": "gzip"}
    small = get("/api/daily?date=2026-11-16", **wants)
    assert "content-encoding" not in small.headers
    asked = json.dumps({"n": 6, "count": 2, "seed": 1}).encode()
    headers = OWN | wants | {"content-type": "application/json"}
    stream = wait_for(Site().ask("POST", "/api/generate", [asked], headers))
    assert "content-encoding" not in stream.headers
    assert stream.events[-1][0] == "done"


def test_page_and_pictures_have_the_same_palette():
    fills = get("/static/palette.json").json["themes"]["light"]["fills"]
    assert fills == colours.palette(12)


def test_the_link_header_names_the_first_modules():
    reply = get("/")
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert b'<script type="module" async src="static/preload.js">' in reply.body
    links = reply.headers["link"].split(", ")
    assert "</static/preload.js>; rel=modulepreload" in links
    assert "</static/frame.js>; rel=modulepreload" in links
    assert len(set(links)) == len(links)
    for link in links:
        assert get(link[1:].partition(">")[0]).status == 200


def test_modules_have_the_media_type_of_scripts():
    assert get("/static/board/codec.js").headers["content-type"].startswith("text/javascript")


def test_code_is_sent_without_comments_and_empty_lines():
    static = Path(files.__file__).parent / "static"
    for path in [*static.rglob("*.js"), *static.rglob("*.css")]:
        kept, inside = [], False
        for line in path.read_text().split("\n"):
            bare = line.strip()
            begins = bare.startswith("/*") and "*/" not in bare
            comment = inside or begins or bare.startswith("//")
            comment |= bare.startswith("/*") and bare.endswith("*/") and bare.count("*/") == 1
            inside = (inside or begins) and "*/" not in bare
            bare = re.sub(r"/\*\* @type .*?\*/ ?|\s+// [^\"'`]*$", "", bare)
            if bare and not comment:
                kept.append(bare)
            # Only style sheets may be strings of several lines: their indentation gets lost.
            if path.suffix == ".js" and bare.count("`") % 2:
                assert (
                    bare.endswith("replaceSync(`") or bare == "`);" or "}" in bare or "${" in bare
                )
        sent = files._content(path.relative_to(static).as_posix())[
            0
        ].decode()  # before modules are joined
        assert [line.rstrip() for line in sent.rstrip().split("\n")] == kept, path.name


def test_all_texts_icons_and_exports_of_the_page_are_used():
    """Unused texts, icons and exported names would only make the page heavier."""
    static = Path(files.__file__).parent / "static"
    code = {path: path.read_text() for path in static.rglob("*.js")}
    pictures = re.findall(r'id="(\w+)"', (static / "icons.svg").read_text())
    everything = "\n".join(code.values()) + (static / "index.html").read_text()
    idle = [x for x in pictures if not re.search(rf"[\"'#]{x}[\"']", everything)]
    for path, text in code.items():
        others = "\n".join(x for p, x in code.items() if p != path)
        for name in re.findall(r"^export (?:async )?(?:function\*?|const|class) (\w+)", text, re.M):
            users = others if text.count(name) == 1 else text + others
            if not re.search(rf"\b{name}\b", users):
                idle.append(f"{path.name}: {name}")
        own = path.stem.endswith("_texts")
        if not own and path.name != "strings.js":
            continue
        # Modules use a text as LETTER.name, where LETTER is the imported name of the text file.
        users = [x for x in code.values() if f"/{path.name}" in x or (not own and "_texts" in x)]
        used = set(re.findall(r"\b[A-Z]\??\.(\w+)", "\n".join(users)))
        texts = text[re.search(r"^export const [A-Z] = ", text, re.M).end() :]
        idle += [
            f"{path.name}: {x}" for x in re.findall(r"^  (\w+):", texts, re.M) if x not in used
        ]
    assert idle == []


# Reading boards.


@pytest.mark.parametrize(
    "text",
    [FOUR, json.dumps({"regions": FOUR.split()}), "R B B B\nR R B Y\nG Y Y Y\nG G G Y",
     queens.Board.from_text(FOUR).to_json([], cells=True)],
)  # fmt: skip
def test_parse_reads_every_form(text):
    (board,) = answer("/api/parse", {"text": text})["boards"]
    assert board["code"] == BOARD
    assert board["letters"] == ["R", "B", "Y", "G"]
    assert board["regions"] == FOUR.split()
    assert board["problem"] is None


@pytest.mark.parametrize("text", [BOARD, f"http://localhost:8737/#/play/{BOARD}"])
def test_parse_reads_links(text):
    told = answer("/api/parse", {"text": text})
    assert told["boards"][0]["code"] == BOARD
    assert told["state"] is None
    assert answer("/api/parse", {"text": f"{text}~CAAAAQ"})["state"] == "CAAAAQ"
    assert "damaged" in refusal("/api/parse", {"text": f"{text}~C"})


def test_parse_reads_links_to_levels():
    link = "http://localhost:8737/#/play/8-017"
    level = queens.levels(8)[16]
    assert answer("/api/parse", {"text": link})["boards"][0]["code"] == code(level.board.regions)
    assert "9-999" in refusal("/api/parse", {"text": "#/play/9-999"})


EXPORTED = (
    "sbn",
    "webtask",
    "penpa",
    "puzzlink",
    "colorregions",
    "colorgrid",
    "celllists",
    "matrix",
)


def test_parse_reads_the_formats_of_other_programs():
    lines = ["551W056Ag_Y", "551W056Ag_Y"]
    told = answer("/api/parse", {"text": "\n".join(lines)})
    assert [(x["n"], x["stars"], x["format"]) for x in told["boards"]] == [(5, 1, "sbn")] * 2
    nine = {"regions": NINE.split()[:9]}
    for format in (*EXPORTED, "npy"):
        written = exported(format=format, board=nine).body
        asked = {"image": base64.b64encode(written).decode()}
        if format != "npy":
            asked = {"text": written.decode()}
        (found,) = answer("/api/parse", asked)["boards"]
        assert found["code"] == answer("/api/parse", {"text": NINE})["boards"][0]["code"]


def test_parse_reads_a_saved_page():
    cells = "".join(f"<i style='background:#{k}'></i>" for k in "".join(NINE.split()[:9]).encode())
    told = answer("/api/parse", {"text": f"<div>{cells}</div>".replace("#", "#0")})
    assert [x["format"] for x in told["boards"]] == ["html"]
    assert told["boards"][0]["code"] == answer("/api/parse", {"text": NINE})["boards"][0]["code"]


def test_parse_returns_the_position_in_a_file():
    board = queens.Board.from_text(FOUR).with_position([(0, 2)], [(3, 3)])
    told = answer("/api/parse", {"text": board.to_json()})
    assert told["state"] == "CAAAAQ"
    assert (told["boards"][0]["placements"], told["boards"][0]["eliminated"]) == (
        [[[0, 2]]],
        [[3, 3]],
    )


def test_parse_returns_the_solution_in_a_file():
    text = queens.Board.from_text(FOUR).to_text([2, 0, 3, 1])
    (board,) = answer("/api/parse", {"text": text})["boards"]
    assert board["placements"] == [SOLUTION]
    assert answer("/api/parse", {"text": text})["state"] is None


def test_the_board_of_an_answer_can_be_sent_back():
    text = "1 2 2 2\n1 1 2 3\n4 3 3 3\n4 4 4 3\n\nlabel 1: sea\nlabel 2: sand"
    (board,) = answer("/api/parse", {"text": text})["boards"]
    assert board["names"] == ["sea", "sand", "3", "4"]
    told = answer("/api/hint", {"board": board, "queens": [[0, 2]]})
    assert told["sentence"] == "Region sea has only one cell left: its queen goes on a2."


def test_a_parse_error_has_line_and_column():
    reply = post("/api/parse", {"text": "RBB\nRB\nYYY"})
    assert reply.status == 422
    assert reply.json == {
        "error": "Line 2, column 3: found a row of 2 cells, expected 3.",
        "line": 2,
        "column": 3,
    }


@pytest.mark.parametrize("text", ["", "   \n", "\x00", "[{", '{"regions": []}', "A" * 65, "\ud800"])
def test_text_without_a_board_is_refused_with_a_sentence(text):
    reply = post("/api/parse", {"text": text})
    assert reply.status == 422
    assert len(reply.json["error"]) > 20


def test_an_unplayable_board_is_returned_with_its_problem():
    (board,) = answer("/api/parse", {"text": "AAA\nAAA\nBBB"})["boards"]
    assert "2 regions on a board of 3 rows" in board["problem"]
    assert "allow_empty_regions" not in board
    assert "--" not in board["problem"]
    loose = answer("/api/parse", {"text": "AAA\nAAA\nBBB", "allow_empty_regions": True})["boards"][
        0
    ]
    assert loose["problem"] is None
    assert loose["allow_empty_regions"] is True
    small = answer("/api/parse", {"text": "AB\nAB", "stars": 2})["boards"][0]
    assert (small["stars"], small["code"]) == (2, "2x2.ABAB")
    assert "expected 8 or more for 2 stars" in small["problem"]


def test_the_readable_boards_of_a_file_are_returned():
    lines = ['{"regions": ["AB", "AB"]}', '{"regions": ["AB"]}', '{"regions": ["A"]}']
    told = answer("/api/parse", {"text": "\n".join(lines)})
    assert [x["n"] for x in told["boards"]] == [2, 1]
    assert [x["number"] for x in told["refused"]] == [2]
    assert told["more"] == 0
    many = answer("/api/parse", {"text": "\n".join(lines[2:] * 503)})
    assert (len(many["boards"]), many["more"]) == (500, 3)


def test_parse_reads_one_picture_at_a_time(monkeypatch):
    running, most, lock = 0, 0, threading.Lock()

    def detect_boards(data, stars=None):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1
        raise InputError("found no board")

    monkeypatch.setattr(parsing, "detect_boards", detect_boards)
    request = {"image": base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()}
    threads = [threading.Thread(target=refusal, args=("/api/parse", request)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_parse_takes_either_text_or_an_image():
    assert "neither" in refusal("/api/parse", {})
    assert "expected one" in refusal("/api/parse", {"text": "A", "image": "QQ=="})
    assert "base64" in refusal("/api/parse", {"image": "%%%"})
    assert refusal("/api/parse", {"image": base64.b64encode(b"no picture").decode()})
    assert refusal("/api/parse", {"text": 5})
    assert refusal("/api/parse", {"text": "A", "stars": 17})


# Positions.


def test_the_hint_route_returns_the_hint_of_the_engine():
    asked = {"board": BOARD, "queens": [[0, 3]], "skip": 2}
    told = answer("/api/hint", asked)
    board = queens.Board.from_text(FOUR.translate(str.maketrans("RBYG", "ABCD")))
    found = queens.hint(board, [(0, 3)], skip=2)
    assert told == json.loads(json.dumps(found.as_dict())) | {"stopped": None}
    assert (told["wrong"], told["correct_cell"]) == ([0, 3], [0, 2])
    told = answer("/api/hint", {"board": BOARD, "until": "queen"})
    assert told["steps"] == [step.as_dict() for step in queens.hint(board, until="queen").steps]
    assert answer("/api/hint", asked | {"show_solution": True})["solution"] == SOLUTION
    assert answer("/api/hint", {"board": BOARD, "queens": SOLUTION})["kind"] == "solved"


def test_check_counts_the_same_mistakes_as_hints():
    told = answer(
        "/api/check", {"board": BOARD, "queens": [[0, 3], [1, 0]], "eliminated": [[2, 3]]}
    )
    assert (told["queens"], told["eliminated"]) == ([[0, 3]], [[2, 3]])
    assert told["sentence"] == "2 mistakes."
    told = answer("/api/check", {"board": BOARD, "queens": [[1, 0]], "eliminated": [[0, 0]]})
    assert (told["count"], told["sentence"], told["complete"]) == (0, "No mistakes so far.", False)
    assert answer("/api/check", {"board": BOARD, "queens": SOLUTION})["complete"]


def test_check_of_boards_with_several_solutions_and_with_none():
    loose = code([[ord(x) - 65 for x in row] for row in LOOSE.split()])
    told = answer("/api/check", {"board": loose, "queens": [[0, 0]]})
    assert (told["multiple_solutions"], told["count"]) == (True, 0)
    none = answer("/api/check", {"board": {"regions": SIX.split()}, "queens": [[0, 0]]})
    assert (none["unsolvable"], none["count"], none["complete"]) == (True, 0, False)
    assert none["sentence"] == "This board has no solution."


def test_explain_and_rate_use_the_same_rules():
    told = answer("/api/explain", {"board": BOARD})
    rating = answer("/api/rate", {"board": BOARD})
    assert {key: told[key] for key in rating} == rating
    assert rating["tier"] == "medium"
    assert [x["rule"] for x in told["steps"]][:2] == ["attacked", "attacked"]
    stuck = answer("/api/rate", {"board": BOARD, "max_rule": "single"})
    assert (stuck["outcome"], stuck["limit"]) == ("stuck", "no harder rules were allowed")
    assert "did you mean" in refusal("/api/rate", {"board": BOARD, "max_rule": "singl"})
    rest = answer("/api/explain", {"board": BOARD, "queens": SOLUTION[:3]})
    assert len(rest["steps"]) < len(told["steps"])


@pytest.mark.parametrize("path", ["hint", "check", "explain", "rate"])
def test_a_request_at_its_time_limit_answers_stopped(path, monkeypatch):
    monkeypatch.setattr(answers, "LIMITS", dict(answers.LIMITS) | {"position": 0})
    board = code(HOPELESS) if path in ("hint", "check") else code(ENDLESS)
    told = answer(f"/api/{path}", {"board": board})
    assert told["stopped"] == "time"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"queens": [[4, 0]]}, "Found a queen at row 4, column 0, off the board"),
        ({"queens": [[0, -1]]}, "Queens[0] is [0, -1], expected a [row, column]"),
        ({"queens": [[0]]}, "expected a [row, column]"),
        ({"queens": [[0, True]]}, "expected a [row, column]"),
        ({"queens": "a1"}, "Queens is 'a1', expected a list"),
        ({"eliminated": [[0, 0.5]]}, "Eliminated[0] is [0, 0.5]"),
        ({"show_solution": "no"}, "Show_solution is 'no', expected true or false"),
        ({"allow_empty_regions": 1}, "Allow_empty_regions is 1"),
        ({"board": None}, "Board is null"),
        ({"board": "4x1.A"}, "expected 16"),
        ({"board": {"regions": ["AB", "A"]}}, "found a row of 1 cell"),
        ({"board": {}}, "regions"),
        ({"board": THREE_OF_FOUR}, "Found 3 regions on a board of 4 rows"),
        ({"board": "2x2.ABAB"}, "8 or more for 2 stars"),
        ({"board": {"regions": [[str(k)] * 65 for k in range(65)]}}, "64"),
    ],
)
def test_invalid_positions_are_refused_with_a_sentence(change, says):
    assert says in refusal("/api/hint", {"board": BOARD} | change)


def test_allow_empty_regions_permits_any_number_of_regions():
    five = "4x1.AABBAABBCCDDCCDE"
    assert "Found 5 regions" in refusal("/api/hint", {"board": five})
    assert answer("/api/hint", {"board": five, "allow_empty_regions": True})["kind"]
    board = answer("/api/parse", {"text": five, "allow_empty_regions": True})["boards"][0]
    assert answer("/api/hint", {"board": board})["kind"]


# Analyses, which the editor requests after each change.


def test_analyse_of_one_solution():
    told = answer("/api/analyse", {"board": BOARD})
    assert told.pop("ms") >= 0
    assert told == {
        "solutions": 1,
        "examples": [SOLUTION],
        "differ": [],
        "rating": answer("/api/rate", {"board": BOARD}),
        "regions": 4,
        "expected": 4,
        "disconnected": [],
        "problem": None,
        "stopped": None,
    }


def test_analyse_of_several_solutions_has_the_cells_that_differ():
    loose = code([[ord(x) - 65 for x in row] for row in LOOSE.split()])
    told = answer("/api/analyse", {"board": loose})
    assert told["solutions"] == 2
    a, b = ({tuple(x) for x in cells} for cells in told["examples"])
    assert {tuple(x) for x in told["differ"]} == a ^ b != set()
    assert told["rating"] is None


def test_analyse_of_no_solution_and_of_an_unfinished_board():
    none = answer("/api/analyse", {"board": {"regions": SIX.split()}})
    assert (none["solutions"], none["examples"], none["problem"]) == (0, [], None)
    half = answer("/api/analyse", {"board": "4x1.AABAAAAACCCCBBBB"})
    assert (half["solutions"], half["regions"], half["expected"]) == (None, 3, 4)
    assert half["disconnected"] == [1]
    assert "found 3 regions" in half["problem"]
    stars = answer("/api/analyse", {"board": "4x2.AABAAAAACCCCBBBB"})
    assert "found 3 regions" in stars["problem"]


def test_analyse_stops_at_its_time_limit(monkeypatch):
    monkeypatch.setattr(answers, "LIMITS", dict(answers.LIMITS) | {"analyse": 0})
    told = answer("/api/analyse", {"board": code(HOPELESS)})
    assert (told["solutions"], told["stopped"]) == (None, "time")


# Solving.


@pytest.mark.parametrize("method", ["bitboard", "permutation", "mac", "min-conflicts"])
def test_solve_by_any_method(method):
    told = answer("/api/solve", {"board": BOARD, "method": method, "seed": "3"})
    result = queens.solve(queens.Board.from_text(FOUR), method=method, seed=3)
    assert (told["status"], told["queens"]) == ("solved", SOLUTION)
    assert told["counters"] == dict(result.stats.counters)
    assert told["sentence"].startswith("Solved: ")


def test_solve_takes_the_options_of_its_method():
    asked = {"board": BOARD, "method": "mac", "options": {"order": "mrv"}}
    assert answer("/api/solve", asked)["counters"]["steps"] == 4
    assert "did you mean 'mrv'" in refusal("/api/solve", asked | {"options": {"order": "mvr"}})
    assert "no option" in refusal("/api/solve", asked | {"options": {"odrer": "mrv"}})
    assert "Unknown method" in refusal("/api/solve", asked | {"method": "magic"})
    assert "among the options" in refusal("/api/solve", asked | {"options": {"seed": 1}})
    assert "Options is [1], expected an object" in refusal("/api/solve", asked | {"options": [1]})


def test_solve_reports_unsolvable_boards_and_reached_limits():
    none = answer("/api/solve", {"board": {"regions": SIX.split()}})
    assert (none["status"], none["queens"]) == ("unsolvable", None)
    assert none["sentence"].startswith("This board has no solution: ")
    told = answer("/api/solve", {"board": code(HOPELESS), "node_limit": 1000})
    assert (told["status"], told["reason"]) == ("stopped", "nodes")
    told = answer("/api/solve", {"board": code(HOPELESS), "time_limit": 0})
    assert (told["status"], told["reason"]) == ("stopped", "time")
    assert told["sentence"].startswith("Stopped by the time limit: ")
    local = {"board": code(HOPELESS), "method": "pso", "options": {"iterations": 1}}
    told = answer("/api/solve", local)
    assert (told["reason"], len(told["best"])) == ("iterations", 30)
    assert told["fitness"] > 0


def test_solve_limits_the_memory_of_a_search():
    asked = {"board": BOARD, "method": "backtracking-memo", "options": {"max_bytes": 2**60}}
    assert answer("/api/solve", asked)["status"] == "solved"


@pytest.mark.parametrize(
    "change",
    [{"seed": -1}, {"seed": 2**64}, {"seed": "9" * 20}, {"seed": "x"}, {"seed": 1.5},
     {"time_limit": -1}, {"time_limit": "1"}, {"node_limit": -1}, {"method": 3},
     {"node_limit": 2**63}],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(change):
    assert refusal("/api/solve", {"board": BOARD} | change)


# Generating boards.


def test_generate_streams_the_boards_of_the_python_api():
    reply = post("/api/generate", {"n": 6, "count": 40, "seed": 3, "tier": "medium"})
    assert reply.status == 200
    assert reply.headers["content-type"] == "text/event-stream; charset=utf-8"
    events = [event for event in reply.events if event[0]]
    assert events[0] == ("begin", {"seed": "3"})
    assert {name for name, _ in events[1:-1]} == {"boards"}
    name, done = events[-1]
    assert (name, done["status"], done["made"]) == ("done", "done", 40)
    made = [board for _, data in events[1:-1] for board in data["boards"]]
    expected = queens.generate(6, count=40, seed=3, difficulty="medium")
    assert {x["code"] for x in made} == {code(x.regions) for x in expected}
    assert {x["tier"] for x in made} == {"medium"}
    assert len({x["hash"] for x in made}) == 40
    assert made[0]["hash"] == queens.canonical_hash(expected[0])
    events = post("/api/generate", {"n": 7, "count": 5, "seed": 3, "pieces": 2}).events
    made = [board for _, data in events[1:-1] for board in data["boards"]]
    expected = queens.generate(7, count=5, seed=3, pieces=2)
    assert {x["code"] for x in made} == {code(x.regions) for x in expected}
    assert all(answer("/api/analyse", {"board": x["code"]})["disconnected"] for x in made)


def test_generate_of_rare_boards_stops_at_its_time_limit(monkeypatch):
    monkeypatch.setattr(answers, "LIMITS", dict(answers.LIMITS) | {"generate": 0})
    name, done = post("/api/generate", {"n": 30, "tier": "easy", "seed": 1}).events[-1]
    assert (name, done["status"], done["reason"]) == ("done", "stopped", "time")
    assert done["sentence"].startswith(f"{done['made']} of 20 boards in ")


def test_generate_ends_if_there_are_no_more_boards():
    name, done = post("/api/generate", {"n": 4, "tier": "hard"}).events[-1]
    assert (name, done["reason"], done["made"]) == ("done", "iterations", 0)


@pytest.mark.parametrize(
    "asked",
    [{"n": 3}, {"n": 65}, {"n": "8"}, {"n": 7, "stars": 2}, {"n": 8, "stars": 17},
     {"count": 0}, {"count": 501}, {"tier": "guess"}, {"tier": "hadr"}, {"region_style": "odd"},
     {"pieces": 0}, {"pieces": "2"}, {"pieces": 4097}, {"seed": "-1"}, {"size": 8}],
)  # fmt: skip
def test_generate_refuses_before_the_stream_begins(asked):
    assert refusal("/api/generate", asked)


# Files.


def exported(**asked):
    reply = post("/api/export", {"board": BOARD} | asked)
    assert reply.status == 200, reply.body
    return reply


def test_a_region_in_several_pieces_is_exported_whole_or_refused():
    (board,) = queens.generate(7, pieces=2, seed=14)
    asked = {"board": code(board.regions)}
    assert queens.Board.from_text(exported(**asked, format="txt").body.decode()) == board
    for format in ("json", "jsonl"):
        assert queens.Board.from_json(exported(**asked, format=format).body.decode()) == board
    for format, name in (("sbn", "SBN"), ("puzzlink", "puzz.link")):
        told = refusal("/api/export", {**asked, "format": format})
        assert told == f"Found a region in several pieces, which {name} cannot hold."


def test_exported_text_and_json_can_be_read_again():
    reply = exported(format="txt", queens=SOLUTION, name="level 8-017 / <x>")
    assert reply.headers["content-disposition"] == 'attachment; filename="level-8-017-x.txt"'
    board = queens.Board.from_text(reply.body.decode())
    assert board.placements[0].tolist() == [2, 0, 3, 1]
    reply = exported(format="json", queens=SOLUTION, name="...")
    assert reply.headers["content-disposition"] == 'attachment; filename="board.json"'
    assert queens.Board.from_json(reply.body.decode()) == board


def test_export_as_pictures():
    drawn = exported(format="svg", queens=SOLUTION, eliminated=[[0, 0]], wrong=[[0, 2]],
                     theme="dark", letters=True, patterns=True, axes=True)  # fmt: skip
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.body.decode().count('class="fq-queen') == 4
    Image = pytest.importorskip("PIL.Image")
    with Image.open(io.BytesIO(exported(format="png", cell=10).body)) as picture:
        assert max(picture.size) < 60
    with Image.open(io.BytesIO(exported(format="gif").body)) as moving:
        assert moving.n_frames == len(answer("/api/explain", {"board": BOARD})["steps"])


def test_export_of_several_boards():
    boards = [BOARD, {"regions": NINE.split()[:9]}]
    lines = post("/api/export", {"boards": boards, "format": "jsonl", "solutions": True}).body
    first, second = (queens.Board.from_json(x) for x in lines.decode().splitlines())
    assert (first.placements[0].tolist(), second.n) == ([2, 0, 3, 1], 9)
    text = post("/api/export", {"boards": boards, "format": "txt"}).body.decode()
    assert [x["n"] for x in answer("/api/parse", {"text": text})["boards"]] == [4, 9]
    sheet = post("/api/export", {"boards": boards, "format": "svg", "solutions": True}).body
    assert sheet.decode().count('class="fq-queen') == 13
    assert refusal("/api/export", {"boards": boards, "format": "gif"})
    captions = {"captions": ["easy", "hard"], "title": "Two boards", "per_page": 1}
    asked = {"boards": boards, "format": "pdf", "solutions": True} | captions
    book = post("/api/export", asked).body
    assert book.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", book)) == 2 + 1
    assert exported(format="pdf", queens=SOLUTION).body.startswith(b"%PDF-")
    for wrong in ({"per_page": 13}, {"captions": ["one"]}, {"paper": "A3"}):
        assert refusal("/api/export", asked | wrong)


@pytest.mark.parametrize(
    "asked",
    [{}, {"format": "doc"}, {"format": "svg", "cell": 4}, {"format": "svg", "cell": 1000},
     {"format": "svg", "theme": "pink"}, {"format": "svg", "letters": 1},
     {"format": "png", "board": code(ENDLESS), "cell": 256 + 18}, {"format": "svg", "boards": []},
     {"format": "svg", "boards": "x"}, {"format": "jsonl", "boards": [BOARD] * 501},
     {"format": "txt", "name": "x" * 81}, {"format": "txt", "queens": [[9, 9]]},
     {"format": "png", "boards": [code(ENDLESS)] * 200, "cell": 32}],
)  # fmt: skip
def test_export_refuses_unknown_formats_and_too_large_pictures(asked):
    assert refusal("/api/export", {"board": BOARD} | asked)


def test_a_file_larger_than_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(exports, "_MAX_FILE", 10)
    assert "8" in refusal("/api/export", {"board": BOARD, "format": "svg"})


# Random requests.

PATHS = ["parse", "hint", "check", "explain", "rate", "analyse", "solve", "generate", "export"]
KEYS = sorted({key for path in PATHS for key in keys_of(f"/api/{path}")} - {"time_limit"})
PLAIN = st.none() | st.booleans() | st.integers(-2, 70) | st.floats(-1, 9) | st.text(max_size=9)
LIKELY = st.sampled_from(
    [BOARD, THREE_OF_FOUR, {"regions": ["AB", "AB"]}, [[0, 1]], [BOARD], FOUR, "svg", "mac", "easy",
     {"order": "mrv"}, "QUJD", 10**30, "9" * 25, [[]], {"regions": [[]]}, "4x1.z", "\ud800"]
)  # fmt: skip
VALUES = LIKELY | st.recursive(
    PLAIN, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=5), x, max_size=3)
)


@settings(max_examples=100)
@given(st.sampled_from(PATHS), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4))
def test_random_requests_are_answered_or_refused_with_a_sentence(path, asked):
    fixed = {"generate": {"count": 1, "n": 5}, "solve": {"node_limit": 1000}}.get(path, {})
    wanted = keys_of(f"/api/{path}")
    asked = {
        key: value for key, value in ({"board": BOARD} | asked | fixed).items() if key in wanted
    }
    reply = post(f"/api/{path}", asked)
    assert reply.status in (200, 422)
    if reply.status == 422:
        sentence = reply.json["error"]
        assert sentence.endswith((".", "?", "!"))
        assert "Traceback" not in sentence
