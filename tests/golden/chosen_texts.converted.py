# chosen_texts.a_list_of_it
def a_list_of_it(n):
    return ng.call(ng.if_(n > 1, lambda: 'a b', lambda: 'b').split)

# chosen_texts.added_to_none
def added_to_none(n):
    word = ng.if_(n > 2, lambda: None, lambda: 'a')
    return ng.if_(ng.is_(word, None), lambda: 'none', lambda: word + 'b')

# chosen_texts.any_of_them
def any_of_them(n):
    return ng.call(any, ng.call(written_numbers, n))

# chosen_texts.appended
def appended(n):
    out = ng.list_([])

    def loop_body(i):
        ng.call(out.append, ng.if_(i % 2, lambda: 'odd', lambda: 'even'))

    ng.for_(ng.call(range, n), loop_body)
    return out

# chosen_texts.asked
def asked(k):
    def if_false():
        return ng.if_(k == 1, lambda: 'pear', lambda: 'fig')

    kind = ng.if_(k == 0, lambda: 'apple', if_false)
    return ng.in_(kind, ('apple', 'fig')), ng.call(len, kind), kind < "g", kind == "pear", "fig" != kind, ng.in_('p', kind), ng.in_(kind, 'apple pie'), ng.not_(kind), ng.is_(kind, None), ng.call(isinstance, kind, str), ng.call(kind.startswith, 'p'), ng.call(ord, kind[0])

# chosen_texts.best_of_a_dict
def best_of_a_dict(a, b):
    scores = {"ann": a, "bob": b, "eve": 2}
    return ng.call(max, scores, key=scores.get), ng.call(min, scores, key=lambda name: scores[name]), ng.call(max, ng.call(scores.items), key=lambda item: item[1])

# chosen_texts.by_index
def by_index(k):
    return ng.item(DAYS, k), ng.item(('a', 'b', 'c'), k), ng.item('xyz', k)

# chosen_texts.captured
def captured(x):
    kind = ng.if_(x > 0, lambda: 'a', lambda: 'b')

    def show():
        return kind + "!"

    def if_true():
        nonlocal kind
        kind = "c"

    ng.if_(x > 3, if_true, lambda: None)
    return ng.call(show)

# chosen_texts.counted
def counted(n):
    def classify(v):
        def if_false():
            return ng.if_(v < 10, lambda: 'mid', lambda: 'high')

        return ng.if_(v < 5, lambda: 'low', if_false)

    counts = {"high": 0, "low": 0, "mid": 0}  # `jit` hands dicts back by their keys in order

    def loop_body(i, counts):
        index = ng.call(classify, i)
        return ng.update_item(counts, index, '+=', 1)

    counts = ng.for_(ng.call(range, n), loop_body, counts)
    return counts

# chosen_texts.dict_of_a_chosen_key
def dict_of_a_chosen_key(i, x):
    m = {"a": {"n": 1}, "b": {"n": 2}}
    return m[ng.if_(i, lambda: 'a', lambda: 'b')]['n'] + x

