"""Choose the control for each argument, and read its field. Knows no widgets; `static/live-*.js` draws.

A field for an array is read by `ast.literal_eval`, which runs nothing.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Literal

from nbgraph.core.records import dataclass

Kind = Literal["slider", "number", "check", "choice", "text", "values"]
Shown = int | float | bool | str

STEPS = 100
"""Steps of a linear slider over floats when none is given."""
DECADES = 2
"""From so many powers of ten on, a slider over positive floats is logarithmic."""
MOST_ITEMS = 200
"""An array with more items than that is no text to edit."""

_EXAMPLE = "give (low, high) for a slider, a list of choices, a number, a bool, a text or an array"


@dataclass(frozen=True)
class Control:
    """One argument's control."""

    name: str  # the argument
    # what is drawn: a slider, a number field, a box to tick, a list to choose from, a field for a text, or one
    # for an array, list or tuple
    kind: Kind
    start: Any  # the value it starts from
    bounds: tuple[float, float, float] | None = None  # low, high and step of a slider
    whole: bool = False  # whether its numbers are integers
    log: bool = False  # whether a slider moves by factors
    choices: Mapping[str, Any] | None = None  # values by label

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"name": self.name, "kind": self.kind}
        if self.bounds is not None:
            data |= {"bounds": list(self.bounds), "log": self.log}
        if self.choices is not None:
            data["choices"] = list(self.choices)
        return {**data, "whole": self.whole} if self.kind in ("slider", "number") else data

    @property
    def shown(self) -> Shown:
        """Return the initial content of its field."""
        if self.kind == "values":
            return str(self.start.tolist() if hasattr(self.start, "tolist") else self.start)
        if self.choices is not None:
            return next(label for label, value in self.choices.items() if value is self.start)
        if self.kind in ("slider", "number"):
            return int(self.start) if self.whole else float(self.start)
        return bool(self.start) if self.kind == "check" else str(self.start)

    def value(self, shown: object) -> Any:
        """Return the argument for a field's content.

        >>> control("a", (1, 1000), 27).value(28), suited("x", [1, 2]).value("[3, 4]")
        (28, [3, 4])

        Raises:
            ValueError: the content means nothing; the text is for whoever typed it.
        """
        if self.kind in ("slider", "number"):
            return self._number(shown)
        if self.kind == "check":
            if not isinstance(shown, bool):
                raise ValueError("a tick or none is needed here")
            return shown
        if self.choices is not None:
            if not isinstance(shown, str) or shown not in self.choices:
                raise ValueError("choose one of the list")
            return self.choices[shown]
        if not isinstance(shown, str):
            raise ValueError("a text is needed here")
        return _as_start(_literal(shown), self.start) if self.kind == "values" else shown

    def _number(self, shown: object) -> Any:
        if not isinstance(shown, (int, float)) or isinstance(shown, bool) or not _is_finite(shown):
            raise ValueError("a number is missing here")
        if self.whole and shown != int(shown):
            raise ValueError("a whole number is needed here")
        if self.bounds is not None and not self.bounds[0] <= shown <= self.bounds[1]:
            raise ValueError(f"it goes from {self.bounds[0]:g} to {self.bounds[1]:g}")
        return int(shown) if self.whole else float(shown)


def control(name: str, value: Any, start: Any = None) -> Control:
    """Return the control for one argument.

    Args:
        name: the argument's name, shown beside the control.
        value: `(low, high)` or `(low, high, step)` for a slider, a list or dict of choices, or an example: a bool, a
            number, a text, an array. A list of numbers is an example, too, where `start` is a list or an array.
        start: where it starts, when that is one of its values; else a slider starts in the middle, a choice at the
            first one.

    Raises:
        TypeError: nothing suits `value`.

    >>> [control("x", value).kind for value in ((1, 9), (0, 1.5), True, ["a", "b"], 3, 2.5, "text")]
    ['slider', 'slider', 'check', 'choice', 'number', 'number', 'text']
    >>> control("rate", (1e-4, 1.0)).log, control("a", (1, 1000), 27).start
    (True, 27)
    """
    if isinstance(value, tuple) and len(value) in (2, 3) and all(map(_is_number, value)):
        return _slider(name, value, start)
    if isinstance(value, bool):
        return Control(name, "check", start if isinstance(start, bool) else value)
    if isinstance(value, str):
        return Control(name, "text", start if isinstance(start, str) else value)
    if _is_number(value):
        whole = isinstance(value, Integral)
        return Control(name, "number", start if _is_number(start) else value, whole=whole)
    if isinstance(value, (list, tuple)) and not value:
        raise TypeError(f"no control for {name}={value!r}: {_EXAMPLE}")
    if isinstance(value, dict) or (isinstance(value, (list, tuple)) and not _is_example(value, start)):
        return _choice(name, value, start)
    if _is_values(value):
        return Control(name, "values", value if start is None or not _is_values(start) else start)
    raise TypeError(f"no control for {name}={value!r}: {_EXAMPLE}")


