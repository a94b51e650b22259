"""Answer questions on a number's class, which is unknown where joined paths differ in it (`1` here, `1.5` there).

The graph has the wider class on all paths. Most code never asks; `isinstance` and `type` are answered where the class
is known, and refused elsewhere. A later join may affect an earlier question, as at the end of an iteration, so
questions are kept until the trace ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import (
    Array,
    is_argument,
    is_made_by_call,
    is_made_in,
    is_parameter,
    is_transformed,
    made_by,
    maker_of,
)
from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, field
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.again import KeyAsked, OriginAsked
from nbgraph.core.staging.trace.number_kinds import CLASSES, JAX, METHOD, NUMPY, Carried, Place, Question
from nbgraph.core.staging.values.undefined import split
from nbgraph.core.staging.values.values import LeafType, is_traced, leaves_of, type_of

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
    """Return the answer to a question on a traced number's class.

    Args:
        answer: returns the answer for a class.

    Raises:
        StagingError: the answer depends on a class known at run time only.
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
    """Refuse a question on the class of a number that may come from an array: the class is not Python's then.

    A cast such as `int(v[0])` makes it Python's.

    Args:
        differs: whether the answer for a class differs from that for Python's own.
    """
    kind = type_of(value)
    if may_be_of_array(value) and kind.dtype_kind in _GENERAL and any(map(differs, (np.dtype(kind.dtype).type, Array))):
        name, general = CLASSES[kind.dtype_kind].__name__, _GENERAL[kind.dtype_kind]
        raise recorder.refusal(
            f"this number comes from an array, or may do: in Python it is no `{name}` then, and in the graph it is",
            f"ask for both, `isinstance(x, ({name}, {general}, jax.Array))`",
        )


def refuse_repr_of_array(value: Any) -> None:
    """Refuse `repr` of a number that may come from an array: NumPy and JAX write its type, too."""
    if may_be_of_array(value):
        raise recorder.refusal(
            "this number comes from an array, or may do: `repr` writes its type then, as in `np.float64(0.5)` or"
            " `Array(0.5, dtype=float32)`, and a graph does not know which",
            '`str(x)`, or `f"{x}"` for `f"{x!r}"`: the number alone',
        )


def refuse_truth_of_array(what: str, value: Any) -> None:
    """Refuse arithmetic with a truth value that may come from an array: it is no number there."""
    if not is_traced(value) or type_of(value).shape or type_of(value).dtype_kind != "b":
        return
    if may_be_of_array(value):
        raise recorder.refusal(
            f"this truth value comes from an array, or may do: for {what} it is no number then, as it is in Python",
            "`int(...)` of it, which is the number 0 or 1",
            id="bool-arithmetic",
        )


def refuse_unhashable(*parts: Any) -> None:
    """Refuse a key that is an array without axes: unlike a number it has no hash in Python."""
    numbers = [each for each in parts if is_traced(each) and not type_of(each).shape]
    log = _asking() if numbers else None
    if log is None:
        return
    if log.kinds.of_arrays is None:
        raise OriginAsked
    if not log.kinds.keys and _comes_from(numbers, (), _may_be_jax):
        raise KeyAsked
    if any(log.kinds.of_array(each) == "changes" or _comes_from([each], (Array,), _is_jax) for each in numbers):
        raise recorder.refusal(
            "this key is an array without axes, which Python takes for no key: it is unhashable",
            "`int(...)` of it, a number of Python's; or `x.item()` for such an argument in the call",
        )


def refuse_round(value: Any) -> None:
    """Refuse `round` of a NumPy array, which raises in Python; numbers and JAX arrays have it."""
    if type_of(value).shape:
        if not is_of_jax(value, unless_known=True):
            raise recorder.refusal(
                "this is a NumPy array: `round` knows numbers, and raises TypeError for it",
                "`np.round(...)`, for each item",
            )
        return
    log = None if type_of(value).weak else _asking()
    if log is None:
        return
    if log.kinds.of_arrays is None:
        raise OriginAsked
    if log.kinds.of_array(value) == "changes":
        raise recorder.refusal(
            "this is a NumPy array without axes, as `np.array(2)`: `round` knows numbers, and raises TypeError for it",
            "`np.round(x)`; or `x.item()` for such an argument in the call: its number",
        )


