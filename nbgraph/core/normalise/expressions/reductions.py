"""Mark comprehensions that become loops: those folded at once by a builtin, and lists over a possible array.

`sum(x for x in xs if x > 0)` needs no list of run-time length, only a total. Which comprehensions these are is found
out first, where it is known what the names stand for; they are lowered with the statement they stand in.
"""

from __future__ import annotations

import ast
import builtins
from typing import overload

from nbgraph.core.normalise.expressions.boolean import binds_name
from nbgraph.core.normalise.trees.rewriter import SCOPES, rebuild
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that, methods_that


class Reduction(ast.Call):
    """A call of a builtin that folds the comprehension it is given."""


class Collected(ast.ListComp):
    """A list comprehension that becomes a loop."""


Reduction.__name__, Collected.__name__ = "Call", "ListComp"  # to Python and to its printer, plain ones

_COMPREHENSIONS = syntax.kinds(ast.ListComp, ast.GeneratorExp)
_FOLDED = builtins_that(Fact.FOLDS)
_LISTED = builtins_that(Fact.CONSUMES, "item", "list", "tuple")
_VIEWS = methods_that(Fact.LAZY)
_WRAPPERS = builtins_that(Fact.PURE | Fact.LAZY) | {"sorted"}
_MOST = 8  # items of a range that are written out in the code and not worth a loop


@overload
def mark_reductions(node: ast.stmt, environment: Environment) -> ast.stmt: ...


@overload
def mark_reductions(node: ast.AST, environment: Environment) -> ast.AST: ...


def mark_reductions(node: ast.AST, environment: Environment) -> ast.AST:
    """Return `node` with the comprehensions that become loops marked; inner functions are left alone.

    >>> from nbgraph.core.normalise.trees.example import example
    >>> environment = Environment(vars(builtins))
    >>> for code in ("sum(f(x) for x in v)", "any(p for p in ps)", "sum(v)", "[f(x) for x in v]", "[0 for i in 'ab']"):
    ...     print(type(mark_reductions(example(code), environment)) in (Reduction, Collected))
    True
    True
    False
    True
    False
    """
    if isinstance(node, (*SCOPES, ast.SetComp, ast.DictComp)) or not syntax.holds(node, _COMPREHENSIONS):
        return node
    new = rebuild(node, lambda child: mark_reductions(child, environment))
    match new:
        case ast.Call(func=ast.Name(id=name)) if environment.resolve(new.func) is getattr(builtins, name, environment):
            return _marked(new, name, environment)
    if isinstance(new, ast.ListComp) and not isinstance(new, Collected) and _becomes_loop(new, environment):
        return _collected(new)
    return new


def _marked(call: ast.Call, name: str, environment: Environment) -> ast.Call:
    match call.args:
        case [ast.GeneratorExp() as items, *rest] if name in _FOLDED and not call.keywords:
            fits = {"sum": len(rest) < 2, "any": not rest, "all": not rest, "next": len(rest) == 1}.get(name, False)
            single = name != "next" or len(items.generators) == 1
            lazy = name in ("any", "all") and _calls(items.elt) and _is_plain_loop(items)
            worth = lazy or _becomes_loop(items, environment)
            if fits and single and worth and all(map(_is_plain, rest)):
                return ast.copy_location(Reduction(call.func, call.args, []), call)
        case [Collected()] if name in ("sum", "len") and not call.keywords:
            return ast.copy_location(Reduction(call.func, call.args, []), call)
        case [ast.GeneratorExp() as items, *rest] if name in _LISTED and _becomes_loop(items, environment):
            return ast.copy_location(ast.Call(call.func, [_collected(items), *rest], call.keywords), call)
    return call


def _calls(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) for part in syntax.walk(node))


def _collected(node: ast.ListComp | ast.GeneratorExp) -> Collected:
    return ast.copy_location(Collected(node.elt, node.generators), node)


def _becomes_loop(node: ast.ListComp | ast.GeneratorExp, environment: Environment) -> bool:
    """Return whether its items may be an array's, or its filter be data-dependent."""
    if not _is_plain_loop(node):
        return False
    if any(part.ifs for part in node.generators):
        return True
    return not all(_is_short(part.iter, environment) for part in node.generators)


def _is_plain_loop(node: ast.ListComp | ast.GeneratorExp) -> bool:
    """Return whether it does not await, and no function captures the names that it binds."""
    evaluated_before = {id(part) for part in syntax.walk(node.generators[0].iter)}
    parts = [part for part in syntax.walk(node) if id(part) not in evaluated_before]
    if any(part.is_async for part in node.generators) or binds_name(node):
        return False
    return not any(isinstance(part, ast.Lambda) for part in parts)


def _is_plain(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    return isinstance(node, ast.Constant | ast.Name)


def _is_short(items: ast.expr, environment: Environment) -> bool:
    """Return whether an iterable is no array by its form, or has few items."""
    match items:
        case ast.Constant() | ast.Tuple() | ast.List() | ast.Set() | ast.Dict() | ast.JoinedStr():
            return True
        case ast.Call(func=ast.Attribute(attr=method)) if method in _VIEWS:
            return True
        case ast.Call(func=ast.Name(id="range"), args=arguments):
            bounds = [part.value for part in arguments if isinstance(part, ast.Constant)]
            whole = [bound for bound in bounds if isinstance(bound, int)]
            return len(whole) == len(arguments) and 0 < len(whole) < 4 and len(range(*whole)) <= _MOST
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _WRAPPERS and arguments:
            return all(_is_short(part, environment) for part in arguments)
    found = environment.resolve(items) if isinstance(items, ast.Name | ast.Attribute) else None
    return isinstance(found, list | tuple | dict | str | set | frozenset)
