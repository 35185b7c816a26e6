"""Every task of a contributor, one session each: `nox --list` shows them, `nox -s NAME` runs one.

    nox -s room -- logic                      # the fast tests of one room
    nox -s tests -- tests/test_cover.py -x    # what follows `--` goes to the tool
    nox -s lint

The sessions use the virtual environment that nox is installed in, so that fastqueens is compiled
once: docs/contributing.md has the commands that make it. Only `sanitizers` has an environment of
its own, because it compiles the kernels with other options. `.ci/run` runs the sessions with the
tag `ci`, in the order of this file.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "tests"]
nox.options.stop_on_first_error = True

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"
PYTHON = sys.executable
NOT_AVAILABLE = 77  # the exit code of the programs in tools/ if a piece that they need is missing
PROJECT = nox.project.load_toml("pyproject.toml")
# The compilers for other platforms get no options and no cache of the native compiler.
WITHOUT_CC: dict[str, str | None] = {"CC": None}

# Sanitizers make tests several times slower. These files, which run no kernel, are left out.
UNSANITIZED = {
    "board_ledger", "book", "build", "burrtools", "candidates", "comparison", "cookbook",
    "doc_pictures", "docs", "docstrings", "drawn", "executors", "extras", "figures",
    "film_widget", "formats", "generate_unlike", "house", "json", "json_records", "jupyterlab",
    "keywords", "ledger", "limits", "logic_sample", "logic_sentences", "marimo", "messages",
    "no_memory", "notebooks", "noxfile", "output_files", "packing_pictures", "pictures",
    "pictures_pieces", "platforms", "program_formats", "puzzle_book", "python",
    "queens_narration", "render", "round_trips", "settings", "site", "stars_sample", "start_up",
    "streams", "themes", "tour", "typing", "wasm", "widgets", "writing", "wrong_types",
}  # fmt: skip
UNSANITIZED_PREFIXES = ("cli", "web")
# Of the other files the longest tests are left out, and also where only one room is tested.
TOO_LONG = [
    "levels", "sizes_people_play", "hard_as_those", "antipode", "larger_boxes", "kept_databases",
    "estimates", "published_optima", "twin_reaches", "counts_agree_with_brute_force",
]  # fmt: skip


def script(name: str) -> str:
    """Return the path of a program that pip installed beside this Python."""
    found = shutil.which(name, path=str(Path(PYTHON).parent))
    return found or name


def install(session: nox.Session, *packages: str, optional: bool = False) -> None:
    """Install packages in the environment of nox; continue without them if they are optional."""
    command = [PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages]
    if not optional:
        session.run(*command, silent=True)
    elif subprocess.run(command).returncode:
        session.warn(f"not available: {', '.join(packages)}")


def group(name: str) -> list[str]:
    """Return the packages of a group or an extra of pyproject.toml."""
    if name in PROJECT["dependency-groups"]:
        return list(nox.project.dependency_groups(PROJECT, name))
    return list(PROJECT["project"]["optional-dependencies"][name])


def is_available(session: nox.Session, *command: str | Path, **env: str | None) -> bool:
    """Run a program of tools/; return False if a piece that it needs is not installed."""
    variables = {name: value for name, value in (os.environ | env).items() if value is not None}
    code = subprocess.run([PYTHON, *command], cwd=ROOT, env=variables).returncode
    if code not in (0, NOT_AVAILABLE):
        session.error(f"{command[0]} ended with exit code {code}")
    return code == 0


@contextmanager
def in_background(session: nox.Session, name: str, *commands: Sequence[str]) -> Iterator[None]:
    """Run commands, one after the other, beside the `with` block; then print what they printed."""

    def work() -> tuple[int, str]:
        printed = ""
        for command in commands:
            done = subprocess.run(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            printed += done.stdout
            if done.returncode:
                return done.returncode, printed
        return 0, printed

    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(work)
        yield
        code, printed = future.result()
    if code:
        session.error(f"{name} failed\n{printed}")
    session.log(f"{name}: {printed.rstrip().rpartition(chr(10))[2]}")


def pytest(session: nox.Session, *words: str, **env: str | None) -> None:
    """Run pytest in the environment of nox."""
    # In an editable install this import compiles what has changed, before the workers start.
    session.run(PYTHON, "-c", "import fastqueens", log=False, env=env)
    session.run(PYTHON, "-m", "pytest", *words, env=env)


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests, or those that you name: nox -s tests -- tests/test_cover.py."""
    pytest(session, *session.posargs)


@nox.session(default=False)
def thorough(session: nox.Session) -> None:
    """Run all tests with all their boards, seeds and random examples, which takes longer."""
    pytest(session, *session.posargs, FASTQUEENS_TEST_PROFILE="thorough")


