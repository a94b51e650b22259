"""Names and attributes that nothing has."""

from __future__ import annotations

import ast
import builtins
import difflib
import re

import jax
import numpy as np

from nbgraph.core.executor.advice.model import Advice
from nbgraph.core.executor.advice.nothing import none
from nbgraph.core.executor.advice.scene import UNKNOWN, Scene

_IMPORTS = {"np": "import numpy as np", "jnp": "import jax.numpy as jnp", "ng": "import nbgraph as ng"}


_MODULES = ("math", "random", "itertools", "functools", "collections", "time", "jax", "heapq", "bisect", "os", "sys")


def name(scene: Scene, found: re.Match[str]) -> Advice | None:
    """A name that nobody has bound: one that is like it, or the import that binds it."""
    name = found.group(1)
    if name in _IMPORTS or name in _MODULES:
        return Advice("", f"`{_IMPORTS.get(name, f'import {name}')}` before the function")
    own = {node.id for node in ast.walk(scene.function) if isinstance(node, ast.Name)} if scene.function else set()
    given = {node.arg for node in ast.walk(scene.function) if isinstance(node, ast.arg)} if scene.function else set()
    known = {*scene.names, *given, *own, *vars(builtins)} - {name}
    close = difflib.get_close_matches(name, [each for each in known if not each.startswith("_")], 1)
    return Advice("", f"`{close[0]}`, which is like it") if close else None


def unbound(scene: Scene, found: re.Match[str]) -> Advice | None:
    name = found.group(1)
    if scene.names.get(name, UNKNOWN) is not UNKNOWN:
        return Advice(
            f"the function assigns `{name}`, so it has a `{name}` of its own besides the global one",
            f"`new_{name} = ...`, another name for what it assigns; or `global {name}` first in the function",
        )
    return Advice("", f"`{name} = ...` before this line, on every path that leads here")


_SYNONYMS = {"add": "append", "push": "append", "length": "len", "lenght": "len", "size": "len", "len": "len"}


_OF_NUMBERS = {  # methods of Python's numbers, as operations of a graph
    "bit_length": "{bits} - jax.lax.clz(abs({}))",
    "bit_count": "jax.lax.population_count(abs({}))",
    "is_integer": "{} % 1 == 0",
}


def attribute(scene: Scene, found: re.Match[str]) -> Advice | None:
    """An attribute that a value does not have: one that is like it, or what others call it."""
    name = found.group(1)
    for node in scene.nodes(ast.Attribute):
        if node.attr != name:
            continue
        value, owner = scene.value(node.value), scene.source(node.value)
        if value is None:
            return none(scene, found)
        if value is UNKNOWN:
            return None
        if (np.shape(value) == () and (form := _OF_NUMBERS.get(name))) and isinstance(value, jax.Array):
            return Advice(scene.described(node.value), f"`{form.format(owner, bits=8 * value.dtype.itemsize)}`")
        detail, instead = scene.described(node.value), _SYNONYMS.get(name, "")
        if instead == "len" and hasattr(value, "__len__") and np.shape(value) != ():
            return Advice(detail, f"`len({owner})`")
        if name == "append" and isinstance(value, np.ndarray | jax.Array):
            return Advice(f"{detail}, whose length is fixed", "a list, `[]`, which has `append`; or `np.append(...)`")
        known = [] if isinstance(value, int | float) or np.shape(value) == () else dir(value)
        close = [instead] if instead and hasattr(value, instead) else difflib.get_close_matches(name, known, 1)
        return Advice(detail, f"`{owner}.{close[0]}`" if close and not close[0].startswith("_") else "")
    return None
