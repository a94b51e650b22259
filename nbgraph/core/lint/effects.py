"""Rule "side-effect": what acts on the world outside of Python while the graph is made, and not when it runs."""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from typing import Any

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import functions_of, methods_that
from nbgraph.core.staging.host_calls import host_version

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