def suited(name: str, start: Any) -> Control | None:
    """Return the control for an argument known by its value alone; None where no control fits.

    >>> suited("n", 3).kind, suited("key", print)
    ('number', None)
    """
    if isinstance(start, (list, tuple)):
        return Control(name, "values", start) if _is_values(start) else None
    try:
        return None if isinstance(start, dict) else control(name, start)
    except TypeError:
        return None


def _slider(name: str, given: Sequence[Any], start: Any) -> Control:
    low, high = given[:2]
    if high < low:
        raise TypeError(f"the range of {name} ends before it starts: {low} to {high}")
    whole = all(isinstance(number, Integral) for number in given)
    log = not whole and len(given) == 2 and low > 0 and high / low >= 10**DECADES
    step = given[2] if len(given) == 3 else 1 if whole else (high - low) / STEPS or 1.0
    middle = math.sqrt(low * high) if log else low + (high - low) // 2 if whole else (low + high) / 2
    fits = _is_number(start) and low <= start <= high and not (whole and start != int(start))
    value = start if fits else middle
    return Control(name, "slider", int(value) if whole else float(value), (low, high, step), whole, log)


def _choice(name: str, value: Any, start: Any) -> Control:
    choices = value if isinstance(value, dict) else {str(item): item for item in value}
    chosen = next((item for item in choices.values() if _is_same(item, start)), next(iter(choices.values())))
    return Control(name, "choice", chosen, choices={str(label): item for label, item in choices.items()})


def _is_same(item: Any, start: Any) -> bool:
    try:
        return item is start or bool(type(item) is type(start) and item == start)
    except Exception:  # arrays, and whatever else compares in its own way
        return False


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # an integer that no float can hold
        return False


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_example(value: Sequence[Any], start: Any) -> bool:
    """Return whether a list is an array's content rather than the values to choose from."""
    return _is_values(value) and (isinstance(start, (list, tuple)) or hasattr(start, "shape"))


def _is_values(value: Any) -> bool:
    """Return whether it is an array of a few numbers, or a list or tuple of such, which fits a short text."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        try:
            # A shape without data (`jax.ShapeDtypeStruct`) cannot be listed.
            few = 0 < math.prod(value.shape) <= MOST_ITEMS
            return few and hasattr(value, "tolist") and str(value.dtype)[0] in "biuf"
        except TypeError:
            return False
    return isinstance(value, (list, tuple)) and bool(value) and _is_nested(value)


def _is_nested(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return len(value) <= MOST_ITEMS and all(map(_is_nested, value))
    return isinstance(value, Real) and not hasattr(value, "shape")


def _literal(text: str) -> Any:
    try:
        found = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError("this does not read as numbers in brackets, such as [1, 2, 3]") from None
    if not _is_nested(found):
        raise ValueError("only numbers can stand here, such as [1, 2, 3]")
    return found


def _as_start(found: Any, start: Any) -> Any:
    """Return the content as an array of the argument's dtype, or as a list or tuple like the argument."""
    if hasattr(start, "dtype"):
        return _array(found, start)
    if not isinstance(found, (list, tuple)):
        raise ValueError("brackets are needed here, as in [1, 2, 3]")
    return type(start)(found) if type(start) in (list, tuple) else found


def _array(found: Any, start: Any) -> Any:
    import numpy as np

    try:
        array = np.asarray(found)
    except ValueError:
        raise ValueError("the rows have different lengths") from None
    if array.size > MOST_ITEMS * 50:
        raise ValueError("there are too many items")
    if str(start.dtype)[0] in "iu" and str(array.dtype)[0] == "f":
        raise ValueError(f"these are whole numbers ({start.dtype})")
    try:
        array = array.astype(start.dtype)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(str(error)) from None
    if isinstance(start, np.ndarray | np.generic):
        return array
    import jax.numpy as jnp

    return jnp.asarray(array)
