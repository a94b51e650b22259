"""`assert`: a check that travels with the graph and speaks at run time."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.boolean import binds_name, delay
from nbgraph.core.normalise.template import quote_expression


def lower_assert(statement: ast.Assert) -> ast.stmt:
    """`assert test, message` becomes `ng.assert_(test, lambda: message)`."""
    if statement.msg is not None and binds_name(statement.msg):
        return statement
    call = quote_expression("ng.assert_(test)", statement, test=statement.test)
    assert isinstance(call, ast.Call)
    if statement.msg is not None:
        call = ast.copy_location(ast.Call(call.func, [*call.args, delay(statement.msg)], []), statement)
    return ast.copy_location(ast.Expr(call), statement)
