# local_names.decision_in_a_class_body
def decision_in_a_class_body(x):
    class A:
        k = 1 if x > 2 else 2
    return A.k

# local_names.decision_in_a_generator
def decision_in_a_generator(x):
    def g(y):
        if y > 2:
            yield y
        yield -y

    return ng.call(sum, ng.call(g, x))

# local_names.del_and_bind_again
def del_and_bind_again(x):
    y = x

    def if_true(y):
        z = y + 1
        y = ng.undefined('y')
        z = ng.undefined('z')
        return 7

    z = ng.if_(x > 2, if_true, lambda y: 0, y)
    y = 5
    return y + ng.defined(z)

# local_names.del_in_loop
def del_in_loop(n):
    s = 0

    def loop_body(i, s):
        t = i * 2
        s += t
        t = ng.undefined('t')
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# local_names.del_on_a_known_path
def del_on_a_known_path(x):
    did_return = False
    y, k = x, 3
    y = ng.if_(k > 2, lambda y: ng.undefined('y'), lambda y: 1, y)
    return_value = ng.undefined()
    try:
        return_value = ng.defined(y)
        did_return = True
    except ng.refused():
        raise
    except NameError:
        return_value = x + 1
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# local_names.del_on_one_path
def del_on_one_path(x):
    y = x
    y = ng.if_(x < 0, lambda y: ng.undefined('y'), lambda y: y, y)
    return ng.defined(y)

# local_names.del_without_value
def del_without_value(x):
    y = ng.if_(x > 2, lambda: 1, lambda: ng.undefined('y'))

    def if_true(y):
        ng.defined(y)
        y = ng.undefined('y')

    ng.if_(x < 2, if_true, lambda y: None, y)
    return x

# local_names.eval_in_loop
def eval_in_loop(n):
    i = ng.undefined('i')
    s = ng.undefined('s')
    s = 0

    def loop_body(i, s):
        s = ng.defined(s)
        s += eval('i * 2', globals(), ng.locals_(n=n, s=s, i=i))
        return s

    s = ng.for_(ng.call(range, ng.defined(n)), loop_body, s)
    return ng.defined(s)

# local_names.eval_of_names
def eval_of_names(x):
    found = ng.undefined('found')
    y = ng.undefined('y')
    z = ng.undefined('z')
    y = ng.defined(x) + 1
    found = {}

    def if_true(z, found):
        z = eval('y * 2', globals(), ng.locals_(x=x, y=y, found=found, z=z))
        ng.call(
            exec, "found['k'] = x + 1", globals(), ng.locals_(x=x, y=y, found=found, z=z)
        )
        return z, found

    def if_false(z, found):
        z = 0
        found = ng.set_item(ng.defined(found), 'k', 0)
        return z, found

    z, found = ng.if_(ng.defined(x) > 2, if_true, if_false, z, found)
    return ng.defined(z) + ng.defined(found)['k'] + eval('a + 1', {'a': ng.defined(x)})

# local_names.locals_after_if
def locals_after_if(x):
    y = ng.undefined('y')
    y = ng.if_(ng.defined(x) > 2, lambda: 1, lambda: 2)
    return ng.call(sorted, ng.locals_(x=x, y=y)), ng.locals_(x=x, y=y)['y']

# local_names.locals_after_return
def locals_after_return(x):
    y = ng.undefined('y')

    def if_true():
        return ng.call(len, ng.locals_(x=x, y=y))

    def if_false():
        y = 2
        return ng.call(len, ng.locals_(x=x, y=y)) + ng.defined(y)

    return ng.if_(ng.defined(x) > 2, if_true, if_false)

# local_names.locals_everywhere
def locals_everywhere(x):
    def f(a, *b, **c):
        d = ng.undefined('d')
        e = ng.undefined('e')
        g = ng.undefined('g')
        i = ng.undefined('i')
        q = ng.undefined('q')
        r = ng.undefined('r')
        t = ng.undefined('t')
        w = ng.undefined('w')

        def if_true(r):
            nonlocal d
            d = 1
            return ng.call(
                sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d)
            )

        def if_false(r):
            nonlocal d
            d = 2
            return ng.call(
                sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d)
            )

        r = ng.if_(ng.defined(a) > 2, if_true, if_false, r)

        def loop_body(item, i):
            return item

        i = ng.for_(range(3), loop_body, i)
        try:
            e = ng.defined(a)
            q = ng.call(sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d))
        finally:
            w = 1
        t = ng.call(
            sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d)
        )
        ng.defined(e)
        e = ng.undefined('e')
        g = lambda: ng.defined(d)
        return ng.call(len, ng.defined(r)), ng.defined(q), ng.defined(t), ng.call(sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d)), ng.call(sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d)), ng.call(sorted, ng.locals_(a=a, b=b, c=c, r=r, i=i, e=e, q=q, w=w, t=t, g=g, d=d))

    return ng.call(f, x, 1, k=2)

# local_names.locals_in_comprehension
def locals_in_comprehension(x):
    return [ng.call(len, ng.call(locals)) for _ in range(2)]

# local_names.locals_in_loop
def locals_in_loop(x):
    i = ng.undefined('i')
    k = ng.undefined('k')
    s = ng.undefined('s')
    s = 0

    def loop_body(i, s):
        k = 1
        s = ng.defined(s)
        s += ng.call(len, ng.locals_(x=x, s=s, i=i, k=k))
        return s

    s = ng.for_(range(3), loop_body, s)
    return ng.defined(s) + ng.defined(x)

# local_names.locals_of_a_closure
def locals_of_a_closure(x):
    f = ng.undefined('f')
    k = ng.undefined('k')
    k = 3

    def f():
        j = ng.undefined('j')
        j = ng.defined(k)
        return ng.call(sorted, ng.locals_(j=j, k=k))

    return ng.call(ng.defined(f)), ng.call(sorted, ng.call(lambda a, b=1: ng.locals_(a=a, b=b), ng.defined(x))), ng.call('{k} {x}'.format, **{**ng.locals_(x=x, f=f, k=k), 'x': 1, 'f': 2})

# local_names.locals_on_some_paths
def locals_on_some_paths(x):
    y = ng.undefined('y')
    y = ng.if_(ng.defined(x) > 2, lambda: 1, lambda: y)
    return ng.call(sorted, ng.locals_(x=x, y=y))

# local_names.read_after_del
def read_after_del(x):
    y = x
    y = ng.if_(x > 2, lambda y: ng.undefined('y'), lambda y: ng.undefined('y'), y)
    return ng.defined(y)
