"""Three browser engines with one face: Firefox, WebKit (the engine of Safari) and Chromium.

Firefox is driven by WebDriver BiDi over a socket, WebKit by its classic WebDriver, and Chromium by
Playwright. Debian has the packages; without them the tests are skipped with the reason.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path

import pytest

WIDE = (1200, 800)
NARROW = (375, 720)
_STARTING = 60  # seconds; a busy machine needs several for a browser
_KEYS = {
    "Enter": "\ue007",
    "Tab": "\ue004",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Escape": "\ue00c",
    "Space": " ",
    "Control": "\ue009",
    "Shift": "\ue008",
    "Home": "\ue011",
}
# Collects the errors of a page and its messages on the console.
_COLLECT = """() => {
  window.heard = [];
  const hear = (kind, text) => heard.push(`${kind}: ${text}`);
  addEventListener("error", (e) => hear("error", `${e.message} ${e.filename}:${e.lineno}`));
  addEventListener("unhandledrejection", (e) => hear("rejection", String(e.reason?.stack)));
  document.addEventListener("securitypolicyviolation", (e) => hear("policy", e.violatedDirective));
  for (const kind of ["error", "warn"])
    console[kind] = (...all) => hear(kind, all.map(String).join(" "));
}"""
_MARK_OLD = "document.querySelector('main').firstElementChild?.setAttribute('data-old', '')"
_OPENED = (
    "!document.querySelector('main > [data-old], main > .skeleton, main .skeleton')"
    " && !!document.querySelector('main h1')"
)


def needed(program, package):
    """Return the path of a program, or skip the test with the reason."""
    found = shutil.which(program)
    if not found:
        pytest.skip(f"{program} is not installed: apt-get install {package}")
    return found


@contextmanager
def process(command, folder, *, env=None, **options):
    """Run a program and its children in a group of their own, which ends with the block."""
    log = (Path(folder) / f"{Path(command[0]).name}.log").open("ab")
    started = subprocess.Popen(
        command, stdout=log, stderr=log, env=env, start_new_session=True, **options
    )
    try:
        yield started
    finally:
        for wish in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(started.pid, wish)
            with suppress(subprocess.TimeoutExpired):
                started.wait(2)
        log.close()


@contextmanager
def display(folder, size):
    """Run an X server without a screen; return its name, such as ":99"."""
    xvfb = needed("Xvfb", "xvfb")
    reading, writing = os.pipe()
    # The server chooses a free number itself, and writes it into the pipe.
    command = [xvfb, "-displayfd", str(writing), "-nolisten", "tcp"]
    command += ["-screen", "0", f"{size[0]}x{size[1]}x24"]
    with process(command, folder, pass_fds=[writing]), os.fdopen(reading) as numbers:
        os.close(writing)
        yield f":{numbers.readline().strip()}"


def environment(folder, **more):
    """Return an environment in which a browser keeps its files in a folder."""
    runtime = Path(folder) / "run"
    runtime.mkdir(mode=0o700, exist_ok=True)
    return {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime), **more}


def wait_until(check, what, seconds=_STARTING):
    """Return the first true value of a function."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := check():
            return found
        time.sleep(0.02)
    pytest.fail(f"never came: {what}")


