# filters.attribute_from_the_class_in_a_branch
def attribute_from_the_class_in_a_branch(n):
    t = ng.call(Ticker)

    def if_true():
        ng.call(t.tick)

    ng.if_(n > 2, if_true, lambda: None)
    return t.ticks

# filters.attribute_from_the_class_in_a_loop
def attribute_from_the_class_in_a_loop(n):
    t = ng.call(Ticker)

    def loop_body(_):
        ng.call(t.tick)

    ng.for_(ng.call(range, n), loop_body)
    return t.ticks, Ticker.ticks

# filters.class_attribute_as_counter
def class_attribute_as_counter(n):
    class Made:
        count = 0

        def __init__(self):
            Made.count += 1

    def loop_body(_):
        ng.call(Made)

    ng.for_(ng.call(range, n), loop_body)
    return Made.count

# filters.filter_counts
def filter_counts(n):
    total = 0

    def loop_body(__1, total):
        return total + 1

    return ng.for_(
        ng.call(filter, lambda k: k % 2, ng.call(range, n)), loop_body, total
    )

# filters.filter_list
def filter_list(v, k):
    return ng.call(list, ng.call(filter, lambda x: x > k, v))

# filters.filter_long_array
def filter_long_array(v):
    kept = ng.call(list, ng.call(filter, lambda x: x % 3, v))
    return ng.call(len, kept), ng.call(max, kept), ng.call(sorted, ng.call(filter, lambda x: x > 1, v), reverse=True)[0]

# filters.filter_loop
def filter_loop(n):
    s = 0
    did_break = False

    def loop_body(item, did_break, s):
        i, x = item

        def if_false(s):
            s += i + x
            return did_break, s

        return ng.if_(x > 6, lambda s: (True, s), if_false, s)

    did_break, s = ng.for_(
        ng.call(enumerate, ng.call(filter, lambda x: x % 2, ng.call(range, n))),
        loop_body,
        did_break,
        s,
        test=lambda did_break, s: ng.not_(did_break),
    )
    return s

# filters.filter_next
def filter_next(v, k):
    return ng.call(next, ng.call(filter, lambda x: x > k, v))

# filters.filter_sum
def filter_sum(v):
    return ng.call(sum, ng.call(filter, lambda x: x > 2, v)), ng.call(sum, ng.call(map, lambda x: x * x, ng.call(filter, None, v)))

# filters.filter_written_list
def filter_written_list(x):
    return ng.call(sum, ng.call(filter, lambda k: k > 2, [x, 1, 3]))

# filters.lambda_in_a_loop
def lambda_in_a_loop(n):
    j = ng.undefined('j')
    k, s = 0, 0

    def function(m):
        total = 0

        def loop_body(i_1, total):
            return total + i_1

        return ng.for_(ng.call(range, m), loop_body, total)

    def loop_body_2(k):
        k += 1
        return k

    k = ng.while_(lambda k: ng.call(function, k) < n, loop_body_2, k)

    def loop_body_2(item, s):
        nonlocal j
        j = item

        def function_1(m):
            operand = max
            listed = ng.list_([])

            def loop_body_1(i_2):
                ng.call(listed.append, i_2 * j)

            ng.for_(ng.call(range, m), loop_body_1)
            return ng.call(operand, listed, default=-1)

        s += ng.call(function_1, n)
        return s

    s = ng.for_(range(3), loop_body_2, s)
    return k, s

# filters.lambda_with_sum
def lambda_with_sum(n):
    def function(k):
        total_1 = 0

        def loop_body(i_1, total_1):
            def if_true(total_1):
                return total_1 + i_1 * i_1

            return ng.if_(i_1 % 2, if_true, lambda total_1: total_1, total_1)

        return ng.for_(ng.call(range, k), loop_body, total_1)

    total = function

    def function_1(v):
        total_2 = 0

        def loop_body_1(x_1, total_2):
            def if_true_1(total_2):
                return total_2 + x_1

            return ng.if_(x_1 > n, if_true_1, lambda total_2: total_2, total_2)

        return ng.for_(v, loop_body_1, total_2)

    return ng.call(total, n) + ng.call(function_1, V)

# filters.list_of_range
def list_of_range(n):
    return ng.call(list, ng.call(range, n)), ng.call(list, ng.call(map, lambda i: i * i, ng.call(range, 1, n)))

# filters.range_of_promoted
def range_of_promoted(n):
    b = 1
    b += ng.call(min, n, 1, 2.5)
    s = 0

    def loop_body(i, s):
        s += i
        return s

    s = ng.for_(ng.call(range, b), loop_body, s)
    return s

# filters.set_of_range
def set_of_range(n):
    return ng.call(len, {i % 3 for i in ng.call(range, n)})
