"""What an object is: its class as Python has it, the order of its keys, which function a name stands for."""
# ruff: noqa

import array
import io
import itertools
import re

import jax
import jax.numpy as jnp
import numpy as np

from tests.programs.pool import SKIP, program

V = jnp.array([1, 2, 3])


@program(3, -1)
def class_of_a_list(x):
    return x + 1 if type([x]) == list else x

@program(3, -1)
def class_name(x):
    v = [x, 1]
    return x + 1 if type(v).__name__ == 'list' and v.__class__.__name__ == 'list' else x

@program(3, -1)
def class_attribute(x):
    v = [x, 1]
    return x + 1 if v.__class__ is list and x.__class__ is int else x

@program(3, -1)
def class_among_others(x):
    v = [x, 1]
    return x + 1 if type(v) in (list, tuple) and type(x) in {int, float} else x

@program(3, 0)
def classes_in_rounds(n):
    v, s = [0], 0
    for i in range(n):
        v[0] = i
        if type(v) is list: s += 1
        if i.__class__ is int: s += 10
    return s

@program(3, 0)
def class_in_a_branch(n):
    v = []
    if n > 1: v.append(n)
    return 1 if type(v) is list else 0

@program(3, 0)
def flattened_by_class(n):
    def total(v):
        if type(v) == list or type(v) == tuple:
            s = 0
            for w in v: s = s + total(w)
            return s
        return v
    return total([n, (1, 2), [3, [n]]])

@program(3, 0)
def class_as_key(n):
    sizes = {list: 1, dict: 2, int: 3}
    return n + sizes[type([n])] + sizes[type({'a': n})] + sizes[type(n)]

@program(3, 0)
def class_of_a_range(n):
    r = range(n)
    return 1 if type(r) is range and isinstance(r, range) and not isinstance(r, list) else 0

@program(3, 0)
def class_printed(n):
    print(type([n]), type(n), [n].__class__.__name__)
    return n

@program(V)
def class_of_array_members(v):
    s = 0
    for part in (v, [v, v], (v,)):
        s = s + (1 if type(part) in (list, tuple) else 10)
    return s

@program(3, expect="traced-value-in-python")
def class_of_an_array(n):
    a = np.zeros(3)
    a[0] = n
    return n + 1 if type(a) is np.ndarray else n


add_and_scale = lambda x, g=lambda v: v + 1: g(x) * 10
by_keyword = lambda x, *, k=(lambda v, w=lambda u: u - 5: w(v)): k(x)


@program(3, 0)
def default_lambda(n):
    return add_and_scale(n), by_keyword(n)

@program(3, 0)
def default_lambda_in_rounds(n):
    s = 0
    for i in range(n):
        s += add_and_scale(i)
    return s

@program(3, 0)
def default_lambdas_in_a_table(n):
    table = {'plus': lambda x, op=lambda a, b: a + b: op(x, 1), 'times': lambda x, op=lambda a, b: a * b: op(x, 7)}
    return table['plus'](n), table['times'](n)


@program(3, 2, 0, under_jit=SKIP)  # JAX sorts the keys of what it returns
def keys_in_another_order(n):
    d = {'a': 0, 'b': 0}
    for i in range(n):
        d = {'b': d['a'] + 1, 'a': d['b']}
    return d

@program(3, 0, expect="key-order")
def keys_sorted_in_rounds(n):
    d, i = {'b': 0, 'a': 0}, 0
    while i < n:
        d = jax.tree.map(lambda v: v + 1, d)
        i += 1
    return list(d.items())

@program(3, 0)
def keys_sorted_before(n):
    d, i = {'b': 0, 'a': 0}, 0
    d = {key: d[key] for key in sorted(d)}
    while i < n:
        d = jax.tree.map(lambda v: v + 1, d)
        i += 1
    return d

@program(0.5, under_jit="skip")
def keys_sorted_in_known_rounds(rate):
    p = {'w': 1.0, 'b': 2.0}
    for i in range(20):
        p = jax.tree.map(lambda v: v - rate, p)
    return list(p.items())

@program(0.5)
def keys_read_in_known_rounds(rate):
    p, s = {'w': 1.0, 'b': 2.0}, 0.0
    for i in range(20):
        for k in p:
            s = s * rate + p[k]
        p = jax.tree.map(lambda v: v - rate, p)
    return s

