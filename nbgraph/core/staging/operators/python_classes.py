"""Answer `type(x)`, `x.__class__` and `isinstance` with the class that the value has in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import jax
import numpy as np

from nbgraph.core._jax import Array
from nbgraph.core.staging.lists.contents import Contents
from nbgraph.core.staging.sequences.derived_sequences import Enumerate, Map, Reversed, Zip
from nbgraph.core.staging.sequences.sequences import Range, Sequence
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.kind_questions import asked, refuse_of_array
from nbgraph.core.staging.trace.number_kinds import CLASSES
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import is_traced, type_of

_PYTHONS: dict[type, type] = {Range: range, Enumerate: enumerate, Zip: zip, Map: map, Reversed: reversed}


def class_of(value: Any) -> type:
    """Return the class of a value in Python.

    Args:
        value: a list of converted code, a staged sequence, a traced number or array, or any other value.

    Raises:
        StagingError: the class of a number is known at run time only.
    """
    if isinstance(value, Contents):
        return value.python
    if (cls := kind_of(value).stands_for(value)) is not None:
        return cls
    if isinstance(value, Sequence):
        return _PYTHONS.get(type(value), type(value))
    if not is_traced(value):
        return type(value)
    kind = type_of(value)
    if kind.shape:
        return ArrayClass("ndarray", (), {})
    if kind.dtype_kind not in CLASSES:
        return type(value)
    refuse_of_array(value, lambda _: True)
    found: type = asked(value, lambda stands_for: stands_for)
    return found


def refuse_array_class() -> NoReturn:
    """Refuse a question whether an array of a graph is NumPy's or JAX's."""
    raise recorder.refusal(
        "a graph does not know whether an array came from NumPy or from JAX",
        "ask for both, `isinstance(v, (np.ndarray, jax.Array))`; or for what you need, as `v.ndim`",
    )


def of_array(answer: Callable[[type], bool]) -> bool:
    """Return the answer to a question on an array's class, if it is the same for NumPy and JAX; else refuse it."""
    answers = {answer(np.ndarray), answer(Array)}
    if len(answers) > 1:
        refuse_array_class()
    return answers.pop()


class ArrayClass(type):
    """Stands for the class of an array of a graph; refuses questions that NumPy and JAX answer differently.

    Each array has its own, so that comparing those of two arrays asks `__eq__`.
    """

    def __eq__(cls, other: object) -> bool:
        if isinstance(other, type) and (isinstance(other, ArrayClass) or issubclass(other, np.ndarray | jax.Array)):
            refuse_array_class()
        return False

    def __hash__(cls) -> int:
        return hash(np.ndarray)  # a lookup among classes then asks `__eq__`

    def __repr__(cls) -> str:
        if context.here().log is not None:
            refuse_array_class()
        return super().__repr__()

    def __call__(cls, *_: Any, **__: Any) -> NoReturn:
        refuse_array_class()

    def __instancecheck__(cls, instance: Any) -> bool:
        return cls.__subclasscheck__(class_of(instance))

    def __subclasscheck__(cls, other: Any) -> bool:
        return bool(cls == other)

    def __getattribute__(cls, name: str) -> Any:
        asked = name in ("__name__", "__qualname__", "__module__", "__doc__", "mro")
        if asked and context.here().log is not None:  # else a tool inspects this module
            refuse_array_class()
        return super().__getattribute__(name)
