def python_draws_once_a_round(x):
    draw = iter([1, 2, 3, 4]).__next__
    k = 0
    did_break = False
    while not did_break:
        x = x + draw()
        k += 1
        if k >= 3:
            did_break = True
    return x
