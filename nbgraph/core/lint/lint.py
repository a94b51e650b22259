"""`ng.lint`: what a graph will do otherwise than Python, found in the source without running anything."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core.depth import deep
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.convert import function_behind
from nbgraph.core.lint.effects import asked_once, changed_in_c, changed_outside, side_effect, state_inside
from nbgraph.core.lint.finding import Finding, Findings
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_user_class, is_user_function, plain_function

Rule = Callable[[Source, Place], Iterator[Finding]]
RULES: tuple[Rule, ...] = (side_effect, state_inside, changed_in_c, changed_outside, asked_once)


@deep
def lint(fn: Callable[..., Any]) -> Findings:
    """What a graph of a function, and of the functions of yours that it calls, will do otherwise than Python.

    Nothing is run. There are three rules: a graph's Python runs once, so nothing outside may be changed by it; state
    is made outside, handed in and returned; what is random, or changes with time, is an argument. What a graph refuses
    for another reason, its call says.

    Args:
        fn: a function, lambda, method or callable object, converted or not.

    Returns:
        The findings in source order, a tuple that prints as text.

    Raises:
        SourceError: the function's source is not to be had.
    """
    function = function_behind(fn)
    parsed, bound = parse_function(function), isinstance(plain_function(fn), types.MethodType)
    source = Source(parsed, Environment.of(function), outermost=True, bound=bound)
    findings = dict.fromkeys(_findings(source, {function.__code__}))
    return Findings(sorted(findings, key=lambda finding: (finding.span.file != parsed.source.file, finding.span)))


def _findings(source: Source, seen: set[types.CodeType]) -> Iterator[Finding]:
    for place in source.places():
        for rule in RULES:
            yield from rule(source, place)
        if isinstance(place.node, ast.Call):
            yield from _in_callee(place.called(place.node.func), seen)


def _in_callee(function: Any, seen: set[types.CodeType]) -> Iterator[Finding]:
    """Yield the findings in a called function of the user's, once per function."""
    if isinstance(function, type) and is_user_class(function):
        function = function.__init__  # type: ignore[misc]
    function, bound = plain_function(function), isinstance(function, types.MethodType)
    function = function.__func__ if bound else function
    if not is_user_function(function) or function.__code__ in seen:
        return
    seen.add(function.__code__)
    try:
        parsed = parse_function(function)
    except NbgraphError:  # the call itself will report the error
        return
    yield from _findings(Source(parsed, Environment.of(function), bound=bound), seen)
