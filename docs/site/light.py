"""What a page loads, made small: rules of the theme that no page uses, spaces, digits of pictures.

The theme's style sheets are written for every site: of 149 kB ours uses 67. Pages lose a quarter,
and pictures of many equal shapes two thirds.
"""

from __future__ import annotations

import re

import tinycss2

_WORD = re.compile(r"[A-Za-z_][\w-]*")
_VARIABLE = re.compile(
    r"""(?<=[{;])\s*(--[\w-]+):(?:[^;{}"'()]|"[^"]*"|'[^']*'"""
    r"""|\((?:[^()"']|\([^()]*\)|"[^"]*"|'[^']*')*\))*(?:;|(?=\}))"""
)
_KEPT = re.compile(r"<(pre|script|style|textarea)\b.*?</\1>", re.S)


def html(text):
    """Take the indentation out of a page, but not out of its code.

    Parameters
    ----------
    text : str
        The page.

    Returns
    -------
    str
        The same page to a browser.
    """
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [re.sub(r"\s*\n\s*", "\n", text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*parts, re.sub(r"\s*\n\s*", "\n", text[at:])])


class Used:
    """What pages and scripts speak of: names of elements, classes, identifiers, attributes.

    Parameters
    ----------
    pages : iterable of str
        All pages.
    scripts : iterable of str
        Scripts that may add classes: every word of theirs counts as used.
    """

    def __init__(self, pages, scripts):
        self.words = {word for script in scripts for word in _WORD.findall(script)}
        self.tags, self.values = {"html", "body"}, set()
        for page in pages:
            for tag, attributes in set(re.findall(r"<([a-z][\w-]*)([^<>]*)>", page)):
                self.tags.add(tag)
                for name, quoted, bare in re.findall(
                    r'([\w-]+)=(?:"([^"]*)"|([^\s">]+))', attributes
                ):
                    value = quoted or bare
                    self.values.add((name, value))
                    if name in ("class", "id"):
                        self.words.update(value.split())

    def selector(self, tokens):
        """Return whether a selector can match: what stands in parentheses is not looked at."""
        before = None
        for token in tokens:
            known = True
            if token.type == "ident" and before != ":":
                elements = self.tags if before != "." else set()
                known = token.value in self.words or token.value in elements
            elif token.type == "hash":
                known = token.value in self.words
            elif token.type == "[] block":
                known = self._attribute(token.content)
            if not known:
                return False
            before = token.value if token.type == "literal" else None
        return True

    def _attribute(self, content):
        parts = [x for x in content if x.type != "whitespace"]
        if len(parts) != 3 or parts[1].value != "=":
            return True
        name, value = parts[0].value, parts[2].value
        return (name, value) in self.values or (name != "dir" and value in self.words)


def css(sheets, used):
    """Take out of style sheets the rules that match nothing, and variables that none asks for.

    Parameters
    ----------
    sheets : dict of (object to str)
        All style sheets of the site.
    used : Used
        What the pages have.

    Returns
    -------
    dict of (object to str)
        The style sheets, smaller.
    """
    sheets = {
        name: "".join(_rules(tinycss2.parse_stylesheet(text, True, True), used))
        for name, text in sheets.items()
    }
    before = None
    while before != sheets:  # a variable may ask for another
        before = sheets
        asked = {x for text in sheets.values() for x in re.findall(r"var\((--[\w-]+)", text)}
        sheets = {
            name: re.sub(
                r"(?<=[};])[^{}@;]+\{\}|^[^{}@;]+\{\}",
                "",
                _VARIABLE.sub(lambda x: x[0] if x[1] in asked else "", text),  # noqa: B023
            )
            for name, text in sheets.items()
        }
    return sheets


def _rules(rules, used):
    for rule in rules:
        if rule.type == "qualified-rule":
            kept = [x for x in _split(rule.prelude) if used.selector(x)]
            if kept:
                head = ",".join(tinycss2.serialize(x).strip() for x in kept)
                yield f"{head}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = "".join(_rules(tinycss2.parse_rule_list(rule.content, True, True), used))
            if inner:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}"
        elif rule.type == "at-rule" and rule.content is not None:
            yield rule.serialize()


def _split(tokens):
    """Yield what stands between commas."""
    one = []
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            yield one
            one = []
        else:
            one.append(token)
    yield one


_PATH = re.compile(r'(?<= d=")[^"]+(?=")')
_SHAPE = re.compile(r'<path( [^<>]* d=")m(-?[\d.]+) ?(-?[\d.]+)([^"]*"/>)')
_STEP = re.compile(r"([MLHVZa])([^MLHVZa]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def svg(text):
    """Write a picture of ours shorter: points to a tenth of a pixel, and equal shapes once.

    Parameters
    ----------
    text : str
        An SVG document. Paths with other letters than M, L, H, V, Z and ``a`` stay as they are.

    Returns
    -------
    str
        The same picture, in half of the bytes or less.
    """
    text = _PATH.sub(lambda path: _relative(path[0]), text)
    shapes = {}

    def shape(match):
        before, x, y, after = match.groups()
        if len(after) < 40:  # no longer than a reference
            return match[0]
        known = shapes.get((before, after))
        if known is None:
            known = shapes[before, after] = f"s{len(shapes)}", float(x), float(y)
            return f'<path id="{known[0]}"{before}m{x} {y}{after}'
        name, first_x, first_y = known
        by = {"x": round(float(x) - first_x, 1), "y": round(float(y) - first_y, 1)}
        moved = "".join(f' {axis}="{far:g}"' for axis, far in by.items() if far)
        return f'<use href="#{name}"{moved}/>'

    text = _SHAPE.sub(shape, text)
    said = set(re.findall(r'href="#(\w+)"', text))
    return re.sub(r'<path id="(s\d+)"', lambda x: x[0] if x[1] in said else "<path", text)


def _relative(path):
    """Return a path in relative coordinates; what is rounded off is not added up."""
    if re.search(r"[^MLHVZa\d\s.,-]", path):
        return path
    here = start = (0, 0)  # in tenths of a pixel
    out, last = "", ""

    def write(letter, *tenths):
        nonlocal out, last
        numbers = _join(tenths)
        implied = letter == last or (letter == "l" and last == "m")
        out += ("" if numbers[:1] == "-" else " ") + numbers if implied else letter + numbers
        last = letter

    for letter, rest in _STEP.findall(path):
        tenths = [round(10 * float(x)) for x in _NUMBER.findall(rest)]
        x, y = here
        if letter == "Z":
            here = start
            write("z")
        elif letter == "a":  # halves of discs: radius, radius, three flags, and how far across
            across = tenths[5]
            write("a", abs(across) / 2, abs(across) / 2, *tenths[2:])
            here = x + across, y
        elif letter == "H":
            write("h", tenths[0] - x)
            here = tenths[0], y
        elif letter == "V":
            write("v", tenths[0] - y)
            here = x, tenths[0]
        else:
            write(letter.lower(), tenths[0] - x, tenths[1] - y)
            here = tenths[0], tenths[1]
            start = here if letter == "M" else start
    return out


def _join(tenths):
    """Write numbers, given as tenths, as short as SVG allows."""
    out = ""
    for tenth in tenths:
        number = re.sub(r"^(-?)0\.", r"\1.", f"{tenth / 10:g}")
        out += number if not out or number[0] == "-" else " " + number
    return out
