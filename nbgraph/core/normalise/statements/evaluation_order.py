"""Keep Python's order of evaluation in assignments to items, where the value may change what the target reads.

In `v[i] = f()` Python evaluates the value first, then `v` and `i`; in `v[i] += f()` it finds `v`, `i` and the item
first, then the value (the Python language reference, sections 7.2 and 7.2.1). The calls that assignment to items
becomes later read `v` and `i` where they stand, so a value that may change one of them gets a statement of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.analysis.names import names
from nbgraph.core.normalise.expressions.calls import may_act
from nbgraph.core.normalise.expressions.subscript import bound_again, can_be_rebound, plain_index
from nbgraph.core.normalise.statements.walrus import assign
from nbgraph.core.normalise.trees.rewriter import map_statements, replace
from nbgraph.core.normalise.trees.template import load, quote, quote_expression
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_ITEMS, _ACTS = syntax.kinds(ast.Subscript), syntax.kinds(ast.Call, ast.NamedExpr)
_OPERATORS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Attribute)


@dataclass(frozen=True)
class EvaluationOrder:
    """Gives values that may change what their targets read a statement of their own.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> codes = "v[0] = f()", "v[0] += f()", "w[i] = f()", "w[i] += f()", "w[0] = f()", "w[g()] = f()", "o.x[0] += f()"
    >>> for code in codes:
    ...     order = EvaluationOrder(Environment({}), frozenset("vi"), Namer(()))
    ...     show(order.block([example(code)]))
    value = f()
    v[0] = value
    container = before = v
    container[0] += f()
    v = ng.put_back(v, before, container)
    value = f()
    w[i] = value
    index = i
    w[index] += f()
    w[0] = f()
    value = f()
    w[g()] = value
    container = before = o.x
    container[0] += f()
    ng.set_attribute(o, 'x', ng.put_back(o.x, before, container))
    """

    environment: Environment  # resolves the names of callees
    shared: frozenset[str]  # names that a call may bind again: of the scopes around, or bound by inner functions
    name: Callable[[str], str]  # fresh names
    classes: bool = False  # whether classes are defined here, whose operators may bind such names

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return a block in which every value is evaluated when Python does."""
        if not (syntax.any_holds(block, _ITEMS) and (self.classes or syntax.any_holds(block, _ACTS))):
            return list(block)
        return map_statements(block, self._statement)

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                return self._store(statement, target, value)
            case ast.AnnAssign(target=ast.Subscript() as target, value=value) if value is not None:
                return self._store(ast.copy_location(ast.Assign([target], value), statement), target, value)
            case ast.AugAssign(target=ast.Subscript() as target, value=value):
                if not can_be_rebound(target):  # stays as it is
                    return [statement]
                reads = replace(target, ctx=ast.Load()) if self.classes else value
                before, held, after = self._held(statement, target, reads, value)
                return [*before, *self._update(replace(statement, target=held)), *after]
        return [statement]

    def _update(self, statement: ast.AugAssign) -> list[ast.stmt]:
        """Return `target += value` in steps, where reading the item may change what the value reads."""
        target = replace(statement.target, ctx=ast.Load())
        if not self._changes(target, statement.value):
            return [statement]
        item = self.name("item")
        changed = replace(statement, target=ast.copy_location(ast.Name(item, ast.Store()), target))
        stored = ast.copy_location(ast.Assign([statement.target], load(item, target)), statement)
        return [*quote("target = value", target, target=item, value=target), changed, stored]

    def _store(self, statement: ast.Assign, target: ast.Subscript, value: ast.expr) -> list[ast.stmt]:
        """Return `target = value` in steps: the value, then the container and the indices, outside in."""
        first: list[ast.stmt] = []
        both_act = self._acts(value) and self._acts(target)
        if both_act or self._changes(value, target) or self._changes(target, value):
            fresh = self.name("value")
            first = [assign(fresh, value)]
            value = load(fresh, value)
        before, held, after = self._held(statement, target) if can_be_rebound(target) else ([], target, [])
        if not first and held is target:
            return [statement]
        return [*first, *before, replace(statement, targets=[held], value=value), *after]

    def _held(
        self, statement: ast.stmt, target: ast.Subscript, *later: ast.expr
    ) -> tuple[list[ast.stmt], ast.Subscript, list[ast.stmt]]:
        """Bind a target's container and indices to names, outside in, where a later evaluation may change them.

        Returns:
            The statements that name them, the target, and the statements that settle what a container's own name
            stands for after the assignment.
        """
        before: list[ast.stmt] = []
        after: list[ast.stmt] = []
        updated = isinstance(statement, ast.AugAssign)  # reads and stores the item: an index that acts, acts once

        def held(node: ast.expr, later: tuple[ast.expr, ...]) -> ast.expr:
            match node:
                case ast.Subscript(value=container, slice=index):
                    new = held(container, (index, *later))
                    place = index
                    if self._changes_any(later, index) or ((before or updated) and self._acts(index)):
                        fresh = self.name("index")
                        before.append(assign(fresh, plain_index(index)))
                        place = load(fresh, index)
                    return node if new is container and place is index else replace(node, value=new, slice=place)
                case ast.Name() | ast.Attribute() if self._changes_any(later, node):
                    if isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Name):
                        owner = self.name("owner")
                        before.append(assign(owner, node.value))
                        node = replace(node, value=load(owner, node.value))
                    name, old = self.name("container"), self.name("before")
                    read = replace(node, ctx=ast.Load())
                    before.extend(quote("target = before = value", node, target=name, before=old, value=read))
                    holes = {"present": read, "before": load(old, node), "after": load(name, node)}
                    back = quote_expression("ng.put_back(present, before, after)", statement, **holes)
                    after.append(bound_again(node, back, statement))
                    return load(name, node)
            return node

        new = held(target, later)
        assert isinstance(new, ast.Subscript)
        return before, new, after

    def _changes_any(self, acting: Sequence[ast.expr], read: ast.expr) -> bool:
        return any(self._changes(each, read) for each in acting)

    def _changes(self, acting: ast.expr, read: ast.expr) -> bool:
        """Return whether evaluating one expression may change what another reads."""
        calls = self._acts(acting)
        operators = self.classes and any(isinstance(part, _OPERATORS) for part in syntax.walk(acting))
        changed = names(acting).writes | (self.shared if calls or operators else frozenset())
        return any(
            (isinstance(part, ast.Name) and part.id in changed)
            or (calls and isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Load))
            or (calls and isinstance(part, ast.Attribute))
            for part in syntax.walk(read)
        )

    def _acts(self, node: ast.expr) -> bool:
        return any(isinstance(part, ast.Call) and may_act(part, self.environment) for part in syntax.walk(node))
