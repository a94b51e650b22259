"""Advise on JAX functions that JAX refuses, by the text of its message."""

from __future__ import annotations

import ast
import re

from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene
from nbgraph.core.keys import is_key


def jax_remedy(text: str) -> str:
    """Return what to write instead for a message of JAX's; "" for an unknown one.

    >>> jax_remedy("<lambda>() takes 1 positional argument but 2 were given")
    'a function with 2 parameters: so many values it is given'
    """
    if found := re.search(r"takes \d+ positional arguments? but (\d+) w", text):
        count = int(found[1])
        return f"a function with {count} parameter{'s' * (count != 1)}: so many values it is given"
    return next((instead for words, instead in _INSTEAD if words in text), "")


def differing(text: str) -> str:
    """Return the sentence in which JAX says how two branches, or a loop's state before and after, differ.

    >>> differing("They differ.\\n\\nThe output of true_fun has type f32[], and of false_fun i32[].\\n\\nRevise them.")
    'The output of true_fun has type f32[], and of false_fun i32[]'
    """
    lines = (line.strip() for line in text.splitlines()[1:])
    first = next((line for line in lines if line.startswith(_BEGINNINGS)), "")
    return re.sub(r"<class '(\w+)'>", r"\1", first).removesuffix(".")


_BEGINNINGS = ("The output of true_fun", "The input carry", "The input to", "true_fun output")
_INSTEAD = (
    ("non-tuple sequence", "an array of the indices: `v[jnp.array([1, 0])]`"),
    (
        "immutable",
        "the result of the `jax.numpy` function with `inplace=False`: `v = jnp.put(v, i, x, inplace=False)`",
    ),
    (
        "cond branch",
        "an `if` statement in place of `lax.cond`, which takes `0` and `0.0` for one; or one shape and dtype from both",
    ),
    (
        "carry input and carry output must have equal types",
        "a start with the shape and dtype of what an iteration returns, as `0.0` for `0`; or a `for` with a list",
    ),
    ("does not accept dtype bool", "numbers in place of truth values: `x.astype(int)`, or `int(x)` for one"),
    ("Pred must be a scalar", "`jnp.where(...)` in place of `lax.cond`, which chooses for each item"),
    ("must be a pair", "a pair as the result, of the state and what is collected, as `lambda c, x: (c + x, None)`"),
    ("cond_fun must return a boolean", "a comparison as the condition, as `lambda c: c != 0`"),
    ("grad requires real", "a float in the call, as `6.0` for `6`: only floats have derivatives"),
    ("Output was a", "`has_aux=True`, as `jax.grad(f, has_aux=True)`, for what stands beside the number"),
    (
        "Gradient only defined for scalar",
        "`jax.jacobian` in place of `jax.grad`, for all derivatives; or one number as the result, as by `.sum()`",
    ),
    (
        "Reverse-mode differentiation does not work",
        "a `while` or `for` statement in place of `lax.while_loop` or `lax.fori_loop`: it gets a derivative",
    ),
    ("vmap got inconsistent sizes", "arrays of one length; or `in_axes=(0, None)` for one that all calls get whole"),
    ("differentiating with respect to argnums", "`argnums=0` for the first argument: they are counted from 0"),
    ("Non-hashable static arguments", "a tuple in place of the list, as `(1, 2)`: a static argument never changes"),
    ("vmap was requested to map", "an array in the call, as `jnp.array([3])`; or `in_axes=None` for what stays whole"),
)


def key(scene: Scene, _: str) -> Answers:
    """Advise on a random function without a key, or with the key not first."""
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
        yield Advice("its first argument must be a random key", f"`{name}({', '.join([made, *others])})`")


def in_one(scene: Scene, _: str) -> Answers:
    """Advise on arrays to join, or sizes, that are given one by one: the second counts as an axis, or a dtype."""
    for node in scene.nodes(ast.Call):
        name, parts = scene.source(node.func), ", ".join(map(scene.source, node.args))
        if len(node.args) > 1 and name.endswith((".concatenate", ".stack", ".hstack", ".vstack")):
            yield Advice("it takes the arrays as one list", f"`{name}([{parts}])`")
        elif len(node.args) > 1 and name.endswith((".zeros", ".ones", ".empty")):
            yield Advice("it takes the shape as one tuple", f"`{name}(({parts}))`")


def immutable(scene: Scene, _: str) -> Answers:
    """Advise on an assignment to an item of a JAX array in code that is not converted."""
    for node in scene.everywhere():
        match node:
            case ast.Assign(targets=[ast.Subscript(value=array, slice=key)], value=value):
                sign = "set"
            case ast.AugAssign(target=ast.Subscript(value=array, slice=key), op=ast.Add(), value=value):
                sign = "add"
            case _:
                continue
        if node.lineno == scene.span.line:
            name = ast.unparse(array)
            yield Advice("", f"`{name} = {name}.at[{ast.unparse(key)}].{sign}({ast.unparse(value)})`")


def in_place(scene: Scene, _: str) -> Answers:
    """Advise on an operation in place that would store floats in an array of integers."""
    match scene.tree:
        case ast.AugAssign(target=target, value=value):
            sign = scene.source(scene.tree).removeprefix(scene.source(target)).strip().partition("=")[0]
            name = scene.source(target)
            yield Advice("", f"`{name} = {name} {sign} {scene.source(value)}`, a new array")


def repeated(scene: Scene, _: str) -> Answers:
    """Advise on a list repeated by a number in an array, which JAX does not accept."""
    match scene.tree:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            yield Advice(scene.described(right), f"`{scene.source(left)} * int({scene.source(right)})`")
