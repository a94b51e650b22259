"""Lower a `try` around what raises at run time: after each statement that may raise, the rest runs only if none has."""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Sequence

from nbgraph.core.analysis.managers import leaves_by_jump
from nbgraph.core.normalise.statements.handlers import is_movable
from nbgraph.core.normalise.statements.jumps import LOOPS, pass_at
from nbgraph.core.normalise.statements.raise_ import is_mentioned, leave, with_name, without_leaving
from nbgraph.core.normalise.trees.rewriter import SCOPES, map_blocks, map_statements, replace
from nbgraph.core.normalise.trees.template import quote, quote_expression
from nbgraph.core.records import dataclass
from nbgraph.core.source.environment import Environment

_Ask = Callable[[], list[ast.stmt]]
_SAFE = (ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Starred, ast.expr_context)
_AS_THEY_ARE = (*SCOPES, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass, ast.Break, ast.Continue)


def lower_try(block: Sequence[ast.stmt], environment: Environment, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a block in which a `try` that catches run-time exceptions, as a trace has found, tests for them.

    >>> from nbgraph.core.normalise.trees.example import show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> block = ast.parse('''
    ... try:
    ...     y = f(x)
    ... except ValueError:
    ...     y = 9
    ... ''').body
    >>> known = Environment({}, tries=frozenset([(2, 5, 0, 9)]))
    >>> show(lower_try(block, known, Namer(())))
    did_raise = False
    try:
        with ng.catching(ValueError):
            value = f(x)
            did_raise = ng.raised()
            if not did_raise:
                y = value
    except ValueError:
        y = 9
    else:
        if did_raise:
            y = 9

    The handler itself stays for what Python code raises while the graph is made.
    """
    if not environment.tries:
        return list(block)

    def lowered(statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.AugAssign(target=ast.Name(id=target_name) as target) if _place(statement) in environment.tries:
                read = ast.copy_location(ast.Name(target_name, ast.Load()), target)
                value = ast.copy_location(ast.BinOp(read, statement.op, statement.value), statement)
                return [ast.copy_location(ast.Assign([target], value), statement)]
        if isinstance(statement, ast.Try) and _place(statement) in environment.tries:
            place = _place(statement)
            return _lower(statement, name, exact=any(_contains(other, place) for other in environment.tries))
        return [statement]

    return map_statements(block, lowered)


def can_be_lowered(statement: ast.Try, function: ast.AST) -> bool:
    """Return whether the handlers of a `try` mean the same after the block, and its statements can run one by one."""
    around = [node for node in ast.iter_child_nodes(function) if isinstance(node, ast.stmt)]
    if any(handler.name and is_mentioned(handler.name, around) for handler in statement.handlers):
        return False
    body = [node for inner in statement.body for node in ast.walk(inner)]
    if leaves_by_jump(statement.finalbody) or any(
        isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await) for node in body
    ):
        return False
    return all(is_movable(handler) for handler in statement.handlers)


def _place(statement: ast.stmt) -> tuple[int, int, int, int]:
    return statement.lineno, statement.end_lineno or 0, statement.col_offset, statement.end_col_offset or 0


def _contains(place: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return place != other and place[0] <= other[0] and other[1] <= place[1]


def _lower(statement: ast.Try, name: Callable[[str], str], *, exact: bool) -> list[ast.stmt]:
    """Return the flag's statement, and the `try` with its handlers' bodies in its `else`.

    Args:
        exact: whether no handler may run for an exception that none of them catches: a `try` around this one does.
    """
    flag = name("did_raise")
    number = name("handler") if exact or len(statement.handlers) > 1 else ""
    unbound = any(map(_catches_unbound, statement.handlers))
    body = without_leaving(_Guarding(flag, name, unbound).block(statement.body), flag)
    kinds = [handler.type or ast.copy_location(ast.Constant(None), statement) for handler in statement.handlers]
    opened = quote_expression("ng.catching()", statement)
    assert isinstance(opened, ast.Call)
    opened.args = kinds
    new = quote("with opened: body", statement, opened=opened, body=body or [pass_at(statement)])
    before = quote("flag = False", statement, flag=flag)
    if number:
        new += quote("number = ng.caught()", statement, number=number)
        before += quote("number = 0", statement, number=number)
    then: list[ast.stmt] = []
    for index, handler in reversed([*enumerate(statement.handlers, 1)]):
        handled = _handled(handler, index, name)
        if then or exact:
            at = ast.copy_location(ast.Constant(index), handler)
            test = quote_expression("number == index", handler, number=number, index=at)
            handled = [ast.copy_location(ast.If(test, handled, then), _head(handler))]
        then = handled
    (caught,) = quote("if flag: then", _head(statement.handlers[0]), flag=flag, then=then)
    return [*before, replace(statement, body=new, orelse=[replace(caught, orelse=statement.orelse)])]


def _head(handler: ast.ExceptHandler) -> ast.stmt:
    at = ast.copy_location(ast.Pass(), handler)
    end = handler.type
    at.end_lineno = handler.lineno if end is None else end.end_lineno
    at.end_col_offset = handler.col_offset + len("except") if end is None else end.end_col_offset
    return at


def _handled(handler: ast.ExceptHandler, index: int, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a handler's body, with its exception under a fresh name if it is read."""
    body = copy.deepcopy(handler.body)
    read = (node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name))
    if handler.name is None or not any(node.id == handler.name for node in read):
        return body
    own, number = name(handler.name), ast.copy_location(ast.Constant(index), handler)
    renamed = [with_name(statement, handler.name, own) for statement in body]
    return [*quote("target = ng.error(index)", handler, target=own, index=number), *renamed]


