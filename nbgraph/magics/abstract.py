"""Evaluate abstract values in a call: `f(f32[3, 4], i32)` requests the graph of shapes and types, without data."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

DTYPES = {
    "bool_": "bool",
    **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"u{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
    "bf16": "bfloat16",
    "c64": "complex64",
    "c128": "complex128",
}
"""JAX's short names of types. `bool[3]` is understood too; a bare `bool` stays Python's."""

_EMPTY_SHAPE = re.compile(r"""("[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*')|\b(\w+)(\[\s*\])""")


def fill_empty_shapes(text: str) -> str:
    """Replace scalars as `f32[]` by what Python can parse, without moving a column; strings are left alone.

    >>> fill_empty_shapes("f(f32[], 'f32[]', bool[])")
    "f(f32  , 'f32[]', bool_ )"
    """

    def scalar(match: re.Match[str]) -> str:
        name = match[2]
        if match[1] or (name != "bool" and name not in DTYPES):
            return match[0]
        return ("bool_" if name == "bool" else name).ljust(len(match[0]))

    return _EMPTY_SHAPE.sub(scalar, text)


class AbstractValues(ast.NodeTransformer):
    """Replaces abstract values in an expression by names, and collects their values.

    A name the user has defined is the user's, whatever it looks like; so is one the expression itself binds.
    """

    def __init__(self, expression: ast.expr, namespace: Mapping[str, Any]) -> None:
        self.values: dict[str, Any] = {}  # placeholder (`jax.ShapeDtypeStruct`) by made-up name
        self._namespace = namespace
        self._bound = {name for node in ast.walk(expression) for name in _bound_name(node)}

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        dtype = "bool" if name == "bool" and not self._is_users(name) else self._dtype(name)
        if dtype is None:
            return self.generic_visit(node)
        names = {**_open_sizes(node.slice, self._namespace), **self._namespace}
        shape = eval(compile(ast.Expression(node.slice), "<shape>", "eval"), names)
        return self._placeholder(node, shape if isinstance(shape, tuple) else (shape,), dtype)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        dtype = self._dtype(node.id)
        return node if dtype is None else self._placeholder(node, (), dtype)

    def _dtype(self, name: str) -> str | None:
        return None if self._is_users(name) else DTYPES.get(name)

    def _is_users(self, name: str) -> bool:
        return name in self._namespace or name in self._bound

    def _placeholder(self, node: ast.expr, shape: tuple[Any, ...], dtype: str) -> ast.Name:
        import jax

        sizes = tuple(_size(size) for size in shape)
        name = f"_nbgraph_abstract_{len(self.values)}"
        self.values[name] = jax.ShapeDtypeStruct(sizes, dtype)
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _bound_name(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.arg):
        return (node.arg,)
    return (node.id,) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ()


def _open_sizes(shape: ast.expr, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return a symbolic size for each undefined single letter in a shape."""
    names = {node.id for node in ast.walk(shape) if isinstance(node, ast.Name) and len(node.id) == 1}
    return {name: _symbol(name) for name in names if name not in namespace}


@cache
def _symbol(name: str) -> Any:
    """Return the symbol for a letter, the same in all arguments of all calls."""
    import jax

    return jax.export.symbolic_shape(name, scope=_scope())[0]


@cache
def _scope() -> Any:
    import jax

    return jax.export.SymbolicScope()


def _size(size: Any) -> Any:
    if type(size) is not int and hasattr(size, "scope"):
        return size
    index = size.__index__() if hasattr(size, "__index__") else -1
    if index < 0:
        raise ValueError(f"a shape holds whole numbers of at least 0, not {size!r}")
    return int(index)
