"""Rules "side-effect" and "asked-once": what acts on the world, or asks it, while the graph is made."""

from __future__ import annotations

import ast
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.environment import UNKNOWN
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import functions_of, methods_that
from nbgraph.core.staging.host_calls import host_version
from nbgraph.core.staging.opaque import RANDOM
from nbgraph.core.staging.world import SETTING, reason_to_refuse

_MODULES = frozenset(("subprocess", "shutil", "pickle", "marshal", "shelve", "webbrowser", "winsound"))
_PLOTS = ("matplotlib.pyplot", "pylab", "turtle")
_READS = frozenset(("loads", "dumps", "which", "disk_usage"))
_WRITES = methods_that(Fact.ACTS)


def side_effect(source: Source, place: Place) -> Iterator[Finding]:
    """Calls that write, draw or start something; `print`, logs, warnings and waiting act when the graph runs."""
    node = place.node
    if not isinstance(node, ast.Call):
        return
    function = place.called(node.func)
    name = ast.unparse(node.func)
    if _acts(function) or _writes_file(place, node):
        message = f"`{name}` acts once, while the graph is made, and not again at each call"
        remedy = "return the value, and act outside; `print` and logging act at every call"
        yield Finding("side-effect", source.span(node), message, remedy)


def _acts(function: Any) -> bool:
    if host_version(function) is not None:
        return False
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    if not isinstance(module, str) or not callable(function) or isinstance(function, type):
        return False
    if module in _PLOTS:
        return True
    top = {"posix": "os", "nt": "os", "_pickle": "pickle"}.get(module, module.split(".")[0])
    return (top in _MODULES and name not in _READS) or name in functions_of(top, Fact.ACTS)


def _writes_file(place: Place, node: ast.Call) -> bool:
    func = node.func
    if not isinstance(func, ast.Attribute) or func.attr not in _WRITES:
        return False
    owner = place.resolve(func.value)
    # The terminal's or the notebook's own streams are written to when the graph runs.
    return isinstance(owner, io.IOBase) and owner is not sys.stdout and owner is not sys.stderr


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
