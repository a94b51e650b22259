"""Look up a key known at run time only, a number or a string, by comparing it with each key of a dict.

The keys stay known. A run that would add a key ends in an error.
"""

from __future__ import annotations

import ast
import collections
import enum
import functools
from collections.abc import Callable
from typing import Any, NoReturn

import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import under_trace
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.pipeline import Converted
from nbgraph.core.records import dataclass
from nbgraph.core.source.text import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.control_flow.cond import stage_if
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import as_chosen
from nbgraph.core.staging.lookups.strings import same
from nbgraph.core.staging.operators.item_choice import chosen
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.kind_questions import refuse_unhashable
from nbgraph.core.staging.trace.recorder import Frame, record, taking_part
from nbgraph.core.staging.values.values import any_traced, is_traced, type_of

_NUMBERS = (bool, int, float, np.number, np.bool_)
_LITERAL = (*_NUMBERS, str, bytes, complex, tuple, enum.Enum, type(None))  # these have Python's own `==`


class NewKeyError(StagingError):
    """A dict gets a key that is known only at run time, and the graph cannot represent such a dict.

    Either the dict is an argument or was created outside the function (create it inside), the key is a float (rounding
    would decide which keys are equal), or the value is a list.
    """

    id = "new-key"
    is_early = False  # whether it comes from a run without effects, which can be repeated
    makers: tuple[Converted, ...] = ()  # the converted functions, one of which made the dict


@dataclass(frozen=True)
class _Asked:
    """The lookup of a run-time key in a dict."""

    keys: list[Any]  # the keys that may be equal to it
    same: Any  # for each of these whether it is equal
    found: Any  # whether any is equal

    @property
    def place(self) -> Any:
        return jnp.argmax(self.same).astype(np.int32)


def is_asked(items: Any, key: Any) -> bool:
    """Whether a dict is looked up by a number, or a tuple with numbers, known at run time only."""
    if not isinstance(items, dict) or type(items).__getitem__ is not dict.__getitem__ or not under_trace():
        return False
    parts = key if type(key) is tuple else (key,)
    traced = [part for part in parts if is_traced(part)]
    if not traced or any(type_of(part).shape or type_of(part).dtype_kind not in "biuf" for part in traced):
        return False
    known = all(is_traced(part) or isinstance(part, _LITERAL) for part in parts) and not any_traced(
        *(part for part in parts if isinstance(part, tuple))
    )
    missing = getattr(items, "__missing__", None) is None or isinstance(
        items, collections.Counter | collections.defaultdict
    )
    return known and missing and all(isinstance(each, _LITERAL) for each in items)


def item_of(frame: Frame, items: dict[Any, Any], key: Any) -> Any:
    """Return `items[key]`."""
    if isinstance(items, collections.Counter):
        return got(frame, items, key, 0)
    asked, missing = _ask(items, key), "new" if isinstance(items, collections.defaultdict) else "raise"
    if not asked.keys:
        if missing == "new":
            _refuse_new(frame)
        raise KeyError(key)
    _note(frame)
    if missing == "new":  # the check comes first, as the last equation is the name's value
        _require_known(frame, asked.found)
    else:
        effects.raise_unless(asked.found, KeyError(key))
    return chosen(frame, [items[each] for each in asked.keys], asked.place)


def got(frame: Frame, items: dict[Any, Any], key: Any, default: Any) -> Any:
    """Return `items.get(key, default)`."""
    asked = _ask(items, key)
    if not asked.keys:
        return default
    _note(frame)
    here = Frame(None, frame.file, frame.place)
    values = [items[each] for each in asked.keys]
    return stage_if(
        here, asked.found, lambda: chosen(frame, values, asked.place), lambda: default, (), ("the item",), "item"
    )


def with_item(
    frame: Frame, items: dict[Any, Any], key: Any, change: Callable[[Any], Any] | None, value: Any = None
) -> dict[Any, Any]:
    """Return the dict after `items[key] = value`, or after a change of the item.

    Args:
        key: the key, known at run time only.
        change: returns the new item for the old one; None to assign `value`.

    Raises:
        NewKeyError: the dict has no such key, at run time; or an item is a list, a dict or a set.
    """
    if change is not None:
        value = change(item_of(frame, items, key))
    asked = _ask(items, key)
    if not asked.keys:
        _refuse_new(frame)
    if any(isinstance(items[each], list | dict | set) for each in asked.keys):
        raise NewKeyError(
            "which of several lists, dicts or sets is replaced here is known at run time only",
            span=frame.span,
            remedy="change what is in them, or a list of lists in place of the dict",
        )
    if change is None or isinstance(items, collections.Counter):
        _require_known(frame, asked.found)
    _note(frame)
    here = Frame(None, frame.file, frame.place)
    for place, each in enumerate(asked.keys):
        old, name = items[each], f"the item of {each!r}"
        items[each] = stage_if(here, asked.same[place], lambda: value, lambda old=old: old, (), (name,), "item")
    return items


