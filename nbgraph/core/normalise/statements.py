"""The order of the normalising passes, once: after them a block is left only at its end."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.assert_ import lower_assert
from nbgraph.core.normalise.break_ import lower_break
from nbgraph.core.normalise.continue_ import lower_continue
from nbgraph.core.normalise.jumps import LOOPS
from nbgraph.core.normalise.return_ import lower_return
from nbgraph.core.normalise.rewriter import SCOPES, replace
from nbgraph.core.normalise.subscript import lower_subscript
from nbgraph.core.normalise.while_test import lower_while_test


def normalise_body(body: Sequence[ast.stmt], end: ast.AST, name: Callable[[str], str]) -> list[ast.stmt]:
    """A function body in normal form: no `break`, `continue`, loop `else`, early `return` or subscript store."""
    returned = lower_return(body, end, name)
    return [new for statement in returned for new in normalise_statement(statement, name)]


def normalise_statement(statement: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """One statement in normal form, inner statements first."""
    if isinstance(statement, SCOPES):
        return [statement]
    if isinstance(statement, ast.While):
        statement = lower_while_test(statement)
    statement = _inside(statement, name)
    if isinstance(statement, LOOPS):
        loop = replace(statement, body=lower_continue(statement, name))
        return lower_break(loop, name)
    if isinstance(statement, ast.Assert):
        return [lower_assert(statement)]
    return lower_subscript(statement, name)


def _inside(statement: ast.stmt, name: Callable[[str], str]) -> ast.stmt:
    """The statement with the blocks in it normalised."""
    changed = {}
    for field, old in ast.iter_fields(statement):
        if not isinstance(old, list) or not old:
            continue
        if isinstance(old[0], ast.stmt):
            new = [part for item in old for part in normalise_statement(item, name)]
        elif isinstance(old[0], ast.ExceptHandler | ast.match_case):
            new = [_inside(item, name) for item in old]
        else:
            continue
        if any(a is not b for a, b in zip(old, new, strict=False)) or len(old) != len(new):
            changed[field] = new
    return replace(statement, **changed) if changed else statement
