"""A reader that is interrupted anywhere finds the queue as it was."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

from nbgraph.core.worker.process import Backlog

INTERRUPTED = """
import os, queue, signal, threading, time
from nbgraph.core.worker.process import Backlog

backlog, read = Backlog(100), 0
signal.signal(signal.SIGINT, signal.default_int_handler)

def write():
    while True:
        backlog.put(1)

def press():
    while not read:
        time.sleep(0.01)
    while True:
        time.sleep(0.0005)
        os.kill(os.getpid(), signal.SIGINT)

def read_on(end):
    global read
    while time.monotonic() < end:
        try:
            read += backlog.get(0.05)
        except queue.Empty:
            pass

threading.Thread(target=write, daemon=True).start()
threading.Thread(target=press, daemon=True).start()
end = time.monotonic() + 3
while time.monotonic() < end:
    try:
        read_on(end)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        pass
print("read", read > 1000, flush=True)
os._exit(0)
"""


def test_an_interrupted_reader_reads_on() -> None:
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert "read True\n" in ran.stdout, ran.stderr


def test_a_full_one_lets_its_writer_wait() -> None:
    backlog: Backlog[int] = Backlog(3)
    writer = threading.Thread(target=lambda: [backlog.put(item) for item in range(5)], daemon=True)
    writer.start()
    time.sleep(0.05)
    assert writer.is_alive()
    assert [backlog.get(5.0) for _ in range(5)] == [0, 1, 2, 3, 4]
    writer.join(5.0)
    assert not writer.is_alive()


def test_a_closed_one_keeps_nobody_waiting() -> None:
    backlog: Backlog[int] = Backlog(1)
    for item in range(3):
        backlog.put(item, closed=lambda: True)
    assert backlog.get(1.0) == 0
