"""The open conformance programs: what every converter of Python control flow is asked for."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

V = jnp.array([1, 2, 3, 4])
W = jnp.array([7, -2, 0, 5])
Z = jnp.zeros((2, 2))


@program(3, 0, 1, 7)
def if_elif_else(x):
    if x > 5: r = 1
    elif x > 2: r = 2
    else: r = 3
    return r
@program(3, 0, 1, 7)
def ternary(x): return x*2 if x > 2 else -x
@program(3, 0, 1, 7)
def while_(x):
    s = 0
    while x > 0:
        s += x; x -= 1
    return s
@program(3, 0, 1, 7)
def while_two_state_tuple(x):
    t = (0, 0)
    while x > 0:
        t = (t[0]+1, t[1]+x); x -= 1
    return t
@program(3, 0, 1, 7)
def for_range_dyn(n):
    s = 0
    for i in range(n): s += i
    return s
@program(V, W)
def for_array(v):
    s = 0
    for x in v: s += x
    return s
@program(V, W)
def for_enumerate(v):
    s = 0
    for i, x in enumerate(v): s += i*x
    return s
@program(V, W)
def for_zip(v):
    s = 0
    for a, b in zip(v, v): s += a*b
    return s
@program(3, 0, 1, 7)
def while_else(x):
    while x > 0: x -= 1
    else: x = x + 100
    return x
@program(3, 0, 1, 7)
def for_else(x):
    for i in range(3): x += i
    else: x = x + 100
    return x
@program(3, 0, 1, 7)
def break_while(x):
    while x > -10:
        x -= 1
        if x < 0: break
    return x
@program(3, 0, 1, 7)
def break_for(x):
    s = 0
    for i in range(10):
        if i > x: break
        s += i
    return s
@program(3, 0, 1, 7)
def continue_for(x):
    s = 0
    for i in range(10):
        if i % 2 == 0: continue
        s += i
    return s
@program(3, 0, 1, 7)
def early_return(x):
    if x > 2: return x*2
    return -x
@program(3, 0, 1, 7)
def return_in_for(x):
    for i in range(10):
        if i > x: return i
    return -1
@program(3, 0, 1, 7)
def and_or_not(x): return (x > 1 and x < 10) or not (x > 3)
@program(3, 0, 1, 7)
def and_static(x): return x > 1 and True
@program(3, 0, 1, 7)
def chained(x): return 1 < x < 5
@program(3, 0, 1, 7)
def in_list(x): return x in [1,2,3]
@program(3, 0, 1, 7)
def and_short_div(x):
    return x > 0 and 10 // x > 1
@program(3, 0, 1, 7, under_jit=SKIP)
def assert_(x):
    assert x > 1
    return x
@program(3, 0, 1, 7)
def list_append_static(x):
    l = []
    for i in range(3): l.append(x*i)
    return l
@program(3, 0, 1, 7, under_jit="list-needs-bound")
def list_append_dyn(x):
    l = []
    for i in range(x): l.append(x*i)
    return l
@program(3, 0, 1, 7)
def list_append_if(x):
    l = []
    if x > 1: l.append(1)
    else: l.append(2)
    return l
@program(3, 0, 1, 7, under_jit=SKIP)
def list_index_dyn(x):
    l = [1,2,3,4,5]
    return l[x]
@program(V, W)
def item_assign(v):
    v[0] = 5
    return v
@program(V, W)
def item_aug(v):
    v[0] += 5
    return v
@program(V, W)
def item_assign_loop(v):
    for i in range(4): v[i] = i*2
    return v
@program(V, W)
def slice_assign(v):
    v[1:3] = 0
    return v
@program(Z)
def item_assign_2d(v):
    v[0, 1] = 5.
    return v
@program(Z)
def item_assign_chain(v):
    v[0][1] = 5.
    return v
@program(V, W)
def mask_assign(v):
    v[v > 2] = 0
    return v
@program(V, W)
def listcomp_array(v): return [a*2 for a in v]
@program(V, W, under_jit="list-length-unknown")
def listcomp_if(v): return [a for a in v if a > 1]
@program(3, 0, 1, 7)
def closure_nonlocal_loop(x):
    s = 0
    def add(i):
        nonlocal s
        s = s + i
    for i in range(3): add(i)
    return s
@program(3, 0, 1, 7)
def closure_nonlocal_if(x):
    s = 0
    def add(i):
        nonlocal s
        if i > 1: s = s + i
    add(x)
    return s
@program(3, 0, 1, 7)
def lambda_read_after_if(x):
    s = 0
    get = lambda: s
    if x > 1: s = s + 10
    return get()
class Obj:
    def __init__(self): self.v = 0
    def bump(self, i): self.v = self.v + i
@program(3, 0, 1, 7)
def attr_in_loop(x):
    o = Obj()
    for i in range(3): o.v += i
    return o.v
@program(3, 0, 1, 7)
def attr_via_method(x):
    o = Obj()
    for i in range(3): o.bump(i)
    return o.v
@program(3, 0, 1, 7)
def len_after_append(x):
    l=[]
    for i in range(5): l.append(1)
    return len(l)
@program(3, 0, 1, 7, under_jit="list-needs-bound")
def len_after_append_dyn(x):
    l=[]
    for i in range(x): l.append(1)
    return len(l)
@program(3, 0, 1, 7)
def append_under_false_if(x):
    l=[]
    if x > 100: l.append(1)
    return len(l)
@program(3, 0, 1, 7, 101)
def try_raise_false(x):
    y = 0
    try:
        if x > 100: raise ValueError('a')
        y = 1
    except ValueError: y = 2
    return y
@program(3, 0, 1, 7)
def raise_false(x):
    if x > 100: raise ValueError('x')
    return x
@program(3, 0, 1, 7)
def walrus(x):
    if (y := x*2) > 4: r = y
    else: r = -y
    return r
@program(3, 0, 1, 7)
def match_lit(x):
    match x:
        case 3: r = 30
        case _: r = 0
    return r
@program(3, 0, 1, 7)
def match_static_if(x):
    match 'a':
        case 'a':
            if x > 0: r = x
            else: r = -x
        case _: r = 0
    return r
@program(3, 0, 1, 7, under_jit="undefined-name")
def undefined_one_branch(x):
    if x > 0: y = x
    return y
@program(3, 0, 1, 7)
def undefined_unused(x):
    if x > 0: y = x
    return x
@program(3, 0, 1, 7)
def var_defined_in_loop(x):
    for i in range(3): y = i*2
    return y
@program(3, 0, 1, 7)
def loop_var_after(x):
    for i in range(3): pass
    return i
@program(3, 0, 1, 7)
def none_before_loop(x):
    y = None
    for i in range(3): y = i
    return y
@program(3, 0, 1, 7, under_jit="chosen-text")
def none_in_branch(x):
    if x > 0: y = x
    else: y = None
    return y
@program(3, 0, 1, 7, promotes=True)
def dtype_branch(x):
    if x > 0: y = 1
    else: y = 1.5
    return y
@program(3, 0, 1, 7, promotes=True)
def dtype_loop(x):
    y = 0
    for i in range(3): y = y + 0.5
    return y
@program(3, 0, 1, 7, promotes=True)
def dtype_loop_while(x):
    y = 0
    while x > 0: y = y + 0.5; x -= 1
    return y
@program(3, 0, 1, 7)
def shape_loop(x):
    y = jnp.array([0])
    for i in range(3): y = jnp.concatenate([y, jnp.array([i])])
    return y
@program(3, 0, 1, 7)
def user_error_in_for(x):
    s = 0
    for i in range(3):
        s += undefined_nm
    return s
@program(3, 1, 7)
def user_error_in_while(x):
    s = 0
    while x > 0:
        s += undefined_nm; x -= 1
    return s
@program(V, W)
def b_max2(v): return max(v[0], v[1])
@program(V, W)
def b_sum(v): return sum(v)
@program(V, W)
def b_any(v): return any(v > 2)
@program(2.7, -2.7, 0.0)
def b_int(x): return int(x)
@program(2, 0, -3)
def b_float(x): return float(x)
@program(2, 0, -3)
def b_abs(x): return abs(-x)
@program(V, W)
def b_len(v): return len(v)
@program(V, W)
def b_sorted(v): return sorted(v)
@program(V, W)
def b_reversed(v):
    s = 0
    for a in reversed(v): s = s*2 + a
    return s
@program(3, 0, 1, 7)
def print_(x):
    print('x is', x)
    return x
def fact(n):
    if n <= 1: return 1
    return n*fact(n-1)
@program(3, 0, 1, 7, expect="traced-recursion")
def recursion(n): return fact(n)
@program(3, 0, 1, 7)
def neg_range(n):
    t = 0
    for i in range(5, n): t += 1
    return t
@program(3, 0, 1, 7)
def range_step_neg(n):
    t = 0
    for i in range(5, n, -1): t += 1
    return t
@program(3, 0, 1, 7)
def lambda_cf(x):
    f = lambda a: a+1 if a > 0 else a-1
    return f(x)
@program(3, 0, 1, 7)
def dict_state(x):
    d = {'a': 0}
    for i in range(3): d['a'] += i
    return d['a']
@program(3, 0, 1, 7)
def type_annot(x):
    y: int = 0
    if x > 0: y: int = 1
    return y
@program(3, 0, 1, 7, under_jit="chosen-text")
def string_branch(x):
    if x > 0: r = 'pos'
    else: r = 'neg'
    return r
@program(3, 0, 1, 7)
def py_static_if(x):
    n = 3
    if n > 2: y = 'static'
    else: y = None
    return len(y)