def of_python(cast: Callable[[Any], Any], number: Any) -> Any:
    """Apply a cast of Python's to a traced number; the result is another object, even if JAX would return the same."""
    made, log = cast(number), context.here().log
    return jnp.copy(made) if made is number and log is not None and log.kinds.of_arrays else made


def is_of_jax(array: Any, *, unless_known: bool = False) -> bool:
    """Whether an array is JAX's, or may be; NumPy's arrays do some things otherwise.

    Args:
        unless_known: whether to count an array with which an iteration begins, too.

    Raises:
        KeyAsked: it is not yet known which arguments are JAX's.
    """
    log = _asking()
    if log is None or not log.kinds.reported or is_transformed():  # there all arrays are JAX's
        return True
    if log.kinds.of_arrays is None or not log.kinds.keys:
        raise KeyAsked
    if unless_known and _comes_from([array], (), lambda made: is_parameter(made) and not is_argument(made, log.trace)):
        return True
    return _comes_from([array], (Array,), _is_jax)


def refuse_changed_scalar(place: Span, name: str) -> None:
    """Refuse `y += 1` of a NumPy array without axes: unlike a number it changes in place, for its aliases, too."""
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
    """Note that a function of an array library made this number, so that it is no longer Python's.

    If the trace asks which keys are JAX's, note a result of NumPy's even if it is an array.
    """
    log = context.here().log
    if log is None or not is_traced(result) or not (library := _library_of(function)):
        return
    asks = log.kinds.of_arrays is not None or library == METHOD  # `x.astype(int)` is no cast of Python's
    if asks and (not type_of(result).shape or (log.kinds.keys and library == NUMPY)):
        log.kinds.note([(result, library)])


def _library_of(function: Any) -> str:
    """Return the array library of a function; "" for any other function."""
    library = str(getattr(function, "__module__", None)).partition(".")[0]
    if library == "jax" and not is_traced(getattr(function, "__self__", None)):
        return JAX
    if library == "numpy" or isinstance(function, np.ufunc):
        return NUMPY
    return METHOD if library == "jax" else ""


def may_be_of_array(value: Any) -> bool:
    """Whether a traced number may come from an array; a cast such as `int(v[0])` makes it Python's.

    Raises:
        OriginAsked: it is not yet known which arguments come from arrays.
    """
    log = _asking()
    if _is_cast(value):
        return False
    found = _is_of_array(value)
    if not found and log is not None and log.kinds.of_arrays is None:
        raise OriginAsked
    return found


def _is_of_array(*values: Any, relied: bool = True) -> bool:
    """Whether one of some numbers is computed from an array, or from a number that is not Python's.

    Args:
        relied: whether the trace relies on the answer.
    """
    return _comes_from(values, _OF_ARRAYS, _is_arrays, relied=relied)


def _is_arrays(made: Any) -> bool:
    if made.aval.shape or _is_reported(made):
        return True
    return _is_unknown(made) if maker_of(made) is None else is_made_by_call(made)


def _is_unknown(made: Any) -> bool:
    return not type_of(made).shape and not _is_python_like(made) and is_parameter(made) and not made_by(made)[0]


def _may_be_jax(made: Any) -> bool:
    return _is_unknown(made) or bool(type_of(made).shape and is_parameter(made) and not made_by(made)[0])


def _is_jax(made: Any) -> bool:
    log = context.here().log
    return log is not None and (log.kinds.of_array(made) or (JAX if is_made_by_call(made) else "")) == JAX


def _comes_from(
    values: Sequence[Any], classes: tuple[type, ...], is_one: Callable[[Any], bool], *, relied: bool = True
) -> bool:
    """Whether a value is computed from an array of `classes`, or from a number for which `is_one` is true."""
    pending, seen = list(values), set[int]()
    kinds = None if (log := context.here().log) is None else log.kinds
    while pending and len(seen) < _MOST:
        made = pending.pop()
        if id(made) in seen or not is_traced(made):
            continue
        seen.add(id(made))
        if kinds is not None and (number := kinds.carried_as(made)) is not None:
            number.relied = number.relied or relied
            if number.place in kinds.assigned or any(isinstance(each, classes) for each in number.starts):
                return True
            pending += [each for each in number.starts if not _is_cast(each)]
            continue
        name, operands = made_by(made)
        if name in _CASTS and is_made_in(made, of_python):
            continue
        if is_one(made):
            return True
        if kinds is not None and kinds.of_array(made) == NUMPY:
            continue
        pending += operands[1:] if name in _CHOICES else operands
    return bool(pending)


