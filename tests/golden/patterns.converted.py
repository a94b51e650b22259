# patterns.alternatives_with_structure
def alternatives_with_structure(x, y):
    subject = ng.call(P, x, y)
    matched = False
    matched_1 = False
    a_1 = ng.undefined()
    match ng.list_([subject, y]):
        case [part_2, _]:
            a_1 = ng.undefined()
            match part_2:
                case P(part_3, a_1):
                    matched_1 = ng.if_(part_3 == 0, lambda: True, lambda: matched_1)

    def if_true(matched_1, a_1):
        match ng.list_([subject, y]):
            case [part, _]:
                match part:
                    case P(a_1, part_1):
                        matched_1 = ng.if_(part_1 == 1, lambda: True, lambda: matched_1)

        def if_true(matched_1, a_1):
            a_1, matched_1 = ng.if_(y == 5, lambda: (y, True), lambda: (a_1, matched_1))
            return matched_1, a_1

        return ng.if_(
            ng.not_(matched_1),
            if_true,
            lambda matched_1, a_1: (matched_1, a_1),
            matched_1,
            a_1,
        )

    matched_1, a_1 = ng.if_(
        ng.not_(matched_1),
        if_true,
        lambda matched_1, a_1: (matched_1, a_1),
        matched_1,
        a_1,
    )
    a, matched = ng.if_(
        matched_1,
        lambda: (a_1, True),
        lambda: (ng.undefined('a'), matched),
    )

    def if_true():
        return ng.defined(a) * 10

    def if_false():
        r = ng.undefined('r')
        match ng.list_([subject, y]):
            case [P(a, b), c]:
                r = a + b + c
        return r

    r = ng.if_(matched, if_true, if_false)
    return ng.defined(r)

# patterns.as_pattern
def as_pattern(x, y):
    def if_true():
        a = x
        b = y
        c = (y, 1)
        return a + b + c[0]

    def if_false():
        def if_true():
            a = x
            b = y
            return a * 10 + b

        return ng.if_(ng.or_(y == 2, lambda: y == 1), if_true, lambda: 0)

    r = ng.if_(x == 0, if_true, if_false)
    return r

# patterns.both_bools
def both_bools(x):
    def if_false():
        return ng.if_(ng.is_(x, False), lambda: 2, lambda: ng.undefined('r'))

    r = ng.if_(ng.is_(x, True), lambda: 1, if_false)
    return ng.defined(r)

# patterns.bound_by_a_failing_guard
def bound_by_a_failing_guard(x, y):
    a = 50
    matched = False

    def if_true():
        a = x
        matched = a > 5
        return a, matched

    a, matched = ng.if_(y == 1, if_true, lambda: (a, matched))
    r = ng.if_(matched, lambda: 0, lambda: 1)
    return r, a

# patterns.by_length
def by_length(x, y):
    did_return = False
    return_value = ng.undefined()
    match ng.list_([x, y]):
        case [a]:
            return_value = a
            did_return = True
        case [a, b, c]:
            return_value = 3
            did_return = True
        case []:
            return_value = 0
            did_return = True
        case [a, b]:
            return_value = a + b
            did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# patterns.class_pattern
def class_pattern(x, y):
    subject = ng.call(P, x, y)
    matched = False
    b = ng.undefined('b')
    match subject:
        case P(part, y=b_1):
            b, matched = ng.if_(part == 0, lambda: (b_1, True), lambda: (ng.undefined('b'), matched))

    def if_true():
        return ng.defined(b)

    def if_false():
        matched_1 = False
        a = ng.undefined('a')
        match subject:
            case P(x=a_1, y=part_1):
                a, matched_1 = ng.if_(part_1 == 1, lambda: (a_1, True), lambda: (ng.undefined('a'), matched_1))

        def if_true():
            return ng.defined(a)

        def if_false():
            matched_2 = False
            match subject:
                case P(a, b):
                    matched_2 = a == b

            def if_false():
                r = ng.undefined('r')
                match subject:
                    case P():
                        r = -1
                return r

            return ng.if_(matched_2, lambda: 100, if_false)

        return ng.if_(matched_1, if_true, if_false)

    r = ng.if_(matched, if_true, if_false)
    return ng.defined(r)

