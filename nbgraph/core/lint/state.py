"""Rule "state-inside": state that starts over, or is shared, where the text reads as if it lasted."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.methods import CHANGING
from nbgraph.core.staging.opaque import RANDOM

_KEYS = (jax.random.key, jax.random.PRNGKey)


def state_inside(source: Source, place: Place) -> Iterator[Finding]:
    """Keys and generators made from a fixed seed, and defaults that all calls share and one changes."""
    node = place.node
    if isinstance(node, ast.Call):
        function = place.called(node.func)
        if _makes_generator(function) and node.args and all(isinstance(each, ast.Constant) for each in node.args):
            when = "in every round and at every call" if place.loops else "at every call"
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
