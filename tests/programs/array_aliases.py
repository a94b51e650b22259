"""One array under several names: changed in branches and loops, and in place."""
# ruff: noqa

import jax.numpy as jnp
import numpy as np

from tests.programs.pool import program

V = jnp.array([3, 1, 2])
M = jnp.array([[3, 1], [2, 5]])

@program((V, 1), (V, -1))
def added_in_a_branch(v, x):
    if x > 0: v += 1
    return v

def add_one(a):
    a += 1
    return a

@program((V, 1), (V, -1))
def added_by_a_helper(v, x):
    if x > 0: v = add_one(v)
    return v

@program((V, 1), (V, -1))
def exchanged_in_a_branch(v, x):
    a, b = v.copy(), v * 2
    if x > 0: a, b = b, a
    a[0] = 1
    return a, b

@program((V, 3), (V, 0))
def buffer_of_a_loop(v, n):
    now = v.copy()
    for i in range(n):
        new = now.copy()
        new[i % 3] = now[0] + i
        now = new
    now[0] = 7
    return now

@program((V, 1), (V, -1), expect="array-alias")
def changed_in_a_branch_only(v, x):
    w = v
    if x > 0: w[0] = 9
    return v

@program((V, 1), (V, -1), expect="array-alias")
def added_in_a_branch_only(v, x):
    w = v
    if x > 0: w += 1
    return v

@program((V, 1), (V, -1), expect="array-alias")
def perhaps_the_same(v, x):
    if x > 0: w = v
    else: w = v * 2
    w[0] = 9
    return v

@program((V, 1), (V, -1), expect="array-alias")
def chosen_old_name(v, x):
    old = v
    v[0] = 9
    return old if x > 0 else v * 1

@program((V, 1), (V, 0), expect="array-alias")
def the_same_after_no_rounds(v, n):
    w = v
    for i in range(n): w = w * 2
    w[0] = 9
    return v

@program((V, 1), (V, 0), expect="array-alias")
def second_name_in_a_loop(v, n):
    for i in range(n):
        w = v
        w[0] = i + 7
    return v

@program(M, expect="array-alias")
def rows_exchanged_without_copies(m):
    m[0], m[1] = m[1], m[0]
    return m

@program((M, 0), (M, 1))
def rows_exchanged(m, i):
    m[i], m[1] = m[1].copy(), m[i].copy()
    m[0][1] += 4
    m[1] += m[0]
    return m

@program(V, expect="read-only-array")
def sorted_in_place(v):
    v.sort()
    return v

@program(V, expect="traced-value-in-python")
def whose_array(v):
    return v * 2 if isinstance(v, np.ndarray) else v
