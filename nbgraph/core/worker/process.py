"""The notebook's end of a worker: starting it, waiting for its answer, stopping it within a second.

Started as a program of its own, not forked: a process in which JAX has run cannot be forked safely, and Windows
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
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, cast

from nbgraph.core.worker.channel import Channel, Message

POLL = 0.05
"""Seconds between two looks at whether the user has pressed Stop, on systems that do not tell at once."""
PATIENCE = 0.4
"""Seconds that a stopped call has to end by itself before its process is ended."""
_BACKLOG = 1000
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); from nbgraph.core.worker.child import main; main()"
)
_READ_ONCE = ("JAX_", "XLA_", "CUDA_", "ROCR_", "HIP_", "TPU_")
_ANSWERS = ("result", "raised", "stopped", "unreadable")

Hear = Callable[[str, bytes], None]


def start_variables() -> dict[str, str]:
    """The environment variables that JAX and XLA read when they start."""
    return {name: value for name, value in os.environ.items() if name.startswith(_READ_ONCE)}


class EndedError(Exception):
    """The process ended; `args[0]` is its exit code, negative for a signal."""


class StoppedError(KeyboardInterrupt):
    """Stop was pressed while a call ran.

    Attributes:
        result: what the call returned nevertheless, having noticed; None when it was broken off.
    """

    def __init__(self, result: Any = None) -> None:
        self.result = result
        super().__init__()


class Worker:
    """One process that makes one call at a time.

    Attributes:
        texts: the cells' texts it has been sent, by file.
        settings: the settings it has been sent, by name.
        devices: the settings its devices were found with; None before its first call.
        variables: the environment variables that its libraries read once, as they were when it was started.
    """

    def __init__(self, memory: int | None = None) -> None:
        """Start a process; it is not ready yet.

        Args:
            memory: bytes it may use; None for what the machine has.
        """
        self.texts: dict[str, list[str]] = {}
        self.settings: dict[str, Any] = {}
        self.devices: object = None
        self.variables = start_variables()
        path = json.dumps([*map(os.path.abspath, sys.path)])
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, path, str(os.getpid()), str(memory or 0)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Stop, sent to the notebook's process group, is not for the worker
            # A second process on a GPU must leave the first one its memory.
            env={"XLA_PYTHON_CLIENT_PREALLOCATE": "false", **os.environ},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._channel = Channel(cast(BinaryIO, self._process.stdout), cast(BinaryIO, self._process.stdin))
        self._messages: queue.Queue[Message] = queue.Queue(_BACKLOG)
        self._sending = False
        self._closed = threading.Event()
        self._reader = threading.Thread(target=self._read, name="nbgraph worker", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def ask(self, *messages: Message, hear: Hear, stop: threading.Event | None = None) -> Message:
        """Send messages, the last of them a job, and wait for the answer.

        Args:
            messages: what to send.
            hear: is given everything that arrives before the answer.
            stop: set to break off the waiting, as Stop does.

        Raises:
            EndedError: the process ended.
            KeyboardInterrupt: Stop was pressed; the process goes on, `stop` ends what it does.
        """
        self._sending = True
        with contextlib.suppress(OSError):  # it has ended: its last words are still to be read
            for kind, body in messages:
                self._channel.send(kind, body)
        self._sending = False
        return self._answer(self._arriving(stop=stop), hear)

    def stop(self, hear: Hear) -> Message | None:
        """Let the running call end; one that does not is ended with its process.

        Returns:
            The answer; None when the process had to be ended.
        """
        try:
            if self._sending:  # half a message is out
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
        self._process.wait()
        self._reader.join(1.0)
        self._channel.close()

    def _read(self) -> None:
        try:
            while not self._closed.is_set():
                self._put(self._channel.receive())
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._put(("ended", b""))

    def _put(self, message: Message) -> None:
        """Queue a message; a worker that prints faster than the notebook shows has to wait."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._messages.put(message, timeout=POLL)
                return

    def _arriving(self, deadline: float = float("inf"), stop: threading.Event | None = None) -> Iterator[Message]:
        while time.monotonic() < deadline:
            if stop is not None and stop.is_set():
                raise KeyboardInterrupt
            with contextlib.suppress(queue.Empty):
                yield self._messages.get(timeout=POLL)
        raise TimeoutError

    def _answer(self, arriving: Iterator[Message], hear: Hear) -> Message:
        for kind, body in arriving:
            if kind == "ended":
                raise EndedError(self._process.wait())
            if kind in _ANSWERS:
                return kind, body
            hear(kind, body)
        raise TimeoutError
