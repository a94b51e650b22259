"""The vocabulary of generated code in plain Python: always by way of the functions, never staged."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from nbgraph.core.pipeline import convert_function
from nbgraph.core.staging.operators.builtin_numbers import counted as arithmetic
from tests.fuzz.loading import PREFIX


class Unset:
    """The value of a name that has none."""

    def __init__(self, name: str) -> None:
        self.name = name


def if_(predicate: Any, if_true: Callable[..., Any], if_false: Callable[..., Any], *operands: Any) -> Any:
    return if_true(*operands) if predicate else if_false(*operands)


def while_(test: Callable[..., Any], body: Callable[..., Any], *state: Any) -> Any:
    while test(*state):
        state = _unpacked(body(*state), len(state))
    return _packed(state)


def for_(items: Any, body: Callable[..., Any], *state: Any, test: Callable[..., Any] | None = None) -> Any:
    if test is not None and not test(*state):
        return _packed(state)
    for item in items:
        state = _unpacked(body(item, *state), len(state))
        if test is not None and not test(*state):
            break
    return _packed(state)


def _unpacked(result: Any, size: int) -> tuple[Any, ...]:
    if size == 1:
        return (result,)
    assert (() if result is None else result) is not None
    parts = () if result is None else result
    assert len(parts) == size
    return parts


def _packed(state: tuple[Any, ...]) -> Any:
    return state[0] if len(state) == 1 else state if state else None


def and_(value: Any, *rest: Callable[[], Any]) -> Any:
    for operand in rest:
        if not value:
            return value
        value = operand()
    return value


def or_(value: Any, *rest: Callable[[], Any]) -> Any:
    for operand in rest:
        if value:
            return value
        value = operand()
    return value


def not_(operand: Any) -> bool:
    return not operand


def in_(item: Any, items: Any) -> bool:
    return item in items


def is_(item: Any, constant: bool) -> bool:
    return item is constant


def set_item(container: Any, index: Any, value: Any, *, back: bool = False) -> Any:
    if not back:
        container[index] = value
    return container


def update_item(container: Any, index: Any, symbol: str, value: Any) -> Any:
    space = {"container": container, "index": index, "value": value}
    exec(f"container[index] {symbol} value", space)
    return container


def put_back(present: Any, before: Any, after: Any) -> Any:
    return after if present is before else present


def set_attribute(owner: Any, name: str, value: Any) -> None:
    assert getattr(owner, name) is value


def item(items: Any, index: Any) -> Any:
    return items[index]


def list_(items: Any = (), depth: int = 1) -> list[Any]:
    return [list_(part, depth - 1) for part in items] if depth > 1 else list(items)


def assert_(condition: Any, message: Callable[[], Any] | None = None) -> None:
    if not condition:
        raise AssertionError(*(() if message is None else (message(),)))


def counted(*parts: Any) -> Any:
    """Arithmetic with truth values."""
    return arithmetic(*parts)


def undefined(name: str = "") -> Unset:
    return Unset(name)


def defined(value: Any) -> Any:
    if isinstance(value, Unset):
        raise UnboundLocalError(value.name)
    return value


def call(function: Any, *arguments: Any, **keywords: Any) -> Any:
    if isinstance(function, types.FunctionType) and function.__code__.co_filename.startswith(PREFIX):
        function = converted(function)
    return function(*arguments, **keywords)


_converted: dict[types.FunctionType, types.FunctionType] = {}
_generated: dict[int, types.CodeType] = {}


def converted(function: types.FunctionType) -> types.FunctionType:
    """A function of a program, converted to call this vocabulary; functions in generated code are as they should be."""
    if id(function.__code__) in _generated:
        return function
    if function not in _converted:
        _converted[function] = convert_function(function, VOCABULARY).function
        _remember(_converted[function].__code__)
    return _converted[function]


def _remember(code: types.CodeType) -> None:
    _generated[id(code)] = code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _remember(constant)


def forget() -> None:
    """Drop what was converted so far."""
    _converted.clear()
    _generated.clear()


VOCABULARY = types.SimpleNamespace(
    and_=and_,
    assert_=assert_,
    call=call,
    counted=counted,
    defined=defined,
    for_=for_,
    if_=if_,
    in_=in_,
    is_=is_,
    not_=not_,
    or_=or_,
    item=item,
    list_=list_,
    put_back=put_back,
    set_attribute=set_attribute,
    set_item=set_item,
    update_item=update_item,
    undefined=undefined,
    while_=while_,
)
