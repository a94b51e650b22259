"""Rewrite a cell so that each call `f(x)` passes its function, arguments and result to a noting object."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

NOTES = "__nbgraph_notes__"
"""The name, among the user's, of the list of objects that note the calls."""

_CALL = "{0}.over({0}.function()(*{0}.by_position(), **{0}.by_name()))"
_RESULT = "{0}.result"
_CALL_OR_CONVERTED = f"""
try:
    {_CALL}
except {{0}}.refused:
    {{0}}.convert()
"""
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LATER = (*_DEFINITIONS, ast.Lambda, ast.GeneratorExp)  # their contents may be called after noting has ended


def below_definitions(tree: ast.Module) -> int:
    """Return the index in a cell's body after its last function or class."""
    return max((at for at, each in enumerate(tree.body, 1) if isinstance(each, _DEFINITIONS)), default=0)


def bound_names(tree: ast.Module) -> set[str]:
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return names | {each.name for each in tree.body if isinstance(each, _DEFINITIONS)}


def calls_in(statements: list[ast.stmt], others: set[str]) -> Iterator[ast.Call]:
    """Yield the calls that statements make while they run, and that may be of the user's functions.

    Args:
        others: names that stand for something else.
    """
    found = list[ast.AST](statements)
    while found:
        node = found.pop()
        if not isinstance(node, _LATER):
            found += ast.iter_child_nodes(node)
        if not isinstance(node, ast.Call):
            continue
        if _root(node.func) not in others:
            yield node
        elif _exhausts(node):
            found += ast.iter_child_nodes(node.args[0])


def repeated_in(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes of a cell that loops and comprehensions may run more than once."""
    return {id(each) for node in ast.walk(tree) if isinstance(node, _LOOPS) for each in ast.walk(node)}


def _exhausts(call: ast.Call) -> bool:
    """Return whether a builtin's call runs its generator expression to the end, as `sum` does."""
    from nbgraph.core.source.support.rows import Fact  # late: loading imports little
    from nbgraph.core.source.support.table import builtins_that

    match call:
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp(), *_]):
            return name in builtins_that(Fact.CONSUMES) | builtins_that(Fact.FOLDS)
    return False


def _root(function: ast.expr) -> str:
    """Return the name that an expression of attributes begins with; "" for any other expression."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""


class Noting(ast.NodeTransformer):
    """Replaces calls by calls that note themselves."""

    def __init__(self, calls: list[ast.Call]) -> None:
        self._places = {id(call): at for at, call in enumerate(calls)}

    def statements(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Yield a statement that notes its calls; two where Python may refuse the one call that it uses."""
        call = _only_call(statement)
        if call is not None and id(call) in self._places:
            yield self._made(_CALL_OR_CONVERTED, call)
            _use(statement, call, self._made(_RESULT, call).value)
        yield self.visit(statement)

    def visit_Call(self, node: ast.Call) -> Any:
        return self._made(_CALL, node).value if id(node) in self._places else self.generic_visit(node)

    def _made(self, template: str, call: ast.Call) -> Any:
        """Return a template's statement, located at a call and filled with the call's parts."""
        note = f"{NOTES}[{self._places[id(call)]}]"
        (made,) = ast.parse(template.format(note)).body
        calls = {ast.unparse(node.func): node for node in ast.walk(made) if isinstance(node, ast.Call)}
        for node in ast.walk(made):
            ast.copy_location(node, call)
        if f"{note}.function" in calls:
            self.generic_visit(call)
            calls[f"{note}.function"].args = [call.func]
            calls[f"{note}.by_position"].args = call.args
            calls[f"{note}.by_name"].keywords = call.keywords
        return made


def _only_call(statement: ast.stmt) -> ast.Call | None:
    """Return the call that a statement is, prints, or assigns; None for any other statement."""
    match statement:
        case ast.Expr(ast.Call(ast.Name("print"), [ast.Call() as call], [])):
            return call
        case ast.Expr(ast.Call() as call) | ast.Assign(value=ast.Call() as call):
            return call
    return None


def _use(statement: Any, call: ast.Call, result: ast.expr) -> None:
    """Replace the only call of a statement by a result."""
    if statement.value is call:
        statement.value = result
    else:  # what `print` shows
        statement.value.args = [result]
