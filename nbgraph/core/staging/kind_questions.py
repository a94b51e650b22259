"""Which kind of number Python would have: unknown where paths that differ in kind (`1` here, `1.5` there) were joined.

The graph has the wider kind on all of them. Most code does not care; what asks for the kind (`isinstance`, `type`) is
answered where it is known, and refused else. A later join may reach a place that has asked already, as at the end of
a round, so questions are kept until the trace ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nbgraph.core._jax import is_argument, made_by
from nbgraph.core.errors import StagingError
from nbgraph.core.staging import recorder
from nbgraph.core.staging.number_kinds import CLASSES, Question
from nbgraph.core.staging.values import LeafType, is_traced, type_of

_ANGLES = frozenset(["sin", "cos", "tan", "asin", "acos", "atan", "atan2"])
_FRACTIONS = _ANGLES | {"div", "sqrt", "rsqrt", "cbrt", "exp", "exp2", "log", "log1p", "expm1", "tanh"}
_OF_THE_WIDER = frozenset(["add", "sub", "mul", "neg", "abs", "rem", "pow", "integer_pow", "remainder", "floor_divide"])
_OF_THE_SAME = frozenset(["squeeze", "slice", "dynamic_slice", "gather", "reshape"])


def joined(*kinds: LeafType) -> None:
    """Note that numbers of these types become one number of the graph."""
    log = recorder.current.get()
    classes = {kind.dtype.kind for kind in kinds}
    if log is None or len(classes) < 2 or any(kind.shape for kind in kinds):
        return
    widest = max(classes, key="buifc".find)
    log.kinds.wider.setdefault(widest, set()).update(classes - {widest})
    log.kinds.check()


def asked(value: Any, answer: Callable[[type], Any]) -> Any:
    """What a question about a traced number's class is answered with.

    Args:
        value: a traced number.
        answer: the answer for each class that it may be of.

    Raises:
        StagingError: the answer depends on a kind that only the run knows.
    """
    kind = type_of(value).dtype.kind
    found = answer(CLASSES[kind])
    log = recorder.current.get()
    if log is not None and not _is_sure(value, outermost=True):
        others = frozenset(each for each in CLASSES if answer(CLASSES[each]) is not found)
        log.kinds.questions.append(Question(kind, others, recorder.user_frame().span))
        log.kinds.check()
    return found


def refuse_of_array(value: Any, differs: Callable[[Any], bool]) -> None:
    """Refuse a question about a number that came in an array, or as one of NumPy's: its class is none of Python's.

    Args:
        value: a traced number.
        differs: whether a number of NumPy's is answered otherwise than the Python number of its kind.

    Raises:
        StagingError: see there.
    """
    kind = type_of(value)
    if kind.weak or kind.dtype.kind not in "iufc" or not _is_given(value):
        return
    if differs(np.zeros((), kind.dtype)[()]):
        name, general = CLASSES[kind.dtype.kind].__name__, _GENERAL[kind.dtype.kind]
        raise StagingError(
            f"this number came in an array, or as an array: in Python it is no `{name}`, and in the graph it is",
            span=recorder.user_frame().span,
            remedy=f"ask for both, `isinstance(x, ({name}, {general}))`",
            id="traced-value-in-python",
        )


_GENERAL = {"i": "np.integer", "u": "np.integer", "f": "np.floating", "c": "np.complexfloating"}


def _is_given(value: Any) -> bool:
    """Whether a value is an argument, or an item of one."""
    name, operands = made_by(value)
    if not name:
        log = recorder.current.get()
        return log is not None and is_argument(value, log.trace)
    return name in _OF_THE_SAME and _is_given(operands[0])


def _is_sure(value: Any, depth: int = 0, *, outermost: bool = False) -> bool:
    """Whether a number is of its kind whatever paths led to it: given so, or made by something that gives that kind."""
    if not is_traced(value) or depth > _DEEPEST:
        return not is_traced(value)
    name, operands = made_by(value)
    if not name:
        log = recorder.current.get()
        return log is not None and is_argument(value, log.trace)
    if name in _FRACTIONS or (outermost and name == "convert_element_type"):  # `float(x)`
        return True
    if name in _OF_THE_SAME:
        operands = operands[:1]
    elif name not in _OF_THE_WIDER:
        return False
    kind = type_of(value).dtype.kind
    return any(is_traced(each) and type_of(each).dtype.kind == kind and _is_sure(each, depth + 1) for each in operands)


_DEEPEST = 30
