"""Rule "asked-once": random numbers, the clock, the keyboard, files and settings, asked while the graph is made."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.environment import UNKNOWN
from nbgraph.core.staging.opaque import RANDOM
from nbgraph.core.staging.world import SETTING, reason_to_refuse

_DRAW = (
    "the generator is outside of the function, and what it draws is drawn once, while the graph is made",
    "`jax.random.uniform(key)` with a `key` that is an argument; or draw before the call and pass the number",
)


def asked_once(source: Source, place: Place) -> Iterator[Finding]:
    """Calls whose answer would stay what it was when the graph was made, by the table that refuses them there."""
    node = place.node
    if isinstance(node, ast.Subscript) and place.resolve(node.value) is os.environ and isinstance(node.ctx, ast.Load):
        yield Finding("asked-once", source.span(node), *SETTING)
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and isinstance(place.resolve(node.func.value), RANDOM):
        yield Finding("asked-once", source.span(node), *_DRAW)
        return
    function = place.called(node.func)
    reason = None if function is UNKNOWN else reason_to_refuse(function, tuple(node.args))
    if reason is not None:
        yield Finding("asked-once", source.span(node), *reason)