# chosen_texts.divisor
def divisor(n):
    did_return = False

    def loop_body(d, return_value, did_return):
        def if_true():
            return_value = ng.text(f'{ng.shown(d)} divides {ng.shown(n)}')
            return return_value, True

        return ng.if_(n % d == 0, if_true, lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(range, 2, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: 'prime', lambda: return_value)

# chosen_texts.fizz_buzz
def fizz_buzz(n):
    def loop_body(i):
        def if_false():
            def if_false():
                def if_false():
                    return ng.call(str, i)

                return ng.if_(i % 5 == 0, lambda: 'Buzz', if_false)

            return ng.if_(i % 3 == 0, lambda: 'Fizz', if_false)

        word = ng.if_(i % 15 == 0, lambda: 'FizzBuzz', if_false)
        ng.call(print, word)

    ng.for_(ng.call(range, 1, n + 1), loop_body)

# chosen_texts.fizz_buzz_by_parts
def fizz_buzz_by_parts(n):
    def loop_body(i):
        word = ""

        def if_true(word):
            word += "Fizz"
            return word

        word = ng.if_(i % 3 == 0, if_true, lambda word: word, word)

        def if_true(word):
            word += "Buzz"
            return word

        word = ng.if_(i % 5 == 0, if_true, lambda word: word, word)
        ng.call(print, ng.or_(word, lambda: ng.call(str, i)), end=' ')

    ng.for_(ng.call(range, 1, n + 1), loop_body)

# chosen_texts.formatted
def formatted(n):
    return ng.if_(
        n % 2 == 0,
        lambda: ng.text(f'{ng.shown(n)} is even'),
        lambda: ng.text(f'{ng.shown(n + 1)} is odd'),
    )

# chosen_texts.grade
def grade(p):
    def if_false():
        def if_false():
            return ng.if_(p >= 70, lambda: 'C', lambda: 'F')

        return ng.if_(p >= 80, lambda: 'B', if_false)

    return ng.if_(p >= 90, lambda: 'A', if_false)

# chosen_texts.greatest_text
def greatest_text(a, b):
    k, m = (ng.if_(a > b, lambda: 'a', lambda: 'b'), ng.if_(a > 2, lambda: 'c', lambda: 'a'))
    return ng.call(max, [k, m]), ng.call(max, k, m, 'b'), ng.list_([k, m]) == ['a', 'c'], ng.equal((k, m), ('a', 'c'))

# chosen_texts.growing
def growing(n):
    s = ""

    def loop_body(i, s):
        s += "x"
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# chosen_texts.in_a_tuple_of_a_loop
def in_a_tuple_of_a_loop(n):
    t = ("a", 1)

    def loop_body(i, t):
        return "b", t[1] + i

    t = ng.for_(ng.call(range, n), loop_body, t)
    return t

# chosen_texts.in_containers
def in_containers(x):
    return [ng.if_(x > 0, lambda: 'a', lambda: 'b'), {'k': ng.if_(x > 1, lambda: 'c', lambda: 'd'), 'x': x}], (ng.if_(x > 1, lambda: 'e', lambda: 'f'), x)

# chosen_texts.in_objects
def in_objects(x):
    def if_true():
        return ng.call(Named, 'a', x)

    def if_false():
        return ng.call(Named, 'b', -x)

    p = ng.if_(x > 0, if_true, if_false)
    ng.call(print, p, [p], p.name)
    return p.name, p.x

# chosen_texts.in_tuples
def in_tuples(n):
    s, t = (ng.item('abc', n % 3), ng.item('xyz', n % 2))
    ng.call(print, s + t, s < t, [s, t], ng.equal((s, t), ('b', 'y')))
    return s + t == "by"

# chosen_texts.index_out_of_range
def index_out_of_range(k):
    return ng.item('xyz', k)

# chosen_texts.item_of_written_list
def item_of_written_list(n):
    return ng.call(len, ng.list_(['no', 'yes'])[n]), ng.call(ng.list_(['no', 'yes']).count, ng.if_(n, lambda: 'no', lambda: 'x')), ng.in_(ng.if_(n, lambda: 'no', lambda: 'x'), ['x', 'y'])

# chosen_texts.key_error
def key_error(k):
    return ng.item(PRICES, ng.if_(k == 0, lambda: 'apple', lambda: 'fig'))

# chosen_texts.key_of_a_new_dict
def key_of_a_new_dict(n):
    return {ng.if_(n > 1, lambda: 'a', lambda: 'b'): 1}

# chosen_texts.last_word
def last_word(n):
    last = None

    def loop_body(i, last):
        return ng.if_(i % 2 == 0, lambda: 'even', lambda: ng.text(f'odd {ng.shown(i)}'))

    last = ng.for_(ng.call(range, n), loop_body, last)
    return ng.if_(ng.is_(last, None), lambda: 'nothing', lambda: last)

# chosen_texts.list_of_a_chosen_key
def list_of_a_chosen_key(i, x):
    m = {'a': ng.list_([1]), 'b': ng.list_([2])}
    row = m[ng.if_(i, lambda: 'a', lambda: 'b')]
    row = ng.set_item(row, 0, x)
    return m

# chosen_texts.list_searched
def list_searched(n):
    l = ng.call(written_numbers, n)
    ng.call(l.remove, 'one')
    return ng.in_('one', l), ng.in_('zero', l), ng.in_('zzz', l), ng.call(l.index, 'zero'), ng.call(l.count, 'zero'), l == ['zero'], l == ['zero', 'apple'], ng.call(len, l)

# chosen_texts.list_sorted
def list_sorted(n):
    l = ng.call(written_numbers, n)
    ng.call(l.sort, reverse=True)
    return ng.call(sorted, ng.call(written_numbers, n)), l, ng.call(max, l), ng.call(min, l)

# chosen_texts.list_walked
def list_walked(n):
    def loop_body(word):
        ng.call(print, word, ng.call(len, word))

    ng.for_(ng.call(written_numbers, n), loop_body)
    listed = ng.list_([])

    def loop_body(word_1):
        def if_true():
            ng.call(listed.append, ng.call(word_1.upper))

        ng.if_(word_1 != 'one', if_true, lambda: None)

    ng.for_(ng.call(written_numbers, n), loop_body)
    return listed

# chosen_texts.looked_up
def looked_up(k):
    kind = ng.if_(k == 0, lambda: 'apple', lambda: 'pear')
    local = {"apple": k + 1, "pear": k - 1}
    return ng.item(PRICES, kind) * 2, local[kind], ng.call(PRICES.get, kind), ng.call(local.get, kind, 7), ng.in_(kind, PRICES)

# chosen_texts.looked_up_with_default
def looked_up_with_default(k):
    return ng.call(
        PRICES.get, ng.if_(k == 0, lambda: 'apple', lambda: ng.if_(k == 1, lambda: 'pear', lambda: 'fig')), -1
    )

# chosen_texts.made_of_it
def made_of_it(x):
    sign, op = (ng.if_(x > 0, lambda: '+', lambda: '-'), ng.if_(x > 2, lambda: 'add', lambda: 'sub'))
    return sign + op + "!", op * 2, op[1:], ng.call(op.upper), ng.call(op.replace, 'd', 't'), ng.call('-'.join, [op, sign, 'z']), ng.percent('%s|%5s', (op, sign)), ng.call('{:>5}{!r}'.format, op, sign), ng.call(repr, op), ng.call(str, op), ng.call(max, op, 'b')

# chosen_texts.matched
def matched(op):
    name = ng.item(('add', 'sub', 'mul', 'div'), op - 1)

    def if_false():
        def if_false():
            other = name
            return ng.if_(other == 'mul', lambda: 3, lambda: 4)

        return ng.if_(name == 'sub', lambda: 2, if_false)

    return ng.if_(ng.or_(name == 'add', lambda: name == 'plus'), lambda: 1, if_false)

# chosen_texts.messages
def messages(x):
    kind = ng.if_(x < 5, lambda: 'low', lambda: 'high')
    ng.assert_(x > 0, lambda: ng.text(f'{ng.shown(kind)} {ng.shown(x)}'))

    def if_true():
        raise ValueError(kind, x)

    ng.if_(x > 8, if_true, lambda: None)
    return x

# chosen_texts.nested_loops
def nested_loops(n):
    r, s = "ok", "a"

    def loop_body(i, r, s):
        def loop_body(j, r, s):
            r = ng.if_((i + j) % 3 == 2, lambda: 'found', lambda: r)
            s = ng.if_(s == 'a', lambda: 'b', lambda: 'a')
            return r, s

        return ng.for_(ng.call(range, i), loop_body, r, s)

    r, s = ng.for_(ng.call(range, n), loop_body, r, s)
    return r, s

# chosen_texts.none_or_text
def none_or_text(x):
    word = None
    word = ng.if_(x > 2, lambda: 'big', lambda: word)

    def if_false():
        ng.call(print, word)
        return ng.call(len, word)

    return ng.if_(ng.is_(word, None), lambda: -1, if_false)

# chosen_texts.none_returned
def none_returned(x):
    def if_false():
        return ng.if_(x > 0, lambda: 'mid', lambda: 'low')

    return ng.if_(x > 5, lambda: None, if_false)

# chosen_texts.of_a_library
def of_a_library(n):
    return ng.call(join_path, ng.if_(n, lambda: 'a', lambda: 'c'), 'x')

# chosen_texts.of_each_item
def of_each_item(v):
    def loop_body(x):
        ng.call(print, ng.if_(x > 0, lambda: 'pos', lambda: 'neg'), x)

    ng.for_(v, loop_body)
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, ng.if_(x_1 > 0, lambda: 'p', lambda: 'n'))

    ng.for_(v, loop_body)
    return listed

