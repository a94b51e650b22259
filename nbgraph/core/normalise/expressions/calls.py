"""Convert calls: `ng.call` converts user functions when they are called, and gives builtins array arguments."""

from __future__ import annotations

import ast
import types
from typing import Any

from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.source.environment import UNKNOWN, Environment
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import OF_NUMBERS, builtins_that, is_left_to_python

_ARRAY_LIBRARIES = ("jax.numpy", "jax._src.numpy")
_TREES = ("jax._src.tree", "jax.tree_util")  # their argument may be a dict whose key order depends on the path


def convert_call(node: ast.Call, environment: Environment) -> ast.expr:
    """Return a call through `ng.call`, which converts the callee, unless the callee needs no conversion.

    >>> import jax.numpy as jnp
    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> environment = Environment({"jnp": jnp, "len": len, "repr": repr, "int": int})
    >>> for code in ("f(x, key=y)", "len(x)", "repr(x)", "jnp.abs(x)", "n.bit_count()"):
    ...     show(convert_call(example(code), environment))
    ng.call(f, x, key=y)
    ng.call(len, x)
    ng.call(repr, x)
    jnp.abs(x)
    ng.call(int.bit_count, n)
    """
    is_super = isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args
    if is_super and environment.first_parameter:  # `super` reads its arguments from the frame, and a block has another
        holes = {"first": ast.copy_location(ast.Name(environment.first_parameter, ast.Load()), node)}
        return quote_expression("super(__class__, first)", node, **holes)
    place = node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0
    if _is_own(node.func) or (place not in environment.items and stays(node, environment)):
        return node
    if (found := _of_number(node, environment)) is not None:
        return found
    callee = quote_expression("ng.call", node.func)
    return ast.copy_location(ast.Call(callee, [node.func, *node.args], node.keywords), node)


def _of_number(node: ast.Call, environment: Environment) -> ast.expr | None:
    """Return a number's method that arrays lack as the function of its class; None for every other call."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in OF_NUMBERS or node.args or node.keywords:
        return None
    owner: type = float if hasattr(float, node.func.attr) else int
    if environment.resolve(ast.Name(owner.__name__)) is not owner:
        return None
    return quote_expression(f"ng.call({owner.__name__}.{node.func.attr}, value)", node, value=node.func.value)


def convert_class(node: ast.Attribute, environment: Environment) -> ast.expr:
    """Return `x.__class__` as `type(x)`, which knows what stands for another object in a graph.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_class(example("x.__class__"), Environment({"type": type})))
    ng.call(type, x)
    """
    if environment.resolve(ast.Name("type")) is not type:
        return node
    return quote_expression("ng.call(type, value)", node, value=node.value)


def convert_part(node: ast.Attribute, environment: Environment) -> ast.expr:
    """Return `x.real` as `getattr(x, "real")`, which returns a number for a truth value.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_part(example("x.real"), Environment({"getattr": getattr})))
    ng.call(getattr, x, 'real')
    """
    if environment.resolve(ast.Name("getattr")) is not getattr or environment.resolve(node) is not UNKNOWN:
        return node
    name = ast.copy_location(ast.Constant(node.attr), node)
    return quote_expression("ng.call(getattr, value, name)", node, value=node.value, name=name)


def _stacks_a_list(callee: Any, node: ast.Call) -> bool:
    """Return whether a call may get an array in place of a list."""
    displayed = any(isinstance(argument, ast.List | ast.Tuple) for argument in node.args[:1])
    return getattr(callee, "__name__", "") == "stack" and not displayed


def stays(node: ast.Call, environment: Environment) -> bool:
    """Return whether a call stays unchanged: a builtin that takes arrays, or JAX's own on no user function."""
    callee = environment.resolve(node.func)
    if callee is UNKNOWN:
        return isinstance(node.func, ast.Attribute) and _is_jax(environment.resolve(root(node.func)))
    if isinstance(callee, types.BuiltinFunctionType | type) and _module(callee) == "builtins":
        constant = all(isinstance(argument, ast.Constant) for argument in node.args)
        return (is_left_to_python(callee.__name__) and callee is not next) or (callee is range and constant)
    if not _is_jax(callee) or _stacks_a_list(callee, node) or _module(callee).startswith(_TREES):
        return False
    if any(_module(callee).startswith(library) for library in _ARRAY_LIBRARIES):
        return getattr(callee, "__name__", "") != "load"  # reads a file
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    return not any(_may_be_user_function(argument, environment) for argument in arguments)


_ON_NUMBERS = builtins_that(Fact.NUMERIC)
_NUMERIC = frozenset(("jax", "jaxlib", "math", "numpy"))


def may_act(node: ast.Call, environment: Environment) -> bool:
    """Return whether a call may have an effect: only a numeric library's on no user function surely has none.

    >>> import math
    >>> from nbgraph.core.normalise.trees.example import example
    >>> environment = Environment({"math": math, "max": max})
    >>> codes = "math.sin(x)", "ng.call(max, x, y)", "max(x, key=f)", "ng.call(f, x)"
    >>> [may_act(example(code), environment) for code in codes]
    [False, False, True, True]
    """
    function, arguments = node.func, [*node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(function, ast.Attribute) and _is_own(function):
        if function.attr != "call":
            return False
        function, *arguments = arguments
    callee = environment.resolve(function)
    if callee is UNKNOWN:
        return not (isinstance(function, ast.Attribute) and _is_jax(environment.resolve(root(function))))
    if any(keyword.arg == "key" for keyword in node.keywords) or any(
        isinstance(argument, ast.Lambda) or _may_be_user_function(argument, environment) for argument in arguments
    ):
        return True
    module = _module(callee).split(".")[0]
    return module not in _NUMERIC and not (module == "builtins" and getattr(callee, "__name__", "") in _ON_NUMBERS)


def _is_own(function: ast.expr) -> bool:
    """Return whether a call is a staging call already, or one of the user's to nbgraph itself."""
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "ng"


def root(node: ast.expr) -> ast.expr:
    """Return the leftmost name of a dotted expression, or the expression itself.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(root(example("a.b.c")), root(example("f(x)")))
    a
    f(x)
    """
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def _may_be_user_function(node: ast.expr, environment: Environment) -> bool:
    found = environment.resolve(node)
    is_other = found is UNKNOWN or isinstance(found, types.BuiltinFunctionType | type) or _is_jax(found)
    return callable(found) and not is_other


def _is_jax(value: Any) -> bool:
    return _module(value).split(".")[0] == "jax"


def _module(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return value.__name__
    module = getattr(value, "__module__", None) or getattr(type(value), "__module__", "")
    return module if isinstance(module, str) else ""
