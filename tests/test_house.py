"""Import rules that import-linter cannot express (see pyproject.toml)."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(
    path for room in ("src", "tests", "bench", "tools") for path in (ROOT / room).rglob("*.py")
)
# Private modules that the package itself and the tests may import.
ROOMS = {"_kernels", "_version"}


@cache
def imported(path):
    """Return (module, name) of each import in a file."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            found += ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            found += ((alias.name, "") for alias in node.names)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_private_name_of_another_module_is_imported(path):
    for module, name in imported(path):
        parts = [*module.split("."), name]
        private = {x for x in parts if x.startswith("_") and not x.startswith("__")}
        assert not private - ROOMS, f"{module}.{name}"


def test_no_test_module_imports_another():
    for path in (ROOT / "tests").rglob("*.py"):
        for module, _ in imported(path):
            assert not module.startswith("test_"), f"{path.name} imports {module}"


def test_no_submodule_has_the_name_of_what_its_package_exports():
    for package in (ROOT / "src" / "fastqueens").rglob("__init__.py"):
        modules = {path.stem for path in package.parent.iterdir()}
        for module, name in imported(package):
            if module and module.rpartition(".")[2] in modules:
                assert name not in modules, f"{package.parent.name}.{name}"


def test_only_the_page_needs_a_server():
    for path in (ROOT / "src").rglob("*.py"):
        packages = {module.partition(".")[0] for module, _ in imported(path)}
        if path.parent.name != "web":
            assert not packages & {"starlette", "uvicorn", "anyio", "msgspec"}, path
