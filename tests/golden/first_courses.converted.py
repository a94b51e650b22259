# first_courses.bits
def bits(n):
    return ng.call(int.bit_count, n), ng.call(int.bit_length, n)

# first_courses.bits_of_an_object
def bits_of_an_object(n):
    return ng.call(int.bit_count, ng.call(Bits, n)) + ng.call(int.bit_count, 7)

# first_courses.breadth_first
def breadth_first(adj, start):
    dist = ng.list_([-1]) * ng.call(len, adj)
    dist = ng.set_item(dist, start, 0)
    q = ng.call(deque, ng.list_([start]))

    def loop_body(dist):
        u = ng.call(q.popleft)

        def loop_body(v, dist):
            def if_true(dist):
                dist = ng.set_item(dist, v, dist[u] + 1)
                ng.call(q.append, v)
                return dist

            return ng.if_(
                ng.and_(adj[u][v], lambda: dist[v] < 0),
                if_true,
                lambda dist: dist,
                dist,
            )

        return ng.for_(ng.call(range, ng.call(len, adj)), loop_body, dist)

    dist = ng.while_(lambda dist: q, loop_body, dist)
    return dist

# first_courses.chosen_by_a_mask
def chosen_by_a_mask(a):
    p = a[a > 0]
    return ng.call(p.sum), ng.call(len, p), p.size, p.shape[0], ng.call(p.prod), ng.call(p.any), ng.call(p.all), ng.call(np.sum, p), ng.call((p > 3).sum), ng.call(sum, p)

# first_courses.extremes_of_a_mask
def extremes_of_a_mask(a):
    p = a[a > 0]
    return ng.call(p.max) - ng.call(p.min), ng.call(p.argmax), ng.call(max, p), ng.call(np.median, p), ng.call(p.mean), ng.call(p.std)

# first_courses.filled_gaps
def filled_gaps(a):
    bad = ng.call(np.isnan, a)
    a = ng.set_item(a, bad, ng.call(a[~bad].mean))
    return ng.call(a.sum)

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

# first_courses.josephus
def josephus(n, k):
    people = ng.call(deque, ng.call(range, 1, n + 1))

    def loop_body():
        ng.call(people.rotate, 1 - k)
        ng.call(people.popleft)

    ng.while_(lambda: ng.call(len, people) > 1, loop_body)
    return people[0]

# first_courses.mask_assigned
def mask_assigned(a):
    a = ng.set_item(a, a > 2, a[a > 2] * 10)
    a = ng.update_item(a, a < 0, '+=', 100)
    a = ng.set_item(a, a > 60, a[a > 20][:3])
    return a

# first_courses.mask_carried_by_a_loop
def mask_carried_by_a_loop(a, n):
    p = a[a > 0]

    def loop_body(i, p):
        return p[p > 2 * i] + 1

    p = ng.for_(ng.call(range, n), loop_body, p)
    return ng.call(p.sum)

# first_courses.mask_of_a_branch
def mask_of_a_branch(a, t):
    p = a[a > t]

    def if_false():
        return ng.call(p.mean)

    return ng.if_(ng.call(len, p) == 0, lambda: -1.0, if_false)

# first_courses.places_of_a_mask
def places_of_a_mask(a):
    i = ng.call(np.where, a > 2)[0]
    return ng.call(i.sum), ng.call(len, i), i[0], ng.call(a[i].sum), ng.call(a[ng.call(np.nonzero, a < 0)].sum)

# first_courses.queue_of_jobs
def queue_of_jobs(jobs):
    q = ng.call(deque, jobs)
    t = 0

    def loop_body(t):
        t += 1
        j = ng.call(q.popleft)

        def if_true():
            ng.call(q.append, j - 1)

        ng.if_(j > 1, if_true, lambda: None)
        return t

    t = ng.while_(lambda t: q, loop_body, t)
    return t

# first_courses.rows_of_a_label
def rows_of_a_label(points, label):
    mine = points[label == 0]
    return ng.call(mine.mean, axis=0), ng.call(ng.call(mine.sum, axis=1).max), ng.call(points[label == 1, 0].sum)

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

# first_courses.two_masks_side_by_side
def two_masks_side_by_side(a, b):
    return ng.call((a[a > 2] + b[b < 4]).sum)

# first_courses.two_means
def two_means(x, n):
    c0, c1 = 0.0, 5.0

    def loop_body(_, c0, c1):
        near = ng.call(abs, x - c0) < ng.call(abs, x - c1)
        c0 = ng.call(x[near].mean)
        c1 = ng.call(x[~near].mean)
        return c0, c1

    c0, c1 = ng.for_(ng.call(range, n), loop_body, c0, c1)
    return c0, c1

# first_courses.two_with_one_mask
def two_with_one_mask(scores, weights):
    m = scores > 2
    return ng.call((scores[m] * weights[m]).sum) / ng.call(weights[m].sum), ng.call(ng.call(np.sqrt, weights[m]).sum)

# first_courses.walk_over_a_mask
def walk_over_a_mask(a):
    total = 0

    def loop_body(x, total):
        return total * 10 + x

    total = ng.for_(a[a > 0], loop_body, total)
    return total, ng.in_(7, a[a > 2])

# first_courses.whole
def whole(x):
    return ng.call(float.is_integer, x)
