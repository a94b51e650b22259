"""Give a call inside another trace its long lists of numbers as arrays.

`jax.jit(ng.convert(f))` passes a list of a thousand numbers as a thousand values, and a graph that reads the list
would grow with it. So the call gets a list in buffers, as under `ng.function`, unless it changes or stores the list,
or reaches it under another name: then it needs the caller's own list.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import with_tables
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.kinds import every_part
from nbgraph.core.staging.values.values import is_dynamic, is_traced, type_of

_FEW = 8  # longest list that is passed number by number


class KeptError(Exception):
    """A call changes or stores a list that was passed in buffers, or reaches it under another name."""


@dataclass
class Lent:
    """The arguments of a call, with long lists in buffers."""

    lists: list[list[Any]] = field(default_factory=list)  # the caller's lists and their rows
    copies: list[List] = field(default_factory=list)  # the lists in buffers that replace them
    arguments: tuple[Any, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict)
    is_staged: bool = False  # whether the surrounding trace has the call's equations

    @classmethod
    def of(cls, arguments: tuple[Any, ...], keywords: dict[str, Any], *, short: bool = False) -> Lent | None:
        """Put long lists, or `short` ones, too, in buffers; None for none, for one twice, and in our own trace."""
        if context.here().log is not None:
            return None
        found = [value for value in (*arguments, *keywords.values()) if _is_long(value, 0 if short else _FEW)]
        lists = [each for value in found for each in (value, *value) if type(each) is list]
        if not found or len(set(map(id, lists))) < len(lists):
            return None
        lent = cls(lists, [_in_buffers(value) for value in found])
        given = dict(zip(map(id, found), lent.copies, strict=True))
        lent.arguments = tuple(given.get(id(value), value) for value in arguments)
        lent.keywords = {name: given.get(id(value), value) for name, value in keywords.items()}
        return lent

    def refuse_known(self, snapshot: Snapshot) -> None:
        """Raise if the call can reach one of the caller's lists by itself."""
        if any(map(snapshot.holds, self.lists)):
            raise KeptError

    def refuse_kept(self, result: Any, stores: list[Any]) -> None:
        """Raise if the call stores a list or a row, or returns something that may hold one, as a function."""
        copies = set(map(id, self.copies))
        lists = [part for part in every_part(stores) if isinstance(part, list)]
        if any(id(each) in copies for part in lists for each in with_tables(part)):
            raise KeptError
        if not all(part is None or is_dynamic(part) or isinstance(part, _COPIED) for part in every_part(result)):
            raise KeptError


_COPIED = (list, tuple, dict, str, Growing)  # the code that returns the result copies these


def _in_buffers(value: list[Any]) -> List:
    made = List([Growing.of([List(each) if type(each) is list else each for each in value])])
    made.lasting = True
    return made


def _is_long(value: Any, few: int) -> bool:
    """Whether an argument is a list of more than a few traced numbers of one type, or of rows of one length of them."""
    if type(value) is not list or not value:
        return False
    shapes = {(type(row), len(row)) if type(row) in (list, tuple) else None for row in value}
    numbers = value if shapes == {None} else list(chain.from_iterable(value)) if len(shapes) == 1 else []
    if len(numbers) <= few or not all(map(is_traced, numbers)):
        return False
    kinds = set(map(type_of, numbers))
    return len(kinds) == 1 and not (kind := kinds.pop()).shape and not kind.is_key
