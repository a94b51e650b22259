"""Derive ranges of integers from conditions: `i` is in range inside `if 0 <= i < n:` and behind `0 <= i < n and`.

The operations that made a condition show what it compares; facts noted to follow from it are used, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.implications import Claim, is_flag
from nbgraph.core.staging.trace.integer_steps import WIDE, Counted, number_of, steps
from nbgraph.core.staging.values.values import is_traced

_NO_BOUND = -(1 << 62)
_OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}
_TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}


def assumed() -> Iterator[Counted]:
    """Yield the facts on integers that follow from the conditions that hold here."""
    yield from followed(context.here().assumed)


def followed(claims: Iterable[Claim]) -> Iterator[Counted]:
    """Yield the facts on integers that follow from some truth values."""
    follows = context.here().follows or {}
    pending, seen = list(claims), set()
    while pending:
        value, truth = pending.pop()
        if isinstance(value, Counted):
            yield value
        elif is_flag(value) and (id(value), truth) not in seen:
            seen.add((id(value), truth))
            pending += follows.get((id(value), truth), ())
            pending += _parts(value, truth)
            yield from _compared(*_jax.made_by(_jax.at_home(value)), truth)


def _parts(value: Any, truth: bool) -> list[Claim]:
    name, operands = _jax.made_by(_jax.at_home(value))
    if name == ("and" if truth else "or"):
        return [(operand, truth) for operand in operands]
    return [(operands[0], not truth)] if name == "not" else []


def _compared(name: str, operands: Any, truth: bool) -> Iterator[Counted]:
    if name in _TURNED:
        name, (left, right) = name if truth else _OPPOSITE[name], operands
        yield from _bounded(left, name, right)
        yield from _bounded(right, _TURNED[name], left)


def _bounded(value: Any, name: str, other: Any) -> Iterator[Counted]:
    """Yield the bounds that a comparison gives to the integer from which its first operand is computed."""
    if not (is_traced(value) and value.dtype in WIDE):
        return
    *_, (value, more) = steps(value, exact=True)
    number = number_of(other)
    bound = number if number is not None else other
    if name in ("lt", "le", "eq") and (number is not None or other.dtype in WIDE):
        yield Counted(value, _NO_BOUND, bound, (name != "lt") - more)
    if name in ("gt", "ge", "eq") and number is not None:
        yield Counted(value, number + (name == "gt") - more, None)


def tells_of_integers(loop: ast.AST | None) -> bool:
    """Whether the test of a `while` may bound integers and can be evaluated twice without harm.

    >>> [tells_of_integers(ast.parse(f"while {test}: pass").body[0]) for test in ("i < len(a)", "queue", "step()")]
    [True, True, False]
    """
    nodes = list(ast.walk(loop.test)) if isinstance(loop, ast.While) else []
    return bool(nodes) and not isinstance(nodes[0], ast.Constant) and all(map(_is_asked_alike, nodes))


def _is_asked_alike(node: ast.AST) -> bool:
    return isinstance(node, _ASKED) or (isinstance(node, ast.Call) and ast.unparse(node.func) == "len")


_ASKED = (
    *(ast.BoolOp, ast.UnaryOp, ast.Compare, ast.BinOp, ast.Name, ast.Constant, ast.Subscript),
    *(ast.boolop, ast.unaryop, ast.cmpop, ast.operator, ast.expr_context),
)
