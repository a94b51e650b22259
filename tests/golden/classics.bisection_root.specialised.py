from jax import lax


def bisection_root(lo, hi):
    def loop_test(state):
        hi, lo = state
        return hi - lo > 1e-3

    def loop_body(state):
        hi, lo = state
        mid = (lo + hi) / 2
        return lax.cond(mid * mid > 2.0, lambda: (mid, lo), lambda: (hi, mid))

    hi, lo = lax.while_loop(loop_test, loop_body, (hi, lo))
    return lo
