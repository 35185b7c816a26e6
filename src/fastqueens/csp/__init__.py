"""Constraint problems: variables, their values, and constraints on these values.

Examples are coloured Queens, N-Queens, Sudoku, timetables and map colouring. A `Model` describes
such a problem by four kinds of constraints: pairs of values that exclude each other, variables that
must all be different, tables of the allowed combinations of values, and bounds on the number of
variables that have a given value. The methods are those of the textbooks, and their counters can be
compared.

Methods
-------
backtracking
    Assigns one variable after another; each value is checked against the values chosen before. A
    table or a count constraint is checked when its last variable is assigned.
backtracking-memo
    The same search with the same steps and backtracks. Failed calls are stored, and a call that
    failed before is not searched again.
forward-checking
    A chosen value prunes the conflicting values of the unassigned variables. If only one variable
    of a table or a count constraint is unassigned, the values that violate the constraint are
    pruned from this variable (Bessiere et al. 2002). If an unassigned variable has no value left,
    the next value is tried at once.
mac
    Maintaining arc consistency: AC-3 (Mackworth 1977) before the first choice and after every
    choice (Sabin and Freuder 1994). The constraints of `Model.add_all_different` (Regin 1994),
    `Model.add_table` (compact-table, Demeulenaere et al. 2016) and `Model.add_count` are filtered
    as a whole: every value that is in no solution of the constraint is pruned.
min-conflicts
    Local search (Minton et al. 1992): every variable has a value, and a step gives one variable of
    a violated constraint the value with the fewest violations. It may find a solution quickly, but
    it never proves that there is no solution. Its only option is the seed, and it finds one
    solution, not all solutions.

Counters
--------
steps
    The number of calls that select the next variable. There is a first call, and one call after
    every choice that is not refuted at once and that leaves unassigned variables. A solution is not
    a step. For min-conflicts: the number of moves, each of which changes one value or gives all
    variables new random values.
backtracks
    The number of choices undone, for any reason; a restart undoes all choices.
nodes, hits
    For backtracking-memo: the number of steps that were searched, and the number of calls whose
    stored result was used.
prunes
    For forward-checking and mac: the number of values pruned from unassigned variables.
revisions
    For mac: the number of arcs revised.
filters
    For mac with all-different, table or count constraints: the number of times that such a
    constraint was filtered.
restarts
    The number of restarts, if restarts are switched on. For min-conflicts: the number of times that
    all variables got new random values.

If steps or backtracks exceed 64 bits, which is possible only for backtracking-memo, the counter is
2**64 - 1.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.public_names import import_on_use

if TYPE_CHECKING:
    from fastqueens.csp.arc_consistency import ArcConsistency
    from fastqueens.csp.comparison import compare
    from fastqueens.csp.model import Model, Solved, Unsolved
    from fastqueens.csp.options import (
        METHODS,
        ORDERS,
        TREE_METHODS,
        VALUES,
        Method,
        Order,
        TreeMethod,
        Values,
    )
    from fastqueens.csp.search_tree import Node, SearchTree

    # A result is one of the two classes; see `results.SolvedResult`.
    CSPResult: TypeAlias = Solved | Unsolved

__all__ = [
    "METHODS",
    "ORDERS",
    "TREE_METHODS",
    "VALUES",
    "ArcConsistency",
    "CSPResult",
    "Method",
    "Model",
    "Node",
    "Order",
    "SearchTree",
    "Solved",
    "TreeMethod",
    "Unsolved",
    "Values",
    "compare",
]

if not TYPE_CHECKING:  # a type checker reports names that do not exist
    __getattr__ = import_on_use(
        __name__,
        {
            "arc_consistency": "ArcConsistency",
            "comparison": "compare",
            "model": "CSPResult Model Solved Unsolved",
            "options": "METHODS Method ORDERS Order TREE_METHODS TreeMethod VALUES Values",
            "search_tree": "Node SearchTree",
        },
    )


def __dir__() -> list[str]:
    return __all__
