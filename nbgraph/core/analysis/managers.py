"""Find which exceptions a context manager swallows, by the code of its class or generator."""

from __future__ import annotations

import ast
import contextlib
import inspect
import types
from collections.abc import Iterator

from nbgraph.core.errors import SourceError
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_user_function


def swallowed(manager: ast.expr, function: ast.AST, around: Environment) -> list[ast.expr | None]:
    """Return the exceptions that the context manager of a `with` swallows; None in the list stands for any.

    Args:
        around: the names that the function sees.
    """
    known = around.resolve(manager.func) if isinstance(manager, ast.Call) else type(around.resolve(manager))
    if isinstance(known, type):
        if issubclass(known, contextlib.suppress):
            return list(manager.args) if isinstance(manager, ast.Call) else [None]
        known = getattr(known, "__exit__", None)
    known = inspect.unwrap(known) if callable(known) else known  # the function under `@contextlib.contextmanager`
    if isinstance(known, types.FunctionType):
        try:
            definition = parse_function(known).node
        except SourceError:
            return [None] if is_user_function(known) else []
        return list(swallowed_in(definition)) if isinstance(definition, ast.FunctionDef) else []
    return swallowed_by(manager, function)


def swallowed_by(manager: ast.expr, definitions: ast.AST) -> list[ast.expr | None]:
    """Return the exceptions that do not leave a `with` block; None in the list stands for any.

    >>> code = ast.parse('''
    ... class Quiet:
    ...     def __exit__(self, kind, value, trace): return kind is KeyError
    ... class Timed:
    ...     def __exit__(self, *error): self.end()
    ... ''')
    >>> [swallowed_by(ast.parse(text, mode="eval").body, code) for text in ("Quiet()", "Timed()", "open(name)")]
    [[None], [], []]
    """
    if not isinstance(manager, ast.Call):
        return []
    called = manager.func.attr if isinstance(manager.func, ast.Attribute) else getattr(manager.func, "id", "")
    if called == "suppress":
        return list(manager.args)
    for node in syntax.walk(definitions):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == called:
            return list(swallowed_in(node))
    return []


def swallowed_in(definition: ast.ClassDef | ast.FunctionDef) -> Iterator[ast.expr | None]:
    """Yield what a class with `__exit__`, an `__exit__` itself or a generator under `contextmanager` swallows."""
    if isinstance(definition, ast.ClassDef):
        for method in definition.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__exit__":
                yield from swallowed_in(method)
        return
    for node in syntax.walk(definition):
        if definition.name == "__exit__" and isinstance(node, ast.Return) and not _is_false(node.value):
            yield None
        if isinstance(node, ast.Try) and any(isinstance(part, ast.Yield) for s in node.body for part in syntax.walk(s)):
            yield from (handler.type for handler in node.handlers)


def leaves_by_jump(final: list[ast.stmt]) -> bool:
    """Return whether a `finally` may end in a jump of its own, which drops the exception.

    >>> [leaves_by_jump(ast.parse(text).body) for text in ("return 1", "while p: break", "while p: return", "f()")]
    [True, False, True, False]
    """
    pending: list[tuple[ast.AST, bool]] = [(statement, False) for statement in final]
    while pending:
        node, in_loop = pending.pop()
        if isinstance(node, ast.Return) or (isinstance(node, ast.Break | ast.Continue) and not in_loop):
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            continue
        if isinstance(node, ast.For | ast.While):
            pending += [(each, in_loop) for each in node.orelse]
            pending += [(each, True) for each in node.body]
        else:
            pending += [(each, in_loop) for each in syntax.children(node)]
    return False


def _is_false(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and not value.value)
