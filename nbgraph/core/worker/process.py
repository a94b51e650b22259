"""Start a worker from the notebook's process, wait for its answer, and stop it within a second.

It is started as a program of its own, not forked: a process in which JAX has run cannot be forked safely, and Windows
cannot fork at all. The start takes about a second, once, while the notebook's own process imports JAX as well.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, Generic, TypeVar, cast

from nbgraph.core.worker.channel import Channel, Message
from nbgraph.core.worker.interrupts import interrupts

POLL = 0.05
"""Seconds between two looks at whether the user has pressed Stop, on systems that do not tell at once."""
PATIENCE = 0.2
"""Seconds that a stopped call has to end by itself before its process is ended."""
_FUNERAL = 0.2
"""Seconds to wait for a process that was killed; one with much memory takes longer, and its reader waits on."""
_BACKLOG = 1000
_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_START = """
import importlib.util, json, sys
sys.path[:], package, file = json.loads(sys.argv.pop(1))
spec = importlib.util.spec_from_file_location("nbgraph", file, submodule_search_locations=[package])
sys.modules["nbgraph"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["nbgraph"])
from nbgraph.core.worker.child import main
main()
"""
_READ_ONCE = ("JAX_", "XLA_", "CUDA_", "ROCR_", "HIP_")
_ANSWERS = ("result", "raised", "stopped", "unreadable")

Hear = Callable[[str, bytes], None]


def start_variables() -> dict[str, str]:
    """Return the environment variables that JAX and XLA read when they start."""
    return {name: value for name, value in os.environ.items() if name.startswith(_READ_ONCE)}


def start_path() -> list[str]:
    """Return a new worker's module search path until it has imported its own modules; the notebook's folder is last.

    So a file of the user's with the name of a Python or library module does not replace it, as in the notebook, which
    has imported most of these before it looks into its folder.
    """
    first: list[str] = []
    last: list[str] = []
    for entry in sys.path:
        (last if entry in ("", ".") or _is_directory(entry) else first).append(entry)
    return [*first, *filter(None, (_absolute(entry) for entry in last))]


def _is_directory(entry: str) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samefile(entry, os.curdir)
    return False


def _absolute(entry: str) -> str:
    with contextlib.suppress(OSError):
        return os.path.abspath(entry)
    return ""


class EndedError(Exception):
    """The process ended; `args[0]` is its exit code, negative for a signal."""


class StoppedError(KeyboardInterrupt):
    """Stop was pressed while a call ran."""

    def __init__(self, result: Any = None) -> None:
        self.result = result  # what the call returned nevertheless, having noticed; None when it was broken off
        super().__init__()


def _open(command: list[str], variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Stop, sent to the notebook's process group, is not for the worker
        env=variables,
    )


class Worker:
    """One process that makes one call at a time."""

    def __init__(self, memory: int | None = None, *, warms: bool = False) -> None:
        """Start a process, which becomes ready later.

        Args:
            memory: bytes it may use; None for what the machine has.
            warms: whether it prepares while idle what a first call would wait for.
        """
        self.texts: dict[str, list[str]] = {}  # the cells' texts it has been sent, by file
        self.settings: dict[str, Any] = {}  # the settings it has been sent, by name
        self.devices: object = None  # the settings its devices were found with; None before its first call
        # the environment variables that its libraries read once, as they were when it was started
        self.variables = start_variables()
        # whether it has answered a call, so that it does not have to import anything for the next one
        self.warm = False
        self._messages: Backlog[Message] = Backlog(_BACKLOG)
        self._sending = False
        self._closed, self._started = threading.Event(), threading.Event()
        self._failure: OSError | None = None
        flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]  # as `multiprocessing` does
        path = json.dumps([start_path(), _PACKAGE, os.path.join(_PACKAGE, "__init__.py")])
        # Without -P a file named `json.py` in the notebook's folder would be imported by `_START`.
        command = [sys.executable, *flags, "-P", "-c", _START, path, *map(str, (os.getpid(), memory or 0, int(warms)))]
        # A second process on a GPU must leave the first one its memory.
        variables = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", **os.environ}
        self._reader = threading.Thread(
            target=self._live, args=(command, variables), name="nbgraph worker", daemon=True
        )
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Return whether it runs, or is about to."""
        return not self._started.is_set() or (self._failure is None and self._process.poll() is None)

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        self._wait_for_start()
        if self._failure is not None:
            raise self._failure
        return self._opened

    @property
    def _channel(self) -> Channel:
        self._wait_for_start()
        return self._connection

    def _wait_for_start(self) -> None:
        if not self._started.is_set():  # `wait` takes a lock, which Stop might leave taken
            self._started.wait()

    def ask(self, *messages: Message, hear: Hear, stop: threading.Event | None = None) -> Message:
        """Send messages, the last of them a job, and wait for the answer.

        Args:
            hear: is given everything that arrives before the answer.
            stop: set to break off the waiting, as Stop does.

        Raises:
            EndedError: the process ended.
            KeyboardInterrupt: Stop was pressed; the process continues, and `stop` ends its call.
        """
        self._sending = True
        with contextlib.suppress(OSError):  # it has ended: its last output is still to be read
            for kind, body in messages:
                self._channel.send(kind, body)
        self._sending = False
        return self._answer(self._arriving(stop=stop), hear)

    def stop(self, hear: Hear) -> Message | None:
        """Interrupt the running call and return its answer; None where the process had to be ended."""
        try:
            if self._sending:  # only part of a message was sent
                raise TimeoutError
            self._channel.send("stop")
            return self._answer(self._arriving(time.monotonic() + PATIENCE), hear)
        except (EndedError, OSError, TimeoutError):
            self.kill()
            return None
        except BaseException:  # Stop was pressed again
            self.kill()
            raise

    def kill(self) -> None:
        """End the process and what it has started."""
        self._closed.set()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._reader.join(_FUNERAL)

    def _live(self, command: list[str], variables: Mapping[str, str]) -> None:
        """Start the process and read from it, in one thread: on Linux the process dies with its thread."""
        try:
            self._opened = _open(command, variables)
            assert self._opened.stdin is not None
            assert self._opened.stdout is not None
            self._connection = Channel(cast(BinaryIO, self._opened.stdout), cast(BinaryIO, self._opened.stdin))
        except OSError as error:
            self._failure = error
            return
        finally:
            self._started.set()
        self._read()
        self._closed.wait()
        self._opened.wait()
        self._connection.close()  # here: closing what another thread reads from waits for that thread

    def _read(self) -> None:
        try:
            while not self._closed.is_set():
                self._messages.put(self._connection.receive(), self._closed.is_set)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._messages.put(("ended", b""), self._closed.is_set)

    def _arriving(self, deadline: float = float("inf"), stop: threading.Event | None = None) -> Iterator[Message]:
        while time.monotonic() < deadline:
            if stop is not None and stop.is_set():
                raise KeyboardInterrupt
            interrupts.check()
            with contextlib.suppress(queue.Empty):
                yield self._messages.get(POLL)
        raise TimeoutError

    def _answer(self, arriving: Iterator[Message], hear: Hear) -> Message:
        for kind, body in arriving:
            if kind == "ended":
                raise EndedError(self._process.wait())
            if kind in _ANSWERS:
                self.warm = True
                return kind, body
            hear(kind, body)
        raise TimeoutError


Item = TypeVar("Item")
_PAUSE_S = 0.001


class Backlog(Generic[Item]):
    """A queue between two threads, whose reader may be interrupted anywhere.

    A KeyboardInterrupt that arrives in `queue.Queue.get` between taking its lock and entering the block that leaves it
    keeps the lock for ever, and with it both threads. `queue.SimpleQueue` has no such moment, and no bound: its writer
    has to wait by itself.

    >>> backlog = Backlog(2)
    >>> backlog.put("begun"), backlog.get(1.0)
    (None, 'begun')
    """

    def __init__(self, most: int) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._most = most

    def put(self, item: Item, closed: Callable[[], bool] = lambda: False) -> None:
        """Add an item when there are fewer than `most`, or the queue is closed."""
        while self._items.qsize() >= self._most and not closed():
            time.sleep(_PAUSE_S)
        self._items.put(item)

    def get(self, seconds: float) -> Item:
        """Return the first item."""
        return self._items.get(timeout=seconds)
