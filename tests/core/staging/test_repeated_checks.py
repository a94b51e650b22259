"""What a program has asked before it does not ask again; in every other place it asks."""

from __future__ import annotations

import jax
import pytest

import nbgraph as ng


def searched(xs, x):
    lo, hi = 0, len(xs) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if xs[mid] == x:
            return mid
        if xs[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


def counted(words):
    counts = {}
    for word in words:
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts


@pytest.mark.parametrize(
    ("function", "arguments", "checks"), [(searched, ([1, 3, 5, 7], 5), 1), (counted, ([1, 2, 1],), 0)]
)
def test_what_was_asked_is_not_asked_again(function, arguments, checks):
    assert ng.to_code(function, *arguments).count("Error(") == checks
    assert ng.function(function)(*arguments) == function(*arguments)


def behind_a_branch(n):
    xs = [n, 2, 3]
    y = xs[n] if n > 5 else 0
    return y + xs[n]


def behind_a_try(n):
    xs = [n, 2, 3]
    try:
        y = xs[n]
    except IndexError:
        y = -1
    return y + xs[n]


def twice_in_a_try(n):
    xs = [n, 2, 3]
    try:
        y = xs[n]
        z = xs[n] * 2
    except IndexError:
        y, z = -5, -6
    return y, z


def before_a_try(n):
    xs = [n, 2, 3]
    y = xs[n]
    try:
        z = xs[n]
    except IndexError:
        z = -5
    return y, z


def after_a_pop(n):
    xs = [1, 2, 3, n]
    y = xs[n]
    xs.pop()
    return y + xs[n]


def in_some_iteration(n):
    xs = list(range(10))
    y = 0
    for i in range(3):
        if i == n:
            y += xs[n + 8]
        y += xs[i]
    return y + xs[n + 8]


def in_one_of_two_calls(n):
    xs = [1, 2, 3]

    def item(k):
        return xs[k]

    return (item(n) if n > 0 else 5) + item(n)


def under_one_of_two_conditions(n):
    d = {1: 2, 2: 3, 3: n}
    if n in d or n > 5:
        return d[n]
    return 0


@pytest.mark.parametrize(
    "function",
    [
        behind_a_branch,
        behind_a_try,
        twice_in_a_try,
        before_a_try,
        after_a_pop,
        in_some_iteration,
        in_one_of_two_calls,
        under_one_of_two_conditions,
    ],
)
def test_elsewhere_it_is_asked_as_in_python(function):
    graph = ng.function(function)
    for n in (-9, -1, 2, 3, 7):
        try:
            expected = function(n)
        except LookupError as error:
            with pytest.raises(type(error)):
                graph(n)
        else:
            assert jax.tree.map(int, graph(n)) == expected


def test_under_a_condition_a_key_is_known_to_be_there_or_not():
    code = ng.to_code(counted, [1, 2, 1])
    assert "counts_length + 1" in code and "jnp.where" not in code


def dropped_and_put_again(n):
    d = {n: 1, 2: 2, 3: n}
    if 3 in d and n > 1:
        del d[3]
        d[3] = 7
    if n not in d:
        d[n] = 5
    elif n in d:
        d[n + 1] = d[n]
    return list(d.items())


def test_what_changed_in_between_is_asked_again():
    for n in (1, 4):
        assert jax.tree.map(int, ng.function(dropped_and_put_again)(n)) == dropped_and_put_again(n)
