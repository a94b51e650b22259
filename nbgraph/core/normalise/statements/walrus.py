"""Lower `:=` where Python may not evaluate it: an `if` statement in front makes the choice, so that the name is bound.

In `a if p else (y := b)`, behind `and` and `or`, in a chained comparison and in a comprehension, whether a name is
bound is decided while the expression runs. A lambda could delay the operand but not bind the name; a statement can.
Operands that Python evaluates before it are bound to names in front, unless the order makes no difference.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.normalise.expressions.boolean import binds_name
from nbgraph.core.normalise.expressions.reductions import Collected, Reduction
from nbgraph.core.normalise.statements.comprehension import loop_of
from nbgraph.core.normalise.trees.rewriter import rebuild, replace
from nbgraph.core.normalise.trees.template import load, quote, quote_expression
from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that

_BINDING = syntax.kinds(ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, Reduction, Collected)
_HEADS = {ast.If: "test", ast.For: "iter", ast.Return: "value", ast.Expr: "value", ast.Assign: "value"}
_HEADS |= {ast.AnnAssign: "value", ast.Assert: "test", ast.Raise: "exc", ast.AugAssign: "value"}


def lower_walrus(statement: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return the statements for one whose expressions bind names on some paths only.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> for code in ("r = f(x) + ((y := a) if p else b)", "if p and (y := f(x)) > 2: r = y"):
    ...     show(lower_walrus(example(code), Namer(())))
    operand = f(x)
    if p:
        value = y = a
    else:
        value = b
    r = operand + value
    value = not not p
    if value:
        value = (y := f(x)) > 2
    if value:
        r = y

    Only the head of a compound statement is looked at, not its blocks.
    """
    head = next((part for kind, part in _HEADS.items() if isinstance(statement, kind)), "")
    node = getattr(statement, head, None) if head else None
    if isinstance(statement, ast.With):
        return _first_item(statement, name)
    if node is None or not binds_lazily(node):
        return [statement]
    front = _Front(name)
    if isinstance(statement, ast.AugAssign):
        return front.augmented(statement)
    value = front.truth(node) if head == "test" else front.value(node)
    return [*front.before, replace(statement, **{head: value})]


def binds_lazily(node: ast.AST) -> bool:
    """Return whether evaluating an expression binds a name on some paths only.

    >>> from nbgraph.core.normalise.trees.example import example
    >>> codes = ("a and (y := b)", "(y := a) and b", "[y := a for a in b]", "lambda: a and (y := b)")
    >>> [binds_lazily(example(code)) for code in codes]
    [True, False, True, False]
    """
    if not syntax.holds(node, _BINDING):
        return False
    if isinstance(node, Reduction | Collected):
        return True
    match node:
        case ast.Lambda():
            return any(binds_lazily(default) for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)])
        case ast.Await() | ast.Yield() | ast.YieldFrom():
            return False
        case ast.IfExp() if _binds(node.body) or _binds(node.orelse):
            return True
        case ast.BoolOp() if any(map(_binds, node.values[1:])):
            return True
        case ast.Compare() if any(map(_binds, node.comparators[1:])):
            return True
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
            return isinstance(node, ast.ListComp | ast.GeneratorExp) and binds_name(node)
    return any(binds_lazily(child) for child in syntax.children(node))


def _binds(node: ast.AST) -> bool:
    """Return whether an operand binds a name or needs a loop, and does not suspend the function."""
    parts = list(syntax.walk(node))
    if any(isinstance(part, ast.Await | ast.Yield | ast.YieldFrom) for part in parts):
        return False
    return binds_name(node) or any(isinstance(part, Reduction | Collected) for part in syntax.own([node]))


def _first_item(statement: ast.With, name: Callable[[str], str]) -> list[ast.stmt]:
    """Lower a `with`: its first item is evaluated before it is entered; later items become a `with` inside."""
    place = next((k for k, item in enumerate(statement.items) if binds_lazily(item.context_expr)), -1)
    if place < 0:
        return [statement]
    if place > 0:
        inner = replace(statement, items=statement.items[place:])
        return [replace(statement, items=statement.items[:place], body=lower_walrus(inner, name))]
    front = _Front(name)
    first = replace(statement.items[0], context_expr=front.value(statement.items[0].context_expr))
    return [*front.before, *_first_item(replace(statement, items=[first, *statement.items[1:]]), name)]


