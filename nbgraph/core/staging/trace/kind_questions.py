"""Which kind of number Python would have: unknown where paths that differ in kind (`1` here, `1.5` there) were joined.

The graph has the wider kind on all of them. Most code does not care; what asks for the kind (`isinstance`, `type`) is
answered where it is known, and refused else. A later join may reach a place that has asked already, as at the end of
an iteration, so questions are kept until the trace ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nbgraph.core._jax import Array, is_argument, is_parameter, made_by
from nbgraph.core.errors import StagingError
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.again import OriginAsked
from nbgraph.core.staging.trace.number_kinds import CLASSES, Question
from nbgraph.core.staging.values.values import LeafType, is_traced, type_of

_ANGLES = frozenset(["sin", "cos", "tan", "asin", "acos", "atan", "atan2"])
_FRACTIONS = _ANGLES | {"div", "sqrt", "rsqrt", "cbrt", "exp", "exp2", "log", "log1p", "expm1", "tanh"}
_OF_THE_WIDER = frozenset(["add", "sub", "mul", "neg", "abs", "rem", "pow", "integer_pow", "remainder", "floor_divide"])
_OF_THE_SAME = frozenset(["squeeze", "slice", "dynamic_slice", "gather", "reshape"])


def joined(*kinds: LeafType) -> None:
    """Note that numbers of these types become one number of the graph."""
    log = context.here().log
    classes = {kind.dtype_kind for kind in kinds}
    if log is None or len(classes) < 2 or any(kind.shape for kind in kinds):
        return
    widest = max(classes, key="buifc".find)
    log.kinds.wider.setdefault(widest, set()).update(classes - {widest})
    log.kinds.check()


def asked(value: Any, answer: Callable[[type], Any]) -> Any:
    """What a question about a traced number's class is answered with.

    Args:
        answer: the answer for each class that it may be of.

    Raises:
        StagingError: the answer depends on a kind known at run time only.
    """
    kind = type_of(value).dtype_kind
    found = answer(CLASSES[kind])
    log = _asking()
    if log is not None and not _is_sure(value, outermost=True):
        others = frozenset(each for each in CLASSES if answer(CLASSES[each]) is not found)
        log.kinds.questions.append(Question(kind, others, recorder.user_frame().span))
        log.kinds.check()
    return found


def _asking() -> recorder.Recorder | None:
    log = context.here().log
    if log is not None:
        log.kinds.asked += 1
    return log


def refuse_of_array(value: Any, differs: Callable[[type], bool]) -> None:
    """Refuse a question about a number that may come from an array: its class is none of Python's.

    JAX calls the types of Python's numbers weak; `int(v[0])` is a cast.

    Args:
        differs: whether a class is answered otherwise than that of the Python number of its kind.
    """
    kind = type_of(value)
    if may_be_of_array(value) and kind.dtype_kind in _GENERAL and any(map(differs, (np.dtype(kind.dtype).type, Array))):
        name, general = CLASSES[kind.dtype_kind].__name__, _GENERAL[kind.dtype_kind]
        raise StagingError(
            f"this number comes from an array, or may do: in Python it is no `{name}` then, and in the graph it is",
            span=recorder.user_frame().span,
            remedy=f"ask for both, `isinstance(x, ({name}, {general}, jax.Array))`",
            id="traced-value-in-python",
        )


def refuse_repr_of_array(value: Any) -> None:
    """Refuse `repr` of a number that may come from an array: NumPy and JAX write its type, too."""
    if may_be_of_array(value):
        raise StagingError(
            "this number comes from an array, or may do: `repr` writes its type then, as in `np.float64(0.5)` or"
            " `Array(0.5, dtype=float32)`, and a graph does not know which",
            span=recorder.user_frame().span,
            remedy='`str(x)`, or `f"{x}"` for `f"{x!r}"`: the number alone',
            id="traced-value-in-python",
        )


def refuse_changed_scalar(place: Span, name: str) -> None:
    """Refuse `y += 1` of a NumPy array without axes: unlike a number it changes, for the caller and by other names."""
    log = _asking()
    if log is None:
        return
    if log.kinds.of_arrays is None:
        raise OriginAsked
    if any(how == "changes" for _, how in log.kinds.of_arrays.values()):
        raise StagingError(
            f"an argument is a NumPy array without axes, as `np.array(2)`: if `{name}` is that array, Python changes it"
            " here for all who know it, and a graph makes a new number",
            span=place,
            remedy="`x.item()` for such an argument in the call: its number",
            id="traced-value-in-python",
            variable=name,
        )


def note_of_library(function: Any, result: Any) -> None:
    """Note a number that a function of an array library has made of Python's: it is none of Python's any more."""
    log = context.here().log
    if log is None or not is_traced(result) or type_of(result).shape or not _makes_arrays(function):
        return
    if log.kinds.of_arrays is not None:
        log.kinds.note([(result, "made")])


def _makes_arrays(function: Any) -> bool:
    module = getattr(function, "__module__", None)
    return isinstance(function, np.ufunc) or (isinstance(module, str) and module.partition(".")[0] in ("numpy", "jax"))


def may_be_of_array(value: Any) -> bool:
    """Whether a traced number comes from an array, or may do; a cast such as `int(v[0])` makes Python's number.

    Raises:
        OriginAsked: it is not known which arguments come from arrays.
    """
    log = _asking()
    if made_by(value)[0] == "convert_element_type":
        return False
    found = _is_of_array(value)
    if not found and log is not None and log.kinds.of_arrays is None:
        raise OriginAsked
    return found


def _is_of_array(value: Any) -> bool:
    """Whether an array, or a number that is none of Python's, takes part in what a number is made of."""
    pending, seen = [value], set[int]()
    while pending and len(seen) < _MOST:
        made = pending.pop()
        if id(made) in seen or not is_traced(made):
            continue
        seen.add(id(made))
        name, operands = made_by(made)
        if type_of(made).shape or _is_told(made) or (not name and is_parameter(made) and not _is_python_like(made)):
            return True
        pending += operands
    return bool(pending)


_MOST = 1000  # operations that are looked at


def _is_python_like(parameter: Any) -> bool:
    """Whether JAX takes a parameter for a number of Python's, which those of a loop's body may yet not be."""
    kind, log = type_of(parameter), context.here().log
    if not (kind.weak or kind.dtype_kind == "b"):
        return False
    return log is None or not log.kinds.of_arrays or is_argument(parameter, log.trace)


def _is_told(number: Any) -> bool:
    log = context.here().log
    return log is not None and bool(log.kinds.of_array(number))


_GENERAL = {"b": "np.bool_", "i": "np.integer", "u": "np.integer", "f": "np.floating", "c": "np.complexfloating"}


def _is_sure(value: Any, depth: int = 0, *, outermost: bool = False) -> bool:
    """Whether a number is of its kind whatever paths led to it: given so, or made by something that gives that kind."""
    if not is_traced(value) or depth > _DEEPEST:
        return not is_traced(value)
    name, operands = made_by(value)
    if not name:
        log = context.here().log
        return log is not None and is_argument(value, log.trace)
    if name in _FRACTIONS or (outermost and name == "convert_element_type"):  # `float(x)`
        return True
    if name in _OF_THE_SAME:
        operands = operands[:1]
    elif name not in _OF_THE_WIDER:
        return False
    kind = type_of(value).dtype_kind
    return any(is_traced(each) and type_of(each).dtype_kind == kind and _is_sure(each, depth + 1) for each in operands)


_DEEPEST = 30