class Engine:
    """One page in a browser. The functions and the arguments of JavaScript are as in Playwright."""

    name = ""
    releases_right_button = True

    def evaluate(self, function, *arguments):
        """Return what a JavaScript function returns."""
        raise NotImplementedError

    def visit(self, address):
        """Load a page."""
        raise NotImplementedError

    def act(self, sources):
        """Perform actions of WebDriver."""
        raise NotImplementedError

    def choose_file(self, selector, path):
        raise NotImplementedError

    def resize(self, size):
        """Set the size of the window."""
        raise NotImplementedError

    def pdf(self):
        """Return the bytes of a print."""
        pytest.skip(f"the driver of {self.name} has no command that prints")

    # ---- the same for all engines

    def start(self, address):
        """Load the page, and collect its errors from now on."""
        self.visit(f"{address}#/about")
        self.until(_OPENED)
        self.evaluate(_COLLECT)

    def open(self, where):
        """Open a screen as a new reader, without loading the page again."""
        self.go("/about")
        self.evaluate("() => localStorage.clear()")
        self.go(where)

    def go(self, where):
        """Open another screen."""
        if self.evaluate("() => location.hash") == f"#{where}":
            return
        self.evaluate(f"(where) => {{ {_MARK_OLD}; location.hash = where; }}", where)
        self.until(_OPENED)

    def until(self, expression, *, seconds=30):
        """Wait until a JavaScript expression is true, and return its value."""
        return wait_until(lambda: self.evaluate(f"() => {expression}"), expression, seconds)

    def sees(self, text):
        """Wait for a visible text."""
        self.until(f"document.querySelector('main').innerText.includes({json.dumps(text)})")

    def said(self, text):
        """Wait until a screen reader gets a text."""
        region = "document.getElementById('announcements')"
        self.until(f"{region}.textContent.includes({json.dumps(text)})")

    def middle(self, element):
        """Return the middle of an element, which is scrolled into view, in the window."""
        self.until(f"!!{element}")
        return self.evaluate(
            f"""() => {{
              const element = {element};
              element.scrollIntoView({{ block: "nearest" }});
              const box = element.getBoundingClientRect();
              return [box.left + box.width / 2, box.top + box.height / 2];
            }}"""
        )

    def press_button(self, text, inside="document.querySelector('main')"):
        """Click the visible button or link with a text or a label."""
        buttons = f"[...{inside}.querySelectorAll('button, a, summary')]"
        names = "[b.textContent.trim(), b.getAttribute('aria-label')]"
        wanted = f"{names}.includes({json.dumps(text)}) && b.getClientRects().length && !b.disabled"
        self.click(*self.middle(f"{buttons}.find((b) => {wanted})"))

    def cell(self, cell):
        """Return the middle of a cell of the board."""
        return self.middle(f"document.querySelector('fq-board').cellElements[{cell}]")

    def click(self, x, y, button=0):
        self.drag([(x, y)], button)

    def drag(self, points, button=0):
        """Press the mouse at the first point, move it over the others, and release it."""
        down, up = ({"type": f"pointer{kind}", "button": button} for kind in ("Down", "Up"))
        first, *others = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0} for x, y in points
        ]
        pause = {
            "type": "pause",
            "duration": 50,
        }  # WebKit leaves out a move at the time of a release
        actions = [first, down, *(x for other in others for x in (other, pause)), up]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.act([{**mouse, "actions": actions}])

    def keys(self, *keys):
        """Press keys one after another; each is a name or a sign, perhaps as "Control+z"."""
        actions = []
        for key in keys:
            parts = [_KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self.act([{"type": "key", "id": "keyboard", "actions": actions}])


class Firefox(Engine):
    """Firefox by WebDriver BiDi."""

    name = "firefox"

    def __init__(self, connection):
        self.connection, self.number = connection, 0
        self.command("session.new", capabilities={})
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def command(self, method, **parameters):
        self.number += 1
        text = json.dumps({"id": self.number, "method": method, "params": parameters})
        self.connection.send(text)
        while True:
            answer = json.loads(self.connection.recv())
            if answer.get("id") == self.number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def resize(self, size):
        viewport = {"width": size[0], "height": size[1]}
        self.command("browsingContext.setViewport", context=self.context, viewport=viewport)

    def visit(self, address):
        self.command("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, function, *arguments):
        answer = self.command(
            "script.callFunction",
            functionDeclaration=(
                f"async (text) => JSON.stringify(await ({function})(...JSON.parse(text)))"
            ),
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"].get("value") or "null")

    def act(self, sources):
        self.command("input.performActions", context=self.context, actions=sources)

    def choose_file(self, selector, path):
        locator = {"type": "css", "value": selector}
        found = self.command("browsingContext.locateNodes", context=self.context, locator=locator)
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        self.command("input.setFiles", context=self.context, element=element, files=[str(path)])

    def pdf(self):
        return base64.b64decode(self.command("browsingContext.print", context=self.context)["data"])


@contextmanager
def firefox(folder, env=None):
    """Run a Firefox: without a window, or with one in an environment that has a display."""
    program = needed("firefox-esr", "firefox-esr")
    websocket = pytest.importorskip("websocket", reason="pip install websocket-client")
    profile = Path(folder) / "profile"
    profile.mkdir()
    settings = {
        "app.update.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "browser.aboutwelcome.enabled": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "toolkit.telemetry.reportingpolicy.firstRun": False,
    }
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in settings.items()]
    (profile / "user.js").write_text("".join(lines))
    # With port 0 the browser chooses a free one, and writes it into its profile.
    command = [program, "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    if env is None:
        env = environment(folder)
        command.append("--headless")
    with process([*command, "about:blank"], folder, env=env):
        port = wait_until(lambda: _port_of(profile), "the port of Firefox")
        connection = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", timeout=_STARTING, suppress_origin=True
        )
        try:
            yield Firefox(connection)
        finally:
            connection.close()


def _port_of(profile):
    with suppress(OSError, ValueError):
        return json.loads((profile / "WebDriverBiDiServer.json").read_text())["ws_port"]


class WebKit(Engine):
    """WebKit by WebDriver."""

    name = "webkit"
    releases_right_button = False  # its driver sends no pointerup after a right click

    def __init__(self, port):
        self.port, self.session = port, ""
        wait_until(self.answers, "the driver of WebKit")
        browser = glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
        # A full screen has no toolbar, which would make a narrow window impossible.
        options = {"binary": browser, "args": ["--automation", "--full-screen"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        found = self.request("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{found['sessionId']}"

    def answers(self):
        try:
            return bool(self.request("GET", "/status"))
        except OSError:
            return False

    def request(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{self.session}{path}",
            data=None if body is None else json.dumps(body).encode(),
            method=method,
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=_STARTING) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def visit(self, address):
        self.request("POST", "/url", {"url": address})

    def evaluate(self, function, *arguments):
        script = (
            "const [text, done] = arguments;"
            f"(async () => ({function})(...JSON.parse(text)))().then("
            "(x) => done([x ?? null]), (e) => done(String(e?.stack ?? e)));"
        )
        body = {"script": script, "args": [json.dumps(arguments)]}
        answer = self.request("POST", "/execute/async", body)
        assert isinstance(answer, list), answer
        return answer[0]

    def act(self, sources):
        self.request("POST", "/actions", {"actions": sources})

    def resize(self, size):
        self.request("POST", "/window/rect", {"x": 0, "y": 0, "width": size[0], "height": size[1]})

    def choose_file(self, selector, path):
        found = self.request("POST", "/element", {"using": "css selector", "value": selector})
        (key,) = found.values()
        self.request("POST", f"/element/{key}/value", {"text": str(path)})


@contextmanager
def webkit(folder):
    """Run WebKit in a window on an X server without a screen."""
    driver = needed("WebKitWebDriver", "webkit2gtk-driver")
    with display(folder, WIDE) as name:
        env = environment(
            folder,
            DISPLAY=name,
            GDK_BACKEND="x11",
            NO_AT_BRIDGE="1",
            GIO_USE_VFS="local",
            # The sandbox needs rights that a container does not give.
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with process([driver, f"--port={port}"], folder, env=env):
            engine = WebKit(port)
            try:
                yield engine
            finally:
                with suppress(OSError, AssertionError):
                    engine.request("DELETE", "")


class Chromium(Engine):
    """Chromium by Playwright."""

    name = "chromium"

    def __init__(self, page):
        self.page = page

    def visit(self, address):
        self.page.goto(address)

    def evaluate(self, function, *arguments):
        return self.page.evaluate(f"(all) => ({function})(...all)", list(arguments))

    def resize(self, size):
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def drag(self, points, button=0):
        name = ("left", "middle", "right")[button]
        first, *others = points
        self.page.mouse.move(*first)
        self.page.mouse.down(button=name)
        for point in others:
            self.page.mouse.move(*point)
        self.page.mouse.up(button=name)

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose_file(self, selector, path):
        self.page.set_input_files(selector, path)

    def pdf(self):
        return self.page.pdf()
