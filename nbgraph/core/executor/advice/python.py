"""Advise on errors that Python raises: name the values that led to one, and what to write instead."""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from nbgraph.core.executor.advice import items
from nbgraph.core.executor.advice.names import attribute, name, unbound
from nbgraph.core.executor.advice.nothing import none
from nbgraph.core.executor.advice.operand_types import (
    called,
    domain,
    float_count,
    float_index,
    key_of_jax,
    mixed,
    no_items,
    no_length,
    not_iterable,
    one_number,
    several_indices,
    several_truths,
    unchangeable,
    unhashable,
)
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene, best
from nbgraph.core.executor.advice.strings import format_code, joined, letters, not_a_number, text_wanted
from nbgraph.core.messages import Message


def missing(scene: Scene, found: re.Match[str]) -> Answers:
    names = re.findall(r"'(\w+)'", found.string)
    for node in scene.nodes(ast.Call):
        owner = scene.value(node.func.value) if isinstance(node.func, ast.Attribute) else UNKNOWN
        if isinstance(owner, type) and isinstance(node.func, ast.Attribute):
            written = scene.source(node.func.value)
            yield Advice(f"`{written}` is the class, and no object of it", f"`{owner.__name__}()` for the object")
        arguments = [scene.source(part) for part in (*node.args, *node.keywords)]
        call = ", ".join([*arguments, *(f"{name}=..." for name in names)])
        function = scene.source(node.func)
        yield Advice("", f"`({function})({call})`" if isinstance(node.func, ast.Lambda) else f"`{function}({call})`")


