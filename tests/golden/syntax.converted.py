# syntax.annotated
def annotated(x):
    y: int = 0
    z: float

    def if_true():
        y: int = 1
        return y

    y = ng.if_(x > 2, if_true, lambda: y)
    return y

# syntax.assert_static
def assert_static(x):
    ng.assert_(1 + 1 == 2, lambda: 'arithmetic')
    return x

# syntax.augmented
def augmented(x):
    y = x
    y += 1
    y -= 3
    y *= 2
    y //= 2
    y %= 5
    y **= 2
    y &= 7
    y |= 8
    y ^= 3
    y <<= 1
    y >>= 1
    return y

# syntax.augmented_float
def augmented_float(x):
    x /= 2
    x **= 0.5
    return x

# syntax.chained_assignment
def chained_assignment(x):
    a = b = c = x
    a = ng.if_(a > 2, lambda: 0, lambda: a)
    return a, b, c

# syntax.comments
def comments(x):
    # before
    y = ng.if_(x > 2, lambda: 1, lambda: 2)  # beside the test
    # in the branch
    # after a statement
    # in front of one
    # at the end
    return y

# syntax.conditional_import
def conditional_import(x):
    import math as m
    from math import floor
    return ng.call(m.floor, 2.5) + ng.call(floor, 1.5) + x

# syntax.del_item
def del_item(x):
    d = {'a': x, 'b': 2}
    del d['a']
    l = ng.list_([x, 1])
    del l[1]
    return d, l

# syntax.dict_merge
def dict_merge(x):
    return {**{'a': x}, 'b': 2} | {'c': x}

# syntax.docstring
def docstring(x):
    """Text that
    is at column 0.
    """
    return ng.if_(x > 2, lambda: 1, lambda: 2)

# syntax.ellipsis_body
def ellipsis_body(x):
    ...

# syntax.fstring_static
def fstring_static(x):
    n = 3
    return ng.text(f'{ng.shown(n):>3}|{ng.shown(n)!r}'), x

# syntax.global_read
def global_read(x):
    return x + LIMIT

# syntax.lambda_default
def lambda_default(x):
    return ng.call(
        lambda a, b=2, *c, d=4, **e: ng.if_(a > 1, lambda: a * b + d, lambda: d),
        x,
    )

# syntax.lambda_many
def lambda_many(x):
    return [ng.call(f, x) for f in (lambda a: a + 1, lambda a: ng.if_(a > 2, lambda: a * 2, lambda: 0))]

# syntax.list_unpack
def list_unpack(x):
    return [*ng.list_([x, 1]), *(2,)], (*[x],)

# syntax.long_lines
def long_lines(x):
    total = (
        x
        + 1  # one
        + 2
    )  # one

    def if_true():
        return ng.call(max, total, 3)

    def if_false():
        return ng.list_([1, 2])[0]

    return ng.if_(ng.and_(total > 4, lambda: total < 100), if_true, if_false)

# syntax.match_class_static
def match_class_static(x):
    a = 1
    rest = ng.list_([2])

    def if_false():
        a = 1
        rest = ng.list_([2])
        return a + ng.call(len, rest) + x

    r = ng.if_(a > 5, lambda: 0, if_false)
    return r

# syntax.match_static
def match_static(x):
    a = x
    b = 2
    r = a * b
    return r

# syntax.nested_quotes
def nested_quotes(x):
    return {"a'b": x, 'c"d': """e""" * 2}

# syntax.nested_targets
def nested_targets(x):
    (a, b), [c, d] = (x, 1), (2, x)
    return a - b + c - d

# syntax.no_arguments
def no_arguments():
    n = 3

    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n

# syntax.pass_only
def pass_only(x):
    pass

# syntax.semicolons
def semicolons(x):
    y = 1
    z = x
    return y + z

# syntax.shadowed_builtin
def shadowed_builtin(x):
    sum = 0

    def loop_body(i, sum):
        sum += i * x
        return sum

    sum = ng.for_(range(3), loop_body, sum)
    max = lambda a, b: a
    return ng.call(max, sum, 100)

# syntax.starred
def starred(x):
    a, *b, c = [x, 2, 3, x]
    return a, b, c

# syntax.strings_beside
def strings_beside(x):
    s = 'é' + "ü"
    y = ng.if_(ng.call(len, s) > 1, lambda: x, lambda: 0)
    return y

# syntax.swap
def swap(a, b):
    a, b = ng.if_(a > b, lambda a, b: (b, a), lambda a, b: (a, b), a, b)
    return a, b

# syntax.try_around_if
def try_around_if(x):
    y = ng.undefined('y')
    try:
        y = ng.if_(x > 2, lambda: 1, lambda: 2)
    except ng.refused():
        raise
    except ValueError:
        y = 3
    return ng.defined(y)

# syntax.try_else
def try_else(x):
    y = ng.undefined('y')
    try:
        y = x
    except KeyError:
        y = 0
    else:
        y = ng.defined(y)
        y += 10
    return ng.defined(y)

# syntax.try_finally
def try_finally(x):
    y = 0
    try:
        y = x
    finally:
        y += 1
    return y

# syntax.try_static_raise
def try_static_raise(x):
    y = ng.undefined('y')
    try:
        {}['k']
        y = 0
    except KeyError:
        y = x
    return ng.defined(y)

# syntax.two_returns_in_one_line
def two_returns_in_one_line(a, b):
    return ng.if_(a > b, lambda: a, lambda: b)

# syntax.unary_chain
def unary_chain(x):
    return - -x, ng.not_(ng.not_(x)), ~-x

# syntax.unicode_names
def unicode_names(größe):
    π = 3  # ünïcode
    变量 = größe * π

    def if_false():
        return -变量

    return ng.if_(变量 > 5, lambda: 变量, if_false)

# syntax.walrus_comprehension
def walrus_comprehension(x):
    listed = ng.list_([])

    def loop_body(i_1, t):
        ng.call(listed.append, (t := (x + i_1)))
        return t

    t = ng.for_(range(3), loop_body, ng.undefined('t'))
    l = listed
    return l, ng.defined(t)

# syntax.walrus_if
def walrus_if(x):
    def if_false():
        return -y

    return ng.if_((y := (x * 2)) > 4, lambda: y, if_false)

# syntax.walrus_in_and
def walrus_in_and(x):
    value = x > 0

    def if_true():
        return (y := x) > 2

    return ng.if_(value, if_true, lambda: value)

# syntax.walrus_value
def walrus_value(x):
    z = (y := x + 1) * y
    return z + y

# syntax.with_block
def with_block(x):
    import contextlib
    y = ng.undefined('y')
    with ng.call(contextlib.ExitStack) as s:
        y = ng.if_(x > 2, lambda: 1, lambda: 2)
    return y

# syntax.with_user_manager
def with_user_manager(x):
    class M:

        def __enter__(self):
            return 5

        def __exit__(self, *a):
            return False
    y = ng.undefined('y')
    with ng.call(M) as m:
        y = ng.if_(x > 2, lambda: m + x, lambda: m)
    return y