# patterns.commands
def commands(x, y):
    r = ng.list_([])

    def loop_body(command, distance, a, b, angles):
        matched = False
        match command:
            case [part, part_1]:

                def if_true(matched):
                    return ng.if_(part_1 == 0, lambda: True, lambda: matched)
                matched = ng.if_(part == 'go', if_true, lambda matched: matched, matched)

        def if_true(distance, a, b, angles):
            ng.call(r.append, 0)
            return distance, a, b, angles

        def if_false(distance, a, b, angles):
            matched_1 = False
            match command:
                case [part_2, distance_1]:
                    distance, matched_1 = ng.if_(part_2 == 'go', lambda: (distance_1, True), lambda: (distance, matched_1))

            def if_true(a, b, angles):
                ng.call(r.append, ng.defined(distance))
                return a, b, angles

            def if_false(a, b, angles):
                matched_2 = False
                match command:
                    case [part_3]:
                        matched_2 = ng.if_(part_3 == 'stop', lambda: True, lambda: matched_2)

                def if_true(a, b, angles):
                    ng.call(r.append, -1)
                    return a, b, angles

                def if_false(a, b, angles):
                    matched_3 = False
                    match command:
                        case [part_4, a_1, b_1]:

                            def if_true():
                                a = a_1
                                b = b_1
                                matched_3 = a > b
                                return (a, b, matched_3)
                            a, b, matched_3 = ng.if_(part_4 == 'turn', if_true, lambda: (a, b, matched_3))

                    def if_true(angles):
                        ng.call(r.append, ng.defined(a) - ng.defined(b))
                        return angles

                    def if_false(angles):
                        matched_4 = False
                        match command:
                            case [part_5, *angles_1]:
                                angles, matched_4 = ng.if_(part_5 == 'turn', lambda: (angles_1, True), lambda: (angles, matched_4))

                        def if_true():
                            ng.call(r.append, ng.call(sum, ng.defined(angles)))

                        def if_false():
                            ng.call(r.append, 100)

                        ng.if_(matched_4, if_true, if_false)
                        return angles

                    angles = ng.if_(matched_3, if_true, if_false, angles)
                    return a, b, angles

                return ng.if_(matched_2, if_true, if_false, a, b, angles)

            a, b, angles = ng.if_(matched_1, if_true, if_false, a, b, angles)
            return distance, a, b, angles

        return ng.if_(matched, if_true, if_false, distance, a, b, angles)

    distance, a, b, angles = ng.for_(
        (("go", x), ("stop",), ("turn", x, y), 7),
        loop_body,
        ng.undefined('distance'),
        ng.undefined('a'),
        ng.undefined('b'),
        ng.undefined('angles'),
    )
    return r

# patterns.float_class
def float_class(x):
    def if_false():
        def if_true():
            f = x
            return f

        return ng.if_(ng.call(isinstance, x, float), if_true, lambda: ng.undefined('r'))

    r = ng.if_(ng.call(isinstance, x, int), lambda: 1, if_false)
    return ng.defined(r)

# patterns.floats
def floats(x):
    def if_false():
        def if_false():
            def if_true():
                f = x
                return f * 2

            return ng.if_(
                ng.call(isinstance, x, float),
                if_true,
                lambda: ng.undefined('r'),
            )

        return ng.if_(ng.or_(x == 1.5, lambda: x == 2.5), lambda: 1.0, if_false)

    r = ng.if_(x == 0, lambda: 0.0, if_false)
    return ng.defined(r)

