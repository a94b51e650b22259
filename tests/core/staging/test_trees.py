"""A function that calls itself several times is traced once for each signature, and each call is what it was before."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.staging.control_flow.budget import IterationBudgetError


def merge_sort(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs
    mid = len(xs) // 2
    left = merge_sort(xs[:mid])
    right = merge_sort(xs[mid:])
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


def merged(a: Any, b: Any) -> Any:
    out: Any = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] < b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    while i < len(a):
        out.append(a[i])
        i += 1
    out.extend(b[j:])
    return out


def with_helper(xs: Any) -> Any:
    if len(xs) < 2:
        return xs[:]
    return merged(with_helper(xs[: len(xs) // 2]), with_helper(xs[len(xs) // 2 :]))


def in_three_parts(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs
    n = len(xs)
    a, b, c = in_three_parts(xs[: n // 3]), in_three_parts(xs[n // 3 : n - n // 3]), in_three_parts(xs[n - n // 3 :])
    return merged(merged(a, b), c)


def inversions(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs, 0
    left, m = inversions(xs[: len(xs) // 2])
    right, n = inversions(xs[len(xs) // 2 :])
    out: Any = []
    i = j = 0
    count = m + n
    while i < len(left) or j < len(right):
        if j >= len(right) or (i < len(left) and left[i] <= right[j]):
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            count += len(left) - i
            j += 1
    return out, count


def in_place(xs: Any) -> Any:
    if len(xs) > 1:
        left, right = xs[: len(xs) // 2], xs[len(xs) // 2 :]
        in_place(left)
        in_place(right)
        xs[:] = merged(left, right)
    return xs


def in_bounds(xs: Any, lo: int, hi: int) -> Any:
    if hi - lo <= 1:
        return xs[lo:hi]
    return merged(in_bounds(xs, lo, (lo + hi) // 2), in_bounds(xs, (lo + hi) // 2, hi))


def whole(xs: Any) -> Any:
    return in_bounds(xs, 0, len(xs))


def most_common(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs[0] if len(xs) == 1 else 0
    a, b = most_common(xs[: len(xs) // 2]), most_common(xs[len(xs) // 2 :])
    m = n = i = 0
    while i < len(xs):
        m += xs[i] == a
        n += xs[i] == b
        i += 1
    return a if m >= n else b


def changed(xs: Any) -> Any:
    if len(xs) <= 1:
        return [x + 1 for x in xs]
    left, right = changed(xs[: len(xs) // 2]), changed(xs[: len(xs) // 2])
    left[0] = 100
    i = 0
    while i < xs[0]:
        right[-1] += i
        i += 1
    return left + right


def distinct(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs
    left, right = distinct(xs[: len(xs) // 2]), distinct(xs[len(xs) // 2 :])
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            raise ValueError(f"{left[i]} is there twice")
        if left[i] < right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


def too_far(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs
    left, right = too_far(xs[: len(xs) // 2]), too_far(xs[len(xs) // 2 :])
    i = j = 0
    while left[i] < 5:
        i += 1
    while right[j] < 5:
        j += 1
    return [left[i], right[j]]


def endless(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs[0]
    a, b = endless(xs[: len(xs) // 2]), endless(xs[len(xs) // 2 :])
    while a != b:
        a += 1
    return a


def sort(xs: Any) -> None:
    if len(xs) > 1:
        left, right = xs[: len(xs) // 2], xs[len(xs) // 2 :]
        sort(left)
        sort(right)
        i = j = 0
        while i < len(left) or j < len(right):
            if j == len(right) or (i < len(left) and left[i] <= right[j]):
                xs[i + j] = left[i]
                i += 1
            else:
                xs[i + j] = right[j]
                j += 1


def known_by_two_names(xs: Any) -> Any:
    other = xs
    sort(xs)
    other.append(7)
    return other[0], xs, other is xs


def handed_back(xs: Any) -> Any:
    if len(xs) > 1:
        left, right = xs[: len(xs) // 2], xs[len(xs) // 2 :]
        first = handed_back(left)
        second = handed_back(right)
        first[0] += 1
        xs[:] = merged(left, second)
    return xs


def filled(xs: Any, ys: Any) -> Any:
    if len(xs) <= 1:
        ys[0] = xs[0]
        return ys
    half = len(xs) // 2
    a, b = ys[:half], ys[half:]
    first, second = filled(xs[:half], a), filled(xs[half:], b)
    i = 0
    while i < 3 and first[0] > second[0]:
        first[0] -= 1
        i += 1
    ys[0], ys[-1] = a[0], b[-1]
    return b


def two_lists(xs: Any) -> Any:
    ys = [0] * len(xs)
    return filled(xs, ys), ys, xs


def with_pops(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs
    left, right = with_pops(xs[: len(xs) // 2]), with_pops(xs[len(xs) // 2 :])
    out = []
    while left and right:
        if left[0] <= right[0]:
            out.append(left.pop(0))
        else:
            out.append(right.pop(0))
    return out + left + right


def with_inner_function(xs: Any) -> None:
    def halves_sorted(part: Any) -> None:
        if len(part) > 1:
            left, right = part[: len(part) // 2], part[len(part) // 2 :]
            halves_sorted(left)
            halves_sorted(right)
            part[:] = merged(left, right)

    halves_sorted(xs)


def told_from_outside(xs: Any) -> Any:
    factor, seen = 1, []

    def counted(part: Any) -> Any:
        if len(part) <= 1:
            seen.append(part[0])
            return [part[0] * factor]
        left, right = counted(part[: len(part) // 2]), counted(part[len(part) // 2 :])
        i = 0
        while i < left[0] + factor:
            i += 1
        return left + right + [i]

    first = counted(xs)
    factor = xs[0]
    return first, counted(xs), seen


def reads_from_outside(xs: Any) -> Any:
    others = [x + 1 for x in xs]

    def counted(part: Any) -> Any:
        if len(part) <= 1:
            return [part[0] + others[0]]
        left, right = counted(part[: len(part) // 2]), counted(part[len(part) // 2 :])
        i = 0
        while i < left[0]:
            i += 1
        return left + right + [i]

    first = counted(xs)
    others[0] = 50
    return first, counted(xs)


def numbers(size: int, seed: int = 0) -> list[int]:
    return [random.Random(seed).randrange(-9, 60) for _ in range(size)]


def plain(value: Any) -> Any:
    return list(map(plain, value)) if isinstance(value, list | tuple) else float(value)


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One entry for each block that is traced."""
    from nbgraph.core import _jax

    made: list[None] = []
    traced_program = _jax.traced_program

    def counted(*arguments: Any) -> Any:
        made.append(None)
        return traced_program(*arguments)

    monkeypatch.setattr("nbgraph.core._jax.traced_program", counted)
    return made


