"""Lower `return` anywhere to one at the end; the rest of the function moves under the branches that did not return."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.expressions.boolean import binds_name
from nbgraph.core.normalise.statements.break_ import FlaggedBreak, breaks_of, flagged_break
from nbgraph.core.normalise.statements.jumps import LOOPS, Jump, asking, negated
from nbgraph.core.normalise.trees.rewriter import SCOPES, map_blocks
from nbgraph.core.normalise.trees.template import quote
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import is_one_that

_NOTHING_KNOWN = Environment({})


_RETURNS = syntax.kinds(ast.Return)


class _ReturnFromLoop(ast.Return):
    """A return whose value and flag were set inside the loop that has just been left."""


def lower_return(
    body: Sequence[ast.stmt], end: ast.AST, name: Callable[[str], str], environment: Environment = _NOTHING_KNOWN
) -> list[ast.stmt]:
    """Return the function body with a single `return`, its last statement.

    >>> from nbgraph.core.normalise.trees.example import show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> body = ast.parse("if x > 2: return x * 2\\nreturn -x").body
    >>> show(lower_return(body, body[-1], Namer(())))
    if x > 2:
        return_value = x * 2
    else:
        return_value = -x
    return return_value

    A return inside a loop sets a flag as well, and leaves the loop by a break.

    Args:
        end: a node at the position of the function's end.
        name: fresh names, for the value and the flag.
        environment: what names around the function stand for, those of iterators without an end among them.
    """
    if not any(_has_return(statement) and not isinstance(statement, ast.Return) for statement in body):
        return _up_to_return(body)
    value, flag = name("return_value"), name("did_return")
    leaving = _Leaving(value, flag, environment)
    block = [new for statement in body for new in leaving.loops(statement, inside=False)]
    block += quote("return None", end)  # what falling off the end returns; dropped where it cannot be reached
    used_in_loop = any(isinstance(node, FlaggedBreak) for statement in block for node in syntax.walk(statement))
    jump = _jump(value, "")
    lowered = jump.lower(block)
    if jump.flag_tested:
        lowered = _jump(value, flag).lower(block)
    if not (used_in_loop or jump.flag_tested):
        return [*lowered.block, *quote("return value", end, value=value)]
    start = 1 if _is_docstring(body[0]) else 0
    first = quote("flag = False", body[start], flag=flag)
    return [*lowered.block[:start], *first, *lowered.block[start:], *quote("return value", end, value=value)]


def _jump(value: str, flag: str) -> Jump:
    def replacement(statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Return) and not isinstance(statement, _ReturnFromLoop):
            return _set(statement, value, flag)
        return []

    return Jump(lambda statement: isinstance(statement, ast.Return), replacement, flag)


def _set(statement: ast.Return, value: str, flag: str) -> list[ast.stmt]:
    result = statement.value or ast.copy_location(ast.Constant(None), statement)
    assign = quote("target = result", statement, target=value, result=result)
    return [*assign, *quote("flag = True", statement, flag=flag)] if flag else assign


@dataclass(frozen=True)
class _Leaving:
    """Turns each return inside a loop into a break out of that loop and of those around it."""

    value: str  # the name of what is returned
    flag: str  # the name that is true once a return was taken
    environment: Environment  # resolves names from outside the function

    def loops(self, statement: ast.stmt, *, inside: bool) -> list[ast.stmt]:
        """Return a statement without returns in its loops."""
        if isinstance(statement, SCOPES) or not _has_return(statement):
            return [statement]
        if isinstance(statement, ast.Return):
            if not inside:
                return [statement]
            return [*_set(statement, self.value, self.flag), flagged_break(self.flag, statement)]
        if folded := _returned_after(statement):
            return [folded[0], *self.loops(folded[1], inside=inside)]
        is_loop = isinstance(statement, LOOPS)
        new = map_blocks(statement, lambda s: self.loops(s, inside=inside or is_loop))
        if not is_loop:
            return [new]
        origin = next(child for child in syntax.walk(statement) if isinstance(child, ast.Return | FlaggedBreak))
        leave = flagged_break(self.flag, origin) if inside else ast.copy_location(_ReturnFromLoop(None), origin)
        if self._never_ends_by_itself(statement):
            return [new, leave]
        return [new, *quote("if flag: leave", origin, flag=self.flag, leave=[leave])]

    def _never_ends_by_itself(self, loop: ast.stmt) -> bool:
        """Return whether a loop is `while True`, or `for` over an endless iterator, without a `break`."""
        match loop:
            case ast.While(test=ast.Constant(value=value), body=body) if value:
                return not breaks_of(body)
            case ast.For(iter=ast.Call(func=function, args=arguments, keywords=[]), body=body):
                called = self.environment.resolve(function)
                known = is_one_that(called, Fact.ENDLESS)
                ends = len(arguments) == 2 and called is itertools.repeat
                return known and not ends and not breaks_of(body)
        return False


def _returned_after(statement: ast.stmt) -> tuple[ast.While, ast.Return] | None:
    """Return a `while True` that only a return at its top leaves, as a loop with a condition and a return after it.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(*_returned_after(example("while True:\\n if p: return s\\n s = s + 1")))
    while not p:
        s = s + 1
    return s
    """
    match statement:
        case ast.While(test=ast.Constant(value=True), body=[ast.If(test=test, body=[ast.Return() as leave]), *rest]):
            rest = [*statement.body[0].orelse, *rest]  # type: ignore[attr-defined]
            if binds_name(test) or breaks_of(rest) or any(map(_has_return, rest)):
                return None
            return asking(statement, statement.body[0], negated(test), rest), leave
    return None


def _up_to_return(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return a body whose returns are all at its top level, up to the first of them."""
    for index, statement in enumerate(body):
        if isinstance(statement, ast.Return):
            return list(body[: index + 1])
    return list(body)


def _has_return(node: ast.AST) -> bool:
    return syntax.holds(node, _RETURNS) and any(isinstance(part, ast.Return) for part in syntax.own([node]))


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
