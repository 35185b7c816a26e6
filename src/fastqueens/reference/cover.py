"""Slow, simple reference for exact cover: Algorithm X with the same choices as the kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

__all__ = ["count", "search", "subsets"]


def search(
    options: Sequence[Mapping[str, str | None]], primary: Sequence[str]
) -> tuple[list[list[int]], int, int]:
    """Find all exact covers by Algorithm X on dictionaries of sets; each choice works on a copy.

    Parameters
    ----------
    options : sequence of mappings
        The items of each option with their colours; None for an item without colour.
    primary : sequence of str
        The items to cover exactly once. All other items are secondary.

    Returns
    -------
    solutions : list of lists of int
        The options of each solution, in the order in which they were chosen.
    nodes : int
        The states visited, including the root and the solutions.
    updates : int
        The items removed and the options removed from the set of an item, counted as Knuth does.

    Examples
    --------
    >>> search([{"a": None, "x": "1"}, {"b": None, "x": "1"}, {"b": None, "x": "2"}], "ab")
    ([[0, 1]], 3, 4)
    """
    items = [*primary, *sorted({i for option in options for i in option if i not in primary})]
    choosable = [k for k, option in enumerate(options) if any(i in option for i in primary)]
    solutions: list[list[int]] = []
    nodes = updates = 0

    def hide(state: dict[str, set[int]], coloured_items: set[str], option: int) -> None:
        nonlocal updates
        for item in options[option]:
            if item in state and item not in coloured_items and option in state[item]:
                state[item].remove(option)
                updates += 1

    def cover(state: dict[str, set[int]], coloured_items: set[str], item: str) -> None:
        nonlocal updates
        updates += 1
        for option in state.pop(item):
            hide(state, coloured_items, option)

    def visit(state: dict[str, set[int]], coloured_items: set[str], chosen: list[int]) -> None:
        nonlocal nodes, updates
        nodes += 1
        left = [item for item in primary if item in state]
        if not left:
            solutions.append(chosen)
            return
        best = min(left, key=lambda item: len(state[item]))
        tries = sorted(state[best])
        # The item is removed once; each of its options is then tried on a copy.
        state = {item: set(members) for item, members in state.items()}
        cover(state, coloured_items, best)
        for option in tries:
            below = {item: set(members) for item, members in state.items()}
            done = set(coloured_items)
            names = list(options[option])
            turn = names.index(best)
            for item in names[turn + 1 :] + names[:turn]:  # in the cyclic order of the links
                if item in done:
                    continue
                colour = options[option][item]
                if colour is None:
                    cover(below, done, item)
                    continue
                done.add(item)
                for other in [k for k in below[item] if options[k][item] != colour]:
                    hide(below, done, other)
            visit(below, done, [*chosen, option])

    visit({item: {k for k in choosable if item in options[k]} for item in items}, set(), [])
    return solutions, nodes, updates


def subsets(
    options: Sequence[Mapping[str, str | None]],
    multiplicity: Mapping[str, tuple[int, int]],
    costs: Sequence[int] | None = None,
) -> list[list[int]]:
    """Find all exact covers with multiplicities by trying every set of options.

    Parameters
    ----------
    options : sequence of mappings
        The items of each option with their colours; None for an item without colour.
    multiplicity : mapping
        The primary items, each with the least and the greatest number of options that have it.
    costs : sequence of int, optional
        The cost of each option. Options with different costs are not equal.

    Returns
    -------
    list of lists of int
        Of two equal options a solution has the second one only if it has the first one.

    Examples
    --------
    >>> subsets([{"a": None}, {"a": None}, {"a": None, "b": None}], {"a": (1, 2), "b": (0, 1)})
    [[0], [2], [0, 1], [0, 2]]
    """
    keys = [
        (frozenset(option.items()), None if costs is None else costs[k])
        for k, option in enumerate(options)
    ]
    usable = [k for k, option in enumerate(options) if any(i in multiplicity for i in option)]

    def fits(chosen: tuple[int, ...]) -> bool:
        entries = [entry for k in chosen for entry in options[k].items()]
        counts = Counter(item for item, _ in entries)
        for item, (lower, upper) in multiplicity.items():
            if not lower <= counts[item] <= upper:
                return False
        for item in counts:
            colours = [colour for name, colour in entries if name == item]
            shared = None not in colours and len(set(colours)) == 1
            if item not in multiplicity and len(colours) > 1 and not shared:
                return False
        # the first copies of equal options
        return all(
            earlier in chosen for k in chosen for earlier in usable[: usable.index(k)]
            if keys[earlier] == keys[k]
        )  # fmt: skip

    return [
        list(chosen)
        for size in range(len(usable) + 1)
        for chosen in combinations(usable, size)
        if fits(chosen)
    ]


def count(
    options: Sequence[Mapping[str, str | None]], primary: Sequence[str]
) -> tuple[int, int, int, int]:
    """Count exact covers as the memo kernel does, with a dictionary of the states counted.

    Parameters
    ----------
    options, primary
        See `search`.

    Returns
    -------
    solutions : int
    nodes : int
        The states visited, including the root and the solutions.
    states : int
        The states stored: those in which every item has two or more options left.
    hits : int
        How often the search came to a stored state.

    Examples
    --------
    >>> count([{x: None} for x in "aabbcc"], "abc")
    (8, 7, 3, 2)
    """
    number = {item: i for i, item in enumerate(primary)}
    counted: dict[frozenset[int], int] = {}
    nodes = hits = 0

    def excludes(a: int, b: int) -> bool:
        return any(
            options[a][item] is None or options[a][item] != options[b][item]
            for item in options[a].keys() & options[b].keys()
        )

    def visit(live: frozenset[int], left: frozenset[str]) -> int:
        nonlocal nodes, hits
        nodes += 1
        if not left:
            return 1
        of = {item: [k for k in sorted(live) if item in options[k]] for item in left}
        tries = of[min(left, key=lambda item: (len(of[item]), number[item]))]
        if live in counted and len(tries) > 1:
            hits += 1
            return counted[live]
        found = 0
        for option in tries:
            below = frozenset(k for k in live if k != option and not excludes(option, k))
            found += visit(below, left - options[option].keys())
        if len(tries) > 1:
            counted[live] = found
        return found

    choosable = frozenset(k for k, option in enumerate(options) if option.keys() & number.keys())
    return visit(choosable, frozenset(primary)), nodes, len(counted), hits
