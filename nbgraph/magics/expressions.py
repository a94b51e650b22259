"""Find the calls in expressions as people type them: `y = f(3)`, `f(3) + f(4)`, `sum(f(x) for x in xs)`."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

from nbgraph.magics.calls import Call, extent
from nbgraph.magics.evaluate import BoundCall, bind
from nbgraph.magics.line import MagicLine

_MAYBE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.BoolOp)
"""What may make the calls in it any number of times, or not at all."""


def bind_all(call: Call, line: MagicLine, namespace: dict[str, Any]) -> tuple[BoundCall, ...]:
    """Return the calls to examine for one part of the magic's line.

    That is the call itself; or each call of the user's functions in an expression; or the expression as a function of
    the data in it, where a library calls the user's function, or a comprehension does.

    Raises:
        CallError: as `bind`; or the expression calls none of the user's functions.
    """
    if _is_itself_a_call(call.node, namespace):
        return (replace(bind(call, line, namespace), note=_rest(call), target=call.target),)
    inner = list(_calls(call.node, namespace))
    mentioned = sum(_is_users(node, namespace) for node in ast.walk(call.node))
    within = sum(_is_users(node, namespace) for each in inner for node in ast.walk(each))
    if inner and within == mentioned:
        parts = (_part(call, node, line) for node in inner)
        return tuple(replace(bind(part, line, namespace), note=_rest(part)) for part in parts)
    if not mentioned:
        raise call.problem(line)
    return (_as_function(call, line, namespace),)


def _is_itself_a_call(node: ast.expr, namespace: Mapping[str, Any]) -> bool:
    """Return whether an expression is one call to examine, or a function."""
    if not isinstance(node, ast.Call):
        return not any(isinstance(part, ast.Call) for part in ast.walk(node))
    if not isinstance(node.func, ast.Name | ast.Attribute) or _is_users(node.func, namespace):
        return True
    if not any(_is_users(part, namespace) for part in ast.walk(node)):
        return True
    function = _value(node.func, namespace)
    given = (*node.args, *(keyword.value for keyword in node.keywords))
    is_handed_on = any(_is_users(each, namespace) for each in given)
    return not _is_written_in_c(function) and (is_handed_on or not isinstance(function, FunctionType))


def _is_written_in_c(function: Any) -> bool:
    return inspect.isbuiltin(function) or (isinstance(function, type) and function.__module__ == "builtins")


def _value(node: ast.AST, namespace: Mapping[str, Any]) -> Any:
    """Return the value of a name or an attribute without running anything of the user's; None for anything else."""
    if isinstance(node, ast.Name):
        return namespace.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute) and (owner := _value(node.value, namespace)) is not None:
        return inspect.getattr_static(owner, node.attr, None)
    return None


def _is_users(node: ast.AST, namespace: Mapping[str, Any]) -> bool:
    from nbgraph.core.source.ownership import is_user_function, plain_function  # late: loading imports little

    value = _value(node, namespace) if isinstance(node, ast.Name | ast.Attribute) else None
    return callable(value) and is_user_function(plain_function(value))


def _calls(node: ast.AST, namespace: Mapping[str, Any]) -> Iterator[ast.Call]:
    """Yield the outermost calls of the user's functions that run exactly once, in source order."""
    if isinstance(node, ast.Call) and _is_users(node.func, namespace):
        yield node
    elif not isinstance(node, _MAYBE):
        for child in ast.iter_child_nodes(node):
            yield from _calls(child, namespace)


def _part(call: Call, node: ast.Call, line: MagicLine) -> Call:
    begin, end = extent(line.text[call.offset :], node)
    start, stop = call.offset + begin, call.offset + end
    return replace(call, node=node, text=line.text[start:stop], start=start, end=stop, target="")


def _rest(call: Call) -> str:
    """Return a note on a call whose statement does something with its result; "" for others."""
    if call.target or call.whole in ("", call.text):
        return ""
    return f"Of `{call.whole}` this is the call `{call.text}`; what is done with its result is not run."


def _as_function(call: Call, line: MagicLine, namespace: dict[str, Any]) -> BoundCall:
    """Return the call of a function that returns an expression; its parameters are the names of data in it."""
    bound = {node.id for node in ast.walk(call.node) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(call.node) if isinstance(node, ast.arg)}
    used = dict.fromkeys(node.id for node in ast.walk(call.node) if isinstance(node, ast.Name))
    data = {name: namespace[name] for name in used if name in namespace and name not in bound}
    data = {name: value for name, value in data.items() if not (callable(value) or isinstance(value, ModuleType))}
    text = f"lambda {', '.join(data)}: {call.text}" if data else f"lambda: {call.text}"
    file = line.file.removesuffix(">") + f"-{call.start}>"
    linecache.cache[file] = (len(text) + 1, None, [text + "\n"], file)
    try:
        function = eval(compile(text, file, "eval"), namespace)
    except SyntaxError:  # as of `await`
        raise call.problem(line) from None
    note = f"`{call.text}` is looked at as the function `{text}`."
    return BoundCall(call, function, tuple(data.values()), note=note, target=call.target)
