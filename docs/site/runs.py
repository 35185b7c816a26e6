"""The code of the pages, run: what it draws becomes a picture, what it prints is shown below.

A fence ``python draw="A board"`` is run, and its last line is what is drawn: anything with
``to_svg``, the text of an SVG picture, or the bytes of a PNG or GIF. What is in the quotes is said
to those who do not see it. With ``python fold draw="A board"`` the picture comes first, and its
code can be opened below. A fence ``sh run`` is given to the shell, in a folder of the page's own.
Fences of one page share their names, as the cells of a notebook do. Others stay as they are; those
with ``>>>`` are run by tests/test_docs.py.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

_FENCE = re.compile(
    r'^```(?:python (?P<fold>fold )?draw="(?P<alt>[^"]+)"|(?P<shell>sh run))\n(?P<code>.*?)^```$',
    re.M | re.S,
)


def run(markdown, uri, root):
    """Run the code of a page.

    Parameters
    ----------
    markdown : str
        The page.
    uri : str
        Its name, which the pictures are named after.
    root : Path
        The repository.

    Returns
    -------
    tuple of (str, dict of str to (str or bytes))
        The page with what its code draws and prints, and the pictures by their names.
    """
    made = {}
    names = {"__name__": uri}

    def replace(match):
        code = match["code"]
        if match["shell"]:
            return f"```sh\n{code}```\n\n```text\n{_shell(code, folder, root)}```"
        stem = f"pictures/{Path(uri).stem}-{len(made) + 1}"
        printed, drawn = _last(code, f"{uri}, {match['alt']}", names)
        shown = []
        for suffix, content, look in drawn:
            made[stem + suffix] = content
            kind = "loading=lazy .broad" if _broad(content) else "loading=lazy"
            shown.append(f"![{match['alt']}]({stem}{suffix}{look}){{ {kind} }}")
        text = f"```{{.text .said}}\n{printed}```\n\n" if printed else ""
        code = f"```python\n{code}```"
        if match["fold"]:
            code = f"<summary>The code of this picture</summary>\n\n{code}"
            return f'{text}{"".join(shown)}\n\n<details markdown="1">{code}\n\n</details>'
        return f"{code}\n\n{text}{''.join(shown)}"

    with tempfile.TemporaryDirectory() as folder:
        here = os.getcwd()
        os.chdir(folder)
        try:
            markdown = _FENCE.sub(replace, markdown)
        finally:
            os.chdir(here)
    # What is typed at Python's prompt is coloured as that.
    return re.sub(r"^```python\n(?=>>> )", "```pycon\n", markdown, flags=re.M), made


def _last(code, name, names):
    """Run code; return what it prints, and the pictures of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop()
    if not isinstance(last, ast.Expr):
        raise ValueError(f"{name}: the last line is not what is to be drawn")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, name, "exec"), names)

        def drawn():
            return eval(compile(ast.Expression(last.value), name, "eval"), names)

        pictures = list(_pictures(drawn, last.value))
    return printed.getvalue(), pictures


def _pictures(draw, line):
    """Yield (ending, content, which colours of the page it is for)."""
    drawn = draw()
    if isinstance(drawn, bytes):
        yield (".gif" if drawn[:3] == b"GIF" else ".png"), drawn, ""
    elif isinstance(drawn, str):  # drawn by a call, which is made again with dark colours
        dark = isinstance(line, ast.Call) and ast.unparse(line.func).startswith(
            ("render.", "chart.")
        )
        yield ".svg", drawn, "#only-light" if dark else ""
        if dark:
            line.keywords.append(ast.keyword("theme", ast.Constant("dark")))
            ast.fix_missing_locations(line)
            yield "-dark.svg", draw(), "#only-dark"
    elif not _themed(drawn):
        yield ".svg", drawn.to_svg(), ""
    else:
        yield ".svg", drawn.to_svg(), "#only-light"
        yield "-dark.svg", drawn.to_svg(theme="dark"), "#only-dark"


def _broad(content):
    """Return whether a picture is larger on a phone than its screen: words would be too small."""
    size = re.match(r'<svg [^>]*viewBox="0 0 (\S+) (\S+)"', str(content))
    words = size and ("fq-caption" in content or "<text" in content)
    return bool(words) and float(size[1]) > 500


def _themed(drawn):
    """Return whether a thing can be drawn in dark colours: charts cannot."""
    return not {"theme", "look"}.isdisjoint(inspect.signature(drawn.to_svg).parameters)


def _shell(code, folder, root):
    """Return what commands print; `fastqueens` among them is this package."""
    shim = Path(folder) / ".bin" / "fastqueens"
    if not shim.exists():
        shim.parent.mkdir()
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fastqueens "$@"\n')
        shim.chmod(0o755)
    environment = dict(os.environ, PATH=f"{shim.parent}:{os.environ['PATH']}", NO_COLOR="1")
    source = str(root / "src")
    if source in sys.path:
        environment["PYTHONPATH"] = source
    ended = subprocess.run(
        ["bash", "-euc", code], cwd=folder, env=environment, capture_output=True, text=True
    )
    if ended.returncode:
        raise ValueError(f"{code}ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
    # Seconds differ from build to build.
    return re.sub(r"\d+(\.\d+)? (ns|us|µs|ms|s)\b", "... s", ended.stdout)
