"""What a graph asks is the user's condition, or says that it is the opposite of it."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload


def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


def ternary(n, total):
    return total if n == 0 else ternary(n - 1, total + n)


def collatz(n):
    while True:
        if n == 1:
            break
        n = n // 2
    return n


def unequal(n, step):
    while True:
        if n != step:
            return n
        n = n - step


def is_near(x, e):
    return abs(x) < e


def halved(x, e):
    while True:
        if is_near(x, e):
            break
        x = x / 2
    return x


def joined(n):
    i = 0
    while i < n:
        if i * i > n:
            break
        i += 1
    return i


def twice_left(n):
    i = 0
    while True:
        if i > 9:
            break
        if i * i > n:
            break
        i += 1
    return i


def done(n):
    ok = False
    while not ok:
        n = n + 1
        ok = n > 9
    return n


def text(function, *arguments):
    return ng.graph(function, *arguments).to_text()


@pytest.mark.parametrize(
    ("function", "arguments", "asked"),
    [
        (gcd, (12, 18), "not b == 0 (2 operations)"),
        (ternary, (4, 0), "not n == 0 (2 operations)"),
        (collatz, (8,), "not n == 1 (2 operations)"),
        (unequal, (4, 4), "not n != step (2 operations)"),
        (halved, (4.0, 0.1), "not is_near(x, e)"),
        (done, (3,), "not ok"),
    ],
)
def test_what_leads_into_a_loop_is_what_it_goes_on_for(function, arguments, asked):
    graph = ng.graph(function, *arguments).view()
    sources = {edge.source for edge in graph.edges if edge.kind == "control" and edge.name == "True"}
    lines = [line for line in text(function, *arguments).splitlines() if line.lstrip("│├└─ ").split()[0] in sources]
    assert [asked in line for line in lines] == [True]


@pytest.mark.parametrize("function", [joined, twice_left])
def test_what_joins_two_conditions_is_neither(function):
    shown = text(function, 30)
    assert "not i * i > n" in shown and " and : bool[]" in shown
    assert shown.count(" i < n : bool") == (function is joined) and " i > 9 : bool[] ← n3" not in shown


def skipped(xs):
    total = 0
    for x in xs:
        if x < 0:
            continue
        if x > 100:
            break
        total += x
    return total


def test_a_skipped_iteration_is_no_branch_of_what_skips_it():
    shown = text(skipped, jnp.arange(9))
    assert (
        "[if not x < 0]" in shown
        and " not x < 0 (2 operations)" in shown
        and "total = total if x > 100 else …" in shown
    )


def digits(n):
    total = 0
    while (d := n % 10) != 0:
        total += d
        n = n // 10
    return total


def test_a_while_that_binds_a_name_asks_for_no_error():
    shown = text(digits, 123)
    assert "[while (d := n % 10) != 0]" in shown and "[if not (d := n % 10) != 0]" in shown and "no error" not in shown


def found(xs, wanted):
    for i in range(10):
        if xs[i] == wanted:
            return i
    return -1


def smallest_factor(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            break
        d += 1
    else:
        return n
    return d


def test_a_choice_between_returns_names_what_it_chooses_between():
    assert " -1 if no return else returned value : i32" in text(found, jnp.arange(10), 4)
    assert " n if no break else d : i32" in text(smallest_factor, 91)


def counted(x):
    flag, total = True, 0.0
    for i in range(2):
        if flag:
            continue
        total += x
        flag = i
    return total + x


def test_a_note_of_a_known_condition_has_its_own_value():
    decisions = [each for each in report(counted, 1.5, timing=False).decisions if each.construct == "if"]
    assert {each.reason for each in decisions} == {"`flag` is True at trace time"}


def earlier():
    i = 0
    return i + 1


def later(n):
    for i in range(n):
        n = n - i
    return n


def test_a_number_is_not_shown_where_another_function_has_written_it():
    lines = {node.span.line for node in ng.graph(later, 4).nodes if node.kind == "constant" and node.span}
    assert not lines & {earlier.__code__.co_firstlineno + 1}


def last_square(n):
    i = 0
    while i < n:
        if i * i > 50:
            break
        i += 1
    else:
        i = -1
    return i


def test_the_else_of_a_loop_asks_for_no_break():
    shown = text(last_square, 20)
    assert " if no break (2 operations) → i" in shown and "no error" not in shown


def test_notes_tell_the_users_conditions_from_others():
    made = payload([report(last_square, 20, timing=False)])["functions"][0]["decisions"]
    reasons = {(each["construct"], each["reason"]) for each in made}
    assert ("while", "whether the loop goes on is traced") in reasons
    assert not [each for each in made if each["construct"] == "and"]
    assert not [reason for _, reason in reasons if "`the " in reason]


def odd_ones(n):
    total = 0
    for i in range(n):
        if i % 2:
            if i > 5:
                continue
            total += 1
        total //= i
    return total


def test_what_follows_a_continue_is_what_it_is():
    shown = text(odd_ones, 9)
    assert " total //= i (9 operations) → total" in shown and " total = … if i % 2 else … → total" in shown


def safe(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return float("inf")


def halves(a, b):
    try:
        c = a / b
    except ZeroDivisionError:
        return 0.0
    return c * 2


def test_a_return_in_a_handler_is_chosen_in_the_users_words():
    assert " inf if ZeroDivisionError else a // b : f32[]" in text(safe, 7, 2)
    shown = text(halves, 7.0, 2.0)
    assert "[if no return]" in shown and "unchanged unchanged" not in shown


def kept_while(n):
    total = i = 0
    while i < n:
        for j in range(n):
            if j * j == 49:
                return total
            total += j
        i += 1
    return total


def test_a_variable_behind_a_return_in_a_loop_is_no_choice_of_itself():
    shown = text(kept_while, 5)
    assert " i or i " not in shown and " i = … if no return → i" in shown


def mean(xs):
    n = 0
    for x in xs:
        if x != x:
            continue
        n += 1
    return n


def test_an_iteration_that_is_skipped_in_a_loop_that_python_runs():
    assert "n = … if not x != x" in text(mean, jnp.arange(3.0))


def months(m):
    match m:
        case 2:
            return 7 * (m * m) // m % 29
        case 4 | 6:
            return 30
    return 31


def test_a_case_is_called_a_case():
    shown = text(months, 4)
    assert "[case 2]" in shown and " · == 6 : bool[]" in shown and " case 4 | 6 " in shown


def retried(x):
    for attempt in range(3):
        try:
            return 10 // (x - attempt)
        except ZeroDivisionError:
            continue
    return -1


def test_an_iteration_that_is_not_reached_is_a_choice_and_no_loop():
    conditionals = {region.label for region in ng.graph(retried, 2).regions if region.kind == "cond"}
    assert not [label for label in conditionals if label.startswith("for ")]


def halved_or_tripled(x):
    y = x / 2 if x > 1 else 3 * x * x * x * x
    return y if y > 2 else y * y * y * y * y


def test_what_a_conditional_expression_gives_has_the_name_that_is_bound():
    shown = text(halved_or_tripled, 3.0)
    assert "merge y : f32[]" in shown and "the value" not in shown
