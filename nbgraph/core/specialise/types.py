"""Types and casts as code."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.staging.values import LeafType


class SeveralTypesError(Exception):
    """Parts of one object are brought to different types."""


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


def cast_parts(value: ast.expr, template: Any, before: Sequence[LeafType], after: Sequence[LeafType]) -> ast.expr:
    """A value of any structure with its leaves in other dtypes.

    >>> import jax.numpy as jnp
    >>> from nbgraph.core.normalise.example import example, show
    >>> i, f = (LeafType((), jnp.dtype(name), False) for name in ("int32", "float32"))
    >>> show(cast_parts(example("(a, 2)"), (1, 2), [i, i], [f, i]), cast_parts(example("t"), (1, 2), [i, i], [f, i]))
    (jnp.asarray(a, jnp.float32), 2)
    jax.tree.map(jnp.asarray, t, (jnp.float32, jnp.int32))

    Args:
        value: the value as code.
        template: a value of its structure.
        before: the types of its leaves, in order.
        after: those that they are to have.
    """
    if not any(needs_cast(old, new) for old, new in zip(before, after, strict=True)):
        return value
    if len(before) > 1 and not isinstance(template, list | tuple | dict):
        return _cast_object(value, after)
    if not isinstance(template, list | tuple | dict):
        return cast_code(value, after[0])
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(template) == len(after):
        parts = zip(value.elts, before, after, strict=True)
        return replace(value, elts=[cast_code(part, new) if needs_cast(old, new) else part for part, old, new in parts])
    dtypes = structure_code(template, [dtype_code(kind, value) for kind in after], value)
    return quote_expression("jax.tree.map(jnp.asarray, value, dtypes)", value, value=value, dtypes=dtypes)


def _cast_object(value: ast.expr, after: Sequence[LeafType]) -> ast.expr:
    """An object of the user's with all that is in it in one dtype.

    Raises:
        SeveralTypesError: it would have several.
    """
    if len({kind.dtype for kind in after}) > 1:
        raise SeveralTypesError
    form = "jax.tree.map(lambda part: jnp.asarray(part, dtype), value)"
    return quote_expression(form, value, value=value, dtype=dtype_code(after[0], value))


def structure_code(template: Any, leaves: Sequence[ast.expr], at: ast.AST) -> ast.expr:
    """A tuple, list or dict of the structure of a template, with other leaves.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(structure_code(({"b": 1, "a": 2}, [3]), [example("x"), example("y"), example("z")], example("p")))
    ({'b': y, 'a': x}, [z])
    """
    rest = list(leaves)

    def build(part: Any) -> ast.expr:
        if type(part) in (list, tuple):
            items = [build(item) for item in part]
            made = ast.List(items, ast.Load()) if isinstance(part, list) else ast.Tuple(items, ast.Load())
            return ast.copy_location(made, at)
        if isinstance(part, dict):
            values = {key: build(part[key]) for key in sorted(part)}  # JAX's order
            keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(key), at) for key in part]
            return ast.copy_location(ast.Dict(keys, [values[key] for key in part]), at)
        return rest.pop(0)

    return build(template)


def dtype_code(kind: LeafType, at: ast.AST) -> ast.expr:
    """A leaf's dtype by its name in `jax.numpy`."""
    return quote_expression("jnp.bool_" if kind.dtype.kind == "b" else f"jnp.{kind.dtype.name}", at)


def needs_cast(before: LeafType, after: LeafType) -> bool:
    """Whether a leaf changes its dtype."""
    return before.dtype != after.dtype