# chosen_texts.of_two_kinds
def of_two_kinds(x):
    word = ng.text(f'{ng.shown(x)}')

    def loop_body(i, word):
        return ng.text(f'{ng.shown(i)}')

    word = ng.for_(ng.call(range, x > 2.7), loop_body, word)
    return word

# chosen_texts.operator_sign
def operator_sign(a, b):
    def if_false():
        return ng.if_(a < b, lambda: '<', lambda: '==')

    op = ng.if_(a > b, lambda: '>', if_false)
    ng.call(print, a, op, b)
    return ng.text(f'{ng.shown(a)} {ng.shown(op)} {ng.shown(b)}')

# chosen_texts.parity
def parity(n):
    ng.call(print, ng.if_(n % 2 == 0, lambda: 'even', lambda: 'odd'))
    return n

# chosen_texts.plural
def plural(x):
    ng.call(
        print, ng.text(f"{ng.shown(x)} apple{ng.shown(ng.if_(x == 1, lambda: '', lambda: 's'))}")
    )
    return ng.percent('%d apple%s', (x, ng.if_(x == 1, lambda: '', lambda: 's')))

# chosen_texts.raised_and_caught
def raised_and_caught(x):
    did_return = False
    kind = ng.if_(x > 0, lambda: 'int', lambda: 'neg')
    did_raise = False
    return_value = ng.undefined()
    try:

        def if_true():
            ValueError(kind)
            return (True, ng.undefined(), did_return)
        did_raise, return_value, did_return = ng.if_(kind == 'neg', if_true, lambda: (did_raise, x, True))
    except ng.refused():
        raise
    except ValueError:
        return_value = -1
        did_return = True
    else:

        def if_true(did_return, return_value):

            def if_true():
                return_value = -1
                return (return_value, True)
            return_value, did_return = ng.if_(did_raise, if_true, lambda: (return_value, did_return))
            return (did_return, return_value)
        did_return, return_value = ng.if_(ng.not_(did_return), if_true, lambda did_return, return_value: (did_return, return_value), did_return, return_value)
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# chosen_texts.sign
def sign(x):
    def if_false():
        return ng.if_(x < 0, lambda: 'negative', lambda: 'zero')

    kind = ng.if_(x > 0, lambda: 'positive', if_false)
    ng.call(
        print,
        kind,
        ng.text(f'{ng.shown(kind)}: {ng.shown(x)}'),
        ng.text(f'<{ng.shown(kind):>10}>'),
        [kind],
        (kind, x),
        {"k": kind},
    )
    return kind