def unexpected(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on a keyword argument that no parameter has."""
    for node in scene.nodes(ast.Call):
        function = inspect.unwrap(scene.value(node.func))
        function = getattr(function, "python_function", function)
        if not isinstance(function, types.FunctionType):
            return
        given = {each.arg for each in node.keywords}
        parameters = list(inspect.signature(function).parameters)
        left = [name for name in parameters[len(node.args) :] if name not in given]
        meant = (difflib.get_close_matches(found[1], left, 1, cutoff=0.2) or left or [""])[0]
        detail = f"its parameters are {', '.join(f'`{name}`' for name in parameters)}"
        written = ", ".join([*map(scene.source, node.args), *(scene.source(each) for each in node.keywords)])
        call = f"`{scene.source(node.func)}({re.sub(rf'{found[1]} *=', f'{meant}=', written)})`"
        yield Advice(detail, call if meant else f"the call without `{found[1]}`")


def _by_name_only(function: Any, takes: int, given: int) -> str | None:
    """Return the keyword-only parameter that a surplus positional argument was meant for; None if there is none."""
    if not isinstance(function, types.FunctionType) or given != takes + 1:
        return None
    parameters = inspect.signature(function).parameters.values()
    return next((each.name for each in parameters if each.kind is each.KEYWORD_ONLY), None)


def surplus(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on more arguments than parameters, often of a method without `self`."""
    function, takes = found.group(1).rpartition(".")[2], int(found.group(2))
    for node in scene.nodes(ast.Call):
        if (only := _by_name_only(scene.value(node.func), takes, len(node.args))) is not None:
            given = ", ".join(scene.source(part) for part in node.args[:takes])
            yield Advice("", f"`{scene.source(node.func)}({given}, {only}=...)`, by name")
        if isinstance(node.func, ast.Attribute) and takes == len(node.args):
            yield Advice("Python passes the object itself first", f"`self` as the first parameter of `{function}`")
        if len(node.args) > takes:
            kept = ", ".join(scene.source(part) for part in node.args[:takes])
            yield Advice("", f"`{scene.source(node.func)}({kept})`; or more parameters for `{function}`")


def recursion(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a function that exceeds Python's recursion limit."""
    if not isinstance(scene.function, ast.FunctionDef):
        return
    if not any(scene.everywhere(ast.If, ast.IfExp, ast.While, ast.BoolOp)):
        yield Advice(f"`{scene.called}` calls itself whatever its arguments are", _base_case(scene.function))
    for node in scene.everywhere(ast.If, ast.IfExp):
        match node.test:
            case ast.Compare(left=ast.Name() as left, ops=[ast.Eq()], comparators=[right]):
                value, last = scene.value(left), scene.value(right)
                if isinstance(value, int) and isinstance(last, int) and value < last:
                    name, end = left.id, scene.source(right)
                    detail = f"`{name} == {end}` never becomes true: `{name}` is {value!r} by now"
                    yield Advice(detail, f"`{name} <= {end}`, which is true beyond it, too")
    deeper = "a `while` loop, which has no such limit; or a condition that becomes true earlier"
    yield Advice(f"`{scene.called}` calls itself more often than Python allows", deeper)


def _base_case(function: ast.FunctionDef) -> str:
    name = function.args.args[0].arg if function.args.args else "n"
    static = f'`static_argnames="{name}"` (`--static {name}` in a cell)'
    return f"`if {name} <= 1:` with `return 1` first in `{function.name}`, a case that needs no call; and {static}"


def unavailable(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on a method of JAX arrays that traced values lack, where a JAX function ignores these."""
    for node in scene.nodes(ast.Attribute):
        if node.attr == found[1] == "block_until_ready":
            yield Advice("", f"`jax.block_until_ready({scene.source(node.value)})`, which passes over run-time values")


def no_exception(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on raising something that is no exception."""
    for node in scene.nodes(ast.Raise):
        if node.exc is not None:
            yield Advice("", f"`raise ValueError({scene.source(node.exc)})`")


def asserted(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a failed `assert`: name the numbers that it tests."""
    parts = {node.id: scene.value(node) for node in scene.nodes(ast.Name)}
    known = [f"`{name}` is {value}" for name, value in parts.items() if isinstance(value, int | float | np.number)]
    yield Advice(", ".join(known[:3]))


def exit_of_python(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        yield Advice(f"`{scene.source(node)}` ends Python itself", "`return ...`, which ends the function alone")


def advice_on(error: BaseException, scene: Scene | None) -> Advice:
    """Return the advice on an error that Python itself raised; empty if there is none."""
    text = str(error)
    for kind, words, ask in _TABLE if scene is not None else ():
        is_kind = isinstance(error, kind) or type(error).__name__ == kind.__name__  # a substitute for `SystemExit`
        found = re.search(words, text) if is_kind else None
        if found and (advice := best(ask, scene, found)) is not None:
            return advice
    return Advice()


_TABLE: tuple[tuple[type[BaseException], str, Callable[[Scene, re.Match[str]], Answers]], ...] = (
    (AssertionError, r"", asserted),
    (IndexError, r"pop from (an )?empty", items.empty_pop),
    (IndexError, r"index out of range|out of bounds", items.index),
    (ZeroDivisionError, r"", items.divisor),
    (KeyError, r"", items.key),
    (FileNotFoundError, r"", items.no_file),
    (UnboundLocalError, r"variable '(\w+)'", unbound),
    (RuntimeError, r"changed size during iteration", items.changed_meanwhile),
    (ValueError, r"values to unpack", items.unpacked),
    (TypeError, r"cannot unpack non-iterable", items.unpacked),
    (TypeError, r"exceptions must derive", no_exception),
    (NameError, r"name '(\w+)' is not defined", name),
    (TypeError, r"(list|tuple|string|range) indices must be integers.*not '?(float|numpy.float)", float_index),
    (TypeError, r"indices must be integers.*not '?tuple", several_indices),
    (
        TypeError,
        r"cannot be interpreted as an integer|multiply sequence by non-int of type '(float|list)'",
        float_count,
    ),
    (TypeError, r"unexpected keyword argument '(\w+)'", unexpected),
    (TypeError, r"missing \d+ required", missing),
    (TypeError, r"([\w.<>]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but", surplus),
    (TypeError, r"'NoneType' object|not NoneType$|must be real number, not NoneType", none),
    (TypeError, r"expected str instance", joined),
    (TypeError, r"only (0-dimensional|length-1|size-1) arrays can be converted|real number, not list", one_number),
    (TypeError, r"has no len\(\)", no_length),
    (TypeError, r"'(generator|set|int|float)' object is not subscriptable", no_items),
    (ValueError, r"could not broadcast input array from shape \((\d+),\) into shape \(\d+,\)", items.longer_slice),
    (TypeError, r"not iterable", not_iterable),
    (TypeError, r"not callable", called),
    (TypeError, r"ord\(\) expected a character", letters),
    (TypeError, r"unhashable type: 'list'", unhashable),
    (TypeError, r"unhashable type: 'jaxlib", key_of_jax),
    (TypeError, r"does not support item assignment", unchangeable),
    (TypeError, r"(?<!str\) )must be str|first arg must be str", text_wanted),
    (TypeError, r"unsupported operand|can only concatenate|not supported between|must be str, not", mixed),
    (AttributeError, Message.UNAVAILABLE.value, unavailable),
    (AttributeError, r"has no attribute '?(\w+)", attribute),
    (ValueError, r"not in list|not in tuple|is not in ", items.not_in_list),
    (ValueError, r"(arg is an empty sequence|iterable argument is empty)", items.empty_choice),
    (ValueError, r"invalid literal for int|could not convert string to float", not_a_number),
    (ValueError, r"truth value of an array", several_truths),
    (ValueError, r"math domain error", domain),
    (ValueError, r"Unknown format code|Invalid format specifier|missing precision", format_code),
    (TypeError, r"unsupported format string", format_code),
    (RecursionError, r"", recursion),
    (SystemExit, r"", exit_of_python),
)
