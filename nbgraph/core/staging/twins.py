"""Lists that are one list on some paths and two on others: `k = l if c else []`. A graph can only make them two.

That shows as soon as one of the two is changed while somebody can still see the other, so there it is refused.
"""

from __future__ import annotations

from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.holders import places_of


class ListAliasError(StagingError):
    """A list changes that is the same as another one on some paths only."""

    id = "list-alias"


class TwinChangedError(ListAliasError):
    """The same at the change itself."""


def note_twins(value: Any, other: Any) -> None:
    """Two lists are the same one on some paths."""
    if value is not other:
        for one, twin in ((value, other), (other, value)):
            if hasattr(one, "twins"):  # a list of converted code's, which asks before it changes
                one.twins = (*one.twins, twin)


def refuse_change(changed: Any) -> None:
    """A list is about to change: nobody may see its twins any more.

    Raises:
        ListAliasError: somebody can.
    """
    for twin in changed.twins:
        places = places_of(twin)
        if not places and not getattr(twin, "lasting", True):
            continue
        name = next((place[2] for place in sorted(map(_sortable, places)) if place[0] == "name"), None)
        known = f"`{name}`" if name else "a list that is still known elsewhere"
        raise TwinChangedError(
            f"a list changes here that is {known} on some paths, and a list of its own on others",
            remedy="the change on each of the paths, where it is known which list it is; or, if only one of the two is"
            f" to change, a copy on all paths, `list({name or 'l'})`",
            variable=name,
        )
    changed.twins = ()


def _sortable(place: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part if isinstance(part, str) else str(part) for part in place)
