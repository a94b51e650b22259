"""Cells that hang, crash, exit or eat memory where the magic runs them; each is survived by the notebook's process.

A fault's cell prints "now !!" when it is about to go wrong; `stops` says that the user then presses Stop. The function
runs as plain Python first, so a fault in the graph only is one behind `traced`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

SETUP = """
import ctypes, os, signal, sys, threading, time
import jax, jax.numpy as jnp, numpy as np
from jax import lax
import nbgraph as ng
%load_ext nbgraph

kept = [1, 2, 3]

@ng.do_not_convert
def traced(x):
    return isinstance(x, jax.core.Tracer)

def for_ever(a):
    # odd numbers never reach 0; a loop that changes nothing would be optimised away
    return lax.while_loop(lambda a: a != 0, lambda a: a + 2, a)

class Stuck:
    def __reduce__(self):
        raise TypeError("it stays here")

    def __deepcopy__(self, memo):
        return self

slow = jax.jit(lambda m: lax.fori_loop(0, 60, lambda i, m: m @ m / 1500, m))

@ng.do_not_convert  # what converted code prints appears in its turn, after a trace that never ends
def now():
    print("now", "!!", flush=True)
"""

HEALTHY = """
%%autograph -o result healthy(27)
def healthy(a):
    n = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        n = n + 1
    return n
"""
QUICK = HEALTHY.replace("-o result", "-o result --no-timing")


@dataclass(frozen=True)
class Fault:
    """One way to go wrong.

    Attributes:
        name: what goes wrong, where.
        body: the function's body, indented; its argument is `x`.
        call: the call on the magic's line.
        stops: whether the user presses Stop once "now !!" is printed.
        says: what stands in the error's text, or in what is shown.
    """

    name: str
    body: str
    call: str = "f(3)"
    stops: bool = False
    says: str = ""

    @property
    def cell(self) -> str:
        """The cell as a user would type it."""
        return f"%%autograph {self.call}\ndef f(x):\n{self.body}"


def _endless(name: str, *lines: str, call: str = "f(3)") -> Fault:
    return Fault(name, "".join(f"    {line}\n" for line in lines), call, stops=True)


def _ending(name: str, says: str, *lines: str, call: str = "f(3)") -> Fault:
    return Fault(name, "".join(f"    {line}\n" for line in lines), call, says=says)


IN_TRACE = "if traced(x):"
_CALLBACK = "jax.pure_callback(lambda v: {}, jax.ShapeDtypeStruct((), np.int32), jnp.asarray(x)) if traced(x) else x"

OVERFLOW = "SIGSEGV" if sys.version_info < (3, 12) else "RecursionError"  # later Pythons count calls from C, too

FAULTS = (
    _endless("python runs for ever", "now()", "while True:", "    pass"),
    _endless("python catches every exception", "now()", "while True:", "    try:", "        time.sleep(0.01)",
             "    except BaseException:", "        pass"),
    _endless("python sleeps", "now()", "time.sleep(1000)", "return x"),
    _endless("python ignores interrupts", "signal.signal(signal.SIGINT, signal.SIG_IGN)", "now()", "while True:",
             "    pass"),
    _endless("a compiled loop runs for ever", "now()", "return for_ever(x)"),
    _endless("a compiled loop runs for ever in the graph only", "if traced(x):", "    now()",
             "    return for_ever(x)", "return x"),
    _endless("tracing never ends", IN_TRACE, "    now()", "    while True:", "        pass", "return x"),
    _endless("a callback never returns", "now()", f"return {_CALLBACK.format('time.sleep(1000)')}"),
    _endless("native code holds the interpreter's lock", "now()", "ctypes.PyDLL(None).sleep(1000)", "return x"),
    _endless("it prints for ever", "now()", "while True:", "    print('more')"),
    _endless("its own thread goes on", "threading.Thread(target=time.sleep, args=(1000,)).start()", "now()",
             "while True:", "    pass"),
    _endless("a child of its own goes on", "os.fork() or time.sleep(1000)", "now()", "time.sleep(1000)"),
    _endless("its process is suspended", "now()", "os.kill(os.getpid(), signal.SIGSTOP)", "return x"),
    _endless("the times take for ever", "if not traced(x):", "    time.sleep(0.3)", "now()", "return x"),
    _endless("an argument cannot travel", "now()", "while True:", "    pass", call="f(Stuck())"),
    _ending("python crashes", "SIGSEGV", "ctypes.string_at(0)", "return x"),
    _ending("tracing crashes", "SIGSEGV", IN_TRACE, "    ctypes.string_at(0)", "return x"),
    _ending("a callback crashes", "SIGSEGV", f"return {_CALLBACK.format('ctypes.string_at(0)')}"),
    _ending("python exits", "exit code 3", "os._exit(3)"),
    _ending("tracing exits", "exit code 3", IN_TRACE, "    os._exit(3)", "return x"),
    _ending("a callback exits", "exit code 3", f"return {_CALLBACK.format('os._exit(3)')}"),
    _ending("python aborts", "SIGABRT", "os.abort()"),
    _ending("tracing aborts", "SIGABRT", IN_TRACE, "    os.abort()", "return x"),
    _ending("a callback aborts", "SIGABRT", f"return {_CALLBACK.format('os.abort()')}"),
    _ending("python leaves by SystemExit", "SystemExit", "sys.exit(3)"),
    _ending("it closes every file", "ended", "os.closerange(0, 200)", "return x"),
    _ending("it kills its own process", "SIGKILL", "os.kill(os.getpid(), signal.SIGKILL)"),
    _ending("python wants all memory", "MemoryError", "return len(bytearray(10**14))"),
    _ending("python eats memory", "MemoryError", "k = []", "while True:", "    k.append(np.empty(10**9, np.uint8))"),
    _ending("the graph wants all memory", "", "return jnp.zeros((10**6, 10**6)).sum() + x if traced(x) else x"),
    _ending("python recurses for ever", "RecursionError", "def g(n):", "    return g(n + 1)", "return g(x)"),
    _ending("the stack overflows", OVERFLOW, "sys.setrecursionlimit(10**8)", "def g(n):",
            "    return max([n], key=g)", "return g(x)"),
)  # fmt: skip
