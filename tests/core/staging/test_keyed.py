"""Dicts, counters and sets with keys of run time answer as Python's, in its order and with its errors."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, ItemsView, KeysView, ValuesView
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError
from nbgraph.core.executor import programs

MANY = [3, 1, 3, 2, 1, 3, -5, 0]


def operations(codes: Any, keys: Any) -> Any:
    """Whatever one does with a dict and a set, in the order that the first list says."""
    d = {}
    s = set()
    total = 0
    for code, key in zip(codes, keys):  # noqa: B905
        if code == 0:
            d[key] = d.get(key, 0) + 1
        elif code == 1:
            total += d.pop(key, 100)
        elif code == 2:
            total += d.setdefault(key, 7)
        elif code == 3:
            s.add(key)
        elif code == 4:
            s.discard(key)
        elif key in d and key in s:
            del d[key]
    return d, s, total, list(d), list(d.values()), len(s), key in d


def views(xs: Any) -> Any:
    d = defaultdict(int)
    for i, x in enumerate(xs):
        d[x] += i
    total = 0
    for k in d:
        total = total * 3 + k
    for k, v in d.items():
        total = total - k * v
    return total, sorted(d), sum(d.values()), max(d, key=d.get), list(d.items()), bool(d), d


def views_are_alive(xs: Any) -> Any:
    d = {}
    keys, values, items = d.keys(), d.values(), d.items()
    empty = len(keys), bool(values)
    for x in xs:
        d[x] = d.get(x, 0) + 1
        keys = d.keys()
    grown = len(keys), bool(values), xs[0] in keys, xs[1] + 7 in values, (xs[0], 3) in items, list(values), sorted(keys)
    del d[xs[1]]
    return (
        empty,
        grown,
        len(items),
        sum(values),
        max(keys, key=d.get),
        max(items, key=lambda pair: pair[1]),
        keys,
        items,
    )


def views_as_sets(xs: Any) -> Any:
    d, e = {x: x for x in xs}, {x + 1: x + 1 for x in xs}
    both = d.keys() & e.keys(), d.keys() | {99}, d.items() - e.items(), [1, 2] ^ d.keys(), {1, 2, 50} - d.keys()
    order = d.keys() <= e.keys(), d.keys() <= d.keys() | {1}, d.keys() == set(xs), d.items() == e.items()
    return both, order, d.keys() != d.keys(), d.keys().isdisjoint(e), set(d.values()), d.keys() == list(d)


def counters(xs: Any) -> Any:
    c = Counter(xs)
    c.update(xs)
    return c, c.most_common(2), c[99], c == Counter(xs), [k for k, n in c.items() if n > 2]


def both_names(xs: Any) -> Any:
    d = {}
    other = d
    for x in xs:
        d[x] = 1
        other[x] += 1
    d.update({100: 5})
    return d, other


def in_a_branch(xs: Any) -> Any:
    even, odd = {}, {}
    for x in xs:
        if x % 2 == 0:
            for j in range(x):
                even[j] = even.get(j, 0) + 1
        else:
            odd[x] = x
    return even, odd, even == odd


def of_bools(xs: Any) -> Any:
    d = {}
    for x in xs:
        d[x > 1] = x
    known = {True: 1, 2.0: 2, 3: 3}
    known[1] = 4
    return d, 1 in d, known


def typed(value: Any) -> Any:
    """A value with the types of all that is in it, and the order of a dict's keys."""
    if isinstance(value, dict):
        return type(value), [(typed(key), typed(part)) for key, part in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [typed(part) for part in value]
    if isinstance(value, set):
        return set, sorted(map(typed, value), key=str)
    if isinstance(value, KeysView | ValuesView | ItemsView):
        return type(value), [typed(part) for part in value]
    value = value.item() if hasattr(value, "item") else value
    return type(value), value


@pytest.mark.parametrize(
    "function", [views, views_are_alive, views_as_sets, counters, both_names, in_a_branch, of_bools]
)
def test_answers_are_pythons(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for xs in (MANY, MANY[::-1]):
        assert typed(graph(xs)) == typed(function(xs)), xs


def test_random_operations_answer_as_python() -> None:
    graph, choose = ng.function(operations), random.Random(7)
    for _ in range(12):
        codes, keys = choose.choices(range(6), k=8), choose.choices(range(-2, 3), k=8)
        assert typed(graph(codes, keys)) == typed(operations(codes, keys)), (codes, keys)


def test_a_missing_key_is_pythons_error_with_the_key() -> None:
    @ng.function
    def taken(xs, k):
        d = {}
        for x in xs:
            d[x] = x
        del d[k]
        return d.pop(k + 1)

    assert taken([1, 2, 3], 1) == 2
    for k, missing in ((7, 7), (3, 4)):
        with pytest.raises(KeyError) as caught:
            taken([1, 2, 3], k)
        assert caught.value.args == (missing,)


def test_a_dict_that_grows_under_its_loop_is_pythons_error() -> None:
    def growing(n, which):
        d = {n: 1}
        for _ in [d, d.keys(), d.values(), d.items()][which]:
            d[n + 1] = 2
        return d

    for which in (0, 1, 2, 3):
        with pytest.raises(RuntimeError, match="dictionary changed size during iteration"):
            ng.function(growing, static_argnames="which")(3, which)


def lists_as_values(xs: Any) -> Any:
    groups = defaultdict(list)
    for x in xs:
        groups[x % 3].append(x)
    return groups


def floats_as_keys(xs: Any) -> Any:
    return {x * 0.1: x for x in xs}


def sets_in_order(xs: Any) -> Any:
    return [x for x in set(xs)]  # noqa: C416


def mixed_in_order(xs: Any) -> Any:
    d = {x: x for x in xs}
    d[xs[0] > 2] = 5
    return d


def mixed_on_two_paths(xs: Any) -> Any:
    d = {}
    if xs[0] > 2:
        d[True] = 1
    else:
        d[xs[1]] = 2
    return d


def mixed_before(xs: Any) -> Any:
    s, d = {True, 5}, {x: x for x in xs}
    if xs[0] > 2:
        s.discard(5)
    return s, d


def mixed_with_floats(xs: Any) -> Any:
    d = {2.0: 1}
    d[xs[0]] = 2
    return d


def in_a_text(xs: Any) -> Any:
    d = {x: x for x in xs}
    return f"{d}"


def keys_in_a_text(xs: Any) -> Any:
    d = {x: x for x in xs}
    return "%s" % d.keys()  # noqa: UP031


def view_of_an_iteration(xs: Any) -> Any:
    d = {}
    for x in range(xs[0]):
        d[x] = x
        keys = d.keys()
    return keys


def of_the_caller(xs: Any, d: Any = None) -> Any:
    for x in xs:
        d[x] = 1


@pytest.mark.parametrize(
    ("function", "arguments", "words"),
    [
        (lists_as_values, (MANY,), "then `for k in groups:`, in it `if k == x % 3:`"),
        (floats_as_keys, (MANY,), "an integer as the key"),
        (sets_in_order, (MANY,), "sorted"),
        (mixed_in_order, (MANY,), "`int(...)` around the keys"),
        (mixed_on_two_paths, (MANY,), "`int(...)` around the keys"),
        (mixed_before, (MANY,), "`int(...)` around the keys"),
        (mixed_with_floats, (MANY,), "`int(...)` around the keys"),
        (in_a_text, (MANY,), "`print` the dict itself"),
        (keys_in_a_text, (MANY,), "`print` the dict_keys itself"),
        (view_of_an_iteration, (MANY,), "`list(...)` around it"),
        (of_the_caller, (MANY, {}), "all keys from the start"),
    ],
)
def test_what_no_graph_can_hold_is_refused_with_a_remedy(
    function: Callable[..., Any], arguments: Any, words: str
) -> None:
    with pytest.raises(StagingError) as caught:
        ng.function(function)(*arguments)
    assert words in str(caught.value)


def test_what_is_printed_is_pythons(capfd: pytest.CaptureFixture[str]) -> None:
    @ng.function
    def printing(xs):
        d = {}
        for x in xs:
            d[x] = d.get(x, 0) + 1
        print(d, d.keys(), d.values())

    printing(MANY)
    assert capfd.readouterr().out == (
        "{3: 3, 1: 2, 2: 1, -5: 1, 0: 1} dict_keys([3, 1, 2, -5, 0]) dict_values([3, 2, 1, 1, 1])\n"
    )


def test_known_keys_stay_a_choice_among_them() -> None:
    @ng.function
    def counted(x):
        counts = {0: 0, 1: 0}
        counts[x] += 1
        return counts

    counted(1)
    assert "dynamic_update" not in str(counted.trace(1).jaxpr)


def test_a_set_of_what_a_run_time_range_gives_takes_one_trace_to_be_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    def remainders(n: int) -> int:
        return len({i % 3 for i in range(n)})

    begun: list[None] = []
    staged = programs.stage_call

    def counted(*given: Any, **named: Any) -> Any:
        begun.append(None)
        return staged(*given, **named)

    monkeypatch.setattr(programs, "stage_call", counted)
    assert int(ng.function(remainders)(7)) == remainders(7)
    assert len(begun) == 2
