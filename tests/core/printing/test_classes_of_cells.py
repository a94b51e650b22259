"""Printed code with the classes of a notebook's cell, whose source Python does not find by their module."""

from __future__ import annotations

import linecache
from dataclasses import dataclass, field
from typing import Any, Optional

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted

CELLS = {
    "a tuple with types": """
from typing import NamedTuple
class State(NamedTuple):
    x: float
    v: float
def step(x, n):
    s = State(x, 0.0)
    for _ in range(n):
        s = s._replace(v=s.v - s.x)
        s = s._replace(x=s.x + s.v)
    return s
""",
    "a tuple with defaults and no method": """
from typing import NamedTuple
class State(NamedTuple):
    x: float = 1.0
    v: float = 0.0
def step(x, n):
    s = State(v=x)
    for _ in range(n):
        s = s._replace(x=s.x + s.v)
    return s
""",
    "a data class with fields alone": """
from dataclasses import dataclass
@dataclass
class State:
    x: float
    n: int = 3
def step(x, n):
    s = State(x)
    if x > n:
        s.n = n
    return s.n
""",
    "a data class with a default list": """
from dataclasses import dataclass, field
@dataclass
class State:
    x: float
    seen: list = field(default_factory=list)
    def move(self):
        self.x += 1
        self.seen.append(self.x)
def step(x, n):
    s = State(x)
    for _ in range(n):
        s.move()
    return s.x, s.seen
""",
    "an exception": """
class Low(Exception):
    pass
def step(x, n):
    if x < 0:
        raise Low(f"{x} is below {n}")
    return x + n
""",
    "a tuple with a method and a default": """
from typing import NamedTuple
class State(NamedTuple):
    x: float
    v: float = 0.0
    def moved(self):
        return State(self.x + self.v, self.v - self.x)
def step(x, n):
    s = State(x)
    for _ in range(n):
        s = s.moved()
    return s
""",
}


@pytest.mark.parametrize("name", CELLS)
def test_a_class_of_a_cell(tmp_path: Any, name: str) -> None:
    file = str(tmp_path / "1234.py")  # as ipykernel names cells; there is no such file
    linecache.cache[file] = (len(CELLS[name]), None, CELLS[name].splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(CELLS[name], file, "exec"), names)
    text = ng.to_code(names["step"], 1.0, 3)
    assert not text.startswith("#"), text
    assert pasted(text, "step")(1.0, 3) == names["step"](1.0, 3)


X = jnp.linspace(-1.0, 1.0, 5)


def line(w):
    return jnp.mean((w[0] * X + w[1] - 3.0 * X) ** 2)


def fitted(w, rate=0.3):
    gradient = jax.grad(line)
    for _ in range(3):
        w = w - rate * gradient(w)
    return w


def test_the_gradient_of_items() -> None:
    w = jnp.array([0.0, 1.0])
    text = ng.to_code(fitted, w)
    assert not text.startswith("#"), text
    np.testing.assert_allclose(pasted(text, "fitted")(w), fitted(w), rtol=1e-5)


@dataclass
class Noted:
    value: Any
    before: Optional[float] = None  # noqa: UP045
    tags: list[int] = field(default_factory=list)


def noted(x: Any) -> Noted:
    return Noted(x, tags=[1])


def test_a_class_whose_annotations_name_types_has_code() -> None:
    """The habit: `Any` and `Optional` for attributes, and `field` for a list."""
    made = pasted(ng.to_code(noted, 2.0), "noted")(3.0)
    assert (made.value, made.before, made.tags) == (3.0, None, [1])
