def objects_on_every_level(n):
    outer = ng.call(Meter)

    def loop_body(i):
        inner = ng.call(Meter)

        def loop_body(j):
            deep = ng.call(Meter)

            def loop_body(k):
                deep.total = deep.total + i + j * k

            ng.for_(ng.call(range, n), loop_body)
            inner.total = inner.total + deep.total

        ng.for_(ng.call(range, n), loop_body)
        outer.total = outer.total + inner.total

    ng.for_(ng.call(range, n), loop_body)
    return outer.total
