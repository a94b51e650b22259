"""Each message that a decision is made by, provoked: with another Python, NumPy or JAX it may be another one."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph
from nbgraph.core.messages import Message, matches
from nbgraph.core.staging.lists.selections import Selection


class Listed:
    """What knows how to become an array, as nbgraph's lists do."""

    def __jax_array__(self) -> Any:
        return jnp.array([0, 1])


def traced(use: Callable[[Any], Any]) -> Callable[[], Any]:
    return lambda: jax.make_jaxpr(use)(1)


def _size(use: Callable[[Any], Any]) -> Callable[[], Any]:
    (n,) = jax.export.symbolic_shape("n")
    return lambda: jax.export.export(jax.jit(use))(jax.ShapeDtypeStruct((n,), "float32"))


def _resized() -> None:
    numbers = {1: 1}
    for number in numbers:
        numbers[number + 1] = 1


def _endless() -> None:
    _endless()


def _assigned() -> None:
    jnp.zeros(3)[0] = 1  # type: ignore[index]


PROVOKED: dict[tuple[Message, str], tuple[type[BaseException], Callable[[], Any]]] = {
    (Message.TRACER, "NumPy's type"): (TypeError, traced(lambda x: "a" + x)),
    (Message.TRACER, "Python's method"): (TypeError, traced(lambda x: "a".join([x]))),
    (Message.TRACER, "attribute"): (AttributeError, traced(lambda x: x.unheard_of)),
    (Message.UNAVAILABLE, "a method of arrays"): (AttributeError, traced(lambda x: x.copy_to_host_async())),
    (Message.KEY, "dict"): (TypeError, traced(lambda x: {1: 2}[x])),
    (Message.KEY, "set"): (TypeError, traced(lambda x: x in {1, 2})),
    (Message.INDEX, "NumPy"): (IndexError, lambda: np.zeros(3)["a"]),
    (Message.INDEX, "NumPy, an object of ours"): (IndexError, lambda: np.zeros(3)[Listed()]),
    (Message.INDEX, "JAX"): (IndexError, lambda: jnp.zeros(3)[object()]),
    (Message.SEQUENCE, "JAX"): (TypeError, lambda: jnp.zeros((2, 2))[[0, 1]]),
    (Message.ABSTRACT, "JAX"): (ValueError, lambda: jnp.zeros(3)[Listed()]),
    (Message.NO_TRUTHS, "JAX"): (TypeError, lambda: -jnp.array(True)),
    (Message.NO_LISTS, "JAX"): (TypeError, lambda: jnp.sum([1, 2])),
    (Message.SELECTION, "JAX"): (TypeError, lambda: jnp.sum(Selection(1, True))),
    (Message.IMMUTABLE, "JAX"): (TypeError, _assigned),
    (Message.UNSORTED, "JAX"): (ValueError, lambda: jax.tree_util.tree_leaves({1: 2, "a": 3})),
    (Message.TOO_LARGE, "JAX"): (OverflowError, lambda: jax.jit(lambda x: x)(2**40)),
    (Message.TOO_LARGE, "JAX, an array"): (OverflowError, lambda: jnp.array(2**40)),
    (Message.SLICE, "JAX"): (IndexError, traced(lambda x: jnp.zeros(3)[:x])),
    (Message.SYMBOLS_COMPARED, "JAX"): (Exception, _size(lambda v: v if v.shape[0] > 3 else -v)),
    (Message.SYMBOL, "Python"): (TypeError, _size(lambda v: v * len(range(v.shape[0])))),
    (Message.RESIZED, "Python"): (RuntimeError, _resized),
    (Message.DEPTH, "Python"): (RecursionError, _endless),
    (Message.DOMAIN, "Python"): (ValueError, lambda: math.sqrt(-1)),
    (Message.PRECISION, "Python"): (ValueError, lambda: format(1.5, ".f")),
}


@pytest.mark.parametrize(("message", "by"), PROVOKED, ids=lambda part: getattr(part, "name", part))
def test_it_is_said(message: Message, by: str) -> None:
    kind, provoke = PROVOKED[message, by]
    with pytest.raises(kind) as caught:
        provoke()
    assert matches(caught.value, message), str(caught.value)


def test_each_message_is_provoked() -> None:
    assert {message for message, _ in PROVOKED} == set(Message)


def test_no_other_code_looks_for_words_in_an_error() -> None:
    """What errors are said to be about is another matter: tables of `executor/advice`, each with its remedy's test."""
    package, found = Path(nbgraph.__file__).parent, []
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Compare(
                    left=ast.Constant(value=str()) | ast.Name(),
                    ops=[ast.In() | ast.NotIn()],
                    comparators=[ast.Call(func=ast.Name(id="str"), args=[ast.Name(id="error" | "caught" | "e")])],
                ):
                    found.append(f"{path.relative_to(package)}:{node.lineno}")
    assert found == []
