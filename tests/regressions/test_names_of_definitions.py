"""What a converted function defines has the qualified names that Python gives it."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.executor.convert import convert


def of_blocks(n):
    names = []
    for _ in range(n):

        def of_loop(a):
            return a

        names.append((of_loop.__qualname__, of_loop.__code__.co_qualname))
    if n > 0:

        class Of:
            def method(self):
                return 1

            class Inner:
                pass

        names += [Of.__qualname__, Of.method.__qualname__, Of.Inner.__qualname__, repr(Of), (lambda: 1).__qualname__]
    return names


def of_functions(n):
    def outer(x):
        if x > 0:

            def inner(y):
                if y > 0:
                    return (lambda z: z).__qualname__
                return ""

            return inner.__qualname__, inner(x)
        return ""

    def loop_body(x):
        if x > 0:

            def inner(y):
                return y

            return inner.__qualname__
        return ""

    return outer(n), loop_body(n)


class Box:
    def of_a_method(self, n):
        while n < 3:

            def inner(y):
                return y + 1

            n = inner(n)
        return inner.__qualname__, n


@pytest.mark.parametrize("function", [of_blocks, of_functions, Box().of_a_method])
def test_names_are_pythons(function):
    assert convert(function)(2) == function(2)


def wrong_call(n):
    while n < 10:

        def inner(a, b):
            return a + b

        n = inner(n)
    return n


def test_an_error_has_the_name_in_it():
    with pytest.raises(TypeError, match=r"^wrong_call\.<locals>\.inner\(\) missing 1 required"):
        ng.function(wrong_call)(1)
