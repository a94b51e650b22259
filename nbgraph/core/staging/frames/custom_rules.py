"""Convert functions with a derivative rule (`jax.custom_jvp`, `jax.custom_vjp`), and the rule in a named scope."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax

from nbgraph.core._jax import RULE_SCOPE, placed_here
from nbgraph.core.source.ownership import is_user_function, plain_function

RULED = (jax.custom_jvp, jax.custom_vjp)
_RULES = ("jvp", "fwd", "bwd")


def has_rule(function: Any) -> bool:
    """Whether a function is a user function with its own derivative rule."""
    return isinstance(function, RULED) and is_user_function(plain_function(function.fun))


def rules_of(function: Any) -> list[Callable[..., Any]]:
    """Return the functions that make up a derivative rule."""
    return [rule for name in _RULES if callable(rule := getattr(function, name, None))]


def with_rule(function: Any, converted: Callable[[Any], Any]) -> Any:
    """Return a copy of a function with its own code and its derivative rule converted.

    Args:
        function: a function for which `has_rule` is true.
        converted: converts a function for a library to call.
    """
    made: Any = object.__new__(type(function))  # its `__new__` needs the function
    vars(made).update(vars(function))
    made.fun = converted(function.fun)
    for name in _RULES:
        if callable(rule := getattr(function, name, None)):
            setattr(made, name, _named(name, rule, converted(rule), function.__name__))
    return made


def _named(part: str, rule: Any, converted: Callable[..., Any], function: str) -> Callable[..., Any]:
    named = f"{rule.__name__}: " if is_user_function(plain_function(rule)) else ""
    words = f"{part} {named}rule of {function}"

    @functools.wraps(converted)
    def run(*arguments: Any, **keywords: Any) -> Any:
        with placed_here(), jax.named_scope(RULE_SCOPE + words):
            return converted(*arguments, **keywords)

    return run
