"""Whose code it is: the user's is converted and observed, installed packages are left alone."""

from __future__ import annotations

import functools
import os
import sysconfig
import types
from typing import Any

_LIBRARIES = tuple(
    os.path.normcase(os.path.abspath(sysconfig.get_path(kind))) + os.sep
    for kind in ("stdlib", "platstdlib", "purelib", "platlib")
)
_PACKAGE = os.path.normcase(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))) + os.sep


@functools.lru_cache(maxsize=4096)
def is_user_file(file: str) -> bool:
    """Whether a file name (or a cell's) belongs to the user: not the standard library, an installed package or us."""
    if file.startswith("<frozen") or file in ("<string>", "<stdin>"):
        return file != "<stdin>" and not file.startswith("<frozen")
    path = os.path.normcase(os.path.abspath(file)) if not file.startswith("<") else file
    return not path.startswith((*_LIBRARIES, _PACKAGE))


def is_user_function(function: Any) -> bool:
    """Whether a function is written in the user's Python."""
    return isinstance(function, types.FunctionType) and is_user_file(function.__code__.co_filename)


def is_user_class(cls: type) -> bool:
    """Whether a class is defined in the user's Python: some method of it is, or its module is the user's."""
    return _is_user_class(cls)


@functools.lru_cache(maxsize=4096)
def _is_user_class(cls: type) -> bool:
    if cls.__module__ in ("builtins", "functools", "collections"):
        return False
    import sys

    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if file is None:
        return cls.__module__ == "__main__" or module is None
    return is_user_file(file)
