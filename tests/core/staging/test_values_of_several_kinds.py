"""Names that are None, a text or a number, as only the run knows: what Python gives or raises, the graph does."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def smallest(xs):
    best = None
    for x in xs:
        if best is None or x < best:
            best = x
    return best


def first_negative(xs):
    for i, x in enumerate(xs):
        if x < 0:
            return i
    return None


def falls_off_the_end(x):  # noqa: RET503
    if x > 0:
        return "positive"
    if x < 0:
        return -1


def item_at_what_was_found(xs):
    i = first_negative(xs)
    if i is None:
        return -1.0
    return xs[i] * 2 + i


def unguarded(xs):
    i = first_negative(xs)
    return i + 1


def or_a_default(x):
    r = None
    if x > 0:
        r = x * 3
    return r or 7


def compared(x):
    r = None if x > 3 else x
    return r == None, r == 2, r != 2, x == r, "a" == r, r is None, r in (None, 2), r in [1, 2]  # noqa: E711, SIM300


def ordered(x):
    r = None if x > 3 else x
    return 1 < r <= 3


def text_or_number(x):
    r = "big" if x > 3 else x
    return r * 2


def last_of_collatz(n):
    last = None
    while n > 1:
        last = n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return last


def by_functions(x):
    r = None if x > 3 else x
    return math.sqrt(r) + abs(r) + max(r, 1) + float(r) + -r


def summed(x):
    total = None
    for _ in range(3):
        total = 0 if total is None else total + x
    return total


def kind(x):
    r = None if x > 3 else x
    return isinstance(r, float), isinstance(r, type(None))


def best_pair(xs):
    best = None, 0.0
    for x in xs:
        if best[0] is None or x > best[0]:
            best = x, x * 2
    return best


def collected(xs):
    out = []
    for x in xs:
        out.append(None if x < 0 else x)
    return out


class Best:
    def __init__(self):
        self.seen = None

    def see(self, x):
        if self.seen is None or x > self.seen:
            self.seen = x


def in_an_attribute(xs):
    best = Best()
    for x in xs:
        best.see(x)
    return best.seen


def three_valued(x):
    flag = None
    if x > 1:
        flag = True
    elif x < -1:
        flag = False
    if flag is None:
        return 0
    return 1 if flag else -1


def until_found(n):
    x = None
    i = 0
    while x is None:
        i += 1
        if i * i > n:
            x = i
    return x * 2


def quotient(a, b):
    q = None if b == 0 else a // b
    return q, "div" if q is None else "ok"


def best_row(m):
    best = total = None
    for row in m:
        if total is None or row.sum() > total:
            best, total = row, row.sum()
    return best, total


def in_a_list(x):
    r = None if x > 3 else x
    return [10, 20, 30, 40][r]


def round_of(n):
    for i in range(n):
        if i == 2:
            return "two"
    return n


def as_a_bound(x):
    n = x if x > 0 else None
    s = 0
    if n is not None:
        for i in range(n):
            s += i
    return s


def by_truth(n):
    s = "Fizz" * (n % 3 == 0) + (n % 5 == 0) * "Buzz"
    return s or str(n), "a" * (n > 2 and n < 7), 2 * "b"


def joined_from_a_generator(n):
    return " ".join("Fizz" if (i + n) % 3 == 0 else str(i + n) for i in range(1, 6))


def appended_in_branches(n):
    out = []
    for i in range(n):
        if i % 3 == 0:
            out.append("Fizz")
        elif i % 2 == 0:
            out.append(str(i))
        else:
            out.append(None)
    return out


def containers_in_branches(x):
    if x > 2:  # noqa: SIM108
        made = [1, "a", (None, 2)], {"k": None}
    else:
        made = [None, "b", (3, 2)], {"k": x}
    return made


def joined_texts(x):
    r = None if x > 3 else x
    return f"<{r}>", str(r) + "!", "%s" % r, f"{[r]}"  # noqa: UP031


FLOATS, INTS = jnp.array([3.0, -1.0, 2.0]), jnp.array([3, 1, 2])
CASES: list[tuple[Callable[..., Any], tuple[tuple[Any, ...], ...]]] = [
    (smallest, ((FLOATS,), (jnp.zeros(0),), (INTS,))),
    (first_negative, ((FLOATS,), (-FLOATS,), (jnp.abs(FLOATS),))),
    (falls_off_the_end, ((2.0,), (-2.0,), (0.0,))),
    (item_at_what_was_found, ((FLOATS,), (jnp.abs(FLOATS),))),
    (unguarded, ((FLOATS,), (jnp.abs(FLOATS),))),
    (or_a_default, ((2.0,), (-2.0,))),
    (compared, ((2,), (1,), (5,))),
    (ordered, ((2,), (1,))),
    (text_or_number, ((2,), (5,))),
    (last_of_collatz, ((6,), (1,))),
    (by_functions, ((2.0,), (5.0,))),
    (summed, ((2.5,), (2,))),
    (kind, ((2.0,), (5.0,))),
    (best_pair, ((FLOATS,),)),
    (collected, ((FLOATS,), (-FLOATS,))),
    (in_an_attribute, ((FLOATS,),)),
    (three_valued, ((2,), (-2,), (0,))),
    (until_found, ((30,), (0,))),
    (quotient, ((7, 2), (7, 0))),
    (best_row, ((jnp.array([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]]),),)),
    (in_a_list, ((2,), (5,))),
    (round_of, ((2,), (5,))),
    (as_a_bound, ((4,), (-4,))),
    (joined_texts, ((2,), (5,))),
    (joined_from_a_generator, ((3,), (4,))),
    (by_truth, ((15,), (3,), (5,), (4,))),
    (appended_in_branches, ((7,), (0,))),
    (containers_in_branches, ((2,), (5,))),
]


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return function(*arguments)
    except NbgraphError:
        raise
    except Exception as error:
        return type(error), error.args


def are_same(graph: Any, python: Any) -> bool:
    if isinstance(python, tuple | list):
        return type(graph) is type(python) and len(graph) == len(python) and all(map(are_same, graph, python))
    if isinstance(python, dict):
        return graph.keys() == python.keys() and all(are_same(graph[key], python[key]) for key in python)
    if python is None or isinstance(python, str | type):
        return type(graph) is type(python) and graph == python
    if graph is None or isinstance(graph, str):
        return False
    kinds = {"b": bool, "i": int, "f": float}
    return kinds[np.asarray(graph).dtype.kind] is kinds[np.asarray(python).dtype.kind] and np.allclose(graph, python)


@pytest.mark.parametrize(("function", "calls"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_it_is_what_python_gives(function: Callable[..., Any], calls: tuple[tuple[Any, ...], ...]) -> None:
    graph = ng.function(function)
    for arguments in calls:
        python = outcome(function, arguments)
        found = outcome(graph, arguments)
        assert are_same(found, python), (found, python)


def fizz_buzz(n):
    for i in range(1, n + 1):
        s = ""
        if i % 3 == 0:
            s += "Fizz"
        if i % 5 == 0:
            s += "Buzz"
        print(s or i)


def fizz_buzz_in_one_line(n):
    for i in range(1, n + 1):
        print("FizzBuzz" if i % 15 == 0 else "Buzz" if i % 5 == 0 else "Fizz" if i % 3 == 0 else i)


def in_containers(n):
    for i in range(n):
        r = i if i % 2 == 0 else None
        print(r, [r], (r, 1), {"r": r})


@pytest.mark.parametrize("function", [fizz_buzz, fizz_buzz_in_one_line, in_containers])
def test_it_prints_what_python_prints(function: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    function(15)
    python = capsys.readouterr().out
    ng.function(function)(15)
    assert capsys.readouterr().out == python


def test_nothing_is_checked_where_a_condition_excludes_it() -> None:
    """Inside `if i is not None` the graph has no more to compute than `xs[i] * 2 + i`."""
    names = ng.function(item_at_what_was_found).trace(FLOATS).jaxpr.eqns
    assert not [equation for equation in names if "callback" in equation.primitive.name]


def squared(xs):
    best = smallest(xs)
    return 0.0 if best is None else best * best


def test_it_is_differentiated_and_mapped_where_a_number_comes_out() -> None:
    assert jax.grad(ng.function(squared))(FLOATS).tolist() == [0.0, -2.0, 0.0]
    assert jax.vmap(ng.function(squared))(jnp.stack([FLOATS, 2 * FLOATS])).tolist() == [1.0, 4.0]
    assert jax.jit(ng.convert(squared))(FLOATS) == 1.0


@pytest.mark.parametrize(
    ("call", "given"),
    [(jax.jit(ng.convert(last_of_collatz)), 6), (jax.vmap(ng.function(last_of_collatz)), jnp.array([6, 1]))],
)
def test_under_a_transformation_it_cannot_be_the_result(call: Callable[..., Any], given: Any) -> None:
    with pytest.raises(NbgraphError, match="None or a number") as caught:
        call(given)
    assert caught.value.id == "chosen-text"


def looked_up(x):
    r = None if x > 3 else x
    return {None: 7, 2: 5}[r]


def of_arrays(x):
    return None if x > 3 else [x]


@pytest.mark.parametrize(("function", "name"), [(looked_up, "chosen-text"), (of_arrays, "branch-mismatch")])
def test_what_cannot_be_is_refused_at_its_line(function: Callable[..., Any], name: str) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(function)(2)
    assert caught.value.id == name
    assert caught.value.span is not None
    assert caught.value.remedy
