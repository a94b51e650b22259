"""Keep Python from dividing numbers at once where the division is on a branch that may not run."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from nbgraph.core.printing.text.code import expression, names_in

_FUNCTIONS = {
    ast.Div: "jnp.divide(_0_, _1_)",
    ast.FloorDiv: "jnp.floor_divide(_0_, _1_)",
    ast.Mod: "jnp.remainder(_0_, _1_)",
}
_NUMBERS = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Attribute, ast.Subscript, ast.operator, ast.unaryop, ast.expr_context)


def called_deferred(functions: Sequence[ast.FunctionDef]) -> frozenset[str]:
    r"""Return the functions that others call in branches or loop bodies, and their helpers.

    >>> code = ast.parse("def f(a): return lax.cond(a > 0, lambda: g(a), lambda: a)\ndef g(a): return h(a)\n").body
    >>> sorted(called_deferred(code))
    ['g', 'h']
    """
    found = frozenset[str]()
    while True:
        deferred = (node for function in functions for node in _deferred(function, function.name in found))
        called = frozenset(
            node.func.id for node in deferred if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        )
        if called <= found:
            return found
        found |= called


def _deferred(function: ast.FunctionDef, is_deferred: bool) -> Iterator[ast.AST]:
    """Yield the nodes of a function that run in a branch, a loop body or a lambda."""
    pending: list[tuple[ast.AST, bool]] = [(child, is_deferred) for child in function.body]
    while pending:
        node, deferred = pending.pop()
        deferred = deferred or isinstance(node, ast.Lambda | ast.FunctionDef) or _chooses(node)
        if deferred:
            yield node
        pending += [(child, deferred) for child in ast.iter_child_nodes(node)]


def _chooses(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "where"


def with_deferred_divisions(
    function: ast.FunctionDef, numbers: Collection[str], *, is_deferred: bool = False
) -> ast.FunctionDef:
    """Return a function whose branches leave divisions of Python numbers to JAX: Python would raise for zero.

    Args:
        numbers: its parameters that may be Python numbers.
        is_deferred: whether the function itself is called in a branch or loop body.

    >>> code = ast.parse("def f(a, b): return lax.cond(b != 0, lambda: a / b, lambda: a / 2)").body[0]
    >>> print(ast.unparse(with_deferred_divisions(code, {"a", "b"})))
    def f(a, b):
        return lax.cond(b != 0, lambda: jnp.divide(a, b), lambda: a / 2)
    """
    chooses = any(map(_chooses, ast.walk(function)))
    pass_ = _Divisions(set(numbers), staged=is_deferred or chooses)
    function.body = [pass_.visit(statement) for statement in function.body]
    return function


class _Divisions(ast.NodeTransformer):
    """Rewrites the divisions in one function, and in those inside.

    Attributes:
        numbers: the names that may be Python numbers.
        staged: whether the statements run conditionally, in the graph.
    """

    def __init__(self, numbers: set[str], *, staged: bool) -> None:
        self.numbers, self.staged = numbers, staged

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        node.body = self._inside(node.args).visit(node.body)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        inner = self._inside(node.args)
        node.body = [inner.visit(statement) for statement in node.body]
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        is_number = self._is_number(node.value)
        node.value = self.visit(node.value)
        for target in node.targets:
            bound = names_in(target)
            self.numbers = self.numbers | bound if is_number else self.numbers - bound
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        template = _FUNCTIONS.get(type(node.op))
        is_deferred = self.staged and template is not None and names_in(node.right) and self._is_number(node)
        self.generic_visit(node)
        if not is_deferred or template is None:
            return node
        return ast.fix_missing_locations(ast.copy_location(expression(template, node.left, node.right), node))

    def _inside(self, arguments: ast.arguments) -> _Divisions:
        return _Divisions(self.numbers - {each.arg for each in arguments.args}, staged=True)

    def _is_number(self, node: ast.expr) -> bool:
        return names_in(node) <= self.numbers and all(map(_is_of_numbers, ast.walk(node)))


def _is_of_numbers(node: ast.AST) -> bool:
    return isinstance(node.value, int | float) if isinstance(node, ast.Constant) else isinstance(node, _NUMBERS)
