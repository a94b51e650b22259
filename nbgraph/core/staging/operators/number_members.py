"""Give traced numbers only the attributes of Python's numbers."""

from __future__ import annotations

import functools
import types
from typing import Any

from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.operators.builtin_numbers import number
from nbgraph.core.staging.trace.kind_questions import may_be_of_array, refuse_truth_of_array
from nbgraph.core.staging.trace.number_kinds import CLASSES
from nbgraph.core.staging.values.values import is_traced, type_of


def getattr_(value: Any, name: str, *default: Any) -> Any:
    """Return `getattr(...)`; a traced scalar that is a Python number has the attributes of that class.

    An argument from `jax.grad`, `jax.vmap` or `jax.lax.scan` is JAX's in Python, too.
    """
    cls = _class_of(value) if effects.is_own_trace() else None
    if cls is None or not isinstance(name, str):
        return getattr(value, name, *default)
    if not hasattr(cls, name) and hasattr(value, name) and not may_be_of_array(value):
        if default:
            return default[0]
        raise AttributeError(f"'{cls.__name__}' object has no attribute '{name}'", name=name, obj=value)
    if cls is bool and name in _PARTS:
        refuse_truth_of_array(f"`.{name}`", value)
        value = number(value)
    return getattr(value, name, *default)


def method_of_number(method: types.MethodType) -> Any:
    """Return a method of a traced value as `getattr` returns it."""
    name = name_of_method(method)
    return method if name is None else getattr_(method.__self__, name)


def name_of_method(method: types.MethodType) -> str | None:
    """Return the name of a method of a traced value; None if it is none."""
    cls: Any = type(method.__self__)
    return _methods_of(cls).get(method.__func__)


@functools.cache
def _methods_of(cls: type[Any]) -> dict[Any, str]:
    """Return the methods of a JAX class with their names; as functions they have other names."""
    return {found: name for name in dir(cls) if isinstance(found := getattr(cls, name), types.FunctionType)}


_PARTS = ("real", "imag", "conjugate", "conj")


def _class_of(value: Any) -> type | None:
    """Return the class of Python's numbers for a traced scalar's dtype; None for any other value."""
    return CLASSES.get(type_of(value).dtype_kind) if is_traced(value) and not type_of(value).shape else None
