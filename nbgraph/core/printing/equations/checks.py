"""Print checks that may fail at run time: a check is noted by number where it stands, and raised at the end."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.printing.equations.elementwise import opposite
from nbgraph.core.printing.equations.prints import Placeholder, formatted
from nbgraph.core.printing.equations.results import Results
from nbgraph.core.printing.equations.strings import deferred_code
from nbgraph.core.printing.ir.program import NoFormError
from nbgraph.core.printing.text.code import call, lambda_of, literal
from nbgraph.core.printing.text.module import Classes
from nbgraph.core.printing.text.values import Value
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.effects import Check
from nbgraph.core.staging.enumerated import DeferredError
from nbgraph.core.staging.values import UndefinedNameError

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


_WITH = """
def with_attributes(kind, arguments, attributes):
    error = BaseException.__new__(kind, *arguments)
    vars(error).update(attributes)
    return error
"""
_CAUSED = """
def caused_by(error, cause):
    error.__cause__ = cause
    return error
"""
_UNBOUND = "cannot access local variable '{}' where it is not associated with a value"  # Python's message


@dataclass
class _Writing:
    """What the errors of checks need before them: definitions and classes."""

    classes: Classes  # collects the user's classes
    functions: dict[str, ast.stmt] = field(default_factory=dict)  # definitions, by name

    def define(self, text: str) -> None:
        (node,) = ast.parse(text).body
        assert isinstance(node, ast.FunctionDef)
        self.functions[node.name] = node


def raise_statement(
    failed: Value, checks: Sequence[Check], details: Sequence[Sequence[Value]], classes: Classes
) -> tuple[dict[str, ast.stmt], ast.stmt]:
    """Return the definitions that raise the error of a failed check, by name, and the statement that calls them.

    Args:
        failed: the number of the check that failed, 0 for none.
        details: the run-time values in the message of each.
        classes: takes the classes of the user's that are needed.
    """
    quotes, writing = any(details), _Writing(classes)
    errors = [_error(check, values, writing, quotes=quotes) for check, values in zip(checks, details, strict=True)]
    if len(checks) == 1 and not quotes and (holds := _condition(failed)) is not None:
        writing.define(_RAISE_UNLESS)
        return writing.functions, ast.Expr(call("raise_unless", [holds, *errors]))
    has_floats = any(np.dtype(value.dtype).kind == "f" for values in details for value in values)
    made = _RAISE_MADE_OF_FLOATS if has_floats else _RAISE_MADE if quotes else _RAISE
    writing.define(made)
    return writing.functions, ast.Expr(call("raise_failed", [failed.typed(), *errors]))


def _condition(failed: Value) -> ast.expr | None:
    """Return the condition whose failure sets the number of the one check to 1; None for another expression."""
    if failed.operation != "select_n":
        return None
    which, no, yes = failed.operands
    if no.is_number(1) and yes.is_number(0):
        return which.node
    return opposite(which) if no.is_number(0) and yes.is_number(1) else None


def _error(check: Check, values: Sequence[Value], writing: _Writing, *, quotes: bool) -> ast.expr:
    if check.grows:
        made: ast.expr = call("MemoryError", [literal("a list has no room for more items")])
    elif isinstance(check.error, DeferredError) and len(values) < _count_of(check.error):
        return literal(None)  # never raised, so that the program need not keep the values of its message
    else:
        made = _exception(check, len(values), writing)
    if not quotes:
        return made
    parameters = [f"v{k}" for k in range(len(values))]
    return ast.Tuple([lambda_of(made, parameters), *(value.node for value in values)], ast.Load())


def _exception(check: Check, count: int, writing: _Writing) -> Any:
    """Return the code that makes a check's exception, with names for the run-time values in its message."""
    names = [f"v{k}" for k in range(count)]
    if isinstance(check.error, DeferredError):
        return _deferred(check.error, names, writing)
    error = _made(check, count)
    kind = type(error)
    if isinstance(error, UndefinedNameError) and error.variable:
        return call("UnboundLocalError", [literal(_UNBOUND.format(error.variable))])
    if kind.__module__.startswith("nbgraph"):
        return call(_builtin(kind), [formatted(getattr(error, "message", str(error)))])
    return _of_users(error, writing)


def _of_users(error: BaseException, writing: _Writing) -> Any:
    """Return the code of a user's exception, from its arguments and attributes."""
    writing.classes.add(type(error))
    attributes = ast.Dict([literal(name) for name in vars(error)], [formatted(each) for each in vars(error).values()])
    made = _made_of(type(error), [formatted(argument) for argument in error.args], attributes, writing)
    if error.__cause__ is None:
        return made
    writing.define(_CAUSED)
    return call("caused_by", [made, _of_users(error.__cause__, writing)])


def _made(check: Check, count: int) -> BaseException:
    try:
        return check.error(*map(Placeholder, range(count)))
    except Exception:  # its message is computed from the values
        raise NoFormError("an error that is made of run-time values") from None


def _count_of(error: DeferredError) -> int:
    """Count the run-time values that an error needs, without those of its cause."""
    return sum(max(each, 0) for each in error.parts.counts)


def _deferred(error: DeferredError, names: Sequence[str], writing: _Writing) -> Any:
    """Return the code of a user's exception that needs run-time values."""
    if error.kind.__module__.startswith("nbgraph"):
        raise NoFormError("an error of the converter's with run-time values")
    count = _count_of(error)
    results = Results(classes=writing.classes)
    values = [ast.Name(name, ast.Load()) for name in names[:count]]
    arguments, attributes = deferred_code(error.parts, values)
    writing.classes.add(error.kind)
    made = _made_of(error.kind, [*map(results.node, arguments)], results.node(attributes), writing)
    if error.chained[0] is None:
        return made
    writing.define(_CAUSED)
    return call("caused_by", [made, _deferred(error.chained[0], names[count:], writing)])


def _made_of(kind: type[BaseException], arguments: list[ast.expr], attributes: ast.expr, writing: _Writing) -> Any:
    """Return the code of an exception with these arguments and attributes; bypass a constructor of its own."""
    has_own = any("__init__" in vars(each) or "__new__" in vars(each) for each in kind.__mro__ if _is_users(each))
    if not has_own and not ast.unparse(attributes).strip("{}"):
        return call(kind.__name__, arguments)
    writing.define(_WITH)
    return call("with_attributes", [ast.Name(kind.__name__, ast.Load()), ast.Tuple(arguments, ast.Load()), attributes])


def _is_users(kind: type) -> bool:
    return kind.__module__ != "builtins"


def _builtin(kind: type[BaseException]) -> str:
    own = (each.__name__ for each in kind.__mro__ if each.__module__ == "builtins")
    name = next(own, "Exception")
    return name if name not in ("Exception", "BaseException") else "RuntimeError"
