"""Repeat a trace or a run with what its failure has shown.

Only this module repeats attempts. Lists that exceed their capacity get more.
"""

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
    """Return what `attempt` returns; repeat it after each failure from which `learn` has learned something.

    Args:
        attempt: traces or runs a program.
        learn: prepares the next attempt after an error; returns whether it learned anything.

    Raises:
        BaseException: an error of `attempt` from which nothing was learned.
    """
    __tracebackhide__ = True
    while True:
        try:
            return attempt()
        except (Exception, TracedAgain) as error:
            if not learn(error):
                raise


def learn_place(error: BaseException) -> bool:
    """Learn from an error how to convert its position otherwise; return whether anything was learned.

    A subscript may select an item of a tuple at run time, look up a dict by a run-time key, or use a list of indices. A
    dict may need run-time keys, a comparison may be one of tuples, a list display may contain a list of run-time
    length, a `try` may catch run-time exceptions, and a graph may change a list display that a helper returns.
    """
    of_place = is_of_index(error) or is_of_places(error) or is_of_key(error)
    of_item = of_place or isinstance(error, (*UNKNOWN_INDEX, UnknownLengthError))
    learned = (of_item and learn_item(error)) or learn_try(error) or learn_keys(error, walks=of_item)
    return learned or learn_displays(error) or learn_tail_calls(error)


ROWS = 1024  # the initial capacity of a list of run-time length
MOST_ROWS = 1 << 24
SLOW = {"string": ("characters", 1 << 17), "dict or set": ("keys", 1 << 16)}
"""Containers that are searched for each added item, with the name of the items and the most of them."""


class Capacity:
    """The capacity of lists in the programs of one function."""

    def __init__(self) -> None:
        self.rows = ROWS  # the capacity of a list

    def grow(self, error: MoreCapacity, name: str) -> str:
        """Increase the capacity after a list, a string or a dict has exceeded it.

        Returns:
            The reason why the function is traced again.

        Raises:
            ListCapacityError: it is so long that its loop most likely does not end.
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
