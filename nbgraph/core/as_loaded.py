"""The libraries that our own code calls, as they were when nbgraph was loaded.

`textwrap.indent = mine` in a notebook is meant for the user's code: while ours runs, it is taken back.
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
_depth = 0


@contextmanager
def as_loaded() -> Iterator[None]:
    """Take back what the user has set in the libraries that our code calls, as long as the block runs.

    >>> original, textwrap.indent = textwrap.indent, lambda text, prefix: 1 / 0
    >>> with as_loaded():
    ...     textwrap.indent("a", "  "), held(textwrap)["indent"] is original
    ('  a', False)
    >>> textwrap.indent is original
    False
    >>> textwrap.indent = original
    """
    with _at(_depth + 1):
        yield


@contextmanager
def as_patched() -> Iterator[None]:
    """Within `as_loaded`: run code of the user's, with what the user has set."""
    with _at(0):
        yield


@contextmanager
def _at(depth: int) -> Iterator[None]:
    before = _depth
    try:
        _move(depth)
        yield
    finally:
        _move(before)


def _move(depth: int) -> None:
    """Count the blocks of ours: the first takes back what the user has set, and the last sets it again."""
    global _depth
    with _lock:
        before, _depth = _depth, depth
        if not before and depth:
            _lift()
        elif before and not depth:
            _put_back()


def held(module: ModuleType) -> Mapping[str, Any]:
    """A module's attributes as the user's code finds them."""
    return {**vars(module), **{name: value for (owner, name), value in _lifted.items() if owner is module}}


def _lift() -> None:
    for module, loaded in _LOADED.items():
        now = vars(module)
        if all(map(operator.is_, loaded.values(), now.values())):
            continue
        for name in [name for name, value in loaded.items() if now.get(name, value) is not value]:
            if not name.startswith("_") and callable(now[name]) and not isinstance(now[name], MethodType):
                _lifted[module, name] = now[name]  # a method is the kernel's `input`, or what a debugger has set
                setattr(module, name, loaded[name])


def _put_back() -> None:
    for (module, name), value in _lifted.items():
        setattr(module, name, value)
    _lifted.clear()
