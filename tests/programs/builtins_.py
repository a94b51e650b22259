"""Builtins on traced values."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

V = jnp.array([3, -1, 2])
W = jnp.array([0, 0, 5])
F = jnp.array([2.5, -1.5, 0.0])


@program((3, 2), (-1, 5))
def max_min(a, b): return max(a, b), min(a, b)

@program((3, 2, 9), (-1, 5, 5))
def max_three(a, b, c): return max(a, b, c), min([a, b, c])

@program((3, -4), (-1, 5))
def max_key(a, b): return max(a, b, key=abs), min([a, b], key=lambda t: -t)

@program(3, -3)
def max_with_constant(x): return max(0, x), min(x, 1), max([x, 2, 1])

@program(V, W)
def of_array(v): return max(v), min(v), sum(v), len(v), any(v), all(v)

@program(F, F * 2)
def of_float_array(v): return max(v), min(v), sum(v)

@program(V, W)
def sum_start(v): return sum(v, 10)

@program(3, 0)
def sum_list(x): return sum([x, 1, 2]), sum((x, x), 5), sum([])

@program(3, 0)
def sum_generator(x): return sum(i * x for i in range(4))

@program(3, 0)
def sum_dynamic_list(x): return sum([1 if x > i else 0 for i in range(4)])

@program(3, 0)
def sum_bools(x): return sum([x > 0, x > 1, x > 5])

@program(V, W)
def sum_mask(v): return sum(v > 0)

@program((3, 1, 2), (2, 2, 1))
def sorted_list(a, b, c): return sorted([a, b, c]), sorted((a, b, c), reverse=True)

@program((3, -1, 2), (2, -2, 1))
def sorted_key(a, b, c): return sorted([a, b, c], key=abs)

@program(V, W)
def sorted_array(v): return sorted(v)

@program(3, -3)
def abs_round(x): return abs(x), round(x), abs(-x)

@program(V, W)
def abs_array(v): return abs(v)

@program((17, 5), (-17, 5))
def divmod_(a, b): return divmod(a, b)

@program((2, 5), (3, 0))
def pow_(a, b): return pow(a, b)

@program(3)
def enumerate_list(x): return [i * y for i, y in enumerate([x, 2, x])]

@program(3)
def zip_lists(x): return [a * b for a, b in zip([1, x], (x, 4))]

@program(3, 0)
def map_list(x): return list(map(lambda a: a + x if a > x else a, [1, 5]))

@program(3, 0)
def filter_static(x): return [x * a for a in filter(lambda a: a > 1, [1, 2, 3])]

@program(3, 0)
def reversed_list(x): return list(reversed([1, x, 3]))

@program(V, W)
def list_of_array(v): return list(v), tuple(v)

@program(3, 0)
def range_list(x): return [x + i for i in range(3)], list(range(3))

@program(V, W)
def comprehension(v): return [a * 2 for a in v]

@program(3, 0)
def comprehension_condition(x): return [a if a > x else -a for a in [1, 2, 3]]

@program(3, 0)
def nested_comprehension(x): return [[i * j + x for i in range(2)] for j in range(2)]

@program(3, 0)
def dict_comprehension(x): return {k: x * k for k in range(3)}

@program(3, 0)
def set_len(x): return len({1, 2}) + x

@program(3, 0)
def dict_of(x): return dict(a=x, b=1), dict([('k', x)])

@program(3, 0)
def tuple_list(x): return tuple([x, 1]), list((x, 2))

@program(3, 0)
def len_of(x): return len([x, x]), len((x,)), len('abc'), len({'a': x}), len(range(4))

@program(3, 0)
def isinstance_containers(x): return isinstance([x], list), isinstance((x,), tuple), isinstance('a', str)

@program(3, 0)
def slices_of_list(x):
    l = [1, 2, x, 4]
    return l[1:3], l[::-1], l[-1], l[:2] + l[2:]

@program(3, 0, 1)
def traced_index_of_list(x): return [10, 20, 30, 40][x]

@program(3, 0, 1)
def traced_index_of_tuple(x): return (10, 20, 30, 40)[x]

@program(3, 0, under_jit=SKIP)
def string_methods(x): return 'a,b'.split(','), 'A'.lower(), x

@program(3, 0)
def callable_id(x): return callable(len), x

@program(3, 0, under_jit=SKIP)
def chr_ord(x): return ord('a') + x, chr(98)

@program(3, 0)
def min_default(x): return min([], default=x), max([x], default=0)

@program(3, 0)
def any_empty(x): return any([]), all([]), x

@program((V, W), (W, V))
def dot_by_zip(a, b): return sum([x * y for x, y in zip(a, b)])

@program((V, W), (W, V))
def dot_by_sum_generator(a, b): return sum(x * y for x, y in zip(a, b))

@program(2, 3)
def iter_next(x):
    it = iter([x, 2, 3])
    return next(it) + next(it)

@program(3, 0)
def next_generator(x): return next((i for i in [5, 6] if i > 5), 0) + x

@program((3, 2.5), (-3, -2.5))
def attributes_of_numbers(n, x):
    a = 1 if hasattr(n, "shape") or hasattr(x, "__len__") else 2
    b = 10 if hasattr(n, "__add__") and hasattr(x * 2, "is_integer") else 20
    return a + b + n
