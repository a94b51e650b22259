"""A compiled function as its user meets it: calls, traces, explanations and errors in the user's lines."""

from __future__ import annotations

import inspect
import traceback
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import CallError, NbgraphError
from nbgraph.core.executor.located import RefusedByJaxError, TracedValueError
from nbgraph.core.staging.state.carry import CarryMismatchError
from nbgraph.core.staging.values.undefined import UndefinedNameError


def climb(x: Any, n: Any) -> Any:
    if x > 0:  # noqa: SIM108  as users write it
        y = x * 2
    else:
        y = x - 1.5
    for i in range(n):
        y = y + i
    return y


def scale(x: Any, mode: str) -> Any:
    if mode == "double":
        return x * 2
    return x


def absolute(x: Any) -> Any:
    return x if x > 0 else -x


def test_one_trace_for_each_combination_of_types() -> None:
    f = ng.function(climb)
    assert [f(3, 4).item(), f(-1, 2).item(), f(3.0, 4).item()] == [12.0, -1.5, 12.0]
    assert [str(trace) for trace in f.traces] == ["(x: int32[], n: int32[])", "(x: float32[], n: int32[])"]
    assert repr(f) == "<ng.function climb(x: 'Any', n: 'Any') -> 'Any', 2 traces>"


def test_explain() -> None:
    f = ng.function(climb)
    assert f.explain() == "climb has not been traced yet: call it first"
    f(3, 4)
    line = inspect.getsourcelines(climb)[1]
    assert f.explain().splitlines() == [
        "climb(x: int32[], n: int32[])",
        f"  line {line + 1}: if → cond: `x > 0` is traced; `y` int32 → float32",
        f"  line {line + 5}: for → fori: the length of `range(n)` is traced",
    ]


def test_lower_and_trace_do_not_run() -> None:
    f = ng.function(climb)
    number = jax.ShapeDtypeStruct((), jnp.int32)
    assert f.lower(number, number).as_text().startswith("module @jit_climb")
    primitives = [equation.primitive.name for equation in f.trace(number, number).jaxpr.eqns]
    assert [name for name in primitives if name in ("cond", "while")] == ["cond", "while"]
    assert len(f.traces) == 1


def test_strings_become_static() -> None:
    f = ng.function(scale)
    assert [f(2, "double").item(), f(2, "other").item(), f(3, "double").item()] == [4, 2, 6]
    assert f.static_argnames == ("mode",)
    assert [str(t) for t in f.traces] == [
        "(x: int32[], mode: 'double' (static))",
        "(x: int32[], mode: 'other' (static))",
    ]


def test_decorator_with_arguments() -> None:
    @ng.function(static_argnames="n")
    def power(x: Any, n: int) -> Any:
        return x**n

    assert power(3, 2).item() == 9
    assert power.__name__ == "power"
    assert str(power.traces[0]) == "(x: int32[], n: 2 (static))"


@jax.tree_util.register_pytree_node_class
class Scaled:
    """Something with a method, which JAX can take apart."""

    def __init__(self, factor: Any) -> None:
        self.factor = factor

    def tree_flatten(self) -> tuple[tuple[Any], None]:
        return (self.factor,), None

    @classmethod
    def tree_unflatten(cls, _: None, parts: Any) -> Scaled:
        return cls(*parts)

    @ng.function
    def grow(self, x: Any) -> Any:
        return x * self.factor if x > 0 else x


def test_methods() -> None:
    assert [Scaled(3).grow(2).item(), Scaled(3).grow(-2).item()] == [6, -2]
    assert Scaled.grow.python_function(Scaled(3), 2) == 6


def test_inside_transformations_of_jax() -> None:
    f = ng.function(absolute)
    assert jax.jit(f)(-2.0).item() == 2.0
    assert jax.vmap(f)(jnp.array([-2.0, 3.0])).tolist() == [2.0, 3.0]
    assert jax.grad(f)(-3.0).item() == -1.0


def positive(x: Any) -> Any:
    assert x > 0, f"got {x}"
    return x


def test_assert_raises_in_the_users_line_with_the_value() -> None:
    f = ng.function(positive)
    assert f(1).item() == 1
    with pytest.raises(AssertionError, match=r"^got -3$") as caught:
        f(-3)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno) == (__file__, inspect.getsourcelines(positive)[1] + 1)


def sometimes(x: Any) -> Any:
    if x > 0:
        y = 1
    return y


def becomes_number(x: Any) -> Any:
    s: Any = (x,)
    while x > 0:
        x = x - 1
        s = 1
    return s


def pick(x: Any) -> Any:
    return "abc"[x:]


def refused(x: Any) -> Any:
    return jnp.ones(3) @ jnp.ones(4) * x


@pytest.mark.parametrize(
    ("function", "kind", "offset", "marked"),
    [
        (sometimes, UndefinedNameError, 3, "y"),
        (becomes_number, CarryMismatchError, 2, "while x > 0"),
        (pick, TracedValueError, 1, '"abc"[x:]'),
        (refused, RefusedByJaxError, 1, "jnp.ones(3) @ jnp.ones(4)"),
    ],
)
def test_errors_say_where_and_what_instead(function: Any, kind: type[NbgraphError], offset: int, marked: str) -> None:
    with pytest.raises(kind) as caught:
        ng.function(function)(-3)
    error = caught.value
    lines, start = inspect.getsourcelines(function)
    assert error.span is not None
    assert (error.span.file, error.span.line) == (__file__, start + offset)
    said = str(error).splitlines()
    assert said[0].startswith(f"test_function.py, line {start + offset}: ")
    assert said[1].strip() == lines[offset].strip()
    carets = said[2]
    assert said[1][carets.index("^") : carets.rindex("^") + 1] in (marked, marked + ":")
    assert said[3] == f"Write instead: {error.remedy}"
    assert said[-1] == f"[{kind.id}]"
    assert len(said) <= 10


def test_an_argument_that_no_graph_can_take() -> None:
    with pytest.raises(CallError, match="the argument `x` of `absolute` is an object") as caught:
        ng.function(absolute)([object()])
    assert caught.value.variable == "x"


def test_the_traceback_of_a_refusal_leads_through_the_users_code_alone() -> None:
    def inner(x: Any) -> Any:
        return {1: 2} if x > 0 else [1]

    def outer(x: Any) -> Any:
        return x or inner(x)

    with pytest.raises(NbgraphError) as raised:
        ng.function(outer)(0)
    trace = raised.value.__traceback__
    files = []
    while trace is not None:
        files.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    ours = [file for file in files if file != __file__]
    assert files[0] == files[-1] == __file__
    assert len(ours) <= 2, ours  # where the graph was called
    assert not any("JAX" in note for note in getattr(raised.value, "__notes__", ()))