@dataclass(frozen=True)
class _Guarding:
    """Leaves the body of a `try` after a statement that has raised."""

    flag: str  # the name that is true once something was raised
    name: Callable[[str], str]  # fresh names
    unbound: bool  # whether a handler may catch the error for an unbound name

    def block(self, block: Sequence[ast.stmt], *, inside: bool = False) -> list[ast.stmt]:
        """Return a block with a test after each statement; `inside` of a loop a break leaves it."""
        return [new for statement in block for new in self.statement(statement, inside=inside)]

    def statement(self, statement: ast.stmt, *, inside: bool) -> list[ast.stmt]:
        """Return one statement in steps, with a test after each step that may raise."""

        def ask() -> list[ast.stmt]:
            return self._ask(_evaluated(statement), inside=inside)

        match statement:
            case ast.Raise(exc=ast.expr() as error, cause=None | ast.Constant()):
                made = quote("ng.raise_(error)", statement, error=error)
                return [
                    *made,
                    *quote("flag = True", statement, flag=self.flag),
                    leave(self.flag, statement, inside=inside),
                ]
            case ast.If(test=test):
                before, test = self._first(test, "test", ask)
                return [*before, replace(self._within(statement, inside=inside), test=test)]
            case ast.Try() if _is_lowered(statement):
                blocks = {"handlers": [replace(h, body=self.block(h.body, inside=inside)) for h in statement.handlers]}
                return [replace(statement, orelse=self.block(statement.orelse, inside=inside), **blocks), *ask()]
            case ast.Try():
                return [self._within(statement, inside=inside)]
            case ast.Return(value=ast.expr() as value):
                before, value = self._first(value, "value", ask)
                return [*before, replace(statement, value=value)]
            case ast.Assign(value=value, targets=targets):
                before, value = self._first(value, "value", ask)
                after = [] if all(isinstance(target, ast.Name) for target in targets) else ask()
                return [*before, replace(statement, value=value), *after]
            case ast.AnnAssign(value=ast.expr() as value):
                before, value = self._first(value, "value", ask)
                return [*before, replace(statement, value=value), *ask()]
            case ast.AugAssign():
                return self._update(statement, ask)
        if isinstance(statement, LOOPS):
            return [self._within(statement, inside=True), *self._ask(_evaluated(statement), inside=inside, loop=True)]
        return [statement] if isinstance(statement, (*_AS_THEY_ARE, ast.Return)) else [statement, *ask()]

    def _update(self, statement: ast.AugAssign, ask: _Ask) -> list[ast.stmt]:
        """Return `target += value` in Python's order: read the item, then the value, and only then change anything."""
        target = statement.target
        parts = target.value if isinstance(target, ast.Attribute) else target
        if not self._is_safe(parts) and not (
            isinstance(parts, ast.Subscript) and _is_plain(parts.value) and self._is_safe(parts.slice)
        ):
            return [statement, *ask()]
        item = self.name("item")
        read = replace(target, ctx=ast.Load())
        first = quote("target = value", target, target=item, value=read)
        before, value = self._first(statement.value, "value", ask)
        changed = replace(statement, target=ast.copy_location(ast.Name(item, ast.Store()), target), value=value)
        held = ast.copy_location(ast.Name(item, ast.Load()), target)
        stored = ast.copy_location(ast.Assign([target], held), statement)
        known = list if isinstance(target, ast.Name) else ask
        return [*first, *(ask if self.unbound else known)(), *before, changed, *ask(), stored, *known()]

    def _within(self, statement: ast.stmt, *, inside: bool) -> ast.stmt:
        return map_blocks(statement, lambda inner: self.statement(inner, inside=inside))

    def _first(self, value: ast.expr, wish: str, ask: _Ask) -> tuple[list[ast.stmt], ast.expr]:
        """Return the statements that evaluate a value before its use, and the name to use."""
        if self._is_safe(value):
            return [], value
        fresh = self.name(wish)
        before = quote("target = value", value, target=fresh, value=value)
        return [*before, *ask()], ast.copy_location(ast.Name(fresh, ast.Load()), value)

    def _is_safe(self, node: ast.expr) -> bool:
        """Return whether evaluating an expression can only raise for an unbound name, which no handler catches."""
        reads = any(isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) for part in ast.walk(node))
        return all(isinstance(part, _SAFE) for part in ast.walk(node)) and not (self.unbound and reads)

    def _ask(self, at: ast.AST, *, inside: bool, loop: bool = False) -> list[ast.stmt]:
        code = "flag = ng.raised(flag)" if loop else "flag = ng.raised()"  # the loop may have ended because of it
        asked = quote(code, at, flag=self.flag)
        return [*asked, *quote("if flag: leave", at, flag=self.flag, leave=[leave(self.flag, at, inside=inside)])]


def _evaluated(statement: ast.stmt) -> ast.AST:
    """Return the position of what a statement evaluates, for the test whether that has raised.

    It ends a character earlier: a conditional expression has a staging call of its own at its position.
    """
    parts = (getattr(statement, name, None) for name in ("value", "test", "iter"))
    part = next((part for part in parts if isinstance(part, ast.expr)), None)
    if part is None:
        return statement
    at = ast.copy_location(ast.Pass(), part)
    at.end_col_offset = (part.end_col_offset or 1) - 1
    return at


def _is_lowered(statement: ast.Try) -> bool:
    match statement.body[0]:
        case ast.With(items=[ast.withitem(context_expr=ast.Call(func=ast.Attribute(attr="catching")))]):
            return True
    return False


def _catches_unbound(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler catches the error for an unbound name, or may: its class is not one of Python's."""
    classes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    known = [None if each is None else getattr(builtins, ast.unparse(each), None) for each in classes]
    return not all(isinstance(each, type) and not issubclass(UnboundLocalError, each) for each in known)


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_plain(node.value))
