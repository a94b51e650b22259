"""Python's builtins that make or measure iterables, over traced ones sequences that a loop can be staged over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.staging.conversion import converted_callable
from nbgraph.core.staging.lists import growing_of
from nbgraph.core.staging.sequences import Enumerate, Map, Range, Reversed, Sequence, Zip, staged_over
from nbgraph.core.staging.values import any_traced, type_of


def range_(*arguments: Any) -> Any:
    """`range`; with traced bounds a sequence whose trip count is known at run time."""
    if not any_traced(*arguments):
        return range(*(int(a) if hasattr(a, "dtype") else a for a in arguments))
    start, stop, step = (0, arguments[0], 1) if len(arguments) == 1 else (*arguments, 1)[:3]
    for bound in (start, stop, step):
        if type_of(bound).dtype.kind not in "iu":
            raise TypeError(f"range() needs integers, not {type_of(bound)}")
    return Range(start, stop, step)


def enumerate_(items: Any, start: Any = 0) -> Any:
    """`enumerate`."""
    parts = staged_over(items)
    return Enumerate(parts[0], start) if parts else enumerate(items, start)


def zip_(*items: Any, strict: bool = False) -> Any:
    """`zip`; over traced iterables as long as the shortest."""
    parts = staged_over(*items)
    if not parts:
        return zip(*items, strict=strict)
    lengths = [part.length for part in parts]
    if strict and all(isinstance(n, int) for n in lengths) and len(set(lengths)) > 1:
        raise ValueError("zip() arguments have different lengths")
    return Zip(parts)


def reversed_(items: Any) -> Any:
    """`reversed`."""
    parts = staged_over(items)
    return Reversed(parts[0]) if parts else reversed(items)


def map_(function: Callable[..., Any], *items: Any) -> Any:
    """`map`, with the function converted."""
    function = converted_callable(function)
    parts = staged_over(*items)
    return Map(function, Zip(parts)) if parts else map(function, *items)


def len_(items: Any) -> Any:
    """`len`; of a staged sequence its trip count."""
    growing = growing_of(items)
    if growing is not None:
        return growing.length
    return items.length if isinstance(items, Sequence) else len(items)
