"""Positions that a loop keeps in range are not checked at run time, and all others are."""

from __future__ import annotations

import pytest

import nbgraph as ng


def squares(n):
    a = [0] * n
    for i in range(n):
        a[i] = i * i
    return a


def before_and_behind(n):
    a = [0] * (n + 1)
    for i in range(1, n + 1):
        a[i] = a[i - 1] + 2
    for i in range(n - 1, -1, -1):
        a[i] += a[i + 1]
    return a


def appended_and_read(n):
    a = []
    for i in range(n):
        a.append(i)
    s = 0
    for i in range(len(a)):
        if i > 2:
            s += a[i]
    return s


def sorted_by_bubbles(xs):
    xs = list(xs)
    n = len(xs)
    for i in range(n):
        for j in range(n - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


def one_too_far(n):
    a = [0] * n
    for i in range(n):
        a[i + 1] = i
    return a


def shorter_in_each_iteration(n):
    a = [1] * n
    s = 0
    for i in range(len(a)):
        s += a[i]
        a.pop()
    return s


def shorter_in_an_inner_loop(n):
    a = [1] * n
    s = 0
    for i in range(len(a)):
        while len(a) > 2:
            a.pop()
        s += a[i]
    return s


def shorter_in_a_branch(n):
    a = [1] * n
    for i in range(n):
        a[i] = 5
        if i == 2:
            a.pop()
    return a


def longer_in_each_iteration(n):
    a = [0] * n
    for i in range(n):
        a[i] = i
        a.append(2)
    return a


def from_the_end(n):
    a = [3] * n
    for i in range(-2, n):
        a[i] = i
    return a


def twice_as_far(n):
    a = [0] * n
    for i in range(2 * n):
        a[i] = 1
    return a


def down_from_a_maximum(n):
    a = [0] * (n - 2)
    for i in range(max(n - 3, 0), -1, -1):
        a[i] = 1
    return a


def around_a_ring(n):
    ring, s = [3, 1, 4, 1, 5], 0
    for i in range(-n, n):
        s += ring[(i * i - 1) % 5] + ring[1 + i % 4]
    return s


def around_a_longer_ring(n):
    ring, s = [3, 1, 4, 1, 5], 0
    for i in range(n):
        s += ring[i % 6] + ring[i % 4 - 5]
    return s


def around_backwards(n):
    ring, s = [3, 1, 4, 1, 5], 0
    for i in range(n):
        s += ring[i % -6]
    return s


def within_its_condition(n):
    a, s = [3, 1, 4, 1, 5, 9, 2, 6, 5], 0
    for i in range(-n, n):
        j = i * 2 - 1
        if 0 <= j < len(a):
            s += a[j]
            if j > 0:
                s += a[j - 1]
        elif not (j < 3 or j - 3 >= len(a)):
            s += a[j - 3]
    return s


def behind_and(n):
    a, s = [3, 1, 4, 1, 5, 9, 2, 6, 5], 0
    for i in range(-n, n):
        j = i * 2 - 1
        if j >= 0 and j + 1 < len(a) and a[j] > a[j + 1] - 7:
            s += a[j + 1]
    return s


def in_a_grid(n):
    grid = [[i * j % 4 for j in range(5)] for i in range(6)]
    s = 0
    for i in range(-n, n):
        a, b = i * 3 - 1, i * 2 + 1
        if 0 <= a < 6 and 0 <= b < 5 and grid[a][b] != 2:
            grid[a][b] += i
            s += grid[a][b]
    return s


def one_beyond_its_condition(n):
    a, s = [3, 1, 4, 1, 5], 0
    for i in range(n):
        j = i * 2
        if 0 <= j < len(a):
            s += a[j + 1]
    return s


def from_the_end_beside_its_condition(n):
    a, s = [3, 1, 4, 1, 5], 0
    for i in range(-n, n):
        j = i * 2
        if j < len(a):
            s += a[j]
    return s


def under_the_other_condition(n):
    a, s = [3, 1, 4, 1, 5], 0
    for i in range(n):
        j = i * 2
        if 0 <= j < len(a) or i > 3:
            s += a[j]
    return s


def not_below_a_maximum(n):
    a, s = [1] * n, 0
    for i in range(-3, 2):
        j = i * 2
        k = max(j, 0)
        if k >= 0 and j < len(a):
            s += a[k]
    return s


def changed_behind_its_condition(n):
    a, s, j = [3, 1, 4, 1, 5], 0, 0
    for i in range(n):
        j = i * 2
        if 0 <= j < len(a):
            j = j + 3
            s += a[j]
    return s


def taken_while_there_are_some(n):
    queue, s = [n, 2, 3], 0
    while queue:
        x = queue.pop(0)
        s = s * 3 + x
        if x > 1:
            queue.append(x - 1)
    return s


def taken_twice_while_there_are_some(n):
    stack, s = [n, 2, 3], 0
    while stack:
        x = stack.pop()
        y = stack.pop()
        s = s * 3 + x - y
        if x > 2:
            stack.append(x - 1)
            stack.append(x - 2)
    return s


def inserted(n):
    a = [5, 2, n, 4, 7, 1, n - 3, 0, 3, 9]
    for i in range(1, len(a)):
        key, j = a[i], i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
    return a


def past_its_test(n):
    a, i, s = [3, 1, 4, 1, 5], n, 0
    while i < len(a) and s < 40:
        i = i * 2 + 1
        s += a[i]
    return s


def below_its_test(n):
    a, i, s = [3, 1, 4, 1, 5], n - 4, 0
    while i < len(a):
        s += a[i]
        i = i + a[i] // 2 + 1
    return s


def shorter_behind_the_test(n):
    a, s = [3, 1, 4, 1, 5], 0
    while len(a) > 2:
        a.pop()
        s += a[2] + n
    return s


def tried_again(n):
    a, s = [3, 1, 4, 1, 5], 0
    for i in range(n):
        j = i * 2
        try:
            if j >= 0 and a[j] > 2:
                s += a[j]
        except IndexError:
            s += 100
        if j >= 0 and j < 8:
            s += a[j]
    return s


def merged(left, right):
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


def kept_in_place(n):
    a, k = [3, 1, 3, 2, 3, 4], 0
    for i in range(len(a)):
        if a[i] != n:
            a[k] = a[i]
            k += 1
    return a[:k]


def from_both_ends(n):
    a, lo, hi, steps = list(range(12)), 0, 11, 0
    while lo < hi:
        steps += 1
        if a[lo] + a[hi] < n:
            lo += 1
        else:
            hi -= 1
    return lo, hi, steps


def back_over_the_front(n):
    a, i, s = [1, 2, 3], 1, 0
    while i < n and s < 20:
        s += a[i]
        if s % 2:
            i -= 1
        else:
            i += 1
    return s


def back_by_a_step_of_two_kinds(n):
    a, i, s = [1, 2, 3, 4], 2, 0
    while i < 3 and s < n:
        i += 1 if s > 100 else -1
        s += a[i]
    return s


def begun_again(n):
    a, i, s = [5, 6, 7], 0, 0
    while i < n and s < 60:
        s += a[i]
        i = i + 1 if i < 2 else -3
    return s


SURE = [
    *((squares, 9), (before_and_behind, 9), (around_a_ring, 9), (within_its_condition, 9), (behind_and, 9)),
    (in_a_grid, 9),
    (sorted_by_bubbles, [4, 2, 9, 1, 7, 7, 0, 3, 5, 8]),
]
PROGRAMS = [
    *(squares, before_and_behind, appended_and_read, one_too_far, shorter_in_each_iteration, shorter_in_an_inner_loop),
    *(shorter_in_a_branch, longer_in_each_iteration, from_the_end, twice_as_far),
    *(down_from_a_maximum, around_a_ring, around_a_longer_ring, around_backwards, within_its_condition, behind_and),
    *(in_a_grid, one_beyond_its_condition, from_the_end_beside_its_condition, under_the_other_condition),
    *(not_below_a_maximum, changed_behind_its_condition, taken_while_there_are_some, taken_twice_while_there_are_some),
    *(inserted, past_its_test, below_its_test, shorter_behind_the_test, tried_again, kept_in_place),
    *(from_both_ends, back_over_the_front, back_by_a_step_of_two_kinds, begun_again),
]


def outcome(function, n):
    try:
        return function(n)
    except IndexError:
        return "IndexError"


@pytest.mark.parametrize("n", [0, 1, 2, 5, 12])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_the_outcome_is_pythons(function, n):
    assert outcome(ng.function(function), n) == outcome(function, n)


def test_lists_of_known_length_are_sorted():
    xs = SURE[-1][1]
    assert ng.function(sorted_by_bubbles)(xs) == sorted(xs)


@pytest.mark.parametrize(("function", "argument"), SURE, ids=lambda value: getattr(value, "__name__", ""))
def test_no_loop_carries_a_failed_check(function, argument):
    code = ng.to_code(function, argument)
    assert code.startswith("import") and "fori_loop" in code
    assert "IndexError" not in code and "failed = state" not in code


def test_positions_that_never_fall_below_their_tests_are_not_checked():
    left, right = [1, 4, 4, 6, 9, 12, 15, 18, 30], [2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    assert ng.function(merged)(left, right) == merged(left, right) == sorted(left + right)
    assert "IndexError" not in ng.to_code(merged, left, right)


@pytest.mark.parametrize("function", [back_over_the_front, begun_again], ids=lambda function: function.__name__)
def test_a_position_that_falls_is_checked(function):
    assert "IndexError" in ng.to_code(function, 3)
