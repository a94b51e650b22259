"""An integer that no graph can hold, but that is known while the graph is made, is a result as it is."""

import nbgraph as ng

SPEED = 299_792_458


def light_year():
    metres = SPEED * 86_400 * 365
    return metres, metres % 1_000_000_007


def hashed(word):
    total = 5381
    for letter in word:
        total = total * 33 + ord(letter)
    return total, total % 1000


def test_a_large_known_result_is_pythons():
    assert ng.function(light_year)() == light_year()
    assert ng.function(hashed)("hello world") == hashed("hello world")


def test_a_call_with_a_large_result_is_compared():
    assert ng.compare(light_year).verdict.equal
