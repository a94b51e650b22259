"""JAX has one type for `0.0` and `jnp.asarray(0.0)`, and for `True` and `np.True_`; Python tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError

PYTHON = [2, 0.5, 0.0, True]
OF_ARRAYS = [jnp.asarray(2), jnp.asarray(0.5), jnp.asarray(0.0), np.True_, jnp.array(True), np.array(True)]


def inverse(x: Any) -> Any:
    """JAX's arrays raise no ZeroDivisionError."""
    try:
        return 1 / x
    except ZeroDivisionError:
        return -5.0


def is_whole(x: Any) -> Any:
    """True of Python's integers and truth values."""
    return isinstance(x, int)


def class_of(x: Any) -> Any:
    """Python's classes have other names than those of arrays."""
    return type(x).__name__


def matched(x: Any) -> Any:
    """A pattern asks for the class, too."""
    match x:
        case bool():
            return 1
        case int():
            return 2
        case float():
            return 3
    return 4


def answer(function: Callable[[Any], Any], value: Any) -> Any:
    """What a graph returns, or "refused"."""
    try:
        result = function(value)
    except StagingError:
        return "refused"
    return result if isinstance(result, str) else np.asarray(result).item()


@pytest.mark.parametrize("function", [is_whole, class_of, matched, inverse])
@pytest.mark.parametrize("first", ["Python's", "arrays'"])
def test_a_scalar_of_an_array_is_not_taken_for_python_s(function: Callable[[Any], Any], first: str) -> None:
    graph = ng.function(function)
    order = [*PYTHON, *OF_ARRAYS] if first == "Python's" else [*OF_ARRAYS, *PYTHON]
    answers = [answer(graph, value) for value in [*order, *order]]
    expected = [function(value) for value in [*order, *order]]
    pythons = [type(value) in (int, float, bool) for value in [*order, *order]]
    for got, wanted, is_python in zip(answers, expected, pythons, strict=True):
        assert got == (wanted if is_python else got) and got in (wanted, "refused")


def test_a_zero_of_an_array_is_divided_by_in_a_list_and_by_name() -> None:
    def inverses(values: Any, scale: Any = 1) -> Any:
        try:
            return 1 / values[0] + 1 / scale
        except ZeroDivisionError:
            return -1.0

    graph = ng.function(inverses)
    assert graph([0.0], 2.0) == graph([2.0], scale=0.0) == -1
    with pytest.raises(StagingError, match="ZeroDivisionError"):
        graph([jnp.asarray(0.0)], 2.0)
    with pytest.raises(StagingError, match="ZeroDivisionError"):
        graph([2.0], scale=jnp.asarray(0.0))
    assert graph([2.0], scale=4.0) == 0.75


def test_a_function_that_asks_nothing_is_traced_once_for_both() -> None:
    graph = ng.function(lambda x: x * 2)
    for value in (1.5, jnp.asarray(1.5), jax.jit(lambda x: x)(1.5), 2.5):
        assert graph(value) == value * 2
    assert len(graph.traces) == 1


def both_above(x: Any) -> Any:
    """NumPy and JAX add truth values as logic does, Python as numbers."""
    return (x > 1) + (x > 0)


@pytest.mark.parametrize("value", [np.int64(3), jnp.int32(3), jnp.asarray(3), np.array(3)])
def test_truth_values_of_arrays_are_not_counted(value: Any) -> None:
    assert both_above(value) == 1 and both_above(3) == 2
    graph = ng.function(both_above)
    assert graph(3) == 2
    with pytest.raises(StagingError, match="truth values"):
        graph(value)


def difference(x: Any) -> Any:
    above, below = x > 0, x < 0
    sign = above - below
    above -= x > 5
    return sign, -below, above


def test_truth_values_with_a_name_are_subtracted() -> None:
    graph = ng.function(difference)
    assert [graph(x) for x in (7, -2, 0)] == [difference(x) for x in (7, -2, 0)]
    with pytest.raises(ng.NbgraphError):  # Python raises TypeError
        graph(np.int64(3))


def test_the_value_of_an_or_is_no_truth_value() -> None:
    graph = ng.function(lambda x: (x or 2.5) + 1)
    assert (graph(1.5), graph(0.0)) == (2.5, 3.5)


def renamed(x: Any) -> Any:
    """Both names are one array."""
    y = x
    y += 1
    return x


