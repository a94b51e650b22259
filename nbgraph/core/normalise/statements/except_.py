"""Lower `except`: it must not catch nbgraph's refusals, and names keep the values from a block that was left."""

from __future__ import annotations

import ast
from collections.abc import Collection

from nbgraph.core.analysis.names import names
from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote

# The classes of refusals, and of the JAX errors that cause them. IndexError: JAX's about masks. NameError: ours for a
# name that only some paths bind. RecursionError: converted code is deeper.
_BROAD = frozenset(
    (
        *("Exception", "BaseException", "TypeError", "ValueError", "AttributeError", "LookupError", "IndexError"),
        *("NameError", "UnboundLocalError", "RecursionError", "RuntimeError"),
    )
)


_BLOCKS = (ast.If, ast.For, ast.While, ast.Match)


def lower_except(statement: ast.Try, given: Collection[str] = ()) -> ast.Try:
    """Return a `try` whose broad handlers let refusals pass, and whose handlers see what its blocks have bound.

    A block of statements becomes a function, which an exception leaves without a result.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(lower_except(example("try: f()\\nexcept Exception: a = 1")))
    try:
        f()
    except ng.refused():
        raise
    except Exception:
        a = 1
    >>> show(lower_except(example("try: f()\\nexcept KeyError: a = 1")))
    try:
        f()
    except KeyError:
        a = 1
    >>> show(lower_except(example("try:\\n for x in v: s = s + f(x)\\nexcept KeyError: a = 1")))
    try:
        for x in v:
            s = s + f(x)
    except KeyError:
        s = ng.at_raise('s')
        x = ng.at_raise('x')
        a = 1

    Args:
        statement: the `try`, its blocks lowered.
    """
    statement = _with_names(statement, sorted(_bound_in_blocks(statement.body) - {*given}))
    if not any(_is_broad(handler.type) for handler in statement.handlers):
        return statement
    (passing,) = quote("try: pass\nexcept ng.refused(): raise", statement.handlers[0])
    assert isinstance(passing, ast.Try)
    return replace(statement, handlers=[*passing.handlers, *statement.handlers])


def is_found_again(value: ast.expr) -> bool:
    """Return whether an expression reloads a name's value from when an exception left a block."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "at_raise"


def _bound_in_blocks(block: list[ast.stmt]) -> frozenset[str]:
    """Return the names that inner blocks of a block bind."""
    found: frozenset[str] = frozenset()
    for statement in block:
        if isinstance(statement, _BLOCKS):
            found |= names(statement).writes
        elif isinstance(statement, ast.With | ast.Try):
            parts = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
            parts += [handler.body for handler in getattr(statement, "handlers", [])]
            found = found.union(*map(_bound_in_blocks, parts))
    return found


def _with_names(statement: ast.Try, bound: list[str]) -> ast.Try:
    if not bound:
        return statement
    handlers = []
    for handler in statement.handlers:
        texts = [ast.copy_location(ast.Constant(name), handler) for name in bound]
        pairs = zip(bound, texts, strict=True)
        first = [
            new for name, text in pairs for new in quote("name = ng.at_raise(text)", handler, name=name, text=text)
        ]
        handlers.append(replace(handler, body=[*first, *handler.body]))
    return replace(statement, handlers=handlers)


def _is_broad(kind: ast.expr | None) -> bool:
    if kind is None:
        return True
    if isinstance(kind, ast.Tuple):
        return any(map(_is_broad, kind.elts))
    name = ast.unparse(kind).split(".")[-1]
    return name in _BROAD or name.isupper()
