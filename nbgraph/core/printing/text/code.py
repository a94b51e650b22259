"""Build Python code: expressions from templates, numbers as literals, names in code."""

from __future__ import annotations

import ast
import functools
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.ir.program import NoFormError

_DEFAULT = {"b": "bool", "i": "int32", "f": "float32", "c": "complex64"}  # what JAX makes of Python's own numbers


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def table(text: str) -> dict[str, str]:
    """Return a dict from words, each key followed by its value.

    >>> table("add +  mul *")
    {'add': '+', 'mul': '*'}
    """
    each = text.split()
    return dict(zip(each[::2], each[1::2], strict=True))


@functools.lru_cache(maxsize=1024)
def _parsed(template: str) -> ast.expr:
    return ast.parse(template, mode="eval").body


class _Filler(ast.NodeTransformer):
    def __init__(self, parts: Sequence[ast.expr]) -> None:
        self.parts = parts

    def generic_visit(self, node: ast.AST) -> Any:
        fields: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                fields[name] = [self.visit(item) if isinstance(item, ast.AST) else item for item in value]
            else:
                fields[name] = self.visit(value) if isinstance(value, ast.AST) else value
        return type(node)(**fields)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id.startswith("_") and node.id.endswith("_") and node.id[1:-1].isdigit():
            return self.parts[int(node.id[1:-1])]
        return ast.Name(node.id, node.ctx)


def expression(template: str, *parts: ast.expr) -> Any:
    """Return a copy of an expression with `_0_`, `_1_`, ... replaced.

    >>> ast.unparse(expression("jnp.where(_0_, _1_, 0)", ast.Name("test"), ast.Name("x")))
    'jnp.where(test, x, 0)'
    """
    return _Filler(parts).visit(_parsed(template))


def call(function: str, arguments: Iterable[ast.expr], **keywords: ast.expr) -> Any:
    return ast.Call(expression(function), list(arguments), [ast.keyword(k, v) for k, v in keywords.items()])


def several(nodes: Sequence[ast.expr]) -> ast.expr:
    """Return values as one expression: None, the value itself, or a tuple."""
    if not nodes:
        return ast.Constant(None)
    return nodes[0] if len(nodes) == 1 else ast.Tuple(list(nodes), ast.Load())


def literal(value: Any) -> ast.expr:
    """Return a literal for numbers, strings, None and tuples; raise `NoFormError` if it is too long to read."""
    try:
        text = repr(value)
    except ValueError as error:  # an integer of more digits than Python writes
        raise NoFormError("a number that Python does not write") from error
    if len(text) > _LONGEST:
        raise NoFormError(f"a value of {len(text):,} characters")
    return ast.parse(text, mode="eval").body


_LONGEST = 100_000  # characters of a value


def lambda_of(value: ast.expr, parameters: Sequence[str] = ()) -> ast.Lambda:
    return ast.Lambda(arguments_of(parameters), value)


def arguments_of(parameters: Sequence[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])


