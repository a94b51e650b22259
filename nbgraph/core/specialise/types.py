"""Types and casts as code."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.staging.values import LeafType


def cast_code(value: ast.expr, kind: LeafType) -> ast.expr:
    """A value in another dtype.

    >>> import jax.numpy as jnp
    >>> from nbgraph.core.normalise.example import example, show
    >>> show(cast_code(example("x"), LeafType((), jnp.dtype("float32"), False)))
    jnp.asarray(x, jnp.float32)
    """
    return quote_expression("jnp.asarray(value, dtype)", value, value=value, dtype=dtype_code(kind, value))


def zeros_code(kind: LeafType, at: ast.AST) -> ast.expr:
    """A placeholder: a plain zero for Python's numbers, else an array of zeros.

    >>> import jax.numpy as jnp
    >>> from nbgraph.core.normalise.example import example, show
    >>> show(zeros_code(LeafType((3,), jnp.dtype("float32"), False), example("x")))
    jnp.zeros((3,), jnp.float32)
    """
    if not kind.shape and (kind.weak or kind.dtype.kind == "b"):
        return ast.copy_location(ast.Constant({"b": False, "i": 0, "u": 0, "f": 0.0, "c": 0j}[kind.dtype.kind]), at)
    shape = quote_expression(repr(kind.shape), at)
    return quote_expression("jnp.zeros(shape, dtype)", at, shape=shape, dtype=dtype_code(kind, at))


def dtype_code(kind: LeafType, at: ast.AST) -> ast.expr:
    """A leaf's dtype by its name in `jax.numpy`."""
    return quote_expression("jnp.bool_" if kind.dtype.kind == "b" else f"jnp.{kind.dtype.name}", at)


def needs_cast(before: LeafType, after: LeafType) -> bool:
    """Whether a leaf changes its dtype."""
    return before.dtype != after.dtype
