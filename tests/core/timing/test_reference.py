"""What a graph is held against where Python itself cannot run the call; and that it is given what the user gave."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def huber(x: Any) -> Any:
    if abs(x) <= 1.0:
        return 0.5 * x * x
    return abs(x) - 0.5


def each(v: Any) -> Any:
    return jax.vmap(huber)(v)


def slopes(v: Any) -> Any:
    return jax.vmap(jax.grad(huber))(v)


def summed(v: Any) -> Any:
    def body(total: Any, x: Any) -> Any:
        if x > 1.0:
            total = total + x
        return total, x * 2

    return jax.lax.scan(body, 0.0, v)


def first_set(x: Any, i: int) -> Any:
    x[i] = 5.0
    return x


def made_inside(n: int) -> Any:
    x = jnp.zeros(3)
    x[n] = 5.0
    return x


def bubble(v: Any) -> Any:
    n = len(v)
    for i in range(n):
        for j in range(n - 1 - i):
            if v[j] > v[j + 1]:
                a, b = v[j], v[j + 1]
                v = v.at[j].set(b).at[j + 1].set(a)
    return v


def divided(v: Any) -> Any:
    return jax.vmap(lambda x: x // (0 if x > 0 else 1) if False else 1 // 0)(v)


V = jnp.array([0.5, 2.0, -3.0])
NOT_PYTHONS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Any]] = {
    "vmap of a branch": (each, (V,), [0.125, 1.5, 2.5]),
    "vmap of grad": (slopes, (V,), [0.5, 1.0, -1.0]),
    "scan of a branch": (summed, (V,), (2.0, [1.0, 4.0, -6.0])),
    "jax.jit(f) itself": (jax.jit(huber), (3.0,), 2.5),
    "an array made inside and changed": (made_inside, (1,), [0.0, 5.0, 0.0]),
}


@pytest.mark.parametrize("name", NOT_PYTHONS)
def test_the_converted_code_is_the_reference_and_is_named(name: str) -> None:
    function, arguments, expected = NOT_PYTHONS[name]
    with pytest.raises((jax.errors.ConcretizationTypeError, TypeError)):
        function(*arguments)
    found = ng.compare(function, *arguments)
    assert jax.tree.all(jax.tree.map(np.allclose, found.value, jax.tree.map(jnp.asarray, expected, is_leaf=_is_list)))
    assert found.verdict.equal and found.verdict.reference == "converted"
    assert found.verdict.message.startswith("Same result as the converted code (op by op)")
    assert "Python cannot run this call" in found.verdict.message
    assert "Same result as plain Python" not in str(found)
    assert [each.name for each in found.baselines] == ["python", "converted", "graph"]
    report = ng.show(function, *arguments, timing=False).report
    assert report.errors == ()
    assert report.verdict is not None and report.verdict.reference == "converted"


def chosen(x: Any, k: Any) -> Any:
    return {"a": x, "b": k} if x > k else {"a": k, "b": x}


def scaled(n: Any) -> Any:
    return n * 100_000 if n > 0 else n


def looked_up(n: Any) -> Any:
    return (1, 2)[int(n)] if n > 1 else 0


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(huber, (V,)), (jax.grad(huber), (V,)), (chosen, (V, jnp.zeros(3))), (scaled, (np.array([1, -2]),))],
)
def test_python_on_each_example_is_the_reference(function: Any, arguments: Any) -> None:
    found = ng.compare(jax.vmap(function), *arguments)
    assert found.verdict.equal and found.verdict.reference == "examples"
    assert found.verdict.message.startswith("Same result as Python on each example")
    assert found.verdict.message.endswith("the reference is Python on each example.")
    assert "plain Python" not in found.verdict.message  # which raises
    assert [each.name for each in found.baselines] == ["python", "examples", "graph"]
    for k, expected in enumerate(function(*(each[k] for each in arguments)) for k in range(len(arguments[0]))):
        row = jax.tree.map(lambda leaf, k=k: leaf[k], found.value)
        assert jax.tree.all(jax.tree.map(np.allclose, row, expected))


def test_an_example_of_pythons_that_differs_is_found() -> None:
    found = ng.compare(jax.vmap(scaled), np.array([1, 100_000]))
    assert found.verdict.equal is False and "result[1] differs" in found.verdict.message


def test_an_examples_own_error_is_pythons() -> None:
    found = ng.compare(jax.vmap(looked_up), jnp.array([1, 5]))
    assert found.verdict.message.startswith("Both raise IndexError: tuple index out of range. Python cannot")


def test_many_examples_are_not_run_one_by_one() -> None:
    assert ng.compare(jax.vmap(huber), jnp.arange(65.0)).verdict.reference == "converted"


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def test_jax_arrays_stay_jax_arrays() -> None:
    found = ng.compare(bubble, jnp.array([3, 1, 2]))
    assert found.verdict.equal and found.verdict.reference == "python"
    assert isinstance(found.python_value, jax.Array)
    assert found.python_value.tolist() == [1, 2, 3]


def test_numpy_arrays_stay_numpy_arrays() -> None:
    found = ng.compare(first_set, np.zeros(3), 1)
    assert type(found.python_value) is np.ndarray
    assert found.verdict.equal and found.verdict.reference == "python"
    assert "copies" not in found.verdict.message


def test_copies_are_named() -> None:
    found = ng.compare(first_set, jnp.zeros(3), 1)
    assert found.verdict.equal and found.verdict.reference == "copies"
    assert found.verdict.message.startswith("Same result as Python on NumPy copies of `x`")
    assert "plain Python" not in found.verdict.message
    assert ng.show(first_set, jnp.zeros(3), 1, timing=False).report.errors == ()


def halved(x: Any, counts: list[int]) -> Any:
    for i in range(len(x)):
        x[i] = x[i] / 2
    counts.append(len(x))
    return x.sum()


def told_and_set(x: Any) -> Any:
    x[0] = 5.0
    print("set")
    return x


def set_at_a_zero(x: Any) -> Any:
    x[0] = x[1] / x[2]
    return x


ON_COPIES: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "an array": (first_set, (jnp.zeros(3), 1)),
    "an array beside a list": (halved, (jnp.ones(4), [])),
    "one that prints": (told_and_set, (jnp.zeros(3),)),
    "one with nan": (set_at_a_zero, (jnp.zeros(3),)),
}


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("name", ON_COPIES)
def test_a_run_on_copies_is_not_plain_pythons(name: str) -> None:
    function, arguments = ON_COPIES[name]
    with pytest.raises(TypeError, match="immutable"):
        function(*arguments)
    found = ng.compare(function, *arguments)
    expected = function(*(np.array(each) if isinstance(each, jax.Array) else copy.copy(each) for each in arguments))
    assert np.allclose(found.value, expected, equal_nan=True)
    assert found.verdict.equal and found.verdict.reference == "copies"
    assert [each.name for each in found.baselines] == ["python", "copies", "graph"]
    plain, copies, _ = found.baselines
    assert plain.sample is None and plain.error is not None and plain.error.startswith("TypeError: JAX arrays")
    assert copies.label == "Python on NumPy copies" and copies.error is None
    assert isinstance(found.python_error, TypeError) and found.python_value is None
    assert found.break_even is None, "there is nothing to break even with"
    said = (found.verdict.message, *found.sentences, "" if found.not_finite is None else found.not_finite.message)
    assert "plain python" not in " ".join(said).lower()
    report = ng.show(function, *arguments, timing=False).report
    assert report.errors == () and report.python_value is None and report.shown_python_value is None


def test_a_difference_from_a_run_on_copies_names_them() -> None:
    def widened(x: Any, n: int) -> Any:
        x[0] = n
        return n * 1_000_003

    found = ng.compare(widened, jnp.zeros(3), 70_000)
    assert found.verdict.equal is False and found.verdict.reference == "copies"
    assert "Python on NumPy copies of `x`" in found.verdict.message
    assert "plain Python" not in found.verdict.message


def test_what_also_fails_on_copies_is_held_against_the_converted_code() -> None:
    def both(x: Any) -> Any:
        y = jnp.zeros(3)
        x[0] = 1.0
        y[0] = x[0]
        return y

    found = ng.compare(both, jnp.zeros(3))
    assert found.verdict.equal and found.verdict.reference == "converted"
    assert [each.name for each in found.baselines] == ["python", "converted", "graph"]


def test_steps_say_that_python_ran_on_copies() -> None:
    assert ng.trace_values(first_set, jnp.zeros(3), 1).is_on_copies
    assert not ng.trace_values(first_set, np.zeros(3), 1).is_on_copies
    assert not ng.trace_values(made_inside, 1).is_on_copies


def test_a_transformation_of_what_python_can_run_is_held_against_python() -> None:
    found = ng.compare(jax.grad(huber), 3.0)
    assert found.verdict.equal and found.verdict.reference == "python"
    assert float(found.value) == 1.0


def test_a_partial_is_the_users_function() -> None:
    report = ng.show(functools.partial(first_set, i=2), np.zeros(3), timing=False).report
    assert report.source.lines[report.span.line - 1] == "def first_set(x: Any, i: int) -> Any:"
    assert report.errors == () and report.verdict is not None and report.verdict.equal


@pytest.mark.parametrize("made", [jax.grad, jax.jit, jax.value_and_grad, jax.jacfwd, jax.checkpoint])
def test_the_source_of_a_transformation_is_the_users(made: Callable[..., Any]) -> None:
    report = ng.show(made(huber), 3.0, timing=False).report
    assert report.source.lines[report.span.line - 1] == "def huber(x: Any) -> Any:"
    assert not report.helpers
    assert report.errors == ()
    assert report.graph is not None and report.converted_code is not None and "ng.if_" in report.converted_code.text


def test_a_transformation_is_called_what_it_is() -> None:
    report = ng.show(jax.vmap(jax.grad(huber)), V, timing=False).report
    assert report.title.startswith("jax.vmap(jax.grad(huber))(")
    assert report.pure_jax is not None
    assert report.pure_jax.text.endswith(f"\n# The call: {report.title}\n"), "the code is that of `huber`"
    assert ng.to_code(jax.grad(huber), 3.0).endswith("\n# The call: jax.grad(huber)(3.0)\n")
    names: dict[str, Any] = {"jax": jax}
    exec(ng.to_code(jax.grad(huber), 3.0), names)
    assert float(eval("jax.grad(huber)(3.0)", names)) == 1.0


def test_steps_show_the_numbers_behind_what_jax_hands_to_python() -> None:
    recording = ng.trace_values(jax.grad(huber), 3.0)
    assert ("x", "3.0") in [pair for step in recording.steps for pair in step.python]


def test_an_error_of_the_users_inside_is_still_an_error() -> None:
    found = ng.compare(divided, V)
    assert isinstance(found.python_error, ZeroDivisionError)
    assert isinstance(found.graph_error, ZeroDivisionError)


def test_a_function_that_prints_is_not_run_once_more(capsys: pytest.CaptureFixture[str]) -> None:
    def told(v: Any) -> Any:
        print("called")
        return jax.vmap(huber)(v)

    found = ng.compare(told, V)
    assert found.verdict.equal is None
    assert "Python cannot run this call" in found.verdict.message
    assert capsys.readouterr().out.count("called") == 2, "as Python ran, and as the graph did"
