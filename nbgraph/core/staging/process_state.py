"""Changes of what no snapshot of the names that a function mentions would show: of modules, and of the process."""

from __future__ import annotations

import ast
import decimal
import os
import sys
import types
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import CHANGING, objects_that
from nbgraph.core.staging.recorder import calling_frame


class SideEffectError(StagingError):
    """A compiled function changes something that outlives the call."""

    id = "side-effect"


def refuse_setting(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a call that changes a module or a setting of the process; the caller's caller is the user's code.

    Raises:
        SideEffectError: see there.
    """
    if not isinstance(function, types.FunctionType | types.BuiltinFunctionType):
        return
    if (function is setattr or function is delattr) and arguments and isinstance(arguments[0], types.ModuleType):
        _refuse(f"the module `{arguments[0].__name__}`", 4)
    if function is exec and (changed := _changed_by_text(*arguments[:2])):
        _refuse(changed, 4)
    if function in objects_that(Fact.SETTING):
        _refuse("a setting of the process", 4)
    if function.__name__ in CHANGING:
        refuse_entry(getattr(function, "__self__", None), 4)


def refuse_entry(container: Any, depth: int = 3) -> None:
    """Refuse a change of the variables of a module, or of a container that belongs to the process.

    Args:
        depth: how many calls above `calling_frame` the user's code is.

    Raises:
        SideEffectError: see there.
    """
    if container is os.environ:
        _refuse("the environment of the process", depth + 1)
    if container is sys.modules or container is sys.path:
        _refuse("what Python imports", depth + 1)
    if isinstance(container, ModuleVariables):
        _refuse(f"the module `{container['__name__']}`", depth + 1)
    if type(container) is not dict or not isinstance(container.get("__name__"), str):
        return
    module, own = sys.modules.get(container["__name__"]), calling_frame(depth - 1).python
    if own is not None and own.f_globals is container:
        return  # a snapshot of them is compared
    if module is not None and vars(module) is container:
        _refuse(f"the module `{module.__name__}`", depth + 1)


def _changed_by_text(text: Any, names: Any = None) -> str:
    """The global name that an executed text declares, so that what it sets outlives it; "" for none."""
    if not isinstance(text, str) or not (names is None or "__name__" in names):
        return ""
    try:
        found = (name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Global) for name in node.names)
        return f"`{next(found)}`"
    except (StopIteration, SyntaxError):  # Python will raise the latter
        return ""


def decimal_context() -> decimal.Context:
    """What `decimal.getcontext` is in a trace: the context, which may not change."""
    now = decimal.getcontext()
    flags, traps = ([each for each, is_set in found.items() if is_set] for found in (now.flags, now.traps))
    return _DecimalContext(now.prec, now.rounding, now.Emin, now.Emax, now.capitals, now.clamp, flags, traps)


class _DecimalContext(decimal.Context):
    def __setattr__(self, name: str, value: Any) -> None:
        _refuse("the context of `decimal`", 3)


class ModuleVariables(dict[str, Any]):
    """What `vars(module)` is in a trace: the variables, none of which may change."""

    def __setitem__(self, name: str, value: Any) -> None:
        """Refuse the change.

        Raises:
            SideEffectError: see there.
        """
        _refuse(f"the module `{self['__name__']}`", 3)


def _refuse(changed: str, depth: int) -> None:
    raise SideEffectError(
        f"{changed} is changed here and outlives the call, but a graph runs its Python only once",
        span=calling_frame(depth - 1).span,
        remedy="do it outside: before the call, or with what the function returns",
    )
