"""A call under the magic runs in the notebook's state, and leaves it as it was; held against a plain Python process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.magics.kernels import ROOT, Kernel
from tests.magics.plain_python import PlainPython

IMPORTS = """
import datetime, decimal, locale, math, os, random, sys, tempfile, time, warnings
import numpy as np
import jax, jax.numpy as jnp
"""
RESET = """
os.chdir(home); os.environ.pop("CITY", None); sys.setrecursionlimit(limit); jax.set_mesh(None)
decimal.setcontext(decimal.Context()); np.seterr(all="warn", under="ignore"); np.set_printoptions(precision=8)
warnings.resetwarnings(); warnings.filters[:] = filters; jax.config.update("jax_enable_x64", False)
os.environ.pop("TZ", None); time.tzset()
"""


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: what one test leaves behind, the next would find."""
    with closing(Kernel()) as kernel:
        begin = "home = os.getcwd(); filters = list(warnings.filters); limit = sys.getrecursionlimit()"
        assert kernel.run(f"%load_ext nbgraph\n{IMPORTS}{begin}").status == "ok"
        yield kernel


def in_notebook(kernel: Kernel, cell: str, setup: str = "pass") -> str:
    """What plain Python gives for `f(3)` under the magic, after a cell that sets something."""
    assert kernel.run(setup).status == "ok"
    kernel.run(f"%%autograph -q -o result --no-timing f(3)\n{cell}")
    printed = kernel.run("print(repr(result.reports[0].python_value))").texts("stream")
    assert kernel.run(RESET).status == "ok"
    return "".join(printed)


def in_python(python: PlainPython, cell: str, setup: str = "pass") -> str:
    """The same in a process that knows nothing of nbgraph."""
    return python.run(f"{IMPORTS}\n{setup}\n{cell}\nprint(repr(f(3)))", ROOT)


STATES = {
    "decimal": ("decimal.getcontext().prec = 5", "return str(decimal.Decimal(x) / 7)"),
    "decimal traps": (
        "decimal.getcontext().traps[decimal.DivisionByZero] = False",
        "return str(decimal.Decimal(x) / 0)",
    ),
    "numpy errors": (
        "np.seterr(divide='raise')",
        "try:\n        return np.float64(x) / np.zeros(1)[0]\n    except FloatingPointError:\n        return 'raised'",
    ),
    "numpy printing": ("np.set_printoptions(precision=2)", "return str(np.array([1 / 3, x]))"),
    "environment": ("os.environ['CITY'] = 'Köln'", "return os.environ.get('CITY')"),
    "directory": ("os.chdir('/')", "return os.getcwd()"),
    "recursion limit": (
        "sys.setrecursionlimit(4000)",
        "def deep(n):\n        return n if n == 3500 else deep(n + 1)\n    return deep(0)",
    ),
    "random": ("random.seed(7); random.random()", "return [random.random(), random.gauss(0, x)]"),
    "numpy random": ("np.random.seed(7); np.random.rand()", "return [np.random.rand(), np.random.randn(), x]"),
    "warnings": (
        "warnings.simplefilter('error', UserWarning)",
        "try:\n        return warnings.warn('so')\n    except UserWarning as error:\n        return repr(error)",
    ),
    "jax x64": ("jax.config.update('jax_enable_x64', True)", "return str(jnp.float64(x).dtype)"),
    "time zone": (
        "os.environ['TZ'] = 'Asia/Tokyo'; time.tzset()",
        "return str(datetime.datetime.fromtimestamp(x)), time.tzname[0]",
    ),
    "mesh": ("jax.set_mesh(jax.make_mesh((1,), ('a',)))", "return jax.sharding.get_abstract_mesh().axis_names"),
    "arguments": ("sys.argv[1:] = ['--city', 'Oslo']", "return sys.argv[1:]"),
    "long integers": ("sys.set_int_max_str_digits(100_000)", "return len(str(10 ** 5000)) + x"),
}


@pytest.mark.parametrize("name", STATES)
def test_a_call_runs_in_the_notebooks_state(kernel: Kernel, python: PlainPython, name: str) -> None:
    setup, body = STATES[name]
    cell = f"def f(x):\n    {body}\n"
    assert in_notebook(kernel, cell, setup) == in_python(python, cell, setup)


def test_a_low_recursion_limit_holds_for_plain_python(kernel: Kernel, python: PlainPython) -> None:
    setup, deep = "sys.setrecursionlimit(150)", "def deep(n):\n    return n if n == 200 else deep(n + 1)\n"
    cell = f"{deep}def f(x):\n    try:\n        return deep(0)\n    except RecursionError:\n        return 'raised'\n"
    assert in_notebook(kernel, cell, setup) == in_python(python, cell, setup) == "'raised'\n"


def test_calls_nest_as_deep_as_in_a_cell(kernel: Kernel) -> None:
    """A cell is within calls of IPython's, which another process has not."""
    setup = "sys.setrecursionlimit(300)"
    cell = """
def f(x):
    calls = 0
    def deeper():
        nonlocal calls
        calls += 1
        deeper()
    try:
        deeper()
    except RecursionError:
        return calls, sys.getrecursionlimit()
"""
    plain = kernel.run(f"{setup}\n{cell}\nprint(f(3))").texts("stream")
    assert kernel.run(RESET).status == "ok"
    assert in_notebook(kernel, cell, setup) == "".join(plain)


