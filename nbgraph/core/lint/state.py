"""Rule "state-inside": state that starts over, or is shared, where the text reads as if it lasted."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import CHANGING, methods_that
from nbgraph.core.staging.opaque import RANDOM, keeps_state

_KEYS = (jax.random.key, jax.random.PRNGKey)


def state_inside(source: Source, place: Place) -> Iterator[Finding]:
    """Keys and generators made from a fixed seed, and defaults that all calls share and one changes."""
    node = place.node
    if isinstance(node, ast.Call):
        function = place.called(node.func)
        if _makes_generator(function) and node.args and all(isinstance(each, ast.Constant) for each in node.args):
            when = "in every iteration and at every call" if place.loops else "at every call"
            message = f"`{ast.unparse(node)}` starts from the same seed {when}, and gives the same numbers"
            remedy = "make it outside and pass it as an argument: `key, part = jax.random.split(key)`"
            yield Finding("state-inside", source.span(node), message, remedy)
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            yield from _shared(source, place, node, node.func.value)
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        yield from _shared(source, place, node, node.value)


def _makes_generator(function: Any) -> bool:
    if any(function is each for each in _KEYS) or function is np.random.default_rng:
        return True
    return isinstance(function, type) and issubclass(function, RANDOM)


def _shared(source: Source, place: Place, node: ast.AST, changed: ast.expr) -> Iterator[Finding]:
    if isinstance(changed, ast.Name) and changed.id in place.defaults:
        name = changed.id
        message = f"the default of `{name}` is made once and shared by all calls, and this one changes it"
        yield Finding("state-inside", source.span(node), message, f"`{name}=None`, and make a new one inside", name)


# Rule "state-inside", of objects that keep their state in C: a branch or a loop of a graph changes them only once.


def changed_in_c(source: Source, place: Place) -> Iterator[Finding]:
    """An iterator, a stream or a typed array of the function's own that changes where a run-time value decides."""
    node = place.node
    if not isinstance(node, ast.For | ast.While | ast.If) or not _mentions(node, place.given):
        return
    made = {}
    for part in ast.walk(source.parsed.node):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func)):
                cls = place.called(func)
                if isinstance(cls, type) and keeps_state(cls) and not issubclass(cls, BaseException):
                    made[name] = cls
    for part in (each for statement in node.body for each in ast.walk(statement)):
        name = _changed(part)
        if name in made:
            message = (
                f"`{name}` is {_article(made[name])}, which is changed here while the graph is made, and never again"
            )
            remedy = "numbers, a list or an array in its place; or a loop whose number of iterations is known"
            yield Finding("state-inside", source.span(part), message, remedy, name)


def _mentions(node: ast.For | ast.While | ast.If, names: frozenset[str]) -> bool:
    head = node.iter if isinstance(node, ast.For) else node.test
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(head))


def _changed(node: ast.AST) -> str:
    """The name of what an expression takes an item from, changes by a method, or stores into; "" for none."""
    match node:
        case ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=name), *_]):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method not in methods_that(
            Fact.PURE
        ):
            return name
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return name
    return ""


def _article(cls: type) -> str:
    return f"an iterator, `{cls.__name__}`" if cls.__module__ == "itertools" else f"a `{cls.__name__}`"