# chosen_texts.sorted_display
def sorted_display(a, b):
    return ng.call(sorted, [ng.if_(a > b, lambda: 'a', lambda: 'b'), 'a'])

# chosen_texts.state_machine
def state_machine(n):
    state, steps = "start", 0

    def loop_body(state, n, steps):
        def if_true(state, n):
            state = ng.if_(n % 2 == 0, lambda: 'even', lambda: 'odd')
            return state, n

        def if_false(state, n):
            def if_true(n):
                n = n // 2
                state = ng.if_(n > 1, lambda: 'start', lambda: 'done')
                return state, n

            def if_false(n):
                n = n - 1
                state = ng.if_(n > 1, lambda: 'start', lambda: 'done')
                return state, n

            return ng.if_(state == 'even', if_true, if_false, n)

        state, n = ng.if_(state == 'start', if_true, if_false, state, n)
        steps += 1
        return state, n, steps

    state, n, steps = ng.while_(
        lambda state, n, steps: state != 'done',
        loop_body,
        state,
        n,
        steps,
    )
    return steps, state, n

# chosen_texts.state_machine_with_break
def state_machine_with_break(n):
    state, c = "start", 0
    did_break = False

    def loop_body(did_break, state, c):
        def if_false(state, c, did_break):
            def if_true(state, c, did_break):
                c += n + 1
                state = ng.if_(c > 10, lambda: 'done', lambda: state)
                return state, c, did_break

            def if_false(state, c, did_break):
                did_break = ng.if_(state == 'done', lambda: True, lambda: did_break)
                return state, c, did_break

            return ng.if_(state == 'loop', if_true, if_false, state, c, did_break)

        state, c, did_break = ng.if_(
            state == "start",
            lambda state, c, did_break: ('loop', c, did_break),
            if_false,
            state,
            c,
            did_break,
        )
        return did_break, state, c

    did_break, state, c = ng.while_(
        lambda did_break, state, c: ng.not_(did_break),
        loop_body,
        did_break,
        state,
        c,
    )
    return c

# chosen_texts.taken_apart
def taken_apart(n):
    s, c = (ng.if_(n == 0, lambda: 'abc', lambda: 'defg'), 0)

    def loop_body(ch, c):
        c += 1
        return c

    c = ng.for_(s, loop_body, c)
    return c

# chosen_texts.traffic_light
def traffic_light(n):
    light = ng.call(Light)

    def loop_body(_):
        ng.call(light.step)

    ng.for_(ng.call(range, n), loop_body)
    return light.color, light.rounds

# chosen_texts.truth
def truth(x):
    s = ng.if_(x > 0, lambda: 'yes', lambda: '')
    r = ng.if_(s, lambda: 1, lambda: 0)
    return ng.or_(s, lambda: 'no'), ng.and_(s, lambda: 'and'), ng.not_(s), r
