"""What pasted code needs before it: imports, constants, and the one helper for run-time checks."""

from __future__ import annotations

import ast
import builtins
import sys
import types
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.analysis.names import free_names
from nbgraph.core.source.environment import UNKNOWN, Environment
from nbgraph.core.specialise.plan import Plan

_IMPORTS = {"jax": "import jax", "jnp": "import jax.numpy as jnp", "lax": "from jax import lax"}
_RAISE_UNLESS = (
    "def raise_unless(condition, message):",
    "    if not condition:",
    "        raise AssertionError(message)",
)
LARGEST_CONSTANT = 64  # elements of an array that code spells out


def prelude(functions: Sequence[ast.stmt], environment: Environment, plan: Plan, own: frozenset[str]) -> list[str]:
    """The lines before special code, so that it runs in an empty module.

    Args:
        functions: the special code.
        environment: what its free names stand for.
        plan: the decisions, to refuse with.
        own: names that the code defines itself.

    Raises:
        NoSpecialFormError: the code reads something that cannot be written down.
    """
    wanted = {name for function in functions for name in _free(function)} - own
    imports, constants, checks = [], [], []
    for name in sorted(wanted):
        value = environment.outer.get(name, UNKNOWN)
        if name in _IMPORTS and (value is UNKNOWN or isinstance(value, types.ModuleType)):
            imports.append(_IMPORTS[name])
        elif name == "raise_unless":
            checks = ["", "", *_RAISE_UNLESS]
        elif value is UNKNOWN or hasattr(builtins, name):
            continue
        elif isinstance(value, types.ModuleType):
            imports.append(f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}")
        else:
            constants.append(
                f"{name} = {spell(value, name, plan)}" if not _is_library(value) else _import_of(value, name)
            )
            if "jnp." in constants[-1]:
                imports.append(_IMPORTS["jnp"])
    imports += [line for line in constants if line.startswith("from ")]
    constants = [line for line in constants if not line.startswith("from ")]
    return [*sorted(dict.fromkeys(imports), key=_import_order), *([""] if constants else []), *constants, *checks]


def _import_order(line: str) -> tuple[bool, str]:
    return line.startswith("from "), line


def _free(node: ast.stmt) -> frozenset[str]:
    if isinstance(node, ast.FunctionDef):
        return free_names(node)
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _is_library(value: Any) -> bool:
    module = getattr(value, "__module__", "") or ""
    return callable(value) and module.split(".")[0] in ("jax", "numpy", "math", "functools")


def _import_of(value: Any, name: str) -> str:
    module = value.__module__
    public = next((m for m in ("jax", "jax.numpy", "jax.lax", "jax.nn", "numpy", module) if _has(m, value)), module)
    original = value.__name__
    return f"from {public} import {original}" + ("" if original == name else f" as {name}")


def _has(module: str, value: Any) -> bool:
    return getattr(sys.modules.get(module), getattr(value, "__name__", ""), None) is value


def spell(value: Any, name: str, plan: Plan) -> str:
    """A constant as code: numbers and strings, arrays of at most 64 elements, flat lists and tuples.

    Raises:
        NoSpecialFormError: it has no short literal form.
    """
    if isinstance(value, bool | int | float | complex | str | bytes | type(None)):
        return repr(value) if repr(value) not in ("inf", "-inf", "nan") else f"float({repr(value)!r})"
    if isinstance(value, jax.Array | np.ndarray | np.generic) and np.size(value) <= LARGEST_CONSTANT:
        array = np.asarray(value)
        return f"jnp.array({array.tolist()!r}, jnp.{array.dtype.name if array.dtype.kind != 'b' else 'bool_'})"
    if isinstance(value, list | tuple) and all(isinstance(v, bool | int | float | str | type(None)) for v in value):
        return repr(value)
    raise plan.refuse(plan.converted.node, f"`{name}`, a {type(value).__name__} from outside, cannot be written down")
