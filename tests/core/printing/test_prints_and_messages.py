"""What printed code shows: the very characters that Python shows, of prints, of errors, and of results."""

# ruff: noqa: RUF010, UP031 - strings as users format them

from __future__ import annotations

from typing import Any

import pytest

from tests.core.printing.test_printed_programs import pasted, printed


def table(x, y):
    print(f"{x!r:>4}|{x:>6}|{str(x):<5}|", "a" + str(x).rjust(7), (x, "two", [y]), sep=" ")
    print(f"{y:>8}|{y:8.3f}|", {"x": x, "y": y})
    print("#" * x + "|", f"{str(x) + '!':>6}", "%5s" % f"{x}.")
    return x


def labelled(x):
    return {"last": x, "first": -x}


def refused(x):
    if x < 0:
        raise ValueError(f"{x} is not {x:.1f}, {x:>6}")
    return x


def unbound(x):
    if x > 0:
        y = x
    return y


def quotient(a, b):
    return 0 if b == 0 else a // b


def ratio(a, b):
    if b == 0:
        return 0.0
    c = b * 2
    return a % b + a / c


def outcome(function: Any, arguments: tuple[Any, ...], capsys: Any) -> Any:
    """The value, or the error, and what was printed."""
    try:
        value = function(*arguments)
    except Exception as error:
        return type(error), str(error), capsys.readouterr().out
    return repr(value) if isinstance(value, str) else value, capsys.readouterr().out


@pytest.mark.parametrize(
    ("function", "sets"),
    [
        (table, [(3, 0.1), (12, -2.5)]),
        (refused, [(0.1,), (-0.1,)]),
        (unbound, [(2,), (0,)]),
        (quotient, [(7, 2), (7, 0)]),
        (ratio, [(7.5, 2.0), (7.0, 0.0)]),
    ],
)
def test_printed_code_shows_what_python_shows(function: Any, sets: list[tuple[Any, ...]], capsys: Any) -> None:
    made = pasted(printed(function, *sets[0]), function.__name__)
    for arguments in sets:
        assert outcome(made, arguments, capsys) == pytest.approx(outcome(function, arguments, capsys))


def test_the_keys_of_a_dict_are_in_their_order() -> None:
    assert list(pasted(printed(labelled, 3), "labelled")(3)) == ["last", "first"]
