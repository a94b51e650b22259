"""`raise` inside a `try` that catches it, with traced conditions."""
# ruff: noqa

from tests.programs.pool import SKIP, program


@program(3, 101, 100)
def taken_or_not(x):
    try:
        if x > 100: raise ValueError("large")
        y = 1
    except ValueError:
        y = 2
    return y

@program(1, 5, 15, 25)
def several_handlers(x):
    y = x
    try:
        if x > 20: raise KeyError("k")
        y += 1
        if x > 10: raise ValueError("v")
        y += 10
        if x > 3: raise IndexError
        y += 100
    except KeyError:
        y += 1000
    except ValueError:
        y += 2000
    except IndexError:
        y += 3000
    return y

@program(1, 15, 25)
def tuple_of_classes(x):
    try:
        if x > 20: raise KeyError("k")
        if x > 10: raise ValueError("v")
        y = x
    except (ValueError, KeyError):
        y = -x
    return y

@program(1, 15, 25)
def subclass_first_handler_wins(x):
    try:
        if x > 20: raise KeyError("k")
        if x > 10: raise IndexError("i")
        y = x
    except LookupError:
        y = -1
    except KeyError:
        y = -2
    return y

@program(1, 15)
def bare_except(x):
    try:
        if x > 10: raise KeyError("k")
        y = x
    except:
        y = -1
    return y

@program(1, 15)
def catches_everything(x):
    try:
        if x > 10: raise KeyError("k")
        y = x
    except Exception:
        y = -1
    return y

@program(1, 15)
def with_else(x):
    y = 0
    try:
        if x > 10: raise KeyError("k")
        y += 1
    except KeyError:
        y += 10
    else:
        y += 100
    return y

@program(1, 15)
def with_finally(x):
    y = 0
    try:
        if x > 10: raise KeyError("k")
        y += 1
    except KeyError:
        y += 10
    finally:
        y *= 3
    return y

@program(1, 15)
def with_else_and_finally(x):
    log = []
    y = 0
    try:
        if x > 10: raise KeyError("k")
        y += 1
    except KeyError:
        y += 10
    else:
        y += 100
    finally:
        log.append(7)
        y *= 3
    return y, len(log)

@program(0, 3, 6, 9)
def in_a_loop(n):
    s = 0
    try:
        for i in range(n):
            if i > 4: raise ValueError("far")
            s += i
        s += 100
    except ValueError:
        s = -s
    return s

@program(0, 3, 6, 9)
def in_a_while_with_break_and_else(n):
    s = 0
    i = 0
    try:
        while i < n:
            if i == 7: raise ValueError("far")
            i += 1
            if s > 14: break
            s += i
        else:
            s += 1000
        s += 100
    except ValueError:
        s = -s
    return s

@program(0, 3, 6)
def in_nested_loops(n):
    s = 0
    try:
        for i in range(n):
            for j in range(i):
                if i * j > 6: raise ValueError("far")
                s += j
            s += 10
        s += 100
    except ValueError:
        s = -s
    return s

@program(0, 1, 6)
def try_in_a_loop(n):
    s = 0
    for i in range(n):
        try:
            if i % 2 == 0: raise ValueError("even")
            s += 1
        except ValueError:
            s += 100
            continue
        s += 10
    return s

@program(0, 3, 6)
def handler_breaks_the_loop(n):
    s = 0
    for i in range(n):
        try:
            if i > 3: raise ValueError("far")
            s += 1
        except ValueError:
            break
        s += 10
    return s

@program(0, 3, 6)
def body_continues_the_loop(n):
    s = 0
    for i in range(n):
        try:
            if i == 1: continue
            if i > 3: raise ValueError("far")
            s += 1
        except ValueError:
            s += 100
        else:
            s += 1000
        s += 10
    return s

@program(1, 15, 25)
def nested_inner_and_outer(x):
    y = 0
    try:
        try:
            if x > 20: raise KeyError("outer")
            if x > 10: raise ValueError("inner")
            y += 1
        except ValueError:
            y += 10
        y += 100
    except KeyError:
        y += 1000
    return y

