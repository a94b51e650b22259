"""Lower `assert` to a check that the graph carries and that reports at run time."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.expressions.boolean import binds_name, delay
from nbgraph.core.normalise.trees.template import quote_expression


def lower_assert(statement: ast.Assert) -> ast.stmt:
    """Return an `assert` as a call, which makes its message only when the check fails.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(lower_assert(example("assert x > 0, f'{x} is not positive'")))
    ng.assert_(x > 0, lambda: f'{x} is not positive')

    A message that binds a name with `:=` leaves the statement to Python.
    """
    if statement.msg is not None and binds_name(statement.msg):
        return statement
    call = quote_expression("ng.assert_(test)", statement, test=statement.test)
    assert isinstance(call, ast.Call)
    if statement.msg is not None:
        call = ast.copy_location(ast.Call(call.func, [*call.args, delay(statement.msg)], []), statement)
    return ast.copy_location(ast.Expr(call), statement)
