"""Wrap the methods that change a list: check aliases first, and mark their equations."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import jax

from nbgraph.core._jax import LIST_SCOPE
from nbgraph.core.staging.aliasing.copies import changed_copy
from nbgraph.core.staging.lists.contents import Contents
from nbgraph.core.staging.lists.copies import changed_in_table, moved
from nbgraph.core.staging.lists.may_alias import refuse_change

Method = TypeVar("Method", bound=Callable[..., Any])


def store(method: Method, *, moves: bool = False) -> Method:
    """Wrap a method so that its equations are marked as a store into a list, not as a change of a user's array.

    Args:
        moves: whether items may change positions.
    """

    @functools.wraps(method)
    def marked(self: Contents, *arguments: Any, **keywords: Any) -> Any:
        if self.frozen and self.instead is not None:
            return self.instead(method.__name__, *arguments, **keywords)
        if (change := changed_in_table(self)) is not None:
            return change(method.__name__, *arguments, **keywords)
        if self.frozen:
            raise changed_copy()
        if self.aliases:
            refuse_change(self)
        if moves:
            moved(self)
        with jax.named_scope(LIST_SCOPE):
            return method(self, *arguments, **keywords)

    return marked  # type: ignore[return-value]


move = functools.partial(store, moves=True)
