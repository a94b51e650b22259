"""`--live a=1:1000`: controls for a call's arguments."""

from __future__ import annotations

import ast
from typing import Any

from nbgraph.magics.line import MagicLine


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
    return eval(compile(ast.Expression(node), "<control>", "eval"), dict(namespace))
