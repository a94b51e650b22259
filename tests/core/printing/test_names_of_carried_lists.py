"""What a loop carries has the user's names also where JAX takes out of it what no iteration changes."""

from __future__ import annotations

import nbgraph as ng


def sieve(n):
    is_prime = [True] * (n + 1)
    p = 2
    while p * p <= n:
        if is_prime[p]:
            for m in range(p * p, n + 1, p):
                is_prime[m] = False
        p += 1
    return is_prime


def test_a_list_whose_length_no_iteration_changes_has_its_name():
    code = ng.to_code(sieve, 30)
    assert "is_prime = jnp.ones(capacity, jnp.bool_)" in code
    assert "is_prime, p, failed = state" in code and "is_prime, failed = state" in code
    assert "is_prime = is_prime.at[" in code and "p = p + 1" in code


def halved(n, x):
    xs = [0.0] * n
    i = 0
    while x > 1.0:
        x = x / 2
        xs[i] = x
        i += 1
    return xs


def test_so_has_one_in_a_loop_that_may_be_differentiated():
    code = ng.to_code(halved, 9, 100.0)
    assert "x, xs, i, failed = state" in code


def josephus(n, k):
    people = list(range(1, n + 1))
    i = 0
    while len(people) > 1:
        i = (i + k - 1) % len(people)
        people.pop(i)
    return people[0]


def test_so_has_one_that_a_loop_before_it_makes():
    code = ng.to_code(josephus, 10, 3)
    assert "people.at[people_length].set(i)" in code and "1, n + 1, loop_body" in code
