"""Messages over pipes."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from nbgraph.core.worker.channel import Channel


@contextlib.contextmanager
def a_pipe(*, interruptible: bool = True) -> Iterator[Channel]:
    reading, writing = os.pipe()
    channel = Channel(os.fdopen(reading, "rb"), os.fdopen(writing, "wb"), interruptible=interruptible)
    yield channel
    channel.close()


def test_messages_arrive_whole_and_in_order() -> None:
    messages = [("a", b""), ("b", bytes(range(256))), ("c", b"\x00" * 10_000)]
    with a_pipe() as channel:
        for message in messages:
            channel.send(*message)
        assert [channel.receive() for _ in messages] == messages


def test_a_closed_end_is_the_end() -> None:
    with a_pipe() as channel:
        channel.close()
        with pytest.raises((EOFError, ValueError)):
            channel.receive()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of Unix")
def test_stop_does_not_cut_a_message_in_two() -> None:
    """The message is larger than the pipe, so the signal arrives while it is being written."""
    body = b"x" * 1_000_000
    received = []

    def interrupt_and_read() -> None:
        time.sleep(0.1)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        received.extend(channel.receive() for _ in range(2))

    thread = threading.Thread(target=interrupt_and_read)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with a_pipe(interruptible=False) as channel:
            thread.start()
            with pytest.raises(KeyboardInterrupt):
                channel.send("long", body)
            channel.send("next")
            thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert received == [("long", body), ("next", b"")]
