"""Refuse what Python reads from outside: random numbers, the clock, the keyboard, files, folders and the process.

A graph is made once and runs many times. An answer read while it is made would be the answer of every call, so reading
is refused. A generator of random numbers that the function makes itself, from a known seed, returns the same numbers
at every call in Python, too; to draw from it in a branch or a loop of the graph is refused as for any other iterator.
"""

from __future__ import annotations

import datetime
import genericpath
import glob
import os
import random
import shutil
import socket
import sys
import types
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.libraries import draw_of_jax
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import objects_that
from nbgraph.core.staging.impure.opaque import RANDOM
from nbgraph.core.staging.trace.recorder import calling_frame


class AskedOnceError(StagingError):
    """A random number, the time, a file or keyboard input is read while the graph is traced.

    Tracing happens once; every later call would reuse the value read at that moment.
    """

    id = "asked-once"


_DRAWN = "a random number is drawn once, while the graph is made, and every call would get the same one"
_SEED = (
    "the seed is set once, while the graph is made, and not again at each call",
    "`key = jax.random.key(seed)`, from which `jax.random.uniform(key)` draws",
)
_CLOCK = (
    "the clock is read once, while the graph is made, and every call would get the same time",
    "read the clock outside, before and after the call, or pass the time as an argument",
)
_INPUT = (
    "the question is asked once, while the graph is made, and every call would get the same answer",
    "ask before the call, and pass the answer as an argument",
)
_FILE = (
    "the file is opened once, while the graph is made, and not again at each call",
    "open the file outside, and pass what it holds, or write what the function returns",
)
SETTING = (
    "the setting is read once, while the graph is made, and every call would get the same one",
    "read it outside, and pass it as an argument",
)
_NOW = frozenset(("now", "today", "utcnow"))
_EVERYBODYS = (random.random.__self__, np.random.rand.__self__)  # type: ignore[attr-defined]  # behind the modules


def refuse_asking(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a call whose answer would be fixed once the graph is made."""
    reason = reason_to_refuse(function, arguments)
    if reason is not None:
        message, remedy = reason
        raise AskedOnceError(message, span=calling_frame(2).span, remedy=remedy)


def reason_to_refuse(function: Any, arguments: tuple[Any, ...]) -> tuple[str, str] | None:
    """Return the error message and the remedy for such a call; None for any other call.

    Args:
        arguments: its arguments; only their number matters.
    """
    owner = getattr(function, "__self__", None)
    if isinstance(owner, random.SystemRandom) or any(owner is each for each in _EVERYBODYS):
        return _SEED if function.__name__ == "seed" else (_DRAWN, _instead_of_draw(function, arguments))
    if owner is os.environ or function is os.getenv or function is sys.getrecursionlimit:
        return SETTING
    if function is input:  # in a notebook it is a method of the kernel
        return _INPUT
    if isinstance(function, types.BuiltinFunctionType):
        if function is open:
            return _FILE
        if function in objects_that(Fact.CLOCK):
            return None if arguments else _CLOCK
        if isinstance(owner, type) and issubclass(owner, datetime.date) and function.__name__ in _NOW:
            return _CLOCK
    return (
        (_DRAWN, _instead_of_draw(function, arguments)) if _draws(function, arguments) else reason_not_to_read(function)
    )


def _instead_of_draw(function: Any, arguments: tuple[Any, ...]) -> str:
    is_pythons = isinstance(getattr(function, "__self__", None), random.Random)
    call = draw_of_jax(function.__name__, arguments, is_pythons=is_pythons)
    return (
        f"`key, part = jax.random.split(key)` and `{call}`, with a `key` that is an argument;"
        " or draw before the call and pass the number"
    )


def _draws(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a call returns another random result each time; a new generator does unless it has a seed."""
    if getattr(function, "__module__", "") == "secrets" or getattr(function, "__name__", "") in ("uuid1", "uuid4"):
        return True
    if isinstance(function, type):
        return issubclass(function, RANDOM) and not arguments
    return function is np.random.default_rng and not arguments


Reason = tuple[str, str]

_READ = (
    "the file is read once, while the graph is made, and every call would get what it held then",
    "read the file outside, and pass what it holds as an argument",
)
_LOOK = (
    "the file system is asked once, while the graph is made, and every call would get the same answer",
    "ask before the call, and pass the answer as an argument",
)
_PROCESS = (
    "the system is asked once, while the graph is made, and every call would get the same answer",
    "ask before the call, and pass the answer as an argument",
)
_MEMBERS: tuple[tuple[Any, str, Reason], ...] = (
    (Path, "read_text read_bytes", _READ),
    (np, "load loadtxt genfromtxt fromfile fromregex memmap", _READ),
    (jnp, "load", _READ),
    (Path, "exists is_file is_dir is_symlink is_mount iterdir glob rglob stat lstat samefile owner group", _LOOK),
    (Path, "cwd home resolve absolute expanduser walk", _LOOK),
    (os, "listdir scandir walk fwalk stat lstat access getcwd getcwdb readlink statvfs", _LOOK),
    (os.path, "exists lexists isfile isdir islink ismount getsize getmtime getatime getctime samefile", _LOOK),
    (os.path, "abspath realpath expanduser expandvars", _LOOK),
    (genericpath, "exists isfile isdir getsize getmtime getatime getctime samefile", _LOOK),
    (glob, "glob iglob", _LOOK),
    (shutil, "which disk_usage", _LOOK),
    (os, "getpid getppid getlogin getloadavg urandom times", _PROCESS),
    (socket, "gethostname", _PROCESS),
)


def _plain(function: Any) -> Any:
    """Return the function of a bound method, as its class holds it."""
    return getattr(function, "__func__", function)


_TABLE: dict[int, tuple[Any, Reason]] = {
    id(_plain(function)): (_plain(function), reason)
    for owner, names, reason in _MEMBERS
    for name in names.split()
    if (function := getattr(owner, name, None)) is not None
}


def reason_not_to_read(function: Any) -> Reason | None:
    """Return the error message and the remedy for a call that reads files or the system; None for any other call.

    >>> reason_not_to_read(Path("a").read_text)[1]
    'read the file outside, and pass what it holds as an argument'
    >>> reason_not_to_read(os.path.join), reason_not_to_read(Path("a").with_suffix)
    (None, None)
    """
    plain = _plain(function)
    found, reason = _TABLE.get(id(plain), (None, None))
    if found is plain and reason is not None:
        return reason
    module, name = getattr(plain, "__module__", None), getattr(plain, "__name__", None)
    reads = isinstance(module, str) and isinstance(name, str) and module.startswith("pandas.") and name[:5] == "read_"
    return _READ if reads else None
