"""Refuse changes of lists and dicts that are one object in Python but two values in the graph.

`k = l if c else []` is one list on one path and two on the other, and a graph can only make them two. The difference
shows once one of them changes while the other can still be read, so this is refused. A dict in a tuple that a loop
carries is a copy that reports no changes, so the loop compares its contents after each trace of its body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.copies import ListCopyError, is_copy, note_copies
from nbgraph.core.staging.aliasing.references import known_elsewhere, places_of
from nbgraph.core.staging.lists.contents import raw_items
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import user_frame
from nbgraph.core.staging.values.kinds import PLAIN, every_part, in_same_places, kind_of
from nbgraph.core.staging.values.objects import is_record_like


class ListAliasError(StagingError):
    """Two names refer to the same list on some paths and to different lists on others, and one of them changes.

    In a graph they are always two lists; neither may change while the other can still be read.
    """

    id = "list-alias"


class AliasChangedError(ListAliasError):
    """Two names stand for one list on some paths only, and one of them changes at this statement."""


def note_aliases(value: Any, other: Any) -> None:
    """Note that two lists, or two dicts, are the same object on some paths."""
    if isinstance(other, dict):
        for one in (value, other):
            if isinstance(one, dict):
                note_copies(one, user_frame().span)
    elif value is not other:
        for one, alias in ((value, other), (other, value)):
            if hasattr(one, "aliases"):  # a list of converted code, which checks its aliases before it changes
                one.aliases = (*one.aliases, alias)


def note_one_of(value: Any, other: Any) -> None:
    """A list is another one on some paths, and with it whatever that is on some paths."""
    for alias in (other, *getattr(other, "aliases", ())):
        note_aliases(value, alias)


def note_parts(copy: Any, item: Any) -> None:
    """The same for the lists in a copy of a tuple."""
    for part, other, _ in _side_by_side(item, copy):
        note_one_of(other, part)


def refuse_change(changed: Any) -> None:
    """Refuse a change of a list if one of its aliases can still be read; else drop the aliases."""
    for alias in changed.aliases:
        places = places_of(alias)
        if not places and not getattr(alias, "lasting", True):
            continue
        names = [place[2] for place in sorted([*map(str, each)] for each in places) if place[0] == "name"]
        name = next(filter(_is_written, names), None)
        known = f"`{name}`" if name else "a list that is still known elsewhere"
        raise AliasChangedError(
            f"a list changes here that is {known} on some paths, and a list of its own on others",
            remedy="the change on each of the paths, where it is known which list it is; or, if only one of the two is"
            f" to change, a copy on all paths, `list({name or 'l'})`",
            variable=name,
        )
    changed.aliases = ()


def _is_written(name: str) -> bool:
    """Whether a name is the user's: it stands in the file whose code runs."""
    source = SourceText.of_file(user_frame().file)
    return source is not None and any(re.search(rf"\b{re.escape(name)}\b", line) for line in source.lines)


def may_be(value: Any) -> list[Any]:
    """Return the lists and dicts in a value, and all aliases of these lists."""
    found = containers_in(value)
    for one in found:  # the list grows during the iteration
        found += [alias for alias in getattr(one, "aliases", ()) if all(alias is not other for other in found)]
    return found


def containers_in(value: Any) -> list[Any]:
    """Return the lists and dicts in a value."""
    return [] if type(value) in PLAIN else [part for part in every_part(value) if isinstance(part, list | dict)]


def holds_lasting(value: Any) -> bool:
    """Whether a list or dict of the caller's is in a value."""
    log = context.here().log
    dicts = frozenset[int]() if log is None else log.given
    return any(getattr(one, "lasting", False) or id(one) in dicts for one in containers_in(value))


@dataclass(frozen=True)
class Begun:
    """A variable at the start of an iteration, with the contents of its lists, dicts and objects."""

    value: Any  # the value that the iteration is given
    held: tuple[tuple[Any, list[int]], ...]  # each list, dict or object's dict in it, and the ids of its items

    @classmethod
    def of(cls, value: Any) -> Begun:
        """Note the contents of the lists, dicts and objects in a value."""
        parts = () if type(value) in PLAIN else every_part(value)
        objects = [vars(one) for one in parts if is_record_like(one) and hasattr(one, "__dict__")]
        held = [*containers_in(value), *(one for attributes in objects for one in containers_in(attributes))]
        return cls(value, tuple((one, _held(one)) for one in held))

    def changed(self) -> Iterator[Any]:
        """Yield each of its lists and dicts whose contents have changed, and the dict of each object that has."""
        return (one for one, items in self.held if _held(one) != items)

    def is_changed(self) -> bool:
        """Whether the contents of one of its lists, dicts and objects have changed."""
        return any(True for _ in self.changed())