@program(3, 0, expect="key-order")
def keys_of_a_dict_inside(n):
    s = ({'b': 0, 'a': 0}, 1)
    for i in range(n):
        s = ({'a': 1, 'b': i}, 2)
    return list(s[0])


@program(1, 0)
def one_row_twice(n):
    m = [[0]] * 2
    m[n][0] = 5
    return m

@program(1, 0)
def one_row_in_a_helper(n):
    def grid(h, w):
        return [[0] * w] * h
    def put(g, i, j, v):
        g[i][j] = v
    g = grid(2, 3)
    put(g, n, 2, 7)
    return g

@program(4, 2)
def one_row_in_rounds(n):
    g = [[0] * 3] * 3
    for i in range(n):
        g[i % 3][i % 2] += 1
    return g

@program(1, 0)
def one_row_assigned(n):
    m = [[0, 0], [1, 1]]
    m[1] = m[0]
    m[n][0] = 5
    return m, m[n] is m[0]

@program(1, 0, expect="list-item-copied")
def some_rows_twice(n):
    m = [[3, 4], [1, 2]]
    m.append(m[0])
    m[n][1] = 8
    return m

@program(2, 1, expect="list-item-copied")
def one_row_many_times(n):
    m = [[0, 0]] * n
    m[0][0] = 5
    return m

@program(1, 0, expect="list-item-copied")
def one_array_twice(n):
    m = [np.zeros(2)] * 2
    m[n][0] = 5
    return m

@program(3, 0, expect="list-alias")
def list_in_a_pair_changed_after(n):
    p, t = [0], ([1], [2])
    for i in range(n):
        t = (p, p)
    t[0][0] = 9
    return t

@program(3, 0, expect="list-alias")
def list_in_a_pair_changed_inside(n):
    p = [0]
    s = (p, 0)
    for i in range(n):
        s = (s[0], s[1] + i)
        p[0] += 1
    return s

@program(3, 0, expect="list-item-copied")
def dict_in_a_pair_changed_after(n):
    p = {'a': 0}
    s = (p, 0)
    for i in range(n):
        s = (s[0], s[1] + i)
    s[0]['a'] = 9
    return p

@program(3, 0)
def list_in_a_pair_read(n):
    p = [n]
    s = (p, 0)
    for i in range(n):
        s = (s[0], s[1] + s[0][0])
    return s, p

@program(3, 0, expect="list-item-copied")
def same_list_or_another(n):
    a, b = [n], [n]
    c = a if n > 1 else b
    return c is a


@program(3, 0, expect="iterator-advanced")
def cycle_in_rounds(n):
    colours, s = itertools.cycle([1, 2, 3]), 0
    for i in range(n):
        s += next(colours)
    return s

@program(3, 0, expect="iterator-advanced")
def cycle_in_an_object(n):
    class Turns:
        def __init__(self): self.names = itertools.cycle([10, 20])
        def next(self): return next(self.names)
    turns = Turns()
    if n > 1: turns.next()
    return turns.next()

@program(3, 0, expect="iterator-advanced")
def pairs_of_a_product(n):
    pairs = itertools.product([1, 2], [3, 4])
    if n > 1: next(pairs)
    return next(pairs)

@program(3, 0, expect="iterator-advanced")
def one_of_two_iterators(n):
    a, b = itertools.tee([1, 2, 3])
    if n > 1: next(a)
    return next(a) + next(b)

@program(3, 0, expect="iterator-advanced")
def found_in_a_text(n):
    digits = re.finditer("[0-9]", "1234")
    if n > 1: next(digits)
    return int(next(digits).group())

@program(3, 0, expect="iterator-advanced")
def items_in_known_rounds(n):
    it, s = iter(range(100)), 0
    for i in range(20):
        s += next(it) * n
    return s

@program(3, 0)
def items_in_few_rounds(n):
    it, s = itertools.cycle([1, 2, 3]), 0
    for i in range(4):
        s += next(it) * n
    return s

@program(3, 0)
def iterator_of_ones_own(n):
    class Numbers:
        def __init__(self): self.i = 0
        def __iter__(self): return self
        def __next__(self):
            self.i += 1
            return self.i
    it, s = Numbers(), 0
    if n > 1: next(it)
    for k in range(n): s += next(it)
    return s, it.i

