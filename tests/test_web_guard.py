"""The requests that the server refuses, and the headers of all its answers."""

from __future__ import annotations

import asyncio
import json

import pytest
from helpers.web import OWN, PORT, Site, get, post, wait_for

from fastqueens.web import request_guard as guard
from fastqueens.web.request_guard import HEADERS, MAX_BODY, Guard

HINT = json.dumps({"board": "4x1.ABBBAABCDCCCDDDC"}).encode()
JSON = OWN | {"content-type": "application/json"}


def ask(method="POST", address="/api/hint", chunks=(HINT,), headers=JSON):
    return wait_for(Site().ask(method, address, chunks, headers))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_the_host_names_of_this_computer_are_accepted(host):
    assert ask(headers=JSON | {"host": f"{host}:{PORT}"}).status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", f"evil.example:{PORT}", "localhost", "localhost:80", "127.0.0.2:8737", "",
     f"localhost:{PORT}.evil.example", f"evil@localhost:{PORT}"],
)  # fmt: skip
@pytest.mark.parametrize("address", ["/", "/static/app.js", "/api/info"])
def test_another_host_is_refused(host, address):
    reply = ask("GET", address, (), {"host": host})
    assert reply.status == 421
    assert "localhost" in reply.json["error"]


def test_a_request_without_a_host_is_refused():
    assert ask("GET", "/api/info", (), {}).status == 421


OUR_ORIGIN = f"http://localhost:{PORT}".encode()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("host", [f"localhost:{PORT}".encode(), b"evil.example"]),
        ("origin", [OUR_ORIGIN, b"http://evil.example"]),
        ("origin", [b"http://evil.example", OUR_ORIGIN]),
        ("origin", [OUR_ORIGIN, OUR_ORIGIN]),
        ("sec-fetch-site", [b"cross-site", b"same-origin"]),
    ],
)
def test_a_header_that_is_sent_twice_is_refused(name, values):
    site = Site()

    async def twice():
        sent = []
        heads = [] if name == "host" else [(b"host", f"localhost:{PORT}".encode())]
        heads += [(name.encode(), value) for value in values]
        scope = {"type": "http", "method": "GET", "path": "/api/info", "headers": heads}

        async def send(message):
            sent.append(message)

        await site.app(scope, None, send)
        return sent[0]["status"]

    assert wait_for(twice()) == 400


@pytest.mark.parametrize("place", ["cross-site", "same-site", "none"])
def test_the_routes_refuse_other_sites(place):
    reply = ask(headers=JSON | {"sec-fetch-site": place})
    assert reply.status == 403
    assert ask("GET", "/api/info", (), OWN | {"sec-fetch-site": place}).status == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:1", "https://localhost:8737"]
)
def test_the_routes_refuse_other_origins(origin):
    """Browsers without Sec-Fetch-Site send the header Origin with a POST."""
    host = {"host": f"localhost:{PORT}", "content-type": "application/json"}
    assert ask(headers=host | {"origin": origin}).status == 403
    assert ask(headers=host | {"origin": f"http://localhost:{PORT}"}).status == 200


def test_other_sites_may_link_to_the_page():
    assert get("/static/palette.json", **{"sec-fetch-site": "cross-site"}).status == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_another_content_type_is_refused(kind):
    assert ask(headers=OWN | {"content-type": kind}).status == 415
    assert ask(headers=OWN).status == 415
    assert ask(headers=OWN | {"content-type": "Application/JSON; charset=utf-8"}).status == 200


