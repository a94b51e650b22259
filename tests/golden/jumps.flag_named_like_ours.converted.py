def flag_named_like_ours(did_break):
    loop_body = 0
    did_break_1 = False

    def loop_body_1(item, did_break_1, loop_body):
        def if_false(loop_body):
            loop_body += item
            return did_break_1, loop_body

        return ng.if_(
            item > did_break,
            lambda loop_body: (True, loop_body),
            if_false,
            loop_body,
        )

    did_break_1, loop_body = ng.for_(
        range(10), loop_body_1, did_break_1, loop_body, test=lambda did_break_1, loop_body: ng.not_(did_break_1)
    )
    return loop_body
