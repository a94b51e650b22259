"""Converted functions travel: by name where they can be imported, else whole, with the text they were made from."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import cloudpickle
import jax
import pytest

import nbgraph as ng

SENDER = """
import linecache, sys
import cloudpickle
import nbgraph as ng

CELL = '''
def collatz(a):
    n = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        n += 1
    assert n < 1000, "long"
    return n
'''
linecache.cache["<cell>"] = (len(CELL), None, CELL.splitlines(keepends=True), "<cell>")
exec(compile(CELL, "<cell>", "exec"))
graph = ng.function(collatz)
assert graph(27) == 111
with open(sys.argv[1], "wb") as file:
    cloudpickle.dump((graph, ng.convert(collatz)), file)
"""
RECEIVER = """
import pickle, sys
import jax
with open(sys.argv[1], "rb") as file:
    graph, converted = pickle.load(file)
print(int(graph(27)), converted(27), int(jax.jit(converted)(27)), len(graph.traces))
print(graph.explain().splitlines()[1])
"""


def down(a):
    while a > 3:
        a -= 2
    return a


graph = ng.function(down)
converted = ng.convert(down)


def test_what_can_be_imported_travels_as_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[down.__module__]
    for decorated in (graph, converted):
        monkeypatch.setattr(module, "down", decorated)  # as the decorator leaves it
        assert pickle.loads(pickle.dumps(decorated)) is decorated
        assert copy.deepcopy(decorated) is decorated


def test_a_copy_of_what_has_no_name_is_a_function_of_its_own() -> None:
    twin = copy.copy(graph)
    assert twin is not graph
    assert [int(twin(n)) for n in (9, 2)] == [3, 2]


def test_static_arguments_stay_static() -> None:
    def power(x, n):
        return x**n

    twin = pickle.loads(cloudpickle.dumps(ng.function(power, static_argnames="n")))
    assert twin.static_argnames == ("n",)
    assert twin(2.0, 3) == 8.0


def test_the_function_of_a_cell_travels_to_another_process(tmp_path: Path) -> None:
    printed = []
    for code in (SENDER, RECEIVER):
        command = [sys.executable, "-c", code, str(tmp_path / "functions.pickle")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.stderr == ""
        printed += done.stdout.splitlines()
    assert printed == [
        "111 111 111 1",
        "  line 4: while → while: `a != 1` is traced; at most 100,000,000 iterations (`max_iterations`)",
    ]


def test_a_bound_method_travels() -> None:
    class Scale:
        factor = 3.0

        def of(self, x):
            if x > 0:
                return x * self.factor
            return x

    twin = pickle.loads(cloudpickle.dumps(ng.convert(Scale().of)))
    assert [float(jax.jit(twin)(x)) for x in (2.0, -2.0)] == [6.0, -2.0]


NOTEBOOK = """
import linecache, sys
import cloudpickle
import nbgraph as ng

CELL = '''
def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)

def even(n):
    return True if n == 0 else odd(n - 1)

def odd(n):
    return False if n == 0 else even(n - 1)
'''
linecache.cache["<cell>"] = (len(CELL), None, CELL.splitlines(keepends=True), "<cell>")
exec(compile(CELL, "<cell>", "exec"))
factorial = {wrapper}(factorial)
even, odd = {wrapper}(even), {wrapper}(odd)
with open(sys.argv[1], "wb") as file:
    cloudpickle.dump((factorial, even), file)
"""
CALLS = """
import pickle, sys
with open(sys.argv[1], "rb") as file:
    factorial, even = pickle.load(file)
print(int(factorial(5)), bool(even(6)), bool(even(7)))
"""


@pytest.mark.parametrize("wrapper", ["(lambda f: ng.function(f, static_argnames='n'))", "ng.convert"])
def test_functions_of_a_notebook_that_call_themselves_and_each_other_travel(wrapper: str, tmp_path: Path) -> None:
    # Their names lead back to themselves, and `__main__` is no module that another process could import.
    path = str(tmp_path / "functions.pickle")
    runs = [
        subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=120, check=False)
        for code in (NOTEBOOK.replace("{wrapper}", wrapper), CALLS)
    ]
    assert [run.stderr for run in runs] == ["", ""]
    assert runs[1].stdout == "120 True False\n"