def in_a_dict(x: Any) -> Any:
    """The item is the array."""
    d = {"a": x}
    d["a"] += 1
    return x


def in_a_loop(x: Any) -> Any:
    """The array changes in each iteration."""
    y = x
    while y < 5:
        y += 1
    return x


@pytest.mark.parametrize("function", [renamed, in_a_dict, in_a_loop])
def test_an_array_without_axes_that_changes_is_refused(function: Callable[[Any], Any]) -> None:
    graph = ng.function(function)
    assert graph(2) == graph(np.int64(2)) == graph(jnp.int32(2)) == 2 != function(np.array(2))
    with pytest.raises(StagingError, match=r"without axes"):
        graph(np.array(2))
    assert graph(np.array(2).item()) == 2


@pytest.mark.parametrize("value", [np.float64(0.5), jnp.asarray(0.5)])
def test_repr_of_a_number_of_an_array_is_refused(value: Any) -> None:
    graph = ng.function(lambda x: f"{x!r}")
    assert graph(0.5) == "0.5"
    with pytest.raises(StagingError, match="repr"):
        graph(value)


def divided_by(x: Any) -> Any:
    """JAX's zero raises nothing."""
    try:
        return 1 / jnp.abs(x)
    except ZeroDivisionError:
        return 0.0


OF_A_LIBRARY: list[Callable[[Any], Any]] = [
    lambda x: isinstance(np.abs(x), int),
    lambda x: isinstance(jnp.abs(x), int),
    lambda x: abs(jax.lax.abs(x) > 1),
    divided_by,
]


