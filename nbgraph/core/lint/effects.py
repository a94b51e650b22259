"""Find effects and state that a graph, whose Python runs once, cannot repeat at each call."""

from __future__ import annotations

import ast
import io
import os
import sys
import types
from collections import deque
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.environment import UNKNOWN
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import CHANGING, functions_of, is_one_that, methods_that
from nbgraph.core.staging.builtins import host_version
from nbgraph.core.staging.impure import RANDOM, SETTING, keeps_state, reason_to_refuse

_MODULES = frozenset(("subprocess", "shutil", "pickle", "marshal", "shelve", "webbrowser", "winsound"))
_PLOTS = ("matplotlib.pyplot", "pylab", "turtle")
_READS = frozenset(("loads", "dumps", "which", "disk_usage"))
_WRITES = methods_that(Fact.ACTS)


def side_effect(source: Source, place: Place) -> Iterator[Finding]:
    """Find calls that write, draw or start something; `print`, logs, warnings and waiting act when the graph runs."""
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
    """Find calls whose answer would be fixed when the graph is made, by the table of refused calls."""
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


_KEYS = (jax.random.key, jax.random.PRNGKey)


def state_inside(source: Source, place: Place) -> Iterator[Finding]:
    """Find keys and generators made from a fixed seed, and mutable defaults that all calls share and one changes."""
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
        function = source.parsed.node
        calls = (each.func for each in ast.walk(function) if isinstance(each, ast.Call))
        is_memory = any(isinstance(each, ast.Name) and each.id == getattr(function, "name", "") for each in calls)
        inside = f"`{name}=None`, and make a new one inside"
        remedy = f"`functools.lru_cache` in place of `{name}`" if is_memory else inside
        yield Finding("state-inside", source.span(node), message, remedy, name)


# Rule "state-inside", of objects that keep their state in C: a branch or a loop of a graph changes them only once.


def changed_in_c(source: Source, place: Place) -> Iterator[Finding]:
    """Find the function's own iterators, streams and typed arrays that change in a data-dependent branch or loop."""
    node = place.node
    if not isinstance(node, ast.For | ast.While | ast.If) or not _mentions(node, place.given):
        return
    made = {}
    for assignment in source.assignments:
        match assignment:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func)):
                cls = place.called(func)
                if isinstance(cls, type) and keeps_state(cls) and not issubclass(cls, BaseException):
                    made[name] = cls
    for part in (each for statement in node.body if made for each in ast.walk(statement)):
        name = _changed(part)
        if name in made:
            what = "an iterator, " if made[name].__module__ == "itertools" else "a "
            kind = f"{what}`{made[name].__name__}`"
            message = f"`{name}` is {kind}, which is changed here while the graph is made, and never again"
            remedy = "numbers, a list or an array in its place; or a loop whose number of iterations is known"
            yield Finding("state-inside", source.span(part), message, remedy, name)


def _mentions(node: ast.For | ast.While | ast.If, names: frozenset[str]) -> bool:
    head = node.iter if isinstance(node, ast.For) else node.test
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(head))


def _changed(node: ast.AST) -> str:
    """Return the name whose item an expression takes or stores, or that a method changes; "" for none."""
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


_CONTAINERS = (list, dict, set, deque, bytearray, np.ndarray)


def changed_outside(source: Source, place: Place) -> Iterator[Finding]:
    """Find assignments to global names, and changes of containers and objects from outside of the function."""
    node = place.node
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id in place.declared:
        yield _finding(source, node, node.id)
    elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        if _is_outside(place, node.value) or (place.bound_self != "" and root(node) == place.bound_self):
            yield _finding(source, node, ast.unparse(node))
    elif isinstance(node, ast.Call) and (changed := _changed_by(place, node)) is not None:
        yield _finding(source, node, ast.unparse(changed))


def _finding(source: Source, node: ast.AST, name: str) -> Finding:
    message = f"`{name}` outlives the call and is changed by it, but a graph's Python runs once only"
    remedy = f"return the new value of `{name}`, and assign it where the function is called"
    return Finding("changed-outside", source.span(node), message, remedy, name)


def root(node: ast.AST) -> str:
    """Return the name that a chain of attributes and subscripts starts from; "" for any other start.

    >>> root(ast.parse("a.b[0].c", mode="eval").body), root(ast.parse("f().b", mode="eval").body)
    ('a', '')
    """
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_outside(place: Place, node: ast.expr) -> bool:
    """Return whether an expression starts from a bound global or enclosing name, or is `globals()`."""
    if isinstance(node, ast.Call) and place.called(node.func) is globals:
        return True
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call) and place.called(node.func) is vars and node.args:
        return _is_outside(place, node.args[0])
    name = root(node)
    return bool(name) and name not in place.own and place.resolve(ast.Name(name)) is not UNKNOWN


def _changed_by(place: Place, call: ast.Call) -> ast.expr | None:
    """Return what a call changes from outside: the container of a method, or a function's argument; else None."""
    func = call.func
    owner = func.value if isinstance(func, ast.Attribute) and func.attr in CHANGING else None
    if owner is not None and _is_outside(place, owner) and isinstance(_value(place, owner), _CONTAINERS):
        return owner
    function = place.called(func)
    given = [call.args[0]] if call.args and is_one_that(function, Fact.MUTATES) else []
    given += [argument.value for argument in call.keywords if argument.arg == "out"]
    changed = (each for each in given if _is_outside(place, each))
    return next(changed, None)


def _value(place: Place, node: ast.expr) -> Any:
    """Return the current value of names, modules and plain attributes, without running any code; or `UNKNOWN`."""
    if isinstance(node, ast.Attribute):
        owner = _value(place, node.value)
        if isinstance(owner, types.ModuleType | type):
            return vars(owner).get(node.attr, UNKNOWN)
        return getattr(owner, "__dict__", {}).get(node.attr, UNKNOWN)
    if isinstance(node, ast.Subscript):
        return [] if isinstance(_value(place, node.value), list | dict) else UNKNOWN  # probably nested rows
    return place.resolve(node)
