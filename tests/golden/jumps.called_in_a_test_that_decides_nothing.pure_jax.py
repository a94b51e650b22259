def called_in_a_test_that_decides_nothing(k):
    k = k + 1
    return k + 1
