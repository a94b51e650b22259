"""Checks that may fail at run time: noted by number where they stand, raised at the end as the user wrote them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.printing.classes import Classes
from nbgraph.core.printing.code import call, lambda_of, literal
from nbgraph.core.printing.elementwise import opposite
from nbgraph.core.printing.placeholders import Placeholder, formatted
from nbgraph.core.printing.program import NoFormError
from nbgraph.core.printing.values import Value
from nbgraph.core.staging.effects import Check

_RAISE = """
def raise_failed(failed, *errors):
    if isinstance(failed, jax.core.Tracer):
        jax.debug.callback(lambda failed: raise_failed(failed, *errors), failed)
    elif failed:
        raise errors[int(failed) - 1]
"""
_RAISE_UNLESS = """
def raise_unless(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_unless(condition, error), condition)
    elif not condition:
        raise error
"""
_RAISE_MADE = """
def raise_failed(failed, *errors):
    if isinstance(failed, jax.core.Tracer):
        jax.debug.callback(raise_failed, failed, *errors)
    elif failed:
        make, *values = errors[int(failed) - 1]
        raise make(*(jnp.asarray(value).item() for value in values))
"""


def raise_statement(
    failed: Value, checks: Sequence[Check], details: Sequence[Sequence[Value]], classes: Classes
) -> tuple[ast.stmt, ast.stmt]:
    """The definition of what raises the error of a failed check, and its call.

    Args:
        failed: the number of the check that failed, 0 for none.
        checks: all checks in order.
        details: the run-time values in the message of each.
        classes: takes the classes of the user's that are needed.
    """
    quotes = any(details)
    errors = [_error(check, values, classes, quotes=quotes) for check, values in zip(checks, details, strict=True)]
    if len(checks) == 1 and not quotes and (holds := _condition(failed)) is not None:
        return ast.parse(_RAISE_UNLESS).body[0], ast.Expr(call("raise_unless", [holds, *errors]))
    definition = ast.parse(_RAISE_MADE if quotes else _RAISE).body[0]
    return definition, ast.Expr(call("raise_failed", [failed.typed(), *errors]))


def _condition(failed: Value) -> ast.expr | None:
    """What must hold, where the number of the one check is 1 unless it does."""
    if failed.operation != "select_n":
        return None
    which, no, yes = failed.operands
    return opposite(which) if no.is_number(0) and yes.is_number(1) else None


def _error(check: Check, values: Sequence[Value], classes: Classes, *, quotes: bool) -> ast.expr:
    if check.grows:
        made: ast.expr = call("MemoryError", [literal("a list has no room for more items")])
    else:
        made = _exception(check, len(values), classes)
    if not quotes:
        return made
    parameters = [f"v{k}" for k in range(len(values))]
    return ast.Tuple([lambda_of(made, parameters), *(value.node for value in values)], ast.Load())


def _exception(check: Check, count: int, classes: Classes) -> Any:
    """An exception as it is written, with names for the run-time values in its message."""
    placeholders = [Placeholder(k) for k in range(count)]
    try:
        error = check.error(*placeholders)
    except Exception:  # it computes with the values
        raise NoFormError("an error that is made of run-time values") from None
    kind = type(error)
    if error.__cause__ is not None:
        raise NoFormError("an error that is raised from another one")
    if kind.__module__.startswith("nbgraph"):
        return call("RuntimeError", [formatted(getattr(error, "message", str(error)))])
    if vars(error):
        raise NoFormError("an error with attributes")
    if kind.__module__ != "builtins":
        classes.add(kind)
    return call(kind.__name__, [formatted(argument) for argument in error.args])
