"""Lower the `else` of a loop: it follows the loop unless a `break` ended it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.statements.break_ import FlaggedBreak, breaks_of, flagged_break
from nbgraph.core.normalise.statements.jumps import LOOPS, Loop, guard
from nbgraph.core.normalise.trees.rewriter import SCOPES, map_blocks, map_statements, replace
from nbgraph.core.normalise.trees.template import quote
from nbgraph.core.source import syntax

_LOOPS = syntax.kinds(*LOOPS)


def lower_loop_else(block: Sequence[ast.stmt], name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a block in which no loop has an `else`, inner loops first.

    >>> from nbgraph.core.normalise.trees.example import show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> show(lower_loop_else(ast.parse("for i in v: s = s + i\\nelse: s = 0").body, Namer(())))
    for i in v:
        s = s + i
    s = 0

    With a `break` the `else` asks whether it happened; the break itself is lowered later:

    >>> before, loop, after = lower_loop_else(ast.parse("while p:\\n if q: break\\nelse: s = 0").body, Namer(()))
    >>> show(before, after)
    did_break = False
    if not did_break:
        s = 0
    """

    if not syntax.any_holds(block, _LOOPS):
        return list(block)

    def lowered(statement: ast.stmt) -> list[ast.stmt]:
        has_else = isinstance(statement, LOOPS) and statement.orelse
        return _lower(statement, name) if has_else and isinstance(statement, LOOPS) else [statement]

    return map_statements(block, lowered)


def _lower(loop: Loop, name: Callable[[str], str]) -> list[ast.stmt]:
    if not breaks_of(loop.body):
        return [replace(loop, orelse=[]), *loop.orelse]
    flag = name("did_break")
    body = [new for statement in loop.body for new in _flagged(statement, flag)]
    before = quote("flag = False", loop, flag=flag)
    return [*before, replace(loop, body=body, orelse=[]), *guard(flag, loop.orelse, loop)]


def _flagged(statement: ast.stmt, flag: str) -> list[ast.stmt]:
    if isinstance(statement, ast.Break) and not isinstance(statement, FlaggedBreak):
        return [*quote("flag = True", statement, flag=flag), flagged_break(flag, statement)]
    if isinstance(statement, (*SCOPES, *LOOPS)):
        return [statement]
    return [map_blocks(statement, lambda inner: _flagged(inner, flag))]
