"""The tree of a search: every choice, and whether it failed."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastqueens._kernels.csp import search as _kernels
from fastqueens.canvas.displayed import Displayed
from fastqueens.equality import EqualByValue
from fastqueens.output import dumps, save
from fastqueens.results import Status, describe_status
from fastqueens.search import DONE, FOUND, RUNNING
from fastqueens.validation import check_whole, plural

if TYPE_CHECKING:  # drawing is imported only when it is used
    from fastqueens.canvas.style import ThemeName
    from fastqueens.canvas.svg_document import SVGDocument
    from fastqueens.canvas.tree_layout import Box, TreeLayout

__all__ = ["Node", "SearchTree", "State", "TreeGrowth", "record_growth", "record_tree"]


State = Literal["open", "refuted", "failed", "inner", "solution"]
_SIGNS = {"open": " ...", "refuted": " x", "failed": " x", "solution": " solution"}
# Maps the numbers of a variable and a value to their names and a label.
Describe = Callable[[int, int], tuple[Hashable, Hashable, str]]


@dataclass(frozen=True, slots=True)
class Node:
    """A node: a choice, or the root.

    Attributes
    ----------
    parent : int
        The number of the parent node; -1 for the root.
    depth : int
        The number of choices from the root to this node.
    variable, value : hashable, or None
        The chosen variable and value; None for the root.
    label : str
        A label of the choice.
    state : {"open", "refuted", "failed", "inner", "solution"}
        ``"solution"``: every variable has a value. ``"refuted"``: the choice was undone before the
        next variable was selected. ``"failed"``: every choice below it failed. ``"inner"``: there
        is a solution below it. ``"open"``: the search ended before the outcome was known.
    """

    parent: int
    depth: int
    variable: Hashable | None
    value: Hashable | None
    label: str
    state: State


@dataclass(frozen=True, slots=True, eq=False)
class SearchTree(Displayed, EqualByValue):
    """The choices of a search, in the order in which they were made.

    Attributes
    ----------
    nodes : tuple of Node
        The root is number 0; a node comes after its parent.
    method : str
        The method.
    status : {"solved", "unsolvable", "stopped"}
        The status of the search; ``"stopped"`` if there were too many nodes.
    counters : dict of str to int
        The work of the search so far.
    """

    nodes: tuple[Node, ...]
    method: str
    status: Status
    counters: dict[str, int]

    def __len__(self) -> int:
        return len(self.nodes)

    def children(self, number: int) -> list[int]:
        """Return the numbers of the children of a node, in order.

        Parameters
        ----------
        number : int
            The number of the node.

        Returns
        -------
        list of int

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> Model([2, 2]).tree("backtracking").children(0)
        [1]
        """
        return [i for i, node in enumerate(self.nodes) if node.parent == number]

    def summary(self) -> str:
        """Return the status, the method and the numbers of nodes and solutions.

        Returns
        -------
        str

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> Model([2, 2]).tree().summary()
        'solved by backtracking · 3 nodes · 1 solution'
        """
        solutions = sum(node.state == "solution" for node in self.nodes)
        parts = [describe_status(self.status, self.method), plural(len(self.nodes), "node")]
        parts += [plural(solutions, "solution")] if solutions else []
        return " · ".join(parts)

    def to_text(self, *, ascii: bool = False) -> str:
        """Write the tree with one line for each node; children are indented.

        Parameters
        ----------
        ascii : bool
            Whether to use only ASCII characters.

        Returns
        -------
        str
            The text, without a newline at the end. ``x`` marks dead ends, ``...`` marks unfinished
            nodes.

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> model = Model({"x": ["a", "b"], "y": ["a"]})
        >>> model.add_different("x", "y")
        >>> print(model.tree("forward-checking").to_text())
        solved by forward-checking · 4 nodes · 1 solution
        start
        ├─ x=a x
        └─ x=b
           └─ y=a solution
        """
        below: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes[1:], 1):
            below[node.parent].append(number)
        corner, fork, bar = ("`- ", "|- ", "|  ") if ascii else ("└─ ", "├─ ", "│  ")
        lines = [self.summary() if not ascii else self.summary().replace(" · ", ", ")]
        waiting = [(0, "", "")]  # (node, prefix of its line, prefix of its children's lines)
        while waiting:
            number, before, indent = waiting.pop()
            node = self.nodes[number]
            sign = "" if below[number] and node.state != "open" else _SIGNS[node.state]
            lines.append(before + node.label + sign)
            last = below[number][-1:]
            for child in reversed(below[number]):
                first, then = (corner, "   ") if [child] == last else (fork, bar)
                waiting.append((child, indent + first, indent + then))
        return "\n".join(lines)

    def _boxes(self) -> list[Box]:
        from fastqueens.canvas.tree_layout import Box

        return [Box(node.parent, node.label, node.state) for node in self.nodes]

    def layout(self) -> TreeLayout:
        """Return the positions of the nodes in the drawing. The root is at the top.

        Returns
        -------
        TreeLayout
            The size of the picture, and for each node the middle, the top and the width of its box.

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> Model([2]).tree().layout().height
        119
        """
        from fastqueens.canvas.tree_layout import place_boxes

        return place_boxes(self._boxes())

    def to_svg(self, *, theme: ThemeName | None = None) -> SVGDocument:
        """Draw the tree as a standalone SVG document, the root at the top.

        Parameters
        ----------
        theme : {"light", "dark", "auto"}, optional
            The colours; ``"auto"`` follows the page. By default they are light, and in a notebook
            those of its theme.

        Returns
        -------
        SVGDocument
            A str that a notebook shows as a picture.

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> Model([2]).tree().to_svg()[:4]
        '<svg'
        """
        from fastqueens.canvas.tree_layout import tree_svg

        return tree_svg(self._boxes(), f"Search tree: {self.summary()}", theme=theme)

    def to_png(self, *, theme: ThemeName = "light") -> bytes:
        """Draw the tree as a PNG file.

        Parameters
        ----------
        theme : {"light", "dark"}
            The colours.

        Returns
        -------
        bytes

        Raises
        ------
        MissingExtra
            If Pillow is not installed.

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> Model([2]).tree().to_png()[1:4]
        b'PNG'
        """
        from fastqueens.canvas.tree_layout import tree_png

        return tree_png(self._boxes(), theme=theme)

    def save(self, path: str | os.PathLike[str], *, theme: ThemeName = "light") -> None:
        """Write the tree to a file: .txt, .json, .svg or .png.

        Parameters
        ----------
        path : str or path-like
            The file; its suffix selects the format.
        theme : {"light", "dark"}
            The colours of a picture.

        Raises
        ------
        InputError
            If the suffix is unknown or the file cannot be written.
        MissingExtra
            For ``.png`` if Pillow is not installed.

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Model([2]).tree().save(f"{folder}/tree.svg")
        """
        writers: dict[str, Callable[[], str | bytes]] = {
            ".txt": lambda: self.to_text() + "\n",
            ".json": lambda: dumps(self.as_dict()) + "\n",
            ".svg": lambda: self.to_svg(theme=theme),
            ".png": lambda: self.to_png(theme=theme),
        }
        save(path, writers)

    def as_dict(self) -> dict[str, Any]:
        """Return the tree as plain data, ready for JSON if JSON supports the names and values.

        Returns
        -------
        dict
            ``method``, ``status``, ``counters`` and ``nodes``, a list of dicts.

        Examples
        --------
        >>> from fastqueens.csp import Model
        >>> Model([2]).tree().as_dict()["nodes"][1]["label"]
        '0=0'
        """
        return {
            "method": self.method,
            "status": self.status,
            "counters": self.counters,
            "nodes": [asdict(node) for node in self.nodes],
        }

    def _display_svg(self, theme: ThemeName) -> str:
        return self.to_svg(theme=theme)

    def _display_png(self) -> bytes:
        return self.to_png()

    def _display_note(self) -> str:
        return self.summary()

    def __str__(self) -> str:
        return self.to_text()


class _TreeRecorder:
    """Runs a search step by step, and records every choice."""

    def __init__(self, kernel: _kernels.Search, describe: Describe, most: int) -> None:
        self.kernel = kernel
        self.describe = describe
        self.most = most
        self.parents = [-1]
        self.choices: list[tuple[int, int] | None] = [None]
        self.states: list[State] = ["open"]
        self.children: list[list[int]] = [[]]
        self.called: set[int] = set()
        self.solved: set[int] = set()  # nodes with a solution below them
        self.path = [0]
        self.born = [0]  # the work at which each node was added, ...
        self.left = [-1]  # ... at which the search left it, or -1, ...
        self.solved_at: dict[int, int] = {}  # ... and at which it was found to be a solution
        self._now = 0
        self._values = np.empty(kernel.model.variables, np.int32)

    @property
    def full(self) -> bool:
        return len(self.parents) >= self.most

    def _call_count(self) -> int:
        counters = self.kernel.counters()
        return counters.get("nodes", counters["steps"])

    def step(self) -> int:
        """Do one unit of work of the search; after a solution, continue to the next choice."""
        calls = self._call_count()
        budget = 0 if self.states[self.path[-1]] == "solution" else 1
        status = self.kernel.step(budget)
        # A frame of the same work still shows the solution, so this change belongs to the next one.
        self._now = self.kernel.spent + (budget == 0)
        if self._call_count() > calls:
            self.called.add(self.path[-1])
        self.kernel.peek_values(self._values)
        depth = int((self._values >= 0).sum())
        fresh: list[int] = []
        # Failed calls and the current call list the values that were tried since the last step.
        for level in range(len(self.path) - 1, max(depth - 2, -1), -1):
            node = self.path[level]
            if node in self.called:
                variable, tried = self.kernel.tried_values(level)
                for value in tried[len(self.children[node]) :]:
                    if self.full:
                        return status
                    fresh.append(self._add(node, variable, value))
        path = self.path[:depth]
        path.append(self.children[path[-1]][-1] if depth else 0)
        current = set() if status == DONE else set(path)
        for node in [*fresh, *self.path]:
            if node not in current and self.left[node] < 0:
                self.left[node] = self._now
                if self.states[node] == "open":
                    self._close(node)
        self.path = path
        if status == FOUND:
            self.states[path[-1]] = "solution"
            self.solved.update(path)
            self.solved_at[path[-1]] = self.kernel.spent
        return status

    def _add(self, parent: int, variable: int, value: int) -> int:
        number = len(self.parents)
        self.parents.append(parent)
        self.choices.append((variable, value))
        self.states.append("open")
        self.children.append([])
        self.born.append(self._now)
        self.left.append(-1)
        self.children[parent].append(number)
        return number

    def _close(self, node: int) -> None:
        if node in self.solved:
            self.states[node] = "inner"
        else:
            self.states[node] = "failed" if node in self.called else "refuted"

    def nodes(self) -> Iterator[Node]:
        depths: list[int] = []
        for parent, choice, state in zip(self.parents, self.choices, self.states, strict=True):
            number = len(depths)
            depths.append(0 if parent < 0 else depths[parent] + 1)
            named = (None, None, "start") if choice is None else self.describe(*choice)
            if state == "open" and number in self.solved:
                state = "inner"
            yield Node(parent, depths[number], *named, state)


def record_tree(
    kernel: _kernels.Search,
    method: str,
    describe: Describe,
    *,
    nodes: int = 200,
    limit: int | None = 1,
) -> SearchTree:
    """Run a search and return its tree; see `record_growth`.

    Examples
    --------
    >>> from fastqueens.nqueens.csp_model import nqueens_model
    >>> from fastqueens.csp.options import make
    >>> kernel = make(nqueens_model(2), "mac", "static", "static", False, 0, 0, keep_domains=True)
    >>> tree = record_tree(kernel, "mac", lambda x, a: (x, a, f"{x}={a}"))
    >>> tree.status, [node.state for node in tree.nodes]
    ('unsolvable', ['refuted'])
    """
    return record_growth(kernel, method, describe, nodes=nodes, limit=limit).tree


@dataclass(frozen=True, slots=True)
class TreeGrowth:
    """A search tree, with the work at which each of its nodes changed.

    Attributes
    ----------
    tree : SearchTree
        The tree at the end.
    born : list of int
        The work at which the search made each choice.
    left : list of int
        The work at which the search took each choice back; -1 if it never did.
    solved_at : dict of int to int
        The work at which each node with a solution was found to be one.
    """

    tree: SearchTree
    born: list[int]
    left: list[int]
    solved_at: dict[int, int]


def record_growth(
    kernel: _kernels.Search,
    method: str,
    describe: Describe,
    *,
    nodes: int = 200,
    limit: int | None = 1,
) -> TreeGrowth:
    """Run a search; return its tree with the work at which each node changed.

    Examples
    --------
    >>> from fastqueens.nqueens.csp_model import nqueens_model
    >>> from fastqueens.csp.options import make
    >>> kernel = make(nqueens_model(4), "backtracking", "static", "static", False, 0, 0,
    ...               keep_domains=True)
    >>> growth = record_growth(kernel, "backtracking", lambda x, a: (x, a, f"{x}={a}"))
    >>> [node.label for node in growth.tree.nodes][:4], growth.born[:4], growth.left[:4]
    (['start', '0=0', '1=2', '1=3'], [0, 1, 2, 3], [-1, 5, 3, 5])
    """
    recorder = _TreeRecorder(kernel, describe, check_whole(nodes, "nodes", least=1))
    most = None if limit is None else check_whole(limit, "limit", least=1)
    found, status = 0, RUNNING
    while status != DONE and found != most and not recorder.full:
        status = recorder.step()
        found += status == FOUND
    outcome: Status = "stopped"
    if found and (found == most or status == DONE):
        outcome = "solved"
    elif status == DONE:
        outcome = "unsolvable"
    tree = SearchTree(tuple(recorder.nodes()), method, outcome, kernel.counters())
    return TreeGrowth(tree, recorder.born, recorder.left, recorder.solved_at)
