# first_courses.bits
def bits(n):
    return ng.call(int.bit_count, n), ng.call(int.bit_length, n)

# first_courses.bits_of_an_object
def bits_of_an_object(n):
    return ng.call(int.bit_count, ng.call(Bits, n)) + ng.call(int.bit_count, 7)

# first_courses.folded_list
def folded_list(v):
    operand = lambda a, b: 10 * a + b
    listed = ng.list_([])

    def loop_body(x_1):
        def if_true():
            ng.call(listed.append, x_1)

        ng.if_(x_1 > 1, if_true, lambda: None)

    ng.for_(v, loop_body)
    return ng.call(reduce, operand, listed)

# first_courses.folded_range
def folded_range(n):
    return ng.call(reduce, lambda a, b: a * b, ng.call(range, 1, n + 1))

# first_courses.hamming
def hamming(a, b):
    d, x = 0, a ^ b

    def loop_body(x, d):
        d += x & 1
        x >>= 1
        return x, d

    x, d = ng.while_(lambda x, d: x, loop_body, x, d)
    return d == ng.call(int.bit_count, a ^ b)

# first_courses.truths_as_numbers
def truths_as_numbers(a, b):
    return a + b, a * b, ~a

# first_courses.truths_counted
def truths_counted(a, b):
    ok = a > 2
    seen = b > 4
    return ok + seen

# first_courses.truths_of_calls
def truths_of_calls(a, b):
    n = ng.call(positive, a)
    n += ng.call(positive, b)
    n *= ng.call(positive, b)
    return n

# first_courses.whole
def whole(x):
    return ng.call(float.is_integer, x)
