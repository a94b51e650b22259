"""What is said of Python reaches only the functions as typed, whatever their names are bound to by now."""

from __future__ import annotations

import functools
import linecache
import textwrap
import types
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core import inspect
from nbgraph.core.examine.call import Call

OVERFLOWS = 2_000_000_000  # twice as much has no place in a graph's 32 bits
PROGRAMS: dict[str, tuple[str, str, tuple[Any, ...]]] = {
    "helper": ("def h(x): return x * 2\ndef f(n): return h(n)", "f", (OVERFLOWS,)),
    "helper of a helper": ("def h(x): return x * 2\ndef g(x): return h(x)\ndef f(n): return g(n)", "f", (OVERFLOWS,)),
    "recursion": ("def f(n): return n if n < 2 else f(n - 1) + f(n - 2)", "f", (10,)),
    "mutual recursion": (
        "def even(n): return True if n == 0 else odd(n - 1)\ndef odd(n): return False if n == 0 else even(n - 1)",
        "even",
        (7,),
    ),
    "method": (
        """
        def twice(x): return x * 2
        class Account:
            def __init__(self, balance): self.balance = balance
            def double(self):
                self.balance = twice(self.balance)
                return self.balance
        def f(n): return Account(n).double()
        """,
        "f",
        (OVERFLOWS,),
    ),
    "table of functions": ("def h(x): return x * 2\ndef f(n): return OPS['twice'](n)\nOPS = {}", "f", (OVERFLOWS,)),
    "lambda and default": (
        "def h(x): return x * 2\ndef f(n, via=lambda v: h(v)): return via(n)",
        "f",
        (OVERFLOWS,),
    ),
    "closure": (
        """
        def h(x): return x * 2
        def make():
            def inner(n): return h(n)
            return inner
        f = make()
        """,
        "f",
        (OVERFLOWS,),
    ),
    "inner function": (
        "def h(x): return x * 2\ndef f(n):\n    def g(v): return h(v)\n    return g(n)",
        "f",
        (OVERFLOWS,),
    ),
}


def plain(name: str) -> tuple[dict[str, Any], Any, Any]:
    """A program's namespace, its function, and what it returns before anything of ours has touched it."""
    text, function, arguments = PROGRAMS[name]
    file, text = f"<as typed: {name}>", textwrap.dedent(text)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(text, file, "exec"), names)
    if "OPS" in names:
        names["OPS"]["twice"] = names["h"]
    return names, names[function], names[function](*arguments)


def convert_all(names: dict[str, Any]) -> None:
    """Bind every function's name to its compiled form, as the magic does."""
    for name, value in list(names.items()):
        if isinstance(value, types.FunctionType):
            names[name] = ng.function(value)
    if "OPS" in names:
        names["OPS"]["twice"] = names["h"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_python_is_the_functions_as_typed(name: str) -> None:
    names, function, expected = plain(name)
    _, called, arguments = PROGRAMS[name]
    convert_all(names)
    before = dict(names)
    assert names[called].python_function(*arguments) == expected
    found = ng.compare(names[called], *arguments)
    assert found.python_value == expected
    assert found.python_error is None
    assert names == before, "every name means again what it meant"
    assert function is not names[called]


def test_a_name_that_is_bound_anew_meanwhile_keeps_its_meaning() -> None:
    names, _, _ = plain("helper")
    text = "def h(x): return x\ndef f(n):\n    global h\n    h = abs\n    return h(n)"
    linecache.cache["<anew>"] = (len(text), None, text.splitlines(keepends=True), "<anew>")
    exec(compile(text, "<anew>", "exec"), names)
    convert_all(names)
    assert names["f"].python_function(-3) == 3
    assert names["h"] is abs


def test_names_come_back_after_an_error() -> None:
    names: dict[str, Any] = {}
    text = "def h(x): return 1 // x\ndef f(n): return h(n)"
    linecache.cache["<error>"] = (len(text), None, text.splitlines(keepends=True), "<error>")
    exec(compile(text, "<error>", "exec"), names)
    convert_all(names)
    compiled = names["h"]
    with pytest.raises(ZeroDivisionError):
        names["f"].python_function(0)
    assert names["h"] is compiled


def halved(x):
    return x / 2


def test_a_function_that_reaches_nothing_compiled_is_itself() -> None:
    assert ng.function(halved).python_function is halved
    names, function, _ = plain("recursion")
    assert ng.function(function).typed_function is function
    names["f"] = ng.function(function)
    assert names["f"].python_function is not function
    assert names["f"].python_function.__wrapped__ is function


OBJECTS = """
def h(x):
    return x * x * x * x

class Box:
    def __init__(self, n):
        self.n = n

    def power(self):
        return h(self.n)

def f(boxes):
    return sum(box.power() for box in boxes)

def g(table):
    return table["a"].power()
"""


def test_methods_of_objects_in_a_list_or_dict_are_as_typed() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    linecache.cache["<objects>"] = (len(OBJECTS), None, OBJECTS.splitlines(keepends=True), "<objects>")
    exec(compile(OBJECTS, "<objects>", "exec"), names)
    box = names["Box"]
    convert_all(names)
    for function, argument, wanted in (
        ("f", [box(3000), box(1)], 81_000_000_000_001),
        ("f", (box(3000), box(1)), 81_000_000_000_001),
        ("g", {"a": box(3000)}, 81_000_000_000_000),
    ):
        report = inspect.report(names[function], argument, timing=False)
        assert report.python_value == wanted
        assert {helper.name for helper in report.helpers} == {"h", "Box"}


def test_a_function_given_as_an_argument_is_as_typed() -> None:
    names: dict[str, Any] = {}
    text = "def h(x): return x * 2\ndef apply(g, n): return g(n)\ndef each(gs, n): return [g(n) for g in gs]"
    linecache.cache["<given>"] = (len(text), None, text.splitlines(keepends=True), "<given>")
    exec(compile(text, "<given>", "exec"), names)
    convert_all(names)
    assert ng.compare(names["apply"], names["h"], OVERFLOWS).python_value == 2 * OVERFLOWS
    for given in (names["h"], functools.partial(names["h"]), lambda n: names["h"](n)):
        assert names["apply"].python_function(given, OVERFLOWS) == 2 * OVERFLOWS
        assert names["apply"].python_function(g=given, n=OVERFLOWS) == 2 * OVERFLOWS
    assert names["each"].python_function([names["h"], abs], OVERFLOWS) == [2 * OVERFLOWS, OVERFLOWS]
    assert ng.compare(names["each"], [names["h"], abs], OVERFLOWS).python_value == [2 * OVERFLOWS, OVERFLOWS]
    for called in (functools.partial(names["h"], OVERFLOWS), functools.partial(names["apply"], names["h"], OVERFLOWS)):
        assert Call.of(called, (), {}).function.python_function() == 2 * OVERFLOWS


def test_the_record_has_the_lines_of_compiled_helpers() -> None:
    names, _, _ = plain("helper of a helper")
    convert_all(names)
    recording = ng.trace_values(names["f"], 3)
    assert [function.name for function in recording.functions] == ["f", "g", "h"]
    assert len(recording.steps) > 4
