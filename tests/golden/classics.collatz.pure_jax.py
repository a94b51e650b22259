from jax import lax


def collatz(a):
    def loop_test(state):
        a, counter = state
        return a != 1

    def loop_body(state):
        a, counter = state
        a = lax.cond(a % 2 == 0, lambda: a // 2, lambda: 3 * a + 1)
        counter = counter + 1
        return a, counter

    counter = lax.while_loop(loop_test, loop_body, (a, 0))[-1]
    return counter
