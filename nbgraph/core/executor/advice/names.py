"""Advise on unknown names and attributes."""

from __future__ import annotations

import ast
import builtins
import difflib
import inspect
import math
import re
import types
from typing import Any

import jax
import numpy as np

from nbgraph.core.executor.advice.nothing import none
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_user_class, is_user_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.source.text import SourceText
from nbgraph.core.staging.values import assigned_alike

_IMPORTS = {"np": "import numpy as np", "jnp": "import jax.numpy as jnp", "ng": "import nbgraph as ng"}


_MODULES = ("math", "random", "itertools", "functools", "collections", "time", "jax", "heapq", "bisect", "os", "sys")


def name(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on an unbound name: a similar one, or the import that binds it."""
    name = found.group(1)
    if name in _IMPORTS or name in _MODULES:
        yield Advice("", f"`{_IMPORTS.get(name, f'import {name}')}` before the function")
    if name in getattr(scene.names.get("self"), "__dict__", {}):
        yield Advice(f"`self` has the attribute `{name}`", f"`self.{name}`")
    if _is_called(scene, name) and hasattr(math, name):
        yield Advice("", f"`math.{name}`, and `import math` before the function")
    own = {node.id for node in scene.everywhere(ast.Name)} | {node.arg for node in scene.everywhere(ast.arg)}
    is_called = _is_called(scene, name)  # a number is not misspelt as a function
    python = {key for key, value in vars(builtins).items() if is_called or _is_exception(value)}
    known = [each for each in {*scene.names, *_defined(scene), *own} - {name} if not each.startswith("_")]
    close = difflib.get_close_matches(name, known, 1) or difflib.get_close_matches(name, python, 1, _AS_PYTHONS)
    yield Advice("", f"`{close[0]}`, which is like it" if close else f"`{name} = ...` before this line")


_AS_PYTHONS = 0.8  # the similarity of a misspelling: `pritn` of `print`, but not `scale` of `callable` or `slice`


def _is_exception(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _is_called(scene: Scene, name: str) -> bool:
    return any(getattr(call.func, "id", "") == name for call in scene.everywhere(ast.Call))


def unbound(scene: Scene, found: re.Match[str]) -> Answers:
    name = found.group(1)
    plain = f"`{name} = ...` before this line, on every path that leads here"
    yield from another_binding(scene, name)
    yield Advice("", plain)


def another_binding(scene: Scene, name: str) -> Answers:
    """Advise on a name without a value: a global one, an attribute, or a misspelt name may be meant."""
    if scene.names.get(name, UNKNOWN) is not UNKNOWN or name in _global_names(scene):
        yield Advice(
            f"the function assigns `{name}`, so it has a `{name}` of its own besides the global one",
            f"`new_{name} = ...`, another name for what it assigns; or `global {name}` first in the function",
        )
    if name in scene.enclosing:
        yield Advice(f"`{name}` is the enclosing function's", f"`nonlocal {name}` first in `{scene.called}`")
    if name in getattr(scene.names.get("self"), "__dict__", {}):
        yield Advice(f"`self` has the attribute `{name}`", f"`self.{name}`")
    if (slip := assigned_alike(scene.function, name)) is not None:
        yield Advice(f"line {slip.lineno} assigns `{slip.id}`", f"`{name}` for `{slip.id}` in line {slip.lineno}")
    if isinstance(scene.tree, ast.AugAssign):  # it reads a name that nothing assigns
        others = {node.id for node in scene.everywhere(ast.Name)} - {name}
        close = difflib.get_close_matches(name, others, 1, cutoff=0.75)
        if close:
            yield Advice("", f"`{close[0]}`, which is like it")


def _defined(scene: Scene) -> set[str]:
    """Return the functions, classes and names of the cell or file, which another process may lack."""
    source = SourceText.of_file(scene.span.file)
    statements = source.tree.body if source is not None else []
    named = {each.name for each in statements if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    return named | _global_names(scene)


def _global_names(scene: Scene) -> set[str]:
    source = SourceText.of_file(scene.span.file)
    statements = source.tree.body if source is not None else []
    targets = (target for each in statements if isinstance(each, ast.Assign) for target in each.targets)
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _left_local(value: Any, name: str) -> ast.Name | None:
    """Return the assignment in an object's `__init__` to a variable, where an attribute was meant."""
    made = vars(type(value)).get("__init__")
    function = getattr(made, "python_function", made)
    if not isinstance(function, types.FunctionType) or not is_user_function(function):
        return None
    names = (node for node in ast.walk(parse_function(function).node) if isinstance(node, ast.Name))
    return next((node for node in names if node.id == name and isinstance(node.ctx, ast.Store)), None)


_SYNONYMS = {"add": "append", "push": "append", "length": "len", "lenght": "len", "size": "len", "len": "len"}


def attribute(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on a missing attribute: a similar one, or the name that other types use."""
    name = found.group(1)
    for node in scene.nodes(ast.Attribute):
        if node.attr != name:
            continue
        value, owner = scene.value(node.value), scene.source(node.value)
        if value is None:
            yield from none(scene, found)
        if value is UNKNOWN:
            return
        detail, instead = scene.described(node.value), _SYNONYMS.get(name, "")
        if instead == "len" and hasattr(value, "__len__") and np.shape(value) != ():
            yield Advice(detail, f"`len({owner})`")
        if name == "append" and isinstance(value, np.ndarray | jax.Array):
            yield Advice(f"{detail}, whose length is fixed", "a list, `[]`, which has `append`; or `np.append(...)`")
        if isinstance(value, dict) and name in value:
            yield Advice(f"`{owner}` is a dict with the key {name!r}", f'`{owner}["{name}"]`')
        if isinstance(value, list | tuple | dict | str) and name in builtins_that(Fact.CONSUMES):
            yield Advice(detail, f"`{name}({owner})`, a function")
        if isinstance(value, list | tuple) and hasattr(np.ndarray, name):
            yield Advice(detail, f"`np.array({owner}).{name}`: `{name}` is a method of arrays")
        if (made := _left_local(value, name)) is not None:
            detail = f"line {made.lineno} makes a variable of `__init__`, and no attribute"
            yield Advice(detail, f"`self.{name} = ...` for `{name} = ...` in line {made.lineno}")
        is_number = isinstance(value, int | float | np.generic | np.ndarray | jax.Array) and np.shape(value) == ()
        known = [] if is_number else dir(value)
        if from_base := _left_to_base(value, name):
            yield Advice(f"`__init__` of {type(value).__name__} makes none", from_base)
        if other := _of_another_type(owner, name, value):
            yield Advice(detail, other)
        alike = [each for each in known if each.lower() == name.lower()]
        if not alike and is_user_class(type(value)) and f"{owner}.{name}(" in ast.unparse(scene.function or ast.Pass()):
            yield Advice(detail, f"`def {name}(self):` in the class {type(value).__name__}")
        close = [instead] if instead and hasattr(value, instead) else alike or difflib.get_close_matches(name, known, 1)
        if isinstance(value, jax.Array) and hasattr(np.ndarray, name):  # `flags` is not misspelt `flat`
            yield Advice(f"{detail} that lies in no memory", f"what you need of `{owner}.{name}` as an argument")
        yield Advice(detail, f"`{owner}.{close[0]}`" if close and not close[0].startswith("_") else "")


def _of_another_type(owner: str, name: str, value: Any) -> str:
    """Suggest a type that has this method of lists or strings; "" if none is known."""
    is_number = isinstance(value, int | float | np.generic)
    if name == "append" and isinstance(value, set):
        return f"`{owner}.add(...)`, as sets call it"
    if name == "append" and isinstance(value, str):
        return f"`{owner} += ...`, a longer string"
    if name == "append" and isinstance(value, dict):
        return f"`{owner}[...] = ...`, with a key"
    if hasattr(list, name) and isinstance(value, tuple):
        return f"`{owner} = list({owner})` before this line"
    if hasattr(list, name) and is_number:
        return f"`{owner} = [{owner}]` before this line, a list of it, which has `{name}`"
    return f"`str({owner}).{name}`, of its digits" if hasattr(str, name) and is_number else ""


def _left_to_base(value: Any, name: str) -> str:
    """Return the call of a base class's `__init__` that assigns an attribute; "" if there is none."""
    own, base = vars(type(value)).get("__init__"), type(value).__base__
    made = vars(base).get("__init__") if callable(own) and base is not None else None
    function = getattr(made, "python_function", made)
    if not isinstance(function, types.FunctionType) or not is_user_function(function):
        return ""
    node = parse_function(function).node
    if not any(isinstance(each, ast.Attribute) and each.attr == name for each in ast.walk(node)):
        return ""
    known = inspect.signature(getattr(own, "python_function", own)).parameters
    names = list(inspect.signature(function).parameters)[1:]
    given = ", ".join(each if each in known else f"{each}=..." for each in names)
    return f"`super().__init__({given})` first in `__init__` of {type(value).__name__}"
