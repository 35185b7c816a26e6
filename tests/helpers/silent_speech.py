"""A stand-in for the module `speechd`, through which Orca speaks: it writes the texts to a file.

Orca finds a copy of this file under the name `speechd` on its PYTHONPATH.
"""

import json
import os
import re
from types import SimpleNamespace

PunctuationMode = SimpleNamespace(ALL="all", MOST="most", SOME="some", NONE="none")
CallbackType = SimpleNamespace(BEGIN="begin", CANCEL="cancel", END="end", INDEX_MARK="index_mark")
Priority = SimpleNamespace(MESSAGE="message", IMPORTANT="important")
DataMode = SimpleNamespace(SSML="ssml", TEXT="text")


class SSIPError(Exception):
    """An error of the connection, which this client never has."""


SSIPCommunicationError = SSIPCommandError = SpawnError = SSIPError


class SSIPClient:
    """Takes all commands of a speech server. Only texts have an effect."""

    def __init__(self, *_, **__):
        pass

    def speak(self, text, *_, **__):
        """Write a text, without the marks of its words, as one line of JSON."""
        with open(os.environ["SPOKEN"], "a") as file:
            print(json.dumps(re.sub(r"<[^>]*>", "", text)), file=file)

    char = key = speak

    def list_output_modules(self):
        return ("silent",)

    def get_output_module(self):
        return "silent"

    def list_synthesis_voices(self, *_):
        return (("silent", "en", "none"),)

    def get_language(self):
        return "en"

    def get_rate(self):
        return 0

    get_pitch = get_volume = get_rate

    def __getattr__(self, name):
        return lambda *_, **__: None
