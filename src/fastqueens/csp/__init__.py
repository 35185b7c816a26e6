"""Binary constraint problems: variables, their values, and pairs of values that exclude each other.

Coloured Queens and N-Queens are such problems, and so are Sudoku, timetables and the colouring of
maps. `Model` takes any of them; the classic methods of the textbooks solve it, each with the
counters by which they are compared.

Methods
-------
backtracking
    One variable after another, its values checked against those chosen before.
backtracking-memo
    The same search with the same steps and backtracks; but a failed call that comes again is
    looked up, not searched.
forward-checking
    A chosen value prunes those of the variables to come that conflict with it; where one has none
    left, the next value is tried at once.
mac
    Maintaining arc consistency: AC-3 (Mackworth 1977) before the first choice and after every
    choice (Sabin and Freuder 1994). Variables that take different values, said by
    `Model.add_all_different`, are filtered as a whole (Regin 1994).

Counters
--------
steps
    Calls for the next variable: the first one, and one after every choice that is not refuted at
    once and leaves variables to choose for. A solution is no step.
backtracks
    Choices undone, for whatever reason; a restart undoes all.
nodes, hits
    backtracking-memo: the steps that were searched, and how many calls were looked up.
prunes
    forward-checking and mac: values pruned from variables to come.
revisions
    mac: arcs revised.
filters
    mac, where there are constraints of different values: how often one was filtered.
restarts
    Only where asked for.

Where there are more steps than 64 bits hold, which only looking up can reach, steps and backtracks
are 2**64 - 1.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.csp.arc_consistency import ArcConsistency
from fastqueens.csp.model import Model, Solved, Unsolved
from fastqueens.csp.options import METHODS, ORDERS, VALUES, Method, Order, Values
from fastqueens.csp.search_tree import Node, SearchTree

if TYPE_CHECKING:  # one of the two, see `results.SolvedResult`
    CSPResult: TypeAlias = Solved | Unsolved
else:
    from fastqueens.csp.model import CSPResult

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
