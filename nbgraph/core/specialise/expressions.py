"""Operators and calls in special code: Python's own where nothing was traced, JAX's where something was."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import overload

from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.call_code import call_code
from nbgraph.core.specialise.equality import equal_code
from nbgraph.core.specialise.flags import defined_code
from nbgraph.core.specialise.item_checks import chosen
from nbgraph.core.specialise.item_code import set_item_code, update_item_code
from nbgraph.core.specialise.lazy_code import lazy_code
from nbgraph.core.specialise.list_code import list_expression, list_truth
from nbgraph.core.specialise.operands import as_bool, is_boolean, is_no_number, is_part, is_plain, never_raising
from nbgraph.core.specialise.types import cast_code, needs_cast
from nbgraph.core.specialise.verbs import slice_code, undelay, verb_of
from nbgraph.core.specialise.waiting_lines import WaitingLines
from nbgraph.core.staging.list_notes import EQUAL_TUPLES
from nbgraph.core.staging.values import type_of


@dataclass
class Expressions(WaitingLines):
    """Specialises expressions of one activation."""

    @overload
    def convert(self, node: ast.expr) -> ast.expr: ...

    @overload
    def convert(self, node: ast.AST) -> ast.AST: ...

    def convert(self, node: ast.AST) -> ast.AST:
        """`node` without calls into nbgraph.

        Raises:
            NoSpecialFormError: a call has no counterpart in JAX, or was decided differently from time to time.
        """
        found = list_expression(self, node)
        if found is not None:
            return found
        verb = verb_of(node)
        if verb is None and isinstance(node, _PERHAPS):
            with self.perhaps(node):
                return rebuild(node, self.convert)
        if verb is None:
            return rebuild(node, self.convert)
        assert isinstance(node, ast.Call)
        method: Callable[[ast.Call], ast.expr] | None = getattr(self, f"_{verb.rstrip('_')}", None)
        if method is None:
            raise self.plan.refuse(node, f"`ng.{verb}` inside an expression has no special form")
        return method(node)

    def _and(self, node: ast.Call, as_test: bool = False) -> ast.expr:
        logical, cond = "jnp.logical_and(a, b)", "lax.cond(a, lambda: b, lambda: a)"
        return lazy_code(self, node, "and_", (ast.And(), logical, cond), as_test=as_test)

    def _or(self, node: ast.Call, as_test: bool = False) -> ast.expr:
        logical, cond = "jnp.logical_or(a, b)", "lax.cond(a, lambda: a, lambda: b)"
        return lazy_code(self, node, "or_", (ast.Or(), logical, cond), as_test=as_test)

    def test(self, node: ast.expr) -> ast.expr:
        """`node` where only its truth counts."""
        found = list_truth(self, node)
        if found is not None:
            return found
        if verb_of(node) == "and_":
            assert isinstance(node, ast.Call)
            return self._and(node, as_test=True)
        if verb_of(node) == "or_":
            assert isinstance(node, ast.Call)
            return self._or(node, as_test=True)
        return self.convert(node)

    def truth(self, node: ast.expr, asking: ast.Call) -> ast.expr:
        """What decides a condition: a value, or what a method of the user's says of it.

        Raises:
            NoSpecialFormError: sometimes this method says it, sometimes another.
        """
        code, methods = self.test(node), self.plan.asked_methods(asking)
        if len(methods) > 1:
            raise self.plan.refuse(asking, f"sometimes `{methods[0]}` decides here, sometimes `{methods[1]}`")
        if not methods:
            return code
        form = "owner.__len__() != 0" if methods[0] == "__len__" else f"owner.{methods[0]}()"
        return quote_expression(form, node, owner=code)

    def operand(self, node: ast.expr, as_test: bool) -> ast.expr:
        """An operand of a lazy operator."""
        return self.test(node) if as_test else self.convert(node)

    def _not(self, node: ast.Call) -> ast.expr:
        inner = node.args[0]
        if isinstance(inner, ast.Call) and verb_of(inner) == "not_" and self.plan.became("not_", inner) == "logical":
            truth = self.truth(inner.args[0], inner)
            if is_boolean(truth):
                return truth
        operand = self.truth(node.args[0], node)
        if self.plan.became("not_", node) == "logical":
            return quote_expression("jnp.logical_not(operand)", node, operand=operand)
        if isinstance(operand, ast.Compare) and [type(each) for each in operand.ops] == [ast.Is]:
            return replace(operand, ops=[ast.IsNot()])
        return ast.copy_location(ast.UnaryOp(ast.Not(), operand), node)

    def _if(self, node: ast.Call) -> ast.expr:
        if any(undelay(argument) is argument for argument in node.args[1:3]):
            raise self.plan.refuse(node, "a choice between blocks stands inside an expression")
        test, mark = self.truth(node.args[0], node), len(self.before)
        with self.perhaps(node, as_bool(test)):
            true = self.convert(undelay(node.args[1]))
        with self.perhaps(node, quote_expression("jnp.logical_not(test)", node, test=test)):
            false = self.convert(undelay(node.args[2]))
        became = self.plan.became("if_", node)
        if became == "python" and is_plain(test):
            taken = {outcome.detail for outcome in self.plan.outcomes("if_", node)}
            if len(taken) == 1:  # what the trace knew, the code need not ask
                return true if taken == {True} else false
        if became in ("", "python"):
            return ast.copy_location(ast.IfExp(test, true, false), node)
        if became == "check":
            raise self.plan.refuse(node, "one side of this raises")
        changes = self.plan.detail("if_", node).heap
        if any(change.path is not None for change in changes) or (changes and len(self.before) == mark):
            raise self.plan.refuse(node, "one side of this changes something")
        true, false = self._cast_sides(node, true, false)
        pairs = self.plan.detail("if_", node).pairs
        is_one_leaf = len(pairs) == 1 and not is_part(pairs[0].name)
        use_where = became == "select" and is_one_leaf
        if use_where:
            true, false = never_raising(true), never_raising(false)
        template = "jnp.where(test, a, b)" if use_where else "lax.cond(test, lambda: a, lambda: b)"
        return quote_expression(template, node, test=test, a=true, b=false)

    def _cast_sides(self, node: ast.Call, true: ast.expr, false: ast.expr) -> tuple[ast.expr, ast.expr]:
        pairs = self.plan.detail("if_", node).pairs
        if len(pairs) == 1 and not is_part(pairs[0].name):
            (pair,) = pairs
            true = cast_code(true, pair.type) if needs_cast(type_of(pair.true), pair.type) else true
            false = cast_code(false, pair.type) if needs_cast(type_of(pair.false), pair.type) else false
        elif any(needs_cast(type_of(side), pair.type) for pair in pairs for side in (pair.true, pair.false)):
            raise self.plan.refuse(node, "parts of a structured value are promoted here")
        return true, false

    def _in(self, node: ast.Call) -> ast.expr:
        item, items = (self.convert(argument) for argument in node.args)
        if not self.plan.outcomes("in_", node):
            return ast.copy_location(ast.Compare(item, [ast.In()], [items]), node)
        if self.plan.became("in_", node) == "method":
            return quote_expression("items.__contains__(item)", node, item=item, items=items)
        if self.plan.became("in_", node) == "array":
            return quote_expression("jnp.any(items == item)", node, item=item, items=items)
        if isinstance(items, ast.List | ast.Tuple | ast.Set):
            numbers = ast.copy_location(ast.List([x for x in items.elts if not is_no_number(x)], ast.Load()), items)
            if not numbers.elts:
                return ast.copy_location(ast.Constant(False), node)
            return quote_expression("jnp.isin(item, jnp.array(items))", node, item=item, items=numbers)
        if isinstance(items, ast.Call) and isinstance(items.func, ast.Name) and items.func.id == "range":
            items = replace(items, func=quote_expression("jnp.arange", items))
            return quote_expression("jnp.isin(item, items)", node, item=item, items=items)
        return quote_expression("jnp.isin(item, jnp.array(list(items)))", node, item=item, items=items)

    def _is(self, node: ast.Call) -> ast.expr:
        item, constant = node.args
        item = self.convert(item)
        became = self.plan.became("is_", node)
        if not isinstance(constant, ast.Constant):
            if became == "logical":
                raise self.plan.refuse(node, "a truth value of run time is compared by `is` with what no literal says")
            constant = self.convert(constant)
        if not isinstance(constant, ast.Constant) or constant.value is None or not became:
            return ast.copy_location(ast.Compare(item, [ast.Is()], [constant]), node)
        if became == "never":
            return ast.copy_location(ast.Constant(False), node)
        return item if constant.value else quote_expression("jnp.logical_not(item)", node, item=item)

    def _text(self, node: ast.Call) -> ast.expr:
        return self.convert(node.args[0])

    def _shown(self, node: ast.Call) -> ast.expr:
        return self.convert(node.args[0])

    def _undefined(self, node: ast.Call) -> ast.expr:
        """A placeholder that nothing ever reads."""
        return ast.copy_location(ast.Constant(None), node)

    def _defined(self, node: ast.Call) -> ast.expr:
        if self.plan.outcomes("defined", node):
            return defined_code(self, node)
        return self.convert(node.args[0])

    def _locals(self, node: ast.Call) -> ast.expr:
        """The names that had a value, as a dict."""
        known = {outcome.detail for outcome in self.plan.outcomes("locals_", node)}
        if len(known) != 1:
            raise self.plan.refuse(node, "`locals()` has different names at different times")
        (found,) = known
        keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(name), node) for name in found]
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        return ast.copy_location(ast.Dict(keys, [self.convert(named[name]) for name in found]), node)

    def _list(self, node: ast.Call) -> ast.expr:
        """A list is Python's own where every length and index is known."""
        return self.convert(node.args[0])

    def _set_item(self, node: ast.Call) -> ast.expr:
        return set_item_code(self, node)

    def _update_item(self, node: ast.Call) -> ast.expr:
        return update_item_code(self, node)

    def _equal(self, node: ast.Call) -> ast.expr:
        left, right = (self.convert(argument) for argument in node.args)
        sizes = {outcome.detail for outcome in self.plan.outcomes(EQUAL_TUPLES, node)}
        return equal_code(left, right, node, sizes.pop() if len(sizes) == 1 else None)

    def _put_back(self, node: ast.Call) -> ast.expr:
        present, before, after = (self.convert(argument) for argument in node.args)
        holes = {"present": present, "before": before, "after": after}
        return quote_expression("after if present is before else present", node, **holes)

    def _item(self, node: ast.Call) -> ast.expr:
        items, index = (self.convert(argument) for argument in node.args)
        if self.plan.outcomes("item", node):
            return chosen(self, items, index, node)
        return ast.copy_location(ast.Subscript(items, slice_code(index), ast.Load()), node)

    def _call(self, node: ast.Call) -> ast.expr:
        return call_code(self, node)


_PERHAPS = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.BoolOp)
