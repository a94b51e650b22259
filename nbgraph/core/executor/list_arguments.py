"""Write changes of lists and dicts among a function's arguments to the caller's after a run."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from nbgraph.core._jax import pytree_node
from nbgraph.core.executor.known_parts import is_opened
from nbgraph.core.records import dataclass
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.spans import Span
from nbgraph.core.staging.frames import Changes
from nbgraph.core.staging.impure import SideEffectError
from nbgraph.core.staging.lists import released
from nbgraph.core.staging.state import Snapshot
from nbgraph.core.staging.values import is_of_numbers, is_traced, kind_of, leaves_of

_ATTRIBUTES = object()  # a step of a path, to an object's attributes
Path = tuple[Any, ...]  # the steps to a list or dict from the positional or the keyword arguments


@dataclass(frozen=True)
class Changed:
    """What a call returns in addition to its result."""

    paths: tuple[Path, ...]  # the argument lists and dicts that change
    keys: tuple[tuple[Any, ...] | None, ...]  # the changed keys of each dict among them; None for a list
    returned: int | None  # the position of the one that is the result itself; None if none is
    span: Span | None  # the function, for errors
    outside: tuple[Any, ...] = ()  # the constants of the trace: objects behind global names and in closures

    def names(self, parameters: Sequence[str]) -> Iterator[str | list[str]]:
        """Yield the function's expression for each list, as `people[0].scores`, and for each changed dict item."""
        for path, keys in zip(self.paths, self.keys, strict=True):
            yield path_name(path, parameters) if keys is None else [path_name((*path, key), parameters) for key in keys]

    def write(self, opened: Any, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Change the caller's lists and dicts, and return the result.

        Args:
            opened: the result and the new contents of the lists, or items of the dicts.

        Raises:
            SideEffectError: the caller's list or dict is an argument twice, or has a global name, and would change
                there, too.
        """
        result, contents = opened[0], [released(content) for content in opened[1]]
        lists = [found_at(path, arguments, keywords) for path in self.paths]
        self._refuse_known_rows(lists, contents)
        every = [found for _, found in lists_in(arguments, keywords)]
        for path, target in zip(self.paths, lists, strict=True):
            if sum(found is target for found in every) > 1:
                kind = type(_whole(path, arguments, keywords)).__name__
                raise SideEffectError(
                    f"a {kind} that changes is an argument twice, and the graph took it for two {kind}s",
                    span=self.span,
                    remedy="a copy for one of the two, as `copy.copy` makes",
                )
        known = Snapshot.of(*self.outside)
        references = [_whole(path, arguments, keywords) for path in self.paths if path[-1] is _ATTRIBUTES]
        if any(known.holds(target) for target in (*lists, *references)):
            raise SideEffectError(
                "a list, dict or object that changes is an argument, and the function knows it by another name, too",
                span=self.span,
                remedy="one of the two names: the argument's, or the global one, which a graph only reads",
            )
        for target, keys, content in zip(lists, self.keys, contents, strict=True):
            if keys is None:
                _fill(target, content)
                continue
            for key, item in zip(keys, content, strict=True):
                before = [target[key]] if key in target else list(target.values())
                target[key] = _like(before, [item])[0]
        return result if self.returned is None else _whole(self.paths[self.returned], arguments, keywords)

    def _refuse_known_rows(self, lists: list[Any], contents: list[Any]) -> None:
        """Refuse rows of a table with other references: a graph has their contents, not their identity."""
        changed = Counter(map(id, lists))  # references of our own
        for target, content, keys in zip(lists, contents, self.keys, strict=True):
            if keys is None and _are_rows(target, content) and _has_known_rows(target, changed):
                raise SideEffectError(
                    "a row of a list that changes has another name where the function is called, or stands there twice",
                    span=self.span,
                    remedy="`[list(row) for row in rows]` as the argument, and `return` what has changed",
                )


def dict_ids(arguments: Sequence[Any], keywords: Mapping[str, Any]) -> frozenset[int]:
    return frozenset(id(found) for _, found in lists_in(arguments, keywords) if type(found) is dict)


def objects_in(arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield path and object of every user object among the arguments that JAX gets as its attributes."""
    for path, _ in lists_in(arguments, keywords):
        if path[-1] is _ATTRIBUTES and is_opened(found := _whole(path, arguments, keywords)):
            yield path[:-1], found


def lists_in(
    arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> Iterator[tuple[Path, list[Any] | dict[Any, Any]]]:
    """Yield path and value of every list and dict among the arguments."""
    for number, argument in enumerate(arguments):
        yield from _lists(argument, (0, number))
    for name, argument in keywords.items():
        yield from _lists(argument, (1, name))


def changed_lists(
    arguments: Sequence[Any], keywords: Mapping[str, Any], changes: Changes, span: Span | None, outside: tuple[Any, ...]
) -> tuple[Changed, tuple[Any, ...]]:
    """Return which lists and dicts a trace has changed, and their new contents."""
    found = [(path, target) for path, target in lists_in(arguments, keywords) if id(target) in changes.contents]
    found.sort(key=lambda each: -len(each[0]))  # a table after its rows, which may be in other places then
    returned = next((number for number, (_, target) in enumerate(found) if target is changes.returned), None)
    if returned is not None and any(path == found[returned][0][: len(path)] for path, _ in found[returned + 1 :]):
        returned = None  # the caller's row may be another one by then
    contents, keys = [], []
    for _, target in found:
        new = changes.contents[id(target)]
        keys.append(tuple(new) if isinstance(target, dict) else None)
        contents.append(tuple(new.values()) if isinstance(target, dict) else new)
    return Changed(tuple(path for path, _ in found), tuple(keys), returned, span, outside), tuple(contents)


def _lists(value: Any, path: Path) -> Iterator[tuple[Path, list[Any] | dict[Any, Any]]]:
    if is_opened(value) or _is_registered(value):
        path, value = (*path, _ATTRIBUTES), vars(value)
    if isinstance(value, list | dict):
        yield path, value
    if is_of_numbers(value):
        return
    for key, part in kind_of(value).parts(value).items():
        yield from _lists(part, (*path, key))


def _is_registered(value: Any) -> bool:
    """Whether a value is a user object that JAX flattens, as after `jax.tree_util.register_dataclass`."""
    kind: type = type(value)
    return is_user_class(kind) and hasattr(value, "__dict__") and pytree_node(kind) is not None


def path_name(path: Path, parameters: Sequence[str]) -> str:
    """Return the function's expression for the value at a path; the parameters have their stars.

    >>> path_name((0, 0, "rows", 2), ["m"]), path_name((1, "p", _ATTRIBUTES, "x"), ["p"])
    ("m['rows'][2]", 'p.x')
    >>> path_name((0, 2, 0), ["m", "*ms", "**more"]), path_name((1, "p", 0), ["m", "*ms", "**more"])
    ('ms[1][0]', "more['p'][0]")
    """
    _, first, *steps = path
    stars = "*" if isinstance(first, int) else "**"
    gathered = [each for each in parameters if each.removeprefix(stars).isidentifier() and each.startswith(stars)]
    known = list(parameters[: parameters.index(gathered[0])] if gathered else parameters)
    if isinstance(first, int):
        name, steps = (known[first], steps) if first < len(known) else (gathered[0], [first - len(known), *steps])
    else:
        name, steps = (gathered[0], [first, *steps]) if gathered and first not in known else (first, steps)
    name = name.lstrip("*")
    for before, step in pairwise((first, *steps)):
        if step is not _ATTRIBUTES:
            name += f".{step}" if before is _ATTRIBUTES else f"[{step!r}]"
    return name


def found_at(path: Path, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """Return the value at a path."""
    found: Any = (arguments, keywords)
    for step in path:
        found = vars(found) if step is _ATTRIBUTES else found[step]
    return found


def _whole(path: Path, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """Return the list or dict at a path; the object, if the dict has an object's attributes."""
    return found_at(path[:-1] if path[-1] is _ATTRIBUTES else path, arguments, keywords)


def _are_rows(target: list[Any], items: list[Any]) -> bool:
    return len(items) > 0 and all(isinstance(row, list) for row in (*target, *items))


def _has_known_rows(rows: list[list[Any]], changed: Counter[int]) -> bool:
    """Whether a row has other references than its list, the argument of `getrefcount` and those of `changed`."""
    return any(sys.getrefcount(rows[k]) > 2 + changed[id(rows[k])] for k in range(len(rows)))


def _fill(target: list[Any], items: list[Any]) -> None:
    """Put items into a list of the caller's; the items of a row go into the existing row, if there is one."""
    if _are_rows(target, items):
        target[len(items) :] = []
        target += [list[Any]() for _ in items[len(target) :]]
        for row, new in zip(target, items, strict=True):
            _fill(row, new)
    else:
        target[:] = _like(target, items)


def _like(before: list[Any], items: Any) -> list[Any]:
    """Return items as the caller's list or dict had them: Python numbers, unless it had arrays."""
    if is_of_numbers(items):
        return items
    if any(hasattr(leaf, "dtype") for leaf in leaves_of(before)[0]):
        return list(items)
    return [_number(item) for item in items]


def _number(item: Any) -> Any:
    if isinstance(item, tuple | list):
        return type(item)(*map(_number, item)) if hasattr(item, "_fields") else type(item)(map(_number, item))
    scalar = getattr(item, "shape", None) == () and not is_traced(item)
    return item.item() if scalar else item
