"""The magic in a real kernel: replies, queues, tracebacks and interrupts as a notebook sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.magics.kernels import Kernel

LOAD = """
import sys
%load_ext nbgraph
print([name for name in ("jax", "ipywidgets", "anywidget") if name in sys.modules])
"""
STAND_INS = """
from tests.magics import fakes
get_ipython().magics_manager.registry["Autograph"].backend = fakes.backend()
"""
COLLATZ = "def collatz(a):\n    return a + 84\n"


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: it takes seconds to start."""
    with closing(Kernel()) as kernel:
        first = kernel.run(LOAD)
        assert first.status == "ok", first.outputs
        kernel.loading = first.texts("stream")
        assert kernel.run(STAND_INS).status == "ok"
        yield kernel


def kind_of(kernel: Kernel, name: str) -> str:
    return kernel.run(f"type({name}).__name__").texts("execute_result")[0].strip("'")


def test_loading_is_quiet_and_light(kernel):
    assert "".join(kernel.loading) == "[]\n"
    assert kernel.run("%load_ext nbgraph").texts("error") == []


def test_a_call_is_shown_as_one_output(kernel):
    run = kernel.run(f"%%autograph collatz(27)\n{COLLATZ}")
    assert run.status == "ok"
    assert [output["msg_type"] for output in run.outputs] == ["display_data"]
    assert run.outputs[0]["content"]["data"] == {
        "text/html": "<pre>collatz(27) -> 111</pre>",
        "text/plain": "collatz(27) -> 111",
    }
    assert kind_of(kernel, "collatz") == "Converted"


@pytest.mark.parametrize(
    ("cell", "name", "first", "line"),
    [
        ("%%autograph f(3)\ndef f(x):\n    return x\n1 / 0\n", "ZeroDivisionError", "----", 4),
        ("\n%%autograph f(3)\n\ndef f(x):\n    return x\n1 / 0\n", "ZeroDivisionError", "----", 6),
        ("%%autograph f(0)\ndef f(x):\n    return 1 / x\n", "ZeroDivisionError", "----", 3),
        ("%%autograph f(3)\ndef f(x):\n    return (x\n", "SyntaxError", "  Cell In", 3),
        ("%%autograph f(3\ndef f(x):\n    return x\n", "CallError", "CallError: Cell In", 1),
        ("%%autograph g_unknown(3)\ndef f(x):\n    return x\n", "CallError", "CallError: Cell In", 1),
        ("%%autograph f(3)\ndef refused():\n    return\ndef f(x):\n    return x\n", "StagingError", "StagingError", 3),
        ("%%autograph\nimport asyncio\nawait asyncio.sleep(0)\n1 / 0\n", "ZeroDivisionError", "----", 4),
    ],
)
def test_a_failing_cell_shows_one_traceback_and_stops_run_all(kernel, cell, name, first, line):
    # The first cell keeps the kernel busy until the others have arrived in its queue.
    _, failed, queued = kernel.run_all("import time\ntime.sleep(0.3)", cell, "print('not reached')")
    assert failed.status == "error"
    assert failed.reply["ename"] == name
    assert queued.status == "aborted"
    assert not any(failed.texts("display_data"))  # but for a word of progress, which is taken away at the end
    assert [output["msg_type"] for output in failed.outputs if output["msg_type"] != "display_data"] == ["error"]
    traceback = failed.texts("error")[0]
    assert traceback.startswith(first)
    assert f"line {line}" in traceback
    assert "run_cell_magic" not in traceback
    assert "nbgraph/magics" not in traceback


def test_a_traceback_is_that_of_a_plain_cell(kernel):
    body = "def f(x):\n    return 1 / x\n\n\nf(0)\n"
    plain = kernel.run("# a comment\n" + body).texts("error")[0]
    magic = kernel.run("%%autograph f(1)\n" + body).texts("error")[0]
    number = kernel.run("1").reply["execution_count"]
    plain = plain.replace(f"In[{number - 2}]", "In[]").replace("# a comment", "")
    assert magic.replace(f"In[{number - 1}]", "In[]").replace("# %%autograph f(1)", "") == plain