@pytest.mark.parametrize(
    "chunks",
    [[b" " * (MAX_BODY + 1)], [b" " * 1000] * 70, [HINT, *[b" " * (MAX_BODY // 4)] * 4]],
)
def test_a_body_that_is_too_large_is_refused_while_it_is_read(chunks):
    reply = ask(chunks=chunks)
    assert reply.status == 413
    assert "64 KiB" in reply.json["error"]
    assert reply.headers["connection"] == "close"


@pytest.mark.parametrize("length", [str(MAX_BODY + 1), "9" * 30, "-1", "x"])
def test_a_body_with_a_too_large_content_length_is_not_read(length):
    assert ask(headers=JSON | {"content-length": length}).status == 413


def test_a_body_of_the_maximal_size_is_read():
    assert ask(chunks=[HINT + b" " * (MAX_BODY - len(HINT))]).status == 200


def test_files_may_be_larger_than_positions():
    large = json.dumps({"text": "A" + " " * MAX_BODY}).encode()
    assert ask(address="/api/parse", chunks=[large]).status == 200
    reply = ask(address="/api/parse", chunks=[b" " * (8 * 1024 * 1024 + 1)])
    assert reply.status == 413
    assert "8,192 KiB" in reply.json["error"]


def test_an_incomplete_body_is_refused_after_a_time_limit(monkeypatch):
    monkeypatch.setattr(guard, "_BODY_SECONDS", 0.01)

    async def slow():
        sent = []

        async def receive():
            await asyncio.sleep(60)

        async def send(message):
            sent.append(message)

        heads = [(k.encode(), v.encode()) for k, v in JSON.items()]
        scope = {"type": "http", "method": "POST", "path": "/api/hint", "headers": heads}
        await Site().app(scope, receive, send)
        return sent[0]["status"]

    assert wait_for(slow()) == 408


def test_a_browser_that_disconnects_during_its_body_is_not_answered():
    async def left():
        sent = []

        async def receive():
            return {"type": "http.disconnect"}

        heads = [(k.encode(), v.encode()) for k, v in JSON.items()]
        scope = {"type": "http", "method": "POST", "path": "/api/hint", "headers": heads}
        await Site().app(scope, receive, sent.append)
        return sent

    assert wait_for(left()) == []


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [("GET", "/static/palette.json", 200), ("GET", "/static/no.js", 404), ("GET", "/no", 404),
     ("GET", "/api/no", 404), ("POST", "/api/info", 405), ("GET", "/api/hint", 405),
     ("PUT", "/api/hint", 405), ("OPTIONS", "/api/hint", 405), ("GET", "/api/info", 200)],
)  # fmt: skip
def test_every_answer_has_the_security_headers_and_no_cors_headers(method, address, status):
    reply = ask(method, address, (), JSON)
    assert reply.status == status
    assert {name: reply.headers[name] for name in HEADERS} == HEADERS
    assert not [name for name in reply.headers if name.startswith("access-control")]
    assert "set-cookie" not in reply.headers
    if status >= 400:
        assert reply.json["error"].endswith(".")


def test_the_security_policy_allows_only_own_content():
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "require-trusted-types-for 'script'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "address",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fguard.py", "/static//etc/passwd",
     "/static/../../../../../../etc/passwd", "/static/..\\app.py"],
)  # fmt: skip
def test_no_path_leads_out_of_the_static_files(address):
    assert get(address).status == 404


def test_a_traceback_goes_to_the_terminal_and_not_to_the_browser(capsys):
    async def broken(scope, receive, send):
        raise RuntimeError("secret detail")

    async def run():
        sent = []

        async def send(message):
            sent.append(message)

        heads = [(b"host", f"localhost:{PORT}".encode())]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": heads}
        await Guard(broken, lambda: PORT)(scope, None, send)
        return sent

    head, body = wait_for(run())
    assert head["status"] == 500
    assert b"bug" in body["body"]
    assert b"secret" not in body["body"]
    assert b"Traceback" not in body["body"]
    assert "RuntimeError: secret detail" in capsys.readouterr().err


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"3", b"null", b'{"board": NaN}', b"\xff", b"[" * 60000,
     b'{"board": ' + b"1" * 5000 + b"}", b'{"bord": "1x1.A"}', b'{"board": {"board": {}}}'],
)  # fmt: skip
def test_invalid_bodies_are_refused_with_a_sentence(body):
    reply = ask(chunks=[body])
    assert reply.status == 422
    assert reply.json["error"][0].isupper()


def test_the_error_of_a_misspelt_key_names_the_nearest_key():
    reply = post("/api/hint", {"bord": "1x1.A"})
    assert "did you mean 'board'" in reply.json["error"]


@pytest.mark.parametrize(
    ("body", "line", "column", "says"),
    [
        (b'{"board":\n  "1x1.A",}', 2, 11, "trailing comma in object"),
        (b'{"board": NaN}', 1, 11, "invalid character"),
        (b'{"board"', None, None, "not JSON"),
    ],
)
def test_the_error_of_a_body_that_is_not_json_has_line_and_column(body, line, column, says):
    reply = ask(chunks=[body])
    assert (reply.json["line"], reply.json["column"]) == (line, column)
    assert says in reply.json["error"]


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("/api/hint", {}, "The request has no board."),
        ("/api/generate", {"n": None}, "N is null, expected a whole number from 1 to 64."),
        ("/api/generate", {"count": 2.5}, "Count is 2.5, expected a whole number from 1 to 500."),
        ("/api/generate", {"pieces": 0}, "Pieces is 0, expected a whole number from 1 to 4,096."),
        ("/api/hint", {"board": "1x1.A", "show_solution": 1},
         "Show_solution is 1, expected true or false."),
        ("/api/generate", {"tier": "hadr"}, "hard, medium; did you mean 'hard'?"),
        ("/api/generate", {"seed": "x"}, "Seed is 'x', expected a whole number from 0 to 2**64"),
        ("/api/export", {"format": "svg", "name": "x" * 81}, "Name is a text of 81 characters"),
        ("/api/watch", {"board": "1x1.A", "lanes": [{"methd": 1}]},
         "Found the key 'methd' in lanes[0] of the request, expected method, seed"),
        ("/api/watch", {"board": "1x1.A", "lanes": [{"rate": -1}]},
         "Lanes[0].rate is -1, expected a number of 0 or more."),
    ],
)  # fmt: skip
def test_the_error_of_a_wrong_value_names_key_value_and_expectation(path, body, says):
    reply = post(path, body)
    assert reply.status == 422
    assert says in reply.json["error"]