def _ask(items: dict[Any, Any], key: Any) -> _Asked:
    """Compare a key with all keys of a dict."""
    parts = key if isinstance(key, tuple) else (key,)
    refuse_unhashable(*parts)
    rows = [(each, row) for each in items if (row := _row(each, key)) is not None]
    rows = [(each, row) for each, row in rows if all(map(_may_be, row, parts))]
    columns = zip(*(row for _, row in rows), strict=True)
    same: Any = True
    for part, column in zip(parts, columns, strict=False):
        if is_traced(part):
            same = same & (jnp.asarray(np.asarray(column).astype(type_of(part).dtype)) == part)
    return _Asked([each for each, _ in rows], same, jnp.any(same) if rows else False)


def _row(each: Any, key: Any) -> tuple[Any, ...] | None:
    """Return the parts of one of the dict's keys; None if it has another structure than the key."""
    if isinstance(key, tuple):
        return each if isinstance(each, tuple) and len(each) == len(key) else None
    return None if isinstance(each, tuple) else (each,)


def _may_be(known: Any, part: Any) -> bool:
    """Whether a part of a key may be equal to a known one."""
    if not is_traced(part):
        return bool(known == part)
    if not isinstance(known, _NUMBERS):
        return False
    kind = type_of(part).dtype
    if kind.kind == "f":
        return True
    least, most = (0, 1) if kind.kind == "b" else (np.iinfo(kind).min, np.iinfo(kind).max)
    return bool(known == known and least <= known <= most and known == int(known))


def _note(frame: Frame) -> None:
    record(frame, Decision(frame.span, "item", "looked-up", "the key is traced"))


def _refuse_new(frame: Frame) -> NoReturn:
    raise _new_key(frame.span, "may")


def _new_key(span: Span, may: str) -> NewKeyError:
    """Make the error for an unknown key, with the source of the dict and the key."""
    tree = syntax_at(span)[1]
    targets = tree.targets if isinstance(tree, ast.Assign) else [tree.target] if isinstance(tree, ast.AugAssign) else []
    target = targets[0] if targets else tree
    owner, key = "the dict", "k"
    keys = [key]
    if isinstance(target, ast.Subscript):
        owner, key = f"`{ast.unparse(target.value)}`", ast.unparse(target.slice)
        parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        keys = [part.id if isinstance(part, ast.Name) else "kij"[place] for place, part in enumerate(parts[:3])]
    start = f"{{{keys[0] if len(keys) == 1 else '(' + ', '.join(keys) + ')'}: 0"
    loops = "".join(f" for {each} in range(...)" for each in keys)
    error = NewKeyError(
        f"this {may} give {owner} the new key `{key}`, and which keys there are must be known while the graph is made",
        span=span,
        remedy=f"all keys from the start, `{start}{loops}}}`; or a list, with the numbers as its indices",
    )
    error.makers = taking_part()
    return error


def _require_known(frame: Frame, found: Any) -> None:
    """Stage a check that the key is one of the known ones."""

    log = context.here().log

    def error() -> NewKeyError:
        made = _new_key(frame.span, "would")
        if log is not None:
            made.makers, made.is_early = tuple(log.owners.values()), not log.acts
        return made

    effects.require(found, effects.Check(frame.span, error))


def with_entry(frame: Frame, items: dict[Any, Any], text: Any, change: Callable[[Any], Any]) -> dict[Any, Any]:
    """Assign the entry of a dict under an enumerated string: each entry is changed or kept."""
    key = as_chosen(text)
    known = dict(key.texts)
    here = Frame(None, frame.file, frame.place)
    if key.values or not all(part in items for part in known.values()):
        refuse_new_text(key)
    for part in known.values():
        is_it = same(key, part)
        old = items[part]
        if isinstance(old, list | dict | set):
            key.refuse("is the key of a list, a dict or a set that is replaced here")
        name = f"the item of {part!r}"
        items[part] = stage_if(here, is_it, functools.partial(change, old), lambda old=old: old, (), (name,))
    return items


def refuse_new_text(text: Any) -> NoReturn:
    """Refuse an enumerated string as a key that a dict may not have yet."""
    key = as_chosen(text)
    start = ", ".join(f'"{part}": 0' for _, part in key.texts)
    all_keys = f"a dict that has all keys from the start, as `{{{start}}}`"
    key.refuse("may become a new key of this dict here, and its keys must be known", remedy=all_keys)