RICH = """\
%%autograph -o kept f({'$n': '{n}'}, k=';'); g(1)
from __future__ import annotations
import asyncio, functools
%pwd
here = !echo {1 + 1}
n = await asyncio.sleep(0, result=3)
def noted(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner
@noted
def f(x: not_defined, k=None):
    return x, k
g = lambda x: x + n
class C:
    pass
'shown'
"""


def test_what_a_cell_may_hold(kernel):
    run = kernel.run(RICH)
    assert run.status == "ok", run.texts("error")
    assert run.texts("execute_result") == ["'shown'"]
    assert run.texts("display_data") == ["f({'$n': '{n}'}, k=';') -> ({'$n': '{n}'}, ';')\ng(1) -> 4"]
    assert kernel.run("here, kept.value, C.__name__, f.__name__").texts("execute_result") == ["(['2'], 4, 'C', 'f')"]
    assert [kind_of(kernel, name) for name in "fgC"] == ["Converted", "Converted", "type"]


def test_running_a_cell_again_works(kernel):
    cell = f"%%autograph collatz(1)\n{COLLATZ}"
    assert [kernel.run(cell).texts("display_data") for _ in range(3)] == [["collatz(1) -> 85"]] * 3
    failing = f"%%autograph collatz(1)\n{COLLATZ}1 / 0\n"
    assert ["line 4" in kernel.run(failing).texts("error")[0] for _ in range(2)] == [True, True]


@pytest.mark.parametrize("wait", ["pass", "await asyncio.sleep(0)"])
def test_stop_during_a_call_is_a_clean_interrupt_and_keeps_the_names(kernel, wait):
    request = kernel.send(
        f"%%autograph f(3)\nimport asyncio, time\n{wait}\n"
        "def f(x):\n    print('started', flush=True)\n    time.sleep(60)\n"
    )
    kernel.wait_for(request, "started")
    kernel.interrupt()
    run = kernel.finish([request])[0]
    assert run.reply["ename"] == "KeyboardInterrupt"
    assert len(run.texts("error")) == 1
    assert "nbgraph/magics" not in run.texts("error")[0]
    assert kind_of(kernel, "f") == "Converted"


def test_stop_during_the_cell_itself(kernel):
    request = kernel.send("%%autograph -q\nimport time\nkept = 5\nprint('started', flush=True)\ntime.sleep(60)\n")
    kernel.wait_for(request, "started")
    kernel.interrupt()
    run = kernel.finish([request])[0]
    assert run.reply["ename"] == "KeyboardInterrupt"
    assert "line 5" in run.texts("error")[0]
    assert kernel.run("kept").texts("execute_result") == ["5"]


@pytest.mark.parametrize("cell", ["%%autograph --help", "%%autograph --help\n", "%autograph --help"])
def test_help_also_in_an_empty_cell(kernel, cell):
    run = kernel.run(cell)
    assert run.status == "ok"
    assert "--no-timing" in "".join(run.texts("stream"))


def test_completion(kernel):
    assert kernel.complete("%%autograph --no") == ["%%autograph --no-timing"]
    assert kernel.complete("%%autograph --view gr") == ["%%autograph --view graph"]
    kernel.run(COLLATZ)
    assert "%%autograph collatz" in kernel.complete("%%autograph coll")


def test_unloading_and_loading_again(kernel):
    assert kernel.run("%unload_ext nbgraph").status == "ok"
    assert kernel.run("%%autograph collatz(1)\n1\n").status == "error"
    again = kernel.run("%reload_ext nbgraph" + STAND_INS)
    assert again.status == "ok", again.texts("error")
    assert kernel.run(f"%%autograph collatz(1)\n{COLLATZ}").texts("display_data") == ["collatz(1) -> 85"]