@program(3, 0, expect="object-changed")
def typed_array_in_rounds(n):
    a = array.array('i', [0, 0])
    for i in range(n):
        a[0] = a[0] + 1
    return a[0]

@program(3, 0)
def typed_array_in_few_rounds(n):
    a = array.array('i', [1, 2])
    for i in range(3):
        a[0] += 2
    return a[0] + n

@program(3, 0, expect="object-changed")
def text_written_in_known_rounds(n):
    text, s = io.StringIO(), 0
    for i in range(20):
        text.write("x")
        s += n
    return s + len(text.getvalue())

@program(3, 0, expect="object-changed")
def text_written_in_a_helper(n):
    text = io.StringIO()
    def say(word): text.write(word)
    if n > 1: say("yes")
    return len(text.getvalue())

@program(3, 0, expect="object-changed")
def text_printed(n):
    text = io.StringIO()
    print("a", n, file=text)
    return len(text.getvalue())

@program(3, 0, expect="object-changed")
def bytes_seen_by_two(n):
    b = bytearray(3)
    m = memoryview(b)
    if n > 1: m[0] = 7
    return b[0]


@program(3, 9, 0)
def generator_that_prints(n):
    def numbers(k):
        for i in range(3):
            print(f"number {i} of {k}")
            yield i * k
    return sum(numbers(n))

def printed_numbers(k):
    for i in range(k):
        print("number", i)
        yield i

@program(3, 0)
def generator_outside_that_prints(n):
    return sum(printed_numbers(3)) * n

def flattened(v):
    for w in v:
        if type(w) is list: yield from flattened(w)
        else: yield w

@program(3, 0)
def generator_asks_for_classes(n):
    return list(flattened([n, [1, [2, n]]]))

@program(3, 0)
def generator_chooses(n):
    def signed():
        for i in range(4):
            yield i if i < n else -i
    return sum(signed())

@program(3, 9, 0, expect="side-effect")
def generator_logs_until_a_break(n):
    log = []
    def numbers():
        for i in range(5):
            log.append(i)
            yield i
    for i in numbers():
        if i >= n: break
    return log

@program(3, 9, 0, expect="side-effect")
def generator_counts_until_a_return(n):
    count = 0
    def numbers():
        nonlocal count
        for i in range(5):
            count += 1
            yield i
    def first():
        for v in numbers():
            if v == n: return v
        return -1
    return first(), count

@program(3, 2, 0, expect="side-effect")
def calls_until_a_break(n):
    c = [0]
    def draw():
        c[0] += 1
        return c[0]
    for v in iter(draw, 5):
        if v >= n: break
    return c[0]

@program(3, 9, 0, under_jit="list-length-unknown")
def any_of_a_map_that_logs(n):
    log = []
    def is_large(i):
        log.append(i)
        return i >= n
    return any(map(is_large, range(5))), log

@program(3, 9, 0)
def all_of_a_map_that_prints(n):
    def is_small(i):
        print("ask", i)
        return i < n
    return all(map(is_small, [1, 2, 3]))

@program(3, 9, 0, under_jit="list-length-unknown")
def map_with_a_log_until_a_break(n):
    log, s = [], 0
    def square(i):
        log.append(i)
        return i * i
    for v in map(square, range(5)):
        if v > n: break
        s += v
    return s, log

@program(3, 0)
def items_that_raise(n):
    s = n
    try:
        for v in map(int, ["1", "2", "x"]): s += v
    except ValueError:
        return s + 100
    return s

@program(3, 0)
def keys_nobody_looks_at(n):
    p = {'w': 1.0, 'b': 0.0}
    for _ in range(n):
        g = {'w': 0.5, 'b': p['w']}
        p = jax.tree.map(lambda v, d: v - 0.1 * d, p, g)
    return p['w'], p['b']

@program(3, 0, expect="key-order")
def keys_looked_at_in_rounds(n):
    p, s = {'w': 1.0, 'b': 0.0}, 0.0
    for _ in range(n):
        for v in p.values(): s = s * 2 + v
        p = jax.tree.map(lambda v: v - 0.1, p)
    return s
