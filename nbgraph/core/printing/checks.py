"""Checks that may fail at run time: noted by number where they stand, raised at the end as the user wrote them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.printing.classes import Classes
from nbgraph.core.printing.code import call, lambda_of, literal
from nbgraph.core.printing.elementwise import opposite
from nbgraph.core.printing.placeholders import Placeholder, formatted
from nbgraph.core.printing.program import NoFormError
from nbgraph.core.printing.strings import late_code
from nbgraph.core.printing.values import Value
from nbgraph.core.staging.effects import Check
from nbgraph.core.staging.late import LateError
from nbgraph.core.staging.undefined import UndefinedNameError

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
_RAISE_MADE_OF_FLOATS = _RAISE_MADE.replace(
    "jnp.asarray(value).item() for value in values",
    "float(str(value)) if value.dtype.kind == 'f' else value.item() for value in map(jnp.asarray, values)",
)  # a number of low precision has as few digits as say which it is


_UNBOUND = "cannot access local variable '{}' where it is not associated with a value"  # as Python says it


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
    has_floats = any(np.dtype(value.dtype).kind == "f" for values in details for value in values)
    made = _RAISE_MADE_OF_FLOATS if has_floats else _RAISE_MADE if quotes else _RAISE
    definition = ast.parse(made).body[0]
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
    names = [f"v{k}" for k in range(count)]
    if isinstance(check.error, LateError):
        return _late(check.error, names, classes)
    error = _made(check, count)
    kind = type(error)
    if error.__cause__ is not None:
        raise NoFormError("an error that is raised from another one")
    if isinstance(error, UndefinedNameError) and error.variable:
        return call("UnboundLocalError", [literal(_UNBOUND.format(error.variable))])
    if kind.__module__.startswith("nbgraph"):
        return call(_builtin(kind), [formatted(getattr(error, "message", str(error)))])
    if vars(error):
        raise NoFormError("an error with attributes")
    classes.add(kind)
    return call(kind.__name__, [formatted(argument) for argument in error.args])


def _made(check: Check, count: int) -> BaseException:
    try:
        return check.error(*map(Placeholder, range(count)))
    except Exception:  # it computes with the values
        raise NoFormError("an error that is made of run-time values") from None


def _late(error: LateError, names: Sequence[str], classes: Classes) -> Any:
    """An exception of the user's that waits for run-time values."""
    if error.hides_context and error.chained[0] is not None:
        raise NoFormError("an error that is raised from another one")
    if error.kind.__module__.startswith("nbgraph"):
        raise NoFormError("an error of the converter's with run-time values")
    arguments, attributes = late_code(error.parts, [ast.Name(name, ast.Load()) for name in names])
    if attributes or not all(isinstance(each, ast.expr) for each in arguments):
        raise NoFormError("an error with attributes")
    classes.add(error.kind)
    return call(error.kind.__name__, arguments)


def _builtin(kind: type[BaseException]) -> str:
    """The class of Python's that an error of the converter's is, too."""
    own = (each.__name__ for each in kind.__mro__ if each.__module__ == "builtins")
    name = next(own, "Exception")
    return name if name not in ("Exception", "BaseException") else "RuntimeError"
