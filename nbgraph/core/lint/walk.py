"""Walk over a function's source with what is known at each node: the names around, and the loops."""

from __future__ import annotations

import ast
import functools
import os
import sys
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from nbgraph.core.analysis.names import NONE, Function, names, parameters
from nbgraph.core.records import dataclass, replace
from nbgraph.core.source.environment import UNKNOWN, Environment
from nbgraph.core.source.function import ParsedFunction
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.spans import Span
from nbgraph.core.staging.frames import method_of

LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Place:
    """One node of a function's source."""

    node: ast.AST
    environment: Environment  # the names around, those of the function itself left out
    loops: int = 0  # how many loops it is in
    own: frozenset[str] = NONE  # names that hold what this function has made or was given itself
    declared: frozenset[str] = NONE  # names that it declares `global` or `nonlocal`
    defaults: frozenset[str] = NONE  # the parameters whose default is a list, dict or set, which all calls share
    given: frozenset[str] = NONE  # the parameters of the function that becomes the graph; empty in those that it calls
    bound_self: str = ""  # the first parameter of a method whose object is known and outlives the call, or ""

    def resolve(self, node: ast.AST) -> Any:
        """Return an expression's value as far as that is known without running it; else `UNKNOWN`."""
        return self.environment.resolve(node) if isinstance(node, ast.expr) else UNKNOWN

    def called(self, node: ast.expr) -> Any:
        """Return the called function: also a method of a class, of a known object, or of a path; else `UNKNOWN`."""
        function = self.resolve(node)
        if function is UNKNOWN and isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            owner = self._path(node.value) or owner
            if isinstance(owner, type) or owner is os.environ:
                return getattr(owner, node.attr, UNKNOWN)
            kind: type = type(owner)
            method = method_of(kind, node.attr) if is_user_class(kind) else None
            return types.MethodType(method, owner) if isinstance(method, types.FunctionType) else UNKNOWN
        return function

    def _path(self, node: ast.expr) -> type | None:
        """Return the class of a path: of a named one, of `Path("a")`, `Path("a") / "b"` or a `parent`; else None."""
        found = self.resolve(node.func if isinstance(node, ast.Call) else node)
        if isinstance(node, ast.Call):
            return found if isinstance(found, type) and issubclass(found, PurePath) else None
        if isinstance(node, ast.BinOp):
            return self._path(node.left)
        if isinstance(node, ast.Attribute) and node.attr == "parent":
            return self._path(node.value)
        return type(found) if isinstance(found, PurePath) else None


@dataclass(frozen=True)
class Source:
    """A function as the rules see it."""

    parsed: ParsedFunction
    environment: Environment  # the names around it
    outermost: bool = False  # whether it is the one that becomes the graph, and not one that is called in it
    bound: bool = False  # whether it is a method of an object, which outlives the call

    @functools.cached_property
    def assignments(self) -> list[ast.Assign]:
        """Return all assignments of the function; cached, since each loop is compared with them."""
        return [node for node in ast.walk(self.parsed.node) if isinstance(node, ast.Assign)]

    def span(self, node: ast.AST) -> Span:
        return self.parsed.source.node_span(node)

    def places(self) -> Iterator[Place]:
        """Yield every node of the function's body, functions inside included, outer before inner."""
        node = self.parsed.node
        given = parameters(node)
        start = Place(
            node,
            self.environment,
            given=frozenset(given) if self.outermost else frozenset(),
            bound_self=given[0] if self.bound and given else "",
        )
        yield from _function(node, start)


def _function(node: Function, at: Place) -> Iterator[Place]:
    """Yield the nodes of a function at a place: the outermost one, or one inside it."""
    body: Sequence[ast.AST] = node.body if isinstance(node.body, list) else [node.body]
    found = names(*body)
    own = at.own | frozenset(parameters(node)) | (found.writes - found.declared)
    # What an inner function declares `nonlocal` belongs to the function around it, and ends with the call.
    declared, environment = found.declared - at.own, at.environment.within(own)
    known = known_locals(body, environment)
    own, environment = own - known.keys(), environment.knowing(known)
    shared = at.defaults if at.own else _shared_defaults(node)  # an inner function's defaults are new at each call
    for child in body:
        yield from _below(replace(at, node=child, environment=environment, own=own, declared=declared, defaults=shared))


def _below(here: Place) -> Iterator[Place]:
    yield here
    node = here.node
    if isinstance(node, _FUNCTIONS):
        yield from _function(node, here)
        return
    for name, value in ast.iter_fields(node):
        deeper = isinstance(node, LOOPS) and name in ("body", "elt", "key", "value", "test")
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _below(replace(here, node=child, loops=here.loops + deeper))


def _shared_defaults(node: Function) -> frozenset[str]:
    """Return the parameters with a mutable default, which all calls share.

    >>> sorted(_shared_defaults(ast.parse("def f(a, b=[], *, c={}, d=1): pass").body[0]))
    ['b', 'c']
    """
    positional = [*node.args.posonlyargs, *node.args.args]
    pairs = [*zip(reversed(positional), reversed(node.args.defaults), strict=False)]
    pairs += [(name, value) for name, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if value]
    return frozenset(parameter.arg for parameter, value in pairs if isinstance(value, _CONTAINERS))


_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def known_locals(body: Sequence[ast.AST], environment: Environment) -> dict[str, Any]:
    """Return the values of local names that a function's body binds once to something known.

    >>> environment = Environment({"seen": []}, local=frozenset({"also", "r", "x"}))
    >>> sorted(known_locals(ast.parse("import random as r; also = seen; x = 1").body, environment))
    ['also', 'r']
    """
    nodes = [node for statement in body for node in ast.walk(statement)]
    bound = Counter(name for node in nodes for name in _bound(node))
    found = {name: value for node in nodes for name, value in _meanings(node, environment) if bound[name] == 1}
    return {name: value for name, value in found.items() if value is not UNKNOWN}


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def _meanings(node: ast.AST, environment: Environment) -> Iterator[tuple[str, Any]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Attribute() as value):
            yield name, environment.resolve(value)
        case ast.Import(names=names):
            for each in names:
                whole = each.name if each.asname else each.name.partition(".")[0]
                yield each.asname or whole, sys.modules.get(whole, UNKNOWN)
        case ast.ImportFrom(module=str(module), names=names, level=0) if module in sys.modules:
            for each in names:
                yield each.asname or each.name, vars(sys.modules[module]).get(each.name, UNKNOWN)
