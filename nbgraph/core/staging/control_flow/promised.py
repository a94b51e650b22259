"""Make a sum that begins as an int and becomes a float one from the first trace of a nest of loops on.

Otherwise a trace of the whole nest only finds that out, and is repeated. The source shows it, as `s = s + 0.5 * i` in
loops over ranges that do nothing else, where all names stand for ints.
"""

from __future__ import annotations

import ast
import functools
import types
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.staging.state.carry import Carry
from nbgraph.core.staging.state.mutable_state import global_names
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import Frame, is_seen
from nbgraph.core.staging.values.values import is_traced, type_of

_NAMES = frozenset(["ng", "for_", "call", "range"])
_OPERATORS = frozenset(["ng", "and_", "or_", "not_"])


def with_promised_floats(frame: Frame, body: Callable[..., Any], carry: Carry) -> Carry | None:
    """Return the carry of a loop with floats for the ints that its source turns into floats; else None."""
    unlike = frame.owner is None or is_seen() or context.here().tries or "range" in body.__globals__
    if frame.owner is None or unlike or not only_asks_for(body.__code__, _NAMES):
        return None
    sums, nested = _sums(frame.owner.parsed.node, frame.place)
    values = [variable.template for variable in carry.variables]
    if (
        {variable.name for variable in carry.variables} != sums
        or not all(map(_is_int, values))
        or not _sees(body, _is_int)
    ):
        return None
    return carry.with_floats(weak=not nested)  # an inner loop returns a strong type in a rehearsal


def only_asks_for(code: types.CodeType, names: frozenset[str]) -> bool:
    """Whether code uses no other global names and attributes than these."""
    return names.issuperset(global_names(code))


def _is_int(value: Any) -> bool:
    return type(value) is int or (is_traced(value) and not value.shape and type_of(value).dtype_kind in "iu")


def sees_numbers(function: Callable[..., Any], arguments: Sequence[Any]) -> bool:
    """Whether code of names and operators alone works with numbers alone."""
    code = getattr(function, "__code__", None)
    return code is not None and only_asks_for(code, _OPERATORS) and _sees(function, _is_number_now, arguments)


def _sees(function: Callable[..., Any], test: Callable[[Any], bool], arguments: Sequence[Any] = ()) -> bool:
    """Whether a test holds for the values of all outer names of a function, and for some arguments."""
    try:
        return all(map(test, (*arguments, *(cell.cell_contents for cell in function.__closure__ or ()))))
    except ValueError:  # an unbound name
        return False


def _is_number_now(value: Any) -> bool:
    return type(value) in (bool, int, float) or (is_traced(value) and not value.shape)


@functools.lru_cache(maxsize=256)
def _sums(function: ast.AST, place: tuple[int, ...]) -> tuple[set[str], bool]:
    """Return the names to which a loop adds floats, and whether in an inner loop; none if it does more.

    >>> loops = "for i in range(n):\\n    for j in range(i):\\n        s = s + 0.5 * j"
    >>> _sums(ast.parse(loops), (1, 3, 0, 23)), _sums(ast.parse(loops), (2, 3, 4, 23))
    (({'s'}, True), ({'s'}, False))
    """
    loops = (each for each in ast.walk(function) if isinstance(each, ast.For))
    loop = next((each for each in loops if (each.lineno, each.col_offset) == (place[0], place[2])), None)
    if loop is None or not _is_over_range(loop):
        return set(), False
    inner = loop
    while len(inner.body) == 1 and isinstance(inner.body[0], ast.For) and _is_over_range(inner.body[0]):
        inner = inner.body[0]
    found = [_sum(statement) for statement in inner.body]
    return {name for name in found if name} if all(found) else set(), inner is not loop


def _is_over_range(loop: ast.For) -> bool:
    match loop:
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range")), orelse=[]):
            return True
    return False


def _sum(node: ast.AST) -> str:
    """Return the name to which a statement adds a float, for ints in its names; "" for any other statement."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(ast.Name(id=same), ast.Add() | ast.Sub(), term)):
            return name if name == same and _is_float(term) else ""
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub(), value=term):
            return name if _is_float(term) else ""
    return ""


def _is_float(term: ast.AST) -> bool:
    match term:
        case ast.Constant(value=float()):
            return True
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return (_is_float(left) and _is_number(right)) or (_is_number(left) and _is_float(right))
    return False


def _is_number(term: ast.AST) -> bool:
    match term:
        case ast.Name() | ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return _is_number(left) and _is_number(right)
    return False
