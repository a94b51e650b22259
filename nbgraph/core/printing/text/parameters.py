"""Print arguments as their function names them, `x`, `xs[0]`, `d['k']`, and checks of what is known of them."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import types
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.executor.list_arguments import path_name
from nbgraph.core.printing.ir.program import Block, NoFormError
from nbgraph.core.printing.text.code import call, expression, literal, names_in, text_of
from nbgraph.core.printing.text.values import Value


def own_parameters(arguments: ast.arguments, original: Callable[..., Any], called: Any) -> ast.arguments:
    """Return a function's remaining parameters: without those that a bound method or a partial has already.

    >>> def power(base, n=3): ...
    >>> arguments = ast.parse("def power(base: int, n=CUBE): ...").body[0].args
    >>> [ast.unparse(own_parameters(arguments, power, each)) for each in (power, functools.partial(power, 2))]
    ['base, n=3', 'n=3']
    """
    made, usual = copy.deepcopy(arguments), inspect.signature(original).parameters
    given = usual.keys() - inspect.signature(called).parameters.keys()
    while isinstance(called, functools.partial):
        given |= called.keywords.keys()
        called = called.func
    positional = [*made.posonlyargs, *made.args]
    required = positional[: len(positional) - len(made.defaults)]
    defaults = zip(positional[len(required) :], made.defaults, strict=True)
    made.defaults = [_default(value, usual[each.arg]) for each, value in defaults if each.arg not in given]
    by_name = zip(made.kwonlyargs, made.kw_defaults, strict=True)
    made.kw_defaults = [value and _default(value, usual[each.arg]) for each, value in by_name if each.arg not in given]
    for parameters in (made.posonlyargs, made.args, made.kwonlyargs):
        parameters[:] = [each for each in parameters if each.arg not in given]
    for node in ast.walk(made):
        if isinstance(node, ast.arg):
            node.annotation = None
    return made


def _default(node: ast.expr, parameter: inspect.Parameter) -> ast.expr:
    """Return a default as written, or as a literal of its value if it mentions one of the notebook's names."""
    is_written = names_in(node) <= {"jax", "jnp", "lax"} or type(parameter.default) not in (*_SIMPLE, type(None))
    return node if is_written else literal(parameter.default)


def parameter_values(inputs: Any, starred: Sequence[str], block: Block, changed: Collection[Any]) -> list[Value]:
    """Return the value of each parameter of a program.

    Args:
        inputs: what the function was traced for, types in place of arrays: static arguments count as positions, too.
        starred: the function's parameters, with their stars.
        changed: what the code changes in the end. The name of such a list stays its own, and is not the array's.
    """
    leaves = jax.tree_util.tree_flatten_with_path(inputs)[0]
    paths = [each for each in leaves if isinstance(each[1], jax.ShapeDtypeStruct)]
    if len(paths) != len(block.parameters):
        raise NoFormError("an argument that no parameter stands for")
    found = []
    if {"jax", "jnp", "lax"}.intersection(each.lstrip("*") for each in starred):
        raise NoFormError("a parameter that is called as a module of JAX's")
    for (path, _), parameter in zip(paths, block.parameters, strict=True):
        first = path[1].key if path[0].idx else path[1].idx
        node = expression(path_name((path[0].idx, first), starred))
        for key in path[2:]:
            node = _part(node, key, changed)
        names = frozenset((node.id,)) if isinstance(node, ast.Name) else frozenset[str]()
        weak = bool(getattr(parameter.aval, "weak_type", False))
        found.append(Value(node, parameter.aval, weak, names=names))
    return found


def _part(node: ast.expr, key: Any, changed: Collection[Any]) -> ast.expr:
    match key:
        case str():  # a long list of numbers, which is an array in the graph
            return node if isinstance(node, ast.Name) and node.id not in changed else call("jnp.asarray", [node])
        case jax.tree_util.SequenceKey(idx=index):
            return ast.Subscript(node, ast.Constant(index), ast.Load())
        case jax.tree_util.DictKey(key=str() | int() | float() | bool() | tuple() as name):
            return ast.Subscript(node, literal(name), ast.Load())
        case jax.tree_util.GetAttrKey(name=name):
            return ast.Attribute(node, name, ast.Load())
    raise NoFormError("an argument of an unknown structure")


_SIMPLE = (bool, int, float, complex, str, bytes)


