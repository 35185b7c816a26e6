"""The types of the page's modules, as TypeScript checks them; a developer's tool only."""

import shutil
import subprocess

import pytest
from helpers.page import WEB

TSC = WEB / "node_modules" / ".bin" / "tsc"


@pytest.mark.skipif(
    not TSC.exists() or shutil.which("node") is None,
    reason="no TypeScript here: npm ci in tests/web",
)
def test_the_page_has_no_type_errors():
    found = subprocess.run([TSC, "-p", WEB], capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")
