"""Records the search of a constraint problem frame by frame."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastqueens.csp.domains import Domains
from fastqueens.search_frames import Event, Frame, Frames
from fastqueens.validation import join_short

if TYPE_CHECKING:
    from fastqueens._kernels.csp.search import Search as Kernel
    from fastqueens.canvas.scene import Scene
    from fastqueens.canvas.style import Look
    from fastqueens.search import Search

__all__ = ["Assigned", "record_frames"]


@dataclass(frozen=True, slots=True)
class Assigned:
    """The variables of a constraint problem while a search runs.

    Attributes
    ----------
    values : dict
        The value of each variable that has one.
    domains : dict of tuple
        The values that each variable may still take.
    """

    values: Mapping[Hashable, Hashable]
    domains: Mapping[Hashable, tuple[Hashable, ...]]


def record_frames(
    domains: Domains, search: Search, kernel: Kernel, **options: Any
) -> Frames[Assigned]:
    """Return the frames of a search; its kernel keeps the domains."""

    def look() -> Assigned:
        numbers = np.empty(len(domains.names), np.int32)
        kernel.peek_values(numbers)
        return Assigned(_values(domains, numbers.tolist()), _left(domains, kernel.domains()))

    return Frames(
        search,
        look,
        lambda: look().values,
        lambda values: Assigned(values, {name: (value,) for name, value in values.items()}),
        narrator=_Narrator(look),
        draw=partial(_draw, tuple(domains.names), tuple(map(tuple, domains.values))),
        **options,
    )


def _values(domains: Domains, numbers: list[int]) -> dict[Hashable, Hashable]:
    rows = zip(domains.names, domains.values, numbers, strict=True)
    return {name: values[number] for name, values, number in rows if number >= 0}


def _left(domains: Domains, numbers: list[list[int]]) -> dict[Hashable, tuple[Hashable, ...]]:
    rows = zip(domains.names, domains.values, numbers, strict=True)
    return {name: tuple(values[k] for k in left) for name, values, left in rows}


class _Narrator:
    """Says which variables got or lost their values, and which domains shrank."""

    pseudocode: tuple[str, ...] = ()

    def __init__(self, look: Any) -> None:
        self.snapshot = look

    def event(self, before: Assigned, after: Assigned, *, found: bool, ended: bool) -> Event:
        """Describe the work between two snapshots."""
        if ended:
            return Event("Every choice has been tried.", ())
        old, new = before.values, after.values
        undone = [f"{name}" for name in old if name not in new]
        put = [f"{name} = {new[name]}" for name in new if name not in old or old[name] != new[name]]
        parts = []
        if undone:
            several = "s" * (len(undone) > 1)
            verb = "lose their values" if several else "loses its value"
            parts.append(f"Variable{several} {join_short(undone)} {verb}.")
        if put:
            parts.append(f"The search sets {join_short(put)}.")
        for name, values in before.domains.items():
            pruned = [f"{value}" for value in values if value not in after.domains[name]]
            if pruned and name not in new and name not in old:
                several, verb = ("s", "are") if len(pruned) > 1 else ("", "is")
                parts.append(f"Value{several} {join_short(pruned)} {verb} pruned from {name}.")
        parts += [f"No value is left for {x}." for x, left in after.domains.items() if not left]
        if found:
            parts.append("All variables have values: this is a solution.")
        return Event(" ".join(parts) or "No domain has changed.", ())


def _draw(
    names: tuple[Hashable, ...],
    domains: tuple[tuple[Hashable, ...], ...],
    frame: Frame[Assigned],
    cell: int,
    look: Look,
) -> Scene:
    """Return the scene of a frame: a row for each variable, and a column for each value."""
    from fastqueens.canvas import matrix

    columns = list(dict.fromkeys(value for values in domains for value in values))
    numbers = {value: j for j, value in enumerate(columns)}
    states = np.full((len(names), len(columns)), matrix.ABSENT, np.uint8)
    for i, (name, values) in enumerate(zip(names, domains, strict=True)):
        left = frame.view.domains[name]
        for value in values:
            states[i, numbers[value]] = matrix.LEFT if value in left else matrix.GONE
        if name in frame.view.values:
            states[i, numbers[frame.view.values[name]]] = matrix.CHOSEN
    drawn = matrix.Matrix([f"{name}" for name in names], [f"{value}" for value in columns], states)
    return matrix.matrix_scene(drawn, cell=cell, look=look, title=frame.sentence)
