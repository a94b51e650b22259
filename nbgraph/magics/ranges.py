"""The values that options of the magic's line name: `--live a=1:1000` and `--sweep n=1:1000`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nbgraph.magics.evaluate import BoundCall, arguments_of
from nbgraph.magics.line import MagicLine

if TYPE_CHECKING:
    from nbgraph.core.timing.sizes import Over


def parse_control(text: str, column: int, line: MagicLine, namespace: dict[str, Any]) -> tuple[str, Any]:
    """An argument's name and its range `(from, to)` or `(from, to, step)`, or the choices given; None without any.

    >>> parse_control("a=1:n", 0, MagicLine("--live a=1:n"), {"n": 1000})
    ('a', (1, 1000))
    >>> parse_control("mode=['up', 'down']", 0, MagicLine(""), {})
    ('mode', ['up', 'down'])
    >>> parse_control("a", 0, MagicLine("--live a"), {})
    ('a', None)

    Raises:
        CallError: the text is no such thing; located in the magic's line.
    """
    name, equals, value = text.partition("=")
    if not equals and name.isidentifier():
        return name, None
    try:
        node = ast.parse(f"_[{value}]", mode="eval").body
        if not name.isidentifier() or not isinstance(node, ast.Subscript):
            raise ValueError("a control needs a name and a range")
        return name, _control(node.slice, namespace)
    except Exception as error:
        message = f"the control `{text}` cannot be understood: {error}"
        raise line.error(message, column, column + len(text), "`--live a=1:1000` or `--live x=0.0:1.0:0.1`") from error


def _control(node: ast.expr, namespace: dict[str, Any]) -> Any:
    if not isinstance(node, ast.Slice):
        return _value(node, namespace)
    if node.lower is None or node.upper is None:
        raise ValueError("a range needs both ends")
    parts = [node.lower, node.upper] + ([node.step] if node.step else [])
    return tuple(_value(part, namespace) for part in parts)


def _value(node: ast.expr, namespace: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "<option>", "eval"), dict(namespace))


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
    from nbgraph.core.timing.sizes import parse_over  # cells without a sweep do without it

    text, column = given
    end = column + len(text)
    try:
        over = parse_over(text, lambda node: _value(node, namespace))
    except Exception as error:  # whatever the sizes' expressions raise
        raise line.error(f"the sweep `{text}` cannot be understood: {error}", column, end, _REMEDY) from error
    if not any(call.is_call for call in calls):
        raise line.error("`--sweep` needs a call", column, end, f"`%%autograph --sweep {text} f(27)`")
    if not any(over.name in arguments_of(call) for call in calls):
        known = dict.fromkeys(name for call in calls for name in arguments_of(call))
        remedy = f"`--sweep` with one of {', '.join(known)}" if known else "leave `--sweep` out"
        raise line.error(f"no call has an argument `{over.name}`", column, end, remedy)
    return over
