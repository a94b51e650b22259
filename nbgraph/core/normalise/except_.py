"""`except`: a refusal of nbgraph's is not the user's to catch, however broad the handler."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote

# What refusals are, or JAX's errors behind them. IndexError: JAX's error about masks is one. NameError: ours about a
# name that some paths bind.
_BROAD = frozenset(
    (
        *("Exception", "BaseException", "TypeError", "ValueError", "AttributeError", "LookupError", "IndexError"),
        *("NameError", "UnboundLocalError"),
    )
)


def lower_except(statement: ast.Try) -> ast.Try:
    """A `try` whose broad handlers let refusals pass.

    >>> from nbgraph.core.normalise.example import example, show
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
    """
    if not any(_is_broad(handler.type) for handler in statement.handlers):
        return statement
    (passing,) = quote("try: pass\nexcept ng.refused(): raise", statement.handlers[0])
    assert isinstance(passing, ast.Try)
    return replace(statement, handlers=[*passing.handlers, *statement.handlers])


def is_passing(handler: ast.ExceptHandler) -> bool:
    """Whether a handler is one that lets refusals pass."""
    return handler.type is not None and ast.unparse(handler.type).endswith(".refused()")


def _is_broad(kind: ast.expr | None) -> bool:
    if kind is None:
        return True
    if isinstance(kind, ast.Tuple):
        return any(map(_is_broad, kind.elts))
    name = ast.unparse(kind).split(".")[-1]
    return name in _BROAD or name.isupper()
