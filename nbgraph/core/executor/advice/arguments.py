"""Functions and statements of arrays that are written in another form than the array library takes."""

from __future__ import annotations

import ast

from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Scene
from nbgraph.core.keys import is_key


def key(scene: Scene, _: str) -> Advice | None:
    """A random number without a key, or with the key in another place than the first."""
    for node in scene.nodes(ast.Call):
        name, arguments = scene.source(node.func), [*node.args]
        keys = [part for part in arguments if is_key(scene.value(part))]
        first = scene.value(arguments[0]) if arguments else UNKNOWN
        if not name.startswith(("jax.random.", "random.")):
            continue
        others = [scene.source(part) for part in arguments if part not in keys]
        made = scene.source(keys[0]) if keys else "jax.random.key(0)"
        if type(first) is int and not keys:
            made, others = f"jax.random.key({others[0]})", others[1:]
        return Advice("its first argument must be a random key", f"`{name}({', '.join([made, *others])})`")
    return None


def one_list(scene: Scene, _: str) -> Advice | None:
    """Arrays that are joined, each as an argument of its own."""
    for node in scene.nodes(ast.Call):
        if len(node.args) > 1 and getattr(node.func, "attr", "") in ("concatenate", "stack", "hstack", "vstack"):
            arrays = ", ".join(map(scene.source, node.args))
            return Advice("it takes the arrays as one list", f"`{scene.source(node.func)}([{arrays}])`")
    return None


def one_tuple(scene: Scene, _: str) -> Advice | None:
    """The sizes of an array, each as an argument of its own: the second is taken for a dtype."""
    for node in scene.nodes(ast.Call):
        if len(node.args) > 1 and getattr(node.func, "attr", "") in ("zeros", "ones", "empty"):
            sizes = ", ".join(map(scene.source, node.args))
            return Advice("it takes the shape as one tuple", f"`{scene.source(node.func)}(({sizes}))`")
    return None


def immutable(scene: Scene, _: str) -> Advice | None:
    """An item of a JAX array that is assigned, outside of what is converted."""
    for node in ast.walk(scene.function or ast.Pass()):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=array, slice=key)], value=value):
                sign = "set"
            case ast.AugAssign(target=ast.Subscript(value=array, slice=key), op=ast.Add(), value=value):
                sign = "add"
            case _:
                continue
        if node.lineno == scene.span.line:
            name = ast.unparse(array)
            return Advice("", f"`{name} = {name}.at[{ast.unparse(key)}].{sign}({ast.unparse(value)})`")
    return None


def in_place(scene: Scene, _: str) -> Advice | None:
    """Floats that an array of integers is to hold after an operation in place."""
    match scene.tree:
        case ast.AugAssign(target=target, value=value):
            sign = scene.source(scene.tree).removeprefix(scene.source(target)).strip().partition("=")[0]
            name = scene.source(target)
            return Advice("", f"`{name} = {name} {sign} {scene.source(value)}`, a new array")
    return None


def repeated(scene: Scene, _: str) -> Advice | None:
    """A list as often as a number in an array says, which JAX does not take for a number of Python's."""
    match scene.tree:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return Advice(scene.described(right), f"`{scene.source(left)} * int({scene.source(right)})`")
    return None
