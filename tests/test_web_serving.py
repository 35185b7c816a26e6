"""The running server: ends of searches, limits of parallel searches, ports, Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser

import numpy as np
import pytest
from conftest import HOPELESS
from helpers.command import run
from helpers.web import Site, wait_for

from fastqueens import InputError
from fastqueens.web import search_threads as threads
from fastqueens.web import serve
from fastqueens.web.search_threads import SearchThreads, TooManySearches
from fastqueens.web.url_codec import encode

ENDLESS = {"board": encode(np.asarray(HOPELESS))}
RARE = {"n": 24, "tier": "easy", "count": 500, "seed": 1}
JSON = {"Content-Type": "application/json"}


def search_threads():
    return [x for x in threading.enumerate() if x.name == "fastqueens search"]


async def wait_for_searches(count=1):
    """Wait until this many searches run."""
    while len(search_threads()) < count:
        await asyncio.sleep(0.01)


async def never():
    await asyncio.sleep(3600)


@pytest.mark.parametrize(
    ("path", "asked"), [("/api/solve", ENDLESS), ("/api/analyse", ENDLESS), ("/api/hint", ENDLESS),
                        ("/api/check", ENDLESS), ("/api/generate", RARE)],
)  # fmt: skip
def test_a_search_ends_when_its_page_disconnects(path, asked):
    async def leave():
        gone = asyncio.Event()
        reply = asyncio.ensure_future(Site().post(path, asked, gone))
        await wait_for_searches()
        await asyncio.sleep(0.05)
        gone.set()
        await asyncio.wait_for(reply, 30)
        assert search_threads() == []

    wait_for(leave())


def test_a_search_ends_when_its_answer_is_cancelled():
    async def cancel():
        site = Site()
        for path, asked in (("/api/solve", ENDLESS), ("/api/generate", RARE)):
            reply = asyncio.ensure_future(site.post(path, asked))
            await wait_for_searches()
            reply.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reply
            assert search_threads() == []

    wait_for(cancel())


def test_a_search_is_refused_if_all_slots_are_taken(monkeypatch):
    async def three():
        site, gone = Site(searches=2), asyncio.Event()
        running = [
            asyncio.ensure_future(site.post("/api/solve", ENDLESS, gone)),
            asyncio.ensure_future(site.post("/api/generate", RARE, gone)),
        ]
        await wait_for_searches(2)
        monkeypatch.setattr(threads, "_SLOT_SECONDS", 0.01)
        for path, asked in (("/api/solve", ENDLESS), ("/api/generate", RARE)):
            reply = await site.post(path, asked)
            assert reply.status == 429
            assert reply.json["error"] == (
                "Two searches are running: another page and another page. Stop one, or wait for it."
            )
        hint = await site.post("/api/hint", {"board": "1x1.A"})
        assert hint.status == 200
        gone.set()
        await asyncio.gather(*running)
        again = await site.post("/api/solve", {"board": "1x1.A"})
        assert again.status == 200

    wait_for(three())


def test_a_page_may_stop_a_search_and_begin_another_at_once():
    async def at_once():
        site, gone = Site(searches=1), asyncio.Event()
        first = asyncio.ensure_future(site.post("/api/solve", ENDLESS, gone))
        await wait_for_searches()
        second = asyncio.ensure_future(site.post("/api/solve", {"board": "1x1.A"}))
        await asyncio.sleep(0.01)
        gone.set()
        await first
        assert (await second).status == 200

    wait_for(at_once())


def test_a_search_waits_for_a_page_that_reads_slowly():
    made = itertools.count()

    async def slow():
        stream = SearchThreads(1).stream(lambda: made, never, every=1)
        async with contextlib.aclosing(stream):
            assert [await anext(stream) for _ in range(3)] == [0, 1, 2]
            await asyncio.sleep(0.1)
        assert search_threads() == []

    wait_for(slow())
    assert next(made) < 20


def test_a_stream_without_events_yields_none_regularly():
    def nothing():
        yield 1
        threading.Event().wait(0.2)
        yield 2

    async def listen():
        return [x async for x in SearchThreads(1).stream(nothing, never, every=0.05)]

    heard = wait_for(listen())
    assert [x for x in heard if x] == [1, 2]
    assert None in heard


def test_a_stream_that_fails_ends_with_an_error(monkeypatch, capsys):
    from fastqueens.web import queens_routes as answers

    def broken(*_, **__):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(answers, "_describe_new_board", broken)
    reply = wait_for(Site().post("/api/generate", {"n": 5, "seed": 1}))
    name, data = reply.events[-1]
    assert name == "error"
    assert "bug" in data["error"]
    assert "secret" not in data["error"]
    assert "secret detail" in capsys.readouterr().err


def test_errors_of_a_search_are_raised_in_the_waiting_coroutine():
    def refuse():
        raise InputError("found nothing")

    def stop():
        raise StopIteration

    async def wait():
        with pytest.raises(InputError):
            await SearchThreads(1).run(refuse, never)
        assert await SearchThreads(1).run(stop, never) is None
        assert await SearchThreads(1).run(lambda: 7, never) == 7

    wait_for(wait())


def test_stop_ends_every_search_without_an_answer():
    async def stop():
        running = SearchThreads(2)
        stream = running.stream(lambda: iter(int, 1), never, every=0.05)
        async with asyncio.TaskGroup() as group:
            spin = group.create_task(running.run(lambda: sum(0 for _ in iter(int, 1)), never))
            await anext(stream)
            await wait_for_searches(2)
            running.stop()
            assert search_threads() == []
        assert spin.result() is None
        assert len([x async for x in stream if x is not None]) <= 9

    wait_for(stop())


def test_a_search_that_swallows_the_exception_gets_it_again():
    heard = []

    def stubborn():
        for _ in itertools.count():
            try:
                time.sleep(0.001)
            except BaseException:
                heard.append(1)
                if len(heard) == 3:
                    raise

    async def wait():
        gone = asyncio.Event()
        job = asyncio.ensure_future(SearchThreads(1).run(stubborn, gone.wait))
        await wait_for_searches()
        gone.set()
        assert await job is None

    wait_for(wait())
    assert len(heard) == 3


def test_a_search_that_is_starting_a_thread_is_ended_afterwards():
    """A new thread has the identifier of its parent for a moment, and would get the exception."""
    starting, go, passed = threading.Event(), threading.Event(), threading.Event()

    def work():
        thread = threading.Thread(target=lambda: None)
        begun = thread._started.wait

        def wait():
            starting.set()
            go.wait()
            begun()

        thread._started.wait = wait
        thread.start()
        passed.set()
        while True:
            time.sleep(0.001)

    async def ended():
        job = threads.SearchThread(work)
        await asyncio.to_thread(starting.wait)
        assert not job.end()
        go.set()
        assert await asyncio.to_thread(passed.wait, 60)
        while not job.end():
            await asyncio.sleep(0.01)

    wait_for(ended())


def test_a_slot_is_freed_after_an_error():
    async def fail():
        running = SearchThreads(1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                async with running.slot(True):
                    raise ZeroDivisionError
        async with running.slot(True):
            with pytest.raises(TooManySearches):
                async with running.slot(True):
                    pass

    wait_for(fail())


# The server in its own process.


@pytest.fixture(scope="module")
def server():
    """A server process, its port, and the line that it has printed."""
    command = [sys.executable, "-m", "fastqueens", "web", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = process.stdout.readline().decode()
        if not line:
            pytest.fail(process.stderr.read().decode())
        try:
            yield process, int(line.split("localhost:")[1].split("/")[0]), line
        finally:
            process.kill()


def asked(port, method, path, body=None, host="127.0.0.1"):
    connection = http.client.HTTPConnection(host, port, timeout=30)
    head = {"Host": f"localhost:{port}"} | (JSON if body else {})
    connection.request(method, path, json.dumps(body) if body else None, head)
    return connection, connection.getresponse()


def test_the_server_prints_its_address_and_answers_there(server):
    process, port, line = server
    assert line == f"fastqueens is at http://localhost:{port}/ (Ctrl-C ends it)\n"
    second = process.stdout.readline().decode()
    address = f"http://localhost:{port}/#/home?import"
    assert second == f"To import a board from the web page of a game: {address}\n"
    hosts = ["127.0.0.1"]
    with contextlib.suppress(OSError), socket.create_connection(("::1", port)):
        hosts.append("::1")
    for host in hosts:
        connection, reply = asked(port, "GET", "/api/info", host=host)
        assert json.loads(reply.read())["name"] == "fastqueens"
        assert reply.headers["server"] is None
        connection.close()


def test_the_server_binds_only_local_addresses(server):
    _, port, _ = server
    own = {"127.0.0.1"}
    with contextlib.suppress(OSError):
        own |= {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), port)}
    for address in own - {"127.0.0.1", "::1"}:
        with pytest.raises(OSError, match=r"refused|unreach|assign"):
            socket.create_connection((address, port), timeout=5).close()


def test_a_second_start_opens_the_page_of_the_first(server, monkeypatch):
    _, port, _ = server
    opened, said = [], []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setenv("BROWSER", "any")
    serve(port, report=said.append)
    assert opened == [f"http://localhost:{port}/"]
    assert "already" in said[0]
    # Without a display, a text browser would take over the terminal.
    if sys.platform.startswith("linux"):
        for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"):
            monkeypatch.delenv(name, raising=False)
        serve(port, report=said.append)
    ended = run("web", "--port", str(port), "--no-browser")
    assert (ended.returncode, len(opened)) == (0, 1)
    assert f"http://localhost:{port}/ already" in ended.stdout


def test_ctrl_c_ends_the_server_during_searches(server):
    process, port, _ = server
    streaming, reply = asked(port, "POST", "/api/generate", RARE)
    assert reply.readline() == b"event: begin\n"
    solving = threading.Thread(
        target=lambda: (
            contextlib.suppress(Exception).__enter__()
            and asked(port, "POST", "/api/solve", ENDLESS)
        ),
        daemon=True,
    )
    solving.start()
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
    assert process.stderr.read() == b""
    streaming.close()


@contextlib.contextmanager
def another_program(family=socket.AF_INET, host="127.0.0.1"):
    """Yield a port on which another program closes every connection at once."""
    with socket.socket(family) as listening:
        listening.bind((host, 0))
        listening.listen()

        def hang_up():
            with contextlib.suppress(OSError):
                while True:
                    listening.accept()[0].close()

        threading.Thread(target=hang_up, daemon=True).start()
        yield listening.getsockname()[1]
        with contextlib.suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def test_a_port_of_another_program():
    with another_program() as port:
        with pytest.raises(InputError, match=r"taken by another program.*--port"):
            serve(port, open_browser=False)
        ended = run("web", "--port", str(port), "--no-browser")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--port" in ended.stderr


def test_an_ipv6_port_of_another_program():
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no ::1")
    with (
        another_program(socket.AF_INET6, "::1") as port,
        pytest.raises(InputError, match="another program"),
    ):
        serve(port, open_browser=False)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may have any port")
def test_a_port_without_permission():
    with pytest.raises(InputError, match="port 1 cannot be used"):
        serve(1, open_browser=False)


@pytest.mark.parametrize("args", [["--port", "70000"], ["--port", "x"], ["--searches", "0"]])
def test_invalid_options(args):
    assert run("web", *args).returncode == 2


def test_invalid_numbers():
    with pytest.raises(InputError, match="port"):
        serve(-1)
    with pytest.raises(InputError, match="searches"):
        serve(0, searches=0)


def test_without_uvicorn_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(ImportError, match=r"pip install 'fastqueens\[web\]'"):
        serve(0)
    ended = run("web", "--no-browser")
    assert ended.returncode == 2
    assert "pip install" in ended.stderr
