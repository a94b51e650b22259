def called_in_a_test_that_decides_nothing(k):
    def count(x):
        nonlocal k
        k += 1
        return x

    x = ng.if_(ng.call(count, k) > 0, lambda: 1, lambda: 1)
    return k + x
