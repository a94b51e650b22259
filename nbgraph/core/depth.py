"""Room for deep code: functions that walk syntax trees call themselves as deep as the user's expressions go."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_DEEPEST = 20_000
"""Calls within calls: a sum of a thousand terms is a tree a thousand deep, and each level takes a few calls."""

_lock = threading.Lock()
_users: list[int] = []
"""The limit of recursion to go back to, once for each function that runs with more."""


def deep(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Run a function of ours with a higher limit of recursion; the user's own functions keep theirs.

    >>> nested = lambda n: n and nested(n - 1)
    >>> deep(nested)(5000)
    0
    """

    @functools.wraps(function)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with _lock:
            _users.append(_users[-1] if _users else sys.getrecursionlimit())
            sys.setrecursionlimit(max(_users[-1], _DEEPEST))
        try:
            return function(*args, **kwargs)
        finally:
            with _lock:
                before = _users.pop()
                if not _users:
                    sys.setrecursionlimit(before)

    return run


def usual(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Run a function with the user's own limit of recursion, within one of ours that is `deep`: it runs user's code.

    >>> endless = lambda n: endless(n + 1)
    >>> def attempt():
    ...     try: endless(0)
    ...     except RecursionError: return sys.getrecursionlimit()
    >>> deep(usual(attempt))() == sys.getrecursionlimit()
    True
    """

    @functools.wraps(function)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with _lock:
            deepest, own = sys.getrecursionlimit(), _users[-1] if _users else sys.getrecursionlimit()
            sys.setrecursionlimit(own)
        try:
            return function(*args, **kwargs)
        finally:
            with _lock:
                sys.setrecursionlimit(deepest)

    return run
