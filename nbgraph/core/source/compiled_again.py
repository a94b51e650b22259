"""Compiling what Python has compiled for the user before, and warned about then."""

from __future__ import annotations

import ast
import types
import warnings


def compile_again(code: str | ast.Module, file: str, flags: int) -> types.CodeType:
    """Compile a module without its warnings.

    >>> compile_again("1 is 1", "cell.py", 0).co_filename
    'cell.py'

    Raises:
        SyntaxError: as `compile` does.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled: types.CodeType = compile(code, file, "exec", flags, dont_inherit=True)
    return compiled
