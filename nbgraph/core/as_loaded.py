"""Use libraries as they were when nbgraph was loaded, in its own code.

`textwrap.indent = mine` in a notebook is meant for the user's code: it is undone while nbgraph's runs.
"""

from __future__ import annotations

import ast
import builtins
import copy
import difflib
import functools
import html
import inspect
import itertools
import json
import linecache
import math
import operator
import os
import re
import textwrap
import threading
import time
import tokenize
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MethodType, ModuleType
from typing import Any

_MODULES = (
    *(ast, builtins, copy, difflib, functools, html, inspect, itertools, json, linecache, math, operator, os, re),
    *(textwrap, time, tokenize),
)
_LOADED = {module: dict(vars(module)) for module in _MODULES}

_lock = threading.RLock()
_lifted: dict[tuple[ModuleType, str], Any] = {}
"""What the user has set in a module, taken back for now."""
_runs: dict[int, bool] = {}
"""Whether a thread that is in a block here runs our code: else it runs the user's."""
_taken_back = False


@contextmanager
def as_loaded() -> Iterator[None]:
    """Undo the user's changes of the libraries that nbgraph calls, within the block.

    >>> original, textwrap.indent = textwrap.indent, lambda text, prefix: 1 / 0
    >>> with as_loaded():
    ...     textwrap.indent("a", "  "), held(textwrap)["indent"] is original
    ('  a', False)
    >>> textwrap.indent is original
    False
    >>> textwrap.indent = original
    """
    with _running(True):
        yield


@contextmanager
def as_patched() -> Iterator[None]:
    """Run user code with the user's changes, inside of nbgraph's code."""
    with _running(False):
        yield


@contextmanager
def _running(ours: bool) -> Iterator[None]:
    """Track which code this thread runs: blocks of several threads end in any order, but share the modules."""
    thread = threading.get_ident()
    before = _runs.get(thread)
    try:
        _run(thread, ours)
        yield
    finally:
        _run(thread, before)


def _run(thread: int, ours: bool | None) -> None:
    """Undo the user's changes if nbgraph's code runs in some thread and the user's in none; else apply them."""
    global _taken_back
    with _lock:
        _runs.pop(thread, None)
        if ours is not None:
            _runs[thread] = ours
        before, _taken_back = _taken_back, bool(_runs) and all(_runs.values())
        if _taken_back and not before:
            _lift()
        elif before and not _taken_back:
            _put_back()


def held(module: ModuleType) -> Mapping[str, Any]:
    """Return a module's attributes as the user's code sees them."""
    return {**vars(module), **{name: value for (owner, name), value in _lifted.items() if owner is module}}


def is_as_loaded() -> bool:
    """Return whether the user has changed no function of these libraries."""
    return not any(_changed(module, loaded) for module, loaded in _LOADED.items())


def _changed(module: ModuleType, loaded: Mapping[str, Any]) -> list[str]:
    """Return the names of the functions that the user has set in a module."""
    now = vars(module)
    if all(map(operator.is_, loaded.values(), now.values())):
        return []
    others = (name for name, value in loaded.items() if now.get(name, value) is not value)
    # a method is the kernel's `input`, or what a debugger has set
    return [
        name
        for name in others
        if not name.startswith("_") and callable(now[name]) and not isinstance(now[name], MethodType)
    ]


def _lift() -> None:
    for module, loaded in _LOADED.items():
        for name in _changed(module, loaded):
            _lifted[module, name] = vars(module)[name]
            setattr(module, name, loaded[name])


def _put_back() -> None:
    for (module, name), value in _lifted.items():
        setattr(module, name, value)
    _lifted.clear()
