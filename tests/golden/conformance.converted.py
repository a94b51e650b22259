# conformance.and_or_not
def and_or_not(x):
    return ng.or_(ng.and_(x > 1, lambda: x < 10), lambda: ng.not_(x > 3))

# conformance.and_short_div
def and_short_div(x):
    return ng.and_(x > 0, lambda: 10 // x > 1)

# conformance.and_static
def and_static(x):
    return ng.and_(x > 1, lambda: True)

# conformance.append_under_false_if
def append_under_false_if(x):
    l = ng.list_([])

    def if_true():
        ng.call(l.append, 1)

    ng.if_(x > 100, if_true, lambda: None)
    return ng.call(len, l)

# conformance.assert_
def assert_(x):
    ng.assert_(x > 1)
    return x

# conformance.attr_in_loop
def attr_in_loop(x):
    o = ng.call(Obj)

    def loop_body(i):
        o.v += i

    ng.for_(range(3), loop_body)
    return o.v

# conformance.attr_via_method
def attr_via_method(x):
    o = ng.call(Obj)

    def loop_body(i):
        ng.call(o.bump, i)

    ng.for_(range(3), loop_body)
    return o.v

# conformance.b_abs
def b_abs(x):
    return ng.call(abs, -x)

# conformance.b_any
def b_any(v):
    return ng.call(any, v > 2)

# conformance.b_float
def b_float(x):
    return ng.call(float, x)

# conformance.b_int
def b_int(x):
    return ng.call(int, x)

# conformance.b_len
def b_len(v):
    return ng.call(len, v)

# conformance.b_max2
def b_max2(v):
    return ng.call(max, v[0], v[1])

# conformance.b_reversed
def b_reversed(v):
    s = 0

    def loop_body(a, s):
        return s*2 + a

    s = ng.for_(ng.call(reversed, v), loop_body, s)
    return s

# conformance.b_sorted
def b_sorted(v):
    return ng.call(sorted, v)

# conformance.b_sum
def b_sum(v):
    return ng.call(sum, v)

# conformance.break_for
def break_for(x):
    s = 0
    did_break = False

    def loop_body(i, did_break, s):
        def if_false(s):
            s += i
            return did_break, s

        return ng.if_(i > x, lambda s: (True, s), if_false, s)

    did_break, s = ng.for_(
        range(10), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# conformance.break_while
def break_while(x):
    did_break = False

    def loop_body(did_break, x):
        x -= 1
        did_break = ng.if_(x < 0, lambda: True, lambda: did_break)
        return did_break, x

    did_break, x = ng.while_(
        lambda did_break, x: ng.and_(ng.not_(did_break), lambda: x > -10),
        loop_body,
        did_break,
        x,
    )
    return x

# conformance.chained
def chained(x):
    return ng.and_(1 < x, lambda: x < 5)

# conformance.closure_nonlocal_if
def closure_nonlocal_if(x):
    s = 0

    def add(i):
        nonlocal s

        def if_true():
            nonlocal s
            s = s + i

        ng.if_(i > 1, if_true, lambda: None)

    ng.call(add, x)
    return s

# conformance.closure_nonlocal_loop
def closure_nonlocal_loop(x):
    s = 0

    def add(i):
        nonlocal s
        s = s + i

    def loop_body(i):
        ng.call(add, i)

    ng.for_(range(3), loop_body)
    return s

# conformance.continue_for
def continue_for(x):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += i
            return s

        return ng.if_(ng.not_(i % 2 == 0), if_true, lambda s: s, s)

    s = ng.for_(range(10), loop_body, s)
    return s

# conformance.dict_state
def dict_state(x):
    d = {'a': 0}

    def loop_body(i, d):
        return ng.update_item(d, 'a', '+=', i)

    d = ng.for_(range(3), loop_body, d)
    return d['a']

# conformance.dtype_branch
def dtype_branch(x):
    y = ng.if_(x > 0, lambda: 1, lambda: 1.5)
    return y

# conformance.dtype_loop
def dtype_loop(x):
    y = 0

    def loop_body(i, y):
        return y + 0.5

    y = ng.for_(range(3), loop_body, y)
    return y

# conformance.dtype_loop_while
def dtype_loop_while(x):
    y = 0

    def loop_body(x, y):
        y = y + 0.5
        x -= 1
        return x, y

    x, y = ng.while_(lambda x, y: x > 0, loop_body, x, y)
    return y

# conformance.early_return
def early_return(x):
    def if_true():
        return x*2

    def if_false():
        return -x

    return ng.if_(x > 2, if_true, if_false)

# conformance.for_array
def for_array(v):
    s = 0

    def loop_body(x, s):
        s += x
        return s

    s = ng.for_(v, loop_body, s)
    return s

# conformance.for_else
def for_else(x):
    def loop_body(i, x):
        x += i
        return x

    x = ng.for_(range(3), loop_body, x)
    x = x + 100
    return x

# conformance.for_enumerate
def for_enumerate(v):
    s = 0

    def loop_body(item, s):
        i, x = item
        s += i*x
        return s

    s = ng.for_(ng.call(enumerate, v), loop_body, s)
    return s

# conformance.for_range_dyn
def for_range_dyn(n):
    s = 0

    def loop_body(i, s):
        s += i
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# conformance.for_zip
def for_zip(v):
    s = 0

    def loop_body(item, s):
        a, b = item
        s += a*b
        return s

    s = ng.for_(ng.call(zip, v, v), loop_body, s)
    return s

# conformance.if_elif_else
def if_elif_else(x):
    def if_false():
        return ng.if_(x > 2, lambda: 2, lambda: 3)

    r = ng.if_(x > 5, lambda: 1, if_false)
    return r

# conformance.in_list
def in_list(x):
    return ng.in_(x, [1, 2, 3])

# conformance.item_assign
def item_assign(v):
    v = ng.set_item(v, 0, 5)
    return v

# conformance.item_assign_2d
def item_assign_2d(v):
    v = ng.set_item(v, (0, 1), 5.0)
    return v

# conformance.item_assign_chain
def item_assign_chain(v):
    v = ng.set_item(v, 0, ng.set_item(v[0], 1, 5.0), back=True)
    return v

# conformance.item_assign_loop
def item_assign_loop(v):
    def loop_body(i, v):
        return ng.set_item(v, i, i * 2)

    v = ng.for_(range(4), loop_body, v)
    return v

# conformance.item_aug
def item_aug(v):
    v = ng.set_item(v, 0, v[0] + 5)
    return v

# conformance.lambda_cf
def lambda_cf(x):
    f = lambda a: ng.if_(a > 0, lambda: a + 1, lambda: a - 1)
    return ng.call(f, x)

# conformance.lambda_read_after_if
def lambda_read_after_if(x):
    s = 0
    get = lambda: s

    def if_true():
        nonlocal s
        s = s + 10

    ng.if_(x > 1, if_true, lambda: None)
    return ng.call(get)

# conformance.len_after_append
def len_after_append(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, 1)

    ng.for_(range(5), loop_body)
    return ng.call(len, l)

# conformance.len_after_append_dyn
def len_after_append_dyn(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, 1)

    ng.for_(ng.call(range, x), loop_body)
    return ng.call(len, l)

# conformance.list_append_dyn
def list_append_dyn(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, x * i)

    ng.for_(ng.call(range, x), loop_body)
    return l

# conformance.list_append_if
def list_append_if(x):
    l = ng.list_([])

    def if_true():
        ng.call(l.append, 1)

    def if_false():
        ng.call(l.append, 2)

    ng.if_(x > 1, if_true, if_false)
    return l

# conformance.list_append_static
def list_append_static(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, x * i)

    ng.for_(range(3), loop_body)
    return l

# conformance.list_index_dyn
def list_index_dyn(x):
    l = ng.list_([1, 2, 3, 4, 5])
    return l[x]

# conformance.listcomp_array
def listcomp_array(v):
    listed = ng.list_([])

    def loop_body(a_1):
        ng.call(listed.append, a_1 * 2)

    ng.for_(v, loop_body)
    return listed

# conformance.listcomp_if
def listcomp_if(v):
    listed = ng.list_([])

    def loop_body(a_1):
        def if_true():
            ng.call(listed.append, a_1)

        ng.if_(a_1 > 1, if_true, lambda: None)

    ng.for_(v, loop_body)
    return listed

# conformance.loop_var_after
def loop_var_after(x):
    def loop_body(item, i):
        return item

    i = ng.for_(range(3), loop_body, ng.undefined('i'))
    return ng.defined(i)

# conformance.mask_assign
def mask_assign(v):
    v = ng.set_item(v, v > 2, 0)
    return v

# conformance.match_lit
def match_lit(x):
    r = ng.if_(x == 3, lambda: 30, lambda: 0)
    return r

# conformance.match_static_if
def match_static_if(x):
    def if_false():
        return -x

    r = ng.if_(x > 0, lambda: x, if_false)
    return r

# conformance.neg_range
def neg_range(n):
    t = 0

    def loop_body(i, t):
        t += 1
        return t

    t = ng.for_(ng.call(range, 5, n), loop_body, t)
    return t

# conformance.none_before_loop
def none_before_loop(x):
    y = None

    def loop_body(i, y):
        return i

    y = ng.for_(range(3), loop_body, y)
    return y

# conformance.none_in_branch
def none_in_branch(x):
    y = ng.if_(x > 0, lambda: x, lambda: None)
    return y

# conformance.print_
def print_(x):
    ng.call(print, 'x is', x)
    return x

# conformance.py_static_if
def py_static_if(x):
    n = 3
    y = ng.if_(n > 2, lambda: 'static', lambda: None)
    return ng.call(len, y)

# conformance.raise_false
def raise_false(x):
    def if_true():
        raise ValueError('x')

    ng.if_(x > 100, if_true, lambda: None)
    return x

# conformance.range_step_neg
def range_step_neg(n):
    t = 0

    def loop_body(i, t):
        t += 1
        return t

    t = ng.for_(ng.call(range, 5, n, -1), loop_body, t)
    return t

# conformance.recursion
def recursion(n):
    return ng.call(fact, n)

# conformance.return_in_for
def return_in_for(x):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i > x, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        range(10), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# conformance.shape_loop
def shape_loop(x):
    y = jnp.array([0])

    def loop_body(i, y):
        return jnp.concatenate([y, jnp.array([i])])

    y = ng.for_(range(3), loop_body, y)
    return y

# conformance.slice_assign
def slice_assign(v):
    v = ng.set_item(v, slice(1, 3), 0)
    return v

# conformance.string_branch
def string_branch(x):
    r = ng.if_(x > 0, lambda: 'pos', lambda: 'neg')
    return r

# conformance.ternary
def ternary(x):
    return ng.if_(x > 2, lambda: x * 2, lambda: -x)

# conformance.try_raise_false
def try_raise_false(x):
    y = 0
    did_raise = False
    try:
        did_raise, y = ng.if_(x > 100, lambda: (True, y), lambda: (did_raise, 1))
    except ng.refused():
        raise
    except ValueError:
        y = 2
    else:
        y = ng.if_(did_raise, lambda: 2, lambda: y)
    return y

# conformance.type_annot
def type_annot(x):
    y: int = 0

    def if_true():
        y: int = 1
        return y

    y = ng.if_(x > 0, if_true, lambda: y)
    return y

# conformance.undefined_one_branch
def undefined_one_branch(x):
    y = ng.if_(x > 0, lambda: x, lambda: ng.undefined('y'))
    return ng.defined(y)

# conformance.undefined_unused
def undefined_unused(x):
    def if_true():
        y = x

    ng.if_(x > 0, if_true, lambda: None)
    return x

# conformance.user_error_in_for
def user_error_in_for(x):
    s = 0

    def loop_body(i, s):
        s += undefined_nm
        return s

    s = ng.for_(range(3), loop_body, s)
    return s

# conformance.user_error_in_while
def user_error_in_while(x):
    s = 0

    def loop_body(x, s):
        s += undefined_nm
        x -= 1
        return x, s

    x, s = ng.while_(lambda x, s: x > 0, loop_body, x, s)
    return s

# conformance.var_defined_in_loop
def var_defined_in_loop(x):
    def loop_body(i, y):
        return i*2

    y = ng.for_(range(3), loop_body, ng.undefined('y'))
    return ng.defined(y)

# conformance.walrus
def walrus(x):
    def if_false():
        return -y

    r = ng.if_((y := (x * 2)) > 4, lambda: y, if_false)
    return r

# conformance.while_
def while_(x):
    s = 0

    def loop_body(x, s):
        s += x
        x -= 1
        return x, s

    x, s = ng.while_(lambda x, s: x > 0, loop_body, x, s)
    return s

# conformance.while_else
def while_else(x):
    def loop_body(x):
        x -= 1
        return x

    x = ng.while_(lambda x: x > 0, loop_body, x)
    x = x + 100
    return x

# conformance.while_two_state_tuple
def while_two_state_tuple(x):
    t = (0, 0)

    def loop_body(x, t):
        t = (t[0]+1, t[1]+x)
        x -= 1
        return x, t

    x, t = ng.while_(lambda x, t: x > 0, loop_body, x, t)
    return t
