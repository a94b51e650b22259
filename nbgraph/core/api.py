"""Define small public names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from nbgraph.core.executor.convert import convert
from nbgraph.core.staging.lists import set_element_type, stack
from nbgraph.core.staging.trace import loop_options

__all__ = ["do_not_convert", "loop_options", "set_element_type", "stack", "to_graph"]

Function = TypeVar("Function", bound=Callable[..., Any])


def to_graph(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Convert a function's control flow at once: `ng.convert` under TensorFlow AutoGraph's name."""
    converted: Callable[..., Any] = convert(fn)
    return converted


def do_not_convert(fn: Function) -> Function:
    """Mark a function to be called as it is from converted code; a decorator.

    >>> @do_not_convert
    ... def seed():
    ...     return 7
    """
    fn.__nbgraph_do_not_convert__ = True  # type: ignore[attr-defined]
    return fn
