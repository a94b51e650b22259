"""Serve calls in the worker process, one after the other, and send back the results.

    python -c "... from nbgraph.core.worker.child import main; main()" PARENT MEMORY WARMS

Standard input and output are the pipes to the notebook's process. What the calls print is sent as messages; Stop
arrives as a message too, and interrupts a call that runs Python code. A call that does not react (compiled code without
end) is ended from outside, with the process.
"""

from __future__ import annotations

import _thread
import contextlib
import gc
import importlib
import io
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from nbgraph.core.as_loaded import as_loaded
from nbgraph.core.collecting import uncollected
from nbgraph.core.errors import without_paths
from nbgraph.core.one_line import error_line
from nbgraph.core.worker.channel import Channel, Message
from nbgraph.core.worker.limits import die_first, die_with_parent, leave_memory, limit_memory


def main() -> None:
    """Serve until the other end of the pipe closes."""
    parent, memory, warms = map(int, sys.argv[1:])
    stop = _Stop()
    signal.signal(signal.SIGINT, stop)
    die_with_parent(parent)
    die_first()
    limit_memory(memory or None)
    channel = _own_pipes()
    waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(channel, waiting, stop), daemon=True).start()
    sys.stdout, sys.stderr = _stream(channel, "stdout"), _stream(channel, "stderr")
    with uncollected():
        from nbgraph.core.worker.warming import pieces  # late: the pipe is being read by now

        work = pieces(lambda: not waiting.empty()) if warms else iter(())
        (starting := threading.Thread(target=next, args=(work, None), daemon=True)).start()
        importlib.import_module("nbgraph.widgets.bundle")  # while the notebook's process packs the first job
        starting.join()
        importlib.import_module("nbgraph.core._jax").prepare_lowering()
        importlib.import_module("nbgraph.core.worker.replaced").refuse_questions()
        importlib.import_module("nbgraph.core.worker.replaced").warn_at_users_lines()
        gc.freeze()  # imported objects stay: no collection need scan them
    sys.setswitchinterval(0.0005)  # what compiles and draws beside the reading needs Python for moments only
    gc.set_threshold(5_000)  # a program of some hundred statements is many small objects, which all live
    channel.send("ready")
    _serve(*_next(waiting, work, 0.0), channel, stop)
    while True:
        _serve(*_next(waiting, work, _REST_S), channel, stop)


_REST_S = 0.3  # seconds without a message after which a worker is idle: cells that run one after the other come sooner


def _next(waiting: queue.SimpleQueue[Message], work: Iterator[None], rest: float) -> Message:
    """Return the next message; do an idle worker's work while none has come for `rest` seconds."""
    with contextlib.suppress(queue.Empty):
        return waiting.get(timeout=rest)
    for _ in work:
        if not waiting.empty():
            break
    return waiting.get()


def _own_pipes() -> Channel:
    """Return the pipes, moved away from the file numbers 0 and 1, which any code reads from and writes to."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return Channel(os.fdopen(reading, "rb"), os.fdopen(writing, "wb"), interruptible=False)


class _Stop:
    """Turns an interrupt into a KeyboardInterrupt while a call runs, and ignores it at any other time."""

    def __init__(self) -> None:
        self.running = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.running:
            self.running = False
            raise KeyboardInterrupt

    def again(self) -> None:
        """Install this handler again, after a call that may have set another one or an alarm."""
        signal.signal(signal.SIGINT, self)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)

    def interrupt(self) -> None:
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()


def _listen(channel: Channel, waiting: queue.SimpleQueue[Message], stop: _Stop) -> None:
    """Pass messages to the main thread; end the process when the pipe closes, whatever the main thread does."""
    try:
        while True:
            kind, body = channel.receive()
            if kind == "stop":
                stop.interrupt()
            else:
                waiting.put((kind, body))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(1)


@as_loaded()
def _serve(kind: str, body: bytes, channel: Channel, stop: _Stop) -> None:
    try:
        value = pickle.loads(body)
        if kind != "job":
            _enter(kind, value)
            return
    except BaseException as error:  # reading runs code of the user's modules
        channel.send("unreadable", error_line(error).encode(errors="replace"))
        return
    channel.send("begun")
    answer = _run(value, channel, stop)
    _flush()
    channel.send(*answer)


def _enter(kind: str, value: Any) -> None:
    """Set the part of the notebook's state that a call needs."""
    from nbgraph.core.worker.context import patches  # late, as above
    from nbgraph.core.worker.warming import end_for

    if kind == "context":
        end_for(value)
        value.enter()
    else:
        patches.enter(value)


def _flush() -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()


def _run(job: Any, channel: Channel, stop: _Stop) -> Message:
    from nbgraph.core.worker.context import forget_modules, left_behind, restore  # late: it imports JAX

    own, threads, modules = os.getpid(), frozenset(threading.enumerate()), frozenset(sys.modules)

    def tell(*news: Any) -> None:
        _end_of_copy(own)
        _flush()  # text printed earlier must be shown earlier
        restore()  # the next step starts with the notebook's settings
        channel.send("news", _dumps(news))

    leave_memory()
    try:
        stop.running = True
        try:
            result = job.run(tell)
        finally:
            stop.running = False
            _end_of_copy(own)
            stop.again()
            restore()
            forget_modules(modules)
            if left := left_behind(threads):
                channel.send("left", left.encode())
        return "result", _dumps(result)
    except KeyboardInterrupt:
        return "stopped", b""
    except BaseException as error:  # `SystemExit` of the user's function, too
        return "raised", _dumps_error(error)


def _end_of_copy(own: int) -> None:
    if os.getpid() != own:
        _flush()
        os._exit(0)


def _dumps(value: Any) -> bytes:
    from nbgraph.core.worker.jobs import pickled  # late, as above

    return pickled(value)


def _dumps_error(error: BaseException) -> bytes:
    """Pickle the error with its traceback as text, since frames cannot be pickled."""
    where = without_paths("".join(traceback.format_exception(error)))
    try:
        data = _dumps((error, where))
        pickle.loads(data)
    except Exception:  # an exception class with arguments of its own
        return _dumps((RuntimeError(error_line(error)), where))
    return data


def _stream(channel: Channel, name: str) -> io.TextIOWrapper:
    raw = _Sending(lambda data: channel.send(name, data))
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True)


class _Sending(io.RawIOBase):
    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        text = bytes(data)
        self._send(text)
        return len(text)
