"""Convert every expression construct by its own file, in one walk, children first."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import overload

from nbgraph.core.analysis.names import COMPREHENSIONS, names, parameters
from nbgraph.core.normalise.expressions.arithmetic import convert_arithmetic
from nbgraph.core.normalise.expressions.boolean import convert_and_or, convert_not, convert_ternary
from nbgraph.core.normalise.expressions.calls import convert_call, convert_class, convert_part
from nbgraph.core.normalise.expressions.comparison import convert_comparison
from nbgraph.core.normalise.expressions.f_string import convert_f_string
from nbgraph.core.normalise.expressions.item import convert_item
from nbgraph.core.normalise.expressions.list_display import bare, bare_arguments, convert_display, convert_joined
from nbgraph.core.normalise.expressions.numbers import is_number
from nbgraph.core.normalise.trees.rewriter import rebuild, replace
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment


@dataclass(frozen=True)
class Expressions:
    """Converts expressions in one scope."""

    environment: Environment  # resolves names from outside the function
    name: Callable[[str], str]  # fresh names
    tuples: frozenset[str] = frozenset()  # names that are bound to tuples only
    numbers: frozenset[str] = frozenset()  # names that are bound to numbers only

    @overload
    def convert(self, node: ast.expr) -> ast.expr: ...

    @overload
    def convert(self, node: ast.AST) -> ast.AST: ...

    def convert(self, node: ast.AST) -> ast.AST:
        """Return `node` with every convertible construct in it converted, the rest untouched.

        >>> from nbgraph.core.normalise.trees.example import example, show
        >>> from nbgraph.core.normalise.trees.naming import Namer
        >>> expressions = Expressions(Environment({}), Namer(()))
        >>> show(expressions.convert(example("f(a) + 1 if p and not q else b")))
        ng.if_(ng.and_(p, lambda: ng.not_(q)), lambda: ng.call(f, a) + 1, lambda: b)
        """
        if isinstance(node, ast.Name | ast.Constant | ast.operator | ast.cmpop):
            return node
        if isinstance(node, ast.Lambda):
            return rebuild(node, self._within(frozenset(parameters(node))).convert)
        if isinstance(node, COMPREHENSIONS):
            targets = names(*(generator.target for generator in node.generators)).writes
            inside = rebuild(node, self._within(targets).convert)
            if any(bare(part.iter) is not part.iter for part in inside.generators):
                inside = replace(inside, generators=[replace(part, iter=bare(part.iter)) for part in inside.generators])
            return convert_display(inside) if isinstance(inside, ast.ListComp) else inside
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.pattern):
            return node
        if isinstance(node, ast.FormattedValue):  # its format stays the f-string that it must be
            value = self.convert(node.value)
            return node if value is node.value else replace(node, value=value)
        new = rebuild(node, self.convert)
        if isinstance(new, _DELAYING) and syntax.holds(new, _YIELDS):
            return new  # in a generator: no other function can yield for it
        match new:
            case ast.List(ctx=ast.Load()):
                place = new.lineno, new.end_lineno, new.col_offset, new.end_col_offset
                joins = place in self.environment.items and any(isinstance(each, ast.Starred) for each in new.elts)
                return convert_joined(new) if joins else convert_display(new)
            case ast.BoolOp():
                return convert_and_or(new)
            case ast.UnaryOp(op=ast.Not()):
                return convert_not(new)
            case ast.UnaryOp(op=ast.UAdd(), operand=value) | ast.Attribute(attr="real" | "imag", value=value) if (
                is_number(value, self.numbers)
            ):
                return new
            case ast.BinOp() | ast.UnaryOp():
                return convert_arithmetic(new, self.environment)
            case ast.IfExp():
                return convert_ternary(new)
            case ast.Compare():
                return convert_comparison(_bare_members(new), self.name, self.environment)
            case ast.JoinedStr():
                return convert_f_string(new)
            case ast.Attribute(attr="__class__", ctx=ast.Load()):
                return convert_class(new, self.environment)
            case ast.Attribute(attr="real" | "imag", ctx=ast.Load()):
                return convert_part(new, self.environment)
            case ast.Call():
                return convert_call(bare_arguments(new, self.environment.resolve(new.func)), self.environment)
            case ast.Subscript():
                if bare(new.slice) is not new.slice:
                    new = replace(new, slice=bare(new.slice))
                return convert_item(new, self.environment, self.tuples)
        return new

    def _within(self, names: frozenset[str]) -> Expressions:
        return Expressions(self.environment.within(names), self.name, self.tuples - names, self.numbers - names)


_DELAYING = (ast.BoolOp, ast.IfExp, ast.Compare)
_YIELDS = syntax.kinds(ast.Yield, ast.YieldFrom, ast.Await)


def _bare_members(node: ast.Compare) -> ast.Compare:
    """Leave a list alone that is only compared, as in `x in [a, b]`."""
    operands = [bare(operand) for operand in node.comparators]
    changed = any(new is not old for new, old in zip(operands, node.comparators, strict=True))
    return replace(node, comparators=operands) if changed else node