def test_tracing_a_merge_sort_takes_time_in_proportion_to_its_depth(traces: list[None]) -> None:
    counts = []
    for size in (4, 8, 16):
        traces.clear()
        assert [int(each) for each in ng.function(merge_sort)(numbers(size))] == sorted(numbers(size))
        counts.append(len(traces))
    assert counts[2] - counts[1] <= counts[1] - counts[0] + 2


def scaled(xs: Any) -> Any:
    if len(xs) <= 1:
        return xs
    left, right = scaled(xs[: len(xs) // 2]), scaled(xs[len(xs) // 2 :])
    return [each * 0.5 for each in merged(left, right)]


@pytest.mark.parametrize(("function", "is_one"), [(merge_sort, True), (scaled, False)])
def test_what_is_not_rounded_compiles_into_one_kernel(function: Callable[..., Any], *, is_one: bool) -> None:
    """A merge sort of 32 numbers compiled 92 kernels; a product of floats is not joined with what is around it."""
    text = ng.function(function).jitted.lower([4.0, 2.0, 7.0, 1.0, 3.0, 8.0, 6.0, 5.0]).as_text()
    assert ("xla_cpu_small_call" in text) is is_one


@pytest.mark.parametrize("function", [sort, with_pops, with_inner_function])
def test_so_it_does_where_the_calls_change_their_lists(function: Callable[..., Any], traces: list[None]) -> None:
    counts = []
    for size in (4, 8):
        traces.clear()
        given = numbers(size)
        result = ng.function(function)(given)
        assert plain(given if result is None else result) == plain(sorted(numbers(size)))
        counts.append(len(traces))
    assert counts[1] < 2 * counts[0]  # 3 calls and 7, of 2 sizes and 3


@pytest.mark.parametrize(
    ("function", "size"),
    [
        *[(function, 6) for function in (known_by_two_names, handed_back, two_lists)],
        *[(function, 4) for function in (told_from_outside, reads_from_outside)],
        *[(merge_sort, size) for size in (0, 1, 2, 7)],
        *[(with_helper, size) for size in (5,)],
        *[(in_three_parts, size) for size in (9,)],
        *[(inversions, size) for size in (5,)],
        (in_place, 6),
        (whole, 6),
        (most_common, 12),
        (changed, 8),
    ],
)
def test_a_recursion_gives_what_it_gives_in_python(function: Callable[..., Any], size: int) -> None:
    given = numbers(size)
    graph = ng.function(function)
    ours, theirs = list(given), list(given)
    assert plain(graph(ours)) == plain(function(theirs))
    assert plain(ours) == plain(theirs)
    other = [each / 2 for each in reversed(given)]
    assert plain(graph(list(other))) == plain(function(list(other)))


def told(function: Callable[..., Any], given: list[int]) -> Any:
    with pytest.raises((ValueError, IndexError)) as caught:
        function(given)
    frames = [frame for frame in traceback.extract_tb(caught.value.__traceback__) if frame.name != "told"]
    here = [(frame.name, frame.lineno) for frame in frames if frame.filename == __file__]
    return type(caught.value), str(caught.value), here


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (distinct, [1, 2, 3, 4, 5, 6, 8, 8]),
        (distinct, [1, 1, 3, 3, 5, 6, 7, 8]),
        (distinct, [1, 2, 3, 4, 5, 6, 7, 1]),
        (too_far, [9, 7, 9, 7, 9, 7, 1, 7]),
        (too_far, [9, 7, 9, 1, 9, 7, 1, 7]),
    ],
)
def test_the_first_error_is_told_with_the_calls_that_led_to_it(function: Callable[..., Any], given: list[int]) -> None:
    assert told(ng.function(function), given) == told(function, given)


def test_lists_get_more_room_in_every_call() -> None:
    assert [int(each) for each in ng.function(merge_sort).with_capacity(2)(numbers(16))] == sorted(numbers(16))


def test_a_loop_without_end_in_one_of_the_calls() -> None:
    with pytest.raises(IterationBudgetError, match=r"`a` is \d+, `b` is 2"):
        ng.function(endless, max_iterations=1000)([5, 5, 5, 2, 7, 7, 7, 1])


def test_others_compile_and_map_it() -> None:
    xs = jax.numpy.array([3.0, 1.0, 2.0, 5.0])
    graph = ng.function(most_common)
    assert float(jax.jit(graph)(xs)) == float(graph(xs)) == most_common([3.0, 1.0, 2.0, 5.0])
    assert jax.vmap(graph)(jax.numpy.stack([xs, xs])).tolist() == [3.0, 3.0]