@nox.session(default=False)
def room(session: nox.Session) -> None:
    """Run the fast tests of one room: nox -s room -- logic takes tests/test_logic*.py."""
    if not session.posargs:
        session.error("name a room, such as: nox -s room -- logic")
    files = [
        str(path.relative_to(ROOT))
        for name in session.posargs
        for path in sorted((ROOT / "tests").glob(f"test_{name}*.py"))
    ]
    if not files:
        session.error(f"there is no file tests/test_{session.posargs[0]}*.py")
    words = ["-n", str(min(2, len(files))), "-k", f"not ({' or '.join(TOO_LONG)})"]
    # The profile "quick" draws few examples and starts no browser.
    pytest(session, *words, *files, FASTQUEENS_TEST_PROFILE="quick")


@nox.session(tags=["ci"], default=False)
def wheel(session: nox.Session) -> None:
    """Build, check and use the wheel of this machine; with `-- newer` also the abi3 wheel."""
    session.run("tools/wheel_check.sh", *session.posargs, external=True)


@nox.session(tags=["ci"], default=False, venv_backend="venv", reuse_venv=True)
def sanitizers(session: nox.Session) -> None:
    """Run the tests of the kernels from the sdist, built with two sanitizers of gcc."""
    # Build and test the unpacked sdist, which shows that it is complete.
    session.install("-q", "build")
    shutil.rmtree(BUILD / "sdist", ignore_errors=True)
    session.run("python", "-m", "build", "--sdist", "-o", str(BUILD / "sdist"), ".", silent=True)
    (archive,) = (BUILD / "sdist").glob("*.tar.gz")
    shutil.unpack_archive(archive, BUILD / "sdist")
    unpacked = BUILD / "sdist" / archive.name.removesuffix(".tar.gz")
    if (ROOT.parent / "shared").is_dir():  # tests read sample files beside the checkout
        (BUILD / "sdist/shared").symlink_to(ROOT.parent / "shared")
    # Some users build with -march=native; each kernel must still use its own instruction set.
    settings = [
        f"--config-settings=build-dir={BUILD / 'sanitized'}",
        "--config-settings=cmake.define.FASTQUEENS_SANITIZE=ON",
        "--config-settings=cmake.define.FASTQUEENS_WERROR=ON",
    ]
    session.install("-q", "--no-deps", *settings, str(unpacked), env={"CFLAGS": "-march=native"})
    # Use the other packages of the first environment; its fastqueens comes second on the path.
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    first = subprocess.check_output([PYTHON, "-c", ask], text=True)
    own = subprocess.check_output([sanitized_python(), "-c", ask], text=True)
    Path(own.strip(), "packages.pth").write_text(first)

    def check(path: Path) -> tuple[Path, int, str]:
        # `-n 0`: the files run two at a time, because one file is one process here.
        words = ["-n", "0", "-p", "no:cacheprovider", "-k", f"not ({' or '.join(TOO_LONG)})"]
        done = subprocess.run(
            [sanitized_python(), "-m", "pytest", *words, str(path.relative_to(unpacked))],
            cwd=unpacked,
            env=os.environ | sanitizer_variables() | {"FASTQUEENS_TEST_PROFILE": "quick"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return path, done.returncode, done.stdout

    files = [
        path
        for path in sorted((unpacked / "tests").glob("test_*.py"))
        if (name := path.stem.removeprefix("test_")) not in UNSANITIZED
        and not name.startswith(UNSANITIZED_PREFIXES)
        and (not session.posargs or name in session.posargs)
    ]
    failed = []
    with ThreadPoolExecutor(2) as threads:
        for path, code, printed in threads.map(check, files):
            session.log(f"{path.name}: {printed.rstrip().rpartition(chr(10))[2]}")
            if code:
                failed.append(path.name)
                print(printed)
    if failed or not files:
        session.error(f"failed: {', '.join(failed)}" if failed else "no test was chosen")


def sanitized_python() -> str:
    """Return the Python of the session `sanitizers`."""
    return str(ROOT / ".nox/sanitizers/bin/python")


def sanitizer_variables() -> dict[str, str]:
    """Return the environment variables that load the sanitizers into Python."""

    def library(name: str) -> str:
        command = ["cc", f"-print-file-name={name}"]
        return subprocess.check_output(command, text=True).strip()

    return {
        "LD_PRELOAD": f"{library('libasan.so')} {library('libubsan.so')}",
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
    }


@nox.session(tags=["ci"], default=False)
def fuzz(session: nox.Session) -> None:
    """Fuzz all parsers, all kernels on the build of `sanitizers`, and sequences of calls."""
    if session.posargs:
        session.run(PYTHON, "tools/fuzz.py", *session.posargs)
        return
    short = ["--engine", "plain", "--seconds", "1"]
    parsers = [PYTHON, "tools/fuzz.py", "[!k]*", *short]
    calls = [PYTHON, "tools/fuzz_api.py", "--seconds", "15"]
    kernels = sanitized_python()
    env = dict(sanitizer_variables())
    if not Path(kernels).exists():
        session.warn("the kernels run without sanitizers: `nox -s sanitizers` makes that build")
        kernels, env = PYTHON, {}
    with in_background(session, "parsers and calls", parsers, calls):
        session.run(kernels, "tools/fuzz.py", "kernel-*", *short, env=env, external=True)


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """Make the documentation site in build/site."""
    install(session, *group("docs"))
    words = ["--strict", "-f", "docs/site/mkdocs.yml", *session.posargs]
    session.run(PYTHON, "-m", "mkdocs", "build", *words, env={"NO_MKDOCS_2_WARNING": "1"})


def run_linters(session: nox.Session) -> None:
    """Run the linters, the type checkers and Cython's warnings."""
    session.run(script("ruff"), "check", ".")
    session.run(script("ruff"), "format", "--check", ".")
    session.run(script("mypy"), "--strict")
    pytest(session, "-n", "0", "tests/test_typing.py", "-k", "pyright")
    scripts = [str(path) for path in sorted((ROOT / "bench").glob("compare_*.py"))]
    names = ["publish", "figures", "track", "instructions", "release", "look", "fit_look"]
    scripts += [f"bench/{name}.py" for name in names]
    words = ["--ignore-missing-imports", "--allow-untyped-calls"]
    session.run(script("mypy"), *words, *scripts, env={"MYPYPATH": "src:bench"})
    session.run(script("mypy"), "--strict", "noxfile.py")
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((ROOT / "src").rglob("*.pyx")):
            words = ["-3", "-Werror", "-I", "src", str(path.relative_to(ROOT))]
            session.run(script("cython"), *words, "-o", f"{folder}/out.c", log=False)
    session.run(script("lint-imports"), env={"PYTHONPATH": "src"})


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, mypy, basedpyright, Cython's warnings and the check of the layers."""
    install(session, *group("lint"))
    run_linters(session)


@nox.session(tags=["ci"], default=False)
def lint_and_site(session: nox.Session) -> None:
    """Run the linters, and beside them the tests of the site and of notebooks."""
    install(session, *group("lint"), *group("docs"), *group("notebooks"))
    names = [
        "site",
        "jupyterlab",
        "marimo",
        "display",
    ]  # the last one needs nbconvert, of JupyterLab
    beside = [f"tests/test_{name}.py" for name in names]
    with in_background(session, "site", [PYTHON, "-m", "pytest", "-n", "0", *beside]):
        run_linters(session)


@nox.session(tags=["ci"], default=False)
def cross(session: nox.Session) -> None:
    """Compile kernels and modules for musl, macOS and Windows; run the ARM wheel."""
    packages = ["ziglang", "cython>=3.2", "scikit-build-core>=0.10", "cmake", "ninja"]
    install(session, *packages, optional=True)
    # Without --no-link, zig first builds the C library of each target, which takes minutes.
    words = ["--no-link", "--run", "x86_64-linux-musl", "aarch64-macos", "x86_64-windows-gnu"]
    is_available(session, "tools/cross_check.py", *words, **WITHOUT_CC)


@nox.session(tags=["ci"], default=False)
def wasm(session: nox.Session) -> None:
    """Check the page without a server: the engine in Pyodide, a browser, the size."""
    packages = subprocess.check_output([PYTHON, "tools/wasm_toolchain.py"], cwd=ROOT, text=True)
    install(session, *packages.split(), optional=True)
    if not is_available(session, "tools/wasm.py", BUILD / "pyodide", "--set", **WITHOUT_CC):
        return
    env = WITHOUT_CC | {"FASTQUEENS_WASM": str(BUILD / "pyodide")}
    pytest(session, "-n", "0", "tests/test_wasm.py", **env)
    pages = [str(path) for path in sorted((ROOT / "tests").glob("test_web_*.py"))]
    pytest(session, *pages, "-k", "files or test_web_static", **env)
    session.run(PYTHON, "bench/wasm_budget.py", "--rounds", "1", "--check", env=env)


@nox.session(tags=["ci"], default=False)
def threads(session: nox.Session) -> None:
    """Run every kernel in eight threads under ThreadSanitizer."""
    is_available(session, "tools/thread_check.py")


@nox.session(tags=["ci"], default=False)
def budgets(session: nox.Session) -> None:
    """Check the sizes of the page and its files; with `-- all` also its times."""
    if shutil.which("chromium-headless-shell") or shutil.which("chromium"):
        words = ["--check", *(session.posargs or ["sizes"])]
        session.run(PYTHON, "bench/web_budget.py", "--rounds", "3", *words)
    else:
        session.warn("there is no Chromium: the budgets are not checked")


@nox.session(tags=["ci"], default=False)
def work(session: nox.Session) -> None:
    """Check the work of every search: equal with every instruction set, and as recorded."""
    session.run(PYTHON, "bench/fingerprint.py")
    session.run(PYTHON, "bench/counters.py")


@nox.session(tags=["ci"], default=False)
def bench(session: nox.Session) -> None:
    """Run every benchmark once, to see that it works; bench/README.md says how to measure."""
    install(session, "pytest-codspeed>=4", optional=True)
    pytest(session, "-n", "2", "bench", *session.posargs)
