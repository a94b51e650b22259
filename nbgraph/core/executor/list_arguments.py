"""Lists among the arguments that a function changes in place: after the run the caller's lists are changed, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nbgraph.core.spans import Span
from nbgraph.core.staging.list_contents import raw_items
from nbgraph.core.staging.list_results import released
from nbgraph.core.staging.program import Changes, SideEffectError
from nbgraph.core.staging.values import is_traced, leaves_of

Path = tuple[Any, ...]  # how to reach a list from the positional arguments, or from the named ones


@dataclass(frozen=True)
class Changed:
    """What a call returns besides its result.

    Attributes:
        paths: the argument lists that change.
        returned: which of them is the result itself; None if none is.
        span: the function, for errors.
    """

    paths: tuple[Path, ...]
    returned: int | None
    span: Span | None

    def write(self, opened: Any, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Change the caller's lists, and return the result.

        Args:
            opened: the result and the new contents of the lists.
            arguments: the caller's arguments.
            keywords: those by name.

        Raises:
            SideEffectError: the caller's list is an argument twice, so that the other one would have changed with it.
        """
        result, contents = opened
        every = [found for _, found in lists_in(arguments, keywords)]
        lists = [_at(path, arguments, keywords) for path in self.paths]
        for target in lists:
            if sum(found is target for found in every) > 1:
                raise SideEffectError(
                    "a list that changes is an argument twice, and the graph took it for two lists",
                    span=self.span,
                    remedy="a copy for one of the two, `list(l)`",
                )
        for target, content in zip(lists, contents, strict=True):
            target[:] = _like(target, released(content))
        return result if self.returned is None else lists[self.returned]


def lists_in(arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Every list among the arguments, with its path."""
    for number, argument in enumerate(arguments):
        yield from _lists(argument, (0, number))
    for name, argument in keywords.items():
        yield from _lists(argument, (1, name))


def changed_lists(
    arguments: Sequence[Any], keywords: Mapping[str, Any], changes: Changes, span: Span | None
) -> tuple[Changed, tuple[Any, ...]]:
    """Which lists a trace has changed, and to what.

    Args:
        arguments: the arguments of the trace.
        keywords: those by name.
        changes: what the trace has changed.
        span: the function, for errors.
    """
    found = [(path, target) for path, target in lists_in(arguments, keywords) if id(target) in changes.contents]
    returned = next((number for number, (_, target) in enumerate(found) if target is changes.returned), None)
    contents = tuple(changes.contents[id(target)] for _, target in found)
    return Changed(tuple(path for path, _ in found), returned, span), contents


def _lists(value: Any, path: Path) -> Iterator[tuple[Path, list[Any]]]:
    if isinstance(value, list):
        yield path, value
    if isinstance(value, list | tuple):
        for number, part in enumerate(raw_items(value) if isinstance(value, list) else value):
            yield from _lists(part, (*path, number))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _lists(part, (*path, key))


def _at(path: Path, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    found: Any = (arguments, keywords)
    for step in path:
        found = found[step]
    return found


def _like(before: list[Any], items: Any) -> list[Any]:
    """Items as the caller's list had them: Python's numbers, unless there were arrays in it."""
    if any(hasattr(leaf, "dtype") for leaf in leaves_of(before)[0]):
        return list(items)
    return [_number(item) for item in items]


def _number(item: Any) -> Any:
    if isinstance(item, tuple):
        return type(item)(*map(_number, item)) if hasattr(item, "_fields") else tuple(map(_number, item))
    scalar = getattr(item, "shape", None) == () and not is_traced(item)
    return item.item() if scalar else item