@program(1, 15, 25)
def nested_inner_finally_runs(x):
    y = 0
    try:
        try:
            if x > 20: raise KeyError("outer")
            if x > 10: raise ValueError("inner")
            y += 1
        except ValueError:
            y += 10
        else:
            y += 5
        finally:
            y += 100
        y += 1000
    except KeyError:
        y *= 2
    return y

@program(1, 15, 25)
def handler_raises_to_the_outer_try(x):
    y = 0
    try:
        try:
            if x > 10: raise ValueError("inner")
            y += 1
        except ValueError:
            if x > 20: raise KeyError("outer")
            y += 10
        y += 100
    except KeyError:
        y += 1000
    return y

@program(1, 15)
def return_in_handler(x):
    try:
        if x > 10: raise ValueError("v")
        y = x + 1
    except ValueError:
        return -x
    return y * 2

@program(1, 15)
def return_in_body_after_the_raise(x):
    try:
        if x > 10: raise ValueError("v")
        return x + 1
    except ValueError:
        x = -x
    return x * 2

@program(1, 15)
def return_in_body_before_the_raise(x):
    try:
        if x < 10: return x + 1
        raise ValueError("v")
    except ValueError:
        return 0

@program(1, 15)
def return_everywhere(x):
    try:
        if x > 10: raise ValueError("v")
        return x + 1
    except ValueError:
        return 0
    finally:
        x = 5

@program(1, 15)
def raise_in_both_branches(x):
    y = 0
    try:
        if x > 10: raise ValueError("v")
        else: raise KeyError("k")
        y = 5
    except KeyError:
        y += 1
    except ValueError:
        y += 2
    return y

@program(1, -15)
def assert_caught(x):
    try:
        assert x > 0, "not positive"
        y = x * 2
    except AssertionError:
        y = 0
    return y

@program(1, -15, 25)
def assert_and_raise(x):
    try:
        assert x > 0
        if x > 20: raise ValueError("large")
        y = x * 2
    except (AssertionError, ValueError):
        y = 0
    return y

@program(1, 15, 25)
def exception_is_read(x):
    try:
        if x > 20: raise ValueError("a", 5)
        if x > 10: raise ValueError("b", 7)
        y = x
    except ValueError as error:
        y = error.args[1]
    return y

@program(1, 15)
def exception_is_named_only(x):
    try:
        if x > 10: raise ValueError("b", 7)
        y = x
    except ValueError as error:
        y = 0
    return y

@program(1, 15)
def message_of_run_time(x):
    try:
        if x > 10: raise ValueError(f"{x} is large")
        y = x
    except ValueError:
        y = 0
    return y

@program(1, 15)
def argument_is_evaluated(x):
    log = [0]
    def note(v):
        log[0] += v
        return v
    try:
        if x > 10: raise ValueError(note(x))
        y = x
    except ValueError:
        y = 0
    return y, log[0]

class Large(ValueError):
    pass

class Told(Exception):
    def __init__(self, n):
        self.n = n

@program(1, 15, 25)
def own_classes(x):
    try:
        if x > 20: raise Told(3)
        if x > 10: raise Large
        y = x
    except ValueError:
        y = 0
    except Told:
        y = -1
    return y

@program(1, 15)
def changes_before_the_raise_stay(x):
    v = [1, 2]
    try:
        v[0] = x
        if x > 10:
            v[1] = 5
            raise ValueError("v")
        v[1] = 6
    except ValueError:
        v[0] += 1
    return v[0], v[1]

@program(1, 15)
def python_raises_in_the_try(x, sizes={"a": 1}):
    try:
        y = 1
        z = sizes["b"]
        if x > 10: raise KeyError("k")
        y = 2
    except KeyError:
        y += x
    return y

@program(1, 15, expect="raise-in-try")
def python_raises_behind_the_condition(x, sizes={"a": 1}):
    try:
        if x > 10: raise KeyError("k")
        y = sizes["b"]
    except KeyError:
        y = 0
    return y

@program(1, 15, under_jit=SKIP)
def other_raise_leaves_the_function(x):
    y = 0
    try:
        if x > 10: raise TypeError("not caught")
        if x > 0: raise ValueError("caught")
        y += 1
    except ValueError:
        y += 10
    finally:
        y += 100
    return y

