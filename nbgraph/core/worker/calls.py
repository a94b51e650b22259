"""Make calls in the worker."""

from __future__ import annotations

import codecs
import sys
import threading
from collections.abc import Callable
from typing import Any

from nbgraph.core.paths import short_warning
from nbgraph.core.worker.channel import unpickled
from nbgraph.core.worker.context import Context
from nbgraph.core.worker.interrupts import interrupts
from nbgraph.core.worker.jobs import CannotTravelError, Job, Packed, packed
from nbgraph.core.worker.keeper import Keeper, keeper
from nbgraph.core.worker.process import EndedError, StoppedError, start_variables
from nbgraph.core.worker.thread import call_in_thread, in_time

_READ_S = 0.45
"""Seconds after Stop within which the answer of a call that ended by itself has to be read."""

News = Callable[..., None]
Print = Callable[[str, str], None]


class RemoteError(Exception):
    """The traceback of an error in the worker, as text; it is the cause of the error raised here."""

    def __str__(self) -> str:
        return f"\n\n{self.args[0]}"


def call(
    job: Job,
    on_news: News | None = None,
    on_fallback: Callable[[str], None] | None = None,
    *,
    using: Keeper = keeper,
    stop: threading.Event | None = None,
    on_print: Print | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Any:
    """Make a call in the worker, print here what it prints, and return its result.

    Args:
        on_news: called with what the call reports on its progress.
        on_fallback: called with the reason why the worker cannot make the call, before it is made here, in a thread.
        using: whose worker.
        stop: set to stop the call, as Stop does; for a call that nobody waits for, made in a thread of its own. A
            call without it comes first: it stops such a one.
        on_print: called with the name of the stream and the text, instead of printing it here.
        on_note: called with a sentence on what the call changed in the worker, or what could not be sent there.

    Raises:
        StoppedError: Stop was pressed, or `stop` was set.
        EndedError: the worker's process ended before there was an answer.
        Exception: whatever the call raises.
    """
    with using.turn(stop):
        hearing = _Hearing(on_news, on_print, on_note)
        if stop is not None and stop.is_set():
            raise StoppedError
        try:
            data = packed(job)
            try:
                return _call(data, hearing, using, stop)
            except EndedError:  # it ended between two calls, which only shows now
                if hearing.begun:
                    raise
                return _call(data, hearing, using, stop)
        except CannotTravelError as problem:
            if on_fallback is not None:
                on_fallback(str(problem))
            return call_in_thread(job, on_news, stop)


def _call(data: Packed, hearing: _Hearing, using: Keeper, stop: threading.Event | None) -> Any:
    worker = using.start()
    context = Context.here(worker.texts, worker.settings)
    if worker.devices not in (None, context.devices) or worker.variables != start_variables():
        using.close()
        return _call(data, hearing, using, stop)
    worker.devices = context.devices
    if context.lost:
        hearing.note(f"This ran without what the notebook has set here: {' and '.join(context.lost)} cannot be sent.")
    try:
        messages = ("context", context.pickled()), ("attributes", data.attributes), ("job", data.job)
        kind, body = worker.ask(*messages, hear=hearing, stop=stop)
        worker.texts.update(context.texts)
        worker.settings.update(context.settings)
    except KeyboardInterrupt:
        interrupts.heed()
        kind, body = worker.stop(hearing) or ("stopped", b"")
        result = in_time(lambda: unpickled(body), interrupts.left(_READ_S)) if kind == "result" else None
        raise StoppedError(result) from None
    except EndedError:
        raise
    except BaseException:  # its news could not be read or shown: its answer must not be taken for the next one's
        worker.kill()
        raise
    finally:
        hearing.end()
        if hearing.left:  # the next call must not find it
            using.close()
        using.start()
    if kind == "unreadable":
        using.close()  # more of it may be on its way
        raise CannotTravelError(f"the call cannot be read by another process ({body.decode()})")
    if kind == "raised":
        error, where = unpickled(body)
        raise error from RemoteError(where)
    if kind == "stopped":  # the call raised KeyboardInterrupt by itself
        raise KeyboardInterrupt
    return unpickled(body)


class _Hearing:
    """Passes on what arrives while a call runs: its output, and its progress."""

    def __init__(self, on_news: News | None, on_print: Print | None, on_note: Callable[[str], None] | None) -> None:
        self._on_news, self.note = on_news, on_note or (lambda sentence: None)
        self._print = on_print or print_here
        self.begun, self.left = False, ""
        self._decoders = {name: codecs.getincrementaldecoder("utf-8")("replace") for name in ("stdout", "stderr")}

    def __call__(self, kind: str, body: bytes) -> None:
        if kind in self._decoders:
            self._print(kind, self._decoders[kind].decode(body))
        elif kind == "news" and self._on_news is not None:
            self._on_news(*unpickled(body))
        elif kind == "left":
            self.left = body.decode()
            self.note(f"The call left something behind, which was ended with it: {self.left}.")
        elif kind == "begun":
            self.begun = True

    def end(self) -> None:
        for name, decoder in self._decoders.items():
            if rest := decoder.decode(b"", final=True):
                self._print(name, rest)


def print_here(stream: str, text: str) -> None:
    getattr(sys, stream).write(short_warning(text) if stream == "stderr" else text)
