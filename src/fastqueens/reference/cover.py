"""Slow, obvious exact cover: Algorithm X with the same choices as the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["search"]


def search(
    options: Sequence[Mapping[str, str | None]], primary: Sequence[str]
) -> tuple[list[list[int]], int, int]:
    """Find all exact covers by Algorithm X on dictionaries of sets, copied instead of undone.

    Parameters
    ----------
    options : sequence of mappings
        The items of each option with their colours, None where an item has none.
    primary : sequence of str
        The items to be covered exactly once. All others are secondary.

    Returns
    -------
    solutions : list of lists of int
        Options in the order of choice.
    nodes : int
        States visited, the root and the solutions included.
    updates : int
        Items taken away and options taken out of an item's set, as Knuth counts them.

    Examples
    --------
    >>> search([{"a": None, "x": "1"}, {"b": None, "x": "1"}, {"b": None, "x": "2"}], "ab")
    ([[0, 1]], 3, 4)
    """
    items = [*primary, *sorted({i for option in options for i in option if i not in primary})]
    choosable = [k for k, option in enumerate(options) if any(i in option for i in primary)]
    solutions: list[list[int]] = []
    nodes = updates = 0

    def hide(state: dict[str, set[int]], settled: set[str], option: int) -> None:
        nonlocal updates
        for item in options[option]:
            if item in state and item not in settled and option in state[item]:
                state[item].remove(option)
                updates += 1

    def cover(state: dict[str, set[int]], settled: set[str], item: str) -> None:
        nonlocal updates
        updates += 1
        for option in state.pop(item):
            hide(state, settled, option)

    def visit(state: dict[str, set[int]], settled: set[str], chosen: list[int]) -> None:
        nonlocal nodes, updates
        nodes += 1
        left = [item for item in primary if item in state]
        if not left:
            solutions.append(chosen)
            return
        best = min(left, key=lambda item: len(state[item]))
        tries = sorted(state[best])
        # Taking the item away is done once, and what each of its options does is done on a copy.
        state = {item: set(members) for item, members in state.items()}
        cover(state, settled, best)
        for option in tries:
            below = {item: set(members) for item, members in state.items()}
            done = set(settled)
            names = list(options[option])
            turn = names.index(best)
            for item in names[turn + 1 :] + names[:turn]:  # round the option, as links go
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
