def promotions_on_every_level(n):
    total = 0

    def loop_body(i, total):
        row = 0

        def loop_body(j, row):
            cell = 0
            k = 0

            def loop_body(k, cell):
                cell = cell + 0.5 * (i + j)
                k += 1
                return k, cell

            k, cell = ng.while_(lambda k, cell: k < n, loop_body, k, cell)
            return row + cell

        row = ng.for_(ng.call(range, n), loop_body, row)
        return total + row

    total = ng.for_(ng.call(range, n), loop_body, total)
    return total
