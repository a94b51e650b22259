def bubble_sort(v):
    n = ng.call(len, v)

    def loop_body(i, v):
        def loop_body(j, v):
            def if_true(v):
                item, item_1 = v[j + 1], v[j]
                v = ng.set_item(v, j, item)
                return ng.set_item(v, j + 1, item_1)

            return ng.if_(v[j] > v[j + 1], if_true, lambda v: v, v)

        return ng.for_(ng.call(range, n - 1 - i), loop_body, v)

    v = ng.for_(ng.call(range, n), loop_body, v)
    return v
