"""Stage loops over iterators without an end, such as `itertools.count()`, which only a run-time `break` leaves."""

from __future__ import annotations

import ast
import contextlib
import itertools
import operator
import types
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass
from nbgraph.core.source.text import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.references import has_name
from nbgraph.core.staging.sequences.derived_sequences import Enumerate, Map, Zip
from nbgraph.core.staging.sequences.sequences import Sequence
from nbgraph.core.staging.values.values import any_traced

NEVER = int(np.iinfo(np.int32).max)  # the number of iterations; no loop in use reaches it
FEW_GUARDED = 8  # iterations after which too large an integer must come from the generator
MOST_GUARDED = 128  # iterations over an iterator of unknown length that are guarded by a traced `break`


class EndlessLoopError(StagingError):
    """A loop without an end of its own stops at a run-time condition, but its iterator has to run in Python.

    This concerns generators and `itertools.cycle`. For `itertools.count()` the graph counts by itself.
    """

    id = "endless-loop"


@dataclass(eq=False)
class Count(Sequence):
    """`itertools.count(start, step)`."""

    start: Any
    step: Any
    length = NEVER

    @property
    def traced(self) -> bool:
        return any_traced(self.start, self.step)

    def item(self, k: Any, row: Any) -> Any:
        return self.start + k * self.step


@dataclass(eq=False)
class Repeat(Sequence):
    """`itertools.repeat(value)`."""

    value: Any
    length = NEVER

    @property
    def traced(self) -> bool:
        return any_traced(self.value)

    def item(self, k: Any, row: Any) -> Any:
        return self.value

    @property
    def counted(self) -> bool:
        return False


def endless(items: Any) -> Sequence | None:
    """Return a stageable view of an endless iterator, which is used up; None for any other iterator.

    >>> view = endless(zip(itertools.count(2, 3), itertools.repeat("a")))
    >>> view.at(0), view.at(5)
    ((2, 'a'), (17, 'a'))
    >>> endless(iter([1, 2])) is None
    True
    """
    if not _is_endless(items) or has_name(items):
        return None
    return _view(items)


def _is_endless(items: Any) -> bool:
    if isinstance(items, zip | enumerate | map):
        return all(map(_is_endless, _sources(items)))
    return type(items) is itertools.count or (type(items) is itertools.repeat and operator.length_hint(items, -1) < 0)


def _sources(items: Any) -> tuple[Any, ...]:
    parts: tuple[Any, ...] = items.__reduce__()[1]
    return parts if isinstance(items, zip) else parts[:1] if isinstance(items, enumerate) else parts[1:]


def _view(items: Any) -> Sequence:
    if isinstance(items, itertools.count):
        start = next(items)
        return Count(start, next(items) - start)
    if isinstance(items, itertools.repeat):
        return Repeat(next(items))
    if isinstance(items, enumerate):
        parts: Any = items.__reduce__()[1]
        return Enumerate(_view(parts[0]), parts[1])
    inner = Zip(tuple(map(_view, _sources(items))))
    return inner if isinstance(items, zip) else Map(items.__reduce__()[1][0], inner)


def refuse_endless(items: Any, iterations: int, span: Span) -> None:
    """Refuse to unroll a loop further that only a run-time `break` leaves, as its iterator does not end.

    Args:
        iterations: the number of iterations that the `break` has guarded.

    Raises:
        EndlessLoopError: the iterator has no end, or has gone on too long.
    """
    if isinstance(items, itertools.cycle) or _is_endless(items):
        _refuse(items, span)
    if iterations >= MOST_GUARDED and operator.length_hint(items, -1) < 0:
        _refuse(items, span)


@contextlib.contextmanager
def refused_overflow(items: Any, iterations: int, span: Span) -> Iterator[None]:
    """Refuse a loop over a generator that has reached integers beyond those of a graph.

    Args:
        iterations: the number of iterations that a run-time `break` has guarded.

    Raises:
        EndlessLoopError: only the values of the run would end the loop before.
    """
    try:
        yield
    except OverflowError:
        if iterations >= FEW_GUARDED and isinstance(items, types.GeneratorType):
            _refuse(items, span)
        raise


def _refuse(items: Any, span: Span) -> NoReturn:
    match syntax_at(span)[1]:
        case ast.For(target=target, iter=written):
            item, code = ast.unparse(target), ast.unparse(written)
        case _:
            item, code = "x", "items"
    raise EndlessLoopError(
        f"only run-time values end this loop, and Python itself must take each item from `{code}`",
        span=span,
        remedy=_in_the_graph(items, item, code),
    )


def _in_the_graph(items: Any, item: str, code: str) -> str:
    """Return a loop that a graph can make, to write in place of one over an iterator."""
    if isinstance(items, itertools.cycle):
        inner = code.removeprefix("itertools.").removeprefix("cycle(").removesuffix(")")
        return f"`for i in itertools.count():` with `{item} = {inner}[i % len({inner})]` first in it"
    if isinstance(items, types.GeneratorType):
        name = items.gi_code.co_name
        return f"`while True:` with the statements of `{name}` in it, and the loop's own in place of each `yield`"
    return f"`while True:`, or `for {item} in itertools.count():`, which a graph counts by itself"
