# texts.bars
def bars(v):
    def loop_body(x):
        ng.call(
            print,
            ng.text(f"{ng.shown(x):3d} {ng.shown(ng.repeated('#', x)):<6}|{ng.shown(ng.repeated('=', x) + '>')!r:>9}"),
        )

    ng.for_(v, loop_body)
    return v

# texts.builtins_of_text
def builtins_of_text(x):
    ng.call(
        print,
        ng.call(str, x) + '!',
        ng.call(repr, x),
        ng.call(format, x, '>4'),
        ng.call(ascii, x),
        ng.call(ascii, 'é'),
        ng.call(format, ng.list_([1])),
        ng.text(f"{'é'!a:>8}{ng.call(ascii, x):>4}"),
    )
    ng.call(
        print,
        ng.text(f'{ng.shown(ng.call(str, x)):>5}|{ng.shown(ng.call(repr, x)):<4}|'),
        ng.call(', '.join, [ng.call(str, x), ng.text(f'{ng.shown(x + 1)}')]),
    )
    return x

# texts.changed_by_methods
def changed_by_methods(x):
    ng.call(
        print,
        ng.call(ng.call(str, x).rjust, 5, '.'),
        ng.call(ng.call(ng.text(f'a{ng.shown(x)}').upper).center, 9),
        ng.call(ng.call(str, x).zfill, 4),
        ng.call(ng.text(f'{ng.shown(x)} ').strip) * 2,
        ng.call(ng.call(str, x).replace, '3', 'z'),
    )
    return x

# texts.containers
def containers(x):
    ng.call(
        print,
        ng.text(f'{ng.shown(ng.list_([x, 1]))} {ng.shown((x,))} {ng.shown(ng.call(dict, a=x))} {ng.shown(ng.call(Pair, x, 2))}'),
        ng.call(str, [x, {'k': (x, 1.5)}]),
        ng.call(repr, [x, 'a']),
    )
    ng.call(
        print, [x, ng.call(Pair, x, 'q')], ng.call(Pair, 1, x), {'a': x, 'b': ng.list_([x, (1, x)])}, {1, 2}
    )
    return x

# texts.conversions
def conversions(x):
    w = 6
    ng.call(
        print,
        ng.text(f'{ng.shown(x)!r:>{w}}|{ng.shown(x):>6}|{ng.shown(x):06d}|{ng.shown(x)!s:<5}|{ng.call(ascii, x)}|x={ng.shown(x)!r}|x = {ng.shown(x):>4}'),
    )
    ng.call(
        print, ng.text(f'{ng.shown(x + 1):>{w + 1}}'), ng.call('{:>5}|{!r:>4}'.format, x, x), ng.percent('%5d|', 3)
    )
    return x

# texts.conversions_of_floats
def conversions_of_floats(x):
    ng.call(
        print, ng.text(f'{ng.shown(x):.3f}|{ng.shown(x)!r:>8}|{ng.shown(x):>8.1f}|{ng.shown(x):e}')
    )
    return x

# texts.data_classes
def data_classes(x):
    ng.call(
        print,
        ng.call(Item, x, ng.list_([ng.call(Item, 1), x])),
        [ng.call(Item, x)],
        ng.text(f'{ng.shown(ng.call(Item, x))}'),
    )
    return x

# texts.length_of_a_bar
def length_of_a_bar(n):
    return ng.call(len, ng.repeated('#', n))

# texts.length_of_percent
def length_of_percent(x):
    return ng.call(len, ng.percent('%d', x))

# texts.library_object
def library_object(x):
    ng.call(print, ng.call(SimpleNamespace, a=x))
    return x

# texts.message_with_a_bar
def message_with_a_bar(n):
    line = ng.text(f"<{ng.shown(ng.repeated('-', n))}{ng.shown(n)}a>")
    ng.call(print, ng.call(line.upper) * 2)
    ng.assert_(
        n < 4,
        lambda: 'too long: ' + ng.repeated('-', n) + ng.text(f"{ng.shown(ng.repeated('+', n)):>6}"),
    )
    return n

# texts.message_with_an_object
def message_with_an_object(x):
    ng.assert_(x > 0, lambda: ng.text(f'bad {ng.shown(ng.call(Item, x))}'))
    return x

# texts.objects
def objects(x):
    a = ng.call(Shown, 1)
    ng.call(print, a, [a])
    a.v = 2
    ng.call(print, a)
    a.v = x
    ng.call(
        print, a, [a], {"k": a}, ng.call(str, a), ng.text(f'{ng.shown(a)} {ng.shown(a)!r}')
    )
    return x

# texts.padded_twice
def padded_twice(x):
    ng.call(
        print,
        ng.text(f"{ng.shown(ng.call(str, x) + 'a'):>5}"),
        ng.percent('%5s|%-4s|', (ng.call(str, x), ng.text(f'{ng.shown(x)}'))),
        ng.call('{:>6}'.format, ng.text(f'{ng.shown(x)}.')),
    )
    return x

# texts.percent
def percent(x):
    ng.call(
        print,
        ng.percent('%5d|%s|%-4d|%%|%r', (x, ng.list_([x]), x, 'a')),
        ng.percent('%(a)d', {'a': x}),
        ng.percent('%s', x),
        ng.percent('%d', 3),
    )
    return x

# texts.quoted_twice
def quoted_twice(x):
    ng.call(
        print,
        [ng.call(str, x), ng.text(f'{ng.shown(x)}!')],
        ng.text(f'{ng.shown(ng.call(str, x))!r:>8}'),
        ng.call(repr, 'a' + ng.call(str, x)),
        ng.call(str, [ng.text(f"{ng.shown(x)}'s")]),
        ng.percent('%r', ng.call(str, x)),
    )
    return x

# texts.str_of_array
def str_of_array(x, v):
    ng.call(print, ng.call(str, v), ng.text(f'{ng.shown(v)}'))
    return x

# texts.triangle
def triangle(n):
    def loop_body(i):
        ng.call(print, ng.repeated(' ', n - i) + ng.repeated('*', 2 * i - 1))

    ng.for_(ng.call(range, 1, n + 1), loop_body)
    return n
