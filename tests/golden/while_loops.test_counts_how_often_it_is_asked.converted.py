def test_counts_how_often_it_is_asked(n):
    looks = ng.list_([0])

    def more():
        nonlocal looks
        looks = ng.set_item(looks, 0, looks[0] + 1)
        return n > 0

    def loop_body():
        nonlocal n
        n -= 1

    ng.while_(lambda: ng.call(more), loop_body)
    return looks[0]
