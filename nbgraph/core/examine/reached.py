"""Find the user's other functions that a call reaches, which a reader needs to see too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from nbgraph.core.codegen.source_map import GeneratedCode, joined
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.as_typed import functions_within_reach
from nbgraph.core.executor.convert import conversion
from nbgraph.core.recording.model import Recording
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span

MOST_LINES = 600
"""Lines of helpers that are shown: a package of the user's may reach itself whole."""


def helpers_of(fn: Callable[..., Any], arguments: Iterable[Any], shown: Definition) -> tuple[Definition, ...]:
    """Return the definitions that a call may reach by name, each whole: a method with its class, a closure with its
    maker.

    Args:
        arguments: what it is called with; functions and objects among them count.
        shown: the called function; definitions inside of it are shown with it.

    Returns:
        Those of the same file in its order, then those of other cells and files, nearest first.
    """
    found: dict[Span, Definition] = {}
    for function in functions_within_reach(fn, *arguments):
        with suppress(NbgraphError):  # its source cannot be read
            parsed = parse_function(function)
            helper = _definition(parsed.source, parsed.span, parsed.name, shown)
            if helper is not None:
                found.setdefault(helper.span, helper)
    return _in_order(_outermost(found.values()), shown)


def converted_codes(fn: Callable[..., Any], arguments: Iterable[Any]) -> GeneratedCode:
    """Return the converted code of a function, followed by that of the user's functions that a call may reach.

    A function that is not converted runs as it is, and is left out.
    """
    own = conversion(fn)
    codes = [own.code]
    for function in functions_within_reach(fn, *arguments, converted=True):
        with suppress(NbgraphError):
            other = conversion(function)
            if other.original is not own.original and not own.parsed.span.contains(other.parsed.span):
                codes.append(other.code)
    return joined(codes)


def with_recorded(
    helpers: Sequence[Definition], recording: Recording | None, shown: Definition
) -> tuple[Definition, ...]:
    """Return the helpers, with those found only by the run: called through a name that the source does not show."""
    found = {helper.span: helper for helper in helpers}
    for listing in recording.functions[1:] if recording is not None else ():
        source = SourceText.of_file(listing.file)
        last = listing.first + len(listing.lines) - 1
        span = Span(listing.file, listing.first, 0, last, len(listing.lines[-1]) if listing.lines else 0)
        if source is None or any(helper.holds(span) for helper in helpers):
            continue
        helper = _definition(source, span, listing.name, shown)
        if helper is not None:
            found.setdefault(helper.span, helper)
    return _in_order(_outermost(found.values()), shown)


def _definition(source: SourceText, span: Span, name: str, shown: Definition) -> Definition | None:
    """Return the top-level statement that contains a function; None for what is shown already."""
    own = Definition(name, source, span)
    if shown.holds(span):
        return None
    for node in source.tree.body:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        end = source.node_span(node)
        whole = Definition(
            getattr(node, "name", name), source, Span(source.file, first, 0, end.end_line, end.end_column)
        )
        if whole.holds(span):
            return own if whole.holds(shown.span) else whole
    return own


def _outermost(helpers: Iterable[Definition]) -> list[Definition]:
    every = list(helpers)
    return [one for one in every if not any(two is not one and two.holds(one.span) for two in every)]


def _in_order(helpers: Sequence[Definition], shown: Definition) -> tuple[Definition, ...]:
    files = list(dict.fromkeys((shown.span.file, *(helper.span.file for helper in helpers))))
    ordered = sorted(helpers, key=lambda helper: (files.index(helper.span.file), helper.span.line))
    return tuple(_first(ordered))


def _first(helpers: Iterable[Definition]) -> Iterator[Definition]:
    left = MOST_LINES
    for helper in helpers:
        left -= helper.span.end_line - helper.span.line + 1
        if left >= 0:
            yield helper
