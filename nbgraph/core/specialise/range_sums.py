"""`sum(range(a, b, step))` in special code, where only the run knows how many numbers that are: a loop of the graph."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.item_checks import is_number
from nbgraph.core.specialise.operands import is_plain


def sum_of_range(expressions: Converting, call: ast.Call, at: ast.Call) -> ast.expr | None:
    """The sum of the numbers of a `range`; None for any other call.

    Args:
        expressions: for names, and to check the step as Python does.
        call: the call with its arguments specialised.
        at: the call in general code.

    Raises:
        NoSpecialFormError: an argument would be evaluated twice, and that might show.
    """
    match call:
        case ast.Call(args=[ast.Call(func=ast.Name(id="range"), args=[*bounds], keywords=[]), *given]):
            if len(given) + len(call.keywords) > 1 or not 1 <= len(bounds) <= 3:
                return None
        case _:
            return None
    zero = ast.copy_location(ast.Constant(0), at)
    start, stop = bounds[:2] if len(bounds) > 1 else (zero, bounds[0])
    total, item = expressions.plan.fresh("total", at), expressions.plan.fresh("item", at)
    holes = {"first": start, "stop": stop, "begin": [*given, *(each.value for each in call.keywords), zero][0]}
    if len(bounds) < 3:
        form = f"lax.fori_loop(first, stop, lambda {item}, {total}: {total} + {item}, begin)"
        return quote_expression(form, at, **holes)
    step = bounds[2]
    if not all(map(is_plain, bounds)):
        raise expressions.plan.refuse(at, "the bounds of a range are asked twice here, and that might show")
    if not is_number(step):
        error = quote_expression("ValueError('range() arg 3 must not be zero')", at)
        expressions.before += expressions.check(quote_expression("step == 0", at, step=step), error, at)
    form = f"lax.fori_loop(0, count, lambda {item}, {total}: {total} + first + {item} * step, begin)"
    count = quote_expression("jnp.maximum(-((first - stop) // step), 0)", at, step=step, **holes)
    return quote_expression(form, at, count=count, step=step, **holes)
