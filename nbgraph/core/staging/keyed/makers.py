"""What converted code calls for a dict or a set whose keys may be known at run time only."""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable
from typing import Any

from nbgraph.core._jax import under_trace
from nbgraph.core.normalise.keyed_displays import KEYED
from nbgraph.core.staging.conversion import knows
from nbgraph.core.staging.keyed.dict_ import Dict
from nbgraph.core.staging.keyed.kinds import KeyedKind, ViewKind
from nbgraph.core.staging.keyed.set_ import Set
from nbgraph.core.staging.keyed.set_views import SetView
from nbgraph.core.staging.keyed.views import View
from nbgraph.core.staging.kinds import register
from nbgraph.core.staging.recorder import calling_frame

for _cls in (Dict, Set):
    register(_cls, KeyedKind())
for _view in (View, SetView):
    register(_view, ViewKind())


def dict_(*parts: Any) -> Dict:
    """A dict display: of lists of pairs and other dicts, in order."""
    return _made(dict, *parts)


def set_(items: Any = ()) -> Set:
    """A set display, from a list of its items."""
    made = Set(set)
    made.update(items)
    return made


def _made(python: type, *items: Any, **named: Any) -> Dict:
    takes_factory = python is collections.defaultdict
    made = Dict(python, factory=items[0] if takes_factory and items else None)
    made.update(*items[takes_factory:], **named)
    return made


_MAKERS: dict[Any, Callable[..., Any]] = {
    set: set_,
    **{cls: functools.partial(_made, cls) for cls in (dict, collections.Counter, collections.defaultdict)},
}


def maker(function: Any) -> Callable[..., Any] | None:
    """What makes a dict or a set with keys of run time, in a function that needs such; None elsewhere."""
    if not isinstance(function, type) or function not in _MAKERS or not under_trace():
        return None
    owner = calling_frame(2).owner
    return _MAKERS[function] if owner is not None and knows(owner, KEYED) else None
