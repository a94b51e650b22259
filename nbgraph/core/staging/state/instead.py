"""Suggest what to write where one name cannot stand for two values: on two paths, or before and in a loop."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from nbgraph.core.source.support.table import RETURNING_NONE
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.state.described import difference, lacking_attributes
from nbgraph.core.staging.state.records import Record, attributes_of, class_of, is_object
from nbgraph.core.staging.values.dict_order import DictOrder
from nbgraph.core.staging.values.values import is_dynamic, type_of

ORDER_REMEDY = "keep the keys, and assign to them: `d[key] = value` leaves a key in its place"


def instead(name: str, left: Any, right: Any) -> str:
    """Return what to write where a name stands for different values on two paths.

    Args:
        name: the name, or another expression or phrase for the location.
    """
    if isinstance(left, BaseException) and isinstance(right, BaseException):
        return (
            f"`raise {type(left).__name__}(...)` and `raise {type(right).__name__}(...)`, each in its branch of an `if`"
        )
    if all(each is None or (callable(each) and not is_object(each)) for each in (left, right)):
        names = (getattr(each, "__name__", None) for each in (left, right))
        called = next((name for name in names if type(name) is str and name.isidentifier()), "f")
        return f"a call in each branch that has one, as `{called}(...)`, instead of one behind the `if`"
    if left is None or right is None:
        return _in_place_of_none(name, right if left is None else left)
    if is_object(left) or is_object(right):
        return _in_place_of_objects(name, left, right)
    if isinstance(left, DictOrder):
        return ORDER_REMEDY
    if isinstance(left, str) and isinstance(right, str):
        used = f"what uses `{name}`, as `print({name})`," if is_code(name) else "what is done with it, as `print`,"
        return f"{used} in both branches; or a number for each text"
    if isinstance(left, dict) and isinstance(right, dict):
        return _same_keys(name, left, right)
    if isinstance(left, set | frozenset) and isinstance(right, set | frozenset):
        return f"a list, `{_bound(name, '[...]')}`, which may have any length; which items a set has must be known"
    return _of_one_kind(name, left, right)


def change_taken_for_result(call: ast.AST | None) -> tuple[str, str] | None:
    """Return an error message and a remedy for the use of the result of a method that returns None.

    >>> change_taken_for_result(ast.parse("xs.append(3)", mode="eval").body)[1]
    '`xs.append(3)` as a statement of its own, without `=`'
    """
    match call:
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in RETURNING_NONE:
            remedy = f"`{ast.unparse(call)}` as a statement of its own, without `=`"
            if name == "sort":
                remedy += f"; or `sorted({ast.unparse(owner)})`"
            return f"`{name}` changes `{ast.unparse(owner)}` and returns None", remedy
    return None


def bound_by(function: ast.AST | None, name: str) -> Iterator[ast.expr]:
    """Yield the expressions that a function assigns to a name."""
    for node in ast.walk(function) if function is not None else ():
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value


def is_code(name: str) -> bool:
    """Whether a location is written as code, and not as a phrase."""
    return not name.startswith("the ")


def _bound(name: str, value: str) -> str:
    return f"{in_code(name)} = {value}" if is_code(name) else value


def _for(name: str) -> str:
    return f" for `{name}`" if is_code(name) else ""


def in_code(name: str) -> str:
    """Return an expression with double quotes, as users write it: `p["a"]`."""
    return name.replace("'", '"')


def copied(name: str, value: Any) -> str:
    """Return the code that copies a value of this type: `list(l)`, `dict(d)`."""
    for kind in (list, dict, set, deque):
        if isinstance(value, kind):
            return f"{kind.__name__}({name})"
    return f"copy.copy({name})"


def copied_first(name: str, copied: str, function: str, here: str = "") -> str:
    """Return what to write in place of a change of outer state: change a copy, and return it.

    Args:
        name: the changed name.
        copied: the code of the copy.
        function: the name of the function that changes it.
        here: the statement that replaces the change, with the old name; "" for the same statement.
    """
    new = "new_" + re.findall(r"\w+", name)[-1]
    changed = (
        re.sub(rf"\b{re.escape(name)}\b", new, f", and here {here}")
        if here
        else f", `{new}` in place of `{name}` below"
    )
    return f"`{new} = {copied}` first in `{function}`{changed}, and `return {new}` where the change is wanted"


def nothing_like(value: Any) -> str:
    """Return the code of an empty or zero value of the same type.

    >>> nothing_like([1, 2]), nothing_like("a"), nothing_like(2.5), nothing_like(np.ones(3)), nothing_like(print)
    ('[]', '""', '0.0', 'np.zeros((3,))', '...')
    """
    if is_dynamic(value):
        kind = type_of(value)
        return f"np.zeros({kind.shape})" if kind.shape else str(np.zeros((), kind.dtype).item())
    return "[]" if isinstance(value, list) else '""' if isinstance(value, str) else "..."


def before_loop(name: str, before: Any, after: Any) -> str:
    """Return what to write where a name has another type after an iteration of a loop than before it."""
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) != len(after):
        return f"`{in_code(name)} = []` and `{name}.append(...)`: a list may grow"
    if is_dynamic(before) and is_dynamic(after):
        return _filled(name, before, after)
    if is_dynamic(after) and not isinstance(before, str) and before is not None:
        return f"`{in_code(name)} = ...`, a number before the loop, too"
    if is_dynamic(before) and isinstance(after, list | tuple):
        return "a list for what the iterations add, `found = []` and `found.append(...)`"
    return instead(name, before, after)


def _filled(name: str, before: Any, after: Any) -> str:
    """Return what to write for an array that grows or replaces a number."""
    old, new = type_of(before).shape, type_of(after).shape
    if old == new:
        return f"one dtype for `{name}`, before the loop and in it"
    if len(old) == len(new) and "[" in name:  # it may be in a tuple
        return f"a list in place of the array at `{name}`, which may grow; or an array of the final size there"
    if len(old) == len(new):
        return f"a list, `{name} = []` and `{name}.append(...)`; or an array of the final size, `{name}[i] = ...`"
    if not old:
        return f"`{in_code(name)} = jnp.full({new}, {_one(before)})` before the loop"
    return f"another name for what has the shape {new}, as `new_{name} = ...`; `{name}` keeps the shape {old}"


def _in_place_of_none(name: str, other: Any) -> str:
    """Return a value to write in place of None, where another value may be, too."""
    if is_object(other):
        refers = any(part is None or is_object(part) for part in attributes_of(other).values())
        value = f"{class_of(other).__name__}(...)"
        return _with_flag(name, value) if name.isidentifier() and not refers else _lists_for(other)
    if isinstance(other, tuple) and any(isinstance(part, tuple | type(None)) for part in other):
        return (
            "a list for each place of the tuples, as `left[i]`, with the number `i` of a tuple in place of the tuple,"
            " and -1 for None"
        )
    if isinstance(other, tuple):
        return f"`({', '.join(['-1'] * len(other))}{',' * (len(other) == 1)})` in place of None"
    if isinstance(other, list):
        return f"`{_bound(name, '[]')}` in place of None: a list may have any length"
    if isinstance(other, dict):
        return _with_flag(name, f"{{{', '.join(f'{quoted_key(key)}: -1' for key in other)}}}")
    if is_dynamic(other) and type_of(other).shape:
        return f"`{_bound(name, f'jnp.full({type_of(other).shape}, -1)')}` in place of None"
    return f"`{_bound(name, '-1')}` in place of None, or another number that stands for nothing"


def _with_flag(name: str, value: str) -> str:
    """Suggest a value in place of None, with a truth value for whether the name has another one."""
    if not name.isidentifier():
        return f"`{value}` in place of None"
    flag = f"`has_{name} = True` where `{name}` is assigned, and `has_{name}` for `{name} is not None`"
    return f"`{name} = {value}` and `has_{name} = False` in place of None, {flag}"


def quoted_key(key: Any) -> str:
    """Return a key as a user writes it between brackets."""
    return f'"{key}"' if isinstance(key, str) else repr(key)


def _lists_for(value: Any) -> str:
    """Suggest lists in place of objects that refer to each other."""
    lists, noun = ", ".join(f"`{name}[i]`" for name in list(attributes_of(value))[:3]), class_of(value).__name__
    return f"a list for each attribute, as {lists}, with a number `i` in place of the {noun}, and -1 for None"


def _in_place_of_objects(name: str, left: Any, right: Any) -> str:
    classes = class_of(left), class_of(right)
    if classes[0] is not classes[1]:
        used = f"what uses {f'`{name}`' if is_code(name) else 'it'} in each branch, where its class is known"
        return f"{used}; or objects of one class, with the same attributes"
    if lacking := lacking_attributes(left, right):
        return f"`self.{lacking[0]} = ...` in `__init__` of {classes[0].__name__}, which every object has then"
    part, a, b = difference(name, left, right)
    if part != name:
        return instead(part, a, b)
    if isinstance(left, Record) == isinstance(right, Record):  # both are older than the branches, or both are selected
        return _lists_for(left)
    return f"a new {classes[0].__name__} in both branches, or one that no other name stands for"


def _same_keys(name: str, left: dict[Any, Any], right: dict[Any, Any]) -> str:
    """Suggest the keys that only one of two dicts has; or to build both dicts alike."""
    lacking = [key for key in (*left, *right) if (key in left) != (key in right)]
    if lacking:
        named = " and ".join(f"`{quoted_key(key)}: ...`" for key in lacking)
        return f"{named} in both dicts, with what stands for nothing, as 0"
    part, a, b = difference(name, left, right)
    if part != name:
        return instead(part, a, b)
    in_order = "`{key: d[key] for key in sorted(d)}` before the `if` for one that JAX has put in order"
    return f"dicts made in both branches{_for(name)}, with the same keys in the same order; or {in_order}"


def _of_one_kind(name: str, left: Any, right: Any) -> str:
    """Suggest one structure for both values, by what they are now."""
    lists = [isinstance(value, list) for value in (left, right)]
    if all(lists):
        if growing_of(left) is not None or growing_of(right) is not None:
            return f"items of one kind in `{name}` on both sides; the others in a list of their own"
        part, a, b = difference(name, left, right)
        return instead(part, a, b) if part != name else _one_length(name)
    for value, other in ((left, right), (right, left)):
        if isinstance(value, list) and isinstance(other, tuple):
            return "`list(...)` of the tuple, or a tuple on both sides"
        if isinstance(value, tuple) and isinstance(other, tuple):
            part, a, b = difference(name, left, right)
            return (
                instead(part, a, b) if part != name else f"a list, `{_bound(name, '[...]')}`, which may have any length"
            )
        if isinstance(value, list | tuple) and is_dynamic(other):
            return f"`[{_one(other)}]`, a list of one item" if lists[0] or lists[1] else _numbers(value, other)
        if is_dynamic(value) and type_of(value).shape and is_dynamic(other):
            return _one_shape(name, value, other)
    return f"a number, or an array of one shape,{_for(name)} on both sides"


def _one_length(name: str) -> str:
    """Suggest one length for lists that are themselves items of a list."""
    if is_code(name) and "[" in name:
        return f"`{in_code(name)}.append(...)` or `.extend(...)`, which change the list, in place of a new one"
    return f"as many items in both lists{_for(name)}, with 0 in the places that are not used"


def _one(value: Any) -> str:
    return "..." if type(value) not in (bool, int, float) else repr(value)


def _numbers(value: list[Any] | tuple[Any, ...], other: Any) -> str:
    if _one(other) == "...":
        return f"a tuple of {len(value)} items on both sides, as `(x, {', '.join('0' * (len(value) - 1))})`"
    return f"`{', '.join([_one(other)] * len(value))}`, a tuple of as many items"


def _one_shape(name: str, value: Any, other: Any) -> str:
    shape = type_of(value).shape
    if shape == type_of(other).shape:
        return f"one dtype{_for(name)} on both sides"
    if type_of(other).shape == ():
        filled = _one(other)
        return f"`jnp.full({shape}, {filled})` in place of the number, or one number in place of the array"
    cut = f"{in_code(name)}[:{min(shape[0], type_of(other).shape[0])}]"
    example = f"`{cut}` cuts the longer one" if is_code(name) else "`v[:2]` cuts a longer one"
    return f"arrays of one shape{_for(name)}, as {example}"
