"""How many rounds a loop has, where that says how long its lists can get."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.loop_items import Items
from nbgraph.core.specialise.pieces import Outer
from nbgraph.core.specialise.rooms import acts
from nbgraph.core.staging.sequences import Items as ListItems
from nbgraph.core.staging.sequences import Range


@contextlib.contextmanager
def trips_known(outer: Outer, items: Items) -> Iterator[Items]:
    """The lists of the loop get the room that its rounds can need, where the function cannot be run again for more."""
    lists = outer.plan.lists
    if not lists.staged and acts(outer.plan, outer.plan.scope):
        if isinstance(items.sequence, Range):
            lists.trips = items.length()
        elif isinstance(items.sequence, ListItems) and items.is_walked:
            items = items.named(outer.expressions.before)
            lists.trips = quote_expression("len(items)", items.call, items=items.code)
    yield items
    lists.trips = None
