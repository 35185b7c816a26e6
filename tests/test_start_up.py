"""What the package and the command line import: modules that take long are imported where used."""

import ast
import os
import pickle
import rlcompleter
import subprocess
import sys
from importlib import import_module

import click
import pytest

import fastqueens
from fastqueens.cli.app import app

PUBLIC_MODULES = (
    "cover", "csp", "nqueens", "packing", "permutation", "queens", "render", "sliding", "widgets",
)  # fmt: skip
LAZY_PACKAGES = ("queens", "nqueens", "csp", "cover")
BOARD = "AABB\nAABB\nCCDD\nCCDD\n"

# Modules that a command does not import unless it needs them. Each takes some milliseconds.
HEAVY = (
    "asyncio", "concurrent.futures", "hashlib", "html.parser", "importlib.metadata",
    "importlib.resources", "logging", "multiprocessing", "rich", "sqlite3", "tempfile",
    "fastqueens.canvas.board_painter", "fastqueens.canvas.png", "fastqueens.canvas.themes",
    "fastqueens.cli.batch_files", "fastqueens.nqueens.counting", "fastqueens.packing",
    "fastqueens.parallel.tasks", "fastqueens.queens.generation.generator",
    "fastqueens.queens.logic.engine", "fastqueens.queens.streams.pipeline",
    "fastqueens.queens.vision.detect", "fastqueens.render", "fastqueens.sliding",
)  # fmt: skip
# Commands that only print a text do not need these modules, either.
WITH_ARRAYS = ("numpy", "json", "pathlib", "fastqueens.queens", "fastqueens.method")


def imported(*args, completion=None):
    """Return the modules that the command line imports for these arguments."""
    code = (
        "import sys, os\n"
        "from fastqueens.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "finally:\n"
        "    sys.stderr.write('\\n'.join(['modules:', *sys.modules]))\n"
    )
    environment = {}
    if completion is not None:
        environment = {"_FASTQUEENS_COMPLETE": "bash_complete", "COMP_WORDS": completion}
        environment["COMP_CWORD"] = str(len(completion.split()) - 1)
    ended = run_python(code, *args, **environment)
    assert ended.returncode == 0, ended.stderr
    return set(ended.stderr.partition("modules:\n")[2].split("\n"))


def run_python(code, *args, **environment):
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )


@pytest.mark.parametrize("args", [["--version"], ["--help"]])
def test_texts_need_no_arrays(args):
    assert imported(*args).isdisjoint((*HEAVY, *WITH_ARRAYS))


def test_completion_of_commands_needs_no_arrays():
    assert imported(completion="fastqueens so").isdisjoint((*HEAVY, *WITH_ARRAYS))


def test_solve_imports_what_it_uses(tmp_path):
    (tmp_path / "board.txt").write_text("AABBB\nACCBB\nDDCBB\nDDEEE\nDDEEE\n")
    assert imported("solve", str(tmp_path / "board.txt")).isdisjoint(HEAVY)


def test_package_imports_no_puzzle():
    code = "import sys, fastqueens; print(*sys.modules)"
    loaded = set(run_python(code).stdout.split())
    assert loaded.isdisjoint((*HEAVY, *WITH_ARRAYS, "click"))


def test_summaries_are_those_of_the_commands():
    context = click.Context(app)
    shown = app.get_help(context)
    for name in app.list_commands(context):
        summary = app.get_command(context, name).get_short_help_str(1000)
        assert f"  {name} " in shown
        assert " ".join(summary.split()) in " ".join(shown.split())


def test_completion_names_and_describes_commands():
    items = app.shell_complete(click.Context(app), "co")
    assert {item.value for item in items} == {"convert", "compare", "cover", "completion"}
    assert all(item.help for item in items)


@pytest.mark.parametrize("name", LAZY_PACKAGES)
def test_names_are_those_that_type_checkers_see(name):
    package = import_module(f"fastqueens.{name}")
    with open(package.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    blocks = [
        x for x in tree.body if isinstance(x, ast.If) and ast.unparse(x.test) == "TYPE_CHECKING"
    ]
    imports = [x for block in blocks for x in block.body if isinstance(x, ast.ImportFrom)]
    typed = {alias.name: x.module for x in imports for alias in x.names}
    aliases = [x.target.id for block in blocks for x in block.body if isinstance(x, ast.AnnAssign)]
    assert sorted([*typed, *aliases]) == sorted(package.__all__) == sorted(dir(package))
    for public in package.__all__:
        value = getattr(package, public)
        if public in typed:
            assert value is getattr(sys.modules[typed[public]], public)


@pytest.mark.parametrize("name", ["", *(x for x in fastqueens.__all__ if x in PUBLIC_MODULES)])
def test_completion_offers_the_public_names_and_nothing_else(name):
    module = import_module(f"fastqueens.{name}".removesuffix("."))
    if name == "widgets":
        pytest.importorskip("anywidget", reason="anywidget is not installed")
    shown = rlcompleter.Completer({"it": module})
    offered = set()
    while found := shown.complete("it.", len(offered)):
        offered.add(found.removeprefix("it.").rstrip("()"))
    assert offered == set(module.__all__) - {"__version__"}


@pytest.mark.parametrize("name", LAZY_PACKAGES)
def test_star_import_gives_all_names(name):
    names = {}
    exec(f"from fastqueens.{name} import *", names)
    assert set(names) >= set(getattr(fastqueens, name).__all__)


@pytest.mark.parametrize("name", LAZY_PACKAGES)
def test_unknown_names_raise_attribute_error(name):
    with pytest.raises(
        AttributeError, match=f"module 'fastqueens.{name}' has no attribute 'slove'"
    ):
        getattr(import_module(f"fastqueens.{name}"), "slove")  # noqa: B009
    with pytest.raises(ImportError):
        exec(f"from fastqueens.{name} import slove")


def test_functions_imported_on_use_are_pickled():
    from fastqueens import queens

    for value in (queens.solve, queens.Board, queens.count, queens.Hint):
        assert pickle.loads(pickle.dumps(value)) is value


def test_methods_of_results_suggest_keywords_before_their_class_is_named():
    code = (
        "from fastqueens import queens\n"
        f"board = queens.Board.from_text({BOARD!r})\n"
        "try:\n"
        "    queens.solve(board).to_text(stile=5)\n"
        "except TypeError as error:\n"
        "    print(error)\n"
    )
    ended = run_python(code)
    assert "did you mean 'style'?" in ended.stdout, ended.stderr


def test_threads_import_one_function():
    code = (
        "from threading import Barrier, Thread\n"
        "from fastqueens import queens\n"
        "start, found = Barrier(8), []\n"
        "def use():\n"
        "    start.wait()\n"
        "    found.append(queens.solve)\n"
        "threads = [Thread(target=use) for _ in range(8)]\n"
        "[x.start() for x in threads]\n"
        "[x.join() for x in threads]\n"
        "print(len(found), len(set(found)))\n"
    )
    assert run_python(code).stdout.split() == ["8", "1"]
