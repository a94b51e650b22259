"""A function in simpler statements, from which special code can be made where it cannot from the user's own."""

from __future__ import annotations

import ast
import types
from typing import Any

from nbgraph.core.errors import SourceError
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.traces import Trace
from nbgraph.core.normalise.naming import Namer
from nbgraph.core.normalise.rewriter import map_statements, replace
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.specialise.asked_ahead import with_tests_ahead
from nbgraph.core.specialise.objects_apart import Methods, is_plain, with_objects_apart
from nbgraph.core.specialise.remade import remade, traced_alike
from nbgraph.core.specialise.texts.kinds import Kind
from nbgraph.core.specialise.texts.numbered import Numbered
from nbgraph.core.specialise.texts.tables import Tables
from nbgraph.core.specialise.texts_in_place import with_texts_in_place


def in_plain_words(converted: Converted, trace: Trace) -> Numbered | None:
    """A function in simpler statements: with `if` for operators whose value nobody takes, without objects of its own,
    with lines for what the tests of loops look up, and texts made where they are printed; traced.

    Args:
        converted: the function.
        trace: the trace of it.

    Returns:
        None where there is nothing of that in it.
    """
    main = converted.parsed.node
    if not isinstance(main, ast.FunctionDef):
        return None
    original = converted.original
    found = {part.func.id for part in ast.walk(main) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    known = {name: original.__globals__.get(name) for name in sorted(found)}
    classes = {name: _methods(cls, converted) for name, cls in known.items() if isinstance(cls, type)}
    new = with_objects_apart(main, {name: methods for name, methods in classes.items() if methods})
    new = replace(new, body=map_statements(new.body, _as_statement)) if _has_operators(new) else new
    new = with_texts_in_place(with_tests_ahead(new))
    if new is main:
        return None
    function = remade(original, new, converted.parsed, dict(original.__globals__))
    traced = traced_alike(function, trace)
    if traced is None:
        return None
    return Numbered(converted, conversion(function), traced, trace, [], {}, Kind(), Tables(Namer(())))


def _methods(cls: Any, converted: Converted) -> Methods:
    """The methods of a class of the same module that does nothing but have them; none for any other."""
    if not is_user_class(cls) or not is_plain(cls):
        return {}
    functions = [member for member in vars(cls).values() if isinstance(member, types.FunctionType)]
    if any(each.__globals__ is not converted.original.__globals__ or each.__closure__ for each in functions):
        return {}
    try:
        parsed = [parse_function(function) for function in functions]
    except SourceError:
        return {}
    nodes = [each.node for each in parsed if each.source.file == converted.parsed.source.file]
    plain = [node for node in nodes if isinstance(node, ast.FunctionDef) and _is_plain(node)]
    return {node.name: node for node in plain} if len(plain) == len(functions) else {}


def _is_plain(node: ast.FunctionDef) -> bool:
    given = node.args
    return not (node.decorator_list or given.vararg or given.kwarg or given.defaults or given.kwonlyargs)


def _has_operators(main: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Expr) and isinstance(part.value, ast.BoolOp) for part in ast.walk(main))


def _as_statement(line: ast.stmt) -> list[ast.stmt]:
    """`if a: b` for `a and b` whose value nobody takes.

    >>> from nbgraph.core.normalise.example import show
    >>> show([new for line in ast.parse("a and b()\\na or b()").body for new in _as_statement(line)])
    if a:
        b()
    if not a:
        b()
    """
    match line:
        case ast.Expr(value=ast.BoolOp(op=operator, values=[*asked, last]) as whole):
            test = asked[0] if len(asked) == 1 else replace(whole, values=asked)
            if isinstance(operator, ast.Or):
                test = quote_expression("not test", test, test=test)
            return [ast.copy_location(ast.If(test, [ast.copy_location(ast.Expr(last), last)], []), line)]
    return [line]
