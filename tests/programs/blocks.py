"""`with`, `try` and `finally` around jumps, conditions and loops."""
# ruff: noqa

import functools

import jax
import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, 1)
def ret_in_with(x):
    import contextlib
    log=[]
    @contextlib.contextmanager
    def cm():
        log.append(1)
        yield 5
        log.append(2)
    def inner(x):
        with cm() as k:
            if x > 2: return x * k
        return -x
    return inner(x), log

@program(3, 1, 12)
def ret_in_finally(x):
    try:
        if x > 2: return x
    finally:
        if x > 10: return 100
    return -x

@program(5, 0)
def break_in_with(n):
    import contextlib
    s=0
    for i in range(n):
        with contextlib.nullcontext(2) as k:
            if i == 3: break
            if i == 1: continue
            s += i*k
        s += 100
    return s

@program(5, 0)
def break_in_try(n):
    s=0
    i=0
    while i < n:
        i += 1
        try:
            if i == 4: break
            if i == 2: continue
            s += i
        finally:
            s += 10
        s += 100
    return s

@program(5, 2)
def break_in_try_while_true(n):
    s=0
    while True:
        try:
            s += 1
            if s > n: break
        finally:
            s += 1
    return s

@program(5, 0)
def return_in_try_in_loop(n):
    s = 0
    for i in range(n):
        try:
            if i > 2: return s
        except ValueError:
            s = -1
        else:
            s += 10
        finally:
            s += 1
    return -s

@program(3, 1)
def context_manager_class(x):
    class C:
        def __init__(self): self.n = 0
        def __enter__(self):
            if x > 2: self.n = x
            return self
        def __exit__(self, *a):
            if self.n > 2: self.n += 10
            return False
    c = C()
    with c as d:
        d.n += 1
    return c.n

@program(3, 1)
def exception_chain(x):
    try:
        try:
            {}["a"]
        except KeyError as e:
            raise ValueError("b") from e
    except ValueError as e:
        y = x if isinstance(e.__cause__, KeyError) else -x
    return y

@program(3, 1)
def try_nested_finally(x):
    s = 0
    for i in range(3):
        try:
            try:
                if i == 1: raise KeyError
                s += x
            finally:
                s += 10
        except KeyError:
            s += 100
            continue
        finally:
            s += 1000
        s += 5
    return s

@program(3, 1)
def with_suppress(x):
    import contextlib
    with contextlib.suppress(KeyError):
        x += 1
        {}["a"]
        x += 100
    return x

@program(3, 1)
def with_multi(x):
    import contextlib
    with contextlib.nullcontext(x) as a, contextlib.nullcontext(a + 1) as (b):
        if a > 2: c = b
        else: c = a
    return c

@program(3, 1, under_jit=SKIP)
def with_as_target(x):
    import contextlib
    v = [0, 0]
    with contextlib.nullcontext((x, 2)) as (v[0], b), contextlib.ExitStack() as st:
        st.callback(lambda: v.append(1))
    return v, b

@program(3, 1)
def with_exit_suppresses(x):
    class S:
        def __enter__(self): return self
        def __exit__(self, kind, value, tb): return kind is KeyError
    y = 0
    with S():
        y = x
        {}["a"]
        y = 100
    return y

@program(3, 1)
def with_exit_effect_after_return(x):
    log = [0]
    class S:
        def __enter__(self): return 5
        def __exit__(self, *a): log[0] += 10
    def f(x):
        with S() as k:
            if x > 2: return x + k
            log[0] += 1
        return -x
    r = f(x)
    return r, log[0]

@program(5, 0)
def with_in_while(n):
    total = [0]
    class S:
        def __enter__(self): total[0] += 1
        def __exit__(self, *a): total[0] += 10
    while n > 0:
        with S():
            n -= 1
            if n == 2: continue
            if n == 1: break
            total[0] += 100
    return total[0], n

@program(3, 1, 0)
def nested_with_try(x):
    import contextlib
    s = 0
    for i in range(4):
        with contextlib.suppress(ValueError):
            try:
                if i == x: continue
                if i > x + 1: break
                s += 1
            finally:
                s += 10
        s += 100
    return s

@program(3, 1)
def try_return_finally_modify(x):
    def f(x):
        try:
            if x > 2: return x
            x = x * 2
        finally:
            x = 1000
        return x
    return f(x)

