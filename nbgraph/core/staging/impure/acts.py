"""Detect what a call does outside of its process: commands, files, connections, other processes.

Python raises an audit event for most of it, however deep in a helper or a library it happens. An act counts as the
user's if a line of the user's leads to it, without JAX or an import between them.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import jax

from nbgraph.core.errors import frames_of
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.ownership import is_own_file, is_user_file
from nbgraph.core.spans import Span
from nbgraph.core.staging.impure.inputs import AskedOnceError
from nbgraph.core.staging.trace.user_frames import span_of

_COMMAND, _PROCESS = "runs a command", "starts a process"
_WRITE, _CHANGE, _CONNECT = "writes a file", "changes files", "uses the network"
_THREAD = "_thread.start_new_thread"  # an event from Python 3.12 on
_LABELS: Mapping[str, str] = {
    "open": _WRITE,
    **dict.fromkeys(("os.system", "subprocess.Popen", "os.exec", "os.startfile", "pty.spawn"), _COMMAND),
    **dict.fromkeys(("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn"), _PROCESS),
    **dict.fromkeys(("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink"), _CHANGE),
    **dict.fromkeys(("os.truncate", "os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr"), _CHANGE),
    **dict.fromkeys(("shutil.rmtree", "shutil.move", "shutil.copyfile", "shutil.copytree", "shutil.chown"), _CHANGE),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"), _CONNECT),
    **dict.fromkeys(("socket.getaddrinfo", "urllib.Request", "http.client.connect", "smtplib.connect"), _CONNECT),
    **dict.fromkeys(("ftplib.connect", "imaplib.open", "poplib.connect", "nntplib.connect"), _CONNECT),
    "webbrowser.open": "opens a browser",
    "sqlite3.connect": "opens a database",
    "syslog.syslog": "writes to the system's log",
    "os.kill": "sends a signal",
    "signal.pthread_kill": "sends a signal",
    "builtins.input": "asks",
    _THREAD: "starts a thread",
}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_JAX_FILES = os.path.dirname(jax.__file__) + os.sep
_OUTSIDE = tuple(
    f"{os.sep}nbgraph{os.sep}core{os.sep}{capacity}{os.sep}" for capacity in ("timing", "examine", "worker")
)
_MOST = 20


@dataclass(frozen=True)
class Act:
    """Something that a call did outside of its process."""

    label: str  # a phrase after "the function", such as "runs a command"
    span: Span  # the user's line that led to it
    # whether `no_acts` can keep it from happening again, without harm to the caller: not writes to a file that is
    # already open, nor what JAX calls from a running graph
    guarded: bool = True


class ActedOnceError(AskedOnceError):
    """Something would be done outside of the process a second time, for a graph or a measurement."""

    act: Act

    @classmethod
    def of(cls, act: Act) -> ActedOnceError:
        """Make the error for an act."""
        error = cls(f"this {act.label}, and has to do so once only", span=act.span, remedy=_INSTEAD)
        error.act = act
        return error


@dataclass
class Acts:
    """The acts of one call of the user's function."""

    found: list[Act] = field(default_factory=list)  # each act once
    printed: bool = False  # whether it printed
    streams: Sequence[Any] = ()  # the open files that it can reach
    place: Span | None = None  # where the function is defined
    uses: Mapping[str, Span] = field(default_factory=dict)  # where its source first uses each name

    def place_of(self, name: str) -> Span | None:
        """Return where the function's source uses a name; else where the function is defined."""
        return self.uses.get(name.strip("`"), self.place)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Note the acts of the code that runs inside."""
        streams, positions = (sys.stdout, sys.stderr), list(map(_position, self.streams))
        sys.stdout, sys.stderr = (_Heard(stream, self) for stream in streams)
        try:
            with _heard_by(_Watch(self)):
                yield
        finally:
            sys.stdout, sys.stderr = streams
            if self.place is not None and positions != list(map(_position, self.streams)):
                self.note(Act("uses an open file", self.place, guarded=False))

    @property
    def unguarded(self) -> Act | None:
        """The first act that `no_acts` cannot keep from happening again; None if there is none."""
        return next((act for act in self.found if not act.guarded), None)

    def note(self, act: Act) -> None:
        """Add an act, unless it is known already or there are too many."""
        if act not in self.found and len(self.found) < _MOST:
            self.found.append(act)


def _position(stream: Any) -> int | None:
    """Return the position of an open file; None where the object has none."""
    try:
        return int(stream.tell())
    except (AttributeError, OSError, ValueError):
        return None


@contextlib.contextmanager
def no_acts(*, at_all: bool = False) -> Iterator[list[ActedOnceError]]:
    """Raise an error, at its line, for each act of the user's code inside.

    Args:
        at_all: also where acts are only noted, as in the first run of Python.

    Yields:
        The errors raised so far, those that user code has caught included.

    Raises:
        ActedOnceError: the code tries to act.
    """
    watch = _Watch(None)
    with _heard_by(watch, _first if at_all else _watches):
        yield watch.refused


class _Watch:
    """Receive audit events; of the threads that already run, only those of its own."""

    def __init__(self, acts: Acts | None) -> None:
        self._acts = acts
        self.refused: list[ActedOnceError] = []
        self._others = {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note the act of an event, or refuse it."""
        if threading.get_ident() in self._others or _is_harmless(event, arguments):
            return
        span = _users_place(sys._getframe(2))
        if span is None:
            return
        act = Act(_LABELS[event], span, guarded=not _is_called_by_jax(sys._getframe(2)))
        if self._acts is None:
            self.refused.append(ActedOnceError.of(act))
            raise self.refused[-1]
        self._acts.note(act)


