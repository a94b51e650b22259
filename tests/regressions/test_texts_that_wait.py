"""What is done to a text of run-time values is done to the text, not to the marks that stand for them."""

import pytest

import nbgraph as ng

_FUNCTIONS = {
    "quoted": lambda n: f"{str(n)!r}",
    "repr": lambda n: repr("a" + str(n)),
    "in a list": lambda n: str([f"{n}", n]),
    "percent r": lambda n: "%r %s" % (f"{n}", f"{n}"),  # noqa: UP031
    "percent with a width": lambda n: "%5s|%-5s|" % (str(n), f"{n}"),  # noqa: UP031
    "quoted and aligned": lambda n: f"{f'{n}'!r:>10}",
    "aligned": lambda n: f"{f'{n}':>10}",
    "repeated": lambda n: "#" * n + n * "-",
    "repeated and aligned": lambda n: f"{'*' * n:^9}|{'{:>5}'.format('#' * n)}",
    "repeated twice": lambda n: ("ab" * n) * 2,
    "reversed": lambda n: str(n)[::-1] + f"{n}{n + 1}"[1:],
    "chosen": lambda n: (f"<{n}>" if n > 1 else "none").center(9, ".") * 2,
    "chosen, and aligned": lambda n: f"{f'<{n}>' if n > 1 else 'none':>6}",
}


@pytest.mark.parametrize("name", _FUNCTIONS)
def test_the_text_is_pythons(name):
    function = _FUNCTIONS[name]
    converted = ng.function(function)
    assert [converted(n) for n in (3, 0, -1)] == [function(n) for n in (3, 0, -1)]


def times(x):
    return "a" * x


def padded(n):
    return str(n).zfill("x")


def test_what_python_refuses_is_refused():
    with pytest.raises(TypeError, match="can't multiply sequence by non-int of type 'float'"):
        ng.function(times)(2.0)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        ng.function(padded)(3)
