"""Find which handler of a `try` a `raise` reaches, where that is known before anything runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core.normalise.trees.rewriter import SCOPES
from nbgraph.core.records import dataclass
from nbgraph.core.source.environment import Environment

# Ways to ask for the exception that is being handled without naming it.
_ACTIVE = frozenset(("exc_info", "exception", "print_exc", "format_exc", "print_exception", "print_stack", "last_exc"))


class UndecidedError(Exception):
    """It is only known at run time what a `try` does with an exception."""


@dataclass(frozen=True)
class Raised:
    """A `raise`, or an `assert`, inside the body of a `try`."""

    statement: ast.Raise | ast.Assert  # the statement itself
    kind: type[BaseException]  # the exception's class
    handler: int  # the position of the handler that it reaches
    conditional: bool  # whether an `if`, a loop or a `match` decides about it


def caught_in(statement: ast.Try, environment: Environment) -> list[Raised]:
    """Return what is raised in the body of a `try` and caught by its own handlers, in source order.

    >>> from nbgraph.core.normalise.trees.example import example
    >>> code = "try:\\n if p: raise KeyError\\n raise TypeError\\nexcept IndexError: a\\nexcept LookupError: b"
    >>> known = {"KeyError": KeyError, "TypeError": TypeError, "IndexError": IndexError, "LookupError": LookupError}
    >>> [(each.kind.__name__, each.handler) for each in caught_in(example(code), Environment(known))]
    [('KeyError', 1)]
    """
    found: list[Raised] = []
    for raised, conditional, around in _raised(statement.body, False, ()):
        kind = AssertionError if isinstance(raised, ast.Assert) else kind_of(raised, environment)
        if any(isinstance(part, ast.Try) and _catcher(part, kind, environment) is not None for part in around):
            continue
        handler = _catcher(statement, kind, environment)
        if handler is None:
            continue
        if not all(isinstance(part, ast.Try) and not _leaves(part.finalbody) for part in around):
            raise UndecidedError  # `__exit__` receives the exception, and `finally` may suppress it
        found.append(Raised(raised, kind, handler, conditional or isinstance(raised, ast.Assert)))
    return found


def kind_of(statement: ast.Raise, environment: Environment) -> type[BaseException]:
    """Return the class of the exception that a `raise` makes; raise `UndecidedError` if it is not known."""
    made = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    cause = statement.cause
    known: Any = environment.resolve(made) if made is not None else None
    if not _is_exception(known) or not (cause is None or isinstance(cause, ast.Constant)):
        raise UndecidedError
    kind: type[BaseException] = known
    return kind


def is_plain(statement: ast.Raise | ast.Assert, kind: type[BaseException]) -> bool:
    """Return whether making the exception has no effect: constants only, and a class without code of its own."""
    if isinstance(statement, ast.Assert):
        return statement.msg is None or isinstance(statement.msg, ast.Constant)
    call = statement.exc
    arguments = call.args if isinstance(call, ast.Call) else []
    if isinstance(call, ast.Call) and call.keywords:
        return False
    values = [part.value for part in arguments if isinstance(part, ast.Constant)]
    own = (base for base in kind.__mro__ if base.__module__ != "builtins")
    if len(values) < len(arguments) or any(vars(base).keys() & {"__init__", "__new__"} for base in own):
        return False
    try:
        kind(*values)
    except Exception:
        return False
    return True


def is_movable(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler's body means the same where no exception is being handled."""
    for node in (node for statement in handler.body for node in ast.walk(statement)):
        if isinstance(node, ast.Raise) and node.exc is None:
            return False
        if (getattr(node, "attr", None) or getattr(node, "id", None)) in _ACTIVE:
            return False
    return True


def _raised(
    block: Sequence[ast.stmt], conditional: bool, around: tuple[ast.stmt, ...]
) -> Iterator[tuple[ast.Raise | ast.Assert, bool, tuple[ast.stmt, ...]]]:
    """Yield each `raise` and `assert` of a block, whether it is conditional, and what around it may catch it."""
    for statement in block:
        if isinstance(statement, ast.Raise | ast.Assert):
            yield statement, conditional, around
        elif isinstance(statement, ast.With | ast.AsyncWith | ast.TryStar):
            yield from _raised(statement.body, conditional, (*around, statement))
        elif isinstance(statement, ast.Try):
            yield from _raised(statement.body, conditional, (*around, statement))
            plain = ast.copy_location(ast.Try(statement.body, [], [], statement.finalbody), statement)
            for later in (statement.orelse, *(handler.body for handler in statement.handlers)):
                yield from _raised(later, conditional, (*around, plain))
            if _leaves(statement.finalbody):
                yield from _raised(statement.finalbody, conditional, (*around, plain))
        elif not isinstance(statement, SCOPES):
            for part in (statement, *getattr(statement, "cases", [])):
                for name in ("body", "orelse"):
                    yield from _raised(getattr(part, name, []), True, around)
        conditional = conditional or _leaves([statement], (ast.Return, ast.Break, ast.Continue))


_JUMPS = (ast.Return, ast.Break, ast.Continue, ast.Raise)


def _leaves(block: Sequence[ast.stmt], jumps: tuple[type[ast.stmt], ...] = _JUMPS) -> bool:
    return any(isinstance(node, jumps) for statement in block for node in ast.walk(statement))


def _catcher(statement: ast.Try, kind: type[BaseException], environment: Environment) -> int | None:
    for index, handler in enumerate(statement.handlers):
        if handler.type is None or issubclass(kind, _classes(handler.type, environment)):
            return index
    return None


def _classes(node: ast.expr, environment: Environment) -> tuple[type[BaseException], ...]:
    """Return the exceptions that a handler catches; raise `UndecidedError` if they are not known."""
    if isinstance(node, ast.Tuple):
        return tuple(each for part in node.elts for each in _classes(part, environment))
    known = environment.resolve(node)
    found = known if isinstance(known, tuple) else (known,)
    if not all(map(_is_exception, found)):
        raise UndecidedError
    return found


def _is_exception(known: object) -> bool:
    return isinstance(known, type) and type(known) is type and issubclass(known, BaseException)
