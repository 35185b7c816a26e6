"""Serves the page on this computer until Ctrl-C."""

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

from fastqueens.extras import extra
from fastqueens.results import InputError
from fastqueens.validation import check_whole

__all__ = ["PORT", "serve"]

PORT = 8737  # fixed, because browsers store a player's progress by host and port
_LOCAL_ADDRESSES = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


def serve(
    port: int = PORT,
    *,
    open_browser: bool = True,
    searches: int = 2,
    report: Callable[[str], object] = print,
) -> None:
    """Serve the page on this computer, for its own browsers only, until Ctrl-C.

    Parameters
    ----------
    port : int
        The port; 0 for any free port.
    open_browser : bool
        Whether to open the page.
    searches : int
        How many long searches may run at the same time.
    report : callable
        Takes the lines to print, such as the address of the page.

    Raises
    ------
    InputError
        If the port cannot be used. If another fastqueens serves on it, its page is opened.
    MissingExtra
        Without starlette, uvicorn and msgspec: ``pip install 'fastqueens[web]'``.

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
    _check_installed()
    try:
        sockets = _bind(port)
    except OSError as error:
        _handle_taken_port(port, error, open_browser, report)
        return
    try:
        _run(sockets, open_browser, searches, report)
    finally:
        for opened in sockets:
            opened.close()


def _check_installed() -> None:
    with extra("web", "the page needs starlette, uvicorn and msgspec"):
        import msgspec  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401


def _bind(port: int) -> list[socket.socket]:
    """Return sockets for the IPv4 and IPv6 addresses of this computer, or for the existing one."""
    sockets: list[socket.socket] = []
    for family, host in _LOCAL_ADDRESSES:
        try:
            # asyncio sets TCP_NODELAY only if the protocol is named. Without it, each body waits
            # 40 ms until the browser has acknowledged the headers.
            opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        except OSError:  # this computer has no such address family
            continue
        try:
            if os.name == "posix":  # on Windows, two programs could then share the port
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
        raise OSError(errno.EADDRNOTAVAIL, "this computer has no local address")
    return sockets


def _handle_taken_port(
    port: int, error: OSError, open_browser: bool, report: Callable[[str], object]
) -> None:
    """Open the page of a running fastqueens, or raise `InputError`."""
    if error.errno == errno.EADDRINUSE:
        version = _version_at(port)
        if version is not None:
            report(f"fastqueens {version} is at {_address(port)} already")
            if open_browser:
                _open_page(port)
            return
        why = f"port {port} is taken by another program"
    else:
        why = f"port {port} cannot be used: {error.strerror}"
    raise InputError(f"{why}; choose another one with --port")


def _version_at(port: int) -> str | None:
    """Return the version of the fastqueens that serves on a port; None for another program."""
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/api/info", headers={"Host": f"localhost:{port}"})
        info = json.loads(connection.getresponse().read(1 << 20))
        return str(info["version"]) if info["name"] == "fastqueens" else None
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()


def _address(port: int) -> str:
    return f"http://localhost:{port}/"


def _open_page(port: int) -> None:
    """Open the page, unless the only browser would be one in this terminal."""
    import webbrowser

    graphical = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, graphical)):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(_address(port))


def _run(
    sockets: list[socket.socket], open_browser: bool, searches: int, report: Callable[[str], object]
) -> None:
    """Serve on sockets until Ctrl-C."""
    import uvicorn

    from fastqueens.web.app import make_app
    from fastqueens.web.search_threads import SearchThreads

    port = sockets[0].getsockname()[1]
    threads = SearchThreads(searches)

    class Server(uvicorn.Server):
        """A server that reports its address, and ends all searches before it waits for them."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                address = _address(port)
                report(f"fastqueens is at {address} (Ctrl-C ends it)")
                report(f"To import a board from the web page of a game: {address}#/home?import")
                if open_browser:
                    Thread(target=_open_page, args=(port,), daemon=True).start()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            threads.stop()

    config = uvicorn.Config(
        make_app(lambda: port, threads),
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
    except KeyboardInterrupt:  # uvicorn raises it again after it has closed everything
        pass
    finally:
        threads.stop()