def _is_cast(value: Any) -> bool:
    return (
        is_traced(value)
        and made_by(value)[0] == "convert_element_type"
        and not is_made_by_call(value)
        and not _is_reported(value)
    )


_CASTS = frozenset(["convert_element_type", "copy", "ne"])  # the primitives of Python's casts, and of other code
_OF_ARRAYS = (np.generic, np.ndarray, Array)
_MOST = 1000  # operations that are looked at at most
_CHOICES = frozenset(["select_n", "_where"])  # the first operand selects one of the others


@dataclass
class State:
    """The numbers of a loop's state, each of which is Python's in all iterations or in none.

    Only the end of a body's trace shows whether an iteration assigns a number that comes from an array. Until then a
    number that is Python's before the loop is assumed to stay so; if the trace relied on it wrongly, it is repeated.
    """

    loop: Span
    begun: list[Carried] = field(default_factory=list)
    is_broken: bool = False  # whether the trace relied on a number that an iteration takes from an array

    def begin(self, values: Sequence[Any], starts: Sequence[Any]) -> None:
        """Note the loop's variables at the start of an iteration, with their values before the loop."""
        log = context.here().log
        if log is not None and log.kinds.of_arrays is not None:
            self.begun = [log.kinds.carry(*each) for each in _numbers(self.loop, values, starts)]

    def end(self, after: Sequence[Any]) -> None:
        """Find which numbers at the end of an iteration come from arrays."""
        log, open_ = context.here().log, {each.place for each in self.begun}
        if log is None or not open_:
            return
        relied = {each.place for each in self.begun if each.relied}
        ends = [(leaf, place) for leaf, _, place in _numbers(self.loop, after, after) if place in open_]
        ends = [(leaf, place) for leaf, place in ends if not _is_cast(leaf)]
        while _is_of_array(*(leaf for leaf, place in ends if place not in log.kinds.assigned), relied=False):
            found = {p for leaf, p in ends if p not in log.kinds.assigned and _is_of_array(leaf, relied=False)}
            if not found:
                break
            log.kinds.assigned |= found
            self.is_broken = self.is_broken or not found.isdisjoint(relied)


def one_of(number: Any, items: Sequence[Any]) -> None:
    """Note that a number is one of some items."""
    if (log := context.here().log) is not None and is_traced(number) and not type_of(number).shape:
        log.kinds.carry(number, items)


def _numbers(loop: Span, values: Sequence[Any], starts: Sequence[Any]) -> Iterator[tuple[Any, Any, Place]]:
    """Yield the traced numbers in a loop's variables that may be Python's, with their values before the loop."""
    for variable, (value, start) in enumerate(zip(values, starts, strict=True)):
        for at, leaf, before in _leaves(value, start):
            if is_traced(leaf) and not (kind := type_of(leaf)).shape and (kind.weak or kind.dtype_kind == "b"):
                yield leaf, (before,), (loop, variable, at)


def _leaves(value: Any, start: Any) -> Iterator[tuple[int, Any, Any]]:
    """Yield the position of each leaf of a variable, the leaf, and its value before the loop."""
    if is_traced(value) and (is_traced(start) or type(start) in CLASSES.values()):
        yield 0, value, start
        return
    (leaves, tree), (before, tree_before) = leaves_of(split(value)[0]), leaves_of(split(start)[0])
    before = before if tree == tree_before else [None] * len(leaves)
    yield from zip(range(len(leaves)), leaves, before, strict=True)


def _is_python_like(parameter: Any) -> bool:
    """Whether JAX types a parameter as a Python number; a parameter of a loop's body may still come from an array."""
    kind, log = type_of(parameter), context.here().log
    if not (kind.weak or kind.dtype_kind == "b"):
        return False
    return log is None or not log.kinds.of_arrays or is_argument(parameter, log.trace)


def _is_reported(number: Any) -> bool:
    log = context.here().log
    return log is not None and bool(log.kinds.of_array(number))


_GENERAL = {"b": "np.bool_", "i": "np.integer", "u": "np.integer", "f": "np.floating", "c": "np.complexfloating"}


def _is_sure(value: Any, depth: int = 0, *, outermost: bool = False) -> bool:
    """Whether a number has the same class on all paths, by the operations that made it."""
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