@program(3, 1)
def return_in_nested_try(x):
    try:
        try:
            if x > 2: return 1
        finally:
            x += 1
        if x > 1: return 2
    finally:
        x += 10
    return x

@program(3, 1)
def try_except_else_loop(x):
    s = 0
    for k in ["a", "b", "c"]:
        try:
            v = {"a": 1, "c": x}[k]
        except KeyError:
            if x > 2: continue
            s += 50
        else:
            if v > 2: s += v
            else: s -= v
        finally:
            s += 1000
        s += 1
    return s

@program(3, 1)
def except_star_groups(x):
    s = 0
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* (ValueError, KeyError) as e:
        if x > 2: s += len(e.exceptions)
        else: s -= 1
    except* TypeError as e:
        s += x
    else:
        s += 1000
    finally:
        s += 10
    return s

@program(3, 1)
def contextmanager_traced_if(x):
    import contextlib
    @contextlib.contextmanager
    def cm(y):
        z = y + 1
        yield z
    with cm(x) as z:
        if z > 3: r = 1
        else: r = 2
    return r

# Exceptions of run time under `with`, and refusals under broad handlers.

@program(3, 1, under_jit=SKIP)
def contextvars_(x):
    import contextlib
    with contextlib.ExitStack() as s:
        k = s.enter_context(contextlib.nullcontext(x))
        if k > 2: r = 1
        else: r = 2
    return r

@program(3, 1, under_jit=SKIP)
def raise_from_helper_in_with(x):
    import contextlib
    def check(y):
        if y < 0: raise ValueError("neg")
        return y
    with contextlib.nullcontext():
        return check(x)

@program(3, -1, under_jit=SKIP)
def finally_with_traced_raise(x):
    log = [0]
    def f(y):
        try:
            if y < 0: raise ValueError("neg")
            return y
        finally:
            log[0] += 1
    return f(x), log[0]

@program(3, -1, under_jit=SKIP)
def with_traced_raise(x):
    class C:
        def __enter__(self): return 1
        def __exit__(self, *a): return False
    with C():
        if x < 0: raise ValueError("neg")
    return x

@program(3, -1, expect="raise-in-try")
def with_traced_raise_swallowed(x):
    class C:
        def __enter__(self): return 1
        def __exit__(self, *a): return True
    with C():
        if x < 0: raise ValueError("neg")
        x += 1
    return x

@program(3, -1, expect="raise-in-try")
def suppress_traced_raise(x):
    import contextlib
    with contextlib.suppress(ValueError):
        if x < 0: raise ValueError("neg")
        x += 1
    return x

@program(3, -1, expect="raise-in-try")
def exit_sees_exception(x):
    seen = []
    class C:
        def __enter__(self): return 1
        def __exit__(self, kind, value, tb): seen.append(kind is not None); return True
    with C():
        if x < 0: raise ValueError("neg")
    return seen[0]

@program(3, -1, expect="raise-in-try")
def assert_in_with_suppress(x):
    import contextlib
    with contextlib.suppress(AssertionError):
        assert x > 0
        x += 1
    return x

@program(2, expect="raise-in-try")
def suppress_division(x):
    import contextlib
    r = -1
    with contextlib.suppress(ZeroDivisionError):
        r = 10 // x
    return r

@program(3, -1, under_jit=SKIP)
def own_contextmanager_finally(x):
    import contextlib
    log = [0]
    @contextlib.contextmanager
    def cm():
        try:
            yield 1
        finally:
            log[0] += 1
    with cm():
        if x < 0: raise ValueError("neg")
    return x, log[0]

@program(-1, expect="raise-in-try")
def own_contextmanager_catches(x):
    import contextlib
    @contextlib.contextmanager
    def cm():
        try:
            yield 1
        except ValueError:
            pass
    with cm():
        if x < 0: raise ValueError("neg")
    return x

@program(3, -1)
def except_everything(x):
    try:
        if x < 0: raise ValueError("neg")
        y = 1
    except Exception:
        y = 2
    return y

@program(3, 1, expect="traced-value-in-python")
def bare_except_refusal(x):
    try:
        y = [1, 2, 3, 4][hash(x)]
    except:
        y = 2
    return y

@program(3, 1)
def except_type_error(x):
    try:
        y = len({x, 1})
    except TypeError:
        y = 2
    return y

@program(3, 1)
def except_value(x):
    try:
        y = len(f"{x}")
    except Exception:
        y = 20
    return y
