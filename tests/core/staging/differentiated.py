"""Loops to differentiate: each with a point and the argument that the derivative is taken by.

python -m tests.core.staging.differentiated    # all of them by `check_grads`, orders 1 and 2; some minutes
"""
# ruff: noqa

import jax
import jax.numpy as jnp

import nbgraph as ng

POOL = []


def differentiated(*points):
    """Register a function of one float, or of one array, with the points to look at."""

    def register(function):
        POOL.extend((function, point) for point in points)
        return function

    return register


@differentiated(2.0)
def newton_root(a):
    x = a
    while abs(x * x - a) > 1e-9 * a:
        x = (x + a / x) / 2
    return x


@differentiated(0.8)
def fixed_point(a):
    x, before = 1.0, 0.0
    while abs(x - before) > 1e-10:
        before = x
        x = a * jnp.cos(x)
    return x


@differentiated(6.3, 0.7)  # the second makes no round
def halved(x):
    while x > 1.0:
        x = x / 2
    return x * x


@differentiated(jnp.array([[2.0, 0.5], [0.5, 1.0]]))
def power_iteration(m):
    v, size, before = jnp.array([1.0, 0.3]), 0.0, 1.0
    while abs(size - before) > 1e-10:
        before = size
        w = m @ v
        size = jnp.sqrt(jnp.sum(w * w))
        v = w / size
    return size


@differentiated(1.3)
def while_in_for(x):
    s = 0.0
    for i in range(12):
        y = x + i
        while y > 1.1:
            y = y / 1.7
        s = s + y * y * x
    return s


@differentiated(1.1)
def for_in_while(x):
    s = x
    while s < 40.0:
        for i in range(10):
            s = s + 0.1 * x * i
    return s


@differentiated(1.2)
def while_in_while(x):
    s, y = 0.0, x
    while y < 30.0:
        z = y
        while z > 2.0:
            z = z / (1.5 + 0.1 * x)
        s, y = s + z * z, y * 1.9
    return s


@differentiated(1.7, 0.9)
def for_with_break(x):
    y = x
    for i in range(20):
        y = y * x
        if y > 100.0:
            break
    return y


@differentiated(1.7)
def while_with_break(x):
    y = x
    while y < 1e6:
        y = y * x + jnp.sin(y)
        if y > 50.0:
            break
    return y


@differentiated(1.4)
def return_inside(x):
    y = x
    for i in range(30):
        y = y * x
        if y > 40.0:
            return y * y
    return -y


@differentiated(1.4)
def return_from_two_loops(x):
    s = x
    for i in range(9):
        for j in range(9):
            s = s + x * 0.1 * j
            if s > 20.0:
                return s * x
    return s


@differentiated(1.3)
def continues(x):
    s, y = 0.0, x
    while y < 60.0:
        y = y * 1.5
        if y > 10.0 * x and y < 20.0:
            continue
        s = s + y * x
    return s


@differentiated(2.3)
def run_time_range(x):
    y = 1.0
    for i in range(jnp.int32(jnp.ceil(3 * jax.lax.stop_gradient(x)))):
        y = y * x / (i + 1)
    return y


@differentiated(2.3)
def run_time_range_with_break(x):
    y = 1.0
    for i in range(jnp.int32(jnp.ceil(9 * jax.lax.stop_gradient(x)))):
        y = y * x
        if y > 30.0:
            break
    return y


@differentiated(jnp.array([0.5, 1.5, 2.5, 0.1, 3.0, 0.2, 0.3, 0.4, 0.6, 0.7]))
def rows_with_break(v):
    s = 0.0
    for a in v:
        s = s + a * a
        if s > 12.0:
            break
    return s


@differentiated(jnp.array([0.5, 1.5, 2.5]))
def array_state(v):
    while jnp.sum(v * v) > 1.0:
        v = v * 0.7 + 0.01 * jnp.sin(v)
    return jnp.sum(v * v * v)


@differentiated(1.5)
def array_items(x):
    v = jnp.zeros(12)
    i, y = 0, x
    while y < 50.0:
        v[i] = y
        y = y * x
        i = i + 1
    return jnp.sum(v * v)


@differentiated(8.3)
def list_of_parts(x):
    found = []
    while x > 1.0:
        ng.loop_options(max_iterations=20)
        found.append(x * x)
        x = x / 2
    return sum(found)


@differentiated(1.3)
def list_read_back(x):
    found = [1.0, x]
    last = x
    while last < 20.0:
        ng.loop_options(max_iterations=40)
        found.append(found[-1] + found[-2] * x)
        last = found[-1]
    return last


@differentiated(1.9)
def bounded(x):
    n = 0
    while x < 100.0:
        ng.loop_options(max_iterations=10)
        x = x * x
        n = n + 1
    return x + n


@differentiated(3.7)
def left_at_the_end(x):
    while True:
        x = x - 0.3 * x * x / 10
        if x < 1.2:
            break
    return x


@differentiated(1.2)
def loop_else(x):
    y = x
    while y < 9.0:
        y = y * y * 1.1
        if y > 1000.0:
            break
    else:
        y = y * 3
    return y


@differentiated(2.5)
def branches(x):
    s, y = 0.0, x
    while y > 0.1:
        if y > 1.0:
            s = s + jnp.log(y)
            y = y - 0.4
        else:
            s = s + y * y
            y = y * 0.5
    return s


@differentiated(2.0)
def root_of_what_is_left(x):
    s = 0.0
    while x > 0.05:
        s = s + jnp.sqrt(x)
        x = x * 0.25 if x > 0.2 else 0.0 * x
    return s


@differentiated(0.4)
def tuple_state(x):
    p = (x, 1.0)
    while p[1] < 5.0:
        p = (p[0] * 0.9 + jnp.sin(p[1] * x), p[1] + 0.5 + 0.1 * p[0])
    return p[0] * p[1]


@differentiated(0.3)
def dict_state(x):
    d = {"a": x, "b": 1.0}
    while d["b"] < 4.0:
        d["a"] = d["a"] + 0.2 * d["b"] * x
        d["b"] = d["b"] + 0.3 + d["a"] * d["a"]
    return d["a"]


def helper(y, x):
    while y > x:
        y = y * 0.6
    return y


@differentiated(1.3)
def helpers_loop(x):
    return helper(20.0, x) * helper(10.0, x * x) * x


@differentiated(1.01)
def many_rounds(x):
    y = x
    while y < 2.0:
        y = y + 0.002 * jnp.sin(x)
    return y * y


@differentiated(1.5)
def bisection(a):
    low, high = 0.0 * a, a
    while high - low > 1e-3:
        middle = (low + high) / 2
        if middle * middle > a:
            high = middle
        else:
            low = middle
    return low + (high - low) * a


@differentiated(0.2)
def checked(x):
    y = x
    while y < 3.0:
        assert y > 0, "positive"
        y = y + x * y
    return y


if __name__ == "__main__":
    import sys

    from jax.test_util import check_grads

    failed = 0
    with jax.enable_x64(True):
        for function, point in POOL[int(sys.argv[1]) if len(sys.argv) > 1 else 0 :]:
            graph = jax.jit(ng.convert(function))
            try:
                check_grads(graph, (jnp.asarray(point, float),), order=2, modes=("fwd", "rev"), atol=2e-3, rtol=2e-3)
                print("right:", function.__name__, flush=True)
            except AssertionError as error:
                failed += 1
                print("wrong:", function.__name__, error, flush=True)
    sys.exit(failed)
