"""All local names at once: `locals()` and its like, `del`, and `eval`."""
# ruff: noqa

from tests.programs.pool import SKIP, program


@program(3, 1, under_jit=SKIP)
def locals_after_if(x):
    if x > 2: y = 1
    else: y = 2
    return sorted(locals()), locals()["y"]

@program(3, 1)
def locals_after_return(x):
    if x > 2: return len(locals())
    y = 2
    return len(locals()) + y

@program(3, 1)
def locals_in_loop(x):
    s = 0
    for i in range(3):
        k = 1
        s += len(locals())
    return s + x

@program(3, 1, under_jit=SKIP)
def locals_everywhere(x):
    def f(a, *b, **c):
        if a > 2:
            d = 1
            r = sorted(locals())
        else:
            d = 2
            r = sorted(locals())
        for i in range(3): pass
        try:
            e = a
            q = sorted(locals())
        finally:
            w = 1
        t = sorted(locals())
        del e
        g = lambda: d
        return len(r), q, t, sorted(locals()), dir(), sorted(vars())
    return f(x, 1, k=2)

@program(3, 1, under_jit=SKIP)
def locals_of_a_closure(x):
    k = 3
    def f():
        j = k
        return sorted(locals())
    return f(), sorted((lambda a, b=1: locals())(x)), "{k} {x}".format(**{**locals(), "x": 1, "f": 2})

@program(3, expect="undefined-name")
def locals_on_some_paths(x):
    if x > 2: y = 1
    return sorted(locals())

@program(3, expect="not-convertible")
def locals_in_comprehension(x): return [len(locals()) for _ in range(2)]

@program(3, 1)
def eval_of_names(x):
    y = x + 1
    found = {}
    if x > 2:
        z = eval("y * 2")
        exec("found['k'] = x + 1")
    else:
        z = 0
        found["k"] = 0
    return z + found["k"] + eval("a + 1", {"a": x})

@program(3, 0)
def eval_in_loop(n):
    s = 0
    for i in range(n):
        s += eval("i * 2")
    return s

@program(3, 0)
def del_in_loop(n):
    s = 0
    for i in range(n):
        t = i * 2
        s += t
        del t
    return s

@program(3, 1)
def del_and_bind_again(x):
    y = x
    if x > 2:
        z = y + 1
        del y, (z,)
        z = 7
    else:
        z = 0
    y = 5
    return y + z

@program(3, 1)
def del_on_a_known_path(x):
    y, k = x, 3
    if k > 2: del y
    else: y = 1
    try: return y
    except NameError: return x + 1

@program(3, 1, under_jit="undefined-name")
def del_on_one_path(x):
    y = x
    if x < 0: del y
    return y

@program(3, expect="undefined-name")
def read_after_del(x):
    y = x
    if x > 2: del y
    else: del y
    return y

@program(1, expect="undefined-name")
def del_without_value(x):
    if x > 2: y = 1
    if x < 2: del y
    return x

@program(3, expect="traced-value-in-python")
def decision_in_a_class_body(x):
    class A:
        k = 1 if x > 2 else 2
    return A.k

@program(3, expect="traced-value-in-python")
def decision_in_a_generator(x):
    def g(y):
        if y > 2: yield y
        yield -y
    return sum(g(x))
