"""Comparisons that Python makes of others, with `not`: special code says them, because `not` asks for a known truth."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote

_NOT_EQUAL = "def __ne__(self, other): return jnp.logical_not(self == other)"
_ORDERED = {
    "__le__": (ast.LtE, "jnp.logical_or(self < other, self == other)"),
    "__gt__": (ast.Gt, "jnp.logical_not(jnp.logical_or(self < other, self == other))"),
    "__ge__": (ast.GtE, "jnp.logical_not(self < other)"),
}


_ORDERS = {"__lt__": (ast.Lt, "<"), "__le__": (ast.LtE, "<="), "__gt__": (ast.Gt, ">"), "__ge__": (ast.GtE, ">=")}


def with_fields_compared(
    node: ast.ClassDef, fields: Sequence[str], methods: Set[str], asked: Set[type[ast.cmpop]]
) -> tuple[ast.ClassDef, list[ast.stmt]]:
    """A data class whose comparisons are written out, field by field, and these.

    >>> from nbgraph.core.normalise.example import example, show
    >>> node = example("@dataclass(order=True)\\nclass P: a: int; b: int")
    >>> node, more = with_fields_compared(node, ["a", "b"], {"__lt__"}, {ast.Lt})
    >>> show(*node.decorator_list, *more)
    dataclass
    def __lt__(self, other):
        return (self.a < other.a) | (self.a == other.a) & (self.b < other.b)

    Args:
        node: the class.
        fields: those that count.
        methods: the comparisons that were traced.
        asked: the comparisons that the traced functions make.
    """
    more: list[ast.stmt] = []
    if "__eq__" in methods:
        value = " & ".join(f"(self.{field} == other.{field})" for field in fields) or "True"
        more += quote(f"def __eq__(self, other): return {value}", node)
        more += quote(_NOT_EQUAL, node) if ast.NotEq in asked else []
    if methods & _ORDERS.keys():
        for name, (operator, symbol) in _ORDERS.items():
            if name in methods or operator in asked:
                more += quote(f"def {name}(self, other): return {_in_order(fields, symbol)}", node)
        node = replace(node, decorator_list=[_without_order(each) for each in node.decorator_list])
    return node, more


def _in_order(fields: Sequence[str], symbol: str) -> str:
    """The first field that differs decides."""
    first, *rest = fields
    if not rest:
        return f"self.{first} {symbol} other.{first}"
    last = f"({_in_order(rest, symbol)})"
    return f"(self.{first} {symbol[0]} other.{first}) | (self.{first} == other.{first}) & {last}"


def _without_order(decorator: ast.expr) -> ast.expr:
    if not isinstance(decorator, ast.Call):
        return decorator
    kept = [keyword for keyword in decorator.keywords if keyword.arg != "order"]
    return replace(decorator, keywords=kept) if kept or decorator.args else decorator.func


def with_comparisons(
    node: ast.ClassDef, took_part: Set[str], asked: Set[type[ast.cmpop]]
) -> tuple[ast.ClassDef, list[ast.stmt]]:
    """A class without `functools.total_ordering`, and the comparisons that it gets in place of Python's own.

    Args:
        node: the class.
        took_part: the names of its methods that were traced.
        asked: the comparisons that the traced functions make.
    """
    own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    more: list[ast.stmt] = []
    if "__eq__" in took_part and "__ne__" not in own and ast.NotEq in asked:
        more += quote(_NOT_EQUAL, node)
    ordering = [each for each in node.decorator_list if ast.unparse(each).endswith("total_ordering")]
    if ordering and "__lt__" in took_part:
        for name, (operator, value) in _ORDERED.items():
            if name not in own and operator in asked:
                more += quote(f"def {name}(self, other): return {value}", node)
        node = replace(node, decorator_list=[each for each in node.decorator_list if each not in ordering])
    return node, more
