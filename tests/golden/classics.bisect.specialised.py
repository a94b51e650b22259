from jax import lax


def bisect(v, x):
    lo = 0
    hi = len(v)

    def loop_test(state):
        lo, hi = state
        return lo < hi

    def loop_body(state):
        lo, hi = state
        mid = (lo + hi) // 2

        def if_true():
            lo = mid + 1
            return lo, hi

        return lax.cond(v[mid] < x, if_true, lambda: (lo, mid))

    lo, hi = lax.while_loop(loop_test, loop_body, (lo, hi))
    return lo
