"""Binary constraint problems: variables, their values, and pairs of values that exclude each other.

Examples are coloured Queens, N-Queens, Sudoku, timetables and map colouring. A `Model` describes
any such problem. The classic methods of the textbooks solve it, and their counters can be compared.

Methods
-------
backtracking
    Assigns one variable after another; each value is checked against the values chosen before.
backtracking-memo
    The same search with the same steps and backtracks, but failed calls are stored, and a call that
    failed before is not searched again.
forward-checking
    A chosen value prunes the conflicting values of the unassigned variables. If an unassigned
    variable has no value left, the next value is tried at once.
mac
    Maintaining arc consistency: AC-3 (Mackworth 1977) before the first choice and after every
    choice (Sabin and Freuder 1994). The constraints of `Model.add_all_different` are filtered as a
    whole (Regin 1994).

Counters
--------
steps
    The number of calls that select the next variable: the first call, and one after every choice
    that is not refuted at once and leaves unassigned variables. A solution is not a step.
backtracks
    The number of choices undone, for any reason; a restart undoes all choices.
nodes, hits
    For backtracking-memo: the number of steps that were searched, and of calls whose stored result
    was used.
prunes
    For forward-checking and mac: the number of values pruned from unassigned variables.
revisions
    For mac: the number of arcs revised.
filters
    For mac with all-different constraints: how often such a constraint was filtered.
restarts
    The number of restarts, if these are switched on.

If steps or backtracks exceed 64 bits, which is possible only for backtracking-memo, the counter is
2**64 - 1.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.public_names import import_on_use

if TYPE_CHECKING:
    from fastqueens.csp.arc_consistency import ArcConsistency
    from fastqueens.csp.model import Model, Solved, Unsolved
    from fastqueens.csp.options import METHODS, ORDERS, VALUES, Method, Order, Values
    from fastqueens.csp.search_tree import Node, SearchTree

    # A result is one of the two classes; see `results.SolvedResult`.
    CSPResult: TypeAlias = Solved | Unsolved

__all__ = [
    "METHODS",
    "ORDERS",
    "VALUES",
    "ArcConsistency",
    "CSPResult",
    "Method",
    "Model",
    "Node",
    "Order",
    "SearchTree",
    "Solved",
    "Unsolved",
    "Values",
]

if not TYPE_CHECKING:  # a type checker reports names that do not exist
    __getattr__ = import_on_use(
        __name__,
        {
            "arc_consistency": "ArcConsistency",
            "model": "CSPResult Model Solved Unsolved",
            "options": "METHODS Method ORDERS Order VALUES Values",
            "search_tree": "Node SearchTree",
        },
    )


def __dir__() -> list[str]:
    return __all__