# patterns.guard_order
def guard_order(x, y):
    seen = ng.list_([])

    def g(k, v):
        ng.call(seen.append, k)
        return v

    def if_false():
        return ng.if_(ng.call(g, 3, True), lambda: 2, lambda: ng.undefined('r'))

    r = ng.if_(ng.call(g, 2, False), lambda: 1, if_false)
    return ng.defined(r) + x, seen

# patterns.in_loop
def in_loop(x, y):
    s = 0
    did_break = False

    def loop_body(i, did_break, s):
        def if_true(did_break, s):
            def if_false(s):
                k = i
                j = y
                s += k * j
                return did_break, s

            return ng.if_(
                ng.and_(i == 2, lambda: y == 1),
                lambda s: (True, s),
                if_false,
                s,
            )

        return ng.if_(
            ng.not_(i == 0),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )

    did_break, s = ng.for_(
        ng.call(range, x), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# patterns.in_return
def in_return(x):
    def if_false():
        n = x
        return ng.if_(n > 2, lambda: n, lambda: 0)

    return ng.if_(x == 1, lambda: 10, if_false)

# patterns.inner_match
def inner_match(x, y):
    def if_true():
        return ng.if_(y == 5, lambda: 1, lambda: 2)

    def if_false():
        n = x
        subject = y - n

        def if_false():
            m = subject
            return m

        return ng.if_(subject == 0, lambda: 3, if_false)

    r = ng.if_(x == 0, if_true, if_false)
    return r

# patterns.int_class
def int_class(x):
    def if_true():
        f = x
        return 1

    def if_false():
        matched = False

        def if_true():
            n = x
            matched = n > 2
            return n, matched

        n, matched = ng.if_(
            ng.call(isinstance, x, int),
            if_true,
            lambda: (ng.undefined('n'), matched),
        )

        def if_true():
            return ng.defined(n)

        def if_false():
            def if_true():
                n = x
                return -n

            return ng.if_(
                ng.call(isinstance, x, int),
                if_true,
                lambda: ng.undefined('r'),
            )

        return ng.if_(matched, if_true, if_false)

    r = ng.if_(ng.call(isinstance, x, float), if_true, if_false)
    return ng.defined(r)

# patterns.keeps_binding
def keeps_binding(x, y):
    a = 100
    a = ng.if_(x == 0, lambda: y, lambda: a)
    return a

# patterns.loop_break
def loop_break(x, y):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        subject = i + x

        def if_true(s, did_break):
            s += 100
            return s, did_break

        def if_false(s, did_break):
            n = subject

            def if_false(s):
                n = subject
                s += n
                return did_break, s

            did_break, s = ng.if_(n > 9, lambda s: (True, s), if_false, s)
            return s, did_break

        return ng.if_(subject == 4, if_true, if_false, s, did_break)

    s, did_break = ng.for_(
        range(12), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# patterns.mapping
def mapping(x, y):
    subject = {'kind': 'a', 'x': x, 'y': y}
    matched = False
    match subject:
        case {'kind': part}:
            matched = ng.if_(part == 'b', lambda: True, lambda: matched)

    def if_false():
        matched_1 = False
        yy = ng.undefined('yy')
        match subject:
            case {'x': part_1, 'y': yy_1}:
                yy, matched_1 = ng.if_(part_1 == 1, lambda: (yy_1, True), lambda: (ng.undefined('yy'), matched_1))

        def if_true():
            return ng.defined(yy)

        def if_false():
            matched_2 = False
            xx = ng.undefined('xx')
            rest = ng.undefined('rest')
            match subject:
                case {'x': xx, **rest}:
                    matched_2 = xx > 2

            def if_true():
                return ng.defined(xx) + ng.call(len, ng.defined(rest))

            return ng.if_(matched_2, if_true, lambda: -1)

        return ng.if_(matched_1, if_true, if_false)

    r = ng.if_(matched, lambda: 0, if_false)
    return r

# patterns.mapping_keys
def mapping_keys(x, y):
    d = {"x": x, "y": y, "extra": 1}
    matched = False
    match d:
        case {'z': _}:
            matched = True

    def if_false():
        matched_1 = False
        rest = ng.undefined('rest')
        match d:
            case {'x': part, **rest_1}:
                rest, matched_1 = ng.if_(part == 0, lambda: (rest_1, True), lambda: (ng.undefined('rest'), matched_1))

        def if_true():
            return ng.call(len, ng.defined(rest)) + ng.defined(rest)['y']

        def if_false():
            matched_2 = False
            a = ng.undefined('a')
            b = ng.undefined('b')
            match d:
                case {'x': a_1, 'y': part_1}:
                    a, b, matched_2 = ng.if_(ng.or_(part_1 == 1, lambda: part_1 == 2), lambda: (a_1, part_1, True), lambda: (ng.undefined('a'), ng.undefined('b'), matched_2))

            def if_true():
                return ng.defined(a) * ng.defined(b)

            def if_false():
                r = ng.undefined('r')
                match d:
                    case {}:
                        r = -1
                return r

            return ng.if_(matched_2, if_true, if_false)

        return ng.if_(matched_1, if_true, if_false)

    r = ng.if_(matched, lambda: 0, if_false)
    return ng.defined(r)

# patterns.match_args
def match_args(x, y):
    did_return = False
    class Q:
        __match_args__ = ('b', 'a')

        def __init__(self, a, b):
            self.a, self.b = (a, b)
    subject = ng.call(Q, x, y)
    matched = False
    q = ng.undefined('q')
    match subject:
        case Q(part, q_1):
            q, matched = ng.if_(part == 1, lambda: (q_1, True), lambda: (ng.undefined('q'), matched))

    def if_true(did_return):
        return ng.defined(q)

    def if_false(did_return):
        matched_1 = False
        b = ng.undefined('b')
        match subject:
            case Q(b_1, a=part_1):
                b, matched_1 = ng.if_(part_1 == 0, lambda: (b_1, True), lambda: (ng.undefined('b'), matched_1))

        def if_true(did_return):
            return ng.defined(b) + 100

        def if_false(did_return):
            return_value = ng.undefined()
            match subject:
                case Q(q, p):
                    return_value = p - q
                    did_return = True
            return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

        return ng.if_(matched_1, if_true, if_false, did_return)

    return ng.if_(matched, if_true, if_false, did_return)

# patterns.matrix
def matrix(m):
    matched = False
    a = ng.undefined('a')
    b = ng.undefined('b')
    c = ng.undefined('c')
    match m:
        case [part, [b_1, c_1], *rest_1]:
            a = ng.undefined('a')
            b = ng.undefined('b')
            c = ng.undefined('c')
            match part:
                case [part_1, a_1]:

                    def if_true():
                        rest = rest_1
                        return (a_1, b_1, c_1, True)
                    a, b, c, matched = ng.if_(part_1 == 0, if_true, lambda: (ng.undefined('a'), ng.undefined('b'), ng.undefined('c'), matched))

    def if_true():
        return ng.defined(a) + ng.defined(b) + ng.defined(c)

    r = ng.if_(matched, if_true, lambda: -1)
    return r

# patterns.missing_attribute
def missing_attribute(x, y):
    subject = ng.call(P, x, y)
    matched = False
    match subject:
        case P(z=part):
            matched = ng.if_(part == 0, lambda: True, lambda: matched)

    def if_false():
        matched_1 = False
        q = ng.undefined('q')
        match subject:
            case P(x=part_1, y=q_1):
                q, matched_1 = ng.if_(part_1 == 3, lambda: (q_1, True), lambda: (ng.undefined('q'), matched_1))

        def if_true():
            return ng.defined(q)

        def if_false():
            r = ng.undefined('r')
            match subject:
                case P():
                    r = 9
            return r

        return ng.if_(matched_1, if_true, if_false)

    r = ng.if_(matched, lambda: 0, if_false)
    return ng.defined(r)

# patterns.nested_cls
def nested_cls(x, y):
    did_return = False
    subject = ng.call(P, x, y)
    subject_1 = ng.call(P, 1, 2)
    matched = False
    match ng.list_([subject, subject_1]):
        case [part, P()]:
            match part:
                case P(x=part_1):
                    matched = ng.if_(part_1 == 0, lambda: True, lambda: matched)

    def if_false(did_return):
        matched_1 = False
        a = ng.undefined('a')
        match ng.list_([subject, subject_1]):
            case [part_2, *_]:
                a = ng.undefined('a')
                match part_2:
                    case P(x=a_1, y=part_3):
                        a, matched_1 = ng.if_(part_3 == 1, lambda: (a_1, True), lambda: (ng.undefined('a'), matched_1))

        def if_true(did_return):
            return ng.defined(a)

        def if_false(did_return):
            return_value = ng.undefined()
            match ng.list_([subject, subject_1]):
                case [*_, P(y=b)]:
                    return_value = b
                    did_return = True
            return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

        return ng.if_(matched_1, if_true, if_false, did_return)

    return ng.if_(matched, lambda did_return: 1, if_false, did_return)

# patterns.nested_sequences
def nested_sequences(x, y):
    def if_true():
        a = y
        return a

    def if_false():
        def if_true():
            a = x
            b = y
            c = y
            return a + b + c

        def if_false():
            a = x
            inner = (y, 1)
            outer = ng.list_([x, y])
            return inner[0] + outer[1]

        return ng.if_(x == 3, if_true, if_false)

    r = ng.if_(x == 0, if_true, if_false)
    return r

# patterns.none_pattern
def none_pattern(x):
    def if_false():
        def if_false():
            def if_false():
                return ng.if_(ng.call(isinstance, x, int), lambda: 3, lambda: 4)

            return ng.if_(x == 1, lambda: 2, if_false)

        return ng.if_(ng.is_(x, True), lambda: 1, if_false)

    r = ng.if_(ng.is_(x, None), lambda: 0, if_false)
    return r

# patterns.nothing_matches
def nothing_matches(x, y):
    r = 7

    def if_false(r):
        return ng.if_(y == 100, lambda: 2, lambda: r)

    r = ng.if_(x == 100, lambda r: 1, if_false, r)
    return r

# patterns.number_is_no_text
def number_is_no_text(x, y):
    def if_false():
        def if_false():
            return ng.if_(ng.or_(x == 0, lambda: x == 'b'), lambda: 3, lambda: y)

        return ng.if_(ng.is_(x, None), lambda: 2, if_false)

    r = ng.if_(x == 'a', lambda: 1, if_false)
    return r

# patterns.or_capture
def or_capture(x, y):
    matched = False
    matched_1 = False
    a_1, matched_1 = ng.if_(
        x == 0,
        lambda: (y, True),
        lambda: (ng.undefined(), matched_1),
    )

    def if_true(matched_1, a_1):
        a_1, matched_1 = ng.if_(y == 1, lambda: (x, True), lambda: (a_1, matched_1))
        return matched_1, a_1

    matched_1, a_1 = ng.if_(
        ng.not_(matched_1),
        if_true,
        lambda matched_1, a_1: (matched_1, a_1),
        matched_1,
        a_1,
    )
    a, matched = ng.if_(
        matched_1,
        lambda: (a_1, True),
        lambda: (ng.undefined('a'), matched),
    )

    def if_true():
        return ng.defined(a)

    def if_false():
        a = x
        b = y
        return a - b

    r = ng.if_(matched, if_true, if_false)
    return r

# patterns.pair
def pair(x, y):
    def if_false():
        def if_true():
            b = y
            return b

        def if_false():
            def if_true():
                a = x
                return a

            def if_false():
                a = x
                b = y
                return a * b

            return ng.if_(y == 0, if_true, if_false)

        return ng.if_(x == 0, if_true, if_false)

    r = ng.if_(ng.and_(x == 0, lambda: y == 0), lambda: 1, if_false)
    return r

# patterns.rebinds_the_subject
def rebinds_the_subject(x, y):
    subject = x

    def if_false(y):
        def if_false(y):
            n = subject
            y = ng.if_((x := (n + 1)) > 2, lambda: x, lambda: y)
            return x, y

        return ng.if_(subject == 3, lambda y: (0, y), if_false, y)

    x, y = ng.if_(subject == 0, lambda y: (y, y), if_false, y)
    return x, y

# patterns.seq_array
def seq_array(v):
    matched = False
    match v:
        case [part, *_]:
            matched = ng.if_(part == 0, lambda: True, lambda: matched)

    def if_false():
        matched_1 = False
        b = ng.undefined('b')
        c = ng.undefined('c')
        match v:
            case [part_1, b_1, c_1]:
                b, c, matched_1 = ng.if_(part_1 == 3, lambda: (b_1, c_1, True), lambda: (ng.undefined('b'), ng.undefined('c'), matched_1))

        def if_true():
            return ng.defined(b) + ng.defined(c)

        def if_false():
            matched_2 = False
            a = ng.undefined('a')
            rest = ng.undefined('rest')
            match v:
                case [a, *rest]:
                    matched_2 = True

            def if_true():
                return ng.defined(a) + ng.defined(rest)[0]

            def if_false():  # an array is no sequence to Python
                return v[0]

            return ng.if_(matched_2, if_true, if_false)

        return ng.if_(matched_1, if_true, if_false)

    r = ng.if_(matched, lambda: 1, if_false)
    return r

# patterns.star
def star(x, y):
    subject = x + y

    def if_true():
        rest = ng.list_([y, subject])
        return ng.call(sum, rest)

    def if_false():
        def if_true():
            first = x
            mid = ng.list_([y])
            return first + ng.call(len, mid)

        def if_false():
            last = subject
            return last

        return ng.if_(subject == 4, if_true, if_false)

    r = ng.if_(x == 1, if_true, if_false)
    return r

# patterns.starred_display
def starred_display(x, y):
    subject = (x, *ng.list_([y, 1]))
    matched = False
    rest = ng.undefined('rest')
    match subject:
        case [part, *rest_1]:
            rest, matched = ng.if_(part == 0, lambda: (rest_1, True), lambda: (ng.undefined('rest'), matched))

    def if_true():
        return ng.defined(rest)[0]

    def if_false():
        r = ng.undefined('r')
        match subject:
            case [a, b, c]:
                r = a + b + c
        return r

    r = ng.if_(matched, if_true, if_false)
    return ng.defined(r)

# patterns.subject_once
def subject_once(x, y):
    seen = ng.list_([])

    def make():
        ng.call(seen.append, 1)
        return x

    subject = ng.call(make)

    def if_false():
        return ng.if_(ng.or_(subject == 2, lambda: subject == 3), lambda: y, lambda: -1)

    r = ng.if_(subject == 0, lambda: 1, if_false)
    return r, ng.call(len, seen)

# patterns.text_beside_number
def text_beside_number(x, y):
    def if_false():
        n = x
        return -n

    r = ng.if_(x == 0, lambda: 100, if_false)
    return r + y

# patterns.value
def value(x):
    def if_false():
        return ng.if_(ng.or_(x == 3, lambda: x == 4), lambda: 20, lambda: 0)

    r = ng.if_(x == 1, lambda: 10, if_false)
    return r

# patterns.value_dotted
def value_dotted(x, y):
    class C:
        ONE = 1
        THREE = 3

    def if_false():
        return ng.if_(ng.and_(x == C.THREE, lambda: y > 0), lambda: 33, lambda: -1)

    return ng.if_(x == C.ONE, lambda: 1, if_false)
