"""Deques of run-time length: lists that also grow and shrink at their front."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import Any, NoReturn

import jax.numpy as jnp

from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import Lists, as_tree, growing_of, raw_items
from nbgraph.core.staging.lists.copies import hold
from nbgraph.core.staging.lists.guards import move
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.trace.recorder import refusal
from nbgraph.core.staging.values.kinds import Watch, register
from nbgraph.core.staging.values.values import is_traced


class Deque(List):
    """A deque without a maximum length."""

    __slots__ = ()
    maxlen = None
    python = collections.deque

    def popleft(self) -> Any:
        """Remove and return the first item; raise `IndexError`, possibly at run time, if there is none."""
        return List.pop(self, 0)

    def pop(self) -> Any:  # type: ignore[override]
        """Remove and return the last item; raise `IndexError`, possibly at run time, if there is none."""
        return List.pop(self)

    def appendleft(self, item: Any) -> None:
        self.insert(0, item)

    def extendleft(self, items: Iterable[Any]) -> None:
        for item in list(items):
            self.appendleft(item)

    @move
    def rotate(self, n: Any = 1) -> None:
        """Move `n` items from the end to the front."""
        growing = growing_of(self)
        if growing is None and not is_traced(n):
            items = collections.deque(raw_items(self))
            items.rotate(n)
            List.__setitem__(self, slice(None), items)
            return
        growing = growing or Growing.of(raw_items(self))
        places = (jnp.arange(growing.capacity.size) - n) % jnp.maximum(growing.length, 1)
        hold(self, growing.rows(places, growing.capacity, growing.count))

    def copy(self) -> Deque:
        return Deque(self)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        return List.__getitem__(self, index)

    def __eq__(self, other: object) -> Any:
        return List.__eq__(self, other) if isinstance(other, Deque) else False

    def _refuse(self, *_: Any) -> NoReturn:
        raise refusal(
            "this deque's length is known at run time only, and it can only grow and shrink at its ends here",
            "a list in its place, with `pop(0)` for `popleft()`",
            id="list-length-unknown",
        )

    __add__ = __mul__ = __rmul__ = __iadd__ = __imul__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


class _Deques(Lists):
    def watched(self, value: Deque) -> Watch:
        before = raw_items(value)

        def still_the_same(_: Any = True) -> None:
            now = raw_items(value)
            if len(now) != len(before) or any(one is not other for one, other in zip(now, before, strict=True)):
                raise refusal(
                    "this loop goes over a deque that changes in it, for which Python raises",
                    "`while q:` with `q.popleft()`; or `for x in list(q):`",
                    id="list-length-unknown",
                )

        return still_the_same


register(Deque, _Deques())
Deque.__name__ = "collections.deque"  # Python's own messages name the class


def deque_(iterable: Any = (), maxlen: Any = None, *, grows: bool = True) -> Any:
    """Stand in for `deque`; with `maxlen`, or where no length is known at run time only, return Python's deque."""
    if is_traced(maxlen):
        raise refusal(
            "how many items this deque keeps, its `maxlen`, is only known at run time",
            "a deque without `maxlen`, with `if len(q) > k: q.popleft()` after each `append`; or a number for `maxlen`",
            id="list-length-unknown",
        )
    return Deque(iterable) if maxlen is None and grows else collections.deque(iterable, maxlen)


as_tree(Deque)
