"""An equation's parameters as text: the jaxprs among them apart, for these are printed as programs."""

from __future__ import annotations

import re
from typing import Any

from nbgraph.core.one_line import without_addresses

LONGEST = 200
_BRACKET = re.compile(r"[\[\](){}]")


def parameters(equation: Any) -> str:
    """The parameters of an equation without a body, as JAX prints them, in one line; "" when there are none.

    >>> import jax, jax.numpy as jnp
    >>> parameters(jax.make_jaxpr(lambda x: x ** 3)(1.0).eqns[0])
    'y=3'
    """
    text = " ".join(str(equation).split())
    opening = f"{equation.primitive.name}["
    at = 0 if text.startswith(opening) else text.find(f" = {opening}") + 3
    if not text.startswith(opening, at):
        return ""
    start = at + len(opening)
    depth = 1
    for match in _BRACKET.finditer(text, start):
        depth += 1 if match[0] in "[({" else -1
        if depth == 0:
            return short(text[start : match.start()])
    return short(text[start:])


def plain_parameters(equation: Any) -> str:
    """The parameters of an equation with bodies that are no jaxprs, in one line.

    Of a function called under `jax.jit` its name: the rest says where its arguments lie, mostly that nobody said so.
    """
    if equation.primitive.name == "jit":
        return f"name={equation.params['name']}"
    parts = [
        f"{name}={short(str(value), 60)}"
        for name, value in sorted(equation.params.items())
        if not bodies_in(value) and value is not None and not callable(value)
    ]
    return " ".join(parts)


def bodies_in(value: Any) -> tuple[Any, ...]:
    """The jaxprs that one parameter holds."""
    parts = value if isinstance(value, tuple | list) else (value,)
    found = tuple(part for part in parts if hasattr(part, "eqns") or hasattr(part, "jaxpr"))
    return found if len(found) == len(parts) else ()


def short(text: str, limit: int = LONGEST) -> str:
    """Text without addresses, which differ from run to run, and not too long.

    >>> short("<function f at 0x7f12ab>"), short("abcdef", 4)
    ('<function f>', 'abc…')
    """
    text = without_addresses(" ".join(text.split()))
    return text if len(text) <= limit else text[: limit - 1] + "…"
