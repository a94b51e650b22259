"""Members of an `IntEnum` that the run chooses are members: identity, name, type and printed text are Python's."""

from __future__ import annotations

import enum

import pytest

import nbgraph as ng


class Color(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Right(enum.IntFlag):
    READ = 4
    WRITE = 2


def of_a_list(n):
    colors = [Color.RED, Color.GREEN, Color.BLUE]
    found = colors[n % 3]
    print(found, repr(found))
    return found, found is Color.GREEN, found.name, {Color.RED: 5, Color.GREEN: 6, Color.BLUE: 7}[found]


def in_a_loop(n):
    counts, seen = dict.fromkeys(Color, 0), []
    for i in range(n):
        color = Color(i % 3 + 1)
        counts[color] += i
        seen.append(color if i % 2 == 0 else Color.BLUE)
    return seen, counts, sum(1 for color in seen if color is Color.RED)


def given_on(n):
    def told(*colors, **named):
        return colors[0] is Color.RED, named["last"].name, type(colors[0]) is Color

    color = Color.RED if n > 0 else Color.BLUE
    return told(color, last=color)


def as_numbers(n):
    color = Color.RED if n > 0 else Color.BLUE
    items = [10, 20, 30, 40]
    items[color] += n
    total = sum(range(color))
    values = color + 1, color * 2.0, -color, color < 2, color == 1, color == n, n * color, int(color), max(n, Color.RED)
    return values, items, items[color - 1], total, f"{color} {color!r}"


def beside_numbers(n):
    items = [Color.RED, 0, 2]
    color = Color.RED if n > 0 else 5
    return items[n % 3], sum(items), color, color == 1


def flags(n):
    rights = Right.READ
    if n > 0:
        rights |= Right.WRITE
    print(rights, repr(rights))
    return rights, bool(rights & Right.WRITE)


@pytest.mark.parametrize("function", [of_a_list, in_a_loop, given_on, as_numbers, beside_numbers, flags])
def test_members_stay_members(function, capfd):
    made = ng.function(function)
    for n in (2, 4, 0):
        expected, printed = function(n), capfd.readouterr().out
        found = made(n)
        assert (repr(plain(found)), capfd.readouterr().out) == (repr(expected), printed), n


def plain(value):
    """A result with Python's numbers in place of a graph's."""
    if isinstance(value, tuple | list):
        return type(value)(map(plain, value))
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value.item() if hasattr(value, "item") else value


def first_is_red(colors):
    return colors[0] is Color.RED


@pytest.mark.parametrize("colors", [[Color.RED, 2], [1, Color.GREEN]])
def test_members_in_a_list_stay_members(colors):
    made = ng.function(first_is_red)
    assert not made([1, 2])
    assert bool(made(colors)) is first_is_red(colors)
    assert not made([1, 2])
    assert bool(made(tuple(colors))) is first_is_red(colors)
