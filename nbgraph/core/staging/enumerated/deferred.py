"""Defer values that are complete at run time only: what is printed, and the exceptions that a graph raises.

While the graph is made, a value with tracers or placeholders in it is split into the tracers, which the graph returns,
and the rest, which is kept here and holds none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.enumerated import placeholders
from nbgraph.core.staging.enumerated.joins import as_chosen
from nbgraph.core.staging.enumerated.values import ChosenText, is_textual, refuse_batch, texts_of
from nbgraph.core.staging.values.kinds import buffers_of, changed, closed, kind_of
from nbgraph.core.staging.values.objects import Record, as_records, is_record_like
from nbgraph.core.staging.values.values import any_traced, is_traced, leaves_of, rebuilt, skeleton

_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class made by a `class` statement


@dataclass(frozen=True)
class Deferred:
    """A value without its run-time parts."""

    leaves: tuple[Any, ...]  # its leaves; None for a run-time number, and strings with placeholders
    counts: tuple[int, ...]  # the number of run-time values for each leaf; -1 for a known one
    tree: Any  # its structure
    like: Any  # its skeleton, for the key orders of dicts

    @classmethod
    def of(cls, value: Any) -> tuple[Deferred, list[Any]]:
        """Split a value; return the rest, and its run-time values in order."""
        leaves, tree = leaves_of(value, _texts_but_rows())
        leaves = [_with_number(leaf) for leaf in leaves]
        parts = [_parts(leaf) for leaf in leaves]
        kept = tuple(None if is_traced(leaf) else _kept(leaf) for leaf in leaves)
        deferred = cls(kept, tuple(len(part) if part is not None else -1 for part in parts), tree, skeleton(value))
        return deferred, [value for part in parts for value in part or ()]

    def filled(self, known: Iterator[Any]) -> Any:
        """Return the whole value, with its run-time parts taken from `known`."""
        leaves = [_filled(leaf, count, known) for leaf, count in zip(self.leaves, self.counts, strict=True)]
        return _with_strings(rebuilt(self.tree, leaves, self.like))


def _texts_but_rows() -> Callable[[Any], bool]:
    """Return a test for an enumerated value that is not the buffer of a list; ask it from the outside in."""
    rows: set[int] = set()

    def whole(part: Any) -> bool:
        rows.update(map(id, texts_of(buffers_of(part))))
        return isinstance(part, ChosenText) and id(part) not in rows

    return whole


def _with_strings(value: Any) -> Any:
    """Replace buffers of strings by Python's strings, and records by objects."""
    if placeholders.is_string(value):
        return kind_of(value).finished(value)
    made = changed(value, _with_strings)
    return closed(made) if isinstance(made, Record) else made


def _with_number(leaf: Any) -> Any:
    """Turn a string with placeholders of enumerated strings into one enumerated string."""
    if not placeholders.holds_placeholder(leaf) or not any(
        isinstance(part, ChosenText) for part in placeholders.traced_in(leaf)
    ):
        return leaf
    chosen = as_chosen(leaf)
    return replace(chosen, verbatim=True) if isinstance(leaf, placeholders.Verbatim) else chosen


def _kept(leaf: Any) -> Any:
    return replace(leaf, number=None, values=()) if isinstance(leaf, ChosenText) else leaf


def _parts(leaf: Any) -> list[Any] | None:
    """Return the run-time values in a leaf; None for a known leaf."""
    if is_traced(leaf):
        return [leaf]
    if isinstance(leaf, ChosenText):
        refuse_batch(leaf.number)
        return [leaf.number, *leaf.values]
    return placeholders.traced_in(leaf) if placeholders.holds_placeholder(leaf) else None


def _filled(leaf: Any, count: int, known: Iterator[Any]) -> Any:
    if count < 0:
        return leaf
    values = [next(known) for _ in range(count)]
    if isinstance(leaf, ChosenText):
        found = replace(leaf, number=values[0], values=tuple(values[1:])).now
        if isinstance(found, tuple):
            return tuple(map(placeholders.plain, found))
        return found if is_textual(found) else placeholders.plain(found)
    return placeholders.filled(leaf, values) if placeholders.holds_placeholder(leaf) else placeholders.plain(values[0])


def _waits(value: Any) -> bool:
    """Whether an object of the user's has run-time values in its attributes."""
    return is_record_like(value) and any_traced(*leaves_of(as_records(value))[0])


@dataclass(frozen=True)
class DeferredError:
    """An exception without its run-time parts; a new one is made each time the graph raises it."""

    kind: type[BaseException]  # the class of the exception
    parts: Deferred  # arguments and attributes
    chained: tuple[DeferredError | None, DeferredError | None]  # its `__cause__` and `__context__`
    hides_context: bool  # its `__suppress_context__`
    same: BaseException | None  # the exception itself, if it is older than the graph

    @classmethod
    def of(cls, error: BaseException, *, existed: bool = False) -> tuple[DeferredError, list[Any]]:
        """Split an exception; return the rest, and its run-time values in order."""
        parts, values = Deferred.of(as_records((error.args, vars(error)), _waits))
        chained: list[DeferredError | None] = []
        for link in (error.__cause__, error.__context__):
            again = link is None or link is error or (link is error.__cause__ and len(chained) == 1)
            inner, more = (None, []) if again or link is None else cls.of(link)
            chained.append(inner)
            values += more
        same = error if existed and not values else None
        return cls(type(error), parts, (chained[0], chained[1]), error.__suppress_context__, same), values

    def __call__(self, *known: Any) -> BaseException:
        """Return the exception with these run-time values."""
        return self.made(iter(known))

    def made(self, known: Iterator[Any]) -> BaseException:
        """Return the exception, with its run-time values taken from an iterator."""
        arguments, attributes = self.parts.filled(known)
        cause, context = (link and link.made(known) for link in self.chained)
        if self.same is not None:
            return self.same
        builtin: Any = next(base for base in self.kind.__mro__ if not base.__flags__ & _HEAP_TYPE)
        error: Any = builtin.__new__(self.kind, *arguments)
        builtin.__init__(error, *arguments)  # the class's own `__init__` has run, and may take other arguments
        vars(error).update(attributes)
        error.__cause__, error.__context__ = cause, context or cause
        error.__suppress_context__ = self.hides_context
        made: BaseException = error
        return made
