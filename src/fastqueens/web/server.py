"""Serving the page on this computer, up to Ctrl-C."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING

from fastqueens.results import InputError
from fastqueens.validation import check_whole

if TYPE_CHECKING:
    pass

__all__ = ["PORT", "serve"]

PORT = 8737  # what a player has reached is kept by origin, of which the port is a part
_LOCAL = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


def serve(
    port: int = PORT,
    *,
    open_browser: bool = True,
    searches: int = 2,
    say: Callable[[str], object] = print,
) -> None:
    """Serve the page on this computer, for its own browsers only, up to Ctrl-C.

    Parameters
    ----------
    port : int
        The port; 0 for any that is free.
    open_browser : bool
        Whether to open the page.
    searches : int
        How many long searches may run at a time.
    say : callable
        What is called with the few lines that a person wants to read.

    Raises
    ------
    InputError
        If the port cannot be had. If fastqueens serves on it already, that page is opened.
    ImportError
        Without starlette and uvicorn: ``pip install 'fastqueens[web]'``.

    Examples
    --------
    >>> serve(70000)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: port is 70000, expected 0 to 65535
    """
    if check_whole(port, "port") > 65535:
        raise InputError(f"port is {port}, expected 0 to 65535")
    check_whole(searches, "searches", least=1)
    _need_server()
    try:
        sockets = _bind(port)
    except OSError as error:
        _taken(port, error, open_browser, say)
        return
    try:
        _run(sockets, open_browser, searches, say)
    finally:
        for opened in sockets:
            opened.close()


def _need_server() -> None:
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        advice = "the page needs starlette and uvicorn: pip install 'fastqueens[web]'"
        raise ImportError(advice) from error


def _bind(port: int) -> list[socket.socket]:
    """Return sockets for both names of this computer, or for one if it has no other."""
    sockets: list[socket.socket] = []
    for family, host in _LOCAL:
        try:
            # With the protocol named, asyncio sends at once what it has: else each answer waits
            # 40 ms for the browser to acknowledge its head.
            opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        except OSError:  # no such family here
            continue
        try:
            if os.name == "posix":  # elsewhere it would let two programs share a port
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            opened.bind((host, port))
        except OSError as error:
            opened.close()
            if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                continue
            for other in sockets:
                other.close()
            raise
        port = opened.getsockname()[1]
        sockets.append(opened)
    if not sockets:
        raise OSError(errno.EADDRNOTAVAIL, "this computer has no address of its own")
    return sockets


def _taken(port: int, error: OSError, open_browser: bool, say: Callable[[str], object]) -> None:
    """Open the page that is served already, or say what to do."""
    if error.errno == errno.EADDRINUSE:
        version = _version_at(port)
        if version is not None:
            say(f"fastqueens {version} is at {_address(port)} already")
            if open_browser:
                _open(port)
            return
        why = f"port {port} is taken by another program"
    else:
        why = f"port {port} cannot be used: {error.strerror}"
    raise InputError(f"{why}; choose another one with --port")


def _version_at(port: int) -> str | None:
    """Return the version of fastqueens that serves on a port; None if something else does."""
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/api/info", headers={"Host": f"localhost:{port}"})
        told = json.loads(connection.getresponse().read(1 << 20))
        return str(told["version"]) if told["name"] == "fastqueens" else None
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()


def _address(port: int) -> str:
    return f"http://localhost:{port}/"


def _open(port: int) -> None:
    """Open the page, unless all that could show it is this very terminal."""
    import webbrowser

    screens = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, screens)):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(_address(port))


def _run(
    sockets: list[socket.socket], open_browser: bool, searches: int, say: Callable[[str], object]
) -> None:
    """Serve on sockets, up to Ctrl-C."""
    import uvicorn

    from fastqueens.web.app import make_app
    from fastqueens.web.search_threads import Jobs

    port = sockets[0].getsockname()[1]
    jobs = Jobs(searches)

    class Server(uvicorn.Server):
        """A server that says when it can be reached, and whose searches end before it waits."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                say(f"fastqueens is at {_address(port)} (Ctrl-C ends it)")
                if open_browser:
                    Thread(target=_open, args=(port,), daemon=True).start()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            jobs.stop()

    config = uvicorn.Config(
        make_app(lambda: port, jobs),
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    server = Server(config)
    try:
        server.run(sockets)
    except KeyboardInterrupt:  # uvicorn raises it again when all is closed
        pass
    finally:
        jobs.stop()
