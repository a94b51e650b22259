"""Control flow in special code: Python's statements where Python decided, `lax` where the graph does."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from nbgraph.core.functionalise.blocks import BlockFunction, parameters, returned, value_of
from nbgraph.core.normalise.rewriter import SCOPES, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.expressions import Expressions, slice_code, verb_of
from nbgraph.core.specialise.loops import Loops
from nbgraph.core.specialise.pieces import Sink, assign, expanded_tail, has_value
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.types import cast_code, needs_cast, zeros_code
from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.values import type_of

_STATEMENTS = ("if_", "while_", "for_", "assert_")


@dataclass
class Statements:
    """Specialises the statements of one activation.

    Attributes:
        plan: the decisions.
        expressions: for what stands inside statements.
        blocks: block functions that a staging call further down will use.
    """

    plan: Plan
    expressions: Expressions
    blocks: dict[str, ast.FunctionDef] = field(default_factory=dict)

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, BlockFunction):
            self.blocks[node.name] = node
            return []
        if isinstance(node, ast.FunctionDef):
            return [replace(node, body=self.block(node.body))]
        if isinstance(node, SCOPES):
            return [node]
        if isinstance(node, ast.Nonlocal | ast.Global):
            raise self.plan.refuse(node, f"a staged block changes `{node.names[0]}`, which lives outside of it")
        call = node.value if isinstance(node, ast.Assign | ast.Return | ast.Expr) else None
        verb = verb_of(call) if call is not None else None
        if verb == "set_item":
            return self._set_item(node, call)
        if verb in _STATEMENTS and not self._is_lambda_if(call):
            return getattr(self, f"_{verb.rstrip('_')}")(call, self._sink(node))
        return [self._inside(node)]

    def _is_lambda_if(self, call: ast.Call) -> bool:
        """A conditional expression: both branches are expressions of the user's."""
        return (
            verb_of(call) == "if_"
            and not self.plan.site("if_", call).outputs
            and self.plan.site("if_", call).test == ""
        )

    def _sink(self, node) -> Sink:
        """What happens to the value of a staging call."""
        match node:
            case ast.Assign(targets=[target]):
                return lambda value: assign(target, value, node)
            case ast.Return():
                return lambda value: [ast.copy_location(ast.Return(value), node)]
        return lambda value: []

    def _inside(self, node: ast.stmt) -> ast.stmt:
        """A statement that stays Python's, with its expressions and blocks specialised."""
        changed = {}
        for name, old in ast.iter_fields(node):
            if isinstance(old, list) and old and isinstance(old[0], ast.stmt):
                changed[name] = self.block(old)
            elif isinstance(old, list):
                changed[name] = [self._part(item) for item in old]
            elif isinstance(old, ast.expr):
                changed[name] = self.expressions.convert(old)
        if all(_same(changed[name], getattr(node, name)) for name in changed):
            return node
        return replace(node, **changed)

    def _part(self, item):
        if isinstance(item, ast.ExceptHandler | ast.match_case):
            return replace(item, body=self.block(item.body))
        return self.expressions.convert(item) if isinstance(item, ast.AST) else item

    def _set_item(self, node: ast.stmt, call: ast.Call) -> list[ast.stmt]:
        """`v = v.at[i].set(x)` for arrays, `v[i] = x` for Python's containers."""
        if self.plan.became("set_item", call) in ("at-set", "where"):
            return [self._inside(node)]
        container, index, value = (self.expressions.convert(argument) for argument in call.args)
        target = ast.copy_location(ast.Subscript(container, slice_code(index), ast.Store()), call)
        return [ast.copy_location(ast.Assign([target], value), node)]

    def _assert(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        condition, *message = call.args
        condition = self.expressions.convert(condition)
        text = self.expressions.convert(message[0].body) if message else None
        if self.plan.became("assert_", call) != "check":
            return [ast.copy_location(ast.Assert(condition, text), call)]
        words = text if text is not None else ast.copy_location(ast.Constant(""), call)
        return quote("jax.debug.callback(raise_unless, condition, words)", call, condition=condition, words=words)

    def _if(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        became = self.plan.became("if_", call)
        test = self.expressions.convert(call.args[0])
        if became in ("", "python"):
            return self._python_if(call, test, sink)
        if became == "check":
            return self._check(call, test, sink)
        detail: StagedIf = self.plan.detail("if_", call)
        if detail.heap:
            raise self.plan.refuse(call, f"this changes `{detail.heap[0]}`, which is not a local variable")
        functions, branches = [], []
        for argument, side in zip(call.args[1:3], ("true", "false"), strict=True):
            function = expanded_tail(self.branch(argument, call), detail.outputs)
            body = self.block(function.body[:-1]) if has_value(function) else self.block(function.body)
            results = self._results(function, detail, side, call)
            value = value_of([r for r in results if r is not None], call)
            body, value = returned(body, value)
            if body:
                body.append(ast.copy_location(ast.Return(value), function.body[-1]))
                functions.append(replace(function, body=body, args=self._operands(function, call)))
                branches.append(ast.copy_location(ast.Name(function.name, ast.Load()), call))
            else:
                lambda_ = ast.copy_location(ast.Lambda(self._operands(function, call), value), function)
                branches.append(lambda_)
        kept = [name for name, pairs in _grouped(detail) if pairs]
        dropped = [name for name, pairs in _grouped(detail) if not pairs]
        operands = [a for a in call.args[3:] if verb_of(a) != "undefined"]
        if became == "select" and not functions and len(kept) == 1 and not operands:
            value = quote_expression("jnp.where(test, a, b)", call, test=test, a=branches[0].body, b=branches[1].body)
        else:
            value = quote_expression("lax.cond(test, a, b)", call, test=test, a=branches[0], b=branches[1])
            value = replace(value, args=[*value.args, *operands])
        if not detail.outputs:
            return [*functions, *sink(value)]
        return [*functions, *self._receive(detail.outputs, kept, dropped, value, sink, call)]

    def _receive(self, outputs, kept, dropped, value, sink: Sink, call) -> list[ast.stmt]:
        """Bind the results; a name whose value is the same on both sides is no result of the `cond`."""
        if not kept:
            return []
        if list(outputs) == kept:
            return sink(value)
        if sink(value) and isinstance(sink(value)[0], ast.Return):
            raise self.plan.refuse(call, f"`{dropped[0]}` is known at trace time and returned with a traced value")
        names = [ast.copy_location(ast.Name(name, ast.Store()), call) for name in kept]
        target = names[0] if len(names) == 1 else ast.copy_location(ast.Tuple(names, ast.Store()), call)
        return assign(target, value, call)

    def _results(self, function: ast.FunctionDef, detail: StagedIf, side: str, call) -> list[ast.expr | None]:
        """The values a branch returns, in the types that both sides agree on; None for what both sides share."""
        if not has_value(function):
            return []
        value = function.body[-1].value
        names = detail.outputs or ("",)
        values = list(value.elts) if len(names) > 1 and isinstance(value, ast.Tuple) else [value]
        if len(values) != len(names):
            inner = self.expressions.convert(value)
            if any(needs_cast(type_of(getattr(pair, side)), pair.type) for pair in detail.pairs):
                raise self.plan.refuse(call, "several values are promoted at once here")
            return [inner]
        found: list[ast.expr | None] = []
        for (_, pairs), item in zip(_grouped(detail), values, strict=True):
            if not pairs and detail.outputs:
                found.append(None)
                continue
            if verb_of(item) == "undefined":
                found.append(zeros_code(pairs[0].type, item) if len(pairs) == 1 else None)
                continue
            code = self.expressions.convert(item)
            casts = [pair for pair in pairs if needs_cast(type_of(getattr(pair, side)), pair.type)]
            if casts and len(pairs) > 1:
                raise self.plan.refuse(call, f"part of `{casts[0].name}` is promoted here")
            found.append(cast_code(code, casts[0].type) if casts else code)
        return found

    def _operands(self, function, call: ast.Call) -> ast.arguments:
        """The parameters of a branch without those that have no value yet."""
        named = zip(function.args.args, call.args[3:], strict=True)
        return parameters([arg.arg for arg, operand in named if verb_of(operand) != "undefined"], call)

    def _python_if(self, call: ast.Call, test: ast.expr, sink: Sink) -> list[ast.stmt]:
        taken = {outcome.detail for outcome in self.plan.outcomes("if_", call)}
        if taken == {True}:
            return self.inline(self.branch(call.args[1], call), sink)
        if taken == {False}:
            return self.inline(self.branch(call.args[2], call), sink)
        if not taken:
            return []
        body = self.inline(self.branch(call.args[1], call), sink)
        orelse = self.inline(self.branch(call.args[2], call), sink)
        passing = [ast.copy_location(ast.Pass(), call)]
        return [ast.copy_location(ast.If(test, body or passing, orelse), call)]

    def _check(self, call: ast.Call, test: ast.expr, sink: Sink) -> list[ast.stmt]:
        raise self.plan.refuse(call, "one side of this raises at run time")

    def _while(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        return Loops(self).while_(call, sink)

    def _for(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        return Loops(self).for_(call, sink)

    def branch(self, argument: ast.expr, call: ast.Call):
        """The block behind an argument of a staging call: a function by name, or a lambda made into one."""
        if isinstance(argument, ast.Name) and argument.id in self.blocks:
            return self.blocks[argument.id]
        assert isinstance(argument, ast.Lambda)
        body = ast.copy_location(ast.Return(argument.body), argument)
        function = BlockFunction("branch", argument.args, [body], [], None, None)
        return ast.copy_location(function, argument)

    def inline(self, function, sink: Sink) -> list[ast.stmt]:
        """A block's statements in place of its call: parameters have the names of what is handed in."""
        if not has_value(function):
            return self.block(function.body)
        value = function.body[-1].value
        if isinstance(value, ast.Constant) and value.value is None:
            return self.block(function.body[:-1])
        before = function.body[:-1]
        done = self.block(before)
        if verb_of(value) in _STATEMENTS and not self._is_lambda_if(value):
            return [*done, *getattr(self, f"_{verb_of(value).rstrip('_')}")(value, sink)]
        return [*done, *sink(self.expressions.convert(value))]


def _grouped(detail: StagedIf):
    """The pairs of each output, in order; a pair belongs to the name its own begins with."""
    outputs = detail.outputs or ("",)
    if not detail.outputs:
        return [("", list(detail.pairs))]
    return [
        (name, [p for p in detail.pairs if p.name == name or p.name.startswith((f"{name}[", f"{name}."))])
        for name in outputs
    ]


def _same(new, old) -> bool:
    if isinstance(new, list):
        return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))
    return new is old
