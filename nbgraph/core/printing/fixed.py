"""What printed code is for and no other value: known arguments, the lengths of lists, the keys of dicts, the sizes."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Mapping
from typing import Any

_SIMPLE = (bool, int, float, complex, str, bytes)


def checks_of_values(arguments: ast.arguments, inputs: Any, defaults: Mapping[str, Any]) -> list[str]:
    """Checks that the arguments are what was known of them while the function was traced.

    >>> arguments = ast.parse("def f(xs, mode='up', *rest): pass").body[0].args
    >>> checks_of_values(arguments, (([1.5, None],), {}), {"mode": "up"})
    ['assert len(xs) == 2', 'assert xs[0] == 1.5', 'assert xs[1] is None', "assert mode == 'up'", 'assert not rest']

    Args:
        arguments: the parameters.
        inputs: the arguments, and those by name, arrays as their types.
        defaults: the values of the parameters that need not be given.
    """
    given, named = inputs
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    known = {**defaults, **dict(zip(positional, given, strict=False)), **named}
    names = [*positional, *(each.arg for each in arguments.kwonlyargs)]
    lines = [line for name in names if name in known for line in _checks(name, known[name])]
    if arguments.vararg is not None:
        lines += _rest(arguments.vararg.arg, given[len(positional) :])
    if arguments.kwarg is not None:
        lines += _rest(arguments.kwarg.arg, {key: value for key, value in named.items() if key not in names})
    return [f"assert {line}" for line in lines]


def checks_of_sizes(leaves: Mapping[str, tuple[int, ...]]) -> list[str]:
    """Checks that arrays have the shapes they had, by the expressions they are read with."""
    return [f"assert {name}.shape == {shape}" for name, shape in leaves.items() if shape]


def _rest(name: str, value: Any) -> Iterator[str]:
    yield from _checks(name, value) if value else (f"not {name}",)


def _checks(name: str, value: Any) -> Iterator[str]:
    match value:
        case None:
            yield f"{name} is None"
        case _ if type(value) in _SIMPLE:
            yield f"{name} == {value!r}"
        case list() | tuple():
            yield f"len({name}) == {len(value)}"
            for number, part in enumerate(value):
                yield from _checks(f"{name}[{number}]", part)
        case dict() if all(isinstance(key, str | int) for key in value):
            yield f"set({name}) == {{{', '.join(map(repr, value))}}}" if value else f"not {name}"
            for key, part in value.items():
                yield from _checks(f"{name}[{key!r}]", part)
        case types.FunctionType() if value.__name__.isidentifier():
            yield f"{name}.__name__ == {value.__name__!r}"
