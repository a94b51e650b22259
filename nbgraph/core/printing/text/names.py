"""Name the variables of printed code.

During printing each variable is a symbol of its own, `counter%12`: the wanted name and a number. Afterwards each symbol
gets the first of `counter`, `counter_1`, ... that hides nothing: two variables of a function share a name where one is
no longer needed when the other is bound, and no function binds a name that it takes from an enclosing scope.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Mapping, Sequence

from nbgraph.core.analysis.names import parameters
from nbgraph.core.records import dataclass, field


class Symbols:
    """Makes new symbols."""

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def new(self, wanted: str) -> str:
        return f"{wanted or 'value'}%{next(self._numbers)}"


def wanted_name(symbol: str) -> str:
    return symbol.partition("%")[0]


@dataclass(eq=False)
class _Scope:
    """What one function binds and mentions, by the position of its statements."""

    bound: dict[str, list[int]] = field(default_factory=dict)
    used: dict[str, list[int]] = field(default_factory=dict)
    loops: list[tuple[int, int]] = field(default_factory=list)
    inner: list[tuple[str, _Scope]] = field(default_factory=list)
    position: int = 0

    def bind(self, symbol: str) -> None:
        self.bound.setdefault(symbol, []).append(self.position)

    def use(self, symbol: str) -> None:
        self.used.setdefault(symbol, []).append(self.position)

    @property
    def free(self) -> set[str]:
        found = set(self.used).union(*(inner.free for _, inner in self.inner))
        return found - set(self.bound)

    def ranges(self) -> dict[str, tuple[int, int]]:
        """Return the first and last position at which each variable of the function is needed."""
        used = {symbol: list(places) for symbol, places in self.used.items()}
        for name, inner in reversed(self.inner):
            places = used.get(name, [])
            for symbol in inner.free:
                used.setdefault(symbol, []).extend(places)
        found = {}
        for symbol, starts in self.bound.items():
            places = [*starts, *used.get(symbol, ())]
            start, end = min(starts), max(places)
            for first, last in sorted(self.loops, reverse=True):
                if start < first and any(first <= place <= last for place in places):
                    end = max(end, last)
            found[symbol] = start, end
        return found


def _function(node: ast.FunctionDef | ast.Lambda, fixed: frozenset[str]) -> _Scope:
    scope = _Scope()
    for name in parameters(node):
        scope.bind(name)
    if isinstance(node, ast.Lambda):
        scope.position += 1
        _mentioned(node.body, scope, fixed)
    else:
        _statements(node.body, scope, fixed)
    return scope


def _statements(body: Iterable[ast.stmt], scope: _Scope, fixed: frozenset[str]) -> None:
    for node in body:
        scope.position += 1
        match node:
            case ast.FunctionDef():
                scope.bind(node.name)
                scope.inner.append((node.name, _function(node, fixed)))
            case ast.For():
                _mentioned(node.iter, scope, fixed)
                start = scope.position = scope.position + 1
                _targets(node.target, scope, fixed)
                _statements(node.body, scope, fixed)
                scope.position += 1
                scope.loops.append((start, scope.position))
            case ast.If():
                _mentioned(node.test, scope, fixed)
                _statements([*node.body, *node.orelse], scope, fixed)
            case ast.Assign():
                _mentioned(node.value, scope, fixed)
                for target in node.targets:
                    _targets(target, scope, fixed)
            case _:
                _mentioned(node, scope, fixed)


def _targets(node: ast.expr, scope: _Scope, fixed: frozenset[str]) -> None:
    match node:
        case ast.Name():
            scope.bind(node.id)
        case ast.Tuple():
            for part in node.elts:
                _targets(part, scope, fixed)
        case _:
            _mentioned(node, scope, fixed)


def _mentioned(node: ast.AST, scope: _Scope, fixed: frozenset[str]) -> None:
    if isinstance(node, ast.Lambda):
        inner = _function(node, fixed)
        scope.inner.append(("", inner))
        for symbol in inner.free:
            scope.use(symbol)
        return
    if isinstance(node, ast.Name) and ("%" in node.id or node.id in fixed):
        scope.use(node.id)
    for child in ast.iter_child_nodes(node):
        _mentioned(child, scope, fixed)


def names_for(functions: Sequence[ast.FunctionDef], reserved: Iterable[str]) -> dict[str, str]:
    """Return the name of each symbol in some functions of a module.

    Args:
        functions: their definitions; names of parameters that are no symbols stay.
        reserved: names that have a meaning in the whole module.
    """
    names: dict[str, str] = {}
    taken = {*reserved, *(function.name for function in functions)}
    for function in functions:
        fixed = frozenset(name for name in parameters(function) if "%" not in name)
        _give(_function(function, fixed), dict.fromkeys(fixed, ""), names, taken)
    return names


def put_names(functions: Sequence[ast.FunctionDef], names: Mapping[str, str]) -> None:
    """Replace the symbols in some functions by names, and drop assignments of a name to itself."""
    for function in functions:
        for node in ast.walk(function):
            match node:
                case ast.Name(id=symbol) if symbol in names:
                    node.id = names[symbol]
                case ast.arg(arg=symbol) if symbol in names:
                    node.arg = names[symbol]
                case ast.FunctionDef(name=symbol) if symbol in names:
                    node.name = names[symbol]
                case _:
                    pass
        _drop_copies(function)


def _drop_copies(function: ast.FunctionDef) -> None:
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.For):
            node.body = [each for each in node.body if not _is_copy(each)] or [ast.Pass()]


def _is_copy(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=ast.Name(id=name)):
            return target == name
    return False


def _give(scope: _Scope, fixed: dict[str, str], names: dict[str, str], reserved: set[str]) -> None:
    around = {names.get(symbol, symbol) for symbol in scope.free} | reserved
    ranges = scope.ranges()
    latest = {symbol: ranges[symbol] for symbol in ranges if symbol in fixed}  # of each name; those before have ended
    for symbol, here in sorted(ranges.items(), key=lambda each: each[1]):
        if symbol not in fixed:
            begin = wanted_name(symbol)
            wanted = itertools.chain([begin], map(f"{begin}_{{}}".format, itertools.count(1)))
            free = (name for name in wanted if not (name in around or (name in latest and _meet(here, latest[name]))))
            names[symbol] = name = next(free)
            latest[name] = here
    for _, inner in scope.inner:
        _give(inner, {}, names, reserved)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] == other[0] or (one[0] < other[1] and other[0] < one[1])
