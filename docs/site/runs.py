"""Run the code of the pages; show its pictures and its output.

A fence ``python draw="A board"`` is run. Its last line is drawn: an object with ``to_svg``, the
text of an SVG picture, or the bytes of a PNG or GIF. The text in quotes is the alternative text of
the picture. With ``python fold draw="A board"`` the picture comes first, and the reader can unfold
the code below. The shell runs a fence ``sh run`` in a folder of the page. All fences of a page
share their variables, like the cells of a notebook. Other fences stay unchanged; tests/test_docs.py
runs those with ``>>>``.
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
        The text of the page.
    uri : str
        The path of the page, used to name the pictures.
    root : Path
        The root of the repository.

    Returns
    -------
    tuple of (str, dict of str to (str or bytes))
        The page with pictures and output of its code, and the pictures by name.
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
    # A second word names the package that the tests need for a fence; Markdown does not know it.
    markdown = re.sub(r"^```python [a-z]+$", "```python", markdown, flags=re.M)
    # Highlight fences with Python prompts as an interactive session.
    return re.sub(r"^```python\n(?=>>> )", "```pycon\n", markdown, flags=re.M), made


def _last(code, name, names):
    """Run code; return its output, and the pictures of its last line."""
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
    """Yield (suffix, content, the page colours it is for)."""
    drawn = draw()
    if isinstance(drawn, bytes):
        yield (".gif" if drawn[:3] == b"GIF" else ".png"), drawn, ""
    elif isinstance(drawn, str):  # made by a call, which is repeated with dark colours
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
    """Return whether a picture is too wide for a phone, so that scaled text is illegible."""
    size = re.match(r'<svg [^>]*viewBox="0 0 (\S+) (\S+)"', str(content))
    words = size and ("fq-caption" in content or "<text" in content)
    return bool(words) and float(size[1]) > 500


def _themed(drawn):
    """Return whether an object can be drawn in dark colours; charts cannot."""
    return not {"theme", "look"}.isdisjoint(inspect.signature(drawn.to_svg).parameters)


def _shell(code, folder, root):
    """Return the output of shell commands; `fastqueens` among them is this package."""
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
    # Times differ from build to build.
    return re.sub(r"\d+(\.\d+)? (ns|us|µs|ms|s)\b", "... s", ended.stdout)
