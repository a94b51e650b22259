"""Every fault is survived: the prompt comes back, names and results are kept, the next call is right."""

from __future__ import annotations

import os
import queue
import random
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults.faults import FAULTS, HEALTHY, QUICK, SETUP, Fault
from tests.magics.kernels import Kernel, Run

MEMORY = 8 * 10**9
CHECK = """
print(kept, int(jax.jit(lambda a: a + 1)(41)), healthy(27), result.value)
"""
WORKER = "from nbgraph.core.worker.keeper import keeper\nprint(keeper.start().pid)"
ENDLESS = """
%%autograph f(3)
def f(x):
    now()
    return for_ever(x)
"""
HUNG_DOT = """
import stat, tempfile
folder = tempfile.mkdtemp()
path = os.path.join(folder, "dot")
with open(path, "w") as file:
    file.write("#!/bin/sh\\nexec sleep 1000\\n")
os.chmod(path, 0o755)
before = os.environ["PATH"]
os.environ["PATH"] = folder + os.pathsep + before
keeper.close()
"""


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for all faults: what one leaves behind, the next would find."""
    with closing(Kernel()) as kernel:
        limit = f"from nbgraph.core.worker.keeper import keeper\nkeeper.close(); keeper.memory = {MEMORY}\n"
        assert kernel.run(SETUP + limit).status == "ok"
        assert kernel.run(HEALTHY).status == "ok"
        yield kernel


def is_sound(kernel: Kernel) -> None:
    """The notebook is as it was, and works."""
    assert kernel.run("result = None").status == "ok"
    healthy = kernel.run(QUICK)
    assert healthy.status == "ok", healthy.texts("error")
    assert healthy.texts("display_data")[0].startswith("healthy(27) = 111\nSame result as plain Python: 111.")
    assert kernel.run(CHECK).texts("stream") == ["[1, 2, 3] 42 111 111\n"]


def stopped(kernel: Kernel, cell: str) -> Run:
    """Run a cell, and press Stop when it has printed "now !!"."""
    request = kernel.send(cell)
    kernel.wait_for(request, "now !!")
    kernel.interrupt()
    return kernel.finish([request])[0]


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in FAULTS])
def test_a_fault_costs_one_call(kernel: Kernel, fault: Fault) -> None:
    run = stopped(kernel, fault.cell) if fault.stops else kernel.run(fault.cell)
    assert run.status == ("error" if fault.stops or fault.says else run.status)
    if fault.stops:
        assert run.reply["ename"] == "KeyboardInterrupt", run.texts("error")
        assert "nbgraph/" not in run.texts("error")[0]
    assert fault.says in "".join(run.texts("error"))
    is_sound(kernel)


def worker_of(kernel: Kernel) -> int:
    return int(kernel.run(WORKER).texts("stream")[0])


def test_stop_at_any_moment(kernel: Kernel) -> None:
    """Between two moments nobody thought of, too."""
    moments = random.Random(2026)
    lost = 0
    for _ in range(12):
        request = kernel.send("result = None\n" if moments.random() < 0.2 else HEALTHY)
        kernel.wait_for_begin(request)
        time.sleep(moments.uniform(0.0, 1.2))
        kernel.interrupt(0)
        reply = kernel.reply_to_stopped(request)
        lost += reply is None
        assert (reply or {}).get("ename", "KeyboardInterrupt") == "KeyboardInterrupt"
    try:
        is_sound(kernel)
    except queue.Empty:  # the last press came while nothing ran, and took the next reply
        lost += 1
        is_sound(kernel)
    assert lost <= 2  # by ipykernel, rarely


def test_stop_pressed_twice(kernel: Kernel) -> None:
    request = kernel.send("%%autograph f(3)\ndef f(x):\n    now()\n    ctypes.PyDLL(None).sleep(1000)\n")
    kernel.wait_for(request, "now !!")
    kernel.interrupt()
    kernel.interrupt(0.1)
    assert kernel.finish([request])[0].status == "error"
    is_sound(kernel)


def test_what_plain_python_gave_is_shown_when_the_graph_is_stopped(kernel: Kernel) -> None:
    body = "    if traced(x):\n        now()\n        return for_ever(x)\n"
    run = stopped(kernel, f"%%autograph -o result f(3)\ndef f(x):\n{body}    return x * 14\n")
    assert run.reply["ename"] == "KeyboardInterrupt"
    shown = run.texts("display_data")[0]
    assert shown.startswith("f(3) = 42\n")
    assert "Stopped while the graph ran for the first time." in shown
    assert kernel.run("print(result.value)").texts("stream") == ["42\n"]


SWEEP = """
%%autograph -o result --sweep n=1,2,3,4,5 f(1)
import time
def f(n):
    time.sleep(0.1)
    return n * 42
"""


def test_stop_keeps_what_a_sweep_has_measured(kernel: Kernel) -> None:
    request = kernel.send(SWEEP)
    kernel.wait_for(request, "measuring n = 2, size 2 of 5 …")
    kernel.interrupt(0)
    run = kernel.finish([request])[0]
    assert run.reply["ename"] == "KeyboardInterrupt"
    (shown,) = run.texts("display_data")  # the line that said so is gone
    assert shown.startswith("f(1) = 42\n")
    said = kernel.run("print(*result.reports[0].sweep.sentences[-1:])").texts("stream")
    assert said == ["Stopped: 1 of 5 sizes were measured.\n"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_is_killed_while_it_waits(kernel: Kernel, number: signal.Signals) -> None:
    os.kill(worker_of(kernel), number)
    is_sound(kernel)


def test_a_layout_that_hangs_costs_the_picture_at_most(kernel: Kernel) -> None:
    kernel.run(HUNG_DOT)
    is_sound(kernel)
    kernel.run('os.environ["PATH"] = before\nkeeper.close()')
    is_sound(kernel)


def test_an_argument_that_is_still_being_computed(kernel: Kernel) -> None:
    """JAX's own wait for it could not be interrupted."""
    kernel.run("arrays = jnp.ones((1500, 1500))")
    run = stopped(kernel, "%%autograph f(now() or slow(arrays))\ndef f(x):\n    return x\n")
    assert run.reply["ename"] == "KeyboardInterrupt"
    is_sound(kernel)


def is_gone(pid: int) -> bool:
    """Whether a process ends within seconds; a dead one that nobody has asked for counts."""
    for _ in range(100):
        status = Path(f"/proc/{pid}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="reads /proc")
@pytest.mark.parametrize("how", ["kill", "restart", "exit", "shutdown"])
def test_no_worker_outlives_its_kernel(how: str) -> None:
    kernel = Kernel()
    try:
        assert kernel.run(SETUP).status == "ok"
        worker = worker_of(kernel)
        kernel.wait_for(kernel.send(ENDLESS), "now !!")
        getattr(kernel, how)()
        assert is_gone(worker)
    finally:
        kernel.close()
