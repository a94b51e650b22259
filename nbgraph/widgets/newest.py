"""Run only the newest piece of work, after a moment of quiet, and stop the piece before it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from nbgraph.core.records import dataclass, field
from nbgraph.core.worker.process import StoppedError

Work = Callable[[threading.Event], Any]
Done = Callable[[Any, BaseException | None], None]


class Debounced:
    """Calls back after a while without further calls; at once where no event loop runs, as in a script."""

    def __init__(self, callback: Callable[[], None], seconds: float) -> None:
        self.callback = callback
        self.seconds = seconds
        self._waiting: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        self.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.callback()
        else:
            self._waiting = loop.call_later(self.seconds, self.callback)

    def cancel(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


@dataclass(frozen=True, eq=False)
class _Piece:
    """One piece of work; the event stops it, for good or for a while."""

    work: Work
    done: Done
    stop: threading.Event = field(default_factory=threading.Event)


def in_loop() -> Callable[..., object]:
    """Return a function that makes calls in the running event loop, from any thread; without a loop at once."""
    try:
        return asyncio.get_running_loop().call_soon_threadsafe
    except RuntimeError:
        return lambda call, *arguments: call(*arguments)


def beside(work: Callable[[], Any], done: Done) -> None:
    """Run a piece of work in a thread; without an event loop in the calling one.

    Args:
        done: is given the result and the error, one of them None, in the event loop's thread.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        done(*_outcome(work))
    else:

        def run() -> None:
            outcome = _outcome(work)
            with contextlib.suppress(RuntimeError):  # the loop is closed: no code waits for the outcome
                loop.call_soon_threadsafe(done, *outcome)

        threading.Thread(target=run, name="nbgraph beside", daemon=True).start()


def _outcome(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:  # raised again where the work was asked for
        return None, error


class Newest:
    """Runs one piece of work at a time, in a thread; without an event loop in the calling one."""

    def __init__(self) -> None:
        self._piece: _Piece | None = None

    def __call__(self, work: Work, done: Done) -> None:
        """Stop the running piece, and run `work`.

        Args:
            work: is given an event that is set when it should stop; it raises `StoppedError` then.
            done: is given the result and the error, one of them None, in the event loop's thread; it is not called
                for work that was stopped for newer one.
        """
        self.stop()
        piece = self._piece = _Piece(work, done)
        beside(lambda: self._made(piece), lambda result, error: self._finish(piece, result, error))

    def stop(self) -> None:
        """Stop the running piece; its `done` is not called."""
        piece, self._piece = self._piece, None
        if piece is not None:
            piece.stop.set()

    def _made(self, piece: _Piece) -> Any:
        while True:
            try:
                return piece.work(piece.stop)
            except StoppedError:
                if self._piece is not piece or not piece.stop.is_set():
                    raise
                piece.stop.clear()  # it was stopped for a cell's own call, and is started again after it

    def _finish(self, piece: _Piece, result: Any, error: BaseException | None) -> None:
        if self._piece is piece:
            self._piece = None
            piece.done(result, error)