@program(1, 15)
def helper_raises(x):
    def checked(v):
        if v > 10: raise ValueError("v")
        return v
    try:
        y = checked(x)
    except ValueError:
        y = 0
    return y

@program(1, 15, expect="raise-in-try")
def handler_raises_again(x):
    try:
        if x > 10: raise ValueError("v")
        y = x
    except ValueError:
        raise
    return y

@program(1, 15, expect="raise-in-try")
def raise_within_a_manager(x):
    import contextlib
    try:
        with contextlib.nullcontext():
            if x > 10: raise ValueError("v")
        y = x
    except ValueError:
        y = 0
    return y

@program(1, 15)
def handler_known_at_run_time(x):
    kinds = (ValueError,)
    try:
        if x > 10: raise ValueError("v")
        y = x
    except kinds:
        y = 0
    return y

@program(1, 15, expect="raise-in-try")
def name_lost_after_the_handler(x):
    error = 3
    try:
        if x > 10: raise ValueError("v")
    except ValueError as error:
        pass
    return x + error

@program(1, 15)
def known_condition(x):
    y = 0
    for mode in ("a", "b"):
        try:
            if mode == "b": raise ValueError("mode")
            y += x
        except ValueError as error:
            y += len(error.args[0]) * x
    return y

@program(1, 15)
def in_a_match(x):
    try:
        match x:
            case 15: raise ValueError("v")
            case _: y = x
        y += 1
    except ValueError:
        y = 0
    return y

@program(3, 15, 25)
def in_a_function_called_in_a_branch(x):
    def f(v):
        try:
            if v > 20: raise ValueError("v")
            return v * 2
        except ValueError:
            return 0
    if x > 10:
        return f(x)
    return f(x + 20)

@program(1, 15, under_jit=SKIP)
def handler_raises_another(x):
    try:
        if x > 10: raise ValueError("v")
        y = x
    except ValueError as error:
        raise RuntimeError("large") from error
    return y

@program(1, 15, 25, under_jit=SKIP)
def own_check_behind_the_handler(x):
    try:
        if x > 10: raise ValueError("v")
        y = 1
    except ValueError:
        y = 2
        if x > 20: raise KeyError("k")
    return y + x

@program(3, 0, 1, -4)
def try_in_a_helper_called_in_a_loop(n):
    def step(k):
        try:
            if k % 2: raise RuntimeError("odd")
            k = k + 10
        except RuntimeError:
            return -k
        return k
    s = 0
    for i in range(n):
        s += step(i)
    return s

@program(1, 15, 25)
def return_in_finally_wins(x):
    y = 0
    try:
        if x > 10: raise ValueError("v")
        y = 1
    except ValueError:
        y = 2
    finally:
        if x > 20: return -1
    return y

@program(1, 15)
def finally_in_the_body_swallows(x):
    y = 0
    try:
        try:
            if x > 10: raise ValueError("v")
            y += 1
        finally:
            y += 10
        y += 100
    except ValueError:
        y += 1000
    return y

@program(0, 3, 6)
def break_in_inner_finally(n):
    s = 0
    for i in range(n):
        try:
            s += 1
            if i == 4: raise ValueError("v")
            if i == 5: raise KeyError("k")
        except ValueError:
            s += 100
        except KeyError:
            s += 1000
        finally:
            if i > 4: break
            s += 10
    return s

@program(1, -1, 15)
def ternary_and_and_before_the_raise(x):
    try:
        y = x if x > 0 else -x
        if x > 0 and y > 10: raise ValueError("v")
        if not x > 0: raise ValueError("w")
    except ValueError:
        y = 99
    return y

@program(3, expect="traced-value-in-python")
def refused_under_a_broad_handler(x):
    y = None
    try: return x + y
    except TypeError: return -5


@program(1)
def known_error_in_a_round(x):
    out = []
    for i in range(3):
        try:
            if i == 1:
                raise KeyError(i)
            out.append(x)
        except KeyError as e:
            out.append(e.args[0] * 10)
        else:
            out.append(-1)
    return out


@program(3, 0)
def error_in_each_round(x):
    r = 0
    while x > 0:
        try:
            {}["k"]
        except KeyError as e:
            r += len(e.args)
        x -= 1
    return r
