"""Types and casts as code."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.staging.list_contents import growing_of
from nbgraph.core.staging.lists import List
from nbgraph.core.staging.records import Record
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
    """A placeholder: a plain zero for Python's numbers, else an array of zeros, or a random key of any seed.

    >>> import jax.numpy as jnp
    >>> from nbgraph.core.normalise.example import example, show
    >>> show(zeros_code(LeafType((3,), jnp.dtype("float32"), False), example("x")))
    jnp.zeros((3,), jnp.float32)
    """
    if not kind.shape and (kind.weak or kind.dtype_kind == "b"):
        return ast.copy_location(ast.Constant({"b": False, "i": 0, "u": 0, "f": 0.0, "c": 0j}[kind.dtype_kind]), at)
    if kind.is_key and not kind.shape:
        return quote_expression(key_code(kind), at)
    if not kind.shape:
        return quote_expression("dtype(0)", at, dtype=dtype_code(kind, at))
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
        return _cast_object(value, template, before, after)
    if not isinstance(template, list | tuple | dict):
        return cast_code(value, after[0])
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(template) == len(after):
        parts = zip(value.elts, before, after, strict=True)
        return replace(value, elts=[cast_code(part, new) if needs_cast(old, new) else part for part, old, new in parts])
    dtypes = structure_code(template, [dtype_code(kind, value) for kind in after], value)
    return quote_expression("jax.tree.map(jnp.asarray, value, dtypes)", value, value=value, dtypes=dtypes)


def _cast_object(value: ast.expr, template: Any, before: Sequence[LeafType], after: Sequence[LeafType]) -> ast.expr:
    """An object of the user's with what is in it in other dtypes.

    Raises:
        SeveralTypesError: they are several, and the object cannot be written down.
    """
    if len({kind.dtype for kind in after}) > 1:
        if not isinstance(template, Record) or not isinstance(value, ast.Name):
            raise SeveralTypesError
        parts = zip(_leaves_code(value, template), before, after, strict=True)
        leaves = [_weak_cast(part, new) if needs_cast(old, new) else part for part, old, new in parts]
        return structure_code(template, leaves, value)
    form = "jax.tree.map(lambda part: jnp.asarray(part, dtype), value)"
    return quote_expression(form, value, value=value, dtype=dtype_code(after[0], value))


def _leaves_code(value: ast.expr, template: Any) -> list[ast.expr]:
    """The leaves of what a name stands for, each as code."""
    if isinstance(template, Record):
        named = zip(template.names, template.values, strict=True)
        owned = [(ast.copy_location(ast.Attribute(value, name, ast.Load()), value), part) for name, part in named]
        return [leaf for code, part in owned for leaf in _leaves_code(code, part)]
    if type(template) in (list, tuple):
        items = zip(items_of(value, len(template)), template, strict=True)
        return [leaf for code, part in items for leaf in _leaves_code(code, part)]
    return [value]


def items_of(value: ast.expr, count: int) -> list[ast.expr]:
    """Each item of a tuple or list.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(*items_of(example("t"), 2))
    t[0]
    t[1]
    """
    return [quote_expression(f"items[{index}]", value, items=value) for index in range(count)]


def _weak_cast(value: ast.expr, kind: LeafType) -> ast.expr:
    """A value in another dtype; a number of Python's stays one that takes on the dtype of others."""
    if kind.weak and kind.dtype_kind == "f":
        return quote_expression("value * 1.0", value, value=value)
    return cast_code(value, kind)


def structure_code(template: Any, leaves: Sequence[ast.expr], at: ast.AST) -> ast.expr:
    """A tuple, list, dict or object of the structure of a template, with other leaves.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(structure_code(({"b": 1, "a": 2}, [3]), [example("x"), example("y"), example("z")], example("p")))
    ({'b': y, 'a': x}, [z])
    """
    rest = list(leaves)

    def build(part: Any) -> ast.expr:
        if type(part) in (list, tuple) or (type(part) is List and growing_of(part) is None):
            items = [build(item) for item in part]
            made = ast.List(items, ast.Load()) if isinstance(part, list) else ast.Tuple(items, ast.Load())
            return ast.copy_location(made, at)
        if isinstance(part, dict):
            values = {key: build(part[key]) for key in sorted(part)}  # JAX's order
            keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(key), at) for key in part]
            return ast.copy_location(ast.Dict(keys, [values[key] for key in part]), at)
        if isinstance(part, Record):
            return _object_code(part, [build(value) for value in part.values], at)
        return rest.pop(0)

    return build(template)


def _object_code(record: Record, values: Sequence[ast.expr], at: ast.AST) -> ast.expr:
    """An object of a class that is known to JAX, with other values for its attributes."""
    cls = ast.copy_location(ast.Name(record.cls.__name__, ast.Load()), at)
    if dataclasses.is_dataclass(record.cls):
        named = zip(record.names, values, strict=True)
        return ast.copy_location(ast.Call(cls, [], [ast.keyword(name, value) for name, value in named]), at)
    parts = ast.copy_location(ast.Tuple(list(values), ast.Load()), at)
    return quote_expression("cls.tree_unflatten(None, parts)", at, cls=cls, parts=parts)


def dtype_code(kind: LeafType, at: ast.AST) -> ast.expr:
    """A leaf's dtype by its name in `jax.numpy`; that of a random key has none."""
    if kind.is_key:
        return quote_expression(f"{key_code(kind)}.dtype", at)
    return quote_expression("jnp.bool_" if kind.dtype_kind == "b" else f"jnp.{kind.dtype.name}", at)


def key_code(kind: LeafType) -> str:
    """Some random key of a type.

    >>> from nbgraph.core.staging.values import type_of
    >>> key_code(type_of(jax.random.key(7))), key_code(type_of(jax.random.key(7, impl="rbg")))
    ('jax.random.key(0)', "jax.random.key(0, impl='rbg')")
    """
    return of_implementation("jax.random.key(0)", kind.dtype)


def of_implementation(code: str, dtype: Any) -> str:
    """A call that makes a random key, with its implementation where it is not the default one."""
    name = jax.random.key_impl(jnp.zeros((), dtype))
    return code if jax.random.key(0).dtype == dtype else f"{code[:-1]}, impl={name!r})"


def needs_cast(before: LeafType, after: LeafType) -> bool:
    """Whether a leaf changes its dtype."""
    return before.dtype != after.dtype
