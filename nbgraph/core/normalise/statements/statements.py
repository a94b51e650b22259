"""Order the normalising passes; after them a block is left only at its end."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.expressions.reductions import Collected, Reduction
from nbgraph.core.normalise.expressions.subscript import lower_subscript
from nbgraph.core.normalise.statements.assert_ import lower_assert
from nbgraph.core.normalise.statements.break_ import lower_break
from nbgraph.core.normalise.statements.continue_ import lower_continue
from nbgraph.core.normalise.statements.except_ import lower_except
from nbgraph.core.normalise.statements.jumps import LOOPS
from nbgraph.core.normalise.statements.loop_else import lower_loop_else
from nbgraph.core.normalise.statements.match_ import lower_matches
from nbgraph.core.normalise.statements.raise_ import lower_raise
from nbgraph.core.normalise.statements.return_ import lower_return
from nbgraph.core.normalise.statements.row_appends import lower_row_appends
from nbgraph.core.normalise.statements.try_ import lower_try
from nbgraph.core.normalise.statements.walrus import lower_walrus
from nbgraph.core.normalise.statements.while_test import lower_while_test
from nbgraph.core.normalise.trees.rewriter import SCOPES, map_blocks, replace
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_LOWERED = syntax.kinds(*LOOPS, ast.Subscript, ast.With, ast.Try, ast.Assert, ast.NamedExpr, Reduction, Collected)
_NOTHING_KNOWN = Environment({})


def normalise_body(
    body: Sequence[ast.stmt], end: ast.AST, name: Callable[[str], str], environment: Environment = _NOTHING_KNOWN
) -> list[ast.stmt]:
    """Return a function body in normal form: no `break`, `continue`, loop `else`, early `return` or subscript store.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> function = example('''
    ... def f(v):
    ...     while True:
    ...         if v[0] > 2:
    ...             break
    ...         v[0] += 1
    ...     return v
    ... ''')
    >>> show(normalise_body(function.body, function.body[-1], Namer(())))
    while not v[0] > 2:
        v = ng.set_item(v, 0, v[0] + 1)
    return v

    Args:
        end: a node at the position of the function's end.
        environment: what names around the function stand for, those of exceptions among them.
    """
    body = lower_row_appends(body, name, environment)
    caught = lower_raise(lower_loop_else(lower_matches(body, name), name), environment, name)
    caught = lower_try(caught, environment, name)
    returned = lower_return(caught, end, name, environment)
    return [new for statement in returned for new in normalise_statement(statement, name)]


def normalise_statement(statement: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return one statement in normal form, inner statements first."""
    if isinstance(statement, SCOPES) or not syntax.holds(statement, _LOWERED):
        return [statement]
    if isinstance(statement, ast.While):
        statement = lower_while_test(statement)
    lowered = (new for plain in lower_subscript(statement, name) for new in lower_walrus(plain, name))
    return [new for each in lowered for new in _flat(each, name)]


def _flat(statement: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """A statement without jumps in its blocks."""
    statement = map_blocks(statement, lambda inner: normalise_statement(inner, name))
    if isinstance(statement, ast.Try):
        return [lower_except(statement, getattr(name, "given", ()))]
    if isinstance(statement, LOOPS):
        loop = replace(statement, body=lower_continue(statement, name))
        return lower_break(loop, name)
    if isinstance(statement, ast.Assert):
        return [lower_assert(statement)]
    return [statement]
