"""Refuse changes of modules and of the process, and find where a function's source changes outer state."""

from __future__ import annotations

import ast
import decimal
import os
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import CHANGING, objects_that
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace.recorder import calling_frame


class SideEffectError(StagingError):
    """A compiled function changes something that outlives the call, such as a global or a dict from outside.

    Its Python code runs only once, while tracing, so later calls would not repeat the change. Among the arguments, only
    lists of numbers or arrays, and lists of such lists, may change.
    """

    id = "side-effect"


def refuse_setting(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a call that changes a module or a setting of the process; the user's code is two calls above."""
    if not isinstance(function, types.FunctionType | types.BuiltinFunctionType):
        return
    if (function is setattr or function is delattr) and arguments and isinstance(arguments[0], types.ModuleType):
        _refuse(f"the module `{arguments[0].__name__}`", 4)
    if function is exec and (changed := _changed_by_text(*arguments[:2])):
        _refuse(changed, 4)
    if function in objects_that(Fact.SETTING):
        _refuse("a setting of the process", 4)
    if function.__name__ in CHANGING:
        refuse_entry(getattr(function, "__self__", None), 4)


def refuse_entry(container: Any, depth: int = 3) -> None:
    """Refuse a change of the variables of a module, or of a container that belongs to the process.

    Args:
        depth: how many calls above `calling_frame` the user's code is.

    Raises:
        SideEffectError: the container belongs to a module or to the process.
    """
    if container is os.environ:
        _refuse("the environment of the process", depth + 1)
    if container is sys.modules or container is sys.path:
        _refuse("what Python imports", depth + 1)
    if isinstance(container, ModuleVariables):
        _refuse(f"the module `{container['__name__']}`", depth + 1)
    if type(container) is not dict or not isinstance(container.get("__name__"), str):
        return
    module, own = sys.modules.get(container["__name__"]), calling_frame(depth - 1).python
    if own is not None and own.f_globals is container:
        return  # a snapshot of them is compared
    if module is not None and vars(module) is container:
        _refuse(f"the module `{module.__name__}`", depth + 1)


def _changed_by_text(text: Any, names: Any = None) -> str:
    """Return the global name that executed code declares, and so changes for good; "" if there is none."""
    if not isinstance(text, str) or not (names is None or "__name__" in names):
        return ""
    try:
        found = (name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Global) for name in node.names)
        return f"`{next(found)}`"
    except (StopIteration, SyntaxError):  # Python will raise the latter
        return ""


def decimal_context() -> decimal.Context:
    """Return a copy of `decimal.getcontext()` that refuses changes."""
    now = decimal.getcontext()
    flags, traps = ([each for each, is_set in found.items() if is_set] for found in (now.flags, now.traps))
    return _DecimalContext(now.prec, now.rounding, now.Emin, now.Emax, now.capitals, now.clamp, flags, traps)


class _DecimalContext(decimal.Context):
    def __setattr__(self, name: str, value: Any) -> None:
        _refuse("the context of `decimal`", 3)


class ModuleVariables(dict[str, Any]):
    """The result of `vars(module)` in a trace: a dict that refuses changes."""

    def __setitem__(self, name: str, value: Any) -> None:
        _refuse(f"the module `{self['__name__']}`", 3)


def _refuse(changed: str, depth: int) -> None:
    raise SideEffectError(
        f"{changed} is changed here and outlives the call, but a graph runs its Python only once",
        span=calling_frame(depth - 1).span,
        remedy="do it outside: before the call, or with what the function returns",
    )


Sources = list[tuple[ast.AST, SourceText]]


def default_of(function: ast.AST, name: str) -> str | None:
    """Return the parameter whose default the name of a location in mutable state means; None for any other location.

    >>> default_of(ast.parse("def f(x, seen=[]): pass").body[0], "f.__defaults__[0]")
    'seen'
    """
    found = re.search(r"\.__defaults__\[(\d+)\]", name)
    if found is None or not isinstance(function, ast.FunctionDef | ast.Lambda):
        return None
    parameters = [*function.args.posonlyargs, *function.args.args][-len(function.args.defaults) :]
    return parameters[int(found.group(1))].arg if int(found.group(1)) < len(parameters) else None


def place_of_change(sources: Sources, name: str) -> Span | None:
    """Find the first place in some functions that changes the object behind a name; None if there is none.

    A place that passes the object on, to be changed elsewhere, counts only if no place changes it directly.
    """
    for find in (_changes, _changes_by_text, _hands_over):
        for function, source in sources:
            places = sorted(find(function, name), key=lambda node: (node.lineno, node.col_offset))
            if places:
                return source.node_span(places[0])
    return None


def _changes(function: ast.AST, name: str) -> Iterator[ast.expr | ast.stmt]:
    outer = [node for node in ast.walk(function) if isinstance(node, ast.Global | ast.Nonlocal)]
    declared = {each for node in outer for each in node.names}
    also = {name, *_other_names(function, name)}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                pass
            case ast.AugAssign(target=target) | ast.NamedExpr(target=target) | ast.For(target=target):
                targets = [target]
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in CHANGING:
                targets = [ast.Attribute(owner, method)]
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, *_]):
                targets = [ast.Attribute(owner, "")]
            case _:
                continue
        if any(_is_of(each, also, declared) for each in targets):
            yield node


def _changes_by_text(function: ast.AST, name: str) -> Iterator[ast.expr | ast.stmt]:
    """Yield changes that have the name as a string: `vars(module)["name"] = x`, `setattr(module, "name", x)`."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=text))]):
                pass
            case ast.AugAssign(target=ast.Subscript(slice=ast.Constant(value=text))):
                pass
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, ast.Constant(value=text), *_]):
                pass
            case _:
                continue
        if text == name:
            yield node


def _other_names(function: ast.AST, name: str) -> Iterator[str]:
    """Yield the aliases that a function gives to a name or to a part of it: `g = globals()`."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=other)], value=value) if _root(value) == name:
                yield other


def _hands_over(function: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield the calls that get a name, or a part of it, as an argument or as the object of a method."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            given += [node.func.value] if isinstance(node.func, ast.Attribute) else []
            if any(_root(each) == name for each in given):
                yield node


def _is_of(target: ast.expr, names: set[str], declared: set[str]) -> bool:
    """Whether a target assigns to one of the `declared` names, or to a part of one of `names`."""
    if isinstance(target, ast.Tuple | ast.List):
        return any(_is_of(each, names, declared) for each in target.elts)
    return _root(target) in names and (not isinstance(target, ast.Name) or target.id in declared)


def _root(node: ast.expr) -> str:
    """Return the name at the root of an expression; for an item of `globals()`, the item's name."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        match node:
            case ast.Subscript(value=ast.Call(func=ast.Name(id="globals")), slice=ast.Constant(value=str(name))):
                return name
        node = node.value
    match node:
        case ast.Call(func=ast.Name(id="globals")):
            return "globals()"
    return node.id if isinstance(node, ast.Name) else ""
