# builtins_.abs_array
def abs_array(v):
    return ng.call(abs, v)

# builtins_.abs_round
def abs_round(x):
    return ng.call(abs, x), ng.call(round, x), ng.call(abs, -x)

# builtins_.any_empty
def any_empty(x):
    return ng.call(any, []), ng.call(all, []), x

# builtins_.attributes_of_numbers
def attributes_of_numbers(n, x):
    a = ng.if_(
        ng.or_(ng.call(hasattr, n, 'shape'), lambda: ng.call(hasattr, x, '__len__')),
        lambda: 1,
        lambda: 2,
    )
    b = ng.if_(
        ng.and_(ng.call(hasattr, n, '__add__'), lambda: ng.call(hasattr, x * 2, 'is_integer')),
        lambda: 10,
        lambda: 20,
    )
    return a + b + n

# builtins_.callable_id
def callable_id(x):
    return callable(len), x

# builtins_.chr_ord
def chr_ord(x):
    return ng.call(ord, 'a') + x, ng.call(chr, 98)

# builtins_.comprehension
def comprehension(v):
    listed = ng.list_([])

    def loop_body(a_1):
        ng.call(listed.append, a_1 * 2)

    ng.for_(v, loop_body)
    return listed

# builtins_.comprehension_condition
def comprehension_condition(x):
    return [ng.if_(a > x, lambda: a, lambda: -a) for a in [1, 2, 3]]

# builtins_.dict_comprehension
def dict_comprehension(x):
    return {k: x * k for k in range(3)}

# builtins_.dict_of
def dict_of(x):
    return ng.call(dict, a=x, b=1), ng.call(dict, [('k', x)])

# builtins_.divmod_
def divmod_(a, b):
    return ng.call(divmod, a, b)

# builtins_.dot_by_sum_generator
def dot_by_sum_generator(a, b):
    total = 0

    def loop_body(item, total):
        x_1, y_1 = item
        return total + x_1 * y_1

    return ng.for_(ng.call(zip, a, b), loop_body, total)

# builtins_.dot_by_zip
def dot_by_zip(a, b):
    total = 0

    def loop_body(item, total):
        x_1, y_1 = item
        return total + x_1 * y_1

    return ng.for_(ng.call(zip, a, b), loop_body, total)

# builtins_.enumerate_list
def enumerate_list(x):
    return [i * y for i, y in ng.call(enumerate, [x, 2, x])]

# builtins_.filter_static
def filter_static(x):
    listed = ng.list_([])

    def loop_body(a_1):
        ng.call(listed.append, x * a_1)

    ng.for_(ng.call(filter, lambda a: a > 1, [1, 2, 3]), loop_body)
    return listed

# builtins_.isinstance_containers
def isinstance_containers(x):
    return ng.call(isinstance, [x], list), ng.call(isinstance, (x,), tuple), ng.call(isinstance, 'a', str)

# builtins_.iter_next
def iter_next(x):
    it = iter([x, 2, 3])
    return ng.call(next, it) + ng.call(next, it)

# builtins_.len_of
def len_of(x):
    return ng.call(len, [x, x]), ng.call(len, (x,)), ng.call(len, 'abc'), ng.call(len, {'a': x}), ng.call(len, range(4))

# builtins_.list_of_array
def list_of_array(v):
    return ng.call(list, v), ng.call(tuple, v)

# builtins_.map_list
def map_list(x):
    return ng.call(
        list, ng.call(map, lambda a: ng.if_(a > x, lambda: a + x, lambda: a), [1, 5])
    )

# builtins_.max_key
def max_key(a, b):
    return ng.call(max, a, b, key=abs), ng.call(min, [a, b], key=lambda t: -t)

# builtins_.max_min
def max_min(a, b):
    return ng.call(max, a, b), ng.call(min, a, b)

# builtins_.max_three
def max_three(a, b, c):
    return ng.call(max, a, b, c), ng.call(min, [a, b, c])

# builtins_.max_with_constant
def max_with_constant(x):
    return ng.call(max, 0, x), ng.call(min, x, 1), ng.call(max, [x, 2, 1])

# builtins_.min_default
def min_default(x):
    return ng.call(min, [], default=x), ng.call(max, [x], default=0)

# builtins_.nested_comprehension
def nested_comprehension(x):
    return [ng.list_([i * j + x for i in range(2)]) for j in range(2)]

# builtins_.next_generator
def next_generator(x):
    next_item = 0
    did_break = False

    def loop_body(i_1, next_item, did_break):
        return ng.if_(i_1 > 5, lambda: (i_1, True), lambda: (next_item, did_break))

    next_item, did_break = ng.for_(
        [5, 6], loop_body, next_item, did_break, test=lambda next_item, did_break: ng.not_(did_break)
    )
    return next_item + x

# builtins_.of_array
def of_array(v):
    return ng.call(max, v), ng.call(min, v), ng.call(sum, v), ng.call(len, v), ng.call(any, v), ng.call(all, v)

# builtins_.of_float_array
def of_float_array(v):
    return ng.call(max, v), ng.call(min, v), ng.call(sum, v)

# builtins_.pow_
def pow_(a, b):
    return ng.call(pow, a, b)

# builtins_.range_list
def range_list(x):
    return [x + i for i in range(3)], ng.call(list, range(3))

# builtins_.reversed_list
def reversed_list(x):
    return ng.call(list, ng.call(reversed, [1, x, 3]))

# builtins_.set_len
def set_len(x):
    return ng.call(len, {1, 2}) + x

# builtins_.slices_of_list
def slices_of_list(x):
    l = ng.list_([1, 2, x, 4])
    return l[1:3], l[::-1], l[-1], l[:2] + l[2:]

# builtins_.sorted_array
def sorted_array(v):
    return ng.call(sorted, v)

# builtins_.sorted_key
def sorted_key(a, b, c):
    return ng.call(sorted, [a, b, c], key=abs)

# builtins_.sorted_list
def sorted_list(a, b, c):
    return ng.call(sorted, [a, b, c]), ng.call(sorted, (a, b, c), reverse=True)

# builtins_.string_methods
def string_methods(x):
    return ng.call('a,b'.split, ','), ng.call('A'.lower), x

# builtins_.sum_bools
def sum_bools(x):
    return ng.call(sum, [x > 0, x > 1, x > 5])

# builtins_.sum_dynamic_list
def sum_dynamic_list(x):
    return ng.call(sum, [ng.if_(x > i, lambda: 1, lambda: 0) for i in range(4)])

# builtins_.sum_generator
def sum_generator(x):
    return ng.call(sum, (i * x for i in range(4)))

# builtins_.sum_list
def sum_list(x):
    return ng.call(sum, [x, 1, 2]), ng.call(sum, (x, x), 5), ng.call(sum, [])

# builtins_.sum_mask
def sum_mask(v):
    return ng.call(sum, v > 0)

# builtins_.sum_start
def sum_start(v):
    return ng.call(sum, v, 10)

# builtins_.traced_index_of_list
def traced_index_of_list(x):
    return ng.list_([10, 20, 30, 40])[x]

# builtins_.traced_index_of_tuple
def traced_index_of_tuple(x):
    return ng.item((10, 20, 30, 40), x)

# builtins_.tuple_list
def tuple_list(x):
    return ng.call(tuple, [x, 1]), ng.call(list, (x, 2))

# builtins_.zip_lists
def zip_lists(x):
    return [a * b for a, b in ng.call(zip, [1, x], (x, 4))]
