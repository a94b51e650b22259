def python_draws_once_a_round(x):
    for i in range(1, 4):
        x = x + i
    return x
