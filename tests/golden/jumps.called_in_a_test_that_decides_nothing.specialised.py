def called_in_a_test_that_decides_nothing(k):
    def count(x):
        nonlocal k
        k += 1
        return x

    count(k) > 0
    x = 1
    return k + x