@dataclass
class _Front:
    """Collects statements in front of the one that is lowered."""

    name: Callable[[str], str]  # fresh names
    before: list[ast.stmt] = field(default_factory=list)  # the statements, in order

    def value(self, node: ast.expr) -> ast.expr:
        """Return an expression with the value of `node` after the statements in front."""
        if not binds_lazily(node):
            return node
        match node:
            case ast.IfExp(test=test, body=body, orelse=orelse):
                test = self.value(test)
                if not (_binds(body) or _binds(orelse)):
                    return replace(node, test=test)
                target = self.name("value")
                branches = {"body": self._branch(target, body), "orelse": self._branch(target, orelse)}
                self.before += quote("if test: body\nelse: orelse", node, test=test, **branches)
                return load(target, node)
            case ast.BoolOp(op=operator, values=[first, *rest]):
                first = self.value(first)
                if not any(map(_binds, rest)):
                    return replace(node, values=[first, *rest])
                return self._and_or(first, rest, operator, node)
            case ast.Compare(left=left, ops=operators, comparators=comparators) if any(map(_binds, comparators[1:])):
                return self._chain(left, operators, comparators, node)
            case ast.ListComp():
                return self._loop(node, "list", [])
            case Reduction(func=ast.Name(id=kind), args=[ast.GeneratorExp() | ast.ListComp() as items, *rest]):
                return self._loop(items, kind, rest, node if kind in ("any", "all") else None)
            case ast.Call(func=ast.Name(id="any" | "all" as kind), args=[ast.GeneratorExp() as items], keywords=[]):
                return self._loop(items, kind, [], node)
            case ast.Call(func=ast.Name(id=consumer), args=[ast.GeneratorExp() as items, *rest]) if consumer in _EAGER:
                as_list = ast.copy_location(ast.ListComp(items.elt, items.generators), items)
                return self.value(replace(node, args=[as_list, *rest]))
            case ast.GeneratorExp():
                return node
        return self._operands(node)

    def truth(self, node: ast.expr) -> ast.expr:
        """Return a condition that holds where `node` is true; unlike its value, it has the same type on all paths.

        >>> from nbgraph.core.normalise.trees.example import example, show
        >>> from nbgraph.core.normalise.trees.naming import Namer
        >>> show(*lower_walrus(example("if items and (y := f(x)): r = y"), Namer(())))
        value = not not items
        if value:
            value = y = f(x)
        if value:
            r = y
        """
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return replace(node, operand=self.truth(operand))
            case ast.BoolOp(op=operator, values=[first, *rest]) if any(map(_binds, rest)):
                return self._and_or(_as_bool(self.value(first)), rest, operator, node)
        return self.value(node)

    def _loop(
        self, node: ast.ListComp | ast.GeneratorExp, kind: str, rest: list[ast.expr], asks: ast.expr | None = None
    ) -> ast.expr:
        """Put a comprehension's loop in front; its first iterable is evaluated there, in order."""
        first, *others = node.generators
        first = ast.comprehension(first.target, self.value(first.iter), first.ifs, first.is_async)
        plain = ast.copy_location(ast.ListComp(node.elt, [first, *others]), node)
        value, statements = loop_of(plain, self.name, kind, rest[0] if rest else None, asks)
        self.before += statements
        return value

    def _branch(self, target: str, value: ast.expr) -> list[ast.stmt]:
        inner = _Front(self.name)
        result = inner.value(value)
        return [*inner.before, assign(target, result)]

    def _and_or(self, first: ast.expr, rest: list[ast.expr], operator: ast.boolop, node: ast.expr) -> ast.expr:
        """Put `value = first` in front, and while that leaves the result open, `value = next`."""
        target = self.name("value")
        code = "if value: block" if isinstance(operator, ast.And) else "if not value: block"
        block: list[ast.stmt] = []
        for asked, operand in reversed([*zip([first, *rest], rest, strict=False)]):
            test = load(target, asked)
            block = quote(code, node, value=test, block=[*self._branch(target, operand), *block])
        self.before += [assign(target, first), *block]
        return load(target, node)

    def _chain(
        self, left: ast.expr, operators: list[ast.cmpop], comparators: list[ast.expr], node: ast.expr
    ) -> ast.expr:
        """Put `value = left < middle` in front, and while that holds, `value = middle < right`."""
        target = self.name("value")
        left = self._named(self.value(left), comparators[0])
        middle = self._named(self.value(comparators[0]), *comparators[1:])
        link = ast.copy_location(ast.Compare(left, [operators[0]], [middle]), node)
        self.before += quote("target = link", node, target=target, link=link)
        inner = _Front(self.name)
        if len(comparators) > 2:
            rest = replace(node, left=middle, ops=operators[1:], comparators=comparators[1:])
            last = inner._chain(middle, operators[1:], comparators[1:], rest)
        else:
            right = inner.value(comparators[1])
            last = ast.copy_location(ast.Compare(middle, [operators[1]], [right]), node)
        block = [*inner.before, *quote("target = last", node, target=target, last=last)]
        self.before += quote("if value: block", node, value=target, block=block)
        return load(target, node)

    def _operands(self, node: ast.expr) -> ast.expr:
        """Return a node whose operands are evaluated in order: those before a lazy one are bound in front of it."""
        operands = _in_order(node)
        last = max(k for k, operand in enumerate(operands) if binds_lazily(operand))
        new: dict[int, ast.expr] = {}
        for k, operand in enumerate(operands[: last + 1]):
            value = self.value(operand)
            new[id(operand)] = value if k == last else self._named(value, *operands[k + 1 : last + 1])
        exchanged: ast.expr = _exchanged(node, new)
        return exchanged

    def _named(self, value: ast.expr, *later: ast.expr) -> ast.expr:
        """Return a name bound to a value now, where a later evaluation might change the value; else the value."""
        if _stays(value, later):
            return value
        target = self.name("operand")
        self.before.append(assign(target, value))
        return load(target, value)

    def augmented(self, statement: ast.AugAssign) -> list[ast.stmt]:
        """Return `x += value` in steps: Python reads `x` before the value."""
        target = statement.target
        if isinstance(target, ast.Subscript):
            return [statement]  # it is turned into a call before this
        read: ast.expr
        if isinstance(target, ast.Name):
            read = ast.copy_location(ast.Name(target.id, ast.Load()), target)
        else:
            owner = self._named(target.value, statement.value)
            target = replace(target, value=owner)
            read = replace(target, ctx=ast.Load())
        kept = self._named(read, statement.value)
        value = self.value(statement.value)
        if kept is read:
            return [*self.before, replace(statement, target=target, value=value)]
        assert isinstance(kept, ast.Name)
        sum_ = replace(statement, target=ast.copy_location(ast.Name(kept.id, ast.Store()), target), value=value)
        return [*self.before, sum_, ast.copy_location(ast.Assign([target], kept), statement)]


