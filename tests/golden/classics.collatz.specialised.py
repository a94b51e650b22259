from jax import lax


def collatz(a):
    counter = 0

    def loop_test(state):
        a, counter = state
        return a != 1

    def loop_body(state):
        a, counter = state
        a = lax.cond(a % 2 == 0, lambda a: a // 2, lambda a: 3 * a + 1, a)
        counter = counter + 1
        return a, counter

    a, counter = lax.while_loop(loop_test, loop_body, (a, counter))
    return counter