def function_of(name: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    (node,) = ast.parse("def _(): pass").body  # with all fields that this Python knows
    assert isinstance(node, ast.FunctionDef)
    made = ast.FunctionDef(**dict(ast.iter_fields(node)))
    made.name, made.args, made.body = name, arguments_of(parameters), body
    return made


def assign(targets: Sequence[str], value: ast.expr) -> ast.Assign:
    """Return `name = value`, or an assignment to a tuple of names."""
    nodes: list[ast.expr] = [ast.Name(name, ast.Store()) for name in targets]
    return ast.Assign([nodes[0] if len(nodes) == 1 else ast.Tuple(nodes, ast.Store())], value)


def subscript(node: ast.expr, parts: Sequence[ast.expr]) -> ast.Subscript:
    """Return `v[i, :]` without whole axes at the end."""
    parts = list(parts)
    while len(parts) > 1 and _is_whole(parts[-1]):
        parts.pop()
    index = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
    return ast.Subscript(node, index, ast.Load())


def _is_whole(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None


def slice_of(start: int, stop: int, step: int, size: int) -> ast.Slice:
    """Return `start:stop:step` for an axis, without defaults."""
    low = ast.Constant(start) if start else None
    high = ast.Constant(stop) if stop < size else None
    return ast.Slice(low, high, ast.Constant(step) if step != 1 else None)


def linear(start: int, terms: Sequence[tuple[int, ast.expr]]) -> Any:
    """Return a sum of multiples and a number.

    >>> ast.unparse(linear(3, [(-1, ast.Name("i")), (2, ast.Name("j"))]))
    '2 * j - i + 3'
    >>> ast.unparse(linear(-1, [(1, ast.Name("i"))]))
    'i - 1'
    """
    terms = sorted(terms, key=lambda term: term[0] < 0)
    first, rest = (ast.Constant(start), terms) if not terms or terms[0][0] < 0 else (_multiple(*terms[0]), terms[1:])
    made: ast.expr = first
    for factor, node in rest:
        made = expression(f"_0_ {'+' if factor > 0 else '-'} _1_", made, _multiple(abs(factor), node))
    if start and not isinstance(first, ast.Constant):
        made = expression(f"_0_ {'+' if start > 0 else '-'} {abs(start)}", made)
    return made


def _multiple(factor: int, node: ast.expr) -> Any:
    return node if factor == 1 else expression(f"{factor} * _0_", node)


def names_in(*nodes: ast.AST) -> set[str]:
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


def text_of(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node))


def width(node: ast.AST) -> int:
    """Return how many characters an expression takes, without the numbers of its symbols."""
    return len(re.sub(r"%\d+", "", text_of(node)))


def dtype_name(dtype: Any) -> str:
    """Return the name of a dtype in `jax.numpy`; raise `NoFormError` for random keys."""
    if is_key_type(dtype):
        raise NoFormError("a random key as a number")
    return "bool_" if dtype == np.bool_ else np.dtype(dtype).name


def is_default(dtype: Any) -> bool:
    """Return whether JAX gives a Python number this dtype."""
    return not is_key_type(dtype) and np.dtype(dtype).name == _DEFAULT.get(np.dtype(dtype).kind)


def scalar(value: Any) -> Any:
    """Return a number as a literal; a float32 with its significant digits only."""
    array = np.asarray(value)
    if array.dtype.kind == "b":
        return ast.Constant(bool(array))
    if array.dtype.kind == "c":
        return literal(complex(array))
    if array.dtype.kind in "iu":
        number: int | float = int(array)
        return ast.UnaryOp(ast.USub(), ast.Constant(-number)) if number < 0 else ast.Constant(number)
    number = float(array) if array.dtype == np.float64 else float(str(array))
    if math.isnan(number):
        return expression("jnp.nan")
    if math.isinf(number):
        return expression("jnp.inf" if number > 0 else "-jnp.inf")
    negative = math.copysign(1.0, number) < 0
    return ast.UnaryOp(ast.USub(), ast.Constant(-number)) if negative else ast.Constant(number)


def array_code(array: Any) -> ast.expr:
    """Return the code that makes an array from its items, floats with their significant digits only.

    >>> ast.unparse(array_code(np.array([0.1, -np.inf], np.float32)))
    'jnp.array([0.1, -jnp.inf], jnp.float32)'
    """
    items = array
    if array.dtype.kind == "f" and array.size:
        items = np.array([float(str(item)) for item in array.ravel()]).reshape(array.shape)
    text = f"jnp.array({items.tolist()!r}, jnp.{dtype_name(array.dtype)})"
    return ast.parse(re.sub(r"\b(nan|inf)\b", r"jnp.\1", text), mode="eval").body


def cast(node: ast.expr, aval: Any) -> Any:
    """Return a conversion to a dtype; for a scalar one that also accepts Python numbers."""
    name = dtype_name(aval.dtype)
    return expression(f"jnp.{name}(_0_)", node) if not aval.shape else expression(f"_0_.astype(jnp.{name})", node)