_EAGER = builtins_that(Fact.CONSUMES)


def _in_order(node: ast.AST) -> list[ast.expr]:
    """Return the operands of an expression in the order of their evaluation."""
    match node:
        case ast.NamedExpr(value=value):
            return [value]
        case ast.Dict(keys=keys, values=values):
            return [part for pair in zip(keys, values, strict=True) for part in pair if part is not None]
        case ast.Lambda(args=arguments):
            return [*arguments.defaults, *filter(None, arguments.kw_defaults)]
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return [node.generators[0].iter]
    found: list[ast.expr] = []
    for child in syntax.children(node):
        if isinstance(child, ast.Starred | ast.keyword | ast.FormattedValue | ast.Slice):
            found += _in_order(child)
        elif isinstance(child, ast.expr):
            found.append(child)
    return found


def _exchanged(node: Any, new: dict[int, ast.expr]) -> Any:
    return new[id(node)] if id(node) in new else rebuild(node, lambda child: _exchanged(child, new))


def _as_bool(node: ast.expr) -> ast.expr:
    """Return the truth value of an expression; itself where it is a bool or a number by its form."""
    if isinstance(node, ast.Compare | ast.Constant | ast.NamedExpr | ast.BoolOp | ast.UnaryOp | ast.BinOp):
        return node
    return quote_expression("not not value", node, value=node)


def _stays(value: ast.expr, later: Sequence[ast.expr]) -> bool:
    """Return whether no later evaluation can change a value, or notice that it is evaluated later."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "ng":
        return True
    parts = [part for node in later for part in syntax.walk(node)]
    if any(isinstance(part, ast.Call) and not isinstance(part, Reduction) for part in parts):
        return False
    bound = {part.target.id for part in parts if isinstance(part, ast.NamedExpr)}
    return all(
        isinstance(part, _PLAIN) and not (isinstance(part, ast.Name) and part.id in bound)
        for part in syntax.walk(value)
    )


_PLAIN = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context, ast.Attribute)


def assign(target: str, value: ast.expr) -> ast.stmt:
    """Return `target = value`; for a value that is a walrus `target = name = value`."""
    targets: list[ast.expr] = [ast.copy_location(ast.Name(target, ast.Store()), value)]
    while isinstance(value, ast.NamedExpr):
        targets.append(value.target)
        value = value.value
    return ast.copy_location(ast.Assign(targets, value), value)