def _held(one: Any) -> list[int]:
    return [*map(id, one), *map(id, one.values())] if isinstance(one, dict) else list(map(id, raw_items(one)))


class ContainerAliasError(StagingError):
    """A branch or an iteration creates a list, dict or set with two names.

    A graph would return two separate ones.
    """

    id = "container-alias"


@dataclass(frozen=True)
class SharedParts:
    """The dicts that a loop's body shares with other names, with their contents before its trace."""

    # the copy in the body, its contents, the dict that has another name, and its contents
    dicts: tuple[tuple[dict[Any, Any], dict[Any, Any], dict[Any, Any], dict[Any, Any]], ...]

    @classmethod
    def between(cls, starts: Sequence[Any], built: Sequence[Any]) -> SharedParts:
        """Note the lists and dicts that a body's initial values share with the values before the loop."""
        dicts = []
        for start, value in zip(starts, built, strict=True):
            for part, copy, owner in _side_by_side(start, value):
                if part is copy or not known_elsewhere(part, owner):
                    continue
                if isinstance(part, list):
                    note_aliases(part, copy)
                else:
                    dicts.append((copy, dict(copy), part, dict(part)))
        return cls(tuple(dicts))

    def refuse_changed(self, span: Span) -> None:
        """Refuse a body that has changed one of two dicts that are the same object in Python."""
        if any(_differ(*pair) for *copy, part, before in self.dicts for pair in (copy, (part, before))):
            raise ListCopyError(
                "a dict in a tuple or dict that this loop carries is changed in the loop, and it has a name of its own:"
                " here these are two dicts",
                span=span,
                remedy="change it through its name only, and leave it out of the tuple; or a copy, `dict(d)`",
            )


def note_copies_of_dicts(start: Any, value: Any, new: Any, span: Span, *, surely: bool) -> None:
    """Note dicts after a loop that may be the one before it, if that has another name, or have copies.

    Args:
        start: the value before the loop.
        value: the value after the loop.
        new: the value after an iteration.
        span: the loop's location, for errors.
        surely: whether there was at least one iteration.
    """
    whole = [(start, value, None)] if not surely or is_copy(new) else []
    whole.append((new, value, value))
    for part, copy, owner in (*whole, *_side_by_side(start, value)):
        if isinstance(part, dict) and part is not copy and known_elsewhere(part, owner):
            note_copies(copy, span)
            note_copies(part, span)
    note_copies_like(new, value, span)


def note_copies_like(bound: Any, made: Any, span: Span) -> None:
    """Note that `made` has copies where `bound`, from which it was made, has copies."""
    for part, copy, _ in ((bound, made, None), *_side_by_side(bound, made)):
        chosen = type(copy) is dict and type(part) is not dict  # one of several dicts, selected by number
        if part is not copy and (is_copy(part) or chosen):
            note_copies(copy, span)


def _differ(one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    return one.keys() != other.keys() or any(one[key] is not other[key] for key in one)


def _side_by_side(start: Any, value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the lists and dicts at the same positions of two values, with the container before the loop."""
    if not isinstance(start, dict | tuple) or not kind_of(start).is_alike(start, value):
        return
    for part, other in in_same_places(start, value):
        if type(part) is type(other) and isinstance(part, list | dict):
            yield part, other, start
        yield from _side_by_side(part, other)


def repeated_part(value: Any) -> Any:
    """Return a list, dict or set that a tuple or dict holds twice; None if there is none."""
    seen: set[int] = set()
    for part in _containers_in(value):
        if id(part) in seen:
            return part
        seen.add(id(part))
    return None


def holds_any(value: Any, owners: set[int]) -> bool:
    """Whether a tuple or dict holds one of some containers, given by id."""
    return any(id(part) in owners for part in _containers_in(value) if part is not value)


def _containers_in(value: Any) -> Iterator[Any]:
    return (part for part in every_part(value) if isinstance(part, list | dict | set))
