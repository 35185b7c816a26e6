"""Small HTTP servers for tests, each in a thread."""

from __future__ import annotations

from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class QuietFiles(SimpleHTTPRequestHandler):
    """Sends the files of a folder, without a log."""

    def log_message(self, *_):
        pass


@contextmanager
def answering(handler):
    """Answer requests by a handler; yield the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        # Ask often whether to stop: shutdown() waits for it.
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
