"""What reads files, folders and the process: functions whose answer may be another one at the next call."""

from __future__ import annotations

import genericpath
import glob
import os
import shutil
import socket
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

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
    """The function behind a bound method, as a class holds it."""
    return getattr(function, "__func__", function)


_TABLE: dict[int, tuple[Any, Reason]] = {
    id(_plain(function)): (_plain(function), reason)
    for owner, names, reason in _MEMBERS
    for name in names.split()
    if (function := getattr(owner, name, None)) is not None
}


def reason_not_to_read(function: Any) -> Reason | None:
    """What is wrong with calling this while the graph is made, and what to write instead; None where nothing is.

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