def checks_of_values(arguments: ast.arguments, inputs: Any, defaults: Mapping[str, Any]) -> list[str]:
    """Return assertions that the arguments have the values known at trace time.

    >>> arguments = ast.parse("def f(xs, mode='up', *rest): pass").body[0].args
    >>> checks_of_values(arguments, (([1.5, None],), {}), {"mode": "up"})
    ['assert len(xs) == 2', 'assert xs[0] == 1.5', 'assert xs[1] is None', "assert mode == 'up'", 'assert not rest']

    Args:
        inputs: the arguments, and those by name, arrays as their types.
        defaults: the values of the parameters that need not be given.
    """
    given, named = inputs
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    known = {**defaults, **dict(zip(positional, given, strict=False)), **named}
    names = [*positional, *(each.arg for each in arguments.kwonlyargs)]
    lines = [line for name in names if name in known for line in _checks(name, known[name])]
    if arguments.vararg is not None:
        lines += _rest(arguments.vararg.arg, given[len(positional) :])
    if arguments.kwarg is not None:
        lines += _rest(arguments.kwarg.arg, {key: value for key, value in named.items() if key not in names})
    return [f"assert {line}" for line in lines]


def arrays_of_lists(inputs: Any, leaves: Sequence[Value]) -> list[str]:
    """Return statements that turn list arguments into the arrays that the graph takes."""
    paths = [path for path, leaf in jax.tree_util.tree_flatten_with_path(inputs)[0] if hasattr(leaf, "dtype")]
    nodes = [(path[2:], leaf.node) for path, leaf in zip(paths, leaves, strict=True)]
    lists = [node.id for rest, node in nodes if rest == ("",) and isinstance(node, ast.Name)]
    columns = [node for rest, node in nodes if rest[:1] == ("",) and isinstance(node, ast.Subscript)]
    tables = dict.fromkeys(text_of(node.value) for node in columns)
    return [
        *(f"{name} = jnp.asarray({name})" for name in lists),
        *(f"if isinstance({name}, list):\n    {name} = {_COLUMNS.format(name)}" for name in tables),
    ]


def numpy_names(parameters: ast.arguments, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[str]:
    """Return the parameters whose arguments are NumPy arrays."""
    names = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
    given = [*zip(names, args, strict=False), *kwargs.items()]
    return [name for name, value in given if isinstance(value, np.ndarray) and value.ndim]


def needs_array(function: ast.FunctionDef, name: str) -> bool:
    """Return whether code sets items of a variable, or of what NumPy makes of it, or computes places in a block."""
    made = {name}
    for part in function.body:
        match part:
            case ast.Assign([ast.Name(id=target)], value) if not text_of(value).startswith(_OF_JAX):
                made |= {target} if made & names_in(value) else set()
    outside = (each for part in function.body if not isinstance(part, _BLOCKS) for each in ast.walk(part))
    owners = [each.value for each in outside if isinstance(each, ast.Attribute) and each.attr == "at"]
    blocks = [each for part in function.body for each in ast.walk(part) if isinstance(each, _BLOCKS)]
    items = (each for block in blocks for each in ast.walk(block) if isinstance(each, ast.Subscript))
    read = [each.value for each in items if not isinstance(each.slice, ast.Constant)]
    return bool(made & names_in(*owners, *(each for each in read if isinstance(each, ast.Name))))


_OF_JAX = ("jnp.", "jax.", "lax.")
_BLOCKS = (ast.FunctionDef, ast.Lambda)
_COLUMNS = "{{key: jnp.asarray([row[key] for row in {0}]) for key in {0}[0]}}"


def checks_of_sizes(leaves: Mapping[str, tuple[int, ...]]) -> list[str]:
    """Return assertions that arrays have the shapes of the trace, by their expressions."""
    return [f"assert {name}.shape == {shape}" for name, shape in leaves.items() if shape]


def _rest(name: str, value: Any) -> Iterator[str]:
    yield from _checks(name, value) if value else (f"not {name}",)


def _checks(name: str, value: Any) -> Iterator[str]:
    match value:
        case None:
            yield f"{name} is None"
        case _ if type(value) in _SIMPLE:
            yield f"{name} == {value!r}"
        case list() | tuple():
            yield f"len({name}) == {len(value)}"
            for number, part in enumerate(value):
                yield from _checks(f"{name}[{number}]", part)
        case dict() if all(isinstance(key, str | int) for key in value):
            yield f"set({name}) == {{{', '.join(map(repr, value))}}}" if value else f"not {name}"
            for key, part in value.items():
                yield from _checks(f"{name}[{key!r}]", part)
        case types.FunctionType() if value.__name__.isidentifier():
            yield f"{name}.__name__ == {value.__name__!r}"