@pytest.mark.parametrize("function", OF_A_LIBRARY)
def test_what_an_array_library_makes_of_a_number_is_none_of_python_s(function: Callable[[Any], Any]) -> None:
    with pytest.raises(StagingError, match=r"comes from an array|ZeroDivisionError"):
        ng.function(function)(2)


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "is True": lambda x: (x > 0) is True,
    "abs": lambda x: abs(x > 0),
    "hasattr": lambda x: hasattr(x, "shape"),
    "hasattr of a number": lambda x: hasattr(x, "is_integer"),
    "real": lambda x: (x > 0).real,
    "imag": lambda x: x.imag,
    "conjugate": lambda x: (x > 0).conjugate(),
    "getattr": lambda x: getattr(x, "ndim", -1),
}
RAISES: dict[str, Callable[[Any], Any]] = {
    "+": lambda x: +(x > 0),
    "negative power": lambda x: x**-1,
    "index": lambda x: (5, 6)[x > 0] + [7, 8][x > 0],
    "range": lambda x: sum(range(x > 0)),
    "item": lambda x: x.item(),
    "round": lambda x: round(x > 0, 1),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("value", [2, 0.5, True, np.float64(0.5), jnp.asarray(2.0), np.True_, jnp.int32(3)])
def test_questions_about_a_scalar_are_python_s_or_refused(question: Callable[[Any], Any], value: Any) -> None:
    found, expected = answer(ng.function(question), value), question(value)
    assert type(value) not in (int, float, bool) or found != "refused"
    assert found == "refused" or (found == expected and type(found) is type(np.asarray(expected).item()))


@pytest.mark.parametrize("function", RAISES.values(), ids=RAISES)
@pytest.mark.parametrize("value", [2, 0.5, True, np.int64(2), np.float64(0.5), jnp.asarray(2), np.True_])
def test_what_python_raises_of_a_scalar_is_raised(function: Callable[[Any], Any], value: Any) -> None:
    try:
        expected = function(value)
    except (TypeError, ValueError, AttributeError):
        with pytest.raises((StagingError, AttributeError)):
            ng.function(function)(value)
    else:
        found = answer(ng.function(function), value)
        assert type(value) not in (int, float, bool) or found != "refused"
        assert found == "refused" or (found == expected and type(found) is type(np.asarray(expected).item()))


@pytest.mark.parametrize("function", [lambda x: {1: 10, 2: 20}[x], lambda x: {1: 10}.get(x, 5), lambda x: {x: 1}])
def test_an_array_without_axes_is_no_key(function: Callable[[Any], Any]) -> None:
    graph = ng.function(function)
    for value in (2, np.int64(2)):
        assert graph(value) == function(value)
    for value in (np.array(2), jnp.asarray(2), jnp.int32(2)):
        with pytest.raises(StagingError, match="unhashable"):
            graph(value)


@pytest.mark.parametrize(
    "key", [lambda x: x + 1, abs, lambda x: x > 1, lambda x: x > x - 1, lambda x: (x, 1), lambda x: np.abs(x)]
)
def test_what_is_made_of_a_jax_scalar_is_no_key(key: Callable[[Any], Any]) -> None:
    keys = {True: 10, 2: 20, 3: 30, (2, 1): 40}
    for graph in (ng.function(lambda x: keys[key(x)]), ng.function(lambda x: key(x) in keys)):
        for value in (jnp.int32(2), jnp.asarray(2)):
            with pytest.raises(StagingError, match="unhashable"):
                graph(value)
        assert graph(np.int64(2)) == graph.python_function(np.int64(2))


@pytest.mark.parametrize("cast", [int, bool, float, lambda x: int(x) + 0, lambda x: x.item()])
def test_a_cast_is_a_key(cast: Callable[[Any], Any]) -> None:
    graph = ng.function(lambda x: {1: 10, 2: 20}[cast(x)])
    for value in (jnp.int32(2), np.int32(2), np.array(2), jnp.asarray(1), jnp.array(True)):
        assert graph(value) == graph.python_function(value)


def test_an_array_without_axes_is_not_rounded() -> None:
    graph = ng.function(lambda x: round(x, 1))
    assert graph(np.int64(2)) == graph(2) == graph(jnp.asarray(2)) == 2
    for value in (np.array(2), np.array(2.5)):
        with pytest.raises(StagingError, match="without axes"):
            graph(value)
    assert ng.function(lambda x: np.round(x, 1))(np.array(2.5)) == 2.5


def test_a_truth_value_that_bool_makes_is_python_s() -> None:
    graph = ng.function(lambda x: ((5, 6)[bool(x)], abs(bool(x)), bool(x) is True))
    for value in (2, np.int64(2), np.float64(0.0), jnp.int32(3)):
        assert tuple(np.asarray(each).item() for each in graph(value)) == (5 + bool(value), bool(value), bool(value))


def from_an_array(v: Any, n: Any) -> Any:
    """Only a later iteration takes the truth value from the array."""
    flag, r = n > 7, 0
    while n > 0:
        r = abs(flag)
        flag = v[n] > 1
        n -= 1
    return r


def of_its_own(n: Any, other: Any) -> Any:
    """The loop's numbers are Python's, whatever the other argument is."""
    r, c, ok = 0, 0, True
    for i in range(n):
        c += ((i > 3) is True) + (i > 4) + isinstance(c, int)
        r += ok is True
        ok = c < 5
    return r, c, abs(ok), other + 0


def test_a_truth_value_of_an_array_is_known_in_a_loop() -> None:
    assert from_an_array([1, 2, 3, 4], 3) == ng.function(from_an_array)([1, 2, 3, 4], 3) == 1
    with pytest.raises(StagingError, match="truth value"):
        ng.function(from_an_array)(np.array([1, 2, 3, 4]), 3)


@pytest.mark.parametrize("other", [1, np.True_, jnp.asarray(2.0), np.float64(2)])
def test_numbers_of_a_loop_are_python_s_beside_an_array_s(other: Any) -> None:
    found = ng.function(of_its_own)(8, other)
    assert [np.asarray(each).item() for each in found] == [np.asarray(each).item() for each in of_its_own(8, other)]


def test_identity_of_two_numbers_of_run_time_is_refused() -> None:
    with pytest.raises(StagingError, match="one object"):
        ng.function(lambda x: (x if x > 0 else 0) is x)(2)


def test_a_number_that_a_library_makes_inside_of_a_gradient():
    def loss(w):
        return np.mean((w - 2.0) ** 2)

    def fitted(w):
        for _ in range(3):
            w = w - 0.1 * jax.grad(loss)(w)
        return w

    assert float(ng.function(fitted)(1.0)) == pytest.approx(2 - 0.8**3, rel=1e-6)


def test_a_scalar_of_jax_costs_no_second_trace() -> None:
    graph = ng.function(lambda x, key: x + jax.random.normal(key))
    for seed in range(3):
        graph(jnp.float32(seed), jax.random.key(seed))
    assert len(graph.traces) == 1