@pytest.mark.parametrize(
    "body",
    [
        "found = decimal.getcontext().prec\n    decimal.getcontext().prec = 5",
        "found = len(sys.path)\n    sys.path.append('/nowhere')",
        "found = np.get_printoptions()['precision']\n    np.set_printoptions(precision=2)",
    ],
)
def test_each_run_of_a_report_begins_in_the_same_state(kernel: Kernel, body: str) -> None:
    """Converted code may change no setting; what is not converted may."""
    helper = f"@ng.do_not_convert\ndef change():\n    {body}\n    return found\n"
    run = kernel.run(f"%%autograph -o result f(3)\nimport nbgraph as ng\n{helper}def f(x):\n    return change() + x\n")
    assert run.status == "ok", run.texts("error")
    assert "Same result as plain Python" in run.texts("display_data")[0]


def test_a_call_that_asks_is_told_that_nobody_answers(kernel: Kernel) -> None:
    run = kernel.run('%%autograph ask(2)\ndef ask(n):\n    return n + int(input("number? "))')
    assert [output["content"]["ename"] for output in run.outputs if output["msg_type"] == "error"] == ["AskedOnceError"]
    shown = run.texts("display_data")[0].splitlines()
    assert shown[1] == "No verdict: plain Python asks, and nobody can answer here, so nothing else was run."
    (error,) = (line for line in shown if line.startswith("error"))
    assert error.startswith(
        "error [asked-once]: line 3: `input` has nobody to ask: the calls of a cell run in a process"
    )


def test_what_cannot_be_sent_is_named(kernel: Kernel) -> None:
    stuck = (
        "class Stuck:\n    def write(self, text):\n        pass\n    def __reduce__(self):\n        raise TypeError\n"
    )
    assert kernel.run(f"{stuck}np.seterrcall(Stuck())").status == "ok"
    run = kernel.run("%%autograph f(3)\ndef f(x):\n    return x * 2\n")
    assert kernel.run("np.seterrcall(None)").status == "ok"
    assert "`np.seterr` cannot be sent" in run.texts("display_data")[0]


def notes(kernel: Kernel, cell: str) -> list[tuple[str, ...]]:
    """What the page notes of each call of a cell."""
    assert kernel.run(cell.replace("%%autograph ", "%%autograph -o result ", 1)).status == "ok"
    return list(ast.literal_eval(kernel.run("[each.notes for each in result.reports]").texts("execute_result")[0]))


TANK = """%%autograph fill(4)
class Tank:
    size = 10
    def __init__(self):
        self.level = 0
    def add(self, n):
        self.level = min(self.level + n, self.size)

def fill(n):
    tank = Tank()
    for _ in range(n):
        tank.add(3)
    return tank.level
"""


def test_a_call_that_only_uses_a_class_is_not_said_to_change_it(kernel: Kernel) -> None:
    assert notes(kernel, TANK) == [()]
    assert notes(kernel, TANK) == [()]


def test_what_the_call_does_not_use_need_not_travel(kernel: Kernel) -> None:
    kernel.run("import threading\nclass Locked:\n    def __init__(self):\n        self.lock = threading.Lock()\n")
    kernel.run("locked = Locked()")
    assert notes(kernel, TANK) == [()]
    kernel.run("del locked")


def test_a_generator_that_stays_where_it_is_is_said_to(kernel: Kernel) -> None:
    kernel.run("squares = (n * n for n in range(99))")
    first, second = notes(kernel, "%%autograph read(); read()\ndef read():\n    return next(squares)\n")
    assert "The next call finds `squares` where this one has left it." in first
    assert not [note for note in second if "starts from the state of the notebook" in note]
    assert kernel.run("next(squares)").texts("execute_result") == ["4"]


CHANGES = {
    "recursion limit": "sys.setrecursionlimit(60)",
    "directory": "os.chdir('/')",
    "deleted directory": "d = tempfile.mkdtemp(); os.chdir(d); os.rmdir(d)",
    "environment": "os.environ['CITY'] = 'Bonn'; os.environ.pop('PATH', None)",
    "random": "random.seed(99)",
    "numpy random": "np.random.seed(99)",
    "numpy errors": "np.seterr(all='raise'); np.set_printoptions(precision=1)",
    "decimal": "decimal.getcontext().prec = 3",
    "path": "sys.path.clear()",
    "warnings": "warnings.simplefilter('error', ImportWarning)",
    "jax": "jax.config.update('jax_enable_x64', True)",
}
READS = """
def f(x):
    if isinstance(x, jax.core.Tracer):
        return x
    return (sys.getrecursionlimit() > 500, os.getcwd(), os.environ.get('CITY'), 'PATH' in os.environ, random.random(),
            np.random.rand(), np.geterr(), str(np.array([1 / 3])), str(decimal.Decimal(1) / 7), len(sys.path) > 2,
            ('error', None, ImportWarning, None, 0) in warnings.filters, jax.config.jax_enable_x64)
"""


SEEDED = "random.seed(5); np.random.seed(5)"


@pytest.fixture(scope="module")
def read_by_python(python: PlainPython) -> str:
    """What a process gives in which nothing was changed."""
    return in_python(python, READS, SEEDED)


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_call_changes_ends_with_it(kernel: Kernel, read_by_python: str, name: str) -> None:
    in_notebook(kernel, f"def f(x):\n    {CHANGES[name]}\n    return x\n", SEEDED)
    assert in_notebook(kernel, READS, SEEDED) == read_by_python


SHOP = """
%%autograph
RATE = 2
class Account:
    def __init__(self, balance):
        self.balance = balance
    def interest(self):
        return self.balance * RATE
def opened(n):
    return Account(n)
opened(3)
"""


def test_a_class_of_the_notebook_stays_what_it_is_when_an_object_of_it_comes_back(kernel: Kernel) -> None:
    kernel.run(SHOP.strip())  # its methods became copies that saw the names of that moment
    kernel.run("RATE = 5")
    assert kernel.run("Account(3).interest()").texts("execute_result") == ["15"]
    assert kernel.run("Account.interest.__globals__ is globals()").texts("execute_result") == ["True"]
