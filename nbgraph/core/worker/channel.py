"""Exchange messages between two processes: a word and some bytes each, over a pair of pipes.

The receiver unpickles the bytes, so that bytes that cannot be read cost one message and not the pipe.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO

from nbgraph.core.collecting import uncollected

Message = tuple[str, bytes]


def unpickled(body: bytes) -> Any:
    """`pickle.loads`, whose many new objects would have the garbage collector look at all there is.

    >>> unpickled(pickle.dumps([1, "two"]))
    [1, 'two']
    """
    with uncollected():
        return pickle.loads(body)


class Channel:
    """One end of a connection.

    >>> import io
    >>> pipe = io.BytesIO()
    >>> Channel(pipe, pipe).send("job", b"...")
    >>> _ = pipe.seek(0)
    >>> Channel(pipe, pipe).receive()
    ('job', b'...')
    """

    def __init__(self, reading: BinaryIO, writing: BinaryIO, *, interruptible: bool = True) -> None:
        """Open one end over two pipes.

        Args:
            interruptible: whether Stop may cut a message in two; if not, Stop waits until the message is sent.
        """
        self._reading = reading
        self._writing = writing
        self._lock = threading.Lock()
        self._guard = contextlib.nullcontext if interruptible else _uninterrupted

    def send(self, kind: str, body: bytes = b"") -> None:
        """Write a message, from any thread."""
        data = pickle.dumps((kind, body), protocol=5)
        with self._guard(), self._lock:
            self._writing.write(data)
            self._writing.flush()

    def receive(self) -> Message:
        """Wait for the next message."""
        message: Message = pickle.load(self._reading)
        return message

    def close(self) -> None:
        """Close this end; the reader at the other end gets an end of file."""
        for stream in (self._writing, self._reading):
            with contextlib.suppress(OSError):
                stream.close()


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
