"""Hold one call that is examined."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import JITTED, is_batch_of_examples
from nbgraph.core.executor.as_typed import typed_value
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.known_parts import known_sentence, traced_leaves
from nbgraph.core.graph.model import Aval
from nbgraph.core.keys import is_key
from nbgraph.core.one_line import on_one_line
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.ownership import is_of_jax, name_of, plain_function
from nbgraph.core.staging.control_flow import BUDGET
from nbgraph.core.staging.frames import is_transformation
from nbgraph.core.staging.values import with_leaves


@dataclass(frozen=True)
class Call:
    """One call of one function, with its own executor, so that examining it leaves the user's cache alone."""

    function: GraphFunction
    title: str
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    budget: int | None  # the most iterations of a loop that the user allows; None for any number
    parts: dict[str, Any] = field(default_factory=dict)  # the results of an earlier report on the same trace

    @classmethod
    def of(
        cls, fn: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any], title: str | None = None
    ) -> Call:
        python = typed_value(fn)
        arguments = tuple(map(typed_value, arguments))
        keywords = {name: typed_value(value) for name, value in keywords.items()}
        static = fn.static_argnames if isinstance(fn, GraphFunction) else ()
        budget = fn.max_iterations if isinstance(fn, GraphFunction) else BUDGET
        executor = GraphFunction(python, static_argnames=static, max_iterations=budget)
        executor.learn_arguments(arguments, keywords)
        return cls(executor, title or _call_text(fn, arguments, keywords), arguments, keywords, budget)

    @property
    def leaves(self) -> list[Any]:
        leaves: list[Any] = jax.tree_util.tree_leaves((self.arguments, self.keywords))
        return leaves

    @property
    def named_leaves(self) -> list[tuple[str, Any]]:
        """Return the user's name and the value of each traced leaf of the arguments, in JAX's order."""
        bound = inspect.signature(self.function.python_function).bind_partial(*self.arguments, **self.keywords)
        given = (item for item in bound.arguments.items() if item[0] not in self.function.static_argnames)
        return [leaf for name, value in given for leaf in traced_leaves(name, value, tables=self.function.tables)]

    @property
    def argument_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.named_leaves)

    @property
    def known_note(self) -> str:
        """Return a note on arguments whose structure is part of the graph, in addition to their values; "" for none."""
        bound = inspect.signature(self.function.python_function).bind_partial(*self.arguments, **self.keywords)
        given = {name: value for name, value in bound.arguments.items() if name not in self.function.static_argnames}
        return " ".join(sentence for name, value in given.items() if (sentence := known_sentence(name, value)))

    def as_given(self, value: Any) -> Any:
        """Return results as Python numbers and NumPy arrays, unless the user passed JAX arrays."""
        if any(isinstance(leaf, jax.Array) for leaf in self.leaves):
            return value

        def plain(leaf: Any) -> Any:
            if not isinstance(leaf, jax.Array) or is_key(leaf):
                return leaf
            array = np.asarray(leaf)
            return array.item() if array.ndim == 0 else array

        return with_leaves(plain, value)


def needs_arguments(fn: Callable[..., Any]) -> bool:
    parameters = inspect.signature(plain_function(fn)).parameters.values()
    star = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(p.default is inspect.Parameter.empty and p.kind not in star for p in parameters)


def _call_text(fn: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    parts = [*map(argument_text, arguments), *(f"{name}={argument_text(value)}" for name, value in keywords.items())]
    return f"{callee_text(fn)}({', '.join(parts)})"


def callee_text(fn: Callable[..., Any]) -> str:
    """Return what is called, as the user would write it: `huber`, `jax.grad(huber)`.

    >>> def huber(x): ...
    >>> callee_text(huber), callee_text(jax.vmap(jax.grad(huber))), callee_text(jax.jit(huber))
    ('huber', 'jax.vmap(jax.grad(huber))', 'jax.jit(huber)')
    """
    made = _transformation(fn)
    inner = getattr(fn, "__wrapped__", None)
    if made and inner is not None:
        return f"jax.{made}({callee_text(inner)})"
    return name_of(fn)


def differentiated(fn: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return the user's function of which a function is the first derivative; None for any other.

    >>> def huber(x): ...
    >>> differentiated(jax.jit(jax.grad(huber))) is huber, differentiated(jax.grad(jax.grad(huber)))
    (True, None)
    >>> callee_text(differentiated(jax.vmap(jax.grad(huber))))  # each example's own
    'jax.vmap(huber)'
    """
    made, inner = _transformation(fn), getattr(fn, "__wrapped__", None)
    if made == "jit":
        return differentiated(inner) if inner is not None else None
    if made == "vmap" and is_batch_of_examples(fn):
        found = differentiated(inner) if inner is not None else None
        return None if found is None or _transformation(found) else jax.vmap(found)
    while isinstance(inner, JITTED):
        inner = getattr(inner, "__wrapped__", None)
    return inner if made in ("grad", "value_and_grad") and inner is not None and not _transformation(inner) else None


def differentiated_twice(fn: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return the first derivative of which a function is the derivative; None unless it is of a user's function.

    >>> def huber(x): ...
    >>> callee_text(differentiated_twice(jax.grad(jax.grad(huber)))), differentiated_twice(jax.grad(huber))
    ('jax.grad(huber)', None)
    """
    inner = getattr(fn, "__wrapped__", None)
    if inner is None or _transformation(fn) != "grad" or _transformation(inner) != "grad":
        return None
    return inner if differentiated(inner) is not None else None


def _transformation(fn: Callable[..., Any]) -> str:
    """Return the name of the transformation that made a function; "" for others."""
    if isinstance(fn, JITTED):
        return "jit"
    pending: list[Any] = [fn] if is_transformation(fn) else []
    while pending:
        made = pending.pop(0)
        name = made.__code__.co_qualname.partition(".")[0]
        if hasattr(jax, name):
            return str(name)
        held = (cell.cell_contents for cell in made.__closure__ or ())
        pending += [each for each in held if isinstance(each, FunctionType) and is_of_jax(each)]
    return ""


def argument_text(value: Any) -> str:
    text = on_one_line(repr(value))
    if len(text) > 30 and isinstance(value, jax.Array | np.ndarray):
        return str(Aval(value.shape, str(value.dtype)))
    return text if len(text) <= 30 else text[:27] + "..."
