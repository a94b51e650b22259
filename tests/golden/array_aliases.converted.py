# array_aliases.added_by_a_helper
def added_by_a_helper(v, x):
    def if_true(v):
        return ng.call(add_one, v)

    v = ng.if_(x > 0, if_true, lambda v: v, v)
    return v

# array_aliases.added_in_a_branch
def added_in_a_branch(v, x):
    def if_true(v):
        v += 1
        return v

    v = ng.if_(x > 0, if_true, lambda v: v, v)
    return v

# array_aliases.added_in_a_branch_only
def added_in_a_branch_only(v, x):
    w = v

    def if_true(w):
        w += 1

    ng.if_(x > 0, if_true, lambda w: None, w)
    return v

# array_aliases.buffer_of_a_loop
def buffer_of_a_loop(v, n):
    now = ng.call(v.copy)

    def loop_body(i, now):
        new = ng.call(now.copy)
        new = ng.set_item(new, i % 3, now[0] + i)
        return new

    now = ng.for_(ng.call(range, n), loop_body, now)
    now = ng.set_item(now, 0, 7)
    return now

# array_aliases.changed_in_a_branch_only
def changed_in_a_branch_only(v, x):
    w = v

    def if_true(w):
        w = ng.set_item(w, 0, 9)

    ng.if_(x > 0, if_true, lambda w: None, w)
    return v

# array_aliases.chosen_old_name
def chosen_old_name(v, x):
    old = v
    v = ng.set_item(v, 0, 9)
    return ng.if_(x > 0, lambda: old, lambda: v * 1)

# array_aliases.exchanged_in_a_branch
def exchanged_in_a_branch(v, x):
    a, b = (ng.call(v.copy), v * 2)
    a, b = ng.if_(x > 0, lambda a, b: (b, a), lambda a, b: (a, b), a, b)
    a = ng.set_item(a, 0, 1)
    return a, b

# array_aliases.perhaps_the_same
def perhaps_the_same(v, x):
    def if_false():
        return v * 2

    w = ng.if_(x > 0, lambda: v, if_false)
    w = ng.set_item(w, 0, 9)
    return v

# array_aliases.rows_exchanged
def rows_exchanged(m, i):
    item, item_1 = (ng.call(m[1].copy), ng.call(m[i].copy))
    m = ng.set_item(m, i, item)
    m = ng.set_item(m, 1, item_1)
    m = ng.set_item(m, 0, ng.set_item(m[0], 1, m[0][1] + 4), back=True)
    m = ng.update_item(m, 1, '+=', m[0])
    return m

# array_aliases.rows_exchanged_without_copies
def rows_exchanged_without_copies(m):
    item, item_1 = m[1], m[0]
    m = ng.set_item(m, 0, item)
    m = ng.set_item(m, 1, item_1)
    return m

# array_aliases.second_name_in_a_loop
def second_name_in_a_loop(v, n):
    def loop_body(i):
        w = v
        w = ng.set_item(w, 0, i + 7)

    ng.for_(ng.call(range, n), loop_body)
    return v

# array_aliases.sorted_in_place
def sorted_in_place(v):
    ng.call(v.sort)
    return v

# array_aliases.the_same_after_no_rounds
def the_same_after_no_rounds(v, n):
    w = v

    def loop_body(i, w):
        return w * 2

    w = ng.for_(ng.call(range, n), loop_body, w)
    w = ng.set_item(w, 0, 9)
    return v

# array_aliases.whose_array
def whose_array(v):
    return ng.if_(ng.call(isinstance, v, np.ndarray), lambda: v * 2, lambda: v)
