"""Runs the screen reader Orca on a virtual display, and reads from a file what it speaks."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from helpers.engines import display, environment, needed, process, wait_until

_SIZE = (1280, 1000)
_TURN_ON = (
    "dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus"
    " org.freedesktop.DBus.Properties.Set"
    " string:org.a11y.Status string:ScreenReaderEnabled variant:boolean:true"
)


class ScreenReader:
    """The texts of Orca, and the keyboard and the mouse of its X server."""

    def __init__(self, spoken, env):
        self.spoken, self.env, self.position = spoken, env, 0

    def texts(self):
        """Return all texts that were spoken so far."""
        if not self.spoken.exists():
            return []
        return [json.loads(line) for line in self.spoken.read_text().splitlines()]

    def speaks(self, text, again=None):
        """Wait until a text is spoken, after the text of the last call.

        Orca loses events while it reads a new page; `again` is then called every few seconds.
        """
        if again is not None:
            for _ in range(4):
                again()
                with suppress(pytest.fail.Exception):
                    wait_until(
                        lambda: any(text in x for x in self.texts()[self.position :]), text, 6
                    )
                    break

        def found():
            new = self.texts()[self.position :]
            return next((k + 1 for k, x in enumerate(new) if text in x), None)

        try:
            self.position += wait_until(found, text, 30)
        except pytest.fail.Exception:
            pytest.fail(f"not spoken: {text!r}, but {self.texts()[self.position :]}")

    def keys(self, *keys):
        """Press keys of the keyboard."""
        subprocess.run(["xdotool", "key", *keys], env=self.env, check=True)

    def click(self, x, y):
        """Click a point of the screen."""
        command = ["xdotool", "mousemove", str(x), str(y), "click", "1"]
        subprocess.run(command, env=self.env, check=True)


@contextmanager
def screen_reader(folder):
    """Run Orca with a window manager, on an X server and a message bus of its own."""
    folder = Path(folder)
    orca = needed("orca", "orca")
    needed("xdotool", "xdotool")
    openbox = needed("openbox", "openbox")
    daemon = needed("dbus-daemon", "dbus-x11 at-spi2-core")
    with ExitStack() as stack:
        # The stand-in for the speech server has to be the first module of this name.
        modules = folder / "modules"
        modules.mkdir()
        shutil.copy(Path(__file__).parent / "silent_speech.py", modules / "speechd.py")
        bus = f"unix:path={folder / 'run' / 'bus'}"
        env = environment(
            folder,
            DISPLAY=stack.enter_context(display(folder, _SIZE)),
            DBUS_SESSION_BUS_ADDRESS=bus,
            GDK_BACKEND="x11",
            MOZ_ENABLE_WAYLAND="0",
            GNOME_ACCESSIBILITY="1",
            GSETTINGS_BACKEND="memory",
            PYTHONPATH=str(modules),
            SPOKEN=str(folder / "spoken"),
        )
        env.pop("NO_AT_BRIDGE", None)
        command = [daemon, "--session", "--nofork", "--nopidfile", f"--address={bus}"]
        stack.enter_context(process(command, folder, env=env))
        wait_until((folder / "run" / "bus").exists, "the message bus")
        stack.enter_context(process([openbox], folder, env=env))
        subprocess.run(_TURN_ON.split(), env=env, check=True, capture_output=True)
        stack.enter_context(process([orca, "--replace"], folder, env=env))
        reader = ScreenReader(folder / "spoken", env)
        reader.speaks("Screen reader on")
        yield reader
