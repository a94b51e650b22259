"""What eager JAX will compile is compiled while the program is read, and nothing else of the report changes."""

from __future__ import annotations

import time
import warnings
from collections import Counter
from collections.abc import Iterator

import jax
import jax.monitoring
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.examine.parts import OPERATORS, compile_operation, operations
from nbgraph.core.examine.reporting import report_call
from nbgraph.core.worker.making import make
from nbgraph.widgets.payload.graph import draw_ahead


def collatz(a):  # type: ignore[no-untyped-def]
    count = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        count = count + 1
    return count


def huber(x):  # type: ignore[no-untyped-def]
    size = abs(x)
    return 0.5 * x * x if size <= 1.0 else size - 0.5


_USED = {"not_equal", "remainder", "equal", "multiply", "add", "floor_divide", "abs", "less_equal", "subtract"}


@pytest.fixture
def compiled() -> Iterator[Counter[str]]:
    """How many programs of each name JAX has compiled, of those that it had not compiled before."""
    found: Counter[str] = Counter()

    def hear(event: str, seconds: float, *, fun_name: str = "", **_: object) -> None:
        if event.endswith("backend_compile_duration"):
            found[fun_name.removeprefix("jit_").removeprefix("jit(").removesuffix(")")] += 1

    jax.clear_caches()
    jax.monitoring.register_event_duration_secs_listener(hear)
    yield found
    jax.monitoring.unregister_event_duration_listener(hear)


@pytest.mark.parametrize(
    ("function", "argument"), [(collatz, 27), (huber, 0.5), (huber, 3.0), (huber, jnp.float32(3.0))]
)
def test_eager_jax_compiles_nothing_that_is_compiled_already(function, argument, compiled: Counter[str]) -> None:
    traced = jax.make_jaxpr(lambda x: [x != 1, x % 2 == 0, 3 * x + 1, x // 2, abs(x), 0.5 * x, x <= 1.0, x - 0.5])
    program = traced(argument)
    compiled.clear()
    for each in operations(program.jaxpr.eqns):
        compile_operation(*each)
    once = Counter(compiled)
    function(jax.device_put(argument))
    assert once.keys() >= _USED and compiled == once


def scaled(x):  # type: ignore[no-untyped-def]
    return x / 2 if abs(x) < 1 else abs(x) - 0.5


def test_integers_beside_floats_are_compiled_as_eager_jax_has_them(compiled: Counter[str]) -> None:
    program = jax.make_jaxpr(lambda x: [x / 2, abs(x) < 1, abs(x) - 0.5])(0.5)
    compiled.clear()
    for each in operations(program.jaxpr.eqns, {1, 2}):
        compile_operation(*each)
    once = Counter(compiled)
    assert [float(scaled(jax.device_put(x))) for x in (0.25, 3.0)] == [0.125, 2.5]
    assert once.keys() >= {"true_divide", "abs", "less", "subtract"} and compiled == once


@pytest.mark.parametrize("argument", [True, 3, 2.5, 1j, np.ones(3), jnp.ones((2, 2), "bfloat16"), jnp.float32(1.0)])
def test_operators_of_every_type_are_compiled_without_a_word(argument) -> None:
    program = jax.make_jaxpr(lambda x: [-(x * 1.5 + x), x == 1, abs(x * 1.5)])(argument)
    found = list(operations(program.jaxpr.eqns))
    assert [name for name, *_ in found] == ["mul", "add", "neg", "eq", "mul", "abs"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for each in found:
            compile_operation(*each)


def test_what_is_no_operator_on_arrays_in_memory_is_left_out() -> None:
    key = jax.make_jaxpr(lambda key: jax.random.uniform(key))(jax.random.key(0))
    large = jax.make_jaxpr(lambda x: x + x)(jax.ShapeDtypeStruct((10**9,), "float32"))
    assert list(operations(large.jaxpr.eqns)) == []
    assert all(name in OPERATORS for name, *_ in operations(key.jaxpr.eqns))


def test_a_report_has_each_part_once_and_as_without_times(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    timed = report_call(collatz, (27,), tell=lambda step, report: told.append(step))
    plain = report_call(collatz, (27,), timing=False)
    assert told.index("the program was read") == told.index("eager JAX ran") - 1
    assert timed.graph == plain.graph and timed.pure_jax == plain.pure_jax and timed.decisions == plain.decisions
    assert [code.text for code in timed.forms.codes] == [code.text for code in plain.forms.codes]


def test_nothing_is_compiled_any_more_when_times_are_measured(compiled: Counter[str], monkeypatch) -> None:
    monkeypatch.setattr("nbgraph.core.timing.session.is_cheap", lambda *_: True)  # also on a slow machine
    told: dict[str, Counter[str]] = {}
    timed = report_call(collatz, (27,), tell=lambda step, report: told.update({step: Counter(compiled)}))
    assert timed.comparison is not None and timed.comparison.guards is not None
    assert told["the times were measured"] == told["the graph was read"]
    assert told["the times were measured"]["collatz"] == 2  # with guards and without


def test_the_graph_is_drawn_while_eager_jax_compiles_and_never_beside_what_is_measured(monkeypatch) -> None:
    found: list[str] = []

    def draws(*_: object) -> None:
        found.append("drawing")
        end = time.monotonic() + 2
        while "the times were measured" not in found and time.monotonic() < end:
            time.sleep(0.01)
        found.append("drawn")

    monkeypatch.setattr("nbgraph.widgets.payload.graph._drawn", draws)
    make(collatz, (27,), ahead=draw_ahead, tell=lambda step, *_: found.append(step))
    assert found.count("drawing") == 1 and found.index("drawing") < found.index("eager JAX ran")
    assert found.index("drawn") < found.index("the times were measured")
