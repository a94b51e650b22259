"""`--sweep n=1:1000`: what to sweep over, with values from the user's namespace."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.timing.sizes import Over, parse_over
from nbgraph.magics.evaluate import BoundCall, arguments_of
from nbgraph.magics.line import MagicLine

_REMEDY = "`--sweep n=1:1000`, `--sweep n=10,100,1000` or `--sweep len(x)=10:10000`"


def sweep_of(given: tuple[str, int], line: MagicLine, namespace: dict[str, Any], calls: Sequence[BoundCall]) -> Over:
    """What `--sweep` asks for.

    Args:
        given: the option's text and the column it starts at.
        namespace: where names in the sizes are looked up.
        calls: the calls of the line, of which at least one must have the argument.

    Raises:
        CallError: the text cannot be understood, or no call has the argument; located in the line.
    """
    text, column = given
    end = column + len(text)

    def evaluate(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<sweep>", "eval"), dict(namespace))

    try:
        over = parse_over(text, evaluate)
    except Exception as error:  # whatever the sizes' expressions raise
        raise line.error(f"the sweep `{text}` cannot be understood: {error}", column, end, _REMEDY) from error
    if not any(call.is_call for call in calls):
        raise line.error("`--sweep` needs a call", column, end, f"`%%autograph --sweep {text} f(27)`")
    if not any(over.name in arguments_of(call) for call in calls):
        known = dict.fromkeys(name for call in calls for name in arguments_of(call))
        remedy = f"`--sweep` with one of {', '.join(known)}" if known else "leave `--sweep` out"
        raise line.error(f"no call has an argument `{over.name}`", column, end, remedy)
    return over