_INSTEAD = "do it outside: before the call, or with what the function returns"


def _is_harmless(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether an event changes nothing: a file is only read, a database is in memory."""
    if event == "open":
        path, _, flags = arguments
        return path == os.devnull or not isinstance(flags, int) or not flags & _WRITING
    return event == "sqlite3.connect" and arguments[0] == ":memory:"


def _users_place(start: FrameType) -> Span | None:
    """Return the user's line that leads to an event; None where JAX, an import or nbgraph itself acts."""
    for frame in frames_of(start):
        file = frame.f_code.co_filename
        if is_user_file(file):
            return span_of(frame.f_code, frame.f_lasti, frame.f_lineno)
        if file.startswith((_JAX_FILES, "<frozen importlib")) or _is_boundary(file):
            return None
    return None


def _is_called_by_jax(start: FrameType) -> bool:
    """Whether JAX runs the user's code that leads here, as in a callback."""
    files = (frame.f_code.co_filename for frame in frames_of(start))
    return any(file.startswith(_JAX_FILES) for file in itertools.takewhile(lambda each: not _is_boundary(each), files))


def _is_boundary(file: str) -> bool:
    """Whether a file is the part of nbgraph that starts a run, not one that the user's code calls."""
    return is_own_file(file) and any(part in file for part in _OUTSIDE)


_watches: list[_Watch] = []
_first: list[_Watch] = []  # they hear in place of all others
_hooked: list[bool] = []


@contextlib.contextmanager
def _heard_by(watch: _Watch, among: list[_Watch] = _watches) -> Iterator[None]:
    if not _hooked:  # permanent: Python cannot remove an audit hook
        _hooked.append(True)
        sys.addaudithook(_hook)
    among.append(watch)
    start = threading.Thread.start

    @functools.wraps(start)
    def heard(thread: threading.Thread) -> None:
        _hook(_THREAD, ())
        start(thread)

    threading.Thread.start = heard  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        threading.Thread.start = start  # type: ignore[method-assign]
        among.remove(watch)


def _hook(
    event: str,
    arguments: tuple[Any, ...],
    labels: Mapping[str, str] = _LABELS,  # as defaults they are there also while Python shuts down
    watches: list[_Watch] = _watches,
    first: list[_Watch] = _first,
) -> None:
    if event in labels and (heard := first or watches):  # most events are not in the table
        heard[-1].hear(event, arguments)


class _Heard:
    """A stream that notes each write to it."""

    def __init__(self, stream: Any, acts: Acts) -> None:
        self._stream, self._acts = stream, acts

    def write(self, text: str) -> Any:
        """Write a string; a write by `warnings` does not count, as Python shows a warning once per line."""
        if sys._getframe(1).f_globals.get("__name__") != "warnings":
            self._acts.printed = True
        return self._stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
