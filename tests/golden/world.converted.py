# world.a_file
def a_file(x):
    return_value = ng.undefined()
    with ng.call(open, os.devnull) as file:
        return_value = x + ng.call(len, ng.call(file.read))
    return return_value

# world.a_generator_in_a_loop
def a_generator_in_a_loop(n):
    generator, total = (ng.call(np.random.default_rng, 1), 0.0)

    def loop_body(_, total):
        total += ng.call(generator.random)
        return total

    total = ng.for_(ng.call(range, n), loop_body, total)
    return total

# world.a_year
def a_year(x):
    return ng.if_(
        x > 0,
        lambda: x + ng.call(datetime.date, 2024, 2, 29).year,
        lambda: ng.call(time.gmtime, 0).tm_year,
    )

# world.generators_with_a_seed
def generators_with_a_seed(x):
    generator = ng.call(random.Random, 1)
    first, second = (ng.call(generator.random), ng.call(generator.random))
    items = ng.list_([1, 2, 3])
    ng.call(generator.shuffle, items)
    return ng.if_(
        x > 0,
        lambda: x + first - second,
        lambda: items[0] * x + ng.call(ng.call(np.random.default_rng, 7).random),
    )

# world.sleeps
def sleeps(n):
    def loop_body(i):
        ng.call(time.sleep, 0.001)

    ng.for_(ng.call(range, n), loop_body)
    return n
