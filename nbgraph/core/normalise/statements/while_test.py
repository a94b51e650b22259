"""Lower a `while` whose test binds a name: the test moves into the body, where the binding is visible."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.expressions.reductions import Collected, Reduction
from nbgraph.core.normalise.statements.jumps import Turned
from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote
from nbgraph.core.source import syntax


def lower_while_test(loop: ast.While) -> ast.While:
    """Return a loop whose test binds no name.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(lower_while_test(example("while (y := f(x)) > 0: x = y")))
    while True:
        if not (y := f(x)) > 0:
            break
        x = y

    An `else` of the loop is lowered before, so that this `break` does not skip it.
    """
    binds = any(isinstance(node, ast.NamedExpr | Reduction | Collected) for node in syntax.walk(loop.test))
    if not binds:
        return loop
    keyword = ast.copy_location(ast.Pass(), loop)  # with its own position: the test may be a `not`, as the flag's is
    keyword.end_lineno, keyword.end_col_offset = loop.lineno, loop.col_offset + len("while")
    opposite = ast.copy_location(ast.UnaryOp(ast.Not(), loop.test), loop.test)
    leave = ast.copy_location(Turned(opposite, quote("break", keyword), []), loop.test)
    true = ast.copy_location(ast.Constant(True), loop.test)
    return replace(loop, test=true, body=[leave, *loop.body])
