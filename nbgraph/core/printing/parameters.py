"""The arguments of a program as its function names them: `x`, `xs[0]`, `d['k']`."""

from __future__ import annotations

import ast
from typing import Any

import jax

from nbgraph.core.printing.code import literal
from nbgraph.core.printing.program import Block, NoFormError
from nbgraph.core.printing.values import Value


def parameter_values(traced: Any, arguments: ast.arguments, block: Block) -> list[Value]:
    """The value of each parameter of a program.

    Args:
        traced: the program as JAX traced it.
        arguments: the parameters of the user's function.
        block: the program.
    """
    paths = jax.tree_util.tree_flatten_with_path(traced.args_info)[0]
    if len(paths) != len(block.parameters):
        raise NoFormError("an argument that no parameter stands for")
    found = []
    if {"jax", "jnp", "lax"}.intersection(each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)):
        raise NoFormError("a parameter that is called as a module of JAX's")
    for (path, _), parameter in zip(paths, block.parameters, strict=True):
        node = _argument(path[0].idx, path[1], arguments)
        for key in path[2:]:
            node = _part(node, key)
        names = frozenset((node.id,)) if isinstance(node, ast.Name) else frozenset[str]()
        weak = bool(getattr(parameter.aval, "weak_type", False))
        found.append(Value(node, parameter.aval, weak, names=names))
    return found


def _argument(which: int, key: Any, arguments: ast.arguments) -> ast.expr:
    """An argument by its position, or by its name."""
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    if which == 0:
        if key.idx < len(positional):
            return ast.Name(positional[key.idx], ast.Load())
        if arguments.vararg is None:
            raise NoFormError("an argument that no parameter stands for")
        return ast.Subscript(ast.Name(arguments.vararg.arg), ast.Constant(key.idx - len(positional)), ast.Load())
    if key.key in (*positional, *(a.arg for a in arguments.kwonlyargs)):
        return ast.Name(key.key, ast.Load())
    if arguments.kwarg is None:
        raise NoFormError("an argument that no parameter stands for")
    return ast.Subscript(ast.Name(arguments.kwarg.arg), ast.Constant(key.key), ast.Load())


def _part(node: ast.expr, key: Any) -> ast.expr:
    match key:
        case jax.tree_util.SequenceKey(idx=index):
            return ast.Subscript(node, ast.Constant(index), ast.Load())
        case jax.tree_util.DictKey(key=str() | int() | float() | bool() | tuple() as name):
            return ast.Subscript(node, literal(name), ast.Load())
        case jax.tree_util.GetAttrKey(name=name):
            return ast.Attribute(node, name, ast.Load())
    raise NoFormError("an argument of an unknown structure")
