"""What only a trace or a run can find out is learned from its failure, and the attempt made again.

The one place that does so. Lists that outgrow their capacity are made again with more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.executor.results import MoreCapacity
from nbgraph.core.staging.effects import is_of_index, is_of_key, is_of_places
from nbgraph.core.staging.frames import (
    UNKNOWN_INDEX,
    learn_displays,
    learn_item,
    learn_keys,
    learn_tail_calls,
    learn_try,
)
from nbgraph.core.staging.lists import ListCapacityError, UnknownLengthError
from nbgraph.core.staging.trace import TracedAgain


def learning(attempt: Callable[[], Any], learn: Callable[[BaseException], bool]) -> Any:
    """What `attempt` gives, made again each time that it fails in a way from which something is learned.

    Args:
        attempt: traces, or runs a program, which may have to be traced for that.
        learn: makes what follows from an error known to the next attempt; says whether anything did.

    Raises:
        BaseException: what `attempt` raises and nothing is learned from.
    """
    __tracebackhide__ = True
    while True:
        try:
            return attempt()
        except (Exception, TracedAgain) as error:
            if not learn(error):
                raise


def learn_place(error: BaseException) -> bool:
    """Learn of a subscript that it takes an item of a tuple at run time, or assigns to what a call has made.

    Of one behind a dict, that its key is a number of run time; of the functions that made dicts, that such are new keys
    in them. Of one behind an array, that its places are in a list.
    Of a comparison, that it is one of tuples. Of a list display, that it takes in a list of a length that is
    known at run time only. Of a `try`, that it catches what is raised at run time. Of helpers that return a list
    display, that a graph changes the list.
    """
    of_place = is_of_index(error) or is_of_places(error) or is_of_key(error)
    of_item = of_place or isinstance(error, (*UNKNOWN_INDEX, UnknownLengthError))
    learned = (of_item and learn_item(error)) or learn_try(error) or learn_keys(error, walks=of_item)
    return learned or learn_displays(error) or learn_tail_calls(error)


ROWS = 1024  # items that a list of run-time length has capacity for at first
MOST_ROWS = 1 << 24
SLOW = {"string": ("characters", 1 << 17), "dict or set": ("keys", 1 << 16)}
"""What takes longer the more it holds, since all of that is looked at for one more, and how much it can hold."""


class Capacity:
    """The capacity in the programs of one function."""

    def __init__(self) -> None:
        self.rows = ROWS  # how many items a list has capacity for

    def grow(self, error: MoreCapacity, name: str) -> str:
        """A list, a string or a dict outgrew its capacity: there is more from now on.

        Returns:
            Why the function is traced again.

        Raises:
            ListCapacityError: it has become so long that its loop most likely does not end.
        """
        rows, what = error.rows, error.check.grows
        parts, most = SLOW.get(what, ("items", MOST_ROWS))
        one_by_one = rows - self.rows <= self.rows // 64
        most = most if one_by_one else MOST_ROWS
        if rows >= most or self.rows >= 8 * MOST_ROWS:
            raise ListCapacityError(
                f"a {what} in `{name}` gets more than {most:,} {parts} here: does the loop that fills it end?",
                span=error.check.span,
                remedy="a condition that ends the loop" + ("" if what in SLOW else "; or an array of the final size"),
            )
        self.rows = min(max(rows, self.rows) * 8, most)
        return f"a {what} has more than {rows:,} {parts}: room for {self.rows:,}"
