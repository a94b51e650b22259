"""What a call leaves behind in the worker: nothing of it may reach the next call, so the worker is replaced."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from collections.abc import Collection

from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.worker.context import changed_for_good


def left_behind(before: Collection[threading.Thread]) -> str:
    """What is left of a call when its settings have been restored, in words; empty when nothing is."""
    parts = [f"a change of {label}" for label in changed_for_good()]
    if any(thread.is_alive() and thread not in before for thread in threading.enumerate()):
        parts.append("a thread that goes on")
    if _has_children():
        parts.append("a process that goes on")
    return " and ".join(parts)


def forget_modules(before: Collection[str]) -> None:
    """Let the next call import modules of the user's anew, which may have been edited by then."""
    for name in [name for name in sys.modules if name not in before]:
        file = getattr(sys.modules[name], "__file__", None)
        if isinstance(file, str) and is_user_file(file):
            del sys.modules[name]
    importlib.invalidate_caches()


def _has_children() -> bool:
    """Whether this process has started one that has not ended."""
    if not hasattr(os, "waitid"):
        return False
    try:
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return ended is None
