"""Equal static arguments that Python tells apart have programs of their own: `1`, `1.0`, `True`; `0.0`, `-0.0`."""

from __future__ import annotations

import datetime
import math
from collections import namedtuple
from dataclasses import dataclass

import pytest

import nbgraph as ng

Pair = namedtuple("Pair", "first second")


@dataclass(frozen=True)
class Settings:
    step: object
    inner: object = None


@dataclass(frozen=True, slots=True)
class Slotted:
    step: object


class Compared:
    def __init__(self, step):
        self.step = step

    def __eq__(self, other):
        return isinstance(other, Compared) and self.step == other.step

    def __hash__(self):
        return hash(self.step)


def kind_of(number):
    return 2 if isinstance(number, bool) else 3 if isinstance(number, float) else 5


def of_items(known, x):
    for item in known:
        x = x * kind_of(item)
    return x


def of_inner(known, x):
    return of_items(known[0], x)


def of_step(known, x):
    assert x > 0
    return [x * kind_of(known.step), x]


def of_nested(known, x):
    return of_step(known.inner[0], x)


def signed(known, x):
    return math.copysign(1.0, known) * x


def of_parts(known, x):
    return math.copysign(1.0, known[1]) * x


def ending(known, x):
    return x + known.stop


def of_hour(known, x):
    return x + known.hour


def of_keys(known, x):
    return sum(kind_of(key) * known[key] for key in known) + x


NUMBERS = (1, 1.0, True)
NOON = datetime.datetime(2024, 1, 1, 12, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("fn", "values"),
    [
        (of_items, [(n,) for n in NUMBERS]),
        (of_items, [frozenset([n]) for n in NUMBERS]),
        (of_items, [Pair(n, 7) for n in NUMBERS]),
        (of_inner, [((n, 3),) for n in NUMBERS]),
        (of_inner, [(frozenset([n]), 3) for n in NUMBERS]),
        (of_step, [Settings(n) for n in NUMBERS]),
        (of_step, [Slotted(n) for n in NUMBERS]),
        (of_step, [Compared(n) for n in NUMBERS]),
        (of_nested, [Settings(0, (Settings(n),)) for n in NUMBERS]),
        (signed, [0.0, -0.0]),
        (of_parts, [(1, 0.0), (1, -0.0)]),
        (ending, [range(0, 3, 2), range(0, 4, 2)]),
        (of_hour, [NOON, NOON.astimezone(datetime.timezone(datetime.timedelta(hours=3)))]),
    ],
)
def test_equal_values_are_told_apart(fn, values):
    assert len(set(values)) == 1
    made = ng.function(fn, static_argnames="known")
    for _ in range(2):
        for value in values:
            assert made(value, 2.0) == fn(value, 2.0), value
            assert made(x=2.0, known=value) == fn(value, 2.0), value
    assert len({str(made.trace(value, 2.0).jaxpr) for value in values}) == len(values)


def test_a_keyword_behind_any_number_of_arguments():
    def scaled(*numbers, sign):
        return math.copysign(1.0, sign) * sum(numbers)

    made = ng.function(scaled, static_argnames="sign")
    for sign in (0.0, -0.0, 0.0):
        assert made(1.0, 0.0, 2.0, sign=sign) == scaled(1.0, 0.0, 2.0, sign=sign)


def test_keys_of_a_dict():
    made = ng.function(of_keys)
    for _ in range(2):
        for key in NUMBERS:
            assert made({key: 4}, 2) == of_keys({key: 4}, 2), key


def test_one_trace_for_values_that_nothing_tells_apart():
    made = ng.function(of_items, static_argnames="known")
    for _ in range(3):
        assert made((1, 2.0), 2.0) == of_items((1, 2.0), 2.0)
    assert len(made.traces) == 1
