"""Register dicts, sets and views with run-time keys as kinds of values, and make them for converted code."""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Mapping
from typing import Any

import jax

from nbgraph.core._jax import under_trace
from nbgraph.core.normalise import KEYED
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.conversion import knows
from nbgraph.core.staging.keyed.dict_ import Dict
from nbgraph.core.staging.keyed.entries import Keyed, in_python
from nbgraph.core.staging.keyed.set_ import Set, SetView, refuse_order
from nbgraph.core.staging.keyed.views import View
from nbgraph.core.staging.lists.contents import UnknownLengthError, raw_items
from nbgraph.core.staging.lists.deques import deque_
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.operators.operators import in_
from nbgraph.core.staging.trace.implications import opposite
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.kinds import Kind, Watch, kind_of, register
from nbgraph.core.staging.values.values import PAIRS, is_traced, with_article


class KeyedKind(Kind):
    """The `Kind` of dicts and sets."""

    is_container = True

    def parts(self, value: Keyed) -> Mapping[Any, Any]:
        return {"entries": value.entries}

    def part_name(self, value: Keyed, name: str, key: Any) -> str:
        return f"{name}{PAIRS}" if isinstance(value, Dict) else name

    def remade(self, value: Keyed, parts: Mapping[Any, Any]) -> Any:
        return type(value)(value.python, parts["entries"], value.factory)

    def is_alike(self, value: Keyed, other: Any) -> bool:
        return isinstance(other, Keyed) and (value.python, value.factory) == (other.python, other.factory)

    def truth(self, value: Keyed) -> Any:
        return value.length > 0

    def length(self, value: Keyed) -> Any:
        return value.length

    def holds(self, value: Keyed, item: Any) -> Any:
        return value.find(item)[1]

    def walked(self, value: Keyed) -> Any:
        if isinstance(value, Set):
            refuse_order()
        return value.keys_alone

    def watched(self, value: Keyed) -> Watch:
        before = value.length

        def still_as_long(asked: Any = True) -> None:
            now, kind = value.length, "Set" if isinstance(value, Set) else "dictionary"
            error = RuntimeError(f"{kind} changed size during iteration")
            if now is before:
                return
            holds = (now == before) | opposite(asked)
            if is_traced(holds):
                effects.raise_unless(holds, error)
            elif not holds:
                raise error

        return still_as_long

    def in_any_order(self, value: Keyed) -> Any:
        return value.keys_alone

    def asked_of_own(self, value: Keyed, function: Any) -> Any:
        own = getattr(function, "__self__", None) is value and getattr(function, "__func__", None) is Dict.get
        return value.value_of if own and isinstance(value, Dict) else function

    def finished(self, value: Keyed) -> Any:
        each = raw_items(value.entries) if isinstance(value.entries, List) else value.entries
        entries = [in_python(entry) if isinstance(value, Set) else (in_python(entry[0]), entry[1]) for entry in each]
        return type(value)(value.python, List(entries), value.factory).now()

    def stands_for(self, value: Keyed) -> type:
        return value.python

    def described(self, value: Keyed) -> str:
        return with_article(f"{value.python.__name__} with keys of run time")


class ViewKind(Kind):
    """The `Kind` of views."""

    is_container = True  # because its dict is one

    def parts(self, value: View) -> Mapping[Any, Any]:
        return {"of": value.of}

    def remade(self, value: View, parts: Mapping[Any, Any]) -> Any:
        return type(value)(parts["of"], value.part)

    def is_alike(self, value: View, other: Any) -> bool:
        return type(value) is type(other) and value.part == other.part

    def is_same(self, value: View, other: Any) -> bool:
        return self.is_alike(value, other) and value.of is other.of

    def refuse_to_travel(self, value: View, name: str, span: Span) -> None:
        raise UnknownLengthError(
            f"`{name}` becomes {self.described(value)}, and behind this loop it would have to follow them",
            span=span,
            remedy=f"`list(...)` around it; or `.{value.part}()` where it is used",
        )

    def truth(self, value: View) -> Any:
        return value.of.length > 0

    def length(self, value: View) -> Any:
        return value.of.length

    def holds(self, value: View, item: Any) -> Any:
        if value.part == "keys":
            return value.of.find(item)[1]
        return in_(item, value.listed)

    def walked(self, value: View) -> Any:
        return value.listed

    def watched(self, value: View) -> Watch | None:
        return kind_of(value.of).watched(value.of)

    def asked_of_own(self, value: View, function: Any) -> Any:
        return kind_of(value.of).asked_of_own(value.of, function) if value.part == "keys" else function

    def finished(self, value: View) -> Any:
        return getattr(value.of, value.part)()

    def stands_for(self, value: View) -> type:
        return type(getattr({}, value.part)())

    def described(self, value: View) -> str:
        return f"the {value.part} of {kind_of(value.of).described(value.of)}"


def _flat(value: Keyed) -> tuple[list[tuple[Any, Any]], Any]:
    return [("", value.entries)], (value.python, value.factory)  # the user's name for the list is that of the dict


for _cls in (Dict, Set):
    jax.tree_util.register_pytree_with_keys(
        _cls, _flat, functools.partial(lambda cls, known, parts: cls(known[0], parts[0], known[1]), _cls)
    )
    register(_cls, KeyedKind())

for _view in (View, SetView):
    jax.tree_util.register_pytree_with_keys(
        _view,
        lambda value: ([("", value.of)], value.part),
        functools.partial(lambda cls, part, parts: cls(parts[0], part), _view),
    )
    register(_view, ViewKind())


def dict_(*parts: Any) -> Dict:
    """Make a dict for a display, of lists of pairs and other dicts in order."""
    return _made(dict, *parts)


def set_(items: Any = ()) -> Set:
    """Make a set for a display, from a list of its items."""
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
    collections.deque: deque_,
    **{cls: functools.partial(_made, cls) for cls in (dict, collections.Counter, collections.defaultdict)},
}
_OF_KNOWN_LENGTH: dict[Any, Callable[..., Any]] = {collections.deque: functools.partial(deque_, grows=False)}


def maker(function: Any) -> Callable[..., Any] | None:
    """Return the function that makes a dict or set with run-time keys, if the caller needs such; else None."""
    if not isinstance(function, type) or function not in _MAKERS or not under_trace():
        return None
    owner = calling_frame(2).owner
    return (_MAKERS if owner is not None and knows(owner, KEYED) else _OF_KNOWN_LENGTH).get(function)
